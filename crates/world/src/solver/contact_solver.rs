//! The contact solver: soft normal constraints, Coulomb friction with spin, rolling resistance.
//!
//! Sequential impulses with warm starting (Catto, "Iterative Dynamics with Temporal Coherence", GDC 2005), with a
//! spring of given frequency and damping in the biased pass and none in the relaxing pass (Catto, `Solver2D`,
//! 2024). In single precision: contacts correct velocities that the rows keep in double. Batches are solved first,
//! all other contacts after them in order, so that immovable surfaces come last.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, Ordering};

use glam::{DVec2, Vec2};

use crate::base::{Cut, F4, LANES, Torus, bounded, parallel, with_cpu_features};
use crate::bodies::{BallRow, Drive, JointRow, Trajectories};
use crate::contacts::constants::{
    AT_REST_SPEED_SHARE, DEEP_PENETRATION_UNEQUAL, LOAD_LEARNING_RATE, SEPARATING_OVER_RELAXATION,
};
use crate::contacts::{Batches, Contact, JointSpeed, WallBatches};
use crate::geometry::BodySet;
use crate::pairs::{ActivePairs, PairCache};
use crate::solver::constants::{LIMIT_SPEED_NOISE, RESIDUAL_APPROACH, SHOCK_PASSES, SHOCK_SHARE};
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

