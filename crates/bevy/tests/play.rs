//! Out of play and back, and what one ball or one shape has of its own.

mod common;

use bevy_carom::carom::{self, World as Engine};
use bevy_carom::prelude::*;
use bevy_carom::{Material, ShapeHandle};
use bevy_ecs::prelude::*;
use bevy_math::{Vec2, vec2};
use bevy_transform::components::Transform;
use common::{app, dt, hash, steps, warnings};

fn at(place: Vec2) -> Transform {
    Transform::from_translation(place.extend(0.0))
}

fn place(app: &bevy_app::App, entity: Entity) -> Vec2 {
    app.world().get::<Transform>(entity).expect("a place").translation.truncate()
}

fn shape_id(app: &bevy_app::App, entity: Entity) -> carom::ShapeId {
    app.world().get::<ShapeHandle>(entity).expect("a shape").id()
}

/// A shuttlecock and a ball with a governor fly as the engine's do, also when they get their drag on the way.
#[test]
fn drag_and_top_speed_are_those_of_the_engine() {
    let mut app = app();
    let mut bare = Engine::new(Config::default()).expect("a world");
    let balls = [Ball::new(0.1).drag(2.0), Ball::new(0.1).max_speed(3.0), Ball::new(0.1).no_rotation()];
    let mut made = Vec::new();
    for (n, ball) in balls.into_iter().enumerate() {
        let (place, velocity) = (vec2(n as f32, 0.0), vec2(8.0, 4.0));
        let entity = app.world_mut().spawn((ball, at(place), Velocity(velocity))).id();
        let ball = carom::Ball {
            drag: ball.drag,
            max_speed: ball.max_speed,
            inertia_factor: ball.inertia_factor,
            ..carom::Ball::new(place, 0.1)
        };
        made.push((entity, bare.add_ball(ball.velocity(velocity)).expect("a ball")));
    }
    for n in 0..60 {
        if n == 20 {
            let (entity, id) = made[2];
            let mut ball = app.world_mut().get_mut::<Ball>(entity).expect("a ball");
            (ball.drag, ball.max_speed) = (5.0, 2.0);
            bare.set_drag(id, 5.0).expect("in range");
            bare.set_max_speed(id, 2.0).expect("in range");
        }
        bare.step(dt(&app));
        steps(&mut app, 1);
        assert_eq!(hash(&app), bare.state_hash(), "after {n} steps");
    }
}

/// A breakout without new bodies: a brick that was hit opens the way, and stands again for the next life.
#[test]
fn a_brick_goes_out_of_play_and_comes_back() {
    for by_child in [false, true] {
        let mut app = app();
        let brick = Shape::rect(vec2(1.0, 0.2));
        let brick = if by_child {
            let wall = app.world_mut().spawn(Body::Fixed).id();
            app.world_mut().spawn((brick, ChildOf(wall))).id()
        } else {
            app.world_mut().spawn((Body::Fixed, brick)).id()
        };
        app.world_mut().entity_mut(brick).observe(
            |hit: On<'_, '_, Impact>, mut commands: Commands<'_, '_>| {
                commands.entity(hit.entity).insert(OutOfPlay);
            },
        );
        let ball = app.world_mut().spawn((Ball::new(0.1), Material::new(1.0, 0.0), at(vec2(0.0, 1.0)))).id();
        steps(&mut app, 1);
        let id = shape_id(&app, brick);
        steps(&mut app, 150);
        assert!(place(&app, ball).y < -1.0, "it bounced once, and then the way was free");
        app.world_mut().entity_mut(brick).remove::<OutOfPlay>();
        *app.world_mut().get_mut::<Transform>(ball).expect("a place") = at(vec2(0.0, 1.0));
        app.world_mut().get_mut::<Velocity>(ball).expect("a speed").0 = Vec2::ZERO;
        steps(&mut app, 30);
        assert!(place(&app, ball).y > 0.19, "it stands again");
        assert_eq!(shape_id(&app, brick), id);
    }
}

