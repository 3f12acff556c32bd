//! Queries for the objects in a world, and for the future path of a ball.

use carom::glam::Vec2;
use carom::{
    Filter, Impact, PredictedTrajectory, QueryFilter, TrajectoryEnd, TrajectoryPoint, TrajectoryQuery,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::Failure;
use crate::id::{Count, Id, Real, Word};
use crate::read::{described, maybe, number, point};
use crate::records::Rows;
use crate::shape::Shape;
use crate::world::{World, pair};

/// The sight of a query: all objects that the filter passes, without one body.
#[derive(Clone, Copy, Debug)]
struct Sight {
    filter: Filter,
    without: Option<Id>,
}

impl Sight {
    fn new(filter: Option<&Bound<'_, PyAny>>, without: Option<Id>) -> PyResult<Self> {
        Ok(Self { filter: maybe("filter", filter)?.unwrap_or_default(), without })
    }

    fn filter(&self) -> QueryFilter<'static> {
        let all = QueryFilter::from(self.filter);
        self.without.map_or(all, |body| all.without(body.of()))
    }
}

fn hit<'py>(py: Python<'py>, hit: &carom::CastHit) -> PyResult<Bound<'py, PyAny>> {
    let of = (
        hit.body.word(),
        hit.shape.map(Word::word),
        f64::from(hit.fraction),
        pair(hit.point.as_dvec2()),
        pair(hit.normal.as_dvec2()),
    );
    py.import("carom.model")?.getattr("CastHit")?.call1(of)
}

fn closest<'py>(py: Python<'py>, found: &carom::ClosestPoint) -> PyResult<Bound<'py, PyAny>> {
    let of = (
        found.body.word(),
        found.shape.map(Word::word),
        pair(found.point.as_dvec2()),
        f64::from(found.distance),
    );
    py.import("carom.model")?.getattr("ClosestPoint")?.call1(of)
}

/// The query of a prediction.
fn shot(
    ball: &Bound<'_, PyAny>,
    velocity: Option<&Bound<'_, PyAny>>,
    seconds: Option<Real>,
    bounces: Option<Count>,
    dt: Option<Real>,
) -> PyResult<TrajectoryQuery> {
    let mut query = match ball.extract::<Id>() {
        Ok(id) => TrajectoryQuery::from_ball(id.of()),
        Err(_) => TrajectoryQuery::new_ball(described("ball", ball)?),
    };
    if let Some(velocity) = velocity {
        query = query.velocity(point("velocity", velocity)?);
    }
    query = seconds.map_or(query, |seconds| query.seconds(seconds.0));
    query = bounces.map_or(query, |bounces| query.bounces(bounces.0));
    Ok(dt.map_or(query, |dt| query.dt(dt.0)))
}

/// Points of a way.
fn way(points: &[TrajectoryPoint]) -> Rows {
    let mut rows = Rows::default();
    for point in points {
        let place = point.position.as_dvec2();
        rows.numbers(&[f64::from(point.time), place.x, place.y]);
    }
    rows
}

/// Predicted bounces.
fn bounces_of(impacts: &[Impact]) -> Rows {
    let mut rows = Rows::default();
    impacts.iter().for_each(|impact| rows.impact(impact));
    rows
}

