//! The material of a surface.

use crate::base::{saved, setters};
use crate::error::Error;
use crate::limits::within;
use crate::model::RestitutionCurve;

/// The surface of a ball or a shape.
///
/// Two materials meet by the geometric mean of their coefficients, for restitution (each at the speed of the
/// approach) and for both kinds of friction alike: two of a kind give their own value, and a zero gives zero.
/// Rolling resistance and scatter take the larger of the two; surface speed and kick are the shape's own.
/// [`World::set_material_pair`](crate::World::set_material_pair) says otherwise for two materials by their
/// [`pair_id`](Self::pair_id).
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::{Vec2, vec2};
/// use carom::{Ball, Body, Config, Material, Shape, World};
///
/// let rubber = Material { restitution: 0.9, friction: 0.6, ..Material::default() };
/// let bumper = Material { kick: 1.5, kick_threshold: 0.1, ..rubber }; // adds 1.5 m/s to a hit
/// let mut world = World::new(Config::default())?;
/// let table = world.add_body(Body::fixed())?;
/// world.add_shape(table, Shape::circle(Vec2::ZERO, 0.1)?.material(bumper))?;
/// world.add_ball(Ball::new(vec2(0.0, 1.0), 0.05).material(rubber))?;
/// assert!(Material { friction: -1.0, ..rubber }.check().is_err());
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[doc(alias("bounciness", "elasticity", "physics material"))]
pub struct Material {
    /// Rebound speed over approach speed, `0..=2`, no unit. `1` keeps all energy; more than 1 adds some,
    /// and a [`kick`](Self::kick) is the better tool for that. A rebound that gravity would bring back before the
    /// step is over is none: shorter steps keep lower bounces. Default 0.5.
    pub restitution: f32,
    /// How restitution changes with the speed of approach. Default: not at all.
    pub restitution_curve: RestitutionCurve,
    /// Coulomb friction coefficient of surfaces that slide, `0..=100`, no unit. Default 0.3.
    pub friction: f32,
    /// Friction coefficient of surfaces before they slide, `0..=100`, no unit: up to there friction holds them.
    /// Less than [`friction`](Self::friction) counts as equal to it, which is the default (0).
    pub static_friction: f32,
    /// Rolling resistance, `0..=10`, no unit: the torque against rolling is this times the normal force
    /// times the ball's radius (the smaller radius, for two balls). Steel on wood is about 0.005. Default 0.
    pub rolling_resistance: f32,
    /// Speed of the surface along its tangent (a conveyor belt), length units per second; positive runs
    /// to the left of the surface's outward normal. `-1e6..=1e6`, default 0.
    pub surface_speed: f32,
    /// Speed that an impact adds along the normal (a bumper's coil), length units per second, `0..=1e6`.
    /// Default 0.
    pub kick: f32,
    /// Approach speed from which an impact kicks, length units per second, `0..=1e6`. Default 0.
    pub kick_threshold: f32,
    /// How the kick is spread along the shape. Default: evenly.
    pub kick_profile: KickProfile,
    /// Largest angle by which a bounce is thrown off its way, radians, `0..=1.5`: turned left or right by any angle
    /// up to it, all as likely, but never so far that the ball leaves the surface at less than half its speed along
    /// the normal. The speed stays. The angles follow from [`Config::seed`](crate::Config) and the number of such
    /// bounces so far, so that the same game gives the same angles. Bounces off hinges and sliders, and several at
    /// the same instant, are not scattered. Default 0.
    pub scatter_angle: f32,
    /// A number by which [`World::set_material_pair`](crate::World::set_material_pair) knows this material; 0, the
    /// default, is none.
    pub pair_id: u32,
}

saved!(Material {
    restitution,
    restitution_curve,
    friction,
    static_friction,
    rolling_resistance,
    surface_speed,
    kick,
    kick_threshold,
    kick_profile,
    scatter_angle,
    pair_id,
});

