//! Balls and bodies of a world, read and set one at a time.

use carom::BodyId;
use carom::glam::Vec2;
use wasm_bindgen::prelude::*;

use crate::errors::{Answer, Names, refuse, refuse_at};
use crate::objects::{load, vector};
use crate::read::{any_id, id};
use crate::world::World;
use crate::{options, read, surfaces};

fn optional(value: Option<Vec2>) -> JsValue {
    value.map_or(JsValue::UNDEFINED, vector)
}

impl World {
    /// An angle that a call may leave out: the body keeps its own.
    fn angle_or(&self, body: BodyId, angle: &JsValue) -> Answer<f32> {
        if angle.is_undefined() {
            return Ok(self.shared.world().angle(body).unwrap_or_default());
        }
        read::single("angle", angle)
    }
}

#[wasm_bindgen]
impl World {
    /// The kind of a body: `"ball"`, `"fixed"`, `"kinematic"`, `"hinge"` or `"slider"`; `undefined` if it is gone.
    #[wasm_bindgen(unchecked_return_type = "BodyType | undefined")]
    pub fn kind(&self, #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue) -> Answer<JsValue> {
        use carom::BodyKind as K;
        let body = any_id("body", &body)?;
        let name = self.shared.world().kind(body).map(|kind| match kind {
            K::Ball => "ball",
            K::Kinematic => "kinematic",
            K::Hinge => "hinge",
            K::Slider => "slider",
            _ => "fixed",
        });
        Ok(name.map_or(JsValue::UNDEFINED, JsValue::from_str))
    }

    /// Whether a ball or a body is in the world: it was added and not removed.
    pub fn contains(&self, #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue) -> Answer<bool> {
        let body = any_id("body", &body)?;
        Ok(self.shared.world().contains(body))
    }

    /// Takes a ball or a body out of play, or puts it back. Out of play it meets nothing, no query sees it and no
    /// sensor notices it; it keeps its position, its id and all settings. A ball stops where it is.
    ///
    /// # Errors
    /// The body is gone, or `enabled` is neither `true` nor `false`.
    #[wasm_bindgen(js_name = setEnabled)]
    pub fn set_enabled(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
        #[wasm_bindgen(unchecked_param_type = "boolean")] enabled: JsValue,
    ) -> Answer<()> {
        let (body, enabled) = (id("body", &body)?, read::flag("enabled", &enabled)?);
        self.shared.world_mut().set_enabled(body, enabled).map_err(refuse)
    }

    /// Whether a ball or a body is in play; `false` if it is gone.
    #[wasm_bindgen(js_name = isEnabled)]
    pub fn is_enabled(&self, #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue) -> Answer<bool> {
        let body = any_id("body", &body)?;
        Ok(self.shared.world().is_enabled(body))
    }

    /// Centre of a ball, or origin of a body; `undefined` if it is gone.
    #[wasm_bindgen(unchecked_return_type = "Point | undefined")]
    pub fn position(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
    ) -> Answer<JsValue> {
        let body = any_id("body", &body)?;
        Ok(optional(self.shared.world().position(body)))
    }

    /// The load of all contacts on a body or a ball, as at the end of the last step; `undefined` if it is gone.
    /// Bounces are no part of it.
    #[wasm_bindgen(js_name = loadOn, unchecked_return_type = "Load | undefined")]
    pub fn load_on(&self, #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue) -> Answer<JsValue> {
        let on = self.shared.world().load_on(any_id("body", &body)?);
        Ok(on.map_or(JsValue::UNDEFINED, |on| load(on.force.x, on.force.y, on.torque)))
    }

    /// Velocity of a ball or a body; `undefined` if it is gone.
    #[wasm_bindgen(unchecked_return_type = "Point | undefined")]
    pub fn velocity(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
    ) -> Answer<JsValue> {
        let body = any_id("body", &body)?;
        Ok(optional(self.shared.world().velocity(body)))
    }

    /// Turn of a ball or a body, radians.
    pub fn angle(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
    ) -> Answer<Option<f32>> {
        let body = any_id("body", &body)?;
        let world = self.shared.world();
        Ok(world.ball(body).map(|ball| ball.angle).or_else(|| world.body(body).map(|body| body.angle)))
    }

    /// Angular velocity, radians per second.
    #[wasm_bindgen(js_name = angularVelocity)]
    pub fn angular_velocity(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
    ) -> Answer<Option<f32>> {
        let body = any_id("body", &body)?;
        Ok(self.shared.world().angular_velocity(body))
    }

