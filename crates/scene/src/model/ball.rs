//! Balls, and kinds of balls.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{MaterialRef, Point, is_default};

/// A kind of balls: their shared properties. Omitted values are taken from the kind that `like` names, and then
/// from the engine's own defaults.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Ball {
    /// The kind that this one is like, from the scene's `kinds`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub like: Option<String>,
    /// Radius, length units, 1e-6 to 1e6. Must be given here or by the kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius: Option<f32>,
    /// Mass, mass units, 1e-12 to 1e12. Default: that of a disc of density 1, pi r^2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mass: Option<f32>,
    /// How the mass is spread. Default Disc.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inertia: Option<Inertia>,
    /// How strongly gravity pulls, -1000 to 1000. Default 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gravity_scale: Option<f32>,
    /// How quickly its speed fades, per second, 0 to 1e6. Default 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drag: Option<f32>,
    /// Speed above which it does not fly, length units per second, at least 1e-6. Default: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_speed: Option<f32>,
    /// Whether it rolls on a floor, as spheres do, or slides like a disc. Default: a sphere does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_sphere: Option<bool>,
    /// The surface.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub material: Option<MaterialRef>,
    /// The layers that the ball is in, by name. Default: the one layer that has no name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layers: Option<Vec<String>>,
    /// The layers that the ball meets, by name. Default: all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collides_with: Option<Vec<String>>,
}

/// A ball in its place.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PlacedBall {
    /// A name of its own, to be found again. May be left out.
    #[serde(skip_serializing_if = "is_default")]
    pub name: String,
    /// The kind that this ball is of, from the scene's `kinds`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub like: Option<String>,
    /// Centre, length units.
    pub position: Point,
    /// Velocity, length units per second.
    #[serde(skip_serializing_if = "is_default")]
    pub velocity: Point,
    /// Turn of the ball; only a picture shows it.
    #[serde(skip_serializing_if = "is_default")]
    pub angle: f32,
    /// Spin about the two axes in the plane, as the velocity at which it would roll, length units per second: follow has
    /// more than the ball's velocity, draw the opposite direction.
    #[serde(skip_serializing_if = "is_default")]
    pub rolling_velocity: Point,
    /// Spin, angle per second, counter-clockwise.
    #[serde(skip_serializing_if = "is_default")]
    pub angular_velocity: f32,
    /// Radius, length units, 1e-6 to 1e6. Must be given here or by the kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius: Option<f32>,
    /// Mass, mass units, 1e-12 to 1e12. Default: that of a disc of density 1, pi r^2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mass: Option<f32>,
    /// How the mass is spread. Default Disc.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inertia: Option<Inertia>,
    /// How strongly gravity pulls, -1000 to 1000. Default 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gravity_scale: Option<f32>,
    /// How quickly its speed fades, per second, 0 to 1e6. Default 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drag: Option<f32>,
    /// Speed above which it does not fly, length units per second, at least 1e-6. Default: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_speed: Option<f32>,
    /// Whether it rolls on a floor, as spheres do, or slides like a disc. Default: a sphere does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_sphere: Option<bool>,
    /// The surface.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub material: Option<MaterialRef>,
    /// The layers that the ball is in, by name. Default: the one layer that has no name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layers: Option<Vec<String>>,
    /// The layers that the ball meets, by name. Default: all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collides_with: Option<Vec<String>>,
}

impl PlacedBall {
    /// The part that a kind may give as well.
    #[must_use]
    pub fn ball(&self) -> Ball {
        let Self {
            like,
            radius,
            mass,
            inertia,
            gravity_scale,
            drag,
            max_speed,
            is_sphere: rolls,
            material,
            layers,
            collides_with: meets,
            ..
        } = self.clone();
        Ball {
            like,
            radius,
            mass,
            inertia,
            gravity_scale,
            drag,
            max_speed,
            is_sphere: rolls,
            material,
            layers,
            collides_with: meets,
        }
    }
}

impl Ball {
    /// Takes omitted values from `kind`.
    #[must_use]
    pub fn or(self, kind: &Self) -> Self {
        let kind = kind.clone();
        Self {
            like: kind.like,
            radius: self.radius.or(kind.radius),
            mass: self.mass.or(kind.mass),
            inertia: self.inertia.or(kind.inertia),
            gravity_scale: self.gravity_scale.or(kind.gravity_scale),
            drag: self.drag.or(kind.drag),
            max_speed: self.max_speed.or(kind.max_speed),
            is_sphere: self.is_sphere.or(kind.is_sphere),
            material: self.material.or(kind.material),
            layers: self.layers.or(kind.layers),
            collides_with: self.collides_with.or(kind.collides_with),
        }
    }
}

/// Moment of inertia over mass times radius squared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Inertia {
    /// A flat disc, 1/2.
    #[default]
    Disc,
    /// A solid sphere, 2/5.
    Sphere,
    /// A thin ring, 1.
    Hoop,
    /// Another factor, 0.01 to 1.
    Factor(f32),
    /// Nothing turns it.
    NoRotation,
}

impl Inertia {
    /// The number.
    #[must_use]
    pub const fn factor(self) -> f32 {
        match self {
            Self::Disc => 0.5,
            Self::Sphere => 0.4,
            Self::Hoop => 1.0,
            Self::Factor(factor) => factor,
            Self::NoRotation => f32::INFINITY,
        }
    }
}
