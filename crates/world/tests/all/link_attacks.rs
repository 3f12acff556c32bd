//! Links that no sane game would tie, many of which contradict each other, between masses twelve orders of magnitude
//! apart: nothing panics, nothing leaves the room, and a restored world has the same future.
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use crate::common::{self, Dice};
use carom_world::{
    Ball, Body, BodyId, Chain, Config, Error, Joint, Link, LinkEnd, LinkId, Material, Motor, Shape, World,
};
use glam::{Vec2, vec2};

const DT: f32 = 1.0 / 60.0;
const HALF: f32 = 4.0;

fn below(dice: &mut Dice, count: usize) -> usize {
    dice.roll() as usize % count
}

/// Anywhere in the room; one time in three on a coarse grid, so that places coincide.
fn place(dice: &mut Dice) -> Vec2 {
    let at = dice.point(3.0);
    if below(dice, 3) == 0 { at.round() } else { at }
}

/// A closed room with a blade that turns, a slider that is driven back and forth, and balls whose masses differ by
/// up to twelve orders of magnitude.
fn room(dice: &mut Dice) -> (World, Vec<BodyId>, Vec<BodyId>) {
    let mut world = World::new(Config::default()).unwrap();
    let walls = world.add_body(Body::fixed()).unwrap();
    let corners = [vec2(-HALF, -HALF), vec2(HALF, -HALF), vec2(HALF, HALF), vec2(-HALF, HALF)];
    world.add_shape(walls, Shape::chain(&Chain::polyline(&corners).close()).unwrap()).unwrap();
    let blade = world.add_body(Body::kinematic().angular_velocity(dice.within(-20.0, 20.0))).unwrap();
    world.add_shape(blade, Shape::capsule(vec2(-0.7, 0.0), vec2(0.7, 0.0), 0.1).unwrap()).unwrap();
    let guide = Joint::slider(vec2(2.0, -2.0), Vec2::Y, 1.0, [-1.0, 1.0]).motor(Motor::Force(20.0));
    let slider = world.add_joint(guide).unwrap();
    world.add_shape(slider, Shape::circle(Vec2::ZERO, 0.2).unwrap()).unwrap();
    let balls = (0..10)
        .map(|_| {
            let mass = libm::powf(10.0, dice.within(-6.0, 6.0));
            let (at, radius) = (place(dice), dice.within(0.05, 0.3));
            world.add_ball(Ball::new(at, radius).mass(mass)).unwrap()
        })
        .collect();
    (world, balls, vec![blade, slider])
}

fn tie(dice: &mut Dice, balls: &[BodyId], bodies: &[BodyId]) -> Link {
    let a = LinkEnd::Ball(balls[below(dice, balls.len())]);
    let b = match below(dice, 4) {
        0 => LinkEnd::Point(place(dice)),
        1 => LinkEnd::Body(bodies[below(dice, bodies.len())], place(dice) * 0.3),
        _ => LinkEnd::Ball(balls[below(dice, balls.len())]),
    };
    let length = match below(dice, 4) {
        0 => 1e-6,
        1 => libm::powf(10.0, dice.within(-6.0, 3.0)),
        _ => dice.within(0.2, 3.0),
    };
    match below(dice, 4) {
        0 => Link::rod(a, b, length),
        1 => Link::rope(a, b, length),
        2 => Link::rope(a, b, length).limits(0.5 * length, length),
        _ => {
            let stiffness = libm::powf(10.0, dice.within(-3.0, 9.0));
            Link::spring(a, b, length, stiffness).damping(libm::powf(10.0, dice.within(-3.0, 6.0)))
        }
    }
}

fn add(dice: &mut Dice, world: &mut World, balls: &[BodyId], bodies: &[BodyId], links: &mut Vec<LinkId>) {
    let link = tie(dice, balls, bodies);
    links.extend(world.add_link(link).ok());
}

