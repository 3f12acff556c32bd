//! Descriptions of all objects in a world, and their replacement.

use carom::{Ball, Field, Filter, Joint, Limit, Link, Material};
use pyo3::prelude::*;

use crate::id::{Count, Id, Real, Word};
use crate::read::{describe, described, maybe, point};
use crate::shape::Shape;
use crate::world::{World, pair};

/// The description of something that may be gone, as an object of Python.
fn shown<'py, T: serde::Serialize>(
    py: Python<'py>,
    class: &str,
    found: Option<T>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    found.map(|found| describe(py, class, &found)).transpose()
}

#[pymethods]
impl World {
    /// Takes everything out of the world. Settings stay, and no id comes twice.
    fn clear(&self, py: Python<'_>) {
        self.shared.world(py, |world| world.clear());
    }

    /// Whether a ball or a body is in the world, also one that is disabled.
    fn contains(&self, py: Python<'_>, body: Id) -> bool {
        self.shared.world(py, |world| world.contains(body.of()))
    }

    /// A body as it is now, in single precision; `None` if it is gone or a ball.
    fn body<'py>(&self, py: Python<'py>, body: Id) -> PyResult<Option<Bound<'py, PyAny>>> {
        shown(py, "Body", self.shared.world(py, |world| world.body(body.of())))
    }

    /// Replaces the description of a ball. A field that is the same as before changes nothing.
    fn set_ball(&self, py: Python<'_>, ball: Id, description: &Bound<'_, PyAny>) -> PyResult<()> {
        let new: Ball = described("description", description)?;
        self.change(py, |world| world.set_ball(ball.of(), new))
    }

    /// Replaces the description of a hinge or a slider.
    fn set_joint(&self, py: Python<'_>, body: Id, joint: &Bound<'_, PyAny>) -> PyResult<()> {
        let joint: Joint = described("joint", joint)?;
        self.change(py, |world| world.set_joint(body.of(), joint))
    }

    /// Puts another shape in the place of one, under the same id.
    fn set_shape(&self, py: Python<'_>, shape: Id, replacement: PyRef<'_, Shape>) -> PyResult<()> {
        let made = replacement.made.clone();
        self.change(py, |world| world.set_shape(shape.of(), made))
    }

    /// The body that a shape is of; `None` if the shape is gone.
    fn shape_body(&self, py: Python<'_>, shape: Id) -> Option<u64> {
        self.shared.world(py, |world| world.shape_body(shape.of()).map(Word::word))
    }

    /// The surface of a shape; `None` if it is gone.
    fn shape_material<'py>(&self, py: Python<'py>, shape: Id) -> PyResult<Option<Bound<'py, PyAny>>> {
        shown(py, "Material", self.shared.world(py, |world| world.shape_material(shape.of())))
    }

    /// The filter of a shape; `None` if it is gone.
    fn shape_filter<'py>(&self, py: Python<'py>, shape: Id) -> PyResult<Option<Bound<'py, PyAny>>> {
        let found: Option<Filter> = self.shared.world(py, |world| world.shape_filter(shape.of()));
        shown(py, "Filter", found)
    }

    /// The number that a game gave to a shape; `None` if it is gone.
    fn shape_user_data(&self, py: Python<'_>, shape: Id) -> Option<u64> {
        self.shared.world(py, |world| world.shape_user_data(shape.of()))
    }

    /// Gives a shape a number of the game's, 0 to 2^64 - 1.
    fn set_shape_user_data(&self, py: Python<'_>, shape: Id, user_data: u64) -> PyResult<()> {
        self.change(py, |world| world.set_shape_user_data(shape.of(), user_data))
    }

    /// Gives a ball or a body a number of the game's, 0 to 2^64 - 1.
    fn set_user_data(&self, py: Python<'_>, body: Id, user_data: u64) -> PyResult<()> {
        self.change(py, |world| world.set_user_data(body.of(), user_data))
    }

    /// Whether a shape only notices balls.
    fn is_sensor(&self, py: Python<'_>, shape: Id) -> bool {
        self.shared.world(py, |world| world.is_sensor(shape.of()))
    }

    /// Whether the inside of a shape is solid.
    fn is_solid(&self, py: Python<'_>, shape: Id) -> bool {
        self.shared.world(py, |world| world.is_solid(shape.of()))
    }

    /// Ids of all links.
    fn links(&self, py: Python<'_>) -> Vec<u64> {
        self.shared.world(py, |world| world.links().map(|(id, _)| id.word()).collect())
    }

    /// A link as it is described; `None` if it is gone.
    fn link<'py>(&self, py: Python<'py>, link: Id) -> PyResult<Option<Bound<'py, PyAny>>> {
        shown(py, "Link", self.shared.world(py, |world| world.link(link.of())))
    }

    /// Replaces the description of a link.
    fn set_link(&self, py: Python<'_>, link: Id, description: &Bound<'_, PyAny>) -> PyResult<()> {
        let new: Link = described("description", description)?;
        self.change(py, |world| world.set_link(link.of(), new))
    }

    /// Where both ends of a link are; `None` if it is gone.
    fn link_ends(&self, py: Python<'_>, link: Id) -> Option<((f64, f64), (f64, f64))> {
        let [a, b] = self.shared.world(py, |world| world.link_ends(link.of()))?;
        Some((pair(a.as_dvec2()), pair(b.as_dvec2())))
    }

    /// Ids of all fields.
    fn fields(&self, py: Python<'_>) -> Vec<u64> {
        self.shared.world(py, |world| world.fields().map(|(id, _)| id.word()).collect())
    }

    /// A field as it is described; `None` if it is gone.
    fn field<'py>(&self, py: Python<'py>, field: Id) -> PyResult<Option<Bound<'py, PyAny>>> {
        shown(py, "Field", self.shared.world(py, |world| world.field(field.of())))
    }

    /// Replaces the description of a field.
    fn set_field(&self, py: Python<'_>, field: Id, description: &Bound<'_, PyAny>) -> PyResult<()> {
        let new: Field = described("description", description)?;
        self.change(py, |world| world.set_field(field.of(), new))
    }

    /// The floor; `None` if there is none.
    fn floor<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        shown(py, "Floor", self.shared.world(py, |world| world.floor()))
    }

    /// The velocity at which a ball's spin would roll on a floor; `None` if it is gone or no ball.
    fn rolling_velocity(&self, py: Python<'_>, ball: Id) -> Option<(f64, f64)> {
        self.shared.world(py, |world| world.rolling_velocity(ball.of())).map(|roll| pair(roll.as_dvec2()))
    }

    /// Gives a ball on a floor the spin that rolls at this velocity.
    fn set_rolling_velocity(&self, py: Python<'_>, ball: Id, velocity: &Bound<'_, PyAny>) -> PyResult<()> {
        let velocity = point("velocity", velocity)?;
        self.change(py, |world| world.set_rolling_velocity(ball.of(), velocity))
    }

    /// Changes how quickly a ball's speed fades, per second, 0 to 1e6.
    fn set_drag(&self, py: Python<'_>, ball: Id, drag: Real) -> PyResult<()> {
        self.change(py, |world| world.set_drag(ball.of(), drag.0))
    }

    /// Changes the speed above which a ball does not fly, at least 1e-6; `None` for any.
    fn set_max_speed(&self, py: Python<'_>, ball: Id, speed: Option<Real>) -> PyResult<()> {
        self.change(py, |world| world.set_max_speed(ball.of(), speed.map_or(f32::INFINITY, |speed| speed.0)))
    }

    /// Gives two materials, by their `pair_id`, a surface of their own; `None` takes it away.
    fn set_material_pair(
        &self,
        py: Python<'_>,
        a: Count,
        b: Count,
        surface: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let surface: Option<Material> = maybe("surface", surface)?;
        self.change(py, |world| world.set_material_pair(a.0, b.0, surface))
    }

    /// The limit at which a hinge or a slider stands: `"lower"` or `"upper"`; `None` if at neither.
    fn joint_limit(&self, py: Python<'_>, body: Id) -> Option<&'static str> {
        let limit = self.shared.world(py, |world| world.joint_limit(body.of()))?;
        Some(if limit == Limit::Upper { "upper" } else { "lower" })
    }

    /// Acceleration of the table, length units per second squared.
    #[getter]
    fn table_acceleration(&self, py: Python<'_>) -> (f64, f64) {
        pair(self.shared.world(py, |world| world.table_acceleration()).as_dvec2())
    }

    /// Accelerates the table from now on: all balls feel it the other way round.
    fn set_table_acceleration(&self, py: Python<'_>, acceleration: &Bound<'_, PyAny>) -> PyResult<()> {
        let acceleration = point("acceleration", acceleration)?;
        self.change(py, |world| world.set_table_acceleration(acceleration))
    }

    /// Velocity of the table, which a nudge moves.
    #[getter]
    fn table_velocity(&self, py: Python<'_>) -> (f64, f64) {
        pair(self.shared.world(py, |world| world.table_velocity()).as_dvec2())
    }

    /// Takes a ball or a body out of play, or back into it: out of play it neither moves nor meets anything.
    #[pyo3(signature = (body, enabled = true))]
    fn set_enabled(&self, py: Python<'_>, body: Id, enabled: bool) -> PyResult<()> {
        self.change(py, |world| world.set_enabled(body.of(), enabled))
    }

    /// Whether a ball or a body is in play.
    fn is_enabled(&self, py: Python<'_>, body: Id) -> bool {
        self.shared.world(py, |world| world.is_enabled(body.of()))
    }

    /// Takes a shape out of play, or back into it.
    #[pyo3(signature = (shape, enabled = true))]
    fn set_shape_enabled(&self, py: Python<'_>, shape: Id, enabled: bool) -> PyResult<()> {
        self.change(py, |world| world.set_shape_enabled(shape.of(), enabled))
    }

    /// Whether a shape is in play.
    fn is_shape_enabled(&self, py: Python<'_>, shape: Id) -> bool {
        self.shared.world(py, |world| world.is_shape_enabled(shape.of()))
    }
}
