//! The path of a ball that slides or rolls along a round surface: a disc from outside, an arc from either side.
//!
//! The centre of the ball stays on a circle. Along it the ball is a pendulum: it is accelerated by the tangential
//! part of the pull, which changes along the path, and by its contacts. A step that uses the tangential part at its
//! start gains energy without end. Here it is integrated along the circle by a symmetric scheme of fourth order
//! (Yoshida, "Construction of higher order symplectic integrators", Physics Letters A 150, 1990), so that energy is
//! kept over any time. The ball flies the chord from start to end of the path, since all times of impact are found
//! for straight flights, and has its true velocity at both.
//!
//! The path ends where the surface ends, and where it no longer presses on the ball.

use glam::DVec2;

use crate::base::Curve;
use crate::bodies::BodyRow;
use crate::geometry::Collider;
use crate::geometry::constants::{
    ARC_END, CHORD_END_ROUNDS, LEAVING_HALVINGS, MAX_CHORD_TURN, MAX_SAGITTA, MAX_STAGE, MAX_STAGES,
    MIN_CHORD_TIME, NO_TURN,
};

/// The circle on which the centre of a ball moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Track {
    /// From the middle of the surface to the centre of the ball.
    arm: DVec2,
    /// 1 on the bulging side, -1 on the hollow one.
    side: f64,
    /// Velocity of the surface.
    surface: DVec2,
    /// How far the ball may turn to the left of the normal and to its right until the surface ends, radians.
    left: f64,
    right: f64,
    /// Longest turn on one chord.
    turn: f64,
}

/// The forces that move a ball along its track.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrackForces {
    /// Acceleration of the ball without its contacts, length units per second squared.
    pub(crate) pull: DVec2,
    /// Share of the pull along the tangent that accelerates the ball: all of it if it slides, less if it rolls.
    pub(crate) share: f64,
    /// Acceleration by contacts along the tangent, length units per second squared.
    pub(crate) drag: f64,
}

/// A ball at one time on its track.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Along {
    /// Speed to the left of the normal, against the surface.
    pub(crate) speed: f64,
    /// Speed along the normal, at which an overlap is parted.
    pub(crate) rising: f64,
}

/// A chord of a track.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chord {
    /// Velocity of the straight flight.
    pub(crate) velocity: DVec2,
    /// Seconds that it takes.
    pub(crate) time: f64,
    /// Speed to the left of the normal at its end.
    pub(crate) speed: f64,
}

impl Track {
    /// From the surface to the ball, unit.
    pub(crate) fn normal(&self) -> DVec2 {
        self.arm * (self.side / self.arm.length())
    }

    /// Speed of a ball along the track.
    pub(crate) fn along(&self, velocity: DVec2) -> Along {
        let (normal, relative) = (self.normal(), velocity - self.surface);
        Along { speed: relative.dot(normal.perp()), rising: relative.dot(normal) }
    }

    /// Velocity of a ball on the track.
    pub(crate) fn velocity(&self, along: Along) -> DVec2 {
        let normal = self.normal();
        self.surface + normal.perp() * along.speed + normal * along.rising
    }

    /// Speed along the normal by which the surface turns a ball aside that goes along it for `h` seconds.
    pub(crate) fn rise(&self, speed: f64, h: f64) -> f64 {
        -self.side * speed * speed * h / self.arm.length()
    }

    /// The speed at which a ball has to part from a hollow surface, so that its straight flight of `h` seconds at
    /// `speed` along it does not lead into it; 0 for a bulging one.
    pub(crate) fn parting(&self, speed: f64, h: f64) -> f64 {
        if self.is_hollow() { parting(speed, self.arm.length(), h) } else { 0.0 }
    }

    /// Whether the ball is in front of the hollow side.
    pub(crate) fn is_hollow(&self) -> bool {
        self.side < 0.0
    }

    /// Whether a turn that leads nowhere would come of these speeds in `h` seconds.
    pub(crate) fn is_still(&self, speeds: [f64; 2], h: f64) -> bool {
        speeds[0].abs().max(speeds[1].abs()) * h <= NO_TURN * self.arm.length()
    }

    /// Whether the ball is where the surface ends.
    pub(crate) fn is_at_edge(&self) -> bool {
        self.left == 0.0 || self.right == 0.0
    }

    /// Whether there is more of the surface the way that a ball goes at this speed for `time` seconds: enough for a
    /// chord.
    pub(crate) fn goes_on(&self, speed: f64, time: f64) -> bool {
        let way = (if speed > 0.0 { self.left } else { self.right }) * self.arm.length();
        way > MIN_CHORD_TIME * time * speed.abs()
    }

