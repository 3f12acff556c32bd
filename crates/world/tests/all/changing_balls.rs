//! Changes of a game in a running world: balls, gravity, forces, targets of kinematic bodies, sleep.

use crate::common::{direction, weightless};
use carom_world::{
    Ball, Body, BodyId, BodyKind, BodyType, Chain, Config, Error, Filter, Interpolation, Joint, JointKind,
    Material, QueryFilter, Shape, Side, Stepper, TrajectoryQuery, World,
};
use core::f32::consts::PI;
use glam::{Vec2, vec2};

const DT: f32 = 1.0 / 60.0;

fn field<T: core::fmt::Debug>(result: Result<T, Error>) -> &'static str {
    match result {
        Err(Error::OutOfRange { field, .. } | Error::WrongCount { field, .. }) => field,
        other => panic!("not refused: {other:?}"),
    }
}

#[test]
fn a_ball_that_was_set_is_one_that_was_added_so() {
    let wanted = Ball::new(vec2(1.0, 2.0), 0.3)
        .mass(4.0)
        .sphere()
        .velocity(vec2(3.0, -1.0))
        .angular_velocity(2.0)
        .gravity_scale(0.5)
        .material(Material::new(0.9, 0.1))
        .filter(Filter::new(3, 5))
        .user_data(7);
    let build = |first: Ball| {
        let mut world = World::new(Config::default()).unwrap();
        let floor = world.add_body(Body::fixed()).unwrap();
        world.add_shape(floor, Shape::half_plane(Vec2::ZERO, Vec2::Y).unwrap()).unwrap();
        let id = world.add_ball(first).unwrap();
        (world, id)
    };
    let (mut set, id) = build(Ball::new(vec2(-5.0, 5.0), 1.0));
    set.set_ball(id, wanted).unwrap();
    assert_eq!(set.ball(id), Some(wanted));
    let (mut added, _) = build(wanted);
    for _ in 0..240 {
        set.step(DT);
        added.step(DT);
    }
    assert_eq!(set.state_hash(), added.state_hash());
    assert_eq!(field(set.set_ball(id, Ball { radius: 0.0, ..wanted })), "ball.radius");
}

#[test]
fn a_held_ball_that_is_set_stays_held() {
    let mut world = World::new(Config::default()).unwrap();
    let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1)).unwrap();
    world.hold(ball).unwrap();
    world.set_ball(ball, Ball::new(Vec2::ONE, 0.2).velocity(Vec2::X)).unwrap();
    world.set_mass(ball, 3.0).unwrap();
    for _ in 0..10 {
        world.step(DT);
    }
    assert!(world.is_held(ball));
    assert_eq!((world.position(ball), world.velocity(ball)), (Some(Vec2::ONE), Some(Vec2::ZERO)));
    assert!(world.apply_force(ball, Vec2::X).is_err(), "nothing moves it");
    assert_eq!(world.validate(), Ok(()));
}

/// An elastic head-on impact: the velocities follow from the masses, also from such as were changed.
#[test]
fn a_mass_that_was_set_counts_in_the_next_impact() {
    let mut world = weightless();
    let elastic = Material::elastic();
    let a =
        world.add_ball(Ball::new(vec2(-1.0, 0.0), 0.25).material(elastic).velocity(vec2(4.0, 0.0))).unwrap();
    let b = world.add_ball(Ball::new(vec2(1.0, 0.0), 0.25).material(elastic)).unwrap();
    world.set_mass(a, 3.0).unwrap();
    world.set_mass(b, 1.0).unwrap();
    for _ in 0..60 {
        world.step(DT);
    }
    let speed = |id: BodyId| world.velocity(id).unwrap().x;
    assert!((speed(a) - 2.0).abs() < 1e-5 && (speed(b) - 6.0).abs() < 1e-5, "{} {}", speed(a), speed(b));
    assert_eq!(field(world.set_mass(a, f32::NAN)), "ball.mass");
    assert_eq!(field(world.set_mass(a, 0.0)), "ball.mass");
}

#[test]
fn a_radius_that_was_set_counts_at_once_and_what_overlaps_is_parted() {
    let mut world = weightless();
    let wall = world.add_body(Body::fixed()).unwrap();
    world.add_shape(wall, Shape::half_plane(Vec2::ZERO, Vec2::Y).unwrap()).unwrap();
    let ball = world.add_ball(Ball::new(vec2(0.0, 2.0), 0.5).velocity(vec2(0.0, -1.0))).unwrap();
    world.step(DT);
    world.set_radius(ball, 1.0).unwrap();
    let mut bounced = None;
    for step in 0..120 {
        if let Some(hit) = world.step(DT).impacts().first() {
            bounced = bounced.or(Some(step as f32 * DT + hit.time + DT));
        }
    }
    // It has one length unit to go, no longer one and a half.
    assert!(bounced.is_some_and(|time| (time - 1.0).abs() < 1e-4), "{bounced:?}");
    // Two balls that grow into each other.
    let mut world = weightless();
    let a = world.add_ball(Ball::new(vec2(-0.5, 0.0), 0.4)).unwrap();
    let b = world.add_ball(Ball::new(vec2(0.5, 0.0), 0.4)).unwrap();
    world.step(DT);
    world.set_radius(a, 0.8).unwrap();
    for _ in 0..600 {
        world.step(DT);
    }
    let gap = (world.position(b).unwrap() - world.position(a).unwrap()).length() - 1.2;
    assert!(gap > -0.004, "they still overlap by {gap}");
    assert_eq!(field(world.set_radius(a, -1.0)), "ball.radius");
    assert_eq!(world.validate(), Ok(()));
}

