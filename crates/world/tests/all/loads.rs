//! Loads can be read: a ball on a scale shows its weight.

use crate::common::{Dice, direction};
use carom_world::{Ball, Body, BodyId, Config, Error, Joint, Material, Motor, Shape, World};
use glam::{DVec2, Vec2, vec2};

/// A tube that stands on a scale, with balls of radius `r` in it.
fn tube(config: Config, balls: usize, r: f32, mass: f32) -> Result<(World, BodyId), Error> {
    let mut world = World::new(config)?;
    let scale = world.add_body(Body::fixed())?;
    world.add_shape(scale, Shape::segment(vec2(-1.05 * r, 0.0), vec2(1.05 * r, 0.0))?)?;
    let walls = world.add_body(Body::fixed())?;
    for x in [-1.05 * r, 1.05 * r] {
        let wall = Shape::segment(vec2(x, 0.1 * r), vec2(x, 100.0 * r))?;
        world.add_shape(walls, wall.material(Material::new(0.0, 0.0)))?;
    }
    for n in 0..balls {
        let smooth = Material::new(0.0, 0.0);
        world.add_ball(Ball::new(vec2(0.0, r + 2.0 * r * n as f32), r).mass(mass).material(smooth))?;
    }
    Ok((world, scale))
}

/// One kilogram on a scale gave 4.9 N and forty 98: the impulse was that of the last substep, of which a step has one to
/// eight, as the load asks for.
#[test]
fn what_lies_on_a_scale_weighs_what_it_weighs() -> Result<(), Error> {
    for sleep_speed in [0.0, 0.025] {
        for (balls, most) in [(1, 8), (6, 8), (30, 8), (1, 1), (3, 4)] {
            for (r, rate, mass) in
                [(0.2, 60.0, 1.0), (0.2, 240.0, 0.01), (10.0, 60.0, 40.0), (1e-2, 500.0, 1e-3)]
            {
                let g = 49.0 * r;
                let gravity = vec2(0.0, -g);
                let config = Config { max_substeps: most, sleep_speed, gravity, ..Config::default() };
                let (mut world, scale) = tube(config, balls, r, mass)?;
                for _ in 0..(3.0 * rate) as u32 {
                    world.step(1.0 / rate);
                }
                let weight = balls as f32 * mass * g;
                let place = format!(
                    "{balls} balls of {mass}, radius {r}, {rate} Hz, {most} substeps, sleep {sleep_speed}"
                );
                let load = world.load_on(scale).unwrap_or_default();
                assert!((load.force.y / weight + 1.0).abs() < 2e-3, "{place}: {} of {weight}", load.force);
                let impulse: f32 = world.contacts_of(scale).map(|c| c.normal_impulse * c.normal.y).sum();
                assert!((impulse * rate / weight - 1.0).abs() < 2e-3, "{place}: {}", impulse * rate);
                let again = World::from_snapshot(&world.snapshot())?;
                assert_eq!(again.load_on(scale), world.load_on(scale), "{place}");
                assert!(again.contacts().eq(world.contacts()), "{place}");
            }
        }
    }
    Ok(())
}

/// On a slope friction holds a ball: the force on it is its weight upwards, and turns it about nothing. Two feet of
/// a table share the load on it by the law of the lever.
#[test]
fn forces_are_whole_and_torques_go_by_the_lever() -> Result<(), Error> {
    let grip = Material { static_friction: 1.0, rolling_resistance: 0.5, ..Material::new(0.0, 0.8) };
    for turn in [0.0_f32, 0.15, -0.3] {
        let mut world = World::new(Config { sleep_speed: 0.0, ..Config::default() })?;
        let slope = world.add_body(Body::fixed().position(vec2(-1.0, 0.5)))?;
        let (along, at) = (direction(turn), vec2(1.0, -0.5));
        let plank = Shape::segment(at - 2.0 * along, at + 2.0 * along)?;
        world.add_shape(slope, plank.material(grip))?;
        let up = along.perp();
        let ball = world.add_ball(Ball::new(0.1 * up, 0.1).mass(3.0).material(grip))?;
        for _ in 0..240 {
            world.step(1.0 / 60.0);
        }
        let weight = 3.0 * 9.81;
        let (on_ball, on_slope) = (world.load_on(ball), world.load_on(slope));
        let (on_ball, on_slope) = (on_ball.unwrap_or_default(), on_slope.unwrap_or_default());
        assert!((on_ball.force - weight * Vec2::Y).length() < 0.01 * weight, "{turn}: {on_ball:?}");
        assert_eq!(on_slope.force, -on_ball.force, "what one gives the other takes");
        let at = world.position(ball).unwrap_or_default() - 0.1 * up;
        let lever = (at - vec2(-1.0, 0.5)).perp_dot(on_slope.force);
        assert!((on_slope.torque - lever).abs() < 1e-3 * weight, "{turn}: {on_slope:?}, {lever}");
    }
    let mut world = World::new(Config::default())?;
    let seesaw = Joint::hinge(Vec2::ZERO, 10.0).motor(Motor::Velocity { target: 0.0, max_force: 1e4 });
    let seesaw = world.add_joint(seesaw)?;
    world.add_shape(seesaw, Shape::segment(vec2(-1.0, 0.0), vec2(1.0, 0.0))?.material(grip))?;
    let mut dice = Dice(3);
    let mut torque = 0.0;
    for n in 0..4 {
        let (x, mass) = (-0.75 + 0.5 * n as f32, dice.within(0.5, 2.0));
        torque -= x * mass * 9.81;
        world.add_ball(Ball::new(vec2(x, 0.1), 0.1).mass(mass).material(grip))?;
    }
    for _ in 0..240 {
        world.step(1.0 / 60.0);
    }
    let load = world.load_on(seesaw).unwrap_or_default();
    assert!((load.torque - torque).abs() < 0.02, "{load:?} for {torque}");
    world.remove_body(seesaw)?;
    assert_eq!(world.load_on(seesaw), None);
    Ok(())
}

