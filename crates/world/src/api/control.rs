//! Control of bodies: positions, speeds, targets, surfaces.

use carom_broadphase::Stroke;
use glam::{DVec2, Vec2};
use smallvec::SmallVec;

use crate::api::periodic;
use crate::base::{Pose, turn};
use crate::bodies::Target;
use crate::error::Error;
use crate::geometry::seams;
use crate::id::{BodyId, ShapeId};
use crate::limits;
use crate::model::{BodyKind, Filter, Material};
use crate::recording::Call;
use crate::state::State;
use crate::world::{Change, World};

/// Placing, moving, surfaces and filters.
impl World {
    /// Replaces the material of a shape.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::{Body, Config, Material, Shape, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let table = world.add_body(Body::fixed())?;
    /// let belt = world.add_shape(table, Shape::segment(vec2(-1.0, 0.0), vec2(1.0, 0.0))?)?;
    /// world.set_shape_material(belt, Material { surface_speed: -2.0, ..Material::default() })?; // starts the belt
    /// assert_eq!(world.shape_material(belt).map(|material| material.surface_speed), Some(-2.0));
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// Balls that sleep wake: a belt carries along the balls on it.
    ///
    /// # Errors
    /// [`Error::UnknownShape`] if it was removed, [`Error::OutOfRange`] if the material is out of range.
    pub fn set_shape_material(&mut self, shape: ShapeId, material: Material) -> Result<(), Error> {
        self.record(|| Call::SetShapeMaterial(shape, material));
        material.check()?;
        self.state.shapes.get(shape).ok_or(Error::UnknownShape(shape))?;
        let index = self.intern(material);
        let row = &mut self.state.shapes[shape];
        row.material = material;
        for &k in &row.colliders {
            self.state.body_set.colliders[k].material = index;
        }
        self.changed(Change::Surface);
        Ok(())
    }

    /// Gives a ball another surface.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::Vec2;
    /// use carom::{Ball, Config, Material, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
    /// world.set_ball_material(ball, Material { restitution: 0.9, ..Material::default() })?;
    /// assert_eq!(world.ball(ball).map(|ball| ball.material.restitution), Some(0.9));
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if it was removed, [`Error::WrongKind`] if it is no ball, [`Error::OutOfRange`] if the
    /// material is out of range.
    pub fn set_ball_material(&mut self, ball: BodyId, material: Material) -> Result<(), Error> {
        self.record(|| Call::SetBallMaterial(ball, material));
        material.check()?;
        let row = self.ball_row(ball)?;
        self.state.balls.info[row].material = self.intern(material);
        self.changed(Change::Surface);
        Ok(())
    }

    /// Gives two materials, known by their `pair_id`s, coefficients of their own in place of the rule of [`Material`]:
    /// those of `surface` (restitution with its falloff, both frictions, rolling resistance, scatter). `None` goes
    /// back to the rule.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::{Config, Material, World};
    ///
    /// let (puck, ice) = (1, 2);
    /// let mut world = World::new(Config::default())?;
    /// world.set_material_pair(puck, ice, Some(Material::new(0.9, 0.02)))?;
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if a `pair_id` is 0 or the material is out of range.
    pub fn set_material_pair(&mut self, a: u32, b: u32, surface: Option<Material>) -> Result<(), Error> {
        self.record(|| Call::SetMaterialPair(a, b, surface));
        if a == 0 || b == 0 {
            let allowed = "from 1 on (0 belongs to materials that are in no pair)";
            return Err(Error::OutOfRange { field: "pair_id", value: 0.0, allowed });
        }
        if let Some(surface) = &surface {
            surface.check()?;
        }
        let surface = surface.map(|surface| self.intern(surface));
        self.state.materials.set_pair([a, b], surface);
        self.changed(Change::Surface);
        Ok(())
    }

    /// Changes the collision filter of a ball.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::Vec2;
    /// use carom::{Ball, Config, Filter, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
    /// world.set_ball_filter(ball, Filter::NONE)?; // meets nothing from now on
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if it was removed, [`Error::WrongKind`] if it is no ball.
    pub fn set_ball_filter(&mut self, ball: BodyId, filter: Filter) -> Result<(), Error> {
        self.record(|| Call::SetBallFilter(ball, filter));
        let row = self.ball_row(ball)?;
        let info = &mut self.state.balls.info[row];
        *info.off.as_mut().map_or(&mut info.filter, |off| &mut off.filter) = filter;
        self.state.placed.record(ball);
        self.changed(Change::Meeting);
        Ok(())
    }

