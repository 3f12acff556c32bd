//! Mistakes of games: no panic, one clear warning, and the right thing where there is one.

mod common;

use bevy_carom::Material;
use bevy_carom::OutOfBounds;
use bevy_carom::carom;
use bevy_carom::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec2, Vec3, vec2};
use bevy_transform::components::Transform;
use common::{app, app_with, steps, warnings};

fn at(x: f32, y: f32) -> Transform {
    Transform::from_xyz(x, y, 0.0)
}

fn place(app: &bevy_app::App, entity: Entity) -> Vec2 {
    app.world().get::<Transform>(entity).expect("a place").translation.truncate()
}

fn floor(app: &mut bevy_app::App) -> Entity {
    app.world_mut().spawn((Body::Fixed, Shape::half_plane(Vec2::Y), Material::new(0.8, 0.2))).id()
}

#[derive(Resource, Default)]
struct Heard(Vec<(Entity, Entity, f32)>);

#[test]
fn both_sides_hear_an_impact_and_children_pass_it_on() {
    let mut app = app();
    app.init_resource::<Heard>();
    let table = app.world_mut().spawn(Body::Fixed).id();
    let floor = app.world_mut().spawn((Shape::half_plane(Vec2::Y), ChildOf(table))).id();
    let ball = app.world_mut().spawn((Ball::new(0.1), at(0.0, 1.0))).id();
    let hear = |hit: On<'_, '_, Impact>, mut heard: ResMut<'_, Heard>| {
        heard.0.push((hit.entity, hit.other, hit.normal.y));
    };
    for entity in [table, floor, ball] {
        app.world_mut().entity_mut(entity).observe(hear);
    }
    while app.world().resource::<Heard>().0.is_empty() {
        steps(&mut app, 1);
    }
    let heard = &app.world().resource::<Heard>().0;
    assert_eq!(heard, &[(ball, floor, 1.0), (floor, ball, -1.0), (table, ball, -1.0)], "ball, shape, body");
    let messages = app.world().resource::<Messages<Impact>>();
    let given: Vec<Impact> = messages.get_cursor().read(messages).copied().collect();
    assert_eq!(given.len(), 1, "a message once");
    assert!((given[0].approach_speed - (2.0_f32 * 9.81 * 0.9).sqrt()).abs() < 0.01, "{given:?}");
    assert!(given[0].point.length() < 1e-5, "{given:?}");
}

#[test]
fn an_observer_may_despawn_anything() {
    let mut app = app();
    let floor = floor(&mut app);
    for n in 0..20 {
        let ball = app.world_mut().spawn((Ball::new(0.1), at(0.3 * n as f32, 1.0))).id();
        app.world_mut().entity_mut(ball).observe(
            |hit: On<'_, '_, Impact>, mut commands: Commands<'_, '_>| {
                commands.entity(hit.entity).despawn();
                commands.entity(hit.other).try_despawn();
            },
        );
    }
    steps(&mut app, 120);
    assert!(app.world().get_entity(floor).is_err(), "the floor is gone");
    let carom = app.world().resource::<Carom>();
    assert_eq!(carom.bodies().count(), 0, "also in the engine");
    assert!(carom.ball_count() < 20, "and so is the first ball");
}

/// A ball strikes two walls many times in one step. The first impact despawns it, and no observer hears of the others.
#[test]
fn what_an_observer_does_counts_for_the_next_event() {
    #[derive(Resource, Default)]
    struct Count(u32, u32);
    let mut app = app_with(CaromPlugin::default().interpolation(false).config(Config::weightless()));
    app.init_resource::<Count>();
    for x in [-0.15, 0.15] {
        let wall = Shape::segment(-Vec2::Y, Vec2::Y);
        app.world_mut().spawn((Body::Fixed, wall, Material::elastic(), at(x, 0.0)));
    }
    let ball = (Ball::new(0.1), Material::elastic(), Velocity(vec2(100.0, 0.0)));
    app.world_mut().spawn(ball).observe(
        |hit: On<'_, '_, Impact>, mut count: ResMut<'_, Count>, mut commands: Commands<'_, '_>| {
            count.0 += 1;
            commands.entity(hit.entity).despawn();
            commands.queue(|world: &mut World| world.resource_mut::<Count>().1 += 1);
        },
    );
    steps(&mut app, 1);
    let messages = app.world().resource::<Messages<Impact>>();
    assert!(messages.get_cursor().read(messages).count() > 5, "it has struck often");
    let count = app.world().resource::<Count>();
    assert_eq!((count.0, count.1), (1, 1), "it heard once");
    assert_eq!(app.world().resource::<Carom>().ball_count(), 0, "and is gone");
}

