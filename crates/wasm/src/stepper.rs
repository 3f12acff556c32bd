//! The class `Stepper`.

use std::cell::Cell;

use js_sys::Function;
use wasm_bindgen::prelude::*;

use crate::errors::{Answer, refuse_at};
use crate::read;

/// Turns frame times of any length into steps of one length.
///
/// A screen draws 60, 144 or any other number of frames a second. A game that steps once a frame runs faster on a
/// faster screen.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Stepper(Cell<carom::Stepper>);

impl Stepper {
    /// Nothing stays borrowed: the code of a step may call the stepper as well.
    fn due(&self, frame: f32) -> u32 {
        let mut stepper = self.0.get();
        let steps = stepper.steps_due(frame);
        self.0.set(stepper);
        steps
    }
}

#[wasm_bindgen]
impl Stepper {
    /// Steps of `dt` seconds, 1e-6 to 1. Of a frame that takes longer than `maxFrameTime` seconds, 1e-6 to 1e6, no more
    /// than that is simulated: a game that was in the background does not catch up. Default 0.1.
    ///
    /// # Errors
    /// A number is out of its range.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "number")] dt: JsValue,
        #[wasm_bindgen(js_name = maxFrameTime, unchecked_optional_param_type = "number")]
        max_frame_time: JsValue,
    ) -> Answer<Stepper> {
        let refused = refuse_at("", &[("stepper.dt", "dt"), ("stepper.max_frame_time", "maxFrameTime")]);
        let mut stepper = carom::Stepper::new(read::single("dt", &dt)?).map_err(&refused)?;
        if !max_frame_time.is_undefined() {
            let seconds = read::single("maxFrameTime", &max_frame_time)?;
            stepper = stepper.max_frame_time(seconds).map_err(&refused)?;
        }
        Ok(Self(Cell::new(stepper)))
    }

    /// Takes in a frame of `frame` seconds, and calls `step` once for each step that the game owes it. Returns how many
    /// those were. A frame time that is negative or `NaN` counts as zero; zero is a pause, half of it slow motion.
    ///
    /// # Errors
    /// `frame` is no number, or `step` no function. An exception of `step` is passed on, and the steps after it are
    /// left out.
    pub fn advance(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] frame: JsValue,
        #[wasm_bindgen(unchecked_param_type = "() => void")] step: JsValue,
    ) -> Answer<u32> {
        let frame = read::single("frame", &frame)?;
        let step = step.dyn_ref::<Function>().ok_or_else(|| read::wrong("step", &step, "a function"))?;
        let steps = self.due(frame);
        for _ in 0..steps {
            step.call0(&JsValue::UNDEFINED)?;
        }
        Ok(steps)
    }

    /// As `advance`, for a game with a loop of its own: takes in a frame, and returns how many steps the game owes it.
    ///
    /// # Errors
    /// `frame` is no number.
    #[wasm_bindgen(js_name = stepsDue)]
    pub fn steps_due(&self, #[wasm_bindgen(unchecked_param_type = "number")] frame: JsValue) -> Answer<u32> {
        Ok(self.due(read::single("frame", &frame)?))
    }

    /// Length of a step, seconds.
    #[wasm_bindgen(getter)]
    pub fn dt(&self) -> f32 {
        self.0.get().dt()
    }

    /// How far the next step has come, 0 to 1: draw at `before + alpha * (after - before)`.
    #[wasm_bindgen(getter)]
    pub fn alpha(&self) -> f32 {
        self.0.get().alpha()
    }
}
