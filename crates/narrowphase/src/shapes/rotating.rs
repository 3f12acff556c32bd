//! First touch of a moving ball with a shape that translates and rotates: bounded root finding.
//!
//! In the frame that moves with the shape, the ball's centre runs on a curve whose acceleration (Coriolis and
//! centrifugal) is at most `A`. Along a straight line the gap to a convex core is a convex function, so over a time
//! `s` from now it stays above `gap + rate s - A s^2 / 2`. The positive root of that parabola is a step that cannot
//! pass a touch, at any angular speed, and near a touch it is Newton's step less a term of second order. The hollow
//! side of an arc uses the same bound on `room^2 - distance^2`.
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
use super::roots::{both_roots, safe_time};
use super::segment::Segment;
use super::side::Face;
use super::status::SweepStatus;

/// The most steps that one search takes. Slow turns need about 5, a fast spinner that the ball nearly grazes
/// on every turn a few per turn.
pub const MAX_STEPS: u32 = 512;

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

/// Bounds on the ball's way as the shape sees it, over the whole motion.
struct Bounds {
    /// Of the ball relative to the pivot.
    straight: Real,
    spin: Real,
    /// Largest distance from the pivot at which there can be a touch.
    orbit: Real,
    /// Gap below which the surfaces count as touching: 1e-5 of the ball's radius, and the rounding of a
    /// turned position.
    slack: Real,
}

impl Bounds {
    /// Largest speed in the frame of the shape.
    fn speed(&self) -> Real {
        self.straight + self.spin * self.orbit
    }

    /// Largest acceleration in the frame of the shape: Coriolis and centrifugal.
    fn acceleration(&self) -> Real {
        self.spin * (2.0 * self.straight + self.spin * self.orbit)
    }

    /// Largest speed and acceleration relative to one point of the shape, without the rotation about it,
    /// which does not change a distance: much less than in the frame of the shape.
    fn about(&self, point: Vec2) -> (Real, Real) {
        let swing = self.spin * sqrt(point.length_squared());
        (self.straight + swing, self.spin * swing)
    }

    /// The product of a velocity with a vector of the given length, less its rounding.
    fn rate(&self, v: Vec2, length: Real, velocity: Vec2) -> Real {
        v.dot(velocity) - 4.0 * Real::EPSILON * self.speed() * length
    }
}

/// The gap of a ball position in the frame of the shape, and a time that is safe from there.
struct Probe {
    contact: Contact,
    /// `false` while the ball is on the open side of a one-sided shape.
    solid: bool,
    safe_time: Real,
    /// A time too short for a ball that comes through from the open side to get clear.
    passing_time: Real,
}

