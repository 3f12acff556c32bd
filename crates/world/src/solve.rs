//! The contact solver: soft normal constraints, Coulomb friction with spin, rolling resistance.
//!
//! Sequential impulses with warm starting (Catto, "Iterative Dynamics with Temporal Coherence", GDC 2005),
//! with a spring of given frequency and damping in the biased pass and none in the relaxing pass (Catto,
//! "Solver2D", 2024). In single precision: contacts correct velocities that the rows keep in double. Packs
//! go first, all other contacts one by one after them, so that what does not give way has the last word.

use alloc::vec::Vec;
use glam::{DVec2, Vec2};

use crate::contact::{Contact, Contacts};
use crate::curve::Core;
use crate::lanes::{F4, dispatch};
use crate::open::Open;
use crate::pack::{Pack, Packs};
use crate::row::{BallRow, Substep};
use crate::slots::Slots;
use crate::solid::Solid;
use crate::spot::Spots;
use crate::wide::{Push, Relax, Renew, Shared};

/// What bears on a ball.
#[derive(Clone, Copy, Debug, Default)]
struct Load {
    /// Contacts that carry load.
    count: u32,
    /// Normal of the last of them.
    normal: Vec2,
}

/// The solver's scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct Solver {
    /// Velocity, speed of the surface by spin (spin times radius) and inverse mass of each ball, filled for
    /// those in contact; and a spare row behind them.
    rows: Vec<F4>,
    loads: Vec<Load>,
    struck: Vec<bool>,
    ended: Vec<(u32, u8)>,
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
    fn gather(&mut self, i: usize, row: &BallRow) {
        let v = row.v.as_vec2();
        self.rows[i] = F4([v.x, v.y, (row.w * row.r) as f32, row.im as f32]);
    }

    fn gather_packed(&mut self, packs: &Packs, rows: &[BallRow]) {
        for (i, row) in rows.iter().enumerate() {
            if packs.holds(i) {
                self.gather(i, row);
            }
        }
    }

    /// Adds to a row what the contacts changed.
    fn scatter(&self, i: usize, row: &mut BallRow) {
        let [x, y, spin, _] = self.rows[i].0;
        row.v += (Vec2::new(x, y) - row.v.as_vec2()).as_dvec2();
        row.w += f64::from(spin - (row.w * row.r) as f32) / row.r;
    }

    /// Begins a substep: looks at all packed contacts anew, drops those that have ended and applies the
    /// remembered impulses of the others.
    ///
    /// Reads spots; writes packs, and the velocities in here.
    pub(crate) fn renew(&mut self, packs: &mut Packs, balls: &[BallRow], spots: &Spots, shared: &Shared) {
        self.rows.resize(balls.len() + 1, F4::default());
        self.rows[balls.len()] = F4([0.0, 0.0, 0.0, 1.0]);
        packs.resize(balls.len());
        if packs.is_empty() {
            return;
        }
        self.gather_packed(packs, balls);
        for color in 0..packs.colors.len() {
            self.ended.clear();
            dispatch(Renew {
                packs: &mut packs.colors[color].packs,
                rows: &mut self.rows,
                spots,
                shared,
                ended: &mut self.ended,
            });
            // From the end, so that the last of the colour is one that stays or has just been dropped.
            for &(pack, bits) in self.ended.iter().rev() {
                for lane in (0..8).rev().filter(|lane| bits >> lane & 1 != 0) {
                    packs.remove(color, pack as usize, lane);
                }
            }
        }
    }

    /// Takes up a ball that has just come into its first contact of this substep.
    pub(crate) fn admit(&mut self, i: u32, row: &BallRow) {
        self.gather(i as usize, row);
    }

    /// Applies the remembered impulses of the other contacts and one biased pass over all.
    ///
    /// Reads contacts; writes velocities, impulses, and the flight acceleration of balls that rest.
    pub(crate) fn push(
        &mut self,
        contacts: &mut Contacts,
        rows: &mut [BallRow],
        shared: &Shared,
        step: &Substep,
    ) {
        let Contacts { rows: list, packs, touched, .. } = contacts;
        if list.is_empty() && packs.is_empty() {
            return;
        }
        for c in list.iter_mut() {
            let warmth = shared.warmth;
            c.normal_impulse *= warmth;
            c.tangent_impulse *= warmth;
            c.roll_impulse *= warmth;
            let (normal, tangent, roll) = (c.normal_impulse, c.tangent_impulse, c.roll_impulse);
            c.before = normal;
            let weights = normal / (c.normal_mass * shared.fall);
            c.load = (c.load * warmth + learning(weights) * (normal - c.load * warmth)).min(normal);
            self.apply(c, normal, tangent, roll);
        }
        for color in &mut packs.colors {
            dispatch(Push { packs: &mut color.packs, rows: &mut self.rows, shared });
        }
        let spring = &shared.spring;
        for c in list.iter_mut() {
            let (bias, mass_scale, impulse_scale) = if c.separation > 0.0 {
                (c.separation / shared.h, 1.0, 0.0)
            } else {
                let depth = (c.separation + spring.rest_depth * c.scale).min(0.0);
                let bias = (spring.bias_rate * depth).max(-spring.push_speed * c.scale);
                (bias, spring.mass_scale, spring.impulse_scale)
            };
            self.solve(c, bias - c.rise, mass_scale, impulse_scale, 0.0);
        }
        self.count_loads(list, packs, rows.len());
        for_each_held(packs, touched, rows, |i, row| {
            self.set_flight(i, row, step.h);
            self.scatter(i, row);
        });
    }

    fn count_loads(&mut self, list: &[Contact], packs: &Packs, balls: usize) {
        self.loads.clear();
        self.loads.resize(balls + 1, Load::default());
        for pack in packs.colors.iter().flat_map(|color| &color.packs) {
            let Pack { a, b, normal_x, normal_y, normal_impulse, .. } = pack;
            for lane in 0..a.len() {
                if normal_impulse.0[lane] > 0.0 {
                    let normal = Vec2::new(normal_x.0[lane], normal_y.0[lane]);
                    self.load(a[lane], normal);
                    self.load(b[lane], normal);
                }
            }
        }
        for c in list.iter().filter(|c| c.normal_impulse > 0.0) {
            self.load(c.b, c.normal);
            if c.other().as_core().is_none() {
                self.load(c.other, c.normal);
            }
        }
    }

    #[inline]
    fn load(&mut self, ball: u32, normal: Vec2) {
        let load = &mut self.loads[ball as usize];
        load.count += 1;
        load.normal = normal;
    }

    /// Flight acceleration of a loaded ball: along the surface for a ball on one contact, so that the path
    /// of a rolling ball is exact; none for a ball on several.
    fn set_flight(&self, i: usize, row: &mut BallRow, h: f64) {
        let load = &self.loads[i];
        row.a = match load.count {
            0 => return,
            1 => {
                let [x, y, ..] = self.rows[i].0;
                let tangent = load.normal.perp().as_dvec2();
                let gained = row.a * h + (Vec2::new(x, y) - row.v.as_vec2()).as_dvec2();
                tangent * (tangent.dot(gained) / h)
            }
            _ => DVec2::ZERO,
        };
    }

    /// One pass without springs, after the balls have moved: takes back the speed that only served to
    /// part them.
    ///
    /// Reads positions; writes velocities and impulses.
    pub(crate) fn relax(
        &mut self,
        contacts: &mut Contacts,
        rows: &mut [BallRow],
        open: &Open,
        (solids, cores): (&[Solid], &Slots<Core>),
        hit: impl Fn(u32) -> bool,
        shared: &Shared,
    ) {
        let Contacts { rows: list, packs, touched, .. } = contacts;
        if list.is_empty() && packs.is_empty() {
            return;
        }
        self.struck.clear();
        self.struck.extend((0..rows.len() as u32).map(&hit));
        self.struck.push(false);
        let struck = self.struck.contains(&true).then_some(self.struck.as_slice());
        let mut moving = core::mem::take(&mut self.rows);
        for_each_held(packs, touched, rows, |i, row| {
            let v = row.v.as_vec2();
            moving[i] = F4([v.x, v.y, (row.w * row.r) as f32, row.im as f32]);
        });
        for color in &mut packs.colors {
            let spots = &open.spots;
            dispatch(Relax { packs: &mut color.packs, rows: &mut moving, spots, shared, struck });
        }
        self.rows = moving;
        for c in list.iter_mut() {
            if !refresh(c, rows, solids, cores) {
                continue;
            }
            let bias = c.separation.max(0.0) / shared.h;
            // A ball that was struck has left its contact for good reason: no more than the push is taken
            // back, and if it comes again fast, it will bounce.
            let struck = hit(c.b) || c.other().as_core().is_none() && hit(c.other);
            if struck && self.approach(c) > c.slow {
                continue;
            }
            let least = if struck { c.before.min(c.normal_impulse) } else { 0.0 };
            self.solve(c, bias, 1.0, 0.0, least);
        }
        for_each_held(packs, touched, rows, |i, row| self.scatter(i, row));
    }

    #[inline]
    fn apply(&mut self, c: &Contact, normal: f32, tangent: f32, roll: f32) {
        let direction = c.normal.perp();
        let impulse = c.normal * normal + direction * tangent;
        let [x, y, spin, im] = &mut self.rows[c.b as usize].0;
        *x += impulse.x * *im;
        *y += impulse.y * *im;
        *spin += c.spin_b * (roll / c.radius_b - tangent);
        if c.other().as_core().is_none() {
            let [x, y, spin, im] = &mut self.rows[c.other as usize].0;
            *x -= impulse.x * *im;
            *y -= impulse.y * *im;
            *spin -= c.spin_a * (roll / c.radius_a + tangent);
        }
    }

    /// Velocity and surface speed by spin of the two sides.
    #[inline]
    fn sides(&self, c: &Contact) -> [(Vec2, f32); 2] {
        let side = |row: &F4| (Vec2::new(row.0[0], row.0[1]), row.0[2]);
        let a = match c.other().as_core() {
            None => side(&self.rows[c.other as usize]),
            Some(_) => (c.surface, 0.0),
        };
        [a, side(&self.rows[c.b as usize])]
    }

    fn approach(&self, c: &Contact) -> f32 {
        let [(a, _), (b, _)] = self.sides(c);
        (a - b).dot(c.normal)
    }

    #[inline]
    fn solve(&mut self, c: &mut Contact, bias: f32, mass_scale: f32, impulse_scale: f32, least: f32) {
        let [(a, spin_a), (b, spin_b)] = self.sides(c);
        let tangent = c.normal.perp();
        let relative = b - a;

        let speed = relative.dot(c.normal);
        let push = -c.normal_mass * mass_scale * (speed + bias) - impulse_scale * (c.normal_impulse - c.load);
        let total = (c.normal_impulse + push).max(least);
        let normal = total - c.normal_impulse;
        c.normal_impulse = total;

        let slip = relative.dot(tangent) - c.belt - spin_b - spin_a;
        let limit = c.friction * total;
        let total = (c.tangent_impulse - c.tangent_mass * slip).clamp(-limit, limit);
        let tangent = total - c.tangent_impulse;
        c.tangent_impulse = total;

        let mut roll = 0.0;
        if c.rolling_resistance > 0.0 {
            let limit = c.rolling_resistance * c.normal_impulse;
            let turn = spin_b / c.radius_b - if c.radius_a > 0.0 { spin_a / c.radius_a } else { 0.0 };
            let total = (c.roll_impulse - c.roll_mass * turn).clamp(-limit, limit);
            roll = total - c.roll_impulse;
            c.roll_impulse = total;
        }
        self.apply(c, normal, tangent, roll);
    }
}

