//! The contact of a ball with a surface other than a ball: whether it is one or a bounce, and how the ball follows the
//! surface.

use alloc::vec::Vec;
use glam::{DVec2, Vec2};

use crate::base::Curve;
use crate::bodies::{BallRow, BodyRow, CombinedMaterial, Materials};
use crate::contacts::{Contact, PairKey};
use crate::context::StepContext;
use crate::geometry::{Along, BodySet, Collider, Nearest};
use crate::model::Material;
use crate::solver::collect::{Threshold, roll_mass};
use crate::solver::constants::{GRAZING_SPEED_SHARE, ROUNDED_APPROACH};
use crate::solver::{CollectContext, Pushes, Round, SurfaceFollowing, kicks, rebounds_too_slowly};

/// A surface that a ball may touch, other than a ball.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surface<'a> {
    pub(crate) collider: &'a Collider,
    /// Its body, if that may move.
    pub(crate) mover: Option<&'a BodyRow>,
    /// Whether the ball lies in the solid: it is pushed out, and bounces off nothing.
    pub(crate) is_sunk_into: bool,
}

/// Adds the contact of a ball with a surface to `rows`, if they neither are apart nor bounce. Returns how the ball
/// follows the surface, if it does.
#[inline(always)]
pub(crate) fn add_collider_contact(
    key: PairKey,
    near: Nearest,
    touched: Surface<'_>,
    row: &BallRow,
    ctx: &CollectContext<'_>,
    pushes: &Pushes<'_>,
    rows: &mut Vec<Contact>,
) -> Option<SurfaceFollowing> {
    let CollectContext { balls, bodies, materials, step, .. } = *ctx;
    let encounter = Encounter::measure(key, near, touched, row, step)?;
    let material = materials.get(touched.collider.material);
    let meeting = materials.combine(balls.info[key.ball() as usize].material, touched.collider.material);
    let restitution = encounter.restitution(&meeting, materials);
    let sink = step.sink_against(encounter.gain, row.r);
    let taken = encounter.slow_if_taken(restitution, sink, ctx, pushes);
    let slow = if touched.is_sunk_into { sink } else { taken? };
    let is_left_to_events = encounter.leaves(step)
        || encounter.hops(restitution, slow, pushes)
        || kicks(material, encounter.approach);
    if !touched.is_sunk_into && is_left_to_events {
        return None;
    }
    let following = encounter.following(bodies, step);
    rows.push(Contact {
        slow: slow as f32,
        sink: sink as f32,
        restitution,
        may_join_batch: encounter.may_join_batch(&meeting, material),
        belt: material.surface_speed,
        friction: meeting.friction as f32,
        static_friction: meeting.static_friction as f32,
        rolling_resistance: (meeting.rolling_resistance * row.r) as f32,
        is_round: following.is_some_and(|path| path.round.is_some()),
        ..encounter.contact(following, bodies, step)
    });
    following
}

/// A ball and a surface, and how they approach, at the start of a substep.
#[derive(Clone, Copy, Debug)]
struct Encounter<'a> {
    key: PairKey,
    row: &'a BallRow,
    touched: Surface<'a>,
    near: Nearest,
    /// From the surface to the ball in the world, unit.
    normal: DVec2,
    /// Velocity of the surface, length units per second.
    surface: DVec2,
    /// Distance from the surface to the ball, length units; negative where they overlap.
    gap: f64,
    is_touching: bool,
    /// Speed at which the two approach, length units per second.
    approach: f64,
    /// Change of the ball's speed along the normal by its pull in this substep, length units per second.
    fall: f64,
    /// Acceleration of the surface towards the ball, length units per second squared.
    gain: f64,
}

impl<'a> Encounter<'a> {
    /// Measures both sides; `None` if they are apart and do not meet in this substep.
    #[inline(always)]
    fn measure(
        key: PairKey,
        near: Nearest,
        touched: Surface<'a>,
        row: &'a BallRow,
        step: &StepContext,
    ) -> Option<Self> {
        let gap = near.distance - row.r;
        let is_touching = gap <= step.touch(row.r);
        let (mut normal, mut surface) = (near.normal, DVec2::ZERO);
        if let Some(body) = touched.mover {
            normal = body.pose.turn.rotate(near.normal);
            surface = body.velocity_at(row.x - normal * near.reach(row.r), row.t);
        }
        let approach = -(row.v - surface).dot(normal);
        if !is_touching && gap > approach * step.h {
            return None;
        }
        let fall = row.a.dot(normal) * step.h;
        let accelerates = |body: &BodyRow| body.acceleration_along(row.x - normal * row.r, normal);
        let gain = touched.mover.map_or(0.0, accelerates);
        Some(Self { key, row, touched, near, normal, surface, gap, is_touching, approach, fall, gain })
    }

