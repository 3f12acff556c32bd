//! The event queue against a list that is sorted again before each read.

use alloc::vec::Vec;

use crate::common::Dice;
use crate::contacts::pair_key::Other;
use crate::continuous::event_queue::{EventKind, EventQueue, QueuedEvent};

/// The order of an event: its time, its ball, its kind, the other side, and the time of its prediction.
fn place(event: &QueuedEvent) -> (u64, u32, u32, u32, (u32, u32)) {
    let (kind, with) = match event.kind {
        EventKind::LeavesSafeCircle => (0, 0),
        EventKind::FollowingEnds => (1, 0),
        EventKind::Touch(other) => (2, other.0),
        EventKind::LinkChordEnds => (3, 0),
        EventKind::Landing(other) => (4, other.0),
        EventKind::Impact(other) => (5, other.0),
        EventKind::MaxPenetration(other) => (6, other.0),
        EventKind::Pass(other) => (7, other.0),
        EventKind::Passed(other) => (8, other.0),
        EventKind::Limit(joint) => (9, joint),
    };
    // Bits of numbers that are not negative sort as the numbers do.
    (event.time.to_bits(), event.ball, kind, with, event.stamps)
}

fn draw(dice: &mut Dice) -> QueuedEvent {
    let other = if dice.unit() < 0.5 {
        Other::ball(dice.roll() as u32 % 4)
    } else {
        Other::collider(dice.roll() as u32 % 4)
    };
    let kind = match dice.roll() % 10 {
        0 => EventKind::LeavesSafeCircle,
        1 => EventKind::FollowingEnds,
        2 => EventKind::Touch(other),
        3 => EventKind::LinkChordEnds,
        4 => EventKind::Landing(other),
        5 => EventKind::Impact(other),
        6 => EventKind::MaxPenetration(other),
        7 => EventKind::Pass(other),
        8 => EventKind::Passed(other),
        _ => EventKind::Limit(dice.roll() as u32 % 4),
    };
    QueuedEvent {
        // Few times, so that many events are due at once.
        time: f64::from(dice.roll() as u32 % 16) / 16.0,
        ball: dice.roll() as u32 % 4,
        kind,
        stamps: (dice.roll() as u32 % 3, dice.roll() as u32 % 3),
    }
}

#[test]
fn the_queue_hands_out_what_a_sorted_list_does() {
    let mut dice = Dice(1);
    let (mut queue, mut list) = (EventQueue::default(), Vec::new());
    let mut handed_out = 0;
    for round in 0..20_000 {
        if dice.unit() < 0.52 {
            let event = draw(&mut dice);
            queue.push(event);
            list.push(event);
        } else {
            let by = f64::from(dice.unit());
            list.sort_by_key(|event| core::cmp::Reverse(place(event)));
            let due = list.last().copied().filter(|first| first.time <= by);
            assert_eq!(queue.is_quiet(by), due.is_none(), "round {round}");
            let found = queue.pop_by(by);
            assert_eq!(found.as_ref().map(place), due.as_ref().map(place), "round {round}");
            if due.is_some() {
                list.pop();
                handed_out += 1;
            }
        }
        if round % 4000 == 3999 {
            queue.clear();
            list.clear();
            assert!(queue.is_quiet(1.0), "an empty queue is quiet");
        }
    }
    assert!(handed_out > 5000, "{handed_out}");
}