/// The times within [0, 1] at which a point that begins at `start` and moves by `way` is within a distance of the origin.
fn times_within(start: Vec2, way: Vec2, distance: Real) -> Option<(Real, Real)> {
    match both_roots(start, way, distance) {
        Some((enter, exit)) => Some((enter.max(0.0), exit.min(1.0))),
        None if sqrt(start.length_squared()) > distance => None,
        None => Some((0.0, 1.0)),
    }
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
    let span = if near < farthest { times_within(start, relative, near) } else { Some((0.0, 1.0)) };
    let Some((mut time, end)) = span else { return RotatingSweep::SEPARATED };
    let orbit = near.min(farthest);
    let spin = motion.rotation.abs();
    let bounds = Bounds {
        straight: sqrt(relative.length_squared()),
        spin,
        orbit,
        slack: 1e-5 * ball.radius + 2.0 * Real::EPSILON * (orbit + spin * orbit + ball.radius),
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
    let (mut overlapped, mut passing) = (false, false);
    for _ in 0..MAX_STEPS {
        if time > end || time.is_nan() {
            return RotatingSweep::SEPARATED;
        }
        let (pose, q, velocity) = at(time);
        let Probe { contact, solid, mut safe_time, passing_time } =
            probe(&Circle { center: q, radius: ball.radius }, velocity, &bounds);
        let rate = contact.normal.dot(velocity);
        passing = contact.separation <= bounds.slack && (passing || !solid);
        if passing {
            // Not all of the safe time: it may end at a touch, past the moment when the ball was clear.
            safe_time = passing_time.max(0.5 * safe_time);
        }
        overlapped |= time == 0.0 && solid && contact.separation < 0.0;
        let next = time + safe_time;
        if solid && !passing && rate < 0.0 && (contact.separation <= bounds.slack || next <= time) {
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
fn convex(contact: Contact, velocity: Vec2, acceleration: Real, bounds: &Bounds) -> Probe {
    let rate = bounds.rate(contact.normal, 1.0, velocity);
    let safe_time = safe_time(contact.separation, rate, acceleration, bounds.slack);
    Probe { contact, solid: true, safe_time, passing_time: 0.0 }
}

impl Circle {
    /// First touch of a ball that moves by `ball_motion` with this disc, carried along by `motion`.
    ///
    /// The disc is given as it lies at time 0. See [`Capsule::sweep_rotating`].
    #[must_use]
    pub fn sweep_rotating(&self, motion: &Motion, ball: &Self, ball_motion: Vec2) -> RotatingSweep {
        let local = self.transformed(&Pose::shift(-motion.pivot));
        let extent = sqrt(local.center.length_squared()) + local.radius;
        advance(motion, extent, ball, ball_motion, |ball, velocity, bounds| {
            convex(local.contact(ball), velocity, bounds.about(local.center).1, bounds)
        })
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
        let extent = sqrt(local.core.a.length_squared().max(local.core.b.length_squared())) + self.radius;
        advance(motion, extent, ball, ball_motion, |ball, velocity, bounds| {
            // The rate must be better than a difference of positions gives it: along the face a small error
            // of the normal is as large as the rate.
            let (contact, _) = local.contact_parts(ball);
            convex(contact, velocity, bounds.acceleration(), bounds)
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
            convex(local.contact(ball), velocity, bounds.acceleration(), bounds)
        })
    }
}

impl Arc {
    /// First touch of a ball that moves by `ball_motion` with this arc, carried along by `motion`.
    ///
    /// The arc is given as it lies at time 0; its face and its ends are solid as `face` says. A ball that enters
    /// from the open side is ignored until it has been clear of the arc, by more than 2 % of its reach (the radius
    /// and half the thickness). See [`Capsule::sweep_rotating`].
    #[must_use]
    pub fn sweep_rotating(&self, motion: &Motion, ball: &Circle, ball_motion: Vec2) -> RotatingSweep {
        let local = self.transformed(&Pose::shift(-motion.pivot));
        let extent = sqrt(local.center.length_squared()) + local.radius + local.half_thickness;
        advance(motion, extent, ball, ball_motion, |ball, velocity, bounds| {
            local.probe(ball, velocity, bounds)
        })
    }

    fn probe(&self, ball: &Circle, velocity: Vec2, bounds: &Bounds) -> Probe {
        let contact = self.contact_any_side(ball);
        let solid = self.face == Face::Both || self.contact(ball).is_some();
        let reach = self.half_thickness + ball.radius;
        // A path to the other side of the face must first reach this ring, so that the whole circle stands for the
        // face; where the ring is open or far beyond it, the distance itself still bounds the time.
        let d = ball.center - self.center;
        let distance = sqrt(d.length_squared());
        let room = (self.radius - reach).max(0.0);
        let (speed, acceleration) = bounds.about(self.center);
        let circle = if distance <= self.radius {
            let value = (room - distance) * (room + distance);
            let bend = 2.0 * (speed * speed + self.radius * acceleration);
            let rate = 2.0 * bounds.rate(-d, distance, velocity);
            safe_time(value, rate, bend, bounds.slack * (room + distance))
        } else {
            let value = distance - self.radius - reach;
            safe_time(value, bounds.rate(d / distance, 1.0, velocity), acceleration, bounds.slack)
        };
        // A part that overlaps too, but is not the closest, says nothing about approach before the ball has
        // gone where it is the closest.
        let touching = contact.separation <= bounds.slack;
        let until = |way: Real| way.max(1e-4 * reach) / bounds.speed();
        let circle = if touching && !self.spans_direction(d) {
            circle.max(until(self.start.perp_dot(d).abs().min(self.end.perp_dot(d).abs())))
        } else {
            circle
        };
        let end = |core: Vec2| {
            let at_end = Circle { center: core, radius: self.half_thickness }.contact(ball);
            let time = convex(at_end, velocity, bounds.about(core).1, bounds).safe_time;
            let excess = at_end.separation - contact.separation;
            if touching && excess > 0.0 { time.max(until(0.5 * excess)) } else { time }
        };
        let (a, b) = self.ends();
        let parts = if self.is_full() { circle } else { circle.min(end(a)).min(end(b)) };
        Probe {
            contact,
            solid,
            safe_time: parts.max(contact.separation / bounds.speed()),
            passing_time: (-contact.separation).max(0.02 * reach) / bounds.speed(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::real::TAU;
    use super::*;

    const PI: Real = 0.5 * TAU;
    const BAT: Capsule = Capsule {
        core: Segment { a: Vec2::ZERO, b: Vec2::new(4.0, 0.0), direction: Vec2::X, length: 4.0 },
        radius: 0.5,
    };

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
