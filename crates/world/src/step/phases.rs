//! The phases of a step over state and cache: each hands the parts that it is about to the folder that does the work.
//!
//! No phase is inlined, so that a profiler tells them apart; the cost of a call is far below that of a phase.

use crate::base::Torus;
use crate::bodies::{BallRow, Balls, Gravity, Pulls, TableMotion, force_fields, forces};
use crate::cache::Cache;
use crate::config::Config;
use crate::context::{StepContext, Substep};
use crate::continuous::{EventContext, finish};
use crate::events::Events;
use crate::observe::{quarantine, sensors};
use crate::pairs::{PairCache, Reach};
use crate::solver::{CollectContext, Shared, collect};
use crate::state::State;
use crate::step::conditions::{self, Conditions};
use crate::step::initial_overlaps;

/// Finds the pairs that may meet in a step of `dt` seconds, chooses the number of substeps, and wakes the balls that
/// may be moved.
///
/// Reads settings and state. Writes the speeds of kinematic bodies, the forces of joints, the islands of links, the
/// lists of pairs, which balls are sunk or asleep, the pairings of batches, and how long substeps are.
#[inline(never)]
pub(crate) fn prepare(
    config: &Config,
    state: &mut State,
    cache: &mut Cache,
    events: &mut Events,
    dt: f64,
) -> (StepContext, Shared) {
    state.rng.seed = config.seed;
    cache.pairs.torus = Torus::new(config.periodic);
    cache.pairs.find_bodies(&state.body_set.rows);
    forces::aim_kinematic_bodies(&mut state.body_set.rows, &cache.pairs.bodies, dt);
    state.placed.order();
    state.find_sunk();
    let State { bodies, balls, links, contacts, materials, .. } = state;
    links.gather(balls, |id| bodies[id].row);
    if contacts.stale || cache.pairs.stale {
        contacts.renew_pairings(balls, materials);
    }
    // The number of substeps depends on which joints move. Each substep computes these forces again.
    apply_joint_forces(config, state, 0.0, dt / f64::from(config.max_substeps));
    state.sleep.resize(state.balls.rows.len());
    let stirs = Conditions { config, state, cache }.stirs_all();
    let sleep_speed = if stirs { 0.0 } else { f64::from(config.sleep_speed) };
    if sleep_speed == 0.0 {
        state.wake_all();
    }
    cache.pairs.update(&state.balls, &state.body_set, state.sleep.awake(), dt);
    part_initial_overlaps(config, state, cache, events, dt);
    if sleep_speed > 0.0 {
        cache.pairs.find_balls_near_movers(&state.balls.rows, &state.body_set, config.slop);
        cache.pairs.near_movers.iter().for_each(|&i| state.keep_awake(i));
    }
    let pull = Conditions { config, state, cache }.pull();
    let fall = pull.peak * dt;
    let reach = Reach { fall, touch: config.slop, dt };
    let State { balls, contacts, sleep, .. } = &*state;
    cache.pairs.activate(balls, &contacts.batches, sleep.awake(), |ball| sleep.is_asleep(ball), &reach);
    let now = Conditions { config, state, cache };
    let step = StepContext { sleep_speed, ..now.context(dt, now.substeps(fall, dt), pull) };
    let shared = conditions::share_numbers(config, state, &step);
    // The game may have moved balls since the last step.
    state.contacts.batches.are_measured = false;
    state.contacts.begin_landings();
    state.contacts.walls.forget_places();
    cache.solver.resize(state.balls.rows.len());
    cache.event_loop.start_step(state.balls.rows.len(), state.sleep.awake(), &step);
    state.sensors.start_step(state.balls.rows.len());
    (step, shared)
}

/// Parts balls that the game has placed onto each other, and lists balls again that leave their safe circles by it.
///
/// Reads lists and contacts; writes places, and the deepest overlap in the events.
fn part_initial_overlaps(
    config: &Config,
    state: &mut State,
    cache: &mut Cache,
    events: &mut Events,
    dt: f64,
) {
    if state.placed.any() {
        events.deepest_initial_overlap = initial_overlaps::note(config, state, &cache.pairs) as f32;
        state.placed.clear();
    }
    if initial_overlaps::part(config, state, &cache.pairs, &mut cache.solver.parting) {
        cache.pairs.update(&state.balls, &state.body_set, state.sleep.awake(), dt);
    }
}

/// Accelerates hinges and sliders for a substep of `h` seconds from the time `start` on.
///
/// Reads gravity and the table's motion; writes joints and their bodies.
fn apply_joint_forces(config: &Config, state: &mut State, start: f64, h: f64) {
    let weight = config.gravity.as_dvec2() - state.table_motion.acceleration(start, h);
    forces::apply_joint_forces(&mut state.body_set.joints, &mut state.body_set.rows, weight, h);
}

