//! Warnings about mistakes of the game: one for each entity and kind.

use std::collections::BTreeSet;

use bevy_ecs::prelude::*;

/// Something that could not be done as the game wants it, reported once for each entity and kind. It goes to the log as well.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct CaromWarning {
    /// The entity that it is about.
    pub entity: Entity,
    /// What is wrong, and what comes of it.
    pub text: String,
}

/// Kinds of warnings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Doubled,
    Refused,
    NoBody,
    NoEnd,
    Scale,
    Stale,
}

/// The warnings that have been given.
#[derive(Resource, Debug, Default)]
pub(crate) struct Warnings {
    given: BTreeSet<(Entity, Kind)>,
    unreported: Vec<CaromWarning>,
}

impl Warnings {
    pub(crate) fn give(&mut self, entity: Entity, kind: Kind, text: impl FnOnce() -> String) {
        if self.given.insert((entity, kind)) {
            let text = text();
            log::warn!("entity {entity}: {text}");
            self.unreported.push(CaromWarning { entity, text });
        }
    }
}

/// Writes what was given since as messages.
pub(crate) fn report(mut warnings: ResMut<'_, Warnings>, mut messages: MessageWriter<'_, CaromWarning>) {
    if !warnings.unreported.is_empty() {
        messages.write_batch(warnings.unreported.drain(..));
    }
}
