//! The last line of defence: a ball whose numbers went wrong is put back and stopped.

use glam::DVec2;

use crate::events::Events;
use crate::limits::MAX_COORDINATE;
use crate::near::Near;
use crate::row::Balls;

/// Stops balls that are no longer finite or in range, where they were last listed.
///
/// Reads and writes balls; reads lists; writes events.
pub(crate) fn run(balls: &mut Balls, near: &mut Near, events: &mut Events) {
    let limit = f64::from(MAX_COORDINATE);
    for (i, row) in balls.rows.iter_mut().enumerate() {
        let sane = row.x.abs().max_element() <= limit && row.v.is_finite() && row.w.is_finite();
        // A comparison with a NaN is false, and `max` may lose one: ask for both coordinates.
        if sane && row.x.is_finite() {
            continue;
        }
        row.x = near.circles.get(i).map_or(DVec2::ZERO, |circle| circle.origin);
        if !row.x.is_finite() || row.x.abs().max_element() > limit {
            row.x = row.x.clamp(DVec2::splat(-limit), DVec2::splat(limit));
        }
        (row.v, row.w, row.a) = (DVec2::ZERO, 0.0, DVec2::ZERO);
        if !row.angle.is_finite() {
            row.angle = 0.0;
        }
        events.dropped.quarantined_balls += 1;
        near.stale = true;
    }
}
