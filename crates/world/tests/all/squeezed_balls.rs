//! Balls between surfaces that move and give them no room.

use crate::common::{self, Dice, direction};
use carom_world::{Ball, Body, Chain, Config, Error, Joint, Material, Motor, Shape, World};
use glam::{Vec2, vec2};

const DT: f32 = 1.0 / 60.0;

/// A block comes to a ball that flies along a wall; their normals were opposite to a tenth of a degree, and the ball left at
/// 23 400 units/s.
#[test]
fn a_block_throws_no_ball_along_a_wall() -> Result<(), Error> {
    let mut world = World::new(Config::default())?;
    let wall = world.add_body(Body::fixed())?;
    let arc = Shape::arc(vec2(-2.171_023, -7.553_961), 7.075_038_4, 1.043_611_8, 0.494_650_57)?;
    world.add_shape(wall, arc.material(Material::new(1.0, 0.0)))?;
    let block = Body::kinematic().position(vec2(0.092_308_01, -0.288_694_08)).angle(1.472_637_8);
    let block = block.velocity(vec2(5.548_684_6, -11.715_703)).angular_velocity(11.359_189);
    let block = world.add_body(block)?;
    let shape = Shape::rect(vec2(0.388_721_6, 0.0), vec2(0.971_803_9, 0.368_149_3))?;
    world.add_shape(block, shape.material(Material::new(0.491_676_45, 0.3)))?;
    let ball = Ball::new(vec2(-0.122_280_024, -0.602_552_35), 0.146_247_2).mass(1.0);
    let ball = ball.velocity(vec2(5.891_424, 3.608_186_7)).angular_velocity(-42.897_614);
    let ball = world.add_ball(ball.material(Material::new(0.190_688_01, 0.3)))?;
    world.step(DT);
    let (v, spin) = (world.velocity(ball).unwrap(), world.angular_velocity(ball).unwrap());
    assert!(v.length() < 200.0 && spin.abs() < 2000.0, "{v}, spin {spin}");
    Ok(())
}

/// A bat at 0.7 units/s presses a ball on a floor against a hinge with a weak motor. The ball left at 3.9 million units/s, and
/// the hinge turned as fast.
#[test]
fn a_bat_throws_no_ball_off_a_hinge() -> Result<(), Error> {
    let mut world = World::new(Config { gravity: vec2(-2.9, -9.81), ..Config::default() })?;
    let floor = world.add_body(Body::fixed())?;
    let shape = Shape::segment(vec2(2.0, -0.247_895_33), vec2(-2.0, -0.247_895_33))?.radius(0.0008);
    world.add_shape(floor, shape.material(Material::new(0.0, 0.0)))?;
    let motor = Motor::Velocity { target: -7.532_784, max_force: 2.998_086_7 };
    let hinge = Joint::hinge(vec2(0.591_909_05, 0.145_711_42), 0.037_836_842);
    let hinge = world.add_joint(hinge.joint_position(2.353_481_3).motor(motor))?;
    let block = Shape::rect(vec2(0.195, 0.0), vec2(0.4868, 0.1785))?;
    world.add_shape(hinge, block.material(Material::new(0.893_07, 0.3)))?;
    let bat = Body::kinematic().position(vec2(-0.187_656_83, 0.069_472_93)).angle(-0.377_645_3);
    let bat = world.add_body(bat.velocity(vec2(0.251_323_22, 0.160_635_47)).angular_velocity(5.354_171))?;
    let capsule = Shape::capsule(Vec2::ZERO, vec2(0.360_53, 0.0), 0.050_764_45)?;
    world.add_shape(bat, capsule.material(Material::new(0.23, 0.0)))?;
    let ball = Ball::new(vec2(0.391_469_78, -0.053_643_14), 0.214_936_52).mass(0.101);
    let ball = world.add_ball(ball.material(Material::new(0.155, 1.5)))?;
    world.step(DT);
    let most = world.events().impacts().iter().map(|hit| hit.normal_impulse).fold(0.0, f32::max);
    assert!(most < 100.0, "largest impulse {most}");
    let (v, spin) = (world.velocity(ball).unwrap(), world.angular_velocity(ball).unwrap());
    let rate = world.joint_velocity(hinge).unwrap();
    assert!(
        v.length() < 100.0 && spin.abs() < 1000.0 && rate.abs() < 100.0,
        "{v}, spin {spin}, hinge {rate}"
    );
    Ok(())
}

