//! The cost of the plugin beside the bare engine, and its fidelity: run with `--release`.
//!
//! One thread; 600 steps: medians, but for the last line of the gas, which has the best tenth. `crates/bevy/versus` prints
//! the same line for avian2d and bevy_rapier2d.
#![allow(clippy::print_stdout, reason = "a table is what this program is for")]

mod scenes;

use bevy_app::{App, TaskPoolPlugin};
use bevy_carom::Material;
use bevy_carom::carom::{self, World as Engine};
use bevy_carom::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec2, vec2};
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;
use scenes::{
    AFTER, BALLS, BAT_LENGTH, BAT_RADIUS, BAT_START, FAST, HALF, HZ, RADIUS, SLOW, SMALL, STEPS, Shown,
    Sweep, best_tenth, gas, median, microseconds, passed, report, row,
};

/// Impacts are silenced: what is measured is that both worlds know of each other.
fn app(config: Config, interpolation: bool) -> App {
    let mut app = App::new();
    let plugin = CaromPlugin::default().config(config).impact_threshold(f32::INFINITY);
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, plugin.interpolation(interpolation)))
        .insert_resource(Time::<Fixed>::from_hz(HZ))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app
}

fn at(place: Vec2) -> Transform {
    Transform::from_translation(place.extend(0.0))
}

/// Steps that one world takes before the next one's turn. With a turn of one step the three take the same branches one
/// after the other, and the processor predicts those of the second and third from the first: the apps look cheaper than
/// they are.
const TURN: u32 = 30;

/// The same balls in the bare engine, in an app that keeps `Transform`s at the last step, and in one that draws between
/// steps.
struct Triplet {
    bare: Engine,
    synced: App,
    drawn: App,
}

impl Triplet {
    fn new(config: Config, fill: impl Fn(&mut App), fill_bare: impl Fn(&mut Engine)) -> Self {
        let mut all = Self {
            bare: Engine::new(config).expect("a world"),
            synced: app(config, false),
            drawn: app(config, true),
        };
        fill_bare(&mut all.bare);
        fill(&mut all.synced);
        fill(&mut all.drawn);
        all
    }

    /// Steps all of them in turns of [`TURN`] steps, so that other work of the machine counts for each. Returns
    /// microseconds of an update of the app that draws.
    fn time(&mut self, name: &str) -> f64 {
        let dt = self.synced.world().resource::<Time<Fixed>>().timestep().as_secs_f32();
        let apps = [&mut self.synced, &mut self.drawn];
        let mut times = [Vec::new(), Vec::new()];
        let mut bare = Vec::new();
        for app in apps {
            while app.world().resource::<Carom>().steps() < 1 {
                app.update();
            }
        }
        self.bare.step(dt);
        for _ in 0..STEPS / TURN {
            bare.extend((0..TURN).map(|_| {
                microseconds(|| {
                    self.bare.step(dt);
                })
            }));
            times[0].extend((0..TURN).map(|_| microseconds(|| self.synced.update())));
            times[1].extend((0..TURN).map(|_| microseconds(|| self.drawn.update())));
        }
        for app in [&self.synced, &self.drawn] {
            let hash = app.world().resource::<Carom>().state_hash();
            assert_eq!(hash, self.bare.state_hash(), "{name}: the same steps were timed");
        }
        let step = median(bare.clone());
        for (what, times) in ["synced", "and drawn"].into_iter().zip(&times) {
            let more = median(times.iter().zip(&bare).map(|(app, bare)| app - bare).collect());
            println!(
                "{name:5} {what:9} bare step {step:5.1} us, app {:5.1} us: {more:4.1} us more, {:.3} us a ball",
                median(times.clone()),
                more / BALLS as f64,
            );
        }
        let [_, drawn] = times;
        best_tenth(drawn)
    }
}

