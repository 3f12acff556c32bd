//! The class `World`.

use carom::glam::Vec2;
use carom::{BodyId, Filter, ShapeGeometry, Side};
use js_sys::{Array, Float32Array, Float64Array, Object, Reflect, WebAssembly};
use wasm_bindgen::prelude::*;

use crate::events::{self, array, vector};
use crate::fail::{Answer, Names, refuse, refuse_at};
use crate::id::{Number, asked, id};
use crate::options::{self, Carrier, Tie};
use crate::owner::{Owner, Shared};
use crate::read::{self, Fields};
use crate::shapes;

/// A world of balls, and of bodies whose shapes they meet.
///
/// Units are those of the game; metres, kilograms, seconds and radians are meant by default. y is up.
#[wasm_bindgen]
pub struct World {
    pub(crate) shared: Shared,
    transforms: Vec<f32>,
    velocities: Vec<f32>,
    masses: Vec<f32>,
    ids: Vec<f64>,
    outlines: Vec<f32>,
    ends: Vec<f32>,
}

impl std::fmt::Debug for World {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("World").finish_non_exhaustive()
    }
}

/// A view of numbers in the memory of the module.
fn floats(list: &[f32]) -> Float32Array {
    let memory: WebAssembly::Memory = wasm_bindgen::memory().unchecked_into();
    Float32Array::new_with_byte_offset_and_length(&memory.buffer(), list.as_ptr() as u32, list.len() as u32)
}

fn doubles(list: &[f64]) -> Float64Array {
    let memory: WebAssembly::Memory = wasm_bindgen::memory().unchecked_into();
    Float64Array::new_with_byte_offset_and_length(&memory.buffer(), list.as_ptr() as u32, list.len() as u32)
}

fn optional(value: Option<Vec2>) -> JsValue {
    value.map_or(JsValue::UNDEFINED, vector)
}

/// What the engine calls the arguments of a nudge.
const NUDGE: &Names = &[("nudge.displacement", "way"), ("nudge.seconds", "seconds")];

fn filter(value: &JsValue) -> Answer<Filter> {
    if value.is_undefined() { Ok(Filter::default()) } else { options::filter("filter", value) }
}

impl World {
    pub(crate) fn of(shared: Shared) -> Self {
        Self {
            shared,
            transforms: Vec::new(),
            velocities: Vec::new(),
            masses: Vec::new(),
            ids: Vec::new(),
            outlines: Vec::new(),
            ends: Vec::new(),
        }
    }

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
    /// An empty world. Without `config`: gravity (0, -9.81), and the tolerances that suit nearly every game.
    #[wasm_bindgen(constructor)]
    pub fn new(#[wasm_bindgen(unchecked_optional_param_type = "Config")] config: JsValue) -> Answer<World> {
        let config = options::config(&Fields::optional("config", &config)?)?;
        let world = carom::World::new(config).map_err(refuse)?;
        Ok(Self::of(Shared::new(Owner::Alone(Box::new(world)))))
    }