#[test]
fn gravity_and_its_scale_change_in_flight() {
    let mut world = World::new(Config { gravity: vec2(0.0, -10.0), ..Config::default() }).unwrap();
    let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1)).unwrap();
    for _ in 0..60 {
        world.step(DT);
    }
    world.set_gravity_scale(ball, -1.0).unwrap();
    for _ in 0..60 {
        world.step(DT);
    }
    let v = world.velocity(ball).unwrap();
    assert!(v.y.abs() < 1e-4, "down for a second and up for a second: {v}");
    world.set_gravity(vec2(0.0, -20.0)).unwrap();
    for _ in 0..30 {
        world.step(DT);
    }
    assert!((world.velocity(ball).unwrap().y - 10.0).abs() < 1e-4);
    assert_eq!(field(world.set_gravity(vec2(f32::NAN, 0.0))), "config.gravity");
    assert_eq!(field(world.set_gravity_scale(ball, 2000.0)), "ball.gravity_scale");
}

/// Against the closed form: a force is mass times acceleration, and two forces add up.
#[test]
fn a_force_accelerates_for_one_step() {
    for dt in [1.0 / 60.0, 1.0 / 240.0] {
        let mut world = World::new(Config { gravity: vec2(0.0, -10.0), ..Config::default() }).unwrap();
        let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1).mass(2.0)).unwrap();
        let steps = (1.0_f32 / dt).round() as u32;
        for _ in 0..steps {
            world.apply_force(ball, vec2(6.0, 0.0)).unwrap();
            world.apply_force(ball, vec2(0.0, 20.0)).unwrap();
            world.step(dt);
        }
        let (at, v) = (world.position(ball).unwrap(), world.velocity(ball).unwrap());
        // The second force holds the ball up.
        assert!(
            (v - vec2(3.0, 0.0)).length() < 1e-4 && (at - vec2(1.5, 0.0)).length() < 1e-4,
            "{dt}: {at} {v}"
        );
        world.step(dt);
        let after = world.velocity(ball).unwrap();
        assert!((after - v - vec2(0.0, -10.0 * dt)).length() < 1e-4, "gone with its step: {after}");
        assert_eq!(field(world.apply_force(ball, vec2(f32::INFINITY, 0.0))), "force");
        assert_eq!(field(world.apply_force(ball, vec2(1e15, 0.0))), "acceleration by force");
    }
}

/// A force wakes sleeping balls, moves with rows that swap, survives a snapshot, and is predicted.
#[test]
fn a_force_is_state_until_its_step() {
    let mut world = World::new(Config::default()).unwrap();
    let floor = world.add_body(Body::fixed()).unwrap();
    world.add_shape(floor, Shape::half_plane(Vec2::ZERO, Vec2::Y).unwrap()).unwrap();
    let balls: Vec<_> =
        (0..4).map(|n| world.add_ball(Ball::new(vec2(n as f32, 0.1), 0.1).mass(1.0)).unwrap()).collect();
    for _ in 0..120 {
        world.step(DT);
    }
    world.apply_force(balls[3], vec2(60.0, 0.0)).unwrap();
    world.remove_body(balls[0]).unwrap();
    let mut twin = World::from_snapshot(&world.snapshot()).unwrap();
    assert_eq!(twin.state_hash(), world.state_hash());
    let mut line = carom_world::PredictedTrajectory::default();
    world.predict(&TrajectoryQuery::from_ball(balls[3]).seconds(DT), &mut line).unwrap();
    world.step(DT);
    twin.step(DT);
    assert_eq!(twin.state_hash(), world.state_hash());
    assert!(world.velocity(balls[3]).unwrap().x > 0.5, "it was pushed");
    assert!(world.velocity(balls[2]).unwrap().x.abs() < 1e-3, "and no other");
    let foreseen = line.points().last().unwrap().position;
    assert!((foreseen - world.position(balls[3]).unwrap()).length() < 1e-6, "{foreseen}");
    let mut calm = world.clone();
    calm.step(DT);
    world.apply_force(balls[1], Vec2::ZERO).unwrap();
    assert_eq!(world.validate(), Ok(()));
}

#[test]
fn an_angular_impulse_turns_by_the_moment_of_inertia() {
    let mut world = weightless();
    let sphere = world.add_ball(Ball::new(Vec2::ZERO, 0.5).mass(2.0).sphere()).unwrap();
    world.apply_angular_impulse(sphere, 0.4).unwrap();
    // 2/5 m r^2 is 0.2.
    assert!((world.angular_velocity(sphere).unwrap() - 2.0).abs() < 1e-6);
    assert_eq!(field(world.apply_angular_impulse(sphere, f32::NAN)), "angular velocity after impulse");
    let wall = world.add_body(Body::fixed()).unwrap();
    assert!(world.apply_angular_impulse(wall, 1.0).is_err(), "no ball");
}

/// A paddle that crosses in one frame of four steps strikes at the speed of the frame.
#[test]
fn a_kinematic_body_moves_over_several_steps_at_one_speed() {
    let mut world = weightless();
    let paddle = world.add_body(Body::kinematic()).unwrap();
    world.add_shape(paddle, Shape::segment(vec2(0.0, -1.0), vec2(0.0, 1.0)).unwrap()).unwrap();
    let elastic = Material::elastic();
    world.add_shape(paddle, Shape::circle(vec2(0.0, 5.0), 0.1).unwrap().material(elastic)).unwrap();
    let ball = world.add_ball(Ball::new(vec2(0.15, 5.0), 0.02).material(elastic)).unwrap();
    for frame in 1..=30 {
        let to = vec2(0.1 * frame as f32, 0.0);
        world.move_kinematic_over(paddle, to, 0.001 * frame as f32, 1.0 / 60.0).unwrap();
        for _ in 0..4 {
            world.step(1.0 / 240.0);
            let v = world.velocity(ball).unwrap().length();
            assert!(v < 12.1, "thrown at {v}, twice the paddle's speed of 6");
        }
        assert!((world.position(paddle).unwrap() - to).length() < 1e-6, "frame {frame}");
        assert_eq!(world.velocity(paddle), Some(Vec2::ZERO), "it has come there");
    }
    assert!(world.velocity(ball).unwrap().x > 10.0, "it was struck");
    assert_eq!(field(world.move_kinematic_over(paddle, Vec2::ZERO, 0.0, -1.0)), "seconds");
    assert_eq!(field(world.move_kinematic_over(paddle, Vec2::ZERO, 0.0, f32::NAN)), "seconds");
}

