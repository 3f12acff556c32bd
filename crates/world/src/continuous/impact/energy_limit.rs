//! A limit on the energy of hits: together, the hits of one instant make none.
//!
//! Each pair alone reaches its rebound speed and loses energy. Newton's law of restitution, applied to several pairs
//! that rub at one instant, may make some: Kane's paradox (T. R. Kane, "A dynamics puzzle", 1984). The plastic
//! solution never does. Both obey the laws of contact, and so does every mean of the two. The result is the mean
//! nearest to the law of restitution that makes no energy.

use alloc::vec::Vec;
use glam::DVec2;

use crate::base::room;
use crate::contacts::Hit;
use crate::continuous::impact::constants::{MAX_PRESSED_SPEEDUP, MAX_WORK_GAIN};
use crate::continuous::impact::hit_bodies::HitBodies;

/// Speeds before the hits act, kept from one instant to the next.
#[derive(Clone, Debug)]
pub(crate) struct EnergyLimit {
    /// Normal and tangent speed of each hit.
    before: Vec<[f64; 2]>,
    /// Normal and tangent impulse of each hit with restitution.
    bounced: Vec<[f64; 2]>,
}

impl Default for EnergyLimit {
    fn default() -> Self {
        Self { before: room::list(), bounced: room::list() }
    }
}

impl EnergyLimit {
    pub(crate) fn record_speeds(&mut self, hits: &[Hit], bodies: &HitBodies<'_>) {
        self.before.clear();
        self.before.extend(hits.iter().map(|hit| <[f64; 2]>::from(bodies.relative(hit))));
    }

    /// The energy that the hits have made, less the allowed gain. The work of an impulse is taken at the mean of
    /// the speeds before and after it, also against a moving surface.
    fn gain(&self, hits: &[Hit], bodies: &HitBodies<'_>) -> f64 {
        hits.iter().zip(&self.before).fold(0.0, |gain, (hit, &[speed, slip])| {
            let (parted, slid) = bodies.relative(hit);
            let [push, drag] = [0.5 * hit.normal_impulse, 0.5 * hit.tangent_impulse];
            let rounding = push.abs() * (speed.abs() + parted.abs()) + drag.abs() * (slip.abs() + slid.abs());
            let due = match driven(hit, speed) {
                0.0 => 0.0,
                driven => {
                    // The work of a kick moves all balls behind the first. The work of surface following moves the
                    // ball alone.
                    let alone = 0.5 * hit.normal_mass * (driven - speed);
                    let push = if hit.reported { push } else { push.min(alone) };
                    (push * (driven + speed.max(0.0))).max(0.0)
                }
            };
            gain + push * (speed + parted) + drag * (slip + slid) - due - MAX_WORK_GAIN * rounding
        })
    }

    /// Twice the energy with which the pairs of a cluster meet and are to part, each alone.
    fn energy(&self, hits: &[Hit]) -> f64 {
        let of = |(hit, &[speed, slip]): (&Hit, &[f64; 2])| {
            hit.normal_mass * (speed * speed + hit.rebound * hit.rebound) + hit.tangent_mass * slip * slip
        };
        hits.iter().zip(&self.before).map(of).sum()
    }

    /// Whether moving surfaces throw balls out between them, far faster than the surfaces close.
    fn throws(&self, hits: &[Hit], bodies: &HitBodies<'_>) -> bool {
        let moves = |hit: &Hit| hit.joint.is_some() || hit.surface != DVec2::ZERO;
        if !hits.iter().any(moves) {
            return false;
        }
        let parted = hits.iter().map(|hit| {
            let (speed, slip) = bodies.relative(hit);
            hit.normal_mass * speed * speed + hit.tangent_mass * slip * slip
        });
        // A result that is not a number counts as too much.
        !(parted.sum::<f64>() <= MAX_PRESSED_SPEEDUP * MAX_PRESSED_SPEEDUP * self.energy(hits))
    }