#[test]
fn a_threshold_keeps_quiet_what_is_slow() {
    let mut app = app_with(CaromPlugin::default().interpolation(false).impact_threshold(100.0));
    floor(&mut app);
    app.world_mut().spawn((Ball::new(0.1), at(0.0, 1.0)));
    let loud = app.world_mut().spawn((Ball::new(0.1), at(1.0, 1.0), bevy_carom::ImpactThreshold(1.0))).id();
    let mut given = Vec::new();
    for _ in 0..300 {
        steps(&mut app, 1);
        let messages = app.world().resource::<Messages<Impact>>();
        given.extend(messages.get_cursor().read(messages).copied());
    }
    assert!(!given.is_empty(), "the loud one is heard");
    assert!(
        given.iter().all(|hit| hit.entity == loud && hit.approach_speed >= 1.0),
        "and nobody else: {given:?}"
    );
}

#[test]
fn sensors_joints_and_bounds_tell() {
    let bounds = Config { bounds: Some([vec2(-5.0, -2.0), vec2(5.0, 5.0)]), ..Config::default() };
    let mut app = app_with(CaromPlugin::default().interpolation(false).config(bounds));
    let gate = app.world_mut().spawn((Body::Fixed, Shape::segment(-Vec2::X, Vec2::X), Sensor::Edges)).id();
    let ball = app.world_mut().spawn((Ball::new(0.1), at(0.0, 1.0), Velocity(vec2(0.0, -100.0)))).id();
    let bat = app
        .world_mut()
        .spawn((Joint::hinge(0.1).limits(-0.5, 0.5).motor(Motor::Force(1.0)), at(3.0, 3.0)))
        .id();
    let (mut entered, mut exited, mut out, mut limits) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..60 {
        steps(&mut app, 1);
        let world = app.world();
        let messages = world.resource::<Messages<SensorEntered>>();
        entered.extend(messages.get_cursor().read(messages).copied());
        let messages = world.resource::<Messages<SensorExited>>();
        exited.extend(messages.get_cursor().read(messages).copied());
        let messages = world.resource::<Messages<OutOfBounds>>();
        out.extend(messages.get_cursor().read(messages).copied());
        let messages = world.resource::<Messages<JointLimitHit>>();
        limits.extend(messages.get_cursor().read(messages).copied());
    }
    assert!(
        entered.iter().all(|event| (event.entity, event.ball) == (gate, ball)) && !entered.is_empty(),
        "{entered:?}"
    );
    assert!(
        exited.iter().all(|event| (event.entity, event.ball) == (gate, ball)) && !exited.is_empty(),
        "{exited:?}"
    );
    assert!(out.iter().all(|event| event.entity == ball) && !out.is_empty(), "{out:?}");
    assert!(limits.iter().all(|event| event.entity == bat) && !limits.is_empty(), "{limits:?}");
    let id = app.world().get::<BodyHandle>(bat).expect("a body").id();
    assert_eq!(app.world().resource::<Carom>().joint_position(id), Some(0.5), "the bat is at its limit");
}

#[test]
fn what_is_missing_or_doubled_gives_one_warning() {
    let mut app = app();
    let orphan = app.world_mut().spawn(Shape::circle(1.0)).id();
    let doubled = app.world_mut().spawn((Ball::new(0.1), Body::Fixed)).id();
    let disc = app.world_mut().spawn((Ball::new(0.1), Shape::circle(0.1), at(5.0, 0.0))).id();
    let bad = app.world_mut().spawn((Ball::new(-1.0), at(9.0, 0.0))).id();
    let loose = app.world_mut().spawn(Link::rope(doubled, orphan, 1.0)).id();
    let empty = app.world_mut().spawn(Body::Kinematic).id();
    let power = app.world_mut().spawn((Ball::new(0.1), Sensor::Edges, at(12.0, 0.0))).id();
    // A ball would lie on the shape below: it is none of the sensor.
    let pit = app.world_mut().spawn((Body::Fixed, Sensor::Edges, at(0.0, -9.0))).id();
    app.world_mut().spawn((ChildOf(pit), Shape::circle(1.0)));
    steps(&mut app, 1);
    let given = warnings(&app);
    for (entity, word) in [
        (orphan, "waits for a Body"),
        (doubled, "more than one"),
        (disc, "on a Ball"),
        (bad, "ball.radius"),
        (loose, "has an end at"),
        (power, "its Sensor does nothing"),
        (pit, "its Sensor does nothing"),
    ] {
        let about: Vec<_> = given.iter().filter(|(of, _)| *of == entity).collect();
        assert_eq!(about.len(), 1, "{entity}: {given:?}");
        assert!(about[0].1.contains(word), "{entity}: {about:?}");
    }
    assert!(given.iter().all(|(entity, _)| *entity != empty), "a body without shapes is no fault");
    steps(&mut app, 100);
    assert!(warnings(&app).is_empty(), "and not again");
    // Each is mended.
    app.world_mut().entity_mut(orphan).insert(Body::Fixed);
    app.world_mut().get_mut::<Ball>(bad).expect("a ball").radius = 0.1;
    app.world_mut().entity_mut(doubled).remove::<Ball>();
    steps(&mut app, 2);
    for entity in [orphan, bad, doubled] {
        assert!(app.world().get::<BodyHandle>(entity).is_some(), "{entity} has its body");
    }
    assert!(app.world().get::<bevy_carom::ShapeHandle>(orphan).is_some(), "the shape has found its body");
    let carom = app.world().resource::<Carom>();
    assert_eq!(carom.ball_count(), 3, "the disc, the one that was bad and the one that is no sensor");
}

