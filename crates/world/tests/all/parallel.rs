//! The number of threads changes no bit: the same world, stepped in pools of one, two, three and eight threads and in
//! none, with as many balls as it takes for the work to be divided.
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use crate::common::{Dice, twins};
use carom_world::{Ball, Body, Config, Field, Floor, Joint, Link, Material, Motor, Shape, World};
use glam::{Vec2, vec2};
use rayon::{ThreadPool, ThreadPoolBuilder};

const DT: f32 = 1.0 / 60.0;
/// Half the width of the boxes.
const HALF: f32 = 32.0;

fn pools() -> Vec<ThreadPool> {
    let pool = |threads| ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    [1, 2, 3, 8].map(pool).into()
}

/// Steps a world in each pool, and once outside of all; results and events must agree.
fn compare(place: &str, world: &World, steps: u32, mut drive: impl FnMut(&mut World, u32)) {
    let pools = pools();
    let mut worlds = vec![world.clone(); pools.len() + 1];
    let mut reported = 0;
    for step in 0..steps {
        for (n, world) in worlds.iter_mut().enumerate() {
            drive(world, step);
            match pools.get(n) {
                Some(pool) => pool.install(|| _ = world.step(DT)),
                None => _ = world.step(DT),
            }
        }
        let (world, twins) = worlds.split_first().unwrap();
        reported += world.events().impacts().len();
        for (n, twin) in twins.iter().enumerate() {
            let place = format!("{place}, step {step}, world {}", n + 1);
            twins::agree(world, twin, &place);
            assert_eq!(world.events().dropped(), twin.events().dropped(), "{place}");
            assert_eq!(world.profile().named(), twin.profile().named(), "{place}");
        }
        if step % 50 == 49 {
            // Young lists, in all of them.
            worlds.iter_mut().for_each(World::clear_caches);
        }
    }
    let snapshot = worlds[0].snapshot();
    assert!(worlds.iter().all(|world| world.snapshot() == snapshot), "{place}: snapshots");
    assert!(reported > 100, "{place}: {reported} impacts");
}

/// A closed box with this many balls on a lattice, in no order.
fn crowd(config: Config, balls: usize, dice: &mut Dice, ball: impl FnMut(&mut Dice, Vec2) -> Ball) -> World {
    box_of(config, balls, true, dice, ball)
}

/// The same, in the order of the lattice unless `shuffled`.
fn box_of(
    config: Config,
    balls: usize,
    shuffled: bool,
    dice: &mut Dice,
    mut ball: impl FnMut(&mut Dice, Vec2) -> Ball,
) -> World {
    let mut world = World::new(config).unwrap();
    let walls = world.add_body(Body::fixed()).unwrap();
    let corners = [vec2(-HALF, -HALF), vec2(HALF, -HALF), vec2(HALF, HALF), vec2(-HALF, HALF)];
    for (n, a) in corners.iter().enumerate() {
        world.add_shape(walls, Shape::segment(*a, corners[(n + 1) % 4]).unwrap()).unwrap();
    }
    let columns = (balls as f32).sqrt().ceil();
    let pitch = 2.0 * HALF / columns;
    let mut places: Vec<_> = (0..balls)
        .map(|n| {
            let (row, column) = ((n as f32 / columns).floor(), n as f32 % columns);
            vec2(column + 0.5, row + 0.5) * pitch - HALF
        })
        .collect();
    for n in (1..balls).rev().filter(|_| shuffled) {
        places.swap(n, dice.roll() as usize % (n + 1));
    }
    for place in places {
        world.add_ball(ball(dice, place)).unwrap();
    }
    world
}

#[test]
fn a_gas() {
    let mut dice = Dice(1);
    let bouncy = Material::new(1.0, 0.0);
    let mut world = crowd(Config::weightless(), 3000, &mut dice, |dice, at| {
        Ball::new(at, dice.within(0.1, 0.45)).velocity(dice.point(20.0)).material(bouncy)
    });
    let blade = world.add_body(Body::kinematic()).unwrap();
    let shape = Shape::capsule(vec2(-5.0, 0.0), vec2(5.0, 0.0), 0.2).unwrap();
    world.add_shape(blade, shape).unwrap();
    let sensor = world.add_body(Body::fixed()).unwrap();
    world.add_shape(sensor, Shape::circle(vec2(9.0, 9.0), 5.0).unwrap().sensor()).unwrap();
    compare("gas", &world, 40, |world, step| {
        world.set_angular_velocity(blade, if step % 20 < 10 { 8.0 } else { -3.0 }).unwrap();
    });
}

