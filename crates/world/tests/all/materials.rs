//! Materials: restitution over speed, static and kinetic friction, kicks along a band, scatter, meetings.
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]
#![expect(clippy::disallowed_methods, reason = "exact answers need no equal bits on every platform")]

use carom_world::{
    Ball, Body, Config, Error, KickProfile, Material, RestitutionCurve, Shape, SpeedCurve, World,
};
use glam::{Vec2, vec2};

const DT: f32 = 1.0 / 60.0;

fn weightless(seed: u64) -> World {
    World::new(Config { gravity: Vec2::ZERO, seed, ..Config::default() }).unwrap()
}

fn wall(world: &mut World, material: Material) {
    let body = world.add_body(Body::fixed()).unwrap();
    let shape = Shape::segment(vec2(-1.0, 0.0), vec2(1.0, 0.0)).unwrap();
    world.add_shape(body, shape.material(material)).unwrap();
}

/// The velocity after a shot at a wall along the x axis.
fn rebound(world: &mut World, x: f32, velocity: Vec2, material: Material) -> Vec2 {
    let away = vec2(x, 0.5) - velocity * (0.5 * DT);
    let ball = world.add_ball(Ball::new(away, 0.5).velocity(velocity).material(material)).unwrap();
    world.step(DT);
    assert_eq!(world.events().impacts().len(), 1, "one bounce in the step");
    let after = world.velocity(ball).unwrap();
    world.remove_body(ball).unwrap();
    after
}

#[test]
fn rebounds_follow_falloff_and_curve() {
    let curve = [vec2(1.0, 0.9), vec2(10.0, 0.5), vec2(100.0, 0.2)];
    let curved = Material {
        restitution_curve: RestitutionCurve::Curve(SpeedCurve::new(&curve).unwrap()),
        ..Material::new(1.0, 0.0)
    };
    let fading = Material { restitution_curve: RestitutionCurve::HalfAt(20.0), ..Material::new(0.8, 0.0) };
    for speed in [1.0_f32, 3.0, 10.0, 40.0, 100.0, 1000.0] {
        let bend = match speed {
            s if s <= 10.0 => 0.9 - 0.4 * (s - 1.0) / 9.0,
            s if s <= 100.0 => 0.5 - 0.3 * (s - 10.0) / 90.0,
            _ => 0.2,
        };
        for (stuff, exact) in [(curved, bend), (fading, 0.8 / (1.0 + speed / 20.0))] {
            let mut world = weightless(0);
            wall(&mut world, stuff);
            let e = rebound(&mut world, 0.0, vec2(0.0, -speed), stuff).y / speed;
            assert!((e - exact).abs() < 1e-5, "at {speed}: {e}, {exact} by the curve");
            // Against a surface without falloff: the geometric mean.
            let plain = Material::new(0.5, 0.0);
            let e = rebound(&mut world, 0.0, vec2(0.0, -speed), plain).y / speed;
            assert!((e - (0.5 * exact).sqrt()).abs() < 1e-5, "at {speed}: {e} with a plain ball");
            // Between balls.
            let mut world = weightless(0);
            let target = world.add_ball(Ball::new(vec2(0.0, -0.5), 0.5).material(stuff)).unwrap();
            let own = rebound(&mut world, 0.0, vec2(0.0, -speed), stuff);
            let e = (own.y - world.velocity(target).unwrap().y) / speed;
            assert!((e - exact).abs() < 1e-5, "at {speed}: {e} between balls");
        }
    }
}

#[test]
fn what_does_not_bounce_slowly_may_bounce_fast() {
    // Restitution 0 up to 5 units/s and 0.9 from 10 on: a ball that touches as the step begins bounces as well.
    let points = [vec2(5.0, 0.0), vec2(10.0, 0.9)];
    let stuff = Material {
        restitution_curve: RestitutionCurve::Curve(SpeedCurve::new(&points).unwrap()),
        ..Material::new(1.0, 0.0)
    };
    for gap in [0.0, 1e-5, 1e-4] {
        let mut world = weightless(0);
        wall(&mut world, stuff);
        let ball = Ball::new(vec2(0.0, 0.5 + gap), 0.5).velocity(vec2(0.0, -20.0)).material(stuff);
        let ball = world.add_ball(ball).unwrap();
        world.step(DT);
        assert!((world.velocity(ball).unwrap().y - 18.0).abs() < 1e-3, "gap {gap}");
    }
}

