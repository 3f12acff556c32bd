//! Acceleration that links give a ball along a direction, while nothing else moves the ball.

use glam::DVec2;

use crate::bodies::{BallRow, BodyRow};
use crate::links::{BOTH, LinkAnchor, Links, PULLS, PUSHES};

impl Links {
    /// Acceleration that links give a ball along a direction while `pull` acts on it, length units per second squared.
    ///
    /// A spring pulls by its length. A tight link bears its part of the pull. A link that is too long or too short
    /// comes to its length within a substep of `h` seconds. A rope that pulls the other way does not count, for it
    /// may slacken.
    pub(crate) fn acceleration_of(
        &self,
        ball: u32,
        pull: DVec2,
        direction: DVec2,
        h: f64,
        rows: &[BallRow],
        bodies: &[BodyRow],
    ) -> f64 {
        let Some(g) = self.island_of(ball) else {
            return 0.0;
        };
        let own = &rows[ball as usize];
        let place = |end: LinkAnchor| match end {
            LinkAnchor::Ball(i) => rows[i as usize].position_at(own.t),
            LinkAnchor::Body(row, point) => bodies[row as usize].pose_at(own.t).to_world(point),
            LinkAnchor::Point(point) => point,
        };
        let mut sum = 0.0;
        for constraint in self.constraints_of(g as usize) {
            let [a, b] = constraint.ends;
            let other = match (a.as_ball(), b.as_ball()) {
                (Some(i), _) if i == ball => b,
                (_, Some(i)) if i == ball => a,
                _ => continue,
            };
            let span = place(other) - own.x;
            let length = span.length();
            let along = span.normalize_or_zero();
            let (share, load) = (along.dot(direction), -pull.dot(along));
            if constraint.is_off(length) {
                let miss = length - length.clamp(constraint.min, constraint.max);
                sum += (miss * share).max(0.0) / (h * h);
            }
            sum += match constraint.limit_at(length) {
                BOTH => load * share,
                PULLS => (load.max(0.0) * share).max(0.0),
                PUSHES => (load.min(0.0) * share).max(0.0),
                _ => 0.0,
            };
            sum += constraint.stiffness * (length - constraint.rest) * own.im * share;
        }
        sum
    }
}
