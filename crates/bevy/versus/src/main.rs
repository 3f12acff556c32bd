//! avian2d and bevy_rapier2d in the scenes of `bevy_carom`'s `examples/overhead.rs`, printed in the same form.

use std::time::Instant;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;

const BALLS: usize = 1000;
const STEPS: u32 = 600;
/// Half of the box's side.
const HALF: f32 = 10.0;
const RADIUS: f32 = 0.1;
/// The sweeping bat: length, half of its width, and radians per second.
const BAT: (f32, f32, f32) = (1.0, 0.05, 40.0);
const SMALL: f32 = 0.02;

/// The same numbers as in the other program (Numerical Recipes' LCG on 64 bits).
struct Dice(u64);

impl Dice {
    fn between(&mut self, low: f32, high: f32) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (high - low) * ((self.0 >> 33) % (1 << 20)) as f32 / (1 << 20) as f32
    }
}

fn gas() -> Vec<(Vec2, Vec2)> {
    let mut dice = Dice(1);
    (0..BALLS)
        .map(|n| {
            let place = vec2((n % 32) as f32, (n / 32) as f32) * 0.6 - Vec2::splat(9.3);
            (place, vec2(dice.between(-5.0, 5.0), dice.between(-5.0, 5.0)))
        })
        .collect()
}

fn row() -> Vec<Vec2> {
    (4..20).map(|n| vec2(0.05 * n as f32, 0.0)).collect()
}

fn vec2(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

fn base() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin))
        .insert_resource(Time::<Fixed>::from_hz(60.0))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app
}

#[derive(Component)]
struct Free;

/// Microseconds of an update, the best tenth of all.
fn timed(app: &mut App) -> f64 {
    let mut times: Vec<f64> = (0..STEPS)
        .map(|_| {
            let start = Instant::now();
            app.update();
            start.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 10]
}

fn report(name: &str, us: f64, energy: f32, passed: usize) {
    println!(
        "{name:16} update {us:7.0} us ({:.2} us a ball); energy after 10 s {:7.3} %; through the bat {passed} of {}",
        us / BALLS as f64,
        100.0 * energy,
        row().len(),
    );
}

/// What a bat has not struck has stayed where it was.
fn passed(app: &mut App) -> usize {
    for _ in 0..30 {
        app.update();
    }
    let mut all = app.world_mut().query_filtered::<&Transform, With<Free>>();
    all.iter(app.world()).filter(|place| place.translation.y.abs() < 0.05 && place.translation.x > 0.0).count()
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
        for (place, velocity) in gas() {
            app.world_mut().spawn(ball(place, velocity, RADIUS));
        }
        let start: f32 = gas().iter().map(|(_, velocity)| velocity.length_squared()).sum();
        let us = timed(&mut app);
        let mut all = app.world_mut().query_filtered::<&LinearVelocity, With<Free>>();
        let end: f32 = all.iter(app.world()).map(|velocity| velocity.length_squared()).sum();
        let mut app = self::app();
        for place in row() {
            app.world_mut().spawn(ball(place, Vec2::ZERO, SMALL));
        }
        app.world_mut().spawn((
            RigidBody::Kinematic,
            Collider::capsule_endpoints(BAT.1, Vec2::ZERO, Vec2::X * BAT.0),
            Transform::from_rotation(Quat::from_rotation_z(-1.0)),
            AngularVelocity(BAT.2),
        ));
        // It makes 2.4 radians, and is gone before it comes round.
        for _ in 0..4 {
            app.update();
        }
        let mut bats = app.world_mut().query_filtered::<Entity, Without<Free>>();
        let bats: Vec<Entity> = bats.iter(app.world()).filter(|e| app.world().get::<RigidBody>(*e).is_some()).collect();
        for bat in bats {
            app.world_mut().despawn(bat);
        }
        report("avian2d 0.7", us, end / start, passed(&mut app));
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
        for (place, velocity) in gas() {
            app.world_mut().spawn(ball(place, velocity, RADIUS));
        }
        let start: f32 = gas().iter().map(|(_, velocity)| velocity.length_squared()).sum();
        let us = timed(&mut app);
        let mut all = app.world_mut().query_filtered::<&Velocity, With<Free>>();
        let end: f32 = all.iter(app.world()).map(|velocity| velocity.linvel.length_squared()).sum();
        let mut app = self::app();
        for place in row() {
            app.world_mut().spawn(ball(place, Vec2::ZERO, SMALL));
        }
        let bat = app.world_mut().spawn((
            RigidBody::KinematicVelocityBased,
            Collider::capsule(Vec2::ZERO, Vec2::X * BAT.0, BAT.1),
            Transform::from_rotation(Quat::from_rotation_z(-1.0)),
            Velocity::angular(BAT.2),
        ));
        let bat = bat.id();
        for _ in 0..4 {
            app.update();
        }
        app.world_mut().despawn(bat);
        report("bevy_rapier2d 0.36", us, end / start, passed(&mut app));
    }
}

fn main() {
    avian::run();
    rapier::run();
}
