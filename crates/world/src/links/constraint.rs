//! A link in a substep: positions of its ends, their speeds, and their answer to a pull.

use glam::DVec2;

use crate::bodies::{BallRow, BodyRow, Trajectories};
use crate::contacts::Hit;
use crate::id::LinkId;
use crate::links::constants::{CHORD_MISS, TIGHT_SHARE};

/// The object at an end of a link.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LinkAnchor {
    Ball(u32),
    Body(u32, DVec2),
    Point(DVec2),
}

impl LinkAnchor {
    /// The row of the ball; `None` for a body or a point.
    pub(crate) const fn as_ball(self) -> Option<u32> {
        match self {
            Self::Ball(i) => Some(i),
            _ => None,
        }
    }
}

/// A link in this step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinkConstraint {
    pub(crate) id: LinkId,
    pub(crate) ends: [LinkAnchor; 2],
    pub(crate) min: f64,
    pub(crate) max: f64,
    pub(crate) rest: f64,
    pub(crate) stiffness: f64,
    pub(crate) damping: f64,
    /// From the first end to the second where the chord began, or where it has ended; unit.
    pub(crate) normal: DVec2,
    /// Bounds of the impulse that it may give, positive pushes; both zero while it is slack.
    pub(crate) impulse_bounds: [f64; 2],
    /// Whether it has tightened at this instant.
    pub(crate) tightened: bool,
    /// Whether it is kept within its limits at the ends of chords alone, for it has tightened in this substep before.
    pub(crate) speculative: bool,
    /// Length at which it is held.
    pub(crate) kept: f64,
    /// Impulse on the second end along the normal that makes the chord.
    pub(crate) chord_impulse: f64,
    /// The same where the chord has ended, so that its length stays.
    pub(crate) end_impulse: f64,
    /// Force of the spring on the second end on this chord.
    pub(crate) force: DVec2,
    pub(crate) island: u32,
    /// First link of the same island that shares a ball with it, counted from the first of the island.
    pub(crate) first: u32,
}

/// Bounds of the impulse of a link that pulls, that pushes, that does both, and that is slack.
pub(crate) const PULLS: [f64; 2] = [f64::NEG_INFINITY, 0.0];
pub(crate) const PUSHES: [f64; 2] = [0.0, f64::INFINITY];
pub(crate) const BOTH: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];
pub(crate) const NO_IMPULSE: [f64; 2] = [0.0, 0.0];

impl LinkConstraint {
    /// Whether it has one length.
    pub(crate) fn is_rod(&self) -> bool {
        self.min == self.max
    }

    /// Whether it has a spring or a damper.
    pub(crate) fn is_spring(&self) -> bool {
        self.stiffness > 0.0 || self.damping > 0.0
    }

    /// Whether it is too long or too short by more than a chord may miss.
    pub(crate) fn is_off(&self, length: f64) -> bool {
        length > (1.0 + CHORD_MISS) * self.max || length < (1.0 - CHORD_MISS) * self.min
    }

    /// Whether it bears no impulse in this substep.
    pub(crate) fn is_slack(&self) -> bool {
        self.impulse_bounds == NO_IMPULSE
    }

    /// Bounds of its impulse at a length.
    pub(crate) fn limit_at(&self, length: f64) -> [f64; 2] {
        if self.is_rod() {
            BOTH
        } else if length >= (1.0 - TIGHT_SHARE) * self.max {
            PULLS
        } else if length <= (1.0 + TIGHT_SHARE) * self.min {
            PUSHES
        } else {
            NO_IMPULSE
        }
    }

    /// Answer of this link's ends, against each other, to an impulse of another link on a ball that both share. It
    /// is a share of the impulse.
    pub(crate) fn shares(&self, other: &Self, bodies: &LinkBodies<'_>) -> f64 {
        let mut sum = 0.0;
        for (end, sign) in self.ends.into_iter().zip([-1.0, 1.0]) {
            for (with, sense) in other.ends.into_iter().zip([-1.0, 1.0]) {
                if let (LinkAnchor::Ball(i), LinkAnchor::Ball(j)) = (end, with)
                    && i == j
                {
                    sum += sign * sense * bodies.inverse_mass(end);
                }
            }
        }
        sum
    }
}

/// Kinetic energy of a ball at a velocity; 0 for a held ball.
pub(crate) fn kinetic_energy(row: &BallRow, velocity: DVec2) -> f64 {
    if row.im > 0.0 { 0.5 * velocity.length_squared() / row.im } else { 0.0 }
}

/// Work of the forces on a ball, springs among them, along its flight from one time to another.
pub(crate) fn work_of_pull(row: &BallRow, time: f64, until: f64) -> f64 {
    let way = row.velocity_at(0.5 * (time + until)) * (until - time);
    if row.im > 0.0 { row.a.dot(way) / row.im } else { 0.0 }
}

