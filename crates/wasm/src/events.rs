//! What a step reports, as objects of JavaScript: one call across the border for each.

use carom::glam::Vec2;
use carom::{Impact, SensorEvent};
use js_sys::Array;
use wasm_bindgen::prelude::*;

use crate::id::Number;

#[wasm_bindgen(inline_js = r"
const id = (n) => (n === 0 ? undefined : n);
export const point = (x, y) => ({ x, y });
export const impact = (bodyA, shapeA, bodyB, x, y, nx, ny, approachSpeed, normalImpulse, tangentImpulse, time) => ({
  bodyA, shapeA: id(shapeA), bodyB, point: { x, y }, normal: { x: nx, y: ny }, approachSpeed, normalImpulse, tangentImpulse, time,
});
export const contact = (bodyA, shapeA, bodyB, x, y, nx, ny, separation, normalImpulse) => ({
  bodyA, shapeA: id(shapeA), bodyB, point: { x, y }, normal: { x: nx, y: ny }, separation, normalImpulse,
});
export const pair = (bodyA, shapeA, bodyB) => ({ bodyA, shapeA: id(shapeA), bodyB });
export const sensed = (ball, body, shape, time) => ({ ball, body, shape, time });
export const jointLimit = (body, upper, speed, time) => ({ body, limit: upper ? 'upper' : 'lower', speed, time });
export const taut = (link, speed, time) => ({ link, speed, time });
export const hit = (body, shape, x, y, nx, ny, fraction) => ({
  body, shape: id(shape), point: { x, y }, normal: { x: nx, y: ny }, fraction,
});
export const closest = (body, shape, x, y, distance) => ({ body, shape: id(shape), point: { x, y }, distance });
export const partHit = (ball, x, y, speed, impulse, time) => ({ ball, point: { x, y }, speed, impulse, time });
")]
extern "C" {
    pub(crate) fn point(x: f32, y: f32) -> JsValue;
    fn impact(
        a: f64,
        shape: f64,
        b: f64,
        x: f32,
        y: f32,
        nx: f32,
        ny: f32,
        speed: f32,
        normal: f32,
        tangent: f32,
        time: f32,
    ) -> JsValue;
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
    pub(crate) fn pair(a: f64, shape: f64, b: f64) -> JsValue;
    fn sensed(ball: f64, body: f64, shape: f64, time: f32) -> JsValue;
    #[wasm_bindgen(js_name = jointLimit)]
    pub(crate) fn joint_limit(body: f64, upper: bool, speed: f32, time: f32) -> JsValue;
    pub(crate) fn taut(link: f64, speed: f32, time: f32) -> JsValue;
    fn hit(body: f64, shape: f64, x: f32, y: f32, nx: f32, ny: f32, fraction: f32) -> JsValue;
    fn closest(body: f64, shape: f64, x: f32, y: f32, distance: f32) -> JsValue;
    #[wasm_bindgen(js_name = partHit)]
    fn part_hit(ball: f64, x: f32, y: f32, speed: f32, impulse: f32, time: f32) -> JsValue;
}

/// The number of a shape that may be none.
pub(crate) fn maybe(shape: Option<carom::ShapeId>) -> f64 {
    shape.map_or(0.0, Number::number)
}

pub(crate) fn vector(v: Vec2) -> JsValue {
    point(v.x, v.y)
}

pub(crate) fn impact_of(i: &Impact) -> JsValue {
    let (p, n) = (i.point, i.normal);
    let (a, shape, b) = (i.body_a.number(), maybe(i.shape_a), i.body_b.number());
    impact(a, shape, b, p.x, p.y, n.x, n.y, i.approach_speed, i.normal_impulse, i.tangent_impulse, i.time)
}

pub(crate) fn contact_of(c: &carom::ContactPoint) -> JsValue {
    let (p, n) = (c.point, c.normal);
    let (a, shape, b) = (c.body_a.number(), maybe(c.shape_a), c.body_b.number());
    contact(a, shape, b, p.x, p.y, n.x, n.y, c.separation, c.normal_impulse)
}

pub(crate) fn sensed_of(s: &SensorEvent) -> JsValue {
    sensed(s.ball.number(), s.body.number(), s.shape.number(), s.time)
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
