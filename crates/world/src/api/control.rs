//! Telling bodies what to do: places, speeds, targets, impulses, surfaces.

use alloc::vec::Vec;
use glam::{DVec2, Vec2};

use crate::base::pose::{Pose, turn};
use crate::bodies::ball::BallRow;
use crate::bodies::body::BodyRow;
use crate::error::Error;
use crate::geometry::seams;
use crate::id::{BodyId, ShapeId};
use crate::limits;
use crate::model::body::BodyKind;
use crate::model::filter::Filter;
use crate::model::material::Material;
use crate::world::World;

impl World {
    /// Replaces the material of a shape.
    ///
    /// # Errors
    /// [`Error::UnknownShape`] if it was removed, [`Error::OutOfRange`] if the material is out of range.
    pub fn set_shape_material(&mut self, shape: ShapeId, material: Material) -> Result<(), Error> {
        material.check()?;
        self.shapes.get(shape).ok_or(Error::UnknownShape(shape))?;
        let index = self.intern(material);
        let row = &mut self.shapes[shape];
        row.material = material;
        for &k in &row.cores {
            self.colliders[k].material = index;
        }
        Ok(())
    }

    /// Gives a ball another surface.
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if it was removed, [`Error::WrongKind`] if it is no ball, [`Error::OutOfRange`] if the
    /// material is out of range.
    pub fn set_ball_material(&mut self, ball: BodyId, material: Material) -> Result<(), Error> {
        material.check()?;
        let row = self.ball_row(ball)?;
        self.balls.info[row].material = self.intern(material);
        (self.contacts.stale, self.contacts.unchanged) = (true, false);
        Ok(())
    }

    /// Overrides the combined coefficients of two materials, known by their `pair_id`s, instead of the rule of
    /// [`Material`]: the coefficients of `surface` (restitution with its falloff, both frictions, rolling
    /// resistance, scatter) count as they are. `None` goes back to the rule.
    ///
    /// ```
    /// use carom_world::{Config, Material, World};
    ///
    /// let (puck, ice) = (1, 2);
    /// let mut world = World::new(Config::default())?;
    /// world.set_material_pair(puck, ice, Some(Material::new(0.9, 0.02)))?;
    /// # Ok::<(), carom_world::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if a tag is 0 or the material is out of range.
    pub fn set_material_pair(&mut self, a: u32, b: u32, surface: Option<Material>) -> Result<(), Error> {
        if a == 0 || b == 0 {
            return Err(Error::OutOfRange { field: "tag", value: 0.0, allowed: "not 0, which is no tag" });
        }
        if let Some(surface) = &surface {
            surface.check()?;
        }
        let surface = surface.map(|surface| self.intern(surface));
        self.materials.set_pair([a, b], surface);
        (self.contacts.stale, self.contacts.unchanged) = (true, false);
        Ok(())
    }

    /// Lets a ball meet other things than before.
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if it was removed, [`Error::WrongKind`] if it is no ball.
    pub fn set_ball_filter(&mut self, ball: BodyId, filter: Filter) -> Result<(), Error> {
        let row = self.ball_row(ball)?;
        self.balls.info[row].filter = filter;
        self.pairs.stale = true;
        self.contacts.unchanged = false;
        Ok(())
    }

    /// Lets a shape meet other things than before.
    ///
    /// # Errors
    /// [`Error::UnknownShape`] if it was removed.
    pub fn set_shape_filter(&mut self, shape: ShapeId, filter: Filter) -> Result<(), Error> {
        let row = self.shapes.get(shape).ok_or(Error::UnknownShape(shape))?;
        let (body, cores, senses) = (row.body, row.cores.clone(), row.sense.is_some());
        let solid = self.solid_row(body)?;
        for &k in &cores {
            self.colliders[k].filter = filter;
        }
        if !senses {
            // Joints are between cores that meet the same.
            self.settle(solid, &cores);
        }
        self.pairs.stale = true;
        self.contacts.unchanged = false;
        Ok(())
    }

