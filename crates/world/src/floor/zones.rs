//! The floor and its zones, as the step asks for them.

use alloc::vec::Vec;
use glam::DVec2;

use crate::base::{Fault, check, cloned, saved};
use crate::floor::constants::{BORDER_ROUNDS, CROSSED_BORDER, MAX_CUSHION_SINE};
use crate::id::ZoneId;
use crate::model::{Floor, FloorSurface, FloorZone, Region};

/// Where a ball is on the floor, and how it moves.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stance {
    pub(crate) x: DVec2,
    pub(crate) v: DVec2,
    /// The velocity at which the ball would roll with the spin that it has about the axes in the plane.
    pub(crate) roll: DVec2,
    /// Spin about the vertical, radians per second.
    pub(crate) w: f64,
}

/// The forces on a ball on the floor, and its answer to them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BallOnFloor {
    /// Acceleration in the plane beside friction.
    pub(crate) acceleration: DVec2,
    /// Acceleration by which the ball bears on the floor.
    pub(crate) weight: f64,
    /// Moment of inertia over mass times radius squared.
    pub(crate) inertia: f64,
    pub(crate) radius: f64,
    /// A disc that lies flat does not roll.
    pub(crate) rolls: bool,
}

/// Decelerations on one piece of floor.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Decelerations {
    pub(crate) sliding: f64,
    pub(crate) rolling: f64,
    /// Angular, about the vertical.
    pub(crate) spinning: f64,
}

/// The floor. State.
#[derive(Debug, Default)]
pub(crate) struct FloorZones {
    pub(crate) floor: Option<Floor>,
    /// Ascending by id.
    pub(crate) zones: Vec<(ZoneId, FloorZone)>,
    /// Number of the next zone.
    pub(crate) next: u32,
}

cloned!(FloorZones { floor, zones, next });

impl FloorZones {
    pub(crate) fn add(&mut self, zone: FloorZone) -> ZoneId {
        let id = ZoneId(self.next);
        self.next = self.next.saturating_add(1);
        self.zones.push((id, zone));
        id
    }

    pub(crate) fn remove(&mut self, zone: ZoneId) -> bool {
        let place = self.zones.iter().position(|(id, _)| *id == zone);
        place.map(|place| self.zones.remove(place)).is_some()
    }

    /// Acceleration by which balls bear on the floor.
    pub(crate) fn gravity(&self) -> f64 {
        self.floor.map_or(0.0, |floor| f64::from(floor.gravity))
    }

    /// Sine of the angle by which the edges of bodies lie higher than the centre of a ball.
    pub(crate) fn tilt(&self, radius: f64) -> f64 {
        let height = self.floor.map_or(0.0, |floor| f64::from(floor.cushion_height));
        if height > 0.0 {
            ((height - radius) / radius).clamp(-MAX_CUSHION_SINE, MAX_CUSHION_SINE)
        } else {
            0.0
        }
    }

    pub(crate) fn is_laid(&self) -> bool {
        self.floor.is_some()
    }

    /// The most that friction accelerates a ball.
    pub(crate) fn strength(&self) -> f64 {
        let Some(floor) = &self.floor else {
            return 0.0;
        };
        let zones = self.zones.iter().map(|(_, zone)| zone.surface.sliding_friction);
        f64::from(floor.gravity) * f64::from(zones.fold(floor.surface.sliding_friction, f32::max))
    }

    /// The effect of the floor at a place on a ball.
    pub(crate) fn decelerations(&self, at: DVec2, ball: &BallOnFloor) -> Decelerations {
        let Some(floor) = &self.floor else {
            return Decelerations::default();
        };
        let zone = self.zones.iter().rev().find(|(_, zone)| zone.region.contains_exactly(at));
        let FloorSurface {
            sliding_friction: sliding,
            rolling_friction: rolling,
            spinning_friction: spinning,
        } = zone.map_or(floor.surface, |(_, zone)| zone.surface);
        Decelerations {
            sliding: f64::from(sliding) * ball.weight,
            rolling: f64::from(rolling) * ball.weight,
            spinning: f64::from(spinning) * ball.weight / (ball.inertia * ball.radius),
        }
    }

    /// Cuts a piece of a way where it comes to the border of a zone; `piece` works it out again up to a time.
    pub(crate) fn border(
        &self,
        from: &Stance,
        end: Stance,
        used: f64,
        radius: f64,
        piece: impl Fn(f64) -> (Stance, f64),
    ) -> (Stance, f64) {
        let earliest = |way: DVec2| {
            // A border this near has been crossed already.
            let least = CROSSED_BORDER * radius / way.length();
            let first = |area: &Region| {
                let (enter, leave) = area.span(from.x, way)?;
                [enter, leave].into_iter().find(|s| *s > least && *s < 1.0)
            };
            self.zones.iter().filter_map(|(_, zone)| first(&zone.region)).min_by(f64::total_cmp)
        };
        let Some(share) = earliest(end.x - from.x) else {
            return (end, used);
        };
        let mut until = share * used;
        for _ in 0..BORDER_ROUNDS {
            let way = piece(until).0.x - from.x;
            // Drawn out beyond the border, so that it is found on this side and on the other.
            if let Some(share) = earliest(way * 2.0) {
                until = (until * share * 2.0).min(used);
            }
        }
        piece(until)
    }

    pub(crate) fn check(&self) -> Result<(), Fault> {
        let sound = self.floor.is_none_or(|floor| floor.check().is_ok())
            && self.zones.iter().all(|(_, zone)| zone.check().is_ok());
        let sorted = self.zones.windows(2).all(|w| w[0].0 < w[1].0)
            && self.zones.last().is_none_or(|(id, _)| id.0 < self.next);
        check(sound && sorted, "the floor or a zone of it is out of range")
    }
}

saved!(FloorZones { floor, zones, next });
saved!(ZoneId(u32));
