//! Settings of a ball: size, mass, pull, forces, and its sleep.

use wasm_bindgen::prelude::*;

use crate::errors::{Answer, refuse, refuse_at};
use crate::objects::vector;
use crate::read;
use crate::read::{any_id, id};
use crate::world::World;

#[wasm_bindgen]
impl World {
    /// Changes a ball's radius, length units, 1e-6 to 1e6. Its mass stays. A ball that overlaps something afterwards is
    /// pushed out gently.
    ///
    /// # Errors
    /// The ball is gone or no ball, or the radius is out of its range.
    #[wasm_bindgen(js_name = setRadius)]
    pub fn set_radius(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] ball: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] radius: JsValue,
    ) -> Answer<()> {
        let (ball, radius) = (id("ball", &ball)?, read::single("radius", &radius)?);
        self.shared.world_mut().set_radius(ball, radius).map_err(refuse_at("", &[("ball.radius", "radius")]))
    }

    /// Changes a ball's mass, mass units, 1e-12 to 1e12, and its moment of inertia with it. Its velocity stays.
    ///
    /// # Errors
    /// The ball is gone or no ball, or the mass is out of its range.
    #[wasm_bindgen(js_name = setMass)]
    pub fn set_mass(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] ball: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] mass: JsValue,
    ) -> Answer<()> {
        let (ball, mass) = (id("ball", &ball)?, read::single("mass", &mass)?);
        self.shared.world_mut().set_mass(ball, mass).map_err(refuse_at("", &[("ball.mass", "mass")]))
    }

    /// Changes how strongly gravity pulls a ball, -1000 to 1000, no unit; 1 is ordinary, 0 floats.
    ///
    /// # Errors
    /// The ball is gone or no ball, or the scale is out of its range.
    #[wasm_bindgen(js_name = setGravityScale)]
    pub fn set_gravity_scale(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] ball: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] scale: JsValue,
    ) -> Answer<()> {
        let (ball, scale) = (id("ball", &ball)?, read::single("scale", &scale)?);
        let names = &[("ball.gravity_scale", "scale")];
        self.shared.world_mut().set_gravity_scale(ball, scale).map_err(refuse_at("", names))
    }

    /// Changes how quickly a ball's speed fades, per second, 0 to 1e6: after `t` seconds `e^(-drag t)` of it is left.
    ///
    /// # Errors
    /// The ball is gone or no ball, or the drag is out of its range.
    #[wasm_bindgen(js_name = setDrag)]
    pub fn set_drag(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] ball: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] drag: JsValue,
    ) -> Answer<()> {
        let (ball, drag) = (id("ball", &ball)?, read::single("drag", &drag)?);
        self.shared.world_mut().set_drag(ball, drag).map_err(refuse_at("", &[("ball.drag", "drag")]))
    }

    /// Changes the speed above which a ball does not fly, length units per second, at least 1e-6; `Infinity` for none.
    ///
    /// # Errors
    /// The ball is gone or no ball, or the speed is out of its range.
    #[wasm_bindgen(js_name = setMaxSpeed)]
    pub fn set_max_speed(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] ball: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] speed: JsValue,
    ) -> Answer<()> {
        let (ball, speed) = (id("ball", &ball)?, read::single("speed", &speed)?);
        self.shared
            .world_mut()
            .set_max_speed(ball, speed)
            .map_err(refuse_at("", &[("ball.max_speed", "speed")]))
    }

    /// Changes the number that the game keeps with a ball or a body, a whole number from 0 to 2^53 - 1.
    ///
    /// # Errors
    /// The body is gone, or the number is out of its range.
    #[wasm_bindgen(js_name = setUserData)]
    pub fn set_user_data(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
        #[wasm_bindgen(js_name = userData, unchecked_param_type = "number")] user_data: JsValue,
    ) -> Answer<()> {
        let (body, user_data) = (id("body", &body)?, read::user_data("userData", &user_data)?);
        self.shared.world_mut().set_user_data(body, user_data).map_err(refuse)
    }

    /// Strikes a ball at its centre, mass units times length units per second.
    ///
    /// # Errors
    /// The ball is gone, no ball or held; the impulse, or the velocity that it would give, is not finite or beyond 1e8.
    #[wasm_bindgen(js_name = applyImpulse)]
    pub fn apply_impulse(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] ball: JsValue,
        #[wasm_bindgen(unchecked_param_type = "PointLike")] impulse: JsValue,
    ) -> Answer<()> {
        let (ball, impulse) = (id("ball", &ball)?, read::vector("impulse", &impulse)?);
        self.shared.world_mut().apply_impulse(ball, impulse).map_err(refuse)
    }

    /// Spins a ball by an angular impulse, mass units times length units squared per second, counter-clockwise.
    ///
    /// # Errors
    /// The ball is gone, no ball or held; the impulse, or the angular velocity that it would give, is not finite or
    /// beyond 1e8.
    #[wasm_bindgen(js_name = applyAngularImpulse)]
    pub fn apply_angular_impulse(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] ball: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] impulse: JsValue,
    ) -> Answer<()> {
        let (ball, impulse) = (id("ball", &ball)?, read::single("impulse", &impulse)?);
        self.shared.world_mut().apply_angular_impulse(ball, impulse).map_err(refuse)
    }

    /// Lets a force act on a ball's centre during the whole of the next step, mass units times length units per second
    /// squared. Forces on the same ball add up. After the step they are gone: call it before every step.
    ///
    /// # Errors
    /// The ball is gone, no ball or held; a coordinate of the sum is not finite or beyond 1e20, or it would accelerate
    /// the ball by more than 1e8 length units per second squared.
    #[wasm_bindgen(js_name = applyForce)]
    pub fn apply_force(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] ball: JsValue,
        #[wasm_bindgen(unchecked_param_type = "PointLike")] force: JsValue,
    ) -> Answer<()> {
        let (ball, force) = (id("ball", &ball)?, read::vector("force", &force)?);
        self.shared.world_mut().apply_force(ball, force).map_err(refuse)
    }

    /// Spin of a ball about the two axes in the plane, as the velocity at which it would roll on a floor, length units per
    /// second; `undefined` if it is gone or no ball.
    #[wasm_bindgen(js_name = rollingVelocity, unchecked_return_type = "Point | undefined")]
    pub fn rolling_velocity(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] ball: JsValue,
    ) -> Answer<JsValue> {
        let ball = any_id("ball", &ball)?;
        Ok(self.shared.world().rolling_velocity(ball).map_or(JsValue::UNDEFINED, vector))
    }

    /// Gives a ball spin about the two axes in the plane, as the velocity at which it would roll on a floor, length units
    /// per second, up to 1e8: its own velocity for a ball that rolls, more for follow, less or backwards for draw.
    ///
    /// # Errors
    /// The ball is gone, no ball or held, or a coordinate is not finite or too large.
    #[wasm_bindgen(js_name = setRollingVelocity)]
    pub fn set_rolling_velocity(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] ball: JsValue,
        #[wasm_bindgen(unchecked_param_type = "PointLike")] velocity: JsValue,
    ) -> Answer<()> {
        let (ball, velocity) = (id("ball", &ball)?, read::vector("velocity", &velocity)?);
        let names = &[("roll", "velocity")];
        self.shared.world_mut().set_rolling_velocity(ball, velocity).map_err(refuse_at("", names))
    }

    /// Whether a ball sleeps: it and all balls joined to it by contacts have come to rest, and wait until an event
    /// wakes them. `false` for a body that is gone or no ball.
    #[wasm_bindgen(js_name = isAsleep)]
    pub fn is_asleep(&self, #[wasm_bindgen(unchecked_param_type = "BodyId")] ball: JsValue) -> Answer<bool> {
        let ball = any_id("ball", &ball)?;
        Ok(self.shared.world().is_asleep(ball))
    }

    /// Wakes a ball and all balls joined to it by contacts. A game seldom needs it: every change wakes the balls
    /// that it may move.
    ///
    /// # Errors
    /// The ball is gone or no ball.
    pub fn wake(&self, #[wasm_bindgen(unchecked_param_type = "BodyId")] ball: JsValue) -> Answer<()> {
        let ball = id("ball", &ball)?;
        self.shared.world_mut().wake(ball).map_err(refuse)
    }
}
