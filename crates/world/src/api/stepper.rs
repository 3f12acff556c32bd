//! Frame times into fixed steps.

use crate::error::Error;
use crate::limits::within;
use crate::world::World;

/// Bounds the work of a frame, for any frame time and step. The rest is dropped.
const MAX_STEPS: u32 = 1_000_000;

/// Turns frame times of any length into steps of one length, and returns the interpolation factor for drawing.
///
/// ```
/// # use carom_world as carom;
/// use carom::{Config, Stepper, World};
///
/// let mut world = World::new(Config::default())?;
/// let mut stepper = Stepper::new(1.0 / 60.0)?;
/// // A frame of 40 ms: two steps now, and the rest is carried over.
/// let steps = stepper.advance(0.040, &mut world, |_| {});
/// assert_eq!(steps, 2);
/// assert!((stepper.alpha() - 0.4).abs() < 1e-3);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("fixed timestep", "accumulator", "time step"))]
pub struct Stepper {
    dt: f32,
    carried: f64,
    max_frame_time: f32,
}

impl Stepper {
    /// Steps of `dt` seconds. Of a frame that takes longer than 0.1 s no more than 0.1 s is simulated:
    /// [`max_frame_time`](Self::max_frame_time) sets another limit.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::Stepper;
    ///
    /// let mut stepper = Stepper::new(1.0 / 240.0)?;
    /// assert_eq!(stepper.steps_due(1.0 / 60.0), 4);
    /// assert!(Stepper::new(0.0).is_err());
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if `dt` is outside `1e-6..=1`.
    pub fn new(dt: f32) -> Result<Self, Error> {
        within("stepper.dt", dt, 1e-6..=1.0, "between 1e-6 and 1 second")?;
        Ok(Self { dt, carried: 0.0, max_frame_time: 0.1 })
    }

    /// Simulates only this many seconds of a longer frame, `1e-6..=1e6`. On a machine that is too slow the game then
    /// runs in slow motion and does not fall further behind. A game that was in the background does not catch up.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::Stepper;
    ///
    /// let mut stepper = Stepper::new(1.0 / 1024.0)?.max_frame_time(1.0 / 16.0)?;
    /// assert_eq!(stepper.steps_due(1.0 / 64.0), 16);
    /// assert_eq!(stepper.steps_due(3.0), 64); // slow motion
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if `seconds` is outside `1e-6..=1e6`.
    pub fn max_frame_time(mut self, seconds: f32) -> Result<Self, Error> {
        within("stepper.max_frame_time", seconds, 1e-6..=1e6, "between 1e-6 and 1e6 seconds")?;
        self.max_frame_time = seconds;
        Ok(self)
    }

    /// Length of a step, seconds.
    #[must_use]
    pub fn dt(&self) -> f32 {
        self.dt
    }

    /// Steps the world through a frame of `frame` seconds; `after` is called after each step, to read its
    /// events. Returns the number of steps. A frame time that is negative or no number counts as zero.
    ///
    /// Objects that must be driven before each step, such as a flipper, need a loop over
    /// [`steps_due`](Self::steps_due).
    pub fn advance(&mut self, frame: f32, world: &mut World, mut after: impl FnMut(&mut World)) -> u32 {
        let steps = self.steps_due(frame);
        for _ in 0..steps {
            world.step(self.dt);
            after(world);
        }
        steps
    }

    /// Adds a frame of `frame` seconds and returns how many steps of [`dt`](Self::dt) are due, for loops that also do
    /// something before each step. A frame time that is negative or no number counts as zero.
    ///
    /// ```
    /// # use carom_world as carom;
    /// # use carom::{Config, Stepper, World};
    /// # let mut world = World::new(Config::default())?;
    /// # let mut stepper = Stepper::new(1.0 / 240.0)?;
    /// for _ in 0..stepper.steps_due(1.0 / 60.0) {
    ///     // flipper.update(&mut world, pressed, stepper.dt())?;
    ///     world.step(stepper.dt());
    ///     // let state = flipper.read(&world);
    /// }
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn steps_due(&mut self, frame: f32) -> u32 {
        if frame > 0.0 {
            self.carried += f64::from(frame.min(self.max_frame_time));
        }
        let dt = f64::from(self.dt);
        let mut steps = 0;
        while self.carried >= dt && steps < MAX_STEPS {
            self.carried -= dt;
            steps += 1;
        }
        if self.carried >= dt {
            self.carried = 0.0;
        }
        steps
    }

    /// How far the next step has come, `0..1`: draw at `before + alpha * (after - before)`.
    #[must_use]
    pub fn alpha(&self) -> f32 {
        (self.carried / f64::from(self.dt)) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    #[test]
    fn time_is_neither_lost_nor_made() {
        let mut world = World::new(Config::default()).expect("the default is valid");
        let mut stepper = Stepper::new(0.01).expect("in range");
        let steps: u32 = (0..1000).map(|_| stepper.advance(0.0173, &mut world, |_| {})).sum();
        assert!((1729..=1730).contains(&steps), "{steps} steps in 17.3 s");
    }

    #[test]
    fn a_long_frame_is_cut() {
        let mut world = World::new(Config::default()).expect("the default is valid");
        let mut stepper = Stepper::new(0.01).expect("in range").max_frame_time(0.03).expect("in range");
        assert_eq!(stepper.advance(10.0, &mut world, |_| {}), 3, "and not a thousand");
        assert_eq!(stepper.advance(0.0, &mut world, |_| {}), 0, "the rest is dropped");
        assert_eq!(stepper.advance(f32::NAN, &mut world, |_| {}), 0);
        assert_eq!(stepper.advance(-1.0, &mut world, |_| {}), 0);
    }

    #[test]
    fn bad_steps_are_refused() {
        for dt in [0.0, -0.1, f32::NAN, f32::INFINITY, 2.0] {
            assert!(Stepper::new(dt).is_err(), "{dt}");
        }
    }
}
