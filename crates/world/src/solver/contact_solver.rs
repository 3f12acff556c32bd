//! The contact solver: soft normal constraints, Coulomb friction with spin, rolling resistance.
//!
//! Sequential impulses with warm starting (Catto, "Iterative Dynamics with Temporal Coherence", GDC 2005), with a
//! spring of given frequency and damping in the biased pass and none in the relaxing pass (Catto, `Solver2D`,
//! 2024). In single precision: contacts correct velocities that the rows keep in double. Batches are solved first,
//! all other contacts after them in order, so that immovable surfaces come last.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, Ordering};

use glam::Vec2;

use crate::base::{Cut, F4, LANES, Torus, parallel, with_cpu_features};
use crate::bodies::{BallRow, Trajectories};
use crate::contacts::{Batches, Contact, JointSpeed, WallBatches};
use crate::geometry::BodySet;
use crate::pairs::{ActivePairs, PairCache};
use crate::solver::constants::{SHOCK_PASSES, SHOCK_SHARE};
use crate::solver::joint_speeds::{
    apply_drive_and_limits, end_joints, give_speeds_back, joint_speed, joint_speed_after,
};
use crate::solver::single_contact::{
    Answer, apply, approach, begins_shock, learned_load, least_at_largest_depth, measure_again, relaxation,
    residual, solve, spring,
};
use crate::solver::{
    Contacts, Parting, Places, Push, Relax, Renew, Shared, Stop, StopPass, Wedge, measure_images, only_wall,
    sweep, wall_kernels,
};

/// The solver's scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct Solver {
    /// Supports of each ball beside contacts in batches.
    pub(crate) support_kinds: Vec<SupportKind>,
    /// Balls with an entry in `support_kinds`.
    supported: Vec<u32>,
    struck_balls: Vec<bool>,
    /// Balls in contacts outside batches that converge slowly; none between passes.
    converge_slowly: Vec<bool>,
    /// Whether balls that touch approach each other faster than is left to springs.
    is_shock: bool,
    separated: Places,
    found_of: Vec<Places>,
    pub(crate) departures: Vec<Departure>,
    wedge: Wedge,
    pub(crate) parting: Parting,
}

/// Supports of a ball, as far as its flight depends on them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum SupportKind {
    None,
    /// One hinge or slider that swings.
    Swinging,
    /// One surface, with this normal.
    One(Vec2),
    /// Several, or another ball.
    Many,
}

/// Results of the departure of a part of the balls.
#[derive(Clone, Debug, Default)]
pub(crate) struct Departure {
    pub(crate) overrun: Vec<u32>,
    /// Longest way of any ball in a batched contact, length units.
    pub(crate) longest: f32,
    pub(crate) pace: f64,
    /// How many of them fly to the end of the step.
    pub(crate) launches: usize,
}

/// The contacts of a substep by how they are stored, and the joints that they move.
struct Stores<'a> {
    /// Contacts that are solved alone.
    list: &'a mut [Contact],
    batches: &'a mut Batches,
    walls: &'a mut WallBatches,
    rates: &'a mut [JointSpeed],
}

impl<'a> Stores<'a> {
    fn of(contacts: &'a mut Contacts) -> Self {
        let Contacts { rows: list, batches, walls, joint_speeds: rates, .. } = contacts;
        Self { list, batches, walls, rates }
    }

    /// Whether some contacts take part in more passes than the others.
    fn any_repeats(&self) -> bool {
        self.batches.has_unequal() || self.list.iter().any(|c| c.repeats)
    }
}

/// By how much contacts have changed a ball's velocity, and the speed of its surface by spin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VelocityChange {
    pub(crate) velocity: Vec2,
    pub(crate) spin: f32,
}

impl VelocityChange {
    /// Difference between a row and the solved velocity.
    #[inline]
    pub(crate) fn between(row: &BallRow, solved: &F4) -> Self {
        let [x, y, spin, _] = solved.0;
        Self { velocity: Vec2::new(x, y) - row.v.as_vec2(), spin: spin - (row.w * row.r) as f32 }
    }

    #[inline]
    pub(crate) fn is_none(self) -> bool {
        self.spin == 0.0 && self.velocity == Vec2::ZERO
    }