#[test]
fn numbers_that_are_none_change_nothing() {
    let mut app = app();
    let ball = app.world_mut().spawn((Ball::new(0.1), at(0.0, 1.0))).id();
    steps(&mut app, 1);
    let before = place(&app, ball);
    app.world_mut().get_mut::<Transform>(ball).expect("a place").translation.x = f32::NAN;
    app.world_mut().get_mut::<Velocity>(ball).expect("a velocity").0 = vec2(0.0, f32::INFINITY);
    steps(&mut app, 1);
    assert!((place(&app, ball) - before).length() < 0.1, "it is where it was: {}", place(&app, ball));
    assert_eq!(warnings(&app).len(), 1, "{:?}", warnings(&app));
}

#[test]
fn a_uniform_scale_scales_and_another_gives_a_warning() {
    let mut app = app();
    floor(&mut app);
    let large = app.world_mut().spawn((Ball::new(0.1), at(0.0, 1.0).with_scale(Vec3::splat(3.0)))).id();
    let odd =
        app.world_mut().spawn((Ball::new(0.1), at(3.0, 1.0).with_scale(vec2(1.0, 2.0).extend(1.0)))).id();
    let post = app.world_mut().spawn((Body::Fixed, at(-3.0, 0.0).with_scale(Vec3::splat(2.0)))).id();
    app.world_mut().spawn((Shape::circle(0.5), at(0.0, 0.5), ChildOf(post)));
    app.world_mut().spawn((Ball::new(0.1), at(-3.0, 3.0)));
    steps(&mut app, 1);
    let given = warnings(&app);
    assert!(given.len() == 1 && given[0].0 == odd, "{given:?}");
    steps(&mut app, 600);
    assert!((place(&app, large).y - 0.3).abs() < 0.01, "it rests at its radius: {}", place(&app, large));
    app.world_mut().get_mut::<Transform>(large).expect("a place").scale = Vec3::splat(5.0);
    steps(&mut app, 600);
    assert!((place(&app, large).y - 0.5).abs() < 0.02, "it has grown: {}", place(&app, large));
    let carom = app.world().resource::<Carom>();
    let hit = carom.cast_ray(vec2(-3.0, 9.0), vec2(0.0, -10.0), carom::Filter::new(1, 1)).expect("a ray");
    assert!(hit.is_some(), "something is there");
    let ray = carom.cast_ray(vec2(-3.7, 9.0), vec2(0.0, -10.0), carom::Filter::default()).expect("a ray");
    let top = ray.map(|hit| hit.point.y);
    // A disc of radius 1 about (-3, 1).
    assert!(top.is_some_and(|y| (y - (1.0 + (1.0_f32 - 0.49).sqrt())).abs() < 1e-4), "{top:?}");
}

#[test]
fn shapes_and_balls_follow_their_parents() {
    let mut app = app();
    let (left, right) = (
        app.world_mut().spawn((Body::Fixed, at(-2.0, 0.0))).id(),
        app.world_mut().spawn((Body::Fixed, at(2.0, 0.0))).id(),
    );
    let peg = app.world_mut().spawn((Shape::circle(0.5), ChildOf(left))).id();
    let tops = |app: &bevy_app::App| {
        let carom = app.world().resource::<Carom>();
        [-2.0, 2.0].map(|x| {
            carom.cast_ray(vec2(x, 5.0), vec2(0.0, -9.0), carom::Filter::default()).expect("a ray").is_some()
        })
    };
    steps(&mut app, 1);
    assert_eq!(tops(&app), [true, false], "left");
    app.world_mut().entity_mut(peg).insert(ChildOf(right));
    steps(&mut app, 1);
    assert_eq!(tops(&app), [false, true], "right");
    app.world_mut().entity_mut(peg).remove::<ChildOf>();
    steps(&mut app, 1);
    assert_eq!(tops(&app), [false, false], "nowhere");
    app.world_mut().entity_mut(peg).insert(ChildOf(left));
    steps(&mut app, 1);
    assert_eq!(tops(&app), [true, false], "and back");
    app.world_mut().entity_mut(left).despawn();
    steps(&mut app, 1);
    assert_eq!(tops(&app), [false, false], "gone with its body");
    // A ball below a turned table is where the table's frame says, and its own `Transform` stays in that frame.
    let table = app.world_mut().spawn(at(1.0, 2.0).with_rotation(Quat::from_rotation_z(1.0))).id();
    let ball = app.world_mut().spawn((Ball::new(0.1), at(0.5, 0.0), ChildOf(table))).id();
    steps(&mut app, 30);
    let global = *app.world().get::<Transform>(table).expect("a table")
        * *app.world().get::<Transform>(ball).expect("a ball");
    let id = app.world().get::<BodyHandle>(ball).expect("a body").id();
    let truth = app.world().resource::<Carom>().position(id).expect("a ball");
    assert!((global.translation.truncate() - truth).length() < 1e-4, "{global:?} and {truth}");
    assert!(truth.y < 2.0 + 0.5 * libm::sinf(1.0) - 0.5, "it falls straight down: {truth}");
    assert!((truth.x - (1.0 + 0.5 * libm::cosf(1.0))).abs() < 1e-4, "{truth}");
}

