//! Filters of queries.

use core::fmt;

use crate::id::{BodyId, ShapeId};
use crate::model::Filter;

/// Which bodies and shapes a query sees: by a collision [`Filter`], without one body, by a predicate of the game.
///
/// Queries take anything that turns into one; a plain [`Filter`] does.
///
/// ```
/// # use carom_world as carom;
/// use carom::{Ball, Config, Filter, QueryFilter, World};
/// use carom::glam::{Vec2, vec2};
///
/// let mut world = World::new(Config::weightless())?;
/// let own = world.add_ball(Ball::new(Vec2::ZERO, 0.5))?;
/// let far = world.add_ball(Ball::new(vec2(4.0, 0.0), 0.5))?;
/// // A ray from inside a ball that is not to hit the ball itself.
/// let hit = world.cast_ray(vec2(0.1, 0.0), vec2(9.0, 0.0), QueryFilter::default().without(own))?;
/// assert_eq!(hit.map(|hit| hit.body), Some(far));
/// // Nothing but what the game wants.
/// let none = QueryFilter::from(Filter::default()).only(&|_body, shape| shape.is_some());
/// assert!(world.cast_ray(vec2(0.1, 0.0), vec2(9.0, 0.0), none)?.is_none());
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Default)]
pub struct QueryFilter<'a> {
    filter: Filter,
    without: Option<BodyId>,
    only: Option<Predicate<'a>>,
}

/// Whether a query sees a ball, or a body's shape.
type Predicate<'a> = &'a dyn Fn(BodyId, Option<ShapeId>) -> bool;

impl From<Filter> for QueryFilter<'_> {
    fn from(filter: Filter) -> Self {
        Self { filter, without: None, only: None }
    }
}

impl fmt::Debug for QueryFilter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { filter, without, only } = self;
        f.debug_struct("QueryFilter")
            .field("filter", filter)
            .field("without", without)
            .field("only", &only.is_some())
            .finish()
    }
}

impl<'a> QueryFilter<'a> {
    /// Leaves a ball, or a body with all its shapes, out.
    #[must_use]
    pub const fn without(mut self, body: BodyId) -> Self {
        self.without = Some(body);
        self
    }

    /// Sees only objects for which the predicate returns `true`: a ball with `None`, or a body with one of its
    /// shapes.
    #[must_use]
    pub const fn only(mut self, predicate: &'a dyn Fn(BodyId, Option<ShapeId>) -> bool) -> Self {
        self.only = Some(predicate);
        self
    }

    /// Whether the query sees a ball, or a body's shape, with this filter.
    pub(crate) fn sees(&self, body: BodyId, shape: Option<ShapeId>, filter: Filter) -> bool {
        self.filter.collides_with(filter)
            && self.without != Some(body)
            && self.only.is_none_or(|predicate| predicate(body, shape))
    }

    /// Whether it may see one of two walls with the same filter and not the other; `is_fixed` says whether a body
    /// is fixed. Walls of a body that moves meet no others.
    pub(crate) fn parts_walls(&self, is_fixed: impl FnOnce(BodyId) -> bool) -> bool {
        self.only.is_some() || self.without.is_some_and(is_fixed)
    }
}
