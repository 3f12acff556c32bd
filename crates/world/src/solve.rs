//! The contact solver: soft normal constraints, Coulomb friction with spin, rolling resistance.
//!
//! Sequential impulses with warm starting (Catto, "Iterative Dynamics with Temporal Coherence", GDC 2005),
//! with a spring of given frequency and damping in the biased pass and none in the relaxing pass (Catto,
//! "solver2d", 2024). In single precision: contacts correct velocities that the rows keep in double.

use alloc::vec::Vec;
use glam::{DVec2, Vec2};

use crate::contact::{Contact, Contacts};
use crate::curve::Core;
use crate::row::{BallRow, Other, Substep};
use crate::slots::Slots;
use crate::solid::Solid;

/// Velocity of a ball in the solver.
#[derive(Clone, Copy, Debug, Default)]
struct Moving {
    v: Vec2,
    w: f32,
    inverse_mass: f32,
    inverse_inertia: f32,
    /// Velocity when it was gathered, to find what the contacts changed.
    v0: Vec2,
    w0: f32,
    /// Contacts that carry load, and the normal of one of them.
    loads: u32,
    normal: Vec2,
}

/// The solver's scratch: one place for each ball, filled for those in contact.
#[derive(Clone, Debug, Default)]
pub(crate) struct Solver {
    moving: Vec<Moving>,
}

/// The spring of the biased pass.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spring {
    /// Speed per depth at which overlap is given back, 1/s.
    pub(crate) bias_rate: f32,
    /// Share of the rigid impulse that is applied.
    pub(crate) mass_scale: f32,
    /// Share of the impulse so far that is given back.
    pub(crate) impulse_scale: f32,
    /// Largest push, radii per second.
    pub(crate) push_speed: f32,
    /// Depth that is left alone, radii.
    pub(crate) rest_depth: f32,
}

impl Spring {
    /// A damped spring, integrated implicitly (Catto, "Soft Constraints", GDC 2011).
    pub(crate) fn new(hertz: f64, damping: f64, h: f64, push_speed: f64, rest_depth: f64) -> Self {
        let omega = core::f64::consts::TAU * hertz;
        let a1 = 2.0 * damping + h * omega;
        let a2 = h * omega * a1;
        let a3 = 1.0 / (1.0 + a2);
        Self {
            bias_rate: (omega / a1) as f32,
            mass_scale: (a2 * a3) as f32,
            impulse_scale: a3 as f32,
            push_speed: push_speed as f32,
            rest_depth: rest_depth as f32,
        }
    }
}

impl Solver {
    fn gather(&mut self, touched: &[u32], rows: &[BallRow]) {
        self.moving.resize(rows.len(), Moving::default());
        for &i in touched {
            let row = &rows[i as usize];
            let (v, w) = (row.v.as_vec2(), row.w as f32);
            self.moving[i as usize] = Moving {
                v,
                w,
                inverse_mass: row.im as f32,
                inverse_inertia: row.ii as f32,
                v0: v,
                w0: w,
                loads: 0,
                normal: Vec2::ZERO,
            };
        }
    }

    /// Adds to the rows what the contacts changed.
    fn scatter(&mut self, touched: &[u32], rows: &mut [BallRow]) {
        for &i in touched {
            let moving = &mut self.moving[i as usize];
            let row = &mut rows[i as usize];
            row.v += (moving.v - moving.v0).as_dvec2();
            row.w += f64::from(moving.w - moving.w0);
            // A ball that rode more than once is named more than once; then nothing is left to add.
            (moving.v0, moving.w0) = (moving.v, moving.w);
        }
    }

