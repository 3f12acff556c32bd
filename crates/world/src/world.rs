//! The world: who owns what, and the door at which everything is checked.

use alloc::vec::Vec;
use glam::Vec2;

use crate::base::arena::Arena;
use crate::base::rng::Rng;
use crate::base::room;
use crate::base::slab::Slab;
use crate::bodies::ball::Balls;
use crate::bodies::body::BodyRow;
use crate::bodies::joint::JointRow;
use crate::bodies::materials::Materials;
use crate::bodies::table_motion::TableMotion;
use crate::config::Config;
use crate::contacts::pair_key::PairKey;
use crate::continuous::event_loop::EventLoop;
use crate::error::Error;
use crate::events::{ContactPair, Events};
use crate::floor::zones::FloorZones;
use crate::geometry::collider::Collider;
use crate::geometry::seams;
use crate::id::{BodyId, FieldId, ShapeId};
use crate::links::islands::Links;
use crate::model::body::BodyKind;
use crate::model::field::Field;
use crate::model::shape::ShapeRow;
use crate::observe::sensors::Sensors;
use crate::observe::watch::Watch;
use crate::pairs::cache::PairCache;
use crate::profile::{Profile, Profiler, ProfilerClock};
use crate::sleep::fall_asleep::Sleep;
use crate::solver::contact_solver::Solver;
use crate::solver::contact_store::Contacts;

/// Where a body's row is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) kind: BodyKind,
    pub(crate) row: u32,
}

/// Balls, the bodies that they bounce off, and their common time.
///
/// ```
/// use carom_world::{Ball, Body, Config, Shape, World};
/// use glam::vec2;
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
/// # Ok::<(), carom_world::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct World {
    pub(crate) config: Config,
    pub(crate) bodies: Arena<BodyId, Place>,
    pub(crate) shapes: Arena<ShapeId, ShapeRow>,
    pub(crate) balls: Balls,
    pub(crate) body_rows: Vec<BodyRow>,
    pub(crate) joints: Vec<JointRow>,
    pub(crate) colliders: Slab<Collider>,
    /// Shapes that are filled, sensors left aside.
    pub(crate) filled: Vec<ShapeId>,
    pub(crate) sensors: Sensors,
    pub(crate) materials: Materials,
    pub(crate) contacts: Contacts,
    /// Contacts at the end of the last step, as the game knows them; ascending.
    pub(crate) touching: Vec<PairKey>,
    /// Length of the last substep, seconds: remembered impulses belong to it.
    pub(crate) last_h: f64,
    /// Length of the substep that the springs of contacts are tuned to, seconds.
    pub(crate) spring_h: f64,
    pub(crate) table_motion: TableMotion,
    pub(crate) rng: Rng,
    pub(crate) fields: Arena<FieldId, Field>,
    pub(crate) links: Links,
    pub(crate) watch: Watch,
    pub(crate) floor_zones: FloorZones,
    pub(crate) events: Events,
    pub(crate) pairs: PairCache,
    pub(crate) sleep: Sleep,
    pub(crate) solver: Solver,
    pub(crate) event_loop: EventLoop,
    pub(crate) profiler: Profiler,
}

impl World {
    /// An empty world.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if a setting is not finite or out of its range.
    pub fn new(config: Config) -> Result<Self, Error> {
        config.check()?;
        Ok(Self {
            config,
            bodies: Arena::default(),
            shapes: Arena::default(),
            balls: Balls::default(),
            body_rows: Vec::new(),
            joints: Vec::new(),
            colliders: Slab::default(),
            filled: Vec::new(),
            sensors: Sensors::default(),
            materials: Materials::default(),
            contacts: Contacts::new(),
            touching: room::list(),
            last_h: 0.0,
            spring_h: 0.0,
            table_motion: TableMotion::default(),
            rng: Rng::default(),
            fields: Arena::default(),
            links: Links::default(),
            watch: Watch::default(),
            floor_zones: FloorZones::default(),
            events: Events::default(),
            pairs: PairCache::default(),
            sleep: Sleep::default(),
            solver: Solver::default(),
            event_loop: EventLoop::default(),
            profiler: Profiler::default(),
        })
    }

