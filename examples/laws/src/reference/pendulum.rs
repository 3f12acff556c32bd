//! The pendulum of any amplitude, and a mass that leaves a circle: closed forms.

/// Arithmetic-geometric mean (Gauss 1799).
#[must_use]
pub fn agm(mut a: f64, mut b: f64) -> f64 {
    for _ in 0..40 {
        if (a - b).abs() <= 1e-15 * a {
            break;
        }
        (a, b) = (0.5 * (a + b), libm::sqrt(a * b));
    }
    a
}

/// Period of a pendulum of this length that is released at `angle` radians from the lowest place, in units of time
/// of `gravity`: `2 pi sqrt(l / g) / agm(1, cos(angle / 2))`, which is four times the complete elliptic integral
/// (Landau & Lifshitz, *Mechanics*, section 11). `2 pi sqrt(l / g) / agm(1, cos(angle / 2))`, which is four times
/// the complete elliptic integral (Landau & Lifshitz, *Mechanics*, section 11).
#[must_use]
pub fn period(length: f64, gravity: f64, angle: f64) -> f64 {
    core::f64::consts::TAU * libm::sqrt(length / gravity) / agm(1.0, libm::cos(0.5 * angle))
}

/// Cosine of the angle from the top at which a frictionless mass with the speed `v` at the top leaves a round hill:
/// there the pull of the circle, `v^2 / l`, equals that of gravity, `g cos`.
#[must_use]
pub fn leaves_hill(length: f64, gravity: f64, v: f64) -> f64 {
    (2.0 + v * v / (gravity * length)) / 3.0
}

/// Cosine of the angle from the top at which a frictionless mass that has the speed `v` at the bottom leaves the inside
/// of a loop; above 1 it stays.
#[must_use]
pub fn leaves_loop(length: f64, gravity: f64, v: f64) -> f64 {
    (v * v / (gravity * length) - 2.0) / 3.0
}

/// How far from a loop the mass is at most on the flight that starts where it leaves, length units.
#[must_use]
pub fn hop(length: f64, gravity: f64, cosine: f64) -> f64 {
    let (cos, sin) = (cosine, libm::sqrt(1.0 - cosine * cosine));
    let v = libm::sqrt(gravity * length * cos);
    // Angles from the top, running towards it from the right.
    let (x, y) = (length * sin, length * cos);
    let (vx, vy) = (-v * cos, v * sin);
    let (mut most, mut t) = (0.0_f64, 0.0);
    loop {
        t += 1e-3 * libm::sqrt(length / gravity);
        let gap = length - libm::hypot(x + vx * t, y + vy * t - 0.5 * gravity * t * t);
        if gap < most {
            return most;
        }
        most = gap;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_swings_take_as_long_as_huygens_said_and_large_ones_longer() {
        let short = core::f64::consts::TAU * libm::sqrt(2.0 / 9.81);
        assert!((period(2.0, 9.81, 1e-4) / short - 1.0).abs() < 1e-8, "harmonic");
        // The series: 1 + a^2/16 + 11 a^4/3072 + ...
        let a = 0.3_f64;
        let series = 1.0 + a * a / 16.0 + 11.0 / 3072.0 * a.powi(4) + 173.0 / 737_280.0 * a.powi(6);
        assert!((period(2.0, 9.81, a) / short - series).abs() < 1e-8, "{series}");
        assert!(
            (period(1.0, 1.0, core::f64::consts::FRAC_PI_2) - 7.416_298_709).abs() < 1e-8,
            "quarter turn"
        );
    }

    #[test]
    fn a_loop_is_left_at_the_top_at_the_least_speed() {
        let least = libm::sqrt(5.0 * 9.81 * 2.0);
        assert!((leaves_loop(2.0, 9.81, least) - 1.0).abs() < 1e-12, "five halves of the radius");
        assert!((leaves_hill(2.0, 9.81, 0.0) - 2.0 / 3.0).abs() < 1e-12, "two thirds");
        assert!(hop(1.0, 9.81, 0.9999) < hop(1.0, 9.81, 0.99), "the later the lower");
    }
}