#[test]
fn a_target_survives_a_snapshot_half_way() {
    let mut world = weightless();
    let lift = world.add_body(Body::kinematic()).unwrap();
    world.move_kinematic_over(lift, vec2(1.0, 2.0), 3.0, 1.0).unwrap();
    for _ in 0..30 {
        world.step(DT);
    }
    let mut twin = World::from_snapshot(&world.snapshot()).unwrap();
    for _ in 0..30 {
        world.step(DT);
        twin.step(DT);
    }
    assert_eq!(twin.state_hash(), world.state_hash());
    assert!((world.position(lift).unwrap() - vec2(1.0, 2.0)).length() < 1e-6);
    assert_eq!(world.velocity(lift), Some(Vec2::ZERO));
}

#[test]
fn without_sleep_nothing_sleeps() {
    let settle = |sleep: bool| {
        let mut world = World::new(Config {
            sleep_speed: if sleep { Config::default().sleep_speed } else { 0.0 },
            ..Config::default()
        })
        .unwrap();
        let floor = world.add_body(Body::fixed()).unwrap();
        for (x, normal) in [(0.0, Vec2::Y), (-1.0, Vec2::X), (1.0, -Vec2::X)] {
            world.add_shape(floor, Shape::half_plane(vec2(x, 0.0), normal).unwrap()).unwrap();
        }
        for n in 0..60 {
            let at = vec2(-0.8 + 0.2 * (n % 9) as f32, 0.1 + 0.21 * (n / 9) as f32);
            world.add_ball(Ball::new(at, 0.1)).unwrap();
        }
        let mut slept = 0;
        for _ in 0..900 {
            world.step(DT);
            slept += world.profile().sleeping;
        }
        slept
    };
    assert!(settle(true) > 0, "a pile falls asleep");
    assert_eq!(settle(false), 0);
}

#[test]
fn every_touch_is_told_once() {
    // Balls dropped on a floor bounce, come to rest, and lie on it at last: each pair counts once a step.
    let mut world = World::new(Config::default()).unwrap();
    let floor = world.add_body(Body::fixed()).unwrap();
    world.add_shape(floor, Shape::half_plane(Vec2::ZERO, Vec2::Y).unwrap()).unwrap();
    for n in 0..48 {
        world.add_ball(Ball::new(vec2(0.21 * (n % 8) as f32, 0.2 + 0.3 * (n / 8) as f32), 0.1)).unwrap();
    }
    let (mut bounces, mut rests) = (0, 0);
    for _ in 0..300 {
        let events = world.step(DT);
        let pair = |a: BodyId, b: BodyId| (a.min(b), a.max(b));
        let mut expected: Vec<_> = events.impacts().iter().map(|hit| pair(hit.body_a, hit.body_b)).collect();
        bounces += expected.len();
        rests += events.contacts_started().len();
        expected.extend(events.contacts_started().iter().map(|c| pair(c.body_a, c.body_b)));
        expected.sort_unstable();
        expected.dedup();
        let mut found: Vec<_> = events.touched().iter().map(|c| pair(c.body_a, c.body_b)).collect();
        if let (Some(hit), Some(touch)) = (events.impacts().first(), events.touched().first()) {
            assert_eq!((hit.body_a, hit.body_b), (touch.body_a, touch.body_b), "in the order of time");
        }
        found.sort_unstable();
        assert_eq!(found, expected);
    }
    assert!(bounces > 40 && rests > 40, "{bounces} bounces, {rests} contacts");
}

/// A rectangle and an L, both ways round: balls bounce off them from all sides as off the hollow outline, their inside
/// is found, and a ball inside is pushed out.
#[test]
fn filled_shapes_are_solid_from_outside_and_push_out_what_is_inside() {
    let l = [vec2(0.0, 0.0), vec2(3.0, 0.0), vec2(3.0, 1.0), vec2(1.0, 1.0), vec2(1.0, 3.0), vec2(0.0, 3.0)];
    let mut turned = l;
    turned.reverse();
    let rect = [vec2(-1.0, -0.5), vec2(1.0, -0.5), vec2(1.0, 0.5), vec2(-1.0, 0.5)];
    let cases = [
        (Shape::polygon(&l), &l[..], vec2(0.5, 0.5)),
        (Shape::polygon(&turned), &l[..], vec2(0.5, 2.0)),
        (Shape::rect(Vec2::ZERO, vec2(2.0, 1.0)), &rect[..], Vec2::ZERO),
    ];
    for (case, (filled, outline, inside)) in cases.into_iter().enumerate() {
        let hollow = Shape::chain(&Chain::polyline(outline).close()).unwrap();
        let world_of = |shape: Shape| {
            let mut world = weightless();
            let body = world.add_body(Body::fixed()).unwrap();
            world.add_shape(body, shape).unwrap();
            world
        };
        let filled = filled.unwrap();
        for n in 0..72 {
            // Round and round, aimed off the middle as well.
            let way = direction(n as f32 * 5.0_f32.to_radians());
            let aim = inside + 0.3 * direction(n as f32);
            let ball = Ball::new(aim - 8.0 * way, 0.2).velocity(6.0 * way);
            let fly = |shape: &Shape| {
                let mut world = world_of(shape.clone());
                let ball = world.add_ball(ball).unwrap();
                for _ in 0..150 {
                    world.step(DT);
                }
                world.position(ball).unwrap()
            };
            let (a, b) = (fly(&filled), fly(&hollow));
            assert!((a - b).length() < 1e-3, "case {case}, {n}: {a} and {b}");
        }
        let mut world = world_of(filled);
        for radius in [0.0, 0.01] {
            let found = world.overlap_ball(inside, radius, Filter::default()).unwrap();
            assert!(found.len() == 1 && found[0].distance <= -0.5 + 1e-6, "case {case}: {found:?}");
            let outside = world.overlap_ball(vec2(2.0, 2.0), radius, Filter::default()).unwrap();
            assert!(outside.is_empty(), "case {case}: {outside:?}");
        }
        let caught = world.add_ball(Ball::new(inside, 0.1).velocity(vec2(-1.0, -0.3))).unwrap();
        for _ in 0..300 {
            world.step(DT);
        }
        let at = world.position(caught).unwrap();
        let found = world.overlap_ball(at, 0.099, Filter::default()).unwrap();
        assert!(
            found.iter().all(|found| found.body == caught),
            "case {case}: pushed out, now at {at}: {found:?}"
        );
        assert_eq!(World::from_snapshot(&world.snapshot()).unwrap().state_hash(), world.state_hash());
    }
    let mut world = weightless();
    let lift = world.add_body(Body::kinematic().position(vec2(5.0, 0.0)).angle(1.0)).unwrap();
    let brick = world.add_shape(lift, Shape::rect(Vec2::ZERO, vec2(4.0, 2.0)).unwrap()).unwrap();
    let closest = world.closest_point(vec2(5.0, 0.0), 0.0, Filter::default()).unwrap().unwrap();
    assert!((closest.distance + 1.0).abs() < 1e-6 && closest.shape == Some(brick), "{closest:?}");
    world.remove_shape(brick).unwrap();
    assert!(world.closest_point(vec2(5.0, 0.0), 0.0, Filter::default()).unwrap().is_none());
    assert!(Shape::arc(Vec2::ZERO, 1.0, 0.0, core::f32::consts::TAU).unwrap().solid().is_ok());
    assert!(Shape::segment(Vec2::ZERO, Vec2::X).unwrap().side(Side::Left).solid().is_err());
}

