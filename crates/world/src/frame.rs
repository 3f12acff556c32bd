//! The table itself: how it is shoved and shaken.
//!
//! A world is told in the table's frame. A table that moves leaves its shapes where they are and pulls at
//! every ball that is free, against its own acceleration (Landau & Lifshitz, Mechanics, section 39): the
//! same motion as of a ball at rest in the room and of walls that are shaken, seen from the walls.

use alloc::vec::Vec;
use core::f64::consts::PI;
use glam::{DVec2, Vec2};

use crate::error::Error;
use crate::limits::{self, MAX_SPEED, within};
use crate::save::saved;
use crate::world::World;

/// Shortest and longest nudge, seconds.
const SECONDS: (f32, f32) = (1e-3, 60.0);

/// A nudge under way: the table goes out and comes back, `way sin^2(pi t / seconds)`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nudge {
    way: DVec2,
    seconds: f64,
    elapsed: f64,
}

saved!(Nudge { way, seconds, elapsed });

impl Nudge {
    fn offset_at(&self, elapsed: f64) -> DVec2 {
        let sin = libm::sin(PI * (elapsed / self.seconds).min(1.0));
        self.way * (sin * sin)
    }

    fn velocity_at(&self, elapsed: f64) -> DVec2 {
        self.way * (PI / self.seconds * libm::sin(2.0 * PI * (elapsed / self.seconds).min(1.0)))
    }

    fn is_sound(&self) -> bool {
        let fastest = self.way.abs().max_element() * PI / self.seconds;
        !self.way.is_nan()
            && fastest <= f64::from(MAX_SPEED)
            && self.seconds >= f64::from(SECONDS.0)
            && self.seconds <= f64::from(SECONDS.1)
            && self.elapsed >= 0.0
            && self.elapsed < self.seconds
    }
}

/// How the table moves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frame {
    /// Acceleration that lasts, length units per second squared.
    pub(crate) steady: DVec2,
    pub(crate) nudges: Vec<Nudge>,
}

saved!(Frame { steady, nudges });

impl Frame {
    /// Mean acceleration of the table over `h` seconds, beginning `start` seconds into the step: that which
    /// gives the table its true velocity at the end.
    pub(crate) fn acceleration(&self, start: f64, h: f64) -> DVec2 {
        let gained = |nudge: &Nudge| {
            let from = nudge.elapsed + start;
            nudge.velocity_at(from + h) - nudge.velocity_at(from)
        };
        let mut acceleration = self.steady;
        if !self.nudges.is_empty() {
            acceleration += self.nudges.iter().map(gained).sum::<DVec2>() / h;
        }
        acceleration
    }

    /// Bound on the acceleration at any time, length units per second squared.
    pub(crate) fn strength(&self) -> f64 {
        let peak = |nudge: &Nudge| 2.0 * PI * PI * nudge.way.length() / (nudge.seconds * nudge.seconds);
        self.steady.length() + self.nudges.iter().map(peak).sum::<f64>()
    }

    pub(crate) fn advance(&mut self, dt: f64) {
        for nudge in &mut self.nudges {
            nudge.elapsed += dt;
        }
        self.nudges.retain(|nudge| nudge.elapsed < nudge.seconds);
    }

    pub(crate) fn is_sound(&self) -> bool {
        let bearable = self.steady.abs().max_element() <= f64::from(MAX_SPEED) && !self.steady.is_nan();
        bearable && self.nudges.iter().all(Nudge::is_sound)
    }
}

impl World {
    /// Shoves the table: within `seconds` it goes out by `way` (length units) and comes back, as `sin^2`, so
    /// that it starts and ends at rest. Shapes stay where they are; every ball that is not held feels the
    /// table's acceleration the other way round, whatever its gravity scale. Velocities are against the
    /// table. Several nudges add up.
    ///
    /// Draw the table at [`table_offset`](Self::table_offset) to show it move.
    ///
    /// # Errors
    /// [`Error::Invalid`] if `way` is not finite or too large, `seconds` is outside `0.001..=60`, or the table
    /// would move faster than 1e8.
    pub fn nudge(&mut self, way: Vec2, seconds: f32) -> Result<(), Error> {
        limits::coordinate("nudge.way", way)?;
        within("nudge.seconds", seconds, SECONDS, "between 0.001 and 60")?;
        let fastest = way * (core::f32::consts::PI / seconds);
        limits::velocity("speed of nudge.way in nudge.seconds", fastest)?;
        let nudge = Nudge { way: way.as_dvec2(), seconds: f64::from(seconds), elapsed: 0.0 };
        self.frame.nudges.push(nudge);
        self.contacts.at_rest = false;
        Ok(())
    }

    /// Accelerates the table from now on, length units per second squared: a lift, a ship, a tilted phone.
    /// Balls feel it the other way round. Zero ends it; nudges come on top.
    ///
    /// # Errors
    /// [`Error::Invalid`] if it is not finite or larger than 1e8.
    pub fn set_table_acceleration(&mut self, acceleration: Vec2) -> Result<(), Error> {
        limits::velocity("table acceleration", acceleration)?;
        self.frame.steady = acceleration.as_dvec2();
        self.contacts.at_rest = false;
        Ok(())
    }

    /// The table's lasting acceleration, length units per second squared.
    #[must_use]
    pub fn table_acceleration(&self) -> Vec2 {
        self.frame.steady.as_vec2()
    }

    /// How far the table is out of its place by [`nudge`](Self::nudge)s, length units.
    #[must_use]
    pub fn table_offset(&self) -> Vec2 {
        self.frame.nudges.iter().map(|nudge| nudge.offset_at(nudge.elapsed)).sum::<DVec2>().as_vec2()
    }

    /// How fast [`nudge`](Self::nudge)s move the table, length units per second.
    #[must_use]
    pub fn table_velocity(&self) -> Vec2 {
        self.frame.nudges.iter().map(|nudge| nudge.velocity_at(nudge.elapsed)).sum::<DVec2>().as_vec2()
    }
}
