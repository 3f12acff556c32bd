//! Playing a recording again.

use core::fmt;

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;

use crate::error::Error;
use crate::id::BodyId;
use crate::recording::checkpoint::Checkpoint;
use crate::recording::tape::{Entry, Recording};
use crate::recording::{Call, call::calls};
use crate::world::World;

/// Where a replay differs from its recording.
///
/// ```
/// # use carom_world as carom;
/// use carom::{Config, World};
///
/// let mut world = World::new(Config::default())?;
/// world.start_recording(1);
/// world.step(1.0 / 60.0);
/// let recording = world.stop_recording().expect("it was begun");
/// if let Some(divergence) = World::replay(&recording)? {
///     println!("{divergence}: {:?}, {}", divergence.body, divergence.field);
/// }
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Divergence {
    /// The step after which the difference was seen, from 1. It is the first one if there is a checkpoint for every step.
    pub step: u64,
    /// The last step after which all was the same; 0 for the start.
    pub same_until: u64,
    /// The ball or body that differs first; `None` if no single one does.
    pub body: Option<BodyId>,
    /// Its number in the lists of the world, as `ball 3` or `body 0`; empty if no single one differs.
    pub name: String,
    /// The first difference: a field of the ball or body, or else `count`, `contacts`, as
    /// [`Difference::field`](crate::Difference::field) says.
    pub field: &'static str,
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { step, same_until, name, field, .. } = self;
        write!(f, "the replay diverges in step {step}")?;
        if same_until + 1 < *step {
            write!(f, " or before (it is the same after step {same_until})")?;
        }
        let of = if name.is_empty() { "" } else { " of " };
        write!(f, ", first in {field}{of}{name}")
    }
}

/// A recording that is played step by step, so that a game can draw it.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::Vec2;
/// use carom::{Ball, Config, Replay, World};
///
/// let mut world = World::new(Config::default())?;
/// let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
/// world.start_recording(60);
/// for _ in 0..30 {
///     world.step(1.0 / 60.0);
/// }
/// let recording = world.stop_recording().expect("it was begun");
/// let mut replay = Replay::new(&recording)?;
/// while replay.step() {
///     let _draw = replay.world().position(ball); // ids are those of the game
/// }
/// assert_eq!(replay.world().state_hash(), world.state_hash());
/// # Ok::<(), carom::Error>(())
/// ```
pub struct Replay<'a> {
    world: World,
    recording: &'a Recording,
    rest: Box<dyn Iterator<Item = Entry> + 'a>,
    /// Steps of the entry at hand that are still to be taken.
    run: (f32, u32),
    steps: u64,
    same_until: u64,
    divergence: Option<Divergence>,
}

impl fmt::Debug for Replay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Replay")
            .field("recording", self.recording)
            .field("steps", &self.steps)
            .finish_non_exhaustive()
    }
}

impl<'a> Replay<'a> {
    /// At the start of a recording.
    ///
    /// # Errors
    /// [`Error::Snapshot`] or [`Error::SnapshotVersion`] if the snapshot with which it begins cannot be restored.
    pub fn new(recording: &'a Recording) -> Result<Self, Error> {
        let world = World::from_snapshot(recording.start())?;
        let rest = Box::new(recording.entries());
        let (run, divergence) = ((0.0, 0), None);
        Ok(Self { world, recording, rest, run, steps: 0, same_until: 0, divergence })
    }

    /// The world as it is now.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Steps that were taken.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Where the replay has differed first so far; `None` if it is the same.
    #[must_use]
    pub fn divergence(&self) -> Option<&Divergence> {
        self.divergence.as_ref()
    }

    /// Plays to the end of the next step; false if there was none, and the recording is over.
    pub fn step(&mut self) -> bool {
        while self.run.1 == 0 {
            match self.rest.next() {
                Some(Entry::Steps(seconds, count)) => self.run = (seconds, count),
                Some(Entry::Call(call)) => make(&mut self.world, call),
                None => {
                    if let Some(end) = &self.recording.end {
                        self.compare(end);
                    }
                    return false;
                }
            }
        }
        self.run.1 -= 1;
        self.world.step(self.run.0);
        self.steps += 1;
        let every = u64::from(self.recording.every());
        if self.steps.is_multiple_of(every)
            && let Some(known) = self.recording.checkpoints.get((self.steps / every) as usize - 1)
        {
            self.compare(known);
        }
        true
    }