/// The balls of the next turns lie beside the table, spawned out of play.
#[test]
fn a_ball_waits_out_of_play() {
    let mut app = app();
    let waiting = app.world_mut().spawn((Ball::new(0.1), OutOfPlay, at(vec2(0.0, 1.0)))).id();
    let free = app.world_mut().spawn((Ball::new(0.1), at(vec2(0.0, 3.0)))).id();
    steps(&mut app, 60);
    assert_eq!(place(&app, waiting), vec2(0.0, 1.0), "it waits");
    assert!(place(&app, free).y < 0.0, "and the other one fell through it");
    *app.world_mut().get_mut::<Transform>(waiting).expect("a place") = at(vec2(5.0, 1.0));
    steps(&mut app, 1);
    assert_eq!(place(&app, waiting), vec2(5.0, 1.0), "it can be placed");
    app.world_mut().entity_mut(waiting).remove::<OutOfPlay>();
    steps(&mut app, 30);
    assert!(place(&app, waiting).y < 0.0, "it plays");
    app.world_mut().entity_mut(waiting).insert(OutOfPlay);
    app.world_mut().entity_mut(waiting).despawn();
    steps(&mut app, 1);
    assert_eq!(app.world().resource::<Carom>().ball_count(), 1);
    assert_eq!(warnings(&app), vec![]);
}

/// A target that grows keeps its id. Settings that are refused leave it as it was.
#[test]
fn another_form_keeps_the_id_of_a_shape() {
    let mut app = app();
    let target = app.world_mut().spawn((Body::Fixed, Shape::circle(0.1))).id();
    steps(&mut app, 1);
    let id = shape_id(&app, target);
    let found = |app: &bevy_app::App, reach: f32| {
        let found =
            app.world().resource::<Carom>().overlap_ball(vec2(reach, 0.0), 0.0, carom::Filter::default());
        found.expect("a place").len()
    };
    for (shape, inside, outside) in [
        (Shape::circle(0.5), 0.45, 0.55),
        (Shape::rect(vec2(0.6, 0.2)), 0.25, 0.35),
        (Shape::polygon(&[vec2(-0.4, -0.2), vec2(0.0, 0.2), vec2(0.4, -0.2)]), 0.15, 0.35),
    ] {
        *app.world_mut().get_mut::<Shape>(target).expect("a shape") = shape;
        steps(&mut app, 1);
        assert_eq!(shape_id(&app, target), id);
        assert_eq!((found(&app, inside), found(&app, outside)), (1, 0));
    }
    assert_eq!(warnings(&app), vec![]);
    *app.world_mut().get_mut::<Shape>(target).expect("a shape") = Shape::segment(Vec2::ZERO, Vec2::X).solid();
    steps(&mut app, 1);
    assert_eq!(warnings(&app).len(), 1, "a segment encloses nothing");
    assert_eq!((shape_id(&app, target), found(&app, 0.15)), (id, 1), "so it is as it was");
}

/// Half a ball over the line is no goal yet, where the game says so.
#[test]
fn a_goal_line_notices_edges_or_centres() {
    #[derive(Resource, Default)]
    struct Goals(u32);
    for (sense, goals) in [(Sensor::Edges, 1), (Sensor::Centers, 0)] {
        let mut app = app();
        app.init_resource::<Goals>();
        let line = (Body::Fixed, Shape::segment(vec2(-1.0, 0.0), vec2(1.0, 0.0)));
        let line = app.world_mut().spawn((line, Sensor::Edges)).id();
        app.world_mut().entity_mut(line).observe(
            |_: On<'_, '_, SensorEntered>, mut goals: ResMut<'_, Goals>| {
                goals.0 += 1;
            },
        );
        steps(&mut app, 1);
        *app.world_mut().get_mut::<Sensor>(line).expect("a sensor") = sense;
        let ball = app.world_mut().spawn((Ball::new(0.1).gravity_scale(0.0), at(vec2(0.0, 0.05)))).id();
        steps(&mut app, 2);
        assert_eq!(app.world().resource::<Goals>().0, goals, "{sense:?}");
        app.world_mut().get_mut::<Velocity>(ball).expect("a speed").0 = vec2(0.0, -1.0);
        steps(&mut app, 30);
        assert_eq!(app.world().resource::<Goals>().0, 1, "{sense:?}");
    }
}
