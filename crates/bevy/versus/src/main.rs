//! avian2d and bevy_rapier2d in the scenes of `bevy_carom`'s `examples/overhead`, printed in the same form: each with its
//! defaults, and tuned for these scenes. Nothing sleeps.

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;

#[path = "../../examples/overhead/scenes.rs"]
mod scenes;

use scenes::{
    AFTER, BAT_LENGTH, BAT_RADIUS, BAT_START, FAST, HALF, HZ, RADIUS, SLOW, SMALL, STEPS, Shown, Sweep,
    best_tenth, gas, microseconds, report, row,
};

fn base() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin))
        .insert_resource(Time::<Fixed>::from_hz(HZ))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app
}

#[derive(Component)]
struct Free;

/// Which settings an engine runs with.
#[derive(Clone, Copy, PartialEq)]
enum Settings {
    /// As its documentation tells a user to begin.
    Default,
    /// All that it has against tunnelling, on balls and bat.
    Tuned,
}

/// The name of a peer in the table, with the version that the lock file has.
fn name(peer: &str, settings: Settings) -> String {
    let lock = include_str!("../Cargo.lock");
    let (_, rest) = lock.split_once(&format!("name = \"{peer}\"\nversion = \"")).expect("a dependency");
    let version = rest.split('"').next().expect("a version");
    match settings {
        Settings::Default => format!("{peer} {version}"),
        Settings::Tuned => format!("{peer} {version}, tuned"),
    }
}

/// Microseconds of an update.
fn timed(app: &mut App) -> f64 {
    best_tenth((0..STEPS).map(|_| microseconds(|| app.update())).collect())
}

/// Energy of the gas at its start, twice over and of unit masses.
fn energy() -> f32 {
    gas().iter().map(|molecule| molecule.velocity.length_squared()).sum()
}

/// Counts balls that no bat has struck: each has stayed where it was.
fn passed(app: &mut App) -> usize {
    for _ in 0..AFTER {
        app.update();
    }
    let mut all = app.world_mut().query_filtered::<&Transform, With<Free>>();
    scenes::passed(all.iter(app.world()).map(|place| place.translation.truncate()))
}

mod avian {
    use super::*;
    use avian2d::prelude::*;

    fn app() -> App {
        let mut app = base();
        app.add_plugins(PhysicsPlugins::default()).insert_resource(Gravity(Vec2::ZERO));
        app.finish();
        app.cleanup();
        app
    }

    fn spawn_ball(app: &mut App, settings: Settings, place: Vec2, velocity: Vec2, radius: f32) {
        let mut ball = app.world_mut().spawn((
            Free,
            RigidBody::Dynamic,
            Collider::circle(radius),
            Transform::from_translation(place.extend(0.0)),
            LinearVelocity(velocity),
            Restitution::new(1.0),
            Friction::ZERO,
            SleepingDisabled,
        ));
        // Without these, fast balls are swept against static and kinematic bodies.
        if settings == Settings::Tuned {
            ball.insert((SweptCcd::default().with_filter(CcdFilter::ALL), SpeculativeCcd::MAX));
        }
    }

    pub fn run(settings: Settings) {
        let mut app = app();
        for side in [Vec2::X, Vec2::Y, -Vec2::X, -Vec2::Y] {
            app.world_mut().spawn((
                RigidBody::Static,
                Collider::half_space(-side),
                Transform::from_translation((side * HALF).extend(0.0)),
                Restitution::new(1.0),
                Friction::ZERO,
            ));
        }
        for molecule in gas() {
            spawn_ball(&mut app, settings, molecule.place, molecule.velocity, RADIUS);
        }
        let update = timed(&mut app);
        let mut all = app.world_mut().query_filtered::<&LinearVelocity, With<Free>>();
        let end: f32 = all.iter(app.world()).map(|velocity| velocity.length_squared()).sum();
        let passed = [FAST, SLOW].map(|bat| sweep(bat, settings));
        report(&name("avian2d", settings), Shown { update, energy: end / energy(), passed });
    }

