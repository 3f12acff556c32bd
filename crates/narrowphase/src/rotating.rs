//! First touch of a moving ball with a shape that translates and rotates: bounded root finding.
//!
//! In the frame that moves with the shape, the ball's centre runs on a curve whose acceleration (Coriolis
//! and centrifugal) is at most `A`. Along a straight line the gap to a convex core is a convex function, so
//! over a time `s` from now it stays above `gap + rate s - A s^2 / 2`. The positive root of that parabola is
//! a step that cannot pass a touch, at whatever angular speed, and near a touch it is Newton's step less a
//! term of second order. The hollow side of an arc uses the same bound on `room^2 - distance^2`.
//!
//! This is conservative advancement (Brian Mirtich, Impulse-based Dynamic Simulation of Rigid Body Systems,
//! 1996, 2.3) with the bound carried to second order.

use super::arc::Arc;
use super::capsule::Capsule;
use super::circle::Circle;
use super::contact::Contact;
use super::half_plane::HalfPlane;
use super::impact::Impact;
use super::pose::{Motion, Pose};
use super::real::{Real, Vec2, sqrt};
use super::roots::both_roots;
use super::segment::Segment;
use super::side::Face;
use super::status::SweepStatus;

/// The most steps that one search takes. Slow turns need about 5, a fast spinner that the ball nearly grazes
/// on every turn a few per turn.
pub const MAX_STEPS: u32 = 256;

/// The result of a sweep against a rotating shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RotatingSweep {
    /// How the search ended.
    pub status: SweepStatus,
    /// Time up to which the motion is safe, in [0, 1]: that of the touch if there is one, never later.
    pub time: Real,
    /// Where and in which direction at that time, in the outer frame; `None` if separated.
    ///
    /// For the status `Limit` it is the closest approach at `time` and no touch.
    pub impact: Option<Impact>,
}

impl RotatingSweep {
    const SEPARATED: Self = Self { status: SweepStatus::Separated, time: 1.0, impact: None };
}

/// Bounds on the ball's way in the frame of the shape, over the whole motion.
struct Bounds {
    speed: Real,
    acceleration: Real,
    /// Gap below which the surfaces count as touching: 1e-5 of the ball's radius, and the rounding.
    slack: Real,
}

impl Bounds {
    /// The longest time over which a quantity that changes by `rate` now, and whose second derivative is
    /// at least `-bend`, cannot fall from `value` to zero; within the slack or below, by another slack.
    fn safe_time(value: Real, rate: Real, bend: Real, slack: Real) -> Real {
        let fall = if value > slack { value } else { slack };
        let root = sqrt(rate * rate + 2.0 * bend * fall);
        if rate < 0.0 {
            2.0 * fall / (root - rate)
        } else if bend > 0.0 {
            (rate + root) / bend
        } else {
            Real::INFINITY
        }
    }
}

/// The gap of a ball position in the frame of the shape, and a time that is safe from there.
struct Probe {
    contact: Contact,
    /// `false` while the ball is on the open side of a one-sided shape.
    solid: bool,
    safe_time: Real,
}

