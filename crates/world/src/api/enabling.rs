//! Taking balls, bodies and shapes out of play for a while.

use alloc::vec::Vec;

use crate::error::Error;
use crate::id::{BodyId, ShapeId};
use crate::model::{BodyKind, Filter};
use crate::recording::Call;
use crate::world::{Change, World};

/// Taking out of play, and putting back.
impl World {
    /// Takes a ball or a body out of play, or puts it back. It keeps its position, its id and all settings.
    ///
    /// A disabled body meets nothing, no query sees it and no sensor notices it. A disabled ball stops and stays
    /// where it is, but [`teleport`](Self::teleport) places it; it is at rest when it is enabled. A disabled body
    /// keeps moving as the game or its joint says. A ball that overlaps it when it is enabled is pushed out gently.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::{Vec2, vec2};
    /// use carom::{Ball, Body, Config, Shape, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let gate = world.add_body(Body::fixed())?;
    /// world.add_shape(gate, Shape::half_plane(Vec2::ZERO, Vec2::Y)?)?;
    /// let ball = world.add_ball(Ball::new(vec2(0.0, 0.5), 0.1))?;
    /// world.set_enabled(gate, false)?; // it opens
    /// world.step(1.0);
    /// assert!(world.position(ball).is_some_and(|at| at.y < -1.0));
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if it was removed.
    #[doc(alias("disable", "enable", "set_active", "sleep forever"))]
    pub fn set_enabled(&mut self, body: BodyId, enabled: bool) -> Result<(), Error> {
        self.record(|| Call::SetEnabled(body, enabled));
        if self.kind(body).ok_or(Error::UnknownBody(body))? == BodyKind::Ball {
            return self.set_ball_enabled(body, enabled);
        }
        let row = self.body_row(body)? as usize;
        if core::mem::replace(&mut self.state.body_set.rows[row].enabled, enabled) != enabled {
            let shapes: Vec<_> = self.shapes_of(body).collect();
            shapes.into_iter().for_each(|shape| self.filter_again(shape));
        }
        Ok(())
    }

    /// Whether a ball or a body is in play; `false` if it was removed or [disabled](Self::set_enabled).
    #[must_use]
    pub fn is_enabled(&self, body: BodyId) -> bool {
        if let Ok(row) = self.ball_row(body) {
            return self.state.balls.info[row].off.is_none();
        }
        self.body_row(body).is_ok_and(|row| self.state.body_set.rows[row as usize].enabled)
    }

    /// Takes one shape of a body out of play, or puts it back: a drop target that is down, a wall that opens. It is in play
    /// as long as its body is as well.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::Vec2;
    /// use carom::{Body, Config, Filter, Shape, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let bank = world.add_body(Body::fixed())?;
    /// let target = world.add_shape(bank, Shape::circle(Vec2::ZERO, 0.1)?)?;
    /// world.set_shape_enabled(target, false)?; // it was hit
    /// assert!(world.overlap_ball(Vec2::ZERO, 0.1, Filter::default())?.is_empty());
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownShape`] if it was removed.
    pub fn set_shape_enabled(&mut self, shape: ShapeId, enabled: bool) -> Result<(), Error> {
        self.record(|| Call::SetShapeEnabled(shape, enabled));
        let row = self.state.shapes.get_mut(shape).ok_or(Error::UnknownShape(shape))?;
        if core::mem::replace(&mut row.enabled, enabled) != enabled {
            self.filter_again(shape);
        }
        Ok(())
    }

    /// Whether a shape was left enabled; `false` if it was removed. It is in play if its [body](Self::is_enabled) is as
    /// well.
    #[must_use]
    pub fn is_shape_enabled(&self, shape: ShapeId) -> bool {
        self.state.shapes.get(shape).is_some_and(|row| row.enabled)
    }

    fn set_ball_enabled(&mut self, ball: BodyId, enabled: bool) -> Result<(), Error> {
        let at = self.ball_row(ball)?;
        let info = &mut self.state.balls.info[at];
        if info.off.is_none() == enabled {
            return Ok(());
        }
        if enabled {
            info.turn_on();
        } else {
            info.turn_off();
        }
        self.stop_and_weigh(ball, at);
        Ok(())
    }

    /// The filter of a shape now: it meets nothing while it or its body is disabled.
    pub(crate) fn filter_now(&self, shape: ShapeId) -> Filter {
        let row = &self.state.shapes[shape];
        let body = &self.state.body_set.rows[self.state.bodies[row.body].row as usize];
        if row.enabled && body.enabled { row.filter } else { Filter::OFF }
    }

    /// Gives the colliders of a shape the filter that it has now.
    pub(crate) fn filter_again(&mut self, shape: ShapeId) {
        let filter = self.filter_now(shape);
        let row = &self.state.shapes[shape];
        let (body, colliders, senses) =
            (self.state.bodies[row.body].row, row.colliders.clone(), row.sense.is_some());
        for &k in colliders.iter() {
            self.state.body_set.colliders[k].filter = filter;
        }
        if !senses {
            // Joints are between colliders that meet the same.
            self.settle(body, &colliders);
            self.state.placed.all = true;
        }
        self.changed(Change::Meeting);
    }
}
