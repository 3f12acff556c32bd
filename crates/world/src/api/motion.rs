//! Position and motion of a ball or body, in one call: the data that a game engine copies after each step.

use glam::{DVec2, Vec2};

use crate::id::BodyId;
use crate::model::BodyKind;
use crate::world::World;

/// Where a ball or body is and how it moves: [`World::position`], [`angle`](World::angle),
/// [`velocity`](World::velocity) and [`angular_velocity`](World::angular_velocity) together.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::vec2;
/// use carom::{Body, Config, Motion, World};
///
/// let mut world = World::new(Config::weightless())?;
/// let blade = world.add_body(Body::kinematic().position(vec2(1.0, 2.0)).angular_velocity(4.0))?;
/// let Motion { position, angular_velocity, .. } = world.motion(blade).expect("the blade is there");
/// assert_eq!((position, angular_velocity), (vec2(1.0, 2.0), 4.0));
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Motion {
    /// Centre of a ball or origin of a body, length units.
    pub position: Vec2,
    /// Angle, radians, counter-clockwise, not reduced to one turn.
    pub angle: f32,
    /// Velocity of a ball or of a body's origin, length units per second.
    pub velocity: Vec2,
    /// Spin, radians per second, counter-clockwise.
    pub angular_velocity: f32,
}

/// The state of a ball or body with all its digits: the engine's own numbers. [`Motion`] is the same in single
/// precision.
///
/// A world computes and keeps its state in double precision. Single precision is that of the interface, which serves
/// drawing and game rules. Derivatives, exponents of chaos and worlds far from their origin need the digits beyond it.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::{DVec2, vec2};
/// use carom::{Ball, Config, Precise, World};
///
/// let mut world = World::new(Config::weightless())?;
/// // At 1e6 units from the origin single precision has steps of 0.0625 units.
/// let ball = world.add_ball(Ball::new(vec2(1e6, 0.0), 0.1).velocity(vec2(0.5, 0.0)))?;
/// world.step(0.0625);
/// let Precise { position, .. } = world.precise(ball).expect("the ball is there");
/// assert_eq!(position, DVec2::new(1e6 + 0.03125, 0.0));
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Precise {
    /// Centre of a ball or origin of a body, length units.
    pub position: DVec2,
    /// Angle, radians, counter-clockwise, not reduced to one turn.
    pub angle: f64,
    /// Velocity of a ball or of a body's origin, length units per second.
    pub velocity: DVec2,
    /// Spin, radians per second, counter-clockwise.
    pub angular_velocity: f64,
}

/// Reading how something moves.
impl World {
    /// Where a ball or body is and how it moves, in double precision; `None` if it was removed. A snapshot keeps these
    /// numbers, and [`state_hash`](Self::state_hash) is taken of them.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::{DVec2, vec2};
    /// use carom::{Ball, Config, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let ball = world.add_ball(Ball::new(vec2(0.0, 1.0), 0.1))?;
    /// for _ in 0..3 {
    ///     world.step(1.0 / 60.0);
    /// }
    /// // The fall of 0.05 s, to more digits than `position` has.
    /// let state = world.precise(ball).expect("the ball is there");
    /// let dt = f64::from(1.0_f32 / 60.0);
    /// let gravity = f64::from(9.81_f32);
    /// assert!((state.position.y - (1.0 - 0.5 * gravity * (3.0 * dt).powi(2))).abs() < 1e-15);
    /// assert!((state.velocity - DVec2::new(0.0, -gravity * 3.0 * dt)).length() < 1e-15);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    #[inline]
    #[doc(alias("f64", "double precision", "state"))]
    pub fn precise(&self, body: BodyId) -> Option<Precise> {
        self.exact_motion(body).map(|([position, velocity], [angle, angular_velocity])| Precise {
            position,
            angle,
            velocity,
            angular_velocity,
        })
    }

    /// Where a ball or body is and how it moves; `None` if it was removed. For a game that copies the state of all
    /// bodies after each step this is faster than four calls.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::{Ball, Config, World};
    ///
    /// let mut world = World::new(Config::weightless())?;
    /// let ball = world.add_ball(Ball::new(vec2(1.0, 2.0), 0.1).velocity(vec2(3.0, 0.0)).angular_velocity(4.0))?;
    /// world.step(0.5);
    /// let motion = world.motion(ball).expect("the ball is there");
    /// assert_eq!((motion.position, motion.angle), (vec2(2.5, 2.0), 2.0));
    /// assert_eq!((motion.velocity, motion.angular_velocity), (vec2(3.0, 0.0), 4.0));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    #[inline]
    #[doc(alias("state", "transform", "linear velocity"))]
    pub fn motion(&self, body: BodyId) -> Option<Motion> {
        self.exact_motion(body).map(|([position, velocity], [angle, spin])| Motion {
            position: position.as_vec2(),
            angle: angle as f32,
            velocity: velocity.as_vec2(),
            angular_velocity: spin as f32,
        })
    }

    /// Position and velocity, then angle and spin, in full precision.
    #[inline]
    pub(crate) fn exact_motion(&self, body: BodyId) -> Option<([DVec2; 2], [f64; 2])> {
        let place = self.state.bodies.get(body)?;
        Some(if place.kind == BodyKind::Ball {
            let row = &self.state.balls.rows[place.row as usize];
            ([row.x, row.v], [row.angle, row.w])
        } else {
            let row = &self.state.body_set.rows[place.row as usize];
            ([row.pose.origin, row.velocity], [row.angle, row.spin])
        })
    }
}
