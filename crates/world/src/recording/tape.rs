//! A recording: where it begins, the calls since, and checkpoints.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::base::{Fault, Saved, Source, check, checksum, put_short};
use crate::error::Error;
use crate::recording::{Call, checkpoint::Checkpoint};

/// First bytes of a recording; the last is the version of the layout, which changes with every field and call.
const HEADER: [u8; 9] = *b"CAROMREC\x01";
/// Length of the checksum at the end.
const SEAL: usize = 8;
/// Steps between two calls are one entry of the tape: this byte, their number, and how long each is.
const STEPS: u8 = 255;

/// A game on a world: a snapshot, all calls since, and a [`Checkpoint`] at regular steps.
///
/// [`World::start_recording`](crate::World::start_recording) begins one, [`World::replay`](crate::World::replay) plays it
/// again and tells where the state differs, `carom replay FILE` does so without the game. It holds all calls that change a
/// world; queries are not in it. A game whose players report a fault attaches the bytes.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::{Vec2, vec2};
/// use carom::{Ball, Config, Recording, World};
///
/// let mut world = World::new(Config::default())?;
/// let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
/// world.start_recording(60);
/// for frame in 0..120 {
///     if frame == 30 {
///         world.apply_impulse(ball, vec2(0.0, 0.1))?;
///     }
///     world.step(1.0 / 60.0);
/// }
/// let bytes = world.stop_recording().expect("it was begun").to_bytes();
/// assert!(bytes.len() < 1000);
/// // Later, on another machine:
/// let recording = Recording::from_bytes(&bytes)?;
/// assert_eq!(World::replay(&recording)?, None, "nothing differs");
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, PartialEq)]
#[doc(alias("replay", "demo", "capture"))]
pub struct Recording {
    engine: String,
    every: u32,
    start: Vec<u8>,
    tape: Vec<u8>,
    calls: u64,
    steps: u64,
    /// Steps of one length that are not on the tape yet.
    run: Option<(f32, u32)>,
    pub(crate) checkpoints: Vec<Checkpoint>,
    pub(crate) end: Option<Checkpoint>,
}

impl fmt::Debug for Recording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recording")
            .field("engine", &self.engine)
            .field("steps", &self.steps)
            .field("calls", &self.calls)
            .finish_non_exhaustive()
    }
}

/// The calls, a line each.
impl fmt::Display for Recording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for entry in self.entries() {
            match entry {
                Entry::Steps(seconds, count) => writeln!(f, "{count} steps of {seconds} s")?,
                Entry::Call(Call::Restore(snapshot)) => writeln!(f, "Restore({} bytes)", snapshot.len())?,
                Entry::Call(call) => writeln!(f, "{call:?}")?,
            }
        }
        Ok(())
    }
}

/// An entry of the tape.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "one at a time lives while a tape is read")]
pub(crate) enum Entry {
    Steps(f32, u32),
    Call(Call),
}

impl Saved for Entry {
    fn save(&self, out: &mut Vec<u8>) {
        match self {
            Self::Steps(seconds, count) => {
                out.push(STEPS);
                put_short(out, u64::from(*count));
                seconds.save(out);
            }
            Self::Call(call) => call.save(out),
        }
    }

    fn load(from: &mut Source<'_>) -> Result<Self, Fault> {
        if from.skip(STEPS) {
            let count = from.short_u32()?;
            return Ok(Self::Steps(f32::load(from)?, count));
        }
        Call::load(from).map(Self::Call)
    }
}

impl Recording {
    /// An empty one that begins at a snapshot.
    pub(crate) fn new(start: Vec<u8>, every: u32) -> Self {
        Self {
            engine: env!("CARGO_PKG_VERSION").into(),
            every: every.max(1),
            start,
            tape: Vec::new(),
            calls: 0,
            steps: 0,
            run: None,
            checkpoints: Vec::new(),
            end: None,
        }
    }

    /// The version of the engine that recorded it. Another minor version may move otherwise.
    #[must_use]
    pub fn engine(&self) -> &str {
        &self.engine
    }

    /// The snapshot with which it begins.
    #[must_use]
    pub fn start(&self) -> &[u8] {
        &self.start
    }

