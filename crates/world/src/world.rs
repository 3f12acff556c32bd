//! The world and its owners of data.

use alloc::boxed::Box;
use alloc::vec::Vec;
use glam::Vec2;

use crate::cache::Cache;
use crate::config::Config;
use crate::contacts::PairKey;
use crate::error::Error;
use crate::events::Events;
use crate::geometry::{BodySet, seams};
use crate::id::BodyId;
use crate::model::BodyKind;
use crate::observe::Teleports;
use crate::profile::{Profile, Profiler, ProfilerClock};
use crate::recording::Call;
use crate::recording::tape::Recording;
use crate::state::State;

/// Balls, the bodies that they bounce off, and their common time.
///
/// ```
/// # use carom_world as carom;
/// use carom::{Ball, Body, Config, Shape, World};
/// use carom::glam::vec2;
///
/// let mut world = World::new(Config::default())?;
/// let table = world.add_body(Body::fixed())?;
/// world.add_shape(table, Shape::segment(vec2(-1.0, 0.0), vec2(1.0, 0.0))?)?;
/// let ball = world.add_ball(Ball::new(vec2(0.0, 1.0), 0.1))?;
/// for _ in 0..60 {
///     world.step(1.0 / 60.0);
///     for impact in world.events().impacts() {
///         assert!(impact.approach_speed > 0.0);
///     }
/// }
/// assert!(world.position(ball).is_some_and(|p| p.y > 0.09));
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Debug)]
#[doc(alias("physics world", "PhysicsWorld", "engine", "simulation"))]
pub struct World {
    pub(crate) config: Config,
    /// Everything that decides the future, beside the settings: a snapshot holds it.
    pub(crate) state: State,
    /// Data that only save time: the future is the same without.
    pub(crate) cache: Cache,
    /// Events of the last step.
    pub(crate) events: Events,
    /// The work of the last step, in numbers.
    pub(crate) profiler: Profiler,
    /// The bodies that the game has placed, for drawing.
    pub(crate) teleports: Teleports,
    /// The game's calls, if they are recorded.
    pub(crate) recording: Option<Box<Recording>>,
}

impl Clone for World {
    fn clone(&self) -> Self {
        let Self { config, state, cache, events, profiler, teleports, recording: _ } = self;
        Self {
            config: *config,
            state: state.clone(),
            cache: cache.clone(),
            events: events.clone(),
            profiler: profiler.clone(),
            teleports: teleports.clone(),
            recording: None,
        }
    }

    /// Becomes a copy of another world. Memory is used again: a world that returns to a start many times soon allocates
    /// nothing.
    fn clone_from(&mut self, other: &Self) {
        self.record(|| Call::Restore(other.snapshot()));
        let Self { config, state, cache, events, profiler, teleports, recording: _ } = other;
        self.config = *config;
        self.state.clone_from(state);
        self.cache.begin_again(cache);
        self.events.clone_from(events);
        self.profiler.clone_from(profiler);
        self.teleports.clone_from(teleports);
    }
}

/// The subject of a change, which decides which parts of lists and contacts are out of date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// Forces on balls and motion of supports: settings, fields, links, motors, floor, table. Resting balls may
    /// begin to move.
    Pull,
    /// Surfaces: the material data of contacts.
    Surface,
    /// Filters, or the place of a joint.
    Meeting,
    /// The set of objects, or their places.
    Place,
    /// A ball's size or mass, and the rest of its description.
    Ball,
    /// A ball was added. It wakes the balls in contact with it.
    NewBall,
}

/// Making a world, its settings and its events.
impl World {
    /// An empty world.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::Vec2;
    /// use carom::{Config, World};
    ///
    /// let world = World::new(Config::default())?; // gravity 9.81 m/s² downwards
    /// let seen_from_above = World::new(Config::weightless())?;
    /// assert_eq!(seen_from_above.config().gravity, Vec2::ZERO);
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if a setting is not finite or out of its range.
    pub fn new(config: Config) -> Result<Self, Error> {
        config.check()?;
        Ok(Self::with(config, State::new()))
    }

    /// A world with a state, of which no lists are made.
    pub(crate) fn with(config: Config, state: State) -> Self {
        let (mut cache, events, profiler) = (Cache::default(), Events::default(), Profiler::default());
        cache.pairs.stale = true;
        Self { config, state, cache, events, profiler, teleports: Teleports::default(), recording: None }
    }

    /// Removes everything from the world: balls, bodies, links, fields, the floor and pairs of materials. Settings
    /// stay. The old ids are unknown from now on, and never used again. The next step has no events of the removed
    /// objects.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::Vec2;
    /// use carom::{Ball, Config, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
    /// world.clear(); // the next level
    /// assert!(world.ball_count() == 0 && !world.contains(ball));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[doc(alias("reset", "remove all"))]
    pub fn clear(&mut self) {
        self.record(Call::Clear);
        let mut old = core::mem::replace(&mut self.state, State::new());
        old.bodies.retain(|_, _| false);
        old.shapes.retain(|_, _| false);
        old.fields.retain(|_, _| false);
        old.links.all.retain(|_, _| false);
        let State { bodies, shapes, fields, links, floor_zones, .. } = old;
        (self.state.bodies, self.state.shapes, self.state.fields) = (bodies, shapes, fields);
        (self.state.links.all, self.state.floor_zones.next) = (links.all, floor_zones.next);
        (self.cache, self.events) = (Cache::default(), Events::default());
        self.teleports = Teleports::default();
    }

