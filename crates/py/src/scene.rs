//! The class `Scene`: a scene from a file, with the parts that drive it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use carom_scene::{Document, Stage};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::{Failure, fault};
use crate::files;
use crate::id::{Count, Id, Word};
use crate::shared::Shared;
use crate::world::World;

/// A world that was built from a scene file, with the parts that drive it from step to step.
///
///     scene = carom.Scene.load("examples/scenes/pinball.ron")
///     scene.press("left")
///     scene.step(240)
///     print(scene.score, scene.goals())
#[pyclass(frozen, module = "carom")]
#[derive(Debug)]
pub(crate) struct Scene {
    pub(crate) shared: Shared,
    document: Document,
    warnings: Vec<String>,
}

impl Scene {
    fn of(py: Python<'_>, document: Document, warnings: Vec<String>) -> PyResult<Self> {
        let stage = py.detach(|| document.stage()).map_err(|found| fault(py, &found))?;
        Ok(Self { shared: Shared::staged(stage), document, warnings })
    }

    /// The scene as it was described, at its start.
    pub(crate) fn described(&self) -> carom_scene::Scene {
        self.document.scene.clone()
    }

    /// Another stage of the same scene, with values set by their paths.
    pub(crate) fn varied(&self, changes: &[(String, String)]) -> Result<Stage, carom_scene::Fault> {
        let mut document = self.document.clone();
        changes.iter().try_for_each(|(path, value)| document.set(path, value))?;
        document.stage()
    }
}

/// A value as a scene file in JSON has it.
pub(crate) fn json(py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_string());
    }
    let plain = py.import("carom.model")?.getattr("_plain")?.call1((value,))?;
    py.import("json")?.call_method1("dumps", (plain,))?.extract()
}

#[pymethods]
impl Scene {
    /// Reads a file: a scene in RON or JSON, a Haxball stadium (.hbs), a drawing (.svg), or a Visual Pinball table (.vpx,
    /// .vpz, or a folder that vpxtool wrote). `values` are set by their paths, as the command's `--set` does:
    /// `{"materials.rubber.restitution": 0.9}`.
    ///
    /// Raises `Error` with `file`, `line`, `column`, `field` (the path in the scene) and `help`.
    #[staticmethod]
    #[pyo3(signature = (path, values = None))]
    fn load(
        py: Python<'_>,
        path: PathBuf,
        values: Option<BTreeMap<String, Bound<'_, PyAny>>>,
    ) -> PyResult<Self> {
        let (mut document, warnings) = files::read(py, &path)?;
        for (path, value) in values.unwrap_or_default() {
            document.set(&path, &json(py, &value)?).map_err(|found| fault(py, &found))?;
        }
        Self::of(py, document, warnings)
    }

    /// Reads a scene from a text in RON. `includes` holds the files that it includes, by name.
    #[staticmethod]
    #[pyo3(signature = (text, includes = None))]
    fn from_ron(py: Python<'_>, text: &str, includes: Option<BTreeMap<String, String>>) -> PyResult<Self> {
        let document = Document::from_ron(text, includes.unwrap_or_default());
        Self::of(py, document.map_err(|found| fault(py, &found))?, Vec::new())
    }

    /// Reads a scene from a text in JSON. `includes` holds the files that it includes, by name.
    #[staticmethod]
    #[pyo3(signature = (text, includes = None))]
    fn from_json(py: Python<'_>, text: &str, includes: Option<BTreeMap<String, String>>) -> PyResult<Self> {
        let document = Document::from_json(text, includes.unwrap_or_default());
        Self::of(py, document.map_err(|found| fault(py, &found))?, Vec::new())
    }

