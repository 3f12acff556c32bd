//! Many runs, stepped together.

use std::sync::Arc;

use carom::{BodyId, Impact, Precise};
use rayon::prelude::*;

use crate::run::Run;

/// A ball of a run, as it was when the batch last looked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    /// The ball.
    pub id: BodyId,
    /// Where it is and how it moves.
    pub state: Precise,
}

/// An impact, and in which step of the last call of [`Batch::step`] it was, from 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Struck {
    /// The step.
    pub step: u32,
    /// The impact.
    pub impact: Impact,
}

/// A ball that entered a goal of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entered {
    /// The step of the last call of [`Batch::step`], from 0.
    pub step: u32,
    /// The goal, by its place in [`Stage::goals`](carom_scene::Stage::goals).
    pub goal: u32,
    /// The ball.
    pub ball: BodyId,
}

/// A run, its start, and its observations.
#[derive(Clone, Debug)]
struct Row {
    run: Run,
    start: Arc<Run>,
    balls: Vec<Seen>,
    impacts: Vec<Struck>,
    entered: Vec<Entered>,
}

impl Row {
    fn new(start: Arc<Run>) -> Self {
        let run = (*start).clone();
        let mut row = Self { run, start, balls: Vec::new(), impacts: Vec::new(), entered: Vec::new() };
        row.look();
        row
    }

    /// Records the places of the balls. The balls there keep their places as long as none is added or removed.
    fn look(&mut self) {
        let world = self.run.world();
        let is_there = |seen: &mut Seen| world.precise(seen.id).map(|state| seen.state = state).is_some();
        if self.balls.len() != world.ball_count() || !self.balls.iter_mut().all(is_there) {
            let seen = |(id, _)| world.precise(id).map(|state| Seen { id, state });
            self.balls.clear();
            self.balls.extend(world.balls().filter_map(seen));
        }
    }

    fn step(&mut self, steps: u32, records: bool) {
        self.impacts.clear();
        self.entered.clear();
        for step in 0..steps {
            self.run.step();
            if records {
                self.record(step);
            }
        }
        self.look();
    }

    fn record(&mut self, step: u32) {
        let impacts = self.run.world().events().impacts();
        self.impacts.extend(impacts.iter().map(|impact| Struck { step, impact: *impact }));
        let Some(stage) = self.run.stage() else { return };
        for (name, ball) in stage.entered() {
            let goal = stage.goals().position(|(known, _)| known == name).unwrap_or_default() as u32;
            self.entered.push(Entered { step, goal, ball });
        }
    }
}

/// Many runs, stepped together on all threads of the pool in which [`step`](Self::step) is called.
///
/// Each run takes all steps of a call in a row, so that its world stays in the cache. The bits are those of the runs
/// stepped one by one, for any number of threads.
#[derive(Clone, Debug)]
pub struct Batch {
    rows: Vec<Row>,
    records: bool,
}

impl Batch {
    /// One run for each start. Runs with the same start share it.
    #[must_use]
    pub fn new(starts: Vec<Arc<Run>>) -> Self {
        Self { rows: starts.into_par_iter().map(Row::new).collect(), records: false }
    }

    /// Number of runs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are no runs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Whether impacts and goals are written down from now on. Off at first.
    pub fn record_events(&mut self, on: bool) {
        self.records = on;
    }

    /// Moves every run on by this many steps.
    pub fn step(&mut self, steps: u32) {
        let records = self.records;
        self.rows.par_iter_mut().for_each(|row| row.step(steps, records));
    }

    /// Puts the runs back to their starts for which `which` is true. Runs beyond its end stay as they are.
    pub fn reset(&mut self, which: &[bool]) {
        self.rows.par_iter_mut().zip(which).filter(|(_, back)| **back).for_each(|(row, _)| {
            row.run.clone_from(&row.start);
            row.look();
        });
    }

    /// Puts the runs for which `which` is true to where they were in another batch, a clone of this one from before. Runs
    /// beyond the end of either stay as they are.
    pub fn restore(&mut self, from: &Self, which: &[bool]) {
        let pairs = self.rows.par_iter_mut().zip(&from.rows).zip(which);
        pairs.filter(|(_, back)| **back).for_each(|((row, from), _)| {
            row.run.clone_from(&from.run);
            row.look();
        });
    }

    /// A run.
    ///
    /// # Panics
    /// If there is no run of this number.
    #[must_use]
    pub fn run(&self, number: usize) -> &Run {
        &self.rows[number].run
    }

    /// A run, to be changed. [`look`](Self::look) shows the change before the next step does.
    ///
    /// # Panics
    /// If there is no run of this number.
    pub fn run_mut(&mut self, number: usize) -> &mut Run {
        &mut self.rows[number].run
    }

    /// Sees again where the balls of a run are.
    ///
    /// # Panics
    /// If there is no run of this number.
    pub fn look(&mut self, number: usize) {
        self.rows[number].look();
    }

    /// The balls of a run after the last call. They keep their order as long as none comes or goes.
    ///
    /// # Panics
    /// If there is no run of this number.
    #[must_use]
    pub fn balls(&self, number: usize) -> &[Seen] {
        &self.rows[number].balls
    }

    /// Impacts of the last call of [`step`](Self::step), each with the number of its run, in the order of runs and times.
    /// None if events are not [recorded](Self::record_events).
    pub fn impacts(&self) -> impl Iterator<Item = (usize, &Struck)> {
        self.rows.iter().enumerate().flat_map(|(n, row)| row.impacts.iter().map(move |struck| (n, struck)))
    }

    /// Balls that entered a goal in the last call of [`step`](Self::step), as [`impacts`](Self::impacts).
    pub fn entered(&self) -> impl Iterator<Item = (usize, &Entered)> {
        self.rows.iter().enumerate().flat_map(|(n, row)| row.entered.iter().map(move |entered| (n, entered)))
    }

    /// Fingerprints of all worlds.
    pub fn state_hashes(&self) -> impl Iterator<Item = u64> {
        self.rows.iter().map(|row| row.run.world().state_hash())
    }
}
