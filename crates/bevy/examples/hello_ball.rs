//! A ball bounces on a floor, and says how hard.
#![allow(clippy::print_stdout, reason = "it is an example")]

use bevy_app::{App, TaskPoolPlugin};
use bevy_carom::Material;
use bevy_carom::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;

/// Centre of the view, world units.
#[allow(dead_code, reason = "for the window and for tests of pictures")]
pub const CENTER: Vec2 = Vec2::new(0.0, 1.0);
/// How much of it from bottom to top, world units.
#[allow(dead_code, reason = "for the window and for tests of pictures")]
pub const HEIGHT: f32 = 3.0;

/// How often the ball has bounced.
#[derive(Resource, Debug, Default)]
pub struct Bounces(pub u32);

/// The game, without a window.
pub fn build(app: &mut App) {
    app.add_plugins(CaromPlugin::default()).init_resource::<Bounces>();
    let world = app.world_mut();
    world.spawn((Body::Fixed, Shape::half_plane(Vec2::Y), Material::new(0.8, 0.3)));
    let ball = (Ball::new(0.2), Material::new(0.8, 0.3), Transform::from_xyz(0.0, 2.0, 0.0));
    world.spawn(ball).observe(|hit: On<'_, '_, Impact>, mut bounces: ResMut<'_, Bounces>| {
        bounces.0 += 1;
        println!("bounce {} at {:.2} m/s", bounces.0, hit.approach_speed);
    });
}

#[allow(dead_code, reason = "the window has a main of its own")]
fn main() {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    build(&mut app);
    for _ in 0..320 {
        app.update();
    }
    // It falls 1.8 m; each bounce keeps 0.8 of the speed.
    let bounces = app.world().resource::<Bounces>().0;
    assert!((8..40).contains(&bounces), "{bounces} bounces in five seconds");
}