    /// Changes the collision filter of a shape.
    ///
    /// # Errors
    /// [`Error::UnknownShape`] if it was removed.
    pub fn set_shape_filter(&mut self, shape: ShapeId, filter: Filter) -> Result<(), Error> {
        self.record(|| Call::SetShapeFilter(shape, filter));
        self.state.shapes.get_mut(shape).ok_or(Error::UnknownShape(shape))?.filter = filter;
        self.filter_again(shape);
        Ok(())
    }

    /// Disables collision between two bodies if `apart` is `true`, or enables it again, independent of their filters.
    /// Without a ball among the two it has no effect. The removal of a body ends its exceptions.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::{Ball, Config, World};
    ///
    /// let mut world = World::new(Config::weightless())?;
    /// let a = world.add_ball(Ball::new(vec2(0.0, 0.0), 0.1).velocity(vec2(60.0, 0.0)))?;
    /// let b = world.add_ball(Ball::new(vec2(0.5, 0.0), 0.1))?;
    /// world.set_collision_exception(a, b, true)?;
    /// assert!(world.step(1.0 / 60.0).impacts().is_empty()); // they pass through each other
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if one of them was removed, [`Error::WrongKind`] if they are the same.
    #[doc(alias("ignore_collision", "ignore pair"))]
    pub fn set_collision_exception(&mut self, a: BodyId, b: BodyId, apart: bool) -> Result<(), Error> {
        self.record(|| Call::SetCollisionException(a, b, apart));
        for body in [a, b] {
            self.state.bodies.get(body).ok_or(Error::UnknownBody(body))?;
        }
        if a == b {
            return Err(Error::WrongKind { body: b, expected: "different from the first body" });
        }
        let pair = [a.min(b), a.max(b)];
        match (self.state.balls.exceptions.binary_search(&pair), apart) {
            (Err(place), true) => self.state.balls.exceptions.insert(place, pair),
            (Ok(place), false) => _ = self.state.balls.exceptions.remove(place),
            _ => return Ok(()),
        }
        pair.into_iter().for_each(|body| self.join_again(body));
        self.state.placed.all = true;
        self.changed(Change::Meeting);
        Ok(())
    }

    /// Places a ball or a body elsewhere, length units: nothing in between is hit, and a ball keeps its velocity. A ball
    /// that is put into something is pushed out gently.
    ///
    /// A teleport to the present position of a ball or a body, in the digits of [`position`](Self::position),
    /// changes nothing: sleeping balls stay asleep. A ball that moves by a hundredth of its radius or less keeps
    /// the impulses of its contacts. A ball that moves further starts without load.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::{Vec2, vec2};
    /// use carom::{Ball, Config, World};
    ///
    /// let mut world = World::new(Config::weightless())?;
    /// let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1).velocity(vec2(1.0, 0.0)))?;
    /// world.teleport(ball, vec2(5.0, 5.0))?;
    /// assert_eq!(world.position(ball), Some(vec2(5.0, 5.0)));
    /// assert_eq!(world.velocity(ball), Some(vec2(1.0, 0.0))); // it keeps its velocity
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if it was removed, [`Error::OutOfRange`] if a coordinate is not finite or too
    /// large.
    #[doc(alias("set_position", "set_translation", "SetTransform"))]
    pub fn teleport(&mut self, body: BodyId, position: Vec2) -> Result<(), Error> {
        self.record(|| Call::Teleport(body, position));
        limits::coordinate("position", position)?;
        let place = *self.state.bodies.get(body).ok_or(Error::UnknownBody(body))?;
        match place.kind {
            BodyKind::Ball => {
                let at = self.torus().place(position.as_dvec2());
                let row = &mut self.state.balls.rows[place.row as usize];
                if row.x.as_vec2() != at.as_vec2() {
                    let from = core::mem::replace(&mut row.x, at);
                    self.teleports.note(body);
                    self.changed(Change::Place);
                    self.leave(place.row as usize, from);
                }
            }
            _ => {
                let body = &mut self.state.body_set.rows[place.row as usize];
                if body.pose.origin.as_vec2() == position {
                    body.target = None;
                } else {
                    let angle = body.angle;
                    self.place_body(place.row, position.as_dvec2(), angle);
                }
            }
        }
        Ok(())
    }

