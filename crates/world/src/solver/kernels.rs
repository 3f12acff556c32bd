//! The contact solver's passes over batches: eight contacts between balls at a time.
//!
//! The same arithmetic as `solver/single_contact.rs` does for a single contact.

use core::sync::atomic::{AtomicBool, Ordering};

use glam::{DVec2, Vec2};

use crate::base::{
    F8, LANES, LONGER, Quads, SEPARATION_SLACK, Select, Simd, Torus, Wide, Work, bits, f32x8, flag, mask32x8,
};
use crate::contacts::constants::{
    AT_REST_SPEED_SHARE, DEEP_PENETRATION, DEEP_PENETRATION_UNEQUAL, LOAD_LEARNING_RATE,
    SEPARATING_OVER_RELAXATION,
};
use crate::contacts::{Batch, BatchPlace, Block, Softness, is_uneven};
use crate::pairs::Proxy;
use crate::solver::constants::{
    RAISING_PASSES, RESIDUAL_APPROACH, SHOCK_OVER_RELAXATION, SHOCK_PASSES, SHOCK_SHARE, SOLVED_APPROACH,
};
use crate::solver::{Kernel, Passes, Places};

/// The numbers of one substep that all contacts share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shared {
    /// Length of the substep, seconds.
    pub(crate) h: f32,
    /// Passes with springs, and passes that relax.
    pub(crate) passes: Passes,
    /// Factor on remembered impulses, if the last substep was longer or shorter.
    pub(crate) warm_start_scale: f32,
    /// Whether a step's first substep is over, as a factor on the impulses of the substeps before: one or zero.
    pub(crate) earlier_scale: f32,
    /// Approach speed per radius above which a pair is not slow, 1/s.
    pub(crate) sink: f32,
    /// As in [`StepContext`](crate::context::StepContext), seconds; 0 where nothing is pulled.
    pub(crate) half_return: f32,
    /// Speed above which no contact is at rest, length units per second.
    pub(crate) at_rest: f32,
    /// Largest depth of a contact, radii.
    pub(crate) max_penetration: f32,
    pub(crate) softness: Softness,
}

/// Data of each ball, cut to the number of rows, so that one check of an index serves all of them.
#[inline(always)]
fn beside<'a, T>(balls: &'a [T], rows: &impl Quads) -> &'a [T] {
    &balls[..rows.count()]
}

/// Measures gaps, normals and levers of eight pairs. The normal of two balls at one place points upwards.
#[inline(always)]
fn measure<S: Simd>(s: S, batch: &mut Batch, proxies: &[Proxy]) {
    let place = |ball: u32| {
        let proxy = &proxies[ball as usize];
        [proxy.x, proxy.y]
    };
    let [dx, dy] = s.apart(|k| [batch.a[k], batch.b[k]].map(place));
    let (zero, one) = (f32x8::splat(s, 0.0), f32x8::splat(s, 1.0));
    let distance = (dx * dx + dy * dy).sqrt();
    let apart = zero.lt(distance);
    let inverse = one / apart.select(distance, one);
    batch.normal_x = (dx * inverse).store();
    batch.normal_y = apart.select(dy * inverse, one).store();
    let reach = f32x8::load(s, &batch.reach);
    batch.separation = (distance - reach).store();
    // An idle lane has no radii.
    batch.lever = (distance / reach.max(f32x8::splat(s, f32::MIN_POSITIVE))).store();
}

/// The same for pairs whose nearest images meet, one after the other, before a pass that measures nothing itself.
pub(crate) fn measure_images(blocks: &mut [Block], proxies: &[Proxy], torus: &Torus) {
    let colors = blocks.iter_mut().flat_map(|block| &mut block.colors);
    for batch in colors.flat_map(|color| &mut color.batches) {
        for k in 0..LANES {
            let [a, b] = [batch.a[k], batch.b[k]].map(|ball| &proxies[ball as usize]);
            let way = torus.nearest(DVec2::new(b.x - a.x, b.y - a.y)).as_vec2();
            let (distance, reach) = (way.length(), batch.reach.0[k]);
            let normal = if distance > 0.0 { way / distance } else { Vec2::Y };
            (batch.normal_x.0[k], batch.normal_y.0[k]) = (normal.x, normal.y);
            batch.separation.0[k] = distance - reach;
            batch.lever.0[k] = distance / reach.max(f32::MIN_POSITIVE);
        }
    }
}

