//! Where a ball or body is and how it moves, in one call: what a game engine copies after each step.

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

impl World {
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
