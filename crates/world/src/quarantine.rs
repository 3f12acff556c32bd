//! The last line of defence: a ball whose numbers went wrong is put back and stopped.

use glam::DVec2;

use crate::events::Events;
use crate::limits::MAX_COORDINATE;
use crate::near::Near;
use crate::row::Balls;

/// Stops balls that are no longer finite or in range, at the edge of the world or, if there is no telling
/// where they were, at its origin.
///
/// Reads and writes balls; writes events.
pub(crate) fn run(balls: &mut Balls, near: &mut Near, events: &mut Events) {
    let limit = f64::from(MAX_COORDINATE);
    let Balls { rows, rolls, .. } = balls;
    for (i, row) in rows.iter_mut().enumerate() {
        let sane = row.x.abs().max_element() <= limit && row.v.is_finite() && row.w.is_finite();
        // A comparison with a NaN is false, and `max` may lose one: ask for both coordinates.
        if sane && row.x.is_finite() && rolls.get(i).is_none_or(|roll| roll.is_finite()) {
            continue;
        }
        // Lists know where it was last, but a restored world has others.
        let put_back = |x: f64| if x.is_nan() { 0.0 } else { x.clamp(-limit, limit) };
        row.x = DVec2::new(put_back(row.x.x), put_back(row.x.y));
        (row.v, row.w, row.a) = (DVec2::ZERO, 0.0, DVec2::ZERO);
        if let Some(roll) = rolls.get_mut(i) {
            *roll = DVec2::ZERO;
        }
        if !row.angle.is_finite() {
            row.angle = 0.0;
        }
        events.dropped.quarantined_balls += 1;
        near.stale = true;
    }
}