    /// Turns a body that carries shapes to an angle, radians, `-1e6..=1e6`, without a path between. A hinge keeps its
    /// angle, which is its [coordinate](Self::set_joint_position).
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::{Body, Config, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let gate = world.add_body(Body::fixed())?;
    /// world.set_angle(gate, 0.5)?;
    /// assert_eq!(world.angle(gate), Some(0.5));
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if it was removed, [`Error::WrongKind`] if it is a ball, [`Error::OutOfRange`]
    /// if the angle is out of its range. [`Error::Periodic`] if the body has shapes in the box of
    /// [`Config::periodic`](crate::Config::periodic).
    pub fn set_angle(&mut self, body: BodyId, angle: f32) -> Result<(), Error> {
        self.record(|| Call::SetAngle(body, angle));
        limits::angle("angle", angle)?;
        let row = self.body_row(body)?;
        let body = &mut self.state.body_set.rows[row as usize];
        if body.angle as f32 == angle {
            body.target = None;
        } else {
            let has_shapes = !body.colliders.is_empty() || !body.sensors.is_empty();
            let origin = body.pose.origin;
            periodic::check_turn(&self.torus(), has_shapes)?;
            self.place_body(row, origin, f64::from(angle));
        }
        Ok(())
    }

    /// Forgets who passes the one-sided colliders of a body that is placed elsewhere.
    pub(crate) fn forget_passes(&mut self, row: u32) {
        let State { contacts, body_set, .. } = &mut self.state;
        let colliders = &body_set.rows[row as usize].colliders;
        contacts.passing.retain(|key| key.other().as_collider().is_none_or(|k| !colliders.contains(&k)));
    }

    fn place_body(&mut self, row: u32, origin: DVec2, angle: f64) {
        self.changed(Change::Place);
        self.state.placed.all = true;
        self.forget_passes(row);
        let body = &mut self.state.body_set.rows[row as usize];
        self.teleports.note(body.id);
        if let Some(g) = body.joint {
            let joint = &mut self.state.body_set.joints[g as usize];
            let edge = Vec2::splat(limits::MAX_COORDINATE);
            let mut position = origin;
            if !joint.settings.is_hinge() {
                joint.settings.angle = angle as f32;
                position -= joint.settings.axis().as_dvec2() * joint.at;
            }
            joint.settings.position = position.as_vec2().clamp(-edge, edge);
            joint.place(body);
            return;
        }
        let old = body.pose;
        let new = Pose { origin, turn: turn(angle) };
        body.pose = new;
        body.angle = angle;
        body.target = None;
        if !body.is_mover() {
            let colliders = body.colliders.clone();
            let mut left = SmallVec::<[Stroke; 4]>::new();
            for &k in colliders.iter() {
                left.extend(seams::cover(&self.state.body_set.colliders[k]).into_iter().flatten());
                self.cache.pairs.fixed.remove(k);
            }
            let sensors = body.sensors.clone();
            for &k in colliders.iter().chain(sensors.iter()) {
                let collider = &mut self.state.body_set.colliders[k];
                collider.curve = collider.curve.lifted(old).placed(new);
            }
            for (_, shape) in self.state.shapes.iter() {
                if shape.sense.is_some() && self.state.bodies[shape.body].row == row {
                    self.state.sensors.place(shape, &self.state.body_set.colliders);
                }
            }
            self.settle(row, &colliders);
            // The colliders at its old place have ends of their own again.
            self.join_fixed(&left);
        }
        self.changed(Change::Place);
    }

    /// Sets the velocity of a ball or a kinematic body, length units per second. A kinematic body keeps
    /// it until it is set otherwise. A velocity that was [read](Self::velocity) changes nothing.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::{Vec2, vec2};
    /// use carom::{Ball, Config, World};
    ///
    /// let mut world = World::new(Config::weightless())?;
    /// let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
    /// world.set_velocity(ball, vec2(3.0, 0.0))?;
    /// world.step(1.0 / 60.0);
    /// assert!(world.position(ball).is_some_and(|at| (at.x - 0.05).abs() < 1e-6));
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if it was removed, [`Error::WrongKind`] if it is fixed, a held ball, a hinge or a slider,
    /// [`Error::OutOfRange`] if a coordinate is not finite or beyond 1e8 either way.
    /// [`set_joint_position`](Self::set_joint_position) and [`set_motor`](Self::set_motor) move hinges and sliders.
    #[doc(alias("set_linvel", "SetLinearVelocity"))]
    pub fn set_velocity(&mut self, body: BodyId, velocity: Vec2) -> Result<(), Error> {
        self.record(|| Call::SetVelocity(body, velocity));
        limits::velocity("velocity", velocity)?;
        let known = self.velocity(body) == Some(velocity);
        let (own, _) = self.motion_mut(body, known)?;
        if !known {
            *own = velocity.as_dvec2();
        }
        Ok(())
    }

    /// Sets the spin of a ball or a kinematic body, radians per second, counter-clockwise, up to 1e8 either way.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::Vec2;
    /// use carom::{Ball, Config, World};
    ///
    /// let mut world = World::new(Config::weightless())?;
    /// let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
    /// world.set_angular_velocity(ball, 6.0)?; // radians per second
    /// world.step(1.0 / 60.0);
    /// assert!(world.angle(ball).is_some_and(|angle| (angle - 0.1).abs() < 1e-6));
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`set_velocity`](Self::set_velocity).
    #[doc(alias("set_angvel", "spin"))]
    pub fn set_angular_velocity(&mut self, body: BodyId, spin: f32) -> Result<(), Error> {
        self.record(|| Call::SetAngularVelocity(body, spin));
        limits::spin("spin", spin)?;
        let known = self.angular_velocity(body) == Some(spin);
        let (_, own) = self.motion_mut(body, known)?;
        if !known {
            *own = f64::from(spin);
        }
        Ok(())
    }