/// The search. `extent` is the largest distance of the shape's surface from the pivot; `probe` gets the
/// ball relative to the pivot, its velocity and the bounds, all in the frame of the shape.
fn advance(
    motion: &Motion,
    extent: Real,
    ball: &Circle,
    ball_motion: Vec2,
    probe: impl Fn(&Circle, Vec2, &Bounds) -> Probe,
) -> RotatingSweep {
    let start = ball.center - motion.pivot;
    let relative = ball_motion - motion.translation;
    let farthest = sqrt(start.length_squared().max((start + relative).length_squared()));
    // Only within this distance of the pivot can there be a touch; 1 % covers all rounding.
    let near = 1.01 * (extent + ball.radius);
    let (mut time, mut end) = (0.0, 1.0);
    if near < farthest {
        match both_roots(start, relative, near) {
            Some((enter, exit)) => (time, end) = (enter.max(0.0), exit.min(1.0)),
            None if sqrt(start.length_squared()) > near => return RotatingSweep::SEPARATED,
            None => {}
        }
    }
    let orbit = near.min(farthest);
    let spin = motion.rotation.abs();
    let speed = sqrt(relative.length_squared()) + spin * orbit;
    let bounds = Bounds {
        speed,
        acceleration: spin * (2.0 * sqrt(relative.length_squared()) + spin * orbit),
        slack: 1e-5 * ball.radius + 8.0 * Real::EPSILON * (orbit + spin * orbit + ball.radius),
    };
    let at = |time: Real| {
        let pose = motion.pose_at(time);
        let q = pose.inverse_direction(start + relative * time);
        (pose, q, pose.inverse_direction(relative) - q.perp() * motion.rotation)
    };
    let result = |status, time: Real, pose: &Pose, contact: &Contact, overlapped| RotatingSweep {
        status,
        time,
        impact: Some(Impact {
            time,
            point: pose.point(contact.point),
            normal: pose.direction(contact.normal),
            overlapped,
        }),
    };
    let mut overlapped = false;
    for _ in 0..MAX_STEPS {
        if time > end || time.is_nan() {
            return RotatingSweep::SEPARATED;
        }
        let (pose, q, velocity) = at(time);
        let Probe { contact, solid, safe_time } =
            probe(&Circle { center: q, radius: ball.radius }, velocity, &bounds);
        let rate = contact.normal.dot(velocity);
        overlapped |= time == 0.0 && solid && contact.separation < 0.0;
        let next = time + safe_time;
        if solid && rate < 0.0 && (contact.separation <= bounds.slack || next <= time) {
            let now = time == 0.0 && overlapped;
            let status = if now { SweepStatus::Overlapped } else { SweepStatus::Hit };
            return result(status, time, &pose, &contact, overlapped);
        }
        // Where a step is lost in rounding, the next number is the best there is.
        time = if next > time { next } else { time + time.max(Real::MIN_POSITIVE) * Real::EPSILON };
    }
    if time > end || time.is_nan() {
        return RotatingSweep::SEPARATED;
    }
    let (pose, q, velocity) = at(time);
    let contact = probe(&Circle { center: q, radius: ball.radius }, velocity, &bounds).contact;
    result(SweepStatus::Limit, time, &pose, &contact, overlapped)
}

/// The probe of a shape whose core is convex.
fn convex(contact: Contact, velocity: Vec2, bounds: &Bounds) -> Probe {
    let rate = contact.normal.dot(velocity);
    let safe_time = Bounds::safe_time(contact.separation, rate, bounds.acceleration, bounds.slack);
    Probe { contact, solid: true, safe_time }
}

impl Circle {
    /// First touch of a ball that moves by `ball_motion` with this disc, carried along by `motion`.
    ///
    /// The disc is given as it lies at time 0. See [`Capsule::sweep_rotating`].
    #[must_use]
    pub fn sweep_rotating(&self, motion: &Motion, ball: &Self, ball_motion: Vec2) -> RotatingSweep {
        Capsule { a: self.center, b: self.center, radius: self.radius }.sweep_rotating(
            motion,
            ball,
            ball_motion,
        )
    }
}

impl Segment {
    /// First touch of a ball that moves by `ball_motion` with this segment, carried along by `motion`.
    ///
    /// The segment is given as it lies at time 0. See [`Capsule::sweep_rotating`].
    #[must_use]
    pub fn sweep_rotating(&self, motion: &Motion, ball: &Circle, ball_motion: Vec2) -> RotatingSweep {
        self.inflated(0.0).sweep_rotating(motion, ball, ball_motion)
    }
}

impl Capsule {
    /// First touch of a ball that moves by `ball_motion` with this capsule, carried along by `motion`.
    ///
    /// The capsule is given as it lies at time 0. The time is never later than the touch, and the gap at
    /// it is at most 1e-5 of the ball's radius plus the rounding of the positions, which grows with the
    /// angle turned. An overlapped start follows the rule of [`Impact`]; one that separates may still
    /// be hit later, when the shape comes round.
    ///
    /// ```
    /// use carom_narrowphase::{Capsule, Circle, Motion, SweepStatus, Vec2};
    /// let flipper = Capsule::new(Vec2::ZERO, Vec2::new(4.0, 0.0), 0.5).unwrap();
    /// let ball = Circle { center: Vec2::new(0.0, 3.0), radius: 0.5 };
    /// let quarter = Motion::turn(Vec2::ZERO, std::f32::consts::FRAC_PI_2);
    /// let sweep = flipper.sweep_rotating(&quarter, &ball, Vec2::ZERO);
    /// assert_eq!(sweep.status, SweepStatus::Hit);
    /// // The surfaces touch when the core is asin(1/3) short of upright.
    /// assert!((sweep.time - 0.7837).abs() < 1e-4);
    /// ```
    #[must_use]
    pub fn sweep_rotating(&self, motion: &Motion, ball: &Circle, ball_motion: Vec2) -> RotatingSweep {
        let local = self.transformed(&Pose::shift(-motion.pivot));
        let extent = sqrt(local.a.length_squared().max(local.b.length_squared())) + self.radius;
        advance(motion, extent, ball, ball_motion, |ball, velocity, bounds| {
            convex(local.contact(ball), velocity, bounds)
        })
    }
}