    /// Reduces impulses that throw balls or make energy. `resolve` finds the impulses of plastic hits. Surfaces that
    /// still throw balls crush them: all impulses are cancelled, and the maximum penetration stops the surfaces.
    pub(crate) fn limit(
        &mut self,
        hits: &mut [Hit],
        bodies: &mut HitBodies<'_>,
        resolve: impl FnMut(&mut [Hit], &mut HitBodies<'_>),
    ) {
        self.keep_energy(hits, bodies, resolve);
        if self.throws(hits, bodies) {
            cancel_impulses(hits, bodies);
        }
    }

    /// Reduces impulses that make energy.
    fn keep_energy(
        &mut self,
        hits: &mut [Hit],
        bodies: &mut HitBodies<'_>,
        mut resolve: impl FnMut(&mut [Hit], &mut HitBodies<'_>),
    ) {
        let at_most = self.gain(hits, bodies);
        if !(at_most > 0.0) {
            return;
        }
        self.bounced.clear();
        self.bounced.extend(hits.iter().map(|hit| [hit.normal_impulse, hit.tangent_impulse]));
        let mut resolve_with =
            |rebound: fn(&Hit, f64) -> f64, hits: &mut [Hit], bodies: &mut HitBodies<'_>| {
                for (hit, &[speed, _]) in hits.iter_mut().zip(&self.before) {
                    hit.rebound = rebound(hit, speed);
                }
                cancel_impulses(hits, bodies);
                resolve(hits, bodies);
                self.gain(hits, bodies)
            };
        let mut at_least = resolve_with(driven, hits, bodies);
        if at_least > self.energy(hits) {
            // Balls that surfaces press against each other can't all part from them as the surfaces bend. They would
            // drive each other out, many times faster at each landing. So they part from nothing.
            let kick = |hit: &Hit, _: f64| if hit.reported { hit.rebound } else { 0.0 };
            at_least = resolve_with(kick, hits, bodies);
        }
        if at_least >= 0.0 {
            // If surfaces crush a ball, neither solution works.
            if at_least > at_most {
                self.blend(1.0, hits, bodies);
            }
            return;
        }
        // Along the way from one solution to the other the gain is a parabola, which begins below zero.
        self.blend(0.5, hits, bodies);
        let halfway = self.gain(hits, bodies);
        let bend = 2.0 * (at_most + at_least - 2.0 * halfway);
        let slope = at_most - at_least - bend;
        let root = libm::sqrt((slope * slope - 4.0 * bend * at_least).max(0.0));
        let share =
            if slope >= 0.0 { -2.0 * at_least / (slope + root) } else { (root - slope) / (2.0 * bend) };
        // From half way on.
        self.blend(2.0 * share.clamp(0.0, 1.0) - 1.0, hits, bodies);
    }

    /// Moves the impulses by a share of the remaining distance towards those with restitution.
    fn blend(&self, share: f64, hits: &mut [Hit], bodies: &mut HitBodies<'_>) {
        for (hit, &[normal, tangent]) in hits.iter_mut().zip(&self.bounced) {
            let (push, drag) =
                (share * (normal - hit.normal_impulse), share * (tangent - hit.tangent_impulse));
            bodies.apply(hit, push, drag);
            hit.normal_impulse += push;
            hit.tangent_impulse += drag;
        }
    }
}

fn cancel_impulses(hits: &mut [Hit], bodies: &mut HitBodies<'_>) {
    for hit in hits {
        bodies.apply(hit, -hit.normal_impulse, -hit.tangent_impulse);
        (hit.normal_impulse, hit.tangent_impulse) = (0.0, 0.0);
    }
}

/// The part of a rebound that is no bounce from an approach at this speed: a kick, the rise along a surface, or the
/// difference of a chord from its parabola.
fn driven(hit: &Hit, speed: f64) -> f64 {
    (hit.rebound - hit.restitution * (-speed).max(0.0)).max(0.0)
}