#[test]
fn queries_leave_out_a_body_or_take_a_predicate() {
    let mut world = weightless();
    let balls: Vec<_> =
        (0..4).map(|n| world.add_ball(Ball::new(vec2(2.0 * n as f32, 0.0), 0.5)).unwrap()).collect();
    let all = world.cast_ball_all(vec2(0.1, 0.0), 0.1, vec2(9.0, 0.0), Filter::default()).unwrap();
    let without = QueryFilter::default().without(balls[0]);
    let rest = world.cast_ball_all(vec2(0.1, 0.0), 0.1, vec2(9.0, 0.0), without).unwrap();
    let kept: Vec<_> = all.iter().filter(|hit| hit.body != balls[0]).copied().collect();
    assert!(rest == kept && rest.len() == 3, "{all:?} {rest:?}");
    let last = balls[3];
    let only = |body, _| body == last;
    let hit = world.cast_ray(vec2(0.1, 0.0), vec2(9.0, 0.0), QueryFilter::default().only(&only)).unwrap();
    assert_eq!(hit.map(|hit| hit.body), Some(last));
    let none = QueryFilter::from(Filter::NONE).only(&only);
    assert!(world.overlap_ball(vec2(6.0, 0.0), 1.0, none).unwrap().is_empty(), "the filter counts as well");
}

/// A ball in steady motion is drawn on a straight line at any frame rate.
#[test]
fn drawn_poses_move_steadily() {
    let mut world = weightless();
    let moving = Ball::new(Vec2::ZERO, 0.1).velocity(vec2(3.0, 0.0)).angular_velocity(1.0);
    let ball = world.add_ball(moving).unwrap();
    let gone = world.add_ball(Ball::new(vec2(0.0, 5.0), 0.1)).unwrap();
    let lift = world.add_body(Body::kinematic().velocity(vec2(0.0, 1.0))).unwrap();
    let (mut stepper, mut poses) = (Stepper::new(DT).unwrap(), Interpolation::new());
    assert_eq!(poses.pose(&world, ball, 0.5).unwrap().position, Vec2::ZERO, "no step yet");
    for frame in 1..200 {
        for _ in 0..stepper.steps_due(0.007) {
            poses.record(&world);
            world.step(stepper.dt());
        }
        let seen = (frame as f32 * 0.007 - DT).max(0.0);
        let drawn: Vec<_> = poses.balls(&world, stepper.alpha()).collect();
        if frame > 3 {
            assert!((drawn[0].1.position.x - 3.0 * seen).abs() < 1e-4, "frame {frame}: {drawn:?}");
            assert!((drawn[0].1.angle - seen).abs() < 1e-4, "frame {frame}: {drawn:?}");
            let (_, body) = poses.bodies(&world, stepper.alpha()).next().unwrap();
            assert!((body.position.y - seen).abs() < 1e-4, "{body:?}");
        }
        if frame == 100 {
            world.remove_body(gone).unwrap();
            assert_eq!(poses.pose(&world, gone, 0.5), None);
        }
    }
    assert_eq!(poses.pose(&world, lift, f32::NAN).map(|pose| pose.position.x), Some(0.0));
}