    /// Disables collision between two bodies, or enables it again, whatever their filters say. One of them is a ball,
    /// or it makes no difference. A body that is removed is forgotten.
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if one of them was removed.
    pub fn set_collision_exception(&mut self, a: BodyId, b: BodyId, apart: bool) -> Result<(), Error> {
        for body in [a, b] {
            self.bodies.get(body).ok_or(Error::UnknownBody(body))?;
        }
        let pair = [a.min(b), a.max(b)];
        match (self.balls.exceptions.binary_search(&pair), apart && a != b) {
            (Err(place), true) => self.balls.exceptions.insert(place, pair),
            (Ok(place), false) => _ = self.balls.exceptions.remove(place),
            _ => return Ok(()),
        }
        self.pairs.stale = true;
        self.contacts.unchanged = false;
        Ok(())
    }

    /// Teleports a ball or a body: nothing in between is hit. A ball
    /// that is put into something is pushed out gently.
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if it was removed, [`Error::OutOfRange`] if a coordinate is not finite or too
    /// large.
    pub fn teleport(&mut self, body: BodyId, position: Vec2) -> Result<(), Error> {
        limits::coordinate("position", position)?;
        let place = *self.bodies.get(body).ok_or(Error::UnknownBody(body))?;
        match place.kind {
            BodyKind::Ball => {
                self.balls.rows[place.row as usize].x = position.as_dvec2();
                self.contacts.passing.retain(|key| key.ball() != place.row);
                self.pairs.stale = true;
            }
            _ => {
                let angle = self.body_rows[place.row as usize].angle;
                self.place_solid(place.row, position.as_dvec2(), angle);
            }
        }
        Ok(())
    }

    /// Turns a body that carries shapes, without a path between. A hinge keeps its angle: that is its
    /// [coordinate](Self::set_joint_position).
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if it was removed, [`Error::WrongKind`] if it is a ball, [`Error::OutOfRange`]
    /// if the angle is not finite or too large.
    pub fn set_angle(&mut self, body: BodyId, angle: f32) -> Result<(), Error> {
        limits::angle("angle", angle)?;
        let row = self.solid_row(body)?;
        let origin = self.body_rows[row as usize].pose.origin;
        self.place_solid(row, origin, f64::from(angle));
        Ok(())
    }

    fn place_solid(&mut self, row: u32, origin: DVec2, angle: f64) {
        let solid = &mut self.body_rows[row as usize];
        self.pairs.stale = true;
        if let Some(g) = solid.joint {
            let guided = &mut self.joints[g as usize];
            let edge = Vec2::splat(limits::MAX_COORDINATE);
            let mut position = origin;
            if !guided.guide.is_hinge() {
                guided.guide.angle = angle as f32;
                position -= guided.guide.axis.as_dvec2() * guided.at;
            }
            guided.guide.position = position.as_vec2().clamp(-edge, edge);
            guided.place(solid);
            return;
        }
        let old = solid.pose;
        let new = Pose { origin, turn: turn(angle) };
        solid.pose = new;
        solid.angle = angle;
        solid.target = None;
        self.contacts
            .passing
            .retain(|key| key.other().as_core().is_none_or(|k| !solid.colliders.contains(&k)));
        if !solid.is_mover() {
            let cores = solid.colliders.clone();
            for &k in &cores {
                self.pairs.fixed.remove(k);
                let curve = self.colliders[k].curve.lifted(old).placed(new);
                self.colliders[k].curve = curve;
            }
            for k in self.body_rows[row as usize].sensors.clone() {
                let curve = self.colliders[k].curve.lifted(old).placed(new);
                self.colliders[k].curve = curve;
            }
            for (_, shape) in self.shapes.iter() {
                if shape.sense.is_some() && self.bodies[shape.body].row == row {
                    self.sensors.place(shape, &self.colliders);
                }
            }
            self.settle(row, &cores);
            let mut found = Vec::new();
            for &k in &cores {
                if let Some(strokes) = seams::cover(&self.colliders[k]) {
                    seams::join_fixed(&strokes, &mut self.colliders, &self.pairs.fixed, &mut found);
                }
            }
        }
        self.pairs.stale = true;
    }