    /// Compares the state now with a checkpoint.
    fn compare(&mut self, known: &Checkpoint) {
        if self.divergence.is_some() {
            return;
        }
        let Some(difference) = known.difference(&self.world.checkpoint()) else {
            self.same_until = self.steps;
            return;
        };
        let balls = self.world.ball_count();
        let (body, name) = match difference.index {
            Some(n) if n < balls => (self.world.balls().nth(n).map(|(id, _)| id), format!("ball {n}")),
            Some(n) => (self.world.bodies().nth(n - balls).map(|(id, _)| id), format!("body {}", n - balls)),
            None => (None, String::new()),
        };
        let (step, same_until, field) = (self.steps, self.same_until, difference.field);
        self.divergence = Some(Divergence { step, same_until, body, name, field });
    }
}

impl World {
    /// Plays a recording from its start to its end, and returns the first difference; `None` if all is the same.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::{Config, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// world.start_recording(60);
    /// world.step(1.0 / 60.0);
    /// let recording = world.stop_recording().expect("it was begun");
    /// assert_eq!(World::replay(&recording)?, None);
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Replay::new`].
    pub fn replay(recording: &Recording) -> Result<Option<Divergence>, Error> {
        let mut replay = Replay::new(recording)?;
        while replay.divergence.is_none() && replay.step() {}
        Ok(replay.divergence)
    }
}

macro_rules! make {
    ($($method:ident $kind:ident($($part:ident: $type:ty),*) = $number:literal),* $(,)?) => {
        /// Makes a call again. A call that was refused is refused again.
        pub(super) fn make(world: &mut World, call: Call) {
            match call {
                Call::Step(seconds) => _ = world.step(seconds),
                Call::Clear() => world.clear(),
                Call::Restore(snapshot) => _ = world.restore(&snapshot),
                $(Call::$kind($($part),*) => _ = world.$method($($part),*),)*
            }
        }
    };
}

calls!(make);

#[cfg(test)]
mod tests {
    use glam::vec2;

    use crate::base::{Saved, checksum};
    use crate::common::Dice;
    use crate::{Ball, Body, Config, Shape};

    use super::*;

    /// Two balls that bounce on a floor; `before` runs before each step.
    fn play(every: u32, mut before: impl FnMut(u32, &mut World)) -> Recording {
        let mut world = World::new(Config::default()).expect("a setting");
        let floor = world.add_body(Body::fixed()).expect("a body");
        world
            .add_shape(floor, Shape::half_plane(glam::Vec2::ZERO, glam::Vec2::Y).expect("a floor"))
            .expect("a shape");
        world.start_recording(every);
        for x in [0.0, 1.0] {
            world.add_ball(Ball::new(vec2(x, 1.0), 0.1)).expect("a ball");
        }
        for step in 0..90 {
            before(step, &mut world);
            world.step(1.0 / 60.0);
        }
        world.stop_recording().expect("it was begun")
    }

    /// A peer's machine rounds otherwise, one time in a game: the last digit of one speed.
    #[test]
    fn the_first_step_body_and_field_that_differ_are_named() {
        let slip = |step: u32, world: &mut World| {
            if step == 40 {
                let v = &mut world.state.balls.rows[1].v.x;
                *v = f64::from_bits(v.to_bits() ^ 1);
            }
        };
        let found = World::replay(&play(1, slip)).expect("a recording").expect("a difference");
        assert_eq!((found.step, found.same_until), (40, 39));
        assert_eq!((found.name.as_str(), found.field), ("ball 1", "velocity.x"));
        assert!(found.body.is_some(), "its id is known");
        let found = World::replay(&play(30, slip)).expect("a recording").expect("a difference");
        assert_eq!((found.step, found.same_until, found.name.as_str()), (60, 30, "ball 1"));
        assert_eq!(World::replay(&play(1, |_, _| ())), Ok(None));
    }

    /// A file that was cut, damaged or forged, whose checksum is right.
    #[test]
    fn bytes_that_are_no_recording_are_refused_and_forged_ones_break_nothing() {
        let bytes = play(30, |_, _| ()).to_bytes();
        assert_eq!(Recording::from_bytes(&bytes).map(|read| read.to_bytes()), Ok(bytes.clone()));
        for end in 0..bytes.len() {
            assert!(Recording::from_bytes(&bytes[..end]).is_err(), "cut at {end}");
        }
        let mut dice = Dice(61);
        let mut read = 0;
        for _ in 0..3000 {
            let mut forged = bytes.clone();
            forged.truncate(bytes.len() - 8);
            for _ in 0..=dice.roll() % 3 {
                let at = dice.roll() as usize % forged.len();
                forged[at] = dice.roll() as u8;
            }
            assert!(Recording::from_bytes(&forged).is_err(), "without its checksum");
            checksum(&forged.clone()).save(&mut forged);
            let Ok(recording) = Recording::from_bytes(&forged) else { continue };
            read += 1;
            if let Ok(mut replay) = Replay::new(&recording) {
                let _ = (0..20).all(|_| replay.step());
            }
        }
        assert!(read > 100, "only {read} could be read");
    }
}
