//! The part of a snapshot that seldom changes: colliders, shapes, and bodies. Of a body that may move its motion is left out.
//! Frames of a ring share it.

use alloc::vec::Vec;

use carom_broadphase::CurveGrid;

use crate::base::{Arena, Fault, Saved, Shared, Slab, Source, check, put_short};
use crate::bodies::BodyRow;
use crate::geometry::Collider;
use crate::id::{BodyId, ShapeId};
use crate::model::{BodyKind, ShapeRow};
use crate::state::{Place, State};
use crate::world::World;

/// Colliders, shapes and bodies, without the motion of moving ones. Grids are caches: no bytes hold them.
#[derive(Clone, Debug)]
pub(crate) struct Structure {
    colliders: Shared<Slab<Collider>>,
    shapes: Shared<Arena<ShapeId, ShapeRow>>,
    /// Shapes that are filled, sensors left aside; follows from the shapes.
    filled: Shared<Vec<ShapeId>>,
    /// Number of sensors; follows from the shapes.
    sensors: usize,
    /// The places of ids, and the rows that they stand for.
    bodies: Vec<(u32, BodyRow)>,
    /// Grid of the colliders of fixed bodies; the next field is that of their sensors.
    pub(crate) fixed: Shared<CurveGrid>,
    sensing: Shared<CurveGrid>,
}

impl Structure {
    /// Copies the structure of a world. Shared parts are referred to, not copied.
    pub(crate) fn of(world: &World) -> Self {
        let State { body_set, shapes, filled, sensors, .. } = &world.state;
        let place = |row: &BodyRow| (Arena::<BodyId, Place>::place_of(row.id), row.clone());
        Self {
            colliders: body_set.colliders.clone(),
            shapes: shapes.clone(),
            filled: filled.clone(),
            sensors: sensors.count,
            bodies: body_set.rows.iter().map(place).collect(),
            fixed: world.cache.pairs.fixed.clone(),
            sensing: sensors.fixed.clone(),
        }
    }

    /// Whether a world still has this structure: the shared parts have not changed.
    pub(crate) fn is_of(&self, world: &World) -> bool {
        let State { body_set, shapes, sensors, .. } = &world.state;
        self.colliders.is(&body_set.colliders)
            && self.shapes.is(shapes)
            && self.fixed.is(&world.cache.pairs.fixed)
            && self.sensing.is(&sensors.fixed)
            && self.bodies.len() == body_set.rows.len()
            && self.bodies.iter().zip(&body_set.rows).all(|((_, kept), row)| kept.is_built_as(row))
    }

    pub(crate) fn save(&self, out: &mut Vec<u8>) {
        self.colliders.save(out);
        self.shapes.save_names(out);
        put_short(out, self.shapes.len() as u64);
        for (id, shape) in self.shapes.iter() {
            Arena::<ShapeId, ShapeRow>::place_of(id).save(out);
            shape.save(out);
        }
        put_short(out, self.bodies.len() as u64);
        for (place, body) in &self.bodies {
            put_short(out, u64::from(*place));
            body.kind.save(out);
            body.colliders.save(out);
            body.sensors.save(out);
            if !body.is_mover() {
                body.save_stand(out);
            }
        }
    }

