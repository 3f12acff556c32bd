//! A saved game continues as the game that was saved; and no bytes can do harm.
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use std::collections::BTreeSet;

use carom::prelude::*;
use carom_pinball::{
    Bumper, BumperSettings, DropTarget, DropTargetSettings, Flipper, FlipperSettings, Gate, GateSettings,
    Kicker, KickerSettings, Part, PartId, PartState, Plunger, PlungerSettings, Pull, Ramp, RampSettings,
    Rollover, RolloverSettings, Seesaw, SeesawSettings, Slingshot, SlingshotSettings, Spinner,
    SpinnerSettings, StandupTarget, StandupTargetSettings, Table, ball,
};

const DT: f32 = 1.0 / 240.0;
/// Two layers of the table; walls and parts are on the lower one.
const LOW: Filter = Filter { category: 0b01, mask: 0b01, group: 0 };
const HIGH: Filter = Filter { category: 0b10, mask: 0b11, group: 0 };

/// Repeatable dice (`SplitMix64`, Steele et al. 2014).
#[derive(Clone)]
struct Dice(u64);

impl Dice {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    fn below(&mut self, sides: u64) -> u64 {
        self.word() % sides
    }

    fn within(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * (self.word() >> 40) as f32 / (1u64 << 24) as f32
    }

    fn point(&mut self, low: Vec2, high: Vec2) -> Vec2 {
        vec2(self.within(low.x, high.x), self.within(low.y, high.y))
    }
}

/// A table with every kind of part, and the memory of a player and a rule book.
#[derive(Clone)]
struct Game {
    world: World,
    table: Table,
    parts: Vec<PartId>,
    plunger: PartId,
    balls: Vec<BodyId>,
    dice: Dice,
}

/// A game with this many other things in the world before the table was built.
fn build(others: usize) -> Game {
    let mut world =
        World::new(Config { gravity: vec2(0.0, -1.11), max_speed: 20.0, ..Config::default() }).unwrap();
    let w = &mut world;
    for n in 0..others {
        let other = w.add_body(Body::fixed()).unwrap();
        let post = w.add_shape(other, Shape::circle(vec2(n as f32, 5.0), 0.1).unwrap()).unwrap();
        if n % 2 == 0 {
            w.remove_shape(post).unwrap();
        }
    }
    let field = w.add_body(Body::fixed()).unwrap();
    let corners = [vec2(0.0, 0.0), vec2(0.6, 0.0), vec2(0.6, 1.0), vec2(0.0, 1.0)];
    w.add_shape(field, Shape::chain(&Chain::polyline(&corners).close()).unwrap().filter(Filter::default()))
        .unwrap();
    let settings = RampSettings {
        mouths: vec![[vec2(0.1, 0.35), vec2(0.3, 0.35)], [vec2(0.5, 0.6), vec2(0.3, 0.6)]],
        on: HIGH,
        off: LOW,
    };
    let all: [Part; 14] = [
        Flipper::add(w, FlipperSettings { delay: 0.02, ..FlipperSettings::left(vec2(0.15, 0.16)) })
            .unwrap()
            .into(),
        Flipper::add(w, FlipperSettings::right(vec2(0.4, 0.16))).unwrap().into(),
        Kicker::add(
            w,
            field,
            KickerSettings { radius: 5e-3, ..KickerSettings::new(vec2(0.3, 0.8), vec2(0.7, -1.0)) },
        )
        .unwrap()
        .into(),
        Kicker::add(
            w,
            field,
            KickerSettings { radius: 5e-3, ..KickerSettings::new(vec2(0.3, 0.03), vec2(0.2, 2.0)) },
        )
        .unwrap()
        .into(),
        DropTarget::add(w, field, DropTargetSettings::new(vec2(0.02, 0.6), vec2(0.1, 0.6))).unwrap().into(),
        Bumper::add(w, field, BumperSettings::new(vec2(0.2, 0.7))).unwrap().into(),
        Slingshot::add(w, field, SlingshotSettings::new(vec2(0.05, 0.3), vec2(0.1, 0.2))).unwrap().into(),
        Gate::add(w, GateSettings::new(vec2(0.2, 0.95), vec2(0.26, 0.95))).unwrap().into(),
        Spinner::add(w, SpinnerSettings::new(vec2(0.4, 0.7))).unwrap().into(),
        StandupTarget::add(w, field, StandupTargetSettings::new(vec2(0.45, 0.9), vec2(0.55, 0.9)))
            .unwrap()
            .into(),
        Rollover::add(w, field, RolloverSettings::new(vec2(0.1, 0.4), vec2(0.3, 0.4))).unwrap().into(),
        Seesaw::add(w, SeesawSettings::new(vec2(0.45, 0.4))).unwrap().into(),
        Ramp::add(w, field, settings).unwrap().into(),
        Plunger::add(w, PlungerSettings::new(vec2(0.55, 0.1), vec2(0.0, 1.0))).unwrap().into(),
    ];
    let mut table = Table::new();
    let parts: Vec<PartId> = all.into_iter().map(|part| table.add(part)).collect();
    Game { world, table, plunger: parts[13], parts, balls: Vec::new(), dice: Dice(0) }
}