/// Approach speeds below which pairs do not bounce; as `StepContext::slow`, without a division.
#[derive(Clone, Copy)]
struct Slow<S: Simd> {
    restitution: f32x8<S>,
    sink: f32x8<S>,
    /// Rebound for each speed that the pair is given towards each other in a substep, no unit.
    share: f32x8<S>,
}

impl<S: Simd> Slow<S> {
    #[inline(always)]
    fn of(s: S, batch: &Batch, shared: &Shared) -> Self {
        Self {
            restitution: f32x8::load(s, &batch.restitution),
            sink: f32x8::splat(s, shared.sink) * f32x8::load(s, &batch.scale),
            share: f32x8::splat(s, shared.half_return / shared.h),
        }
    }

    /// Whether pairs of this mass are slow at a speed, if this impulse presses them together in a substep. Idle
    /// lanes, all zeros, are slow.
    #[inline(always)]
    fn is_slow(self, speed: f32x8<S>, impulse: f32x8<S>, mass: f32x8<S>) -> mask32x8<S> {
        let Self { restitution, sink, share } = self;
        speed.le(sink) & (restitution * mass * speed).le(share * impulse)
    }
}

/// Tests every contact again, drops the impulses of ended ones, and applies those of all others. Finds the contacts
/// that have ended.
#[derive(Clone, Copy)]
pub(crate) struct Renew<'a> {
    /// Places, and velocities before gravity has acted.
    pub(crate) proxies: &'a [Proxy],
    /// Whether gaps and normals are known already.
    pub(crate) are_measured: bool,
    pub(crate) shared: Shared,
    /// Set where balls touch and approach each other at more than [`RESIDUAL_APPROACH`].
    pub(crate) is_shock: &'a AtomicBool,
}

impl Kernel for Renew<'_> {
    #[inline(always)]
    fn work<S: Simd>(
        &self,
        s: S,
        at: BatchPlace,
        batch: &mut Batch,
        rows: &mut impl Quads,
        ended: &mut Places,
    ) {
        let Self { proxies, are_measured, shared, is_shock } = *self;
        let proxies = beside(proxies, rows);
        let splat = |x: f32| f32x8::splat(s, x);
        let zero = splat(0.0);
        let load = |from: &F8| f32x8::load(s, from);
        if !are_measured {
            measure(s, batch, proxies);
        }
        let (nx, ny, gap) = (load(&batch.normal_x), load(&batch.normal_y), load(&batch.separation));
        let [avx, avy, aw, aim] = s.gather(rows, &batch.a);
        let [bvx, bvy, bw, bim] = s.gather(rows, &batch.b);

        let velocity = |ball: u32| proxies[ball as usize].u;
        let [ux, uy] = s.difference(|k| [batch.a[k], batch.b[k]].map(velocity));
        let approach = -(ux * nx + uy * ny);
        let warm_start = splat(shared.warm_start_scale);
        let borne = load(&batch.normal_impulse) * warm_start * (aim + bim);
        // A pair is pressed by the pulls on both sides, or by the load that the contact has borne.
        let fall = -((bvx - avx) * nx + (bvy - avy) * ny) - approach;
        let (bound, pressed) = (Slow::of(s, batch, &shared), borne.max(fall).max(zero));
        let is_slow = |speed| bound.is_slow(speed, pressed, splat(1.0));
        let touching = gap.le(splat(shared.softness.slop) * load(&batch.scale));
        // An approach that the solver has left in a contact at rest is no arrival. Without a pull, no contact rests.
        let noise = splat(SOLVED_APPROACH * shared.sink) * load(&batch.scale);
        let rests = approach.le(noise) & zero.lt(bound.share);
        let stays = rests | is_slow(splat(0.5) * approach) | is_slow(bound.restitution * approach);
        let arrives = gap.le(approach * splat(shared.h)) & is_slow(approach);
        let taken = touching.select(stays, arrives);
        let gone = !bits(taken);
        if gone != 0 {
            ended.push((at, gone));
        }
        let residual = splat(RESIDUAL_APPROACH * shared.sink) * load(&batch.scale);
        if bits(residual.lt(approach) & touching & taken) != 0 {
            is_shock.store(true, Ordering::Relaxed);
        }

        sum_impulses(s, batch, shared.earlier_scale);
        let warm_start = taken.select(warm_start, zero);
        let normal = load(&batch.normal_impulse) * warm_start;
        let tangent = load(&batch.tangent_impulse) * warm_start;
        let depth = if is_uneven(at.color.into()) { DEEP_PENETRATION_UNEQUAL } else { DEEP_PENETRATION };
        let deep = gap.lt(splat(-depth) * load(&batch.scale));
        let at_rest =
            (splat(AT_REST_SPEED_SHARE * shared.sink) * load(&batch.scale)).min(splat(shared.at_rest));
        let still = approach.lt(at_rest) & (-approach).lt(at_rest);
        let rate = (deep & still).select(splat(LOAD_LEARNING_RATE), zero);
        let borne = load(&batch.load) * splat(shared.warm_start_scale);
        let borne = borne + rate * (normal - borne).max(zero);

        let (px, py) = (nx * normal - ny * tangent, ny * normal + nx * tangent);
        let spin = load(&batch.spin_ratio) * load(&batch.lever) * tangent;
        s.scatter(rows, &batch.a, [avx - px * aim, avy - py * aim, aw - spin * aim, aim]);
        s.scatter(rows, &batch.b, [bvx + px * bim, bvy + py * bim, bw - spin * bim, bim]);
        batch.normal_impulse = normal.store();
        batch.tangent_impulse = tangent.store();
        batch.before = normal.store();
        batch.load = borne.store();
    }
}