    /// Every how many steps there is a checkpoint.
    #[must_use]
    pub fn every(&self) -> u32 {
        self.every
    }

    /// The number of steps.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The number of calls, steps left aside.
    #[must_use]
    pub fn calls(&self) -> u64 {
        self.calls
    }

    /// Bytes that it takes in memory, about.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let words: usize = self.checkpoints.iter().map(|checkpoint| 1 + checkpoint.bodies.len()).sum();
        self.start.len() + self.tape.len() + 8 * words
    }

    /// Whether the state now is one of which a checkpoint is due.
    pub(crate) fn is_due(&self) -> bool {
        self.steps / u64::from(self.every) > self.checkpoints.len() as u64
    }

    /// Takes in a call.
    pub(crate) fn add(&mut self, call: Call) {
        if let Call::Step(seconds) = call {
            self.steps += 1;
            let goes_on = |run: &(f32, u32)| run.0.to_bits() == seconds.to_bits() && run.1 < u32::MAX;
            let before = self.run.filter(goes_on);
            if before.is_none() {
                self.put_run();
            }
            self.run = Some((seconds, before.map_or(1, |(_, count)| count + 1)));
            return;
        }
        self.put_run();
        self.calls += 1;
        Entry::Call(call).save(&mut self.tape);
    }

    /// Puts the steps since the last call on the tape.
    fn put_run(&mut self) {
        if let Some((seconds, count)) = self.run.take() {
            Entry::Steps(seconds, count).save(&mut self.tape);
        }
    }

    /// Ends it.
    pub(crate) fn close(&mut self, end: Checkpoint) {
        self.put_run();
        self.end = Some(end);
    }

    /// The entries of the tape.
    pub(crate) fn entries(&self) -> impl Iterator<Item = Entry> + '_ {
        let mut tape = Source::new(&self.tape);
        let written = core::iter::from_fn(move || (!tape.is_empty()).then(|| Entry::load(&mut tape).ok())?);
        written.chain(self.run.map(|(seconds, count)| Entry::Steps(seconds, count)))
    }

    /// The recording as bytes, for a file or a report of a fault.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = HEADER.to_vec();
        self.engine.as_bytes().to_vec().save(&mut out);
        self.every.save(&mut out);
        self.start.save(&mut out);
        let mut tape = self.tape.clone();
        if let Some((seconds, count)) = self.run {
            Entry::Steps(seconds, count).save(&mut tape);
        }
        tape.save(&mut out);
        self.checkpoints.save(&mut out);
        self.end.save(&mut out);
        let sum = checksum(&out);
        sum.save(&mut out);
        out
    }

    /// A recording from its bytes.
    ///
    /// # Errors
    /// [`Error::Recording`] if the bytes are no recording, damaged, or of another version of the layout.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Self::read(bytes).map_err(|fault| Error::Recording { fault })
    }

    fn read(bytes: &[u8]) -> Result<Self, Fault> {
        let [name @ .., _] = &HEADER;
        check(bytes.starts_with(name), "these bytes are no recording")?;
        check(bytes.starts_with(&HEADER), "it is of another version of the layout")?;
        let (sealed, seal) = bytes.split_last_chunk::<SEAL>().ok_or("it ends too early")?;
        check(checksum(sealed) == u64::from_le_bytes(*seal), "it is damaged: the checksum differs")?;
        let mut from = Source::new(sealed.get(HEADER.len()..).ok_or("it ends too early")?);
        let engine = String::from_utf8(Saved::load(&mut from)?).map_err(|_| "its version is no text")?;
        let every = u32::load(&mut from)?.max(1);
        let (start, tape) = (Saved::load(&mut from)?, Vec::<u8>::load(&mut from)?);
        let (checkpoints, end) = (Saved::load(&mut from)?, Saved::load(&mut from)?);
        check(from.is_empty(), "something follows its end")?;
        let (mut calls, mut steps, mut rest) = (0, 0_u64, Source::new(&tape));
        while !rest.is_empty() {
            match Entry::load(&mut rest)? {
                Entry::Steps(_, count) => steps += u64::from(count),
                Entry::Call(_) => calls += 1,
            }
        }
        Ok(Self { engine, every, start, tape, calls, steps, run: None, checkpoints, end })
    }
}
