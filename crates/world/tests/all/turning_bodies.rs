//! Balls that meet bodies which turn, against a search by brute force.

use crate::common::{DT, Dice, cases, direction, weightless};
use carom_world::{Ball, Body, Chain, Error, Material, Shape, World};
use glam::{DVec2, Vec2, vec2};

/// The gap between a ball of radius `r` at `p` and a block.
fn gap(p: DVec2, middle: DVec2, half: DVec2, r: f64) -> f64 {
    let q = p - middle;
    let out = q.abs() - half;
    let outside = out.max(DVec2::ZERO).length();
    (if outside > 0.0 { outside } else { out.max_element() }) - r
}

/// The first time at which a ball reaches a block that turns about the origin at `spin`, if that is beyond doubt;
/// all gaps between samples are far below the range of a graze.
fn first_touch(at: DVec2, v: DVec2, spin: f64, dt: f64, gap: impl Fn(DVec2) -> f64) -> Option<Option<f64>> {
    let gap_at = |t: f64| {
        let (sin, cos) = libm::sincos(-spin * t);
        gap(DVec2::new(cos, sin).rotate(at + v * t))
    };
    let looks = 40_000 + (spin.abs() * dt * 400.0) as u32;
    let time = |n: u32| dt * f64::from(n) / f64::from(looks);
    let doubt = 3.0 * (v.length() + spin.abs() * (at.length() + v.length() * dt)) * time(1);
    let Some(n) = (0..=looks).find(|&n| gap_at(time(n)) <= 0.0) else {
        // It may have been grazed between two looks.
        let least = (0..=looks).map(|n| gap_at(time(n))).fold(f64::INFINITY, f64::min);
        return (least > doubt).then_some(None);
    };
    let (mut clear, mut within) = (time(n.max(1) - 1), time(n));
    for _ in 0..60 {
        let middle = 0.5 * (clear + within);
        *(if gap_at(middle) <= 0.0 { &mut within } else { &mut clear }) = middle;
    }
    Some(Some(within))
}

/// The search is over the times at which the ball is between two circles, which the body's points keep to however fast it turns:
/// balls beside these cost as much as any, and steps on hinges at 10 000 radians per second took up to 16 s.
#[test]
fn balls_meet_a_block_that_turns_at_the_time_that_a_fine_search_finds() -> Result<(), Error> {
    let (mut met, mut missed, mut late) = (0, 0, 0.0_f64);
    for seed in 0..cases(150) {
        let mut dice = Dice(seed);
        let mut uniform = |low: f64, high: f64| dice.uniform(low, high) as f32;
        let spin = libm::exp2f(uniform(0.0, 14.0)) * [1.0, -1.0][(seed % 2) as usize];
        let (middle, half) =
            (vec2(uniform(-1.0, 1.0), uniform(-1.0, 1.0)), vec2(uniform(0.02, 0.5), uniform(0.02, 0.5)));
        let (r, far) = (uniform(0.02, 0.3), uniform(0.0, 4.0));
        let at = far * direction(uniform(0.0, 6.3));
        let target = vec2(uniform(-1.5, 1.5), uniform(-1.5, 1.5));
        let velocity = uniform(50.0, 400.0) * (target - at).normalize_or_zero();
        let own = |p: DVec2| gap(p, middle.as_dvec2(), half.as_dvec2(), f64::from(r));
        let exact = first_touch(at.as_dvec2(), velocity.as_dvec2(), f64::from(spin), f64::from(DT), own);
        let (Some(exact), true) = (exact, own(at.as_dvec2()) > 0.05 * f64::from(r)) else {
            continue;
        };
        let mut world = weightless();
        let body = world.add_body(Body::kinematic().angular_velocity(spin))?;
        world.add_shape(body, Shape::rect(middle, 2.0 * half)?.material(Material::new(0.5, 0.3)))?;
        world.add_ball(Ball::new(at, r).velocity(velocity))?;
        let found = world.step(DT).impacts().first().map(|hit| f64::from(hit.time));
        match (exact, found) {
            (None, None) => missed += 1,
            (Some(exact), Some(found)) => {
                met += 1;
                let speed = f64::from(velocity.length() + spin.abs() * (middle.length() + half.length()));
                late = late.max((found - exact).abs() * speed / f64::from(r));
            }
            (exact, found) => panic!("seed {seed}: at {found:?} s, and by brute force at {exact:?} s"),
        }
    }
    assert!(met > 50 && missed > 5, "{met} met, {missed} missed");
    assert!(late < 1e-3, "a ball came {late} radii late");
    Ok(())
}

