//! avian2d and bevy_rapier2d in the scenes of `bevy_carom`'s `examples/overhead`, printed in the same form.

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

/// Microseconds of an update.
fn timed(app: &mut App) -> f64 {
    best_tenth((0..STEPS).map(|_| microseconds(|| app.update())).collect())
}

/// Energy of the gas at its start, twice over and of unit masses.
fn energy() -> f32 {
    gas().iter().map(|molecule| molecule.velocity.length_squared()).sum()
}

/// What a bat has not struck has stayed where it was.
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

    fn ball(place: Vec2, velocity: Vec2, radius: f32) -> impl Bundle {
        (
            Free,
            RigidBody::Dynamic,
            Collider::circle(radius),
            Transform::from_translation(place.extend(0.0)),
            LinearVelocity(velocity),
            Restitution::new(1.0),
            Friction::ZERO,
            SweptCcd::default(),
            SleepingDisabled,
        )
    }

    pub fn run() {
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
            app.world_mut().spawn(ball(molecule.place, molecule.velocity, RADIUS));
        }
        let update = timed(&mut app);
        let mut all = app.world_mut().query_filtered::<&LinearVelocity, With<Free>>();
        let end: f32 = all.iter(app.world()).map(|velocity| velocity.length_squared()).sum();
        report("avian2d 0.7", Shown { update, energy: end / energy(), passed: [FAST, SLOW].map(sweep) });
    }

    fn sweep(bat: Sweep) -> usize {
        let mut app = app();
        for place in row() {
            app.world_mut().spawn(ball(place, Vec2::ZERO, SMALL));
        }
        let entity = app.world_mut().spawn((
            RigidBody::Kinematic,
            Collider::capsule_endpoints(BAT_RADIUS, Vec2::ZERO, Vec2::X * BAT_LENGTH),
            Transform::from_rotation(Quat::from_rotation_z(BAT_START)),
            AngularVelocity(bat.speed),
            SweptCcd::default(),
            // Else it would turn about its middle.
            (NoAutoCenterOfMass, CenterOfMass(Vec2::ZERO)),
        ));
        let entity = entity.id();
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

    fn ball(place: Vec2, velocity: Vec2, radius: f32) -> impl Bundle {
        (
            Free,
            RigidBody::Dynamic,
            Collider::ball(radius),
            Transform::from_translation(place.extend(0.0)),
            Velocity::linear(velocity),
            Restitution::coefficient(1.0),
            Friction::coefficient(0.0),
            GravityScale(0.0),
            Ccd::enabled(),
            Sleeping::disabled(),
        )
    }

    pub fn run() {
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
            app.world_mut().spawn(ball(molecule.place, molecule.velocity, RADIUS));
        }
        let update = timed(&mut app);
        let mut all = app.world_mut().query_filtered::<&Velocity, With<Free>>();
        let end: f32 = all.iter(app.world()).map(|velocity| velocity.linear.length_squared()).sum();
        report(
            "bevy_rapier2d 0.36",
            Shown { update, energy: end / energy(), passed: [FAST, SLOW].map(sweep) },
        );
    }

    fn sweep(bat: Sweep) -> usize {
        let mut app = app();
        for place in row() {
            app.world_mut().spawn(ball(place, Vec2::ZERO, SMALL));
        }
        let entity = app.world_mut().spawn((
            RigidBody::KinematicVelocityBased,
            Collider::capsule(Vec2::ZERO, Vec2::X * BAT_LENGTH, BAT_RADIUS),
            Transform::from_rotation(Quat::from_rotation_z(BAT_START)),
            Velocity::angular(bat.speed),
            // Else it would turn about its middle.
            ColliderMassProperties::Density(0.0),
            Ccd::enabled(),
            SoftCcd { prediction: BAT_LENGTH },
        ));
        let entity = entity.id();
        for _ in 0..bat.steps {
            app.update();
        }
        app.world_mut().despawn(entity);
        passed(&mut app)
    }
}

fn main() {
    avian::run();
    rapier::run();
}
