//! A pair in the contact solver, with the impulses that it keeps from one substep to the next.

use glam::Vec2;

use crate::base::saved;
use crate::bodies::Drive;
use crate::contacts::{Other, PairKey};

/// A pair in the contact solver, in single precision. Velocities are those of `b` against `a`; the
/// normal points from `a` to `b`, and `b` is always a ball.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Contact {
    /// Row of ball `b`.
    pub(crate) b: u32,
    /// Ball or collider `a`.
    pub(crate) other: u32,
    pub(crate) normal: Vec2,
    /// Gap, length units; negative is overlap.
    pub(crate) separation: f32,
    /// Overlap of two balls that the game has made: it counts as a touch, length units.
    pub(crate) initial_overlap: f64,
    /// Normal speed of a pair that only slides, because the surface bends or turns; zero on the flat.
    pub(crate) rise: f32,
    /// Whether the normal turns as the ball goes along the surface.
    pub(crate) is_round: bool,
    /// Velocity of a collider's matter at the contact.
    pub(crate) surface: Vec2,
    /// Speed of a collider's surface along its tangent, over that of its matter.
    pub(crate) belt: f32,
    /// The hinge or slider that carries the core; `surface` is zero then.
    pub(crate) joint: Option<u32>,
    /// Velocity of its matter at the contact, per unit of its speed.
    pub(crate) arm: Vec2,
    /// Whether the joint is free to move: speeds are then compared as means over the substep.
    pub(crate) swings: bool,
    pub(crate) radius_a: f32,
    pub(crate) radius_b: f32,
    /// Distance of the centres of two balls over the one at which they touch, 1 against a collider: by which the arms
    /// of friction are shorter than the radii.
    pub(crate) lever: f32,
    /// Smaller radius: the scale of tolerances, and the arm of rolling resistance.
    pub(crate) scale: f32,
    /// Approach speed before gravity acted in this substep.
    pub(crate) approach: f32,
    /// Approach speed above which the pair would bounce.
    pub(crate) slow: f32,
    /// The highest speed that may count as slow.
    pub(crate) sink: f32,
    pub(crate) normal_mass: f32,
    pub(crate) tangent_mass: f32,
    pub(crate) roll_mass: f32,
    /// Inverse moments of inertia, times the radius squared.
    pub(crate) spin_a: f32,
    pub(crate) spin_b: f32,
    pub(crate) friction: f32,
    /// Static friction; no less than the other.
    pub(crate) static_friction: f32,
    pub(crate) rolling_resistance: f32,
    pub(crate) normal_impulse: f32,
    pub(crate) tangent_impulse: f32,
    pub(crate) roll_impulse: f32,
    /// Impulses of the step's earlier substeps.
    pub(crate) earlier_normal: f32,
    pub(crate) earlier_tangent: f32,
    /// Normal impulse before the push of this substep.
    pub(crate) before: f32,
    /// Normal impulse of this substep that serves only to part an overlap.
    pub(crate) parted: f32,
    /// Mean normal impulse of the recent past: the load that the spring need not bear.
    pub(crate) load: f32,
    /// Whether it is of two balls of very different masses.
    pub(crate) uneven: bool,
    /// Whether it takes part in all passes.
    pub(crate) repeats: bool,
    /// Whether the contact still exists after the balls have moved: it is relaxed.
    pub(crate) lasts: bool,
    /// Whether another contact of its ball with an immovable surface opposes it: the two are solved together.
    pub(crate) is_wedged: bool,
    /// Whether its ball touches nothing else.
    pub(crate) is_alone: bool,
    /// Whether it is with a flat face: its normal stays.
    pub(crate) is_flat: bool,
    /// Whether its surface bends away from its ball on both sides.
    pub(crate) bulges: bool,
    /// Whether it may go into a wall batch after this substep, if its ball is in no other contact that is solved
    /// alone. It is with the face of a flat fixed wall, without belt, kick, rolling resistance and extra static
    /// friction.
    pub(crate) may_join_batch: bool,
    /// Restitution at the speed of approach; in a batch the highest at any speed.
    pub(crate) restitution: f64,
}

impl Contact {
    #[inline]
    pub(crate) fn other(&self) -> Other {
        Other(self.other)
    }

    /// Whether its other side is immovable.
    #[inline]
    pub(crate) fn is_rigid(&self) -> bool {
        self.other().as_collider().is_some() && self.joint.is_none()
    }

    #[inline]
    pub(crate) fn key(&self) -> PairKey {
        PairKey::new(self.b, self.other())
    }