/// Drawing cut bounces short: the straight line from before a step to after it does not reach the wall. Two balls that bounce
/// off walls and off each other are tents over time, and so is a hinge that turns between its limits.
#[test]
fn a_bounce_is_drawn_where_it_was() {
    let mut world = weightless();
    let elastic = Material::elastic();
    let walls = world.add_body(Body::fixed()).unwrap();
    world.add_shape(walls, Shape::half_plane(vec2(1.0, 0.0), -Vec2::X).unwrap().material(elastic)).unwrap();
    world.add_shape(walls, Shape::half_plane(vec2(-1.0, 0.0), Vec2::X).unwrap().material(elastic)).unwrap();
    // Between -0.9 and 0.9 the ball flies 12 a second: 0.15 s from wall to wall. With the other one it is half the way.
    let alone = Ball::new(vec2(-0.9, 2.0), 0.1).velocity(vec2(12.0, 0.0)).material(elastic);
    let alone = world.add_ball(alone).unwrap();
    let right = Ball::new(vec2(0.1, 0.0), 0.1).velocity(vec2(12.0, 0.0)).material(elastic);
    let left = Ball { velocity: vec2(-12.0, 0.0), position: vec2(-0.1, 0.0), ..right };
    let [right, left] = [right, left].map(|ball| world.add_ball(ball).unwrap());
    let hand = Joint::hinge(Vec2::ZERO, 1.0).limits(0.0, 0.5).limit_restitution(1.0).joint_velocity(5.0);
    let hand = world.add_joint(hand).unwrap();
    let tent = |way: f32, top: f32| {
        let way = way % (2.0 * top);
        if way < top { way } else { 2.0 * top - way }
    };
    let mut poses = Interpolation::new();
    let mut limits = 0;
    for step in 0..60_u16 {
        poses.record(&world);
        limits += world.step(DT).joint_limits().len();
        poses.record_path(&world, DT);
        for alpha in [0.0, 0.2, 0.4, 0.6, 0.8, 1.0] {
            let time = (f32::from(step) + alpha) * DT;
            let at = |body| poses.pose(&world, body, alpha).unwrap();
            for (name, drawn, truth) in [
                ("alone", at(alone).position.x, -0.9 + tent(12.0 * time, 1.8)),
                ("right", at(right).position.x, 0.1 + tent(12.0 * time, 0.8)),
                ("left", at(left).position.x, -0.1 - tent(12.0 * time, 0.8)),
                ("hinge", at(hand).angle, tent(5.0 * time, 0.5)),
            ] {
                assert!((drawn - truth).abs() < 1e-4, "{name}, step {step}, {alpha}: {drawn}, not {truth}");
            }
            let all: Vec<_> = poses.balls(&world, alpha).collect();
            assert!(all.contains(&(alone, at(alone))), "{all:?}");
        }
    }
    assert!(limits > 5, "{limits}");
}

/// A ball that leaves by one hole and appears at another is seen at one of them, never in between. The same holds
/// for flippers that are set back, and for everything taken from a snapshot.
#[test]
fn what_is_teleported_is_drawn_where_it_is() {
    for scale in [1e-3, 1.0, 1e3] {
        let mut world = weightless();
        let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1 * scale).velocity(Vec2::X * scale)).unwrap();
        let other =
            world.add_ball(Ball::new(Vec2::Y * scale, 0.1 * scale).velocity(Vec2::X * scale)).unwrap();
        let wall = world.add_body(Body::fixed()).unwrap();
        let flipper = world.add_joint(Joint::hinge(5.0 * Vec2::Y * scale, 1.0).joint_velocity(1.0)).unwrap();
        let start = world.snapshot();
        let mut poses = Interpolation::new();
        let step = |world: &mut World, poses: &mut Interpolation| {
            poses.record(world);
            world.step(DT);
            poses.record_path(world, DT);
        };
        step(&mut world, &mut poses);
        let away = vec2(9.0, 9.0) * scale;
        world.teleport(ball, away).unwrap();
        world.teleport(wall, away).unwrap();
        world.set_joint_position(flipper, 2.0, 0.0).unwrap();
        let at = |world: &World, poses: &Interpolation, body| poses.pose(world, body, 0.3).unwrap();
        for body in [ball, wall] {
            assert_eq!(at(&world, &poses, body).position, away);
        }
        assert_eq!(at(&world, &poses, flipper).angle, 2.0);
        // A ball that keeps flying is blended.
        let expected = 0.3 * DT * scale;
        assert!((at(&world, &poses, other).position.x - expected).abs() < 1e-5 * scale);
        // With the next step it flies from there.
        step(&mut world, &mut poses);
        assert!((at(&world, &poses, ball).position.x - away.x - expected).abs() < 1e-5 * scale);
        let set = Ball { position: Vec2::ZERO, ..world.ball(ball).unwrap() };
        world.set_ball(ball, set).unwrap();
        assert_eq!(at(&world, &poses, ball).position, Vec2::ZERO);
        world.restore(&start).unwrap();
        assert_eq!(at(&world, &poses, other).position, Vec2::Y * scale);
    }
}

#[test]
fn kinds_tell_bodies_apart() {
    let mut world = weightless();
    let lift = world.add_body(Body::kinematic()).unwrap();
    let hinge = world.add_joint(Joint::hinge(Vec2::ZERO, 1.0).joint_velocity(2.0)).unwrap();
    let slider = world.add_joint(Joint::slider(Vec2::ZERO, vec2(0.0, 3.0), 1.0, [0.0, 1.0])).unwrap();
    let kinds = [lift, hinge, slider].map(|id| world.kind(id).unwrap());
    assert_eq!(kinds, [BodyKind::Kinematic, BodyKind::Hinge, BodyKind::Slider]);
    assert_eq!(world.joint(slider).unwrap().kind, JointKind::Slider { axis: Vec2::Y });
    assert_eq!(world.joint(hinge).unwrap().kind, JointKind::Hinge);
    world.step(DT);
    let read = world.body(hinge).unwrap();
    assert_eq!(read.kind, BodyType::Kinematic);
    assert!((read.angular_velocity - 2.0).abs() < 1e-6, "{read:?}");
    world.add_body(read).unwrap();
    world.set_user_data(hinge, 5).unwrap();
    assert_eq!((world.body(hinge).unwrap().user_data, world.joint(hinge).unwrap().user_data), (5, 5));
}

/// Each value that is read can be set again, also of a ball that has turned for long.
#[test]
fn what_is_read_can_be_set() {
    let mut world = weightless();
    let top = world.add_ball(Ball::new(Vec2::ZERO, 0.1).angular_velocity(1e8)).unwrap();
    let drill = world.add_body(Body::kinematic().angular_velocity(1e8)).unwrap();
    for _ in 0..60 {
        world.step(DT);
        let (ball, body) = (world.ball(top).unwrap(), world.body(drill).unwrap());
        assert!(ball.angle.abs() <= 1e6 && body.angle.abs() <= 1e6, "{} {}", ball.angle, body.angle);
        world.add_body(body).unwrap();
    }
    let ball = world.ball(top).unwrap();
    world.set_ball(top, ball).unwrap();
}