/// A lift is an entity with a platform below it. The platform was drawn where the lift was, and the ball on it stayed below.
#[test]
fn a_kinematic_body_is_carried_by_its_parent() {
    let mut app = app();
    let carries = |app: &mut bevy_app::App, lift: Entity, x: f32| {
        let platform = Shape::segment(-0.5 * Vec2::X, 0.5 * Vec2::X);
        let platform = app.world_mut().spawn((Body::Kinematic, platform, at(0.0, 1.0), ChildOf(lift))).id();
        (platform, app.world_mut().spawn((Ball::new(0.1), at(x, 1.1))).id())
    };
    // One lift is led by the game, the other is a body with a speed of its own.
    let led = app.world_mut().spawn(at(-2.0, 0.0)).id();
    let moving = app.world_mut().spawn((Body::Kinematic, Velocity(0.6 * Vec2::Y), at(2.0, 0.0))).id();
    let pairs = [carries(&mut app, led, -2.0), carries(&mut app, moving, 2.0)];
    for n in 1..=64 {
        app.world_mut().get_mut::<Transform>(led).expect("a lift").translation.y = 0.6 * n as f32 / 64.0;
        steps(&mut app, 1);
    }
    for ((platform, ball), lift) in pairs.into_iter().zip([led, moving]) {
        let rise = place(&app, lift).y;
        assert!(rise > 0.59, "the lift is at {rise}");
        let id = app.world().get::<BodyHandle>(platform).expect("a body").id();
        let height = app.world().resource::<Carom>().position(id).expect("a platform").y;
        assert!((height - 1.0 - rise).abs() < 0.02, "the platform is at {height}, the lift at {rise}");
        let own = app.world().get::<Transform>(platform).expect("a platform").translation.y;
        assert!((own - 1.0).abs() < 1e-4, "in its parent's frame it is where it was: {own}");
        let height = place(&app, ball).y;
        assert!((height - 1.1 - rise).abs() < 0.03, "the ball is at {height}, the lift at {rise}");
    }
    // A lift that turns takes it round.
    app.world_mut().get_mut::<Transform>(led).expect("a lift").rotation = Quat::from_rotation_z(0.5);
    steps(&mut app, 1);
    let id = app.world().get::<BodyHandle>(pairs[0].0).expect("a body").id();
    assert!(app.world().resource::<Carom>().angle(id).is_some_and(|angle| (angle - 0.5).abs() < 1e-4));
    assert!(warnings(&app).is_empty(), "{:?}", warnings(&app));
}

#[test]
fn a_body_moved_every_frame_pushes_and_never_passes() {
    let mut app = app_with(CaromPlugin::default().interpolation(false).config(Config::weightless()));
    let paddle =
        app.world_mut().spawn((Body::Kinematic, Shape::segment(-Vec2::Y, Vec2::Y), at(-1.0, 0.0))).id();
    let ball = app.world_mut().spawn((Ball::new(0.05), at(0.0, 0.0))).id();
    for n in 0..60 {
        // Half a length unit in a step: ten radii.
        app.world_mut().get_mut::<Transform>(paddle).expect("a paddle").translation.x = -1.0 + 0.5 * n as f32;
        steps(&mut app, 1);
        let (bat, ball) = (place(&app, paddle).x, place(&app, ball).x);
        assert!(ball >= bat + 0.05 - 1e-3, "after {n} frames the ball is at {ball}, the paddle at {bat}");
    }
    // A fixed one that is moved is put there, without a path.
    let wall = app.world_mut().spawn((Body::Fixed, Shape::circle(0.1), at(0.0, 9.0))).id();
    for n in 0..60 {
        app.world_mut().get_mut::<Transform>(wall).expect("a wall").translation.x = n as f32;
        steps(&mut app, 1);
        assert_eq!(place(&app, wall), vec2(n as f32, 9.0));
    }
    assert!(warnings(&app).is_empty(), "{:?}", warnings(&app));
}