    /// How strongly the surface presses on a ball at a place of the track: its acceleration along the normal.
    fn press(&self, turned: f64, speed: f64, pull: DVec2) -> f64 {
        let (sin, cos) = libm::sincos(turned);
        let normal = DVec2::new(cos, sin).rotate(self.normal());
        -self.side * speed * speed / self.arm.length() - pull.dot(normal)
    }

    /// Whether the surface presses on a ball that goes at this speed.
    pub(crate) fn presses(&self, speed: f64, pull: DVec2) -> bool {
        self.press(0.0, speed, pull) > 0.0
    }

    /// How far a ball turns about the middle of the surface in `h` seconds, and its speed then.
    fn integrate(&self, speed: f64, forces: &TrackForces, h: f64) -> (f64, f64) {
        // 1 / (2 - cbrt 2), and 1 less twice that.
        const OUTER: f64 = 1.351_207_191_959_657_8;
        const INNER: f64 = -1.702_414_383_919_315_3;
        let rho = self.arm.length();
        let tangent = self.normal().perp();
        let (ahead, aside) =
            (forces.share * forces.pull.dot(tangent), forces.share * forces.pull.dot(tangent.perp()));
        let rate = self.side / rho;
        let pace = libm::sqrt(forces.share * forces.pull.length() / rho);
        let stages = libm::ceil(h * pace / MAX_STAGE).clamp(1.0, MAX_STAGES);
        let stage = h / stages;
        let (mut turned, mut speed) = (0.0, speed);
        for _ in 0..stages as u32 {
            for part in [OUTER, INNER, OUTER] {
                turned += 0.5 * part * stage * rate * speed;
                let (sin, cos) = libm::sincos(turned);
                speed += part * stage * (ahead * cos + aside * sin + forces.drag);
                turned += 0.5 * part * stage * rate * speed;
            }
        }
        (turned, speed)
    }

    /// The chord of a ball that is pressed on the surface, for `h` seconds at most; `None` if it leaves the surface
    /// at once.
    pub(crate) fn chord(&self, along: Along, forces: &TrackForces, h: f64) -> Option<Chord> {
        if !(h > 0.0) || !self.presses(along.speed, forces.pull) {
            return None;
        }
        let rho = self.arm.length();
        let mut time = h;
        let mut end = self.integrate(along.speed, forces, h);
        // To the left of the normal is counter-clockwise on the bulging side only.
        let leftwards = end.0 * self.side > 0.0;
        let longest = self.turn.min(if leftwards { self.left } else { self.right });
        if end.0.abs() > longest {
            time *= longest / end.0.abs();
            for _ in 0..CHORD_END_ROUNDS {
                end = self.integrate(along.speed, forces, time);
                if end.1 != 0.0 {
                    time = (time + (longest - end.0.abs()) * rho / end.1.abs()).clamp(0.0, h);
                }
            }
            end = (longest.copysign(end.0), self.integrate(along.speed, forces, time).1);
        }
        let leaves = |(turned, speed)| self.press(turned, speed, forces.pull) < 0.0;
        if leaves(end) {
            let (mut presses, mut parts) = (0.0, time);
            for _ in 0..LEAVING_HALVINGS {
                let middle = 0.5 * (presses + parts);
                if leaves(self.integrate(along.speed, forces, middle)) {
                    parts = middle;
                } else {
                    presses = middle;
                }
            }
            time = parts;
            end = self.integrate(along.speed, forces, time);
        }
        if time <= MIN_CHORD_TIME * h {
            return None;
        }
        let (sin, cos) = libm::sincos(end.0);
        let grows = 1.0 + self.side * along.rising * time / rho;
        let way = DVec2::new(cos, sin).rotate(self.arm) * grows - self.arm;
        Some(Chord { velocity: self.surface + way / time, time, speed: end.1 })
    }
}

/// Half of the way by which a path of `h` seconds at `speed` along a circle of radius `rho` bends, as a speed. A
/// chord turns by no more than [`MAX_CHORD_TURN`]: a ball that hardly fits into a hollow would else have to part
/// without bound.
fn parting(speed: f64, rho: f64, h: f64) -> f64 {
    let speed = speed.abs();
    0.5 * speed * (speed * h / rho).min(MAX_CHORD_TURN)
}

impl Collider {
    /// Least speed at which a ball must part from the hollow face of an arc, so that its straight flight does not
    /// lead into it. The ball at `at` moves at `velocity` for `h` seconds. It is 0 for other curves. The body may
    /// turn, and the ball need not fit.
    pub(crate) fn least_parting(&self, body: &BodyRow, at: DVec2, velocity: DVec2, time: f64, h: f64) -> f64 {
        let Curve::Arc(arc) = &self.curve else { return 0.0 };
        let frame = body.frame_at(time);
        let place = frame.to_local(at);
        let arm = place - arc.center;
        let rho = arm.length();
        let is_hollow = rho > 0.0 && rho < arc.radius;
        let relative = frame.direction_to_local(velocity - body.velocity_at(at, time));
        // At the very edge the end answers, but a ball that moves onto the face lies over it soon.
        let is_over = |is_end: bool| !is_end || arc.goes_over_end(arm, relative, ARC_END * rho);
        if !is_hollow || !self.nearest(place).is_some_and(|near| is_over(near.is_end)) {
            return 0.0;
        }
        parting(relative.perp_dot(arm) / rho, rho, h)
    }