    /// Reads the output of [`save`](Self::save), and nothing behind it.
    pub(crate) fn load(bytes: &[u8]) -> Result<Self, Fault> {
        let mut from = Source::new(bytes);
        let from = &mut from;
        let colliders = Slab::<Collider>::load(from)?;
        let mut shapes = Arena::<ShapeId, ShapeRow>::load_names(from)?;
        for _ in 0..from.count(4)? {
            let place = u32::load(from)?;
            shapes.claim(place, ShapeRow::load(from)?)?;
        }
        let mut bodies = Vec::new();
        for _ in 0..from.count(4)? {
            let (place, kind) = (from.short_u32()?, BodyKind::load(from)?);
            check(kind != BodyKind::Ball, "a ball carries shapes")?;
            let mut body = BodyRow::new(BodyId::default(), kind, Default::default(), 0.0);
            (body.colliders, body.sensors) = (Saved::load(from)?, Saved::load(from)?);
            if !body.is_mover() {
                body.load_stand(from)?;
            }
            bodies.push((place, body));
        }
        check(from.is_empty(), "something follows its end")?;
        let filled: Vec<_> =
            shapes.iter().filter(|(_, s)| s.solid && s.sense.is_none()).map(|(id, _)| id).collect();
        Ok(Self {
            sensors: shapes.iter().filter(|(_, shape)| shape.sense.is_some()).count(),
            filled: filled.into(),
            colliders: colliders.into(),
            shapes: shapes.into(),
            bodies,
            fixed: Shared::default(),
            sensing: Shared::default(),
        })
    }

    /// Gives a state, whose balls are known, this structure and reads how its bodies move. The rows of bodies that are as
    /// they should be stay.
    pub(crate) fn place(&self, state: &mut State, from: &mut Source<'_>) -> Result<(), Fault> {
        state.body_set.colliders = self.colliders.clone();
        state.shapes = self.shapes.clone();
        state.filled = self.filled.clone();
        (state.sensors.count, state.sensors.fixed) = (self.sensors, self.sensing.clone());
        let State { body_set, bodies, .. } = state;
        let rows = &mut body_set.rows;
        rows.truncate(self.bodies.len());
        for (row, (place, body)) in self.bodies.iter().enumerate() {
            let id = bodies.claim(*place, Place { kind: body.kind, row: row as u32 })?;
            match rows.get_mut(row) {
                Some(known) if known.is_built_as(body) => {}
                Some(other) => *other = BodyRow { id, ..body.clone() },
                None => rows.push(BodyRow { id, ..body.clone() }),
            }
            if body.is_mover() {
                rows[row].load_motion(from)?;
            }
        }
        Ok(())
    }
}

impl BodyRow {
    /// Whether two rows are of one body with the same shapes, in the same place if it is fixed.
    fn is_built_as(&self, other: &Self) -> bool {
        let stands = |row: &Self| (row.pose, row.angle, row.enabled, row.user_data);
        self.id == other.id
            && self.kind == other.kind
            && self.colliders.is(&other.colliders)
            && self.sensors.is(&other.sensors)
            && (self.is_mover() || stands(self) == stands(other))
    }

    /// Writes its position, and its settings from the game.
    fn save_stand(&self, out: &mut Vec<u8>) {
        // The turn follows from the angle; kind and colliders are part of the structure. The other omitted fields
        // are at rest between steps, or belong to a moving body.
        let Self {
            id: _,
            kind: _,
            pose,
            angle,
            velocity: _,
            spin: _,
            acceleration: _,
            angular_acceleration: _,
            t: _,
            target: _,
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
        pose.origin.save(out);
        angle.save(out);
        enabled.save(out);
        put_short(out, *user_data);
    }

    fn load_stand(&mut self, from: &mut Source<'_>) -> Result<(), Fault> {
        let (origin, angle) = (Saved::load(from)?, f64::load(from)?);
        *self = Self {
            colliders: self.colliders.clone(),
            sensors: self.sensors.clone(),
            enabled: Saved::load(from)?,
            user_data: from.short()?,
            ..Self::new(self.id, self.kind, origin, angle)
        };
        Ok(())
    }

    /// Writes where a body is that may move, and how it moves.
    pub(crate) fn save_motion(&self, out: &mut Vec<u8>) {
        self.save_stand(out);
        self.velocity.save(out);
        self.spin.save(out);
        self.target.save(out);
    }

    fn load_motion(&mut self, from: &mut Source<'_>) -> Result<(), Fault> {
        self.load_stand(from)?;
        self.velocity = Saved::load(from)?;
        self.spin = Saved::load(from)?;
        self.target = Saved::load(from)?;
        Ok(())
    }
}