/// How a kick is spread along a segment or an arc.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::vec2;
/// use carom::{Body, Config, KickProfile, Material, Shape, World};
///
/// let mut world = World::new(Config::default())?;
/// let table = world.add_body(Body::fixed())?;
/// let band = Material { kick: 2.0, kick_profile: KickProfile::Slingshot, ..Material::default() };
/// world.add_shape(table, Shape::segment(vec2(0.0, 0.0), vec2(0.1, 0.2))?.material(band))?;
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum KickProfile {
    /// The same everywhere.
    #[default]
    Even,
    /// As of a slingshot's band: full in the middle, `1 - s^2` of it towards the ends at `s = -1` and `1`. Points and
    /// half-planes kick evenly. Visual Pinball's slingshots have this form (`LineSegSlingshot`, at half the height).
    Slingshot,
}

saved!(enum KickProfile, "no such kind of KickProfile" { Even = 0, Slingshot = 1 });

impl KickProfile {
    /// The share of the kick at a place along the curve, from -1 to 1.
    pub(crate) fn at(self, along: f64) -> f64 {
        match self {
            Self::Even => 1.0,
            Self::Slingshot => (1.0 - along * along).max(0.0),
        }
    }
}

impl Default for Material {
    /// Hard rubber on wood: restitution 0.5, friction 0.3, nothing else.
    fn default() -> Self {
        Self::new(0.5, 0.3)
    }
}

impl Material {
    /// A material with this restitution and friction, and nothing else.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::Material;
    ///
    /// let steel = Material::new(0.9, 0.1);
    /// assert_eq!((steel.restitution, steel.friction), (0.9, 0.1));
    /// ```
    #[must_use]
    pub const fn new(restitution: f32, friction: f32) -> Self {
        Self {
            restitution,
            restitution_curve: RestitutionCurve::Constant,
            friction,
            static_friction: 0.0,
            rolling_resistance: 0.0,
            surface_speed: 0.0,
            kick: 0.0,
            kick_threshold: 0.0,
            kick_profile: KickProfile::Even,
            scatter_angle: 0.0,
            pair_id: 0,
        }
    }

    setters! {
        [const]
        /// Share of the approach speed that a rebound keeps, `0..=2`.
        restitution(restitution: f32);
        /// How restitution changes with the speed of approach.
        restitution_curve(curve: RestitutionCurve);
        /// Coulomb friction coefficient of surfaces that slide, `0..=100`.
        friction(friction: f32);
        /// Friction coefficient of surfaces that do not slide yet, `0..=100`.
        static_friction(friction: f32);
        /// Rolling resistance, `0..=10`.
        rolling_resistance(resistance: f32);
        /// Speed of the surface along its tangent, length units per second.
        surface_speed(speed: f32);
        /// Speed that an impact adds along the normal, length units per second.
        kick(kick: f32);
        /// Approach speed from which an impact kicks, length units per second.
        kick_threshold(speed: f32);
        /// How the kick is spread along the shape.
        kick_profile(profile: KickProfile);
        /// Largest angle by which a bounce is thrown off its way, radians, `0..=1.5`.
        scatter_angle(angle: f32);
        /// A number by which [`World::set_material_pair`](crate::World::set_material_pair) knows this material.
        pair_id(id: u32);
    }

    /// Perfectly elastic and frictionless.
    #[must_use]
    pub const fn elastic() -> Self {
        Self::new(1.0, 0.0)
    }

    /// Checks every field.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for the first field that is not finite or out of its range.
    pub fn check(&self) -> Result<(), Error> {
        within("material.restitution", self.restitution, 0.0..=2.0, "between 0 and 2")?;
        self.restitution_curve.check()?;
        within("material.friction", self.friction, 0.0..=100.0, "between 0 and 100")?;
        within("material.static_friction", self.static_friction, 0.0..=100.0, "between 0 and 100")?;
        within("material.scatter_angle", self.scatter_angle, 0.0..=1.5, "between 0 and 1.5")?;
        within("material.rolling_resistance", self.rolling_resistance, 0.0..=10.0, "between 0 and 10")?;
        within("material.surface_speed", self.surface_speed, -1e6..=1e6, "between -1e6 and 1e6")?;
        within("material.kick", self.kick, 0.0..=1e6, "between 0 and 1e6")?;
        within("material.kick_threshold", self.kick_threshold, 0.0..=1e6, "between 0 and 1e6")
    }
}