    /// The track of a ball of radius `ball` that touches this collider at `at`, at a time; `None` if the collider is
    /// not round, or its body turns or gains speed. The ends of an arc are left aside: a chord may end on the very
    /// edge.
    pub(crate) fn track(&self, body: &BodyRow, at: DVec2, ball: f64, time: f64) -> Option<Track> {
        let center = match &self.curve {
            Curve::Point(center) => *center,
            Curve::Arc(arc) => arc.center,
            _ => return None,
        };
        if body.is_turning() || body.is_accelerating() {
            return None;
        }
        let frame = body.frame_at(time);
        let local = frame.to_local(at) - center;
        let rho = local.length();
        if rho <= 0.0 {
            return None;
        }
        let surface = if body.is_mover() { body.velocity_at(at, time) } else { DVec2::ZERO };
        let turn = libm::sqrt(8.0 * MAX_SAGITTA * ball / rho).min(MAX_CHORD_TURN);
        let (arm, free) = (frame.direction_to_world(local), f64::INFINITY);
        let track = Track { arm, side: 1.0, surface, left: free, right: free, turn };
        let Curve::Arc(arc) = &self.curve else { return Some(track) };
        // More than half a turn is left where the angle comes out negative, unless by rounding.
        let until = |left: f64| if left > -ARC_END { left.max(0.0) } else { free };
        let (counter, clock) = if arc.is_full() {
            (free, free)
        } else {
            (
                until(libm::atan2(local.perp_dot(arc.end), local.dot(arc.end))),
                until(libm::atan2(-local.perp_dot(arc.start), local.dot(arc.start))),
            )
        };
        if rho >= arc.radius {
            return Some(Track { left: counter, right: clock, ..track });
        }
        let fits = arc.radius - self.radius - ball > 0.0;
        fits.then_some(Track { side: -1.0, left: clock, right: counter, turn: MAX_CHORD_TURN, ..track })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bowl(angle: f64, rho: f64) -> Track {
        let arm = DVec2::new(libm::sin(angle), -libm::cos(angle)) * rho;
        let free = f64::INFINITY;
        Track { arm, side: -1.0, surface: DVec2::ZERO, left: free, right: free, turn: MAX_CHORD_TURN }
    }

    /// A scheme with the acceleration at the start of each chord gained energy by a factor of twelve in two
    /// minutes.
    #[test]
    fn a_pendulum_keeps_its_energy_for_an_hour() {
        let (g, rho, h) = (9.81, 1.9, 1.0 / 120.0);
        let forces = TrackForces { pull: DVec2::new(0.0, -g), share: 1.0, drag: 0.0 };
        let (mut angle, mut speed) = (1.2_f64, 0.0);
        let energy = |angle: f64, speed: f64| 0.5 * speed * speed + g * rho * (1.0 - libm::cos(angle));
        let first = energy(angle, speed);
        let mut worst = 0.0_f64;
        for _ in 0..432_000 {
            let track = bowl(angle, rho);
            let (turned, next) = track.integrate(speed, &forces, h);
            (angle, speed) = (angle + turned, next);
            worst = worst.max((energy(angle, speed) / first - 1.0).abs());
        }
        assert!(worst < 1e-6, "{worst}");
    }

    #[test]
    fn a_path_ends_where_the_surface_no_longer_presses() {
        // Down a hill from rest at its top: it leaves where the cosine is two thirds.
        let (g, rho) = (9.81, 2.0);
        let forces = TrackForces { pull: DVec2::new(0.0, -g), share: 1.0, drag: 0.0 };
        let free = f64::INFINITY;
        let mut arm = DVec2::new(rho * libm::sin(0.01), rho * libm::cos(0.01));
        let mut along = Along { speed: -libm::sqrt(2.0 * g * rho * (1.0 - libm::cos(0.01))), rising: 0.0 };
        let left = loop {
            let track =
                Track { arm, side: 1.0, surface: DVec2::ZERO, left: free, right: free, turn: MAX_CHORD_TURN };
            match track.chord(along, &forces, 1.0 / 60.0) {
                Some(chord) => {
                    arm += chord.velocity * chord.time;
                    along.speed = chord.speed;
                }
                None => break arm.y / arm.length(),
            }
        };
        assert!((left - 2.0 / 3.0).abs() < 1e-6, "{left}");
    }
}