/// Adds the impulses of the last substep to those of the step's earlier ones; `earlier_scale` is zero in a step's first
/// substep.
#[inline(always)]
fn sum_impulses<S: Simd>(s: S, batch: &mut Batch, earlier_scale: f32) {
    let load = |from: &F8| f32x8::load(s, from);
    let normal = load(&batch.earlier_normal) + load(&batch.normal_impulse);
    let tangent = load(&batch.earlier_tangent) + load(&batch.tangent_impulse);
    batch.earlier_normal = (f32x8::splat(s, earlier_scale) * normal).store();
    batch.earlier_tangent = (f32x8::splat(s, earlier_scale) * tangent).store();
}

/// How a pass that stops speeds without springs changes impulses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StopPass {
    /// Share of the impulses of the last substep that is not taken back.
    pub(crate) kept: f32,
    /// By how much impulses may exceed those of the last substep.
    pub(crate) rise: f32,
    /// Factor of the impulse that would stop an approach.
    pub(crate) over_relaxation: f32,
}

impl StopPass {
    /// A pass against a shock: impulses rise, and in the first passes do not fall.
    pub(crate) fn shock(pass: usize) -> Self {
        let kept = if pass < RAISING_PASSES { 1.0 } else { 0.0 };
        Self { kept, rise: f32::INFINITY, over_relaxation: Self::factor(pass) }
    }

    /// A pass after a load has gone: impulses fall.
    pub(crate) fn release(pass: usize) -> Self {
        Self { kept: 0.0, rise: 0.0, over_relaxation: Self::factor(pass) }
    }

    /// All passes but the last overshoot.
    fn factor(pass: usize) -> f32 {
        if pass + 1 == SHOCK_PASSES { 1.0 } else { SHOCK_OVER_RELAXATION }
    }
}

/// One pass against the approaches of a shock, without springs: overlaps stay. All passes but the last overshoot.
/// Impulses of pairs that part fall as well.
#[derive(Clone, Copy)]
pub(crate) struct Stop<'a> {
    pub(crate) shared: Shared,
    pub(crate) pass: StopPass,
    /// Set where a speed was stopped that is not left to springs: others may approach or part now.
    pub(crate) goes_on: &'a AtomicBool,
}