    fn sweep(bat: Sweep, settings: Settings) -> usize {
        let mut app = app();
        for place in row() {
            spawn_ball(&mut app, settings, place, Vec2::ZERO, SMALL);
        }
        let entity = app.world_mut().spawn((
            RigidBody::Kinematic,
            Collider::capsule_endpoints(BAT_RADIUS, Vec2::ZERO, Vec2::X * BAT_LENGTH),
            Transform::from_rotation(Quat::from_rotation_z(BAT_START)),
            AngularVelocity(bat.speed),
            // Else it would turn about its middle.
            (NoAutoCenterOfMass, CenterOfMass(Vec2::ZERO)),
        ));
        let entity = entity.id();
        // Sweeps of a kinematic body are its balls' affair.
        if settings == Settings::Tuned {
            app.world_mut().entity_mut(entity).insert(SpeculativeCcd::MAX);
        }
        for _ in 0..bat.steps {
            app.update();
        }
        app.world_mut().despawn(entity);
        passed(&mut app)
    }
}

mod rapier {
    use super::*;
    use bevy_rapier2d::prelude::*;

    fn app() -> App {
        let mut app = base();
        app.insert_resource(TimestepMode::Fixed { dt: 1.0 / 60.0, substeps: 1 });
        app.add_plugins(RapierPhysicsPlugin::<NoUserData>::default().in_fixed_schedule());
        app.finish();
        app.cleanup();
        app
    }

    /// Twice the way of the bat's tip in a step.
    const SOFT: SoftCcd = SoftCcd { prediction: 2.0 * BAT_LENGTH * FAST.speed / HZ as f32 };

    fn spawn_ball(app: &mut App, settings: Settings, place: Vec2, velocity: Vec2, radius: f32) {
        let mut ball = app.world_mut().spawn((
            Free,
            RigidBody::Dynamic,
            Collider::ball(radius),
            Transform::from_translation(place.extend(0.0)),
            Velocity::linear(velocity),
            Restitution::coefficient(1.0),
            Friction::coefficient(0.0),
            GravityScale(0.0),
            Sleeping::disabled(),
        ));
        if settings == Settings::Tuned {
            ball.insert((Ccd::enabled(), SOFT));
        }
    }

    pub fn run(settings: Settings) {
        let mut app = app();
        for side in [Vec2::X, Vec2::Y, -Vec2::X, -Vec2::Y] {
            app.world_mut().spawn((
                RigidBody::Fixed,
                Collider::halfspace(-side).expect("a unit normal"),
                Transform::from_translation((side * HALF).extend(0.0)),
                Restitution::coefficient(1.0),
                Friction::coefficient(0.0),
            ));
        }
        for molecule in gas() {
            spawn_ball(&mut app, settings, molecule.place, molecule.velocity, RADIUS);
        }
        let update = timed(&mut app);
        let mut all = app.world_mut().query_filtered::<&Velocity, With<Free>>();
        let end: f32 = all.iter(app.world()).map(|velocity| velocity.linear.length_squared()).sum();
        let passed = [FAST, SLOW].map(|bat| sweep(bat, settings));
        report(&name("bevy_rapier2d", settings), Shown { update, energy: end / energy(), passed });
    }

    fn sweep(bat: Sweep, settings: Settings) -> usize {
        let mut app = app();
        for place in row() {
            spawn_ball(&mut app, settings, place, Vec2::ZERO, SMALL);
        }
        let entity = app.world_mut().spawn((
            RigidBody::KinematicVelocityBased,
            Collider::capsule(Vec2::ZERO, Vec2::X * BAT_LENGTH, BAT_RADIUS),
            Transform::from_rotation(Quat::from_rotation_z(BAT_START)),
            Velocity::angular(bat.speed),
            // Else it would turn about its middle.
            ColliderMassProperties::Density(0.0),
        ));
        let entity = entity.id();
        if settings == Settings::Tuned {
            app.world_mut().entity_mut(entity).insert((Ccd::enabled(), SOFT));
        }
        for _ in 0..bat.steps {
            app.update();
        }
        app.world_mut().despawn(entity);
        passed(&mut app)
    }
}

fn main() {
    for settings in [Settings::Default, Settings::Tuned] {
        avian::run(settings);
        rapier::run(settings);
    }
}