/// One thing that a game may do between two steps.
fn meddle(
    dice: &mut Dice,
    world: &mut World,
    balls: &mut Vec<BodyId>,
    bodies: &[BodyId],
    links: &mut Vec<LinkId>,
) {
    let ball = balls[below(dice, balls.len())];
    match below(dice, 12) {
        0..=3 => add(dice, world, balls, bodies, links),
        // Reels in or out in mid-swing. It may have gone with one of its balls.
        4 if !links.is_empty() => {
            let id = links[below(dice, links.len())];
            if let Some(link) = world.link(id) {
                let length = libm::powf(10.0, dice.within(-6.0, 3.0));
                let least = if below(dice, 2) == 0 { 0.0 } else { length };
                world.set_link(id, link.limits(least, length)).unwrap();
            }
        }
        5 if !links.is_empty() => {
            let id = links.swap_remove(below(dice, links.len()));
            let known = world.link(id).is_some();
            assert_eq!(known, world.remove_link(id).is_ok(), "only what is there can go");
        }
        // As a game does that removes the bodies that were hit, while it reads the events.
        6 if balls.len() > 3 => {
            let hit = world.events().impacts().first().map(|hit| hit.body_b);
            let gone = hit.filter(|id| balls.contains(id)).unwrap_or(ball);
            world.remove_body(gone).unwrap();
            balls.retain(|id| *id != gone);
            let tied = |end: LinkEnd| end == LinkEnd::Ball(gone);
            assert!(!world.links().any(|(_, link)| tied(link.a) || tied(link.b)), "its links go with it");
        }
        7 => world.hold(ball).unwrap(),
        8 => world.release(ball).unwrap(),
        // Refused for one that is held.
        9 => _ = world.set_velocity(ball, dice.point(1e3)),
        10 => world.nudge(vec2(0.2, 0.1), 0.2).unwrap(),
        _ => world.clear_caches(),
    }
}

fn attack(seed: u64, steps: u32) {
    let mut dice = Dice(seed);
    let (mut world, mut balls, bodies) = room(&mut dice);
    let mut links = Vec::new();
    for _ in 0..8 {
        add(&mut dice, &mut world, &balls, &bodies, &mut links);
    }
    for n in 0..steps {
        if n % 6 == 5 {
            meddle(&mut dice, &mut world, &mut balls, &bodies, &mut links);
        }
        let mut twin = if n % 2 == 0 {
            World::from_snapshot(&world.snapshot()).unwrap()
        } else {
            let mut twin = world.clone();
            twin.clear_caches();
            twin
        };
        world.step(DT);
        twin.step(DT);
        assert_eq!(twin.state_hash(), world.state_hash(), "seed {seed}, step {n}: another future");
        for ball in &balls {
            let (at, velocity) = (world.position(*ball).unwrap(), world.velocity(*ball).unwrap());
            assert!(velocity.is_finite(), "seed {seed}, step {n}: {velocity}");
            assert!(at.abs().max_element() < HALF, "seed {seed}, step {n}: {at} is outside");
        }
    }
}

#[test]
fn whatever_is_tied_stays_in_the_room_and_has_the_same_future_when_restored() {
    (0..common::cases(1)).for_each(|seed| attack(seed, 60));
}

/// Of two impacts in one instant, the first gave a ball the true velocity that it had on its chord, and the second
/// moved it to its own time at that velocity. Where links contradict each other, that is many times as fast as any
/// predicted motion, and led through the wall. A restored world lists its surroundings again out there, and so met
/// other things.
#[test]
fn between_two_impacts_of_one_instant_nothing_moves_that_has_landed() {
    attack(142, 6);
}

/// The same, after more steps.
#[test]
#[ignore = "long: `.ci/run tests` runs it, and `cargo test -- --ignored`"]
fn between_two_late_impacts_of_one_instant_nothing_moves_that_has_landed() {
    [(56, 70), (69, 40)].into_iter().for_each(|(seed, steps)| attack(seed, steps));
}

/// A linked ball that was stopped for the rest of the substep kept the end of the short chord on which it came. The
/// next event of a slider was predicted for that time, long past, and the whole island was brought back there at
/// its new speeds: through the walls.
#[test]
fn a_linked_ball_that_was_stopped_stands_to_the_end_of_the_substep() {
    attack(61, 2);
}

/// Where a ball parted from a mechanism that it pushes, the balls linked to the mechanism stayed in place from then
/// on, and the next event treated them as brought there just now. Debug builds noticed it; one ball in some hundred
/// rooms left.
#[test]
fn what_hangs_on_a_mechanism_that_a_ball_comes_off_flies_on() {
    [(5101, 3), (5142, 3)].into_iter().for_each(|(seed, steps)| attack(seed, steps));
}

/// A ball that was listed again during its flight had all its arrivals predicted a second time. An end of a blade
/// that it had passed without a bounce was not tested again, and it bounced off the face behind: in one world, but
/// not in one that was restored, whose lists reached farther.
#[test]
fn what_was_decided_when_a_flight_began_is_not_decided_again() {
    attack(3346, 2);
}

