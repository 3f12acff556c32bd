//! Laying a floor, its zones, and the spins of balls that only a floor knows.

use glam::Vec2;

use crate::api::periodic;
use crate::error::Error;
use crate::id::{BodyId, ZoneId};
use crate::limits;
use crate::model::{Floor, FloorZone};
use crate::recording::Call;
use crate::world::{Change, World};

/// The floor of games seen from above.
impl World {
    /// Lays a floor under all balls, or takes it away.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::{Ball, Config, Floor, World};
    /// use carom::glam::{Vec2, vec2};
    ///
    /// let mut world = World::new(Config::weightless())?;
    /// world.set_floor(Some(Floor::default()))?;
    /// let ball = Ball::new(Vec2::ZERO, 0.0286).sphere().velocity(vec2(2.0, 0.0));
    /// let ball = world.add_ball(ball)?;
    /// for _ in 0..60 {
    ///     world.step(1.0 / 60.0);
    /// }
    /// // It has slid 2/7 of its speed away and rolls now.
    /// assert_eq!(world.rolling_velocity(ball), world.velocity(ball));
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if a field is not finite or out of its range.
    pub fn set_floor(&mut self, floor: Option<Floor>) -> Result<(), Error> {
        self.record(|| Call::SetFloor(floor));
        if let Some(floor) = &floor {
            floor.check()?;
        }
        self.state.floor_zones.floor = floor;
        self.changed(Change::Pull);
        Ok(())
    }

    /// The floor, if there is one.
    #[must_use]
    pub fn floor(&self) -> Option<Floor> {
        self.state.floor_zones.floor
    }

    /// Gives a part of the floor another surface. Where zones overlap, the one that was added last counts;
    /// without a floor none does.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if a field is not finite or out of its range, [`Error::Periodic`] in the box of
    /// [`Config::periodic`](crate::Config::periodic).
    pub fn add_floor_zone(&mut self, zone: FloorZone) -> Result<ZoneId, Error> {
        self.record(|| Call::AddFloorZone(zone));
        zone.check()?;
        periodic::check_zone(&self.torus())?;
        self.changed(Change::Pull);
        Ok(self.state.floor_zones.add(zone))
    }

    /// Takes a zone away.
    ///
    /// # Errors
    /// [`Error::UnknownZone`] if that was done before.
    pub fn remove_floor_zone(&mut self, zone: ZoneId) -> Result<(), Error> {
        self.record(|| Call::RemoveFloorZone(zone));
        if !self.state.floor_zones.remove(zone) {
            return Err(Error::UnknownZone(zone));
        }
        self.changed(Change::Pull);
        Ok(())
    }

    /// All zones of the floor, in the order in which they were added.
    pub fn floor_zones(&self) -> impl ExactSizeIterator<Item = (ZoneId, FloorZone)> + '_ {
        self.state.floor_zones.zones.iter().copied()
    }

    /// Spin of a ball about the two axes in the plane, as the velocity at which it would roll, length units
    /// per second; `None` if it was removed or is no ball. See
    /// [`Ball::rolling_velocity`](crate::Ball::rolling_velocity).
    #[must_use]
    pub fn rolling_velocity(&self, ball: BodyId) -> Option<Vec2> {
        self.ball_row(ball).ok().map(|row| self.state.balls.roll(row).as_vec2())
    }

    /// Gives a ball spin about the two axes in the plane, as the velocity at which it would roll, length units
    /// per second: its own velocity for a ball that rolls, more for follow, less or backwards for draw.
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if it was removed, [`Error::WrongKind`] if it is no ball or is held,
    /// [`Error::OutOfRange`] if a number is not finite or too large.
    pub fn set_rolling_velocity(&mut self, ball: BodyId, roll: Vec2) -> Result<(), Error> {
        self.record(|| Call::SetRollingVelocity(ball, roll));
        limits::velocity("roll", roll)?;
        let row = self.free_row(ball)?;
        self.state.balls.set_roll(row, roll.as_dvec2());
        self.state.wake(row);
        Ok(())
    }
}
