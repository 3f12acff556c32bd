//! Shapes: adding, removing and reading them.

use alloc::vec::Vec;
use smallvec::SmallVec;

use crate::contacts::pair_key::Other;
use crate::error::Error;
use crate::geometry::collider::Collider;
use crate::geometry::seams;
use crate::id::{BodyId, ShapeId};
use crate::model::filter::Filter;
use crate::model::material::Material;
use crate::model::shape::{Shape, ShapeRow};
use crate::world::{Change, World};

impl World {
    /// Adds a shape to a body.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::{Body, Config, Shape, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let table = world.add_body(Body::fixed())?;
    /// for n in 0..10 {
    ///     world.add_shape(table, Shape::circle(vec2(n as f32, 1.0), 0.05)?)?; // a row of pins
    /// }
    /// assert_eq!(world.shapes_of(table).count(), 10);
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if the body was removed, [`Error::WrongKind`] if it is a ball,
    /// [`Error::OutOfRange`] if the material is out of range.
    pub fn add_shape(&mut self, body: BodyId, shape: Shape) -> Result<ShapeId, Error> {
        let row = self.body_row(body)?;
        shape.material.check()?;
        let material = self.intern(shape.material);
        let Shape { sense, user_data, solid: filled, .. } = shape;
        let id = self.state.shapes.insert(ShapeRow {
            body,
            colliders: SmallVec::new(),
            material: shape.material,
            user_data,
            sense,
            solid: filled,
        });
        if filled && sense.is_none() {
            self.state.filled.push(id);
        }
        let pose = self.state.body_set.rows[row as usize].pose;
        let fixed = !self.state.body_set.rows[row as usize].is_mover();
        let mut added = SmallVec::<[u32; 1]>::new();
        for &(curve, reversed) in &shape.pieces {
            added.push(self.state.body_set.colliders.insert(Collider {
                curve: if fixed { curve.placed(pose) } else { curve },
                radius: f64::from(shape.radius),
                side: if reversed { shape.side.mirrored() } else { shape.side },
                ends: Default::default(),
                body_row: row,
                body,
                shape: id,
                material,
                filter: shape.filter,
            }));
        }
        self.state.shapes[id].colliders.clone_from(&added);
        if sense.is_some() {
            self.state.body_set.rows[row as usize].sensors.extend_from_slice(&added);
            self.state.sensors.count += 1;
            if fixed {
                self.state.sensors.place(&self.state.shapes[id], &self.state.body_set.colliders);
            }
            return Ok(id);
        }
        self.state.body_set.rows[row as usize].colliders.extend_from_slice(&added);
        match added.first() {
            Some(&first) if self.state.body_set.colliders.are_last(&added) => {
                self.settle_new(row, first, &added);
            }
            _ => self.settle(row, &added),
        }
        Ok(id)
    }

    /// Brings grid and joints up to date after colliders of a body were added or placed.
    pub(crate) fn settle(&mut self, row: u32, colliders: &[u32]) {
        self.changed(Change::Place);
        if self.state.body_set.rows[row as usize].is_mover() {
            let members = core::mem::take(&mut self.state.body_set.rows[row as usize].colliders);
            seams::join_mover(&members, &mut self.state.body_set.colliders);
            self.state.body_set.rows[row as usize].colliders = members;
            return;
        }
        self.enter_grid(colliders);
        let mut found = Vec::new();
        for &k in colliders {
            if let Some(strokes) = seams::cover(&self.state.body_set.colliders[k]) {
                seams::join_fixed(
                    &strokes,
                    &mut self.state.body_set.colliders,
                    &self.cache.pairs.fixed,
                    &mut found,
                );
            }
        }
    }

    /// Takes colliders out of grid, joints and contacts.
    pub(crate) fn lift(&mut self, row: u32, colliders: &[u32]) {
        self.changed(Change::Place);
        let mut found = Vec::new();
        for &k in colliders {
            self.state.contacts.forget_collider(k);
            self.end_touches(|key| key.other() == Other::collider(k));
            let removed = self.state.body_set.colliders.remove(k);
            if self.state.body_set.rows[row as usize].is_mover() {
                continue;
            }
            self.cache.pairs.fixed.remove(k);
            if let Some(strokes) = removed.as_ref().and_then(seams::cover) {
                seams::join_fixed(
                    &strokes,
                    &mut self.state.body_set.colliders,
                    &self.cache.pairs.fixed,
                    &mut found,
                );
            }
        }
    }

    /// Removes a shape. Balls that rested on it fall.
    ///
    /// # Errors
    /// [`Error::UnknownShape`] if it was removed before.
    pub fn remove_shape(&mut self, shape: ShapeId) -> Result<(), Error> {
        let known = self.state.shapes.get(shape).ok_or(Error::UnknownShape(shape))?;
        let (body, is_sensor, colliders) = (known.body, known.sense.is_some(), known.colliders.clone());
        let row = self.body_row(body)?;
        if is_sensor {
            self.lift_sensor(&colliders);
            self.state.shapes.remove(shape);
            self.state.body_set.rows[row as usize].sensors.retain(|k| !colliders.contains(k));
            return Ok(());
        }
        self.lift(row, &colliders);
        self.state.shapes.remove(shape);
        self.state.filled.retain(|filled| *filled != shape);
        self.state.body_set.rows[row as usize].colliders.retain(|k| !colliders.contains(k));
        let none: [u32; 0] = [];
        self.settle(row, &none);
        Ok(())
    }

    /// The shapes of a body, solid ones before sensors, each in the order in which it was added; none for a ball or a
    /// body that was removed.
    pub fn shapes_of(&self, body: BodyId) -> impl Iterator<Item = ShapeId> + '_ {
        let row = self.body_row(body).ok().map(|row| &self.state.body_set.rows[row as usize]);
        let lists = row.map(|row| row.colliders.iter().chain(row.sensors.iter()));
        let mut last = None;
        lists.into_iter().flatten().filter_map(move |&k| {
            let shape = self.state.body_set.colliders[k].shape;
            // The colliders of a shape follow one another.
            (last.replace(shape) != Some(shape)).then_some(shape)
        })
    }

    /// The body that carries a shape; `None` if the shape was removed.
    #[must_use]
    pub fn shape_body(&self, shape: ShapeId) -> Option<BodyId> {
        self.state.shapes.get(shape).map(|row| row.body)
    }

    /// What the game gave a shape to find it again; `None` if the shape was removed.
    #[must_use]
    pub fn shape_user_data(&self, shape: ShapeId) -> Option<u64> {
        self.state.shapes.get(shape).map(|row| row.user_data)
    }

    /// What a shape meets; `None` if it was removed.
    #[must_use]
    pub fn shape_filter(&self, shape: ShapeId) -> Option<Filter> {
        let row = self.state.shapes.get(shape)?;
        row.colliders.first().map(|k| self.state.body_set.colliders[*k].filter)
    }

    /// The surface of a shape; `None` if it was removed.
    #[must_use]
    pub fn shape_material(&self, shape: ShapeId) -> Option<Material> {
        self.state.shapes.get(shape).map(|row| row.material)
    }
}
