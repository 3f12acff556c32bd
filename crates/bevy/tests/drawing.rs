//! Drawing between steps: at any time within a step a ball is drawn where it truly was.

mod common;

use bevy_app::App;
use bevy_carom::Material;
use bevy_carom::NoInterpolation;
use bevy_carom::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec2, vec2};
use bevy_time::{Fixed, Time, TimeUpdateStrategy};
use bevy_transform::components::Transform;
use common::app_with;

/// Draws `frames` frames for each step of 1/60 s.
fn app(frames: u32) -> App {
    let mut app = app_with(CaromPlugin::default().config(Config::weightless()));
    let step = app.world().resource::<Time<Fixed>>().timestep();
    app.insert_resource(TimeUpdateStrategy::ManualDuration(step / frames));
    app
}

/// Seconds of the engine that are drawn now: one step behind the app's clock.
fn drawn_time(app: &App) -> f32 {
    let fixed = app.world().resource::<Time<Fixed>>();
    let steps = app.world().resource::<Carom>().steps();
    (steps as f32 - 1.0 + fixed.overstep_fraction()) * common::dt(app)
}

/// A ball flies to a wall at 12 length units per second and back: a tent over time, whose top lies within a step.
#[test]
fn a_bounce_is_drawn_at_the_wall() {
    let mut app = app(16);
    let bouncy = Material::elastic();
    app.world_mut().spawn((
        Body::Fixed,
        Shape::half_plane(-Vec2::X),
        Transform::from_xyz(1.0, 0.0, 0.0),
        bouncy,
    ));
    let eased = app.world_mut().spawn((Ball::new(0.1), Velocity(vec2(12.0, 0.0)), bouncy)).id();
    let lying = Transform::from_xyz(0.0, 1.0, 0.0);
    let plain = app
        .world_mut()
        .spawn((Ball::new(0.1), lying, Velocity(vec2(12.0, 0.0)), bouncy, NoInterpolation))
        .id();
    let (mut largest, mut worst) = (0.0_f32, 0.0_f32);
    let mut plain_places = std::collections::BTreeSet::new();
    for _ in 0..16 * 12 {
        app.update();
        if app.world().resource::<Carom>().steps() < 2 {
            continue;
        }
        let x = app.world().get::<Transform>(eased).expect("a ball").translation.x;
        let way = 12.0 * drawn_time(&app);
        let truth = if way < 0.9 { way } else { 1.8 - way };
        worst = worst.max((x - truth).abs());
        largest = largest.max(x);
        plain_places.insert(app.world().get::<Transform>(plain).expect("a ball").translation.x.to_bits());
    }
    assert!(worst < 1e-4, "drawn {worst} away from the true way");
    assert!(
        largest > 0.9 - 12.0 / 60.0 / 16.0,
        "the bounce was drawn at {largest}, the wall stops the centre at 0.9"
    );
    assert!(plain_places.len() <= 13, "the other is where steps have left it: {} places", plain_places.len());
}

/// Game logic in a fixed step reads the place where the last step has left a body, not where it was drawn.
#[test]
fn fixed_steps_see_the_truth() {
    #[derive(Resource, Default)]
    struct Seen(Vec<f32>);
    let mut app = app(3);
    app.init_resource::<Seen>();
    app.world_mut().spawn((Ball::new(0.1), Velocity(vec2(6.0, 0.0))));
    app.add_systems(
        bevy_app::FixedUpdate,
        |balls: Query<'_, '_, &Transform, With<Ball>>, mut seen: ResMut<'_, Seen>| {
            seen.0.extend(balls.iter().map(|transform| transform.translation.x));
        },
    );
    for _ in 0..60 {
        app.update();
    }
    let seen = &app.world().resource::<Seen>().0;
    assert!(seen.len() > 15, "{seen:?}");
    for (n, x) in seen.iter().enumerate() {
        assert!((x - 0.1 * n as f32).abs() < 1e-4, "step {n}: {x}");
    }
}

/// A paddle that is moved in `Update` is drawn where it was put, one that is moved in `FixedUpdate` between its places, and
/// neither jumps back.
#[test]
fn what_the_game_moves_never_jumps_back() {
    #[derive(Component)]
    struct Driven;
    for fixed in [true, false] {
        let mut app = app(4);
        let paddle = app.world_mut().spawn((Body::Kinematic, Shape::circle(0.1), Driven)).id();
        let push = |time: Res<'_, Time>, mut all: Query<'_, '_, &mut Transform, With<Driven>>| {
            for mut transform in &mut all {
                transform.translation.x += 2.0 * time.delta_secs();
            }
        };
        if fixed {
            app.add_systems(bevy_app::FixedUpdate, push);
        } else {
            app.add_systems(bevy_app::Update, push);
        }
        let mut last = 0.0;
        for frame in 0..200 {
            app.update();
            let x = app.world().get::<Transform>(paddle).expect("a paddle").translation.x;
            assert!(x >= last - 1e-5, "moved in fixed steps: {fixed}; frame {frame}: from {last} to {x}");
            last = x;
        }
        let way = 2.0 * 200.0 / 240.0;
        assert!((last - way).abs() < 0.1, "moved in fixed steps: {fixed}; {last} of {way}");
    }
}

