//! Balls at rest on a floor sleep, without any visible effect.

use crate::common::{Dice, room};
use carom_world::{
    Ball, Body, BodyId, Config, Error, Floor, FloorSurface, FloorZone, Material, PredictedTrajectory, Region,
    TrajectoryQuery, World,
};
use glam::{Vec2, vec2};

/// A table for balls of radius `r`, with a rack of fifteen that do not quite touch and a cue ball.
fn table(config: Config, r: f32, gravity: f32, dice: &mut Dice) -> Result<(World, Vec<BodyId>), Error> {
    let (mut world, _) = room(config, Body::fixed(), 30.0 * r, Material::new(0.8, 0.1));
    world.set_floor(Some(Floor { gravity, ..Floor::default() }))?;
    let rough = FloorSurface { sliding_friction: 0.4, rolling_friction: 0.05, spinning_friction: 0.1 };
    let region = Region::Circle { center: vec2(10.0 * r, 10.0 * r), radius: 5.0 * r };
    world.add_floor_zone(FloorZone { region, surface: rough })?;
    let mut balls = Vec::new();
    for row in 0..5 {
        for n in 0..=row {
            let at = vec2(1.74 * row as f32, 2.0 * n as f32 - row as f32) * 1.001 * r + dice.point(5e-4 * r);
            balls.push(world.add_ball(Ball::new(at, r).sphere().material(Material::new(0.95, 0.05)))?);
        }
    }
    let cue = Ball::new(vec2(-12.0 * r, 0.0), r).sphere().material(Material::new(0.95, 0.05));
    balls.push(world.add_ball(cue)?);
    Ok((world, balls))
}

/// Sixteen balls that lay still on a table cost 12.5 us a step for ever, seventeen times as much as without a
/// floor: none slept. They sleep, and play continues as if none did. If a ball touches a sleeping one slowly, the
/// touch is noticed a substep later.
#[test]
fn balls_at_rest_on_a_floor_sleep_and_play_goes_on_as_it_did() -> Result<(), Error> {
    for (r, rate) in [(0.028_f32, 60.0_f32), (0.028, 240.0), (10.0, 60.0), (1e-3, 1000.0), (1e3, 30.0)] {
        let unit = (r / 0.028).sqrt();
        for slope in [Vec2::ZERO, vec2(0.02, 0.01)] {
            let gravity = 9.81;
            let config = Config { gravity: slope, ..Config::weightless() };
            let never = Config { sleep_speed: 0.0, ..config };
            let mut dice = Dice(7);
            let (mut world, balls) = table(config, r, gravity, &mut dice)?;
            let (mut twin, _) = table(never, r, gravity, &mut Dice(7))?;
            let steps = (6.0 * rate * unit).min(2500.0) as u32;
            let (mut slept, mut parted) = (false, false);
            for step in 0..steps {
                if step % (steps / 3) == 0 {
                    let shot = dice.point(1.0).normalize_or(Vec2::X) * 3.0 * unit;
                    for world in [&mut world, &mut twin] {
                        world.set_velocity(balls[15], shot)?;
                    }
                }
                world.step(rate.recip());
                twin.step(rate.recip());
                slept |= world.profile().sleeping > 0;
                for (ball, id) in balls.iter().enumerate() {
                    let [own, other] = [&world, &twin].map(|world| world.position(*id).unwrap_or(Vec2::NAN));
                    let off = (own - other).length() / r;
                    let place = format!("radius {r} at {rate} Hz, slope {slope}: ball {ball} in step {step}");
                    assert!(parted || off < 1e-4, "{place}: {off} radii off");
                    // From there on every bounce draws them apart, in the tightest of racks most of all.
                    parted |= off > 0.0;
                }
            }
            assert!(slept, "radius {r} at {rate} Hz, slope {slope}: no ball slept");
        }
    }
    Ok(())
}

/// Balls at rest on a table sleep soon, take no part in steps, and wake when they should.
#[test]
fn what_lies_on_a_table_wakes_when_it_is_struck_or_the_floor_changes() -> Result<(), Error> {
    let (mut world, balls) = table(Config::weightless(), 0.028, 9.81, &mut Dice(1))?;
    let sleep = |world: &mut World| {
        for _ in 0..60 {
            world.step(1.0 / 60.0);
        }
        assert_eq!(world.profile().sleeping, 16, "all sleep");
        assert_eq!(world.profile().quiet_substeps, world.profile().substeps, "and nothing is done");
    };
    sleep(&mut world);
    world.set_floor(Some(Floor::default()))?;
    sleep(&mut world);
    world.set_floor(Some(Floor { gravity: 9.0, ..Floor::default() }))?;
    assert!(!world.is_asleep(balls[0]), "the floor is another");
    sleep(&mut world);
    world.set_gravity(vec2(1.0, 0.0))?;
    for _ in 0..30 {
        world.step(1.0 / 60.0);
    }
    assert!(balls.iter().all(|&ball| world.velocity(ball).is_some_and(|v| v.x > 0.0)), "the table is tilted");
    Ok(())
}

/// An aim line on a table with fifteen others that lie still is the way that the ball takes.
#[test]
fn an_aim_line_over_a_floor_is_the_way_that_is_flown() -> Result<(), Error> {
    let mut dice = Dice(5);
    let (mut world, balls) = table(Config::weightless(), 0.028, 9.81, &mut dice)?;
    for asleep in [false, true] {
        for _ in 0..30 {
            let shot = dice.point(1.0).normalize_or(Vec2::X) * 2.0;
            let mut line = PredictedTrajectory::default();
            world.predict(&TrajectoryQuery::from_ball(balls[15]).velocity(shot).seconds(3.0), &mut line)?;
            let mut played = world.clone();
            played.set_velocity(balls[15], shot)?;
            let last = line.impacts().first().map_or(3.0, |hit| hit.time);
            // One point for each step up to the first bounce.
            for point in line.points()[1..].iter().take_while(|point| point.time < last) {
                played.step(1.0 / 60.0);
                assert_eq!(played.position(balls[15]), Some(point.position), "after {} s", point.time);
            }
        }
        if !asleep {
            for _ in 0..60 {
                world.step(1.0 / 60.0);
            }
            assert_eq!(world.profile().sleeping, 16);
        }
    }
    Ok(())
}