#[test]
fn settings_that_change_reach_the_engine() {
    let mut app = app();
    let ball = app.world_mut().spawn((Ball::new(0.1), Velocity(vec2(1.0, 0.0)))).id();
    let other = app.world_mut().spawn((Ball::new(0.1), at(1.0, 0.0))).id();
    let rope = app.world_mut().spawn(Link::rope(ball, other, 2.0)).id();
    let post = app.world_mut().spawn((Body::Fixed, Material::new(0.1, 0.2), at(0.0, -9.0))).id();
    let shape = app.world_mut().spawn((Shape::circle(0.3), ChildOf(post))).id();
    steps(&mut app, 1);
    let shape_id =
        |app: &bevy_app::App| app.world().get::<bevy_carom::ShapeHandle>(shape).expect("a shape").id();
    let restitution = |app: &bevy_app::App| {
        app.world().resource::<Carom>().shape_material(shape_id(app)).map(|material| material.restitution)
    };
    assert_eq!(restitution(&app), Some(0.1), "of its body");
    app.world_mut().entity_mut(shape).insert(Material::new(0.9, 0.2));
    steps(&mut app, 1);
    assert_eq!(restitution(&app), Some(0.9), "its own");
    app.world_mut().entity_mut(shape).remove::<Material>();
    app.world_mut().get_mut::<Material>(post).expect("a surface").restitution = 0.3;
    steps(&mut app, 1);
    assert_eq!(restitution(&app), Some(0.3), "of its body again");
    app.world_mut().entity_mut(shape).insert(Sensor::Edges);
    app.world_mut().get_mut::<Ball>(ball).expect("a ball").radius = 0.2;
    app.world_mut().get_mut::<Link>(rope).expect("a rope").max_length = 3.0;
    steps(&mut app, 1);
    let carom = app.world().resource::<Carom>();
    assert!(carom.is_sensor(shape_id(&app)), "a sensor");
    let id = app.world().get::<BodyHandle>(ball).expect("a body").id();
    let now = carom.ball(id).expect("a ball");
    assert_eq!((now.radius, now.velocity.x), (0.2, 1.0), "larger, and as fast");
    assert_eq!(carom.ball_count(), 2, "no third ball");
    let links: Vec<_> = carom.links().map(|(_, link)| link.max_length).collect();
    assert_eq!(links, [3.0], "the rope holds the new ball");
}

/// The events of one step.
#[derive(Default)]
struct Seen {
    started: Vec<ContactStarted>,
    ended: Vec<ContactEnded>,
    stuck: Vec<bevy_carom::Stuck>,
    taut: Vec<bevy_carom::LinkTaut>,
    dropped: Vec<bevy_carom::WorkDropped>,
}

fn read<M: Message + Clone>(app: &bevy_app::App, into: &mut Vec<M>) {
    let messages = app.world().resource::<Messages<M>>();
    // An update keeps what the one before has written: its last part is new.
    into.extend(messages.iter_current_update_messages().cloned());
}

impl Seen {
    fn step(&mut self, app: &mut bevy_app::App) {
        steps(app, 1);
        read(app, &mut self.started);
        read(app, &mut self.ended);
        read(app, &mut self.stuck);
        read(app, &mut self.taut);
        read(app, &mut self.dropped);
    }
}

#[test]
fn rest_ropes_and_floods_tell() {
    let settings = Config { stuck_after: 2.0, max_events: 1000, ..Config::default() };
    let mut app = app_with(CaromPlugin::default().interpolation(false).config(settings));
    let floor = floor(&mut app);
    let ball = app.world_mut().spawn((Ball::new(0.1), at(0.0, 0.2))).id();
    let bob = app.world_mut().spawn((Ball::new(0.1), at(5.0, 8.5))).id();
    let rope = app.world_mut().spawn(Link::rope(vec2(5.0, 9.0), bob, 1.0)).id();
    let mut seen = Seen::default();
    for _ in 0..300 {
        seen.step(&mut app);
    }
    let pair = |entity, other| (entity, other);
    let started: Vec<_> = seen.started.iter().map(|pair_of| pair(pair_of.entity, pair_of.other)).collect();
    assert!(started.contains(&(ball, floor)), "it has come to rest: {started:?}");
    assert!(
        seen.stuck.iter().any(|stuck| stuck.entity == ball),
        "and is stuck after two seconds: {:?}",
        seen.stuck
    );
    // It falls half a length unit before the rope is taut.
    let speed = 9.81_f32.sqrt();
    let taut = seen.taut.first().expect("a taut rope");
    assert!(taut.entity == rope && (taut.speed - speed).abs() < 0.01, "{taut:?}, not {speed}");
    assert!(seen.dropped.is_empty(), "{:?}", seen.dropped);
    app.world_mut().get_mut::<Velocity>(ball).expect("a velocity").0 = vec2(0.0, 5.0);
    seen.step(&mut app);
    let ended: Vec<_> = seen.ended.iter().map(|pair_of| pair(pair_of.entity, pair_of.other)).collect();
    assert!(ended.contains(&(ball, floor)), "it has left: {ended:?}");
    // More sensors crossed in a step than the world reports.
    let weightless = Config { max_events: 1000, ..Config::weightless() };
    let mut app = app_with(CaromPlugin::default().interpolation(false).config(weightless));
    let gate = app.world_mut().spawn(Body::Fixed).id();
    for n in 0..1100 {
        let x = 0.01 * n as f32;
        let wire = Shape::segment(vec2(x, -1.0), vec2(x, 1.0));
        app.world_mut().spawn((wire, Sensor::Edges, ChildOf(gate)));
    }
    app.world_mut().spawn((Ball::new(0.001), at(-1.0, 0.0), Velocity(vec2(1000.0, 0.0))));
    let mut seen = Seen::default();
    seen.step(&mut app);
    assert!(seen.dropped.iter().any(|dropped| dropped.0.events > 0), "{:?}", seen.dropped);
}

