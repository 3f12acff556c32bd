//! One frictionless ball among fixed obstacles, followed from bounce to bounce.

use carom::glam::DVec2;

/// A thin curve that the ball's surface may not cross.
#[derive(Clone, Copy, Debug)]
pub enum Obstacle {
    /// A segment.
    Segment(DVec2, DVec2),
    /// An arc about a centre: radius, start angle, counter-clockwise sweep.
    Arc(DVec2, f64, f64, f64),
}

/// Obstacles, and how far the ball's centre stays away from them.
#[derive(Clone, Debug)]
pub struct Billiard {
    /// The obstacles.
    pub obstacles: Vec<Obstacle>,
    /// Radius of the ball plus that of the obstacles.
    pub reach: f64,
    /// Rebound speed over approach speed.
    pub restitution: f64,
}

/// A flight and its bounces.
#[derive(Clone, Copy, Debug)]
pub struct Flight {
    /// Where it ends.
    pub place: DVec2,
    /// Velocity at the end.
    pub velocity: DVec2,
    /// Number of bounces.
    pub bounces: usize,
    /// Shortest time between two arrivals at unlike surfaces, also of arrivals that a bounce prevents.
    pub shortest: f64,
    /// Smallest share of the normal speed in the speed, of all bounces: small if one grazed.
    pub flattest: f64,
}

/// When a point at `d` from the centre, moving with `v`, comes within `radius` of it from outside.
fn enter(d: DVec2, v: DVec2, radius: f64) -> Option<f64> {
    let (a, b, c) = (v.length_squared(), d.dot(v), d.length_squared() - radius * radius);
    let disc = b * b - a * c;
    (b < 0.0 && disc > 0.0).then(|| c / (-b + disc.sqrt())).filter(|&t| t > -1e-9)
}

/// When it leaves the disc from inside.
fn leave(d: DVec2, v: DVec2, radius: f64) -> Option<f64> {
    let (a, b, c) = (v.length_squared(), d.dot(v), d.length_squared() - radius * radius);
    let disc = b * b - a * c;
    (disc > 0.0).then(|| (-b + disc.sqrt()) / a).filter(|&t| t > 0.0)
}

fn within(d: DVec2, start: f64, sweep: f64) -> bool {
    let turn = core::f64::consts::TAU;
    let angle = (libm::atan2(d.y, d.x) - start) / turn;
    (angle - angle.floor()) * turn <= sweep
}

impl Obstacle {
    fn ends(self) -> [DVec2; 2] {
        match self {
            Self::Segment(a, b) => [a, b],
            Self::Arc(center, radius, start, sweep) => {
                [start, start + sweep].map(|angle| center + radius * crate::dice::direction(angle))
            }
        }
    }

    /// Distance of a point from the curve.
    #[must_use]
    pub fn distance(self, x: DVec2) -> f64 {
        let far = self.ends().map(|end| x.distance(end)).into_iter().fold(f64::INFINITY, f64::min);
        match self {
            Self::Segment(a, b) => {
                let d = b - a;
                let s = ((x - a).dot(d) / d.length_squared()).clamp(0.0, 1.0);
                x.distance(a + d * s)
            }
            Self::Arc(center, radius, start, sweep) if within(x - center, start, sweep) => {
                (x.distance(center) - radius).abs()
            }
            Self::Arc(..) => far,
        }
    }

    /// First arrival and the outward normal there.
    fn arrival(self, x: DVec2, v: DVec2, reach: f64) -> Option<(f64, DVec2)> {
        let mut first: Option<(f64, DVec2)> = None;
        let mut take = |t: f64, normal: DVec2| {
            if first.is_none_or(|(earliest, _)| t < earliest) && normal.dot(v) < 0.0 {
                first = Some((t, normal));
            }
        };
        for end in self.ends() {
            if let Some(t) = enter(x - end, v, reach) {
                take(t, (x + v * t - end).normalize());
            }
        }
        match self {
            Self::Segment(a, b) => {
                let along = (b - a).normalize();
                let side = if (x - a).perp_dot(along) < 0.0 { along.perp() } else { -along.perp() };
                let (gap, speed) = ((x - a).dot(side) - reach, -v.dot(side));
                let t = gap / speed;
                let s = (x + v * t - a).dot(along);
                if speed > 0.0 && gap > -1e-9 * reach && s >= 0.0 && s <= a.distance(b) {
                    take(t, side);
                }
            }
            Self::Arc(center, radius, start, sweep) => {
                if let Some(t) = enter(x - center, v, radius + reach) {
                    let d = x + v * t - center;
                    if within(d, start, sweep) {
                        take(t, d.normalize());
                    }
                }
                if let Some(t) = leave(x - center, v, radius - reach) {
                    let d = x + v * t - center;
                    if within(d, start, sweep) {
                        take(t, -d.normalize());
                    }
                }
            }
        }
        first
    }
}

impl Billiard {
    /// Distance of the ball's surface from the nearest obstacle.
    #[must_use]
    pub fn gap(&self, x: DVec2) -> f64 {
        self.obstacles.iter().map(|o| o.distance(x)).fold(f64::INFINITY, f64::min) - self.reach
    }

