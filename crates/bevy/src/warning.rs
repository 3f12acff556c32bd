//! Warnings about mistakes of the game: one for each entity and kind.

use core::fmt;
use std::collections::BTreeSet;

use bevy_ecs::prelude::*;

/// Something that could not be done as the game wants it, reported once for each entity and kind. It goes to the log as well.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct CaromWarning {
    /// The entity that it is about.
    pub entity: Entity,
    /// The fault, and its consequence.
    pub text: String,
}

impl fmt::Display for CaromWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entity {}: {}", self.entity, self.text)
    }
}

/// Kinds of warnings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Doubled,
    Refused,
    NoBody,
    NoShape,
    NoEnd,
    Scale,
    Stale,
    #[cfg(any(feature = "pinball", feature = "scene"))]
    NoPlugin,
}

/// The warnings that have been given.
#[derive(Resource, Debug, Default)]
pub(crate) struct Warnings {
    given: BTreeSet<(Entity, Kind)>,
    unreported: Vec<CaromWarning>,
    /// Plugins whose lack was reported.
    #[cfg(any(feature = "pinball", feature = "scene"))]
    missing: BTreeSet<&'static str>,
}

impl Warnings {
    pub(crate) fn give(&mut self, entity: Entity, kind: Kind, text: impl FnOnce() -> String) {
        if self.given.insert((entity, kind)) {
            let warning = CaromWarning { entity, text: text() };
            log::warn!("{warning}");
            self.unreported.push(warning);
        }
    }

    /// Says once that `what` needs a plugin: of a whole table one entity stands for all.
    #[cfg(any(feature = "pinball", feature = "scene"))]
    pub(crate) fn lacks_plugin(&mut self, entity: Entity, what: &str, plugin: &'static str) {
        if self.missing.insert(plugin) {
            self.give(entity, Kind::NoPlugin, || {
                format!("{what} does nothing without {plugin}: add it to the app after CaromPlugin")
            });
        }
    }
}

/// Writes what was given since as messages.
pub(crate) fn report(mut warnings: ResMut<'_, Warnings>, mut messages: MessageWriter<'_, CaromWarning>) {
    if !warnings.unreported.is_empty() {
        messages.write_batch(warnings.unreported.drain(..));
    }
}