    fn restitution(&self, meeting: &CombinedMaterial, materials: &Materials) -> f64 {
        materials.restitution(meeting, || self.approach + self.fall)
    }

    /// Greatest speed along the normal of a ball that glides, length units per second.
    #[inline]
    fn grazing_speed(&self) -> f64 {
        GRAZING_SPEED_SHARE * (self.row.v.length() + self.surface.length())
    }

    /// Speed below which the two do not bounce, if they are in contact; `sink` is the highest that may count as slow.
    #[inline(always)]
    fn slow_if_taken(
        &self,
        restitution: f64,
        sink: f64,
        ctx: &CollectContext<'_>,
        pushes: &Pushes<'_>,
    ) -> Option<f64> {
        let (Self { key, row, normal, .. }, step) = (*self, ctx.step);
        let own = self.gain.max(0.0) - row.a.dot(normal);
        // Rounded as in wall batches, to the last bit.
        let mass = f64::from((1.0 / row.im) as f32);
        let borne = || pushes.memory_of(key).map_or(0.0, |m| ctx.borne(m.normal_impulse, mass));
        let pushed = || pushes.on(key.ball(), row.a, -normal, key.other());
        let takes = |slow: f64| self.is_contact(slow, restitution, step);
        Threshold { restitution, sink, own, step }.slow_if_taken(borne, pushed, takes)
    }

    /// Whether the contact solver takes the pair, if speeds below `slow` do not bounce. It also takes a touching ball
    /// that grazes a curved or turning surface.
    #[inline(always)]
    fn is_contact(&self, slow: f64, restitution: f64, step: &StepContext) -> bool {
        let Surface { collider, mover, .. } = self.touched;
        let is_curved = collider.curve.is_curved();
        if self.is_touching {
            let rounded = ROUNDED_APPROACH * step.sink(self.row.r);
            rebounds_too_slowly(self.approach + self.fall, restitution, slow.max(rounded))
                || (mover.is_some_and(BodyRow::is_turning) || is_curved)
                    && self.approach <= self.grazing_speed()
        } else if is_curved {
            // On a curve the speed at arrival is not the speed now; the event loop tells them apart.
            false
        } else {
            // A surface that gains speed arrives faster than it comes now.
            self.approach + self.gain.max(0.0) * step.h < slow
        }
    }

    /// Whether the ball leaves a curved surface. Off a hollow arc a ball comes back to it within the flight, and the
    /// event loop finds where.
    #[inline(always)]
    fn leaves(&self, step: &StepContext) -> bool {
        self.touched.collider.curve.is_curved()
            && -self.approach > self.grazing_speed().max(2.0 * step.sink(self.row.r))
    }

    /// Whether the ball rises, or is at the top of an unfinished bounce, low above a surface that gains on it. The event
    /// loop finds where it lands and how fast.
    #[inline(always)]
    fn hops(&self, restitution: f64, slow: f64, pushes: &Pushes<'_>) -> bool {
        let Self { row, normal, approach, gap, .. } = *self;
        let closes = |body: &BodyRow| {
            let closing = body.closing(row.x, row.v - self.surface, normal);
            let speed = libm::sqrt((approach * approach + 2.0 * closing * gap).max(0.0));
            let bears = || pushes.memory_of(self.key).is_some_and(|m| m.normal_impulse > 0.0);
            closing > 0.0 && !rebounds_too_slowly(speed, restitution, slow) && !bears()
        };
        self.is_touching && self.gain > 0.0 && gap > 0.0 && self.touched.mover.is_some_and(closes)
    }

    /// How the ball follows the surface, if that is round or turns into it.
    #[inline(always)]
    fn following(&self, bodies: &BodySet, step: &StepContext) -> Option<SurfaceFollowing> {
        let Surface { collider, mover, .. } = self.touched;
        let is_point = matches!(collider.curve, Curve::Point(_));
        let follows = (self.is_touching || is_point)
            && !self.near.is_end
            && (collider.curve.is_round() || mover.is_some_and(|body| collider.may_be_followed(body)));
        if follows { follow(collider, bodies.body_of(collider), self.row, step.h) } else { None }
    }