/// A tray gives the balls in it their change of momentum and bears their weight, step by step: by contacts, of which each step
/// has up to eight substeps, and by impacts. Without the hits that are no impacts to the game, a heap that lands
/// shows up to 13 of 32 units too little in a step.
#[test]
fn contacts_and_impacts_give_all_momentum() -> Result<(), Error> {
    let cases =
        [(60.0, 0.0, 0.0, 0.025), (60.0, 0.5, 0.2, 0.025), (240.0, 0.3, 0.0, 0.0), (30.0, 0.3, 0.1, 0.0)];
    for (rate, restitution, turn, sleep_speed) in cases {
        let mut world = World::new(Config { sleep_speed, ..Config::default() })?;
        let tray = world.add_body(Body::fixed().angle(turn))?;
        let material = Material::new(restitution, 0.4);
        for [a, b] in [[-2.0, 0.0, 2.0, 0.0], [-2.0, 8.0, -2.0, 0.0], [2.0, 0.0, 2.0, 8.0]]
            .map(|[x, y, to_x, to_y]| [vec2(x, y), vec2(to_x, to_y)])
        {
            world.add_shape(tray, Shape::segment(a, b)?.material(material))?;
        }
        let mut balls = Vec::new();
        for n in 0..60 {
            let place = vec2(-1.6 + 0.4 * (n % 9) as f32 + 1e-3 * n as f32, 0.5 + 0.45 * (n / 9) as f32);
            let ball = Ball::new(place, 0.1 + 0.016 * (7 * n % 5) as f32).mass(1.0);
            balls.push(world.add_ball(ball.material(material))?);
        }
        let (dt, mut missing) = (1.0 / rate, 0.0);
        for _ in 0..(6.0 * rate) as u32 {
            let momentum = |world: &World| {
                balls.iter().filter_map(|&ball| world.precise(ball)).map(|ball| ball.velocity).sum::<DVec2>()
            };
            let before = momentum(&world);
            world.step(dt);
            let weight = DVec2::new(0.0, 9.81 * balls.len() as f64) * f64::from(dt);
            let due = momentum(&world) - before + weight;
            let by_contacts = -world.load_on(tray).unwrap_or_default().force.as_dvec2() * f64::from(dt);
            let on_tray = world.events().impacts().iter().filter(|impact| impact.body_a == tray);
            let by_impacts = on_tray.map(|impact| {
                let normal = impact.normal.as_dvec2();
                normal * f64::from(impact.normal_impulse) + normal.perp() * f64::from(impact.tangent_impulse)
            });
            missing += (due - by_contacts - by_impacts.sum::<DVec2>()).length() / weight.y;
        }
        let missing = missing / (6.0 * f64::from(rate));
        assert!(missing < 0.01, "{rate} Hz, restitution {restitution}: {missing} of the weight is missing");
    }
    Ok(())
}

/// Balls that sleep bear each other as well, until one that falls on them wakes them within a step.
#[test]
fn a_scale_shows_sleepers_that_wake_within_a_step() -> Result<(), Error> {
    let mut late = 0;
    for height in 0..40 {
        let (mut world, scale) = tube(Config::default(), 3, 0.2, 1.0)?;
        for _ in 0..180 {
            world.step(1.0 / 60.0);
        }
        assert_eq!(world.profile().sleeping, 3);
        let smooth = Material::new(0.0, 0.0);
        let from = vec2(0.0, 1.7 + 0.013 * height as f32);
        let falls = world.add_ball(Ball::new(from, 0.2).mass(1.0).material(smooth))?;
        let momentum = |world: &World| {
            world.balls().filter_map(|(ball, _)| world.precise(ball)).map(|ball| ball.velocity.y).sum::<f64>()
        };
        let mut before = 0.0;
        while world.profile().sleeping == 3 {
            before = momentum(&world);
            world.step(1.0 / 60.0);
        }
        let struck = world.events().impacts().iter().find(|impact| impact.body_b == falls);
        late += u32::from(struck.is_some_and(|impact| impact.time > 0.5 / 60.0));
        let due = (momentum(&world) - before) * 60.0 + 4.0 * 9.81;
        let shown = -f64::from(world.load_on(scale).unwrap_or_default().force.y);
        assert!((shown - due).abs() < 0.01 * due, "from height {height} the scale shows {shown}, not {due}");
    }
    assert!(late > 5, "{late} balls arrive in the second half of a step");
    Ok(())
}
