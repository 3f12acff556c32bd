//! Questions that change nothing: casts, overlaps, the closest point.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cmp::Ordering;

use carom_broadphase::{Aabb, Disc};
use glam::{DVec2, Vec2};

use crate::api::query_filter::QueryFilter;
use crate::contacts::Other;
use crate::error::Error;
use crate::geometry::{Collider, Nearest, encloses, meet_disc, seams, sink};
use crate::id::{BodyId, ShapeId};
use crate::limits;
use crate::model::BodyKind;
use crate::world::World;

/// The result of a cast.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::{Vec2, vec2};
/// use carom::{Body, Config, Filter, Shape, World};
///
/// let mut world = World::new(Config::default())?;
/// let table = world.add_body(Body::fixed())?;
/// let post = world.add_shape(table, Shape::circle(vec2(3.0, 0.0), 1.0)?)?;
/// let hit = world.cast_ray(Vec2::ZERO, vec2(4.0, 0.0), Filter::default())?.expect("it meets the post");
/// assert_eq!((hit.body, hit.shape), (table, Some(post)));
/// assert!((hit.fraction - 0.5).abs() < 1e-6 && (hit.point - vec2(2.0, 0.0)).length() < 1e-6);
/// assert!((hit.normal - vec2(-1.0, 0.0)).length() < 1e-6);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CastHit {
    /// The ball, or the body whose shape was met.
    pub body: BodyId,
    /// The shape that was met, if it was not a ball.
    pub shape: Option<ShapeId>,
    /// Share of the way, `0..=1`.
    pub fraction: f32,
    /// Where the surfaces meet, length units.
    pub point: Vec2,
    /// Outward from the surface, unit.
    pub normal: Vec2,
}

/// A surface near a point.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::{Vec2, vec2};
/// use carom::{Ball, Config, Filter, World};
///
/// let mut world = World::new(Config::default())?;
/// let ball = world.add_ball(Ball::new(vec2(3.0, 0.0), 1.0))?;
/// let near = world.closest_point(Vec2::ZERO, 10.0, Filter::default())?.expect("something is within 10 units");
/// assert_eq!(near.body, ball);
/// assert!((near.distance - 2.0).abs() < 1e-6 && (near.point - vec2(2.0, 0.0)).length() < 1e-6);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ClosestPoint {
    /// The ball, or the body whose shape it is.
    pub body: BodyId,
    /// The shape, if it is not a ball.
    pub shape: Option<ShapeId>,
    /// The closest point of its surface, length units.
    pub point: Vec2,
    /// From its surface to the given point, length units; negative inside.
    pub distance: f32,
}

/// The result of a cast, with the piece of its shape.
#[derive(Clone, Copy, Debug)]
struct Met {
    hit: CastHit,
    other: Other,
}

impl Met {
    /// The nearest first, and at equal distance the one that was made first.
    fn order(&self, next: &Self) -> Ordering {
        let (a, b) = (&self.hit, &next.hit);
        let by_place = a.fraction.total_cmp(&b.fraction);
        by_place.then(a.body.cmp(&b.body)).then(a.shape.cmp(&b.shape)).then(self.other.cmp(&next.other))
    }
}

