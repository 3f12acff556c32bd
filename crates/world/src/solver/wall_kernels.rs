//! The contact solver's passes over contacts with walls, eight at a time.
//!
//! The same arithmetic, to the last bit, as `solver/contact_solver.rs` does for a single contact.

use crate::base::{
    F4, F8, LANES, Quads, Select, Simd, Wide, Work, bits, dispatch, f32x8, flag, mask32x8, with_cpu_features,
};
use crate::bodies::{BallRow, Trajectories};
use crate::contacts::constants::{AT_REST_SPEED_SHARE, DEEP_PENETRATION_UNEQUAL, LOAD_LEARNING_RATE};
use crate::contacts::{Batches, FacePlace, WallBatch, WallBatches};
use crate::geometry::{BodySet, Nearest};
use crate::solver::constants::{MAX_STORED_IMPULSE, RESIDUAL_APPROACH, SHOCK_SHARE};
use crate::solver::single_contact::along_rounded;
use crate::solver::{Shared, StopPass};

/// A pass over contacts, as its work on one batch.
pub(crate) trait WallKernel: Copy {
    fn work<S: Simd>(&self, s: S, batch: &mut WallBatch, rows: &mut impl Quads);
}

/// A kernel at work on all batches.
struct Pass<'a, K> {
    kernel: K,
    batches: &'a mut [WallBatch],
    rows: &'a mut [F4],
}

impl<K: WallKernel> Work for Pass<'_, K> {
    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let Self { kernel, batches, mut rows } = self;
        for batch in batches {
            kernel.work(s, batch, &mut rows);
        }
    }
}

/// Does a pass over all contacts.
pub(crate) fn run(kernel: impl WallKernel, walls: &mut WallBatches, rows: &mut [F4]) {
    if !walls.is_empty() {
        dispatch(Pass { kernel, batches: &mut walls.batches, rows });
    }
}

/// Notes for each contact whether its ball touches nothing else, and whether it touches a ball of very different
/// mass: both decide how the contact is solved.
pub(crate) fn note_other_contacts(walls: &mut WallBatches, batches: &Batches) {
    let balls = batches.rows.len().saturating_sub(1);
    for batch in &mut walls.batches {
        for (lane, ball) in batch.balls.into_iter().enumerate().filter(|&(_, ball)| (ball as usize) < balls) {
            batch.is_alone.0[lane] = flag(!batches.has_contact(ball as usize));
            batch.repeats.0[lane] = flag(batches.has_unequal_contact(ball as usize));
        }
    }
}

/// Applies the remembered impulses, and learns loads.
#[derive(Clone, Copy)]
pub(crate) struct Warm {
    pub(crate) shared: Shared,
}

impl WallKernel for Warm {
    #[inline(always)]
    fn work<S: Simd>(&self, s: S, batch: &mut WallBatch, rows: &mut impl Quads) {
        let Self { shared } = *self;
        let splat = |x: f32| f32x8::splat(s, x);
        let zero = splat(0.0);
        let warm_start = splat(shared.warm_start_scale);
        let load = |from: &F8| f32x8::load(s, from);
        let normal = load(&batch.normal_impulse) * warm_start;
        let tangent = load(&batch.tangent_impulse) * warm_start;
        let deep = load(&batch.separation).lt(splat(-DEEP_PENETRATION_UNEQUAL) * load(&batch.scale));
        let approach = load(&batch.approach);
        let at_rest =
            (splat(AT_REST_SPEED_SHARE * shared.sink) * load(&batch.scale)).min(splat(shared.at_rest));
        let still = approach.max(-approach).lt(at_rest);
        let borne = load(&batch.load) * warm_start;
        let learned = borne + splat(LOAD_LEARNING_RATE) * (normal - borne).max(zero);
        batch.load = (deep & still).select(learned, borne).store();
        batch.normal_impulse = normal.store();
        batch.tangent_impulse = tangent.store();
        batch.before = normal.store();
        let balls = batch.balls;
        let row = s.gather(rows, &balls);
        push(s, batch, row, [normal, tangent], rows);
    }
}

