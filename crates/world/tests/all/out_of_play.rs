//! Things that a game takes out of play and puts back: disabled balls, bodies and shapes, changed shapes, emptied
//! worlds, and predictions of all balls.
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use carom_world::glam::{Vec2, vec2};
use carom_world::{Ball, Body, Config, Error, Filter, Joint, Link, Material, Shape, TrajectoryQuery, World};

const DT: f32 = 1.0 / 60.0;

fn weightless() -> World {
    World::new(Config::weightless()).unwrap()
}

/// A drop target that is down lets balls pass, and one that is up again stops them: whether the shape, or its body with all
/// its shapes was disabled.
#[test]
fn what_is_disabled_lets_balls_pass() {
    for (scale, kind) in [1e-3, 1.0, 1e3].into_iter().zip([Body::fixed(), Body::kinematic(), Body::fixed()]) {
        for whole in [false, true] {
            let mut world = weightless();
            let bank = world.add_body(kind).unwrap();
            let target = Shape::segment(vec2(0.0, -1.0) * scale, vec2(0.0, 1.0) * scale).unwrap();
            let target = world.add_shape(bank, target.filter(Filter::new(2, 1))).unwrap();
            let switch = |world: &mut World, on| {
                if whole {
                    world.set_enabled(bank, on).unwrap();
                } else {
                    world.set_shape_enabled(target, on).unwrap();
                }
            };
            let ball =
                world.add_ball(Ball::new(-Vec2::X * scale, 0.1 * scale).velocity(6.0 * Vec2::X * scale));
            let ball = ball.unwrap();
            switch(&mut world, false);
            assert_eq!((world.is_enabled(bank), world.is_shape_enabled(target)), (!whole, whole));
            let seen = world.overlap_ball(Vec2::ZERO, 0.1 * scale, Filter::default()).unwrap();
            assert!(seen.is_empty() && world.shape_geometries().next().is_none(), "{seen:?}");
            // A filter that is set meanwhile is that of later.
            assert_eq!(world.shape_filter(target), Some(Filter::new(2, 1)));
            world.set_shape_filter(target, Filter::default()).unwrap();
            for _ in 0..20 {
                assert!(world.step(DT).impacts().is_empty());
            }
            assert!(world.position(ball).unwrap().x > 0.9 * scale);
            let copy = World::from_snapshot(&world.snapshot()).unwrap();
            assert!(!(copy.is_enabled(bank) && copy.is_shape_enabled(target)));
            switch(&mut world, true);
            assert_eq!(world.shape_filter(target), Some(Filter::default()));
            world.set_velocity(ball, -6.0 * Vec2::X * scale).unwrap();
            let hits: usize = (0..20).map(|_| world.step(DT).impacts().len()).sum();
            assert_eq!(hits, 1);
        }
    }
}

/// A shape that is added to a disabled body is out of play until the body is back.
#[test]
fn a_disabled_body_disables_what_it_carries() {
    let mut world = weightless();
    let wall = world.add_body(Body::fixed()).unwrap();
    world.set_enabled(wall, false).unwrap();
    world.add_shape(wall, Shape::rect(Vec2::ZERO, Vec2::ONE).unwrap()).unwrap();
    let seen = |world: &World| world.overlap_ball(Vec2::ZERO, 0.1, Filter::default()).unwrap().len();
    assert_eq!(seen(&world), 0);
    world.set_enabled(wall, true).unwrap();
    assert_eq!(seen(&world), 1);
}

/// A ball that waits in the wings is met by nothing, noticed by nothing, falls nowhere, and is there again as it was.
#[test]
fn a_disabled_ball_waits_where_it_is() {
    let mut world = World::new(Config::default()).unwrap();
    let table = world.add_body(Body::fixed()).unwrap();
    let drain = Shape::circle(Vec2::ZERO, 1.0).unwrap().sensor_of_centers();
    let drain = world.add_shape(table, drain).unwrap();
    let own = Filter::new(4, 5);
    let waits = world.add_ball(Ball::new(Vec2::ZERO, 0.1).filter(own).user_data(7)).unwrap();
    world.step(DT);
    assert_eq!(world.balls_in_sensor(drain).count(), 1);
    world.set_enabled(waits, false).unwrap();
    let at = world.position(waits).unwrap();
    let other = world.add_ball(Ball::new(vec2(0.0, 1.5), 0.1).velocity(vec2(0.0, -9.0))).unwrap();
    let left = world.step(DT).sensor_exited().len();
    assert_eq!((left, world.balls_in_sensor(drain).count()), (1, 0));
    for _ in 0..30 {
        assert!(world.step(DT).impacts().is_empty());
    }
    assert_eq!(world.position(waits), Some(at));
    assert!(world.position(other).unwrap().y < -1.0);
    assert_eq!(world.ball(waits).map(|ball| (ball.filter, ball.user_data)), Some((own, 7)));
    assert!(matches!(world.set_velocity(waits, Vec2::X), Err(Error::WrongKind { .. })));
    assert!(!world.is_enabled(waits) && !world.is_held(waits));
    // Settings made meanwhile count when it is back, also through a snapshot.
    world.set_ball_filter(waits, Filter::default()).unwrap();
    world.hold(waits).unwrap();
    world.set_ball(waits, Ball { user_data: 8, ..world.ball(waits).unwrap() }).unwrap();
    let mut copy = World::from_snapshot(&world.snapshot()).unwrap();
    for world in [&mut world, &mut copy] {
        assert!(!world.is_enabled(waits) && world.is_held(waits));
        world.set_enabled(waits, true).unwrap();
        assert_eq!(world.ball(waits).map(|ball| (ball.filter, ball.user_data)), Some((Filter::default(), 8)));
        world.step(DT);
        assert_eq!(world.position(waits), Some(at));
        world.release(waits).unwrap();
        world.step(DT);
        assert!(world.velocity(waits).unwrap().y < 0.0);
        assert_eq!(world.balls_in_sensor(drain).count(), 1);
    }
    assert_eq!(world.state_hash(), copy.state_hash());
}

