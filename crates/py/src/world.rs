//! The class `World`: its objects, and its steps.

use std::collections::BTreeMap;

use carom::{Ball, Body, Config, Field, Filter, Floor, FloorZone, Joint, Link, Material, Motor};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::{Answer, Failure};
use crate::id::{Count, Id, Real, Word};
use crate::read::{describe, described, maybe, number, point};
use crate::records::Records;
use crate::shape::Shape;
use crate::shared::Shared;
use crate::{picture, records};

/// A world of balls, and of bodies whose shapes they meet.
///
///     world = carom.World(gravity=(0, -9.81))
///     floor = world.add_body(shapes=[carom.Shape.segment((-1, 0), (1, 0))])
///     ball = world.add_ball(carom.Ball((0, 1), 0.1))
///     world.step(1 / 60, 60)
///     print(world.position(ball))
///
/// Units are those of the game; metres, kilograms, seconds and radians are meant by default. y is up. Ids are whole
/// numbers that are never used twice. Several threads may use a world: each call waits for the one before.
#[pyclass(frozen, module = "carom")]
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) shared: Shared,
}

impl World {
    pub(crate) fn of(shared: Shared) -> Self {
        Self { shared }
    }

    /// Changes the world, or is refused.
    pub(crate) fn change<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut carom::World) -> Result<T, carom::Error> + Send,
    ) -> PyResult<T> {
        Ok(self.shared.world(py, work).map_err(Failure::from)?)
    }

    /// The picture of [`_repr_svg_`](Self::_repr_svg_) and of [`svg`](Self::svg).
    pub(crate) fn svg(&self, py: Python<'_>, width: u32, height: u32, dark: bool) -> PyResult<String> {
        let drawn = self.shared.world(py, |world| picture::draw(world, width, height, dark));
        Ok(drawn?.to_svg())
    }
}

/// The length of a step.
pub(crate) fn step_length(dt: &Bound<'_, PyAny>) -> Answer<f32> {
    let seconds = number("dt", dt)?;
    if (carom::MIN_DT..=carom::MAX_DT).contains(&seconds) {
        return Ok(seconds);
    }
    Err(Failure::out_of_range("dt", f64::from(seconds), "between 1e-9 and 1 s"))
}

/// A point as Python has it.
pub(crate) fn pair(v: carom::glam::DVec2) -> (f64, f64) {
    (v.x, v.y)
}

#[pymethods]
impl World {
    /// An empty world with these settings. `gravity` alone is enough for most.
    #[new]
    #[pyo3(signature = (config = None, *, gravity = None))]
    fn new(config: Option<&Bound<'_, PyAny>>, gravity: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let mut config: Config = maybe("config", config)?.unwrap_or_default();
        if let Some(gravity) = gravity {
            config.gravity = point("gravity", gravity)?;
        }
        Ok(Self::of(Shared::alone(carom::World::new(config).map_err(Failure::from)?)))
    }

    /// The world that a snapshot holds.
    #[staticmethod]
    fn from_snapshot(snapshot: &[u8]) -> PyResult<Self> {
        Ok(Self::of(Shared::alone(carom::World::from_snapshot(snapshot).map_err(Failure::from)?)))
    }

