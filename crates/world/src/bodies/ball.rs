//! Rows of the balls: what the phases of a step work on.

use alloc::vec::Vec;
use glam::DVec2;

use crate::base::codec::{Fault, Saved, Source};
use crate::geometry::collider::Core;
use crate::id::BodyId;
use crate::model::filter::Filter;

/// What every phase reads of a ball.
///
/// Between impacts a ball flies a straight line: the chord of its parabola from `begin` to `end`. `v` is the
/// velocity at the end, so the chord's velocity is `v - a (end - begin) / 2` and the true velocity at time `t`
/// is `v + a (t - end)`. Times are seconds since the start of the step.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BallRow {
    /// Centre at time `t`, length units.
    pub(crate) x: DVec2,
    /// Velocity at the end of the flight, length units per second.
    pub(crate) v: DVec2,
    /// Spin, radians per second.
    pub(crate) w: f64,
    /// Turn of the ball at time `t`, radians.
    pub(crate) angle: f64,
    /// Acceleration of the flight, length units per second squared.
    pub(crate) a: DVec2,
    /// Time to which `x` belongs.
    pub(crate) t: f64,
    /// When the flight began.
    pub(crate) begin: f64,
    /// When it ends: with the substep for a ball in contact, with the step for all others.
    pub(crate) end: f64,
    /// Radius, length units.
    pub(crate) r: f64,
    /// Inverse mass; 0 for a ball that is held, as is the inverse moment of inertia.
    pub(crate) im: f64,
    /// Inverse moment of inertia.
    pub(crate) ii: f64,
    /// How strongly gravity pulls; 0 for a ball that is held.
    pub(crate) gravity_scale: f64,
}

impl BallRow {
    /// Velocity of the straight flight.
    #[inline]
    pub(crate) fn drift(&self) -> DVec2 {
        self.v - self.a * (0.5 * (self.end - self.begin))
    }

    /// True velocity at time `t`.
    #[inline]
    pub(crate) fn velocity_at(&self, t: f64) -> DVec2 {
        self.v + self.a * (t - self.end)
    }

    /// How far the chord lies ahead of the parabola at time `t`, per unit of acceleration: seconds squared.
    #[inline]
    pub(crate) fn lead_at(&self, t: f64) -> f64 {
        0.5 * (t - self.begin) * (self.end - t)
    }

    /// How long ago at time `t` the chord had the true velocity, seconds.
    #[inline]
    pub(crate) fn since_middle(&self, t: f64) -> f64 {
        t - 0.5 * (self.begin + self.end)
    }

    /// The chord lies ahead of the parabola. By what the velocity must grow for that, if the flight ends at time `t`.
    pub(crate) fn regained(&self, t: f64) -> f64 {
        let square = self.velocity_at(t).length_squared();
        let owed = 2.0 * self.a.length_squared() * self.lead_at(t);
        if owed < square { libm::sqrt(1.0 + owed / square) } else { 1.0 }
    }

    /// Centre at time `t`, if nothing happens before.
    #[inline]
    pub(crate) fn position_at(&self, t: f64) -> DVec2 {
        self.x + self.drift() * (t - self.t)
    }

    /// Flies to time `t`.
    #[inline]
    pub(crate) fn fly_to(&mut self, t: f64) {
        self.x = self.position_at(t);
        self.angle += self.w * (t - self.t);
        self.t = t;
    }

    /// Ends the flight at another time than was meant: a new one begins where the ball is, at its true velocity.
    #[inline]
    pub(crate) fn aim(&mut self, end: f64) {
        self.v = self.velocity_at(end);
        (self.begin, self.end) = (self.t, end);
    }
}

/// What the door and the pictures need of a ball.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BallInfo {
    pub(crate) id: BodyId,
    pub(crate) material: u32,
    pub(crate) filter: Filter,
    pub(crate) mass: f32,
    pub(crate) inertia_factor: f32,
    pub(crate) gravity_scale: f32,
    /// Whether nothing moves it.
    pub(crate) held: bool,
    pub(crate) rolls: bool,
    pub(crate) user_data: u64,
}

