//! Changing a ball that is in the world: size, mass, pull, or all of it.

use glam::DVec2;

use crate::api::periodic;
use crate::bodies::{BallInfo, BallRow};
use crate::contacts::constants::SAME_PLACE;
use crate::error::Error;
use crate::id::BodyId;
use crate::limits::{self, readable_angle, within};
use crate::model::Ball;
use crate::recording::Call;
use crate::state::State;
use crate::world::{Change, World};

/// Changing balls.
impl World {
    /// Gives a ball another description: position, velocity, size, mass, material, filter and the rest. Its id, its
    /// links and its collision exceptions stay, and a ball that is [held](Self::hold) stays held, at rest.
    ///
    /// A ball that overlaps something afterwards, because it has grown or was moved, is pushed out gently. A
    /// description that was [read](Self::ball) changes nothing; a place that is set is taken as by
    /// [`teleport`](Self::teleport).
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::{Ball, Config, World};
    /// use carom::glam::Vec2;
    ///
    /// let mut world = World::new(Config::default())?;
    /// let id = world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
    /// if let Some(ball) = world.ball(id) {
    ///     world.set_ball(id, Ball { radius: 0.2, ..ball.mass(3.0) })?;
    /// }
    /// assert_eq!(world.ball(id).map(|ball| ball.radius), Some(0.2));
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if it was removed, [`Error::WrongKind`] if it is no ball, [`Error::OutOfRange`] as
    /// [`add_ball`](Self::add_ball).
    pub fn set_ball(&mut self, id: BodyId, ball: Ball) -> Result<(), Error> {
        self.record(|| Call::SetBall(id, ball));
        let at = self.ball_row(id)?;
        ball.check()?;
        let torus = self.torus();
        periodic::check_radius(&torus, ball.radius)?;
        let known = self.ball(id);
        if known == Some(ball) {
            return Ok(());
        }
        let same = known.is_some_and(|known| known.material == ball.material);
        let material = if same { self.state.balls.info[at].material } else { self.intern(ball.material) };
        let (mut row, mut info) = BallRow::new(&ball, id, material);
        let old = &self.state.balls.info[at];
        info.held = old.is_held();
        if old.off.is_some() {
            info.turn_off();
        }
        if info.held {
            row.stop();
            row.weigh(&info);
        }
        let old = &self.state.balls.rows[at];
        let (from, weighs) = (old.x, row.im != old.im);
        if ball.position == from.as_vec2() {
            // A place that was read is not set to fewer digits.
            row.x = from;
        }
        row.x = torus.place(row.x);
        if row.x != from || ball.angle != readable_angle(old.angle) {
            self.teleports.note(id);
        }
        self.state.balls.rows[at] = row;
        self.state.balls.describe(at, info);
        let roll = if info.held { DVec2::ZERO } else { ball.rolling_velocity.as_dvec2() };
        self.state.balls.set_roll(at, roll);
        self.changed(Change::Ball);
        self.leave(at, from);
        if weighs {
            self.state.contacts.forget_impulses(at as u32);
        }
        Ok(())
    }

    /// Changes a ball's mass, mass units, `1e-12..=1e12`; its moment of inertia changes with it. Its velocity stays.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::Vec2;
    /// use carom::{Ball, Config, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1).mass(1.0))?;
    /// world.set_mass(ball, 5.0)?;
    /// assert_eq!(world.ball(ball).map(|ball| ball.mass), Some(5.0));
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if it was removed, [`Error::WrongKind`] if it is no ball, [`Error::OutOfRange`] if the
    /// mass is out of its range.
    pub fn set_mass(&mut self, ball: BodyId, mass: f32) -> Result<(), Error> {
        self.record(|| Call::SetMass(ball, mass));
        limits::mass("ball.mass", mass)?;
        let at = self.ball_row(ball)?;
        self.state.balls.info[at].mass = mass;
        self.weigh_again(at);
        // The impulses of contacts belonged to the old mass.
        self.state.contacts.forget_impulses(at as u32);
        Ok(())
    }

    /// Changes a ball's radius, length units, `1e-6..=1e6`. Its mass stays: give it another by
    /// [`set_mass`](Self::set_mass) if it is to grow heavier. A ball that overlaps something afterwards is pushed out
    /// gently.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::Vec2;
    /// use carom::{Ball, Config, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let fruit = world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
    /// world.set_radius(fruit, 0.15)?; // it grows; its id stays
    /// assert_eq!(world.ball(fruit).map(|ball| ball.radius), Some(0.15));
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if it was removed, [`Error::WrongKind`] if it is no ball, [`Error::OutOfRange`] if the
    /// radius is out of its range.
    pub fn set_radius(&mut self, ball: BodyId, radius: f32) -> Result<(), Error> {
        self.record(|| Call::SetRadius(ball, radius));
        limits::radius("ball.radius", radius)?;
        periodic::check_radius(&self.torus(), radius)?;
        let at = self.ball_row(ball)?;
        self.state.balls.rows[at].r = f64::from(radius);
        self.end_passes(at);
        self.weigh_again(at);
        Ok(())
    }

