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

    /// Gives a part of the floor another surface. Where zones overlap, the zone that was added last counts. Without a
    /// floor zones have no effect.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::Vec2;
    /// use carom::{Config, Floor, FloorSurface, FloorZone, Region, World};
    ///
    /// let mut world = World::new(Config::weightless())?;
    /// world.set_floor(Some(Floor::default()))?;
    /// let sand = FloorSurface::default().rolling_friction(0.3);
    /// let bunker = FloorZone { region: Region::circle(Vec2::ZERO, 0.5), surface: sand };
    /// let zone = world.add_floor_zone(bunker)?;
    /// assert!(world.floor_zones().eq([(zone, bunker)]));
    /// # Ok::<(), carom::Error>(())
    /// ```
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

    /// Removes a zone.
    ///
    /// # Errors
    /// [`Error::UnknownZone`] if it was removed before.
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

    /// Spin of a ball about the two axes in the plane: the velocity at which it would roll, length units per second.
    /// `None` if it was removed or is no ball. See [`Ball::rolling_velocity`](crate::Ball::rolling_velocity).
    #[must_use]
    pub fn rolling_velocity(&self, ball: BodyId) -> Option<Vec2> {
        self.ball_row(ball).ok().map(|row| self.state.balls.roll(row).as_vec2())
    }

    /// Gives a ball spin about the two axes in the plane: the velocity at which it would roll, length units per second,
    /// each coordinate `-1e8..=1e8`. A ball that rolls has its own velocity; follow has more, draw less or backwards.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::{Vec2, vec2};
    /// use carom::{Ball, Config, Floor, World};
    ///
    /// let mut world = World::new(Config::weightless())?;
    /// world.set_floor(Some(Floor::default()))?;
    /// let cue = world.add_ball(Ball::new(Vec2::ZERO, 0.0286).sphere().velocity(vec2(1.0, 0.0)))?;
    /// world.set_rolling_velocity(cue, vec2(-0.5, 0.0))?; // draw
    /// assert_eq!(world.rolling_velocity(cue), Some(vec2(-0.5, 0.0)));
    /// # Ok::<(), carom::Error>(())
    /// ```
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
