//! The material of a surface.

use crate::base::{saved, setters};
use crate::error::Error;
use crate::limits::within;
use crate::model::RestitutionCurve;

/// Calls the macro `$then` with the plain numbers of a material: documentation, unit, name, default and range of each.
/// It is the one list of them: the engine, scene files, Bevy and JavaScript make their descriptions from it.
#[doc(hidden)]
#[macro_export]
macro_rules! material_numbers {
    ($then:ident) => {
        $then! {
            /// Rebound speed over approach speed, 0 to 2, no unit. 1 keeps all energy; more than 1 adds some, and `kick`
            /// is the better tool for that. A rebound that gravity would bring back before the step is over is none:
            /// shorter steps keep lower bounces. Default 0.5.
            number restitution = 0.5, 0.0..=2.0, "between 0 and 2";
            /// Coulomb friction coefficient of surfaces that slide, 0 to 100, no unit. Default 0.3.
            number friction = 0.3, 0.0..=100.0, "between 0 and 100";
            /// Friction coefficient of surfaces before they slide, 0 to 100, no unit: up to there friction holds them.
            /// Less than `friction` counts as equal to it, which is the default (0).
            number static_friction = 0.0, 0.0..=100.0, "between 0 and 100";
            /// Rolling resistance, 0 to 10: the torque against rolling is this times the normal force times the ball's
            /// radius (the smaller radius, for two balls). Steel on wood is about 0.005. Default 0.
            number rolling_resistance = 0.0, 0.0..=10.0, "between 0 and 10";
            /// Speed of the surface along its tangent (a conveyor belt), length units per second, -1e6 to 1e6; positive
            /// runs to the left of the surface's outward normal. Default 0.
            number surface_speed = 0.0, -1e6..=1e6, "between -1e6 and 1e6";
            /// Speed that an impact adds along the normal (a bumper's coil), length units per second, 0 to 1e6. Default 0.
            number kick = 0.0, 0.0..=1e6, "between 0 and 1e6";
            /// Approach speed from which an impact kicks, length units per second, 0 to 1e6. Default 0.
            number kick_threshold = 0.0, 0.0..=1e6, "between 0 and 1e6";
            /// Largest angle by which a bounce is thrown off its way, 0 to 1.5 radians: turned left or right by any angle
            /// up to it, all as likely, but never so far that the ball leaves the surface at less than half its speed
            /// along the normal. The speed stays. The angles follow from `Config::seed` and the number of such bounces
            /// so far, so that the same game gives the same angles. Bounces off hinges and sliders, and several at the
            /// same instant, are not scattered. Default 0.
            angle scatter_angle = 0.0, 0.0..=1.5, "between 0 and 1.5";
        }
    };
}

/// Defines the material, its constructor, setters and checks from the list of its numbers.
macro_rules! define {
    ($($(#[$doc:meta])* $unit:ident $name:ident = $default:literal, $range:expr, $allowed:literal;)*) => {
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
            $($(#[$doc])* pub $name: f32,)*
            /// How restitution changes with the speed of approach. Default: not at all.
            pub restitution_curve: RestitutionCurve,
            /// How the kick is spread along the shape. Default: evenly.
            pub kick_profile: KickProfile,
            /// A number by which [`World::set_material_pair`](crate::World::set_material_pair) knows this material; 0,
            /// the default, is none.
            pub pair_id: u32,
        }

        impl Material {
            /// Values of [`Material::default`], for constants.
            const DEFAULT: Self = Self {
                $($name: $default,)*
                restitution_curve: RestitutionCurve::Constant,
                kick_profile: KickProfile::Even,
                pair_id: 0,
            };

            setters! {
                [const]
                $($(#[$doc])* $name($name: f32);)*
                /// How restitution changes with the speed of approach.
                restitution_curve(curve: RestitutionCurve);
                /// How the kick is spread along the shape.
                kick_profile(profile: KickProfile);
                /// A number by which [`World::set_material_pair`](crate::World::set_material_pair) knows this material.
                pair_id(id: u32);
            }

            /// Checks every field.
            ///
            /// # Errors
            /// [`Error::OutOfRange`] for the first field that is not finite or out of its range.
            pub fn check(&self) -> Result<(), Error> {
                $(within(concat!("material.", stringify!($name)), self.$name, $range, $allowed)?;)*
                self.restitution_curve.check()
            }
        }
    };
}

material_numbers!(define);

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
        Self::DEFAULT
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
        Self { restitution, friction, ..Self::DEFAULT }
    }

    /// Perfectly elastic and frictionless.
    #[must_use]
    pub const fn elastic() -> Self {
        Self::new(1.0, 0.0)
    }
}