/// A ball at rest that a new rope ties, too short for where it is. It is brought back, and has no speed of it; that stayed,
/// since ropes only pull: 19 units/s at 60 steps a second, 320 at 1000.
#[test]
fn a_rope_that_is_too_short_gives_no_speed() -> Result<(), Error> {
    for dt in [1.0 / 60.0, 1.0 / 240.0, 1.0 / 1000.0] {
        for (link, inwards) in
            [(Link::rope as fn(Vec2, BodyId, f32) -> Link, 0.0), (Link::rod, 0.0), (Link::rope, 0.5)]
        {
            let mut world = World::new(Config::weightless())?;
            let ball = world.add_ball(Ball::new(vec2(4.0, 0.0), 0.1).velocity(vec2(-inwards, 0.0)))?;
            world.add_link(link(Vec2::ZERO, ball, 1.0))?;
            for _ in 0..30 {
                world.step(dt);
                let velocity = world.velocity(ball).expect("a ball");
                assert!((velocity - vec2(-inwards, 0.0)).length() < 1e-3, "{dt} {inwards}: {velocity}");
            }
            let left = world.position(ball).expect("a ball").length();
            assert!(left < 1.1, "{dt} {inwards}: {left}");
        }
    }
    Ok(())
}

/// Two balls on a rope that is too short, one on each side of a block. The correction of the rope's length drove
/// both into the block again and again, 2500 times a step, without end. A ball across the rope moved at 3 units/s,
/// as the contact against the rope had given it speed. And where rounding let them come nearer by themselves, at
/// 1e-15 units/s, the rope was left as long as it was.
#[test]
fn a_rope_that_a_block_holds_apart_comes_to_rest() -> Result<(), Error> {
    for (wide, y) in [(1.0, 0.1), (1.0, 0.0), (0.7, 0.3), (2.0, -0.05)] {
        let mut world = World::new(Config::weightless())?;
        let block = world.add_body(Body::fixed())?;
        for x in [-0.5 * wide, 0.5 * wide] {
            world.add_shape(block, Shape::segment(vec2(x, -2.0), vec2(x, 2.0)).unwrap())?;
        }
        let balls = [vec2(-1.0 - 0.5 * wide, y), vec2(1.5 + 0.5 * wide, 0.0)];
        let [a, b] = balls.map(|at| world.add_ball(Ball::new(at, 0.1)).expect("a ball"));
        world.add_link(Link::rope(a, b, 0.3))?;
        let (mut impacts, mut fastest) = (0, 0.0_f32);
        for _ in 0..120 {
            world.step(1.0 / 60.0);
            impacts += world.profile().impacts;
            for ball in [a, b] {
                fastest = fastest.max(world.velocity(ball).expect("a ball").length());
            }
        }
        let [from, to] = [a, b].map(|ball| world.position(ball).expect("a ball"));
        let least = wide + 0.2;
        let case = format!("{wide} {y}: {from} {to}");
        assert!((least - 0.03..least + 0.03).contains(&(to.x - from.x)), "{case}");
        assert!(fastest < 0.3, "{case}, {fastest}");
        assert!(impacts < 30_000, "{case}, {impacts}");
    }
    Ok(())
}

/// Three balls in a narrow groove, two of them on rods to one that is held. The impulses that should part their
/// contacts grew from sweep to sweep beyond all numbers, and the held ball moved with the others to the origin.
#[test]
fn balls_on_rods_in_a_groove_stay_numbers() -> Result<(), Error> {
    let mut world = World::new(Config { gravity: vec2(-1.181_217_7, -29.43), ..Config::default() })?;
    let (wide, tilt) = (0.162_367_05, 0.297_410_67);
    let groove = world.add_body(Body::fixed())?;
    for turn in [0.5 * wide, -0.5 * wide] {
        let wall =
            Shape::segment(Vec2::ZERO, 3.0 * common::direction(core::f32::consts::FRAC_PI_2 + turn + tilt))?;
        world.add_shape(groove, wall.material(Material::new(0.0, 1.0)))?;
    }
    let mut add = |x, y, radius, mass, (restitution, friction)| {
        let material = Material::new(restitution, friction);
        world.add_ball(Ball::new(vec2(x, y), radius).mass(mass).material(material))
    };
    let low = add(-0.212_939_29, 0.669_268_2, 0.063_983_89, 2.397_832_9, (0.774_633_9, 1.5))?;
    let middle = add(-0.226_982_47, 0.826_052_7, 0.094_017_68, 0.311_438_9, (0.233_512_74, 1.5))?;
    add(-0.339_965_7, 1.011_552_6, 0.096_182_87, 1.391_802_8, (0.239_362_76, 0.3))?;
    let held = add(-0.360_896_26, 1.199_122_4, 0.075_720_16, 1.031_438, (0.752_987_1, 0.3))?;
    world.hold(held)?;
    let place = world.position(held);
    world.add_link(Link::rod(held, middle, 0.396_375_98))?;
    world.add_link(Link::rod(low, held, 0.550_124_35))?;
    for step in 0..30 {
        assert_eq!(world.step(DT).dropped().quarantined_balls, 0, "step {step}");
        assert_eq!(world.position(held), place, "step {step}");
    }
    Ok(())
}
