//! The class `Stage`: a scene from a file, with the parts that drive it.

use std::collections::BTreeMap;

use carom_hbs::Stadium;
use carom_scene::{Document, Fault, Scene};
use js_sys::{Array, JSON, Object, Reflect};
use wasm_bindgen::prelude::*;

use crate::errors::{Answer, refuse_at};
use crate::id::Number;
use crate::objects::{array, object};
use crate::read::any_id;
use crate::read::{self, Fields, wrong};
use crate::shared::{Owner, Shared};
use crate::world::World;

/// A world that was built from a scene file, with the parts that drive it from step to step.
#[wasm_bindgen]
pub struct Stage {
    shared: Shared,
    warnings: Vec<String>,
}

impl std::fmt::Debug for Stage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stage").field("warnings", &self.warnings).finish_non_exhaustive()
    }
}

/// A fault as an `Error` with the fields `line`, `column`, `path` and `help`.
fn fault(fault: &Fault) -> JsValue {
    let error = js_sys::Error::new(&fault.to_string());
    let set = |name: &str, value: JsValue| Reflect::set(&error, &name.into(), &value);
    // An error takes any field.
    let _ = set("name", "SceneError".into());
    let _ = set("line", (fault.line as f64).into());
    let _ = set("column", (fault.column as f64).into());
    let _ = set("path", fault.path.as_str().into());
    let _ = set("help", fault.help.as_deref().map_or(JsValue::UNDEFINED, JsValue::from_str));
    error.into()
}

/// The text of a scene or of a file that it includes: a text, or an object that is written as JSON. An exception of
/// JavaScript is passed on.
fn text(path: &str, value: &JsValue) -> Answer<String> {
    let written = if value.is_object() { JSON::stringify(value)?.into() } else { value.clone() };
    written.as_string().ok_or_else(|| wrong(path, value, "a text or an object"))
}

/// Texts by name, from an object of texts or objects.
fn texts(includes: &JsValue) -> Answer<BTreeMap<String, String>> {
    let o = Fields::optional("includes", includes)?;
    let pair = |key: JsValue| {
        let name = key.as_string().unwrap_or_default();
        let value = Reflect::get(includes, &key)?;
        Ok((name.clone(), text(&o.at(&name), &value)?))
    };
    let keys = includes.dyn_ref::<Object>().map(Object::keys).unwrap_or_default();
    keys.iter().map(pair).collect()
}

impl Stage {
    fn of(document: &Document, warnings: Vec<String>) -> Answer<Self> {
        let stage = document.stage().map_err(|found| fault(&found))?;
        Ok(Self { shared: Shared::new(Owner::Staged(Box::new(stage))), warnings })
    }

    fn with<T>(&self, f: impl FnOnce(&mut carom_scene::Stage) -> T) -> T {
        match &mut *self.shared.owner() {
            Owner::Staged(stage) => f(stage),
            Owner::Alone(_) => unreachable!("a stage owns its world for good"),
        }
    }
}

#[wasm_bindgen]
impl Stage {
    /// Reads a scene from JSON: a text, or an object. `includes` holds the files that it includes by name, each a text or
    /// an object as well.
    ///
    /// # Errors
    /// A `SceneError` with `line`, `column`, `path` and `help`. An object that cannot be written as JSON, such as a
    /// circular one, throws the exception of `JSON.stringify`.
    #[wasm_bindgen(js_name = fromJson)]
    pub fn from_json(
        #[wasm_bindgen(unchecked_param_type = "string | object")] scene: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Record<string, string | object>")] includes: JsValue,
    ) -> Answer<Stage> {
        let (scene, includes) = (text("scene", &scene)?, texts(&includes)?);
        let document = Document::from_json(&scene, includes).map_err(|found| fault(&found))?;
        Self::of(&document, Vec::new())
    }

    /// Reads a scene from RON.
    ///
    /// # Errors
    /// As `fromJson`.
    #[cfg(feature = "full")]
    #[wasm_bindgen(js_name = fromRon)]
    pub fn from_ron(
        #[wasm_bindgen(unchecked_param_type = "string")] scene: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Record<string, string | object>")] includes: JsValue,
    ) -> Answer<Stage> {
        let (scene, includes) = (read::text("scene", &scene)?, texts(&includes)?);
        let document = Document::from_ron(&scene, includes).map_err(|found| fault(&found))?;
        Self::of(&document, Vec::new())
    }