#[test]
fn a_body_names_its_shapes() {
    let mut world = weightless();
    let body = world.add_body(Body::fixed()).unwrap();
    let chain = Chain::polyline(&[Vec2::ZERO, Vec2::X, Vec2::ONE]);
    let sensor = world.add_shape(body, Shape::circle(Vec2::ZERO, 1.0).unwrap().sensor()).unwrap();
    let wall = world.add_shape(body, Shape::chain(&chain).unwrap()).unwrap();
    let post = world.add_shape(body, Shape::circle(Vec2::ZERO, 1.0).unwrap()).unwrap();
    assert_eq!(world.shapes_of(body).collect::<Vec<_>>(), [wall, post, sensor]);
    world.remove_shape(wall).unwrap();
    assert_eq!(world.shapes_of(body).collect::<Vec<_>>(), [post, sensor]);
    world.remove_body(body).unwrap();
    assert_eq!(world.shapes_of(body).count(), 0);
}

/// A moving target is predicted, from a world that is only borrowed.
#[test]
fn a_prediction_knows_where_a_paddle_goes() {
    let mut world = weightless();
    let paddle = world.add_body(Body::kinematic().position(vec2(4.0, 0.0))).unwrap();
    let elastic = Material::elastic();
    let blade = Shape::segment(vec2(0.0, -1.0), vec2(0.0, 1.0)).unwrap().material(elastic);
    world.add_shape(paddle, blade).unwrap();
    let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1).material(elastic).velocity(vec2(2.0, 0.0))).unwrap();
    world.move_kinematic_over(paddle, vec2(1.0, 0.0), 0.0, 2.0).unwrap();
    let mut line = carom_world::PredictedTrajectory::default();
    let shared: &World = &world;
    shared.predict(&TrajectoryQuery::from_ball(ball).seconds(2.0), &mut line).unwrap();
    // They close in at 3.5 over a gap of 3.9.
    let hit = line.impacts()[0];
    assert!((hit.time - 3.9 / 3.5).abs() < 1e-4, "{hit:?}");
    for _ in 0..120 {
        world.step(DT);
    }
    let last = line.points().last().unwrap().position;
    assert!((last - world.position(ball).unwrap()).length() < 1e-5, "{last}");
}

/// A paddle that turned towards the mouse turned a whole turn in the frame in which `atan2` jumped from pi to -pi,
/// and threw a ball on its far side at 985 units a second.
#[test]
fn a_paddle_that_looks_at_the_mouse_never_spins() -> Result<(), Error> {
    for (size, steps, per_second) in
        [(1e-3_f32, 1_u8, 240.0_f32), (1.0, 4, 60.0), (1.0, 1, 30.0), (400.0, 2, 1000.0)]
    {
        for way in [1.0_f32, -1.0] {
            let mut world = weightless();
            let paddle = world.add_body(Body::kinematic())?;
            world.add_shape(paddle, Shape::capsule(Vec2::ZERO, vec2(size, 0.0), 0.05 * size)?)?;
            let far =
                world.add_ball(Ball::new(vec2(0.5, 1.5) * size, 0.2 * size).material(Material::elastic()))?;
            let (frame_time, mut turns) = (1.0 / per_second, 0.0);
            // Twice round in as many frames as a second has, seen from the paddle's own angle at first.
            for frame in 1..=per_second as u16 {
                let angle = way * f32::from(frame) * 4.0 * PI / per_second;
                let mouse = direction(angle) * 3.0 * size;
                world.move_kinematic_over(paddle, Vec2::ZERO, libm::atan2f(mouse.y, mouse.x), frame_time)?;
                for _ in 0..steps {
                    world.step(frame_time / f32::from(steps));
                    let spin = world.angular_velocity(paddle).unwrap();
                    turns = f32::max(turns, spin.abs());
                }
                if frame == 1 {
                    world.set_velocity(far, Vec2::ZERO)?;
                    world.teleport(far, vec2(0.0, 9.0 * size))?;
                }
            }
            assert!(turns < 4.001 * PI, "size {size}: it turned at {turns} rad/s in place of {}", 4.0 * PI);
            // Whole turns are counted: it has gone round, not back.
            assert!((world.angle(paddle).unwrap() - way * 4.0 * PI).abs() < 1e-3);
        }
    }
    Ok(())
}

/// From 3.1 to -3.1 radians it is 0.083 radians, and a ball on the far side is not touched.
#[test]
fn a_body_comes_to_its_angle_the_short_way_round() -> Result<(), Error> {
    let whole = core::f32::consts::TAU;
    let cases = [
        (3.1, -3.1, whole - 6.2),
        (-3.1, 3.1, 6.2 - whole),
        (0.0, 7.0, 7.0 - whole),
        (0.0, -100.0 * whole + 0.25, 0.25),
        (20.0 * whole, 0.1, 0.1),
        // Half a turn goes the way in which it is given.
        (0.0, PI, PI),
        (0.0, -PI, -PI),
        (1.0, 1.0, 0.0),
    ];
    for (from, to, turn) in cases {
        for seconds in [0.0, 0.1] {
            let mut world = weightless();
            let body = world.add_body(Body::kinematic().angle(from))?;
            world.add_shape(body, Shape::capsule(Vec2::ZERO, vec2(2.0, 0.0), 0.1)?)?;
            let far = world.add_ball(Ball::new(direction(from + PI) * 1.5, 0.01))?;
            let (before, mut spin) = (f64::from(from), 0.0);
            world.move_kinematic_over(body, vec2(0.0, 0.001), to, seconds)?;
            for _ in 0..8 {
                world.step(DT);
                spin = f32::max(spin, world.angular_velocity(body).unwrap().abs());
            }
            let turned = f64::from(world.angle(body).unwrap()) - before;
            assert!((turned - f64::from(turn)).abs() < 1e-4, "{from} to {to}: {turned}, not {turn}");
            if turn.abs() < 0.1 {
                assert_eq!(
                    world.velocity(far),
                    Some(Vec2::ZERO),
                    "{from} to {to} met a ball on the far side"
                );
            }
        }
    }
    Ok(())
}

