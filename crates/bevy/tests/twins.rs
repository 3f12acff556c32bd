//! The plugin beside the bare engine: what a game says by components, and what a twin says by calls, comes to the same bits.

mod common;

use bevy_carom::Material;
use bevy_carom::carom::{self, BodyId, World as Engine};
use bevy_carom::prelude::*;
use bevy_carom::{Attraction, FieldRegion};
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec2, vec2};
use bevy_transform::components::Transform;
use common::{Dice, app, app_with, dt, hash, steps};

const STEPS: u64 = 3600;

fn at(position: Vec2) -> Transform {
    Transform::from_translation(position.extend(0.0))
}

/// Two hundred balls of different sizes fall into a box with pegs.
#[test]
fn a_pile_has_the_same_bits() {
    let mut app = app();
    let mut bare = Engine::new(Config::default()).expect("a world");
    let outline = [vec2(-3.0, 8.0), vec2(-3.0, 0.0), vec2(3.0, 0.0), vec2(3.0, 8.0)];
    app.world_mut().spawn((Body::Fixed, Shape::polyline(&outline), Material::new(0.4, 0.5)));
    let cup = bare.add_body(carom::Body::fixed()).expect("a body");
    for x in -2..=2 {
        app.world_mut().spawn((Body::Fixed, Shape::circle(0.1), at(vec2(x as f32, 3.0))));
    }
    // Bodies come first in the engine, then their shapes, each in the order in which they were spawned.
    let pegs = [-2, -1, 0, 1, 2]
        .map(|x| bare.add_body(carom::Body::fixed().position(vec2(x as f32, 3.0))).expect("a peg"));
    let mut dice = Dice(1);
    for n in 0..200 {
        let (radius, place) =
            (dice.between(0.05, 0.15), vec2(dice.between(-2.7, 2.7), 4.0 + 0.05 * n as f32));
        app.world_mut().spawn((Ball::new(radius), at(place), Material::new(0.3, 0.6)));
        let ball = carom::Ball::new(place, radius).material(carom::Material::new(0.3, 0.6));
        bare.add_ball(ball).expect("a ball");
    }
    let chain = carom::Shape::chain(&carom::Chain::polyline(&outline)).expect("a path");
    bare.add_shape(cup, chain.material(carom::Material::new(0.4, 0.5))).expect("a shape");
    for peg in pegs {
        bare.add_shape(peg, carom::Shape::circle(Vec2::ZERO, 0.1).expect("a disc")).expect("a shape");
    }
    for _ in 0..STEPS {
        bare.step(dt(&app));
    }
    steps(&mut app, STEPS);
    assert_eq!(hash(&app), bare.state_hash(), "a pile");
}