    /// The arc along which a ball at `x` slides on with velocity `v` once its bounces have died away: centre,
    /// radius of the ball's path, and the angle that is left, with its sign.
    fn slide(&self, x: DVec2, v: DVec2) -> Option<(DVec2, f64, f64)> {
        self.obstacles.iter().find_map(|&obstacle| {
            let Obstacle::Arc(center, radius, start, sweep) = obstacle else {
                return None;
            };
            let (d, track) = (x - center, radius - self.reach);
            if (d.length() - track).abs() > 1e-6 * track || !within(d, start, sweep) {
                return None;
            }
            let turn = core::f64::consts::TAU;
            let along = (libm::atan2(d.y, d.x) - start).rem_euclid(turn);
            Some((center, track, if d.perp_dot(v) > 0.0 { sweep - along } else { -along }))
        })
    }

    /// Flies for `time` seconds, over at most 100 000 bounces.
    #[must_use]
    pub fn fly(&self, place: DVec2, velocity: DVec2, time: f64) -> Flight {
        let mut flight =
            Flight { place, velocity, bounces: 0, shortest: f64::INFINITY, flattest: f64::INFINITY };
        let mut left = time;
        while flight.bounces < 100_000 {
            let (x, v) = (flight.place, flight.velocity);
            let arrivals = || self.obstacles.iter().filter_map(|o| o.arrival(x, v, self.reach));
            let Some((t, normal)) = arrivals().min_by(|a, b| a.0.total_cmp(&b.0)).filter(|a| a.0 < left)
            else {
                break;
            };
            let unlike = arrivals().filter(|other| other.1.dot(normal) < 0.999_999);
            flight.shortest = unlike.fold(flight.shortest, |least, other| least.min(other.0 - t));
            if flight.bounces > 0 {
                flight.shortest = flight.shortest.min(t);
            }
            let speed = v.dot(normal);
            flight.flattest = flight.flattest.min(-speed / v.length());
            flight.place = x + v * t;
            flight.velocity = v - normal * ((1.0 + self.restitution) * speed);
            flight.bounces += 1;
            left -= t;
            // The bounces on the inside of an arc are without end, and their sum is a slide.
            if speed.abs() < 1e-6 * v.length()
                && self.restitution < 0.999
                && let Some((center, track, angle)) = self.slide(flight.place, flight.velocity)
            {
                let speed = flight.velocity.length();
                let turned = angle.signum() * angle.abs().min(speed * left / track);
                let out = crate::dice::direction(turned).rotate(flight.place - center).normalize();
                flight.place = center + out * track;
                flight.velocity = out.perp() * (speed * angle.signum());
                left -= turned.abs() * track / speed;
                if turned == angle {
                    // The end of the arc is passed along its tangent and does not count as in the way.
                    break;
                }
            }
        }
        flight.place += flight.velocity * left;
        flight
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_room_folds_the_path() {
        let corners = [DVec2::splat(-1.0), DVec2::new(1.0, -1.0), DVec2::ONE, DVec2::new(-1.0, 1.0)];
        let obstacles = (0..4).map(|i| Obstacle::Segment(corners[i], corners[(i + 1) % 4])).collect();
        let room = Billiard { obstacles, reach: 0.1, restitution: 1.0 };
        let flight = room.fly(DVec2::ZERO, DVec2::new(3.0, 1.0), 6.0);
        // Unfolded: 18 and 6 units in a room of half width 0.9.
        let fold = |s: f64| {
            let u = ((s + 0.9) / 3.6).fract() * 3.6;
            if u < 1.8 { u - 0.9 } else { 2.7 - u }
        };
        assert!(flight.place.distance(DVec2::new(fold(18.0), fold(6.0))) < 1e-12, "{flight:?}");
        assert_eq!(flight.bounces, 10 + 3);
    }

    #[test]
    fn inside_an_arc_the_angle_of_incidence_is_kept() {
        let room = Billiard {
            obstacles: vec![Obstacle::Arc(DVec2::ZERO, 1.1, 0.0, 7.0)],
            reach: 0.1,
            restitution: 1.0,
        };
        // A square inscribed in the unit circle.
        let flight = room.fly(DVec2::X, DVec2::new(-1.0, 1.0), 4.0);
        assert!(flight.place.distance(DVec2::X) < 1e-9, "{flight:?}");
        assert!((flight.flattest - 0.5_f64.sqrt()).abs() < 1e-12, "{flight:?}");
    }

    #[test]
    fn dying_bounces_slide_along_an_arc() {
        let arc = Obstacle::Arc(DVec2::ZERO, 1.1, -2.0, 4.0);
        let room = Billiard { obstacles: vec![arc], reach: 0.1, restitution: 0.3 };
        let flight = room.fly(DVec2::new(0.0, -0.5), DVec2::new(1.0, 0.2), 10.0);
        let along = crate::dice::direction(2.0).perp();
        assert!(flight.velocity.normalize().distance(along) < 1e-4, "{flight:?}");
    }

    #[test]
    fn the_outside_of_an_arc_and_its_ends_are_hit() {
        let arc = Obstacle::Arc(DVec2::ZERO, 1.0, 0.0, 1.0);
        let room = Billiard { obstacles: vec![arc], reach: 0.1, restitution: 0.5 };
        let flight = room.fly(3.0 * crate::dice::direction(0.5), -crate::dice::direction(0.5), 3.0);
        assert!((flight.place.length() - (1.1 + 0.5 * 1.1)).abs() < 1e-12, "{flight:?}");
        let flight = room.fly(DVec2::new(1.0, -2.0), DVec2::Y, 2.0);
        assert!((flight.velocity + 0.5 * DVec2::Y).length() < 1e-12, "the end at (1, 0): {flight:?}");
    }
}