impl Kernel for Stop<'_> {
    #[inline(always)]
    fn work<S: Simd>(&self, s: S, _: BatchPlace, batch: &mut Batch, rows: &mut impl Quads, _: &mut Places) {
        let Self { shared, pass: StopPass { kept, rise, over_relaxation }, goes_on } = *self;
        let splat = |x: f32| f32x8::splat(s, x);
        let bias = f32x8::load(s, &batch.separation).max(splat(0.0)) * splat(1.0 / shared.h);
        let residual = splat(RESIDUAL_APPROACH * shared.sink) * f32x8::load(s, &batch.scale);
        let threshold = splat(SHOCK_SHARE) * residual;
        let before = f32x8::load(s, &batch.before);
        let (least, most) = (splat(kept) * before, before + splat(rise));
        let mut is_shock = false;
        solve(
            s,
            batch,
            rows,
            #[inline(always)]
            |speed, normal, normal_mass| {
                let approach = -(speed + bias);
                let acts = threshold.lt(approach.max(-approach));
                let parts = residual.lt(-approach) & splat(0.0).lt(normal);
                is_shock = bits(residual.lt(approach) | parts) != 0;
                let total = normal + splat(over_relaxation) * normal_mass * approach;
                (total.max(least).min(most), Some(acts))
            },
        );
        if is_shock {
            goes_on.store(true, Ordering::Relaxed);
        }
    }
}

/// One pass with springs.
#[derive(Clone, Copy)]
pub(crate) struct Push<'a> {
    pub(crate) shared: Shared,
    /// Set where balls part that a contact presses on each other: a load has gone.
    pub(crate) is_release: &'a AtomicBool,
}

impl Kernel for Push<'_> {
    #[inline(always)]
    fn work<S: Simd>(&self, s: S, _: BatchPlace, batch: &mut Batch, rows: &mut impl Quads, _: &mut Places) {
        let Self { shared, is_release } = *self;
        let splat = |x: f32| f32x8::splat(s, x);
        let (zero, one) = (splat(0.0), splat(1.0));
        let softness = shared.softness;
        let load = |from: &F8| f32x8::load(s, from);
        let (gap, scale) = (load(&batch.separation), load(&batch.scale));
        let depth = gap + splat(softness.slop) * scale;
        let spring = softness.springs(s, scale);
        let soft = (spring.bias_rate * depth).max(splat(-softness.push_speed) * scale);
        let open = zero.lt(gap);
        let bias = open.select(gap * splat(1.0 / shared.h), soft);
        let mass_scale = open.select(one, spring.mass_scale);
        let impulse_scale = open.select(zero, spring.impulse_scale);
        let borne = load(&batch.load).min(load(&batch.before));
        // Depth beyond the largest one is not left to the spring, as for a single contact.
        let left = (gap + splat(shared.max_penetration) * scale).max(zero);
        let closing = left * splat(1.0 / shared.h);
        let residual = splat(RESIDUAL_APPROACH * shared.sink) * scale;
        let mut parts = false;
        solve(
            s,
            batch,
            rows,
            #[inline(always)]
            |speed, normal, normal_mass| {
                parts = bits(residual.lt(speed) & zero.lt(normal)) != 0;
                let given_back = impulse_scale * (normal - borne);
                let soft = normal - normal_mass * mass_scale * (speed + bias) - given_back;
                let hard = normal - normal_mass * (speed + closing);
                (soft.max(hard).max(zero), None)
            },
        );
        if parts {
            is_release.store(true, Ordering::Relaxed);
        }
    }
}

/// One pass without springs, after the balls have moved.
#[derive(Clone, Copy)]
pub(crate) struct Relax<'a> {
    /// Whether this is the first pass, which measures gaps and normals for all.
    pub(crate) is_first: bool,
    pub(crate) proxies: &'a [Proxy],
    pub(crate) shared: Shared,
    /// Balls that were struck in this substep, if there are any.
    pub(crate) struck: Option<&'a [bool]>,
}

