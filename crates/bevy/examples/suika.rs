//! Fruit in a box: two of a kind that touch become one of the next size.
#![allow(clippy::print_stdout, reason = "it is an example")]

use bevy_app::{App, FixedUpdate, TaskPoolPlugin};
use bevy_carom::ContactStarted;
use bevy_carom::Material;
use bevy_carom::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::{Vec2, vec2};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;

/// Centre of the view, world units.
#[allow(dead_code, reason = "for the window and for tests of pictures")]
pub const CENTER: Vec2 = Vec2::new(0.0, 1.5);
/// How much of it from bottom to top, world units.
#[allow(dead_code, reason = "for the window and for tests of pictures")]
pub const HEIGHT: f32 = 3.5;

/// How large a fruit is: 0 is a cherry.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rank(pub u32);

/// The place of the hand, and whether it drops the fruit.
#[derive(Resource, Debug, Default)]
pub struct Hand {
    /// Place along the box, world units.
    pub x: f32,
    /// Drops a cherry in the next step.
    pub drops: bool,
}

/// Points: each merger counts its rank.
#[derive(Resource, Debug, Default)]
pub struct Score(pub u32);

/// The game, without a window.
pub fn build(app: &mut App) {
    app.add_plugins(CaromPlugin::default())
        .init_resource::<Hand>()
        .init_resource::<Score>()
        .add_systems(FixedUpdate, drop_fruit)
        .add_observer(|hit: On<'_, '_, Impact>, merge: Merge<'_, '_>| merge.try_both(hit.entity, hit.other))
        .add_observer(|touch: On<'_, '_, ContactStarted>, merge: Merge<'_, '_>| {
            merge.try_both(touch.entity, touch.other);
        });
    let cup = [vec2(-1.0, 3.0), vec2(-1.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 3.0)];
    app.world_mut().spawn((Body::Fixed, Shape::polyline(&cup), Material::new(0.2, 0.4)));
}

fn fruit(rank: Rank, place: Vec2) -> impl Bundle {
    let radius = 0.1 * 1.3_f32.powi(rank.0 as i32);
    (rank, Ball::new(radius), Material::new(0.2, 0.4), Transform::from_translation(place.extend(0.0)))
}

fn drop_fruit(mut hand: ResMut<'_, Hand>, mut commands: Commands<'_, '_>) {
    if std::mem::take(&mut hand.drops) {
        commands.spawn(fruit(Rank(0), vec2(hand.x, 2.8)));
    }
}

/// The queries and resources of a merger.
#[derive(bevy_ecs::system::SystemParam)]
struct Merge<'w, 's> {
    commands: Commands<'w, 's>,
    fruits: Query<'w, 's, (&'static Rank, &'static Transform)>,
    score: ResMut<'w, Score>,
}

impl Merge<'_, '_> {
    fn try_both(mut self, a: Entity, b: Entity) {
        // Each pair is reported to both sides; and a fruit that has merged in this step is gone.
        let (Ok((rank, place)), Ok((other, there))) = (self.fruits.get(a), self.fruits.get(b)) else {
            return;
        };
        if rank != other || a > b {
            return;
        }
        let middle = 0.5 * (place.translation + there.translation).truncate();
        self.score.0 += rank.0 + 1;
        self.commands.entity(a).despawn();
        self.commands.entity(b).despawn();
        self.commands.spawn(fruit(Rank(rank.0 + 1), middle));
    }
}

#[allow(dead_code, reason = "the window has a main of its own")]
fn main() {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    build(&mut app);
    for step in 0..3600_u32 {
        if step % 30 == 0 {
            let x = 0.8 * libm::sinf((step / 30) as f32 * 2.4);
            app.insert_resource(Hand { x, drops: true });
        }
        app.update();
    }
    let mut ranks = app.world_mut().query::<&Rank>();
    let ranks: Vec<u32> = ranks.iter(app.world()).map(|rank| rank.0).collect();
    let cherries: u32 = ranks.iter().map(|rank| 1 << rank).sum();
    let largest = ranks.iter().max().copied().unwrap_or_default();
    println!(
        "{} points, {} fruit, the largest of rank {largest}",
        app.world().resource::<Score>().0,
        ranks.len()
    );
    assert_eq!(cherries, 120, "each fruit is made of two of the rank below");
    assert!(largest >= 4, "a minute makes large fruit");
    assert_eq!(app.world().resource::<Carom>().ball_count(), ranks.len(), "as many balls as fruit");
}