    /// The settings.
    #[getter]
    fn config<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let config = self.shared.world(py, |world| *world.config());
        describe(py, "Config", &config)
    }

    /// Changes the settings.
    fn set_config(&self, py: Python<'_>, config: &Bound<'_, PyAny>) -> PyResult<()> {
        let config: Config = described("config", config)?;
        self.change(py, |world| world.set_config(config))
    }

    /// Changes gravity; all other settings stay.
    fn set_gravity(&self, py: Python<'_>, gravity: &Bound<'_, PyAny>) -> PyResult<()> {
        let gravity = point("gravity", gravity)?;
        self.change(py, |world| world.set_gravity(gravity))
    }

    /// Moves the world on by `steps` steps of `dt` seconds, 1e-9 to 1. Python's other threads run meanwhile.
    #[pyo3(signature = (dt, steps = Count(1)))]
    fn step(&self, py: Python<'_>, dt: &Bound<'_, PyAny>, steps: Count) -> PyResult<()> {
        let dt = step_length(dt)?;
        self.shared.world(py, |world| (0..steps.0).for_each(|_| _ = world.step(dt)));
        Ok(())
    }

    /// Adds a ball and returns its id.
    fn add_ball(&self, py: Python<'_>, ball: &Bound<'_, PyAny>) -> PyResult<u64> {
        let ball: Ball = described("ball", ball)?;
        self.change(py, |world| world.add_ball(ball)).map(Word::word)
    }

    /// Adds a body that carries shapes and returns its id. Without `body` it is fixed and stands at the origin.
    #[pyo3(signature = (body = None, *, shapes = Vec::new()))]
    fn add_body(
        &self,
        py: Python<'_>,
        body: Option<&Bound<'_, PyAny>>,
        shapes: Vec<PyRef<'_, Shape>>,
    ) -> PyResult<u64> {
        let body: Body = maybe("body", body)?.unwrap_or_else(Body::fixed);
        let shapes: Vec<_> = shapes.iter().map(|shape| shape.made.clone()).collect();
        self.change(py, |world| {
            let id = world.add_body(body)?;
            shapes.into_iter().try_for_each(|shape| world.add_shape(id, shape).map(drop)).map(|()| id)
        })
        .map(Word::word)
    }

    /// Adds a hinge or a slider with its shapes and returns its id.
    #[pyo3(signature = (joint, *, shapes = Vec::new()))]
    fn add_joint(
        &self,
        py: Python<'_>,
        joint: &Bound<'_, PyAny>,
        shapes: Vec<PyRef<'_, Shape>>,
    ) -> PyResult<u64> {
        let joint: Joint = described("joint", joint)?;
        let shapes: Vec<_> = shapes.iter().map(|shape| shape.made.clone()).collect();
        self.change(py, |world| {
            let id = world.add_joint(joint)?;
            shapes.into_iter().try_for_each(|shape| world.add_shape(id, shape).map(drop)).map(|()| id)
        })
        .map(Word::word)
    }

    /// Adds a shape to a body that is not a ball, and returns its id.
    fn add_shape(&self, py: Python<'_>, body: Id, shape: PyRef<'_, Shape>) -> PyResult<u64> {
        let shape = shape.made.clone();
        self.change(py, |world| world.add_shape(body.of(), shape)).map(Word::word)
    }

    /// Adds a rod, a rope or a spring and returns its id.
    fn add_link(&self, py: Python<'_>, link: &Bound<'_, PyAny>) -> PyResult<u64> {
        let link: Link = described("link", link)?;
        self.change(py, |world| world.add_link(link)).map(Word::word)
    }

    /// Adds a field of force and returns its id.
    fn add_field(&self, py: Python<'_>, field: &Bound<'_, PyAny>) -> PyResult<u64> {
        let field: Field = described("field", field)?;
        self.change(py, |world| world.add_field(field)).map(Word::word)
    }

    /// Lays a floor below the balls, for games seen from above; `None` takes it away.
    fn set_floor(&self, py: Python<'_>, floor: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let floor: Option<Floor> = maybe("floor", floor)?;
        self.change(py, |world| world.set_floor(floor))
    }

    /// Adds a zone of the floor with another surface. Of zones that lie over each other the last one counts.
    fn add_floor_zone(&self, py: Python<'_>, zone: &Bound<'_, PyAny>) -> PyResult<()> {
        let zone: FloorZone = described("zone", zone)?;
        self.change(py, |world| world.add_floor_zone(zone).map(drop))
    }

    /// Removes all zones of the floor.
    fn clear_floor_zones(&self, py: Python<'_>) -> PyResult<()> {
        self.change(py, |world| {
            let zones: Vec<_> = world.floor_zones().map(|(zone, _)| zone).collect();
            zones.into_iter().try_for_each(|zone| world.remove_floor_zone(zone))
        })
    }

    /// Removes a ball or a body with its shapes.
    fn remove_body(&self, py: Python<'_>, body: Id) -> PyResult<()> {
        self.change(py, |world| world.remove_body(body.of()))
    }

    /// Removes a shape.
    fn remove_shape(&self, py: Python<'_>, shape: Id) -> PyResult<()> {
        self.change(py, |world| world.remove_shape(shape.of()))
    }

    /// Removes a link.
    fn remove_link(&self, py: Python<'_>, link: Id) -> PyResult<()> {
        self.change(py, |world| world.remove_link(link.of()))
    }

    /// Removes a field.
    fn remove_field(&self, py: Python<'_>, field: Id) -> PyResult<()> {
        self.change(py, |world| world.remove_field(field.of()))
    }

    /// Number of balls.
    #[getter]
    fn ball_count(&self, py: Python<'_>) -> usize {
        self.shared.world(py, |world| world.ball_count())
    }

    /// Ids of all balls.
    fn balls(&self, py: Python<'_>) -> Vec<u64> {
        self.shared.world(py, |world| world.balls().map(|(id, _)| id.word()).collect())
    }

    /// Ids of all bodies that carry shapes.
    fn bodies(&self, py: Python<'_>) -> Vec<u64> {
        self.shared.world(py, |world| world.bodies().map(|(id, _)| id.word()).collect())
    }

    /// Ids of the shapes of a body.
    fn shapes_of(&self, py: Python<'_>, body: Id) -> Vec<u64> {
        self.shared.world(py, |world| world.shapes_of(body.of()).map(Word::word).collect())
    }

    /// A ball as it is now, in single precision; `None` if it is gone or no ball.
    fn ball<'py>(&self, py: Python<'py>, ball: Id) -> PyResult<Option<Bound<'py, PyAny>>> {
        let found = self.shared.world(py, |world| world.ball(ball.of()));
        found.map(|ball| describe(py, "Ball", &ball)).transpose()
    }

    /// A hinge or a slider as it is now; `None` if it is gone or none.
    fn joint<'py>(&self, py: Python<'py>, body: Id) -> PyResult<Option<Bound<'py, PyAny>>> {
        let found = self.shared.world(py, |world| world.joint(body.of()));
        found.map(|joint| describe(py, "Joint", &joint)).transpose()
    }

    /// The kind of a body: `"ball"`, `"fixed"`, `"kinematic"`, `"hinge"` or `"slider"`; `None` if it is gone.
    fn kind(&self, py: Python<'_>, body: Id) -> Option<&'static str> {
        use carom::BodyKind as K;
        let kind = self.shared.world(py, |world| world.kind(body.of()));
        kind.map(|kind| match kind {
            K::Ball => "ball",
            K::Kinematic => "kinematic",
            K::Hinge => "hinge",
            K::Slider => "slider",
            _ => "fixed",
        })
    }

    /// Centre of a ball or origin of a body, with all its digits; `None` if it is gone.
    fn position(&self, py: Python<'_>, body: Id) -> Option<(f64, f64)> {
        self.shared.world(py, |world| world.precise(body.of()).map(|state| pair(state.position)))
    }

    /// Velocity of a ball or a body; `None` if it is gone.
    fn velocity(&self, py: Python<'_>, body: Id) -> Option<(f64, f64)> {
        self.shared.world(py, |world| world.precise(body.of()).map(|state| pair(state.velocity)))
    }

    /// Turn of a ball or a body, radians; `None` if it is gone.
    fn angle(&self, py: Python<'_>, body: Id) -> Option<f64> {
        self.shared.world(py, |world| world.precise(body.of()).map(|state| state.angle))
    }

    /// Spin of a ball or a body, radians per second; `None` if it is gone.
    fn angular_velocity(&self, py: Python<'_>, body: Id) -> Option<f64> {
        self.shared.world(py, |world| world.precise(body.of()).map(|state| state.angular_velocity))
    }

    /// Force of all contacts of a body on it, or on a ball, with its torque about the body's origin or the ball's centre,
    /// as at the end of the last step; `None` if it is gone.
    fn load_on(&self, py: Python<'_>, body: Id) -> Option<((f32, f32), f32)> {
        let load = self.shared.world(py, |world| world.load_on(body.of()))?;
        Some((load.force.into(), load.torque))
    }

    /// Angle of a hinge in radians, or way of a slider; `None` if it is none.
    fn joint_position(&self, py: Python<'_>, body: Id) -> Option<f32> {
        self.shared.world(py, |world| world.joint_position(body.of()))
    }

    /// Speed of a hinge in radians per second, or of a slider; `None` if it is none.
    fn joint_velocity(&self, py: Python<'_>, body: Id) -> Option<f32> {
        self.shared.world(py, |world| world.joint_velocity(body.of()))
    }

    /// Where the table is, which a nudge moves.
    #[getter]
    fn table_offset(&self, py: Python<'_>) -> (f64, f64) {
        pair(self.shared.world(py, |world| world.table_offset()).as_dvec2())
    }

    /// The whole state as bytes, the same on every machine.
    fn snapshot<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.shared.world(py, |world| world.snapshot()))
    }

    /// Puts the world back to a snapshot, bit for bit.
    fn restore(&self, py: Python<'_>, snapshot: &[u8]) -> PyResult<()> {
        self.change(py, |world| world.restore(snapshot))
    }

    /// A copy of the world, with the same future.
    fn copy(&self, py: Python<'_>) -> Self {
        Self::of(Shared::alone(self.shared.world(py, |world| world.clone())))
    }

    /// A fingerprint of the state: equal on every machine if the state has the same bits.
    fn state_hash(&self, py: Python<'_>) -> u64 {
        self.shared.world(py, |world| world.state_hash())
    }

    /// Counts of the last step by name: substeps, contacts, impacts and more.
    fn profile(&self, py: Python<'_>) -> BTreeMap<&'static str, u64> {
        self.shared.world(py, |world| {
            world.profile().named().into_iter().map(|(name, count)| (name, u64::from(count))).collect()
        })
    }

    /// A picture of the world as SVG that fits into this number of pixels, 16 to 16384.
    #[pyo3(name = "svg", signature = (width = 640, height = 640, *, dark = false))]
    fn drawn(&self, py: Python<'_>, width: u32, height: u32, dark: bool) -> PyResult<String> {
        self.svg(py, width, height, dark)
    }

    /// A picture of the world as an array of bytes (height, width, 3), red, green and blue.
    #[pyo3(signature = (width = 640, height = 640, *, dark = false))]
    fn rgb<'py>(&self, py: Python<'py>, width: u32, height: u32, dark: bool) -> PyResult<Bound<'py, PyAny>> {
        let (pixels, size) = self.shared.world(py, |world| {
            let canvas = picture::draw(world, width, height, dark)?;
            let pixels = canvas.to_rgb().map_err(|error| Failure::plain(error.to_string()))?;
            Answer::Ok((pixels, (canvas.height(), canvas.width(), 3)))
        })?;
        let numpy = py.import("numpy")?;
        let flat = numpy.call_method1("frombuffer", (PyBytes::new(py, &pixels), "u1"))?;
        flat.call_method1("reshape", (size,))
    }

    /// A picture of the world as SVG, as notebooks show it.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py, 640, 640, false)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let (balls, bodies) = self.shared.world(py, |world| (world.ball_count(), world.bodies().count()));
        format!("<carom.World: {balls} balls, {bodies} bodies>")
    }
}