impl BallRow {
    /// Works out inverse mass and inertia, and how strongly gravity pulls.
    pub(crate) fn weigh(&mut self, info: &BallInfo) {
        if info.held {
            (self.im, self.ii, self.gravity_scale) = (0.0, 0.0, 0.0);
            return;
        }
        let mass = f64::from(info.mass);
        self.im = 1.0 / mass;
        self.ii = 1.0 / (f64::from(info.inertia_factor) * mass * self.r * self.r);
        self.gravity_scale = f64::from(info.gravity_scale);
    }
}

/// All balls; row `i` of both lists is the same ball.
#[derive(Clone, Debug, Default)]
pub(crate) struct Balls {
    pub(crate) rows: Vec<BallRow>,
    pub(crate) info: Vec<BallInfo>,
    /// Spin about the axes in the plane, as the velocity at which each ball would roll, length units per
    /// second; empty as long as none has any and there is no floor.
    pub(crate) rolls: Vec<DVec2>,
    /// Pairs of bodies that never meet, the lower id first; ascending.
    pub(crate) apart: Vec<[BodyId; 2]>,
}

impl Balls {
    /// Whether two bodies are kept apart, whatever their filters say.
    #[inline]
    pub(crate) fn are_apart(&self, a: BodyId, b: BodyId) -> bool {
        !self.apart.is_empty() && self.apart.binary_search(&[a.min(b), a.max(b)]).is_ok()
    }

    pub(crate) fn roll(&self, row: usize) -> DVec2 {
        self.rolls.get(row).copied().unwrap_or(DVec2::ZERO)
    }

    pub(crate) fn set_roll(&mut self, row: usize, roll: DVec2) {
        if self.rolls.is_empty() && roll == DVec2::ZERO {
            return;
        }
        self.rolls.resize(self.rows.len(), DVec2::ZERO);
        self.rolls[row] = roll;
    }

    /// Removes a ball; the last takes its row.
    pub(crate) fn swap_remove(&mut self, row: usize) {
        self.rows.swap_remove(row);
        self.info.swap_remove(row);
        // Rows that were added last may have none yet.
        if !self.rolls.is_empty() {
            self.rolls.resize(self.rows.len() + 1, DVec2::ZERO);
            self.rolls.swap_remove(row);
        }
    }
}

impl Balls {
    /// Whether two balls are solid to each other.
    #[inline]
    pub(crate) fn meet(&self, i: u32, j: u32) -> bool {
        let (a, b) = (&self.info[i as usize], &self.info[j as usize]);
        a.filter.meets(b.filter) && !(a.held && b.held) && !self.are_apart(a.id, b.id)
    }

    /// Whether a core is solid to a ball.
    #[inline]
    pub(crate) fn meets(&self, i: u32, core: &Core) -> bool {
        let info = &self.info[i as usize];
        info.filter.meets(core.filter) && !info.held && !self.are_apart(info.id, core.body)
    }
}

/// The other side of a ball's contact: another ball or a core, in one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Other(pub(crate) u32);

impl Other {
    const CORE: u32 = 1 << 31;

    #[inline]
    pub(crate) const fn ball(row: u32) -> Self {
        Self(row)
    }

    #[inline]
    pub(crate) const fn core(index: u32) -> Self {
        Self(index | Self::CORE)
    }

    /// What is no ball and no core: a point that a link is tied to. Counts as a core.
    pub(crate) const fn nothing() -> Self {
        Self(u32::MAX)
    }

    #[inline]
    pub(crate) const fn as_ball(self) -> Option<u32> {
        if self.0 & Self::CORE == 0 { Some(self.0) } else { None }
    }

    #[inline]
    pub(crate) const fn as_core(self) -> Option<u32> {
        if self.0 & Self::CORE != 0 { Some(self.0 & !Self::CORE) } else { None }
    }
}

/// A ball and what it touches, in one number. Keys sort pairs of balls before pairs with cores, and each
/// kind by rows: the order in which contacts are solved. Of two balls the lower row comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PairKey(u64);

impl PairKey {
    #[inline]
    pub(crate) const fn new(ball: u32, other: Other) -> Self {
        let kind = (other.0 >> 31) as u64;
        let other = (other.0 & !Other::CORE) as u64;
        Self(kind << 63 | (ball as u64) << 32 | other)
    }

