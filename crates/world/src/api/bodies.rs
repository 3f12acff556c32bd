//! Balls and bodies: adding, removing and reading them.

use alloc::vec::Vec;
use glam::Vec2;

use crate::api::periodic;
use crate::bodies::{BallRow, BodyRow};
use crate::error::Error;
use crate::id::BodyId;
use crate::limits::readable_angle;
use crate::model::{Ball, Body, BodyKind, BodyType, ShapeRow};
use crate::recording::Call;
use crate::state::Place;
use crate::world::{Change, World};

/// Adding, removing and reading balls and bodies.
impl World {
    /// Adds a ball.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::{Ball, Config, Material, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let rubber = Material { restitution: 0.8, ..Material::default() };
    /// let ball = Ball::new(vec2(0.0, 2.0), 0.1).mass(0.5).velocity(vec2(1.0, 0.0)).material(rubber);
    /// let id = world.add_ball(ball)?;
    /// assert_eq!(world.ball_count(), 1);
    /// assert_eq!(world.position(id), Some(vec2(0.0, 2.0)));
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if a field is not finite or out of its range, or the ball too large for the box of
    /// [`Config::periodic`](crate::Config::periodic).
    pub fn add_ball(&mut self, ball: Ball) -> Result<BodyId, Error> {
        self.record(|| Call::AddBall(ball));
        ball.check()?;
        let torus = self.torus();
        periodic::check_radius(&torus, ball.radius)?;
        let material = self.intern(ball.material);
        let row = self.state.balls.rows.len() as u32;
        let id = self.state.bodies.insert(Place { kind: BodyKind::Ball, row });
        let (mut ball_row, info) = BallRow::new(&ball, id, material);
        ball_row.x = torus.place(ball_row.x);
        self.state.balls.push(ball_row, info);
        self.state.balls.set_roll(row as usize, ball.rolling_velocity.as_dvec2());
        self.state.placed.record(id);
        self.changed(Change::NewBall);
        Ok(id)
    }

    /// Adds a body that carries shapes.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::{Body, Config, Shape, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let walls = world.add_body(Body::fixed())?;
    /// world.add_shape(walls, Shape::segment(vec2(-1.0, 0.0), vec2(1.0, 0.0))?)?;
    /// let paddle = world.add_body(Body::kinematic().position(vec2(0.0, 0.5)))?;
    /// world.add_shape(paddle, Shape::capsule(vec2(-0.2, 0.0), vec2(0.2, 0.0), 0.05)?)?; // in the paddle's frame
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if a field is not finite or out of its range.
    pub fn add_body(&mut self, body: Body) -> Result<BodyId, Error> {
        self.record(|| Call::AddBody(body));
        body.check()?;
        let row = self.state.body_set.rows.len() as u32;
        let id = self.state.bodies.insert(Place { kind: body.kind.into(), row });
        let mut new = BodyRow::new(id, body.kind.into(), body.position.as_dvec2(), f64::from(body.angle));
        if new.is_mover() {
            (new.velocity, new.spin) = (body.velocity.as_dvec2(), f64::from(body.angular_velocity));
        }
        new.user_data = body.user_data;
        self.state.body_set.rows.push(new);
        self.changed(Change::Place);
        Ok(id)
    }