#[pymethods]
impl World {
    /// The first thing that a ray from `origin` to `origin + delta` meets: a `CastHit`, or `None`.
    #[pyo3(signature = (origin, delta, filter = None, *, without = None))]
    fn cast_ray<'py>(
        &self,
        py: Python<'py>,
        origin: &Bound<'_, PyAny>,
        delta: &Bound<'_, PyAny>,
        filter: Option<&Bound<'_, PyAny>>,
        without: Option<Id>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (origin, delta) = (point("origin", origin)?, point("delta", delta)?);
        let sight = Sight::new(filter, without)?;
        let found = self.shared.world(py, |world| world.cast_ray(origin, delta, sight.filter()));
        found.map_err(Failure::from)?.map(|found| hit(py, &found)).transpose()
    }

    /// All shapes and balls that a ball of this radius would meet from `center` to `center + delta`, in order.
    #[pyo3(signature = (center, radius, delta, filter = None, *, without = None))]
    fn cast_ball<'py>(
        &self,
        py: Python<'py>,
        center: &Bound<'_, PyAny>,
        radius: &Bound<'_, PyAny>,
        delta: &Bound<'_, PyAny>,
        filter: Option<&Bound<'_, PyAny>>,
        without: Option<Id>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (center, radius) = (point("center", center)?, number("radius", radius)?);
        let delta = point("delta", delta)?;
        let sight = Sight::new(filter, without)?;
        let found = self.shared.world(py, |world| world.cast_ball_all(center, radius, delta, sight.filter()));
        found.map_err(Failure::from)?.iter().map(|found| hit(py, found)).collect()
    }

    /// All shapes and balls that a ball of this radius would overlap: a list of `ClosestPoint`.
    #[pyo3(signature = (center, radius, filter = None, *, without = None))]
    fn overlap_ball<'py>(
        &self,
        py: Python<'py>,
        center: &Bound<'_, PyAny>,
        radius: &Bound<'_, PyAny>,
        filter: Option<&Bound<'_, PyAny>>,
        without: Option<Id>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (center, radius) = (point("center", center)?, number("radius", radius)?);
        let sight = Sight::new(filter, without)?;
        let found = self.shared.world(py, |world| world.overlap_ball(center, radius, sight.filter()));
        found.map_err(Failure::from)?.iter().map(|found| closest(py, found)).collect()
    }

    /// The balls that a `Shape` would touch or enclose if it were at `position` with this angle, radians.
    #[pyo3(signature = (shape, position = None, angle = Real(0.0), filter = None, *, without = None))]
    fn overlap_shape(
        &self,
        py: Python<'_>,
        shape: PyRef<'_, Shape>,
        position: Option<&Bound<'_, PyAny>>,
        angle: Real,
        filter: Option<&Bound<'_, PyAny>>,
        without: Option<Id>,
    ) -> PyResult<Vec<u64>> {
        let position = position.map_or(Ok(Vec2::ZERO), |position| point("position", position))?;
        let (made, sight) = (shape.made.clone(), Sight::new(filter, without)?);
        let found = self.change(py, |world| world.overlap_shape(&made, position, angle.0, sight.filter()))?;
        Ok(found.into_iter().map(Word::word).collect())
    }

    /// The surface nearest to a point, no farther than `reach`: a `ClosestPoint`, or `None`.
    #[pyo3(name = "closest_point", signature = (point, reach, filter = None, *, without = None))]
    fn nearest<'py>(
        &self,
        py: Python<'py>,
        point: &Bound<'_, PyAny>,
        reach: &Bound<'_, PyAny>,
        filter: Option<&Bound<'_, PyAny>>,
        without: Option<Id>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (place, reach) = (self::point("point", point)?, number("reach", reach)?);
        let sight = Sight::new(filter, without)?;
        let found = self.shared.world(py, |world| world.closest_point(place, reach, sight.filter()));
        found.map_err(Failure::from)?.map(|found| closest(py, &found)).transpose()
    }

    /// Where a ball will fly, through its bounces: a dict of `points` (an array of `time` and `position`), `impacts` (as
    /// `World.impacts`) and `end`: `"ball"`, `"bounces"`, `"bounds"` or `"time"`. `ball` is an id or a `Ball` that is not
    /// there. The world stays as it is.
    #[pyo3(signature = (ball, *, velocity = None, seconds = None, bounces = None, dt = None, include_balls = None))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn predict<'py>(
        &self,
        py: Python<'py>,
        ball: &Bound<'_, PyAny>,
        velocity: Option<&Bound<'_, PyAny>>,
        seconds: Option<Real>,
        bounces: Option<Count>,
        dt: Option<Real>,
        include_balls: Option<bool>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let query = shot(ball, velocity, seconds, bounces, dt)?;
        let query = include_balls.map_or(query, |others| query.include_balls(others));
        let path = self.shared.world(py, |world| {
            let mut path = PredictedTrajectory::default();
            world.predict(&query, &mut path).map(|()| path)
        });
        let path = path.map_err(Failure::from)?;
        let end = match path.end() {
            TrajectoryEnd::Ball(_) => "ball",
            TrajectoryEnd::Bounces => "bounces",
            TrajectoryEnd::Bounds => "bounds",
            _ => "time",
        };
        let out = PyDict::new(py);
        out.set_item("points", way(path.points()).array(py, "PATH")?)?;
        out.set_item("impacts", bounces_of(path.impacts()).array(py, "IMPACT")?)?;
        out.set_item("end", end)?;
        Ok(out)
    }

    /// Where all balls will go after a shot, as the next steps will move them: a dict of `paths` (by the ids of the balls that
    /// move, each an array as the `points` of `predict`), `impacts` (of all) and `shot`, the id of the ball that is shot. The
    /// other arguments are those of `predict`.
    #[pyo3(signature = (ball, *, velocity = None, seconds = None, bounces = None, dt = None))]
    fn predict_all<'py>(
        &self,
        py: Python<'py>,
        ball: &Bound<'_, PyAny>,
        velocity: Option<&Bound<'_, PyAny>>,
        seconds: Option<Real>,
        bounces: Option<Count>,
        dt: Option<Real>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let query = shot(ball, velocity, seconds, bounces, dt)?;
        let found = self.change(py, |world| world.predict_all(&query))?;
        let paths = PyDict::new(py);
        for ball in found.balls() {
            paths.set_item(ball.word(), way(found.points(ball)).array(py, "PATH")?)?;
        }
        let out = PyDict::new(py);
        out.set_item("paths", paths)?;
        out.set_item("impacts", bounces_of(found.impacts()).array(py, "IMPACT")?)?;
        out.set_item("shot", found.shot().word())?;
        Ok(out)
    }
}