    /// Sets the velocity of a ball or a kinematic body, length units per second. A kinematic body keeps
    /// it until told otherwise.
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if it was removed, [`Error::WrongKind`] if it is fixed, a held ball, or a hinge or slider
    /// ([`set_joint_position`](Self::set_joint_position) and [`set_motor`](Self::set_motor) move those), [`Error::OutOfRange`] if a
    /// number is not finite or too large.
    pub fn set_velocity(&mut self, body: BodyId, velocity: Vec2) -> Result<(), Error> {
        limits::velocity("velocity", velocity)?;
        match self.moving(body)? {
            Moved::Ball(row) => row.v = velocity.as_dvec2(),
            Moved::Solid(solid) => {
                solid.velocity = velocity.as_dvec2();
                solid.target = None;
            }
        }
        Ok(())
    }

    /// Sets the spin of a ball or a kinematic body, radians per second, counter-clockwise.
    ///
    /// # Errors
    /// As [`set_velocity`](Self::set_velocity).
    pub fn set_angular_velocity(&mut self, body: BodyId, spin: f32) -> Result<(), Error> {
        limits::spin("spin", spin)?;
        match self.moving(body)? {
            Moved::Ball(row) => row.w = f64::from(spin),
            Moved::Solid(solid) => {
                solid.spin = f64::from(spin);
                solid.target = None;
            }
        }
        Ok(())
    }

    fn moving(&mut self, body: BodyId) -> Result<Moved<'_>, Error> {
        let place = *self.bodies.get(body).ok_or(Error::UnknownBody(body))?;
        match place.kind {
            BodyKind::Ball => {
                let row = self.free_row(body)?;
                Ok(Moved::Ball(&mut self.balls.rows[row]))
            }
            BodyKind::Fixed | BodyKind::Hinge | BodyKind::Slider => {
                Err(Error::WrongKind { body, expected: "a ball or a kinematic body" })
            }
            BodyKind::Kinematic => Ok(Moved::Solid(&mut self.body_rows[place.row as usize])),
        }
    }

    /// Lets a kinematic body move to a place and an angle (radians) over the next step, steadily, and
    /// stop there. Balls in its way are struck at its speed.
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if it was removed, [`Error::WrongKind`] if it is not kinematic,
    /// [`Error::OutOfRange`] if a number is not finite or too large.
    pub fn move_kinematic(&mut self, body: BodyId, position: Vec2, angle: f32) -> Result<(), Error> {
        limits::coordinate("position", position)?;
        limits::angle("angle", angle)?;
        match self.moving(body)? {
            Moved::Ball(_) => Err(Error::WrongKind { body, expected: "a kinematic body" }),
            Moved::Solid(solid) => {
                solid.target = Some((position.as_dvec2(), f64::from(angle)));
                Ok(())
            }
        }
    }

    /// Changes a ball's velocity by an impulse on its centre, mass units times length units per second.
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if it was removed, [`Error::WrongKind`] if it is no ball or held,
    /// [`Error::OutOfRange`] if the impulse or the velocity that it would give is not finite or too large.
    pub fn apply_impulse(&mut self, ball: BodyId, impulse: Vec2) -> Result<(), Error> {
        let row = self.free_row(ball)?;
        let row = &mut self.balls.rows[row];
        let velocity = row.v + impulse.as_dvec2() * row.im;
        limits::velocity("velocity after impulse", velocity.as_vec2())?;
        row.v = velocity;
        Ok(())
    }
}

enum Moved<'a> {
    Ball(&'a mut BallRow),
    Solid(&'a mut BodyRow),
}
