//! A small pinball table: two flippers, three bumpers, two slingshots and a plunger, played by three buttons.
#![allow(clippy::print_stdout, reason = "it is an example")]

use bevy_app::{App, FixedUpdate, TaskPoolPlugin};
use bevy_carom::Material;
use bevy_carom::pinball::{
    Bumper, BumperSettings, Flipper, FlipperSettings, PinballPlugin, Plunger, PlungerSettings, Pull,
    Slingshot, SlingshotSettings,
};
use bevy_carom::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::{Vec2, vec2};
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;

/// Centre of the view, world units.
#[allow(dead_code, reason = "for the window and for tests of pictures")]
pub const CENTER: Vec2 = Vec2::new(0.0, 0.5);
/// How much of it from bottom to top, world units.
#[allow(dead_code, reason = "for the window and for tests of pictures")]
pub const HEIGHT: f32 = 1.1;

/// The buttons that are pressed. A window sets them from its keys, the headless twin from a script.
#[derive(Resource, Debug, Clone, Copy, Default)]
pub struct Buttons {
    /// The left flipper.
    pub left: bool,
    /// The right flipper.
    pub right: bool,
    /// Draws the plunger while it is pressed, and releases it afterwards.
    pub plunge: bool,
}

/// Points, and balls that went down the drain.
#[derive(Resource, Debug, Default)]
pub struct Score {
    /// A hundred for each bumper, ten for each slingshot.
    pub points: u32,
    /// Balls that were lost.
    pub drained: u32,
}

#[derive(Component)]
struct OnTheLeft;

/// Where a new ball starts: on the plunger.
const START: Vec2 = Vec2::new(0.235, 0.08);

/// The game, without a window. It takes 1000 steps a second, as a table with real flippers wants.
pub fn build(app: &mut App) {
    // A slope of 6.5 degrees.
    let config = Config {
        gravity: vec2(0.0, -1.11),
        bounds: Some([vec2(-1.0, -0.1), vec2(1.0, 1.5)]),
        ..Config::default()
    };
    app.insert_resource(Time::<Fixed>::from_hz(1000.0))
        .add_plugins((CaromPlugin::default().config(config), PinballPlugin))
        .init_resource::<Buttons>()
        .init_resource::<Score>()
        .add_systems(FixedUpdate, press)
        .add_observer(drain);
    let world = app.world_mut();
    let table = world.spawn((Body::Fixed, Material::new(0.6, 0.2))).id();
    let outline = Chain::start(vec2(0.25, 0.0))
        .line_to(vec2(0.25, 0.75))
        .tangent_arc_to(vec2(-0.25, 0.75))
        .line_to(vec2(-0.25, 0.16))
        .line_to(vec2(-0.12, 0.085));
    world.spawn((Shape::from(outline), ChildOf(table)));
    world.spawn((Shape::polyline(&[vec2(0.08, 0.085), vec2(0.22, 0.17), vec2(0.22, 0.65)]), ChildOf(table)));
    world.spawn((Shape::segment(vec2(0.22, 0.0), vec2(0.22, 0.17)), ChildOf(table)));
    world.spawn((
        Flipper::new(FlipperSettings::left(Vec2::ZERO)),
        OnTheLeft,
        Transform::from_xyz(-0.11, 0.08, 0.0),
    ));
    world.spawn((Flipper::new(FlipperSettings::right(Vec2::ZERO)), Transform::from_xyz(0.07, 0.08, 0.0)));
    world.spawn(Plunger::new(PlungerSettings::new(vec2(0.235, 0.06), Vec2::Y)));
    for (x, y) in [(-0.1, 0.7), (0.08, 0.72), (0.0, 0.58)] {
        let bumper = Bumper::new(BumperSettings::new(Vec2::ZERO));
        world
            .spawn((bumper, Transform::from_xyz(x, y, 0.0), ChildOf(table)))
            .observe(|_: On<'_, '_, Impact>, mut score: ResMut<'_, Score>| score.points += 100);
    }
    for (a, b) in [(vec2(-0.19, 0.3), vec2(-0.14, 0.2)), (vec2(0.1, 0.2), vec2(0.15, 0.3))] {
        world
            .spawn((Slingshot::new(SlingshotSettings::new(a, b)), ChildOf(table)))
            .observe(|_: On<'_, '_, Impact>, mut score: ResMut<'_, Score>| score.points += 10);
    }
    world.spawn(ball());
}

fn ball() -> impl Bundle {
    (
        Ball::new(0.0135).mass(0.08).sphere(),
        Material::new(0.7, 0.2),
        Transform::from_translation(START.extend(0.0)),
    )
}

fn press(
    buttons: Res<'_, Buttons>,
    mut flippers: Query<'_, '_, (&mut Flipper, Has<OnTheLeft>)>,
    mut plungers: Query<'_, '_, &mut Plunger>,
) {
    for (mut flipper, left) in &mut flippers {
        flipper.order = if left { buttons.left } else { buttons.right };
    }
    for mut plunger in &mut plungers {
        plunger.order = if buttons.plunge { Pull::Hold(1.0) } else { Pull::Free };
    }
}

fn drain(out: On<'_, '_, OutOfBounds>, mut commands: Commands<'_, '_>, mut score: ResMut<'_, Score>) {
    commands.entity(out.entity).despawn();
    commands.spawn(ball());
    score.drained += 1;
}

#[allow(dead_code, reason = "the window has a main of its own")]
fn main() {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    build(&mut app);
    let mut best = 0.0_f32;
    for step in 0..30_000_u32 {
        // Draws for half a second in each two, and flips both flippers five times a second.
        let flip = step % 200 < 60;
        app.insert_resource(Buttons { left: flip, right: flip, plunge: step % 2000 < 500 });
        app.update();
        // The engine gets a new ball in the step after the drain.
        let balls = app.world_mut().query_filtered::<(), With<Ball>>().iter(app.world()).count();
        assert!(balls == 1, "one ball at a time: {balls}");
        let carom = app.world().resource::<Carom>();
        best = carom.balls().map(|(_, ball)| ball.position.y).fold(best, f32::max);
    }
    let score = app.world().resource::<Score>();
    println!("{} points, {} balls drained, highest at {best:.2} m", score.points, score.drained);
    assert!(score.points >= 100 && best > 0.7, "the plunger shoots the ball to the bumpers");
}