/// A hook presses a ball into a corner of arcs and is stopped in each substep. The stored impulses of the contacts
/// grew by a fifth in each step, to 3.5e11, until the ball's spin jumped to ten million radians per second.
#[test]
fn what_bears_a_crushed_ball_does_not_grow() -> Result<(), Error> {
    let mut world = World::new(Config { gravity: vec2(-0.758_225_9, -29.43), ..Config::default() })?;
    let wall = world.add_body(Body::fixed())?;
    let arcs = [
        (vec2(3.594_626_7, -2.446_489_6), 3.257_015_2, 2.094_852_4, 0.898_312_03),
        (vec2(2.565_134, 3.768_952_1), 3.448_185_2, -2.590_98, 0.845_199_2),
        (vec2(-5.704_588_4, 3.882_521_2), 5.665_585_5, -0.849_866_57, 0.504_564_64),
        (vec2(-2.095_037_5, -3.078_237_5), 2.707_946_5, 0.423_729_72, 1.098_964_5),
    ];
    for (center, radius, start, sweep) in arcs {
        let arc = Shape::arc(center, radius, start, sweep)?;
        world.add_shape(wall, arc.material(Material::new(0.0, 10.0)))?;
    }
    let hook = Body::kinematic().position(vec2(0.246_916_89, -0.952_121_9)).angle(4.216_797_4);
    let hook = world.add_body(hook.angular_velocity(10.183_656))?;
    let path = Chain::start(Vec2::ZERO).line_to(vec2(0.221_344, 0.0));
    let path = path.arc_by_angle_to(vec2(0.368_907, 0.073_781), 1.0);
    world.add_shape(hook, Shape::chain(&path)?.material(Material::new(0.618_171_45, 0.0)))?;
    let ball = Ball::new(vec2(0.330_482_04, -1.227_665_3), 0.227_273_45).mass(1.0);
    let ball = world.add_ball(ball.material(Material::new(0.015, 0.2)))?;
    for step in 0..400 {
        world.step(1.0 / 120.0);
        let most = world.contacts().map(|contact| contact.normal_impulse).fold(0.0, f32::max);
        let spin = world.angular_velocity(ball).unwrap();
        assert!(most < 1e5 && spin.abs() < 1e4, "step {step}: impulse {most}, spin {spin}");
    }
    Ok(())
}

/// A bar that is sent far away presses a ball against a free hinge, which turns away from under it by a hair's breadth at a
/// time: the ball had 92 000 impacts in each substep, and the step took eleven seconds.
#[test]
fn a_ball_on_what_turns_away_is_not_struck_without_end() -> Result<(), Error> {
    let mut worst = 0;
    for seed in (0..100).chain([5866]) {
        let mut dice = Dice(seed);
        let mut dice = |low: f64, high: f64| dice.uniform(low, high) as f32;
        let mut world = World::new(Config::default())?;
        let r = dice(0.05, 0.3);
        let hinge = world.add_joint(Joint::hinge(vec2(dice(-0.5, 0.5), -dice(0.2, 1.0)), dice(0.05, 0.5)))?;
        let arm = Shape::capsule(vec2(-0.8, 0.0), vec2(0.8, 0.0), dice(0.03, 0.1))?;
        world.add_shape(hinge, arm.material(Material::new(dice(0.0, 0.9), dice(0.0, 0.5))))?;
        let bar =
            Body::kinematic().position(vec2(dice(-0.3, 0.3), r + dice(0.3, 1.0))).angle(dice(-1.0, 1.0));
        let bar = bar.velocity(direction(dice(-2.5, -0.6)) * dice(5.0, 120.0));
        let bar = world.add_body(bar.angular_velocity(dice(-30.0, 30.0)))?;
        let shape = Shape::capsule(vec2(-0.5, 0.0), vec2(0.5, 0.0), dice(0.03, 0.1))?;
        world.add_shape(bar, shape.material(Material::new(dice(0.0, 0.9), dice(0.0, 0.5))))?;
        let ball = Ball::new(Vec2::ZERO, r).mass(dice(0.1, 3.0));
        world.add_ball(ball.material(Material::new(dice(0.0, 0.9), dice(0.0, 0.5))))?;
        for _ in 0..20 {
            world.step(DT);
            worst = worst.max(world.profile().impacts);
        }
    }
    // In eight substeps.
    assert!(worst < 16_000, "{worst} impacts in a step");
    Ok(())
}