/// A target that grows under a ball pushes it out, and keeps its id.
#[test]
fn a_shape_takes_another_form() {
    for kind in [Body::fixed(), Body::kinematic()] {
        let mut world = weightless();
        let body = world.add_body(kind.position(vec2(3.0, 0.0))).unwrap();
        let post = world.add_shape(body, Shape::circle(Vec2::ZERO, 0.1).unwrap().user_data(5)).unwrap();
        let ball = world.add_ball(Ball::new(vec2(3.4, 0.0), 0.1)).unwrap();
        world.step(DT);
        assert!(world.set_shape(post, Shape::circle(Vec2::ZERO, 0.2).unwrap().radius(-1.0)).is_err());
        assert_eq!(world.shape_user_data(post), Some(5));
        let rubber = Material::default().restitution(0.9);
        let wide = Shape::rect(Vec2::ZERO, vec2(0.9, 0.2)).unwrap().material(rubber).user_data(6);
        world.set_shape(post, wide).unwrap();
        assert_eq!(world.shapes_of(body).collect::<Vec<_>>(), [post]);
        assert_eq!(world.shape_material(post), Some(rubber));
        assert!(world.is_solid(post) && world.shape_user_data(post) == Some(6));
        for _ in 0..240 {
            world.step(DT);
        }
        assert!(world.position(ball).unwrap().x > 3.54, "{:?}", world.position(ball));
        world.set_shape(post, Shape::circle(Vec2::ZERO, 2.0).unwrap().sensor()).unwrap();
        assert_eq!(world.step(DT).sensor_entered().len(), 1);
        world.set_shape_user_data(post, 9).unwrap();
        assert_eq!(world.shape_user_data(post), Some(9));
        world.remove_shape(post).unwrap();
        assert!(world.set_shape(post, Shape::circle(Vec2::ZERO, 1.0).unwrap()).is_err());
        assert!(world.set_shape_user_data(post, 1).is_err() && world.set_shape_enabled(post, true).is_err());
        assert_eq!(world.step(DT).sensor_exited().len(), 1);
    }
}

/// A new level begins: nothing of the old one is left, its ids name nothing, and a world that was cleared plays as a new
/// one does.
#[test]
fn a_cleared_world_is_empty() {
    let fill = |world: &mut World| {
        let table = world.add_body(Body::fixed()).unwrap();
        let floor = world.add_shape(table, Shape::half_plane(Vec2::ZERO, Vec2::Y).unwrap()).unwrap();
        let balls: Vec<_> = (0..9_u8)
            .map(|n| world.add_ball(Ball::new(vec2(0.15 * f32::from(n), 0.3), 0.1)).unwrap())
            .collect();
        world.add_link(Link::rope(balls[0], balls[1], 0.4)).unwrap();
        let door = world.add_joint(Joint::hinge(vec2(5.0, 1.0), 1.0)).unwrap();
        (balls, floor, door)
    };
    let mut world = World::new(Config::default()).unwrap();
    let (balls, floor, door) = fill(&mut world);
    (0..30).for_each(|_| _ = world.step(DT));
    world.clear();
    assert!(world.ball_count() == 0 && world.bodies().next().is_none() && world.links().next().is_none());
    assert!(balls.iter().chain([&door]).all(|id| !world.contains(*id)) && world.shape_body(floor).is_none());
    let events = world.step(DT);
    assert!(events.contacts_ended().is_empty() && events.impacts().is_empty());
    world.clear();
    let (fresh, ..) = fill(&mut world);
    assert!(fresh.iter().all(|id| !balls.contains(id)), "an id came twice");
    let mut new = World::new(Config::default()).unwrap();
    fill(&mut new);
    for _ in 0..60 {
        world.step(DT);
        new.step(DT);
        let places = |world: &World| world.balls().map(|(_, ball)| ball).collect::<Vec<_>>();
        assert_eq!(places(&world), places(&new));
    }
}

