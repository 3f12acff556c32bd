//! Stopping a ball for the rest of a substep, where there is no other way to an end.

use glam::DVec2;

use crate::bodies::ball::BallRow;
use crate::bodies::trajectory::Trajectories;
use crate::events::Events;
use crate::floor::trajectory::FloorTrajectory;
use crate::solver::contact_store::Contacts;

/// Stops a ball for the rest of the substep, and counts it as dropped. Nothing gives it a velocity before the next.
pub(crate) fn freeze(
    ball: u32,
    flights: &mut Trajectories,
    floor_trajectories: &mut [FloorTrajectory],
    rows: &mut [BallRow],
    contacts: &mut Contacts,
    events: &mut Events,
) {
    flights.freeze(ball);
    contacts.end_following(ball);
    if let Some(trajectory) = floor_trajectories.get_mut(ball as usize) {
        trajectory.stop();
    }
    let row = &mut rows[ball as usize];
    (row.v, row.a) = (DVec2::ZERO, DVec2::ZERO);
    events.dropped.frozen_balls += 1;
}
