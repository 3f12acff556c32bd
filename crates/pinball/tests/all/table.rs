//! A `Table` calls its parts as a game does by hand, and continues if one of them is gone.

use carom::prelude::*;
use carom_pinball::{
    Bumper, BumperSettings, Flipper, FlipperSettings, Gate, GateSettings, Kicker, KickerSettings, PartState,
    Plunger, PlungerSettings, Pull, Rollover, RolloverSettings, Slingshot, SlingshotSettings, Spinner,
    SpinnerSettings, Table, ball,
};

const DT: f32 = 1.0 / 240.0;

/// A world with a ball over a flipper, a bumper and other parts.
struct Game {
    world: World,
    flipper: Flipper,
    plunger: Plunger,
    gate: Gate,
    spinner: Spinner,
    bumper: Bumper,
    slingshot: Slingshot,
    kicker: Kicker,
    rollover: Rollover,
}

fn game() -> Result<Game, Error> {
    let mut world = World::new(Config { gravity: vec2(0.0, -1.11), ..Config::default() })?;
    let table = world.add_body(Body::fixed())?;
    let flipper = Flipper::add(&mut world, FlipperSettings::left(vec2(0.15, 0.16)))?;
    let plunger = Plunger::add(&mut world, PlungerSettings::new(vec2(0.5, 0.1), vec2(0.0, 1.0)))?;
    let gate = Gate::add(&mut world, GateSettings::new(vec2(0.0, 0.9), vec2(0.04, 0.9)))?;
    let spinner = Spinner::add(&mut world, SpinnerSettings::new(vec2(0.4, 0.7)))?;
    let bumper = Bumper::add(&mut world, table, BumperSettings::new(vec2(0.2, 0.5)))?;
    let slingshot =
        Slingshot::add(&mut world, table, SlingshotSettings::new(vec2(0.05, 0.3), vec2(0.1, 0.2)))?;
    let kicker = Kicker::add(&mut world, table, KickerSettings::new(vec2(0.3, 0.8), vec2(0.0, -1.0)))?;
    let rollover = Rollover::add(&mut world, table, RolloverSettings::new(vec2(0.1, 0.4), vec2(0.3, 0.4)))?;
    for at in [vec2(0.2, 0.8), vec2(0.5, 0.12), vec2(0.3, 0.8), vec2(0.19, 0.18)] {
        world.add_ball(ball(at))?;
    }
    Ok(Game { world, flipper, plunger, gate, spinner, bumper, slingshot, kicker, rollover })
}

/// The player's input in a step: the flipper's button, the plunger's pull, whether the kicker ejects.
fn input(step: u32) -> (bool, Pull, bool) {
    let pull = if step < 120 { Pull::Hold(0.7) } else { Pull::Free };
    (step % 100 > 60, pull, step == 200)
}

#[test]
fn a_table_does_what_a_game_does_by_hand() -> Result<(), Error> {
    let mut by_hand = game()?;
    let Game { mut world, flipper, plunger, gate, spinner, bumper, slingshot, kicker, rollover } = game()?;
    let mut table = Table::new();
    let flipper = table.add(flipper);
    let plunger = table.add(plunger);
    let gate = table.add(gate);
    let spinner = table.add(spinner);
    let bumper = table.add(bumper);
    let slingshot = table.add(slingshot);
    let kicker = table.add(kicker);
    let rollover = table.add(rollover);
    let mut switches = 0;
    for step in 0..480 {
        let (pressed, pull, eject) = input(step);
        by_hand.flipper.update(&mut by_hand.world, pressed, DT)?;
        by_hand.plunger.update(&mut by_hand.world, pull, DT)?;
        by_hand.kicker.update(&mut by_hand.world, eject, DT)?;
        by_hand.world.step(DT);

        table.press(flipper, pressed);
        table.pull(plunger, pull);
        table.press(kicker, eject);
        table.step(&mut world, DT)?;

        let game = &mut by_hand;
        assert_eq!(world.state_hash(), game.world.state_hash(), "step {step}");
        let expected = [
            (flipper, PartState::Flipper(game.flipper.read(&game.world))),
            (plunger, PartState::Plunger(game.plunger.read(&game.world))),
            (gate, PartState::Gate(game.gate.read(&game.world))),
            (spinner, PartState::Spinner(game.spinner.read(&game.world))),
            (bumper, PartState::Bumper(game.bumper.read(&game.world, DT))),
            (slingshot, PartState::Slingshot(game.slingshot.read(&game.world, DT))),
            (kicker, PartState::Kicker(game.kicker.read(&game.world))),
            (rollover, PartState::Rollover(game.rollover.read(&game.world))),
        ];
        for (part, state) in expected {
            assert_eq!(table.state(part), Some(&state), "step {step}");
            switches += state.switch_count();
        }
    }
    assert!(switches >= 3, "the balls reached only {switches} switches");
    Ok(())
}

#[test]
fn the_other_parts_go_on_if_one_is_gone() -> Result<(), Error> {
    let Game { mut world, flipper, plunger, .. } = game()?;
    let body = flipper.body();
    let mut table = Table::new();
    let flipper = table.add(flipper);
    let plunger = table.add(plunger);
    world.remove_body(body)?;
    table.press(flipper, true);
    table.pull(plunger, Pull::Hold(1.0));
    for _ in 0..240 {
        assert_eq!(table.step(&mut world, DT), Err(Error::UnknownBody(body)));
    }
    let pulled = match table.state(plunger) {
        Some(PartState::Plunger(state)) => state.pulled,
        other => panic!("{other:?}"),
    };
    assert!(pulled > 0.5, "the plunger was drawn to {pulled}");
    Ok(())
}
