//! Hinges and sliders at the door: adding, driving and reading them.

use crate::bodies::{BodyRow, JointRow};
use crate::error::Error;
use crate::geometry::BodySet;
use crate::id::BodyId;
use crate::limits::{self, within};
use crate::model::{BodyKind, Joint, Limit, Motor};
use crate::recording::Call;
use crate::state::Place;
use crate::world::{Change, World};

/// Hinges and sliders.
impl World {
    /// Adds a hinge or a slider. It carries shapes like any other body.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::{Vec2, vec2};
    /// use carom::{Config, Joint, Motor, Shape, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// // A door of 2 kg m², from closed (0) to open (1.5 rad), which a motor opens.
    /// let door = world.add_joint(Joint::hinge(Vec2::ZERO, 2.0).limits(0.0, 1.5))?;
    /// world.add_shape(door, Shape::segment(Vec2::ZERO, vec2(1.0, 0.0))?)?;
    /// world.set_motor(door, Motor::Force(4.0))?;
    /// for _ in 0..120 {
    ///     world.step(1.0 / 60.0);
    /// }
    /// assert!(world.joint_position(door).is_some_and(|angle| (angle - 1.5).abs() < 1e-3));
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if a field is not finite or out of its range, or the coordinate is not between the
    /// limits.
    pub fn add_joint(&mut self, joint: Joint) -> Result<BodyId, Error> {
        self.record(|| Call::AddJoint(joint.clone()));
        joint.check()?;
        let row = self.state.body_set.rows.len() as u32;
        let id = self.state.bodies.insert(Place { kind: joint.kind.into(), row });
        let mut body = BodyRow::new(id, joint.kind.into(), joint.position.as_dvec2(), 0.0);
        body.joint = Some(self.state.body_set.joints.len() as u32);
        body.user_data = joint.user_data;
        let joint = JointRow::new(joint, row);
        joint.place(&mut body);
        self.state.body_set.joints.push(joint);
        self.state.body_set.rows.push(body);
        self.changed(Change::Place);
        Ok(id)
    }

    /// A hinge or slider as it is now, with coordinate and rate; `None` if it was removed or is neither.
    #[must_use]
    pub fn joint(&self, body: BodyId) -> Option<Joint> {
        let joint = self.joint_row(body).ok()?;
        let mut settings = Joint::clone(&joint.settings);
        (settings.joint_position, settings.joint_velocity) = (joint.at as f32, joint.rate as f32);
        Some(settings)
    }

    /// Gives a hinge or slider other settings, its coordinate and rate among them. It is placed at the new coordinate
    /// at once: nothing in between is hit.
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if it was removed, [`Error::WrongKind`] if it is of another kind than the new
    /// settings, [`Error::OutOfRange`] as [`add_joint`](Self::add_joint).
    pub fn set_joint(&mut self, body: BodyId, joint: Joint) -> Result<(), Error> {
        self.record(|| Call::SetJoint(body, joint.clone()));
        joint.check()?;
        let old = self.joint_row(body)?;
        if old.settings.is_hinge() != joint.is_hinge() {
            let expected = if joint.is_hinge() { "a hinge" } else { "a slider" };
            return Err(Error::WrongKind { body, expected });
        }
        let row = old.body;
        self.state.body_set.rows[row as usize].user_data = joint.user_data;
        *self.joint_mut(body)? = JointRow::new(joint, row);
        self.place_joint(row);
        Ok(())
    }

    /// Sets the motor of a hinge or slider, from the next step on.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::Vec2;
    /// use carom::{Config, Joint, Motor, World};
    ///
    /// let mut world = World::new(Config::weightless())?;
    /// let flipper = world.add_joint(Joint::hinge(Vec2::ZERO, 1e-4).limits(-0.5, 0.4).joint_position(-0.5))?;
    /// world.set_motor(flipper, Motor::Force(0.5))?; // the button is pressed
    /// for _ in 0..30 {
    ///     world.step(1.0 / 60.0);
    /// }
    /// assert!(world.joint_position(flipper).is_some_and(|angle| (angle - 0.4).abs() < 1e-3));
    /// world.set_motor(flipper, Motor::Force(-0.1))?; // released
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if it was removed, [`Error::WrongKind`] if it is neither, [`Error::OutOfRange`] if
    /// a number is not finite or out of its range.
    pub fn set_motor(&mut self, body: BodyId, motor: Motor) -> Result<(), Error> {
        self.record(|| Call::SetMotor(body, motor));
        motor.check()?;
        self.joint_mut(body)?.set_motor(motor);
        Ok(())
    }

