//! Snapshots: the whole state of a world in bytes, and the same world again from them.
//!
//! A snapshot holds what shapes the future and nothing else: neither the events of the last step nor any
//! scratch. The layout, all numbers little-endian: `CAROM`, version, length of the structure; the structure
//! (colliders, shapes, kinds of bodies: what seldom changes); the rest; a checksum over all of it.

use alloc::vec::Vec;

use crate::base::{Arena, Fault, Rng, Saved, Slab, Source, check, put_short};
use crate::bodies::{BodyRow, JointRow, Materials};
use crate::config::Config;
use crate::contacts::StoredImpulses;
use crate::error::Error;
use crate::floor::FloorZones;
use crate::geometry::{BodySet, Collider};
use crate::id::{BodyId, ShapeId};
use crate::model::{BodyKind, Material, ShapeRow};
use crate::sleep::Sleep;
use crate::state::{Place, State};
use crate::world::World;

/// First bytes of a snapshot; the last is the version of the layout, which changes with every field.
const HEADER: [u8; 6] = *b"CAROM\x01";
/// Length of the checksum at the end.
const SEAL: usize = 8;

/// A checksum: each word is mixed in by a step that can be undone, so that no single change goes unseen.
fn checksum(bytes: &[u8]) -> u64 {
    let mix = |sum: u64, word: u64| {
        let sum = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        sum ^ sum >> 32
    };
    let (words, rest) = bytes.as_chunks::<8>();
    let sum = words.iter().fold(bytes.len() as u64, |sum, word| mix(sum, u64::from_le_bytes(*word)));
    rest.iter().fold(sum, |sum, byte| mix(sum, u64::from(*byte)))
}

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

    /// As [`snapshot`](Self::snapshot), in place of what `out` held, so that its memory is used again.
    pub fn snapshot_into(&self, out: &mut Vec<u8>) {
        // Nothing may be left out by oversight: what is added to the world must be named here.
        let Self { config, state, cache: _, events: _, profiler: _, teleports: _ } = self;
        let State {
            bodies,
            shapes: _,
            balls,
            body_set: BodySet { rows, joints, colliders: _ },
            // Follows from the shapes.
            filled: _,
            placed: _,
            sensors,
            materials,
            contacts,
            sleep,
            touching,
            ends,
            last_h,
            spring_h,
            table_motion: frame,
            // The seed is a setting.
            rng: Rng { seed: _, count },
            fields,
            links,
            watch,
            floor_zones: ground,
        } = state;
        out.clear();
        out.extend_from_slice(&HEADER);
        let length_at = out.len();
        0_u32.save(out);
        self.save_structure(out);
        let length = (out.len() - length_at - 4) as u32;
        out[length_at..length_at + 4].copy_from_slice(&length.to_le_bytes());

        config.save(out);
        materials.save(out);
        bodies.save_names(out);
        balls.save(out);
        rows.iter().for_each(|row| row.save_state(out));
        joints.save(out);
        last_h.save(out);
        spring_h.save(out);
        frame.save(out);
        count.save(out);
        fields.save(out);
        links.all.save(out);
        watch.save(out);
        sleep.save(balls.rows.len(), out);
        contacts.reported.save(out);
        contacts.passing.save(out);
        contacts.remembered().save(out);
        touching.save(out);
        ends.save(out);
        ground.save(out);
        sensors.inside.save(out);
        balls.exceptions.save(out);
        balls.forces.save(out);
        let sum = checksum(out);
        sum.save(out);
    }

    /// What seldom changes: colliders, shapes, and the kinds of bodies and their colliders.
    fn save_structure(&self, out: &mut Vec<u8>) {
        self.state.body_set.colliders.save(out);
        self.state.shapes.save_names(out);
        put_short(out, self.state.shapes.len() as u64);
        for (id, shape) in self.state.shapes.iter() {
            Arena::<ShapeId, ShapeRow>::place_of(id).save(out);
            shape.save(out);
        }
        put_short(out, self.state.body_set.rows.len() as u64);
        for body in &self.state.body_set.rows {
            body.kind.save(out);
            body.colliders.save(out);
            body.sensors.save(out);
        }
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
        let mut own = Vec::with_capacity(structure.len());
        self.save_structure(&mut own);
        if own == structure {
            next.cache.pairs = core::mem::take(&mut self.cache.pairs);
            next.cache.pairs.forget();
            next.state.sensors.fixed = core::mem::take(&mut self.state.sensors.fixed);
        } else {
            next.lay_grid();
        }
        next.profiler = core::mem::take(&mut self.profiler);
        next.teleports = core::mem::take(&mut self.teleports);
        next.teleports.note_all();
        *self = next;
        Ok(())
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
        let mut fixed = Source::new(structure);
        let colliders = Slab::<Collider>::load(&mut fixed)?;
        let mut shapes = Arena::<ShapeId, ShapeRow>::load_names(&mut fixed)?;
        for _ in 0..fixed.count(4)? {
            let place = u32::load(&mut fixed)?;
            shapes.claim(place, ShapeRow::load(&mut fixed)?)?;
        }
        let kinds = Vec::<(BodyKind, (Vec<u32>, Vec<u32>))>::load(&mut fixed)?;

        let config = Config::load(&mut from)?;
        let mut next = Self::new(config).map_err(|_| "a setting is out of range")?;
        next.state.body_set.colliders = colliders.into();
        next.state.shapes = shapes.into();
        next.state.materials = Materials::load(&mut from)?.into();
        next.state.bodies = Arena::<BodyId, Place>::load_names(&mut from)?.into();
        next.state.balls.load(&mut from, &mut next.state.bodies)?;
        for (kind, (colliders, sensors)) in kinds {
            let State { body_set: BodySet { rows, .. }, bodies, .. } = &mut next.state;
            let row = rows.len() as u32;
            rows.push(BodyRow::load_state(&mut from, kind, colliders, sensors, row, bodies)?);
        }
        next.take_joint(Saved::load(&mut from)?)?;
        next.state.last_h = f64::load(&mut from)?;
        next.state.spring_h = f64::load(&mut from)?;
        next.state.table_motion = Saved::load(&mut from)?;
        next.state.rng.count = u64::load(&mut from)?;
        next.state.fields = Arena::load(&mut from)?.into();
        next.state.links.all = Arena::load(&mut from)?.into();
        next.state.watch = Saved::load(&mut from)?;
        next.state.sleep = Sleep::load(next.state.balls.rows.len(), &mut from)?;
        next.state.contacts.reported = Saved::load(&mut from)?;
        next.state.contacts.passing = Saved::load(&mut from)?;
        let remembered = Vec::<StoredImpulses>::load(&mut from)?;
        next.state.touching = Saved::load(&mut from)?;
        next.state.ends = Saved::load(&mut from)?;
        next.state.floor_zones = FloorZones::load(&mut from)?;
        next.state.sensors.inside = Saved::load(&mut from)?;
        next.state.balls.exceptions = Saved::load(&mut from)?;
        next.state.balls.forces = Saved::load(&mut from)?;
        let State { shapes, filled, sensors, .. } = &mut next.state;
        filled.extend(shapes.iter().filter(|(_, s)| s.solid && s.sense.is_none()).map(|(id, _)| id));
        sensors.count = shapes.iter().filter(|(_, shape)| shape.sense.is_some()).count();
        check(fixed.is_empty() && from.is_empty(), "something follows its end")?;
        // Contacts are laid out from balls and materials: only when these are known to be sound.
        next.check_all(&remembered)?;
        let State { contacts, sleep, balls, materials, .. } = &mut next.state;
        sleep.restore(&mut balls.rows, &remembered);
        contacts.restore(&remembered, |ball| sleep.is_asleep(ball), balls, materials);
        next.cache.pairs.stale = true;
        next.state.placed.all = true;
        Ok((next, structure))
    }

    /// Takes up hinges and sliders, and lets their bodies know them.
    fn take_joint(&mut self, all: Vec<JointRow>) -> Result<(), Fault> {
        for (g, joint) in all.iter().enumerate() {
            joint.check()?;
            let body = self.state.body_set.rows.get_mut(joint.body as usize).ok_or("a hinge has no body")?;
            let is_first = body.joint.replace(g as u32).is_none();
            let is_of_a_kind = body.kind == joint.settings.kind.into();
            check(is_first && is_of_a_kind, "a hinge and its body are not of a kind")?;
            joint.place(body);
        }
        self.state.body_set.joints = all;
        Ok(())
    }

    /// Enters all that stands still into an empty grid.
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

