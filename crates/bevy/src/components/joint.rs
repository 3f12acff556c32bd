//! Hinges and sliders: flippers, plungers, gates, see-saws.

use bevy_ecs::prelude::*;
use bevy_math::Vec2;
#[cfg(feature = "reflect")]
use bevy_reflect::prelude::*;
use bevy_transform::components::Transform;
use carom::Motor;

use crate::components::motion::{AngularVelocity, Velocity};
use crate::frame::Frame;
use crate::queue;

/// A body that turns about a pivot or slides along an axis, driven by a motor, a spring, gravity and the balls that
/// strike it. It carries [`Shape`](crate::Shape)s as a [`Body`](crate::Body) does.
///
/// The pivot of a hinge, and the place of a slider when it is added, is the entity's `Transform`. The turn of a hinge
/// is its coordinate: at the spawn [`joint_position`](Self::joint_position), whichever rotation the `Transform` has.
/// Changes of the settings count from the next step on and leave coordinate and speed as they are.
#[derive(Component, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component, Default, Clone, PartialEq))]
#[require(Transform, Velocity, AngularVelocity)]
#[component(on_add = queue::add_body, on_remove = queue::remove_body)]
pub struct Joint {
    /// Hinge or slider. Default hinge.
    pub kind: JointKind,
    /// Moment of inertia of a hinge about its pivot, mass units times length units squared; mass of a slider.
    /// `1e-12..=1e12`. Default 1.
    pub inertia: f32,
    /// Mass of a hinge, on which gravity acts at `center_of_mass`. `0..=1e12`. Default 0: a hinge in balance.
    pub mass: f32,
    /// Centre of mass of a hinge in its own frame, length units. Default the pivot.
    pub center_of_mass: Vec2,
    /// How strongly gravity pulls, `-1000..=1000`. Default 1.
    pub gravity_scale: f32,
    /// Coordinate at which it is added, radians or length units. Default 0.
    pub joint_position: f32,
    /// Speed with which it is added, radians or length units per second. Default 0.
    pub joint_velocity: f32,
    /// Lowest and highest coordinate, radians or length units. Default none. A slider needs limits.
    pub limits: [f32; 2],
    /// Share of its speed with which it comes back from a limit, `0..=1`. Default 0.
    pub limit_restitution: f32,
    /// The motor. Default off.
    #[cfg_attr(feature = "reflect", reflect(remote = crate::components::remote::Motor))]
    pub motor: Motor,
    /// How strong the motor is at each coordinate, as [`carom::Joint::torque_curve`]. Default empty: 1 everywhere.
    pub torque_curve: Vec<Vec2>,
    /// How fast the motor is to run at each coordinate, as [`carom::Joint::speed_curve`]. Default empty: 1 everywhere.
    pub speed_curve: Vec<Vec2>,
    /// Stiffness of the spring, torque per radian or force per length unit, `0..=1e12`. Default 0.
    pub stiffness: f32,
    /// Coordinate at which the spring is slack. Default 0.
    pub spring_rest: f32,
    /// Torque or force per speed that slows it, `0..=1e12`. Default 0.
    pub damping: f32,
    /// Torque or force of dry friction, `0..=1e12`. Default 0.
    pub friction: f32,
}

/// The motion that a [`Joint`] allows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Default, Clone, PartialEq))]
pub enum JointKind {
    /// It turns about the entity's origin.
    #[default]
    Hinge,
    /// It slides along an axis, of any length but zero, in the frame of the entity's parent.
    Slider(Vec2),
}

impl Default for Joint {
    fn default() -> Self {
        Self::hinge(1.0)
    }
}

impl Joint {
    /// A hinge with this moment of inertia about its pivot, mass units times length units squared.
    #[must_use]
    pub fn hinge(inertia: f32) -> Self {
        Self {
            kind: JointKind::Hinge,
            inertia,
            mass: 0.0,
            center_of_mass: Vec2::ZERO,
            gravity_scale: 1.0,
            joint_position: 0.0,
            joint_velocity: 0.0,
            limits: [f32::NEG_INFINITY, f32::INFINITY],
            limit_restitution: 0.0,
            motor: Motor::Off,
            torque_curve: Vec::new(),
            speed_curve: Vec::new(),
            stiffness: 0.0,
            spring_rest: 0.0,
            damping: 0.0,
            friction: 0.0,
        }
    }

    /// A slider of this mass along an axis, between two limits in length units.
    #[must_use]
    pub fn slider(axis: Vec2, mass: f32, limits: [f32; 2]) -> Self {
        Self { kind: JointKind::Slider(axis), limits, ..Self::hinge(mass) }
    }

    /// Lowest and highest coordinate.
    #[must_use]
    pub fn limits(mut self, low: f32, high: f32) -> Self {
        self.limits = [low, high];
        self
    }

    /// Stiffness of the spring, and the coordinate at which it is slack.
    #[must_use]
    pub fn spring(mut self, stiffness: f32, rest: f32) -> Self {
        (self.stiffness, self.spring_rest) = (stiffness, rest);
        self
    }

    /// The same with this motor.
    #[must_use]
    pub fn motor(mut self, motor: Motor) -> Self {
        self.motor = motor;
        self
    }

    /// Torque or force per speed that slows it.
    #[must_use]
    pub fn damping(mut self, damping: f32) -> Self {
        self.damping = damping;
        self
    }

    /// Torque or force of dry friction.
    #[must_use]
    pub fn friction(mut self, friction: f32) -> Self {
        self.friction = friction;
        self
    }

    /// Share of its speed with which it comes back from a limit.
    #[must_use]
    pub fn limit_restitution(mut self, restitution: f32) -> Self {
        self.limit_restitution = restitution;
        self
    }

    /// Coordinate at which it is added, radians or length units.
    #[must_use]
    pub fn joint_position(mut self, coordinate: f32) -> Self {
        self.joint_position = coordinate;
        self
    }

    /// The engine's joint for an entity at `own`, below a parent at `parent`.
    pub(crate) fn placed(&self, own: Frame, parent: Frame) -> carom::Joint {
        let [low, high] = self.limits;
        let joint = match self.kind {
            JointKind::Hinge => carom::Joint::hinge(own.position, self.inertia).limits(low, high),
            JointKind::Slider(axis) => {
                let axis = parent.direction(axis).normalize_or_zero();
                let origin = own.position - axis * self.joint_position;
                carom::Joint::slider(origin, axis, self.inertia, self.limits).angle(own.angle)
            }
        };
        carom::Joint {
            mass: self.mass,
            center_of_mass: self.center_of_mass,
            gravity_scale: self.gravity_scale,
            joint_position: self.joint_position,
            joint_velocity: self.joint_velocity,
            limit_restitution: self.limit_restitution,
            motor: self.motor,
            torque_curve: self.torque_curve.clone(),
            speed_curve: self.speed_curve.clone(),
            stiffness: self.stiffness,
            spring_rest: self.spring_rest,
            damping: self.damping,
            friction: self.friction,
            ..joint
        }
    }
}