/// A gas in which nothing rests.
fn gas_in_a_box() -> Triplet {
    let elastic = Material::elastic();
    let sides = [Vec2::X, Vec2::Y, -Vec2::X, -Vec2::Y];
    let fill = |app: &mut App| {
        for molecule in gas() {
            let velocity = Velocity(molecule.velocity);
            app.world_mut().spawn((Ball::new(RADIUS), at(molecule.place), velocity, elastic));
        }
        let body = app.world_mut().spawn(Body::Fixed).id();
        for side in sides {
            app.world_mut().spawn((Shape::half_plane(-side), at(side * HALF), elastic, ChildOf(body)));
        }
    };
    let fill_bare = |bare: &mut Engine| {
        for molecule in gas() {
            let ball = carom::Ball::new(molecule.place, RADIUS).velocity(molecule.velocity);
            bare.add_ball(ball.material(elastic.into())).expect("a ball");
        }
        let walls = bare.add_body(carom::Body::fixed()).expect("a body");
        for side in sides {
            let wall = carom::Shape::half_plane(side * HALF, -side).expect("a wall");
            bare.add_shape(walls, wall.material(elastic.into())).expect("a wall");
        }
    };
    Triplet::new(Config::weightless(), fill, fill_bare)
}

/// A pile in a box, as it falls and settles.
fn pile_in_a_cup() -> Triplet {
    let cup = [vec2(-3.0, 90.0), vec2(-3.0, 0.0), vec2(3.0, 0.0), vec2(3.0, 90.0)];
    let places: Vec<Vec2> = (0..BALLS)
        .map(|n| (n % 20, n / 20))
        .map(|(column, row)| (column as f32, row as f32))
        .map(|(column, row)| vec2(0.25 * column - 2.4 + 0.01 * (row % 3.0), 0.2 + 0.22 * row))
        .collect();
    let fill = |app: &mut App| {
        app.world_mut().spawn((Body::Fixed, Shape::polyline(&cup)));
        for place in &places {
            app.world_mut().spawn((Ball::new(RADIUS), at(*place)));
        }
    };
    let fill_bare = |bare: &mut Engine| {
        let body = bare.add_body(carom::Body::fixed()).expect("a body");
        for place in &places {
            bare.add_ball(carom::Ball::new(*place, RADIUS)).expect("a ball");
        }
        let shape = carom::Shape::chain(&carom::Chain::polyline(&cup)).expect("a path");
        bare.add_shape(body, shape).expect("a shape");
    };
    Triplet::new(Config::default(), fill, fill_bare)
}

/// A bat sweeps through a row of small balls at rest.
fn sweep(bat: Sweep) -> usize {
    let mut app = app(Config::weightless(), true);
    for place in row() {
        app.world_mut().spawn((Ball::new(SMALL), at(place), Material::elastic()));
    }
    let turned = Transform::from_rotation(Quat::from_rotation_z(BAT_START));
    let shape = Shape::capsule(Vec2::ZERO, Vec2::X * BAT_LENGTH, BAT_RADIUS);
    let entity = app.world_mut().spawn((Body::Kinematic, shape, turned, AngularVelocity(bat.speed))).id();
    for _ in 0..bat.steps {
        app.update();
    }
    app.world_mut().despawn(entity);
    for _ in 0..AFTER {
        app.update();
    }
    let mut balls = app.world_mut().query_filtered::<&Transform, With<Ball>>();
    passed(balls.iter(app.world()).map(|place| place.translation.truncate()))
}

fn main() {
    let mut in_a_box = gas_in_a_box();
    let update = in_a_box.time("gas");
    let start: f32 = gas().iter().map(|molecule| molecule.velocity.length_squared()).sum();
    let end: f32 = in_a_box.bare.balls().map(|(_, ball)| ball.velocity.length_squared()).sum();
    pile_in_a_cup().time("pile");
    report("bevy_carom", Shown { update, energy: end / start, passed: [FAST, SLOW].map(sweep) });
    // The cost of an update that has nothing to do. Bevy's own schedules in it are no cost of the plugin.
    let mut plain = App::new();
    plain
        .add_plugins((TaskPoolPlugin::default(), TimePlugin))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    let idle = |app: &mut App| median((0..STEPS).map(|_| microseconds(|| app.update())).collect());
    println!(
        "an app without balls: {:.1} us an update; without the plugin {:.1} us",
        idle(&mut app(Config::default(), true)),
        idle(&mut plain),
    );
}
