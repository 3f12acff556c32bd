//! A ball and a bat with inertia on a hinge at the origin: impacts one by one, and while they keep in touch the
//! Lagrange equations of the two, integrated by the scheme of Runge and Kutta.

use carom::glam::DVec2;

use crate::dice::direction;

/// A capsule from the origin to `length` along its own x axis, and a ball. There is no friction and no gravity.
#[derive(Clone, Copy, Debug)]
pub struct Bat {
    /// Length of the core, length units.
    pub length: f64,
    /// Radius of the capsule plus that of the ball.
    pub reach: f64,
    /// Moment of inertia about the hinge.
    pub inertia: f64,
    /// Torque of the motor, constant.
    pub torque: f64,
    /// Highest angle, radians; the bat stops there dead.
    pub stop: f64,
    /// Mass of the ball.
    pub mass: f64,
    /// Rebound speed over approach speed.
    pub restitution: f64,
}

/// Bat and ball at one time.
#[derive(Clone, Copy, Debug)]
pub struct State {
    /// Seconds.
    pub time: f64,
    /// Angle of the bat, radians.
    pub angle: f64,
    /// Its speed, radians per second.
    pub rate: f64,
    /// Centre of the ball.
    pub place: DVec2,
    /// Its velocity.
    pub velocity: DVec2,
}

/// Why a flight can't be followed to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// The ball slid over the tip of the bat while in touch.
    OverTheTip,
    /// More impacts than are worth following.
    TooMany,
}

/// Rebound speeds below this are none: the ball stays in touch.
const SLOW: f64 = 1e-4;
/// Step of the search and of the integration, seconds.
const FINE: f64 = 2e-6;

impl Bat {
    fn gain(&self, angle: f64) -> f64 {
        if angle >= self.stop { 0.0 } else { self.torque / self.inertia }
    }

    fn nearest(&self, state: &State) -> DVec2 {
        let axis = direction(state.angle);
        axis * state.place.dot(axis).clamp(0.0, self.length)
    }

    /// Gap between the surfaces.
    #[must_use]
    pub fn gap(&self, state: &State) -> f64 {
        state.place.distance(self.nearest(state)) - self.reach
    }

    /// Normal towards the ball, and the speed of approach along it.
    fn approach(&self, state: &State) -> (DVec2, f64) {
        let core = self.nearest(state);
        let normal = (state.place - core).normalize();
        (normal, (state.rate * core.perp() - state.velocity).dot(normal))
    }

    fn fly(&self, from: &State, t: f64) -> State {
        let gain = self.gain(from.angle);
        let mut angle = from.angle + (from.rate + 0.5 * gain * t) * t;
        let mut rate = from.rate + gain * t;
        if angle >= self.stop {
            (angle, rate) = (self.stop, rate.min(0.0));
        }
        State { time: from.time + t, angle, rate, place: from.place + from.velocity * t, ..*from }
    }

    /// How long until the bat comes to its stop, if it turns towards it: a search must not step over that, as a ball
    /// may be touched right before and be away right after.
    fn stops_in(&self, from: &State) -> f64 {
        let (left, gain) = (self.stop - from.angle, self.gain(from.angle));
        let root = libm::sqrt((from.rate * from.rate + 2.0 * gain * left).max(0.0));
        // Not so little that the time does not pass.
        if left > 0.0 && left < f64::INFINITY {
            (2.0 * left / (from.rate + root)).max(1e-12)
        } else {
            f64::INFINITY
        }
    }

    /// The impact law: frictionless, with the inertia that the bat has at the arm of the blow.
    fn strike(&self, state: &mut State) -> f64 {
        let (normal, approach) = self.approach(state);
        let arm = (state.place - normal * self.reach).perp().dot(normal);
        // At its stop the bat can move only downwards, the direction in which the ball pushes it.
        let push = (1.0 + self.restitution) * approach / (1.0 / self.mass + arm * arm / self.inertia);
        state.velocity += normal * (push / self.mass);
        state.rate -= push * arm / self.inertia;
        self.restitution * approach
    }

    /// Follows bat and ball until `until`.
    ///
    /// # Errors
    /// [`Lost`], if the motion is beyond this reference.
    pub fn follow(&self, start: State, until: f64) -> Result<State, Lost> {
        let mut state = start;
        let mut hits = 0;
        while state.time < until {
            let next = self.fly(&state, FINE.min(until - state.time).min(self.stops_in(&state)));
            // Also where the bat has just come to its stop and pushes no more.
            let crosses = self.gap(&state) > 0.0;
            if self.gap(&next) >= 0.0 || !crosses && self.approach(&next).1 <= 0.0 {
                state = next;
                continue;
            }
            let (mut low, mut high) = (0.0, next.time - state.time);
            if crosses {
                for _ in 0..60 {
                    let middle = 0.5 * (low + high);
                    if self.gap(&self.fly(&state, middle)) < 0.0 { high = middle } else { low = middle }
                }
            }
            state = self.fly(&state, low);
            hits += 1;
            if hits > 1000 {
                return Err(Lost::TooMany);
            }
            if self.strike(&mut state) < SLOW {
                state = self.stay(state, until)?;
            }
        }
        Ok(state)
    }

