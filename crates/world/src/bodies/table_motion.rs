//! The table itself: how it is shoved and shaken.
//!
//! A world is described in the table's frame. A table that moves leaves its shapes where they are and pulls at
//! every ball that is free, against its own acceleration (Landau & Lifshitz, Mechanics, section 39): the
//! same motion as of a ball at rest in the room and of walls that are shaken, seen from the walls.

use alloc::vec::Vec;
use core::f64::consts::PI;
use glam::DVec2;

use crate::base::{cloned, saved};
use crate::limits::MAX_SPEED;

/// Shortest and longest nudge, seconds.
pub(crate) const SECONDS: (f32, f32) = (1e-3, 60.0);

/// A nudge under way: the table goes out and comes back, `way sin^2(pi t / seconds)`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nudge {
    pub(crate) displacement: DVec2,
    pub(crate) seconds: f64,
    pub(crate) elapsed: f64,
}

saved!(Nudge { displacement, seconds, elapsed });

impl Nudge {
    pub(crate) fn offset_at(&self, elapsed: f64) -> DVec2 {
        let sin = libm::sin(PI * (elapsed / self.seconds).min(1.0));
        self.displacement * (sin * sin)
    }

    pub(crate) fn velocity_at(&self, elapsed: f64) -> DVec2 {
        self.displacement * (PI / self.seconds * libm::sin(2.0 * PI * (elapsed / self.seconds).min(1.0)))
    }

    fn is_sound(&self) -> bool {
        let fastest = self.displacement.abs().max_element() * PI / self.seconds;
        !self.displacement.is_nan()
            && fastest <= f64::from(MAX_SPEED)
            && self.seconds >= f64::from(SECONDS.0)
            && self.seconds <= f64::from(SECONDS.1)
            && self.elapsed >= 0.0
            && self.elapsed < self.seconds
    }
}

/// How the table moves.
#[derive(Debug, Default)]
pub(crate) struct TableMotion {
    /// Acceleration that lasts, length units per second squared.
    pub(crate) steady: DVec2,
    pub(crate) nudges: Vec<Nudge>,
}

cloned!(TableMotion { steady, nudges });

saved!(TableMotion { steady, nudges });

impl TableMotion {
    /// Mean acceleration of the table over `h` seconds, beginning `start` seconds into the step: it gives the table
    /// its true velocity at the end.
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
        let peak =
            |nudge: &Nudge| 2.0 * PI * PI * nudge.displacement.length() / (nudge.seconds * nudge.seconds);
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