impl HalfPlane {
    /// First touch of a ball that moves by `ball_motion` with this half-space, carried along by `motion`.
    ///
    /// The half-space is given as it lies at time 0. See [`Capsule::sweep_rotating`].
    #[must_use]
    pub fn sweep_rotating(&self, motion: &Motion, ball: &Circle, ball_motion: Vec2) -> RotatingSweep {
        let local = self.transformed(&Pose::shift(-motion.pivot));
        advance(motion, Real::INFINITY, ball, ball_motion, |ball, velocity, bounds| {
            convex(local.contact(ball), velocity, bounds)
        })
    }
}

impl Arc {
    /// First touch of a ball that moves by `ball_motion` with this arc, carried along by `motion`.
    ///
    /// The arc is given as it lies at time 0; its face and its ends are solid as `face` says. See
    /// [`Capsule::sweep_rotating`].
    #[must_use]
    pub fn sweep_rotating(&self, motion: &Motion, ball: &Circle, ball_motion: Vec2) -> RotatingSweep {
        let local = self.transformed(&Pose::shift(-motion.pivot));
        let extent = sqrt(local.center.length_squared()) + local.radius + local.half_thickness;
        advance(motion, extent, ball, ball_motion, |ball, velocity, bounds| {
            local.probe(ball, velocity, bounds)
        })
    }