/// Casts, overlaps, the closest point.
impl World {
    /// The first thing that a ray from `origin` along `delta` meets. See [`cast_ball`](Self::cast_ball).
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::{Vec2, vec2};
    /// use carom::{Ball, Config, Filter, QueryFilter, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let eye = world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
    /// let seen = world.add_ball(Ball::new(vec2(2.0, 0.0), 0.5))?;
    /// // Leaves out the ball in whose middle it begins.
    /// let hit = world.cast_ray(Vec2::ZERO, vec2(10.0, 0.0), QueryFilter::from(Filter::default()).without(eye))?;
    /// assert_eq!(hit.map(|hit| hit.body), Some(seen));
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`cast_ball`](Self::cast_ball).
    pub fn cast_ray<'a>(
        &self,
        origin: Vec2,
        delta: Vec2,
        filter: impl Into<QueryFilter<'a>>,
    ) -> Result<Option<CastHit>, Error> {
        self.cast_ball(origin, 0.0, delta, filter)
    }

    /// The first thing that a ball of this radius meets, moved from `center` by `delta`. Overlap at the
    /// start counts only if the ball moves deeper.
    ///
    /// A ball that begins with its centre in a [solid](crate::Shape::solid) moves deeper if it moves away from the nearest
    /// point of the surface.
    ///
    /// In a periodic box the images of balls count as well, up to 16 sides from `center`.
    ///
    /// A surface that the ball moves along or only grazes does not count: the ball passes the seams of its floor. A
    /// shape that is solid on one side counts where the motion leads against that side; from behind the ball passes
    /// it.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::{Vec2, vec2};
    /// use carom::{Body, Config, Filter, Shape, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let table = world.add_body(Body::fixed())?;
    /// world.add_shape(table, Shape::half_plane(vec2(2.0, 0.0), vec2(-1.0, 0.0))?)?;
    /// // How far may a ball of radius 0.5 move to the right?
    /// let hit = world.cast_ball(Vec2::ZERO, 0.5, vec2(3.0, 0.0), Filter::default())?.expect("the wall is in the way");
    /// assert!((hit.fraction * 3.0 - 1.5).abs() < 1e-6);
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if a number is not finite or too large, the radius is negative, or `delta` has no
    /// length: [`overlap_ball`](Self::overlap_ball) finds the shapes at a place.
    #[doc(alias("shape cast", "sweep"))]
    pub fn cast_ball<'a>(
        &self,
        center: Vec2,
        radius: f32,
        delta: Vec2,
        filter: impl Into<QueryFilter<'a>>,
    ) -> Result<Option<CastHit>, Error> {
        let mut first: Option<Met> = None;
        self.cast(center, radius, delta, filter.into(), |met, limit| {
            if first.is_none_or(|first| met.order(&first).is_lt()) {
                first = Some(met);
                return met.hit.fraction;
            }
            limit
        })?;
        Ok(first.map(|met| met.hit))
    }

    /// Everything that a ball of this radius meets, moved from `center` by `delta`, as if nothing stopped
    /// it; nearest first. Each shape and each ball is named once, where it is met first.
    ///
    /// # Errors
    /// As [`cast_ball`](Self::cast_ball).
    pub fn cast_ball_all<'a>(
        &self,
        center: Vec2,
        radius: f32,
        delta: Vec2,
        filter: impl Into<QueryFilter<'a>>,
    ) -> Result<Vec<CastHit>, Error> {
        let mut all: Vec<Met> = Vec::new();
        self.cast(center, radius, delta, filter.into(), |met, limit| {
            all.push(met);
            limit
        })?;
        // A path is one shape of many curves: the first that is met speaks for it.
        let named = |met: &Met| (met.hit.body, met.hit.shape);
        all.sort_by(|a, b| named(a).cmp(&named(b)).then(a.order(b)));
        all.dedup_by_key(|met| named(met));
        all.sort_by(Met::order);
        Ok(all.into_iter().map(|met| met.hit).collect())
    }

    /// Calls `f` for each surface that the ball meets; it returns the fraction beyond which no hit is needed.
    fn cast(
        &self,
        center: Vec2,
        radius: f32,
        delta: Vec2,
        filter: QueryFilter<'_>,
        mut f: impl FnMut(Met, f32) -> f32,
    ) -> Result<(), Error> {
        limits::coordinate("cast.center", center)?;
        limits::coordinate("cast.delta", delta)?;
        if delta == Vec2::ZERO {
            let (field, allowed) = ("length of cast.delta", "greater than zero");
            return Err(Error::OutOfRange { field, value: 0.0, allowed });
        }
        limits::within("cast.radius", radius, 0.0..=limits::RADIUS.1, "between 0 and 1e6")?;
        let (from, way) = (center.as_dvec2(), delta.as_dvec2());
        let mut limit = 1.0;
        for (shape, k, near) in self.filled_around(from, filter).filter(|found| found.2.normal.dot(way) < 0.0)
        {
            let point = (from - near.normal * f64::from(radius)).as_vec2();
            let (body, normal) = (self.state.body_set.colliders[k].body, near.normal.as_vec2());
            let hit = CastHit { body, shape: Some(shape), fraction: 0.0, point, normal };
            limit = f(Met { hit, other: Other::collider(k) }, limit);
        }
        let mut visit = |other: Other, nearest: f32| {
            if let Some(hit) = self.meet(from, f64::from(radius), way, filter, other)
                && hit.fraction <= limit
            {
                limit = f(Met { hit, other }, limit);
            }
            // Hits at the same place are still needed: a grid visits in an order of its own.
            limit.next_up().min(nearest)
        };
        self.cache.pairs.fixed.cast(center, delta, radius, |k, nearest| visit(Other::collider(k), nearest));
        for body in self.state.body_set.rows.iter().filter(|s| s.is_mover()) {
            for &k in body.colliders.iter() {
                visit(Other::collider(k), 1.0);
            }
        }
        if self.sees_all_balls() {
            for row in 0..self.state.balls.rows.len() as u32 {
                visit(Other::ball(row), 1.0);
            }
        } else {
            self.cache
                .pairs
                .balls
                .cast(center, delta, radius, |row, nearest| visit(Other::ball(row), nearest));
        }
        Ok(())
    }

    /// Whether a query has to look at all balls: the grid is out of date, or holds images.
    fn sees_all_balls(&self) -> bool {
        self.cache.pairs.stale || self.config.periodic.is_some()
    }

    /// A ball or the body and shape of a collider, if a query sees it.
    fn seen(&self, filter: QueryFilter<'_>, other: Other) -> Option<(BodyId, Option<ShapeId>)> {
        let (body, shape, own) = match other.as_collider() {
            Some(k) => {
                let collider = &self.state.body_set.colliders[k];
                (collider.body, Some(collider.shape), collider.filter)
            }
            None => {
                let info = self.state.balls.info.get(other.0 as usize)?;
                (info.id, None, info.filter)
            }
        };
        filter.sees(body, shape, own).then_some((body, shape))
    }

    /// When and where a moved ball meets one thing.
    fn meet(
        &self,
        from: DVec2,
        radius: f64,
        way: DVec2,
        filter: QueryFilter<'_>,
        other: Other,
    ) -> Option<CastHit> {
        let (body, shape) = self.seen(filter, other)?;
        let (t, normal) = match other.as_collider() {
            Some(k) => {
                let collider = self.whole(k, filter);
                let frame = self.state.body_set.body_of(&collider).frame();
                let (p, u) = (frame.to_local(from), frame.direction_to_local(way));
                let (t, normal) = collider.cast(p, u, radius, |at| self.passes_neighbor(k, p, at))?;
                (t, frame.direction_to_world(normal))
            }
            None => {
                let row = &self.state.balls.rows[other.0 as usize];
                let (to, reach) = (from + way, radius + row.r);
                let corners = [from.min(to) - reach, from.max(to) + reach];
                let images = self.torus().images_between(row.x, from, corners);
                let met = images.filter_map(|at| meet_disc(from - at, way, reach));
                met.min_by(|a, b| a.0.total_cmp(&b.0))?
            }
        };
        (t <= 1.0).then(|| CastHit {
            body,
            shape,
            fraction: t as f32,
            point: (from + way * t - normal * radius).as_vec2(),
            normal: normal.as_vec2(),
        })
    }

    /// A collider with both its ends, also where one answers for it that the query does not see.
    fn whole(&self, k: u32, filter: QueryFilter<'_>) -> Cow<'_, Collider> {
        let colliders = &self.state.body_set.colliders;
        let collider = &colliders[k];
        let is_joined = collider.ends.iter().any(|end| end.silent || !end.neighbors.is_empty());
        if !is_joined || !filter.parts_walls(|body| self.kind(body) == Some(BodyKind::Fixed)) {
            return Cow::Borrowed(collider);
        }
        let mut near = Vec::new();
        match self.state.body_set.body_of(collider) {
            body if body.is_mover() => near.extend(body.colliders.iter().copied()),
            _ => {
                let strokes = seams::cover(collider).unwrap_or_default();
                seams::find_near(&strokes, &self.cache.pairs.fixed, &mut near);
            }
        }
        near.retain(|&n| self.seen(filter, Other::collider(n)).is_some());
        let ends = seams::ends_of(k, colliders, &near, &self.state.balls.exceptions);
        Cow::Owned(Collider { ends, ..collider.clone() })
    }

    /// Whether a ball that begins at `p` and comes over the end of a collider that is nearest to `at` passes a
    /// neighbor there: it begins behind it. All in the frame of the body.
    fn passes_neighbor(&self, k: u32, p: DVec2, at: DVec2) -> bool {
        let colliders = &self.state.body_set.colliders;
        let collider = &colliders[k];
        // The end of a full circle lies at its beginning.
        let Some([a, b]) = collider.curve.ends() else { return true };
        let joint = if at.distance_squared(a) < at.distance_squared(b) { a } else { b };
        let is_behind = |other: &Collider| !other.side.takes(other.curve.height(p));
        let mut others = self.state.shapes[collider.shape].colliders.iter().filter(|&&n| n != k);
        others.any(|&n| is_behind(&colliders[n]) && seams::meet_end_to_end(collider, &colliders[n], joint))
    }

    /// Everything that a disc touches or overlaps, in the order of bodies. After balls were added or removed, it tests
    /// every ball until the next step, which is slow.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::{Vec2, vec2};
    /// use carom::{Ball, Config, Filter, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let inside = world.add_ball(Ball::new(vec2(0.5, 0.0), 0.1))?;
    /// world.add_ball(Ball::new(vec2(5.0, 0.0), 0.1))?;
    /// // Everything within 1 unit of the origin.
    /// let found = world.overlap_ball(Vec2::ZERO, 1.0, Filter::default())?;
    /// assert_eq!(found.iter().map(|found| found.body).collect::<Vec<_>>(), [inside]);
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if a number is not finite or too large, or the radius is negative.
    #[doc(alias("intersection test", "point query"))]
    pub fn overlap_ball<'a>(
        &self,
        center: Vec2,
        radius: f32,
        filter: impl Into<QueryFilter<'a>>,
    ) -> Result<Vec<ClosestPoint>, Error> {
        let filter = filter.into();
        limits::coordinate("overlap.center", center)?;
        limits::within("overlap.radius", radius, 0.0..=limits::RADIUS.1, "between 0 and 1e6")?;
        let disc = Disc { center, radius };
        let mut others = Vec::new();
        self.cache.pairs.fixed.overlapping(disc, &mut others);
        for k in &mut others {
            *k = Other::collider(*k).0;
        }
        for body in self.state.body_set.rows.iter().filter(|s| s.is_mover()) {
            others.extend(body.colliders.iter().map(|&k| Other::collider(k).0));
        }
        if self.sees_all_balls() {
            others.extend(0..self.state.balls.rows.len() as u32);
        } else {
            let bounds = Aabb { min: center - radius, max: center + radius };
            self.cache.pairs.balls.overlapping_box(bounds, |row| others.push(row));
        }
        let p = center.as_dvec2();
        let filled = self.filled_around(p, filter).map(|(id, k, near)| ClosestPoint {
            body: self.state.body_set.colliders[k].body,
            shape: Some(id),
            point: (p - near.normal * near.distance).as_vec2(),
            distance: near.distance as f32,
        });
        let mut found: Vec<ClosestPoint> = others
            .into_iter()
            .filter_map(|other| self.closest_to(center, filter, Other(other)))
            .filter(|closest| closest.distance <= radius)
            .chain(filled)
            .collect();
        // A path is one shape of many curves: the nearest speaks for it.
        found.sort_by(|a, b| {
            (a.body, a.shape).cmp(&(b.body, b.shape)).then(a.distance.total_cmp(&b.distance))
        });
        found.dedup_by_key(|closest| (closest.body, closest.shape));
        Ok(found)
    }

    /// The nearest thing within `reach` of a point, with the closest point of its surface.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::{Body, Config, Filter, Shape, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let table = world.add_body(Body::fixed())?;
    /// world.add_shape(table, Shape::segment(vec2(-1.0, 0.0), vec2(1.0, 0.0))?)?;
    /// let near = world.closest_point(vec2(0.3, 2.0), 5.0, Filter::default())?.expect("the segment is near");
    /// assert!((near.point - vec2(0.3, 0.0)).length() < 1e-6 && (near.distance - 2.0).abs() < 1e-6);
    /// assert!(world.closest_point(vec2(0.3, 2.0), 1.0, Filter::default())?.is_none()); // farther than 1 away
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`overlap_ball`](Self::overlap_ball).
    pub fn closest_point<'a>(
        &self,
        point: Vec2,
        reach: f32,
        filter: impl Into<QueryFilter<'a>>,
    ) -> Result<Option<ClosestPoint>, Error> {
        let found = self.overlap_ball(point, reach, filter)?;
        Ok(found.into_iter().min_by(|a, b| a.distance.total_cmp(&b.distance)))
    }

    /// The filled shapes in whose outlines a point lies: each with the collider that is nearest, and the distance and the
    /// normal of the filled shape there, in the world.
    fn filled_around<'a>(
        &'a self,
        p: DVec2,
        filter: QueryFilter<'a>,
    ) -> impl Iterator<Item = (ShapeId, u32, Nearest)> + 'a {
        let around = move |&id: &ShapeId| {
            let shape = &self.state.shapes[id];
            let first = &self.state.body_set.colliders[*shape.colliders.first()?];
            if !filter.sees(first.body, Some(id), first.filter) {
                return None;
            }
            let frame = self.state.body_set.body_of(first).frame();
            let local = frame.to_local(p);
            let outline = shape.colliders.iter().map(|&k| (k, &self.state.body_set.colliders[k]));
            if !encloses(outline.clone().map(|(_, collider)| &collider.curve), local) {
                return None;
            }
            let (k, near) = sink(outline, local, 0.0)?;
            Some((id, k, Nearest { normal: frame.direction_to_world(near.normal), ..near }))
        };
        self.state.filled.iter().filter_map(around)
    }

    fn closest_to(&self, point: Vec2, filter: QueryFilter<'_>, other: Other) -> Option<ClosestPoint> {
        let p = point.as_dvec2();
        let (body, shape) = self.seen(filter, other)?;
        let (normal, distance);
        match other.as_collider() {
            Some(k) => {
                let collider = self.whole(k, filter);
                let frame = self.state.body_set.body_of(&collider).frame();
                let near = collider.nearest(frame.to_local(p))?;
                normal = frame.direction_to_world(near.normal);
                distance = near.distance;
            }
            None => {
                let row = &self.state.balls.rows[other.0 as usize];
                let d = self.torus().nearest(p - row.x);
                normal = d.normalize_or(DVec2::Y);
                distance = d.length() - row.r;
            }
        }
        Some(ClosestPoint {
            body,
            shape,
            point: (p - normal * distance).as_vec2(),
            distance: distance as f32,
        })
    }
}
