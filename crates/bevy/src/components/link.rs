//! Rods, ropes and springs.

use bevy_ecs::entity::MapEntities;
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
#[cfg(feature = "reflect")]
use bevy_reflect::prelude::*;
use carom::{BodyId, BodyKind};

use crate::queue;

/// A massless link between two ends, at least one of them a [`Ball`](crate::Ball), as [`carom::Link`].
///
/// It may stand on any entity, also on one of its ends. It goes when the body of an end goes.
///
/// ```
/// use bevy_carom::prelude::*;
/// use bevy_ecs::prelude::*;
/// use bevy_math::vec2;
///
/// fn pendulum(mut commands: Commands) {
///     let bob = commands.spawn(Ball::new(0.1)).id();
///     commands.spawn(Link::rod(vec2(0.0, 1.0), bob, 1.0));
/// }
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq, MapEntities)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component, Default, Clone, PartialEq))]
#[component(on_add = queue::add_link, on_remove = queue::remove_link, map_entities)]
pub struct Link {
    /// One end.
    #[entities]
    pub a: LinkEnd,
    /// The other end.
    #[entities]
    pub b: LinkEnd,
    /// Shortest length, length units. Default 0.
    pub min_length: f32,
    /// Longest length, length units, infinite for none. Default infinite.
    pub max_length: f32,
    /// Length at which the spring does not pull, length units. Default 0.
    pub rest_length: f32,
    /// Force of the spring per length, mass units per second squared. Default 0.
    pub stiffness: f32,
    /// Force against the speed at which the length changes, mass units per second. Default 0.
    pub damping: f32,
}

/// An end of a [`Link`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Clone, PartialEq))]
pub enum LinkEnd {
    /// A point of the world, length units.
    Point(Vec2),
    /// The centre of a ball, or the origin of a body or joint.
    Entity(Entity),
    /// A point of a body or joint, in its frame, length units.
    At(Entity, Vec2),
}

impl Default for LinkEnd {
    fn default() -> Self {
        Self::Point(Vec2::ZERO)
    }
}

impl MapEntities for LinkEnd {
    fn map_entities<M: EntityMapper>(&mut self, mapper: &mut M) {
        if let Self::Entity(entity) | Self::At(entity, _) = self {
            *entity = mapper.get_mapped(*entity);
        }
    }
}

impl From<Entity> for LinkEnd {
    fn from(entity: Entity) -> Self {
        Self::Entity(entity)
    }
}

impl From<Vec2> for LinkEnd {
    fn from(point: Vec2) -> Self {
        Self::Point(point)
    }
}

impl LinkEnd {
    /// The entity at this end, if there is one.
    #[must_use]
    pub const fn entity(&self) -> Option<Entity> {
        match *self {
            Self::Point(_) => None,
            Self::Entity(entity) | Self::At(entity, _) => Some(entity),
        }
    }

    fn resolved(
        &self,
        body: &impl Fn(Entity) -> Option<(BodyId, BodyKind)>,
    ) -> Result<carom::LinkEnd, Entity> {
        let (entity, at) = match *self {
            Self::Point(point) => return Ok(carom::LinkEnd::Point(point)),
            Self::Entity(entity) => (entity, Vec2::ZERO),
            Self::At(entity, at) => (entity, at),
        };
        let (id, kind) = body(entity).ok_or(entity)?;
        Ok(if kind == BodyKind::Ball { carom::LinkEnd::Ball(id) } else { carom::LinkEnd::Body(id, at) })
    }
}

impl Default for Link {
    fn default() -> Self {
        Self {
            a: LinkEnd::default(),
            b: LinkEnd::default(),
            min_length: 0.0,
            max_length: f32::INFINITY,
            rest_length: 0.0,
            stiffness: 0.0,
            damping: 0.0,
        }
    }
}

impl Link {
    fn between(a: impl Into<LinkEnd>, b: impl Into<LinkEnd>) -> Self {
        Self { a: a.into(), b: b.into(), ..Self::default() }
    }

    /// A link of one length, length units, that pulls and pushes.
    #[must_use]
    pub fn rod(a: impl Into<LinkEnd>, b: impl Into<LinkEnd>, length: f32) -> Self {
        Self { min_length: length, max_length: length, ..Self::between(a, b) }
    }

    /// A link that only pulls, at this length, length units.
    #[must_use]
    pub fn rope(a: impl Into<LinkEnd>, b: impl Into<LinkEnd>, length: f32) -> Self {
        Self { max_length: length, ..Self::between(a, b) }
    }

    /// A spring that is slack at `rest`, length units, with a stiffness in mass units per second squared.
    #[must_use]
    pub fn spring(a: impl Into<LinkEnd>, b: impl Into<LinkEnd>, rest: f32, stiffness: f32) -> Self {
        Self { rest_length: rest, stiffness, ..Self::between(a, b) }
    }

    /// The engine's link, or the end that has no body.
    pub(crate) fn resolved(
        &self,
        body: impl Fn(Entity) -> Option<(BodyId, BodyKind)>,
    ) -> Result<carom::Link, Entity> {
        Ok(carom::Link {
            a: self.a.resolved(&body)?,
            b: self.b.resolved(&body)?,
            min_length: self.min_length,
            max_length: self.max_length,
            rest_length: self.rest_length,
            stiffness: self.stiffness,
            damping: self.damping,
        })
    }
}
