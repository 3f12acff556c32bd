//! Queries for the objects in a world, and for the future path of a ball.

use carom::Filter;
use js_sys::{Array, Float32Array};
use wasm_bindgen::prelude::*;

use crate::errors::{Answer, refuse_at};
use crate::id::Number;
use crate::objects::{self, array, object};
use crate::world::World;
use crate::{options, read, shapes, surfaces};

/// The error of a query that the engine refuses, or of the ball in it.
fn refused(error: carom::Error) -> JsValue {
    match error {
        carom::Error::OutOfRange { field, .. } if field.starts_with("ball.") => {
            refuse_at("query.ball", &[])(error)
        }
        _ => refuse_at("query", &[])(error),
    }
}

/// x, y and time of each point of a way.
fn numbers(way: &[carom::TrajectoryPoint]) -> Float32Array {
    let points: Vec<f32> = way.iter().flat_map(|p| [p.position.x, p.position.y, p.time]).collect();
    Float32Array::from(points.as_slice())
}

fn filter(value: &JsValue) -> Answer<Filter> {
    if value.is_undefined() { Ok(Filter::default()) } else { surfaces::filter("filter", value) }
}

#[wasm_bindgen]
impl World {
    /// First thing that a ray from `origin` to `origin + delta` meets.
    #[wasm_bindgen(js_name = castRay, unchecked_return_type = "CastHit | undefined")]
    pub fn cast_ray(
        &self,
        #[wasm_bindgen(unchecked_param_type = "PointLike")] origin: JsValue,
        #[wasm_bindgen(unchecked_param_type = "PointLike")] delta: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Filter")] only: JsValue,
    ) -> Answer<JsValue> {
        let (origin, delta) = (read::vector("origin", &origin)?, read::vector("delta", &delta)?);
        let only = filter(&only)?;
        let hit = self.shared.world().cast_ray(origin, delta, only);
        let hit = hit.map_err(refuse_at("", &[("cast.center", "origin"), ("cast.delta", "delta")]))?;
        Ok(hit.as_ref().map_or(JsValue::UNDEFINED, objects::hit_of))
    }

    /// All shapes and balls that a ball of this radius would meet from `center` to `center + delta`, in order.
    #[wasm_bindgen(js_name = castBall, unchecked_return_type = "CastHit[]")]
    pub fn cast_ball(
        &self,
        #[wasm_bindgen(unchecked_param_type = "PointLike")] center: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] radius: JsValue,
        #[wasm_bindgen(unchecked_param_type = "PointLike")] delta: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Filter")] only: JsValue,
    ) -> Answer<Array> {
        let center = read::vector("center", &center)?;
        let radius = read::single("radius", &radius)?;
        let delta = read::vector("delta", &delta)?;
        let only = filter(&only)?;
        let hits = self.shared.world().cast_ball_all(center, radius, delta, only);
        let names = &[("cast.center", "center"), ("cast.radius", "radius"), ("cast.delta", "delta")];
        let hits = hits.map_err(refuse_at("", names))?;
        Ok(array(&hits, objects::hit_of))
    }

    /// All shapes and balls that a ball of this radius would overlap.
    #[wasm_bindgen(js_name = overlapBall, unchecked_return_type = "ClosestPoint[]")]
    pub fn overlap_ball(
        &self,
        #[wasm_bindgen(unchecked_param_type = "PointLike")] center: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] radius: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Filter")] only: JsValue,
    ) -> Answer<Array> {
        let center = read::vector("center", &center)?;
        let radius = read::single("radius", &radius)?;
        let only = filter(&only)?;
        let found = self.shared.world().overlap_ball(center, radius, only);
        let found =
            found.map_err(refuse_at("", &[("overlap.center", "center"), ("overlap.radius", "radius")]))?;
        Ok(array(&found, objects::closest_of))
    }

    /// The balls that a shape would touch or enclose if it were at `position`, turned by `angle` in radians: those in a
    /// rectangle that a player drags. A closed outline counts as filled; the shape's own filter and side do not matter.
    #[wasm_bindgen(js_name = overlapShape, unchecked_return_type = "BodyId[]")]
    pub fn overlap_shape(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ShapeOptions")] shape: JsValue,
        #[wasm_bindgen(unchecked_param_type = "PointLike")] position: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] angle: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Filter")] only: JsValue,
    ) -> Answer<Array> {
        let shape = shapes::shape("shape".to_owned(), &shape)?;
        let position = read::vector("position", &position)?;
        let angle = if angle.is_undefined() { 0.0 } else { read::single("angle", &angle)? };
        let only = filter(&only)?;
        let names = &[("overlap.position", "position"), ("overlap.angle", "angle")];
        let found = self.shared.world().overlap_shape(&shape, position, angle, only);
        let found = found.map_err(refuse_at("", names))?;
        Ok(array(found, |ball| ball.number().into()))
    }

    /// The surface nearest to a point, no farther than `reach`.
    #[wasm_bindgen(js_name = closestPoint, unchecked_return_type = "ClosestPoint | undefined")]
    pub fn closest_point(
        &self,
        #[wasm_bindgen(unchecked_param_type = "PointLike")] point: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] reach: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Filter")] only: JsValue,
    ) -> Answer<JsValue> {
        let point = read::vector("point", &point)?;
        let reach = read::single("reach", &reach)?;
        let only = filter(&only)?;
        let found = self.shared.world().closest_point(point, reach, only);
        let found =
            found.map_err(refuse_at("", &[("overlap.center", "point"), ("overlap.radius", "reach")]))?;
        Ok(found.as_ref().map_or(JsValue::UNDEFINED, objects::closest_of))
    }

    /// Where a ball will fly: an aiming line through its bounces. The world stays as it is.
    #[wasm_bindgen(unchecked_return_type = "Prediction")]
    pub fn predict(
        &self,
        #[wasm_bindgen(unchecked_param_type = "PredictOptions")] query: JsValue,
    ) -> Answer<JsValue> {
        let query = options::trajectory(&query)?;
        let mut path = carom::PredictedTrajectory::default();
        self.shared.world().predict(&query, &mut path).map_err(refused)?;
        let end = match path.end() {
            carom::TrajectoryEnd::Ball(_) => "ball",
            carom::TrajectoryEnd::Bounces => "bounces",
            carom::TrajectoryEnd::Bounds => "bounds",
            _ => "time",
        };
        Ok(object([
            ("points", numbers(path.points()).into()),
            ("impacts", objects::list(path.impacts()).into()),
            ("end", end.into()),
        ]))
    }

    /// Predicts the paths of a ball and of all others that it or gravity moves, as the next steps will move them: a
    /// copy of the world takes these steps. It ends when the time is up, when the ball has had its bounces, or when
    /// nothing moves. `predict` costs less: it predicts one ball, up to the first other ball that it meets.
    ///
    /// # Errors
    /// As `predict`. `includeBalls` has no effect here.
    #[wasm_bindgen(js_name = predictAll, unchecked_return_type = "PredictedPaths")]
    pub fn predict_all(
        &self,
        #[wasm_bindgen(unchecked_param_type = "PredictOptions")] query: JsValue,
    ) -> Answer<JsValue> {
        let paths = self.shared.world().predict_all(&options::trajectory(&query)?).map_err(refused)?;
        let way = |ball: carom::BodyId| {
            object([("ball", ball.number().into()), ("points", numbers(paths.points(ball)).into())])
        };
        Ok(object([
            ("shot", paths.shot().number().into()),
            ("paths", array(paths.balls(), way).into()),
            ("impacts", objects::list(paths.impacts()).into()),
        ]))
    }
}
