//! Random scatter of bounces.

use crate::contacts::Hit;
use crate::continuous::EventContext;

/// Turns the velocity of a ball that has just bounced by a random angle, where a material asks for it. Relative speed
/// and momentum stay.
///
/// Reads and writes velocities of the balls that were hit.
pub(crate) fn scatter(hit: &Hit, ctx: &mut EventContext<'_>) {
    if !ctx.materials.scatters {
        return;
    }
    let material = |ball: u32| ctx.balls.info[ball as usize].material;
    let other = match hit.other.as_collider() {
        Some(k) => ctx.bodies.colliders[k].material,
        None => material(hit.other.0),
    };
    let widest = ctx.materials.scatter(material(hit.ball), other);
    if !(widest > 0.0 && hit.reported && hit.normal_impulse > 0.0) || hit.joint.is_some() {
        return;
    }
    let (rows, angle) = (&mut ctx.balls.rows, widest * ctx.rng.draw());
    let b = hit.ball as usize;
    let a = hit.other.as_ball().map(|a| a as usize);
    let velocity = rows[b].velocity_at(hit.time) - a.map_or(hit.surface, |a| rows[a].velocity_at(hit.time));
    let (up, along) = (velocity.dot(hit.normal), velocity.dot(hit.normal.perp()));
    if !(up > 0.0) {
        return;
    }
    // The ball keeps half of its speed off the surface, or it would come back at once.
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
