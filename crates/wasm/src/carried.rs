//! What a game asks about the shapes that bodies carry.

use js_sys::Array;
use wasm_bindgen::prelude::*;

use crate::events::array;
use crate::fail::Answer;
use crate::id::{Number, any_id};
use crate::world::World;

#[wasm_bindgen]
impl World {
    /// The shapes of a body, solid ones before sensors, each in the order in which it was added. None for a ball or for
    /// what is gone.
    #[wasm_bindgen(js_name = shapesOf, unchecked_return_type = "ShapeId[]")]
    pub fn shapes_of(&self, #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue) -> Answer<Array> {
        let body = any_id("body", &body)?;
        Ok(array(self.shared.world().shapes_of(body), |shape| shape.number().into()))
    }

    /// The body that carries a shape; `undefined` if the shape is gone.
    #[wasm_bindgen(js_name = shapeBody, unchecked_return_type = "BodyId | undefined")]
    pub fn shape_body(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ShapeId")] shape: JsValue,
    ) -> Answer<Option<f64>> {
        let shape = any_id("shape", &shape)?;
        Ok(self.shared.world().shape_body(shape).map(Number::number))
    }

    /// What the game put into a shape; `undefined` if the shape is gone.
    #[wasm_bindgen(js_name = shapeUserData)]
    pub fn shape_user_data(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ShapeId")] shape: JsValue,
    ) -> Answer<Option<f64>> {
        let shape = any_id("shape", &shape)?;
        Ok(self.shared.world().shape_user_data(shape).map(|data| data as f64))
    }

    /// Whether a shape is a sensor; `false` if it is gone.
    #[wasm_bindgen(js_name = isSensor)]
    pub fn is_sensor(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ShapeId")] shape: JsValue,
    ) -> Answer<bool> {
        let shape = any_id("shape", &shape)?;
        Ok(self.shared.world().is_sensor(shape))
    }
}