    /// Velocity and spin of a ball, which wakes unless it `stays` as it is, or of a kinematic body, which moves to no
    /// target from now on.
    fn motion_mut(&mut self, body: BodyId, stays: bool) -> Result<(&mut DVec2, &mut f64), Error> {
        let place = *self.state.bodies.get(body).ok_or(Error::UnknownBody(body))?;
        match place.kind {
            BodyKind::Ball => {
                let row = self.free_row(body)?;
                if !stays {
                    self.state.wake(row);
                }
                let row = &mut self.state.balls.rows[row];
                Ok((&mut row.v, &mut row.w))
            }
            BodyKind::Fixed | BodyKind::Hinge | BodyKind::Slider => {
                let expected =
                    "a ball or a kinematic body (set_joint_position and set_motor move hinges and sliders)";
                Err(Error::WrongKind { body, expected })
            }
            BodyKind::Kinematic => {
                let row = &mut self.state.body_set.rows[place.row as usize];
                row.target = None;
                Ok((&mut row.velocity, &mut row.spin))
            }
        }
    }

    /// Moves a kinematic body to a place (length units) and an angle (radians) over the next step, steadily; it stops
    /// there. Balls in its way are struck at its speed. The body turns the short way round, by half a turn at most:
    /// angles that differ by full turns mean the same. [`move_kinematic_turning`](Self::move_kinematic_turning) turns
    /// it further.
    ///
    /// A game that takes several steps a frame calls this before each of them, or
    /// [`move_kinematic_over`](Self::move_kinematic_over) once. Otherwise the body goes the whole way in the first
    /// step, many times as fast as meant.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::{Body, Config, Shape, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let paddle = world.add_body(Body::kinematic())?;
    /// world.add_shape(paddle, Shape::capsule(vec2(-0.2, 0.0), vec2(0.2, 0.0), 0.05)?)?;
    /// for frame in 1..=60 {
    ///     // Before each step, where the paddle is to be after it. Balls in between are hit.
    ///     world.move_kinematic(paddle, vec2(0.01 * frame as f32, 0.0), 0.0)?;
    ///     world.step(1.0 / 60.0);
    /// }
    /// assert!(world.position(paddle).is_some_and(|at| (at.x - 0.6).abs() < 1e-4));
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if it was removed, [`Error::WrongKind`] if it is not kinematic,
    /// [`Error::OutOfRange`] if a number is not finite or too large.
    #[doc(alias("set_next_kinematic_position", "set_next_kinematic_translation"))]
    pub fn move_kinematic(&mut self, body: BodyId, position: Vec2, angle: f32) -> Result<(), Error> {
        self.move_kinematic_over(body, position, angle, 0.0)
    }