    #[inline]
    pub(crate) fn apply(self, row: &mut BallRow) {
        row.v += self.velocity.as_dvec2();
        row.w += f64::from(self.spin) / row.r;
    }
}

impl Solver {
    /// Reserves room for this number of balls, so that a first contact late in a game allocates nothing.
    pub(crate) fn resize(&mut self, balls: usize) {
        if self.support_kinds.len() != balls {
            self.supported.clear();
            self.supported.reserve(balls);
            self.support_kinds.clear();
            self.support_kinds.resize(balls, SupportKind::None);
        }
        self.struck_balls.resize(balls + 1, false);
        self.converge_slowly.resize(balls + 1, false);
    }

    /// Finds the contacts that take part in all passes: those of balls in contact with one of a very different
    /// mass, or with a hinge or slider. All others are solved once, whether or not there are such balls elsewhere
    /// in the world.
    fn find_repeated(&mut self, list: &mut [Contact], batches: &Batches) {
        let marks = &mut self.converge_slowly;
        let balls = |c: &Contact| [Some(c.b), c.other().as_ball()].into_iter().flatten();
        for c in list.iter().filter(|c| c.converges_slowly()) {
            balls(c).for_each(|i| marks[i as usize] = true);
        }
        for c in list.iter_mut() {
            c.repeats = balls(c).any(|i| marks[i as usize] || batches.has_unequal_contact(i as usize));
        }
        for c in list.iter().filter(|c| c.converges_slowly()) {
            balls(c).for_each(|i| marks[i as usize] = false);
        }
    }

    /// Begins a substep: tests all batched contacts again, drops contacts that have ended and applies the
    /// remembered impulses of the others.
    ///
    /// Reads proxies; writes batches and the velocities in them, and activates the pairs that have parted.
    pub(crate) fn renew_batches(
        &mut self,
        batches: &mut Batches,
        active: &mut ActivePairs,
        torus: &Torus,
        shared: &Shared,
    ) {
        self.is_shock = false;
        if batches.is_empty() {
            return;
        }
        self.separated.clear();
        let Batches { blocks, rows, are_measured, .. } = batches;
        let mut is_shock = AtomicBool::new(false);
        let (proxies, mut are_measured) = (active.proxies.as_slice(), *are_measured);
        if torus.is_laid() {
            measure_images(blocks, proxies, torus);
            are_measured = true;
        }
        let renew = Renew { proxies, are_measured, shared: *shared, is_shock: &is_shock };
        sweep::run(renew, 0, blocks, rows, &mut self.separated, &mut self.found_of);
        self.is_shock = *is_shock.get_mut();
        // Backwards: a contact that takes the place of a dropped one has been tested already.
        for &(at, bits) in self.separated.iter().rev() {
            for lane in (0..LANES).rev().filter(|lane| bits >> lane & 1 != 0) {
                let batch = batches.batch(at);
                active.pairs.push([batch.b[lane], batch.a[lane]]);
                batches.remove(at, lane);
            }
        }
    }

    /// Applies the remembered impulses of the other contacts, stops shocks, and does the passes with springs over
    /// all.
    ///
    /// Reads contacts; writes solved velocities, impulses, and the speeds of hinges and sliders.
    pub(crate) fn warm_start_and_solve(
        &mut self,
        contacts: &mut Contacts,
        bodies: &mut BodySet,
        shared: &Shared,
    ) {
        if contacts.rows.is_empty()
            && contacts.walls.is_empty()
            && contacts.batches.is_empty()
            && bodies.joints.is_empty()
        {
            return;
        }
        self.is_shock |= warm_start(contacts, bodies, shared);
        let mut stores = Stores::of(contacts);
        let Stores { batches, walls, .. } = &mut stores;
        wall_kernels::note_other_contacts(walls, batches);
        wall_kernels::run(wall_kernels::Warm { shared: *shared }, walls, &mut batches.rows);
        if self.is_shock {
            self.stop(StopPass::shock, &mut stores, shared);
        }
        let Stores { list, batches, rates, .. } = &mut stores;
        rates.iter_mut().filter(|rate| rate.drive.is_any()).for_each(apply_drive_and_limits);
        self.wedge.find(list);
        if batches.has_unequal() || list.iter().any(Contact::converges_slowly) {
            self.find_repeated(list, batches);
        }
        for n in 0..shared.passes.count(stores.any_repeats()) {
            let is_release = self.push(n, &mut stores, shared);
            if n == 0 && is_release && !self.is_shock {
                // A load has gone, and with one pass the impulses that bore it would throw a column up.
                self.stop(StopPass::release, &mut stores, shared);
                self.push(n, &mut stores, shared);
            }
        }
        give_speeds_back(stores.rates, bodies, f64::from(shared.h));
    }

