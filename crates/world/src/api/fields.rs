//! Fields at the door.

use crate::api::periodic;
use crate::error::Error;
use crate::id::FieldId;
use crate::model::Field;
use crate::recording::Call;
use crate::world::{Change, World};

/// Fields: wind, drag, magnets.
impl World {
    /// Adds a field.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::{Vec2, vec2};
    /// use carom::{Ball, Config, Field, World};
    ///
    /// let mut world = World::new(Config::weightless())?;
    /// world.add_field(Field::drag(0.5))?;
    /// let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1).velocity(vec2(1.0, 0.0)))?;
    /// for _ in 0..120 {
    ///     world.step(1.0 / 60.0);
    /// }
    /// assert!(world.velocity(ball).is_some_and(|v| (v.x - (-1.0_f32).exp()).abs() < 1e-3)); // after 2 s
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if a number is not finite or out of its range, [`Error::Periodic`] if it acts at one place in
    /// the box of [`Config::periodic`](crate::Config::periodic).
    pub fn add_field(&mut self, field: Field) -> Result<FieldId, Error> {
        self.record(|| Call::AddField(field));
        field.check()?;
        periodic::check_field(&self.torus(), &field)?;
        self.changed(Change::Pull);
        Ok(self.state.fields.insert(field))
    }

    /// Changes a field: switches a magnet, turns the wind.
    ///
    /// # Errors
    /// [`Error::UnknownField`] if it was removed, else as [`add_field`](Self::add_field).
    pub fn set_field(&mut self, id: FieldId, field: Field) -> Result<(), Error> {
        self.record(|| Call::SetField(id, field));
        field.check()?;
        periodic::check_field(&self.torus(), &field)?;
        *self.state.fields.get_mut(id).ok_or(Error::UnknownField(id))? = field;
        self.changed(Change::Pull);
        Ok(())
    }

    /// Removes a field.
    ///
    /// # Errors
    /// [`Error::UnknownField`] if it was removed before.
    pub fn remove_field(&mut self, id: FieldId) -> Result<(), Error> {
        self.record(|| Call::RemoveField(id));
        self.state.fields.remove(id).ok_or(Error::UnknownField(id))?;
        self.changed(Change::Pull);
        Ok(())
    }

    /// A field; `None` if it was removed.
    #[must_use]
    pub fn field(&self, id: FieldId) -> Option<Field> {
        self.state.fields.get(id).copied()
    }

    /// All fields.
    pub fn fields(&self) -> impl Iterator<Item = (FieldId, Field)> + '_ {
        self.state.fields.iter().map(|(id, field)| (id, *field))
    }
}
