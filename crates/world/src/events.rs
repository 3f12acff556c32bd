//! Events of a step.

pub(crate) mod fields;

use alloc::vec::Vec;
use glam::{DVec2, Vec2};

use crate::base::{Sort, cloned, room, saved};
use crate::events::fields::event_fields;
use crate::id::{BodyId, LinkId, ShapeId};
use crate::model::Limit;

/// Two bodies met: a bounce, or a landing without one.
///
/// A hit that is too slow to bounce, or has no restitution, is an impact as well if the two still touch at the end
/// of the step: one for each landing, in the step in which its contact [starts](Events::contacts_started). A ball
/// that glides onto a surface makes no impact if it approaches at less than a thousandth of its speed along the
/// surface. A ball that is put down makes none.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::{Vec2, vec2};
/// use carom::{Ball, Body, Config, Shape, World};
///
/// let mut world = World::new(Config::default())?;
/// let floor = world.add_body(Body::fixed())?;
/// world.add_shape(floor, Shape::half_plane(Vec2::ZERO, Vec2::Y)?)?;
/// let ball = world.add_ball(Ball::new(vec2(0.0, 0.15), 0.1).mass(0.2).velocity(vec2(0.0, -6.0)))?;
/// let impact = world.step(1.0 / 60.0).impacts()[0];
/// assert_eq!((impact.body_a, impact.body_b), (floor, ball)); // `body_b` is always a ball
/// assert!((impact.normal - Vec2::Y).length() < 1e-6); // from a to b
/// assert!(impact.approach_speed > 6.0 && impact.time < 1.0 / 60.0);
/// // Restitution is 0.5 by default: the ball's momentum changes by 1.5 times what it brought.
/// assert!((impact.normal_impulse - 0.2 * 1.5 * impact.approach_speed).abs() < 1e-3);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
#[doc(alias("collision event", "hit event", "bounce"))]
pub struct Impact {
    /// The other ball, or the body whose shape was hit.
    pub body_a: BodyId,
    /// The shape that was hit, if it was not a ball.
    pub shape_a: Option<ShapeId>,
    /// The ball.
    pub body_b: BodyId,
    /// Where the surfaces met, length units.
    pub point: Vec2,
    /// From `a` to `b`, unit.
    pub normal: Vec2,
    /// Speed at which they approached along the normal, length units per second, positive.
    pub approach_speed: f32,
    /// Impulse along the normal, mass units times length units per second. Sounds scale with it. Of a landing too slow to
    /// bounce it is the impulse that stops these two alone.
    pub normal_impulse: f32,
    /// Impulse of friction, along the normal turned left by a quarter, in the same units. 0 for a landing too slow to
    /// bounce: the contact has the friction.
    pub tangent_impulse: f32,
    /// When, seconds since the start of the step.
    pub time: f32,
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) exact: PreciseImpact,
}

event_fields!(Impact {
    body_a,
    shape_a,
    body_b,
    point,
    normal,
    approach_speed,
    normal_impulse,
    tangent_impulse,
    time
});

/// Where and when an [`Impact`] was, and how hard, with all the digits that the engine had.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::{Vec2, vec2};
/// use carom::{Ball, Config, PreciseImpact, World};
///
/// let mut world = World::new(Config::weightless())?;
/// world.add_ball(Ball::new(Vec2::ZERO, 0.5).velocity(vec2(1.0, 0.0)))?;
/// world.add_ball(Ball::new(vec2(1.1, 0.0), 0.5))?;
/// let PreciseImpact { time, normal, .. } = world.step(0.5).impacts()[0].precise();
/// // The gap is what single precision makes of 1.1, less twice the radius.
/// assert!((time - (f64::from(1.1_f32) - 1.0)).abs() < 1e-12 && normal.y == 0.0);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PreciseImpact {
    /// Where the surfaces met, length units.
    pub point: DVec2,
    /// From `a` to `b`, unit.
    pub normal: DVec2,
    /// Speed at which they approached along the normal, length units per second, positive.
    pub approach_speed: f64,
    /// Impulse along the normal, mass units times length units per second.
    pub normal_impulse: f64,
    /// Impulse of friction, along the normal turned left by a quarter, in the same units.
    pub tangent_impulse: f64,
    /// When, seconds since the start of the step.
    pub time: f64,
}

