//! All parts of a table in one list, with one call per step.

use alloc::vec::Vec;

use carom::prelude::*;

use crate::bumper::{Bumper, BumperState};
use crate::codec::{Fault, Saved, SavedPart, Source, TABLE, check, open, seal};
use crate::drop_target::{DropTarget, DropTargetState};
use crate::flipper::{Flipper, FlipperState};
use crate::gate::{Gate, GateState};
use crate::hit::Hit;
use crate::kicker::{Kicker, KickerState};
use crate::plunger::{Plunger, PlungerState, Pull};
use crate::ramp::{Ramp, RampState};
use crate::rollover::{Rollover, RolloverState};
use crate::seesaw::{Seesaw, SeesawState};
use crate::slingshot::{Slingshot, SlingshotState};
use crate::spinner::{Spinner, SpinnerState};
use crate::standup_target::{StandupTarget, StandupTargetState};

/// Writes the two enums with one variant for each part, and `From` each part for [`Part`].
macro_rules! parts {
    ($($part:ident: $state:ident, $what:literal;)*) => {
        /// Any part of a table. Each part turns into it by `From`.
        ///
        /// ```
        /// use carom::prelude::*;
        /// use carom_pinball::{Flipper, FlipperSettings, Part};
        ///
        /// let mut world = World::new(Config::default())?;
        /// let flipper = Flipper::add(&mut world, FlipperSettings::left(Vec2::ZERO))?;
        /// assert!(matches!(Part::from(flipper), Part::Flipper(_)));
        /// # Ok::<(), Error>(())
        /// ```
        #[derive(Clone, Debug)]
        #[non_exhaustive]
        pub enum Part {
            $(#[doc = $what] $part($part),)*
        }

        /// The state of any part after a step.
        ///
        /// ```
        /// use carom::prelude::*;
        /// use carom_pinball::{Gate, GateSettings, PartState, Table};
        ///
        /// let mut world = World::new(Config::default())?;
        /// let mut table = Table::new();
        /// let gate = table.add(Gate::add(&mut world, GateSettings::new(vec2(0.0, 0.0), vec2(0.04, 0.0)))?);
        /// table.step(&mut world, 1.0 / 240.0)?;
        /// if let Some(PartState::Gate(state)) = table.state(gate) {
        ///     assert!(!state.opened);
        /// }
        /// # Ok::<(), Error>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum PartState {
            $(#[doc = $what] $part($state),)*
        }

        $(impl From<$part> for Part {
            fn from(part: $part) -> Self {
                Self::$part(part)
            }
        })*

        impl Row {
            fn save(&self, out: &mut Vec<u8>) {
                let Self { part, pressed, pull, state } = self;
                pressed.save(out);
                pull.save(out);
                match part {
                    $(Part::$part(part) => {
                        out.push(<$part>::KIND);
                        part.save(out);
                        // A game may have put a part of another kind here since the step.
                        let state = match state {
                            Some(PartState::$part(state)) => Some(*state),
                            _ => None,
                        };
                        state.save(out);
                    })*
                }
            }

            /// A row with the state that is read and the settings of this one.
            fn load(&self, from: &mut Source<'_>) -> Result<Self, Fault> {
                let pressed = Saved::load(from)?;
                let pull = Saved::load(from)?;
                let kind = u8::load(from)?;
                match &self.part {
                    $(Part::$part(part) => {
                        check(kind == <$part>::KIND, "a part of the table is of another kind")?;
                        let part = Part::$part(part.load(from)?);
                        let state = Option::<$state>::load(from)?.map(PartState::$part);
                        Ok(Self { part, pressed, pull, state })
                    })*
                }
            }
        }
    };
}

parts! {
    Bumper: BumperState, "A bumper.";
    DropTarget: DropTargetState, "A drop target.";
    Flipper: FlipperState, "A flipper.";
    Gate: GateState, "A gate.";
    Kicker: KickerState, "A kicker.";
    Plunger: PlungerState, "A plunger.";
    Ramp: RampState, "A ramp.";
    Rollover: RolloverState, "A rollover.";
    Seesaw: SeesawState, "A seesaw.";
    Slingshot: SlingshotState, "A slingshot.";
    Spinner: SpinnerState, "A spinner.";
    StandupTarget: StandupTargetState, "A standup target.";
}

impl PartState {
    /// The hardest hit of the step, if the part notices hits. Sounds scale with its impulse.
    #[must_use]
    pub fn hit(&self) -> Option<Hit> {
        match self {
            Self::Bumper(state) => state.hit,
            Self::DropTarget(state) => state.hit,
            Self::Flipper(state) => state.hit,
            Self::Gate(state) => state.hit,
            Self::Plunger(state) => state.hit,
            Self::Seesaw(state) => state.hit,
            Self::Slingshot(state) => state.hit,
            Self::Spinner(state) => state.hit,
            Self::StandupTarget(state) => state.hit,
            Self::Kicker(_) | Self::Ramp(_) | Self::Rollover(_) => None,
        }
    }

    /// How often the part's switch closed in the step: the count for a score. Always 0 for parts without a switch.
    #[must_use]
    pub fn switch_count(&self) -> u32 {
        match self {
            Self::Bumper(state) => state.hits,
            Self::DropTarget(state) => state.fell.into(),
            Self::Gate(state) => state.opened.into(),
            Self::Kicker(state) => state.caught.into(),
            Self::Ramp(state) => state.entered,
            Self::Rollover(state) => state.hits,
            Self::Slingshot(state) => state.hits,
            Self::Spinner(state) => state.clicks,
            Self::StandupTarget(state) => state.hits,
            Self::Flipper(_) | Self::Plunger(_) | Self::Seesaw(_) => 0,
        }
    }
}

/// A part of a [`Table`]. Keep it with the table that returned it.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{Bumper, BumperSettings, PartId, Table};
///
/// let mut world = World::new(Config::default())?;
/// let playfield = world.add_body(Body::fixed())?;
/// let mut table = Table::new();
/// let bumper: PartId = table.add(Bumper::add(&mut world, playfield, BumperSettings::new(Vec2::ZERO))?);
/// assert!(table.state(bumper).is_none()); // no step yet
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartId(usize);

/// A part, the player's control of it, and its state after the last step.
#[derive(Clone, Debug)]
struct Row {
    part: Part,
    pressed: bool,
    pull: Pull,
    state: Option<PartState>,
}

/// All parts of a table. [`step`](Self::step) updates them, steps the world, and reads them.
///
/// A table is a plain value: a game that keeps snapshots of its world keeps clones of its table beside them. To
/// save it on a disk, use a [`snapshot`](Self::snapshot).
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{Bumper, BumperSettings, Flipper, FlipperSettings, Table, ball};
///
/// let mut world = World::new(Config { gravity: vec2(0.0, -1.11), ..Config::default() })?;
/// let playfield = world.add_body(Body::fixed())?;
/// let mut table = Table::new();
/// let left = table.add(Flipper::add(&mut world, FlipperSettings::left(vec2(0.15, 0.16)))?);
/// table.add(Bumper::add(&mut world, playfield, BumperSettings::new(vec2(0.2, 0.6)))?);
/// world.add_ball(ball(vec2(0.2, 0.9)))?;
///
/// let mut score = 0;
/// for step in 0..480 {
///     table.press(left, step % 240 > 200);
///     table.step(&mut world, 1.0 / 240.0)?;
///     for (_part, state) in table.states() {
///         score += 100 * state.switch_count();
///     }
/// }
/// assert!(score >= 100); // the ball fell on the bumper
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Table {
    rows: Vec<Row>,
}

impl Table {
    /// A table without parts.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes a part that was added to the world.
    pub fn add(&mut self, part: impl Into<Part>) -> PartId {
        self.rows.push(Row { part: part.into(), pressed: false, pull: Pull::Free, state: None });
        PartId(self.rows.len() - 1)
    }

    /// Presses or releases a part's button, until the next call: that of a flipper; for a kicker, whether it ejects its ball;
    /// for a drop target, whether it rises again. Other parts have no button.
    pub fn press(&mut self, part: PartId, pressed: bool) {
        if let Some(row) = self.rows.get_mut(part.0) {
            row.pressed = pressed;
        }
    }

    /// Pulls a plunger, until the next call. Other parts ignore it.
    pub fn pull(&mut self, part: PartId, pull: Pull) {
        if let Some(row) = self.rows.get_mut(part.0) {
            row.pull = pull;
        }
    }

    /// Updates all parts, steps the world by `dt` seconds, and reads all parts.
    ///
    /// # Errors
    /// The first error of [`update`](Self::update). The step is taken all the same.
    pub fn step(&mut self, world: &mut World, dt: f32) -> Result<(), Error> {
        let updated = self.update(world, dt);
        world.step(dt);
        self.read(world, dt);
        updated
    }

    /// Updates all parts for the next step of `dt` seconds, in the order in which they were added. For games that call
    /// [`World::step`] themselves; [`read`](Self::read) belongs after it.
    ///
    /// # Errors
    /// The first error that a part returns, such as [`Error::UnknownBody`] if its body was removed. The other parts are
    /// updated all the same.
    pub fn update(&mut self, world: &mut World, dt: f32) -> Result<(), Error> {
        let mut result = Ok(());
        for Row { part, pressed, pull, .. } in &mut self.rows {
            let updated = match part {
                Part::Flipper(flipper) => flipper.update(world, *pressed, dt),
                Part::Plunger(plunger) => plunger.update(world, *pull, dt),
                Part::Kicker(kicker) => kicker.update(world, *pressed, dt),
                Part::DropTarget(target) => target.update(world, *pressed),
                Part::Ramp(ramp) => ramp.update(world),
                Part::Bumper(_)
                | Part::Gate(_)
                | Part::Rollover(_)
                | Part::Seesaw(_)
                | Part::Slingshot(_)
                | Part::Spinner(_)
                | Part::StandupTarget(_) => Ok(()),
            };
            result = result.and(updated);
        }
        result
    }

    /// Reads all parts after a step of `dt` seconds; to be called once a step.
    pub fn read(&mut self, world: &World, dt: f32) {
        for Row { part, state, .. } in &mut self.rows {
            *state = Some(match part {
                Part::Bumper(part) => PartState::Bumper(part.read(world, dt)),
                Part::DropTarget(part) => PartState::DropTarget(part.read(world)),
                Part::Flipper(part) => PartState::Flipper(part.read(world)),
                Part::Gate(part) => PartState::Gate(part.read(world)),
                Part::Kicker(part) => PartState::Kicker(part.read(world)),
                Part::Plunger(part) => PartState::Plunger(part.read(world)),
                Part::Ramp(part) => PartState::Ramp(part.read(world)),
                Part::Rollover(part) => PartState::Rollover(part.read(world)),
                Part::Seesaw(part) => PartState::Seesaw(part.read(world)),
                Part::Slingshot(part) => PartState::Slingshot(part.read(world, dt)),
                Part::Spinner(part) => PartState::Spinner(part.read(world)),
                Part::StandupTarget(part) => PartState::StandupTarget(part.read(world)),
            });
        }
    }

    /// The state of a part after the last step; `None` before the first.
    #[must_use]
    pub fn state(&self, part: PartId) -> Option<&PartState> {
        self.rows.get(part.0)?.state.as_ref()
    }

    /// The states of all parts after the last step, in the order in which they were added.
    pub fn states(&self) -> impl Iterator<Item = (PartId, &PartState)> + '_ {
        self.rows.iter().enumerate().filter_map(|(n, row)| Some((PartId(n), row.state.as_ref()?)))
    }

    /// The state of all parts in bytes, to be put back by [`restore`](Self::restore). Keep them with a snapshot of the world of
    /// the same moment.
    ///
    /// It holds the player's controls and the parts' results of the last step, except [`FlipperState::stop`]. The
    /// settings of the parts are not included, and neither are the game's own counts, such as its score.
    ///
    /// ```
    /// use carom::prelude::*;
    /// use carom_pinball::{Kicker, KickerSettings, Table, ball};
    ///
    /// /// Builds the same table each time: parts of the same kinds in the same order.
    /// fn build() -> Result<(World, Table), Error> {
    ///     let mut world = World::new(Config::weightless())?;
    ///     let playfield = world.add_body(Body::fixed())?;
    ///     let mut table = Table::new();
    ///     table.add(Kicker::add(&mut world, playfield, KickerSettings::new(vec2(0.2, 0.8), vec2(0.0, -1.0)))?);
    ///     Ok((world, table))
    /// }
    ///
    /// let (mut world, mut table) = build()?;
    /// world.add_ball(ball(vec2(0.2, 0.8)))?;
    /// table.step(&mut world, 1.0 / 240.0)?; // the ball falls in
    /// let saved = (world.snapshot(), table.snapshot());
    ///
    /// let (mut world, mut table) = build()?;
    /// world.restore(&saved.0)?;
    /// table.restore(&saved.1)?;
    /// assert!(table.states().all(|(_part, state)| state.switch_count() == 1)); // it has just fallen in
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    #[doc(alias("serialize", "save"))]
    pub fn snapshot(&self) -> Vec<u8> {
        seal(TABLE, |out| {
            let Self { rows } = self;
            (rows.len() as u32).save(out);
            rows.iter().for_each(|row| row.save(out));
        })
    }

    /// Restores the state of all parts, here or in a table that was built again from parts of the same kinds in the
    /// same order. Each keeps its settings.
    ///
    /// Restore the world as well, before or after, from the snapshot of the same moment. The table then continues
    /// as the one that was saved, bit for bit. Bodies and shapes of the parts belong to that world: the world in
    /// which the table was built may hold other things. This function can't check whether the world is the right
    /// one. In another, parts find nothing under their ids, or something else: [`update`](Self::update) returns an
    /// error, or moves the body with that id.
    ///
    /// # Errors
    /// [`Error::Snapshot`] if the bytes are no snapshot of a table, damaged or contradict themselves, or if the table has
    /// another number of parts, or parts of other kinds. [`Error::SnapshotVersion`] if they are of another version. The
    /// table is as it was then.
    #[doc(alias("deserialize", "load"))]
    pub fn restore(&mut self, snapshot: &[u8]) -> Result<(), Error> {
        let Self { rows } = self;
        *rows = open(TABLE, snapshot, |from| {
            let count = u32::load(from)? as usize;
            check(count == rows.len(), "the table has another number of parts")?;
            rows.iter().map(|row| row.load(from)).collect()
        })?;
        Ok(())
    }

    /// A part, for calls of its own kind, such as [`Rollover::light`].
    #[must_use]
    pub fn part_mut(&mut self, part: PartId) -> Option<&mut Part> {
        self.rows.get_mut(part.0).map(|row| &mut row.part)
    }
}