/// Two flippers, pressed in turns, bumpers that kick, and five balls on an inclined table.
#[test]
fn a_pinball_table_has_the_same_bits() {
    let gravity = Config { gravity: vec2(0.0, -1.1), ..Config::default() };
    let mut app = app_with(CaromPlugin::default().config(gravity));
    let mut bare = Engine::new(gravity).expect("a world");
    let steel = Material::new(0.7, 0.1);
    let (mut flippers, mut bats) = (Vec::new(), Vec::new());
    for side in [-1.0, 1.0] {
        let (low, high) = if side < 0.0 { (-0.5, 0.6) } else { (-0.6, 0.5) };
        let joint =
            Joint::hinge(2e-4).limits(low, high).joint_position(-(-0.5 * side)).spring(1e-3, 1.5 * side);
        let tip = vec2(-side * 0.075, 0.0);
        let entity = app.world_mut().spawn((joint, at(vec2(0.1 * side, 0.0)))).id();
        app.world_mut().spawn((Shape::capsule(Vec2::ZERO, tip, 0.01), ChildOf(entity)));
        flippers.push(entity);
        let joint = carom::Joint::hinge(vec2(0.1 * side, 0.0), 2e-4).limits(low, high);
        bats.push((
            bare.add_joint(joint.joint_position(-(-0.5 * side)).spring(1e-3, 1.5 * side)).expect("a bat"),
            tip,
        ));
    }
    let frame = [vec2(-0.25, 0.1), vec2(-0.25, 1.0), vec2(0.25, 1.0), vec2(0.25, 0.1), vec2(0.1, 0.02)];
    let table = app.world_mut().spawn(Body::Fixed).id();
    app.world_mut().spawn((Shape::polyline(&frame), steel, ChildOf(table)));
    app.world_mut().spawn((Shape::segment(vec2(-0.25, 0.1), vec2(-0.1, 0.02)), steel, ChildOf(table)));
    app.world_mut().spawn((Shape::half_plane(Vec2::Y), at(vec2(0.0, -0.3)), ChildOf(table)));
    let bumper = Material { kick: 1.0, kick_threshold: 0.1, ..steel };
    for x in [-0.1, 0.1] {
        app.world_mut().spawn((Shape::circle(0.03), at(vec2(x, 0.7)), bumper, ChildOf(table)));
    }
    let body = bare.add_body(carom::Body::fixed()).expect("a table");
    let ball = Ball::new(0.0135).mass(0.08).sphere();
    for n in 0..5 {
        let place = vec2(-0.15 + 0.07 * n as f32, 0.85);
        app.world_mut().spawn((ball, at(place), steel));
        let ball = carom::Ball::new(place, 0.0135).sphere().mass(0.08).material(steel.into());
        bare.add_ball(ball).expect("a ball");
    }
    for (bat, tip) in &bats {
        bare.add_shape(*bat, carom::Shape::capsule(Vec2::ZERO, *tip, 0.01).expect("a bat")).expect("a shape");
    }
    let walls = [
        carom::Shape::chain(&carom::Chain::polyline(&frame)).expect("a path").material(steel.into()),
        carom::Shape::segment(vec2(-0.25, 0.1), vec2(-0.1, 0.02)).expect("a wall").material(steel.into()),
        carom::Shape::half_plane(vec2(0.0, -0.3), Vec2::Y).expect("a floor"),
        carom::Shape::circle(vec2(-0.1, 0.7), 0.03).expect("a bumper").material(bumper.into()),
        carom::Shape::circle(vec2(0.1, 0.7), 0.03).expect("a bumper").material(bumper.into()),
    ];
    for wall in walls {
        bare.add_shape(body, wall).expect("a shape");
    }
    for n in 0..STEPS {
        if n % 20 == 0 {
            let pressed = n / 20 % 3 == 0;
            for (k, side) in [-1.0, 1.0].into_iter().enumerate() {
                let motor = if pressed { Motor::Force(-0.4 * side) } else { Motor::Off };
                app.world_mut().get_mut::<Joint>(flippers[k]).expect("a flipper").motor = motor;
                bare.set_motor(bats[k].0, motor).expect("a bat");
            }
        }
        bare.step(dt(&app));
        steps(&mut app, 1);
        assert_eq!(hash(&app), bare.state_hash(), "after {n} steps");
    }
}