/// One pass against the approaches of a shock, without springs: overlaps stay. All passes but the last overshoot.
/// Impulses of pairs that part fall as well.
#[derive(Clone, Copy)]
pub(crate) struct Stop {
    pub(crate) shared: Shared,
    pub(crate) pass: StopPass,
}

impl WallKernel for Stop {
    #[inline(always)]
    fn work<S: Simd>(&self, s: S, batch: &mut WallBatch, rows: &mut impl Quads) {
        let Self { shared, pass: StopPass { kept, rise, over_relaxation } } = *self;
        let splat = |x: f32| f32x8::splat(s, x);
        let zero = splat(0.0);
        let bias = f32x8::load(s, &batch.separation).max(zero) / splat(shared.h);
        let residual = splat(RESIDUAL_APPROACH * shared.sink) * f32x8::load(s, &batch.scale);
        let before = f32x8::load(s, &batch.before);
        let (least, most) = (splat(kept) * before, before + splat(rise));
        solve(
            s,
            batch,
            rows,
            #[inline(always)]
            |speed| {
                let approach = -speed - bias;
                let acts = (splat(SHOCK_SHARE) * residual).lt(approach.max(-approach));
                let mass = splat(over_relaxation);
                Answer { bias, mass, impulse: zero, least, most, acts: Some(acts) }
            },
        );
    }
}

/// One pass with springs; if it `is_repeated`, only over contacts that take part in all passes.
#[derive(Clone, Copy)]
pub(crate) struct Push {
    pub(crate) shared: Shared,
    pub(crate) is_repeated: bool,
}

impl WallKernel for Push {
    #[inline(always)]
    fn work<S: Simd>(&self, s: S, batch: &mut WallBatch, rows: &mut impl Quads) {
        let Self { shared, is_repeated } = *self;
        let splat = |x: f32| f32x8::splat(s, x);
        let (zero, one, softness) = (splat(0.0), splat(1.0), shared.softness);
        let acts = is_repeated.then(|| zero.lt(f32x8::load(s, &batch.repeats)));
        if acts.is_some_and(|acts| bits(acts) == 0) {
            return;
        }
        let (gap, scale) = (f32x8::load(s, &batch.separation), f32x8::load(s, &batch.scale));
        let open = zero.lt(gap);
        let depth = (gap + splat(softness.slop) * scale).min(zero);
        let spring = softness.springs(s, scale);
        let soft = (spring.bias_rate * depth).max(splat(-softness.push_speed) * scale);
        let bias = open.select(gap / splat(shared.h), soft);
        let parted = open.select(zero, -soft * f32x8::load(s, &batch.normal_mass));
        batch.parted = parted.store();
        // The only support of a ball is rigid, as for a single contact.
        let is_rigid = open | zero.lt(f32x8::load(s, &batch.is_alone));
        let mass = is_rigid.select(one, spring.mass_scale);
        let impulse = is_rigid.select(zero, spring.impulse_scale);
        solve(
            s,
            batch,
            rows,
            #[inline(always)]
            |_| Answer { bias, mass, impulse, least: zero, most: splat(f32::INFINITY), acts },
        );
    }
}

/// One pass without springs, after the balls have moved; if it `is_repeated`, only over contacts that take part in
/// all passes.
#[derive(Clone, Copy)]
pub(crate) struct Relax<'a> {
    pub(crate) shared: Shared,
    pub(crate) is_repeated: bool,
    /// Balls that were struck in this substep, if there are any.
    pub(crate) struck: Option<&'a [bool]>,
}

