//! A landing: a ball meets another ball or a collider, and the two do not bounce.

use glam::DVec2;

use crate::contacts::{Hit, Other, PairKey};

/// A ball meets another ball or a collider, and the two do not bounce. It is an impact if they still touch when the
/// step ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Landing {
    pub(crate) key: PairKey,
    /// When, seconds since the start of the step.
    pub(crate) time: f64,
    /// Where the surfaces meet, length units.
    pub(crate) point: DVec2,
    /// From the other to the ball that the key names first, unit.
    pub(crate) normal: DVec2,
    /// Speed of approach, length units per second, positive.
    pub(crate) approach: f64,
    pub(crate) normal_impulse: f64,
    pub(crate) tangent_impulse: f64,
    /// Whether it comes from a hit, which may have made no contact yet.
    pub(crate) is_hit: bool,
    /// Whether an impact tells of it: the hit itself, or another one of the instant that stopped the ball for both.
    pub(crate) reported: bool,
}

impl Landing {
    /// The landing of a hit at a place and a time.
    pub(crate) fn of(hit: &Hit, point: DVec2, time: f64) -> Self {
        // Seen from the other ball, normal and tangent change sign: their impulses stay.
        let (key, normal) = match hit.other.as_ball() {
            Some(other) if other < hit.ball => (PairKey::new(other, Other::ball(hit.ball)), -hit.normal),
            _ => (PairKey::new(hit.ball, hit.other), hit.normal),
        };
        Self {
            key,
            time,
            point,
            normal,
            approach: hit.approach,
            normal_impulse: hit.normal_impulse,
            tangent_impulse: hit.tangent_impulse,
            is_hit: true,
            reported: hit.reported,
        }
    }
}
