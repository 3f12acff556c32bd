//! Flights on which a floor acts.
//!
//! Friction changes a ball's velocity during the flight, so its path is no parabola; but its end is known from the
//! start. A ball flies the chord to that end, as over a parabola. During the flight `row.v` holds the mean change
//! by friction, and at its end the true change.

use glam::DVec2;

use crate::bodies::{BallInfo, BallRow};
use crate::floor::constants::{MAX_LATENESS, MIN_FLIGHT_SHARE};
use crate::floor::{BallOnFloor, FloorZones, Stance, travel};

/// How a ball began its flight.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FloorTrajectory {
    time: f64,
    from: Stance,
    ball: BallOnFloor,
    /// Where it will be, if nothing happens before.
    end: Stance,
    /// Change of the velocity by friction, averaged over the flight.
    pub(crate) mean: DVec2,
    /// Velocity of the row on the flight.
    flown: DVec2,
}

impl FloorTrajectory {
    /// The trajectory of a ball from `time` on, if only the floor acts on it.
    pub(crate) fn from_now(
        time: f64,
        row: &mut BallRow,
        roll: DVec2,
        info: &BallInfo,
        ground: &FloorZones,
    ) -> Self {
        let from = Stance { x: row.x, v: row.velocity_at(time), roll, w: row.w };
        let ball = BallOnFloor {
            acceleration: row.a,
            weight: ground.gravity() * row.gravity_scale.max(0.0),
            inertia: f64::from(info.inertia_factor),
            radius: row.r,
            rolls: info.rolls,
        };
        let left = row.end - time;
        let end = travel(ground, &ball, from, left);
        let straight = from.v + row.a * (0.5 * left);
        let mean = if left > MIN_FLIGHT_SHARE * (row.end - row.begin) {
            (end.x - from.x) / left - straight
        } else {
            DVec2::ZERO
        };
        row.guide();
        row.v += mean;
        Self { time, from, ball, end, mean, flown: row.v }
    }

    /// Gives a ball the velocity and the spins that it truly has where it is about to be struck, at `time`.
    pub(crate) fn true_velocity(
        &mut self,
        time: f64,
        row: &mut BallRow,
        roll: &mut DVec2,
        ground: &FloorZones,
    ) {
        let mut passed = time - self.time;
        let mut now = travel(ground, &self.ball, self.from, passed);
        // The chord is here a little sooner or later than the path: the friction up to then counts.
        let speed = now.v.length_squared();
        let late = (row.x - now.x).dot(now.v);
        if late.abs() < MAX_LATENESS * passed * speed {
            passed += late / speed;
            now = travel(ground, &self.ball, self.from, passed);
        }
        row.v += self.gain(&now, passed) - self.mean;
        row.w += now.w - self.from.w;
        *roll = now.roll;
        // Nothing more acts on it until it sets out again.
        *self = Self { time, from: now, end: now, flown: DVec2::NAN, ..Self::default() };
    }

    /// Ends the flight at the end of the substep: gives the ball the velocity and the spins that it has come to.
    pub(crate) fn arrive(&self, row: &mut BallRow, roll: &mut DVec2) {
        if row.v == self.flown {
            row.v = self.end.v;
        } else {
            row.v += self.gain(&self.end, row.end - self.time) - self.mean;
        }
        row.w += self.end.w - self.from.w;
        *roll = self.end.roll;
    }

    /// Change of the velocity by friction, once the ball is in the state `now` after `time` seconds.
    fn gain(&self, now: &Stance, time: f64) -> DVec2 {
        now.v - self.from.v - self.ball.acceleration * time
    }

    /// Ends the flight of a ball that is stopped where it is: the floor does nothing more to it.
    pub(crate) fn stop(&mut self) {
        let Self { time, from, .. } = *self;
        *self = Self { time, from, end: from, flown: DVec2::NAN, ..Self::default() };
    }

    /// Lets friction act at the end of the flight only.
    pub(crate) fn cut(&mut self, row: &mut BallRow) {
        row.v -= core::mem::take(&mut self.mean);
        self.flown = row.v;
    }
}
