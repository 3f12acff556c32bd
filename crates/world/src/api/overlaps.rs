//! Which balls a shape would touch that is not in the world.

use alloc::vec::Vec;
use glam::{DVec2, Vec2};

use crate::api::query_filter::QueryFilter;
use crate::base::{Pose, turn};
use crate::error::Error;
use crate::geometry::{Collider, bounds, encloses};
use crate::id::BodyId;
use crate::limits;
use crate::model::{Shape, chain};
use crate::world::World;

/// Balls that a shape would touch.
impl World {
    /// The balls that a shape would touch or enclose if it were at `position` with this `angle`, radians, in the order of
    /// [`balls`](Self::balls): those in a rectangle that a player drags, or in the beam of a lamp. The shape's own filter and
    /// side do not matter, and a closed outline counts as filled. In a periodic box a ball counts at each of its images, up
    /// to 16 sides from the middle of the shape.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::{Vec2, vec2};
    /// use carom::{Ball, Config, Filter, Shape, World};
    ///
    /// let mut world = World::new(Config::weightless())?;
    /// let inside = world.add_ball(Ball::new(vec2(5.0, 5.0), 0.1))?;
    /// world.add_ball(Ball::new(vec2(9.0, 5.0), 0.1))?;
    /// let marked = Shape::rect(Vec2::ZERO, vec2(2.0, 2.0))?;
    /// assert_eq!(world.overlap_shape(&marked, vec2(5.0, 5.0), 0.0, Filter::default())?, [inside]);
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] or [`Error::WrongSide`] if [`Shape::check`] refuses the shape, or place or angle are not
    /// finite or too large.
    #[doc(alias("overlap_rect", "overlap_polygon", "intersections_with_shape"))]
    pub fn overlap_shape<'a>(
        &self,
        shape: &Shape,
        position: Vec2,
        angle: f32,
        filter: impl Into<QueryFilter<'a>>,
    ) -> Result<Vec<BodyId>, Error> {
        shape.check()?;
        limits::coordinate("overlap.position", position)?;
        limits::angle("overlap.angle", angle)?;
        let filter = filter.into();
        let pose = Pose { origin: position.as_dvec2(), turn: turn(f64::from(angle)) };
        let outline: Vec<Collider> = shape
            .parts()
            .map(|(curve, _)| Collider::of(curve.placed(pose), f64::from(shape.radius)))
            .collect();
        let is_area = chain::is_closed(&shape.pieces);
        let all = self.state.balls.rows.iter().zip(&self.state.balls.info);
        let seen = all.filter(|(_, info)| filter.sees(info.id, None, info.filter));
        let touches = |at: DVec2, r: f64| {
            outline.iter().any(|piece| piece.nearest(at).is_some_and(|near| near.distance <= r))
                || is_area && encloses(outline.iter().map(|piece| &piece.curve), at)
        };
        let (low, high) = bounds(outline.iter().map(|piece| &piece.curve));
        // A half-plane has no bounds, and the middle of the plane is as good as any.
        let most = DVec2::splat(f64::from(f32::MAX));
        let (low, high) = (low.max(-most), high.min(most));
        let torus = self.torus();
        let touched = seen.filter(|(row, _)| {
            let reach = row.r + f64::from(shape.radius);
            let corners = [low - reach, high + reach];
            torus.images_between(row.x, 0.5 * (low + high), corners).any(|at| touches(at, row.r))
        });
        Ok(touched.map(|(_, info)| info.id).collect())
    }
}
