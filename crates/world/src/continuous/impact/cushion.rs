//! Friction at impacts of balls that spin about all three axes.
//!
//! One law covers both kinds of impact. The impulse of friction points against the slip of the surfaces as they meet,
//! up and down included. It is the friction coefficient times the normal impulse, or the impulse that would end the
//! slip of two free bodies, whichever is less. Balls against edges: I. Han, *Dynamics in carom and three cushion
//! billiards*, J. Mech. Sci. Technol. 19 (2005) 976-984, equations 14 to 22, with an edge of any height. The normal
//! impulse acts along the line from the edge to the centre, and the floor bears its downward part. Balls against
//! balls: D. G. Alciatore, *Technical proof A-14* (2005), throw.

use glam::DVec2;

use crate::bodies::Balls;
use crate::contacts::{Hit, relative};
use crate::continuous::{EventContext, EventLoop, mean_velocities, resolve};

impl EventLoop {
    /// Adds friction to the hits of balls that spin about all axes, once their normal impulses are known.
    ///
    /// Reads and writes velocities and spins of the balls that were hit.
    pub(crate) fn rub_cushions(&mut self, ctx: &mut EventContext<'_>) {
        if self.hits.iter().all(|hit| hit.spin_friction == 0.0) {
            return;
        }
        let Self { hits, scratch, .. } = self;
        for hit in hits.iter_mut().filter(|hit| hit.spin_friction > 0.0 && hit.normal_impulse > 0.0) {
            let cos = libm::sqrt(1.0 - hit.tilt * hit.tilt);
            let slip = slip(hit, cos, ctx);
            let size = slip.length();
            if !(size > 0.0) {
                continue;
            }
            let blow = hit.normal_impulse * hit.share / cos;
            let mut impulse = -slip * (hit.spin_friction * blow / size).min(hit.tangent_mass);
            // The pull back to the edge is no stronger than needed to keep the ball there.
            let (own, other) = mean_velocities(hit, &ctx.balls.rows, &ctx.bodies.joints);
            let parting = (own - other).dot(hit.normal).max(0.0);
            if hit.tilt * impulse.y < -parting * hit.normal_mass {
                impulse.y = -parting * hit.normal_mass / hit.tilt;
            }
            let lifted = hit.tilt * impulse.y;
            ctx.hit_bodies().apply(hit, lifted, impulse.x);
            turn(hit, cos, impulse, ctx.balls);
            hit.normal_impulse += lifted;
            hit.tangent_impulse += impulse.x;
        }
        if hits.len() > 1 {
            resolve::resolve(hits, &mut ctx.hit_bodies(), scratch);
        }
    }
}

/// Slip of the surfaces as they meet: along the tangent, and upwards along the ball.
fn slip(hit: &Hit, cos: f64, ctx: &EventContext<'_>) -> DVec2 {
    let (normal, tangent) = (hit.normal, hit.normal.perp());
    let rows = &ctx.balls.rows;
    let along = relative(hit, rows, &ctx.bodies.joints).1;
    let roll = ctx.balls.roll(hit.ball as usize);
    match hit.other.as_ball() {
        Some(a) => DVec2::new(along, (roll + ctx.balls.roll(a as usize)).dot(normal)),
        None => {
            let ball = &rows[hit.ball as usize];
            let turned = ball.r * ball.w * (1.0 - cos) + hit.tilt * roll.dot(tangent);
            DVec2::new(along + turned, roll.dot(normal) - hit.tilt * hit.approach)
        }
    }
}

/// Turns balls by an impulse of friction; [`HitBodies::apply`] has turned them about the vertical as if the edge were
/// as high as the centre.
fn turn(hit: &Hit, cos: f64, impulse: DVec2, balls: &mut Balls) {
    let (normal, tangent) = (hit.normal, hit.normal.perp());
    let gives = |ball: usize, moves: f64| {
        let row = &balls.rows[ball];
        row.ii * row.r * row.r * moves
    };
    let ball = hit.ball as usize;
    let give = gives(ball, hit.moves[0]);
    let other = hit.other.as_ball().map(|a| (a as usize, gives(a as usize, hit.moves[1])));
    let row = &mut balls.rows[ball];
    row.w += give / row.r * impulse.x * (1.0 - cos);
    let turned = balls.roll(ball) + (tangent * (hit.tilt * impulse.x) + normal * impulse.y) * give;
    balls.set_roll(ball, turned);
    if let Some((a, give)) = other {
        let turned = balls.roll(a) + normal * (impulse.y * give);
        balls.set_roll(a, turned);
    }
}
