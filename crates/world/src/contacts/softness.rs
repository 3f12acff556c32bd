//! The spring that parts overlaps, and how a contact learns a steady load that the spring need not bear.

use crate::base::{Simd, Wide, f32x8, sqrt};
use crate::bodies::BallRow;
use crate::contacts::constants::{
    MAX_STIFFENING_PER_PERIOD, MAX_STIFFENING_PER_STEP, MIN_STIFFENING_PER_STEP, SOFTEST, UNEQUAL_MASS_RATIO,
};

/// The spring of the biased pass.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Softness {
    /// Speed per depth at which overlap is given back, 1/s.
    pub(crate) bias_rate: f32,
    /// Share of the rigid impulse that is applied.
    pub(crate) mass_scale: f32,
    /// Share of the impulse so far that is given back.
    pub(crate) impulse_scale: f32,
    pub(crate) push_limit: PushLimit,
    /// Depth that is left alone, radii.
    pub(crate) slop: f32,
}

impl Softness {
    /// A damped spring, integrated implicitly (Catto, "Soft Constraints", GDC 2011).
    pub(crate) fn new(hertz: f64, damping: f64, h: f64, push_limit: PushLimit, slop: f64) -> Self {
        let omega = core::f64::consts::TAU * hertz;
        let a1 = 2.0 * damping + h * omega;
        let a2 = h * omega * a1;
        let a3 = 1.0 / (1.0 + a2);
        Self {
            bias_rate: (omega / a1) as f32,
            mass_scale: (a2 * a3) as f32,
            impulse_scale: a3 as f32,
            push_limit,
            slop: slop as f32,
        }
    }
}

/// The largest speed at which springs part a pair, by the smaller radius.
///
/// It is [`Config::max_push_speed`](crate::Config::max_push_speed), but no more than the pull gives along the largest depth of a
/// contact: a push never raises a ball by more than that. A speed in radii a step grows as steps become shorter, and so
/// do the heights to which it throws a pressed column.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PushLimit {
    /// Radii per unit of time.
    speed: f32,
    /// Square of the speed after a fall by the largest depth, over the radius. The root is taken of the product: a root of
    /// lengths alone would round otherwise in a world in other units.
    fall: f32,
}

impl PushLimit {
    /// `speed` is in radii per unit of time, the largest depth in radii; balls are accelerated by `pull`. Nothing falls in a
    /// world without a pull.
    pub(crate) fn new(speed: f64, pull: f64, max_penetration: f64) -> Self {
        let fall = if pull > 0.0 { (2.0 * max_penetration * pull) as f32 } else { f32::MAX };
        Self { speed: speed as f32, fall }
    }

    /// The limit for a pair with this smaller radius, length units per unit of time.
    #[inline]
    pub(crate) fn at(self, radius: f32) -> f32 {
        let (speed, fall) = (self.speed * radius, sqrt(self.fall * radius));
        if fall < speed { fall } else { speed }
    }

    /// The limits for eight pairs.
    #[inline(always)]
    pub(crate) fn at_each<S: Simd>(self, s: S, radius: f32x8<S>) -> f32x8<S> {
        (f32x8::splat(s, self.fall) * radius).sqrt().min(f32x8::splat(s, self.speed) * radius)
    }
}

/// The share by which springs stiffen in a step, in steps of `dt` seconds, between balls that are accelerated by
/// `pull`.
pub(crate) fn stiffening(pull: f64, balls: &[BallRow], dt: f64) -> f64 {
    let radii: f64 = balls.iter().map(|ball| ball.r).sum();
    let mean = (radii / balls.len().max(1) as f64).max(f64::MIN_POSITIVE);
    (MAX_STIFFENING_PER_PERIOD * pull * dt / mean * dt)
        .clamp(MIN_STIFFENING_PER_STEP, MAX_STIFFENING_PER_STEP)
}

/// The substep length that springs are tuned to in a step of `dt` seconds in substeps of `h`, where they were tuned
/// to `last` before. They soften at once, as they must where substeps are longer, but stiffen slowly, by the share
/// `stiffening` in a step. A stiff spring throws a ball that lies deep on a soft one, and all contacts of a column
/// together throw its top by metres.
pub(crate) fn tune(last: f64, h: f64, dt: f64, stiffening: f64) -> f64 {
    (last * (1.0 - stiffening)).min(SOFTEST * dt).max(h)
}

/// Whether two balls of these inverse masses are of very different masses.
pub(crate) fn have_unequal_masses(a: f64, b: f64) -> bool {
    let (least, most) = (a.min(b), a.max(b));
    least > 0.0 && UNEQUAL_MASS_RATIO * least < most
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn springs_soften_at_once_and_stiffen_slowly() {
        let dt = 1.0 / 60.0;
        let [long, short] = [dt / 2.0, dt / 8.0];
        assert_eq!(
            tune(0.0, short, dt, MAX_STIFFENING_PER_STEP),
            short,
            "the first springs are those of their substeps"
        );
        assert_eq!(tune(short, long, dt, MAX_STIFFENING_PER_STEP), long);
        let first = tune(long, short, dt, MAX_STIFFENING_PER_STEP);
        assert!(first < long && first > 0.9 * long, "{first}");
        let mut tuned = long;
        for _ in 0..120 {
            tuned = tune(tuned, short, dt, MAX_STIFFENING_PER_STEP);
        }
        assert_eq!(tuned, short, "after two seconds they are as stiff as they may be");
        // Springs do not stay soft after one long step.
        assert_eq!(tune(0.5, short, dt, MAX_STIFFENING_PER_STEP), 0.5 * dt);
    }

    #[test]
    fn the_larger_balls_are_the_slower_springs_stiffen() {
        let (g, dt) = (9.81, 1.0 / 60.0);
        let balls = |r: f64| [BallRow { r, ..BallRow::default() }; 3];
        let [small, mid, large] = [0.01, 0.5, 1.0].map(|r| stiffening(g, &balls(r), dt));
        assert_eq!(small, MAX_STIFFENING_PER_STEP);
        assert_eq!(mid, 2.0 * large);
        assert_eq!(mid, stiffening(100.0 * g, &balls(50.0), dt), "in other units it is the same");
        assert_eq!(mid, stiffening(g / 16.0, &balls(0.5), 4.0 * dt), "in other units of time as well");
        assert_eq!(
            stiffening(0.0, &balls(0.5), dt),
            MIN_STIFFENING_PER_STEP,
            "without gravity they do stiffen"
        );
        assert_eq!(stiffening(0.0, &[], dt), MIN_STIFFENING_PER_STEP);
    }
}
