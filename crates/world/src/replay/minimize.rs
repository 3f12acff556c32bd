//! Making a recording smaller that shows a fault.

use alloc::vec::Vec;

use crate::error::Error;
use crate::id::BodyId;
use crate::recording::tape::{Entry, Recording};
use crate::replay::playback::make;
use crate::world::World;

/// Making a recording smaller.
impl Recording {
    /// A smaller recording that fails as this one does: balls, bodies, calls and steps are left out one after the
    /// other, as long as `fails` says that the rest still fails.
    ///
    /// Each candidate is recorded again by this build, with its checkpoints. It fails or not as `fails` finds:
    /// because a ball is where it must not be, because a count in [`Dropped`](crate::Dropped) grows, because
    /// another build of the engine does not replay it the same. A recording that does not fail is returned as it
    /// is.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::{Vec2, vec2};
    /// use carom::{Ball, Config, Recording, Replay, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// world.start_recording(60);
    /// for n in 0..20 {
    ///     world.add_ball(Ball::new(vec2(n as f32, 0.0), 0.1))?;
    ///     world.step(1.0 / 60.0);
    /// }
    /// let recording = world.stop_recording().expect("it was begun");
    /// let falls = |recording: &Recording| {
    ///     Replay::new(recording).is_ok_and(|mut replay| {
    ///         while replay.step() {}
    ///         replay.world().balls().any(|(_, ball)| ball.velocity.y < -0.1)
    ///     })
    /// };
    /// let small = recording.minimize(falls)?;
    /// assert_eq!((small.calls(), small.steps()), (1, 1)); // one ball, one step
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Replay::new`](crate::Replay::new).
    #[doc(alias("shrink", "reduce", "ddmin"))]
    pub fn minimize(&self, mut fails: impl FnMut(&Self) -> bool) -> Result<Self, Error> {
        let mut best = self.clone();
        if !fails(&best) {
            return Ok(best);
        }
        loop {
            let size = best.bytes();
            let start = World::from_snapshot(best.start())?;
            let things = start.balls().map(|(id, _)| id).chain(start.bodies().map(|(id, _)| id));
            let (entries, every) = (best.entries().collect::<Vec<_>>(), best.every());
            let things = fewest(things.collect(), |kept: &[BodyId]| {
                try_out(&mut best, &mut fails, || again(&start, kept, &entries, every))
            });
            let entries = fewest(split(entries), |left: &[Entry]| {
                try_out(&mut best, &mut fails, || again(&start, &things, left, every))
            });
            let _ = entries;
            if best.bytes() >= size {
                return Ok(best);
            }
        }
    }
}

/// Whether a candidate fails. If so it is the best so far.
fn try_out(
    best: &mut Recording,
    fails: &mut impl FnMut(&Recording) -> bool,
    candidate: impl FnOnce() -> Recording,
) -> bool {
    let candidate = candidate();
    let is_one = fails(&candidate);
    if is_one {
        *best = candidate;
    }
    is_one
}

/// The recording of these entries, from a start of which only some balls and bodies are kept.
fn again(start: &World, kept: &[BodyId], entries: &[Entry], every: u32) -> Recording {
    let mut world = start.clone();
    let all: Vec<BodyId> = start.balls().map(|(id, _)| id).chain(start.bodies().map(|(id, _)| id)).collect();
    for id in all.into_iter().filter(|id| !kept.contains(id)) {
        let _ = world.remove_body(id);
    }
    world.start_recording(every);
    for entry in entries {
        match entry {
            Entry::Steps(seconds, count) => (0..*count).for_each(|_| _ = world.step(*seconds)),
            Entry::Call(call) => make(&mut world, call.clone()),
        }
    }
    world.stop_recording().unwrap_or_else(|| Recording::new(Vec::new(), every))
}

/// Entries of which each run of steps is cut into runs of powers of two, so that they can be left out in parts.
fn split(entries: Vec<Entry>) -> Vec<Entry> {
    let mut parts = Vec::new();
    for entry in entries {
        match entry {
            Entry::Steps(seconds, count) => {
                let bits = (0..u32::BITS).rev().map(|bit| count & 1 << bit).filter(|part| *part > 0);
                // The largest run in halves: a single one could only stay or go as a whole.
                let halves = bits.flat_map(|part| if part > 1 { [part / 2, part / 2] } else { [part, 0] });
                parts.extend(halves.filter(|part| *part > 0).map(|part| Entry::Steps(seconds, part)));
            }
            call @ Entry::Call(_) => parts.push(call),
        }
    }
    parts
}

/// As few of the list as will do, in order: parts are left out, half of it at first, single ones at last (ddmin, Zeller and
/// Hildebrandt 2002).
fn fewest<T: Clone>(mut list: Vec<T>, mut will_do: impl FnMut(&[T]) -> bool) -> Vec<T> {
    let mut part = list.len();
    while part > 0 {
        let mut at = 0;
        while at < list.len() {
            let end = (at + part).min(list.len());
            let without: Vec<T> = list[..at].iter().chain(&list[end..]).cloned().collect();
            if will_do(&without) {
                list = without;
            } else {
                at = end;
            }
        }
        part /= 2;
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_needed_is_left_out() {
        let needed = [3, 17, 18];
        let list = fewest((0..100).collect(), |left: &[u32]| needed.iter().all(|n| left.contains(n)));
        assert_eq!(list, needed);
        assert!(fewest(alloc::vec![1, 2, 3], |_: &[u32]| true).is_empty(), "nothing is needed");
    }
}
