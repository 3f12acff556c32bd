//! Events of a step, one call for each list.

use carom::BodyId;
use js_sys::Array;
use wasm_bindgen::prelude::*;

use crate::errors::Answer;
use crate::id::Number;
use crate::objects::{array, contact_of, list};
use crate::read::any_id;
use crate::world::World;

/// Calls of the world for each list of events: in Rust, in JavaScript, and the type of the array.
macro_rules! lists {
    ($($(#[$doc:meta])* $list:ident $name:ident $type:literal;)*) => {
        #[wasm_bindgen]
        impl World {$(
            $(#[$doc])*
            #[wasm_bindgen(js_name = $name, unchecked_return_type = $type)]
            pub fn $list(&self) -> Array {
                list(self.shared.world().events().$list())
            }
        )*}

        /// Their names, to be compared with those of the engine.
        #[cfg(test)]
        const LISTS: &[&str] = &[$(stringify!($list)),*];
    };
}

// `wasm-bindgen` does not read the raw strings that comments become within a macro.
lists! {
    #[doc = "Bounces of the last step, in the order of time."]
    impacts impacts "Impact[]";
    #[doc = "Contacts that began in the last step."]
    contacts_started contactsStarted "ContactPair[]";
    #[doc = "Contacts that ended in the last step."]
    contacts_ended contactsEnded "ContactPair[]";
    #[doc = "Hinges and sliders that struck a limit in the last step."]
    joint_limits jointLimits "JointLimitHit[]";
    #[doc = "Balls that entered a sensor in the last step."]
    sensor_entered sensorEntered "SensorEvent[]";
    #[doc = "Balls that left a sensor in the last step."]
    sensor_exited sensorExited "SensorEvent[]";
    #[doc = "Ropes and springs that became taut in the last step."]
    taut_links tautLinks "LinkTaut[]";
    #[doc = "Balls that something would have crushed in the last step: the body that moved onto them was stopped, or the ball."]
    crushed crushed "Crushed[]";
}

#[wasm_bindgen]
impl World {
    /// Pairs whose touch began in the last step, by a bounce or as a resting contact, each once. Pairs that bounced
    /// come first, in the order of time.
    #[wasm_bindgen(unchecked_return_type = "ContactPair[]")]
    pub fn touched(&self) -> Array {
        list(&self.shared.world().events().touched())
    }

    /// Contacts that carry load now.
    #[wasm_bindgen(unchecked_return_type = "Contact[]")]
    pub fn contacts(&self) -> Array {
        array(self.shared.world().contacts(), |contact| contact_of(&contact))
    }

    /// The contacts of a ball or a body: the bodies on which it rests, rolls or slides. None for a body that is
    /// gone.
    #[wasm_bindgen(js_name = contactsOf, unchecked_return_type = "Contact[]")]
    pub fn contacts_of(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
    ) -> Answer<Array> {
        let body = any_id("body", &body)?;
        Ok(array(self.shared.world().contacts_of(body), |contact| contact_of(&contact)))
    }

    /// Balls that are in a sensor now.
    #[wasm_bindgen(js_name = ballsInSensor, unchecked_return_type = "BodyId[]")]
    pub fn balls_in_sensor(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ShapeId")] sensor: JsValue,
    ) -> Answer<Array> {
        let sensor = any_id("sensor", &sensor)?;
        Ok(array(self.shared.world().balls_in_sensor(sensor), number))
    }

    /// Balls that left the bounds of the config in the last step.
    #[wasm_bindgen(js_name = outOfBounds, unchecked_return_type = "BodyId[]")]
    pub fn out_of_bounds(&self) -> Array {
        array(self.shared.world().events().out_of_bounds().iter().copied(), number)
    }

    /// Balls that have not left a spot for as long as the config says.
    #[wasm_bindgen(unchecked_return_type = "BodyId[]")]
    pub fn stuck(&self) -> Array {
        array(self.shared.world().events().stuck().iter().copied(), number)
    }

    /// How deep the deepest overlap of two balls is that the game has made since the last step, by placing one onto the
    /// other, length units; 0 if there is none. Such balls part slowly, and keep no speed of it.
    #[wasm_bindgen(js_name = deepestInitialOverlap)]
    pub fn deepest_initial_overlap(&self) -> f32 {
        self.shared.world().events().deepest_initial_overlap()
    }

    /// How many things the last step had to drop: events that found no room, balls that were stopped.
    pub fn dropped(&self) -> u32 {
        self.shared.world().events().dropped().count()
    }
}

fn number(id: BodyId) -> JsValue {
    id.number().into()
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_list_of_the_engine_has_a_call() {
        macro_rules! names {
            ($($(#[$doc:meta])* $list:ident: $event:ty = $name:literal;)*) => {
                [$(stringify!($list)),*]
            };
        }
        assert_eq!(super::LISTS, carom::event_lists!(names));
    }
}
