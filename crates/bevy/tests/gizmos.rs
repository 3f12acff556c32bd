//! Gizmos draw bodies at their places; the plugin runs without a window.

mod common;

use bevy_carom::gizmos::{CaromGizmoPlugin, CaromGizmos, RecentImpacts, ShowPath, lines};
use bevy_carom::prelude::*;
use bevy_gizmos::GizmoPlugin;
use bevy_gizmos::config::GizmoConfigStore;
use bevy_math::{Vec2, vec2};
use bevy_transform::components::Transform;
use common::{app, steps};

#[test]
fn outlines_lie_on_their_shapes() {
    let mut app = app();
    let world = app.world_mut();
    world.spawn((Ball::new(0.25), Transform::from_xyz(1.0, 2.0, 0.0)));
    world.spawn((Body::Fixed, Shape::arc(2.0, 0.3, 2.0), Transform::from_xyz(-5.0, 0.0, 0.0)));
    world.spawn((Body::Fixed, Shape::capsule(Vec2::ZERO, Vec2::X, 0.2), Transform::from_xyz(0.0, -3.0, 0.0)));
    world.spawn((
        Body::Fixed,
        Shape::segment(Vec2::ZERO, Vec2::Y).side(Side::Left),
        Transform::from_xyz(9.0, 0.0, 0.0),
    ));
    steps(&mut app, 1);
    let carom = app.world().resource::<Carom>();
    let config = CaromGizmos { velocities: 0.0, ..CaromGizmos::default() };
    let all = lines(carom, &RecentImpacts::default(), &config);
    let ball = carom.balls().next().expect("a ball").1;
    let (mut on_ball, mut on_arc, mut on_capsule, mut bristles) = (0, 0, 0, 0);
    for line in &all {
        for end in [line.a, line.b] {
            on_ball += u32::from(((end - ball.position).length() - 0.25).abs() < 1e-4);
            on_arc += u32::from(((end - vec2(-5.0, 0.0)).length() - 2.0).abs() < 1e-4);
            let nearest = vec2(end.x.clamp(0.0, 1.0), -3.0);
            on_capsule += u32::from(((end - nearest).length() - 0.2).abs() < 1e-4);
            // The left of a way up is -x.
            bristles += u32::from((end - vec2(8.9, 0.5)).length() < 1e-4);
        }
    }
    assert!(
        on_ball >= 96 && on_arc >= 20 && on_capsule >= 90 && bristles == 1,
        "{on_ball} {on_arc} {on_capsule} {bristles}"
    );
}

#[test]
fn the_plugin_runs_without_a_window() {
    let mut app = app();
    app.add_plugins((bevy_asset::AssetPlugin::default(), GizmoPlugin, CaromGizmoPlugin));
    app.world_mut().spawn((Body::Fixed, Shape::half_plane(Vec2::Y)));
    app.world_mut().spawn((Ball::new(0.1), Transform::from_xyz(0.0, 0.5, 0.0), ShowPath::default()));
    steps(&mut app, 60);
    let (_, config) = app.world().resource::<GizmoConfigStore>().config::<CaromGizmos>();
    let carom = app.world().resource::<Carom>();
    let quiet = lines(carom, &RecentImpacts::default(), config).len();
    let with = lines(carom, app.world().resource::<RecentImpacts>(), config).len();
    assert!(with > quiet, "a bounce of the last half second is drawn: {with} and {quiet} lines");
}