#[test]
fn a_ball_grips_up_to_static_friction_and_slides_with_kinetic() {
    // A disc rolls on a slope if a third of its steepness is within static friction; once it slides, it keeps
    // sliding with kinetic friction.
    let (kinetic, grip, g) = (0.1_f64, 0.4_f64, 9.81_f64);
    let slope = (0.75_f64).atan();
    assert!(slope.tan() / 3.0 > kinetic && slope.tan() / 3.0 < grip);
    let stuff = Material { static_friction: grip as f32, ..Material::new(0.0, kinetic as f32) };
    for (spin, exact) in [
        (0.0, 2.0 / 3.0 * g * slope.sin()),
        // Spun so that friction acts uphill.
        (200.0, g * (slope.sin() - kinetic * slope.cos())),
    ] {
        let gravity = vec2((g * slope.sin()) as f32, (-g * slope.cos()) as f32);
        let mut world = World::new(Config { gravity, ..Config::default() }).unwrap();
        let body = world.add_body(Body::fixed()).unwrap();
        let floor = Shape::segment(vec2(-10.0, 0.0), vec2(1000.0, 0.0)).unwrap();
        world.add_shape(body, floor.material(stuff)).unwrap();
        let ball = Ball::new(vec2(0.0, 0.5), 0.5).angular_velocity(spin).material(stuff);
        let ball = world.add_ball(ball).unwrap();
        (0..30).for_each(|_| _ = world.step(DT));
        let before = world.velocity(ball).unwrap().x;
        (0..60).for_each(|_| _ = world.step(DT));
        let gained = f64::from(world.velocity(ball).unwrap().x - before);
        assert!((gained / exact - 1.0).abs() < 2e-3, "spin {spin}: {gained} in a second, {exact}");
    }
}

#[test]
fn a_bounce_grips_within_the_static_cone() {
    // A disc without spin: 1/3 of the slip must be stopped; that takes mu (1 + e) vn at the least.
    let (kinetic, grip) = (0.1_f32, 0.5_f32);
    let stuff = Material { static_friction: grip, ..Material::new(0.5, kinetic) };
    for (slip, holds) in [(1.0_f32, true), (2.2, true), (2.3, false), (6.0, false)] {
        let mut world = weightless(0);
        wall(&mut world, stuff);
        let after = rebound(&mut world, -0.4, vec2(slip, -1.0), stuff);
        let exact = if holds { slip * 2.0 / 3.0 } else { slip - kinetic * 1.5 };
        assert!((after.x - exact).abs() < 1e-4, "slip {slip}: {after}, {exact}");
    }
}

#[test]
fn a_slingshot_kicks_most_in_the_middle() {
    let band = Material {
        kick: 8.0,
        kick_threshold: 1.0,
        kick_profile: KickProfile::Slingshot,
        ..Material::new(0.5, 0.0)
    };
    for x in [-0.9_f32, -0.5, 0.0, 0.25, 0.9] {
        let mut world = weightless(0);
        wall(&mut world, band);
        let after = rebound(&mut world, x, vec2(0.0, -2.0), band);
        let exact = 1.0 + 8.0 * (1.0 - x * x);
        assert!((after.y - exact).abs() < 1e-4 && after.x.abs() < 1e-6, "at {x}: {after}, {exact}");
        let after = rebound(&mut world, x, vec2(0.0, -0.9), band);
        assert!((after.y - 0.45).abs() < 1e-4, "below the threshold: {after}");
    }
}