impl PreciseImpact {
    /// The impact of these bodies, with its numbers in single precision beside those in double precision.
    pub(crate) fn between(self, [body_a, body_b]: [BodyId; 2], shape_a: Option<ShapeId>) -> Impact {
        Impact {
            body_a,
            shape_a,
            body_b,
            point: self.point.as_vec2(),
            normal: self.normal.as_vec2(),
            approach_speed: self.approach_speed as f32,
            normal_impulse: self.normal_impulse as f32,
            tangent_impulse: self.tangent_impulse as f32,
            time: self.time as f32,
            exact: self,
        }
    }
}

impl Impact {
    /// The same place, time and strength in double precision, for derivatives and measurements.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::{DVec2, Vec2, vec2};
    /// use carom::{Ball, Body, Config, Shape, World};
    ///
    /// let mut world = World::new(Config::weightless())?;
    /// let wall = world.add_body(Body::fixed())?;
    /// world.add_shape(wall, Shape::half_plane(Vec2::ZERO, Vec2::Y)?)?;
    /// world.add_ball(Ball::new(vec2(0.0, 1.0), 0.25).velocity(vec2(0.0, -3.0)))?;
    /// // The way of 3/4 at speed 3 takes a quarter of a second, to the last bit.
    /// let exact = world.step(1.0).impacts()[0].precise();
    /// assert_eq!((exact.time, exact.point), (0.25, DVec2::ZERO));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub const fn precise(&self) -> PreciseImpact {
        self.exact
    }
}

/// A hinge or slider came to a limit.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::Vec2;
/// use carom::{Config, Joint, Limit, World};
///
/// let mut world = World::new(Config::weightless())?;
/// let flap = world.add_joint(Joint::hinge(Vec2::ZERO, 1.0).limits(0.0, 0.5).joint_velocity(2.0))?;
/// let mut hits = Vec::new();
/// for _ in 0..30 {
///     hits.extend_from_slice(world.step(1.0 / 60.0).joint_limits());
/// }
/// assert_eq!((hits[0].body, hits[0].limit), (flap, Limit::Upper));
/// assert!((hits[0].speed - 2.0).abs() < 1e-3); // radians per second
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct JointLimitHit {
    /// The hinge or slider.
    pub body: BodyId,
    /// Which limit.
    pub limit: Limit,
    /// Speed at which it came, radians or length units per second, positive.
    pub speed: f32,
    /// When, seconds since the start of the step.
    pub time: f32,
}

event_fields!(JointLimitHit { body, limit, speed, time });

/// A link that was slack came to its longest or shortest length.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::{Vec2, vec2};
/// use carom::{Ball, Config, Link, World};
///
/// let mut world = World::new(Config::weightless())?;
/// let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1).velocity(vec2(3.0, 0.0)))?;
/// let rope = world.add_link(Link::rope(Vec2::ZERO, ball, 1.0))?;
/// let mut taut = Vec::new();
/// for _ in 0..30 {
///     taut.extend_from_slice(world.step(1.0 / 60.0).taut_links());
/// }
/// assert_eq!(taut[0].link, rope);
/// assert!((taut[0].speed - 3.0).abs() < 1e-3);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct LinkTaut {
    /// The link.
    pub link: LinkId,
    /// Speed at which its ends came to it, length units per second, positive. Sounds scale with it.
    pub speed: f32,
    /// When, seconds since the start of the step.
    pub time: f32,
}

event_fields!(LinkTaut { link, speed, time });

/// Two bodies that rest on each other, or roll.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::{Vec2, vec2};
/// use carom::{Ball, Body, Config, Shape, World};
///
/// let mut world = World::new(Config::default())?;
/// let floor = world.add_body(Body::fixed())?;
/// world.add_shape(floor, Shape::half_plane(Vec2::ZERO, Vec2::Y)?)?;
/// let ball = world.add_ball(Ball::new(vec2(0.0, 0.1), 0.1))?; // lies on the floor
/// let mut started = Vec::new();
/// for _ in 0..10 {
///     started.extend_from_slice(world.step(1.0 / 60.0).contacts_started());
/// }
/// assert_eq!((started[0].body_a, started[0].body_b), (floor, ball));
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
#[doc(alias("begin contact", "collision started"))]
pub struct ContactPair {
    /// The other ball, or the body whose shape is touched. Of two balls either may be named first: a contact that began as
    /// `(a, b)` may end as `(b, a)` if balls were removed meanwhile.
    pub body_a: BodyId,
    /// The shape that is touched, if it is not a ball.
    pub shape_a: Option<ShapeId>,
    /// The ball.
    pub body_b: BodyId,
}