    /// Places, speeds and masses of the contact, without its materials.
    #[inline(always)]
    fn contact(&self, following: Option<SurfaceFollowing>, bodies: &BodySet, step: &StepContext) -> Contact {
        let Self { key, row, touched, near, normal, surface, .. } = *self;
        let joint = touched.mover.and_then(|body| bodies.joint_of(body));
        let mut rise = following.map_or(0.0, |path| path.rise + path.round.map_or(0.0, |round| round.rise));
        let inverse_spin = row.ii * row.r * row.r;
        let arm = joint.map_or(DVec2::ZERO, |joint| joint.arm(row.x - normal * near.reach(row.r)));
        let ease = joint.map_or(0.0, |joint| joint.effective_inverse_inertia);
        let across = |direction: DVec2| {
            if ease == 0.0 { 0.0 } else { ease * arm.dot(direction) * arm.dot(direction) }
        };
        let swinging = joint.filter(|joint| joint.swings());
        if let Some(joint) = swinging {
            if rise != 0.0 {
                // In the solver the joint's surface has the mean speed of the substep already.
                rise -= arm.dot(normal) * joint.free_acceleration * 0.5 * step.h;
            }
            rise += row.a.dot(normal) * 0.5 * step.h;
        }
        Contact {
            b: key.ball(),
            other: key.other().0,
            normal: normal.as_vec2(),
            separation: self.gap as f32,
            rise: rise as f32,
            surface: if joint.is_some() { Vec2::ZERO } else { surface.as_vec2() },
            joint: touched.mover.and_then(|body| body.joint),
            arm: arm.as_vec2(),
            swings: swinging.is_some(),
            radius_b: row.r as f32,
            lever: 1.0,
            scale: row.r as f32,
            approach: (self.approach + self.fall) as f32,
            normal_mass: (1.0 / (row.im + across(normal))) as f32,
            tangent_mass: (1.0 / (row.im + inverse_spin + across(normal.perp()))) as f32,
            roll_mass: roll_mass(row.ii),
            spin_b: inverse_spin as f32,
            is_flat: self.is_flat(),
            bulges: bulges(touched.collider, row, bodies),
            ..Contact::default()
        }
    }

    /// Whether the ball touches a flat face, and not its end.
    #[inline(always)]
    fn is_flat(&self) -> bool {
        !self.near.is_end && matches!(self.touched.collider.curve, Curve::Segment(_) | Curve::HalfPlane(_))
    }

    /// Whether the contact may go into a batch: one with a flat wall that stands still, of a plain material.
    #[inline(always)]
    fn may_join_batch(&self, meeting: &CombinedMaterial, material: &Material) -> bool {
        let Surface { collider, mover, .. } = self.touched;
        self.is_flat()
            && !collider.is_one_sided()
            && material.kick == 0.0
            && material.surface_speed == 0.0
            && meeting.rolling_resistance == 0.0
            && meeting.static_friction == meeting.friction
            && mover.is_none()
            && self.row.im > 0.0
    }
}

/// Whether a surface bulges towards a ball.
#[inline(always)]
fn bulges(collider: &Collider, row: &BallRow, bodies: &BodySet) -> bool {
    match collider.curve {
        Curve::Point(_) => true,
        Curve::Arc(_) => {
            let place = bodies.body_of(collider).frame().to_local(row.x);
            !collider.curve.is_hollow_at(place)
        }
        _ => false,
    }
}

/// How a ball follows a collider that it touches, if the collider is round or turns into the ball.
fn follow(collider: &Collider, body: &BodyRow, row: &BallRow, h: f64) -> Option<SurfaceFollowing> {
    let following = SurfaceFollowing { collider: 0, rise: 0.0, start: row.t, until: row.t + h, round: None };
    let Some(track) = collider.track(body, row.x, row.r, row.t) else {
        let chord = collider.follow(body, row.x, row.v, row.r, row.t, h)?;
        return Some(SurfaceFollowing { rise: chord.rise, until: row.t + chord.time, ..following });
    };
    let Along { speed, rising } = track.along(row.v - row.a * h);
    if !track.goes_on(speed, h) {
        return None;
    }
    let rise = track.rise(speed, h);
    let round =
        Round { pull: row.a, speeds: [speed; 2], rise, rising, drag: 0.0, rolls: None, is_pending: false };
    Some(SurfaceFollowing { round: Some(round), ..following })
}
