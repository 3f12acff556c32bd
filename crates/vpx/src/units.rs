//! The units of Visual Pinball in those of a scene: metres, kilograms, seconds, y up.

/// A VP unit, metres: 50 of them are 1 1/16 inch, the width of a ball.
pub const LENGTH: f64 = 0.053_975 / 100.0;
/// A VP unit of time, seconds.
pub const TIME: f64 = 0.01;
/// A VP unit of mass, kilograms: a ball.
pub const MASS: f64 = 0.08;
/// A VP unit of speed, metres a second.
pub const SPEED: f64 = LENGTH / TIME;
/// A VP unit of acceleration, metres a second squared.
pub const ACCELERATION: f64 = SPEED / TIME;
/// A VP unit of torque, newton metres.
pub const TORQUE: f64 = MASS * SPEED * SPEED;
/// A VP unit of inertia, kg m^2.
pub const INERTIA: f64 = MASS * LENGTH * LENGTH;
/// Radius of a ball, VP units.
pub const BALL: f64 = 25.0;