    /// Pass `n` with springs. Returns whether balls part faster than is left to springs, though a contact presses them on
    /// each other.
    #[inline(always)]
    fn push(&mut self, n: usize, stores: &mut Stores<'_>, shared: &Shared) -> bool {
        let Stores { list, batches, walls, rates } = stores;
        let Self { wedge, separated, found_of, .. } = self;
        let (first, is_repeated) = (shared.passes.first_color(n), shared.passes.is_repeated(n));
        let mut is_release = AtomicBool::new(false);
        if !batches.is_empty() {
            let push = Push { shared: *shared, is_release: &is_release };
            sweep::run(push, first, &mut batches.blocks, &mut batches.rows, separated, found_of);
        }
        let (rows, mut parts) = (batches.rows.as_mut_slice(), false);
        wall_kernels::run(wall_kernels::Push { shared: *shared, is_repeated }, walls, rows);
        wedge.pass(
            list,
            rows,
            shared.softness.push_speed,
            is_repeated,
            #[inline(always)]
            |c, rows| {
                if c.other().as_ball().is_some() && c.normal_impulse > 0.0 {
                    parts |= -approach(rows, rates, c) > residual(c, shared);
                }
                let least = least_at_largest_depth(c, rows, rates, shared);
                let answer = spring(c, least, shared);
                solve(rows, rates, c, answer);
                Some((answer.bias, least))
            },
        );
        parts || *is_release.get_mut()
    }

    /// Stops balls that touch and approach each other, or that part while a contact presses them on each other: pass after
    /// pass until next to none do.
    ///
    /// In each pass the momentum of balls that fall on a heap passes through one contact. With one pass, and springs
    /// alone, a block of ten balls sinks on those below it for ten substeps, down to the maximum penetration. There
    /// impacts stop one ball after the other, and the next pushes it on: four million impacts in a step. Contacts at
    /// rest elsewhere take no part.
    #[inline(never)]
    fn stop(&mut self, pass: fn(usize) -> StopPass, stores: &mut Stores<'_>, shared: &Shared) {
        let Stores { list, batches, walls, rates } = stores;
        let mut goes_on = AtomicBool::new(true);
        for pass in (0..SHOCK_PASSES).map(pass) {
            if !core::mem::take(goes_on.get_mut()) {
                return;
            }
            let StopPass { kept, rise, over_relaxation } = pass;
            if !batches.is_empty() {
                let Batches { blocks, rows, .. } = batches;
                let stop = Stop { shared: *shared, pass, goes_on: &goes_on };
                sweep::run(stop, 0, blocks, rows, &mut self.separated, &mut self.found_of);
            }
            let stop = wall_kernels::Stop { shared: *shared, pass };
            wall_kernels::run(stop, walls, &mut batches.rows);
            for c in list.iter_mut() {
                let bias = c.separation.max(0.0) / shared.h - c.rise;
                let speed = approach(&batches.rows, rates, c) - bias;
                // Balls do not slow a driven surface: it keeps pressing.
                let presses = c.joint.is_some() || c.surface != Vec2::ZERO;
                let residual = residual(c, shared);
                if speed.abs() > SHOCK_SHARE * residual || presses {
                    // Over-relaxed, a driven surface would throw the balls that it pushes.
                    let mass = if presses { 1.0 } else { over_relaxation };
                    let (least, most) = (kept * c.before, c.before + rise);
                    let answer = Answer { bias, mass, impulse: 0.0, least, most };
                    solve(&mut batches.rows, rates, c, answer);
                }
                let parts = c.normal_impulse > 0.0 && -speed > residual;
                if c.other().as_ball().is_some() && (speed > residual || parts) {
                    goes_on.store(true, Ordering::Relaxed);
                }
            }
        }
    }