    /// The parts that were not carried over from another game's file.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.warnings.clone()
    }

    /// The world. It stays that of the scene: a change of the one changes the other.
    #[getter]
    fn world(&self) -> World {
        World::of(self.shared.clone())
    }

    /// Name of the scene.
    #[getter]
    fn name(&self, py: Python<'_>) -> String {
        self.shared.stage(py, |stage| stage.scene().name.clone())
    }

    /// The scene's text about itself.
    #[getter]
    fn about(&self, py: Python<'_>) -> String {
        self.shared.stage(py, |stage| stage.scene().about.clone())
    }

    /// Moves on by some steps of `dt` seconds: inputs, motions and streams, the world, then goals and rules.
    #[pyo3(signature = (steps = Count(1)))]
    fn step(&self, py: Python<'_>, steps: Count) {
        self.shared.stage(py, |stage| (0..steps.0).for_each(|_| stage.step()));
    }

    /// Length of a step, seconds.
    #[getter]
    fn dt(&self, py: Python<'_>) -> f32 {
        self.shared.stage(py, |stage| stage.dt())
    }

    /// Steps since the start.
    #[getter]
    fn steps(&self, py: Python<'_>) -> u64 {
        self.shared.stage(py, |stage| stage.steps())
    }

    /// Time since the start, seconds.
    #[getter]
    fn time(&self, py: Python<'_>) -> f64 {
        self.shared.stage(py, |stage| stage.time())
    }

    /// How many steps make the run that the scene asks for.
    #[getter]
    fn steps_to_run(&self, py: Python<'_>) -> u64 {
        self.shared.stage(py, |stage| stage.steps_to_run())
    }

    /// Points so far.
    #[getter]
    fn score(&self, py: Python<'_>) -> i64 {
        self.shared.stage(py, |stage| stage.score())
    }

    /// Each goal with the number of balls that entered it.
    fn goals(&self, py: Python<'_>) -> BTreeMap<String, u64> {
        self.shared.stage(py, |stage| stage.goals().map(|(name, count)| (name.to_owned(), count)).collect())
    }

    /// Goals that were entered in the last step, each with the ball.
    fn entered(&self, py: Python<'_>) -> Vec<(String, u64)> {
        self.shared
            .stage(py, |stage| stage.entered().map(|(goal, ball)| (goal.to_owned(), ball.word())).collect())
    }

    /// Names of all buttons.
    #[getter]
    fn inputs(&self, py: Python<'_>) -> Vec<String> {
        self.shared.stage(py, |stage| stage.inputs().to_vec())
    }

    /// Presses a button or lets it go, from the next step on.
    ///
    /// Raises `Error` if the scene has no such button.
    #[pyo3(signature = (input, pressed = true))]
    fn press(&self, py: Python<'_>, input: &str, pressed: bool) -> PyResult<()> {
        if self.shared.stage(py, |stage| stage.press(input, pressed)) {
            return Ok(());
        }
        let known = self.inputs(py).join(", ");
        let found = format!("{:?}", input.chars().take(40).collect::<String>());
        Err(Failure::wrong("input", &found, &format!("one of the scene's buttons: {known}")).into())
    }

    /// Whether a button was pressed in the last step, by whomever.
    fn is_pressed(&self, py: Python<'_>, input: &str) -> bool {
        self.shared.stage(py, |stage| stage.is_pressed(input))
    }

    /// Id of a body or a ball by its name; `None` if there is none, or it is gone.
    fn find(&self, py: Python<'_>, name: &str) -> Option<u64> {
        self.shared.stage(py, |stage| stage.find(name).map(Word::word))
    }

    /// Id of a shape by its name, behind that of its body and a dot if that has one.
    fn find_shape(&self, py: Python<'_>, name: &str) -> Option<u64> {
        self.shared.stage(py, |stage| stage.find_shape(name).map(Word::word))
    }

    /// The name of a body or a ball; `None` if it has no name.
    fn name_of(&self, py: Python<'_>, body: Id) -> Option<String> {
        self.shared.stage(py, |stage| stage.name_of(body.of()).map(str::to_owned))
    }

    /// Names of all bodies and balls that have one, with their ids.
    fn names(&self, py: Python<'_>) -> BTreeMap<String, u64> {
        self.shared.stage(py, |stage| stage.names().map(|(name, id)| (name.to_owned(), id.word())).collect())
    }

    /// Kinetic and potential energy.
    fn energy(&self, py: Python<'_>) -> (f64, f64) {
        let [kinetic, potential] = self.shared.stage(py, |stage| stage.energy());
        (kinetic, potential)
    }

    /// The scene as a file in JSON that continues from here, bit for bit.
    fn save(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.shared.stage(py, |stage| Some(stage.save().and_then(|scene| scene.to_json())));
        text.unwrap_or_else(|| Ok(String::new())).map_err(|found| fault(py, &found))
    }

    /// The scene from its start, with values set by their paths.
    #[pyo3(signature = (values = None))]
    fn restart(&self, py: Python<'_>, values: Option<BTreeMap<String, Bound<'_, PyAny>>>) -> PyResult<Self> {
        let mut document = self.document.clone();
        for (path, value) in values.unwrap_or_default() {
            document.set(&path, &json(py, &value)?).map_err(|found| fault(py, &found))?;
        }
        Self::of(py, document, self.warnings.clone())
    }

    /// A picture of the world as SVG, as notebooks show it.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.world().svg(py, 640, 640, false)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let (name, time, balls) = self
            .shared
            .stage(py, |stage| (stage.scene().name.clone(), stage.time(), stage.world.ball_count()));
        format!("<carom.Scene {name:?}: {balls} balls, {time:.3} s>")
    }
}