    #[inline]
    pub(crate) const fn ball(self) -> u32 {
        (self.0 >> 32) as u32 & !Other::CORE
    }

    #[inline]
    pub(crate) const fn other(self) -> Other {
        Other(self.0 as u32 | (self.0 >> 32) as u32 & Other::CORE)
    }

    /// Whether a ball is one of the two.
    pub(crate) fn names(self, ball: u32) -> bool {
        self.ball() == ball || self.other() == Other::ball(ball)
    }

    /// The same pair after ball `from` has moved to row `to`, and whether the two balls changed places.
    pub(crate) fn renamed(self, from: u32, to: u32) -> (Self, bool) {
        let rename = |row: u32| if row == from { to } else { row };
        let (ball, other) = (rename(self.ball()), self.other());
        if other.as_core().is_some() {
            return (Self::new(ball, other), false);
        }
        let other = rename(other.0);
        (Self::new(ball.min(other), Other::ball(ball.max(other))), other < ball)
    }

    pub(crate) const fn bits(self) -> u64 {
        self.0
    }
}

impl Saved for PairKey {
    const LEAST: usize = 8;

    fn save(&self, out: &mut Vec<u8>) {
        self.0.save(out);
    }

    fn load(from: &mut Source<'_>) -> Result<Self, Fault> {
        u64::load(from).map(Self)
    }
}

/// The numbers of all substeps of a step, worked out once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Substep {
    /// Length of the substep, seconds.
    pub(crate) h: f64,
    /// Length of a substep when the configured number is taken; sets what is slow.
    pub(crate) nominal: f64,
    /// Speed that gravity gives a ball within a nominal substep.
    pub(crate) fall: f64,
    /// Rebound that gravity brings back within the step, or within four nominal substeps if those are longer.
    pub(crate) hop: f64,
    /// Depth at which a resting contact is left alone, in radii.
    pub(crate) rest_depth: f64,
    /// Depth at which slow contacts are stopped dead, in radii.
    pub(crate) guard_depth: f64,
    /// Weighted impacts from which on a ball is left to the contact solver.
    pub(crate) plastic_impacts: f64,
    /// Impacts after which a ball stops for the rest of the substep.
    pub(crate) max_impacts: u32,
    /// Speed above which no ball flies.
    pub(crate) max_speed: f64,
}

/// Overlap that a substep may add to a resting contact, in radii; sets the scale of slow.
const SLOP: f64 = 0.01;

impl Substep {
    /// Approach speed below which a pair of this restitution and radius is in contact and does not
    /// bounce: its rebound would be over before the step is, or it is too slow to sink far.
    #[inline]
    pub(crate) fn slow(&self, restitution: f64, radius: f64) -> f64 {
        let sink = SLOP * radius / self.nominal;
        if restitution > 0.0 { sink.min(self.hop / restitution) } else { sink }
    }

    /// [`slow`](Self::slow) against a surface that accelerates towards the ball by `gain`. What is slow there is
    /// an error of the speed at which a flipper throws, so less counts as slow.
    #[inline]
    pub(crate) fn slow_against(&self, gain: f64, restitution: f64, radius: f64) -> f64 {
        if gain == 0.0 {
            return self.slow(restitution, radius);
        }
        let sink = 0.0625 * SLOP * radius / self.nominal;
        let fall = self.fall + gain.max(0.0) * self.nominal;
        if restitution > 0.0 { sink.min(2.0 * fall / restitution) } else { sink }
    }

    /// Separation up to which a pair counts as touching.
    #[inline]
    pub(crate) fn touch(&self, radius: f64) -> f64 {
        self.rest_depth * radius
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_hold_what_they_are_made_of() {
        for other in [Other::ball(9), Other::core(3), Other::core(0)] {
            let key = PairKey::new(7, other);
            assert_eq!((key.ball(), key.other()), (7, other));
        }
        assert!(PairKey::new(9, Other::ball(10)) < PairKey::new(0, Other::core(0)), "balls come first");
        let (key, swapped) = PairKey::new(3, Other::ball(8)).renamed(8, 1);
        assert_eq!((key, swapped), (PairKey::new(1, Other::ball(3)), true));
        assert!(key.names(1) && key.names(3) && !key.names(8), "the renamed ball is found");
    }
}