    /// Removes a body, with its shapes and links if it has any. Its contacts and its stays in sensors end: the
    /// events of the next step report them ([`Events::contacts_ended`](crate::Events::contacts_ended),
    /// [`Events::sensor_exited`](crate::Events::sensor_exited)), like all other ends.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::Vec2;
    /// use carom::{Ball, Config, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
    /// world.remove_body(ball)?;
    /// assert_eq!(world.ball_count(), 0);
    /// assert!(world.remove_body(ball).is_err()); // it is gone
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if it was removed before.
    #[doc(alias("remove_ball", "despawn"))]
    pub fn remove_body(&mut self, body: BodyId) -> Result<(), Error> {
        self.record(|| Call::RemoveBody(body));
        let place = *self.state.bodies.get(body).ok_or(Error::UnknownBody(body))?;
        self.changed(Change::Place);
        if place.kind == BodyKind::Ball {
            let last = self.state.balls.rows.len() as u32 - 1;
            self.end_touches(|key| key.names(place.row));
            self.state.contacts.forget_ball(place.row, last);
            self.state.sleep.forget_ball(place.row as usize, self.state.balls.rows.len());
            self.state.watch.forget(place.row, self.state.balls.rows.len());
            self.state.touching.forget_ball(place.row, last);
            self.end_stays(|key| key.names(place.row));
            self.state.sensors.forget_ball(place.row, last);
            self.state.balls.swap_remove(place.row as usize);
            if let Some(moved) = self.state.balls.info.get(place.row as usize) {
                let id = moved.id;
                self.state.bodies[id].row = place.row;
            }
        } else {
            let colliders = core::mem::take(&mut self.state.body_set.rows[place.row as usize].colliders);
            self.lift(place.row, &colliders);
            let sensing = |row: &ShapeRow| row.body == body && row.sense.is_some();
            let sensors = self.state.shapes.iter().filter(|(_, row)| sensing(row));
            for colliders in sensors.map(|(_, row)| row.colliders.clone()).collect::<Vec<_>>() {
                self.lift_sensor(&colliders);
            }
            self.state.shapes.retain(|_, row| row.body != body);
            self.state.filled.retain(|shape| self.state.shapes.get(*shape).is_some());
            // While the rows of all bodies still hold.
            if let Some(g) = self.state.body_set.rows[place.row as usize].joint {
                self.remove_joint(g);
            }
            self.state.body_set.rows.swap_remove(place.row as usize);
            if let Some(moved) = self.state.body_set.rows.get(place.row as usize) {
                self.state.bodies[moved.id].row = place.row;
                for &k in moved.colliders.iter().chain(moved.sensors.iter()) {
                    self.state.body_set.colliders[k].body_row = place.row;
                }
                if let Some(g) = moved.joint {
                    self.state.body_set.joints[g as usize].body = place.row;
                }
            }
        }
        let excepted = self.state.balls.exceptions.extract_if(.., |pair| pair.contains(&body));
        let others: Vec<_> = excepted.flatten().filter(|&other| other != body).collect();
        others.into_iter().for_each(|other| self.join_again(other));
        self.state.links.all.retain(|_, link| !link.names(body));
        self.state.bodies.remove(body);
        self.teleports.forget(body);
        Ok(())
    }

    /// Whether a ball or a body is in the world: it was added and not removed.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::Vec2;
    /// use carom::{Ball, Config, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
    /// assert!(world.contains(ball));
    /// world.remove_body(ball)?;
    /// assert!(!world.contains(ball));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    #[doc(alias("is_alive", "exists"))]
    pub fn contains(&self, body: BodyId) -> bool {
        self.state.bodies.contains_key(body)
    }

