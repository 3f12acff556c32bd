//! A hit: two bodies that meet at one instant, their relative speed, and their answer to an impulse.

use glam::DVec2;

use crate::bodies::{BallRow, JointRow};
use crate::contacts::Other;

/// Two bodies that meet at one instant.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hit {
    pub(crate) ball: u32,
    pub(crate) other: Other,
    /// When the chords meet, seconds since the start of the step.
    pub(crate) time: f64,
    /// How much later the parabolas of guided balls meet, seconds.
    pub(crate) late: f64,
    /// From the other to the ball, unit.
    pub(crate) normal: DVec2,
    /// Velocity of a collider's surface, belt included.
    pub(crate) surface: DVec2,
    /// 1 for a side that an impulse moves, 0 for an immovable one: ball, other.
    pub(crate) moves: [f64; 2],
    /// The hinge or slider that is hit, if the hit can move it.
    pub(crate) joint: Option<u32>,
    /// Velocity of its matter at the contact, per unit of its speed.
    pub(crate) arm: DVec2,
    /// Speed of approach, positive.
    pub(crate) approach: f64,
    /// Relative normal speed after the impact.
    pub(crate) rebound: f64,
    pub(crate) restitution: f64,
    pub(crate) friction: f64,
    /// Static friction; no less than the other.
    pub(crate) static_friction: f64,
    /// Friction coefficient in place of `friction` for balls that spin about all axes: see
    /// `continuous::impact::cushion`.
    pub(crate) spin_friction: f64,
    /// Sine of the angle by which the edge that is hit lies higher than the ball's centre.
    pub(crate) tilt: f64,
    /// Impulse of the impact, as a multiple of the normal impulse: it bounds friction. The normal impulse also bends
    /// the chord to the parabola.
    pub(crate) share: f64,
    pub(crate) normal_mass: f64,
    pub(crate) tangent_mass: f64,
    pub(crate) normal_impulse: f64,
    pub(crate) tangent_impulse: f64,
    /// Whether the game gets an event.
    pub(crate) reported: bool,
    /// Whether it is a tight link and no meeting of surfaces.
    pub(crate) is_link: bool,
    /// Bound of the normal impulse: zero, but for a rod, which pulls as well.
    pub(crate) least: f64,
}

impl Hit {
    /// The one ball that meets something, or both.
    pub(crate) fn balls(&self) -> impl Iterator<Item = u32> + use<> {
        [Some(self.ball), self.other.as_ball()].into_iter().flatten()
    }

    /// Whether a ball is one of its sides.
    #[inline]
    pub(crate) fn involves(&self, ball: u32) -> bool {
        self.ball == ball || self.other == Other::ball(ball)
    }

    /// A hit of two surfaces that begin to part, without friction. The caller sets the masses, which are one here.
    pub(crate) fn new(ball: u32, other: Other, time: f64, normal: DVec2, surface: DVec2) -> Self {
        let (moves, share, normal_mass, tangent_mass) = ([1.0; 2], 1.0, 1.0, 1.0);
        Self {
            ball,
            other,
            time,
            normal,
            surface,
            moves,
            share,
            normal_mass,
            tangent_mass,
            ..Self::default()
        }
    }
}

/// Normal and tangent speed of the ball against the other, at the hit's contact point and true time. If the call is
/// inlined, an unused speed costs nothing.
#[inline(always)]
pub(crate) fn relative(hit: &Hit, rows: &[BallRow], joints: &[JointRow]) -> (f64, f64) {
    let b = &rows[hit.ball as usize];
    let mut velocity = b.velocity_at(hit.time);
    let mut slip = -b.r * b.w;
    match hit.other.as_collider() {
        Some(_) => {
            velocity -= hit.surface;
            if let Some(g) = hit.joint {
                velocity -= hit.arm * joints[g as usize].impact_velocity_change;
            }
        }
        None => {
            let a = &rows[hit.other.0 as usize];
            velocity -= a.velocity_at(hit.time);
            slip -= a.r * a.w;
        }
    }
    (velocity.dot(hit.normal), velocity.dot(hit.normal.perp()) + slip)
}

/// Gives both sides of a hit this much more normal and tangent impulse. If the call is inlined, a zero costs nothing.
#[inline(always)]
pub(crate) fn apply(hit: &Hit, rows: &mut [BallRow], joints: &mut [JointRow], normal: f64, tangent: f64) {
    let impulse = hit.normal * normal + hit.normal.perp() * tangent;
    let b = &mut rows[hit.ball as usize];
    b.v += impulse * (b.im * hit.moves[0]);
    b.w -= b.ii * b.r * tangent * hit.moves[0];
    if hit.other.as_collider().is_none() {
        let a = &mut rows[hit.other.0 as usize];
        a.v -= impulse * (a.im * hit.moves[1]);
        a.w -= a.ii * a.r * tangent * hit.moves[1];
    } else if let Some(g) = hit.joint {
        let g = &mut joints[g as usize];
        g.impact_velocity_change -= impulse.dot(hit.arm) * g.inverse_inertia;
    }
}