    /// Changes how strongly gravity pulls a ball, `-1000..=1000`, no unit; 1 is ordinary, 0 floats.
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if it was removed, [`Error::WrongKind`] if it is no ball, [`Error::OutOfRange`] if the
    /// scale is out of its range.
    pub fn set_gravity_scale(&mut self, ball: BodyId, scale: f32) -> Result<(), Error> {
        self.record(|| Call::SetGravityScale(ball, scale));
        within("ball.gravity_scale", scale, -1000.0..=1000.0, "between -1000 and 1000")?;
        let at = self.ball_row(ball)?;
        self.state.balls.info[at].gravity_scale = scale;
        self.weigh_again(at);
        Ok(())
    }

    /// Changes how quickly a ball's speed fades, per second, `0..=1e6`: after `t` seconds `e^(-drag t)` of it is left.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::{Vec2, vec2};
    /// use carom::{Ball, Config, World};
    ///
    /// let mut world = World::new(Config::weightless())?;
    /// let puck = world.add_ball(Ball::new(Vec2::ZERO, 0.1).velocity(vec2(2.0, 0.0)))?;
    /// world.set_drag(puck, 0.5)?;
    /// for _ in 0..120 {
    ///     world.step(1.0 / 60.0);
    /// }
    /// let speed = world.velocity(puck).unwrap_or_default().x;
    /// assert!((speed - 2.0 * (-0.5_f32 * 2.0).exp()).abs() < 1e-5);
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if it was removed, [`Error::WrongKind`] if it is no ball, [`Error::OutOfRange`] if the
    /// drag is out of its range.
    #[doc(alias("linear_damping", "damping", "frictionAir"))]
    pub fn set_drag(&mut self, ball: BodyId, drag: f32) -> Result<(), Error> {
        self.record(|| Call::SetDrag(ball, drag));
        limits::drag("ball.drag", drag)?;
        let at = self.ball_row(ball)?;
        let info = BallInfo { drag, ..self.state.balls.info[at] };
        self.state.balls.describe(at, info);
        Ok(())
    }

    /// Changes the speed above which a ball does not fly, length units per second, at least 1e-6; infinite for none. A
    /// faster ball is slowed down at the start of the next substep and at the end of the step.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::{Vec2, vec2};
    /// use carom::{Ball, Config, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let leaf = world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
    /// world.set_max_speed(leaf, 3.0)?;
    /// for _ in 0..60 {
    ///     world.step(1.0 / 60.0);
    /// }
    /// assert_eq!(world.velocity(leaf), Some(vec2(0.0, -3.0)));
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if it was removed, [`Error::WrongKind`] if it is no ball, [`Error::OutOfRange`] if the
    /// speed is out of its range.
    #[doc(alias("speed limit", "terminal velocity"))]
    pub fn set_max_speed(&mut self, ball: BodyId, speed: f32) -> Result<(), Error> {
        self.record(|| Call::SetMaxSpeed(ball, speed));
        limits::max_speed("ball.max_speed", speed)?;
        let at = self.ball_row(ball)?;
        let info = BallInfo { max_speed: speed, ..self.state.balls.info[at] };
        self.state.balls.describe(at, info);
        Ok(())
    }

    /// Changes the number that a game keeps with a ball or a body that carries shapes.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::Vec2;
    /// use carom::{Ball, Config, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
    /// world.set_user_data(ball, 3)?;
    /// assert_eq!(world.ball(ball).map(|ball| ball.user_data), Some(3));
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if it was removed.
    pub fn set_user_data(&mut self, body: BodyId, user_data: u64) -> Result<(), Error> {
        self.record(|| Call::SetUserData(body, user_data));
        if let Ok(row) = self.ball_row(body) {
            self.state.balls.info[row].user_data = user_data;
            return Ok(());
        }
        let row = self.body_row(body)? as usize;
        self.state.body_set.rows[row].user_data = user_data;
        if let Some(g) = self.state.body_set.rows[row].joint {
            self.state.body_set.joints[g as usize].settings.user_data = user_data;
        }
        Ok(())
    }

    /// Ends passes and contact impulses of a ball that has moved away from a place. A ball that is still there
    /// keeps both.
    pub(crate) fn leave(&mut self, at: usize, from: DVec2) {
        self.state.placed.record(self.state.balls.info[at].id);
        let row = &self.state.balls.rows[at];
        if (row.x - from).length() <= SAME_PLACE * row.r {
            self.end_passes(at);
            return;
        }
        self.state.contacts.passing.retain(|key| key.ball() != at as u32);
        self.state.contacts.forget_impulses(at as u32);
    }

    /// Ends the passing of colliders that a ball of another size no longer touches: no other code checks these.
    fn end_passes(&mut self, at: usize) {
        let State { balls, body_set, contacts, .. } = &mut self.state;
        let row = &balls.rows[at];
        contacts.passing.retain(|key| {
            let collider = key.other().as_collider().filter(|_| key.ball() == at as u32);
            collider.is_none_or(|k| {
                let collider = &body_set.colliders[k];
                let place = body_set.body_of(collider).frame().to_local(row.x);
                collider.distance(place).0 - collider.radius <= row.r
            })
        });
    }

    /// Computes the values that follow from a ball's description again.
    fn weigh_again(&mut self, at: usize) {
        let (row, info) = (&mut self.state.balls.rows[at], &self.state.balls.info[at]);
        row.weigh(info);
        self.changed(Change::Ball);
    }
}