event_fields!(ContactPair { body_a, shape_a, body_b });

/// A ball that came into a sensor, or went out of it.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::vec2;
/// use carom::{Ball, Body, Config, Shape, World};
///
/// let mut world = World::new(Config::weightless())?;
/// let track = world.add_body(Body::fixed())?;
/// let line = world.add_shape(track, Shape::segment(vec2(1.0, -1.0), vec2(1.0, 1.0))?.sensor())?;
/// let ball = world.add_ball(Ball::new(vec2(0.9, 0.0), 0.05).velocity(vec2(6.0, 0.0)))?;
/// let crossing = world.step(1.0 / 60.0).sensor_entered()[0];
/// assert_eq!((crossing.shape, crossing.ball), (line, ball));
/// assert!((crossing.time - 0.05 / 6.0).abs() < 1e-5); // when the ball's edge came to the line
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
#[doc(alias("trigger", "intersection event"))]
pub struct SensorEvent {
    /// The body that carries the sensor.
    pub body: BodyId,
    /// The sensor.
    pub shape: ShapeId,
    /// The ball.
    pub ball: BodyId,
    /// When, seconds since the start of the step. Zero for a ball that was inside already when the step began
    /// and had not been noticed: one that was added or placed there, or whose filter changed.
    pub time: f32,
    /// Where the ball's centre was then, length units.
    pub position: Vec2,
    /// The ball's velocity then, length units per second.
    pub velocity: Vec2,
}

event_fields!(SensorEvent { body, shape, ball, time, position, velocity });

/// A ball that something would have crushed: the body that moved onto it was stopped, or the ball itself.
///
/// A step reports each ball and body once, at the first time. [`Dropped`] counts every substep.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::{Vec2, vec2};
/// use carom::{Ball, Body, Config, Shape, World};
///
/// let mut world = World::new(Config::weightless())?;
/// let wall = world.add_body(Body::fixed())?;
/// world.add_shape(wall, Shape::half_plane(vec2(1.0, 0.0), -Vec2::X)?)?;
/// let press = world.add_body(Body::kinematic().velocity(vec2(2.0, 0.0)))?;
/// world.add_shape(press, Shape::rect(vec2(-1.0, 0.0), vec2(1.0, 1.0))?)?;
/// let ball = world.add_ball(Ball::new(vec2(0.5, 0.0), 0.2))?;
/// let mut lives = 3;
/// for _ in 0..120 {
///     if world.step(1.0 / 60.0).crushed().iter().any(|crushed| crushed.ball == ball) {
///         lives -= 1;
///         world.teleport(ball, vec2(-5.0, 0.0))?;
///     }
/// }
/// assert_eq!(lives, 2);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
#[doc(alias("squeezed", "squashed", "pinched"))]
pub struct Crushed {
    /// The ball.
    pub ball: BodyId,
    /// The body that moves onto it; `None` if the ball was stopped and no body that moves touches it.
    pub mover: Option<BodyId>,
    /// The body that it is pressed against: a ball, or a body; `None` if it touches nothing else.
    pub against: Option<BodyId>,
    /// Whether the ball was stopped for the rest of a substep; otherwise the mover was.
    pub frozen: bool,
    /// Where the ball's centre was, length units.
    pub point: Vec2,
    /// When, seconds since the start of the step.
    pub time: f32,
}

event_fields!(Crushed { ball, mover, against, frozen, point, time });

/// Contacts and stays in sensors that ended by a removal since the last step: the next one reports them. State.
#[derive(Debug, Default)]
pub(crate) struct Ends {
    pub(crate) contacts: Vec<ContactPair>,
    pub(crate) stays: Vec<SensorEvent>,
}

cloned!(Ends { contacts, stays });

