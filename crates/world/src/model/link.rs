//! Links: rods, ropes and springs between a ball and a ball, a point or a body.

use glam::Vec2;

use crate::base::saved;
use crate::error::{Error, LINK_ENDS};
use crate::id::BodyId;
use crate::limits::{self, within};

/// The object at an end of a link.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::{Vec2, vec2};
/// use carom::{Ball, Config, Link, LinkEnd, World};
///
/// let mut world = World::new(Config::default())?;
/// let ball = world.add_ball(Ball::new(vec2(0.0, -1.0), 0.1))?;
/// // Ids and points turn into ends by themselves.
/// let rope = world.add_link(Link::rope(Vec2::ZERO, ball, 1.0))?;
/// assert_eq!(world.link(rope).map(|link| link.a), Some(LinkEnd::Point(Vec2::ZERO)));
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum LinkEnd {
    /// The centre of a ball.
    Ball(BodyId),
    /// A point of the world, length units.
    Point(Vec2),
    /// A point of a body that carries shapes, in the body's frame, length units. The body does not feel the
    /// link.
    Body(BodyId, Vec2),
}

saved!(enum LinkEnd, "no such kind of link end" { Ball(id) = 0, Point(point) = 1, Body(id, point) = 2 });

impl From<BodyId> for LinkEnd {
    fn from(ball: BodyId) -> Self {
        Self::Ball(ball)
    }
}

impl From<Vec2> for LinkEnd {
    fn from(point: Vec2) -> Self {
        Self::Point(point)
    }
}

/// A massless link between two ends, at least one of them a ball: a spring with a shortest and a longest length.
///
/// Lengths outside the limits are brought back gently. A link that tightens within a substep does so without a
/// rebound. Linked balls stay solid to each other: their link should be longer than both radii together, or
/// [`World::set_collision_exception`](crate::World::set_collision_exception) should disable their collision.
///
/// ```
/// # use carom_world as carom;
/// use carom::{Ball, Config, Link, World};
/// use carom::glam::{Vec2, vec2};
///
/// let mut world = World::new(Config::default())?;
/// let bob = world.add_ball(Ball::new(vec2(1.0, 0.0), 0.1))?;
/// world.add_link(Link::rod(Vec2::ZERO, bob, 1.0))?;
/// for _ in 0..600 {
///     world.step(1.0 / 60.0);
///     assert!(world.position(bob).is_some_and(|p| (p.length() - 1.0).abs() < 1e-5));
/// }
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[doc(alias("distance joint", "constraint", "rope joint"))]
pub struct Link {
    /// One end.
    pub a: LinkEnd,
    /// The other end.
    pub b: LinkEnd,
    /// Shortest length, length units, `0..=1e8` and at most `max_length`.
    pub min_length: f32,
    /// Longest length, length units, at least 1e-6; infinite for none.
    #[cfg_attr(feature = "serde", serde(with = "crate::base::infinite"))]
    pub max_length: f32,
    /// Length at which the spring does not pull, length units, `0..=1e8`.
    pub rest_length: f32,
    /// Force of the spring per length, mass units per second squared, `0..=1e12`.
    pub stiffness: f32,
    /// Force against the speed at which the length changes, mass units per second, `0..=1e12`.
    pub damping: f32,
}

saved!(Link { a, b, min_length, max_length, rest_length, stiffness, damping });

impl Link {
    fn between(a: LinkEnd, b: LinkEnd, min_length: f32, max_length: f32) -> Self {
        Self { a, b, min_length, max_length, rest_length: 0.0, stiffness: 0.0, damping: 0.0 }
    }

    /// A link of one length, length units, that pulls and pushes.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::{Ball, Config, Link, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let bob = world.add_ball(Ball::new(vec2(0.0, -1.0), 0.1))?;
    /// world.add_link(Link::rod(vec2(0.0, 0.0), bob, 1.0))?; // a pendulum
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn rod(a: impl Into<LinkEnd>, b: impl Into<LinkEnd>, length: f32) -> Self {
        Self::between(a.into(), b.into(), length, length)
    }

    /// A link that only pulls, at this length, length units.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::{Ball, Config, Link, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let a = world.add_ball(Ball::new(vec2(0.0, 0.0), 0.1))?;
    /// let b = world.add_ball(Ball::new(vec2(0.5, 0.0), 0.1))?;
    /// world.add_link(Link::rope(a, b, 1.0))?; // slack until they are 1 apart
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn rope(a: impl Into<LinkEnd>, b: impl Into<LinkEnd>, length: f32) -> Self {
        Self::between(a.into(), b.into(), 0.0, length)
    }

    /// A spring that is slack at `rest`, length units, and pulls or pushes with `stiffness`, mass units per
    /// second squared. A ball of mass m on it swings with a period of `2 pi sqrt(m / stiffness)`.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::{Ball, Config, Link, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let ball = world.add_ball(Ball::new(vec2(0.0, -1.0), 0.1).mass(1.0))?;
    /// // At rest 0.5 long, 100 N/m, with a little damping.
    /// world.add_link(Link::spring(vec2(0.0, 0.0), ball, 0.5, 100.0).damping(2.0))?;
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn spring(a: impl Into<LinkEnd>, b: impl Into<LinkEnd>, rest: f32, stiffness: f32) -> Self {
        Self { rest_length: rest, stiffness, ..Self::between(a.into(), b.into(), 0.0, f32::INFINITY) }
    }

    /// Force against the speed at which the length changes, mass units per second.
    #[must_use]
    pub const fn damping(mut self, damping: f32) -> Self {
        self.damping = damping;
        self
    }

    /// Shortest and longest length, length units.
    #[must_use]
    pub const fn limits(mut self, min: f32, max: f32) -> Self {
        (self.min_length, self.max_length) = (min, max);
        self
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        let balls = [self.a, self.b].into_iter().filter(|end| matches!(end, LinkEnd::Ball(_))).count();
        if balls == 0 {
            return Err(Error::WrongCount {
                field: LINK_ENDS,
                count: 0,
                allowed: "at least one must be a ball",
            });
        }
        if self.a == self.b {
            return Err(Error::WrongCount {
                field: LINK_ENDS,
                count: 1,
                allowed: "must be two different ends",
            });
        }
        for end in [self.a, self.b] {
            if let LinkEnd::Point(point) | LinkEnd::Body(_, point) = end {
                limits::coordinate("link end", point)?;
            }
        }
        within(
            "link.max_length",
            self.max_length,
            1e-6..=f32::INFINITY,
            "at least 1e-6, or infinite for none",
        )?;
        within("link.min_length", self.min_length, 0.0..=1e8, "between 0 and 1e8")?;
        limits::ascending(["link.min_length", "link.max_length"], [self.min_length, self.max_length])?;
        within("link.rest_length", self.rest_length, 0.0..=1e8, "between 0 and 1e8")?;
        within("link.stiffness", self.stiffness, 0.0..=1e12, "between 0 and 1e12")?;
        within("link.damping", self.damping, 0.0..=1e12, "between 0 and 1e12")
    }

    /// Whether an end is tied to this body.
    pub(crate) fn names(&self, body: BodyId) -> bool {
        [self.a, self.b]
            .into_iter()
            .any(|end| matches!(end, LinkEnd::Ball(id) | LinkEnd::Body(id, _) if id == body))
    }
}
