//! Holding a ball: in a saucer, by a kicker, in a trough.
//!
//! A held ball has no inverse mass. It is solid to the others and meets nothing by itself, so no pair is listed,
//! predicted or solved for it alone.

use crate::error::Error;
use crate::id::BodyId;
use crate::recording::Call;
use crate::world::{Change, World};
use glam::DVec2;

/// Holding balls.
impl World {
    /// Holds a ball where it is: it stops, and no gravity, nudge or impact moves it until it is released.
    /// Other balls bounce off it as off a fixed body. Bodies with shapes pass through it, so that the saucer
    /// that holds it may overlap it. It may still be placed by [`teleport`](Self::teleport).
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::{Vec2, vec2};
    /// use carom::{Ball, Config, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
    /// world.hold(ball)?; // in a saucer
    /// world.step(1.0);
    /// assert_eq!(world.position(ball), Some(Vec2::ZERO));
    /// world.release(ball)?;
    /// world.set_velocity(ball, vec2(0.0, 3.0))?; // thrown out
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if it was removed, [`Error::WrongKind`] if it is no ball.
    #[doc(alias("freeze", "pin"))]
    pub fn hold(&mut self, ball: BodyId) -> Result<(), Error> {
        self.record(|| Call::Hold(ball));
        self.set_held(ball, true)
    }

    /// Releases a ball, at rest. No effect on a ball that is not held.
    ///
    /// # Errors
    /// As [`hold`](Self::hold).
    pub fn release(&mut self, ball: BodyId) -> Result<(), Error> {
        self.record(|| Call::Release(ball));
        self.set_held(ball, false)
    }

    /// Whether a ball is held; `false` if it was removed.
    #[must_use]
    pub fn is_held(&self, ball: BodyId) -> bool {
        self.ball_row(ball).is_ok_and(|row| self.state.balls.info[row].is_held())
    }

    fn set_held(&mut self, ball: BodyId, held: bool) -> Result<(), Error> {
        let at = self.ball_row(ball)?;
        let info = &mut self.state.balls.info[at];
        if let Some(off) = &mut info.off {
            off.held = held;
        } else if info.held != held {
            info.held = held;
            self.stop_and_weigh(ball, at);
        }
        Ok(())
    }

    /// Takes all motion from a ball whose mass and filter have changed.
    pub(crate) fn stop_and_weigh(&mut self, ball: BodyId, at: usize) {
        let row = &mut self.state.balls.rows[at];
        row.weigh(&self.state.balls.info[at]);
        row.stop();
        self.state.balls.set_roll(at, DVec2::ZERO);
        self.state.placed.record(ball);
        self.changed(Change::Meeting);
    }

    /// The row of a ball that may be given a velocity.
    pub(crate) fn free_row(&self, ball: BodyId) -> Result<usize, Error> {
        let row = self.ball_row(ball)?;
        if self.state.balls.info[row].off.is_some() {
            return Err(Error::WrongKind { body: ball, expected: "enabled (by set_enabled)" });
        }
        if self.state.balls.info[row].held {
            return Err(Error::WrongKind { body: ball, expected: "free: it is held (release it first)" });
        }
        Ok(row)
    }
}