impl BodyRow {
    fn save_state(&self, out: &mut Vec<u8>) {
        // The turn follows from the angle; kind and colliders are part of the structure.
        // What is left out but these is at rest between steps.
        let Self {
            id,
            kind: _,
            pose,
            angle,
            velocity,
            spin,
            acceleration: _,
            angular_acceleration: _,
            t: _,
            target,
            stalled: _,
            stamp: _,
            was_disturbed: _,
            was_stalled: _,
            joint: _,
            colliders: _,
            sensors: _,
            enabled,
            user_data,
        } = self;
        put_short(out, u64::from(Arena::<BodyId, Place>::place_of(*id)));
        pose.origin.save(out);
        angle.save(out);
        velocity.save(out);
        spin.save(out);
        target.save(out);
        enabled.save(out);
        put_short(out, *user_data);
    }

    fn load_state(
        from: &mut Source<'_>,
        kind: BodyKind,
        colliders: Vec<u32>,
        sensors: Vec<u32>,
        row: u32,
        bodies: &mut Arena<BodyId, Place>,
    ) -> Result<Self, Fault> {
        check(kind != BodyKind::Ball, "a ball carries shapes")?;
        let id = bodies.claim(from.short_u32()?, Place { kind, row })?;
        let origin = Saved::load(from)?;
        let mut body = Self::new(id, kind, origin, f64::load(from)?);
        body.velocity = Saved::load(from)?;
        body.spin = Saved::load(from)?;
        body.target = Saved::load(from)?;
        body.enabled = Saved::load(from)?;
        (body.colliders, body.sensors) = (colliders.into(), sensors.into());
        body.user_data = from.short()?;
        Ok(body)
    }
}
