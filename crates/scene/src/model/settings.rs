//! Settings of the world.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Point;

/// Settings of the world; an omitted value is the engine's default. Ranges and reasons are in [`carom::Config`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Acceleration of free balls, length units per second squared. Default (0, -9.81).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gravity: Option<Point>,
    /// Most substeps of a step, 1 to 64. Default 8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_substeps: Option<u32>,
    /// Highest frequency of a contact spring as a share of the rate of `max_substeps`, 0.01 to 0.5. Default 0.25.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact_frequency: Option<f32>,
    /// Damping ratio of the contact spring, 0.1 to 100. Default 50.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact_damping_ratio: Option<f32>,
    /// Largest speed at which overlapping bodies are pushed apart, radii per step, 0.001 to 1000. Default 0.1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_push_speed: Option<f32>,
    /// Depth at which a resting contact is left alone, radii, 1e-5 to 0.05. Default 0.002.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slop: Option<f32>,
    /// Depth beyond which nothing sinks, radii, 0.01 to 0.5. Default 0.1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_penetration: Option<f32>,
    /// Inelastic impacts that a ball may have within one substep, 1 to 1e6. Default 8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_inelastic_impacts: Option<f32>,
    /// Work on impacts in a step before balls that are struck again and again are stopped, 16 to 1e9. Default 200 000.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_work: Option<u32>,
    /// Speed above which no ball flies, length units per second, at least 1e-6. Default: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_speed: Option<f32>,
    /// Lower and upper corner of the box that balls should not leave, length units: a ball that leaves it is an event.
    /// Default: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[Point; 2]>,
    /// Lower and upper corner of a box that repeats without end, length units; along an axis on which both agree nothing
    /// repeats. Only balls meet over its seams. Default: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub periodic: Option<[Point; 2]>,
    /// Seconds after which a ball that hardly moves is an event, at least 1e-6. Default: never.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stuck_after: Option<f32>,
    /// How far a ball may go and count as hardly moving, radii, 0 to 1e6. Default 0.1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stuck_radius: Option<f32>,
    /// Speed up to which a ball on level ground counts as at rest and may sleep, 0 to 0.1, no unit: a share of the root
    /// of pull times radius. 0 for balls that never sleep. Default 0.025.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sleep_speed: Option<f32>,
    /// Seed of the angles of scattered bounces. Default: the seed of the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

impl Settings {
    /// With the engine's defaults for omitted values.
    #[must_use]
    pub fn config(&self) -> carom::Config {
        let mut config = carom::Config::default();
        fn set<T, U: Into<T>>(field: &mut T, value: Option<U>) {
            if let Some(value) = value {
                *field = value.into();
            }
        }
        set(&mut config.gravity, self.gravity);
        set(&mut config.max_substeps, self.max_substeps);
        set(&mut config.contact_frequency, self.contact_frequency);
        set(&mut config.contact_damping_ratio, self.contact_damping_ratio);
        set(&mut config.max_push_speed, self.max_push_speed);
        set(&mut config.slop, self.slop);
        set(&mut config.max_penetration, self.max_penetration);
        set(&mut config.max_inelastic_impacts, self.max_inelastic_impacts);
        set(&mut config.max_work, self.max_work);
        set(&mut config.max_speed, self.max_speed);
        set(&mut config.bounds, self.bounds.map(|corners| Some(corners.map(Into::into))));
        set(&mut config.periodic, self.periodic.map(|corners| Some(corners.map(Into::into))));
        set(&mut config.stuck_after, self.stuck_after);
        set(&mut config.stuck_radius, self.stuck_radius);
        set(&mut config.sleep_speed, self.sleep_speed);
        set(&mut config.seed, self.seed);
        config
    }
}

impl From<carom::Config> for Settings {
    fn from(config: carom::Config) -> Self {
        Self {
            gravity: Some(config.gravity.into()),
            max_substeps: Some(config.max_substeps),
            contact_frequency: Some(config.contact_frequency),
            contact_damping_ratio: Some(config.contact_damping_ratio),
            max_push_speed: Some(config.max_push_speed),
            slop: Some(config.slop),
            max_penetration: Some(config.max_penetration),
            max_inelastic_impacts: Some(config.max_inelastic_impacts),
            max_work: Some(config.max_work),
            // JSON has no word for infinity.
            max_speed: Some(config.max_speed).filter(|speed| speed.is_finite()),
            bounds: config.bounds.map(|corners| corners.map(Point::from)),
            periodic: config.periodic.map(|corners| corners.map(Point::from)),
            stuck_after: Some(config.stuck_after).filter(|seconds| seconds.is_finite()),
            stuck_radius: Some(config.stuck_radius),
            sleep_speed: Some(config.sleep_speed),
            seed: Some(config.seed),
        }
    }
}
