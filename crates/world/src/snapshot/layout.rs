//! Snapshots: the whole state of a world in bytes, and the same world again from them.
//!
//! A snapshot holds all state that decides the future and nothing else: neither the events of the last step nor any
//! scratch. The layout, all numbers little-endian: `CAROM`, version, length of the [structure](Structure); the
//! structure; the rest; a checksum over all of it.

use alloc::vec::Vec;

use crate::base::{Arena, Fault, Rng, Saved, Source, check, checksum};
use crate::bodies::{JointRow, Materials};
use crate::config::Config;
use crate::contacts::StoredImpulses;
use crate::error::Error;
use crate::floor::FloorZones;
use crate::geometry::{BodySet, Collider};
use crate::id::BodyId;
use crate::model::{Material, ShapeRow};
use crate::recording::Call;
use crate::sleep::Sleep;
use crate::snapshot::structure::Structure;
use crate::state::{Place, State};
use crate::world::World;

/// First bytes of a snapshot; the last is the version of the layout, which changes with every field.
const HEADER: [u8; 6] = *b"CAROM\x01";
/// Length of the checksum at the end.
const SEAL: usize = 8;

/// Writes a snapshot into `out`: a structure, and the output of `save_rest`.
pub(crate) fn write(structure: &Structure, save_rest: impl FnOnce(&mut Vec<u8>), out: &mut Vec<u8>) {
    out.clear();
    out.extend_from_slice(&HEADER);
    let length_at = out.len();
    0_u32.save(out);
    structure.save(out);
    let length = (out.len() - length_at - 4) as u32;
    out[length_at..length_at + 4].copy_from_slice(&length.to_le_bytes());
    save_rest(out);
    let sum = checksum(out);
    sum.save(out);
}

/// Saving, restoring.
impl World {
    /// The whole state, to be put back by [`restore`](Self::restore), here or on another machine.
    ///
    /// A free ball takes at most 64 bytes, if it shares its surface, filter and the like with others and its
    /// user data is small. The events of the last step are not part of it.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::{Ball, Config, World};
    /// use carom::glam::Vec2;
    ///
    /// let mut world = World::new(Config::default())?;
    /// world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
    /// let before = world.snapshot();
    /// world.step(1.0 / 60.0);
    /// let after = world.state_hash();
    /// world.restore(&before)?;
    /// world.step(1.0 / 60.0);
    /// assert_eq!(world.state_hash(), after);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    #[doc(alias("serialize", "save"))]
    pub fn snapshot(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.snapshot_into(&mut out);
        out
    }

    /// As [`snapshot`](Self::snapshot), but into `out`, whose memory is used again.
    pub fn snapshot_into(&self, out: &mut Vec<u8>) {
        write(&Structure::of(self), |out| self.save_rest(out), out);
    }

    /// Writes all data outside the structure.
    pub(crate) fn save_rest(&self, out: &mut Vec<u8>) {
        // Nothing may be left out by oversight: every new field of the world must be named here.
        let Self { config, state, cache: _, events: _, profiler: _, teleports: _, recording: _ } = self;
        let State {
            bodies,
            shapes: _,
            balls,
            body_set: BodySet { rows, joints, colliders: _ },
            // Follows from the shapes.
            filled: _,
            placed,
            sensors,
            materials,
            contacts,
            sleep,
            touching,
            ends,
            last_h,
            last_passes,
            last_dt,
            table_motion: frame,
            // The seed is a setting.
            rng: Rng { seed: _, count },
            fields,
            links,
            watch,
            floor_zones: ground,
        } = state;
        config.save(out);
        materials.save(out);
        bodies.save_names(out);
        balls.save(out);
        rows.iter().filter(|row| row.is_mover()).for_each(|row| row.save_motion(out));
        joints.save(out);
        last_h.save(out);
        last_passes.save(out);
        last_dt.save(out);
        frame.save(out);
        count.save(out);
        fields.save(out);
        links.all.save(out);
        watch.save(out);
        sleep.save(balls.rows.len(), out);
        contacts.reported.save(out);
        contacts.passing.save(out);
        contacts.initial_overlaps.list.save(out);
        let mut placed: Vec<_> = placed.rows(bodies).collect();
        placed.sort_unstable();
        placed.dedup();
        placed.save(out);
        contacts.remembered().save(out);
        touching.save(out);
        ends.save(out);
        ground.save(out);
        sensors.inside.save(out);
        balls.exceptions.save(out);
        balls.forces.save(out);
    }