#[pymethods]
impl World {
    /// Gives a ball or a kinematic body a velocity.
    fn set_velocity(&self, py: Python<'_>, body: Id, velocity: &Bound<'_, PyAny>) -> PyResult<()> {
        let velocity = point("velocity", velocity)?;
        self.change(py, |world| world.set_velocity(body.of(), velocity))
    }

    /// Gives a ball or a kinematic body an angular velocity, radians per second.
    fn set_angular_velocity(
        &self,
        py: Python<'_>,
        body: Id,
        angular_velocity: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let spin = number("angular_velocity", angular_velocity)?;
        self.change(py, |world| world.set_angular_velocity(body.of(), spin))
    }

    /// Puts a ball or a body somewhere else; it does not touch anything in between.
    fn teleport(&self, py: Python<'_>, body: Id, position: &Bound<'_, PyAny>) -> PyResult<()> {
        let position = point("position", position)?;
        self.change(py, |world| world.teleport(body.of(), position))
    }

    /// Turns a ball or a body at once, radians.
    fn set_angle(&self, py: Python<'_>, body: Id, angle: &Bound<'_, PyAny>) -> PyResult<()> {
        let angle = number("angle", angle)?;
        self.change(py, |world| world.set_angle(body.of(), angle))
    }

    /// Moves a kinematic body to a place within `seconds`, 0 (the next step) to 1e6, and to an angle if one is given.
    #[pyo3(signature = (body, position, angle = None, *, seconds = None))]
    fn move_kinematic(
        &self,
        py: Python<'_>,
        body: Id,
        position: &Bound<'_, PyAny>,
        angle: Option<&Bound<'_, PyAny>>,
        seconds: Option<Real>,
    ) -> PyResult<()> {
        let position = point("position", position)?;
        let angle = angle.map(|angle| number("angle", angle)).transpose()?;
        self.change(py, |world| {
            let angle = angle.unwrap_or_else(|| world.angle(body.of()).unwrap_or_default());
            world.move_kinematic_over(body.of(), position, angle, seconds.map_or(0.0, |time| time.0))
        })
    }

