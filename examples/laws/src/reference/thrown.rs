//! A frictionless ball on the blade of a flipper whose motor runs up to a speed: Lagrange's equations by Runge and Kutta.
//!
//! `theta` is the angle of the blade, `s` the place of the ball along it and `d` the height of its middle above the line of
//! the blade. While the motor gives all of its torque `tau`
//!
//! ```text
//! (I + m s^2) theta'' = tau + m d s theta'^2 - 2 m s s' theta'
//! s'' = d theta'' + s theta'^2
//! ```
//!
//! and at its speed `theta'' = 0`. Then the ball is still pressed on, as `s' > 0`.

/// A blade and its ball.
#[derive(Clone, Copy, Debug)]
pub struct Blade {
    /// Moment of inertia about the pivot.
    pub inertia: f64,
    /// Mass of the ball.
    pub mass: f64,
    /// Height of its middle above the blade's line.
    pub height: f64,
    /// Length of the blade.
    pub length: f64,
    /// Torque of the motor.
    pub torque: f64,
    /// Speed that the motor does not exceed, radians per second.
    pub target: f64,
    /// Angles of the stroke.
    pub angles: [f64; 2],
}

impl Blade {
    /// Speed of a ball that lay at `place`, once it is free.
    #[must_use]
    pub fn exit_speed(&self, place: f64) -> f64 {
        let mut y = [self.angles[0], 0.0, place, 0.0];
        // A blow takes about this long.
        let h = 1e-4 * libm::sqrt(self.inertia / self.torque);
        while y[0] < self.angles[1] && y[2] < self.length {
            y = self.step(y, h);
            y[1] = y[1].min(self.target);
        }
        let [_, w, s, ds] = y;
        libm::hypot(ds - self.height * w, s * w)
    }

    fn step(&self, y: [f64; 4], h: f64) -> [f64; 4] {
        let at = |k: [f64; 4], h: f64| [0, 1, 2, 3].map(|i| y[i] + h * k[i]);
        let k1 = self.slope(y);
        let k2 = self.slope(at(k1, 0.5 * h));
        let k3 = self.slope(at(k2, 0.5 * h));
        let k4 = self.slope(at(k3, h));
        [0, 1, 2, 3].map(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]))
    }

    fn slope(&self, [_, w, s, ds]: [f64; 4]) -> [f64; 4] {
        let (m, d) = (self.mass, self.height);
        let dw = if w < self.target {
            (self.torque + m * d * s * w * w - 2.0 * m * s * ds * w) / (self.inertia + m * s * s)
        } else {
            0.0
        };
        [w, dw, ds, d * dw + s * w * w]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_a_steady_speed_the_ball_is_flung_as_from_a_turning_tube() {
        // Next to no inertia to move: s'' = s w^2, so that s grows as cosh and s' as sinh.
        let blade = Blade {
            inertia: 1e-5,
            mass: 1e-12,
            height: 0.0,
            length: 9.0,
            torque: 1.0,
            target: 10.0,
            angles: [0.0, 1.0],
        };
        let exact = 0.5 * 10.0 * libm::hypot(libm::sinh(1.0), libm::cosh(1.0));
        assert!((blade.exit_speed(0.5) / exact - 1.0).abs() < 1e-3, "{}", blade.exit_speed(0.5));
    }
}