/// The balls and bodies at the ends of links, while balls fly.
pub(crate) struct LinkBodies<'a> {
    pub(crate) rows: &'a mut [BallRow],
    pub(crate) bodies: &'a [BodyRow],
    pub(crate) flights: &'a Trajectories,
    /// End of the substep.
    pub(crate) until: f64,
    /// Length of the substep, seconds.
    pub(crate) step: f64,
    /// Shortest chord, seconds.
    pub(crate) shortest: f64,
}

impl LinkBodies<'_> {
    /// Inverse mass of an end; 0 for a body, a point and a frozen ball.
    pub(crate) fn inverse_mass(&self, end: LinkAnchor) -> f64 {
        match end {
            LinkAnchor::Ball(i) if !self.flights[i].is_frozen => self.rows[i as usize].im,
            _ => 0.0,
        }
    }

    pub(crate) fn weights(&self, constraint: &LinkConstraint) -> [f64; 2] {
        constraint.ends.map(|end| self.inverse_mass(end))
    }

    /// Position of an end at a time, if its ball keeps to its flight.
    pub(crate) fn place(&self, end: LinkAnchor, time: f64) -> DVec2 {
        match end {
            LinkAnchor::Ball(i) => self.rows[i as usize].position_at(time),
            LinkAnchor::Body(row, point) => self.bodies[row as usize].pose_at(time).to_world(point),
            LinkAnchor::Point(point) => point,
        }
    }

    /// Velocity of an end at a time.
    pub(crate) fn velocity(&self, end: LinkAnchor, time: f64) -> DVec2 {
        match end {
            LinkAnchor::Ball(i) if self.flights[i].is_frozen => DVec2::ZERO,
            LinkAnchor::Ball(i) => self.rows[i as usize].velocity_at(time),
            LinkAnchor::Body(row, _) => self.bodies[row as usize].velocity_at(self.place(end, time), time),
            LinkAnchor::Point(_) => DVec2::ZERO,
        }
    }

    /// Mean velocity of the second end against the first, from one time to another.
    pub(crate) fn drift(&self, constraint: &LinkConstraint, time: f64, until: f64) -> DVec2 {
        let [a, b] = constraint.ends.map(|end| match end {
            LinkAnchor::Ball(i) => self.rows[i as usize].drift(),
            LinkAnchor::Body(..) if until > time => {
                (self.place(end, until) - self.place(end, time)) / (until - time)
            }
            _ => DVec2::ZERO,
        });
        b - a
    }

    /// Angular speed of the body at an end of a link, radians per second; the larger of two.
    pub(crate) fn turn(&self, constraint: &LinkConstraint) -> f64 {
        let of = |end| match end {
            LinkAnchor::Body(row, _) => self.bodies[row as usize].spin.abs(),
            _ => 0.0,
        };
        of(constraint.ends[0]).max(of(constraint.ends[1]))
    }

    /// Sum of the inverse masses of both ends.
    pub(crate) fn weight(&self, constraint: &LinkConstraint) -> f64 {
        self.weights(constraint).iter().sum()
    }

    /// The vector from the first end to the second at a time.
    pub(crate) fn span(&self, constraint: &LinkConstraint, time: f64) -> DVec2 {
        self.place(constraint.ends[1], time) - self.place(constraint.ends[0], time)
    }

    /// Length of a link at a time, if the length is wrong and an impulse can mend it.
    pub(crate) fn length_if_off(&self, constraint: &LinkConstraint, time: f64) -> Option<f64> {
        let length = self.span(constraint, time).length();
        (self.weight(constraint) > 0.0 && constraint.is_off(length)).then_some(length)
    }

    /// Speed of approach of two sides in contact, on their flights or at a time, and the sum of their speeds.
    pub(crate) fn closing(&self, hit: &Hit, at: Option<f64>) -> (f64, f64) {
        let velocity = |row: &BallRow| at.map_or_else(|| row.drift(), |time| row.velocity_at(time));
        let own = velocity(&self.rows[hit.ball as usize]);
        let other = hit.other.as_ball().map_or(hit.surface, |a| velocity(&self.rows[a as usize]));
        ((other - own).dot(hit.normal), own.length() + other.length())
    }

    /// Adds a speed of separation between the two sides of a contact.
    pub(crate) fn part(&mut self, hit: &Hit, speed: f64) {
        let impulse = hit.normal * (speed * hit.normal_mass);
        for (ball, moves) in [(Some(hit.ball), hit.moves[0]), (hit.other.as_ball(), -hit.moves[1])] {
            // A ball that was frozen since must not move.
            if let Some(i) = ball.filter(|&i| !self.flights[i].is_frozen) {
                let row = &mut self.rows[i as usize];
                row.v += impulse * (row.im * moves);
            }
        }
    }

    /// Applies an impulse to the ball at the second end, and its opposite to the ball at the first.
    pub(crate) fn apply_impulse(&mut self, constraint: &LinkConstraint, impulse: DVec2) {
        for (end, sign) in constraint.ends.into_iter().zip([-1.0, 1.0]) {
            let weight = self.inverse_mass(end);
            if let LinkAnchor::Ball(i) = end {
                self.rows[i as usize].v += impulse * (sign * weight);
            }
        }
    }
}