impl Game {
    /// A step of a game of chance. Returns the events, in words.
    fn step(&mut self) -> String {
        let dice = &mut self.dice;
        if dice.below(60) == 0 && self.balls.len() > 3 {
            let gone = self.balls.swap_remove(dice.below(self.balls.len() as u64) as usize);
            self.world.remove_body(gone).unwrap();
        }
        if self.balls.len() < 6 && dice.below(20) == 0 {
            let new = ball(dice.point(vec2(0.03, 0.2), vec2(0.57, 0.97)))
                .velocity(dice.point(Vec2::splat(-2.0), Vec2::splat(2.0)))
                .filter(LOW);
            self.balls.push(self.world.add_ball(new).unwrap());
        }
        for part in &self.parts {
            if dice.below(30) == 0 {
                self.table.press(*part, dice.below(2) == 0);
            }
            if dice.below(300) == 0 {
                match self.table.part_mut(*part).unwrap() {
                    Part::Rollover(rollover) => rollover.light(false),
                    Part::StandupTarget(target) => target.light(false),
                    _ => {}
                }
            }
        }
        if dice.below(50) == 0 {
            let share = dice.within(0.2, 1.0);
            let pull = [Pull::Free, Pull::Hold(share), Pull::Fire(share)][dice.below(3) as usize];
            self.table.pull(self.plunger, pull);
        }
        self.table.step(&mut self.world, DT).unwrap();
        format!("{:?}", self.world.events())
    }

    /// The bytes for a disk; the game writes its own data itself.
    fn save(&self) -> [Vec<u8>; 2] {
        [self.world.snapshot(), self.table.snapshot()]
    }

    /// A game that is built again and loaded.
    fn load(saved: &[Vec<u8>; 2], own: &Self, others: usize) -> Self {
        let mut game = build(others);
        game.world.restore(&saved[0]).unwrap();
        game.table.restore(&saved[1]).unwrap();
        Self { balls: own.balls.clone(), dice: own.dice.clone(), ..game }
    }
}

/// The special states of a table, so that a test can tell that it met all of them.
fn sights(table: &Table, seen: &mut BTreeSet<&'static str>) {
    let text = format!("{table:?}");
    for (sign, name) in [
        ("held: Some", "a held ball"),
        ("falls: Some", "a ball about to be held"),
        ("ejected: Some", "a ball thrown out"),
        ("falls: true", "a target about to fall"),
        ("changes: [(", "a ball about to change its layer"),
        ("held: true", "a drawn plunger"),
        ("fired: true", "a plunger that fired"),
        ("released: true", "a plunger let go"),
        ("was_open: true", "an open gate"),
    ] {
        if text.contains(sign) {
            seen.insert(name);
        }
    }
    for (_, state) in table.states() {
        let name = match state {
            PartState::Bumper(state) if state.lit => "a lit bumper",
            PartState::DropTarget(state) if state.down && !state.fell => "a fallen target",
            PartState::Flipper(state) if state.pressed && !state.powered => "a coil about to pull",
            PartState::Flipper(state) if state.raised => "a raised flipper",
            PartState::Rollover(state) if state.lit => "a lit rollover",
            PartState::Seesaw(state) if state.stop.is_some() => "a seesaw at a stop",
            PartState::Slingshot(state) if state.lit => "a lit slingshot",
            PartState::Spinner(state) if state.total > 0 => "a spinner that turned",
            PartState::StandupTarget(state) if state.lit => "a lit target",
            _ => continue,
        };
        seen.insert(name);
    }
}

