//! The step. One function that reads from top to bottom and names every phase.

use crate::base::parallel;
use crate::bodies::force_fields;
use crate::bodies::forces;
use crate::cache::Cache;
use crate::contacts::softness::{self, STIFFER, Softness};
use crate::context::StepContext;
use crate::continuous::context::EventContext;
use crate::continuous::finish;
use crate::events::Events;
use crate::observe::quarantine;
use crate::observe::sensors;
use crate::solver::collect;
use crate::solver::kernels::Shared;
use crate::state::State;
use crate::world::World;

mod contact_events;
mod substep_count;

/// Longest step, seconds. What a longer one asks for beyond is dropped and reported.
pub const MAX_DT: f32 = 1.0;
/// Shortest step, seconds. A shorter one is dropped and reported: what rounding leaves of a length, over so short a
/// time, is faster than anything that moves.
pub const MIN_DT: f32 = 1e-9;

impl World {
    /// Moves the world on by `dt` seconds and returns what happened.
    ///
    /// Use the same `dt` in every step, 1/60 s or shorter, as [`Stepper`](crate::Stepper) does. A step that is
    /// longer than [`MAX_DT`] is cut to it; nothing moves in one that is shorter than [`MIN_DT`], infinite,
    /// negative or no number. What was cut is in [`Dropped::seconds`](crate::Dropped). A step never fails and never
    /// panics.
    pub fn step(&mut self, dt: f32) -> &Events {
        self.events.clear(self.config.max_events);
        let whole = if dt.is_finite() && dt >= MIN_DT { dt.min(MAX_DT) } else { 0.0 };
        self.events.dropped.seconds = if dt.is_nan() { 0.0 } else { dt.max(0.0) - whole };
        if whole == 0.0 {
            return &self.events;
        }
        let dt = f64::from(whole);
        parallel::enter(self.state.balls.rows.len(), || self.phases(dt));
        &self.events
    }

    /// All phases of a step of `dt` seconds.
    fn phases(&mut self, dt: f64) {
        self.profiler.begin(dt);
        forces::aim_kinematic_bodies(&mut self.state.body_rows, dt);
        self.state.links.gather(&self.state.balls, |id| self.state.bodies[id].row);
        if self.state.contacts.stale || self.cache.pairs.stale {
            self.state.contacts.refresh(&self.state.balls, &self.state.materials);
        }
        self.cache.pairs.update(
            &self.state.balls,
            (&self.state.body_rows, &self.state.joints),
            &self.state.colliders,
            dt,
        );
        let fall = self.pull() * dt;
        let touch = (fall, self.config.slop);
        self.cache.pairs.activate(&self.state.balls, &self.state.contacts.packs, touch, dt);
        let nominal = dt / f64::from(self.config.max_substeps);
        let weight = self.config.gravity.as_dvec2() - self.state.table_motion.acceleration(0.0, nominal);
        forces::apply_joint_forces(&mut self.state.joints, &mut self.state.body_rows, weight, nominal);
        let (substeps, disturbed) = self.substeps(fall, dt);
        let pull = self.lasting_pull();
        let rows = self.state.balls.rows.as_slice();
        let gap = |key| crate::pairs::gap::gap(key, rows, &self.state.body_rows, &self.state.colliders);
        let awake = disturbed || !self.config.sleep;
        self.cache.sleep.find_resting(&mut self.state.contacts, rows, gap, awake, pull);
        let (step, far) = (self.substep(dt, substeps), self.flies_far());
        let mut shared = self.shared(dt, &step);
        self.profiler.lap(|times| &mut times.broadphase);

        let Self { config, state, cache, events, profiler } = self;
        let State {
            balls,
            body_rows,
            joints,
            colliders,
            shapes,
            sensors,
            materials,
            contacts,
            table_motion,
            rng,
            fields,
            links,
            watch,
            floor_zones,
            ..
        } = state;
        let (colliders, shapes, fields, materials) = (&**colliders, &**shapes, &**fields, &**materials);
        let Cache { pairs, sleep, solver, event_loop } = cache;
        rng.seed = config.seed;
        let gravity = config.gravity.as_dvec2();
        event_loop.begin(balls.rows.len(), &step);
        let profile = &mut profiler.profile;
        profile.substeps = substeps;
        profile.active_pairs = (pairs.active.pairs.len() + pairs.active.colliders.len()) as u32;
        sensors.begin();
        for n in 0..substeps {
            let start = f64::from(n) * step.h;
            let until = if n + 1 == substeps { dt } else { f64::from(n + 1) * step.h };
            event_loop.flights.go_on(&step);
            if n == 1 {
                sleep.fall_asleep(&mut balls.rows, contacts, pairs, &mut event_loop.flights, (start, dt));
                profiler.profile.sleeping = sleep.asleep() as u32;
            }
            sleep.set_aside(contacts, &event_loop.flights);
            // What flies has not been held yet against balls that have just come to stand.
            let settled = n != 1 || sleep.asleep() == 0;
            if far
                && settled
                && event_loop.is_quiet(until)
                && contacts.is_idle()
                && pairs.is_still(body_rows, joints)
            {
                // Everything flies on. What holds hinges and sliders at their limits is worked out as in any substep:
                // whether one is quiet depends on lists.
                if !joints.is_empty() {
                    let weight = gravity - table_motion.acceleration(start, step.h);
                    forces::apply_joint_forces(joints, body_rows, weight, step.h);
                    solver.warm_start_and_solve(contacts, (body_rows, joints), &shared);
                }
                pairs.rest(body_rows, until);
                profiler.profile.quiet_substeps += 1;
                continue;
            }
            let short = &event_loop.flights.short;
            let pull = table_motion.acceleration(start, step.h);
            forces::integrate_velocities(&mut balls.rows, short, (gravity, pull), (start, until));
            forces::apply_joint_forces(joints, body_rows, gravity - pull, step.h);
            forces::apply_forces(balls, short, step.h);
            force_fields::apply(fields, balls, short, |i| contacts.packs.has_contact(i), step.h);
            forces::limit_speeds(&mut balls.rows, short, config.max_speed, step.h);
            pairs.refresh_overrun_balls(balls, (&contacts.packs, &event_loop.flights), touch, (start, dt));
            pairs.active.take(&balls.rows, &event_loop.flights.short, &mut contacts.packs, &step);
            solver.refresh(&mut contacts.packs, &mut pairs.active, &shared);
            collect::collect(
                contacts,
                balls,
                (body_rows, joints, colliders),
                materials,
                pairs,
                &event_loop.flights,
                &step,
            );
            profiler.lap(|times| &mut times.contacts);
            profiler.profile.contacts += (contacts.packs.awake() + contacts.rows.len()) as u32;
            solver.warm_start_and_solve(contacts, (body_rows, joints), &shared);
            let mut ctx = EventContext {
                rng,
                balls,
                bodies: body_rows,
                joints,
                colliders,
                materials,
                pairs,
                contacts,
                sleep,
                floor: floor_zones,
                links,
                events,
                sensors,
                step: &step,
                dt,
                start,
                until,
                trajectories_span_step: far,
            };
            solver.depart(&mut ctx, &mut event_loop.flights);
            profiler.lap(|times| &mut times.solve);
            event_loop.run(&mut ctx);
            profiler.lap(|times| &mut times.advance);
            let flights = &event_loop.flights;
            let bodies = (body_rows.as_mut_slice(), joints.as_mut_slice(), &*colliders);
            solver.relax(contacts, &mut balls.rows, &pairs.active, bodies, flights, &shared);
            contacts.store();
            shared.warm_start_scale = 1.0;
            profiler.lap(|times| &mut times.relax);
        }
        finish::end_trajectories(balls, (body_rows, &pairs.moving), sensors, dt);
        sleep.wake_all(&mut balls.rows, contacts, &event_loop.flights);
        sensors::run(sensors, (balls, body_rows, joints), (colliders, shapes), events);
        forces::reach_kinematic_targets(body_rows, dt);
        balls.forces.clear();
        forces::limit_speed(&mut balls.rows, config.max_speed);
        table_motion.advance(dt);
        quarantine::run(balls, pairs, events);
        quarantine::run_guided(joints, body_rows, events);
        watch.run(balls, config, events, dt);
        contact_events::find(self);
        self.events.sort_impacts();
        self.profiler.count(&self.cache.event_loop.count);
        self.profiler.lap(|times| &mut times.report);
    }