/// A game that counts contacts and stays was wrong for ever after a despawn: the engine's ends came when the entities were
/// forgotten.
#[test]
fn what_a_despawn_ends_is_reported_in_the_next_step() {
    for goes in 0..3 {
        let mut app = app_with(CaromPlugin::default().interpolation(false));
        let floor = floor(&mut app);
        let plate =
            app.world_mut().spawn((Body::Fixed, Shape::rect(vec2(9.0, 9.0)).hollow(), Sensor::Edges)).id();
        let ball = app.world_mut().spawn((Ball::new(0.1), at(0.0, 0.1))).id();
        let mut seen = Seen::default();
        (0..5).for_each(|_| seen.step(&mut app));
        assert_eq!((seen.started.len(), seen.ended.len()), (1, 0));
        app.world_mut().entity_mut([ball, floor, plate][goes]).despawn();
        seen.step(&mut app);
        let ended: Vec<_> = seen.ended.iter().map(|pair| (pair.entity, pair.other)).collect();
        assert_eq!(ended, if goes == 2 { vec![] } else { vec![(ball, floor)] });
        let mut exited = Vec::<SensorExited>::new();
        read(&app, &mut exited);
        let exited: Vec<_> = exited.iter().map(|stay| (stay.entity, stay.ball)).collect();
        assert_eq!(exited, if goes == 1 { vec![] } else { vec![(plate, ball)] });
    }
}

/// A block that begins to move had its velocity refused: it was given to the fixed body of before.
#[test]
fn another_kind_of_body_takes_its_velocity_along() {
    let mut app = app();
    let block = app.world_mut().spawn((Body::Fixed, Shape::circle(0.2), Velocity::default())).id();
    steps(&mut app, 2);
    let moves = (Body::Kinematic, Velocity(vec2(6.0, 0.0)), AngularVelocity(1.0));
    app.world_mut().entity_mut(block).insert(moves);
    steps(&mut app, 30);
    assert!((place(&app, block) - vec2(3.0, 0.0)).length() < 1e-4, "{}", place(&app, block));
    assert_eq!(warnings(&app), vec![]);
}

/// A filter of the game's components is a filter of queries.
#[test]
fn a_query_takes_the_filter_of_a_component() {
    let mut app = app();
    let near = app.world_mut().spawn((Ball::new(0.1), Filter::new(2, 1), at(1.0, 0.0))).id();
    let far = app.world_mut().spawn((Ball::new(0.1), at(3.0, 0.0))).id();
    steps(&mut app, 1);
    let carom = app.world().resource::<Carom>();
    for (mask, expected) in [(u32::MAX, near), (1, far)] {
        let hit = carom.cast_ray(Vec2::ZERO, vec2(9.0, 0.0), Filter::new(1, mask)).expect("finite numbers");
        assert_eq!(hit.and_then(|hit| carom.entity(hit.body)), Some(expected));
    }
}

/// A write of the game that comes between `Sync` and `Write` of a step counts in the next one, for a ball at rest and for
/// one that moves; also by a command, whose tick may be that of the system that comes after it.
#[test]
fn what_is_written_in_the_middle_of_a_step_counts_in_the_next() {
    for by_command in [false, true] {
        for speed in [0.0, 1.0] {
            let plugin = CaromPlugin::default().interpolation(false).config(Config::weightless());
            let mut app = app_with(plugin);
            let ball = (Ball::new(0.1), at(0.0, 1.0), Velocity(vec2(speed, 0.0)));
            let ball = app.world_mut().spawn(ball).id();
            steps(&mut app, 2);
            let push = move |mut commands: Commands<'_, '_>,
                             carom: Res<'_, Carom>,
                             mut all: Query<'_, '_, (&mut Transform, &mut Velocity)>| {
                if carom.steps() != 5 {
                    return;
                }
                let (there, pushed) = (at(7.0, 3.0), Velocity(vec2(0.0, 2.0)));
                if by_command {
                    commands.entity(ball).insert((there, pushed));
                } else if let Ok((mut transform, mut velocity)) = all.get_mut(ball) {
                    (*transform, *velocity) = (there, pushed);
                }
            };
            app.add_systems(
                bevy_app::FixedPostUpdate,
                push.after(CaromSystems::Step).before(CaromSystems::Write),
            );
            steps(&mut app, 4);
            let expected = vec2(7.0, 3.0 + 2.0 * common::dt(&app));
            let found = place(&app, ball);
            assert!(
                (found - expected).length() < 1e-5,
                "by command: {by_command}, speed {speed}: at {found} and not {expected}"
            );
        }
    }
}