#[test]
fn a_game_that_is_built_anew_and_loaded_goes_on_with_the_same_bits() {
    let mut seen = BTreeSet::new();
    for seed in 0..4 {
        let mut game = Game { dice: Dice(seed), ..build(0) };
        for save in 0..1500 {
            game.step();
            let before = seen.len();
            sights(&game.table, &mut seen);
            // Whenever something is so for the first time, and at many other steps.
            if seen.len() == before && save % 37 != 0 {
                continue;
            }
            let saved = game.save();
            let mut loaded = Game::load(&saved, &game, save % 3);
            assert_eq!(loaded.save(), saved, "seed {seed}, save {save}");
            for part in &game.parts {
                let parts =
                    [&mut game.table, &mut loaded.table].map(|table| format!("{:?}", table.part_mut(*part)));
                assert_eq!(parts[0], parts[1], "seed {seed}, save {save}");
            }
            let mut goes_on = game.clone();
            for step in 0..200 {
                let events = goes_on.step();
                assert_eq!(loaded.step(), events, "seed {seed}, save {save}, step {step}");
                let tables = [&goes_on, &loaded].map(|game| format!("{:?}", game.table));
                assert_eq!(tables[0], tables[1], "seed {seed}, save {save}, step {step}");
                assert_eq!(loaded.save(), goes_on.save(), "seed {seed}, save {save}, step {step}");
            }
        }
    }
    assert_eq!(seen.len(), 18, "the games met only {seen:?}");
}

/// The results of the parts are there at once: a game that reads them before its first step does the same as if it
/// had not been saved.
#[test]
fn what_parts_said_of_the_last_step_is_kept_but_arrivals_at_stops() {
    let mut game = Game { dice: Dice(7), ..build(0) };
    let mut stops = 0;
    for _ in 0..600 {
        game.step();
        let loaded = Game::load(&game.save(), &game, 0);
        for part in &game.parts {
            let mut said = *game.table.state(*part).unwrap();
            if let PartState::Flipper(state) = &mut said {
                stops += usize::from(state.stop.take().is_some());
            }
            assert_eq!(loaded.table.state(*part), Some(&said));
        }
    }
    assert!(stops > 0, "no flipper came to a stop");
}

/// The world alone was restored, and the ball lay in the hole for ever: the world held it, and the kicker knew no ball.
#[test]
fn a_ball_in_a_kicker_is_thrown_out_after_loading() {
    let build = || {
        let mut world = World::new(Config::weightless()).unwrap();
        let field = world.add_body(Body::fixed()).unwrap();
        let kicker = Kicker::add(&mut world, field, KickerSettings::new(vec2(0.2, 0.8), vec2(0.0, -1.0)));
        let mut table = Table::new();
        let kicker = table.add(kicker.unwrap());
        (world, table, kicker)
    };
    let (mut world, mut table, _) = build();
    let caught = world.add_ball(ball(vec2(0.2, 0.8))).unwrap();
    for _ in 0..10 {
        table.step(&mut world, DT).unwrap();
    }
    assert!(world.is_held(caught));
    let saved = (world.snapshot(), table.snapshot());

    let (mut world, mut table, kicker) = build();
    world.restore(&saved.0).unwrap();
    table.restore(&saved.1).unwrap();
    match table.state(kicker) {
        Some(PartState::Kicker(state)) => assert_eq!(state.ball, Some(caught)),
        other => panic!("{other:?}"),
    }
    table.press(kicker, true);
    table.step(&mut world, DT).unwrap();
    assert!(!world.is_held(caught));
    assert_eq!(world.velocity(caught), Some(vec2(0.0, -1.0)));
}

