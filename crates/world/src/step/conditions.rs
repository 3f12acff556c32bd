//! What a step starts from, and what follows from it before anything moves: how strongly balls are pulled, how their
//! trajectories end, what counts as slow, how stiff contacts are.

use crate::bodies::force_fields;
use crate::bodies::forces;
use crate::cache::Cache;
use crate::config::Config;
use crate::contacts::constants::STIFFER;
use crate::contacts::softness::{self, Softness};
use crate::context::StepContext;
use crate::solver::kernels::Shared;
use crate::state::State;

/// Settings, state and lists at the start of a step.
#[derive(Clone, Copy)]
pub(crate) struct Conditions<'a> {
    pub(crate) config: &'a Config,
    pub(crate) state: &'a State,
    pub(crate) cache: &'a Cache,
}

impl Conditions<'_> {
    /// Whether balls that touch nothing fly once, to the end of the step. Where friction, a nudge or a
    /// field changes how they fly, all trajectories end with the substep.
    pub(crate) fn trajectories_span_step(&self) -> bool {
        let State { floor_zones, table_motion, fields, .. } = self.state;
        !floor_zones.is_laid() && table_motion.nudges.is_empty() && fields.len() == 0
    }

    /// The most that a ball is accelerated for long, length units per second squared.
    pub(crate) fn lasting_pull(&self) -> f64 {
        let State { balls, fields, table_motion, floor_zones, .. } = self.state;
        self.config.gravity.as_dvec2().length()
            + table_motion.steady.length()
            + floor_zones.strength()
            + force_fields::max_acceleration(fields, balls)
            + forces::max_acceleration(balls)
    }

    /// The most that a ball is accelerated, length units per second squared.
    pub(crate) fn pull(&self) -> f64 {
        let table_motion = &self.state.table_motion;
        self.lasting_pull() + table_motion.strength() - table_motion.steady.length()
    }

    /// The numbers of a step of `dt` seconds in so many substeps.
    pub(crate) fn context(&self, dt: f64, substeps: u32) -> StepContext {
        let config = self.config;
        let (nominal, pull) = (dt / f64::from(config.max_substeps), self.lasting_pull());
        StepContext {
            dt,
            substeps,
            trajectories_span_step: self.trajectories_span_step(),
            h: dt / f64::from(substeps),
            nominal,
            pair_fall: self.pull() * dt,
            fall: pull * nominal,
            hop: pull * (0.5 * dt).max(2.0 * nominal),
            slop: f64::from(config.slop),
            max_penetration: f64::from(config.max_penetration),
            max_inelastic_impacts: f64::from(config.max_inelastic_impacts),
            max_impacts: config.max_impacts,
            max_speed: f64::from(config.max_speed),
            sleep_speed: 0.0,
        }
    }
}

/// The numbers that all contacts share in a step.
///
/// Reads the settings and how springs were tuned; writes how they are tuned now.
pub(crate) fn tune_contacts(config: &Config, state: &mut State, step: &StepContext) -> Shared {
    let (h, dt) = (step.h, step.dt);
    let last = core::mem::replace(&mut state.last_h, h);
    let warm_start_scale = if last > 0.0 { (h / last) as f32 } else { 1.0 };
    if warm_start_scale != 1.0 {
        state.contacts.rescale_asleep(warm_start_scale);
    }
    if state.spring_h != h {
        let stiffening = softness::stiffening(step.fall / step.nominal, &state.balls.rows, dt);
        state.spring_h = softness::tune(state.spring_h, h, dt, stiffening);
    }
    let tuned = state.spring_h;
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
        warm_start_scale,
        sink: step.slow(0.0, 1.0) as f32,
        hop: step.hop as f32,
        spring: spring(1.0),
        stiff: spring(STIFFER),
    }
}
