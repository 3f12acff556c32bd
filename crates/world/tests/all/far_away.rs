//! Balls at rest far away change no bit of the motion here, as long as a step takes the same number of substeps.
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use crate::common::{DT, Dice};
use carom_world::{Ball, Body, BodyId, Chain, Config, Field, Impact, Material, Region, Shape, World};
use glam::{Vec2, vec2};

/// A jar at a place.
fn jar(world: &mut World, at: Vec2) {
    let walls = world.add_body(Body::fixed().position(at)).unwrap();
    let corners = [vec2(-2.5, 60.0), vec2(-2.5, 0.0), vec2(2.5, 0.0), vec2(2.5, 60.0)];
    world.add_shape(walls, Shape::chain(&Chain::polyline(&corners)).unwrap()).unwrap();
}

/// Four balls in a row, and three that meet them all after half a second, each two of them at once.
fn break_of_a_row(world: &mut World, at: Vec2, speed: f32) -> Vec<BodyId> {
    let material = Material::new(0.9, 0.3);
    let mut add = |place: Vec2, velocity: f32| {
        let ball = Ball::new(at + place, 0.2529203).velocity(vec2(velocity, 0.0)).material(material);
        world.add_ball(ball).unwrap()
    };
    let mut balls: Vec<_> = (0..4_u8).map(|k| add(vec2(0.0, 0.507_812_5 * f32::from(k)), 0.0)).collect();
    balls.extend(
        (0..3_u8).map(|k| add(vec2(-0.4375 - 0.5 * speed, 0.253_906_25 + 0.507_812_5 * f32::from(k)), speed)),
    );
    balls
}

/// Balls of many sizes over a jar about the origin, which fall into it.
fn falling_heap(world: &mut World, dice: &mut Dice) -> Vec<BodyId> {
    jar(world, Vec2::ZERO);
    let ball = |k: usize| {
        let place = vec2((k % 5) as f32 - 2.0, 0.6 + 0.9 * (k / 5) as f32) + dice.point(0.1);
        world.add_ball(Ball::new(place, dice.within(0.15, 0.4))).unwrap()
    };
    (0..80).map(ball).collect()
}

/// Columns of balls that stand in a jar far away.
fn columns(world: &mut World) -> Vec<BodyId> {
    let at = vec2(3000.0, -50.0);
    jar(world, at);
    let place = |k: usize| at + vec2(0.75 * (k % 6) as f32 - 1.875, 0.25 + 0.5 * (k / 6) as f32);
    (0..60).map(|k| world.add_ball(Ball::new(place(k), 0.25)).unwrap()).collect()
}

/// The bits of places, velocities and spins.
fn bits(world: &World, balls: &[BodyId]) -> Vec<u32> {
    let numbers = |&ball: &BodyId| {
        let (at, velocity) = (world.position(ball).unwrap(), world.velocity(ball).unwrap());
        [at.x, at.y, velocity.x, velocity.y, world.angular_velocity(ball).unwrap()].map(f32::to_bits)
    };
    balls.iter().flat_map(numbers).collect()
}

#[test]
fn what_rests_far_away_changes_no_bit() {
    // A field, wherever it is, has every step take all substeps.
    let region = Region::Circle { center: vec2(0.0, -1000.0), radius: 1.0 };
    let nowhere = Field { region: Some(region), ..Field::uniform(Vec2::X) };
    for max_substeps in [8, 12] {
        let config = Config { max_substeps, ..Config::default() };
        for seed in 0..4 {
            let run = |has_columns: bool| {
                let mut world = World::new(config).unwrap();
                let balls = falling_heap(&mut world, &mut Dice(seed));
                world.add_field(nowhere).unwrap();
                let others = if has_columns { columns(&mut world) } else { Vec::new() };
                let mut impacts = 0;
                let step = |_| {
                    let of_columns = |hit: &&Impact| others.contains(&hit.body_b);
                    impacts += world.step(DT).impacts().iter().filter(of_columns).count();
                    bits(&world, &balls)
                };
                let steps: Vec<_> = (0..400).map(step).collect();
                (steps, impacts)
            };
            let ((alone, _), (together, impacts)) = (run(false), run(true));
            assert_eq!(impacts, 0, "the columns stand");
            let differs = alone.iter().zip(&together).position(|(one, other)| one != other);
            assert_eq!(differs, None, "seed {seed}, {max_substeps} substeps");
        }
    }
}

/// The remaining approaches of many meeting balls were measured by the fastest approach anywhere: a break at 256
/// units/s far away left one at 16 units/s unfinished that happened at the same time.
#[test]
fn a_fast_break_far_away_leaves_a_slow_one_as_it_is() {
    let run = |others: &[f32]| {
        let mut world = World::new(Config::weightless()).unwrap();
        let balls = break_of_a_row(&mut world, Vec2::ZERO, 16.0);
        for (n, &speed) in (1_u16..).zip(others) {
            break_of_a_row(&mut world, vec2(0.0, 64.0 * f32::from(n)), speed);
        }
        (0..60).for_each(|_| _ = world.step(DT));
        bits(&world, &balls)
    };
    let alone = run(&[]);
    for others in [&[16.0][..], &[256.0], &[4096.0], &[256.0, 65536.0]] {
        assert_eq!(run(others), alone, "{others:?}");
    }
}