/// A chain of balls between a post and a paddle that is moved in each frame, in a magnet and in wind.
#[test]
fn links_fields_and_a_paddle_have_the_same_bits() {
    let mut app = app();
    let mut bare = Engine::new(Config::default()).expect("a world");
    let paddle = app.world_mut().spawn((Body::Kinematic, Shape::capsule(-Vec2::X, Vec2::X, 0.1))).id();
    let bat = bare.add_body(carom::Body::kinematic()).expect("a paddle");
    let (mut entities, mut ids) = (Vec::new(), Vec::new());
    for n in 0..12 {
        let place = vec2(-1.1 + 0.2 * n as f32, 1.0);
        entities.push(app.world_mut().spawn((Ball::new(0.08), at(place))).id());
        ids.push(bare.add_ball(carom::Ball::new(place, 0.08)).expect("a ball"));
    }
    bare.add_shape(bat, carom::Shape::capsule(-Vec2::X, Vec2::X, 0.1).expect("a bat")).expect("a shape");
    for n in 0..11 {
        let (a, b) = (n, n + 1);
        match n {
            0 => {
                app.world_mut().spawn(Link::rod(vec2(-1.1, 1.2), entities[0], 0.2));
                bare.add_link(carom::Link::rod(vec2(-1.1, 1.2), ids[0], 0.2)).expect("a link");
            }
            5 => {
                app.world_mut().spawn(Link::spring(entities[a], entities[b], 0.2, 30.0));
                bare.add_link(carom::Link::spring(ids[a], ids[b], 0.2, 30.0)).expect("a link");
            }
            _ => {
                app.world_mut().spawn(Link::rope(entities[a], entities[b], 0.2));
                bare.add_link(carom::Link::rope(ids[a], ids[b], 0.2)).expect("a link");
            }
        }
    }
    let magnet = Field { attraction: Some(Attraction { strength: 0.5, softening: 0.2 }), ..Field::default() };
    app.world_mut().spawn((magnet, at(vec2(0.5, 0.5))));
    let wind = Field {
        region: FieldRegion::Rectangle(vec2(1.0, 0.5)),
        drag: 0.5,
        flow: vec2(2.0, 0.0),
        ..Field::default()
    };
    app.world_mut().spawn((wind, at(vec2(0.0, 0.2)).with_rotation(Quat::from_rotation_z(0.0))));
    bare.add_field(carom::Field::attractor(vec2(0.5, 0.5), 0.5, 0.2)).expect("a magnet");
    let place = carom::Region::Rectangle { center: vec2(0.0, 0.2), half: vec2(1.0, 0.5), angle: 0.0 };
    bare.add_field(carom::Field::drag(0.5).flow(vec2(2.0, 0.0)).within(place)).expect("wind");
    for n in 0..STEPS {
        let place = vec2(0.3 * libm::sinf(0.02 * n as f32), -0.5 + 0.3 * libm::cosf(0.03 * n as f32));
        app.world_mut().get_mut::<Transform>(paddle).expect("a paddle").translation = place.extend(0.0);
        bare.move_kinematic(bat, place, 0.0).expect("a paddle");
        bare.step(dt(&app));
        steps(&mut app, 1);
    }
    assert_eq!(hash(&app), bare.state_hash(), "links");
}

/// The two bodies that one operation made in both worlds.
struct Pair {
    entity: Entity,
    id: BodyId,
    kind: carom::BodyKind,
}

