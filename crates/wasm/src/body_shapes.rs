//! Queries about the shapes that bodies carry.

use js_sys::Array;
use wasm_bindgen::prelude::*;

use crate::errors::{Answer, refuse, refuse_at};
use crate::id::Number;
use crate::objects::array;
use crate::read::{any_id, id};
use crate::world::World;
use crate::{read, shapes};

#[wasm_bindgen]
impl World {
    /// The shapes of a body, solid ones before sensors, each in the order in which it was added. None for a ball or
    /// for a body that is gone.
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

    /// The number that the game put into a shape; `undefined` if the shape is gone.
    #[wasm_bindgen(js_name = shapeUserData)]
    pub fn shape_user_data(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ShapeId")] shape: JsValue,
    ) -> Answer<Option<f64>> {
        let shape = any_id("shape", &shape)?;
        Ok(self.shared.world().shape_user_data(shape).map(|data| data as f64))
    }

    /// Changes the number that the game keeps with a shape, a whole number from 0 to 2^53 - 1.
    ///
    /// # Errors
    /// The shape is gone, or the number is out of its range.
    #[wasm_bindgen(js_name = setShapeUserData)]
    pub fn set_shape_user_data(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ShapeId")] shape: JsValue,
        #[wasm_bindgen(js_name = userData, unchecked_param_type = "number")] user_data: JsValue,
    ) -> Answer<()> {
        let (shape, user_data) = (id("shape", &shape)?, read::user_data("userData", &user_data)?);
        self.shared.world_mut().set_shape_user_data(shape, user_data).map_err(refuse)
    }

    /// Gives a shape another form, surface, filter and user data: a target that grows, a lane that opens. It keeps
    /// its id and stays on its body. An omitted value becomes the default.
    ///
    /// # Errors
    /// The shape is gone, else as `addShape`.
    #[wasm_bindgen(js_name = setShape)]
    pub fn set_shape(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ShapeId")] shape: JsValue,
        #[wasm_bindgen(unchecked_param_type = "ShapeOptions")] to: JsValue,
    ) -> Answer<()> {
        let shape = id("shape", &shape)?;
        let to = shapes::shape("to".to_owned(), &to)?;
        self.shared.world_mut().set_shape(shape, to).map_err(refuse_at("to", &[]))
    }

    /// Takes one shape of a body out of play, or puts it back: a drop target that is down, a wall that opens. It is in play
    /// as long as its body is as well.
    ///
    /// # Errors
    /// The shape is gone, or `enabled` is neither `true` nor `false`.
    #[wasm_bindgen(js_name = setShapeEnabled)]
    pub fn set_shape_enabled(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ShapeId")] shape: JsValue,
        #[wasm_bindgen(unchecked_param_type = "boolean")] enabled: JsValue,
    ) -> Answer<()> {
        let (shape, enabled) = (id("shape", &shape)?, read::flag("enabled", &enabled)?);
        self.shared.world_mut().set_shape_enabled(shape, enabled).map_err(refuse)
    }

    /// Whether a shape was left enabled; `false` if it is gone. It is in play if its body is as well.
    #[wasm_bindgen(js_name = isShapeEnabled)]
    pub fn is_shape_enabled(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ShapeId")] shape: JsValue,
    ) -> Answer<bool> {
        let shape = any_id("shape", &shape)?;
        Ok(self.shared.world().is_shape_enabled(shape))
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
