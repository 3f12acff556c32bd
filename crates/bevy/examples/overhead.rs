//! What the plugin costs beside the bare engine, and how true it is: run with `--release`.
//!
//! One thread; medians of 600 steps, for the empty app the best tenth of 600 updates. `crates/bevy/versus` runs the same
//! scenes with avian2d and bevy_rapier2d.
#![allow(clippy::print_stdout, reason = "a table is what this program is for")]

use std::time::Instant;

use bevy_app::{App, TaskPoolPlugin};
use bevy_carom::carom::{self, World as Engine};
use bevy_carom::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec2, vec2};
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;

const BALLS: usize = 1000;
const STEPS: u32 = 600;
/// Half of the box's side.
const HALF: f32 = 10.0;
const RADIUS: f32 = 0.1;
/// The sweeping bat: length, half of its width, and radians per second.
const BAT: (f32, f32, f32) = (1.0, 0.05, 40.0);
const SMALL: f32 = 0.02;

/// Numerical Recipes' LCG on 64 bits.
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

fn app(config: Config, threshold: f32) -> App {
    let mut app = App::new();
    let plugin = CaromPlugin::default().config(config).impact_threshold(threshold);
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, plugin))
        .insert_resource(Time::<Fixed>::from_hz(60.0))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app
}

fn at(place: Vec2) -> Transform {
    Transform::from_translation(place.extend(0.0))
}

fn best_tenth(mut run: impl FnMut()) -> f64 {
    let mut times: Vec<f64> = (0..STEPS)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 10]
}

/// Both in turns, so that whatever else the machine does counts for both.
fn compare(name: &str, app: &mut App, bare: &mut Engine) -> f64 {
    let dt = app.world().resource::<Time<Fixed>>().timestep().as_secs_f32();
    let (mut with, mut without) = (Vec::new(), Vec::new());
    while app.world().resource::<Carom>().steps() < 1 {
        app.update();
    }
    bare.step(dt);
    for _ in 0..STEPS {
        let start = Instant::now();
        bare.step(dt);
        without.push(start.elapsed().as_secs_f64() * 1e6);
        let start = Instant::now();
        app.update();
        with.push(start.elapsed().as_secs_f64() * 1e6);
    }
    assert_eq!(app.world().resource::<Carom>().state_hash(), bare.state_hash(), "the same steps were timed");
    let median = |times: &mut Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    let mut more: Vec<f64> = with.iter().zip(&without).map(|(with, without)| with - without).collect();
    let (with, without, more) = (median(&mut with), median(&mut without), median(&mut more));
    println!(
        "{name:10} bare step {without:6.0} us, update of the app {with:6.0} us: {more:5.0} us more, {:4.1} %, {:.3} us a ball",
        100.0 * more / without,
        more / BALLS as f64,
    );
    with
}

fn main() {
    // A gas in which nothing rests: each ball moves and turns in each step.
    let elastic = Material::elastic();
    let mut twin = app(Config::weightless(), f32::INFINITY);
    let mut bare = Engine::new(Config::weightless()).expect("a world");
    for (place, velocity) in gas() {
        twin.world_mut().spawn((Ball::new(RADIUS), at(place), Velocity(velocity), elastic));
        let ball = carom::Ball::new(place, RADIUS).velocity(velocity).material(elastic.into());
        bare.add_ball(ball).expect("a ball");
    }
    let walls = bare.add_body(carom::Body::fixed()).expect("a body");
    let body = twin.world_mut().spawn(Body::Fixed).id();
    for side in [Vec2::X, Vec2::Y, -Vec2::X, -Vec2::Y] {
        twin.world_mut().spawn((Shape::half_plane(-side), at(side * HALF), elastic, ChildOf(body)));
        let wall = carom::Shape::half_plane(side * HALF, -side).expect("a wall").material(elastic.into());
        bare.add_shape(walls, wall).expect("a wall");
    }
    let before: f32 = gas().iter().map(|(_, velocity)| velocity.length_squared()).sum();
    let us = compare("gas", &mut twin, &mut bare);
    let after: f32 = bare.balls().map(|(_, ball)| ball.velocity.length_squared()).sum();

    // A pile in a box, as it falls and settles.
    let mut twin = app(Config::default(), f32::INFINITY);
    let mut bare = Engine::new(Config::default()).expect("a world");
    let cup = [vec2(-3.0, 90.0), vec2(-3.0, 0.0), vec2(3.0, 0.0), vec2(3.0, 90.0)];
    twin.world_mut().spawn((Body::Fixed, Shape::polyline(&cup)));
    let body = bare.add_body(carom::Body::fixed()).expect("a body");
    let shape = carom::Shape::chain(&carom::Chain::polyline(&cup)).expect("a path");
    for n in 0..BALLS {
        let place =
            vec2(0.25 * (n % 20) as f32 - 2.4 + 0.01 * (n / 20 % 3) as f32, 0.2 + 0.22 * (n / 20) as f32);
        twin.world_mut().spawn((Ball::new(RADIUS), at(place)));
        bare.add_ball(carom::Ball::new(place, RADIUS)).expect("a ball");
    }
    bare.add_shape(body, shape).expect("a shape");
    compare("pile", &mut twin, &mut bare);

    // A bat that sweeps through a row of small balls at rest.
    let row: Vec<Vec2> = (4..20).map(|n| vec2(0.05 * n as f32, 0.0)).collect();
    let mut sweep = app(Config::weightless(), 0.0);
    for place in &row {
        sweep.world_mut().spawn((Ball::new(SMALL), at(*place), elastic));
    }
    let turned = Transform::from_rotation(Quat::from_rotation_z(-1.0));
    let bat = Shape::capsule(Vec2::ZERO, Vec2::X * BAT.0, BAT.1);
    let bat = sweep.world_mut().spawn((Body::Kinematic, bat, turned, AngularVelocity(BAT.2))).id();
    for _ in 0..4 {
        sweep.update();
    }
    sweep.world_mut().despawn(bat);
    for _ in 0..30 {
        sweep.update();
    }
    let mut balls = sweep.world_mut().query_filtered::<&Transform, With<Ball>>();
    let through = balls
        .iter(sweep.world())
        .filter(|place| place.translation.y.abs() < 0.05 && place.translation.x > 0.0)
        .count();
    println!(
        "bevy_carom       update {us:7.0} us ({:.2} us a ball); energy after 10 s {:7.3} %; through the bat {through} of {}",
        us / BALLS as f64,
        100.0 * after / before,
        row.len(),
    );
    // What one update of an app costs that has nothing in it.
    let mut empty = app(Config::default(), 0.0);
    println!("an app without balls: {:.1} us an update", best_tenth(|| empty.update()));
}
