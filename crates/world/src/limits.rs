//! The validated ranges, and the checks at the door that enforce them.

use core::ops::RangeInclusive;

use glam::Vec2;

use crate::error::Error;

/// Largest coordinate, length units. Beyond it neighboring `f32` numbers are more than 8 length units apart.
pub const MAX_COORDINATE: f32 = 1e8;
/// Smallest and largest radius of a ball or shape, length units.
pub const RADIUS: (f32, f32) = (1e-6, 1e6);
/// Largest speed that may be set, length units per second.
pub const MAX_SPEED: f32 = 1e8;
/// Largest speed that a ball may reach, by impacts and forces, length units per second; as many radians per second
/// for its spin. Squares of it fit into single precision. A ball beyond is stopped, and counted in
/// [`Dropped::quarantined_balls`](crate::Dropped::quarantined_balls). One that goes more than
/// 2.2e14 radii in a step is stopped for the rest of a substep before, and counted in
/// [`Dropped::frozen_balls`](crate::Dropped::frozen_balls): numbers can't tell its impacts apart.
pub const MAX_REACHABLE_SPEED: f64 = 1e18;
/// Largest angle that a body may have turned, and way that a kinematic one may have gone: it still is a number at
/// the door, in single precision.
pub(crate) const FAR: f64 = 1e30;
/// Largest spin that may be set, radians per second.
pub const MAX_ANGULAR_VELOCITY: f32 = 1e8;
/// Smallest and largest mass, mass units.
pub const MASS: (f32, f32) = (1e-12, 1e12);

/// Largest force on a ball in each coordinate, mass units times length units per second squared.
pub const MAX_FORCE: f32 = 1e20;
/// Longest time in which a kinematic body may be sent to a place, seconds.
pub(crate) const MAX_MOVE_SECONDS: f32 = 1e6;

/// How quickly a speed may fade, per second.
pub(crate) const DRAG: (f32, f32) = (0.0, 1e6);
/// Lowest speed to which balls may be slowed down, length units per second.
pub(crate) const LEAST_MAX_SPEED: f32 = 1e-6;

/// Most substeps of a step.
pub(crate) const MOST_SUBSTEPS: f32 = 64.0;

/// Refuses a number that is not finite or lies outside `low..=high`.
pub(crate) fn within(
    field: &'static str,
    value: f32,
    range: RangeInclusive<f32>,
    allowed: &'static str,
) -> Result<(), Error> {
    if range.contains(&value) {
        Ok(())
    } else {
        Err(Error::OutOfRange { field, value: f64::from(value), allowed })
    }
}

/// Refuses limits of which the lower lies above the upper.
pub(crate) fn ascending(fields: [&'static str; 2], values: [f32; 2]) -> Result<(), Error> {
    if values[0] <= values[1] {
        Ok(())
    } else {
        Err(Error::Swapped { fields, values: values.map(f64::from) })
    }
}

fn both(field: &'static str, value: Vec2, limit: f32, allowed: &'static str) -> Result<(), Error> {
    within(field, value.x, -limit..=limit, allowed)?;
    within(field, value.y, -limit..=limit, allowed)
}

pub(crate) fn coordinate(field: &'static str, value: Vec2) -> Result<(), Error> {
    both(field, value, MAX_COORDINATE, "finite, at most 1e8 in each coordinate")
}

pub(crate) fn velocity(field: &'static str, value: Vec2) -> Result<(), Error> {
    both(field, value, MAX_SPEED, "finite, at most 1e8 in each coordinate")
}

/// An angle as a game reads it, radians: an angle that has grown beyond the range of the setters loses full turns.
pub(crate) fn readable_angle(angle: f64) -> f32 {
    let wrapped = if angle.abs() > 1e6 { libm::remainder(angle, core::f64::consts::TAU) } else { angle };
    wrapped as f32
}

pub(crate) fn spin(field: &'static str, value: f32) -> Result<(), Error> {
    within(field, value, -MAX_ANGULAR_VELOCITY..=MAX_ANGULAR_VELOCITY, "finite, between -1e8 and 1e8")
}

/// A place of a joint along its way, radians or length units.
pub(crate) fn joint_position(field: &'static str, value: f32) -> Result<(), Error> {
    within(field, value, -MAX_COORDINATE..=MAX_COORDINATE, "finite, between -1e8 and 1e8")
}

pub(crate) fn radius(field: &'static str, value: f32) -> Result<(), Error> {
    within(field, value, RADIUS.0..=RADIUS.1, "between 1e-6 and 1e6")
}

pub(crate) fn mass(field: &'static str, value: f32) -> Result<(), Error> {
    within(field, value, MASS.0..=MASS.1, "between 1e-12 and 1e12")
}

pub(crate) fn drag(field: &'static str, value: f32) -> Result<(), Error> {
    within(field, value, DRAG.0..=DRAG.1, "between 0 and 1e6")
}

/// A speed above which balls do not fly.
pub(crate) fn max_speed(field: &'static str, value: f32) -> Result<(), Error> {
    within(field, value, LEAST_MAX_SPEED..=f32::INFINITY, "at least 1e-6, or infinite for none")
}

pub(crate) fn angle(field: &'static str, value: f32) -> Result<(), Error> {
    within(field, value, -1e6..=1e6, "finite, between -1e6 and 1e6")
}
