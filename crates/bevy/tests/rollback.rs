//! Rollback as its libraries do it: the resource is cloned, put back, and steps are taken again with other inputs, while the
//! checksums of both sides must agree.

mod common;

use bevy_app::App;
use bevy_carom::Material;
use bevy_carom::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_math::{Vec2, vec2};
use bevy_transform::components::Transform;
use common::Dice;

/// The schedule that a rollback library runs for each frame.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Frame;

/// The buttons that both players press in a frame.
#[derive(Resource, Clone, Copy, Default)]
struct Inputs([bool; 2]);

/// The components of an entity that are saved with the world.
type Saved = (Entity, Transform, Velocity, AngularVelocity, BodyHandle);

fn game() -> App {
    let mut app = App::new();
    app.add_plugins(CaromPlugin::default().in_schedule(Frame).dt(1.0 / 60.0)).init_resource::<Inputs>();
    app.add_systems(Frame, press.before(CaromSystems::Sync));
    let world = app.world_mut();
    world.spawn((Body::Fixed, Shape::rect(vec2(4.0, 3.0)).hollow(), Material::elastic()));
    for side in [-1.0, 1.0] {
        let joint = Joint::hinge(0.01).limits(-0.6, 0.6).spring(1.0, -0.6 * side);
        let place = Transform::from_xyz(side, -1.0, 0.0);
        world.spawn((joint, place, Shape::capsule(Vec2::ZERO, vec2(-0.8 * side, 0.0), 0.05)));
    }
    for n in 0..20 {
        let (x, y) = (-1.5 + 0.3 * (n % 10) as f32, 0.2 + 0.5 * (n / 10) as f32);
        world.spawn((Ball::new(0.1), Transform::from_xyz(x, y, 0.0), Material::new(0.9, 0.1)));
    }
    app
}

fn press(inputs: Res<'_, Inputs>, mut joints: Query<'_, '_, (&mut Joint, &Transform)>) {
    for (mut joint, place) in &mut joints {
        let (player, side) = if place.translation.x < 0.0 { (0, 1.0) } else { (1, -1.0) };
        let motor = if inputs.0[player] { Motor::Force(3.0 * side) } else { Motor::Off };
        joint.motor = motor;
    }
}

fn save(app: &mut App) -> (Carom, Vec<Saved>) {
    let carom = app.world().resource::<Carom>().clone();
    let mut bodies =
        app.world_mut().query::<(Entity, &Transform, &Velocity, &AngularVelocity, &BodyHandle)>();
    let saved = bodies.iter(app.world()).map(|(e, t, v, w, b)| (e, *t, *v, *w, b.clone())).collect();
    (carom, saved)
}

fn load(app: &mut App, (carom, saved): &(Carom, Vec<Saved>), components: bool) {
    app.insert_resource(carom.clone());
    if components {
        for (entity, transform, velocity, spin, handle) in saved {
            let mut entity = app.world_mut().entity_mut(*entity);
            *entity.get_mut::<Transform>().expect("a place") = *transform;
            *entity.get_mut::<Velocity>().expect("a velocity") = *velocity;
            *entity.get_mut::<AngularVelocity>().expect("a spin") = *spin;
            *entity.get_mut::<BodyHandle>().expect("a body") = handle.clone();
        }
    }
}

fn frame(app: &mut App, inputs: [bool; 2]) -> u64 {
    app.insert_resource(Inputs(inputs));
    app.world_mut().run_schedule(Frame);
    common::hash(app)
}

/// In each frame the last seven are taken back and played again, with the wrong inputs first: predictions that fail.
/// With the components of all bodies saved beside the resource, and with the resource alone.
/// The engine and the components before a frame.
type Before = (Carom, Vec<Saved>);

#[test]
fn frames_that_are_played_again_have_the_same_checksums() {
    for components in [true, false] {
        let (mut straight, mut rolled) = (game(), game());
        // The first frame adds the bodies; before it there is nothing to go back to.
        for app in [&mut straight, &mut rolled] {
            frame(app, [false, false]);
        }
        let mut dice = Dice(3);
        let mut history: Vec<(Before, [bool; 2])> = Vec::new();
        for n in 0..300 {
            let inputs = [dice.below(3) == 0, dice.below(3) == 0];
            let truth = frame(&mut straight, inputs);
            let before = save(&mut rolled);
            let wrong = frame(&mut rolled, [!inputs[0], true]);
            history.push((before, inputs));
            if history.len() > 7 {
                history.remove(0);
            }
            load(&mut rolled, &history[0].0, components);
            let mut again = wrong;
            for (before, inputs) in &mut history {
                *before = save(&mut rolled);
                again = frame(&mut rolled, *inputs);
            }
            assert_eq!(again, truth, "frame {n}, components saved: {components}");
        }
    }
}

/// A game that is saved, with a ball that goes and one that comes before it is loaded again. The world has the same future, each
/// ball has an entity, and events name it.
#[test]
fn a_game_that_is_loaded_has_its_entities_again() {
    let mut app = common::app();
    app.world_mut().spawn((Body::Fixed, Shape::half_plane(Vec2::Y), Material::new(0.8, 0.1)));
    let drop = |app: &mut App, x: f32| {
        let ball = (Ball::new(0.1), Material::new(0.8, 0.1), Transform::from_xyz(x, 1.0, 0.0));
        app.world_mut().spawn(ball).id()
    };
    let goes = drop(&mut app, 0.0);
    drop(&mut app, 1.0);
    common::steps(&mut app, 10);
    let carom = app.world().resource::<Carom>().clone();
    let mut parts = app.world_mut().query::<(&Ball, &Material, &Transform, &Velocity, &BodyHandle)>();
    let saved: Vec<_> =
        parts.iter(app.world()).map(|(b, m, t, v, handle)| (*b, *m, *t, *v, handle.clone())).collect();
    common::steps(&mut app, 60);
    let future = common::hash(&app);
    app.world_mut().despawn(goes);
    drop(&mut app, 2.0);
    common::steps(&mut app, 10);

    let now: Vec<Entity> = app.world_mut().query_filtered::<Entity, With<Ball>>().iter(app.world()).collect();
    for ball in now {
        app.world_mut().despawn(ball);
    }
    app.insert_resource(carom);
    let balls: Vec<Entity> = app.world_mut().spawn_batch(saved).collect();
    common::steps(&mut app, 60);
    assert_eq!(common::hash(&app), future);
    let carom = app.world().resource::<Carom>();
    let owners: Vec<_> = carom.balls().filter_map(|(id, _)| carom.entity(id)).collect();
    assert_eq!(owners, balls);
    assert_eq!(common::warnings(&app), vec![]);
}
