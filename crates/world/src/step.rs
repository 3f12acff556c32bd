//! The step. One function that reads from top to bottom and names every phase.

use crate::base::parallel;
use crate::bodies::force_fields;
use crate::bodies::forces;
use crate::contacts::softness::{self, STIFFER, Spring};
use crate::context::Substep;
use crate::continuous::context::Table;
use crate::continuous::finish;
use crate::events::Events;
use crate::observe::quarantine;
use crate::observe::sensors;
use crate::solver::collect;
use crate::solver::kernels::Shared;
use crate::world::World;

mod contact_events;
mod substep_count;

/// Longest step, seconds. What a longer one asks for beyond is dropped and reported.
pub const LONGEST_STEP: f32 = 1.0;
/// Shortest step, seconds. A shorter one is dropped and reported: what rounding leaves of a length, over so short a
/// time, is faster than anything that moves.
pub const SHORTEST_STEP: f32 = 1e-9;

impl World {
    /// Moves the world on by `dt` seconds and returns what happened.
    ///
    /// Use the same `dt` in every step, 1/60 s or shorter, as [`Stepper`](crate::Stepper) does. A step that is
    /// longer than [`LONGEST_STEP`] is cut to it; nothing moves in one that is shorter than [`SHORTEST_STEP`], infinite,
    /// negative or no number. What was cut is in [`Dropped::seconds`](crate::Dropped). A step never fails and never
    /// panics.
    pub fn step(&mut self, dt: f32) -> &Events {
        self.events.clear(self.config.max_events);
        let whole = if dt.is_finite() && dt >= SHORTEST_STEP { dt.min(LONGEST_STEP) } else { 0.0 };
        self.events.dropped.seconds = if dt.is_nan() { 0.0 } else { dt.max(0.0) - whole };
        if whole == 0.0 {
            return &self.events;
        }
        let dt = f64::from(whole);
        parallel::enter(self.balls.rows.len(), || self.phases(dt));
        &self.events
    }

    /// All phases of a step of `dt` seconds.
    fn phases(&mut self, dt: f64) {
        self.profiler.begin(dt);
        forces::steer(&mut self.solids, dt);
        self.links.gather(&self.balls, |id| self.bodies[id].row);
        if self.contacts.stale || self.near.stale {
            self.contacts.refresh(&self.balls, &self.materials);
        }
        self.near.update(&self.balls, (&self.solids, &self.guided), &self.cores, dt);
        let fall = self.pull() * dt;
        let touch = (fall, self.config.rest_depth);
        self.near.open(&self.balls, &self.contacts.packs, touch, dt);
        let nominal = dt / f64::from(self.config.substeps);
        let weight = self.config.gravity.as_dvec2() - self.frame.acceleration(0.0, nominal);
        forces::drive(&mut self.guided, &mut self.solids, weight, nominal);
        let (substeps, disturbed) = self.substeps(fall, dt);
        let pull = self.lasting_pull();
        let rows = self.balls.rows.as_slice();
        let gap = |key| crate::pairs::gap::gap(key, rows, &self.solids, &self.cores);
        self.doze.find_resting(&mut self.contacts, rows, gap, disturbed, pull);
        let (step, far) = (self.substep(dt, substeps), self.flies_far());
        let mut shared = self.shared(dt, &step);
        self.profiler.lap(|times| &mut times.lists);

        let Self {
            balls,
            solids,
            guided,
            cores,
            shapes,
            sensors,
            materials,
            near,
            contacts,
            doze,
            ground,
            solver,
            advance,
            events,
            config,
            fields,
            links,
            profiler,
            ..
        } = self;
        let (frame, vigil, chance) = (&mut self.frame, &mut self.vigil, &mut self.chance);
        chance.seed = config.seed;
        let gravity = config.gravity.as_dvec2();
        advance.begin(balls.rows.len(), &step);
        let profile = &mut profiler.profile;
        profile.substeps = substeps;
        profile.open_pairs = (near.open.pairs.len() + near.open.cores.len()) as u32;
        sensors.begin();
        for n in 0..substeps {
            let start = f64::from(n) * step.h;
            let until = if n + 1 == substeps { dt } else { f64::from(n + 1) * step.h };
            advance.flights.go_on(&step);
            if n == 1 {
                doze.lie_down(&mut balls.rows, contacts, near, &mut advance.flights, (start, dt));
                profiler.profile.standing = doze.standing() as u32;
            }
            doze.set_aside(contacts, &advance.flights);
            // What flies has not been held yet against balls that have just come to stand.
            let settled = n != 1 || doze.standing() == 0;
            if far
                && settled
                && advance.is_quiet(until)
                && contacts.is_idle()
                && near.is_still(solids, guided)
            {
                // Everything flies on. What holds hinges and sliders at their limits is worked out as in any substep:
                // whether one is quiet depends on lists.
                if !guided.is_empty() {
                    let weight = gravity - frame.acceleration(start, step.h);
                    forces::drive(guided, solids, weight, step.h);
                    solver.push(contacts, (solids, guided), &shared);
                }
                near.rest(solids, until);
                profiler.profile.quiet_substeps += 1;
                continue;
            }
            let short = &advance.flights.short;
            let pull = frame.acceleration(start, step.h);
            forces::accelerate(&mut balls.rows, short, (gravity, pull), (start, until));
            forces::drive(guided, solids, gravity - pull, step.h);
            force_fields::act(fields, balls, short, |i| contacts.packs.holds(i), step.h);
            forces::cap_flights(&mut balls.rows, short, config.max_speed, step.h);
            near.tame(balls, (&contacts.packs, &advance.flights), touch, (start, dt));
            near.open.take(&balls.rows, &advance.flights.short, &mut contacts.packs, &step);
            solver.renew(&mut contacts.packs, &mut near.open, &shared);
            collect::collect(
                contacts,
                balls,
                (solids, guided, cores),
                materials,
                near,
                &advance.flights,
                &step,
            );
            profiler.lap(|times| &mut times.contacts);
            profiler.profile.contacts += (contacts.packs.awake() + contacts.rows.len()) as u32;
            solver.push(contacts, (solids, guided), &shared);
            let mut table = Table {
                chance,
                balls,
                solids,
                guided,
                cores,
                materials,
                near,
                contacts,
                doze,
                ground,
                links,
                events,
                sensors,
                step: &step,
                dt,
                start,
                until,
                far,
            };
            solver.depart(&mut table, &mut advance.flights);
            profiler.lap(|times| &mut times.push);
            advance.run(&mut table);
            profiler.lap(|times| &mut times.advance);
            let flights = &advance.flights;
            let bodies = (solids.as_mut_slice(), guided.as_mut_slice(), &*cores);
            solver.relax(contacts, &mut balls.rows, &near.open, bodies, flights, &shared);
            contacts.store();
            shared.warmth = 1.0;
            profiler.lap(|times| &mut times.relax);
        }
        finish::alight(balls, (solids, &near.moving), sensors, dt);
        doze.get_up(&mut balls.rows, contacts, &advance.flights);
        sensors::run(sensors, (balls, solids, guided), (cores, shapes), events);
        forces::arrive(solids);
        forces::cap(&mut balls.rows, config.max_speed);
        frame.advance(dt);
        quarantine::run(balls, near, events);
        quarantine::run_guided(guided, solids, events);
        vigil.run(balls, config, events, dt);
        contact_events::touches(self);
        self.events.sort_impacts();
        self.profiler.count(&self.advance.count);
        self.profiler.lap(|times| &mut times.report);
    }