#[test]
fn scatter_is_chance_that_repeats() {
    let rough = Material { scatter_angle: 0.2, ..Material::elastic() };
    let shots = |world: &mut World| -> Vec<Vec2> {
        (0..300).map(|_| rebound(world, 0.0, vec2(3.0, -10.0), rough)).collect()
    };
    let mut world = weightless(7);
    wall(&mut world, rough);
    let mut other = weightless(8);
    wall(&mut other, rough);
    let mut twin = world.clone();
    let first = shots(&mut world);
    let middle = world.snapshot();
    let second = shots(&mut world);
    assert_eq!(shots(&mut twin), first, "the same seed");
    assert_ne!(shots(&mut other), first, "another seed");
    let mut back = World::from_snapshot(&middle).unwrap();
    assert_eq!(shots(&mut back), second, "a snapshot knows how far chance has come");
    let straight = vec2(3.0, 10.0);
    let angles: Vec<f32> = first.iter().map(|v| straight.angle_to(*v)).collect();
    assert!(first.iter().all(|v| (v.length() - straight.length()).abs() < 1e-4), "speed stays");
    assert!(angles.iter().all(|a| a.abs() <= 0.2001));
    let (low, high) = angles.iter().fold((0.0_f32, 0.0_f32), |(l, h), a| (l.min(*a), h.max(*a)));
    assert!(low < -0.18 && high > 0.18, "the whole range: {low} {high}");
    // Between balls momentum stays.
    let mut world = weightless(1);
    let target = world.add_ball(Ball::new(vec2(0.0, -0.5), 0.5).mass(3.0).material(rough)).unwrap();
    let ball = Ball::new(vec2(0.1, 0.55), 0.5).mass(1.0).velocity(vec2(0.0, -20.0)).material(rough);
    let ball = world.add_ball(ball).unwrap();
    world.step(DT);
    let total = world.velocity(ball).unwrap() + 3.0 * world.velocity(target).unwrap();
    assert!((total - vec2(0.0, -20.0)).length() < 1e-4, "{total}");
    world.validate().unwrap();
}

#[test]
fn a_pair_of_tags_has_its_own_coefficients() {
    let puck = Material { pair_id: 1, ..Material::new(0.5, 0.3) };
    let ice = Material { pair_id: 2, ..Material::new(0.5, 0.3) };
    let mut world = weightless(0);
    wall(&mut world, ice);
    let e = |world: &mut World, stuff: Material| rebound(world, 0.0, vec2(0.0, -4.0), stuff).y / 4.0;
    assert!((e(&mut world, puck) - 0.5).abs() < 1e-5);
    world.set_material_pair(2, 1, Some(Material::new(0.9, 0.0))).unwrap();
    assert!((e(&mut world, puck) - 0.9).abs() < 1e-5, "the pair's own");
    assert!((e(&mut world, ice) - 0.5).abs() < 1e-5, "another pair");
    let mut twin = World::from_snapshot(&world.snapshot()).unwrap();
    assert!((e(&mut twin, puck) - 0.9).abs() < 1e-5, "kept in a snapshot");
    world.set_material_pair(1, 2, None).unwrap();
    assert!((e(&mut world, puck) - 0.5).abs() < 1e-5, "the rule again");
    for refused in
        [world.set_material_pair(0, 1, None), world.set_material_pair(1, 2, Some(Material::new(9.0, 0.0)))]
    {
        assert!(matches!(refused, Err(Error::OutOfRange { .. })));
    }
}

#[test]
fn what_is_out_of_range_is_refused() {
    let good = Material::default();
    assert_eq!(good.check(), Ok(()));
    for bad in [
        Material { restitution: -0.1, ..good },
        Material { friction: f32::NAN, ..good },
        Material { rolling_resistance: f32::INFINITY, ..good },
        Material { surface_speed: f32::NEG_INFINITY, ..good },
        Material { kick: -1.0, ..good },
        Material { kick_threshold: f32::NAN, ..good },
        Material { restitution_curve: RestitutionCurve::HalfAt(0.0), ..good },
        Material { restitution_curve: RestitutionCurve::HalfAt(f32::NAN), ..good },
        Material { static_friction: -0.1, ..good },
        Material { static_friction: f32::INFINITY, ..good },
        Material { scatter_angle: 1.6, ..good },
        Material { scatter_angle: f32::NAN, ..good },
    ] {
        assert!(matches!(bad.check(), Err(Error::OutOfRange { .. })), "{bad:?}");
    }
}