/// A game that wants a wheel to go round says so, by a turn with a sign.
#[test]
fn a_wheel_turns_as_far_as_it_is_told() -> Result<(), Error> {
    for (turn, steps) in [(6.2_f32, 1_u8), (-6.2, 1), (4.0 * PI, 30), (-40.0 * PI, 7), (0.0, 3)] {
        let mut world = weightless();
        let wheel = world.add_body(Body::kinematic().angle(2.0))?;
        let seconds = f32::from(steps) * DT;
        world.move_kinematic_turning(wheel, vec2(3.0, 1.0), turn, seconds)?;
        let mut twin = World::from_snapshot(&world.snapshot())?;
        for _ in 0..steps {
            world.step(DT);
            twin.step(DT);
        }
        assert!((world.angle(wheel).unwrap() - 2.0 - turn).abs() < 1e-4 * (1.0 + turn.abs()), "{turn}");
        assert!((world.position(wheel).unwrap() - vec2(3.0, 1.0)).length() < 1e-5);
        assert_eq!(twin.state_hash(), world.state_hash());
        assert_eq!(world.step(DT).impacts().len(), 0);
        assert_eq!(world.angular_velocity(wheel), Some(0.0), "it has come there");
    }
    let mut world = weightless();
    let (wheel, fixed) = (world.add_body(Body::kinematic())?, world.add_body(Body::fixed())?);
    assert_eq!(field(world.move_kinematic_turning(wheel, Vec2::ZERO, f32::NAN, 0.0)), "turn");
    assert_eq!(field(world.move_kinematic_turning(wheel, Vec2::ZERO, 0.0, -1.0)), "seconds");
    assert!(matches!(
        world.move_kinematic_turning(fixed, Vec2::ZERO, 1.0, 0.0),
        Err(Error::WrongKind { .. })
    ));
    Ok(())
}

/// A ball that was put with its centre on or below the surface of a block fell through it and out of the world. It is pushed
/// out the nearest way, at `max_push_speed`, as out of a half-plane or a thick segment.
#[test]
fn a_ball_put_into_a_block_is_pushed_out_the_nearest_way() -> Result<(), Error> {
    let l = [vec2(0.0, 0.0), vec2(3.0, 0.0), vec2(3.0, 1.0), vec2(1.0, 1.0), vec2(1.0, 3.0), vec2(0.0, 3.0)];
    let ring: Vec<Vec2> = (0..24_u8).map(|k| direction(f32::from(k) * PI / 12.0) * 2.0).collect();
    let lens = Chain::start(vec2(-2.0, 0.0))
        .arc_to(vec2(0.0, -1.0), vec2(2.0, 0.0))
        .arc_to(vec2(0.0, 1.0), vec2(-2.0, 0.0));
    let shapes = |s: f32| -> Result<Vec<Shape>, Error> {
        let scaled = |points: &[Vec2]| points.iter().map(|p| *p * s).collect::<Vec<_>>();
        let mut l_turned = scaled(&l);
        l_turned.reverse();
        Ok(vec![
            Shape::rect(Vec2::ZERO, vec2(20.0, 2.0) * s)?,
            Shape::rect(Vec2::ZERO, vec2(20.0, 2.0) * s)?.radius(0.3 * s),
            Shape::polygon(&scaled(&l))?,
            Shape::polygon(&l_turned)?,
            Shape::polygon(&scaled(&ring))?,
            Shape::arc(Vec2::ZERO, 2.0 * s, 0.3, core::f32::consts::TAU)?.solid()?,
            if s == 1.0 { Shape::chain(&lens)?.solid()? } else { Shape::rect(Vec2::ZERO, Vec2::ONE * s)? },
        ])
    };
    let places =
        [vec2(0.3, 0.9), vec2(0.4, 0.99), vec2(-0.2, 0.11), vec2(0.6, 0.5), vec2(0.2, -0.3), vec2(0.1, 0.2)];
    for (scale, dt) in [(1.0_f32, DT), (1e-3, 1.0 / 240.0), (640.0, 1.0 / 30.0)] {
        for (n, shape) in shapes(scale)?.into_iter().enumerate() {
            for (m, place) in places.into_iter().enumerate() {
                for restitution in [0.0, 1.0] {
                    let kind = if (n + m).is_multiple_of(2) { Body::fixed() } else { Body::kinematic() };
                    let mut world = weightless();
                    let body = world.add_body(kind.position(vec2(5.0, -3.0) * scale).angle(0.7))?;
                    let block =
                        world.add_shape(body, shape.clone().material(Material::new(restitution, 0.2)))?;
                    let radius = 0.2 * scale;
                    let turned = vec2(5.0, -3.0) * scale + direction(0.7).rotate(place * scale);
                    let at = if m == 5 { vec2(0.0, 900.0) } else { turned };
                    let ball =
                        world.add_ball(Ball::new(at, radius).material(Material::new(restitution, 0.2)))?;
                    if m == 5 {
                        world.step(dt);
                        world.teleport(ball, turned)?;
                    }
                    let others = QueryFilter::default().without(ball);
                    let Some(inside) = world.closest_point(turned, radius, others)? else { continue };
                    let out = (inside.point - turned) / inside.distance * -1.0;
                    let ends = inside.point + out * radius;
                    let mut last = turned;
                    for step in 0..200 {
                        world.step(dt);
                        let now = world.position(ball).unwrap();
                        let way = (now - last).length();
                        assert!(way < 0.11 * radius, "{scale}, {n}, place {m}, step {step}: {way} in a step");
                        last = now;
                    }
                    // Off round surfaces and corners the last bit of overlap is parted at an angle of its own.
                    let name = format!("{scale}, shape {n}, place {m}: at {last}, not {ends}");
                    assert!((last - ends).length() < 0.05 * radius, "{name}");
                    assert!(world.velocity(ball).unwrap().length() < 0.02 * radius / dt, "{name}");
                    assert_eq!(inside.shape, Some(block));
                    world.validate().unwrap();
                }
            }
        }
    }
    Ok(())
}