    /// Whether balls that touch nothing fly once, to the end of the step. Where friction, a shove or a
    /// field changes how they fly, all flights end with the substep.
    pub(crate) fn flies_far(&self) -> bool {
        !self.ground.is_laid() && self.frame.nudges.is_empty() && self.fields.len() == 0
    }

    /// The most that a ball is accelerated for long, length units per second squared.
    fn lasting_pull(&self) -> f64 {
        let fields = force_fields::strength(&self.fields, &self.balls);
        self.config.gravity.as_dvec2().length() + self.frame.steady.length() + self.ground.strength() + fields
    }

    /// The most that a ball is accelerated.
    pub(crate) fn pull(&self) -> f64 {
        self.lasting_pull() + self.frame.strength() - self.frame.steady.length()
    }

    fn substep(&self, dt: f64, substeps: u32) -> Substep {
        let config = &self.config;
        let (nominal, pull) = (dt / f64::from(config.substeps), self.lasting_pull());
        Substep {
            h: dt / f64::from(substeps),
            nominal,
            fall: pull * nominal,
            hop: pull * (0.5 * dt).max(2.0 * nominal),
            rest_depth: f64::from(config.rest_depth),
            guard_depth: f64::from(config.guard_depth),
            plastic_impacts: f64::from(config.plastic_impacts),
            max_impacts: config.max_impacts,
            max_speed: f64::from(config.max_speed),
        }
    }

    /// The numbers that all contacts share in a step of `dt` seconds.
    fn shared(&mut self, dt: f64, step: &Substep) -> Shared {
        let h = step.h;
        let config = &self.config;
        let last = core::mem::replace(&mut self.last_h, h);
        if self.spring_h != h {
            let stiffening = softness::stiffening(step.fall / step.nominal, &self.balls.rows, dt);
            self.spring_h = softness::tune(self.spring_h, h, dt, stiffening);
        }
        let tuned = self.spring_h;
        let spring = |stiffer: f64| {
            Spring::new(
                stiffer * f64::from(config.contact_rate) / tuned,
                f64::from(config.contact_damping),
                h,
                f64::from(config.push_speed) / dt,
                f64::from(config.rest_depth),
            )
        };
        Shared {
            h: h as f32,
            warmth: if last > 0.0 { (h / last) as f32 } else { 1.0 },
            sink: step.slow(0.0, 1.0) as f32,
            hop: step.hop as f32,
            spring: spring(1.0),
            stiff: spring(STIFFER),
        }
    }
}
