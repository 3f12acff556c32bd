//! Rows of the balls: what the phases of a step work on.

use alloc::vec::Vec;
use glam::DVec2;

use crate::body::BodyId;
use crate::filter::Filter;

/// What every phase reads of a ball.
///
/// Within a substep of `h` seconds a ball flies a straight line: the chord of its parabola. `v` is the
/// velocity at the end of the substep, so the chord's velocity is `v - a h / 2` and the true velocity at
/// time `t` is `v + a (t - h)`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BallRow {
    /// Centre at time `t` of the substep, length units.
    pub(crate) x: DVec2,
    /// Velocity at the end of the substep, length units per second.
    pub(crate) v: DVec2,
    /// Spin, radians per second.
    pub(crate) w: f64,
    /// Acceleration of the flight in this substep, length units per second squared.
    pub(crate) a: DVec2,
    /// Time within the substep to which `x` belongs, seconds.
    pub(crate) t: f64,
    /// Radius, length units.
    pub(crate) r: f64,
    /// Inverse mass.
    pub(crate) im: f64,
    /// Inverse moment of inertia.
    pub(crate) ii: f64,
}

impl BallRow {
    /// Velocity of the straight flight in a substep of `h` seconds.
    #[inline]
    pub(crate) fn drift(&self, h: f64) -> DVec2 {
        self.v - self.a * (0.5 * h)
    }

    /// True velocity at time `t` of the substep.
    #[inline]
    pub(crate) fn velocity_at(&self, t: f64, h: f64) -> DVec2 {
        self.v + self.a * (t - h)
    }

    /// Centre at time `t` of the substep, if nothing happens before.
    #[inline]
    pub(crate) fn position_at(&self, t: f64, h: f64) -> DVec2 {
        self.x + self.drift(h) * (t - self.t)
    }

    /// Flies to time `t` of the substep.
    #[inline]
    pub(crate) fn fly_to(&mut self, t: f64, h: f64) {
        self.x = self.position_at(t, h);
        self.t = t;
    }
}

/// What the door and the pictures need of a ball.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BallInfo {
    pub(crate) id: BodyId,
    pub(crate) material: u32,
    pub(crate) filter: Filter,
    pub(crate) gravity_scale: f64,
    /// Turn of the ball, radians.
    pub(crate) angle: f64,
    pub(crate) mass: f32,
    pub(crate) inertia_factor: f32,
    pub(crate) user_data: u64,
}

/// All balls; row `i` of both lists is the same ball.
#[derive(Clone, Debug, Default)]
pub(crate) struct Balls {
    pub(crate) rows: Vec<BallRow>,
    pub(crate) info: Vec<BallInfo>,
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

    #[inline]
    pub(crate) const fn as_core(self) -> Option<u32> {
        if self.0 & Self::CORE != 0 { Some(self.0 & !Self::CORE) } else { None }
    }
}

/// The numbers of one substep, worked out once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Substep {
    /// Length of the substep, seconds.
    pub(crate) h: f64,
    /// Speed that gravity gives a ball within a substep.
    pub(crate) fall: f64,
    /// Depth at which a resting contact is left alone, in radii.
    pub(crate) rest_depth: f64,
    /// Depth at which slow contacts are stopped dead, in radii.
    pub(crate) guard_depth: f64,
    /// Weighted impacts from which on a ball is left to the contact solver.
    pub(crate) plastic_impacts: f64,
    /// Impacts after which a ball stops for the rest of the substep.
    pub(crate) max_impacts: u32,
}

/// Overlap that a substep may add to a resting contact, in radii; sets the scale of slow.
const SLOP: f64 = 0.01;

impl Substep {
    /// Approach speed below which a pair of this restitution and radius is in contact and does not
    /// bounce: its rebound would be spent by gravity within a substep, or it is too slow to sink far.
    #[inline]
    pub(crate) fn slow(&self, restitution: f64, radius: f64) -> f64 {
        let sink = SLOP * radius / self.h;
        if restitution > 0.0 { sink.min(2.0 * self.fall / restitution) } else { sink }
    }

    /// Separation up to which a pair counts as touching.
    #[inline]
    pub(crate) fn touch(&self, radius: f64) -> f64 {
        self.rest_depth * radius
    }
}