    /// Reads a Haxball stadium. `warnings` lists the parts that are not carried over.
    ///
    /// # Errors
    /// The fault of the text, with its place.
    #[wasm_bindgen(js_name = fromHaxball)]
    pub fn from_haxball(#[wasm_bindgen(unchecked_param_type = "string")] stadium: JsValue) -> Answer<Stage> {
        let text = read::text("stadium", &stadium)?;
        let stadium = Stadium::parse(&text).map_err(|error| js_sys::Error::new(&error.to_string()))?;
        let (scene, warnings) = stadium.to_scene();
        let lines = [&stadium.warnings, &warnings].map(ToString::to_string);
        let lines = lines.iter().flat_map(|text| text.lines()).map(str::to_owned).collect();
        Self::of(&Document::from(scene), lines)
    }

    /// The parts that were not carried over from another game's file.
    #[wasm_bindgen(getter)]
    pub fn warnings(&self) -> Vec<String> {
        self.warnings.clone()
    }

    /// The world. It stays that of the stage: a change of the one changes the other.
    #[wasm_bindgen(getter)]
    pub fn world(&self) -> World {
        World::of(self.shared.clone())
    }

    /// Name of the scene.
    #[wasm_bindgen(getter)]
    pub fn name(&self) -> String {
        self.with(|stage| stage.scene().name.clone())
    }

    /// The scene's text about itself.
    #[wasm_bindgen(getter)]
    pub fn about(&self) -> String {
        self.with(|stage| stage.scene().about.clone())
    }

    /// One step of `dt` seconds: inputs, motions and streams, the world, then goals and rules.
    pub fn step(&self) {
        self.with(carom_scene::Stage::step);
    }

    /// Length of a step, seconds.
    #[wasm_bindgen(getter)]
    pub fn dt(&self) -> f32 {
        self.with(|stage| stage.dt())
    }

    /// Steps since the start.
    #[wasm_bindgen(getter)]
    pub fn steps(&self) -> f64 {
        self.with(|stage| stage.steps() as f64)
    }

    /// Time since the start, seconds.
    #[wasm_bindgen(getter)]
    pub fn time(&self) -> f64 {
        self.with(|stage| stage.time())
    }

    /// How many steps make the run that the scene asks for.
    #[wasm_bindgen(getter, js_name = stepsToRun)]
    pub fn steps_to_run(&self) -> f64 {
        self.with(|stage| stage.steps_to_run() as f64)
    }

    /// Points so far.
    #[wasm_bindgen(getter)]
    pub fn score(&self) -> f64 {
        self.with(|stage| stage.score() as f64)
    }

    /// Each goal with the number of balls that entered it.
    #[wasm_bindgen(unchecked_return_type = "Record<string, number>")]
    pub fn goals(&self) -> Object {
        let out = Object::new();
        self.with(|stage| {
            for (name, count) in stage.goals() {
                let _ = Reflect::set(&out, &name.into(), &(count as f64).into());
            }
        });
        out
    }

    /// Names of all buttons.
    #[wasm_bindgen(getter)]
    pub fn inputs(&self) -> Vec<String> {
        self.with(|stage| stage.inputs().to_vec())
    }