/// Balls that came into the world layer by layer, as most do: their contacts are solved in blocks.
#[test]
fn a_pile_in_layers() {
    let mut dice = Dice(6);
    let material = Material::new(0.2, 0.5);
    let world = box_of(Config::default(), 4500, false, &mut dice, |dice, at| {
        Ball::new(at, dice.within(0.36, 0.46)).material(material)
    });
    compare("layers", &world, 100, |_, _| ());
}

/// Balls of many sizes and materials fall, land on each other and on swinging and sliding bodies, and come to rest.
#[test]
fn a_pile() {
    let mut dice = Dice(2);
    let mut world = crowd(Config::default(), 2700, &mut dice, |dice, at| {
        let radius = if dice.unit() < 0.01 { 1.0 } else { dice.within(0.25, 0.5) };
        let mut material = Material::new(dice.within(0.0, 0.5), dice.within(0.0, 1.0));
        if dice.unit() < 0.05 {
            material.rolling_resistance = 0.01;
        }
        Ball::new(at, radius).material(material)
    });
    let flipper = Joint::hinge(vec2(-10.0, -HALF + 8.0), 500.0).limits(-0.5, 0.5);
    let flipper = world.add_joint(flipper).unwrap();
    world.add_shape(flipper, Shape::capsule(Vec2::ZERO, vec2(6.0, 0.0), 0.5).unwrap()).unwrap();
    compare("pile", &world, 180, |world, step| {
        let torque = if step % 90 < 20 { 4e6 } else { 0.0 };
        world.set_motor(flipper, Motor::Force(torque)).unwrap();
    });
}

/// Little that moves among much that stands: flights of all lengths, balls that stand and are roused.
#[test]
fn a_pile_at_rest() {
    let mut dice = Dice(3);
    let soft = Material::new(0.0, 0.6);
    let mut world = crowd(Config::default(), 3000, &mut dice, |dice, at| {
        Ball::new(at, dice.within(0.3, 0.5)).material(soft)
    });
    for _ in 0..500 {
        world.step(DT);
    }
    assert!(world.profile().sleeping > 100, "{} stand", world.profile().sleeping);
    compare("pile at rest", &world, 70, |world, step| {
        if step % 3 == 0 {
            let mut dice = Dice(u64::from(step));
            let at = vec2(dice.within(-30.0, 30.0), 31.0);
            _ = world
                .add_ball(Ball::new(at, 0.3).velocity(dice.point(40.0)).material(Material::new(0.9, 0.1)));
        }
    });
}

/// Where all flights end with the substep: a floor, fields, a nudge, links.
#[test]
fn tables_that_bend_flights() {
    let mut dice = Dice(4);
    let ivory = Material::new(0.9, 0.1);
    let mut seen =
        |dice: &mut Dice, at| Ball::new(at, dice.within(0.1, 0.4)).velocity(dice.point(15.0)).material(ivory);
    let mut floor = crowd(Config::weightless(), 2600, &mut dice, &mut seen);
    floor.set_floor(Some(Floor::default())).unwrap();
    compare("floor", &floor, 25, |_, _| {});

    let mut bent = crowd(Config::default(), 2600, &mut dice, &mut seen);
    bent.add_field(Field::attractor(vec2(5.0, 5.0), 300.0, 2.0)).unwrap();
    bent.add_field(Field::drag(0.1)).unwrap();
    let balls: Vec<_> = bent.balls().map(|(id, ball)| (id, ball.position)).take(200).collect();
    for pair in balls.chunks_exact(2) {
        let length = (pair[0].1 - pair[1].1).length();
        let link = if length < 20.0 {
            Link::rope(pair[0].0, pair[1].0, length)
        } else {
            Link::spring(pair[0].0, pair[1].0, length, 3.0)
        };
        bent.add_link(link).unwrap();
    }
    compare("fields", &bent, 30, |world, step| {
        if step % 15 == 5 {
            world.nudge(vec2(0.3, 0.1), 0.1).unwrap();
        }
    });
}

/// Sizes of all orders, some of them far away: a grid of many levels, balls in none of its cells.
#[test]
fn many_sizes() {
    let mut dice = Dice(5);
    let config = Config {
        max_speed: 60.0,
        stuck_after: 0.3,
        bounds: Some([Vec2::splat(-30.0), Vec2::splat(30.0)]),
        ..Config::default()
    };
    let mut world = crowd(config, 2600, &mut dice, |dice, at| {
        let radius = 0.6 * dice.within(-6.0, 0.0).exp2();
        Ball::new(at, radius).velocity(dice.point(30.0)).material(Material::new(dice.unit(), dice.unit()))
    });
    for n in 0_u8..20 {
        let at = vec2(1e4 + 30.0 * f32::from(n), -3e3);
        world.add_ball(Ball::new(at, 10.0).velocity(dice.point(200.0))).unwrap();
    }
    compare("sizes", &world, 60, |_, _| {});
}