    /// Finds the supports of each ball outside batches; supports within batches are known.
    pub(crate) fn find_supports(&mut self, contacts: &Contacts) {
        let Contacts { rows: list, batches, walls, .. } = contacts;
        let Self { support_kinds, supported, .. } = self;
        supported.drain(..).for_each(|ball| support_kinds[ball as usize] = SupportKind::None);
        let mut add = |ball: u32, new: SupportKind| {
            let support = &mut support_kinds[ball as usize];
            if matches!(support, SupportKind::None) {
                *support = new;
                supported.push(ball);
            } else {
                *support = SupportKind::Many;
            }
        };
        for c in list.iter().filter(|c| c.normal_impulse > 0.0) {
            if let Some(other) = c.other().as_ball() {
                add(c.b, SupportKind::Many);
                add(other, SupportKind::Many);
            } else if !batches.has_contact(c.b as usize) {
                add(c.b, if c.swings { SupportKind::Swinging } else { SupportKind::One(c.normal) });
            }
        }
        for batch in &walls.batches {
            for (lane, &ball) in batch.balls.iter().enumerate() {
                if batch.normal_impulse.0[lane] > 0.0 && batch.is_alone.0[lane] > 0.0 {
                    add(ball, SupportKind::One(batch.normal(lane)));
                }
            }
        }
    }

    /// Passes without springs, after the balls have moved: they take back the speed that only served to part balls.
    ///
    /// Reads positions; writes velocities and impulses.
    pub(crate) fn relax(
        &mut self,
        contacts: &mut Contacts,
        rows: &mut [BallRow],
        pairs: &PairCache,
        bodies: &mut BodySet,
        flights: &Trajectories,
        shared: &Shared,
    ) {
        if contacts.batches.is_empty() && contacts.rows.is_empty() && contacts.walls.is_empty() {
            return;
        }
        for i in flights.deflected() {
            self.struck_balls[i as usize] = flights[i].was_struck;
        }
        measure_after_flights(contacts, rows, bodies, flights, &pairs.torus, shared);
        self.relax_all(contacts, pairs, flights, shared);
        for i in flights.deflected() {
            self.struck_balls[i as usize] = false;
        }
        end_joints(&mut contacts.joint_speeds, bodies, shared.h);
        apply_velocity_changes(contacts, rows, flights);
    }

    /// The relaxing passes over all contacts.
    fn relax_all(
        &mut self,
        contacts: &mut Contacts,
        pairs: &PairCache,
        flights: &Trajectories,
        shared: &Shared,
    ) {
        let mut stores = Stores::of(contacts);
        let count = shared.passes.count(stores.any_repeats());
        let Stores { list, batches, walls, rates } = &mut stores;
        let has_batches = !batches.is_empty();
        let any_struck = flights.deflected().next().is_some();
        let struck = any_struck.then_some(self.struck_balls.as_slice());
        let strikes = any_struck.then_some(flights);
        self.wedge.find(list);
        let wedge = &mut self.wedge;
        let passes = shared.passes;
        for n in 0..count {
            let (first, is_repeated) = (passes.first_color(n), passes.is_repeated(n));
            let (Batches { blocks, rows, .. }, rates) = (&mut *batches, &mut *rates);
            if has_batches {
                let (proxies, shared) = (pairs.active.proxies.as_slice(), *shared);
                let mut is_first = n == 0;
                if is_first && pairs.torus.is_laid() {
                    measure_images(blocks, proxies, &pairs.torus);
                    is_first = false;
                }
                let relax = Relax { is_first, proxies, shared, struck };
                sweep::run(relax, first, blocks, rows, &mut self.separated, &mut self.found_of);
            }
            let relax = wall_kernels::Relax { shared: *shared, is_repeated, struck };
            wall_kernels::run(relax, walls, rows);
            wedge.pass(
                list,
                rows,
                shared.softness.push_speed,
                is_repeated,
                #[inline(always)]
                move |c, rows| {
                    let answer = relaxation(c, rows, rates, strikes, shared)?;
                    solve(rows, rates, c, answer);
                    Some((answer.bias, answer.least))
                },
            );
        }
        batches.are_measured = true;
    }
}

