//! Events of a step, as objects of JavaScript: one call across the border for each list.

use carom::event_fields::{EventFields, EventValue};
use carom::glam::Vec2;
use carom::{BodyId, Limit};
use js_sys::{Array, Object, Reflect};
use wasm_bindgen::prelude::*;

use crate::camel::camel;
use crate::errors::Answer;
use crate::id::{Number, any_id};
use crate::world::World;

#[wasm_bindgen(inline_js = r"
const id = (n) => (n === 0 ? undefined : n);
export const point = (x, y) => ({ x, y });
export const events = (layout, numbers) => {
  const fields = layout.split(' ').map((field) => field.split(':'));
  const list = [];
  for (let at = 0; at < numbers.length;) {
    const event = {};
    for (const [name, kind] of fields) {
      const n = numbers[at++];
      if (kind === 'id') event[name] = id(n);
      else if (kind === 'vector') event[name] = { x: n, y: numbers[at++] };
      else if (kind === 'flag') event[name] = n !== 0;
      else if (kind === 'limit') event[name] = n ? 'upper' : 'lower';
      else event[name] = n;
    }
    list.push(event);
  }
  return list;
};
export const contact = (bodyA, shapeA, bodyB, x, y, nx, ny, separation, normalImpulse) => ({
  bodyA, shapeA: id(shapeA), bodyB, point: { x, y }, normal: { x: nx, y: ny }, separation, normalImpulse,
});
export const hit = (body, shape, x, y, nx, ny, fraction) => ({
  body, shape: id(shape), point: { x, y }, normal: { x: nx, y: ny }, fraction,
});
export const closest = (body, shape, x, y, distance) => ({ body, shape: id(shape), point: { x, y }, distance });
export const load = (x, y, torque) => ({ force: { x, y }, torque });
export const partHit = (ball, x, y, speed, impulse, time) => ({ ball, point: { x, y }, speed, impulse, time });
")]
extern "C" {
    pub(crate) fn point(x: f32, y: f32) -> JsValue;
    pub(crate) fn load(x: f32, y: f32, torque: f32) -> JsValue;
    fn events(layout: &str, numbers: &[f64]) -> Array;
    fn contact(
        a: f64,
        shape: f64,
        b: f64,
        x: f32,
        y: f32,
        nx: f32,
        ny: f32,
        separation: f32,
        impulse: f32,
    ) -> JsValue;
    fn hit(body: f64, shape: f64, x: f32, y: f32, nx: f32, ny: f32, fraction: f32) -> JsValue;
    fn closest(body: f64, shape: f64, x: f32, y: f32, distance: f32) -> JsValue;
    #[wasm_bindgen(js_name = partHit)]
    fn part_hit(ball: f64, x: f32, y: f32, speed: f32, impulse: f32, time: f32) -> JsValue;
}

/// The number of an id that may be none.
fn maybe(id: Option<impl Number>) -> f64 {
    id.map_or(0.0, Number::number)
}

pub(crate) fn vector(v: Vec2) -> JsValue {
    point(v.x, v.y)
}

/// A list of events. Names of their fields and kinds of the values cross the border once, numbers all together.
pub(crate) fn list<E: EventFields>(of: &[E]) -> Array {
    // Most lists of most steps are empty, and need no layout.
    if of.is_empty() {
        return Array::new();
    }
    let kind = |value: &EventValue| match value {
        EventValue::Body(_) | EventValue::Shape(_) | EventValue::Link(_) => "id",
        EventValue::Vector(_) => "vector",
        EventValue::Number(_) => "number",
        EventValue::Flag(_) => "flag",
        EventValue::Limit(_) => "limit",
    };
    let layout: Vec<_> =
        E::layout().iter().map(|(name, value)| format!("{}:{}", camel(name), kind(value))).collect();
    let mut numbers = Vec::with_capacity(of.len() * layout.len());
    for value in of.iter().flat_map(EventFields::values) {
        match value {
            EventValue::Body(id) => numbers.push(maybe(id)),
            EventValue::Shape(id) => numbers.push(maybe(id)),
            EventValue::Link(id) => numbers.push(maybe(id)),
            EventValue::Vector(vector) => numbers.extend([f64::from(vector.x), f64::from(vector.y)]),
            EventValue::Number(number) => numbers.push(f64::from(number)),
            EventValue::Flag(flag) => numbers.push(f64::from(u8::from(flag))),
            EventValue::Limit(limit) => numbers.push(f64::from(u8::from(limit == Limit::Upper))),
        }
    }
    events(&layout.join(" "), &numbers)
}

pub(crate) fn contact_of(c: &carom::ContactPoint) -> JsValue {
    let (p, n) = (c.point, c.normal);
    let (a, shape, b) = (c.body_a.number(), maybe(c.shape_a), c.body_b.number());
    contact(a, shape, b, p.x, p.y, n.x, n.y, c.separation, c.normal_impulse)
}

pub(crate) fn hit_of(h: &carom::CastHit) -> JsValue {
    hit(h.body.number(), maybe(h.shape), h.point.x, h.point.y, h.normal.x, h.normal.y, h.fraction)
}

pub(crate) fn closest_of(c: &carom::ClosestPoint) -> JsValue {
    closest(c.body.number(), maybe(c.shape), c.point.x, c.point.y, c.distance)
}

/// The hardest hit on a part, or `undefined`.
pub(crate) fn part_hit_of(hit: Option<carom_pinball::Hit>) -> JsValue {
    hit.map_or(JsValue::UNDEFINED, |h| {
        part_hit(h.ball.number(), h.point.x, h.point.y, h.speed, h.impulse, h.time)
    })
}

/// A list as an array of JavaScript.
pub(crate) fn array<T>(items: impl IntoIterator<Item = T>, each: impl Fn(T) -> JsValue) -> Array {
    items.into_iter().map(each).collect()
}

/// An object with these fields.
pub(crate) fn object<const N: usize>(fields: [(&str, JsValue); N]) -> JsValue {
    let out = Object::new();
    for (name, value) in fields {
        // A new object takes any field.
        let _ = Reflect::set(&out, &name.into(), &value);
    }
    out.into()
}

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