/// A teleport is drawn as one: nothing is drawn on the way.
#[test]
fn a_teleport_leaves_no_smear() {
    let mut app = app(5);
    let ball = app.world_mut().spawn((Ball::new(0.1), Velocity(vec2(1.0, 0.0)))).id();
    for frame in 0..60 {
        app.update();
        if frame == 30 {
            app.world_mut().get_mut::<Transform>(ball).expect("a ball").translation.x = 100.0;
        }
        let x = app.world().get::<Transform>(ball).expect("a ball").translation.x;
        assert!(if frame <= 29 { x < 1.0 } else { x > 99.9 }, "frame {frame}: {x}");
    }
}

/// The drawn ball jumped back and forth in a pause: the clock of fixed steps runs on, and the ball was drawn again and again on the
/// way of the last step.
#[test]
fn in_a_pause_everything_stands() {
    #[derive(Resource)]
    struct Paused(bool);
    let mut app = app(4);
    app.insert_resource(Paused(false));
    app.configure_sets(
        bevy_app::FixedPostUpdate,
        CaromSystems::Step.run_if(|paused: Res<'_, Paused>| !paused.0),
    );
    let ball = app.world_mut().spawn((Ball::new(0.1), Velocity(vec2(6.0, 0.0)))).id();
    let x = |app: &App| app.world().get::<Transform>(ball).expect("a ball").translation.x;
    (0..22).for_each(|_| app.update());
    app.insert_resource(Paused(true));
    (0..4).for_each(|_| app.update());
    let stands = x(&app);
    for frame in 0..20 {
        app.update();
        assert_eq!(x(&app), stands, "frame {frame} of the pause");
    }
    app.insert_resource(Paused(false));
    let (mut last, mut moved) = (stands, 0);
    for frame in 0..20 {
        app.update();
        let way = x(&app) - last;
        assert!((-1e-5..=6.0 / 60.0 / 4.0 + 1e-5).contains(&way), "frame {frame} after the pause: {way}");
        moved += u32::from(way > 0.0);
        last = x(&app);
    }
    assert!(moved >= 16, "it flies again, in {moved} frames");
}

/// A kinematic body strikes what lies on its way to a new `Transform`. With a call of `teleport` it is there at once, and
/// nothing is struck or drawn on the way.
#[test]
fn a_kinematic_body_is_put_elsewhere() {
    let mut app = app(5);
    let paddle = app.world_mut().spawn((Body::Kinematic, Shape::circle(0.1))).id();
    let ball = app.world_mut().spawn((Ball::new(0.1), Transform::from_xyz(5.0, 0.0, 0.0))).id();
    for frame in 0..60 {
        app.update();
        if frame == 30 {
            let id = app.world().get::<BodyHandle>(paddle).expect("it has been there for a step").id();
            app.world_mut().resource_mut::<Carom>().teleport(id, vec2(10.0, 0.0)).expect("a place");
            app.world_mut().get_mut::<Transform>(paddle).expect("a place").translation.x = 10.0;
        }
        let x = app.world().get::<Transform>(paddle).expect("a paddle").translation.x;
        assert_eq!(x, if frame < 30 { 0.0 } else { 10.0 }, "frame {frame}");
    }
    assert_eq!(app.world().get::<Transform>(ball).expect("a ball").translation.x, 5.0);
}

/// A picture that is kept upright held its ball back: each step began where the ball was drawn.
#[test]
fn a_picture_is_kept_upright() {
    for frames in [1, 3] {
        let mut app = app(frames);
        let ball =
            app.world_mut().spawn((Ball::new(0.1), Velocity(vec2(3.0, 0.0)), AngularVelocity(2.0))).id();
        for _ in 0..60 * frames {
            app.update();
            app.world_mut().get_mut::<Transform>(ball).expect("a place").rotation = Quat::IDENTITY;
            let x = app.world().get::<Transform>(ball).expect("a place").translation.x;
            let truth = 3.0 * drawn_time(&app).max(0.0);
            assert!((x - truth).abs() < 1e-4, "{frames} frames a step: at {x}, not {truth}");
        }
    }
}

/// A bat that the game turns between two steps stays where the step has left it, not where it was drawn.
#[test]
fn a_bat_that_is_turned_keeps_its_place() {
    let mut app = app(3);
    let bat = (Body::Kinematic, Shape::rect(vec2(0.2, 0.1)), Velocity(vec2(3.0, 0.0)));
    let bat = app.world_mut().spawn(bat).id();
    let place = |app: &App| app.world().get::<Transform>(bat).expect("a place").translation.x;
    (0..32).for_each(|_| app.update());
    let truth = 3.0 * app.world().resource::<Carom>().steps() as f32 * common::dt(&app);
    assert!(place(&app) < truth - 0.01, "it is drawn on the way");
    app.world_mut().get_mut::<Transform>(bat).expect("a place").rotation = Quat::from_rotation_z(0.3);
    (0..12).for_each(|_| app.update());
    assert!((place(&app) - truth).abs() < 1e-4, "at {}, not {truth}", place(&app));
}