/// Visits every ball in contact once.
fn for_each_held(
    packs: &Packs,
    touched: &[u32],
    rows: &mut [BallRow],
    mut visit: impl FnMut(usize, &mut BallRow),
) {
    if !packs.is_empty() {
        for (i, row) in rows.iter_mut().enumerate() {
            if packs.holds(i) {
                visit(i, row);
            }
        }
    }
    for &i in touched {
        if !packs.holds(i as usize) {
            visit(i as usize, &mut rows[i as usize]);
        }
    }
}

/// Bounds of [`learning`], and the layers up to which the fastest is safe.
pub(crate) const SLOWEST: f32 = 0.001;
pub(crate) const FASTEST: f32 = 0.005;
pub(crate) const LAYERS: f32 = 30.0;

/// Share of the difference by which the load that a contact has learnt follows its impulse in a substep.
///
/// A spring alone sinks in proportion to its load, by `N g h^2 / 2.5` under the weight of `N` balls. What
/// it has borne for a while need not bend it: the load is learnt, slowly, and only the rest is left to
/// the spring. Learning must be slower than a heap swings, and tall heaps swing slowly: a tower of a
/// hundred balls boils at 0.004 and rests at 0.001, a bin of small balls wants 0.005 to rest in a second.
///
/// `weights` is the impulse as a multiple of what gravity gives the pair's mass in a substep.
pub(crate) fn learning(weights: f32) -> f32 {
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
