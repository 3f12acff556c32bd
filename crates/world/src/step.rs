//! The step. One function that reads from top to bottom and names every phase.

use crate::base::parallel;
use crate::events::Events;
use crate::recording::Call;
use crate::step::conditions::Conditions;
use crate::world::World;

pub(crate) mod conditions;
mod constants;
mod contact_events;
mod initial_overlaps;
mod phases;
mod rest;
mod substep_count;

/// Longest step, seconds. The excess of a longer one is dropped and reported.
pub const MAX_DT: f32 = 1.0;
/// Shortest step, seconds. A shorter one is dropped and reported: a rounding error of a length, over such a short
/// time, is faster than any body.
pub const MIN_DT: f32 = 1e-9;

/// Stepping.
impl World {
    /// Advances the world by `dt` seconds and returns the events.
    ///
    /// The events are borrowed from the world, so a game that changes the world in response first collects the data
    /// that it needs:
    ///
    /// ```
    /// # use carom_world as carom;
    /// # use carom::{Ball, Body, Config, Shape, World, glam::Vec2};
    /// # let mut world = World::new(Config::weightless())?;
    /// # world.add_ball(Ball::new(Vec2::ZERO, 0.1).velocity(10.0 * Vec2::X))?;
    /// # let walls = world.add_body(Body::fixed())?;
    /// # world.add_shape(walls, Shape::half_plane(-0.11 * Vec2::X, Vec2::X)?)?;
    /// # world.add_shape(walls, Shape::half_plane(0.11 * Vec2::X, -Vec2::X)?)?;
    /// let mut hits: Vec<_> = world.step(1.0 / 60.0).impacts().iter().map(|hit| hit.body_b).collect();
    /// # assert!(hits.len() > 1);
    /// // A ball may be hit twice in a step.
    /// hits.sort_unstable();
    /// hits.dedup();
    /// for ball in hits {
    ///     world.remove_body(ball)?;
    /// }
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// Use the same `dt` in every step, 1/60 s or shorter, as [`Stepper`](crate::Stepper) does. A step that is
    /// longer than [`MAX_DT`] is cut to it; nothing moves in one that is shorter than [`MIN_DT`], infinite,
    /// negative or no number. The time that was cut is in [`Dropped::seconds`](crate::Dropped). A step never fails
    /// and never panics.
    pub fn step(&mut self, dt: f32) -> &Events {
        self.record(|| Call::Step(dt));
        self.events.start_step(self.config.max_events, &mut self.state.ends);
        let whole = if dt.is_finite() && dt >= MIN_DT { dt.min(MAX_DT) } else { 0.0 };
        self.events.dropped.seconds = if dt.is_nan() { 0.0 } else { dt.max(0.0) - whole };
        if whole == 0.0 {
            return &self.events;
        }
        let dt = f64::from(whole);
        self.profiler.start_step(dt);
        if !self.rest(dt) {
            // Sleeping balls need almost no work.
            let awake = self.state.balls.rows.len() - self.state.sleep.count();
            parallel::enter(awake, || self.run(dt));
        }
        &self.events
    }

    /// Takes a step of `dt` seconds in which nothing can happen; false if something may.
    fn rest(&mut self, dt: f64) -> bool {
        let Self { config, state, cache, events, profiler, .. } = self;
        let Some(substeps) = (Conditions { config, state, cache }).substeps_at_rest(dt) else {
            return false;
        };
        (state.rng.seed, state.last_dt) = (config.seed, dt);
        (profiler.profile.substeps, profiler.profile.quiet_substeps) = (substeps, substeps);
        profiler.lap(|times| &mut times.broadphase);
        // A ball that has been stuck for long enough may be asleep.
        state.watch.run(&state.balls, config, &cache.pairs.torus, events, dt);
        profiler.profile.sleeping = state.sleep.count() as u32;
        profiler.lap(|times| &mut times.report);
        true
    }

    /// All phases of a step of `dt` seconds.
    fn run(&mut self, dt: f64) {
        let Self { config, state, cache, events, profiler, .. } = self;

        // 1. Broad phase: which pairs may meet in this step, and in how many substeps.
        let (step, mut shared) = phases::prepare(config, state, cache, events, dt);
        profiler.profile.substeps = step.substeps;
        profiler.profile.active_pairs = cache.pairs.active.count();
        profiler.lap(|times| &mut times.broadphase);

        for sub in step.each_substep() {
            cache.event_loop.flights.go_on(&step);
            if phases::is_quiet(state, cache, &step, &sub) {
                phases::skip(config, state, cache, &shared, &step, &sub);
                profiler.profile.quiet_substeps += 1;
                continue;
            }
            // 2. Velocities.
            phases::integrate_velocities(config, state, cache, &step, &sub);

            // 3. Narrow phase: resting pairs become contacts, all others are left to be impacts.
            phases::collect_contacts(state, cache, &shared, &step);
            let contacts = &state.contacts;
            let count = contacts.batches.count() + contacts.walls.count() + contacts.rows.len();
            profiler.profile.contacts += count as u32;
            profiler.lap(|times| &mut times.contacts);

            // 4. Soft pass over the contacts, then trajectories begin and
            // 5. impacts happen in the order of time. The only code that moves anything.
            phases::warm_start_and_solve(state, cache, &shared);
            phases::advance(config, state, cache, events, &step, &sub, || {
                profiler.lap(|times| &mut times.solve);
            });
            profiler.lap(|times| &mut times.advance);

            // 6. The speed that only served to push balls apart is taken back.
            phases::relax(state, cache, &shared);
            (shared.warm_start_scale, shared.earlier_scale) = (1.0, 1.0);
            profiler.lap(|times| &mut times.relax);
        }

        // 7. Close.
        phases::finish(state, cache, events, &step);
        phases::observe(config, state, cache, events, dt);
        phases::fall_asleep(config, state, cache, &step);
        profiler.profile.sleeping = state.sleep.count() as u32;
        profiler.count(&cache.event_loop.count);
        profiler.lap(|times| &mut times.report);
    }
}