    /// The settings.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Changes the settings, from the next step on.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::{Config, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// world.set_config(Config { gravity: vec2(0.0, -1.62), ..*world.config() })?; // on the Moon
    /// assert_eq!(world.config().gravity.y, -1.62);
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if a setting is not finite or out of its range, or a ball is too large for the box of
    /// [`Config::periodic`]. [`Error::Periodic`] if something else does not fit into the box.
    pub fn set_config(&mut self, config: Config) -> Result<(), Error> {
        self.record(|| Call::SetConfig(config));
        config.check()?;
        // A game may set the same in every frame.
        if config != self.config {
            self.check_periodic(&config)?;
            let repeats_anew = config.periodic != self.config.periodic;
            self.config = config;
            self.changed(Change::Pull);
            if repeats_anew {
                self.bring_into_box();
                self.changed(Change::Place);
            }
        }
        Ok(())
    }

    /// Changes gravity, length units per second squared, from the next step on; the other settings stay.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::{Config, World};
    /// use carom::glam::vec2;
    ///
    /// let mut world = World::new(Config::default())?;
    /// world.set_gravity(vec2(0.0, 1.6))?;
    /// assert_eq!(world.config().gravity, vec2(0.0, 1.6));
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if a coordinate is not finite or beyond 1e8 either way.
    pub fn set_gravity(&mut self, gravity: Vec2) -> Result<(), Error> {
        self.set_config(Config { gravity, ..self.config })
    }

    /// The work of the last step, in numbers.
    #[must_use]
    pub fn profile(&self) -> &Profile {
        &self.profiler.profile
    }

    /// Measures the phases of steps by a clock from now on; `None`, the default, measures nothing.
    ///
    /// Reading a clock costs a few dozen nanoseconds, four times in each substep and three times in each step. Nothing
    /// else depends on it.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::{Config, World, monotonic_nanos};
    ///
    /// let mut world = World::new(Config::default())?;
    /// world.set_profiler_clock(Some(monotonic_nanos));
    /// world.step(1.0 / 60.0);
    /// assert!(world.profile().times.total() > 0);
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn set_profiler_clock(&mut self, clock: Option<ProfilerClock>) {
        self.profiler.clock = clock;
    }

    /// Events of the last step.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::{Config, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// world.step(1.0 / 60.0);
    /// assert!(world.events().impacts().is_empty()); // what `step` returned, until the next step
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn events(&self) -> &Events {
        &self.events
    }

    /// Notes a change, so that the next step computes the parts that depend on it again.
    pub(crate) fn changed(&mut self, change: Change) {
        let lists = matches!(change, Change::Meeting | Change::Place | Change::Ball | Change::NewBall);
        let contacts = matches!(change, Change::Surface | Change::Ball);
        self.cache.pairs.stale |= lists;
        self.state.contacts.stale |= contacts;
        if lists && !self.state.contacts.sunk.is_empty() {
            self.state.contacts.sunk.clear();
            self.state.placed.all = true;
        }
        // A ball may have grown, or meet other sensors.
        if matches!(change, Change::Ball | Change::Meeting) {
            self.state.sensors.look_again();
        }
        if change != Change::NewBall {
            self.state.wake_all();
        }
    }

    /// As [`settle`](Self::settle) for colliders that are new and come behind all others, `first` first.
    pub(crate) fn settle_new(&mut self, row: u32, first: u32, colliders: &[u32]) {
        self.changed(Change::Place);
        if self.state.body_set.rows[row as usize].is_mover() {
            let BodySet { rows, colliders: all, .. } = &mut self.state.body_set;
            let members = &rows[row as usize].colliders;
            colliders.iter().for_each(|&k| seams::join_new(k, first, members, all, &[]));
            return;
        }
        self.enter_grid(colliders);
        let mut found = Vec::new();
        for &k in colliders {
            seams::join_new_fixed(
                k,
                first,
                &mut self.state.body_set.colliders,
                &self.cache.pairs.fixed,
                &mut found,
                &self.state.balls.exceptions,
            );
        }
    }

    pub(crate) fn enter_grid(&mut self, colliders: &[u32]) {
        for &k in colliders {
            match seams::cover(&self.state.body_set.colliders[k]) {
                Some(strokes) => self.cache.pairs.fixed.insert(k, &strokes),
                None => self.cache.pairs.fixed.insert_everywhere(k),
            }
        }
    }

    /// Leaves the end of the contacts that match to the next step's events, because one side goes away.
    pub(crate) fn end_touches(&mut self, goes: impl Fn(PairKey) -> bool) {
        for key in self.state.touching.take_out(goes) {
            if let Some(touch) = self.state.contact_pair(key) {
                self.state.ends.contacts.push(touch);
            }
        }
    }

    pub(crate) fn ball_row(&self, body: BodyId) -> Result<usize, Error> {
        let place = self.state.bodies.get(body).ok_or(Error::UnknownBody(body))?;
        if place.kind == BodyKind::Ball {
            Ok(place.row as usize)
        } else {
            Err(Error::WrongKind { body, expected: "a ball" })
        }
    }

    pub(crate) fn body_row(&self, body: BodyId) -> Result<u32, Error> {
        let place = self.state.bodies.get(body).ok_or(Error::UnknownBody(body))?;
        if place.kind == BodyKind::Ball {
            Err(Error::WrongKind { body, expected: "a body that carries shapes" })
        } else {
            Ok(place.row)
        }
    }
}