impl WallKernel for Relax<'_> {
    #[inline(always)]
    fn work<S: Simd>(&self, s: S, batch: &mut WallBatch, rows: &mut impl Quads) {
        let Self { shared, is_repeated, struck } = *self;
        let splat = |x: f32| f32x8::splat(s, x);
        let (zero, one) = (splat(0.0), splat(1.0));
        let acts = zero.lt(f32x8::load(s, &batch.lasts));
        let acts = if is_repeated { acts & zero.lt(f32x8::load(s, &batch.repeats)) } else { acts };
        if bits(acts) == 0 {
            return;
        }
        let bias = f32x8::load(s, &batch.separation).max(zero) / splat(shared.h);
        let hit =
            struck.filter(|struck| batch.balls.iter().any(|&ball| struck[ball as usize])).map(|struck| {
                let lanes = batch.balls.map(|ball| flag(struck[ball as usize]));
                zero.lt(f32x8::load(s, &F8(lanes)))
            });
        // An impact has parted a struck ball from its contact, as for a single contact.
        let parted = f32x8::load(s, &batch.normal_impulse) - f32x8::load(s, &batch.parted);
        let least = hit.map_or(zero, |hit| hit.select(parted.max(zero), zero));
        let slow = f32x8::load(s, &batch.slow);
        solve(
            s,
            batch,
            rows,
            #[inline(always)]
            |speed| {
                let acts = hit.map_or(acts, |hit| acts & !(hit & slow.lt(-speed)));
                let most = splat(f32::INFINITY);
                Answer { bias, mass: one, impulse: zero, least, most, acts: Some(acts) }
            },
        );
    }
}

/// How eight contacts answer to the speed of their balls: bias and scales of their springs, and least impulses. If
/// not all are solved, `acts` masks the contacts that are.
struct Answer<S: Simd> {
    bias: f32x8<S>,
    mass: f32x8<S>,
    impulse: f32x8<S>,
    least: f32x8<S>,
    most: f32x8<S>,
    acts: Option<mask32x8<S>>,
}

/// Solves eight contacts once, given their answer to a speed along the normal.
#[inline(always)]
fn solve<S: Simd>(
    s: S,
    batch: &mut WallBatch,
    rows: &mut impl Quads,
    answer: impl FnOnce(f32x8<S>) -> Answer<S>,
) {
    let load = |from: &F8| f32x8::load(s, from);
    // A copy: writes to the rows do not change it, but the compiler can't infer that.
    let balls = batch.balls;
    let row = s.gather(rows, &balls);
    let [x, y, spin, _] = row;
    let (nx, ny) = (load(&batch.normal_x), load(&batch.normal_y));
    let speed = x * nx + y * ny;
    let Answer { bias, mass, impulse, least, most, acts } = answer(speed);
    if acts.is_some_and(|acts| bits(acts) == 0) {
        return;
    }
    let zero = f32x8::splat(s, 0.0);
    let normal_so_far = load(&batch.normal_impulse);
    let borne = load(&batch.load).min(load(&batch.before));
    let push_by = -load(&batch.normal_mass) * mass * (speed + bias) - impulse * (normal_so_far - borne);
    let normal = (normal_so_far + push_by).max(least).min(most);
    let tangent_so_far = load(&batch.tangent_impulse);
    let along = x * -ny + y * nx;
    let tangent = tangent_so_far - load(&batch.tangent_mass) * (along - (spin + zero));
    let limit = load(&batch.friction) * normal;
    let tangent = limit.lt(tangent).select(limit, tangent.lt(-limit).select(-limit, tangent));
    let only = |new: f32x8<S>, old: f32x8<S>| acts.map_or(new, |acts| acts.select(new, old));
    let added = [normal - normal_so_far, tangent - tangent_so_far].map(|added| only(added, zero));
    push(s, batch, row, added, rows);
    batch.normal_impulse = only(normal, normal_so_far).store();
    batch.tangent_impulse = only(tangent, tangent_so_far).store();
}

/// Applies impulses along the normal and along the tangent to the balls; `row` holds their gathered rows.
#[inline(always)]
fn push<S: Simd>(
    s: S,
    batch: &WallBatch,
    row: [f32x8<S>; 4],
    impulses: [f32x8<S>; 2],
    rows: &mut impl Quads,
) {
    let ([x, y, spin, im], [normal, tangent]) = (row, impulses);
    let (nx, ny) = (f32x8::load(s, &batch.normal_x), f32x8::load(s, &batch.normal_y));
    let (px, py) = (nx * normal - ny * tangent, ny * normal + nx * tangent);
    let turn = f32x8::load(s, &batch.spin) * (f32x8::splat(s, 0.0) - tangent);
    s.scatter(rows, &batch.balls, [x + px * im, y + py * im, spin + turn, im]);
}