#[test]
fn parts_without_a_table_are_saved_one_by_one() {
    let add = || {
        let mut world = World::new(Config::weightless()).unwrap();
        let field = world.add_body(Body::fixed()).unwrap();
        let kicker = Kicker::add(&mut world, field, KickerSettings::new(Vec2::ZERO, Vec2::Y)).unwrap();
        let target = DropTargetSettings::new(vec2(1.0, 0.0), vec2(1.1, 0.0));
        let target = DropTarget::add(&mut world, field, target).unwrap();
        (world, kicker, target)
    };
    let (mut world, mut kicker, mut target) = add();
    let held = world.add_ball(ball(Vec2::ZERO)).unwrap();
    world.add_ball(ball(vec2(1.05, 0.03)).velocity(vec2(0.0, -2.0))).unwrap();
    for _ in 0..20 {
        kicker.update(&mut world, false, DT).unwrap();
        target.update(&mut world, false).unwrap();
        world.step(DT);
        kicker.read(&world);
        target.read(&world);
    }
    assert!(world.is_held(held) && !target.stands());

    let (mut world_2, mut kicker_2, mut target_2) = add();
    world_2.restore(&world.snapshot()).unwrap();
    kicker_2.restore(&kicker.snapshot()).unwrap();
    target_2.restore(&target.snapshot()).unwrap();
    assert_eq!((&kicker_2, &target_2), (&kicker, &target));
    kicker_2.update(&mut world_2, true, DT).unwrap();
    assert_eq!(world_2.velocity(held), Some(Vec2::Y));

    // Between its update and the step that reads it.
    let (mut world_3, mut kicker_3, _) = add();
    world_3.restore(&world_2.snapshot()).unwrap();
    kicker_3.restore(&kicker_2.snapshot()).unwrap();
    world_3.step(DT);
    assert!(kicker_3.read(&world_3).ejected);

    // A part keeps its settings.
    let lasting = BumperSettings { flash: 2.0, ..BumperSettings::new(vec2(3.0, 0.0)) };
    let field = world.add_body(Body::fixed()).unwrap();
    let before = Bumper::add(&mut world, field, BumperSettings { flash: 1.0, ..lasting }).unwrap();
    let mut after = Bumper::add(&mut world, field, lasting).unwrap();
    after.restore(&before.snapshot()).unwrap();
    assert_eq!(after.shape(), before.shape());
    assert_ne!(after, before, "it took up the settings of the other");
}

/// The fault of bytes, in words, once a table has refused them and is unchanged.
fn refusal(table: &mut Table, bytes: &[u8]) -> &'static str {
    let before = format!("{table:?}");
    match table.restore(bytes) {
        Err(Error::Snapshot { fault }) => {
            assert_eq!(format!("{table:?}"), before, "{fault}, but the table has changed");
            fault
        }
        other => panic!("{other:?}"),
    }
}

/// A game in which much has happened.
fn busy() -> Game {
    let mut game = Game { dice: Dice(3), ..build(0) };
    (0..500).for_each(|_| drop(game.step()));
    game
}

/// Computes the checksum of a snapshot again, as a forger does.
fn seal(bytes: &mut [u8]) {
    let (sealed, seal) = bytes.split_last_chunk_mut::<8>().unwrap();
    let sum = carom::codec::checksum(sealed);
    *seal = sum.to_le_bytes();
}

#[test]
fn whatever_is_no_snapshot_of_the_table_is_refused_and_changes_nothing() {
    let game = busy();
    let good = game.table.snapshot();
    let mut table = build(0).table;
    for length in 0..good.len() {
        refusal(&mut table, &good[..length]);
    }
    let mut longer = good.clone();
    longer.push(0);
    refusal(&mut table, &longer);
    longer.extend([0; 7]);
    seal(&mut longer);
    assert_eq!(refusal(&mut table, &longer), "something follows its end");
    for bit in 0..8 * good.len() {
        let mut flipped = good.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        if bit / 8 == 7 {
            assert!(matches!(table.restore(&flipped), Err(Error::SnapshotVersion { readable: 1, .. })));
        } else {
            refusal(&mut table, &flipped);
        }
    }

    let none = "these bytes are no snapshot of a pinball table or part";
    assert_eq!(refusal(&mut table, &[]), none);
    assert_eq!(refusal(&mut table, &game.world.snapshot()), none);
    assert!(build(0).world.restore(&good).is_err(), "a world took a table for its own");
    let mut next = good.clone();
    next[7] += 1;
    assert_eq!(table.restore(&next), Err(Error::SnapshotVersion { found: 2, readable: 1 }));
    let mut game = game;
    let Some(Part::Flipper(flipper)) = game.table.part_mut(game.parts[0]) else { panic!("no flipper") };
    assert_eq!(refusal(&mut table, &flipper.snapshot()), "it is of a part, not of a table");
    assert!(flipper.restore(&good).is_err(), "a part took a table for its own");

    table.restore(&good).unwrap();
    assert_eq!(table.snapshot(), good);
}