    /// Presses a button or lets it go, from the next step on. Returns whether the scene has such a button.
    pub fn press(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] input: JsValue,
        pressed: bool,
    ) -> Answer<bool> {
        let input = read::text("input", &input)?;
        Ok(self.with(|stage| stage.press(&input, pressed)))
    }

    /// Whether a button was pressed in the last step, by whomever.
    #[wasm_bindgen(js_name = isPressed)]
    pub fn is_pressed(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] input: JsValue,
    ) -> Answer<bool> {
        let input = read::text("input", &input)?;
        Ok(self.with(|stage| stage.is_pressed(&input)))
    }

    /// A body or a ball by its name.
    #[wasm_bindgen(unchecked_return_type = "BodyId | undefined")]
    pub fn find(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] name: JsValue,
    ) -> Answer<Option<f64>> {
        let name = read::text("name", &name)?;
        Ok(self.with(|stage| stage.find(&name).map(Number::number)))
    }

    /// A shape by its name, behind that of its body and a dot if that has one.
    #[wasm_bindgen(js_name = findShape, unchecked_return_type = "ShapeId | undefined")]
    pub fn find_shape(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] name: JsValue,
    ) -> Answer<Option<f64>> {
        let name = read::text("name", &name)?;
        Ok(self.with(|stage| stage.find_shape(&name).map(Number::number)))
    }

    /// The name of a ball or a body.
    #[wasm_bindgen(js_name = nameOf)]
    pub fn name_of(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
    ) -> Answer<Option<String>> {
        let body = any_id("body", &body)?;
        Ok(self.with(|stage| stage.name_of(body).map(str::to_owned)))
    }

    /// The name of a shape: its own name behind that of its body.
    #[wasm_bindgen(js_name = nameOfShape)]
    pub fn name_of_shape(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ShapeId")] shape: JsValue,
    ) -> Answer<Option<String>> {
        let shape = any_id("shape", &shape)?;
        Ok(self.with(|stage| stage.name_of_shape(shape).map(str::to_owned)))
    }

    /// Names of the scene's kinds of balls, in order.
    #[wasm_bindgen(getter)]
    pub fn kinds(&self) -> Vec<String> {
        self.with(|stage| stage.scene().kinds.keys().cloned().collect())
    }

    /// The kind of every ball as its place in `kinds`, in the order of `world.transforms()`; one that has none has the
    /// number of kinds.
    #[wasm_bindgen(js_name = ballKinds)]
    pub fn ball_kinds(&self) -> Vec<u32> {
        self.with(|stage| {
            let kinds: Vec<&str> = stage.scene().kinds.keys().map(String::as_str).collect();
            let number = |id| {
                let kind = stage.kind_of(id);
                kind.and_then(|kind| kinds.binary_search(&kind).ok()).unwrap_or(kinds.len()) as u32
            };
            stage.world.balls().map(|(id, _)| number(id)).collect()
        })
    }

    /// Goals that are areas, as polygons: x and y of one corner after the other.
    #[wasm_bindgen(js_name = goalOutlines, unchecked_return_type = "{ goal: string; points: number[] }[]")]
    pub fn goal_outlines(&self) -> Array {
        self.with(|stage| {
            array(stage.goal_outlines(), |(goal, corners)| {
                let points: Array =
                    corners.iter().flat_map(|p| [p.x, p.y]).map(|x| JsValue::from(f64::from(x))).collect();
                object([("goal", goal.into()), ("points", points.into())])
            })
        })
    }

    /// Lines and areas in colours of their own, from the ground up, which a picture of the scene shows beside its shapes; x
    /// and y of one point after the other. A line of width 0 is as thin as lines of a picture are. `markings` of the viewer
    /// draws them.
    #[wasm_bindgen(
        unchecked_return_type = "{ points: number[]; color: string; fill: boolean; width: number }[]"
    )]
    pub fn paint(&self) -> Array {
        self.with(|stage| {
            array(&stage.scene().paint, |paint| {
                let points: Array = paint
                    .points
                    .iter()
                    .flat_map(|p| [p.0, p.1])
                    .map(|x| JsValue::from(f64::from(x)))
                    .collect();
                let (color, width) = (paint.color.as_str().into(), f64::from(paint.width).into());
                object([
                    ("points", points.into()),
                    ("color", color),
                    ("fill", paint.fill.into()),
                    ("width", width),
                ])
            })
        })
    }

    /// Adds a ball as the scene's `balls` would have it: `{ like: "cherry", position: [0, 40] }`. Rules know its kind.
    ///
    /// # Errors
    /// As `fromJson`, for the ball alone.
    #[wasm_bindgen(js_name = addBall, unchecked_return_type = "BodyId")]
    pub fn add_ball(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string | object")] ball: JsValue,
    ) -> Answer<f64> {
        let text = text("ball", &ball)?;
        let ball =
            serde_json::from_str(&text).map_err(|error| js_sys::Error::new(&format!("ball: {error}")))?;
        self.with(|stage| stage.add_ball(&ball)).map(Number::number).map_err(|found| fault(&found))
    }

    /// Goals that were entered in the last step.
    #[wasm_bindgen(unchecked_return_type = "{ goal: string; ball: BodyId }[]")]
    pub fn entered(&self) -> Array {
        self.with(|stage| {
            array(stage.entered(), |(goal, ball)| {
                object([("goal", goal.into()), ("ball", ball.number().into())])
            })
        })
    }

    /// Kinetic and potential energy, mass units times length units squared per second squared.
    pub fn energy(&self) -> Vec<f64> {
        self.with(|stage| stage.energy().to_vec())
    }

    /// Fewer steps of the engine within a step, 1 to 64, for a quicker and coarser run.
    ///
    /// # Errors
    /// `substeps` is no whole number or out of its range.
    #[wasm_bindgen(js_name = setMaxSubsteps)]
    pub fn set_max_substeps(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] substeps: JsValue,
    ) -> Answer<()> {
        let substeps = read::whole("substeps", &substeps, "from 1 to 64")?;
        let mut world = self.shared.world_mut();
        let config = carom::Config { max_substeps: substeps, ..*world.config() };
        world.set_config(config).map_err(refuse_at("", &[("config.max_substeps", "substeps")]))
    }

    /// The stage as a scene file in JSON that continues from here, bit for bit.
    ///
    /// # Errors
    /// A state that cannot be written, such as a world that the game has changed beyond its scene.
    pub fn save(&self) -> Answer<String> {
        let text = self.with(|stage| stage.save().and_then(|scene: Scene| scene.to_json()));
        text.map_err(|found| fault(&found))
    }
}