/// Re-reads the gaps after the balls have moved. A ball that was deflected and has left its wall over the end is not
/// relaxed.
///
/// The normal stays: turned round the end of a segment, the impulse so far would pull.
pub(crate) fn measure_again(
    walls: &mut WallBatches,
    rows: &[BallRow],
    bodies: &BodySet,
    flights: &Trajectories,
) {
    if walls.is_empty() {
        return;
    }
    with_cpu_features!(|| {
        for batch in &mut walls.batches {
            for lane in 0..LANES {
                let Some(row) = rows.get(batch.balls[lane] as usize) else {
                    break;
                };
                let collider = &bodies.colliders[batch.colliders[lane]];
                let near = collider.survey(row.x).0;
                let lasts = if let Some(Nearest { normal, distance, .. }) = near {
                    let height = along_rounded(normal, batch.normal(lane)) * (distance + collider.radius);
                    batch.separation.0[lane] = (height - collider.radius - row.r) as f32;
                    true
                } else {
                    !flights[batch.balls[lane]].is_deflected
                };
                batch.lasts.0[lane] = flag(lasts);
                batch.face_places[lane] = near.and_then(face_place);
            }
        }
    });
}

/// Where a ball is from the face of a wall; `None` if an end is nearest.
#[inline]
pub(crate) fn face_place(near: Nearest) -> Option<FacePlace> {
    (!near.is_end).then_some(FacePlace { normal: near.normal, distance: near.distance })
}

