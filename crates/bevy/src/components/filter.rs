//! Who touches whom.

use bevy_ecs::prelude::*;
#[cfg(feature = "reflect")]
use bevy_reflect::prelude::*;

use crate::queue;

/// Collision filter of a [`Ball`](crate::Ball) or a [`Shape`](crate::Shape), as [`carom::Filter`].
///
/// A shape without one takes that of its body's entity. A query of the engine takes one as well:
/// `carom.cast_ray(origin, delta, Filter::default())`.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component, Default, Clone, PartialEq))]
#[component(on_remove = queue::change)]
pub struct Filter {
    /// The categories that this belongs to, one bit each. Default 1.
    pub category: u32,
    /// The categories that this meets. Default all.
    pub mask: u32,
    /// Two of the same positive group always meet, two of the same negative group never; 0 is no group. Default 0.
    pub group: i32,
}

impl Default for Filter {
    fn default() -> Self {
        carom::Filter::default().into()
    }
}

impl Filter {
    /// In these categories, meets those, in no group.
    #[must_use]
    pub const fn new(category: u32, mask: u32) -> Self {
        Self { category, mask, group: 0 }
    }

    /// The same in a group.
    #[must_use]
    pub const fn group(mut self, group: i32) -> Self {
        self.group = group;
        self
    }
}

crate::components::same_fields!(Filter, carom::Filter { category, mask, group });

/// Queries of the engine take the component of a game.
impl From<Filter> for carom::QueryFilter<'_> {
    fn from(filter: Filter) -> Self {
        carom::Filter::from(filter).into()
    }
}
