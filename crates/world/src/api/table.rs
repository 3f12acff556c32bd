//! Shoving the table, at the door.

use glam::{DVec2, Vec2};

use crate::bodies::{Nudge, SECONDS};
use crate::error::Error;
use crate::limits::{self, within};
use crate::recording::Call;
use crate::world::{Change, World};

/// The table as a whole: nudges.
impl World {
    /// Nudges the table: within `seconds` it moves out by `displacement` (length units) and back, as `sin^2`, so
    /// that it starts and ends at rest. Shapes stay in place; every ball that is not held feels the table's
    /// acceleration in the opposite direction, independent of its gravity scale. Velocities are relative to the table.
    /// Several nudges add up.
    ///
    /// Draw the table at [`table_offset`](Self::table_offset) to show it move.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::{Config, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// world.nudge(vec2(0.01, 0.0), 0.2)?; // 10 mm to the right and back, within 0.2 s
    /// for _ in 0..6 {
    ///     world.step(1.0 / 60.0);
    /// }
    /// assert!((world.table_offset().x - 0.01).abs() < 1e-4); // halfway: draw the table at this offset
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if `displacement` is not finite or too large, `seconds` is outside `0.001..=60`, or the
    /// table would move faster than 1e8.
    #[doc(alias("tilt", "shake"))]
    pub fn nudge(&mut self, displacement: Vec2, seconds: f32) -> Result<(), Error> {
        self.record(|| Call::Nudge(displacement, seconds));
        limits::coordinate("nudge.displacement", displacement)?;
        within("nudge.seconds", seconds, SECONDS.0..=SECONDS.1, "between 0.001 and 60")?;
        let fastest = displacement * (core::f32::consts::PI / seconds);
        limits::velocity("speed of nudge.displacement in nudge.seconds", fastest)?;
        let nudge =
            Nudge { displacement: displacement.as_dvec2(), seconds: f64::from(seconds), elapsed: 0.0 };
        self.state.table_motion.nudges.push(nudge);
        self.changed(Change::Pull);
        Ok(())
    }

    /// Accelerates the table from now on, length units per second squared, up to 1e8: a lift, a ship, a tilted phone.
    /// Balls feel the opposite acceleration. Zero ends it; nudges add to it.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::{Config, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// world.set_table_acceleration(vec2(0.0, 2.0))?; // a lift that starts upwards
    /// assert_eq!(world.table_acceleration(), vec2(0.0, 2.0));
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if it is not finite or larger than 1e8.
    pub fn set_table_acceleration(&mut self, acceleration: Vec2) -> Result<(), Error> {
        self.record(|| Call::SetTableAcceleration(acceleration));
        limits::velocity("table acceleration", acceleration)?;
        // A game may set the same in every frame.
        if self.state.table_motion.steady != acceleration.as_dvec2() {
            self.state.table_motion.steady = acceleration.as_dvec2();
            self.changed(Change::Pull);
        }
        Ok(())
    }

    /// The table's lasting acceleration, length units per second squared.
    #[must_use]
    pub fn table_acceleration(&self) -> Vec2 {
        self.state.table_motion.steady.as_vec2()
    }

    /// How far the table is out of its place by [`nudge`](Self::nudge)s, length units.
    #[must_use]
    pub fn table_offset(&self) -> Vec2 {
        let nudges = self.state.table_motion.nudges.iter();
        nudges.map(|nudge| nudge.offset_at(nudge.elapsed)).sum::<DVec2>().as_vec2()
    }

    /// How fast [`nudge`](Self::nudge)s move the table, length units per second.
    #[must_use]
    pub fn table_velocity(&self) -> Vec2 {
        let nudges = self.state.table_motion.nudges.iter();
        nudges.map(|nudge| nudge.velocity_at(nudge.elapsed)).sum::<DVec2>().as_vec2()
    }
}