    /// The kind of this body; `None` if it was removed.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::Vec2;
    /// use carom::{Ball, BodyKind, Config, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let id = world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
    /// assert_eq!(world.kind(id), Some(BodyKind::Ball));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn kind(&self, body: BodyId) -> Option<BodyKind> {
        self.state.bodies.get(body).map(|place| place.kind)
    }

    /// A ball as it is now; `None` if it was removed or is no ball.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::Vec2;
    /// use carom::{Ball, Config, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let id = world.add_ball(Ball::new(Vec2::ZERO, 0.1).user_data(7))?;
    /// let ball = world.ball(id).expect("it was just added");
    /// assert_eq!((ball.radius, ball.user_data), (0.1, 7));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn ball(&self, ball: BodyId) -> Option<Ball> {
        self.ball_row(ball).ok().map(|row| self.describe(row))
    }

    fn describe(&self, row: usize) -> Ball {
        let roll = self.state.balls.roll(row).as_vec2();
        let (row, info) = (&self.state.balls.rows[row], &self.state.balls.info[row]);
        Ball {
            position: row.x.as_vec2(),
            velocity: row.v.as_vec2(),
            angle: readable_angle(row.angle),
            angular_velocity: row.w as f32,
            rolling_velocity: roll,
            is_sphere: info.rolls,
            radius: row.r as f32,
            mass: info.mass,
            inertia_factor: info.inertia_factor,
            gravity_scale: info.gravity_scale,
            drag: info.drag,
            max_speed: info.max_speed,
            material: *self.state.materials.get(info.material),
            filter: info.own_filter(),
            user_data: info.user_data,
        }
    }

    /// A body that carries shapes, as it is now; `None` if it was removed or is a ball.
    #[must_use]
    pub fn body(&self, body: BodyId) -> Option<Body> {
        let body = &self.state.body_set.rows[self.body_row(body).ok()? as usize];
        Some(Body {
            kind: if body.is_mover() { BodyType::Kinematic } else { BodyType::Fixed },
            position: body.pose.origin.as_vec2(),
            angle: readable_angle(body.angle),
            velocity: body.velocity.as_vec2(),
            angular_velocity: body.spin as f32,
            user_data: body.user_data,
        })
    }

    /// All balls, in the order of their rows.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::{Ball, Config, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// for n in 0..3 {
    ///     world.add_ball(Ball::new(vec2(n as f32, 0.0), 0.1))?;
    /// }
    /// for (id, ball) in world.balls() {
    ///     // draw_circle(ball.position, ball.radius);
    ///     assert_eq!(world.position(id), Some(ball.position));
    /// }
    /// assert_eq!(world.balls().len(), 3);
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn balls(&self) -> impl ExactSizeIterator<Item = (BodyId, Ball)> + '_ {
        (0..self.state.balls.rows.len()).map(|row| (self.state.balls.info[row].id, self.describe(row)))
    }

    /// All bodies that carry shapes, in the order of their rows.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::Vec2;
    /// use carom::{Ball, Body, Config, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let wall = world.add_body(Body::fixed())?;
    /// world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
    /// // Balls are not among them.
    /// assert_eq!(world.bodies().map(|(id, _)| id).collect::<Vec<_>>(), [wall]);
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn bodies(&self) -> impl Iterator<Item = (BodyId, Body)> + '_ {
        self.state.body_set.rows.iter().filter_map(|body| Some((body.id, self.body(body.id)?)))
    }

    /// Number of balls.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::Vec2;
    /// use carom::{Ball, Config, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// assert_eq!(world.ball_count(), 0);
    /// world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
    /// assert_eq!(world.ball_count(), 1);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn ball_count(&self) -> usize {
        self.state.balls.rows.len()
    }

    /// Place of a ball's centre or a body's origin, length units; `None` if it was removed.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::{Ball, Config, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let ball = world.add_ball(Ball::new(vec2(1.0, 2.0), 0.1))?;
    /// assert_eq!(world.position(ball), Some(vec2(1.0, 2.0)));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn position(&self, body: BodyId) -> Option<Vec2> {
        self.motion(body).map(|motion| motion.position)
    }

    /// Turn of a ball or a body, radians, counter-clockwise, not reduced to one turn; `None` if it was removed.
    #[must_use]
    pub fn angle(&self, body: BodyId) -> Option<f32> {
        self.motion(body).map(|motion| motion.angle)
    }

    /// Velocity of a ball or a body's origin, length units per second; `None` if it was removed.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::Vec2;
    /// use carom::{Ball, Config, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
    /// world.step(0.5);
    /// assert!(world.velocity(ball).is_some_and(|v| (v.y + 0.5 * 9.81).abs() < 1e-4));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn velocity(&self, body: BodyId) -> Option<Vec2> {
        self.motion(body).map(|motion| motion.velocity)
    }

    /// Spin of a ball or a body, radians per second; `None` if it was removed.
    #[must_use]
    pub fn angular_velocity(&self, body: BodyId) -> Option<f32> {
        self.motion(body).map(|motion| motion.angular_velocity)
    }
}
