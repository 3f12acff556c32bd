//! How fast a ball may move against a collider, for searches that may not step over a touch.

use core::ops::Range;

use glam::DVec2;

use crate::bodies::BodyRow;

/// Bounds on the motion of a ball against a collider.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MotionBounds {
    pub(crate) speed: f64,
    pub(crate) acceleration: f64,
}

impl MotionBounds {
    /// The bounds over a time for a ball that begins at `at` and keeps within its `own`, against a body.
    pub(crate) fn against(body: &BodyRow, at: DVec2, own: Self, time: Range<f64>) -> Self {
        if !body.is_mover() {
            return own;
        }
        let (left, push) = (time.end - time.start, body.acceleration.length());
        let since = time.end - body.t;
        let relative = own.speed + body.velocity.length() + push * since;
        let far = (at - body.pose_at(time.start).origin).length() + relative * left;
        let spin = body.spin.abs() + body.angular_acceleration.abs() * since;
        Self {
            speed: relative + spin * far,
            acceleration: own.acceleration
                + push
                + (spin * spin + body.angular_acceleration.abs()) * far
                + 2.0 * spin * relative,
        }
    }
}
