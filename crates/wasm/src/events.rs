//! Events of a step, as objects of JavaScript: one call across the border for each.

use carom::glam::Vec2;
use carom::{BodyId, Impact, SensorEvent};
use js_sys::{Array, Object, Reflect};
use wasm_bindgen::prelude::*;

use crate::fail::Answer;
use crate::id::{Number, any_id};
use crate::world::World;

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
export const sensed = (ball, body, shape, time, [x, y, vx, vy]) => ({
  ball, body, shape, time, position: { x, y }, velocity: { x: vx, y: vy },
});
export const jointLimit = (body, upper, speed, time) => ({ body, limit: upper ? 'upper' : 'lower', speed, time });
export const crushed = (ball, mover, against, frozen, x, y, time) => ({
  ball, mover: id(mover), against: id(against), frozen, point: { x, y }, time,
});
export const taut = (link, speed, time) => ({ link, speed, time });
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
    fn sensed(ball: f64, body: f64, shape: f64, time: f32, place_and_velocity: &[f32]) -> JsValue;
    #[wasm_bindgen(js_name = jointLimit)]
    pub(crate) fn joint_limit(body: f64, upper: bool, speed: f32, time: f32) -> JsValue;
    fn crushed(ball: f64, mover: f64, against: f64, frozen: bool, x: f32, y: f32, time: f32) -> JsValue;
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
    let (at, v) = (s.position, s.velocity);
    sensed(s.ball.number(), s.body.number(), s.shape.number(), s.time, &[at.x, at.y, v.x, v.y])
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

#[wasm_bindgen]
impl World {
    /// Bounces of the last step, in the order of time.
    #[wasm_bindgen(unchecked_return_type = "Impact[]")]
    pub fn impacts(&self) -> Array {
        array(self.shared.world().events().impacts(), impact_of)
    }

    /// Contacts that began in the last step.
    #[wasm_bindgen(js_name = contactsStarted, unchecked_return_type = "ContactPair[]")]
    pub fn contacts_started(&self) -> Array {
        array(self.shared.world().events().contacts_started(), pair_of)
    }

    /// Contacts that ended in the last step.
    #[wasm_bindgen(js_name = contactsEnded, unchecked_return_type = "ContactPair[]")]
    pub fn contacts_ended(&self) -> Array {
        array(self.shared.world().events().contacts_ended(), pair_of)
    }

    /// Pairs whose touch began in the last step, by a bounce or as a resting contact, each once. Pairs that bounced
    /// come first, in the order of time.
    #[wasm_bindgen(unchecked_return_type = "ContactPair[]")]
    pub fn touched(&self) -> Array {
        array(&self.shared.world().events().touched(), pair_of)
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

    /// Balls that entered a sensor in the last step.
    #[wasm_bindgen(js_name = sensorEntered, unchecked_return_type = "SensorEvent[]")]
    pub fn sensor_entered(&self) -> Array {
        array(self.shared.world().events().sensor_entered(), sensed_of)
    }

    /// Balls that left a sensor in the last step.
    #[wasm_bindgen(js_name = sensorExited, unchecked_return_type = "SensorEvent[]")]
    pub fn sensor_exited(&self) -> Array {
        array(self.shared.world().events().sensor_exited(), sensed_of)
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

    /// Hinges and sliders that struck a limit in the last step.
    #[wasm_bindgen(js_name = jointLimits, unchecked_return_type = "JointLimitHit[]")]
    pub fn joint_limits(&self) -> Array {
        array(self.shared.world().events().joint_limits(), |hit| {
            let upper = hit.limit == carom::Limit::Upper;
            joint_limit(hit.body.number(), upper, hit.speed, hit.time)
        })
    }

    /// Ropes and springs that became taut in the last step.
    #[wasm_bindgen(js_name = tautLinks, unchecked_return_type = "LinkTaut[]")]
    pub fn taut_links(&self) -> Array {
        array(self.shared.world().events().taut_links(), |link| {
            taut(link.link.number(), link.speed, link.time)
        })
    }

    /// Balls that something would have crushed in the last step: the body that moved onto them was stopped, or the ball.
    #[wasm_bindgen(unchecked_return_type = "Crushed[]")]
    pub fn crushed(&self) -> Array {
        array(self.shared.world().events().crushed(), |c| {
            let number = |id: Option<BodyId>| id.map_or(0.0, Number::number);
            crushed(
                c.ball.number(),
                number(c.mover),
                number(c.against),
                c.frozen,
                c.point.x,
                c.point.y,
                c.time,
            )
        })
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

fn pair_of(pair: &carom::ContactPair) -> JsValue {
    self::pair(pair.body_a.number(), maybe(pair.shape_a), pair.body_b.number())
}
