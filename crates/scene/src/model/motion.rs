//! How a kinematic body moves: by the clock, or by an input.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Point, is_default};

/// A motion. Places and angles are relative to where the body starts, along the axes of the world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum Motion {
    /// The same velocity and spin for ever.
    Steady {
        /// Length units per second. Default (0, 0).
        #[serde(default, skip_serializing_if = "is_default")]
        velocity: Point,
        /// Angle per second, counter-clockwise. Default 0.
        #[serde(default, skip_serializing_if = "is_default")]
        angular_velocity: f32,
    },
    /// Back and forth as a sine, about the start: `by` and `turn` lead from the start to either end.
    Swing {
        /// Largest way from the start, length units. Default (0, 0).
        #[serde(default, skip_serializing_if = "is_default")]
        by: Point,
        /// Largest angle from the start. Default 0.
        #[serde(default, skip_serializing_if = "is_default")]
        turn: f32,
        /// Seconds for the way there and back, more than 0.
        period: f32,
        /// Share of a period by which it is ahead at the start, 0 to 1. Default 0.
        #[serde(default, skip_serializing_if = "is_default")]
        phase: f32,
    },
    /// To another pose while an input is pressed, and back when it is released: flippers, plungers, gates.
    Drive {
        /// Name of the input.
        input: String,
        /// Way to the other pose, length units. Default (0, 0).
        #[serde(default, skip_serializing_if = "is_default")]
        by: Point,
        /// Angle to the other pose. Default 0.
        #[serde(default, skip_serializing_if = "is_default")]
        turn: f32,
        /// Seconds for the way there, more than 0.
        out: f32,
        /// Seconds for the way back, more than 0. Default: as long as the way there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        back: Option<f32>,
    },
    /// Turns about its origin, moved by balls, a motor, a spring and gravity: flippers, seesaws, spinners.
    /// Angles are relative to the one at which the body starts.
    Hinge {
        /// Moment of inertia about the origin, mass units times length units squared, 1e-12 to 1e12.
        inertia: f32,
        /// Mass on which gravity acts at `center`, mass units. Default 0: in balance.
        #[serde(default, skip_serializing_if = "is_default")]
        mass: f32,
        /// Centre of mass in the frame of the body, length units. Default the origin.
        #[serde(default, skip_serializing_if = "is_default")]
        center_of_mass: Point,
        /// Lowest and highest angle. Default: none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limits: Option<Point>,
        /// Everything else.
        #[serde(default, skip_serializing_if = "is_default")]
        drive: JointDrive,
    },
    /// Moves along an axis through its origin, moved by balls, a motor, a spring and gravity: plungers,
    /// targets. Ways are relative to where the body starts.
    Slider {
        /// Mass, mass units, 1e-12 to 1e12.
        mass: f32,
        /// Direction in which its way grows; its length does not matter, but must not be zero.
        axis: Point,
        /// Lowest and highest way, length units.
        limits: Point,
        /// Everything else.
        #[serde(default, skip_serializing_if = "is_default")]
        drive: JointDrive,
    },
    /// From key to key, straight and steadily.
    Keys {
        /// The keys, at least two, their times ascending.
        keys: Vec<Key>,
        /// Whether it starts again after the last key. Default no: it stays there.
        #[serde(default, skip_serializing_if = "is_default")]
        again: bool,
    },
}

/// A pose at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Key {
    /// When, seconds.
    pub at: f32,
    /// Way from the start, length units. Default (0, 0).
    #[serde(skip_serializing_if = "is_default")]
    pub by: Point,
    /// Angle from the start. Default 0.
    #[serde(skip_serializing_if = "is_default")]
    pub turn: f32,
}

/// The drive of a hinge or a slider. Its coordinate is the angle of a hinge, in the file's unit and relative to the
/// start, or the displacement of a slider, length units. Torques and forces are in the units of the world.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct JointDrive {
    /// The motor while its input is not pressed. Default Off.
    #[serde(skip_serializing_if = "is_default")]
    pub motor: Motor,
    /// Name of the input that drives it. Default: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// The motor while the input is pressed. Default Off.
    #[serde(skip_serializing_if = "is_default")]
    pub pressed: Motor,
    /// How strong its motor is at each coordinate: points of a coordinate and a factor, ascending; straight between
    /// them, level outside. Default: 1 everywhere.
    #[serde(skip_serializing_if = "is_default")]
    pub torque_curve: Vec<Point>,
    /// How fast a motor with a speed is to run at each coordinate, in the same form. Default: 1 everywhere.
    #[serde(skip_serializing_if = "is_default")]
    pub speed_curve: Vec<Point>,
    /// Stiffness of its spring: torque per radian, or force per length unit. Default 0.
    #[serde(skip_serializing_if = "is_default")]
    pub stiffness: f32,
    /// Coordinate at which the spring is slack. Default 0.
    #[serde(skip_serializing_if = "is_default")]
    pub spring_rest: f32,
    /// Torque per radian per second or force per speed that slows it. Default 0.
    #[serde(skip_serializing_if = "is_default")]
    pub damping: f32,
    /// Torque or force of dry friction. Default 0.
    #[serde(skip_serializing_if = "is_default")]
    pub friction: f32,
    /// Share of its speed with which it comes back from a limit, 0 to 1. Default 0.
    #[serde(skip_serializing_if = "is_default")]
    pub limit_restitution: f32,
    /// How strongly gravity pulls. Default: 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gravity_scale: Option<f32>,
}

/// The motor of a hinge or slider.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum Motor {
    /// Nothing does.
    #[default]
    Off,
    /// A torque or a force.
    Force(f32),
    /// As much as it takes to keep a speed, up to a torque or force.
    Velocity {
        /// Angle per second, or length units per second.
        target: f32,
        /// Largest torque or force.
        max_force: f32,
    },
}
