//! Gravity into velocities, targets into speeds.

use glam::DVec2;

use crate::guided::Guided;
use crate::row::Balls;
use crate::solid::Solid;

/// Accelerates every ball over a substep of `h` seconds.
///
/// Reads gravity; writes velocities and the acceleration of the flight.
pub(crate) fn accelerate(balls: &mut Balls, gravity: DVec2, h: f64) {
    for row in &mut balls.rows {
        row.a = gravity * row.gravity_scale;
        row.v += row.a * h;
    }
}

/// Works out the acceleration of hinges and sliders for a substep of `h` seconds.
pub(crate) fn drive(guided: &mut [Guided], solids: &mut [Solid], gravity: DVec2, h: f64) {
    for guided in guided {
        guided.push(gravity, h);
        guided.drive(&mut solids[guided.solid as usize]);
    }
}

/// Slows balls down that fly faster than `most`.
pub(crate) fn cap(balls: &mut Balls, most: f32) {
    let most = f64::from(most);
    if !most.is_finite() {
        return;
    }
    for row in &mut balls.rows {
        let speed = row.v.length();
        if speed > most {
            row.v *= most / speed;
        }
    }
}

/// Gives bodies with a target the speed that brings them there within the step of `dt` seconds.
pub(crate) fn steer(solids: &mut [Solid], dt: f64) {
    for solid in solids {
        if let Some((origin, angle)) = solid.target {
            solid.velocity = (origin - solid.pose.origin) / dt;
            solid.spin = (angle - solid.angle) / dt;
        }
    }
}

/// Stops bodies that have reached their target.
pub(crate) fn arrive(solids: &mut [Solid]) {
    for solid in solids {
        if solid.target.take().is_some() {
            solid.velocity = DVec2::ZERO;
            solid.spin = 0.0;
        }
    }
}