    /// Whether balls that touch nothing fly once, to the end of the step. Where friction, a shove or a
    /// field changes how they fly, all flights end with the substep.
    pub(crate) fn flies_far(&self) -> bool {
        !self.state.floor_zones.is_laid()
            && self.state.table_motion.nudges.is_empty()
            && self.state.fields.len() == 0
    }

    /// The most that a ball is accelerated for long, length units per second squared.
    fn lasting_pull(&self) -> f64 {
        let fields = force_fields::max_acceleration(&self.state.fields, &self.state.balls);
        self.config.gravity.as_dvec2().length()
            + self.state.table_motion.steady.length()
            + self.state.floor_zones.strength()
            + fields
            + forces::max_acceleration(&self.state.balls)
    }

    /// The most that a ball is accelerated.
    pub(crate) fn pull(&self) -> f64 {
        self.lasting_pull() + self.state.table_motion.strength() - self.state.table_motion.steady.length()
    }

    fn substep(&self, dt: f64, substeps: u32) -> StepContext {
        let config = &self.config;
        let (nominal, pull) = (dt / f64::from(config.max_substeps), self.lasting_pull());
        StepContext {
            h: dt / f64::from(substeps),
            nominal,
            fall: pull * nominal,
            hop: pull * (0.5 * dt).max(2.0 * nominal),
            slop: f64::from(config.slop),
            max_penetration: f64::from(config.max_penetration),
            max_inelastic_impacts: f64::from(config.max_inelastic_impacts),
            max_impacts: config.max_impacts,
            max_speed: f64::from(config.max_speed),
        }
    }

    /// The numbers that all contacts share in a step of `dt` seconds.
    fn shared(&mut self, dt: f64, step: &StepContext) -> Shared {
        let h = step.h;
        let config = &self.config;
        let last = core::mem::replace(&mut self.state.last_h, h);
        if self.state.spring_h != h {
            let stiffening = softness::stiffening(step.fall / step.nominal, &self.state.balls.rows, dt);
            self.state.spring_h = softness::tune(self.state.spring_h, h, dt, stiffening);
        }
        let tuned = self.state.spring_h;
        let spring = |stiffer: f64| {
            Softness::new(
                stiffer * f64::from(config.contact_frequency) / tuned,
                f64::from(config.contact_damping_ratio),
                h,
                f64::from(config.max_push_speed) / dt,
                f64::from(config.slop),
            )
        };
        Shared {
            h: h as f32,
            warm_start_scale: if last > 0.0 { (h / last) as f32 } else { 1.0 },
            sink: step.slow(0.0, 1.0) as f32,
            hop: step.hop as f32,
            spring: spring(1.0),
            stiff: spring(STIFFER),
        }
    }
}
