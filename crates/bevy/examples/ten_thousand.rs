//! Ten thousand balls fall into a box. To be run with `--release`.
#![allow(clippy::print_stdout, reason = "it is an example")]

use std::time::Instant;

use bevy_app::{App, TaskPoolPlugin};
use bevy_carom::prelude::*;
use bevy_math::{Vec2, vec2};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;

/// Centre of the view, world units.
#[allow(dead_code, reason = "for the window and for tests of pictures")]
pub const CENTER: Vec2 = Vec2::new(0.0, 11.0);
/// How much of it from bottom to top, world units.
#[allow(dead_code, reason = "for the window and for tests of pictures")]
pub const HEIGHT: f32 = 26.0;

/// Balls in a row, and rows.
const GRID: (u32, u32) = (100, 100);

/// The game, without a window. It ignores impacts slower than 1 m/s.
pub fn build(app: &mut App) {
    app.add_plugins(CaromPlugin::default().impact_threshold(1.0));
    let cup = [vec2(-11.0, 99.0), vec2(-11.0, 0.0), vec2(11.0, 0.0), vec2(11.0, 99.0)];
    app.world_mut().spawn((Body::Fixed, Shape::polyline(&cup)));
    for n in 0..GRID.0 * GRID.1 {
        let (column, row) = ((n % GRID.0) as f32, (n / GRID.0) as f32);
        let place = Transform::from_xyz(0.215 * column - 10.7 + 0.01 * (row % 3.0), 0.3 + 0.22 * row, 0.0);
        app.world_mut().spawn((Ball::new(0.1), place));
    }
}

#[allow(dead_code, reason = "the window has a main of its own")]
fn main() {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    build(&mut app);
    let (start, steps) = (Instant::now(), 120);
    for _ in 0..steps {
        app.update();
    }
    let carom = app.world().resource::<Carom>();
    println!("{:.2} ms an update", start.elapsed().as_secs_f64() * 1e3 / f64::from(steps));
    assert_eq!(carom.ball_count(), 10_000, "all are there");
    assert!(
        carom.balls().all(|(_, ball)| ball.position.y > 0.0 && ball.position.x.abs() < 11.0),
        "and in the box"
    );
    assert!(!carom.events().dropped().any(), "no work was dropped: {:?}", carom.events().dropped());
}
