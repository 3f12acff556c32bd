//! The spring that parts what overlaps, and how a contact learns the load that it need not bear.

use crate::bodies::ball::BallRow;

/// The spring of the biased pass.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Softness {
    /// Speed per depth at which overlap is given back, 1/s.
    pub(crate) bias_rate: f32,
    /// Share of the rigid impulse that is applied.
    pub(crate) mass_scale: f32,
    /// Share of the impulse so far that is given back.
    pub(crate) impulse_scale: f32,
    /// Largest push, radii per unit of time.
    pub(crate) push_speed: f32,
    /// Depth that is left alone, radii.
    pub(crate) slop: f32,
}

impl Softness {
    /// A damped spring, integrated implicitly (Catto, "Soft Constraints", GDC 2011).
    pub(crate) fn new(hertz: f64, damping: f64, h: f64, push_speed: f64, slop: f64) -> Self {
        let omega = core::f64::consts::TAU * hertz;
        let a1 = 2.0 * damping + h * omega;
        let a2 = h * omega * a1;
        let a3 = 1.0 / (1.0 + a2);
        Self {
            bias_rate: (omega / a1) as f32,
            mass_scale: (a2 * a3) as f32,
            impulse_scale: a3 as f32,
            push_speed: push_speed as f32,
            slop: slop as f32,
        }
    }
}

/// The usual step. Only a scale for the two numbers below: nothing is told in seconds, so that a world in other units of
/// time is the same.
const USUAL: f64 = (1.0_f32 / 60.0) as f64;
/// The largest share by which the springs of contacts may stiffen in a step, and the least that they may. Faster, tall
/// columns are thrown, and hop for ever; slower, they sink to the guard while they fall.
const MAX_STIFFENING_PER_STEP: f64 = 1.2 * USUAL;
const MIN_STIFFENING_PER_STEP: f64 = 0.3 * USUAL;
/// How often springs stiffen by their own length while the tallest column swings once: a little less. That column is the
/// one that sinks as deep as two substeps allow. `N` balls sink by `N^2 g h^2 / 5` all in all, and `N` is at most
/// `2.5 s r / (g h^2)` where each contact may sink by `s r`; they swing in `2 pi` times the root of what they sink over `g`,
/// which is `0.35 r / (g dt)` for `s = 0.025`. Whoever pushes them out sooner throws them.
const MAX_STIFFENING_PER_PERIOD: f64 = 2.5;
/// The softest springs of a step are those of half of it.
const SOFTEST: f64 = 0.5;

/// The share by which springs stiffen in a step, in steps of `dt` seconds, between balls that are accelerated by `pull`.
pub(crate) fn stiffening(pull: f64, balls: &[BallRow], dt: f64) -> f64 {
    let radii: f64 = balls.iter().map(|ball| ball.r).sum();
    let mean = (radii / balls.len().max(1) as f64).max(f64::MIN_POSITIVE);
    (MAX_STIFFENING_PER_PERIOD * pull * dt / mean * dt)
        .clamp(MIN_STIFFENING_PER_STEP, MAX_STIFFENING_PER_STEP)
}

/// The substep length that springs are tuned to in a step of `dt` seconds in substeps of `h`, where they were tuned to
/// `last` before. They soften at once, as they must where substeps are longer, but stiffen slowly, by the share
/// `stiffening` in a step: what lies deep on a soft spring is thrown off a stiff one, and all contacts of a column
/// together throw its top by metres.
pub(crate) fn tune(last: f64, h: f64, dt: f64, stiffening: f64) -> f64 {
    (last * (1.0 - stiffening)).min(SOFTEST * dt).max(h)
}

/// Depth beyond which a contact learns its load, in radii: of two balls of about the same mass, and of all
/// others. The former lie in tall heaps, which learning sets swinging; the latter bear many times the weight of
/// the lighter ball.
pub(crate) const DEEP_PENETRATION: f32 = 0.035;
pub(crate) const DEEP_PENETRATION_UNEQUAL: f32 = 0.018;
/// Ratio of masses from which on two balls are not about the same.
const UNEQUAL_MASS_RATIO: f64 = 1.9;

/// Whether two balls, told by their inverse masses, are of very different masses.
pub(crate) fn have_unequal_masses(a: f64, b: f64) -> bool {
    let (least, most) = (a.min(b), a.max(b));
    least > 0.0 && UNEQUAL_MASS_RATIO * least < most
}

/// By how much the contacts of balls of very different masses are stiffer: the light one bears many times its weight.
pub(crate) const STIFFER: f64 = 3.0;
/// Share of what a contact bears beyond the load that it has learned, which it learns in a substep.
pub(crate) const LOAD_LEARNING_RATE: f32 = 0.002;
/// Speed up to which a contact that learns does not move, as a share of what is slow.
pub(crate) const AT_REST_SPEED_SHARE: f32 = 0.05;
/// By how much more than its share two balls that part slowly take back of their impulse when velocities are relaxed.
/// Impulses are sums: those of a column carry on after it has come to a stop, and throw it up again. Relaxation beyond
/// the full share converges below 2 (Young, "Iterative methods for solving partial difference equations of elliptic
/// type", 1954).
pub(crate) const SEPARATING_OVER_RELAXATION: f32 = 1.6;

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
        // One long step does not leave what comes after it on soft springs.
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