    /// Applies the remembered impulses and one biased pass.
    ///
    /// Reads contacts; writes velocities, impulses, and the flight acceleration of balls that rest.
    pub(crate) fn push(
        &mut self,
        contacts: &mut Contacts,
        rows: &mut [BallRow],
        spring: &Spring,
        warmth: f32,
        step: &Substep,
    ) {
        if contacts.rows.is_empty() {
            return;
        }
        self.gather(&contacts.touched, rows);
        for c in &mut contacts.rows {
            c.normal_impulse *= warmth;
            c.tangent_impulse *= warmth;
            c.roll_impulse *= warmth;
            let (normal, tangent, roll) = (c.normal_impulse, c.tangent_impulse, c.roll_impulse);
            c.before = normal;
            c.load = (c.load * warmth + learning(c, step) * (normal - c.load * warmth)).min(normal);
            self.apply(c, normal, tangent, roll);
        }
        let inverse_h = (1.0 / step.h) as f32;
        for c in &mut contacts.rows {
            let (bias, mass_scale, impulse_scale) = if c.separation > 0.0 {
                (c.separation * inverse_h, 1.0, 0.0)
            } else {
                let depth = (c.separation + spring.rest_depth * c.scale).min(0.0);
                let bias = (spring.bias_rate * depth).max(-spring.push_speed * c.scale);
                (bias, spring.mass_scale, spring.impulse_scale)
            };
            self.solve(c, bias - c.rise, mass_scale, impulse_scale, 0.0);
        }
        for c in &contacts.rows {
            if c.normal_impulse > 0.0 {
                self.load(c.b, c.normal);
                if c.other().as_core().is_none() {
                    self.load(c.other, c.normal);
                }
            }
        }
        self.set_flight(&contacts.touched, rows, step.h);
        self.scatter(&contacts.touched, rows);
    }

    fn load(&mut self, ball: u32, normal: Vec2) {
        let moving = &mut self.moving[ball as usize];
        moving.loads += 1;
        moving.normal = normal;
    }

    /// Flight acceleration of loaded balls: along the surface for a ball on one contact, so that the path
    /// of a rolling ball is exact; none for a ball on several.
    fn set_flight(&self, touched: &[u32], rows: &mut [BallRow], h: f64) {
        for &i in touched {
            let moving = &self.moving[i as usize];
            let row = &mut rows[i as usize];
            row.a = match moving.loads {
                0 => continue,
                1 => {
                    let tangent = moving.normal.perp().as_dvec2();
                    let gained = row.a * h + (moving.v - moving.v0).as_dvec2();
                    tangent * (tangent.dot(gained) / h)
                }
                _ => DVec2::ZERO,
            };
        }
    }

    /// One pass without springs, after the balls have moved: takes back the speed that only served to
    /// part them.
    ///
    /// Reads positions; writes velocities and impulses.
    pub(crate) fn relax(
        &mut self,
        contacts: &mut Contacts,
        rows: &mut [BallRow],
        solids: &[Solid],
        cores: &Slots<Core>,
        hit: impl Fn(u32) -> bool,
        step: &Substep,
    ) {
        if contacts.rows.is_empty() {
            return;
        }
        self.gather(&contacts.touched, rows);
        let inverse_h = (1.0 / step.h) as f32;
        for c in &mut contacts.rows {
            if !refresh(c, rows, solids, cores) {
                continue;
            }
            let bias = c.separation.max(0.0) * inverse_h;
            // A ball that was struck has left its contact for good reason: no more than the push is taken
            // back, and if it comes again fast, it will bounce.
            let struck = hit(c.b) || c.other().as_core().is_none() && hit(c.other);
            if struck && self.approach(c) > c.slow {
                continue;
            }
            let least = if struck { c.before.min(c.normal_impulse) } else { 0.0 };
            self.solve(c, bias, 1.0, 0.0, least);
        }
        self.scatter(&contacts.touched, rows);
    }

    #[inline]
    fn apply(&mut self, c: &Contact, normal: f32, tangent: f32, roll: f32) {
        let direction = c.normal.perp();
        let impulse = c.normal * normal + direction * tangent;
        let b = &mut self.moving[c.b as usize];
        b.v += impulse * b.inverse_mass;
        b.w += b.inverse_inertia * (roll - c.radius_b * tangent);
        if Other(c.other).as_core().is_none() {
            let a = &mut self.moving[c.other as usize];
            a.v -= impulse * a.inverse_mass;
            a.w -= a.inverse_inertia * (roll + c.radius_a * tangent);
        }
    }

