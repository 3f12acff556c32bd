//! Conditions at the start of a step, and the values that follow from them before anything moves: the pull on
//! balls, the ends of their trajectories, the limit of slow speeds, the springs of contacts.

use crate::bodies::{force_fields, forces};
use crate::cache::Cache;
use crate::config::Config;
use crate::contacts::Softness;
use crate::contacts::constants::AT_REST_PULL_SHARE;
use crate::context::{StepContext, SubstepCount};
use crate::solver::{Passes, Shared};
use crate::state::State;

/// Work that a step may do for each ball, at any settings. Below: balls in large heaps are stopped. Above:
/// the worst steps of large worlds take longer. Shown by `cargo run --release -p carom-proof --bin worst_step`.
const WORK_OF_A_BALL: u64 = 64;

/// Settings, state and lists at the start of a step.
#[derive(Clone, Copy)]
pub(crate) struct Conditions<'a> {
    pub(crate) config: &'a Config,
    pub(crate) state: &'a State,
    pub(crate) cache: &'a Cache,
}

/// The most that any ball is accelerated, length units per second squared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pull {
    /// For long.
    pub(crate) lasting: f64,
    /// At any time.
    pub(crate) peak: f64,
}

impl Conditions<'_> {
    /// Whether balls that touch nothing fly once, to the end of the step. Where friction, a nudge, a
    /// field or drag changes how they fly, all trajectories end with the substep.
    pub(crate) fn trajectories_span_step(&self) -> bool {
        let State { floor_zones, table_motion, fields, balls, .. } = self.state;
        !floor_zones.is_laid() && table_motion.nudges.is_empty() && fields.len() == 0 && balls.braked == 0
    }

    /// The most that a ball is accelerated.
    pub(crate) fn pull(&self) -> Pull {
        let State { balls, fields, table_motion, floor_zones, .. } = self.state;
        let steady = table_motion.steady.length();
        let lasting = self.config.gravity.as_dvec2().length()
            + steady
            + floor_zones.strength()
            + force_fields::max_acceleration(fields, balls)
            + forces::max_acceleration(balls);
        Pull { lasting, peak: lasting + table_motion.strength() - steady }
    }

    /// The context of a step of `dt` seconds in this number of substeps.
    pub(crate) fn context(&self, dt: f64, count: SubstepCount, pull: Pull) -> StepContext {
        let (config, SubstepCount { substeps, passes }) = (self.config, count);
        let torus = self.cache.pairs.torus;
        let (nominal, Pull { lasting, peak }) = (dt / f64::from(config.max_substeps), pull);
        StepContext {
            dt,
            substeps,
            passes,
            trajectories_span_step: self.trajectories_span_step(),
            h: dt / f64::from(substeps),
            nominal,
            pair_fall: peak * dt,
            fall: lasting * nominal,
            half_return: (0.5 * dt).max(2.0 * nominal),
            slop: f64::from(config.slop),
            max_penetration: f64::from(config.max_penetration),
            max_inelastic_impacts: f64::from(config.max_inelastic_impacts),
            max_work: u64::from(config.max_work).max(WORK_OF_A_BALL * self.state.balls.rows.len() as u64),
            max_speed: torus.max_speed(dt).min(f64::from(config.max_speed)),
            sleep_speed: 0.0,
            on_floor: self.state.floor_zones.is_laid(),
            torus,
        }
    }
}

/// The numbers that all contacts share in a step.
///
/// Reads the settings, and how long substeps were; writes how long they are now.
pub(crate) fn share_numbers(config: &Config, state: &mut State, step: &StepContext) -> Shared {
    let (h, dt) = (step.h, step.dt);
    let last = core::mem::replace(&mut state.last_h, h);
    let last_dt = core::mem::replace(&mut state.last_dt, dt);
    state.last_passes = step.passes;
    let warm_start_scale = if last > 0.0 { (h / last) as f32 } else { 1.0 };
    if warm_start_scale != 1.0 || dt != last_dt {
        state.contacts.rescale_asleep(warm_start_scale, step.substeps);
    }
    Shared {
        h: h as f32,
        passes: Passes::of(step.passes),
        warm_start_scale,
        earlier_scale: 0.0,
        sink: step.sink(1.0) as f32,
        at_rest: (AT_REST_PULL_SHARE * step.half_return * step.pull()) as f32,
        half_return: if step.is_pulled() { step.half_return as f32 } else { 0.0 },
        max_penetration: step.max_penetration as f32,
        softness: Softness::new(
            f64::from(config.contact_frequency) / step.nominal,
            f64::from(config.contact_damping_ratio),
            step.pull(),
            h,
            f64::from(config.max_push_speed) / dt,
            f64::from(config.slop),
        ),
    }
}
