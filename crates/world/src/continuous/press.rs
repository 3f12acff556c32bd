//! The acceleration that presses a pair together at an event, and the speed below which the pair does not bounce.

use glam::DVec2;

use crate::contacts::Other;
use crate::continuous::{EventContext, EventLoop};
use crate::solver::Pushes;

/// A ball that meets another ball or a collider.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meeting {
    pub(crate) ball: u32,
    pub(crate) other: Other,
    /// From the other to the ball, unit.
    pub(crate) normal: DVec2,
    /// Radius of the smaller ball.
    pub(crate) radius: f64,
    /// By how much the other's surface gains speed towards the ball, length units per second squared.
    pub(crate) gain: f64,
}

impl EventLoop {
    /// Approach speed below which a pair does not bounce: its rebound would come back within the step. Without
    /// restitution that speed needs no search for loads.
    pub(crate) fn slow(&self, meeting: &Meeting, restitution: f64, ctx: &EventContext<'_>) -> f64 {
        let sink = ctx.step.sink_against(meeting.gain, meeting.radius);
        if restitution > 0.0 { ctx.step.slow(self.press(meeting, ctx), restitution, sink) } else { sink }
    }

    /// Whether a pair that meets at this speed is too slow for a bounce.
    pub(crate) fn is_slow(
        &self,
        speed: f64,
        meeting: &Meeting,
        restitution: f64,
        ctx: &EventContext<'_>,
    ) -> bool {
        speed < ctx.step.sink_against(meeting.gain, meeting.radius)
            && speed < self.slow(meeting, restitution, ctx)
    }

    /// Acceleration that presses a pair together along its normal, length units per second squared.
    fn press(&self, meeting: &Meeting, ctx: &EventContext<'_>) -> f64 {
        let Meeting { ball, other, normal, gain, .. } = *meeting;
        let EventContext { contacts, balls, bodies, links, step, .. } = ctx;
        let pushes = Pushes { contacts, balls, bodies, links, lists: None, step, last_h: step.h };
        let on = |i: u32, direction: DVec2, other: Other| {
            // A ball that is held, asleep or frozen does not fall.
            let flight = &self.flights[i];
            if balls.rows[i as usize].im == 0.0 || flight.is_asleep || flight.is_frozen {
                return 0.0;
            }
            let pull = ctx.pulls.on(i as usize, balls);
            pull.dot(direction) + pushes.on(i, pull, direction, other)
        };
        let own = on(ball, -normal, other);
        let press = own + gain.max(0.0) + other.as_ball().map_or(0.0, |j| on(j, normal, Other::ball(ball)));
        // Other sides throw such a ball back within the substep: they press it at least as hard as its whole pull.
        let comes_back = |i: u32| self.flights.comes_back(i);
        if comes_back(ball) || other.as_ball().is_some_and(comes_back) {
            let most = |i: u32| ctx.pulls.on(i as usize, balls).length();
            return press.max(most(ball)).max(other.as_ball().map_or(0.0, most));
        }
        press
    }
}