    /// Places a hinge or slider at a coordinate (radians or length units) with a rate (per second, up to 1e8 either
    /// way); nothing in between is hit.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::Vec2;
    /// use carom::{Config, Joint, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let arm = world.add_joint(Joint::hinge(Vec2::ZERO, 1.0).limits(-1.0, 1.0))?;
    /// world.set_joint_position(arm, 0.5, 0.0)?;
    /// assert_eq!(world.joint_position(arm), Some(0.5));
    /// assert!(world.set_joint_position(arm, 2.0, 0.0).is_err()); // beyond the limit
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if it was removed, [`Error::WrongKind`] if it is neither, [`Error::OutOfRange`] if
    /// the coordinate is not between the limits, or the rate out of its range.
    pub fn set_joint_position(&mut self, body: BodyId, coordinate: f32, rate: f32) -> Result<(), Error> {
        self.record(|| Call::SetJointPosition(body, coordinate, rate));
        limits::spin("rate", rate)?;
        let joint = self.joint_mut(body)?;
        let [low, high] = joint.settings.limits;
        within("coordinate", coordinate, low..=high, "between the limits")?;
        limits::joint_position("coordinate", coordinate)?;
        (joint.at, joint.rate) = (f64::from(coordinate), f64::from(rate));
        joint.contact_acceleration = 0.0;
        let row = joint.body;
        self.place_joint(row);
        Ok(())
    }

    /// Brings the body in a row to where its joint has been set.
    fn place_joint(&mut self, row: u32) {
        let BodySet { rows, joints, .. } = &mut self.state.body_set;
        let body = &mut rows[row as usize];
        let before = body.pose;
        if let Some(g) = body.joint {
            joints[g as usize].place(body);
        }
        if body.pose != before {
            self.teleports.note(body.id);
        }
        self.forget_passes(row);
        self.state.placed.all = true;
        self.changed(Change::Meeting);
    }

    /// Angle of a hinge, radians, or way of a slider, length units; `None` if it was removed or is neither.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::{Config, Joint, World};
    ///
    /// let mut world = World::new(Config::weightless())?;
    /// let slider = world.add_joint(Joint::slider(vec2(1.0, 0.0), vec2(0.0, 1.0), 0.5, [0.0, 2.0]).joint_position(0.5))?;
    /// assert_eq!(world.joint_position(slider), Some(0.5)); // along its axis
    /// assert_eq!(world.position(slider), Some(vec2(1.0, 0.5)));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn joint_position(&self, body: BodyId) -> Option<f32> {
        self.joint_row(body).ok().map(|joint| joint.at as f32)
    }

    /// Speed of a hinge or slider, radians or length units per second; `None` if it was removed or is neither.
    #[must_use]
    pub fn joint_velocity(&self, body: BodyId) -> Option<f32> {
        self.joint_row(body).ok().map(|joint| joint.rate as f32)
    }

    /// The limit at which a hinge or slider stands; `None` if at neither.
    #[must_use]
    pub fn joint_limit(&self, body: BodyId) -> Option<Limit> {
        self.joint_row(body).ok()?.limit()
    }

    /// Number of the joint of a hinge or slider.
    fn joint_number(&self, body: BodyId) -> Result<usize, Error> {
        let place = self.state.bodies.get(body).ok_or(Error::UnknownBody(body))?;
        let joint = match place.kind {
            BodyKind::Ball => None,
            _ => self.state.body_set.rows[place.row as usize].joint,
        };
        joint.map(|g| g as usize).ok_or(Error::WrongKind { body, expected: "a hinge or a slider" })
    }

    pub(crate) fn joint_row(&self, body: BodyId) -> Result<&JointRow, Error> {
        self.joint_number(body).map(|g| &self.state.body_set.joints[g])
    }

    fn joint_mut(&mut self, body: BodyId) -> Result<&mut JointRow, Error> {
        self.joint_number(body).map(|g| &mut self.state.body_set.joints[g])
    }

    /// Forgets a hinge or slider whose body is removed.
    pub(crate) fn remove_joint(&mut self, g: u32) {
        let BodySet { rows, joints, .. } = &mut self.state.body_set;
        joints.swap_remove(g as usize);
        if let Some(moved) = joints.get(g as usize) {
            rows[moved.body as usize].joint = Some(g);
        }
    }
}