    /// Goes back to a snapshot: the same ids, and the same future bit for bit. There are no events until the
    /// next step.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::Vec2;
    /// use carom::{Ball, Config, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
    /// let saved = world.snapshot();
    /// world.step(1.0 / 60.0);
    /// world.restore(&saved)?;
    /// assert_eq!(world.position(ball), Some(Vec2::ZERO)); // ids stay valid
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Snapshot`] if the bytes are no snapshot, damaged or contradict themselves, [`Error::SnapshotVersion`] if they
    /// are of another version of the engine. The world is as it was then.
    pub fn restore(&mut self, snapshot: &[u8]) -> Result<(), Error> {
        let [name @ .., readable] = &HEADER;
        if let Some((start, [found, ..])) = snapshot.split_at_checked(name.len())
            && start == name
            && found != readable
        {
            return Err(Error::SnapshotVersion { found: *found, readable: *readable });
        }
        let (mut next, structure) = Self::read(snapshot).map_err(|fault| Error::Snapshot { fault })?;
        self.record(|| Call::Restore(snapshot.to_vec()));
        let mut own = Vec::with_capacity(structure.len());
        Structure::of(self).save(&mut own);
        if own == structure {
            next.cache.pairs.fixed = self.cache.pairs.fixed.clone();
            next.state.sensors.fixed = self.state.sensors.fixed.clone();
        } else {
            next.lay_grid();
        }
        self.take_over(next);
        Ok(())
    }

    /// Goes back to a structure and a rest that a world has written. Memory is used again.
    pub(crate) fn go_back(&mut self, structure: &Structure, rest: &[u8]) {
        self.record(|| {
            let mut snapshot = Vec::new();
            write(structure, |out| out.extend_from_slice(rest), &mut snapshot);
            Call::Restore(snapshot)
        });
        let mut state = State::default();
        state.body_set.rows = core::mem::take(&mut self.state.body_set.rows);
        state.contacts = core::mem::take(&mut self.state.contacts);
        state.contacts.begin_again();
        let (mut next, remembered) =
            Self::load(state, structure, Source::new(rest)).expect("what a world has written");
        next.lay_contacts(&remembered);
        self.take_over(next);
    }

    /// Takes the state of another world, whose grids are laid, and keeps the memory of its caches and the clock.
    fn take_over(&mut self, mut next: Self) {
        let cache = core::mem::replace(&mut next.cache, core::mem::take(&mut self.cache));
        next.cache.begin_again(&cache);
        next.profiler = core::mem::take(&mut self.profiler);
        next.teleports = core::mem::take(&mut self.teleports);
        next.teleports.note_all();
        let recording = self.recording.take();
        *self = next;
        self.recording = recording;
    }

    /// A world from a snapshot.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::Vec2;
    /// use carom::{Ball, Config, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
    /// let copy = World::from_snapshot(&world.snapshot())?;
    /// assert_eq!(copy.state_hash(), world.state_hash());
    /// assert!(World::from_snapshot(b"not a snapshot").is_err());
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`restore`](Self::restore).
    pub fn from_snapshot(snapshot: &[u8]) -> Result<Self, Error> {
        let mut world = Self::new(Config::default())?;
        world.restore(snapshot)?;
        Ok(world)
    }

    /// Reads and checks everything; the grid is still missing. Returns the bytes of the structure as well.
    fn read(snapshot: &[u8]) -> Result<(Self, &[u8]), Fault> {
        check(snapshot.starts_with(&HEADER), "these bytes are no snapshot")?;
        let (sealed, seal) = snapshot.split_last_chunk::<SEAL>().ok_or("it ends too early")?;
        check(checksum(sealed) == u64::from_le_bytes(*seal), "it is damaged: the checksum differs")?;
        let mut from = Source::new(&sealed[HEADER.len()..]);
        let length = u32::load(&mut from)? as usize;
        let structure = from.slice(length)?;
        let (mut next, remembered) = Self::load(State::new(), &Structure::load(structure)?, from)?;
        // Contacts are laid out from balls and materials: only when these are known to be sound.
        next.check_all(&remembered)?;
        next.lay_contacts(&remembered);
        Ok((next, structure))
    }

    /// A world from its structure and the rest, with stored impulses of contacts, which are not laid out yet.
    /// `state` is an empty one, in which the rows of bodies may be set already.
    fn load(
        mut state: State,
        structure: &Structure,
        mut from: Source<'_>,
    ) -> Result<(Self, Vec<StoredImpulses>), Fault> {
        let from = &mut from;
        let config = Config::load(from)?;
        config.check().map_err(|_| "a setting is out of range")?;
        state.materials = Materials::load(from)?.into();
        state.bodies = Arena::<BodyId, Place>::load_names(from)?.into();
        state.balls.load(from, &mut state.bodies)?;
        structure.place(&mut state, from)?;
        state.body_set.take_joints(Saved::load(from)?)?;
        state.last_h = f64::load(from)?;
        state.last_passes = u32::load(from)?;
        state.last_dt = f64::load(from)?;
        state.table_motion = Saved::load(from)?;
        state.rng.count = u64::load(from)?;
        state.fields = Arena::load(from)?.into();
        state.links.all = Arena::load(from)?.into();
        state.watch = Saved::load(from)?;
        state.sleep = Sleep::load(state.balls.rows.len(), from)?;
        state.contacts.reported = Saved::load(from)?;
        state.contacts.passing = Saved::load(from)?;
        state.contacts.initial_overlaps.list = Saved::load(from)?;
        for row in Vec::<u32>::load(from)? {
            let ball = state.balls.info.get(row as usize).ok_or("a ball that was placed has no row")?;
            state.placed.record(ball.id);
        }
        let remembered = Vec::<StoredImpulses>::load(from)?;
        state.touching = Saved::load(from)?;
        state.ends = Saved::load(from)?;
        state.floor_zones = FloorZones::load(from)?;
        state.sensors.inside = Saved::load(from)?;
        state.balls.exceptions = Saved::load(from)?;
        state.balls.forces = Saved::load(from)?;
        check(from.is_empty(), "something follows its end")?;
        state.placed.all = true;
        let mut next = Self::with(config, state);
        next.cache.pairs.fixed = structure.fixed.clone();
        Ok((next, remembered))
    }

    /// Lays out contacts by their stored impulses.
    fn lay_contacts(&mut self, remembered: &[StoredImpulses]) {
        let State { contacts, sleep, balls, materials, .. } = &mut self.state;
        sleep.restore(&mut balls.rows, remembered);
        contacts.restore(remembered, |ball| sleep.is_asleep(ball), balls, materials);
    }

    /// Enters all static colliders into an empty grid.
    fn lay_grid(&mut self) {
        let State { bodies, body_set, shapes, sensors, .. } = &mut self.state;
        let stands = |shape: &ShapeRow| !body_set.rows[bodies[shape.body].row as usize].is_mover();
        for (_, shape) in shapes.iter().filter(|(_, shape)| shape.sense.is_some() && stands(shape)) {
            sensors.place(shape, &body_set.colliders);
        }
        let is_solid = |c: &Collider| shapes[c.shape].sense.is_none() && !body_set.body_of(c).is_mover();
        let solid = body_set.colliders.iter().filter(|(_, c)| is_solid(c));
        let solid: Vec<_> = solid.map(|(k, _)| k).collect();
        self.enter_grid(&solid);
    }
}

impl BodySet {
    /// Adds hinges and sliders, and connects their bodies with them.
    fn take_joints(&mut self, all: Vec<JointRow>) -> Result<(), Fault> {
        for (g, joint) in all.iter().enumerate() {
            joint.check()?;
            let body = self.rows.get_mut(joint.body as usize).ok_or("a hinge has no body")?;
            let is_first = body.joint.replace(g as u32).is_none();
            let is_of_a_kind = body.kind == joint.settings.kind.into();
            check(is_first && is_of_a_kind, "a hinge and its body are not of a kind")?;
            joint.place(body);
        }
        self.joints = all;
        Ok(())
    }
}

impl Materials {
    fn save(&self, out: &mut Vec<u8>) {
        self.list().to_vec().save(out);
        self.meetings().to_vec().save(out);
        self.in_use.save(out);
    }

    fn load(from: &mut Source<'_>) -> Result<Self, Fault> {
        let mut all = Self::default();
        for material in Vec::<Material>::load(from)? {
            material.check().map_err(|_| "a material is out of range")?;
            all.push(material);
        }
        for (pair_ids, material) in Vec::<([u32; 2], u32)>::load(from)? {
            check((material as usize) < all.list().len(), "a meeting is of no known material")?;
            all.set_pair(pair_ids, Some(material));
        }
        all.in_use = u32::load(from)?;
        Ok(all)
    }
}