/// Whether some contacts take part in more passes than the others.
fn any_repeats(list: &[Contact], batches: &Batches) -> bool {
    batches.has_unequal() || list.iter().any(|c| c.repeats)
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
        let Contacts { rows: list, batches, walls, joint_speeds: rates, .. } = contacts;
        let rates = rates.as_mut_slice();
        wall_kernels::note_other_contacts(walls, batches);
        wall_kernels::run(wall_kernels::Warm { shared: *shared }, walls, &mut batches.rows);
        if self.is_shock {
            self.stop(StopPass::shock, list, batches, walls, rates, shared);
        }
        rates.iter_mut().filter(|rate| rate.drive.is_any()).for_each(apply_drive_and_limits);
        self.wedge.find(list);
        if batches.has_unequal() || list.iter().any(Contact::converges_slowly) {
            self.find_repeated(list, batches);
        }
        for n in 0..shared.pushes.count(any_repeats(list, batches)) {
            let is_release = self.push(n, list, batches, walls, rates, shared);
            if n == 0 && is_release && !self.is_shock {
                // A load has gone, and with one pass the impulses that bore it would throw a column up.
                self.stop(StopPass::release, list, batches, walls, rates, shared);
                self.push(n, list, batches, walls, rates, shared);
            }
        }
        give_speeds_back(rates, bodies, f64::from(shared.h));
    }

    /// Pass `n` with springs. Returns whether balls part faster than is left to springs, though a contact presses them on
    /// each other.
    #[inline(always)]
    fn push(
        &mut self,
        n: usize,
        list: &mut [Contact],
        batches: &mut Batches,
        walls: &mut WallBatches,
        rates: &mut [JointSpeed],
        shared: &Shared,
    ) -> bool {
        let Self { wedge, separated, found_of, .. } = self;
        let (first, is_repeated) = (shared.pushes.first_color(n), shared.pushes.is_repeated(n));
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
            shared.spring.push_limit,
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
    fn stop(
        &mut self,
        pass: fn(usize) -> StopPass,
        list: &mut [Contact],
        batches: &mut Batches,
        walls: &mut WallBatches,
        rates: &mut [JointSpeed],
        shared: &Shared,
    ) {
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
        let Contacts { rows: list, batches, walls, joint_speeds: rates, .. } = contacts;
        let (has_batches, rates) = (!batches.is_empty(), rates.as_mut_slice());
        let any_struck = flights.deflected().next().is_some();
        let struck = any_struck.then_some(self.struck_balls.as_slice());
        let strikes = any_struck.then_some(flights);
        self.wedge.find(list);
        let wedge = &mut self.wedge;
        let passes = shared.relaxes;
        for n in 0..passes.count(any_repeats(list, batches)) {
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
                shared.spring.push_limit,
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
    rates.extend(bodies.joints.iter().map(|g| joint_speed(g, g.drift(h), true, shared)));
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
    rates.extend(bodies.joints.iter().map(|g| joint_speed(g, g.rate, false, shared)));
    let rates = rates.as_mut_slice();
    if !list.is_empty() {
        with_cpu_features!(|| {
            for c in list.iter_mut() {
                if let Some(g) = c.joint.map(|g| g as usize) {
                    rates[g].drive = bodies.joints[g].driven;
                }
                c.lasts = measure_again(c, rows, bodies, flights, torus) || is_sunk(c, bodies);
            }
        });
    }
    wall_kernels::measure_again(walls, rows, bodies, flights);
}

/// Ends a substep of `h` seconds for hinges and sliders, with the speeds that contacts leave them.
fn end_joints(rates: &mut [JointSpeed], bodies: &mut BodySet, h: f32) {
    for (joint, rate) in bodies.joints.iter_mut().zip(rates) {
        apply_drive_and_limits(rate);
        joint.limit_impulses = rate.limit_impulses;
        joint.rate = rate.keeps.unwrap_or(joint.rate + f64::from(rate.rate - rate.start));
        let noise = LIMIT_SPEED_NOISE * (joint.free_acceleration * f64::from(h)).abs();
        if rate.limit_impulses != [0.0; 2] && (joint.limit().is_some() || joint.rate.abs() <= noise) {
            joint.rate = 0.0;
        }
        joint.acceleration = 0.0;
        joint.drive(&mut bodies.rows[joint.body as usize]);
    }
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

/// The approach speed of a contact that is left to springs.
#[inline]
fn residual(c: &Contact, shared: &Shared) -> f32 {
    RESIDUAL_APPROACH * shared.sink * c.scale
}

/// Whether two balls touch and approach each other at more than is left to springs.
#[inline]
fn begins_shock(c: &Contact, shared: &Shared) -> bool {
    c.other().as_ball().is_some()
        && c.separation <= shared.spring.slop * c.scale
        && c.approach > residual(c, shared)
}

/// Applies impulses along the normal, along the tangent and against rolling to ball `b` of a contact.
#[inline]
fn push(row: &mut F4, c: &Contact, [normal, tangent, roll]: [f32; 3]) {
    let impulse = c.normal * normal + c.normal.perp() * tangent;
    let [x, y, spin, im] = &mut row.0;
    *x += impulse.x * *im;
    *y += impulse.y * *im;
    *spin += c.spin_b * (roll / c.radius_b - c.lever * tangent);
}

/// Applies the impulses to both sides of a contact.
#[inline(always)]
fn apply(rows: &mut [F4], rates: &mut [JointSpeed], c: &Contact, impulses: [f32; 3]) {
    push(&mut rows[c.b as usize], c, impulses);
    if !c.is_rigid() {
        push_back(rows, rates, c, impulses);
    }
}

/// Applies the impulses to the other side, if that is movable.
fn push_back(rows: &mut [F4], rates: &mut [JointSpeed], c: &Contact, [normal, tangent, roll]: [f32; 3]) {
    let impulse = c.normal * normal + c.normal.perp() * tangent;
    if let Some(g) = c.joint {
        let rate = &mut rates[g as usize];
        rate.rate -= impulse.dot(c.arm) * rate.effective_inverse_inertia;
        return;
    }
    let [x, y, spin, im] = &mut rows[c.other as usize].0;
    *x -= impulse.x * *im;
    *y -= impulse.y * *im;
    *spin -= c.spin_a * (roll / c.radius_a + c.lever * tangent);
}

/// A hinge or slider for the solver, at a speed; `warm` if it starts with the stored impulses of its limits.
fn joint_speed(joint: &JointRow, speed: f64, warm: bool, shared: &Shared) -> JointSpeed {
    let stops = joint.stops(f64::from(shared.h));
    let [low, high] = [0, 1].map(|n| if stops[n].is_some() { joint.limit_impulses[n] } else { 0.0 });
    let (start, ease) = (speed as f32, joint.effective_inverse_inertia as f32);
    let pushed = if warm { (low - high) * ease } else { 0.0 };
    JointSpeed {
        rate: start + pushed,
        start,
        effective_inverse_inertia: ease,
        stops,
        limit_impulses: [low, high],
        drive: Drive::default(),
        keeps: None,
    }
}

/// Gives hinges and sliders speeds and accelerations for the flight ahead, and the impulses of their limits. The
/// substep lasts `h` seconds.
fn give_speeds_back(rates: &mut [JointSpeed], bodies: &mut BodySet, h: f64) {
    for (joint, rate) in bodies.joints.iter_mut().zip(rates) {
        apply_drive_and_limits(rate);
        let before = [joint.rate, joint.acceleration];
        joint.limit_impulses = rate.limit_impulses;
        let changed = f64::from(rate.rate - rate.start);
        let is_stopped = rate.limit_impulses != [0.0; 2];
        // Speed that motor and friction give beyond what they give without contacts.
        let (loaded, share) = (rate.drive.is_any(), joint.share());
        let more = if loaded { rate.drive.given - share * joint.drive.given } else { 0.0 };
        joint.driven = Drive { given: joint.drive.given + more / share, ..joint.drive };
        if is_stopped && joint.limit().is_some() {
            // A joint at rest at its limit stays there exactly.
            (joint.rate, joint.acceleration) = (0.0, 0.0);
        } else if is_stopped {
            (joint.rate, joint.acceleration) = (f64::from(rate.rate), 0.0);
        } else if joint.swings() {
            let contacts = changed - more;
            if let Some(mean) = rate.keeps {
                // Motor and friction answer while contacts press: over the whole substep.
                joint.acceleration = 2.0 * (mean - joint.rate) / h;
                joint.driven.given =
                    joint.drive.given + (joint.acceleration - joint.free_acceleration) * h - contacts;
            } else {
                joint.rate += contacts;
                joint.acceleration = joint.free_acceleration + more / (share * h);
            }
        } else {
            joint.acceleration =
                rate.keeps.map_or(joint.free_acceleration + changed / h, |speed| (speed - joint.rate) / h);
        }
        joint.bend_course(before, changed, h);
        joint.drive(&mut bodies.rows[joint.body as usize]);
    }
}

/// Lets motor, dry friction and limits of a hinge or slider answer to the impulses of contacts. All act along one
/// coordinate, so they have one common answer, without sweeps.
fn apply_drive_and_limits(rate: &mut JointSpeed) {
    if rate.drive.is_any() {
        let ease = f64::from(rate.effective_inverse_inertia);
        let [low, high] = rate.limit_impulses.map(f64::from);
        let free = f64::from(rate.rate) - rate.drive.given - (low - high) * ease;
        let mut speed = rate.drive.act(free);
        rate.keeps = rate.drive.keeps(speed).then_some(speed);
        for (n, sign) in [(0, 1.0), (1, -1.0)] {
            rate.limit_impulses[n] = 0.0;
            if let Some(left) = rate.stops[n] {
                let beyond = (-f64::from(left) - sign * speed).max(0.0);
                rate.limit_impulses[n] = (beyond / ease) as f32;
                speed += sign * beyond;
            }
        }
        if rate.limit_impulses != [0.0; 2] {
            rate.keeps = None;
        }
        rate.rate = speed as f32;
        return;
    }
    for (n, sign) in [(0, 1.0), (1, -1.0)] {
        if let Some(left) = rate.stops[n] {
            let total = (rate.limit_impulses[n] - (sign * rate.rate + left) / rate.effective_inverse_inertia)
                .max(0.0);
            rate.rate += sign * (total - rate.limit_impulses[n]) * rate.effective_inverse_inertia;
            rate.limit_impulses[n] = total;
        }
    }
}

/// Velocity and surface speed by spin of the two sides.
#[inline]
fn sides(rows: &[F4], rates: &[JointSpeed], c: &Contact) -> [(Vec2, f32); 2] {
    let side = |row: &F4| (Vec2::new(row.0[0], row.0[1]), row.0[2]);
    let a = match c.other().as_collider() {
        None => side(&rows[c.other as usize]),
        Some(_) => match c.joint {
            Some(g) => (c.arm * rates[g as usize].rate, 0.0),
            None => (c.surface, 0.0),
        },
    };
    [a, side(&rows[c.b as usize])]
}

fn approach(rows: &[F4], rates: &[JointSpeed], c: &Contact) -> f32 {
    let [(a, _), (b, _)] = sides(rows, rates, c);
    (a - b).dot(c.normal)
}

/// How a contact answers to the speed of its sides.
#[derive(Clone, Copy, Debug)]
struct Answer {
    bias: f32,
    /// Share of the impulse that would stop an approach at once.
    mass: f32,
    /// Share of the applied impulse that is taken back.
    impulse: f32,
    least: f32,
    most: f32,
}

/// The answer of a contact on its spring, with this least impulse.
#[inline(always)]
fn spring(c: &mut Contact, least: f32, shared: &Shared) -> Answer {
    let spring = shared.spring_between(c.uneven);
    let (bias, mass, impulse) = if c.separation > 0.0 {
        (c.separation / shared.h, 1.0, 0.0)
    } else {
        let depth = (c.separation + spring.slop * c.scale).min(0.0);
        let (soft, most) = (spring.bias_rate * depth, -spring.push_limit.at(c.scale));
        // `f32::max` would also test for NaN.
        let bias = if soft > most { soft } else { most };
        c.parted = -bias * c.normal_mass;
        // The only support of a ball is rigid. On a spring the ball would sink and rise as its load changes, and
        // lose energy on level ground that it had from a slope.
        let mass = if c.is_alone { 1.0 } else { spring.mass_scale };
        let impulse = if c.is_alone { 0.0 } else { spring.impulse_scale };
        (bias, mass, impulse)
    };
    Answer { bias: bias - c.rise, mass, impulse, least, most: f32::INFINITY }
}

/// The least impulse of two balls that keeps them above the largest depth; 0 for a collider. With the spring alone,
/// impacts there would bear the load in each substep, and the contact would never learn it.
#[inline(always)]
fn least_at_largest_depth(c: &Contact, rows: &[F4], rates: &[JointSpeed], shared: &Shared) -> f32 {
    if c.other().as_ball().is_none() {
        return 0.0;
    }
    let speed = -approach(rows, rates, c);
    // Springs alone push out pairs that lie deeper already.
    let left = (c.separation + shared.max_penetration * c.scale).max(0.0);
    (c.normal_impulse - c.normal_mass * (speed + left / shared.h)).max(0.0)
}

/// The answer of a contact after the balls have moved; `None` if it is not relaxed. `strikes` are the
/// flights, if any ball was struck.
#[inline(always)]
fn relaxation(
    c: &Contact,
    rows: &[F4],
    rates: &[JointSpeed],
    strikes: Option<&Trajectories>,
    shared: &Shared,
) -> Option<Answer> {
    if !c.lasts {
        return None;
    }
    // On a hinge a touching ball takes the hinge's speed exactly: a remaining gap speed would be an approach in the
    // next substep.
    let touches_joint = c.swings && c.separation <= shared.spring.slop * c.scale;
    let bias = if touches_joint { 0.0 } else { c.separation.max(0.0) / shared.h };
    // An impact may have parted a struck ball from its contact. Only the speed that parted an overlap is taken back:
    // if the ball returns fast, it will bounce.
    let is_ball = c.other().as_collider().is_none();
    let struck = |flights: &Trajectories| flights[c.b].was_struck || is_ball && flights[c.other].was_struck;
    let struck = strikes.is_some_and(struck);
    let approach = if struck || is_ball { approach(rows, rates, c) } else { 0.0 };
    if struck && approach > c.slow {
        return None;
    }
    let least = if struck { (c.normal_impulse - c.parted).max(0.0) } else { 0.0 };
    let parts = is_ball && approach < bias && -approach < c.sink;
    let mass = if parts { SEPARATING_OVER_RELAXATION } else { 1.0 };
    Some(Answer { bias, mass, impulse: 0.0, least, most: f32::INFINITY })
}

/// Solves a contact; inlined if the other side is immovable.
#[inline(always)]
fn solve(rows: &mut [F4], rates: &mut [JointSpeed], c: &mut Contact, answer: Answer) {
    if !c.is_rigid() {
        solve_both_sides(rows, rates, c, answer);
        return;
    }
    // Nothing but the ball moves: its row is read and written once.
    let row = &mut rows[c.b as usize];
    let [x, y, spin, _] = row.0;
    let relative = Vec2::new(x, y) - c.surface;
    let added = add_impulses(c, relative, [0.0, spin], answer);
    push(row, c, added);
}

/// Solves a contact whose other side moves as well.
#[inline]
fn solve_once(rows: &mut [F4], rates: &mut [JointSpeed], c: &mut Contact, answer: Answer) {
    let [(a, spin_a), (b, spin_b)] = sides(rows, rates, c);
    let added = add_impulses(c, b - a, [spin_a, spin_b], answer);
    apply(rows, rates, c, added);
}

/// Adds the impulses of spring, friction and rolling resistance to those of a contact, and returns them: along the
/// normal, along the tangent, and against rolling.
#[inline(always)]
fn add_impulses(c: &mut Contact, relative: Vec2, [spin_a, spin_b]: [f32; 2], answer: Answer) -> [f32; 3] {
    let Answer { bias, mass, impulse, least, most } = answer;
    let tangent = c.normal.perp();

    let speed = relative.dot(c.normal);
    let borne = if c.load < c.before { c.load } else { c.before };
    let push = -c.normal_mass * mass * (speed + bias) - impulse * (c.normal_impulse - borne);
    let total = c.normal_impulse + push;
    let total = if total > least { total } else { least };
    let total = if total < most { total } else { most };
    let normal = total - c.normal_impulse;
    c.normal_impulse = total;

    let along = relative.dot(tangent) - c.belt;
    let resists = c.rolling_resistance > 0.0;
    if resists && let Some((tangent, roll)) = static_friction(c, along, spin_b) {
        c.tangent_impulse += tangent;
        c.roll_impulse += roll;
        return [normal, tangent, roll];
    }
    let stop = c.tangent_impulse - c.tangent_mass * (along - c.lever * (spin_b + spin_a));
    let total =
        if stop.abs() <= c.static_friction * total { stop } else { bounded(stop, c.friction * total) };
    let tangent = total - c.tangent_impulse;
    c.tangent_impulse = total;

    let mut roll = 0.0;
    if resists {
        let limit = c.rolling_resistance * c.normal_impulse;
        let turn = spin_b / c.radius_b - if c.radius_a > 0.0 { spin_a / c.radius_a } else { 0.0 };
        let total = bounded(c.roll_impulse - c.roll_mass * turn, limit);
        roll = total - c.roll_impulse;
        c.roll_impulse = total;
    }
    [normal, tangent, roll]
}

/// Solves a contact with a ball, or with a hinge or slider: a joint that its limit or its motor holds is immovable.
#[inline(never)]
fn solve_both_sides(rows: &mut [F4], rates: &mut [JointSpeed], c: &mut Contact, answer: Answer) {
    solve_once(rows, rates, c, answer);
    let (Some(g), im) = (c.joint, rows[c.b as usize].0[3]) else {
        return;
    };
    let rate = &mut rates[g as usize];
    apply_drive_and_limits(rate);
    if rate.limit_impulses == [0.0; 2] && rate.keeps.is_none() || im == 0.0 {
        return;
    }
    let masses = (c.normal_mass, c.tangent_mass);
    (c.normal_mass, c.tangent_mass) = (1.0 / im, 1.0 / (im + c.spin_b));
    solve_once(rows, rates, c, answer);
    (c.normal_mass, c.tangent_mass) = masses;
    apply_drive_and_limits(&mut rates[g as usize]);
}

/// Friction and rolling impulses that bring a ball on a collider to a stand at once, if both are strong enough; one
/// after the other they would creep there.
fn static_friction(c: &Contact, along: f32, spin: f32) -> Option<(f32, f32)> {
    c.other().as_collider()?;
    // The friction that stops the middle turns the ball, and the rolling impulse stops both turns.
    let tangent = -along * c.normal_mass;
    let roll = c.radius_b * (tangent - spin / c.spin_b);
    let holds = (c.tangent_impulse + tangent).abs() <= c.static_friction * c.normal_impulse
        && (c.roll_impulse + roll).abs() <= c.rolling_resistance * c.normal_impulse;
    holds.then_some((tangent, roll))
}

/// The load of a contact for this substep: the part that its spring need not bear.
///
/// A spring sinks under its load, by `N g h^2 / 2.5` under the weight of `N` balls. Balls much smaller than
/// the way they fall in a step would sink far. Where a contact that does not move lies too deep, it learns
/// its load, slowly, until it lies no deeper.
fn learned_load(c: &Contact, shared: &Shared) -> f32 {
    let mut load = c.load * shared.warm_start_scale;
    let at_rest = (AT_REST_SPEED_SHARE * shared.sink * c.scale).min(shared.at_rest);
    if c.separation < -DEEP_PENETRATION_UNEQUAL * c.scale && c.approach.abs() < at_rest {
        load += LOAD_LEARNING_RATE * (c.normal_impulse - load).max(0.0);
    }
    load
}

/// Measures a contact again after the balls have moved: the gap, and the normal where it turns, between two balls or
/// where the surface bends or turns. Returns whether the contact lasts. It does not if an event has changed the
/// motion of its body, or if a deflected ball touches such a surface. Nor does it if the ball has left the surface
/// over its end. From a straight surface only a deflected ball counts as having left.
///
/// The normal of a straight surface stays: turned round the end of a segment, the impulse so far would pull.
#[inline(always)]
fn measure_again(
    c: &mut Contact,
    rows: &[BallRow],
    bodies: &BodySet,
    flights: &Trajectories,
    torus: &Torus,
) -> bool {
    let b = &rows[c.b as usize];
    let Some(k) = c.other().as_collider() else {
        let a = &rows[c.other as usize];
        let way = torus.nearest(b.x - a.x);
        let distance = way.length();
        let reach = a.r + b.r - c.initial_overlap;
        c.separation = (distance - reach) as f32;
        c.lever = (distance / reach) as f32;
        c.normal = way.try_normalize().map_or(c.normal, DVec2::as_vec2);
        return true;
    };
    let collider = &bodies.colliders[k];
    let body = bodies.body_of(collider);
    let bends = c.is_round || collider.curve.is_curved() || body.is_mover() && body.is_turning();
    if bends && flights[c.b].is_deflected || body.was_disturbed {
        return false;
    }
    let frame = body.frame();
    let Some(near) = collider.survey(frame.to_local(b.x)).0 else {
        return !bends && !flights[c.b].is_deflected;
    };
    let normal = frame.direction_to_world(near.normal);
    if bends {
        c.separation = (near.distance - b.r) as f32;
        c.normal = normal.as_vec2();
        let point = b.x - normal * near.reach(b.r);
        match c.joint {
            Some(g) => c.arm = bodies.joints[g as usize].arm(point).as_vec2(),
            None => c.surface = body.velocity_at(point, body.t).as_vec2(),
        }
    } else {
        // Along the normal that stays: past the end of a segment the ball is no farther from its surface.
        let height = normal.dot(c.normal.as_dvec2()) * (near.distance + collider.radius);
        c.separation = (height - collider.radius - b.r) as f32;
    }
    true
}
