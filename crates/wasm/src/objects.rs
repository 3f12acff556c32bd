//! Values of the engine as objects of JavaScript. A list of events crosses the border in one call.

use carom::Limit;
use carom::event_fields::{EventFields, EventValue};
use carom::glam::Vec2;
use js_sys::{Array, Object, Reflect};
use wasm_bindgen::prelude::*;

use crate::camel::camel;
use crate::id::Number;

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