impl Kernel for Relax<'_> {
    #[inline(always)]
    fn work<S: Simd>(&self, s: S, _: BatchPlace, batch: &mut Batch, rows: &mut impl Quads, _: &mut Places) {
        let Self { is_first, proxies, shared, struck } = *self;
        let (proxies, struck) = (beside(proxies, rows), struck.map(|struck| beside(struck, rows)));
        let splat = |x: f32| f32x8::splat(s, x);
        let zero = splat(0.0);
        if is_first {
            // The normal follows the line between the two now: a push beside it turns a heap that rotates.
            measure(s, batch, proxies);
        }
        let bias = f32x8::load(s, &batch.separation).max(zero) * splat(1.0 / shared.h);
        let hit = struck.and_then(|struck| {
            let mut any = false;
            for k in 0..LANES {
                any |= struck[batch.a[k] as usize] | struck[batch.b[k] as usize];
            }
            any.then(|| zero.lt(f32x8::load(s, &lanes_of(struck, batch))))
        });
        // An impact has parted a struck ball from its contact: only the push is taken back, and if the ball returns
        // fast, it will bounce.
        let (before, bound) = (f32x8::load(s, &batch.before), Slow::of(s, batch, &shared));
        solve(
            s,
            batch,
            rows,
            #[inline(always)]
            |speed, normal, normal_mass| {
                let least = hit.map_or(zero, |hit| hit.select(before.min(normal), zero));
                let given_back = normal_mass * (speed + bias);
                let is_slow = |speed| bound.is_slow(speed, before.min(normal), normal_mass);
                let parts = zero.lt(given_back) & speed.le(bound.sink);
                let given_back = parts.select(splat(SEPARATING_OVER_RELAXATION) * given_back, given_back);
                let total = (normal - given_back).max(least);
                let stays = hit.map(|hit| !hit | is_slow(-speed));
                (total, stays)
            },
        );
    }
}

/// One in the lanes of balls that were struck, zero in the others. Out of line: few batches have any.
#[cold]
#[inline(never)]
fn lanes_of(struck: &[bool], batch: &Batch) -> F8 {
    let either = |k: usize| struck[batch.a[k] as usize] || struck[batch.b[k] as usize];
    F8(core::array::from_fn(|k| flag(either(k))))
}

/// Solves eight contacts once. `total` gets the normal speed, the impulse so far and the mass that it acts on. It
/// returns the new normal impulse, and if not all contacts act, a mask of those.
#[inline(always)]
fn solve<S: Simd>(
    s: S,
    batch: &mut Batch,
    rows: &mut impl Quads,
    mut total: impl FnMut(f32x8<S>, f32x8<S>, f32x8<S>) -> (f32x8<S>, Option<mask32x8<S>>),
) {
    let load = |from: &F8| f32x8::load(s, from);
    let one = f32x8::splat(s, 1.0);
    // Copies: writes to the rows do not change them, but the compiler can't infer that.
    let (a, b) = (batch.a, batch.b);
    let [avx, avy, aw, aim] = s.gather(rows, &a);
    let [bvx, bvy, bw, bim] = s.gather(rows, &b);
    let (nx, ny) = (load(&batch.normal_x), load(&batch.normal_y));
    let (vx, vy) = (bvx - avx, bvy - avy);
    let inverse_mass = aim + bim;
    let lever = load(&batch.lever);
    let turn_ratio = load(&batch.spin_ratio) * lever;

    let speed = vx * nx + vy * ny;
    let slip = vy * nx - vx * ny - lever * (aw + bw);
    let normal_so_far = load(&batch.normal_impulse);
    let (normal, acts) = total(speed, normal_so_far, one / inverse_mass);
    if acts.is_some_and(|acts| bits(acts) == 0) {
        return;
    }
    let normal = acts.map_or(normal, |acts| acts.select(normal, normal_so_far));
    let push = normal - normal_so_far;

    let tangent_so_far = load(&batch.tangent_impulse);
    let tangent_mass = one / (inverse_mass + inverse_mass * (turn_ratio * lever));
    let limit = load(&batch.friction) * normal;
    let drag = (tangent_so_far - tangent_mass * slip).min(limit).max(-limit) - tangent_so_far;
    let drag = acts.map_or(drag, |acts| acts.select(drag, f32x8::splat(s, 0.0)));

    let (px, py) = (nx * push - ny * drag, ny * push + nx * drag);
    let spin = turn_ratio * drag;
    s.scatter(rows, &a, [avx - px * aim, avy - py * aim, aw - spin * aim, aim]);
    s.scatter(rows, &b, [bvx + px * bim, bvy + py * bim, bw - spin * bim, bim]);
    batch.normal_impulse = normal.store();
    batch.tangent_impulse = (tangent_so_far + drag).store();
}

