//! Bounces that are thrown off their way by chance.

use crate::base::rng::Rng;
use crate::bodies::ball::BallRow;
use crate::contacts::hit::Hit;

/// Turns the way on which a ball bounces by a chance angle up to `widest`, radians. Speed and momentum stay.
///
/// Reads and writes velocities of the balls that were hit.
pub(crate) fn scatter(hit: &Hit, widest: f64, rows: &mut [BallRow], chance: &mut Rng) {
    if !(widest > 0.0 && hit.reported && hit.normal_impulse > 0.0) || hit.joint.is_some() {
        return;
    }
    let angle = widest * chance.draw();
    let b = hit.ball as usize;
    let a = hit.other.as_ball().map(|a| a as usize);
    let velocity = rows[b].velocity_at(hit.time) - a.map_or(hit.surface, |a| rows[a].velocity_at(hit.time));
    let (up, along) = (velocity.dot(hit.normal), velocity.dot(hit.normal.perp()));
    if !(up > 0.0) {
        return;
    }
    // Not so near to the surface that it would come back at once.
    let way = libm::atan2(along, up);
    let lowest = libm::acos(0.5 * libm::cos(way));
    let (sin, cos) = libm::sincos((way + angle).clamp(-lowest, lowest) - way);
    let turned = velocity * cos + velocity.perp() * sin;
    let (share_b, share_a) = (rows[b].im * hit.moves[0], a.map_or(0.0, |a| rows[a].im * hit.moves[1]));
    let change = (turned - velocity) / (share_a + share_b);
    if change.is_finite() {
        rows[b].v += change * share_b;
        if let Some(a) = a {
            rows[a].v -= change * share_a;
        }
    }
}
