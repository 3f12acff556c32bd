//! Two players whose inputs arrive late: the game predicts, goes back, plays the frames again, and both sides agree.
#![allow(clippy::print_stdout, reason = "it is an example")]

use std::collections::VecDeque;

use bevy_app::App;
use bevy_carom::Material;
use bevy_carom::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_math::{Vec2, vec2};
use bevy_transform::components::Transform;

/// The schedule that a rollback library runs for each frame.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Frame;

/// Which way each player pushes the own paddle.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Inputs(pub [f32; 2]);

#[derive(Component)]
struct Paddle(usize);

/// The game: a puck between two paddles, seen from above.
pub fn build(app: &mut App) {
    let plugin = CaromPlugin::default().config(Config::weightless()).in_schedule(Frame).dt(1.0 / 60.0);
    app.add_plugins(plugin).init_resource::<Inputs>().add_systems(Frame, steer.before(CaromSystems::Sync));
    let world = app.world_mut();
    let elastic = Material::elastic();
    world.spawn((Body::Fixed, Shape::rect(vec2(6.0, 3.0)).hollow(), elastic));
    for (player, x) in [-2.8, 2.8].into_iter().enumerate() {
        let paddle = Shape::capsule(vec2(0.0, -0.3), vec2(0.0, 0.3), 0.05);
        world.spawn((
            Paddle(player),
            Body::Kinematic,
            Velocity::default(),
            paddle,
            elastic,
            Transform::from_xyz(x, 0.0, 0.0),
        ));
    }
    world.spawn((Ball::new(0.1), Velocity(vec2(5.0, 1.7)), elastic));
}

/// Sets the velocity in the engine: the component is not saved, so after a rollback it is that of a later frame.
fn steer(
    inputs: Res<'_, Inputs>,
    mut carom: ResMut<'_, Carom>,
    paddles: Query<'_, '_, (&Paddle, &BodyHandle)>,
) {
    for (paddle, handle) in &paddles {
        carom.set_velocity(handle.id(), Vec2::Y * inputs.0[paddle.0]).expect("a paddle");
    }
}

/// One frame, and its checksum.
fn frame(app: &mut App, inputs: Inputs) -> u64 {
    app.insert_resource(inputs);
    app.world_mut().run_schedule(Frame);
    app.world().resource::<Carom>().state_hash()
}

/// The input of player `n` in a frame.
fn pressed(player: usize, frame: usize) -> f32 {
    [2.0, -2.0, 0.0][(frame / 7 + player * frame / 11) % 3]
}

#[allow(dead_code, reason = "the window has a main of its own")]
fn main() {
    const DELAY: usize = 8;
    let mut sides = [App::new(), App::new()];
    for app in &mut sides {
        build(app);
        frame(app, Inputs::default());
    }
    // The worlds that each side has saved before its frames, each with the inputs that the side assumed.
    let mut saved: [VecDeque<(Carom, Inputs)>; 2] = Default::default();
    let (mut rollbacks, mut checks) = (0, 0);
    let mut checksums: [Vec<u64>; 2] = Default::default();
    for now in 0..600_usize {
        for (own, app) in sides.iter_mut().enumerate() {
            let believed = |n: usize| {
                // The other's input of a frame is known DELAY frames later; until then, the last known one.
                let mut both = [0.0; 2];
                both[own] = pressed(own, n);
                both[1 - own] = pressed(1 - own, n.min(now.saturating_sub(DELAY)));
                Inputs(both)
            };
            saved[own].push_back((app.world().resource::<Carom>().clone(), believed(now)));
            frame(app, believed(now));
            let first = now + 1 - saved[own].len();
            if let Some(wrong) = (0..saved[own].len()).find(|k| saved[own][*k].1 != believed(first + k)) {
                rollbacks += 1;
                app.insert_resource(saved[own][wrong].0.clone());
                for k in wrong..saved[own].len() {
                    saved[own][k] = (app.world().resource::<Carom>().clone(), believed(first + k));
                    frame(app, believed(first + k));
                }
            }
            if saved[own].len() > DELAY {
                // This frame's inputs are known by now: its checksum is final.
                let (settled, _) = saved[own].pop_front().expect("there is one");
                checksums[own].push(settled.state_hash());
            }
        }
    }
    for (a, b) in checksums[0].iter().zip(&checksums[1]) {
        assert_eq!(a, b, "both sides have the same frame {checks}");
        checks += 1;
    }
    println!("{checks} frames agree after {rollbacks} rollbacks");
    assert!(rollbacks > 100 && checks > 500, "inputs came late: {rollbacks}, {checks}");
}