/// A ball at rest changes in its last bits. A game hears of no such change.
#[test]
fn a_pile_at_rest_changes_no_velocity() {
    #[derive(Resource, Default)]
    struct Changes(usize);
    let mut app = app();
    app.init_resource::<Changes>();
    let cup = [vec2(2.0, 6.0), vec2(2.0, 0.0), vec2(3.0, 0.0), vec2(3.0, 6.0)];
    app.world_mut().spawn((Body::Fixed, Shape::polyline(&cup)));
    for n in 0..40 {
        let place = at(2.2 + 0.2 * (n % 4) as f32 + 0.01 * (n % 3) as f32, 0.2 + 0.22 * (n / 4) as f32);
        app.world_mut().spawn((Ball::new(0.09), place));
    }
    app.add_systems(
        bevy_app::Last,
        |all: Query<'_, '_, (), Changed<Velocity>>, mut changes: ResMut<'_, Changes>| {
            changes.0 += all.iter().count();
        },
    );
    steps(&mut app, 1200);
    app.world_mut().resource_mut::<Changes>().0 = 0;
    steps(&mut app, 100);
    let changes = app.world().resource::<Changes>().0;
    assert!(changes < 400, "{changes} of 4000 velocities have changed");
    // Only changes too small to move a ball go unreported, so no component is far from the truth.
    let world = app.world_mut();
    let mut all = world.query::<(&BodyHandle, &Velocity, &AngularVelocity, &Transform)>();
    let carom = world.resource::<Carom>();
    for (handle, velocity, spin, transform) in all.iter(world) {
        let motion = carom.motion(handle.id()).expect("a ball");
        assert!((velocity.0 - motion.velocity).length() < 1e-4, "{velocity:?} and {motion:?}");
        assert!((spin.0 - motion.angular_velocity).abs() < 1e-4, "{spin:?} and {motion:?}");
        assert_eq!(transform.translation.truncate(), motion.position, "places are exact");
        let turned = transform.rotation.to_euler(bevy_math::EulerRot::ZYX).0 - motion.angle;
        assert!(libm::sinf(turned).abs() < 3e-6 && libm::cosf(turned) > 0.0, "{turned} radians off");
    }
}

#[test]
fn crowds_come_and_go_in_one_frame() {
    let mut app = app_with(CaromPlugin::default().config(Config::weightless()));
    let keep = app.world_mut().spawn((Ball::new(0.1), at(-9.0, 0.0), Velocity(vec2(-1.0, 0.0)))).id();
    for round in 0..4 {
        let all: Vec<Entity> = (0..3000)
            .map(|n| {
                let place = at(0.3 * (n % 60) as f32, 0.3 * (n / 60) as f32);
                app.world_mut().spawn((Ball::new(0.1), place)).id()
            })
            .collect();
        // Half of them never see a step.
        for (n, entity) in all.iter().enumerate() {
            if n % 2 == round % 2 {
                app.world_mut().despawn(*entity);
            }
        }
        steps(&mut app, 1);
        assert_eq!(app.world().resource::<Carom>().ball_count(), 1501, "round {round}");
        for (n, entity) in all.iter().enumerate() {
            if n % 2 != round % 2 {
                app.world_mut().despawn(*entity);
            }
        }
        assert_eq!(app.world().resource::<Carom>().ball_count(), 1, "round {round}: despawned at once");
    }
    assert!(place(&app, keep).x < -9.0, "the one that stays flies on");
    assert!(warnings(&app).is_empty(), "{:?}", warnings(&app));
}

/// A clock that stands, one that runs a hundred times as fast, and a thousand steps a second.
#[test]
fn clocks_of_all_kinds() {
    use bevy_time::{Fixed, Real, Time, TimeUpdateStrategy, Virtual};
    use std::time::Duration;
    for (scale, hz, least) in [(0.0, 60.0, 0), (100.0, 60.0, 1), (1.0, 1000.0, 900)] {
        let mut app = app_with(CaromPlugin::default().config(Config::weightless()));
        app.insert_resource(Time::<Fixed>::from_hz(hz))
            .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(10)));
        app.world_mut().resource_mut::<Time<Virtual>>().set_relative_speed(scale);
        let ball = app.world_mut().spawn((Ball::new(0.1), Velocity(vec2(1.0, 0.0)))).id();
        for _ in 0..101 {
            app.update();
        }
        let carom = app.world().resource::<Carom>();
        assert!(app.world().resource::<Time<Real>>().elapsed_secs() > 0.9, "the app's clock goes on");
        assert!(carom.steps() >= least && (scale > 0.0 || carom.steps() == 0), "{} steps", carom.steps());
        let x = place(&app, ball).x;
        let truth = carom.steps() as f32 / hz as f32;
        assert!(
            (x - truth).abs() <= 1.01 / hz as f32 + 1e-4 * truth,
            "scale {scale}, {hz} Hz: at {x} of {truth}"
        );
    }
}