/// A ball is put where floor, wall and a post leave too little room for it. It can part from no two of them at once, was
/// struck a thousand times in each substep before it was stopped, and each step took 0.2 s, for as long as it was there.
#[test]
fn a_ball_in_a_nook_that_is_too_small_is_stopped_soon() -> Result<(), Error> {
    nooks(0..6)
}

/// More of these nooks.
#[test]
#[ignore = "long: `.ci/run tests` runs it, and `cargo test -- --ignored`"]
fn a_ball_in_each_of_many_nooks_is_stopped_soon() -> Result<(), Error> {
    nooks(6..30)
}

fn nooks(seeds: core::ops::Range<u64>) -> Result<(), Error> {
    let mut most = 0;
    for seed in seeds {
        let mut dice = Dice(seed);
        let mut world = World::new(Config { gravity: vec2(0.0, -10.0), ..Config::default() })?;
        let walls = world.add_body(Body::fixed())?;
        let post =
            |angle: f32, r: f32, overlap: f32| Shape::circle(direction(angle) * (1.0 + r - overlap), r);
        let mut shapes = vec![post(dice.within(1.2, 1.9), dice.within(0.2, 2.0), dice.within(0.0, 0.6))?];
        if seed % 2 == 0 {
            shapes.push(Shape::segment(vec2(-50.0, -1.0), vec2(50.0, -1.0))?);
            shapes.push(Shape::segment(vec2(1.0, -1.0), vec2(1.0, 5.0))?);
        } else {
            for third in [3.5, 5.6] {
                let angle = third + dice.within(-0.4, 0.4);
                shapes.push(post(angle, dice.within(0.2, 2.0), dice.within(0.0, 0.6))?);
            }
        }
        for shape in shapes {
            world.add_shape(walls, shape)?;
        }
        world.add_ball(Ball::new(Vec2::ZERO, 1.0).material(Material::new(0.3, 0.3)))?;
        for _ in 0..60 {
            world.step(DT);
            most = most.max(world.profile().impacts);
        }
    }
    assert!(most < 4000, "{most} impacts in a step");
    Ok(())
}

/// A ball that lay deeper than it may was at the largest depth and met the surface at one instant, and both were taken for contacts:
/// the two had no solution with friction, and a hinge turned at 2e16 radians per second.
#[test]
fn a_ball_deep_in_a_surface_meets_it_once() -> Result<(), Error> {
    for seed in 0..common::cases(300) {
        let mut dice = Dice(seed);
        let mut uniform = |low: f64, high: f64| dice.uniform(low, high) as f32;
        let (mass, r) = (uniform(-3.0, 12.0).exp2(), uniform(0.1, 0.4));
        let inertia = uniform(-3.0, 3.0).exp2();
        let material = Material::new(uniform(0.0, 1.0), 0.0);
        let mut world = World::new(Config::weightless())?;
        let hinge = world.add_joint(Joint::hinge(Vec2::ZERO, inertia).joint_velocity(uniform(-3.0, 3.0)))?;
        world.add_shape(hinge, Shape::segment(Vec2::ZERO, Vec2::X)?.material(material))?;
        let (x, depth, speed) = (uniform(0.1, 0.9), uniform(0.2, 0.8) * r, uniform(5.0, 300.0));
        let ball = Ball::new(vec2(x, r - depth), r).mass(mass).velocity(vec2(uniform(-5.0, 5.0), -speed));
        world.add_ball(ball.material(material))?;
        let approach = speed + x * world.joint_velocity(hinge).unwrap();
        world.step(1e-6);
        let exact = (1.0 + material.restitution) * approach / (1.0 / mass + x * x / inertia);
        let hits: Vec<f32> = world.events().impacts().iter().map(|hit| hit.normal_impulse).collect();
        assert!(hits.len() == 1 && (hits[0] / exact - 1.0).abs() < 1e-3, "seed {seed}: {hits:?} for {exact}");
    }
    Ok(())
}

