//! Impulses and forces on balls.

use glam::Vec2;

use crate::error::Error;
use crate::id::BodyId;
use crate::limits::{self, within};
use crate::recording::Call;
use crate::world::World;

/// Forces and impulses on balls.
impl World {
    /// Changes a ball's velocity by an impulse on its centre, mass units times length units per second.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::{Vec2, vec2};
    /// use carom::{Ball, Config, World};
    ///
    /// let mut world = World::new(Config::weightless())?;
    /// let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1).mass(2.0))?;
    /// world.apply_impulse(ball, vec2(3.0, 0.0))?; // kg m/s
    /// assert_eq!(world.velocity(ball), Some(vec2(1.5, 0.0)));
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if it was removed, [`Error::WrongKind`] if it is no ball or held,
    /// [`Error::OutOfRange`] if the impulse or the velocity that it would give is not finite or too large.
    pub fn apply_impulse(&mut self, ball: BodyId, impulse: Vec2) -> Result<(), Error> {
        self.record(|| Call::ApplyImpulse(ball, impulse));
        let at = self.free_row(ball)?;
        let row = &mut self.state.balls.rows[at];
        let velocity = row.v + impulse.as_dvec2() * row.im;
        limits::velocity("velocity after impulse", velocity.as_vec2())?;
        row.v = velocity;
        self.state.wake(at);
        Ok(())
    }

    /// Changes a ball's angular velocity by an angular impulse, mass units times length units squared per second,
    /// counter-clockwise.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::{Ball, Config, World};
    /// use carom::glam::Vec2;
    ///
    /// let mut world = World::new(Config::default())?;
    /// // A disc of 2 kg and radius 0.5 m: moment of inertia 0.25 kg m^2.
    /// let disc = world.add_ball(Ball::new(Vec2::ZERO, 0.5).mass(2.0))?;
    /// world.apply_angular_impulse(disc, 1.0)?;
    /// assert_eq!(world.angular_velocity(disc), Some(4.0));
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if it was removed, [`Error::WrongKind`] if it is no ball or held,
    /// [`Error::OutOfRange`] if the impulse or the angular velocity that it would give is not finite or beyond
    /// [`limits::MAX_ANGULAR_VELOCITY`](crate::limits::MAX_ANGULAR_VELOCITY).
    pub fn apply_angular_impulse(&mut self, ball: BodyId, impulse: f32) -> Result<(), Error> {
        self.record(|| Call::ApplyAngularImpulse(ball, impulse));
        let at = self.free_row(ball)?;
        let row = &mut self.state.balls.rows[at];
        let spin = row.w + f64::from(impulse) * row.ii;
        limits::spin("angular velocity after impulse", spin as f32)?;
        row.w = spin;
        self.state.wake(at);
        Ok(())
    }

    /// Applies a force to a ball's centre during the whole of the next step, mass units times length units per
    /// second squared (newtons). Forces on the same ball add up; after the step they are gone, so apply a lasting
    /// force before every step. A force that acts everywhere, or on many balls, is a [`Field`](crate::Field).
    ///
    /// While forces act, the step takes [`Config::max_substeps`](crate::Config::max_substeps) substeps and no ball
    /// sleeps.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::{Ball, Config, World};
    /// use carom::glam::{Vec2, vec2};
    ///
    /// let mut world = World::new(Config::weightless())?;
    /// let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1).mass(2.0))?;
    /// for _ in 0..60 {
    ///     world.apply_force(ball, vec2(4.0, 0.0))?;
    ///     world.step(1.0 / 60.0);
    /// }
    /// // One second at 2 m/s^2.
    /// assert!(world.velocity(ball).is_some_and(|v| (v.x - 2.0).abs() < 1e-5));
    /// assert!(world.position(ball).is_some_and(|p| (p.x - 1.0).abs() < 1e-5));
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if it was removed, [`Error::WrongKind`] if it is no ball or held, [`Error::OutOfRange`]
    /// if the force is not finite, a coordinate of the sum is beyond [`limits::MAX_FORCE`](crate::limits::MAX_FORCE),
    /// or the ball would be accelerated by more than 1e8 length units per second squared.
    pub fn apply_force(&mut self, ball: BodyId, force: Vec2) -> Result<(), Error> {
        self.record(|| Call::ApplyForce(ball, force));
        let row = self.free_row(ball)?;
        let sum = (self.state.balls.force(row) + force.as_dvec2()).as_vec2();
        let range = -limits::MAX_FORCE..=limits::MAX_FORCE;
        within("force", sum.x, range.clone(), "finite, at most 1e20 in each coordinate")?;
        within("force", sum.y, range, "finite, at most 1e20 in each coordinate")?;
        let acceleration = sum.as_dvec2() * self.state.balls.rows[row].im;
        limits::velocity("acceleration by force", acceleration.as_vec2())?;
        self.state.balls.add_force(row, force.as_dvec2());
        Ok(())
    }
}