/// Takes the speeds of joints up, and applies the remembered impulses of contacts outside batches. Returns whether a
/// shock begins at one of them.
fn warm_start(contacts: &mut Contacts, bodies: &BodySet, shared: &Shared) -> bool {
    let Contacts { rows: list, batches, supports, joint_speeds: rates, .. } = contacts;
    let h = f64::from(shared.h);
    rates.clear();
    rates.extend(bodies.joints.iter().map(|joint| joint_speed(joint, h)));
    let (mut is_shock, rates) = (false, rates.as_mut_slice());
    if !list.is_empty() {
        with_cpu_features!(|| {
            for c in list.iter_mut() {
                if let Some(g) = c.joint.map(|g| g as usize) {
                    let joint = &bodies.joints[g];
                    rates[g].drive = joint.drive.within(joint.share(), joint.rate);
                }
                let warm_start = shared.warm_start_scale;
                c.normal_impulse *= warm_start;
                c.tangent_impulse *= warm_start;
                c.roll_impulse *= warm_start;
                let (normal, tangent, roll) = (c.normal_impulse, c.tangent_impulse, c.roll_impulse);
                c.before = normal;
                c.load = learned_load(c, shared);
                let touched = supports[c.b as usize].iter().copied();
                c.is_alone = c.joint.is_none() && only_wall(touched, batches, c.b).is_some();
                is_shock |= begins_shock(c, shared);
                apply(&mut batches.rows, rates, c, [normal, tangent, roll]);
            }
        });
    }
    is_shock
}

/// After the flights: loads the velocities of balls outside batches and the speeds of joints, and measures contacts
/// outside batches again.
fn measure_after_flights(
    contacts: &mut Contacts,
    rows: &[BallRow],
    bodies: &BodySet,
    flights: &Trajectories,
    torus: &Torus,
    shared: &Shared,
) {
    let Contacts { rows: list, batches, walls, balls_in_contact, joint_speeds: rates, sunk, .. } = contacts;
    let is_sunk = |c: &Contact, bodies: &BodySet| {
        let other = c.other().as_collider().filter(|_| !sunk.is_empty());
        other.is_some_and(|k| sunk.lies(c.b, k, bodies).is_some())
    };
    for &i in &*balls_in_contact {
        batches.load_ball(i as usize, &rows[i as usize]);
    }
    rates.clear();
    rates.extend(bodies.joints.iter().map(|joint| joint_speed_after(joint, f64::from(shared.h))));
    let rates = rates.as_mut_slice();
    if !list.is_empty() {
        with_cpu_features!(|| {
            for c in list.iter_mut() {
                if let Some(g) = c.joint.map(|g| g as usize).filter(|&g| rates[g].is_free()) {
                    rates[g].drive = bodies.joints[g].driven;
                }
                c.lasts = measure_again(c, rows, bodies, flights, torus) || is_sunk(c, bodies);
            }
        });
    }
    wall_kernels::measure_again(walls, rows, bodies, flights);
}

/// Applies the changes of velocity that contacts have made to the rows of their balls.
fn apply_velocity_changes(contacts: &Contacts, rows: &mut [BallRow], flights: &Trajectories) {
    let Contacts { batches, balls_in_contact, is_in_contact, .. } = contacts;
    if batches.is_empty() {
        for &i in balls_in_contact {
            let row = &mut rows[i as usize];
            VelocityChange::between(row, &batches.rows[i as usize]).apply(row);
        }
        return;
    }
    // Balls that were woken in this substep.
    for i in flights.cut.iter().map(|&i| i as usize).filter(|&i| batches.has_contact(i)) {
        VelocityChange::between(&rows[i], &batches.rows[i]).apply(&mut rows[i]);
    }
    let cut = Cut::by(flights.short.len(), rows.len());
    parallel::each(rows, cut, |first, rows| {
        with_cpu_features!(|| {
            for run in flights.short.runs(first, rows.len()) {
                let all = first + run.start..first + run.end;
                let of_run = rows[run].iter_mut().zip(&is_in_contact[all.clone()]).zip(batches.solved(all));
                for ((row, &touches), (solved, batched)) in of_run {
                    if batched || touches {
                        VelocityChange::between(row, solved).apply(row);
                    }
                }
            }
        });
    });
}