    /// Whether one pass finds only a part of its impulse, since a heavy side lies on a light one.
    #[inline]
    pub(crate) fn converges_slowly(&self) -> bool {
        self.uneven || self.joint.is_some()
    }

    /// The impulses to store, if the contact is not wedged.
    pub(crate) fn memory(&self) -> StoredImpulses {
        StoredImpulses {
            load: self.load,
            normal_impulse: self.normal_impulse,
            tangent_impulse: self.tangent_impulse,
            roll_impulse: self.roll_impulse,
            earlier_normal: self.earlier_normal,
            earlier_tangent: self.earlier_tangent,
            ..StoredImpulses::of(self.key())
        }
    }
}

/// Speed of a hinge or slider in the contact solver.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointSpeed {
    pub(crate) rate: f32,
    /// Speed before contacts and limits act.
    pub(crate) start: f32,
    /// Speed per impulse.
    pub(crate) effective_inverse_inertia: f32,
    /// Speeds up to which it may approach its lower and its upper limit in this substep; `None` if it is far from
    /// them.
    pub(crate) stops: [Option<f32>; 2],
    /// Impulses of the limits.
    pub(crate) limit_impulses: [f32; 2],
    /// Motor and dry friction, where something touches it: without contacts they are in the speed already.
    pub(crate) drive: Drive,
    /// The speed that motor and friction hold, if less than their full torque suffices for it.
    pub(crate) keeps: Option<f64>,
}

impl JointSpeed {
    /// Whether impulses change its speed: no limit has stopped it in this substep.
    pub(crate) fn is_free(&self) -> bool {
        self.effective_inverse_inertia > 0.0
    }
}

/// The data that a contact keeps for the next substep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct StoredImpulses {
    pub(crate) key: PairKey,
    /// Colour of a batched contact, [`WEDGED`] or [`LOOSE`] for all others.
    pub(crate) color: u8,
    /// Whether the start of a batched contact was reported to the game.
    pub(crate) reported: bool,
    pub(crate) load: f32,
    pub(crate) normal_impulse: f32,
    pub(crate) tangent_impulse: f32,
    pub(crate) roll_impulse: f32,
    /// Impulses of the step's earlier substeps. They only tell of the step, and change no motion.
    pub(crate) earlier_normal: f32,
    pub(crate) earlier_tangent: f32,
}

impl StoredImpulses {
    /// Whether the contact is in a batch.
    pub(crate) fn is_batched(&self) -> bool {
        self.color < WEDGED
    }

    /// Scales its impulses.
    pub(crate) fn scale(&mut self, share: f32) {
        self.normal_impulse *= share;
        self.tangent_impulse *= share;
        self.roll_impulse *= share;
    }

    /// The same impulses in the `count` earlier substeps of the step.
    pub(crate) fn steady_for(&mut self, count: f32) {
        self.earlier_normal = count * self.normal_impulse;
        self.earlier_tangent = count * self.tangent_impulse;
    }

    /// Gives up a share of its impulses, which another contact of its ball bears from the next substep on.
    pub(crate) fn give(&mut self, share: f32) -> Self {
        let mut gift = *self;
        gift.scale(share);
        self.scale(1.0 - share);
        self.earlier_normal += gift.normal_impulse;
        self.earlier_tangent += gift.tangent_impulse;
        gift
    }

    /// Receives a share of the impulses of another contact of its ball.
    pub(crate) fn receive(&mut self, gift: &Self) {
        self.normal_impulse += gift.normal_impulse;
        self.tangent_impulse += gift.tangent_impulse;
        self.roll_impulse += gift.roll_impulse;
        // It has not borne them in this substep.
        self.earlier_normal -= gift.normal_impulse;
        self.earlier_tangent -= gift.tangent_impulse;
    }

    /// No impulses yet, for a contact that is solved alone.
    pub(crate) const fn of(key: PairKey) -> Self {
        Self {
            key,
            color: LOOSE,
            reported: false,
            load: 0.0,
            normal_impulse: 0.0,
            tangent_impulse: 0.0,
            roll_impulse: 0.0,
            earlier_normal: 0.0,
            earlier_tangent: 0.0,
        }
    }
}

saved!(StoredImpulses {
    key,
    color,
    reported,
    load,
    normal_impulse,
    tangent_impulse,
    roll_impulse,
    earlier_normal,
    earlier_tangent
});

/// Colour of contacts that are solved one by one.
pub(crate) const LOOSE: u8 = u8::MAX;
/// Colour of contacts of a ball with walls that oppose each other, which are solved together.
pub(crate) const WEDGED: u8 = u8::MAX - 1;