saved!(ContactPair { body_a, shape_a, body_b });
saved!(SensorEvent { body, shape, ball, time, position, velocity });
saved!(Ends { contacts, stays });

/// The parts of a step that could not be resolved. All zero in most scenes; a gate that closes on a ball counts as
/// a stalled body.
///
/// ```
/// # use carom_world as carom;
/// use carom::{Config, World};
///
/// let mut world = World::new(Config::default())?;
/// assert!(!world.step(1.0 / 60.0).dropped().any());
/// // A step is 1 s long at most.
/// assert_eq!(world.step(3.0).dropped().seconds, 2.0);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[doc(alias("diagnostics", "warnings"))]
pub struct Dropped {
    /// Balls that were stopped for the rest of a substep, counted once each substep. They were struck again and again
    /// after the step had used up [`Config::max_work`](crate::Config::max_work), or had more inelastic impacts in the
    /// substep than eight times [`Config::max_inelastic_impacts`](crate::Config::max_inelastic_impacts). Or they were too
    /// fast for impacts to be distinguished, or on links that nothing satisfies.
    pub frozen_balls: u32,
    /// Kinematic bodies, hinges and sliders that were stopped for the rest of a substep, because they would have
    /// crushed a ball. Counted once each substep. Also hinges and sliders whose motion changed again and again in a step
    /// that had used up [`Config::max_work`](crate::Config::max_work), and those whose numbers were no longer finite.
    pub stalled_bodies: u32,
    /// Balls whose state was no longer finite or in range; they were put back and stopped.
    pub quarantined_balls: u32,
    /// Events that were not kept, because there were more of their kind than
    /// [`Config::max_events`](crate::Config::max_events).
    pub events: u32,
    /// Seconds that were requested and not simulated: the part of a step beyond [`MAX_DT`](crate::MAX_DT), or all
    /// of one that is infinite or shorter than [`MIN_DT`](crate::MIN_DT). A negative step, or one that is no
    /// number, counts as none.
    pub seconds: f32,
}

impl Dropped {
    /// Whether anything was dropped.
    #[must_use]
    pub fn any(&self) -> bool {
        *self != Self::default()
    }

    /// Number of things dropped, of any kind; seconds left aside.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.frozen_balls
            .saturating_add(self.stalled_bodies)
            .saturating_add(self.quarantined_balls)
            .saturating_add(self.events)
    }
}

/// Calls the macro `$then` with each list of events: its documentation, its name, the type of its events, and the name of
/// one in a journal. It is the one list of them: `Events`, journals and Python are made from it.
#[doc(hidden)]
#[macro_export]
macro_rules! event_lists {
    ($then:ident) => {
        $then! {
            /// Bounces and landings, in the order of time: two bodies, point, normal, approach speed, impulses and time.
            impacts: Impact = "impact";
            /// Contacts that began: `body_a`, `shape_a` and `body_b`.
            contacts_started: ContactPair = "contact_started";
            /// Contacts that ended: `body_a`, `shape_a` and `body_b`.
            contacts_ended: ContactPair = "contact_ended";
            /// Hinges and sliders that came to a limit: `body`, `limit`, `speed` and `time`.
            joint_limits: JointLimitHit = "joint_limit";
            /// Balls that entered a sensor: `body`, `shape`, `ball`, `time`, `position` and `velocity`.
            sensor_entered: SensorEvent = "sensor_entered";
            /// Balls that left a sensor, with the same fields.
            sensor_exited: SensorEvent = "sensor_exited";
            /// Links that became taut: `link`, `speed` and `time`.
            taut_links: LinkTaut = "link_taut";
            /// Balls that something would have crushed: `ball`, `mover` and `against`, `frozen` (whether the ball was
            /// stopped, or the mover), `point` and `time`.
            crushed: Crushed = "crushed";
        }
    };
}