/// Whether all balls keep to their flights in this substep: no contact, no event that is due, no body that begins
/// to move.
///
/// Reads the event queue, contacts and bodies; writes nothing.
#[inline(never)]
pub(crate) fn is_quiet(state: &State, cache: &Cache, step: &StepContext, sub: &Substep) -> bool {
    step.trajectories_span_step
        && cache.event_loop.is_quiet(sub.until)
        && state.contacts.is_idle()
        && cache.pairs.is_still(&state.body_set)
}

/// Skips a substep in which all balls keep to their flights. Loads on hinges and sliders at their limits are
/// computed as in any substep: whether one is quiet depends on lists.
///
/// Reads gravity; writes joints, and the time of bodies.
#[inline(never)]
pub(crate) fn skip(
    config: &Config,
    state: &mut State,
    cache: &mut Cache,
    shared: &Shared,
    step: &StepContext,
    sub: &Substep,
) {
    if !state.body_set.joints.is_empty() {
        apply_joint_forces(config, state, sub.start, step.h);
        warm_start_and_solve(state, cache, shared);
    }
    for &row in &cache.pairs.moving {
        state.sensors.note_body(row, &state.body_set.rows[row as usize], sub.until);
    }
    cache.pairs.rest(&mut state.body_set.rows, sub.until);
}

/// The acceleration of all balls in a substep of `h` seconds that begins at `start`.
fn gravity(config: &Config, table_motion: &TableMotion, start: f64, h: f64) -> Gravity {
    Gravity { gravity: config.gravity.as_dvec2(), table: table_motion.acceleration(start, h) }
}

/// Lets gravity, forces, fields and the table's motion act on velocities, in the balls whose trajectories begin now,
/// and hands the velocities to the lists and to the solver.
///
/// Reads forces and fields; writes velocities and accelerations of balls and joints, proxies, and the pairs of balls
/// that left their travel budget.
#[inline(never)]
pub(crate) fn integrate_velocities(
    config: &Config,
    state: &mut State,
    cache: &mut Cache,
    step: &StepContext,
    sub: &Substep,
) {
    apply_joint_forces(config, state, sub.start, step.h);
    let State { balls, fields, contacts, table_motion, .. } = state;
    let Cache { pairs, event_loop, .. } = cache;
    let reach = Reach { fall: step.pair_fall, touch: config.slop, dt: step.dt };
    pairs.renew_budgets(balls, &contacts.batches, &event_loop.flights, &reach, sub);
    let short = &event_loop.flights.short;
    contacts.find_touched_balls();
    let gravity = gravity(config, table_motion, sub.start, step.h);
    let is_slowed = balls.braked > 0;
    if balls.forces.is_empty() && fields.len() == 0 && !is_slowed && step.max_speed == f64::INFINITY {
        let sub = *sub;
        let begin = move |row: &mut BallRow| gravity.begin_flight(row, &sub);
        pairs.active.begin_flights(&mut balls.rows, short, &mut contacts.batches, step, begin);
        return;
    }
    short.iter().for_each(|&i| gravity.begin_flight(&mut balls.rows[i as usize], sub));
    forces::apply_forces(balls, short, step.h);
    if fields.len() > 0 || is_slowed {
        force_fields::apply(fields, balls, short, |i| contacts.was_touched_by_ball(i), step.h);
    }
    forces::limit_speeds(balls, short, step.max_speed, step.h);
    pairs.active.begin_flights(&mut balls.rows, short, &mut contacts.batches, step, |_| ());
}

/// Narrow phase: pairs that rest on each other become contacts, all others are left to be impacts.
///
/// Reads pairs, places and velocities; writes contacts.
#[inline(never)]
pub(crate) fn collect_contacts(state: &mut State, cache: &mut Cache, shared: &Shared, step: &StepContext) {
    let State { balls, body_set, materials, contacts, links, .. } = state;
    let Cache { pairs, solver, event_loop, .. } = cache;
    solver.renew_batches(&mut contacts.batches, &mut pairs.active, &pairs.torus, shared);
    let (warm_start_scale, earlier_scale) = (f64::from(shared.warm_start_scale), shared.earlier_scale);
    let ctx =
        CollectContext { balls, bodies: body_set, materials, links, step, warm_start_scale, earlier_scale };
    collect::collect(contacts, &ctx, pairs, &event_loop.flights);
}

