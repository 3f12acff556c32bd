//! Events within a step, in the order of time.

use alloc::collections::BinaryHeap;
use core::cmp::{Ordering, Reverse};

use crate::base::room;
use crate::contacts::Other;

/// The kinds of events. All but the last are events of a ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum EventKind {
    /// The ball leaves its safe circle and must be listed again.
    LeavesSafeCircle,
    /// Its chord along a surface ends.
    FollowingEnds,
    /// The ball touches another side slowly, within a long flight.
    Touch(Other),
    /// The chord of an island of linked balls ends, of which it is the first ball.
    LinkChordEnds,
    /// The ball lands on a surface to follow or slide along it.
    Landing(Other),
    /// The ball bounces.
    Impact(Other),
    /// The ball has sunk to the maximum penetration and is stopped there.
    MaxPenetration(Other),
    /// The ball comes to a one-sided collider from behind, and may pass.
    Pass(Other),
    /// The ball is clear of a one-sided collider that it has passed.
    Passed(Other),
    /// A hinge or slider, by its number, comes to a limit. The event names no ball.
    Limit(u32),
}

impl EventKind {
    /// The ball or collider that the ball meets; `None` for events without a second side.
    pub(crate) fn other(self) -> Option<Other> {
        match self {
            Self::LeavesSafeCircle | Self::FollowingEnds | Self::LinkChordEnds | Self::Limit(_) => None,
            Self::Touch(other)
            | Self::Landing(other)
            | Self::Impact(other)
            | Self::MaxPenetration(other)
            | Self::Pass(other)
            | Self::Passed(other) => Some(other),
        }
    }
}

/// A predicted event. It takes place unless one of its sides is deflected before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QueuedEvent {
    /// Seconds since the start of the step.
    pub(crate) time: f64,
    pub(crate) ball: u32,
    pub(crate) kind: EventKind,
    /// Deflections of the ball and of the other side, if there is one, at the time of this prediction.
    pub(crate) stamps: (u32, u32),
}

impl QueuedEvent {
    /// Order of the heap: by time, then by rows.
    fn order(&self, other: &Self) -> Ordering {
        self.time
            .total_cmp(&other.time)
            .then_with(|| (self.ball, self.kind, self.stamps).cmp(&(other.ball, other.kind, other.stamps)))
    }
}

impl PartialEq for QueuedEvent {
    fn eq(&self, other: &Self) -> bool {
        self.order(other).is_eq()
    }
}

impl Eq for QueuedEvent {}

impl PartialOrd for QueuedEvent {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }

    /// Pushing and popping use this comparison alone. Most times differ, and need no order of rows.
    #[inline]
    fn le(&self, other: &Self) -> bool {
        self.time < other.time || !(self.time > other.time) && self.order(other).is_le()
    }
}

impl Ord for QueuedEvent {
    fn cmp(&self, other: &Self) -> Ordering {
        self.order(other)
    }
}

/// Arrivals, earliest first; ties are broken by rows, so that the order is the same in every run.
#[derive(Clone, Debug, Default)]
pub(crate) struct EventQueue {
    heap: BinaryHeap<Reverse<QueuedEvent>>,
}

impl EventQueue {
    pub(crate) fn push(&mut self, arrival: QueuedEvent) {
        self.heap.push(Reverse(arrival));
    }

    /// Takes the next event out of the queue, if its time is `time` or earlier.
    pub(crate) fn pop_by(&mut self, time: f64) -> Option<QueuedEvent> {
        if self.heap.peek()?.0.time <= time { self.heap.pop().map(|Reverse(next)| next) } else { None }
    }

    /// Whether no event has a time up to `time`.
    pub(crate) fn is_quiet(&self, time: f64) -> bool {
        self.heap.peek().is_none_or(|next| next.0.time > time)
    }

    /// Empties the queue, and keeps memory for the usual number of events.
    pub(crate) fn clear(&mut self) {
        self.heap.clear();
        self.heap.reserve(room::ENTRIES);
    }
}