#[test]
fn a_table_of_other_parts_is_refused() {
    let mut world = World::new(Config::default()).unwrap();
    let field = world.add_body(Body::fixed()).unwrap();
    let post = BumperSettings::new(Vec2::ZERO);
    let mut bumper = || Part::from(Bumper::add(&mut world, field, post).unwrap());
    let (a, b, c) = (bumper(), bumper(), bumper());
    let wire = RolloverSettings::new(Vec2::ZERO, Vec2::X);
    let rollover = Rollover::add(&mut world, field, wire).unwrap();
    let mut ramp = |mouths| {
        let settings = RampSettings { mouths: vec![[Vec2::ZERO, Vec2::X]; mouths], on: HIGH, off: LOW };
        Part::from(Ramp::add(&mut world, field, settings).unwrap())
    };
    let (one, two) = (ramp(1), ramp(2));
    let table = |parts: &[Part]| {
        let mut table = Table::new();
        for part in parts {
            table.add(part.clone());
        }
        table
    };
    let bytes = table(&[a.clone(), b.clone()]).snapshot();
    let number = "the table has another number of parts";
    assert_eq!(refusal(&mut table(&[]), &bytes), number);
    assert_eq!(refusal(&mut table(&[a.clone(), b, c]), &bytes), number);
    assert_eq!(refusal(&mut table(&[a, rollover.into()]), &bytes), "a part of the table is of another kind");
    assert_eq!(refusal(&mut table(&[one]), &table(&[two]).snapshot()), "a ramp has another number of mouths");
}

/// A forger mends the checksum. Accepted bytes are a state of the table, from which the game continues.
#[test]
fn forged_snapshots_are_refused_or_hold_a_state() {
    let game = busy();
    let good = game.table.snapshot();
    let mut dice = Dice(5);
    let (mut taken, mut refused) = (0, 0);
    for n in 0..4000 {
        let mut forged = good.clone();
        for _ in 0..=n % 3 {
            let at = 8 + dice.below(forged.len() as u64 - 16) as usize;
            let byte = [0, 1, 0xff, dice.word() as u8][dice.below(4) as usize];
            forged[at..][..1 + dice.below(8) as usize].fill(byte);
        }
        if n % 8 == 0 {
            forged.truncate(17 + dice.below(forged.len() as u64 - 17) as usize);
        }
        seal(&mut forged);
        let mut other = game.clone();
        if other.table.restore(&forged).is_ok() {
            taken += 1;
            let back = other.table.snapshot();
            other.table.restore(&back).unwrap();
            assert_eq!(other.table.snapshot(), back);
            for _ in 0..3 {
                // An id that finds nothing is reported.
                let _ = other.table.step(&mut other.world, DT);
            }
        } else {
            refused += 1;
            assert_eq!(other.table.snapshot(), good);
        }
    }
    assert!(taken > 100 && refused > 100, "{taken} taken, {refused} refused");
}

/// A share that the plunger refuses is saved and read as it is.
#[test]
fn a_table_that_was_given_nonsense_can_be_saved() {
    let mut game = build(0);
    for share in [f32::NAN, -1.0, f32::INFINITY] {
        game.table.pull(game.plunger, Pull::Hold(share));
        assert!(game.table.step(&mut game.world, DT).is_err());
        for dt in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0] {
            assert!(game.table.step(&mut game.world, dt).is_err());
        }
        let saved = game.table.snapshot();
        let mut table = build(0).table;
        table.restore(&saved).unwrap();
        assert_eq!(table.snapshot(), saved);
    }
}

/// The layout changes with its version only.
#[test]
fn the_layout_is_that_of_its_version() {
    /// By version: the checksum of a table at rest, and how many bytes one takes that has been read.
    const LAYOUTS: [(u8, u64, usize); 1] = [(1, 0x67d3_c9d2_7e11_1ad2, 433)];
    let mut game = build(0);
    let bytes = game.table.snapshot();
    let sum = u64::from_le_bytes(*bytes.last_chunk().unwrap());
    game.table.read(&game.world, DT);
    let found = (bytes[7], sum, game.table.snapshot().len());
    assert_eq!(
        LAYOUTS.last(),
        Some(&found),
        "if the layout is to change, raise `HEADER` in `crates/pinball/src/codec.rs`, and add a line: {found:#x?}"
    );
}