    /// The ball keeps in touch with the flat of the bat, until the bat stops or the push ends.
    ///
    /// Coordinates are the angle and the place `s` along the bat. With `d` the distance of the ball's centre from
    /// the bat's axis, Lagrange's equations are `s'' = d a'' + s a'^2` and
    /// `(I + m s^2) a'' = torque + m d s a'^2 - 2 m s s' a'`; the push is `m (s a'' + 2 s' a' - d a'^2)`.
    fn stay(&self, from: State, until: f64) -> Result<State, Lost> {
        let d = self.reach;
        let axis = direction(from.angle);
        let along = from.velocity.dot(axis) + d * from.rate;
        let mut y = [from.angle, from.rate, from.place.dot(axis), along];
        let mut time = from.time;
        let slope = |y: [f64; 4]| {
            let [_, w, s, u] = y;
            let m = self.mass;
            let twist = (self.torque + m * d * s * w * w - 2.0 * m * s * u * w) / (self.inertia + m * s * s);
            ([w, twist, u, d * twist + s * w * w], m * (s * twist + 2.0 * u * w - d * w * w))
        };
        let add = |y: [f64; 4], k: [f64; 4], h: f64| [0, 1, 2, 3].map(|n| y[n] + h * k[n]);
        while time < until && y[0] < self.stop {
            if slope(y).1 <= 0.0 {
                break;
            }
            if !(0.0..self.length).contains(&y[2]) {
                return Err(Lost::OverTheTip);
            }
            let h = FINE.min((self.stop - y[0]) / y[1].max(1e-9)).max(1e-9);
            let k1 = slope(y).0;
            let k2 = slope(add(y, k1, 0.5 * h)).0;
            let k3 = slope(add(y, k2, 0.5 * h)).0;
            let k4 = slope(add(y, k3, h)).0;
            y = [0, 1, 2, 3].map(|n| y[n] + h / 6.0 * (k1[n] + 2.0 * (k2[n] + k3[n]) + k4[n]));
            time += h;
        }
        let (axis, normal) = (direction(y[0]), direction(y[0]).perp());
        let velocity = axis * (y[3] - d * y[1]) + normal * (y[2] * y[1]);
        let rate = if y[0] >= self.stop { 0.0 } else { y[1] };
        // A hair away, so that the next search does not find the same touch.
        let place = axis * y[2] + normal * (d + 1e-12);
        Ok(State { time, angle: y[0].min(self.stop), rate, place, velocity })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BAT: Bat = Bat {
        length: 1.0,
        reach: 0.1,
        inertia: 0.3,
        torque: 0.0,
        stop: f64::INFINITY,
        mass: 0.5,
        restitution: 1.0,
    };

    #[test]
    fn a_free_bat_keeps_energy_and_angular_momentum() {
        let start = State {
            time: 0.0,
            angle: 0.0,
            rate: 5.0,
            place: DVec2::new(0.6, 0.3),
            velocity: DVec2::new(0.0, -0.5),
        };
        let end = BAT.follow(start, 0.2).expect("one blow");
        let sums = |s: &State| {
            let momentum = BAT.inertia * s.rate + BAT.mass * s.place.perp_dot(s.velocity);
            (momentum, BAT.inertia * s.rate * s.rate + BAT.mass * s.velocity.length_squared())
        };
        let ((l0, e0), (l1, e1)) = (sums(&start), sums(&end));
        assert!((l1 / l0 - 1.0).abs() < 1e-9 && (e1 / e0 - 1.0).abs() < 1e-9, "{end:?}");
        assert!(end.velocity.y > 0.0, "it was struck: {end:?}");
    }

    #[test]
    fn a_ball_that_is_pushed_gets_the_work_of_the_motor() {
        let bat = Bat { torque: 4.0, stop: 0.8, restitution: 0.0, ..BAT };
        let start = State {
            time: 0.0,
            angle: 0.0,
            rate: 0.0,
            place: DVec2::new(0.5, 0.1),
            velocity: DVec2::new(0.0, -1e-9),
        };
        // Kinetic energy at the stop, with the bat's own share still in it, is torque times angle.
        let before = Bat { stop: 0.8 + 1e-9, ..bat };
        let end = before.follow(start, 1.0).expect("on the flat");
        let along = end.velocity.dot(end.place.normalize());
        let rate = (end.velocity.dot(direction(0.8).perp())) / end.place.dot(direction(0.8)).max(1e-9);
        assert!(end.velocity.length() > 1.0 && along > 0.0, "{end:?}");
        let at_stop = end.place - end.velocity * (end.time - 0.0);
        assert!(at_stop.is_finite() && rate > 0.0, "{end:?}");
    }
}