    fn probe(&self, ball: &Circle, velocity: Vec2, bounds: &Bounds) -> Probe {
        let any_side = self.contact_any_side(ball);
        let solid = self.face == Face::Both || self.contact(ball).is_some();
        let reach = self.half_thickness + ball.radius;
        // A touch on the solid side of a ball that is on the other one, or stuck in the arc, needs a way
        // of the order of the reach; a quarter of it cannot contain one.
        let gap = any_side.separation;
        let lipschitz = if solid || gap > bounds.slack { gap } else { 0.25 * reach } / bounds.speed;
        // Whoever wants to get at the other side of the face must first come to this ring, so that the
        // whole circle stands for the face; where the ring is open or far beyond it, the distance
        // itself still bounds the time.
        let d = ball.center - self.center;
        let distance = sqrt(d.length_squared());
        let room = (self.radius - reach).max(0.0);
        let circle = if distance <= self.radius {
            let value = (room - distance) * (room + distance);
            let bend = 2.0 * (bounds.speed * bounds.speed + self.radius * bounds.acceleration);
            Bounds::safe_time(value, -2.0 * d.dot(velocity), bend, bounds.slack * self.radius)
        } else {
            let value = distance - self.radius - reach;
            Bounds::safe_time(value, d.dot(velocity) / distance, bounds.acceleration, bounds.slack)
        };
        let (a, b) = self.ends();
        let end = |core: Vec2| {
            let contact = Circle { center: core, radius: self.half_thickness }.contact(ball);
            convex(contact, velocity, bounds).safe_time
        };
        let parts = if self.is_full() { circle } else { circle.min(end(a)).min(end(b)) };
        Probe { contact: any_side, solid, safe_time: parts.max(lipschitz) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::real::TAU;
    use super::*;

    const PI: Real = 0.5 * TAU;
    const BAT: Capsule = Capsule { a: Vec2::ZERO, b: Vec2::new(4.0, 0.0), radius: 0.5 };

    fn ball(x: Real, y: Real, radius: Real) -> Circle {
        Circle { center: Vec2::new(x, y), radius }
    }

    #[test]
    fn without_rotation_it_is_the_straight_sweep() {
        let motion = Motion { pivot: Vec2::new(9.0, -3.0), translation: Vec2::new(0.0, 2.0), rotation: 0.0 };
        let (b, u) = (ball(2.0, 5.5, 1.0), Vec2::new(1.0, -6.0));
        let straight = BAT.sweep(&b, u - motion.translation).unwrap();
        let found = BAT.sweep_rotating(&motion, &b, u);
        assert_eq!(found.status, SweepStatus::Hit);
        assert!((found.time - straight.time).abs() < 1e-5, "{found:?} {straight:?}");
    }

    #[test]
    fn a_turning_bat_meets_a_ball_at_rest() {
        // Core at angle x is at distance 3 cos x from the ball above the pivot; touch at x = acos(1/3).
        for turns in [0.5, 1.0, 3.0, 40.0] {
            let found =
                BAT.sweep_rotating(&Motion::turn(Vec2::ZERO, TAU * turns), &ball(0.0, 3.0, 0.5), Vec2::ZERO);
            let expected = 1.230_959_4 / (TAU * turns);
            assert_eq!(found.status, SweepStatus::Hit, "{turns} turns");
            assert!(
                (found.time - expected).abs() < 1e-4 * expected,
                "{turns} turns: {found:?}, not {expected}"
            );
            let impact = found.impact.unwrap();
            assert!(impact.normal.x < -0.3 && (impact.normal.length() - 1.0).abs() < 1e-5, "{impact:?}");
        }
    }

    #[test]
    fn a_fast_spinner_does_not_jump_over_a_passing_ball() {
        for rotation in [100.0, -1000.0] {
            let found = BAT.sweep_rotating(
                &Motion::turn(Vec2::ZERO, rotation),
                &ball(-20.0, 3.0, 0.25),
                Vec2::new(40.0, 0.0),
            );
            assert_eq!(found.status, SweepStatus::Hit, "at {rotation} rad");
            // The bat's tip reaches to x = -3.7 there; one turn later at most it has met the ball.
            let x = -20.0 + 40.0 * found.time;
            let latest = -3.6 + 40.0 * TAU / Real::abs(rotation);
            assert!(x < latest, "at {rotation} rad it was met at {x} only");
        }
    }

    #[test]
    fn overlap_follows_the_rule() {
        let turn = Motion::turn(Vec2::ZERO, 0.5);
        let pressed = BAT.sweep_rotating(&turn, &ball(3.0, 0.8, 0.5), Vec2::ZERO);
        assert_eq!((pressed.status, pressed.time), (SweepStatus::Overlapped, 0.0));
        let fleeing = BAT.sweep_rotating(&turn, &ball(3.0, -0.8, 0.5), Vec2::ZERO);
        assert_eq!(fleeing, RotatingSweep::SEPARATED);
        let caught = BAT.sweep_rotating(&Motion::turn(Vec2::ZERO, TAU), &ball(3.0, -0.8, 0.5), Vec2::ZERO);
        assert!(caught.status == SweepStatus::Hit && caught.impact.unwrap().overlapped, "{caught:?}");
    }

    #[test]
    fn a_bowl_scoops_and_its_ends_strike() {
        let bowl = Arc::new(Vec2::new(4.0, 0.0), 2.0, PI, PI).unwrap();
        // Lifted straight up, as a limit of the rotating case.
        let lift = Motion { pivot: Vec2::ZERO, translation: Vec2::new(0.0, 4.0), rotation: 0.0 };
        let scooped = bowl.sweep_rotating(&lift, &ball(4.0, 1.5, 0.5), Vec2::ZERO);
        assert!(scooped.status == SweepStatus::Hit && (scooped.time - 0.75).abs() < 1e-4, "{scooped:?}");
        let struck = bowl.sweep_rotating(&lift, &ball(6.0, 2.5, 0.5), Vec2::ZERO);
        assert!(struck.status == SweepStatus::Hit && (struck.time - 0.5).abs() < 1e-4, "{struck:?}");
        let passed = bowl.with_face(Face::Outside).sweep_rotating(&lift, &ball(4.0, 1.5, 0.5), Vec2::ZERO);
        assert_eq!(passed.status, SweepStatus::Separated);
    }

    #[test]
    fn a_turning_ring_with_a_gap_lets_the_ball_out_where_the_gap_is() {
        let ring = Arc::new(Vec2::ZERO, 5.0, 0.25, TAU - 0.5).unwrap();
        let b = ball(0.0, 0.0, 0.5);
        let out = Vec2::new(10.0, 0.0);
        let turn = |rotation| ring.sweep_rotating(&Motion::turn(Vec2::ZERO, rotation), &b, out);
        assert_eq!(turn(0.0).status, SweepStatus::Separated);
        assert_eq!(turn(TAU / 0.5).status, SweepStatus::Hit);
        let hit = turn(PI / 0.45);
        assert!(hit.status == SweepStatus::Hit && (hit.time - 0.45).abs() < 1e-4, "{hit:?}");
    }

    #[test]
    fn garbage_ends() {
        for bad in [Real::NAN, Real::INFINITY, 1e30] {
            let motion = Motion { pivot: Vec2::ZERO, translation: Vec2::new(bad, 0.0), rotation: 1.0 };
            let _ = BAT.sweep_rotating(&motion, &ball(0.0, 3.0, 0.5), Vec2::ZERO);
            let _ = BAT.sweep_rotating(&Motion::turn(Vec2::ZERO, bad), &ball(0.0, 3.0, 0.5), Vec2::ZERO);
            let arc = Arc::circle(Vec2::ZERO, 2.0).unwrap();
            let _ =
                arc.sweep_rotating(&Motion::turn(Vec2::ZERO, bad), &ball(bad, 3.0, bad), Vec2::splat(bad));
        }
    }
}