/// Speeds of the straight flights of eight balls.
#[inline(always)]
fn speeds<S: Simd>(s: S, proxies: &[Proxy], balls: &[u32; LANES]) -> f32x8<S> {
    let [x, y] = s.difference(|k| [[0.0; 2], proxies[balls[k] as usize].u]);
    (x * x + y * y).sqrt()
}

/// Finds the contacts that could sink to the maximum penetration if both balls flew straight at each other.
pub(crate) struct Sinking<'a> {
    /// Place of the first of the batches.
    pub(crate) first: BatchPlace,
    pub(crate) batches: &'a [Batch],
    pub(crate) proxies: &'a [Proxy],
    pub(crate) deepest: f32,
    /// The longest way of any ball in contact, length units.
    pub(crate) longest: f32,
    /// How long balls fly, seconds.
    pub(crate) h: f32,
    pub(crate) found: &'a mut Places,
}

impl Work for Sinking<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let Self { first, batches, proxies, deepest, longest, h, found } = self;
        let splat = |x: f32| f32x8::splat(s, x);
        let (deepest, longest, longer) = (splat(deepest), splat(2.0 * LONGER * longest), splat(LONGER));
        for (index, batch) in (first.index..).zip(batches) {
            let room = f32x8::load(s, &batch.separation) + deepest * f32x8::load(s, &batch.scale);
            let slack = splat(SEPARATION_SLACK) * f32x8::load(s, &batch.reach);
            if bits(room.le(longest + slack)) == 0 {
                continue;
            }
            let [one, other] = [speeds(s, proxies, &batch.b), speeds(s, proxies, &batch.a)];
            let ways = one * splat(h) + other * splat(h);
            let near = bits(room.le(longer * ways + slack));
            if near != 0 {
                found.push((BatchPlace { index, ..first }, near));
            }
        }
    }
}

#[cfg(test)]
impl Shared {
    /// Shared values for tests: a substep of eight in a step of a 60th of a second, half as long as the last.
    pub(crate) fn sample() -> Self {
        let h = 1.0_f32 / 480.0;
        Self {
            h,
            passes: Passes::of(1),
            warm_start_scale: 0.5,
            earlier_scale: 1.0,
            sink: 4.8,
            half_return: 1.0 / 120.0,
            at_rest: 0.04,
            max_penetration: 0.1,
            softness: Softness::new(60.0, 10.0, 10.0, f64::from(h), 6.0, 0.002),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::base::simd::{F4, dispatch, dispatch_plain};
    use crate::common::Dice;

    /// All passes of a substep over one batch.
    struct Substep<'a> {
        shared: &'a Shared,
        proxies: &'a [Proxy],
        struck: &'a [bool],
        color: u8,
        batch: &'a mut Batch,
        rows: &'a mut [F4],
        found: &'a mut Places,
    }

    impl Work for Substep<'_> {
        fn run<S: Simd>(self, s: S) {
            let Self { shared, proxies, struck, color, batch, mut rows, found } = self;
            let (at, flag) = (BatchPlace { block: 1, color, index: 0 }, AtomicBool::new(false));
            let shared = *shared;
            let renew = Renew { proxies, are_measured: false, shared, is_shock: &flag };
            renew.work(s, at, batch, &mut rows, found);
            for pass in [StopPass { kept: 0.5, ..StopPass::shock(0) }, StopPass::release(2)] {
                let stop = Stop { shared, pass, goes_on: &flag };
                stop.work(s, at, batch, &mut rows, found);
            }
            Push { shared, is_release: &flag }.work(s, at, batch, &mut rows, found);
            Relax { is_first: true, proxies, shared, struck: Some(struck) }
                .work(s, at, batch, &mut rows, found);
            Relax { is_first: false, proxies, shared, struck: None }.work(s, at, batch, &mut rows, found);
        }
    }

