//! Shared by the tests: an app without a window, and steps of it.
#![allow(dead_code, reason = "each test file uses its part")]

use bevy_app::{App, TaskPoolPlugin};
use bevy_carom::prelude::*;
use bevy_ecs::prelude::*;
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};

/// An app with the plugin and Bevy's clock, which runs one fixed step of 1/60 s in each update.
pub(crate) fn app_with(plugin: CaromPlugin) -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, plugin))
        .insert_resource(Time::<Fixed>::from_hz(60.0))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app
}

/// Without drawing between steps, so that a `Transform` is where the last step has left it.
pub(crate) fn app() -> App {
    app_with(CaromPlugin::default().interpolation(false))
}

/// Takes exactly `count` steps.
pub(crate) fn steps(app: &mut App, count: u64) {
    let until = app.world().resource::<Carom>().steps() + count;
    for _ in 0..count + 2 {
        if app.world().resource::<Carom>().steps() == until {
            return;
        }
        app.update();
    }
    assert_eq!(app.world().resource::<Carom>().steps(), until, "the app steps once in each update");
}

pub(crate) fn dt(app: &App) -> f32 {
    app.world().resource::<Time<Fixed>>().timestep().as_secs_f32()
}

pub(crate) fn hash(app: &App) -> u64 {
    app.world().resource::<Carom>().state_hash()
}

pub(crate) fn warnings(app: &App) -> Vec<(Entity, String)> {
    let messages = app.world().resource::<Messages<CaromWarning>>();
    let mut cursor = messages.get_cursor();
    cursor.read(messages).map(|warning| (warning.entity, warning.text.clone())).collect()
}

/// A generator of numbers for scenes, with the same numbers everywhere (Numerical Recipes' LCG on 64 bits).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % most as u64) as usize
    }

    /// Between the two.
    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.below(1 << 20) as f32 / (1 << 20) as f32
    }
}