/// Defines the lists of a step from the list of them.
macro_rules! define {
    ($($(#[$doc:meta])* $list:ident: $event:ty = $name:literal;)*) => {
        /// Events of the last step, in the order of time.
        ///
        /// ```
        /// # use carom_world as carom;
        /// use carom::glam::{Vec2, vec2};
        /// use carom::{Ball, Body, Config, Shape, World};
        ///
        /// let mut world = World::new(Config::default())?;
        /// let floor = world.add_body(Body::fixed())?;
        /// world.add_shape(floor, Shape::half_plane(Vec2::ZERO, Vec2::Y)?)?;
        /// world.add_ball(Ball::new(vec2(0.0, 1.0), 0.1))?;
        /// let (mut bounces, mut rests) = (0, 0);
        /// for _ in 0..300 {
        ///     let events = world.step(1.0 / 60.0);
        ///     bounces += events.impacts().len();
        ///     rests += events.contacts_started().len();
        /// }
        /// assert!(bounces > 2 && rests == 1); // it bounces lower and lower, then comes to rest on the floor
        /// assert!(world.events().impacts().is_empty()); // the same list, read later
        /// # Ok::<(), carom::Error>(())
        /// ```
        #[derive(Debug)]
        pub struct Events {
            $(pub(crate) $list: Vec<$event>,)*
            pub(crate) out_of_bounds: Vec<BodyId>,
            pub(crate) stuck: Vec<BodyId>,
            pub(crate) dropped: Dropped,
            pub(crate) deepest_initial_overlap: f32,
            /// Most of a kind that are kept.
            most: usize,
        }

        cloned!(Events { $($list,)* out_of_bounds, stuck, dropped, deepest_initial_overlap, most });

        impl Default for Events {
            fn default() -> Self {
                Self {
                    $($list: room::list(),)*
                    out_of_bounds: Vec::new(),
                    stuck: Vec::new(),
                    dropped: Dropped::default(),
                    deepest_initial_overlap: 0.0,
                    most: 0,
                }
            }
        }

        impl Events {
            /// Empties all lists.
            fn clear(&mut self) {
                $(self.$list.clear();)*
                self.out_of_bounds.clear();
                self.stuck.clear();
                self.dropped = Dropped::default();
                self.deepest_initial_overlap = 0.0;
            }
        }
    };
}

event_lists!(define);

/// Adds an event that there may be any number of.
fn keep<T>(list: &mut Vec<T>, event: T, most: usize, dropped: &mut Dropped) {
    if list.len() < most {
        list.push(event);
    } else {
        dropped.events = dropped.events.saturating_add(1);
    }
}

impl Events {
    /// Every bounce and landing, in the order of time. Impacts within a hundred thousandth of a substep are resolved together,
    /// and are in no order.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::{Ball, Config, World};
    ///
    /// let mut world = World::new(Config::weightless())?;
    /// world.add_ball(Ball::new(vec2(0.0, 0.0), 0.1).velocity(vec2(60.0, 0.0)))?;
    /// world.add_ball(Ball::new(vec2(0.5, 0.0), 0.1))?;
    /// for impact in world.step(1.0 / 60.0).impacts() {
    ///     println!("{:?} hit {:?} at {} m/s", impact.body_a, impact.body_b, impact.approach_speed);
    /// }
    /// assert_eq!(world.events().impacts().len(), 1);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn impacts(&self) -> &[Impact] {
        &self.impacts
    }

    /// Every arrival of a hinge or slider at a limit, in the order of time.
    #[must_use]
    pub fn joint_limits(&self) -> &[JointLimitHit] {
        &self.joint_limits
    }

    /// Every link that tightened, in the order of time.
    #[must_use]
    pub fn taut_links(&self) -> &[LinkTaut] {
        &self.taut_links
    }

    /// Balls that something would have crushed, in the order of time.
    #[must_use]
    pub fn crushed(&self) -> &[Crushed] {
        &self.crushed
    }

    /// Contacts that began and are still there, each ball and shape once: in a corner of a chain a ball touches two
    /// pieces of one shape. A bounce is an impact and no contact, a landing is both, and a ball that is put down makes a
    /// contact alone. [`touched`](Self::touched) lists the pairs of both kinds.
    #[must_use]
    pub fn contacts_started(&self) -> &[ContactPair] {
        &self.contacts_started
    }

    /// All pairs whose touch began in this step, by a bounce or as a resting contact, each once: first
    /// the bounces, in the order of time, then the pairs that began to rest without one.
    ///
    /// A ball that bounces is in [`impacts`](Self::impacts) alone. A ball that lands without a bounce is in both
    /// lists of one step. A ball that is put down gently is in [`contacts_started`](Self::contacts_started) alone.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::{Ball, Config, World};
    /// use carom::glam::{Vec2, vec2};
    ///
    /// let mut world = World::new(Config::weightless())?;
    /// let a = world.add_ball(Ball::new(Vec2::ZERO, 0.5).velocity(vec2(10.0, 0.0)))?;
    /// let b = world.add_ball(Ball::new(vec2(1.05, 0.0), 0.5))?;
    /// world.step(1.0 / 60.0);
    /// for pair in world.events().touched() {
    ///     assert!([pair.body_a, pair.body_b].contains(&a) && [pair.body_a, pair.body_b].contains(&b));
    /// }
    /// assert_eq!(world.events().touched().len(), 1);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn touched(&self) -> Vec<ContactPair> {
        let of = |hit: &Impact| ContactPair { body_a: hit.body_a, shape_a: hit.shape_a, body_b: hit.body_b };
        // Two balls may have met either way round.
        let key = |pair: &ContactPair| match pair.shape_a {
            Some(_) => (pair.body_a, pair.shape_a, pair.body_b),
            None => (pair.body_a.min(pair.body_b), None, pair.body_a.max(pair.body_b)),
        };
        let all = self.impacts.iter().map(of).chain(self.contacts_started.iter().copied());
        let mut all: Vec<_> = all.enumerate().collect();
        all.order_by_key(|(n, pair)| (key(pair), *n));
        all.dedup_by_key(|(_, pair)| key(pair));
        all.order_by_key(|(n, _)| *n);
        all.into_iter().map(|(_, pair)| pair).collect()
    }

    /// Contacts that ended since the step before: in this step, or by a removal or another change between the two.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::{Vec2, vec2};
    /// use carom::{Ball, Body, Config, Shape, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let floor = world.add_body(Body::fixed())?;
    /// world.add_shape(floor, Shape::half_plane(Vec2::ZERO, Vec2::Y)?)?;
    /// let ball = world.add_ball(Ball::new(vec2(0.0, 0.1), 0.1))?;
    /// assert_eq!(world.step(1.0 / 60.0).contacts_started().len(), 1);
    /// world.remove_body(ball)?;
    /// // The id finds nothing any more, but says which ball it was.
    /// assert_eq!(world.step(1.0 / 60.0).contacts_ended()[0].body_b, ball);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn contacts_ended(&self) -> &[ContactPair] {
        &self.contacts_ended
    }

    /// Balls that have left [`Config::bounds`](crate::Config::bounds) in this step.
    #[must_use]
    pub fn out_of_bounds(&self) -> &[BodyId] {
        &self.out_of_bounds
    }

    /// Balls that have hardly moved for [`Config::stuck_after`](crate::Config::stuck_after), in the step
    /// in which that time is up. Held balls are not among them.
    #[must_use]
    pub fn stuck(&self) -> &[BodyId] {
        &self.stuck
    }

    /// Balls that came into sensors, in the order of time. See [`Shape::sensor`](crate::Shape::sensor).
    #[must_use]
    pub fn sensor_entered(&self) -> &[SensorEvent] {
        &self.sensor_entered
    }

    /// Balls that left sensors since the step before, in the order of time. Balls that left because ball or sensor was
    /// removed between the two steps come first, at time 0.
    #[must_use]
    pub fn sensor_exited(&self) -> &[SensorEvent] {
        &self.sensor_exited
    }

    /// Numbers of dropped things.
    #[must_use]
    pub fn dropped(&self) -> Dropped {
        self.dropped
    }

    /// How deep the deepest overlap of two balls is that the game has made since the last step, by placing one onto the
    /// other, length units; 0 if there is none. Such balls part by [`Config::max_push_speed`](crate::Config::max_push_speed)
    /// radii a step at most, and keep no speed of it.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::{Ball, Config, World};
    ///
    /// let mut world = World::new(Config::weightless())?;
    /// let rack = [0.0, 0.96, 1.92].map(|x| Ball::new(vec2(x, 0.0), 0.5)); // too tight by 0.04
    /// let [left, ..] = rack.map(|ball| world.add_ball(ball));
    /// assert!((world.step(1.0 / 60.0).deepest_initial_overlap() - 0.04).abs() < 1e-6);
    /// assert!(world.position(left?).is_some_and(|at| (at.x + 0.04).abs() < 0.002));
    /// assert!(world.balls().all(|(_, ball)| ball.velocity.length() == 0.0));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn deepest_initial_overlap(&self) -> f32 {
        self.deepest_initial_overlap
    }

    pub(crate) fn push_impact(&mut self, impact: Impact) {
        // One that comes later may be earlier in time, so twice as many are taken before the latest are dropped.
        if self.impacts.len() / 2 >= self.most {
            self.keep_earliest_impacts();
        }
        self.impacts.push(impact);
    }

    /// Puts impacts into the order of time, and drops the latest of too many: chords meet in another order than parabolas.
    pub(crate) fn keep_earliest_impacts(&mut self) {
        if !self.impacts.is_sorted_by(|a, b| a.exact.time <= b.exact.time) {
            let sides = |impact: &Impact| (impact.body_a, impact.body_b, impact.shape_a);
            self.impacts
                .order_by(|a, b| a.exact.time.total_cmp(&b.exact.time).then_with(|| sides(a).cmp(&sides(b))));
        }
        let late = self.impacts.len().saturating_sub(self.most);
        self.impacts.truncate(self.most);
        self.dropped.events = self.dropped.events.saturating_add(late as u32);
    }

    pub(crate) fn push_limit(&mut self, hit: JointLimitHit) {
        keep(&mut self.joint_limits, hit, self.most, &mut self.dropped);
    }

    pub(crate) fn push_tightening(&mut self, tightening: LinkTaut) {
        keep(&mut self.taut_links, tightening, self.most, &mut self.dropped);
    }

    pub(crate) fn push_crushed(&mut self, crushed: Crushed) {
        keep(&mut self.crushed, crushed, self.most, &mut self.dropped);
    }

    /// Names each ball and the body that crushes it once, the first time.
    pub(crate) fn keep_first_crushed(&mut self) {
        let sides = |crushed: &Crushed| (crushed.ball, crushed.mover, crushed.frozen);
        let by_time = |a: &Crushed, b: &Crushed| a.time.total_cmp(&b.time).then(sides(a).cmp(&sides(b)));
        self.crushed.order_by(|a, b| sides(a).cmp(&sides(b)).then(a.time.total_cmp(&b.time)));
        self.crushed.dedup_by_key(|crushed| sides(crushed));
        self.crushed.order_by(by_time);
    }

    /// Adds a contact that begins or ends, unless the ball is named with that shape: in a corner it touches two pieces of
    /// one chain. All contacts of a ball with colliders come one after the other. Returns whether it was added.
    pub(crate) fn push_contact(&mut self, begins: bool, pair: ContactPair) -> bool {
        let list = if begins { &mut self.contacts_started } else { &mut self.contacts_ended };
        let mut of_ball = list.iter().rev().take_while(|known| known.body_b == pair.body_b);
        let is_new = pair.shape_a.is_none() || !of_ball.any(|known| *known == pair);
        if is_new {
            list.push(pair);
        }
        is_new
    }

    /// Gives the lists of crossings room for those of a small game.
    pub(crate) fn make_room_for_crossings(&mut self) {
        room::reserve(&mut self.sensor_entered);
        room::reserve(&mut self.sensor_exited);
    }

    pub(crate) fn push_crossing(&mut self, comes: bool, crossing: SensorEvent) {
        let list = if comes { &mut self.sensor_entered } else { &mut self.sensor_exited };
        keep(list, crossing, self.most, &mut self.dropped);
    }

    /// Starts a step that reports at most `most` events of a kind. Contacts and stays that ended between two steps come first.
    pub(crate) fn start_step(&mut self, most: u32, ends: &mut Ends) {
        self.most = most as usize;
        self.clear();
        // A ball between a wall and another that presses it takes dozens in one instant.
        self.impacts.reserve(2 * room::ENTRIES);
        ends.contacts.drain(..).for_each(|pair| _ = self.push_contact(false, pair));
        ends.stays.drain(..).for_each(|stay| self.push_crossing(false, stay));
    }
}
