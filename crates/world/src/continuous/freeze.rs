//! Stopping a ball for the rest of a substep, where there is no other way to an end.

use glam::DVec2;

use crate::bodies::ball::BallRow;
use crate::bodies::trajectory::Trajectories;
use crate::events::Events;

/// Stops a ball for the rest of the substep, and counts it as dropped.
pub(crate) fn freeze(ball: u32, flights: &mut Trajectories, rows: &mut [BallRow], events: &mut Events) {
    flights.freeze(ball);
    let row = &mut rows[ball as usize];
    (row.v, row.a) = (DVec2::ZERO, DVec2::ZERO);
    events.dropped.frozen_balls += 1;
}
