//! Which balls sleep, and waking them.

use crate::error::Error;
use crate::id::BodyId;
use crate::recording::Call;
use crate::world::World;

/// Sleep.
impl World {
    /// Whether a ball sleeps: it and all balls joined to it by contacts have come to rest, and take no part in
    /// steps until an event wakes them. `false` if it was removed or is no ball.
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
    /// for _ in 0..60 {
    ///     world.step(1.0 / 60.0);
    /// }
    /// assert!(world.is_asleep(ball));
    /// world.set_velocity(ball, vec2(1.0, 0.0))?;
    /// assert!(!world.is_asleep(ball)); // what a game does to it wakes it
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    #[doc(alias("is_sleeping", "is_awake"))]
    pub fn is_asleep(&self, ball: BodyId) -> bool {
        self.ball_row(ball).is_ok_and(|row| self.state.sleep.is_asleep(row as u32))
    }

    /// Wakes a ball, and all balls joined to it by contacts. No effect on a ball that is awake.
    ///
    /// A game seldom needs it: every change wakes the balls that it may move.
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if it was removed, [`Error::WrongKind`] if it is no ball.
    #[doc(alias("wake_up", "set_awake"))]
    pub fn wake(&mut self, ball: BodyId) -> Result<(), Error> {
        self.record(|| Call::Wake(ball));
        let row = self.ball_row(ball)?;
        self.state.wake(row);
        Ok(())
    }
}
