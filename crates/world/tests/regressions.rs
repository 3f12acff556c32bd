//! What dice and fuzzers have found, each with its story.

use carom_world::{Ball, Body, Config, Guide, Material, Path, Shape, Side, World};
use glam::{Vec2, vec2};

const DT: f32 = 1.0 / 60.0;

/// Impacts within a hundred thousandth of a substep are resolved together, and every ball was brought to its own
/// impact first. At ten million units a second a ball went through the wall of its first impact on the way to its
/// second.
#[test]
fn a_ball_that_flies_ten_million_units_a_second_stays_in_its_corner() {
    for n in 0..200_u16 {
        let mut world = World::new(Config { max_impacts: 10_000, ..Config::weightless() }).unwrap();
        let walls = world.add_body(Body::fixed()).unwrap();
        let corners = [vec2(-1.0, -1.0), vec2(1.0, -1.0), vec2(1.0, 1.0), vec2(-1.0, 1.0)];
        let wall = Shape::path(&Path::polyline(&corners).close()).unwrap();
        world.add_shape(walls, wall.material(Material::new(0.9, 0.1))).unwrap();
        let way = vec2(1.0, 0.9 + 0.001 * f32::from(n)) * 1e7;
        let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.01).velocity(way)).unwrap();
        for step in 0..3 {
            world.step(DT);
            let at = world.position(ball).unwrap();
            assert!(at.abs().max_element() < 1.0, "way {n}, step {step}: {at}");
        }
    }
}

/// A search for the arrival at a hinge or slider that had no time left took 256 steps of nothing and then called
/// that an arrival: at the end of a substep, a ball bounced off what it did not touch.
#[test]
fn a_ball_does_not_bounce_off_a_slider_that_it_does_not_touch() {
    let mut world = World::new(Config::weightless()).unwrap();
    let slider = Guide::slider(vec2(3.0, 0.0), Vec2::X, 1.0, [-0.2, 0.2]).spring(1.0, 0.2);
    let slider = world.add_guided(slider).unwrap();
    world.add_shape(slider, Shape::circle(Vec2::ZERO, 0.1).unwrap()).unwrap();
    let walls = world.add_body(Body::fixed()).unwrap();
    world.add_shape(walls, Shape::half_plane(vec2(0.0, -0.375), Vec2::Y).unwrap()).unwrap();
    // In binary fractions it meets the floor at the very end of the second substep.
    let ball = Ball::new(Vec2::ZERO, 0.125).velocity(vec2(64.0, -64.0));
    let ball = world.add_ball(ball.material(Material::new(1.0, 0.0))).unwrap();
    world.step(1.0 / 64.0);
    for impact in world.events().impacts() {
        assert_ne!(impact.body_a, slider, "a bounce in the air: {impact:?}");
    }
    assert_eq!(world.velocity(ball).map(|v| v.x), Some(64.0));
}

/// The last hinge was looked for in the row that its body had before another body took its place.
#[test]
fn hinges_and_other_bodies_are_removed_in_any_order() {
    for order in 0..24_usize {
        let mut world = World::new(Config::default()).unwrap();
        let mut bodies = Vec::new();
        for n in 0..4_u8 {
            let at = vec2(f32::from(n), 0.0);
            bodies.push(match n {
                0 => world.add_body(Body::kinematic().position(at)).unwrap(),
                _ => world.add_guided(Guide::hinge(at, 1.0).user_data(u64::from(n))).unwrap(),
            });
        }
        let mut left = order;
        for n in (1..=bodies.len()).rev() {
            world.remove_body(bodies.remove(left % n)).unwrap();
            left /= n;
            world.validate().unwrap();
            for &body in &bodies {
                let kept = world.guide(body).is_none_or(|guide| guide.user_data as f32 == guide.position.x);
                assert!(kept, "order {order}: a hinge has the settings of another");
            }
            world.step(DT);
        }
    }
}

/// The clock of a ball that was stopped for the rest of a substep stood still: when a one-sided wall came over it, it
/// began to pass, was found clear at the time at which it had been stopped, began to pass again, and so for ever.
#[test]
fn a_one_sided_wall_comes_over_a_ball_that_is_stopped() {
    let mut world = World::new(Config { max_impacts: 16, ..Config::weightless() }).unwrap();
    let walls = world.add_body(Body::fixed()).unwrap();
    for x in [-0.11, 0.11] {
        let wall = Shape::segment(vec2(x, -1.0), vec2(x, 1.0)).unwrap();
        world.add_shape(walls, wall.material(Material::elastic())).unwrap();
    }
    let ball = Ball::new(Vec2::ZERO, 0.1).velocity(vec2(1000.0, 0.0)).material(Material::elastic());
    let ball = world.add_ball(ball).unwrap();
    let lid = world.add_body(Body::kinematic().position(vec2(0.0, 0.15)).velocity(vec2(0.0, -50.0))).unwrap();
    let wall = Shape::segment(vec2(-1.0, 0.0), vec2(1.0, 0.0)).unwrap().side(Side::Left);
    world.add_shape(lid, wall).unwrap();
    world.step(DT);
    assert!(world.events().dropped().frozen_balls > 0, "the ball was not stopped");
    assert!(world.events().impacts().iter().all(|hit| hit.body_a == walls), "the lid did not let it through");
    assert!(world.position(ball).is_some_and(|at| at.abs().max_element() < 0.02));
}
