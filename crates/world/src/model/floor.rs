//! The floor of a game seen from above: its surface, and zones with another one.

use crate::base::{saved, setters};
use crate::error::Error;
use crate::limits::within;
use crate::model::Region;

/// Resistance of a floor to the motion of balls.
///
/// The default is that of a pool table (D. G. Alciatore, billiards.colostate.edu, "Physical properties of
/// pool balls and tables"). A ball that slides is slowed by 0.2 g, a ball that rolls by 0.01 g. The spin of a ball of
/// 28.6 mm about the vertical slows down by 10 rad/s each second.
///
/// ```
/// # use carom_world as carom;
/// use carom::{Floor, FloorSurface};
///
/// let ice = FloorSurface::default().sliding_friction(0.03);
/// assert!(Floor::default().surface(ice).check().is_ok());
/// assert!(ice.sliding_friction(-1.0).check().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct FloorSurface {
    /// Deceleration of balls that slide, as a multiple of the floor's gravity, `0..=10`, no unit. Default 0.2.
    pub sliding_friction: f32,
    /// Deceleration of balls that roll, as a multiple of the floor's gravity, `0..=10`, no unit. No more than
    /// [`sliding_friction`](Self::sliding_friction) of it acts. Default 0.01.
    pub rolling_friction: f32,
    /// Torque against spin about the vertical, as a multiple of weight times radius, `0..=10`, no unit. A disc
    /// that lies flat on all of its face has 2/3 of [`sliding_friction`](Self::sliding_friction). Default 0.0117.
    pub spinning_friction: f32,
}

saved!(FloorSurface { sliding_friction, rolling_friction, spinning_friction });

impl Default for FloorSurface {
    fn default() -> Self {
        Self { sliding_friction: 0.2, rolling_friction: 0.01, spinning_friction: 0.0117 }
    }
}

impl FloorSurface {
    setters! {
        [const]
        /// Deceleration of balls that slide, as a multiple of the floor's gravity.
        sliding_friction(friction: f32);
        /// Deceleration of balls that roll, as a multiple of the floor's gravity.
        rolling_friction(friction: f32);
        /// Torque against spin about the vertical, as a multiple of weight times radius.
        spinning_friction(friction: f32);
    }

    /// Checks every field.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for the first field that is not finite or out of its range.
    pub fn check(&self) -> Result<(), Error> {
        within("surface.sliding_friction", self.sliding_friction, 0.0..=10.0, "between 0 and 10")?;
        within("surface.rolling_friction", self.rolling_friction, 0.0..=10.0, "between 0 and 10")?;
        within("surface.spinning_friction", self.spinning_friction, 0.0..=10.0, "between 0 and 10")
    }
}

/// The floor of a world seen from above, on which all balls lie.
///
/// A [sphere](crate::Ball::is_sphere) slides until friction has made its velocity and its
/// [roll](crate::Ball::rolling_velocity) equal, then rolls until it rests. A disc slides until it rests. Both in closed
/// form, at any length of step. The floor is level; if it slopes, the world's
/// [gravity](crate::Config::gravity) is the part along it, `g sin`, and the floor's own is the part across,
/// `g cos`. A solid sphere then rolls down at 5/7 `g sin`.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::{Vec2, vec2};
/// use carom::{Ball, Config, Floor, World};
///
/// // A pool table: a ball that rolls at 1 m/s comes to rest after 1 / (0.01 g) = 10.2 s.
/// let mut world = World::new(Config::weightless())?;
/// world.set_floor(Some(Floor::default()))?;
/// let ball = Ball::new(Vec2::ZERO, 0.0286).sphere().velocity(vec2(1.0, 0.0)).rolling_velocity(vec2(1.0, 0.0));
/// let ball = world.add_ball(ball)?;
/// let mut seconds = 0.0;
/// while world.velocity(ball) != Some(Vec2::ZERO) {
///     world.step(1.0 / 60.0);
///     seconds += 1.0 / 60.0;
/// }
/// assert!((seconds - 10.2_f32).abs() < 0.05);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[doc(alias("cloth", "billiards", "top-down"))]
pub struct Floor {
    /// Acceleration by which balls bear on the floor, length units per second squared, `0..=1e6`. A ball's
    /// gravity scale multiplies it; a scale of 0 or less lifts the ball off the floor.
    pub gravity: f32,
    /// Its surface outside all zones.
    pub surface: FloorSurface,
    /// Height over the floor at which the edges of bodies touch spheres, length units, `0..=1e6`;
    /// 0 for edges as high as a ball's centre. The nose of a cushion is 1.27 radii high. A height more
    /// than 0.8 radii over or under the centre counts as 0.8 radii.
    pub cushion_height: f32,
}

saved!(Floor { gravity, surface, cushion_height });

impl Default for Floor {
    /// A pool table in SI units, with edges as high as a ball's centre.
    fn default() -> Self {
        Self { gravity: 9.81, surface: FloorSurface::default(), cushion_height: 0.0 }
    }
}

impl Floor {
    setters! {
        [const]
        /// Acceleration by which balls bear on the floor, length units per second squared.
        gravity(gravity: f32);
        /// Its surface outside all zones.
        surface(surface: FloorSurface);
        /// Height over the floor at which the edges of bodies touch balls that roll, length units.
        cushion_height(height: f32);
    }

    /// Checks every field.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for the first field that is not finite or out of its range.
    pub fn check(&self) -> Result<(), Error> {
        within("floor.gravity", self.gravity, 0.0..=1e6, "between 0 and 1e6")?;
        within("floor.cushion_height", self.cushion_height, 0.0..=1e6, "between 0 and 1e6")?;
        self.surface.check()
    }
}

/// A part of the floor with another surface: sand, ice, a rug.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::vec2;
/// use carom::{Config, Floor, FloorSurface, FloorZone, Region, World};
///
/// let mut world = World::new(Config::weightless())?;
/// world.set_floor(Some(Floor::default()))?;
/// let sand = FloorSurface::default().rolling_friction(0.3);
/// let zone = world.add_floor_zone(FloorZone { region: Region::between(vec2(0.0, 0.0), vec2(1.0, 2.0)), surface: sand })?;
/// world.remove_floor_zone(zone)?;
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct FloorZone {
    /// Where it is. A ball is where its centre is.
    pub region: Region,
    /// Its surface.
    pub surface: FloorSurface,
}

saved!(FloorZone { region, surface });

impl FloorZone {
    /// Checks every field.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for the first field that is not finite or out of its range.
    pub fn check(&self) -> Result<(), Error> {
        self.region.check()?;
        self.surface.check()
    }
}
