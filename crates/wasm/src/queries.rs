//! Questions about what is where in a world, and where a ball will fly.

use carom::Filter;
use js_sys::{Array, Float32Array, Object, Reflect};
use wasm_bindgen::prelude::*;

use crate::events::{self, array};
use crate::fail::{Answer, refuse_at};
use crate::world::World;
use crate::{options, read};

fn filter(value: &JsValue) -> Answer<Filter> {
    if value.is_undefined() { Ok(Filter::default()) } else { options::filter("filter", value) }
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
        Ok(hit.as_ref().map_or(JsValue::UNDEFINED, events::hit_of))
    }

    /// All that a ball of this radius would meet on its way from `center` to `center + delta`, in order.
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
        Ok(array(&hits, events::hit_of))
    }

    /// All that a ball of this radius would overlap.
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
        Ok(array(&found, events::closest_of))
    }

    /// What lies nearest to a point, no farther than `reach`.
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
        Ok(found.as_ref().map_or(JsValue::UNDEFINED, events::closest_of))
    }

    /// Where a ball will fly: an aiming line through its bounces. The world stays as it is.
    #[wasm_bindgen(unchecked_return_type = "Prediction")]
    pub fn predict(
        &self,
        #[wasm_bindgen(unchecked_param_type = "PredictOptions")] query: JsValue,
    ) -> Answer<JsValue> {
        let query = options::trajectory(&query)?;
        let mut path = carom::PredictedTrajectory::default();
        // What the engine refuses is either the query or the ball in it.
        let refused = |error| match error {
            carom::Error::OutOfRange { field, .. } if field.starts_with("ball.") => {
                refuse_at("query.ball", &[])(error)
            }
            _ => refuse_at("query", &[])(error),
        };
        self.shared.world().predict(&query, &mut path).map_err(refused)?;
        let points: Vec<f32> =
            path.points().iter().flat_map(|p| [p.position.x, p.position.y, p.time]).collect();
        let end = match path.end() {
            carom::TrajectoryEnd::Ball(_) => "ball",
            carom::TrajectoryEnd::Bounces => "bounces",
            carom::TrajectoryEnd::Bounds => "bounds",
            _ => "time",
        };
        let out = Object::new();
        let set = |name: &str, value: &JsValue| Reflect::set(&out, &name.into(), value);
        // A new object takes any field.
        let _ = set("points", &Float32Array::from(points.as_slice()));
        let _ = set("impacts", &array(path.impacts(), events::impact_of));
        let _ = set("end", &end.into());
        Ok(out.into())
    }
}