    /// The settings.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Changes the settings, from the next step on.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if a setting is not finite or out of its range.
    pub fn set_config(&mut self, config: Config) -> Result<(), Error> {
        config.check()?;
        self.config = config;
        self.contacts.unchanged = false;
        Ok(())
    }

    /// Changes gravity, length units per second squared, from the next step on; the other settings stay.
    ///
    /// ```
    /// use carom_world::{Config, World};
    /// use glam::vec2;
    ///
    /// let mut world = World::new(Config::default())?;
    /// world.set_gravity(vec2(0.0, 1.6))?;
    /// assert_eq!(world.config().gravity, vec2(0.0, 1.6));
    /// # Ok::<(), carom_world::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if a coordinate is not finite or beyond 1e8 either way.
    pub fn set_gravity(&mut self, gravity: Vec2) -> Result<(), Error> {
        self.set_config(Config { gravity, ..self.config })
    }

    /// What the last step did, in numbers.
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
    /// let mut world = carom_world::World::new(carom_world::Config::default())?;
    /// world.set_profiler_clock(Some(carom_world::monotonic_nanos));
    /// world.step(1.0 / 60.0);
    /// assert!(world.profile().times.total() > 0);
    /// # Ok::<(), carom_world::Error>(())
    /// ```
    pub fn set_profiler_clock(&mut self, clock: Option<ProfilerClock>) {
        self.profiler.clock = clock;
    }

    /// What happened in the last step.
    #[must_use]
    pub fn events(&self) -> &Events {
        &self.events
    }

    /// As [`settle`](Self::settle) for cores that are new and come behind all others, `first` first.
    pub(crate) fn settle_new(&mut self, solid: u32, first: u32, cores: &[u32]) {
        self.pairs.stale = true;
        if self.body_rows[solid as usize].is_mover() {
            let members = core::mem::take(&mut self.body_rows[solid as usize].colliders);
            cores.iter().for_each(|&k| seams::join_new(k, first, &members, &mut self.colliders));
            self.body_rows[solid as usize].colliders = members;
            return;
        }
        self.enter_grid(cores);
        let mut found = Vec::new();
        for &k in cores {
            seams::join_new_fixed(k, first, &mut self.colliders, &self.pairs.fixed, &mut found);
        }
    }

    pub(crate) fn enter_grid(&mut self, cores: &[u32]) {
        for &k in cores {
            match seams::cover(&self.colliders[k]) {
                Some(strokes) => self.pairs.fixed.insert(k, &strokes),
                None => self.pairs.fixed.insert_everywhere(k),
            }
        }
    }

    /// Reports the end of the contacts that match, because one side goes away.
    pub(crate) fn end_touches(&mut self, goes: impl Fn(PairKey) -> bool) {
        let mut kept = core::mem::take(&mut self.touching);
        kept.retain(|&key| {
            let ends = goes(key);
            if ends && let Some(touch) = self.touch(key) {
                self.events.contacts_ended.push(touch);
            }
            !ends
        });
        self.touching = kept;
    }

    /// The public face of a contact key.
    pub(crate) fn touch(&self, key: PairKey) -> Option<ContactPair> {
        let body_b = self.balls.info.get(key.ball() as usize)?.id;
        let other = key.other();
        Some(match other.as_core() {
            Some(k) => {
                let core = &self.colliders[k];
                let body_a = self.body_rows.get(core.solid as usize)?.id;
                ContactPair { body_a, shape_a: Some(core.shape), body_b }
            }
            None => ContactPair { body_a: self.balls.info.get(other.0 as usize)?.id, shape_a: None, body_b },
        })
    }

    pub(crate) fn ball_row(&self, body: BodyId) -> Result<usize, Error> {
        let place = self.bodies.get(body).ok_or(Error::UnknownBody(body))?;
        if place.kind == BodyKind::Ball {
            Ok(place.row as usize)
        } else {
            Err(Error::WrongKind { body, expected: "a ball" })
        }
    }

    pub(crate) fn solid_row(&self, body: BodyId) -> Result<u32, Error> {
        let place = self.bodies.get(body).ok_or(Error::UnknownBody(body))?;
        if place.kind == BodyKind::Ball {
            Err(Error::WrongKind { body, expected: "a body that carries shapes" })
        } else {
            Ok(place.row)
        }
    }
}