/// A press that stopped at a ball was counted, but no event named the ball: "crushed, lose a life" could not be
/// written.
#[test]
fn what_is_crushed_is_named() -> Result<(), Error> {
    for (size, dt) in [(1.0_f32, DT), (1e-3, 1.0 / 240.0), (640.0, 1.0 / 30.0)] {
        for restitution in [0.0, 0.5, 1.0] {
            for behind in 0..4 {
                // An elastic ball in a narrowing gap has no end of impacts.
                let mut world = World::new(Config { max_work: 500, ..Config::weightless() })?;
                let material = Material::new(restitution, 0.3);
                let speed = 2.0 * size / (60.0 * dt);
                let press = world.add_body(Body::kinematic().velocity(vec2(speed, 0.0)))?;
                world
                    .add_shape(press, Shape::rect(Vec2::ZERO, vec2(1.0, 10.0) * size)?.material(material))?;
                let crushed =
                    world.add_ball(Ball::new(vec2(4.0, 0.0) * size, 0.5 * size).material(material))?;
                // The other side of the press: a wall, a held ball, another press, a ball before a wall.
                let held = Ball::new(vec2(5.5, 0.0) * size, 0.5 * size).material(material);
                let wall = Shape::rect(vec2(6.5, 0.0) * size, vec2(1.0, 10.0) * size)?;
                let against = match behind {
                    1 => {
                        let post = world.add_ball(held)?;
                        world.hold(post)?;
                        Some(post)
                    }
                    n => {
                        let kind = if n == 2 {
                            Body::kinematic().velocity(vec2(-speed, 0.0))
                        } else {
                            Body::fixed()
                        };
                        let body = world.add_body(kind)?;
                        world.add_shape(body, wall.material(material))?;
                        if n != 3 { Some(body) } else { Some(world.add_ball(held)?) }
                    }
                };
                world.add_ball(Ball::new(vec2(-4.0, 0.0) * size, 0.5 * size))?; // another, far away
                let name = format!("size {size}, restitution {restitution}, behind {behind}");
                let mut found = Vec::new();
                for step in 0..240 {
                    let events = world.step(dt);
                    let (dropped, named) = (events.dropped(), events.crushed().to_vec());
                    assert_eq!(
                        dropped.stalled_bodies + dropped.frozen_balls > 0,
                        !named.is_empty(),
                        "{name}, {step}"
                    );
                    for (n, one) in named.iter().enumerate() {
                        assert!((0.0..=dt).contains(&one.time), "{name}: {one:?}");
                        let twice = named[..n].iter().any(|other| {
                            (other.ball, other.mover, other.frozen) == (one.ball, one.mover, one.frozen)
                        });
                        assert!(!twice, "{name}: once a step");
                    }
                    assert!(named.is_sorted_by(|a, b| a.time <= b.time), "{name}");
                    let place = world.position(crushed).unwrap();
                    let near = |one: &carom_world::Crushed| (one.point - place).length() < 0.5 * size;
                    assert!(named.iter().filter(|one| one.ball == crushed).all(near), "{name}: {named:?}");
                    found.extend(named);
                }
                let of_ball = found.iter().find(|one| one.ball == crushed && one.mover == Some(press));
                let first = of_ball.unwrap_or_else(|| panic!("{name}: {found:?}"));
                // A ball that is stopped between two walls touches the other at no instant.
                let frozen = restitution == 1.0 && first.frozen;
                assert!(first.against == against || frozen && first.against.is_none(), "{name}: {first:?}");
                assert!(frozen || !first.frozen, "{name}");
            }
        }
    }
    Ok(())
}