    /// Holds a ball where it is until it is released.
    fn hold(&self, py: Python<'_>, ball: Id) -> PyResult<()> {
        self.change(py, |world| world.hold(ball.of()))
    }

    /// Lets a ball go that was held.
    fn release(&self, py: Python<'_>, ball: Id) -> PyResult<()> {
        self.change(py, |world| world.release(ball.of()))
    }

    /// Whether a ball is held.
    fn is_held(&self, py: Python<'_>, ball: Id) -> bool {
        self.shared.world(py, |world| world.is_held(ball.of()))
    }

    /// Whether a ball sleeps: it has come to rest, and waits until something wakes it.
    fn is_asleep(&self, py: Python<'_>, ball: Id) -> bool {
        self.shared.world(py, |world| world.is_asleep(ball.of()))
    }

    /// Wakes a ball and all balls joined to it by contacts.
    fn wake(&self, py: Python<'_>, ball: Id) -> PyResult<()> {
        self.change(py, |world| world.wake(ball.of()))
    }

    /// Drives a hinge or a slider: a `Motor`.
    fn set_motor(&self, py: Python<'_>, body: Id, motor: &Bound<'_, PyAny>) -> PyResult<()> {
        let motor: Motor = described("motor", motor)?;
        self.change(py, |world| world.set_motor(body.of(), motor))
    }

