//! The class `World`.

use js_sys::{Object, Reflect};
use wasm_bindgen::prelude::*;

use crate::errors::{Answer, Names, refuse, refuse_at};
use crate::id::Number;
use crate::objects::vector;
use crate::options::{self, Carrier, Tie};
use crate::read::{self, Fields, id};
use crate::shapes;
use crate::shared::{Owner, Shared};

/// A world of balls, and of bodies whose shapes they meet.
///
/// Units are those of the game; metres, kilograms, seconds and radians are meant by default. y is up.
#[wasm_bindgen]
pub struct World {
    pub(crate) shared: Shared,
    pub(crate) views: Views,
}

/// The arrays behind the views of a world.
#[derive(Default)]
pub(crate) struct Views {
    pub(crate) transforms: Vec<f32>,
    pub(crate) velocities: Vec<f32>,
    pub(crate) masses: Vec<f32>,
    pub(crate) ids: Vec<f64>,
    pub(crate) outlines: Vec<f32>,
    pub(crate) shapes: Vec<f64>,
    pub(crate) ends: Vec<f32>,
}

impl std::fmt::Debug for World {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("World").finish_non_exhaustive()
    }
}

/// The engine's names of the arguments of a nudge.
const NUDGE: &Names = &[("nudge.displacement", "way"), ("nudge.seconds", "seconds")];

impl World {
    pub(crate) fn of(shared: Shared) -> Self {
        Self { shared, views: Views::default() }
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

    /// Changes the settings; an omitted value becomes the default. `setGravity` changes gravity alone.
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

    /// Removes everything from the world: balls, bodies, links, fields, the floor and pairs of materials. Settings
    /// stay, and no id is used twice. The next step has no events of the removed objects.
    pub fn clear(&self) {
        self.shared.world_mut().clear();
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
            let _ = Reflect::set(&out, &crate::camel::camel(name).into(), &count.into());
        }
        out
    }
}