    /// Radius of a ball.
    pub fn radius(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] ball: JsValue,
    ) -> Answer<Option<f32>> {
        let ball = any_id("ball", &ball)?;
        Ok(self.shared.world().ball(ball).map(|ball| ball.radius))
    }

    /// The number that the game put into a ball or a body.
    #[wasm_bindgen(js_name = userData)]
    pub fn user_data(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
    ) -> Answer<Option<f64>> {
        let body = any_id("body", &body)?;
        let world = self.shared.world();
        let data = world.ball(body).map(|ball| ball.user_data);
        Ok(data.or_else(|| world.body(body).map(|body| body.user_data)).map(|data| data as f64))
    }

    /// Gives a ball or a kinematic body a velocity.
    #[wasm_bindgen(js_name = setVelocity)]
    pub fn set_velocity(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
        #[wasm_bindgen(unchecked_param_type = "PointLike")] velocity: JsValue,
    ) -> Answer<()> {
        let body = id("body", &body)?;
        let velocity = read::vector("velocity", &velocity)?;
        self.shared.world_mut().set_velocity(body, velocity).map_err(refuse)
    }

    /// Gives a ball or a kinematic body an angular velocity, radians per second.
    #[wasm_bindgen(js_name = setAngularVelocity)]
    pub fn set_angular_velocity(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] angular_velocity: JsValue,
    ) -> Answer<()> {
        let body = id("body", &body)?;
        let angular_velocity = read::single("angularVelocity", &angular_velocity)?;
        self.shared.world_mut().set_angular_velocity(body, angular_velocity).map_err(refuse)
    }

    /// Puts a ball or a body somewhere else; it does not touch anything in between.
    pub fn teleport(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
        #[wasm_bindgen(unchecked_param_type = "PointLike")] position: JsValue,
    ) -> Answer<()> {
        let body = id("body", &body)?;
        let position = read::vector("position", &position)?;
        self.shared.world_mut().teleport(body, position).map_err(refuse)
    }

    /// Turns a ball or a body at once, radians.
    #[wasm_bindgen(js_name = setAngle)]
    pub fn set_angle(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] angle: JsValue,
    ) -> Answer<()> {
        let body = id("body", &body)?;
        let angle = read::single("angle", &angle)?;
        self.shared.world_mut().set_angle(body, angle).map_err(refuse)
    }

    /// Moves a kinematic body to a place over the next step, steadily, and to an angle in radians if one is given,
    /// the short way round. A ball in its path is struck at its speed. A game that takes several steps a frame
    /// calls `moveKinematicOver` once.
    ///
    /// # Errors
    /// The body is gone or not kinematic, or a number is not finite or too large.
    #[wasm_bindgen(js_name = moveKinematic)]
    pub fn move_kinematic(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
        #[wasm_bindgen(unchecked_param_type = "PointLike")] position: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] angle: JsValue,
    ) -> Answer<()> {
        let body = id("body", &body)?;
        let position = read::vector("position", &position)?;
        let angle = self.angle_or(body, &angle)?;
        self.shared.world_mut().move_kinematic(body, position, angle).map_err(refuse)
    }

    /// Moves a kinematic body to a place within `seconds`, 0 to 1e6, steadily, and to an angle in radians if one is
    /// given, the short way round. It takes as many steps as that needs, at least one, and stops there.
    ///
    /// # Errors
    /// As `moveKinematic`, and `seconds` out of its range.
    #[wasm_bindgen(js_name = moveKinematicOver)]
    pub fn move_kinematic_over(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
        #[wasm_bindgen(unchecked_param_type = "PointLike")] position: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] seconds: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] angle: JsValue,
    ) -> Answer<()> {
        let body = id("body", &body)?;
        let position = read::vector("position", &position)?;
        let seconds = read::single("seconds", &seconds)?;
        let angle = self.angle_or(body, &angle)?;
        self.shared.world_mut().move_kinematic_over(body, position, angle, seconds).map_err(refuse)
    }

    /// Moves a kinematic body to a place within `seconds`, 0 to 1e6, and turns it meanwhile by `turn` radians from
    /// its present angle: counter-clockwise if positive, by more than a whole turn if requested. Without `seconds`
    /// it does so in the next step.
    ///
    /// # Errors
    /// As `moveKinematicOver`, and `turn` out of its range.
    #[wasm_bindgen(js_name = moveKinematicTurning)]
    pub fn move_kinematic_turning(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
        #[wasm_bindgen(unchecked_param_type = "PointLike")] position: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] turn: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] seconds: JsValue,
    ) -> Answer<()> {
        let body = id("body", &body)?;
        let position = read::vector("position", &position)?;
        let turn = read::single("turn", &turn)?;
        let seconds = if seconds.is_undefined() { 0.0 } else { read::single("seconds", &seconds)? };
        self.shared.world_mut().move_kinematic_turning(body, position, turn, seconds).map_err(refuse)
    }

    /// Holds a ball where it is until it is released.
    pub fn hold(&self, #[wasm_bindgen(unchecked_param_type = "BodyId")] ball: JsValue) -> Answer<()> {
        let ball = id("ball", &ball)?;
        self.shared.world_mut().hold(ball).map_err(refuse)
    }

    /// Lets a ball go that was held.
    pub fn release(&self, #[wasm_bindgen(unchecked_param_type = "BodyId")] ball: JsValue) -> Answer<()> {
        let ball = id("ball", &ball)?;
        self.shared.world_mut().release(ball).map_err(refuse)
    }

    /// Whether a ball is held.
    #[wasm_bindgen(js_name = isHeld)]
    pub fn is_held(&self, #[wasm_bindgen(unchecked_param_type = "BodyId")] ball: JsValue) -> Answer<bool> {
        let ball = any_id("ball", &ball)?;
        Ok(self.shared.world().is_held(ball))
    }

    /// Drives a hinge or a slider: `null`, `{ force }` or `{ velocity, maxForce }`.
    #[wasm_bindgen(js_name = setMotor)]
    pub fn set_motor(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Motor")] motor: JsValue,
    ) -> Answer<()> {
        let body = id("body", &body)?;
        let motor = options::motor("motor", &motor)?;
        self.shared.world_mut().set_motor(body, motor).map_err(refuse)
    }

    /// Angle of a hinge in radians, or way of a slider.
    #[wasm_bindgen(js_name = jointPosition)]
    pub fn joint_position(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
    ) -> Answer<Option<f32>> {
        let body = any_id("body", &body)?;
        Ok(self.shared.world().joint_position(body))
    }

    /// Speed of a hinge in radians per second, or of a slider.
    #[wasm_bindgen(js_name = jointVelocity)]
    pub fn joint_velocity(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
    ) -> Answer<Option<f32>> {
        let body = any_id("body", &body)?;
        Ok(self.shared.world().joint_velocity(body))
    }

    /// Puts a hinge or a slider somewhere at once.
    #[wasm_bindgen(js_name = setJointPosition)]
    pub fn set_joint_position(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] position: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] velocity: JsValue,
    ) -> Answer<()> {
        let body = id("body", &body)?;
        let position = read::single("position", &position)?;
        let velocity = read::single("velocity", &velocity)?;
        self.shared.world_mut().set_joint_position(body, position, velocity).map_err(refuse)
    }

    /// Changes the surface of a ball; an omitted value becomes the default.
    #[wasm_bindgen(js_name = setBallMaterial)]
    pub fn set_ball_material(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] ball: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Material")] material: JsValue,
    ) -> Answer<()> {
        let ball = id("ball", &ball)?;
        let material = surfaces::material("material", &material, carom::Material::default())?;
        self.shared.world_mut().set_ball_material(ball, material).map_err(refuse)
    }

    /// Changes the surface of a shape; an omitted value becomes the default.
    #[wasm_bindgen(js_name = setShapeMaterial)]
    pub fn set_shape_material(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ShapeId")] shape: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Material")] material: JsValue,
    ) -> Answer<()> {
        let shape = id("shape", &shape)?;
        let material = surfaces::material("material", &material, carom::Material::default())?;
        self.shared.world_mut().set_shape_material(shape, material).map_err(refuse)
    }

    /// Surface of the meeting of two materials with these pair ids, in place of their mean; `null` takes it back.
    #[wasm_bindgen(js_name = setMaterialPair)]
    pub fn set_material_pair(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] a: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] b: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Material | null")] material: JsValue,
    ) -> Answer<()> {
        let pair_id = |name, value| read::whole(name, value, "from 1 to 2^32 - 1");
        let (a, b) = (pair_id("a", &a)?, pair_id("b", &b)?);
        let own = |value| surfaces::material("material", value, carom::Material::default());
        let material = read::or_null("material", &material)?.map(own).transpose()?;
        let names: &Names = if a == 0 { &[("pair_id", "a")] } else { &[("pair_id", "b")] };
        self.shared.world_mut().set_material_pair(a, b, material).map_err(refuse_at("", names))
    }

    /// Changes the filter of a ball.
    #[wasm_bindgen(js_name = setBallFilter)]
    pub fn set_ball_filter(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] ball: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Filter")] filter: JsValue,
    ) -> Answer<()> {
        let ball = id("ball", &ball)?;
        let filter = surfaces::filter("filter", &filter)?;
        self.shared.world_mut().set_ball_filter(ball, filter).map_err(refuse)
    }

    /// Changes the filter of a shape.
    #[wasm_bindgen(js_name = setShapeFilter)]
    pub fn set_shape_filter(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ShapeId")] shape: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Filter")] filter: JsValue,
    ) -> Answer<()> {
        let shape = id("shape", &shape)?;
        let filter = surfaces::filter("filter", &filter)?;
        self.shared.world_mut().set_shape_filter(shape, filter).map_err(refuse)
    }

    /// Keeps two bodies from meeting if `apart` is `true`; `false` lets them meet again.
    #[wasm_bindgen(js_name = setCollisionException)]
    pub fn set_collision_exception(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] a: JsValue,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] b: JsValue,
        #[wasm_bindgen(unchecked_param_type = "boolean")] apart: JsValue,
    ) -> Answer<()> {
        let a = id("a", &a)?;
        let b = id("b", &b)?;
        let apart = read::flag("apart", &apart)?;
        self.shared.world_mut().set_collision_exception(a, b, apart).map_err(refuse)
    }
}