/// The same on a floor under gravity, from above its surface to its middle, thrown in as well; and with a twin that was saved
/// half way.
#[test]
fn a_ball_put_into_a_floor_comes_to_lie_on_it() -> Result<(), Error> {
    for y in [0.15, 0.05, 0.01, 0.0, -0.01, -0.1, -0.19, -0.5, -0.9_f32] {
        for kind in [Body::fixed(), Body::kinematic()] {
            for velocity in [Vec2::ZERO, vec2(2.0, -8.0), vec2(0.0, 3.0)] {
                let mut world = World::new(Config::default())?;
                let body = world.add_body(kind)?;
                world.add_shape(body, Shape::rect(vec2(0.0, -1.0), vec2(200.0, 2.0))?)?;
                let ball = world.add_ball(Ball::new(vec2(1.0, 5.0), 0.2))?;
                world.step(DT);
                world.teleport(ball, vec2(1.0, y))?;
                world.set_velocity(ball, velocity)?;
                let mut twin = None;
                for step in 0..300 {
                    world.step(DT);
                    let twin = twin.get_or_insert_with(|| World::from_snapshot(&world.snapshot()).unwrap());
                    if step > 0 {
                        twin.step(DT);
                    }
                    assert_eq!(twin.state_hash(), world.state_hash(), "{y}, {velocity}, step {step}");
                }
                let at = world.position(ball).unwrap();
                assert!((at.y - 0.2).abs() < 0.002, "from {y} with {velocity} it came to {at}");
            }
        }
    }
    Ok(())
}

/// A balloon sinks beside a stone: it has the speed and the way of the closed form, and the stone falls freely, at any
/// size and rate.
#[test]
fn a_balloon_sinks_beside_a_stone() -> Result<(), Error> {
    for (size, rate) in
        [1e-3_f32, 1.0, 1e3].into_iter().flat_map(|size| [30, 60, 1000].map(|rate| (size, rate)))
    {
        let (pull, drag, time) = (f64::from(10.0 * size), 2.0, 1.5);
        let mut world = World::new(Config { gravity: vec2(0.0, -10.0 * size), ..Config::default() })?;
        let balloon = world.add_ball(Ball::new(Vec2::ZERO, 0.1 * size).drag(2.0))?;
        let stone = world.add_ball(Ball::new(vec2(size, 0.0), 0.1 * size))?;
        for _ in 0..rate * 3 / 2 {
            world.step(1.0 / rate as f32);
        }
        let gone = 1.0 - libm::exp(-drag * time);
        let expected =
            [pull / drag * gone, pull / drag * (time - gone / drag), pull * time, pull * time * time / 2.0];
        let found =
            [balloon, stone].map(|id| world.ball(id).map(|ball| [-ball.velocity.y, -ball.position.y]));
        let found = found.map(Option::unwrap_or_default).concat();
        for (expected, found) in expected.into_iter().zip(found) {
            assert!(
                (f64::from(found) / expected - 1.0).abs() < 2e-5,
                "{size} {rate}: {found}, not {expected}"
            );
        }
    }
    Ok(())
}

/// A power-up slows one puck and gives it a top speed: kicks do not take it beyond, others fly as fast as they are
/// kicked. A saved game continues with the same bits, and the aim line shows where the puck goes.
#[test]
fn a_puck_has_a_drag_and_a_top_speed_of_its_own() -> Result<(), Error> {
    let mut world = World::new(Config::weightless())?;
    let table = world.add_body(Body::fixed())?;
    let rubber = Material { kick: 5.0, ..Material::elastic() };
    for x in [-1.0, 1.0] {
        world.add_shape(table, Shape::half_plane(vec2(x, 0.0), vec2(-x, 0.0))?.material(rubber))?;
    }
    let puck = Ball::new(vec2(0.0, 0.5), 0.1).material(Material::elastic()).velocity(vec2(2.0, 0.0));
    let [slow, quick] = [0.5, -0.5].map(|y| world.add_ball(puck.position(vec2(0.0, y))));
    let (slow, quick) = (slow?, quick?);
    world.set_drag(slow, 0.5)?;
    world.set_max_speed(slow, 3.0)?;
    let mut fastest = [0.0_f32; 2];
    for step in 0..240 {
        if step == 60 {
            let mut saved = World::from_snapshot(&world.snapshot())?;
            let mut copy = world.clone();
            assert_eq!(saved.ball(slow), world.ball(slow));
            let mut line = carom_world::PredictedTrajectory::default();
            world.predict(&TrajectoryQuery::from_ball(slow).seconds(0.5).dt(DT), &mut line)?;
            for _ in 0..30 {
                saved.step(DT);
                copy.step(DT);
            }
            assert_eq!(saved.position(slow), copy.position(slow));
            assert_eq!(line.points().last().map(|point| point.position), copy.position(slow));
        }
        world.step(DT);
        for (fastest, id) in fastest.iter_mut().zip([slow, quick]) {
            *fastest = fastest.max(world.velocity(id).unwrap_or_default().length());
            assert!(world.position(id).is_some_and(|at| at.x.abs() <= 1.0), "{id:?} left the table");
        }
        assert_eq!(world.validate(), Ok(()));
    }
    assert!((2.9..=3.0).contains(&fastest[0]), "{fastest:?}");
    assert!(fastest[1] > 10.0, "{fastest:?}");
    world.remove_body(slow)?;
    world.set_ball(quick, puck.drag(1.0))?;
    world.set_ball(quick, puck)?;
    assert_eq!(world.validate(), Ok(()));
    for (bad, what) in [(f32::NAN, "NaN"), (-1.0, "negative"), (2e6, "large")] {
        assert_eq!(field(world.set_drag(quick, bad)), "ball.drag", "{what}");
    }
    assert_eq!(field(world.set_max_speed(quick, 0.0)), "ball.max_speed");
    assert_eq!(field(world.add_ball(puck.drag(f32::INFINITY))), "ball.drag");
    assert_eq!(field(world.add_ball(puck.max_speed(f32::NAN))), "ball.max_speed");
    Ok(())
}