    /// Puts a hinge or a slider somewhere at once.
    #[pyo3(signature = (body, position, velocity = None))]
    fn set_joint_position(
        &self,
        py: Python<'_>,
        body: Id,
        position: Real,
        velocity: Option<Real>,
    ) -> PyResult<()> {
        self.change(py, |world| {
            world.set_joint_position(body.of(), position.0, velocity.map_or(0.0, |rate| rate.0))
        })
    }

    /// Changes a ball's radius, length units, 1e-6 to 1e6. Its mass stays.
    fn set_radius(&self, py: Python<'_>, ball: Id, radius: Real) -> PyResult<()> {
        self.change(py, |world| world.set_radius(ball.of(), radius.0))
    }

    /// Changes a ball's mass, mass units, 1e-12 to 1e12.
    fn set_mass(&self, py: Python<'_>, ball: Id, mass: Real) -> PyResult<()> {
        self.change(py, |world| world.set_mass(ball.of(), mass.0))
    }

    /// Changes how strongly gravity pulls a ball, -1000 to 1000.
    fn set_gravity_scale(&self, py: Python<'_>, ball: Id, scale: Real) -> PyResult<()> {
        self.change(py, |world| world.set_gravity_scale(ball.of(), scale.0))
    }

    /// Changes the surface of a ball.
    fn set_ball_material(&self, py: Python<'_>, ball: Id, material: &Bound<'_, PyAny>) -> PyResult<()> {
        let material: Material = described("material", material)?;
        self.change(py, |world| world.set_ball_material(ball.of(), material))
    }

    /// Changes the surface of a shape.
    fn set_shape_material(&self, py: Python<'_>, shape: Id, material: &Bound<'_, PyAny>) -> PyResult<()> {
        let material: Material = described("material", material)?;
        self.change(py, |world| world.set_shape_material(shape.of(), material))
    }

    /// Changes the filter of a ball.
    fn set_ball_filter(&self, py: Python<'_>, ball: Id, filter: &Bound<'_, PyAny>) -> PyResult<()> {
        let filter: Filter = described("filter", filter)?;
        self.change(py, |world| world.set_ball_filter(ball.of(), filter))
    }

    /// Changes the filter of a shape.
    fn set_shape_filter(&self, py: Python<'_>, shape: Id, filter: &Bound<'_, PyAny>) -> PyResult<()> {
        let filter: Filter = described("filter", filter)?;
        self.change(py, |world| world.set_shape_filter(shape.of(), filter))
    }

    /// Keeps two bodies from meeting; with `apart=False` they meet again.
    #[pyo3(signature = (a, b, apart = true))]
    fn set_collision_exception(&self, py: Python<'_>, a: Id, b: Id, apart: bool) -> PyResult<()> {
        self.change(py, |world| world.set_collision_exception(a.of(), b.of(), apart))
    }