/// Steps a world, in which no ball may be stopped, and returns the most arrivals in a step.
fn most_arrivals(world: &mut World, dt: f32, seconds: f32) -> u32 {
    let mut most = 0;
    for step in 0..(seconds / dt) as u32 {
        assert_eq!(world.step(dt).dropped().frozen_balls, 0, "step {step}");
        most = most.max(world.profile().arrivals);
    }
    most
}

/// A chord along a facet that turns led on over its end, where the next one answers, so there was none. The ball met the
/// facet 100 000 times in a step of 2 s, and was frozen.
#[test]
fn dull_balls_glide_on_in_drums_of_facets_that_turn() -> Result<(), Error> {
    for facets in [24, 60, 240_u16] {
        for (spin, oval) in [(2.0, 1.0), (-6.0, 1.0), (10.0, 0.5)] {
            for (speed, radius, dt) in [(2.0, 0.03, DT), (20.0, 0.01, DT), (20.0, 0.03, 0.25 * DT)] {
                let mut world = weightless();
                let drum = world.add_body(Body::kinematic().angular_velocity(spin))?;
                let angle = |n: u16| core::f32::consts::TAU * f32::from(n) / f32::from(facets);
                let corners: Vec<Vec2> = (0..facets).map(|n| direction(angle(n)) * vec2(1.0, oval)).collect();
                let wall = Shape::chain(&Chain::polyline(&corners).close())?;
                world.add_shape(drum, wall.material(Material::new(0.0, 0.0)))?;
                let ball = Ball::new(vec2(0.3, 0.0), radius).velocity(speed * vec2(0.8, 0.6));
                world.add_ball(ball.material(Material::new(0.0, 0.0)))?;
                let most = most_arrivals(&mut world, dt, 0.5);
                assert!(most < 100, "{facets} facets, spin {spin}, speed {speed}: {most} arrivals in a step");
            }
        }
    }
    Ok(())
}

/// The same in a rounded corner of two arcs that is twice as wide as the ball: a step took 1.7 s.
#[test]
fn a_dull_ball_glides_through_a_rounded_corner_that_turns() -> Result<(), Error> {
    let dull = Material::new(0.0, 0.8);
    let (r, x, y) = (0.006_909_817, 0.071_561_25, 0.368_449_6);
    let arc = r * 0.5_f32.sqrt();
    let corner = [vec2(x, y + r), vec2(x - arc, y + arc), vec2(x - r, y)];
    let wall = Chain::start(corner[0]).arc_to(corner[1], corner[2]).line_to(vec2(x - r, y - 0.1));
    for (thickness, dt) in [(0.0, 2.0 * DT), (0.000_306, 2.0 * DT), (0.000_306, DT), (0.000_306, 0.25 * DT)] {
        let mut world = weightless();
        let room = world.add_body(Body::kinematic().angle(-0.585_928).angular_velocity(-8.788_921))?;
        world.add_shape(room, Shape::chain(&wall)?.radius(thickness).material(dull))?;
        let ball = Ball::new(vec2(0.235_454_6, 0.231_050_3), 0.003_456_894_5);
        world
            .add_ball(ball.velocity(vec2(2.680_465, -1.090_324)).angular_velocity(167.6485).material(dull))?;
        let most = most_arrivals(&mut world, dt, 0.1);
        assert!(most < 100, "thickness {thickness}, steps of {dt} s: {most} arrivals in a step");
    }
    Ok(())
}