#[test]
fn two_apps_know_nothing_of_each_other() {
    let (mut one, mut other) = (app(), app());
    let ball = one.world_mut().spawn((Ball::new(0.1), at(0.0, 1.0))).id();
    let same = other.world_mut().spawn((Ball::new(0.2), at(0.0, 5.0))).id();
    for _ in 0..30 {
        steps(&mut one, 1);
        steps(&mut other, 2);
    }
    one.world_mut().despawn(ball);
    assert_eq!(one.world().resource::<Carom>().ball_count(), 0);
    assert_eq!(other.world().resource::<Carom>().ball_count(), 1);
    assert!((place(&other, same).y - (5.0 - 0.5 * 9.81)).abs() < 0.1, "{}", place(&other, same));
}

/// A size of zero, or one that is no number, is refused with a warning. A body that gets such a size later stays as it was.
#[test]
fn sizes_that_are_none() {
    let mut app = app();
    let post = app.world_mut().spawn(Body::Fixed).id();
    let flat = app.world_mut().spawn((Shape::circle(-1.0), ChildOf(post))).id();
    let line = app.world_mut().spawn((Shape::polyline(&[]), ChildOf(post))).id();
    let ball = app.world_mut().spawn((Ball::new(0.0), at(1.0, 0.0))).id();
    let shrunk = app.world_mut().spawn((Ball::new(0.1), at(2.0, 0.0).with_scale(Vec3::ZERO))).id();
    let fine = app.world_mut().spawn((Ball::new(0.1), at(3.0, 0.0))).id();
    steps(&mut app, 1);
    let given = warnings(&app);
    for entity in [flat, line, ball, shrunk] {
        assert!(given.iter().any(|(about, _)| *about == entity), "{entity} is warned of: {given:?}");
    }
    for scale in [Vec3::ZERO, Vec3::splat(f32::NAN), Vec3::splat(-1.0)] {
        app.world_mut().get_mut::<Transform>(fine).expect("a place").scale = scale;
        steps(&mut app, 1);
    }
    app.world_mut().get_mut::<Ball>(fine).expect("a ball").radius = f32::NAN;
    steps(&mut app, 1);
    let carom = app.world().resource::<Carom>();
    assert_eq!(carom.ball_count(), 1, "one ball is in the world");
    assert!(carom.balls().all(|(_, ball)| ball.radius == 0.1), "{:?}", carom.balls().collect::<Vec<_>>());
}

/// A hinge is turned to its coordinate when it is added; it is shown where the very first step has left it.
#[test]
fn a_new_joint_is_shown_after_its_first_step() {
    let mut app = app_with(CaromPlugin::default().interpolation(false).config(Config::weightless()));
    let joint = Joint { joint_velocity: 3.0, ..Joint::hinge(1.0).joint_position(0.5) };
    let bat = app.world_mut().spawn((joint, at(0.0, 0.0))).id();
    steps(&mut app, 1);
    let shown = app.world().get::<Transform>(bat).expect("a place").rotation;
    let angle = 0.5 + 3.0 * common::dt(&app);
    assert!((shown.z - libm::sinf(0.5 * angle)).abs() < 1e-6, "{shown:?} is not {angle} radians");
}

/// A body that stands keeps the rotation that the game has given its `Transform`, also out of the plane.
#[test]
fn what_stands_keeps_its_rotation() {
    let mut app = app_with(CaromPlugin::default().config(Config::weightless()));
    let tilted = at(1.0, 2.0).with_rotation(Quat::from_euler(bevy_math::EulerRot::XYZ, 0.3, 0.2, 0.7));
    let bodies = [
        app.world_mut().spawn((Body::Kinematic, Shape::circle(0.1), tilted)).id(),
        app.world_mut().spawn((Body::Fixed, Shape::circle(0.1), tilted)).id(),
        app.world_mut().spawn((Ball::new(0.1), Transform { translation: Vec3::X * 9.0, ..tilted })).id(),
    ];
    for _ in 0..20 {
        steps(&mut app, 1);
        for body in bodies {
            let rotation = app.world().get::<Transform>(body).expect("a place").rotation;
            assert_eq!(rotation, tilted.rotation, "{body}");
        }
    }
}

#[test]
#[should_panic(expected = "CaromPlugin needs TimePlugin")]
fn an_app_without_a_clock_is_told() {
    let mut app = bevy_app::App::new();
    app.add_plugins((bevy_app::TaskPoolPlugin::default(), CaromPlugin::default()));
    app.update();
}

#[test]
fn a_warning_names_its_entity() {
    let warning = CaromWarning { entity: Entity::PLACEHOLDER, text: "what is wrong".to_owned() };
    assert_eq!(warning.to_string(), format!("entity {}: what is wrong", Entity::PLACEHOLDER));
}