    /// Strikes a ball at its centre, mass units times length units per second.
    fn apply_impulse(&self, py: Python<'_>, ball: Id, impulse: &Bound<'_, PyAny>) -> PyResult<()> {
        let impulse = point("impulse", impulse)?;
        self.change(py, |world| world.apply_impulse(ball.of(), impulse))
    }

    /// Spins a ball by an angular impulse.
    fn apply_angular_impulse(&self, py: Python<'_>, ball: Id, impulse: Real) -> PyResult<()> {
        self.change(py, |world| world.apply_angular_impulse(ball.of(), impulse.0))
    }

    /// Lets a force act on a ball's centre during the next step.
    fn apply_force(&self, py: Python<'_>, ball: Id, force: &Bound<'_, PyAny>) -> PyResult<()> {
        let force = point("force", force)?;
        self.change(py, |world| world.apply_force(ball.of(), force))
    }

    /// Pushes the table by `displacement` and back within `seconds`: all balls feel it.
    fn nudge(&self, py: Python<'_>, displacement: &Bound<'_, PyAny>, seconds: Real) -> PyResult<()> {
        let displacement = point("displacement", displacement)?;
        self.change(py, |world| world.nudge(displacement, seconds.0))
    }
}

/// Methods for the lists of events. Impacts have digits in double precision, and a method of their own.
macro_rules! lists {
    ($(#[$_of_impacts:meta])* impacts: Impact = $_impact:literal;
     $($(#[$doc:meta])* $list:ident: $event:ident = $name:literal;)*) => {
        #[pymethods]
        impl World {$(
            $(#[$doc])*
            ///
            /// It is an array of those of the last step. An id is 0 where there is none, a flag is 0 or 1, and a limit
            /// is `upper`, 0 or 1.
            fn $list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                self.shared.world(py, |world| Records::new(world.events().$list())).array(py)
            }
        )*}
    };
}

carom::event_lists!(lists);

#[pymethods]
impl World {
    /// Bounces of the last step in the order of time: an array with the fields `body_a`, `shape_a` (0 if a ball was hit),
    /// `body_b`, `point`, `normal`, `approach_speed`, `normal_impulse`, `tangent_impulse` and `time`.
    fn impacts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.shared.world(py, |world| records::impacts(world.events())).array(py, "IMPACT")
    }

    /// Pairs whose touch began in the last step, each once, as `contacts_started`.
    fn touched<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.shared.world(py, |world| Records::new(&world.events().touched())).array(py)
    }

    /// Contacts that bear load at the end of the last step: an array with the fields `body_a`, `shape_a` (0 if it is a ball),
    /// `body_b`, `point`, `normal`, `separation` and `normal_impulse` (over a whole step).
    fn contacts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.shared.world(py, |world| records::contacts(world.contacts())).array(py, "CONTACT")
    }

    /// The `contacts` of one ball or body: all on which it rests, rolls or slides.
    fn contacts_of<'py>(&self, py: Python<'py>, body: Id) -> PyResult<Bound<'py, PyAny>> {
        let rows = self.shared.world(py, |world| records::contacts(world.contacts_of(body.of())));
        rows.array(py, "CONTACT")
    }

    /// Balls that are in a sensor.
    fn balls_in_sensor(&self, py: Python<'_>, sensor: Id) -> Vec<u64> {
        self.shared.world(py, |world| world.balls_in_sensor(sensor.of()).map(Word::word).collect())
    }

    /// Balls that left the bounds of the settings in the last step.
    fn out_of_bounds(&self, py: Python<'_>) -> Vec<u64> {
        self.shared.world(py, |world| world.events().out_of_bounds().iter().map(|id| id.word()).collect())
    }

    /// Balls that have not left a spot for as long as the settings say.
    fn stuck(&self, py: Python<'_>) -> Vec<u64> {
        self.shared.world(py, |world| world.events().stuck().iter().map(|id| id.word()).collect())
    }

    /// How deep the deepest overlap of two balls is that the game has made since the last step, by placing one onto the
    /// other, length units; 0 if there is none. Such balls part slowly, and keep no speed of it.
    fn deepest_initial_overlap(&self, py: Python<'_>) -> f32 {
        self.shared.world(py, |world| world.events().deepest_initial_overlap())
    }

    /// How many things the last step had to drop: events that found no room, balls that were stopped.
    fn dropped(&self, py: Python<'_>) -> u32 {
        self.shared.world(py, |world| world.events().dropped().count())
    }
}