    /// Moves a kinematic body to a place and an angle (radians) within `seconds`, `0..=1e6`, steadily, over as many
    /// steps as that takes; it stops there. A time shorter than a step counts as one step. The body turns the short
    /// way round, as by [`move_kinematic`](Self::move_kinematic).
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::{Body, Config, World};
    /// use carom::glam::{Vec2, vec2};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let paddle = world.add_body(Body::kinematic())?;
    /// // A frame of 1/60 s in four steps: the paddle moves at the same speed in each.
    /// world.move_kinematic_over(paddle, vec2(0.2, 0.0), 0.0, 1.0 / 60.0)?;
    /// for _ in 0..4 {
    ///     world.step(1.0 / 240.0);
    ///     assert!(world.position(paddle).is_some_and(|p| p.x < 0.2001));
    /// }
    /// assert_eq!(world.position(paddle), Some(vec2(0.2, 0.0)));
    /// assert_eq!(world.velocity(paddle), Some(Vec2::ZERO));
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`move_kinematic`](Self::move_kinematic), and [`Error::OutOfRange`] if `seconds` is outside `0..=1e6`.
    pub fn move_kinematic_over(
        &mut self,
        body: BodyId,
        position: Vec2,
        angle: f32,
        seconds: f32,
    ) -> Result<(), Error> {
        self.record(|| Call::MoveKinematicOver(body, position, angle, seconds));
        limits::angle("angle", angle)?;
        self.aim(body, position, seconds, |now| nearest(f64::from(angle), now))
    }

    /// Moves a kinematic body to a place within `seconds`, `0..=1e6`, as
    /// [`move_kinematic_over`](Self::move_kinematic_over) does, and turns it by `turn` radians from its present angle:
    /// counter-clockwise if positive, by any number of turns. With 0 seconds the next step does all of it.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::Vec2;
    /// use carom::{Body, Config, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let vane = world.add_body(Body::kinematic())?;
    /// let two_turns = -2.0 * core::f32::consts::TAU; // clockwise
    /// world.move_kinematic_turning(vane, Vec2::ZERO, two_turns, 1.0)?;
    /// for _ in 0..60 {
    ///     world.step(1.0 / 60.0);
    /// }
    /// assert!(world.angle(vane).is_some_and(|angle| (angle - two_turns).abs() < 1e-4));
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`move_kinematic_over`](Self::move_kinematic_over), and [`Error::OutOfRange`] if `turn` is outside
    /// `-1e6..=1e6`.
    pub fn move_kinematic_turning(
        &mut self,
        body: BodyId,
        position: Vec2,
        turn: f32,
        seconds: f32,
    ) -> Result<(), Error> {
        self.record(|| Call::MoveKinematicTurning(body, position, turn, seconds));
        limits::angle("turn", turn)?;
        self.aim(body, position, seconds, |now| now + f64::from(turn))
    }

    /// Gives a kinematic body a target, at an angle that depends on the one that it has.
    fn aim(
        &mut self,
        body: BodyId,
        position: Vec2,
        seconds: f32,
        angle: impl FnOnce(f64) -> f64,
    ) -> Result<(), Error> {
        limits::coordinate("position", position)?;
        limits::within("seconds", seconds, 0.0..=limits::MAX_MOVE_SECONDS, "between 0 and 1e6")?;
        let place = *self.state.bodies.get(body).ok_or(Error::UnknownBody(body))?;
        if place.kind != BodyKind::Kinematic {
            return Err(Error::WrongKind { body, expected: "a kinematic body" });
        }
        let row = &mut self.state.body_set.rows[place.row as usize];
        let (origin, angle) = (position.as_dvec2(), angle(row.angle));
        row.target = Some(Target { origin, angle, seconds: f64::from(seconds) });
        Ok(())
    }
}

/// Of the angles that look like `angle`, the one nearest to `now`, radians. An angle half a turn away in single
/// precision stays on the given side.
fn nearest(angle: f64, now: f64) -> f64 {
    let half = f64::from(core::f32::consts::PI);
    if (angle - now).abs() <= half {
        angle
    } else {
        now + libm::remainder(angle - now, core::f64::consts::TAU)
    }
}
