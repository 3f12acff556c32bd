//! Shapes: adding, removing and reading them.

use alloc::vec::Vec;

use carom_broadphase::Stroke;
use smallvec::SmallVec;

use crate::api::periodic;
use crate::error::Error;
use crate::geometry::{BodySet, Collider, seams};
use crate::id::{BodyId, ShapeId};
use crate::model::{BodyKind, Filter, Material, Shape, ShapeRow};
use crate::recording::Call;
use crate::world::{Change, World};

/// Shapes of bodies.
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
    /// [`Error::OutOfRange`] if radius or material are out of range, [`Error::WrongSide`] if the shape has no such
    /// [side](Shape::side). [`Error::Periodic`] if the box of [`Config::periodic`](crate::Config::periodic) would have to
    /// repeat the shape.
    pub fn add_shape(&mut self, body: BodyId, shape: Shape) -> Result<ShapeId, Error> {
        self.record(|| Call::AddShape(body, shape.clone()));
        let row = self.body_row(body)?;
        shape.check()?;
        self.check_over_seams(row, &shape)?;
        let id = self.state.shapes.insert(ShapeRow {
            body,
            colliders: SmallVec::new(),
            material: shape.material,
            filter: shape.filter,
            user_data: shape.user_data,
            sense: shape.sense,
            solid: shape.solid,
            enabled: true,
        });
        self.lay(id, row, &shape);
        Ok(id)
    }

    /// Gives a shape another form, surface, filter and user data: a target that grows, a lane that opens. It keeps its id
    /// and stays on its body. Its contacts, and stays of balls in a sensor, end as by a removal, and begin again.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::Vec2;
    /// use carom::{Body, Config, Filter, Shape, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let table = world.add_body(Body::fixed())?;
    /// let balloon = world.add_shape(table, Shape::circle(Vec2::ZERO, 0.1)?)?;
    /// world.set_shape(balloon, Shape::circle(Vec2::ZERO, 0.3)?)?;
    /// let found = world.overlap_ball(Vec2::new(0.2, 0.0), 0.0, Filter::default())?;
    /// assert_eq!(found[0].shape, Some(balloon));
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownShape`] if it was removed, else as [`add_shape`](Self::add_shape).
    pub fn set_shape(&mut self, id: ShapeId, shape: Shape) -> Result<(), Error> {
        self.record(|| Call::SetShape(id, shape.clone()));
        let body = self.shape_body(id).ok_or(Error::UnknownShape(id))?;
        shape.check()?;
        let row = self.body_row(body)?;
        self.check_over_seams(row, &shape)?;
        self.take_off(id, row);
        let known = &mut self.state.shapes[id];
        (known.material, known.filter, known.user_data) = (shape.material, shape.filter, shape.user_data);
        (known.sense, known.solid) = (shape.sense, shape.solid);
        self.lay(id, row, &shape);
        Ok(())
    }

    /// Refuses a shape that would have to be seen over a seam, on the body in a row.
    fn check_over_seams(&self, row: u32, shape: &Shape) -> Result<(), Error> {
        let body = &self.state.body_set.rows[row as usize];
        periodic::check_shape(&self.torus(), body, shape.parts().map(|(curve, _)| curve.placed(body.pose)))
    }

    /// Lays the colliders of a shape that has none on the body in a row.
    fn lay(&mut self, id: ShapeId, row: u32, shape: &Shape) {
        let material = self.intern(shape.material);
        if shape.solid && shape.sense.is_none() {
            self.state.filled.push(id);
            self.state.placed.all = true;
        }
        let body = &self.state.body_set.rows[row as usize];
        let (pose, fixed, carrier) = (body.pose, !body.is_mover(), body.id);
        let filter = self.filter_now(id);
        let mut added = SmallVec::<[u32; 1]>::new();
        for (curve, reversed) in shape.parts() {
            added.push(self.state.body_set.colliders.insert(Collider {
                curve: if fixed { curve.placed(pose) } else { curve },
                radius: f64::from(shape.radius),
                side: if reversed { shape.side.mirrored() } else { shape.side },
                ends: Default::default(),
                body_row: row,
                body: carrier,
                shape: id,
                material,
                filter,
            }));
        }
        self.state.shapes[id].colliders.clone_from(&added);
        if shape.sense.is_some() {
            self.state.body_set.rows[row as usize].sensors.extend_from_slice(&added);
            self.state.sensors.count += 1;
            self.state.sensors.look_again();
            if fixed {
                self.state.sensors.place(&self.state.shapes[id], &self.state.body_set.colliders);
            }
            return;
        }
        self.state.body_set.rows[row as usize].colliders.extend_from_slice(&added);
        match added.first() {
            Some(&first) if self.state.body_set.colliders.are_last(&added) => {
                self.settle_new(row, first, &added);
            }
            _ => self.settle(row, &added),
        }
    }

    /// Brings grid and joints up to date after colliders of a body were added or placed.
    pub(crate) fn settle(&mut self, row: u32, colliders: &[u32]) {
        self.changed(Change::Place);
        if self.state.body_set.rows[row as usize].is_mover() {
            let BodySet { rows, colliders: all, .. } = &mut self.state.body_set;
            seams::join_mover(&rows[row as usize].colliders, all);
            return;
        }
        self.enter_grid(colliders);
        self.join_around(colliders);
    }

    /// Joins colliders of a fixed body again, with all colliders that share joints with them.
    fn join_around(&mut self, colliders: &[u32]) {
        for &k in colliders {
            if let Some(strokes) = seams::cover(&self.state.body_set.colliders[k]) {
                self.join_fixed(&strokes);
            }
        }
    }

    /// Joins the colliders of fixed bodies again that lie where something has come or gone.
    pub(crate) fn join_fixed(&mut self, strokes: &[Stroke]) {
        let (state, grid) = (&mut self.state, &self.cache.pairs.fixed);
        seams::join_fixed(strokes, &mut state.body_set.colliders, grid, &state.balls.exceptions);
    }

    /// Joins the walls of a fixed body again with those of other bodies: a collision exception that names it has come
    /// or gone.
    pub(crate) fn join_again(&mut self, body: BodyId) {
        if self.kind(body) != Some(BodyKind::Fixed) {
            return;
        }
        let colliders = self.state.body_set.rows[self.state.bodies[body].row as usize].colliders.clone();
        self.join_around(&colliders);
    }

    /// Takes colliders out of grid, joints and contacts.
    pub(crate) fn lift(&mut self, row: u32, colliders: &[u32]) {
        self.changed(Change::Place);
        // All at once: a ball that touches two pieces of a shape parts from it once.
        self.end_touches(|key| key.other().as_collider().is_some_and(|k| colliders.contains(&k)));
        for &k in colliders {
            self.state.contacts.forget_collider(k);
            let removed = self.state.body_set.colliders.remove(k);
            if self.state.body_set.rows[row as usize].is_mover() {
                continue;
            }
            self.cache.pairs.fixed.remove(k);
            if let Some(strokes) = removed.as_ref().and_then(seams::cover) {
                self.join_fixed(&strokes);
            }
        }
    }

    /// Removes a shape. Balls that rested on it fall. Its contacts, and stays of balls in a sensor, end: the events of the
    /// next step report them.
    ///
    /// # Errors
    /// [`Error::UnknownShape`] if it was removed before.
    pub fn remove_shape(&mut self, shape: ShapeId) -> Result<(), Error> {
        self.record(|| Call::RemoveShape(shape));
        let body = self.shape_body(shape).ok_or(Error::UnknownShape(shape))?;
        let row = self.body_row(body)?;
        self.take_off(shape, row);
        self.state.shapes.remove(shape);
        Ok(())
    }

    /// Takes the colliders of a shape off the body in a row.
    fn take_off(&mut self, shape: ShapeId, row: u32) {
        let known = &self.state.shapes[shape];
        let (is_sensor, colliders) = (known.sense.is_some(), known.colliders.clone());
        if is_sensor {
            self.lift_sensor(&colliders);
            take_out(&mut self.state.body_set.rows[row as usize].sensors, &colliders);
            return;
        }
        self.lift(row, &colliders);
        if let Some(place) = self.state.filled.iter().position(|filled| *filled == shape) {
            self.state.filled.remove(place);
        }
        take_out(&mut self.state.body_set.rows[row as usize].colliders, &colliders);
        let none: [u32; 0] = [];
        self.settle(row, &none);
    }

    /// Whether a shape is [solid](Shape::solid), filled and not a room. `false` if it was removed.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::Vec2;
    /// use carom::{Body, Config, Shape, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let table = world.add_body(Body::fixed())?;
    /// let brick = world.add_shape(table, Shape::rect(Vec2::ZERO, Vec2::ONE)?)?;
    /// let wall = world.add_shape(table, Shape::segment(Vec2::ZERO, Vec2::X)?)?;
    /// assert!(world.is_solid(brick) && !world.is_solid(wall)); // a game fills bricks, and draws walls as lines
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn is_solid(&self, shape: ShapeId) -> bool {
        self.state.shapes.get(shape).is_some_and(|row| row.solid)
    }

    /// The shapes of a body: first shapes that push, then sensors, each kind in the order of adding. None for a ball or a
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

    /// The number that the game gave a shape to find it again; `None` if the shape was removed.
    #[must_use]
    pub fn shape_user_data(&self, shape: ShapeId) -> Option<u64> {
        self.state.shapes.get(shape).map(|row| row.user_data)
    }

    /// Sets the number by which the game finds a shape again.
    ///
    /// # Errors
    /// [`Error::UnknownShape`] if it was removed.
    pub fn set_shape_user_data(&mut self, shape: ShapeId, user_data: u64) -> Result<(), Error> {
        self.record(|| Call::SetShapeUserData(shape, user_data));
        self.state.shapes.get_mut(shape).ok_or(Error::UnknownShape(shape))?.user_data = user_data;
        Ok(())
    }

    /// The filter of a shape; `None` if it was removed.
    #[must_use]
    pub fn shape_filter(&self, shape: ShapeId) -> Option<Filter> {
        self.state.shapes.get(shape).map(|row| row.filter)
    }

    /// The surface of a shape; `None` if it was removed.
    #[must_use]
    pub fn shape_material(&self, shape: ShapeId) -> Option<Material> {
        self.state.shapes.get(shape).map(|row| row.material)
    }
}

/// Takes the colliders of a shape out of the list of a body, in which they follow one another.
fn take_out(list: &mut Vec<u32>, colliders: &[u32]) {
    if let Some(first) = colliders.first()
        && let Some(place) = list.iter().position(|k| k == first)
    {
        list.drain(place..place + colliders.len());
    }
}
