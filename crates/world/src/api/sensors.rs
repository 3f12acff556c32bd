//! Sensors and the balls in them, as the game sees them.

use crate::contacts::{Other, PairKey};
use crate::events::{ContactPair, SensorEvent};
use crate::id::{BodyId, ShapeId};
use crate::world::World;

/// Sensors and the balls in them.
impl World {
    /// Whether a shape is a sensor; `false` if it was removed.
    #[must_use]
    pub fn is_sensor(&self, shape: ShapeId) -> bool {
        self.state.shapes.get(shape).is_some_and(|row| row.sense.is_some())
    }

    /// Takes the colliders of a sensor away. Balls that were in it have left it.
    pub(crate) fn lift_sensor(&mut self, colliders: &[u32]) {
        let Some(&leader) = colliders.first() else {
            return;
        };
        self.end_stays(|key| key.other() == Other::collider(leader));
        self.state.sensors.lift(leader);
        self.state.sensors.count -= 1;
        for &k in colliders {
            self.state.body_set.colliders.remove(k);
        }
    }

    /// Leaves it to the next step's events that the balls that match left their sensors, because one side goes away.
    pub(crate) fn end_stays(&mut self, goes: impl Fn(PairKey) -> bool) {
        for key in self.state.sensors.inside.take_out(goes) {
            let pair = self.state.contact_pair(key);
            let row = self.state.balls.rows.get(key.ball() as usize);
            if let (Some(ContactPair { body_a, shape_a: Some(shape), body_b }), Some(row)) = (pair, row) {
                let (position, velocity) = (row.x.as_vec2(), row.v.as_vec2());
                let left = SensorEvent { body: body_a, shape, ball: body_b, time: 0.0, position, velocity };
                self.state.ends.stays.push(left);
            }
        }
    }

    /// The balls in a sensor at the end of the last step, in no order; none for a shape that is no sensor.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::{Vec2, vec2};
    /// use carom::{Ball, Body, Config, Shape, World};
    ///
    /// let mut world = World::new(Config::weightless())?;
    /// let table = world.add_body(Body::fixed())?;
    /// let cup = world.add_shape(table, Shape::circle(Vec2::ZERO, 1.0)?.sensor())?;
    /// let ball = world.add_ball(Ball::new(vec2(0.2, 0.0), 0.1))?;
    /// world.step(1.0 / 60.0);
    /// assert!(world.balls_in_sensor(cup).eq([ball]));
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn balls_in_sensor(&self, sensor: ShapeId) -> impl Iterator<Item = BodyId> + '_ {
        let leader =
            self.state.shapes.get(sensor).and_then(|row| row.colliders.first().map(|&k| Other::collider(k)));
        let keys = self.state.sensors.inside.iter().filter(move |key| Some(key.other()) == leader);
        keys.filter_map(|key| Some(self.state.balls.info.get(key.ball() as usize)?.id))
    }
}
