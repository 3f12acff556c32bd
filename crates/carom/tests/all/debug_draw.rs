//! The lines of `debug_draw` lie on the surfaces that the engine's own queries find.

use carom::debug_draw::{self, DebugDraw, DrawKind};
use carom::prelude::*;
use carom::{QueryFilter, ShapeGeometry};

#[derive(Default)]
struct Points(Vec<(Vec2, DrawKind)>, Vec<(Vec2, f32, DrawKind)>);

impl DebugDraw for Points {
    fn line(&mut self, a: Vec2, b: Vec2, kind: DrawKind) {
        self.0.extend([(a, kind), (b, kind)]);
    }

    fn circle(&mut self, center: Vec2, radius: f32, kind: DrawKind) {
        self.1.push((center, radius, kind));
    }
}

#[test]
fn outlines_lie_on_the_surfaces() -> Result<(), Error> {
    let mut world = World::new(Config::weightless())?;
    let fixed = world.add_body(Body::fixed())?;
    let moving = world.add_body(Body::kinematic().position(vec2(20.0, 0.0)).angle(0.7))?;
    world.add_shape(fixed, Shape::segment(vec2(0.0, 0.0), vec2(1.0, 0.5))?)?;
    world.add_shape(fixed, Shape::arc(vec2(10.0, 0.0), 2.0, 0.3, 1.7)?.radius(0.25))?;
    world.add_shape(moving, Shape::capsule(vec2(-1.0, 0.0), vec2(1.0, 0.0), 0.2)?)?;
    world.add_shape(fixed, Shape::half_plane(vec2(0.0, -50.0), Vec2::Y)?)?;
    let mut drawn = Points::default();
    debug_draw::draw(&world, &mut drawn);
    assert!(drawn.0.len() > 60, "{} points", drawn.0.len());
    for (point, kind) in drawn.0 {
        let near = world.closest_point(point, 1.0, QueryFilter::default())?;
        let distance = near.map_or(f32::INFINITY, |near| near.distance.abs());
        assert!(distance < 1e-3, "{point} is {distance} away from what it draws");
        let expected =
            if (point.x - 20.0).abs() < 2.0 && point.y > -10.0 { DrawKind::Moving } else { DrawKind::Fixed };
        assert_eq!(kind, expected, "at {point}");
    }
    Ok(())
}

#[test]
fn balls_links_sensors_and_contacts_are_drawn_as_such() -> Result<(), Error> {
    let mut world = World::new(Config::default())?;
    let fixed = world.add_body(Body::fixed())?;
    world.add_shape(fixed, Shape::segment(vec2(-1.0, 0.0), vec2(1.0, 0.0))?)?;
    world.add_shape(fixed, Shape::circle(vec2(0.0, 5.0), 0.5)?.sensor())?;
    let ball = world.add_ball(Ball::new(vec2(0.0, 0.1), 0.1).angular_velocity(1.0))?;
    world.add_link(Link::rope(vec2(0.0, 2.0), ball, 3.0))?;
    for _ in 0..30 {
        world.step(1.0 / 60.0);
    }
    let mut drawn = Points::default();
    debug_draw::draw(&world, &mut drawn);
    let count = |kind| drawn.0.iter().filter(|(_, of)| *of == kind).count();
    assert_eq!([count(DrawKind::Ball), count(DrawKind::Link), count(DrawKind::Contact)], [2, 2, 2]);
    let kinds: Vec<_> = drawn.1.iter().map(|(_, _, kind)| *kind).collect();
    assert_eq!(kinds, [DrawKind::Sensor, DrawKind::Ball]);
    Ok(())
}

/// The engine takes an open arc for two colliders. A game that draws or checks a table sees the arc that it added.
#[test]
fn an_arc_is_one_outline() -> Result<(), Error> {
    for sweep in [0.01, 1.7, -3.0, 6.2] {
        let mut world = World::new(Config::default())?;
        for body in [Body::fixed(), Body::kinematic()] {
            let body = world.add_body(body.position(vec2(1.0, 2.0)).angle(0.5))?;
            world.add_shape(body, Shape::arc(vec2(0.0, 0.0), 2.0, 0.3, sweep)?)?;
        }
        let arcs: Vec<_> = world.shape_geometries().collect();
        assert_eq!(arcs.len(), 2);
        for (_, _, geometry) in arcs {
            let ShapeGeometry::Arc { start, sweep: found, .. } = geometry else { panic!("{geometry:?}") };
            assert!((found - sweep.abs()).abs() < 1e-5, "{found} for {sweep}");
            assert!((start - (0.8 + sweep.min(0.0))).abs() < 1e-5, "{start} for {sweep}");
        }
    }
    Ok(())
}