/// Solves the contacts with their springs, from the impulses of the substep before.
///
/// Reads contacts; writes impulses and the solver's velocities, and joints at their limits.
#[inline(never)]
pub(crate) fn warm_start_and_solve(state: &mut State, cache: &mut Cache, shared: &Shared) {
    let State { contacts, body_set, .. } = state;
    cache.solver.warm_start_and_solve(contacts, body_set, shared);
}

/// Begins trajectories, and handles the events on them in the order of time: the only phase that moves anything.
///
/// Reads pairs, contacts and the accelerations of balls. Writes places, velocities, trajectories, links, and the
/// events of impacts.
#[inline(never)]
pub(crate) fn advance(
    config: &Config,
    state: &mut State,
    cache: &mut Cache,
    events: &mut Events,
    step: &StepContext,
    sub: &Substep,
    mut departed: impl FnMut(),
) {
    let Cache { pairs, solver, event_loop } = cache;
    let pulls =
        Pulls { gravity: gravity(config, &state.table_motion, sub.start, step.h), fields: &state.fields };
    let mut ctx = EventContext {
        rng: &mut state.rng,
        balls: &mut state.balls,
        bodies: &mut state.body_set,
        materials: &state.materials,
        pairs,
        contacts: &mut state.contacts,
        sleep: &mut state.sleep,
        floor: &state.floor_zones,
        links: &mut state.links,
        pulls,
        events,
        sensors: &mut state.sensors,
        step,
        sub,
    };
    solver.depart(&mut ctx, &mut event_loop.flights);
    departed();
    event_loop.run(&mut ctx);
}

/// Solves the contacts once more without their springs, which removes the speed that only served to push balls
/// apart.
///
/// Reads contacts; writes velocities, and stores the impulses for the next substep.
#[inline(never)]
pub(crate) fn relax(state: &mut State, cache: &mut Cache, shared: &Shared) {
    let State { balls, body_set, contacts, .. } = state;
    let Cache { pairs, solver, event_loop, .. } = cache;
    solver.relax(contacts, &mut balls.rows, pairs, body_set, &event_loop.flights, shared);
    contacts.store(body_set);
}

/// Ends the step: trajectories end, kinematic bodies have come to their targets, forces are gone.
///
/// Reads trajectories; writes places, velocities, and the paths that sensors look back at.
#[inline(never)]
pub(crate) fn finish(state: &mut State, cache: &mut Cache, events: &mut Events, step: &StepContext) {
    let State { balls, body_set, shapes, sensors, sleep, .. } = state;
    finish::end_trajectories(balls, &mut body_set.rows, sleep.awake(), &cache.pairs.moving, sensors, step.dt);
    sensors::run(sensors, balls, body_set, &cache.pairs.bodies, shapes, events);
    forces::reach_kinematic_targets(&mut body_set.rows, &cache.pairs.bodies, step.dt);
    forces::limit_speed(balls, step.max_speed);
    balls.forces.clear();
    state.table_motion.advance(step.dt);
}

/// Brings balls into the periodic box that have left it.
fn bring_into_box(balls: &mut Balls, pairs: &mut PairCache) {
    for (i, row) in balls.rows.iter_mut().enumerate() {
        let place = pairs.torus.place(row.x);
        if place != row.x {
            pairs.move_to_image(i, place - row.x);
            row.x = place;
        }
    }
}

/// Quarantines faulty balls, brings balls into the periodic box, watches bounds and stuck balls, and reports which
/// contacts began and ended.
///
/// Reads the state at the end of the step; writes events.
#[inline(never)]
pub(crate) fn observe(config: &Config, state: &mut State, cache: &mut Cache, events: &mut Events, dt: f64) {
    quarantine::run(&mut state.balls, state.sleep.awake(), &mut cache.pairs, events);
    if cache.pairs.torus.is_laid() {
        bring_into_box(&mut state.balls, &mut cache.pairs);
    }
    quarantine::stop_joints(&mut state.body_set, events);
    state.watch.run(&state.balls, config, &cache.pairs.torus, events, dt);
    super::contact_events::find(state, config.slop, &cache.pairs.torus, events);
    state.contacts.add_blows();
    events.keep_earliest_impacts();
    events.keep_first_crushed();
}

/// Lets islands sleep that have been at rest for long enough.
///
/// Reads contacts and velocities; writes which balls sleep, and sets the contacts of sleeping balls aside.
#[inline(never)]
pub(crate) fn fall_asleep(config: &Config, state: &mut State, cache: &mut Cache, step: &StepContext) {
    if step.sleep_speed == 0.0 {
        return;
    }
    let State { balls, contacts, sleep, .. } = state;
    let (flights, active) = (&mut cache.event_loop.flights, &mut cache.pairs.active);
    sleep.fall_asleep(balls, contacts, flights, active, config.gravity.as_dvec2(), step);
}