/// A rectangle that a player drags over the table marks the balls in it and on its edge, turned or not.
#[test]
fn a_shape_finds_the_balls_in_it() {
    for scale in [1e-3, 1.0, 1e3] {
        let mut world = weightless();
        let mut put = |x: f32, y: f32| world.add_ball(Ball::new(vec2(x, y) * scale, 0.1 * scale)).unwrap();
        let (middle, edge, corner, away) = (put(5.0, 5.0), put(6.05, 5.0), put(6.09, 6.09), put(7.0, 7.0));
        let square = Shape::rect(Vec2::ZERO, vec2(2.0, 2.0) * scale).unwrap();
        let find = |world: &World, shape: &Shape, turn| {
            world.overlap_shape(shape, vec2(5.0, 5.0) * scale, turn, Filter::default()).unwrap()
        };
        assert_eq!(find(&world, &square, 0.0), [middle, edge]);
        assert_eq!(find(&world, &square.clone().radius(0.1 * scale), 0.0), [middle, edge, corner]);
        // On its corner it reaches farther along the axes and less far across.
        assert_eq!(find(&world, &square, std::f32::consts::FRAC_PI_4), [middle, edge]);
        let beam = Shape::capsule(Vec2::ZERO, vec2(2.9, 2.9) * scale, 0.1 * scale).unwrap();
        assert_eq!(find(&world, &beam, 0.0), [middle, corner, away]);
        let ground = Shape::half_plane(Vec2::ZERO, Vec2::Y).unwrap();
        assert_eq!(find(&world, &ground, 0.0), [middle, edge]);
        world.set_enabled(middle, false).unwrap();
        assert_eq!(find(&world, &square, 0.0), [edge]);
        assert!(
            world.overlap_shape(&square.clone().radius(-1.0), Vec2::ZERO, 0.0, Filter::default()).is_err()
        );
        assert!(world.overlap_shape(&square, Vec2::NAN, 0.0, Filter::default()).is_err());
    }
}

/// The path of the struck ball is predicted to the last bit: the shot that is then played follows it.
#[test]
fn all_balls_are_foreseen_as_they_go() {
    let mut world = weightless();
    let table = world.add_body(Body::fixed()).unwrap();
    world.add_shape(table, Shape::half_plane(vec2(2.0, 0.0), -Vec2::X).unwrap()).unwrap();
    let cue = world.add_ball(Ball::new(Vec2::ZERO, 0.03)).unwrap();
    let object = world.add_ball(Ball::new(vec2(1.0, 0.01), 0.03)).unwrap();
    let bystander = world.add_ball(Ball::new(vec2(0.0, 1.0), 0.03)).unwrap();
    let aim = TrajectoryQuery::from_ball(cue).velocity(vec2(3.0, 0.0)).seconds(1.5).dt(DT);
    let paths = world.predict_all(&aim).unwrap();
    assert_eq!(paths.balls().collect::<Vec<_>>(), [cue, object]);
    assert!(paths.points(bystander).is_empty());
    let hit = paths.impacts()[0];
    let (way, first) = (paths.points(object), paths.points(object)[1]);
    assert_eq!((way[0].time, first.time, way[0].position), (0.0, hit.time, first.position));
    world.set_velocity(cue, vec2(3.0, 0.0)).unwrap();
    let played: Vec<_> = (0..90).flat_map(|_| world.step(DT).impacts().to_vec()).collect();
    assert_eq!(played.len(), paths.impacts().len());
    for ball in [cue, object] {
        let last = paths.points(ball).last().unwrap();
        assert_eq!(Some(last.position), world.position(ball));
        assert!(paths.points(ball).windows(2).all(|pair| pair[0].time <= pair[1].time));
    }
    let ghost = TrajectoryQuery::new_ball(Ball::new(vec2(0.0, 2.0), 0.03)).velocity(Vec2::X).bounces(1);
    let paths = world.predict_all(&ghost).unwrap();
    assert!(!world.contains(paths.shot()) && paths.points(paths.shot()).len() > 2);
    assert!(world.predict_all(&TrajectoryQuery::from_ball(table)).is_err());
}

/// The hero can find its own support.
#[test]
fn contacts_are_found_by_ball() {
    let mut world = World::new(Config::default()).unwrap();
    let floor = world.add_body(Body::fixed()).unwrap();
    world.add_shape(floor, Shape::half_plane(Vec2::ZERO, Vec2::Y).unwrap()).unwrap();
    let balls = [0.0, 5.0].map(|x| world.add_ball(Ball::new(vec2(x, 0.1), 0.1)).unwrap());
    (0..30).for_each(|_| _ = world.step(DT));
    assert_eq!(balls.map(|ball| world.contacts_of(ball).count()), [1, 1]);
    assert_eq!(world.contacts_of(floor).count(), 2);
}