    fn approach(&self, c: &Contact) -> f32 {
        let a = if c.other().as_core().is_none() { self.moving[c.other as usize].v } else { c.surface };
        (a - self.moving[c.b as usize].v).dot(c.normal)
    }

    #[inline]
    fn solve(&mut self, c: &mut Contact, bias: f32, mass_scale: f32, impulse_scale: f32, least: f32) {
        let b = self.moving[c.b as usize];
        let a = match Other(c.other).as_core() {
            None => self.moving[c.other as usize],
            Some(_) => Moving { v: c.surface, ..Moving::default() },
        };
        let tangent = c.normal.perp();
        let relative = b.v - a.v;

        let speed = relative.dot(c.normal);
        let push = -c.normal_mass * mass_scale * (speed + bias) - impulse_scale * (c.normal_impulse - c.load);
        let total = (c.normal_impulse + push).max(least);
        let normal = total - c.normal_impulse;
        c.normal_impulse = total;

        let slip = relative.dot(tangent) - c.belt - c.radius_b * b.w - c.radius_a * a.w;
        let limit = c.friction * total;
        let total = (c.tangent_impulse - c.tangent_mass * slip).clamp(-limit, limit);
        let tangent = total - c.tangent_impulse;
        c.tangent_impulse = total;

        let mut roll = 0.0;
        if c.rolling_resistance > 0.0 {
            let limit = c.rolling_resistance * c.normal_impulse;
            let total = (c.roll_impulse - c.roll_mass * (b.w - a.w)).clamp(-limit, limit);
            roll = total - c.roll_impulse;
            c.roll_impulse = total;
        }
        self.apply(c, normal, tangent, roll);
    }
}

/// Share of the difference by which the load that a contact has learnt follows its impulse in a substep.
///
/// A spring alone sinks in proportion to its load, by `N g h^2 / 2.5` under the weight of `N` balls. What
/// it has borne for a while need not bend it: the load is learnt, slowly, and only the rest is left to
/// the spring. Learning must be slower than a heap swings, and tall heaps swing slowly: a tower of a
/// hundred balls boils at 0.004 and rests at 0.001, a bin of small balls wants 0.005 to rest in a second.
fn learning(c: &Contact, step: &Substep) -> f32 {
    const SLOWEST: f32 = 0.001;
    const FASTEST: f32 = 0.005;
    /// Layers up to which the fastest is safe.
    const LAYERS: f32 = 30.0;
    let weights = c.normal_impulse / (c.normal_mass * step.fall as f32);
    if weights > LAYERS {
        (FASTEST * LAYERS / weights).max(SLOWEST)
    } else if weights > 0.0 {
        FASTEST
    } else {
        SLOWEST
    }
}

/// Re-reads the gap after the balls have moved, and the normal where the surface bends or turns; false if
/// the ball has left a bent surface over its end, so that the old normal means nothing.
///
/// On a straight surface the normal stays: turned round the end of a segment, the impulse so far would
/// pull.
fn refresh(c: &mut Contact, rows: &[BallRow], solids: &[Solid], cores: &Slots<Core>) -> bool {
    let b = &rows[c.b as usize];
    let Some(k) = c.other().as_core() else {
        let a = &rows[c.other as usize];
        c.separation = ((b.x - a.x).length() - a.r - b.r) as f32;
        return true;
    };
    let core = &cores[k];
    let solid = &solids[core.solid as usize];
    let bends = core.curve.is_curved() || solid.spin != 0.0;
    let place = if solid.is_mover() { solid.pose.to_local(b.x) } else { b.x };
    let Some(near) = core.nearest(place) else {
        return !bends;
    };
    c.separation = (near.distance - b.r) as f32;
    if bends {
        let normal = if solid.is_mover() { solid.pose.turn.rotate(near.normal) } else { near.normal };
        c.normal = normal.as_vec2();
        c.surface = solid.velocity_at(b.x - normal * b.r, 0.0).as_vec2();
    }
    true
}
