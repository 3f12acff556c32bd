//! A ball and a capsule that turns steadily about the origin, followed from bounce to bounce.

use carom::glam::DVec2;

use crate::dice::direction;

/// A capsule from the origin to `length` along its own x axis, turning at `spin` radians per second.
#[derive(Clone, Copy, Debug)]
pub struct Blade {
    /// Length of the core, length units.
    pub length: f64,
    /// Radius of the capsule plus that of the ball.
    pub reach: f64,
    /// Radians per second, counter-clockwise.
    pub spin: f64,
    /// Rebound speed over approach speed.
    pub restitution: f64,
}

/// Where a flight past a blade ends.
#[derive(Clone, Copy, Debug)]
pub struct Struck {
    /// Where the ball ends.
    pub place: DVec2,
    /// Its velocity there.
    pub velocity: DVec2,
    /// Number of hits.
    pub hits: usize,
    /// Smallest share of the normal speed in the speeds involved, of all hits: small if one grazed.
    pub flattest: f64,
}

impl Blade {
    /// Closest point of the core at an angle.
    fn nearest(&self, x: DVec2, angle: f64) -> DVec2 {
        let axis = direction(angle);
        axis * x.dot(axis).clamp(0.0, self.length)
    }

    /// Gap between the surfaces when the blade stands at `angle`.
    #[must_use]
    pub fn gap(&self, x: DVec2, angle: f64) -> f64 {
        x.distance(self.nearest(x, angle)) - self.reach
    }

    /// Normal of the blade towards a ball, and the speed at which they approach along it.
    fn approach(&self, x: DVec2, v: DVec2, time: f64) -> (DVec2, f64) {
        let core = self.nearest(x, self.spin * time);
        let normal = (x - core).normalize();
        (normal, (self.spin * core.perp() - v).dot(normal))
    }

    /// First touch from `time` on: steps no longer than the gap allows, then halves the interval. Steps of
    /// a ten-millionth of a second are the shortest, so that a touch can be reached.
    fn touch(&self, place: DVec2, v: DVec2, time: f64, until: f64) -> Option<f64> {
        let at = |t: f64| place + v * (t - time);
        let fastest = v.length() + self.spin.abs() * self.length;
        let mut early = time;
        while early < until {
            let gap = self.gap(at(early), self.spin * early);
            let late = (early + (gap / fastest).max(1e-7)).min(until);
            let inside = |t: f64| self.gap(at(t), self.spin * t) < 0.0;
            if inside(late) && self.approach(at(late), v, late).1 > 0.0 {
                if inside(early) {
                    return Some(early);
                }
                let (mut low, mut high) = (early, late);
                for _ in 0..60 {
                    let middle = 0.5 * (low + high);
                    if inside(middle) { high = middle } else { low = middle }
                }
                return Some(low);
            }
            early = late;
        }
        None
    }

    /// Lets the ball fly from time 0, when the blade lies along the x axis, until `until`.
    #[must_use]
    pub fn strike(&self, place: DVec2, velocity: DVec2, until: f64) -> Struck {
        let (mut time, mut flat) = (0.0, f64::INFINITY);
        let (mut x, mut v, mut hits) = (place, velocity, 0);
        while let Some(t) = self.touch(x, v, time, until) {
            x += v * (t - time);
            time = t;
            let (normal, approach) = self.approach(x, v, t);
            flat = flat.min(approach / (v.length() + self.spin.abs() * self.length));
            v += normal * ((1.0 + self.restitution) * approach);
            hits += 1;
            if hits > 1000 {
                break;
            }
        }
        Struck { place: x + v * (until - time), velocity: v, hits, flattest: flat }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ball_at_rest_leaves_at_twice_the_speed_of_the_blade() {
        let blade = Blade { length: 1.0, reach: 0.1, spin: 2.0, restitution: 1.0 };
        let x = DVec2::new(0.6, 0.3);
        // Touched when the distance from the axis is 0.1: sin(angle between) = 0.1 / |x|.
        let at = libm::atan2(0.3, 0.6) - libm::asin(0.1 / x.length());
        let struck = blade.strike(x, DVec2::ZERO, at / 2.0 + 1e-3);
        let along = (x.length_squared() - 0.01).sqrt();
        assert_eq!(struck.hits, 1, "{struck:?}");
        assert!((struck.velocity.length() - 4.0 * along).abs() < 1e-9, "{struck:?}");
    }

    #[test]
    fn a_ball_near_the_pivot_is_struck_again() {
        let blade = Blade { length: 1.0, reach: 0.01, spin: 1.0, restitution: 0.5 };
        let struck = blade.strike(DVec2::new(0.1, 0.02), DVec2::ZERO, 1.4);
        assert!(struck.hits >= 2, "{struck:?}");
        assert!(blade.gap(struck.place, 1.4) > 0.0, "{struck:?}");
    }
}
