//! The last line of defence: balls whose numbers overflowed are put back and stopped.

use glam::DVec2;

use crate::base::{Cut, RowList, parallel, with_cpu_features};
use crate::bodies::{BallRow, Balls};
use crate::events::Events;
use crate::geometry::BodySet;
use crate::limits::{FAR, MAX_ANGULAR_VELOCITY, MAX_COORDINATE, MAX_REACHABLE_SPEED};
use crate::pairs::PairCache;

/// Stops balls that are no longer finite or in range, at the edge of the world or, if there is no telling
/// where they were, at its origin.
///
/// Reads and writes balls that are awake; writes events.
pub(crate) fn run(balls: &mut Balls, awake: &RowList, near: &mut PairCache, events: &mut Events) {
    let limit = f64::from(MAX_COORDINATE);
    let Balls { rows, rolls, .. } = balls;
    let sound_rolls = rolls.iter().all(|roll| roll.is_finite());
    let all_sound = |first, rows: &[BallRow]| {
        let mut all = true;
        with_cpu_features!(|| {
            // None is wrong as a rule: to look at all takes less than to stop at the first.
            let awake = awake.runs(first, rows.len()).flat_map(|run| &rows[run]);
            all = awake.fold(true, |all, row| all & is_sound(row));
        });
        all
    };
    let cut = Cut::by(awake.len(), rows.len());
    let sound_rows = parallel::fold(rows.as_slice(), cut, all_sound, |a, b| a && b);
    if sound_rolls && sound_rows {
        return;
    }
    for i in awake.iter().map(|&i| i as usize) {
        let row = &mut rows[i];
        if is_sound(row) && rolls.get(i).is_none_or(|roll| roll.is_finite()) {
            continue;
        }
        // Lists know where it was last, but a restored world has others.
        let put_back = |x: f64| if x.is_nan() { 0.0 } else { x.clamp(-limit, limit) };
        row.x = DVec2::new(put_back(row.x.x), put_back(row.x.y));
        row.stop();
        if let Some(roll) = rolls.get_mut(i) {
            *roll = DVec2::ZERO;
        }
        if !(row.angle.abs() <= FAR) {
            row.angle = 0.0;
        }
        events.dropped.quarantined_balls += 1;
        near.stale = true;
    }
}

/// Whether all numbers of a ball are finite and in range: a comparison with a NaN is false.
#[inline]
fn is_sound(row: &BallRow) -> bool {
    let within = |v: DVec2, most: f64| (v.x.abs() <= most) & (v.y.abs() <= most);
    let inside = within(row.x, f64::from(MAX_COORDINATE)) & (row.angle.abs() <= FAR);
    inside & within(row.v, MAX_REACHABLE_SPEED) & (row.w.abs() <= MAX_REACHABLE_SPEED)
}

/// Stops hinges and sliders that are no longer finite, in the middle of their way or at its end; none is faster than
/// it may be set.
///
/// Reads and writes hinges, sliders and their bodies; writes events.
pub(crate) fn stop_joints(bodies: &mut BodySet, events: &mut Events) {
    let fastest = f64::from(MAX_ANGULAR_VELOCITY);
    for joint in &mut bodies.joints {
        if !(joint.contact_acceleration.abs() <= FAR) {
            joint.contact_acceleration = 0.0;
        }
        if joint.at.abs() <= FAR && joint.rate.abs() <= fastest {
            continue;
        }
        if joint.at.abs() <= FAR && !joint.rate.is_nan() {
            joint.rate = joint.rate.clamp(-fastest, fastest);
        } else {
            let [low, high] = joint.limits();
            (joint.at, joint.rate, joint.acceleration) = (0.0_f64.clamp(low, high), 0.0, 0.0);
            events.dropped.stalled_bodies += 1;
        }
        joint.place(&mut bodies.rows[joint.body as usize]);
    }
}