    /// The world that a snapshot holds.
    #[wasm_bindgen(js_name = fromSnapshot)]
    pub fn from_snapshot(
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] bytes: JsValue,
    ) -> Answer<World> {
        let world = carom::World::from_snapshot(&read::bytes("bytes", &bytes)?).map_err(refuse)?;
        Ok(Self::of(Shared::new(Owner::Alone(Box::new(world)))))
    }

    /// Changes the settings; what is not said becomes the default. `setGravity` changes gravity alone.
    #[wasm_bindgen(js_name = setConfig)]
    pub fn set_config(&self, #[wasm_bindgen(unchecked_param_type = "Config")] config: JsValue) -> Answer<()> {
        let config = options::config(&Fields::new("config", &config)?)?;
        self.shared.world_mut().set_config(config).map_err(refuse)
    }

    /// Changes gravity, length units per second squared, at most 1e8 in each coordinate. All other settings stay.
    ///
    /// # Errors
    /// A coordinate is not a number, not finite or out of its range.
    #[wasm_bindgen(js_name = setGravity)]
    pub fn set_gravity(
        &self,
        #[wasm_bindgen(unchecked_param_type = "PointLike")] gravity: JsValue,
    ) -> Answer<()> {
        let gravity = read::vector("gravity", &gravity)?;
        let mut world = self.shared.world_mut();
        let config = carom::Config { gravity, ..*world.config() };
        world.set_config(config).map_err(refuse_at("", &[("config.gravity", "gravity")]))
    }

    /// Moves the world on by `dt` seconds, 1e-9 to 1; 1/60 s or shorter is meant, the same in every step.
    pub fn step(&self, #[wasm_bindgen(unchecked_param_type = "number")] dt: JsValue) -> Answer<()> {
        let dt = options::step(&dt)?;
        self.shared.world_mut().step(dt);
        Ok(())
    }

    /// Adds a ball.
    #[wasm_bindgen(js_name = addBall, unchecked_return_type = "BodyId")]
    pub fn add_ball(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BallOptions")] ball: JsValue,
    ) -> Answer<f64> {
        let ball = options::ball("ball", &ball)?;
        self.shared.world_mut().add_ball(ball).map(Number::number).map_err(refuse_at("ball", &[]))
    }

    /// Adds a body and its shapes: fixed, kinematic, a hinge or a slider.
    #[wasm_bindgen(js_name = addBody, unchecked_return_type = "BodyId")]
    pub fn add_body(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "BodyOptions")] body: JsValue,
    ) -> Answer<f64> {
        let (carrier, shapes) = options::body(&body)?;
        let mut world = self.shared.world_mut();
        let id = match carrier {
            Carrier::Plain(body) => world.add_body(body).map_err(refuse_at("body", &[]))?,
            Carrier::Joint { joint, names } => world.add_joint(joint).map_err(refuse_at("body", names))?,
        };
        for (n, shape) in shapes.into_iter().enumerate() {
            if let Err(error) = world.add_shape(id, shape) {
                // All of it or nothing.
                let _ = world.remove_body(id);
                return Err(refuse_at(&format!("body.shapes[{n}]"), &[])(error));
            }
        }
        Ok(id.number())
    }

    /// Adds a shape to a body that is not a ball.
    #[wasm_bindgen(js_name = addShape, unchecked_return_type = "ShapeId")]
    pub fn add_shape(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
        #[wasm_bindgen(unchecked_param_type = "ShapeOptions")] shape: JsValue,
    ) -> Answer<f64> {
        let body = id("body", &body)?;
        let shape = shapes::shape("shape".to_owned(), &shape)?;
        self.shared.world_mut().add_shape(body, shape).map(Number::number).map_err(refuse_at("shape", &[]))
    }

    /// Adds a rod, a rope or a spring.
    #[wasm_bindgen(js_name = addLink, unchecked_return_type = "LinkId")]
    pub fn add_link(
        &self,
        #[wasm_bindgen(unchecked_param_type = "LinkOptions")] link: JsValue,
    ) -> Answer<f64> {
        let Tie { link, names } = options::link("link", &link)?;
        self.shared.world_mut().add_link(link).map(Number::number).map_err(refuse_at("link", names))
    }

    /// Changes a link.
    #[wasm_bindgen(js_name = setLink)]
    pub fn set_link(
        &self,
        #[wasm_bindgen(unchecked_param_type = "LinkId")] link: JsValue,
        #[wasm_bindgen(unchecked_param_type = "LinkOptions")] to: JsValue,
    ) -> Answer<()> {
        let link = id("link", &link)?;
        let Tie { link: to, names } = options::link("to", &to)?;
        self.shared.world_mut().set_link(link, to).map_err(refuse_at("to", names))
    }

    /// Adds a field of force: an acceleration, drag, a current or an attractor, everywhere or in a region.
    #[wasm_bindgen(js_name = addField, unchecked_return_type = "FieldId")]
    pub fn add_field(
        &self,
        #[wasm_bindgen(unchecked_param_type = "FieldOptions")] field: JsValue,
    ) -> Answer<f64> {
        let field = options::field("field", &field)?;
        self.shared.world_mut().add_field(field).map(Number::number).map_err(refuse_at("field", &[]))
    }

    /// Changes a field.
    #[wasm_bindgen(js_name = setField)]
    pub fn set_field(
        &self,
        #[wasm_bindgen(unchecked_param_type = "FieldId")] field: JsValue,
        #[wasm_bindgen(unchecked_param_type = "FieldOptions")] to: JsValue,
    ) -> Answer<()> {
        let field = id("field", &field)?;
        let to = options::field("to", &to)?;
        self.shared.world_mut().set_field(field, to).map_err(refuse_at("to", &[]))
    }

    /// Lays a floor below the balls, for games seen from above; `null` takes it away.
    #[wasm_bindgen(js_name = setFloor)]
    pub fn set_floor(
        &self,
        #[wasm_bindgen(unchecked_param_type = "FloorOptions | null")] floor: JsValue,
    ) -> Answer<()> {
        let floor = options::floor(&floor)?;
        self.shared.world_mut().set_floor(floor).map_err(refuse_at("floor", &[]))
    }

    /// Adds a zone of the floor with another surface. Of zones that lie over each other the last one counts.
    #[wasm_bindgen(js_name = addFloorZone)]
    pub fn add_floor_zone(
        &self,
        #[wasm_bindgen(unchecked_param_type = "FloorZoneOptions")] zone: JsValue,
    ) -> Answer<()> {
        let zone = options::floor_zone(&zone)?;
        self.shared.world_mut().add_floor_zone(zone).map(|_| ()).map_err(refuse_at("zone", &[]))
    }

    /// Removes all zones of the floor.
    #[wasm_bindgen(js_name = clearFloorZones)]
    pub fn clear_floor_zones(&self) -> Answer<()> {
        let mut world = self.shared.world_mut();
        let zones: Vec<_> = world.floor_zones().map(|(zone, _)| zone).collect();
        zones.into_iter().try_for_each(|zone| world.remove_floor_zone(zone)).map_err(refuse)
    }

    /// Removes a ball or a body with its shapes.
    #[wasm_bindgen(js_name = removeBody)]
    pub fn remove_body(&self, #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue) -> Answer<()> {
        let body = id("body", &body)?;
        self.shared.world_mut().remove_body(body).map_err(refuse)
    }

    /// Removes a shape.
    #[wasm_bindgen(js_name = removeShape)]
    pub fn remove_shape(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ShapeId")] shape: JsValue,
    ) -> Answer<()> {
        let shape = id("shape", &shape)?;
        self.shared.world_mut().remove_shape(shape).map_err(refuse)
    }

    /// Removes a link.
    #[wasm_bindgen(js_name = removeLink)]
    pub fn remove_link(&self, #[wasm_bindgen(unchecked_param_type = "LinkId")] link: JsValue) -> Answer<()> {
        let link = id("link", &link)?;
        self.shared.world_mut().remove_link(link).map_err(refuse)
    }

    /// Removes a field.
    #[wasm_bindgen(js_name = removeField)]
    pub fn remove_field(
        &self,
        #[wasm_bindgen(unchecked_param_type = "FieldId")] field: JsValue,
    ) -> Answer<()> {
        let field = id("field", &field)?;
        self.shared.world_mut().remove_field(field).map_err(refuse)
    }

    /// Number of balls.
    #[wasm_bindgen(getter, js_name = ballCount)]
    pub fn ball_count(&self) -> u32 {
        self.shared.world().ball_count() as u32
    }

    /// What a body is: `"ball"`, `"fixed"`, `"kinematic"`, `"hinge"` or `"slider"`; `undefined` if it is gone.
    #[wasm_bindgen(unchecked_return_type = "BodyType | undefined")]
    pub fn kind(&self, #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue) -> Answer<JsValue> {
        use carom::BodyKind as K;
        let body = asked("body", &body)?;
        let name = self.shared.world().kind(body).map(|kind| match kind {
            K::Ball => "ball",
            K::Kinematic => "kinematic",
            K::Hinge => "hinge",
            K::Slider => "slider",
            _ => "fixed",
        });
        Ok(name.map_or(JsValue::UNDEFINED, JsValue::from_str))
    }

    /// Centre of a ball, or origin of a body; `undefined` if it is gone.
    #[wasm_bindgen(unchecked_return_type = "Point | undefined")]
    pub fn position(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
    ) -> Answer<JsValue> {
        let body = asked("body", &body)?;
        Ok(optional(self.shared.world().position(body)))
    }

    /// Velocity of a ball or a body; `undefined` if it is gone.
    #[wasm_bindgen(unchecked_return_type = "Point | undefined")]
    pub fn velocity(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
    ) -> Answer<JsValue> {
        let body = asked("body", &body)?;
        Ok(optional(self.shared.world().velocity(body)))
    }

    /// Turn of a ball or a body, radians.
    pub fn angle(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
    ) -> Answer<Option<f32>> {
        let body = asked("body", &body)?;
        let world = self.shared.world();
        Ok(world.ball(body).map(|ball| ball.angle).or_else(|| world.body(body).map(|body| body.angle)))
    }

    /// Angular velocity, radians per second.
    #[wasm_bindgen(js_name = angularVelocity)]
    pub fn angular_velocity(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
    ) -> Answer<Option<f32>> {
        let body = asked("body", &body)?;
        Ok(self.shared.world().angular_velocity(body))
    }

    /// Radius of a ball.
    pub fn radius(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] ball: JsValue,
    ) -> Answer<Option<f32>> {
        let ball = asked("ball", &ball)?;
        Ok(self.shared.world().ball(ball).map(|ball| ball.radius))
    }

    /// What the game put into a ball or a body.
    #[wasm_bindgen(js_name = userData)]
    pub fn user_data(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
    ) -> Answer<Option<f64>> {
        let body = asked("body", &body)?;
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

    /// Puts a ball or a body somewhere else; it does not pass through what lies between.
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

    /// Moves a kinematic body to a place over the next step, steadily, and to an angle in radians if one is given. What
    /// is in its way is struck at its speed. A game that takes several steps a frame calls `moveKinematicOver` once.
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
    /// given. It takes as many steps as that needs, at least one, and stops there.
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
        let ball = asked("ball", &ball)?;
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
        let body = asked("body", &body)?;
        Ok(self.shared.world().joint_position(body))
    }

    /// Speed of a hinge in radians per second, or of a slider.
    #[wasm_bindgen(js_name = jointVelocity)]
    pub fn joint_velocity(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
    ) -> Answer<Option<f32>> {
        let body = asked("body", &body)?;
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

    /// Changes the surface of a ball; what is not said becomes the default.
    #[wasm_bindgen(js_name = setBallMaterial)]
    pub fn set_ball_material(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] ball: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Material")] material: JsValue,
    ) -> Answer<()> {
        let ball = id("ball", &ball)?;
        let material = options::material("material", &material, carom::Material::default())?;
        self.shared.world_mut().set_ball_material(ball, material).map_err(refuse)
    }

    /// Changes the surface of a shape; what is not said becomes the default.
    #[wasm_bindgen(js_name = setShapeMaterial)]
    pub fn set_shape_material(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ShapeId")] shape: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Material")] material: JsValue,
    ) -> Answer<()> {
        let shape = id("shape", &shape)?;
        let material = options::material("material", &material, carom::Material::default())?;
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
        let own = |value| options::material("material", value, carom::Material::default());
        let material = read::or_null("material", &material)?.map(own).transpose()?;
        let names: &Names = if a == 0 { &[("pair_id", "a")] } else { &[("pair_id", "b")] };
        self.shared.world_mut().set_material_pair(a, b, material).map_err(refuse_at("", names))
    }

    /// Changes what a ball meets.
    #[wasm_bindgen(js_name = setBallFilter)]
    pub fn set_ball_filter(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] ball: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Filter")] filter: JsValue,
    ) -> Answer<()> {
        let ball = id("ball", &ball)?;
        let filter = options::filter("filter", &filter)?;
        self.shared.world_mut().set_ball_filter(ball, filter).map_err(refuse)
    }

    /// Changes what a shape meets.
    #[wasm_bindgen(js_name = setShapeFilter)]
    pub fn set_shape_filter(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ShapeId")] shape: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Filter")] filter: JsValue,
    ) -> Answer<()> {
        let shape = id("shape", &shape)?;
        let filter = options::filter("filter", &filter)?;
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

    /// Pushes the table by `way` and back within `seconds`: all balls feel it.
    pub fn nudge(
        &self,
        #[wasm_bindgen(unchecked_param_type = "PointLike")] way: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] seconds: JsValue,
    ) -> Answer<()> {
        let way = read::vector("way", &way)?;
        let seconds = read::single("seconds", &seconds)?;
        self.shared.world_mut().nudge(way, seconds).map_err(refuse_at("", NUDGE))
    }

    /// Where the table is, which a nudge moves: for the picture.
    #[wasm_bindgen(js_name = tableOffset, unchecked_return_type = "Point")]
    pub fn table_offset(&self) -> JsValue {
        vector(self.shared.world().table_offset())
    }

    /// First thing that a ray from `origin` to `origin + delta` meets.
    #[wasm_bindgen(js_name = castRay, unchecked_return_type = "CastHit | undefined")]
    pub fn cast_ray(
        &self,
        #[wasm_bindgen(unchecked_param_type = "PointLike")] origin: JsValue,
        #[wasm_bindgen(unchecked_param_type = "PointLike")] delta: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Filter")] only: JsValue,
    ) -> Answer<JsValue> {
        let (origin, delta) = (read::vector("origin", &origin)?, read::vector("delta", &delta)?);
        let only = filter(&only)?;
        let hit = self.shared.world().cast_ray(origin, delta, only);
        let hit = hit.map_err(refuse_at("", &[("cast.center", "origin"), ("cast.delta", "delta")]))?;
        Ok(hit.as_ref().map_or(JsValue::UNDEFINED, events::hit_of))
    }

    /// All that a ball of this radius would meet on its way from `center` to `center + delta`, in order.
    #[wasm_bindgen(js_name = castBall, unchecked_return_type = "CastHit[]")]
    pub fn cast_ball(
        &self,
        #[wasm_bindgen(unchecked_param_type = "PointLike")] center: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] radius: JsValue,
        #[wasm_bindgen(unchecked_param_type = "PointLike")] delta: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Filter")] only: JsValue,
    ) -> Answer<Array> {
        let center = read::vector("center", &center)?;
        let radius = read::single("radius", &radius)?;
        let delta = read::vector("delta", &delta)?;
        let only = filter(&only)?;
        let hits = self.shared.world().cast_ball_all(center, radius, delta, only);
        let names = &[("cast.center", "center"), ("cast.radius", "radius"), ("cast.delta", "delta")];
        let hits = hits.map_err(refuse_at("", names))?;
        Ok(array(&hits, events::hit_of))
    }

    /// All that a ball of this radius would overlap.
    #[wasm_bindgen(js_name = overlapBall, unchecked_return_type = "ClosestPoint[]")]
    pub fn overlap_ball(
        &self,
        #[wasm_bindgen(unchecked_param_type = "PointLike")] center: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] radius: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Filter")] only: JsValue,
    ) -> Answer<Array> {
        let center = read::vector("center", &center)?;
        let radius = read::single("radius", &radius)?;
        let only = filter(&only)?;
        let found = self.shared.world().overlap_ball(center, radius, only);
        let found =
            found.map_err(refuse_at("", &[("overlap.center", "center"), ("overlap.radius", "radius")]))?;
        Ok(array(&found, events::closest_of))
    }

    /// What lies nearest to a point, no farther than `reach`.
    #[wasm_bindgen(js_name = closestPoint, unchecked_return_type = "ClosestPoint | undefined")]
    pub fn closest_point(
        &self,
        #[wasm_bindgen(unchecked_param_type = "PointLike")] point: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] reach: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Filter")] only: JsValue,
    ) -> Answer<JsValue> {
        let point = read::vector("point", &point)?;
        let reach = read::single("reach", &reach)?;
        let only = filter(&only)?;
        let found = self.shared.world().closest_point(point, reach, only);
        let found =
            found.map_err(refuse_at("", &[("overlap.center", "point"), ("overlap.radius", "reach")]))?;
        Ok(found.as_ref().map_or(JsValue::UNDEFINED, events::closest_of))
    }

    /// Where a ball will fly: an aiming line through its bounces. The world stays as it is.
    #[wasm_bindgen(unchecked_return_type = "Prediction")]
    pub fn predict(
        &self,
        #[wasm_bindgen(unchecked_param_type = "PredictOptions")] query: JsValue,
    ) -> Answer<JsValue> {
        let query = options::trajectory(&query)?;
        let mut path = carom::PredictedTrajectory::default();
        // What the engine refuses is either the query or the ball in it.
        let refused = |error| match error {
            carom::Error::OutOfRange { field, .. } if field.starts_with("ball.") => {
                refuse_at("query.ball", &[])(error)
            }
            _ => refuse_at("query", &[])(error),
        };
        self.shared.world().predict(&query, &mut path).map_err(refused)?;
        let points: Vec<f32> =
            path.points().iter().flat_map(|p| [p.position.x, p.position.y, p.time]).collect();
        let end = match path.end() {
            carom::TrajectoryEnd::Ball(_) => "ball",
            carom::TrajectoryEnd::Bounces => "bounces",
            carom::TrajectoryEnd::Bounds => "bounds",
            _ => "time",
        };
        let out = Object::new();
        let set = |name: &str, value: &JsValue| Reflect::set(&out, &name.into(), value);
        // A new object takes any field.
        let _ = set("points", &Float32Array::from(points.as_slice()));
        let _ = set("impacts", &array(path.impacts(), events::impact_of));
        let _ = set("end", &end.into());
        Ok(out.into())
    }

    /// Bounces of the last step, in the order of time.
    #[wasm_bindgen(unchecked_return_type = "Impact[]")]
    pub fn impacts(&self) -> Array {
        array(self.shared.world().events().impacts(), events::impact_of)
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

    /// Pairs that came to touch in the last step, by a bounce or as a resting contact, each once. First come those that
    /// bounced, in the order of time.
    #[wasm_bindgen(unchecked_return_type = "ContactPair[]")]
    pub fn touched(&self) -> Array {
        array(&self.shared.world().events().touched(), pair_of)
    }

    /// Contacts that carry load now.
    #[wasm_bindgen(unchecked_return_type = "Contact[]")]
    pub fn contacts(&self) -> Array {
        array(self.shared.world().contacts(), |contact| events::contact_of(&contact))
    }

    /// Balls that entered a sensor in the last step.
    #[wasm_bindgen(js_name = sensorEntered, unchecked_return_type = "SensorEvent[]")]
    pub fn sensor_entered(&self) -> Array {
        array(self.shared.world().events().sensor_entered(), events::sensed_of)
    }

    /// Balls that left a sensor in the last step.
    #[wasm_bindgen(js_name = sensorExited, unchecked_return_type = "SensorEvent[]")]
    pub fn sensor_exited(&self) -> Array {
        array(self.shared.world().events().sensor_exited(), events::sensed_of)
    }

    /// Balls that are in a sensor now.
    #[wasm_bindgen(js_name = ballsInSensor, unchecked_return_type = "BodyId[]")]
    pub fn balls_in_sensor(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ShapeId")] sensor: JsValue,
    ) -> Answer<Array> {
        let sensor = asked("sensor", &sensor)?;
        Ok(array(self.shared.world().balls_in_sensor(sensor), number))
    }

    /// Hinges and sliders that struck a limit in the last step.
    #[wasm_bindgen(js_name = jointLimits, unchecked_return_type = "JointLimitHit[]")]
    pub fn joint_limits(&self) -> Array {
        array(self.shared.world().events().joint_limits(), |hit| {
            let upper = hit.limit == carom::Limit::Upper;
            events::joint_limit(hit.body.number(), upper, hit.speed, hit.time)
        })
    }

    /// Ropes and springs that became taut in the last step.
    #[wasm_bindgen(js_name = tautLinks, unchecked_return_type = "LinkTaut[]")]
    pub fn taut_links(&self) -> Array {
        array(self.shared.world().events().taut_links(), |taut| {
            events::taut(taut.link.number(), taut.speed, taut.time)
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

    /// x, y, angle and radius of every ball, one behind the other. A view of the module's memory: it is valid until
    /// the next call of any method. What is kept is copied by `.slice()`.
    #[wasm_bindgen(unchecked_return_type = "Float32Array")]
    pub fn transforms(&mut self) -> Float32Array {
        let world = self.shared.world();
        self.transforms.clear();
        for (_, b) in world.balls() {
            self.transforms.extend([b.position.x, b.position.y, b.angle, b.radius]);
        }
        floats(&self.transforms)
    }

    /// x and y of the velocity, and the angular velocity, of every ball. Valid as `transforms()` is.
    pub fn velocities(&mut self) -> Float32Array {
        let world = self.shared.world();
        self.velocities.clear();
        for (_, b) in world.balls() {
            self.velocities.extend([b.velocity.x, b.velocity.y, b.angular_velocity]);
        }
        floats(&self.velocities)
    }

    /// Mass and moment of inertia of every ball. Valid as `transforms()` is.
    pub fn masses(&mut self) -> Float32Array {
        let world = self.shared.world();
        self.masses.clear();
        for (_, b) in world.balls() {
            self.masses.extend([b.mass, b.inertia_factor * b.mass * b.radius * b.radius]);
        }
        floats(&self.masses)
    }

    /// Ids of all balls, in the order of `transforms()`. Valid as that is.
    pub fn ids(&mut self) -> Float64Array {
        let world = self.shared.world();
        self.ids.clear();
        self.ids.extend(world.balls().map(|(id, _)| id.number()));
        doubles(&self.ids)
    }

    /// Every curve of every shape where it is now, for a picture, nine numbers each: kind, side, sensor, then five
    /// of the curve, then half of its thickness. Kinds: 0 circle (x, y), 1 segment (ax, ay, bx, by), 2 arc (x, y,
    /// radius, start, sweep), 3 half-plane (normal x, y, offset). Sides: 0 both, 1 left, 2 right. Valid as
    /// `transforms()` is.
    pub fn outlines(&mut self) -> Float32Array {
        let world = self.shared.world();
        self.outlines.clear();
        for (_, shape, outline) in world.shape_geometries() {
            let (kind, side, numbers, radius) = match outline {
                ShapeGeometry::Circle { center: c, radius } => {
                    (0.0, Side::Both, [c.x, c.y, 0.0, 0.0, 0.0], radius)
                }
                ShapeGeometry::Segment { a, b, radius, side } => {
                    (1.0, side, [a.x, a.y, b.x, b.y, 0.0], radius)
                }
                ShapeGeometry::Arc { center: c, arc_radius, start, sweep, radius, side } => {
                    (2.0, side, [c.x, c.y, arc_radius, start, sweep], radius)
                }
                ShapeGeometry::HalfPlane { normal: n, offset } => {
                    (3.0, Side::Both, [n.x, n.y, offset, 0.0, 0.0], 0.0)
                }
                _ => continue,
            };
            let side = match side {
                Side::Both => 0.0,
                Side::Left => 1.0,
                Side::Right => 2.0,
            };
            self.outlines.extend([kind, side, f32::from(u8::from(world.is_sensor(shape)))]);
            self.outlines.extend(numbers);
            self.outlines.push(radius);
        }
        floats(&self.outlines)
    }

    /// Both ends of every link: ax, ay, bx, by. Valid as `transforms()` is.
    #[wasm_bindgen(js_name = linkEnds)]
    pub fn link_ends(&mut self) -> Float32Array {
        let world = self.shared.world();
        self.ends.clear();
        for [a, b] in world.links().filter_map(|(id, _)| world.link_ends(id)) {
            self.ends.extend([a.x, a.y, b.x, b.y]);
        }
        floats(&self.ends)
    }

    /// The whole state as bytes: 59 a ball and the shapes. The same bytes on every machine.
    pub fn snapshot(&self) -> Vec<u8> {
        self.shared.world().snapshot()
    }

    /// Puts the world back to a snapshot, bit for bit.
    pub fn restore(&self, #[wasm_bindgen(unchecked_param_type = "Uint8Array")] bytes: JsValue) -> Answer<()> {
        let bytes = read::bytes("bytes", &bytes)?;
        self.shared.world_mut().restore(&bytes).map_err(refuse)
    }

    /// A fingerprint of the state: equal on every machine if the state has the same bits.
    #[wasm_bindgen(js_name = stateHash)]
    pub fn state_hash(&self) -> u64 {
        self.shared.world().state_hash()
    }

    /// Counts of the last step by name: substeps, contacts, impacts and more.
    #[wasm_bindgen(unchecked_return_type = "Record<string, number>")]
    pub fn profile(&self) -> Object {
        let out = Object::new();
        for (name, count) in self.shared.world().profile().named() {
            let _ = Reflect::set(&out, &crate::fail::camel(name).into(), &count.into());
        }
        out
    }
}

fn number(id: BodyId) -> JsValue {
    id.number().into()
}

fn pair_of(pair: &carom::ContactPair) -> JsValue {
    events::pair(pair.body_a.number(), events::maybe(pair.shape_a), pair.body_b.number())
}
