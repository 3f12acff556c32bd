//! Loads can be read: a ball on a scale shows its weight.

use crate::common::{Dice, direction};
use carom_world::{Ball, Body, BodyId, Config, Error, Joint, Material, Motor, Shape, World};
use glam::{Vec2, vec2};

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