/// Ten thousand times something is spawned, despawned, moved, pushed or given another surface; the bits agree after each
/// step, and in the end nothing is left behind.
#[test]
fn ten_thousand_operations_leave_nothing_behind() {
    let mut app = app();
    let mut bare = Engine::new(Config::default()).expect("a world");
    let mut dice = Dice(7);
    let mut all: Vec<Pair> = Vec::new();
    for n in 0..10_000 {
        let place = vec2(dice.between(-3.0, 3.0), dice.between(-2.0, 3.0));
        let push = vec2(dice.between(-3.0, 3.0), dice.between(-3.0, 3.0));
        let radius = dice.between(0.05, 0.3);
        let operation = if all.len() > 14 { 9 } else { dice.below(13) };
        let pick = if all.is_empty() { usize::MAX } else { dice.below(all.len()) };
        match operation {
            0..=2 => {
                let entity = app.world_mut().spawn((Ball::new(radius), at(place), Velocity(push))).id();
                let id = bare.add_ball(carom::Ball::new(place, radius).velocity(push)).expect("a ball");
                all.push(Pair { entity, id, kind: carom::BodyKind::Ball });
            }
            3 => {
                let entity = app.world_mut().spawn((Body::Fixed, Shape::circle(radius), at(place))).id();
                let id = bare.add_body(carom::Body::fixed().position(place)).expect("a body");
                bare.add_shape(id, carom::Shape::circle(Vec2::ZERO, radius).expect("a disc"))
                    .expect("a shape");
                all.push(Pair { entity, id, kind: carom::BodyKind::Fixed });
            }
            4 => {
                let entity = app.world_mut().spawn((Body::Kinematic, at(place), Velocity(0.1 * push))).id();
                app.world_mut().spawn((Shape::segment(-Vec2::X, Vec2::X), ChildOf(entity)));
                let body = carom::Body::kinematic().position(place).velocity(0.1 * push);
                let id = bare.add_body(body).expect("a body");
                bare.add_shape(id, carom::Shape::segment(-Vec2::X, Vec2::X).expect("a wall"))
                    .expect("a shape");
                all.push(Pair { entity, id, kind: carom::BodyKind::Kinematic });
            }
            5 => {
                let joint = Joint::hinge(0.1).limits(-1.0, 1.0).spring(0.5, 0.2);
                let entity =
                    app.world_mut().spawn((joint, Shape::segment(Vec2::ZERO, Vec2::X), at(place))).id();
                let joint = carom::Joint::hinge(place, 0.1).limits(-1.0, 1.0).spring(0.5, 0.2);
                let id = bare.add_joint(joint).expect("a joint");
                bare.add_shape(id, carom::Shape::segment(Vec2::ZERO, Vec2::X).expect("a bat"))
                    .expect("a shape");
                all.push(Pair { entity, id, kind: carom::BodyKind::Hinge });
            }
            6..=10 if pick == usize::MAX => {}
            6 => {
                let pair = &all[pick];
                app.world_mut().get_mut::<Transform>(pair.entity).expect("a place").translation =
                    place.extend(0.0);
                if pair.kind == carom::BodyKind::Kinematic {
                    bare.move_kinematic(pair.id, place, 0.0).expect("a paddle");
                } else {
                    bare.teleport(pair.id, place).expect("a place");
                }
            }
            7 => {
                let pair = &all[pick];
                if matches!(pair.kind, carom::BodyKind::Ball | carom::BodyKind::Kinematic) {
                    app.world_mut().get_mut::<Velocity>(pair.entity).expect("a velocity").0 = push;
                    bare.set_velocity(pair.id, push).expect("a velocity");
                }
            }
            8 => {
                let pair = &all[pick];
                if pair.kind == carom::BodyKind::Ball {
                    let (material, filter) = (Material::new(0.9, 0.1), Filter::new(2, !4));
                    app.world_mut().entity_mut(pair.entity).insert((material, filter));
                    bare.set_ball_material(pair.id, material.into()).expect("a surface");
                    bare.set_ball_filter(pair.id, filter.into()).expect("a filter");
                }
            }
            9 | 10 => {
                let pair = all.swap_remove(pick);
                app.world_mut().entity_mut(pair.entity).despawn();
                bare.remove_body(pair.id).expect("a body");
            }
            _ => {
                let balls: Vec<&Pair> =
                    all.iter().filter(|pair| pair.kind == carom::BodyKind::Ball).collect();
                if balls.len() > 1 {
                    let (a, b) = (balls[0], balls[balls.len() - 1]);
                    app.world_mut().spawn(Link::rope(a.entity, b.entity, 2.0));
                    bare.add_link(carom::Link::rope(a.id, b.id, 2.0)).expect("a rope");
                }
            }
        }
        steps(&mut app, 1);
        bare.step(dt(&app));
        assert_eq!(hash(&app), bare.state_hash(), "operation {n}: {operation}");
    }
    // The remaining entities go in their own order, which is not that of the engine.
    let left: Vec<Entity> =
        app.world_mut().query_filtered::<Entity, With<Transform>>().iter(app.world()).collect();
    for entity in left {
        if let Ok(entity) = app.world_mut().get_entity_mut(entity) {
            entity.despawn();
        }
    }
    let carom = app.world().resource::<Carom>();
    assert_eq!((carom.ball_count(), carom.bodies().count(), carom.links().count()), (0, 0, 0), "all is gone");
    assert_eq!(carom.shape_geometries().count(), 0, "shapes as well");
}