/// Forgets impulses that are too large to store, and impulses on crushed balls.
pub(crate) fn forget_excesses(walls: &mut WallBatches, crushed: &[u32]) {
    for batch in &mut walls.batches {
        for lane in 0..LANES {
            let is_crushed = crushed.contains(&batch.balls[lane]);
            if !(batch.normal_impulse.0[lane] <= MAX_STORED_IMPULSE) || is_crushed {
                (batch.normal_impulse.0[lane], batch.tangent_impulse.0[lane], batch.load.0[lane]) =
                    (0.0, 0.0, 0.0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use glam::{Vec2, vec2};

    use super::*;
    use crate::base::simd::dispatch_plain;
    use crate::common::Dice;
    use crate::{Ball, Body, Config, Material, Shape, World};

    /// Balls on a floor, on slopes and on each other: of one kind or of many, some of them thrown at the others.
    fn heap(seed: u64) -> World {
        let mut dice = Dice(seed);
        let mut dice = |low: f64, high: f64| dice.uniform(low, high) as f32;
        let config = Config { max_substeps: 1, sleep_speed: 0.0, ..Config::default() };
        let mut world = World::new(config).expect("sound settings");
        let ground = world.add_body(Body::fixed()).expect("a body");
        let corners = [vec2(-4.0, 3.0), vec2(-3.0, 0.0), vec2(1.0, 0.0), vec2(4.0, dice(0.2, 1.0))];
        for ends in corners.windows(2) {
            let wall = Shape::segment(ends[0], ends[1]).expect("a wall");
            world
                .add_shape(ground, wall.material(Material::new(dice(0.0, 0.9), dice(0.0, 1.0))))
                .expect("it fits");
        }
        let floor = Shape::half_plane(vec2(0.0, -1.0), Vec2::Y).expect("a floor");
        world.add_shape(ground, floor).expect("it fits");
        for n in 0..24 {
            let place = vec2(dice(-2.5, 3.5), 0.5 + 0.3 * n as f32);
            let ball = Ball::new(place, dice(0.05, 0.3)).velocity(vec2(dice(-2.0, 2.0), dice(-9.0, 0.0)));
            let ball = ball.material(Material::new(dice(0.0, 0.9), dice(0.0, 1.0)));
            world.add_ball(ball.mass(libm::expf(dice(-2.0, 2.0)))).expect("a ball");
        }
        world
    }

    /// This holds for all materials of balls and walls, all ratios of masses, with and without impacts.
    #[test]
    fn contacts_in_batches_and_alone_give_the_same_bits() {
        let mut most = 0;
        for seed in 0..12 {
            let mut world = heap(seed);
            let mut alone = world.clone();
            for step in 0..400 {
                world.step(1.0 / 240.0);
                alone.state.contacts.solve_all_alone();
                alone.step(1.0 / 240.0);
                assert_eq!(world.state_hash(), alone.state_hash(), "seed {seed}, step {step}");
                most = most.max(world.state.contacts.walls.count());
            }
        }
        assert!(most > 4, "at most {most} contacts were in batches");
    }

    /// All passes of a substep over one batch.
    struct Substep<'a> {
        shared: &'a Shared,
        struck: &'a [bool],
        batch: &'a mut WallBatch,
        rows: &'a mut [F4],
    }

    impl Work for Substep<'_> {
        fn run<S: Simd>(self, s: S) {
            let Self { shared, struck, batch, mut rows } = self;
            let shared = *shared;
            Warm { shared }.work(s, batch, &mut rows);
            for pass in [StopPass { kept: 0.5, ..StopPass::shock(0) }, StopPass::release(2)] {
                Stop { shared, pass }.work(s, batch, &mut rows);
            }
            for is_repeated in [false, true] {
                Push { shared, is_repeated }.work(s, batch, &mut rows);
                Relax { shared, is_repeated, struck: Some(struck) }.work(s, batch, &mut rows);
                Relax { shared, is_repeated, struck: None }.work(s, batch, &mut rows);
            }
        }
    }

    #[test]
    fn batches_and_their_plain_twin_give_the_same_bits() {
        let mut dice = Dice(3);
        let mut moved = 0;
        for round in 0..2000 {
            let mut batch = WallBatch::idle(8);
            batch.balls = core::array::from_fn(|lane| lane as u32);
            let mut dice = |low: f64, high: f64| dice.uniform(low, high) as f32;
            for lane in 0..LANES {
                let [x, y] = [dice(-1.0, 1.0), dice(-1.0, 1.0)];
                let normal = vec2(x, y).normalize_or(Vec2::Y);
                (batch.normal_x.0[lane], batch.normal_y.0[lane]) = (normal.x, normal.y);
            }
            for (field, low, high) in [
                (&mut batch.separation, -0.3, 0.1),
                (&mut batch.scale, 0.05, 3.0),
                (&mut batch.approach, -1.0, 1.0),
                (&mut batch.slow, 0.0, 2.0),
                (&mut batch.normal_mass, 0.1, 5.0),
                (&mut batch.tangent_mass, 0.1, 2.0),
                (&mut batch.spin, 0.1, 4.0),
                (&mut batch.friction, 0.0, 2.0),
                (&mut batch.normal_impulse, 0.0, 1.0),
                (&mut batch.tangent_impulse, -0.3, 0.3),
                (&mut batch.load, 0.0, 0.5),
                (&mut batch.is_alone, -1.0, 1.0),
                (&mut batch.repeats, -1.0, 1.0),
                (&mut batch.lasts, -0.2, 1.0),
            ] {
                field.0.iter_mut().for_each(|x| *x = dice(low, high));
            }
            let row = |k: usize| if k < LANES { [0.0; 3].map(|_: f32| dice(-3.0, 3.0)) } else { [0.0; 3] };
            let rows: Vec<F4> = (0..=LANES).map(row).map(|[x, y, w]| F4([x, y, w, 1.5])).collect();
            let shared = Shared::sample();
            let struck: Vec<bool> = (0..=LANES).map(|n| (n + round) % 5 == 0).collect();
            let run = |plain: bool| {
                let (mut batch, mut rows) = (batch, rows.clone());
                let work = Substep { shared: &shared, struck: &struck, batch: &mut batch, rows: &mut rows };
                if plain {
                    dispatch_plain(work);
                } else {
                    dispatch(work);
                }
                let numbers =
                    rows.iter().flat_map(|row| row.0).chain(batch.fields().into_iter().flat_map(|f| f.0));
                numbers.map(f32::to_bits).collect::<Vec<_>>()
            };
            let fast = run(false);
            assert_eq!(run(true), fast, "round {round}");
            let before = rows.iter().flat_map(|row| row.0).map(f32::to_bits);
            moved += usize::from(before.zip(&fast).any(|(old, new)| old != *new));
        }
        assert!(moved > 1900, "{moved} rounds moved anything");
    }
}
