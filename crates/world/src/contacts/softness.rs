//! The springs of contacts.

use core::ops::{Add, Div, Mul};

use crate::base::{Simd, Wide, f32x8, sqrt};
use crate::contacts::constants::{SINK_OF_ONE_BALL, UNEQUAL_MASS_RATIO};

/// How soft contacts are in a step: damped springs, integrated implicitly (Catto, "Soft Constraints", GDC 2011).
///
/// A spring is as stiff as a ball needs that shall sink by [`SINK_OF_ONE_BALL`] under its own weight, for any number of
/// steps a second. Small balls in long steps, and balls without a weight, have the stiffest spring that substeps can follow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Softness {
    /// The highest angular frequency, 1/s.
    highest: f32,
    /// Square of the angular frequency times the radius, length units per second squared.
    stiffness: f32,
    /// Twice the damping ratio.
    damping: f32,
    /// Length of a substep, seconds.
    h: f32,
    /// Largest speed at which springs part a pair, smaller radii per second.
    pub(crate) push_speed: f32,
    /// Depth to which springs pull and push, radii.
    pub(crate) slop: f32,
}

/// The spring of a contact in a substep, or those of eight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spring<T> {
    /// Speed per depth at which overlap is given back, 1/s.
    pub(crate) bias_rate: T,
    /// Share of the rigid impulse that is applied.
    pub(crate) mass_scale: T,
    /// Share of the impulse so far that is given back.
    pub(crate) impulse_scale: T,
}

impl<T: Copy + Add<Output = T> + Mul<Output = T> + Div<Output = T>> Spring<T> {
    /// Springs of this angular frequency in a substep of `h`; `damping` is twice the damping ratio.
    #[inline(always)]
    fn damped(frequency: T, h: T, damping: T, one: T) -> Self {
        let turn = h * frequency;
        let damped = damping + turn;
        let rigid = turn * damped;
        let impulse_scale = one / (one + rigid);
        Self { bias_rate: frequency / damped, mass_scale: rigid * impulse_scale, impulse_scale }
    }
}

impl Softness {
    /// `highest` is the highest frequency, 1/s; balls are accelerated by `pull`; springs push by at most `push_speed` radii
    /// per second, in substeps of `h`.
    pub(crate) fn new(highest: f64, damping: f64, pull: f64, h: f64, push_speed: f64, slop: f64) -> Self {
        let stiffness = if pull > 0.0 { (pull / SINK_OF_ONE_BALL) as f32 } else { f32::MAX };
        Self {
            highest: (core::f64::consts::TAU * highest) as f32,
            stiffness,
            damping: (2.0 * damping) as f32,
            h: h as f32,
            push_speed: push_speed as f32,
            slop: slop as f32,
        }
    }

    /// The spring of a pair with this smaller radius.
    #[inline(always)]
    pub(crate) fn spring(self, radius: f32) -> Spring<f32> {
        // The root is taken of the quotient: roots of lengths alone would round otherwise in a world in other units.
        let soft = sqrt(self.stiffness / radius);
        let frequency = if soft < self.highest { soft } else { self.highest };
        Spring::damped(frequency, self.h, self.damping, 1.0)
    }

    /// The springs of eight pairs.
    #[inline(always)]
    pub(crate) fn springs<S: Simd>(self, s: S, radius: f32x8<S>) -> Spring<f32x8<S>> {
        let splat = |x: f32| f32x8::splat(s, x);
        let frequency = (splat(self.stiffness) / radius).sqrt().min(splat(self.highest));
        Spring::damped(frequency, splat(self.h), splat(self.damping), splat(1.0))
    }
}

/// Whether two balls of these inverse masses are of very different masses.
pub(crate) fn have_unequal_masses(a: f64, b: f64) -> bool {
    let (least, most) = (a.min(b), a.max(b));
    least > 0.0 && UNEQUAL_MASS_RATIO * least < most
}