    /// This holds for all materials and ratios of masses.
    #[test]
    fn batches_and_their_plain_twin_give_the_same_bits() {
        let mut dice = Dice(7);
        let mut moved = 0;
        for round in 0..3000 {
            let mut dice = |low: f64, high: f64| dice.uniform(low, high);
            // Seventeen rows: eight pairs, and the spare one.
            let places: Vec<[f64; 3]> =
                (0..16).map(|_| [dice(-1.0, 1.0), dice(-1.0, 1.0), libm::exp(dice(-3.0, 1.0))]).collect();
            let proxies: Vec<Proxy> = places
                .iter()
                .map(|&[x, y, r]| {
                    let u = [dice(-3.0, 3.0) as f32, dice(-3.0, 3.0) as f32];
                    Proxy { x, y, u, radius: r as f32, budget_left: 1.0 }
                })
                .chain([Proxy::default()])
                .collect();
            let rows: Vec<F4> = proxies[..16]
                .iter()
                .map(|proxy| {
                    // A held ball has no inverse mass.
                    let im = libm::exp(dice(-14.0, 14.0)) as f32;
                    let im = [im, im, im, im, 0.0][dice(0.0, 4.999) as usize];
                    F4([proxy.u[0], proxy.u[1] - 0.02, dice(-3.0, 3.0) as f32, im])
                })
                .chain([F4([0.0, 0.0, 0.0, 1.0])])
                .collect();
            let mut lanes = |low: f64, high: f64| F8(core::array::from_fn(|_| dice(low, high) as f32));
            let (a, b) = (core::array::from_fn(|k| 2 * k as u32 + 1), core::array::from_fn(|k| 2 * k as u32));
            let mut batch = Batch {
                a,
                b,
                normal_x: F8::default(),
                normal_y: F8::default(),
                separation: F8::default(),
                lever: F8::default(),
                reach: lanes(0.0, 3.0),
                scale: lanes(0.05, 3.0),
                friction: lanes(0.0, 2.0),
                restitution: lanes(-0.3, 1.0),
                spin_ratio: lanes(1.0, 4.0),
                normal_impulse: lanes(-1.0, 1.0),
                tangent_impulse: lanes(-0.3, 0.3),
                earlier_normal: lanes(0.0, 4.0),
                earlier_tangent: lanes(-1.0, 1.0),
                before: F8::default(),
                load: lanes(-0.5, 0.5),
            };
            for field in [&mut batch.restitution, &mut batch.normal_impulse, &mut batch.load] {
                field.0.iter_mut().for_each(|x| *x = x.max(0.0));
            }
            let shared = Shared::sample();
            let struck: Vec<bool> = (0..17).map(|n| (n + round) % 5 == 0).collect();
            let color = if round % 2 == 0 { 0 } else { 20 };
            let run = |plain: bool| {
                let (mut batch, mut rows, mut found) = (batch, rows.clone(), Places::new());
                let work = Substep {
                    shared: &shared,
                    proxies: &proxies,
                    struck: &struck,
                    color,
                    batch: &mut batch,
                    rows: &mut rows,
                    found: &mut found,
                };
                if plain {
                    dispatch_plain(work);
                } else {
                    dispatch(work);
                }
                let fields = batch.fields().into_iter().flat_map(|field| field.0);
                let numbers = rows.iter().flat_map(|row| row.0).chain(fields);
                (numbers.map(f32::to_bits).collect::<Vec<_>>(), found, rows)
            };
            let (plain, fast) = (run(true), run(false));
            assert_eq!((plain.0, plain.1), (fast.0, fast.1), "round {round}");
            moved += usize::from((0..16).any(|i| fast.2[i].0 != rows[i].0));
        }
        assert!(moved > 2000, "{moved} rounds moved anything");
    }
}
