//! The class `Batch`: many worlds at once.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use carom::BodyId;
use carom::glam::Vec2;
use carom_batch::{Batch as Many, Run};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use rayon::prelude::*;

use crate::arrays::{self, View};
use crate::errors::{Answer, Failure, fault};
use crate::id::{Count, Word};
use crate::pool::pool;
use crate::read::{point, wrong};
use crate::records::Rows;
use crate::scene::{Scene, json};
use crate::shared::Shared;
use crate::world::{World, step_length};

/// The numbers that the views of a batch show.
#[derive(Debug, Default)]
struct Numbers {
    positions: Vec<f64>,
    velocities: Vec<f64>,
    angles: Vec<f64>,
    angular_velocities: Vec<f64>,
    ids: Vec<u64>,
    counts: Vec<u64>,
    scores: Vec<i64>,
    times: Vec<f64>,
}

/// The batch and its numbers, behind one lock.
#[derive(Debug)]
struct Inner {
    many: Many,
    numbers: Numbers,
    steps: Vec<u64>,
}

impl Inner {
    /// Takes down the numbers of all worlds, `balls` for each.
    fn gather(&mut self, balls: usize) {
        let Numbers { positions, velocities, angles, angular_velocities, ids, counts, scores, times } =
            &mut self.numbers;
        for list in [&mut *positions, velocities, angles, angular_velocities, times] {
            list.clear();
        }
        for list in [&mut *ids, counts] {
            list.clear();
        }
        scores.clear();
        for n in 0..self.many.len() {
            let (run, seen) = (self.many.run(n), self.many.balls(n));
            for k in 0..balls {
                let state = seen.get(k).map(|seen| seen.state);
                let pair = |v: Option<carom::glam::DVec2>| v.map_or([f64::NAN; 2], |v| v.to_array());
                positions.extend(pair(state.map(|state| state.position)));
                velocities.extend(pair(state.map(|state| state.velocity)));
                angles.push(state.map_or(f64::NAN, |state| state.angle));
                angular_velocities.push(state.map_or(f64::NAN, |state| state.angular_velocity));
                ids.push(seen.get(k).map_or(0, |seen| seen.id.word()));
            }
            counts.push(seen.len() as u64);
            scores.push(run.stage().map_or(0, |stage| stage.score()));
            times.push(match run.stage() {
                Some(stage) => stage.time(),
                None => self.steps[n] as f64 * f64::from(run.dt()),
            });
        }
    }
}

/// The arrays of a batch.
#[derive(Debug)]
struct Views {
    positions: View<f64>,
    velocities: View<f64>,
    angles: View<f64>,
    angular_velocities: View<f64>,
    ids: View<u64>,
    counts: View<u64>,
    scores: View<i64>,
    times: View<f64>,
}

impl Views {
    fn new(py: Python<'_>, n: usize, balls: usize) -> PyResult<Self> {
        Ok(Self {
            positions: View::new(py, &[n, balls, 2], "f8")?,
            velocities: View::new(py, &[n, balls, 2], "f8")?,
            angles: View::new(py, &[n, balls], "f8")?,
            angular_velocities: View::new(py, &[n, balls], "f8")?,
            ids: View::new(py, &[n, balls], "u8")?,
            counts: View::new(py, &[n], "u8")?,
            scores: View::new(py, &[n], "i8")?,
            times: View::new(py, &[n], "f8")?,
        })
    }

    fn fill(&self, py: Python<'_>, numbers: &Numbers) -> PyResult<()> {
        self.positions.fill(py, &numbers.positions)?;
        self.velocities.fill(py, &numbers.velocities)?;
        self.angles.fill(py, &numbers.angles)?;
        self.angular_velocities.fill(py, &numbers.angular_velocities)?;
        self.ids.fill(py, &numbers.ids)?;
        self.counts.fill(py, &numbers.counts)?;
        self.scores.fill(py, &numbers.scores)?;
        self.times.fill(py, &numbers.times)
    }
}

/// Many worlds that are stepped together, on all cores, without Python's lock.
///
///     batch = carom.Batch(carom.Scene.load("pinball.ron"), 1024)
///     batch.press("left", numpy.random.rand(1024) < 0.1)
///     batch.step(4)
///     batch.positions          # (1024, balls, 2), float64; a view that every step fills again
///     batch.reset(batch.scores > 10_000)
///
/// `source` is a `Scene`, or a `World` with the length of its steps, `dt`. Each world starts as `source` is now.
/// `vary` sets values of a scene by their paths, a list of `n` for each: the scene then starts from its beginning.
/// `balls` is the number of places for balls in the views; by default the number of balls in `source`. Places
/// without a ball are `NaN`. The bits are those of the worlds stepped one by one, for any number of threads.
#[pyclass(frozen, module = "carom")]
#[derive(Debug)]
pub(crate) struct Batch {
    inner: Mutex<Inner>,
    views: Views,
    n: usize,
    balls: usize,
}

/// The state of a batch at some time, to go back to.
#[pyclass(frozen, module = "carom")]
#[derive(Debug)]
pub(crate) struct BatchSnapshot {
    many: Many,
    steps: Vec<u64>,
}

#[pymethods]
impl BatchSnapshot {
    fn __len__(&self) -> usize {
        self.many.len()
    }

    fn __repr__(&self) -> String {
        format!("<carom.BatchSnapshot of {} worlds>", self.many.len())
    }
}

/// Most worlds of a batch, and most numbers of one of its views.
const MOST: usize = 1 << 26;

/// Values that vary, by path, as texts of JSON: those of one world in a list.
fn variations(
    py: Python<'_>,
    n: usize,
    vary: BTreeMap<String, Bound<'_, PyAny>>,
) -> PyResult<Vec<Vec<(String, String)>>> {
    let mut all = vec![Vec::new(); n];
    for (path, values) in vary {
        let field = format!("vary[{path:?}]");
        let refuse =
            || PyErr::from(wrong(&field, &values, &format!("a list of {n} values, one for each world")));
        if values.len().ok() != Some(n) || values.is_instance_of::<pyo3::types::PyString>() {
            return Err(refuse());
        }
        for (k, value) in values.try_iter().map_err(|_| refuse())?.enumerate() {
            let changes = all.get_mut(k).ok_or_else(refuse)?;
            changes.push((path.clone(), json(py, &value?)?));
        }
    }
    Ok(all)
}

/// The starts of a scene's worlds.
fn starts_of_scene(
    py: Python<'_>,
    scene: &Scene,
    n: usize,
    vary: BTreeMap<String, Bound<'_, PyAny>>,
) -> PyResult<Vec<Arc<Run>>> {
    if vary.is_empty() {
        let run = scene.shared.owner(py, |owner| owner.run(1.0)).map_err(Failure::from)?;
        // All of them share one start.
        return Ok(std::iter::repeat_n(Arc::new(run), n).collect());
    }
    let all = variations(py, n, vary)?;
    let pool = pool()?;
    let made: Result<Vec<_>, _> = py.detach(|| {
        let stage = |changes: &Vec<_>| scene.varied(changes).map(|stage| Arc::new(Run::from(stage)));
        pool.install(|| all.par_iter().map(stage).collect())
    });
    made.map_err(|found| fault(py, &found))
}

impl Batch {
    fn lock(&self) -> std::sync::MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works with the batch without Python, and shows the outcome.
    fn work<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut Inner) -> T + Send) -> PyResult<T> {
        let pool = pool()?;
        let out = py.detach(|| {
            let inner = &mut *self.lock();
            let out = pool.install(|| work(inner));
            inner.gather(self.balls);
            out
        });
        let inner = self.inner.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        self.views.fill(py, &inner.numbers)?;
        Ok(out)
    }

    /// Reads the batch without Python.
    fn read<T: Send>(&self, py: Python<'_>, read: impl FnOnce(&Inner) -> T + Send) -> T {
        py.detach(|| read(&self.lock()))
    }

    /// Does something with each ball for which `which` is true. A refusal names its place.
    fn each_ball(
        &self,
        py: Python<'_>,
        field: &str,
        values: &Bound<'_, PyAny>,
        which: Option<&Bound<'_, PyAny>>,
        apply: impl Fn(&mut carom::World, BodyId, Vec2) -> Result<(), carom::Error> + Send + Sync,
    ) -> PyResult<()> {
        let (n, balls) = (self.n, self.balls);
        let values = arrays::numbers(field, values, &[n, balls, 2])?;
        let which = arrays::mask("where", which, &[n, balls])?;
        let done: Answer<()> = self.work(py, |inner| {
            for place in (0..n * balls).filter(|place| which[*place]) {
                let (world, k) = (place / balls, place % balls);
                let Some(id) = inner.many.balls(world).get(k).map(|seen| seen.id) else { continue };
                let value = Vec2::new(values[2 * place] as f32, values[2 * place + 1] as f32);
                apply(inner.many.run_mut(world).world_mut(), id, value)
                    .map_err(|error| Failure::at(format!("{field}[{world}, {k}]"), &error.to_string()))?;
            }
            (0..n).for_each(|world| inner.many.look(world));
            Ok(())
        })?;
        Ok(done?)
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (source, n, *, dt = None, vary = None, balls = None, events = false))]
    fn new(
        py: Python<'_>,
        source: &Bound<'_, PyAny>,
        n: Count,
        dt: Option<&Bound<'_, PyAny>>,
        vary: Option<BTreeMap<String, Bound<'_, PyAny>>>,
        balls: Option<Count>,
        events: bool,
    ) -> PyResult<Self> {
        let n = n.0 as usize;
        if !(1..=1 << 20).contains(&n) {
            return Err(Failure::out_of_range("n", n as f64, "between 1 and 1048576").into());
        }
        let vary = vary.unwrap_or_default();
        let starts = if let Ok(scene) = source.cast::<Scene>() {
            if let Some(dt) = dt {
                return Err(wrong("dt", dt, "left out: a scene has the length of its steps").into());
            }
            starts_of_scene(py, scene.get(), n, vary)?
        } else if let Ok(world) = source.cast::<World>() {
            if !vary.is_empty() {
                let message =
                    "vary is given, but must be left out: a world has no values by path, as a scene has";
                return Err(Failure::plain(message).into());
            }
            let dt = dt.map_or(Ok(1.0 / 240.0), step_length)?;
            let run = world.get().shared.owner(py, |owner| owner.run(dt)).map_err(Failure::from)?;
            std::iter::repeat_n(Arc::new(run), n).collect()
        } else {
            return Err(wrong("source", source, "a carom.Scene or a carom.World").into());
        };
        let most = starts.iter().map(|start| start.world().ball_count()).max().unwrap_or_default();
        let balls = balls.map_or(most, |balls| balls.0 as usize);
        if balls > MOST / n {
            let allowed = format!("at most {} for {n} worlds", MOST / n);
            return Err(Failure::out_of_range("balls", balls as f64, &allowed).into());
        }
        let pool = pool()?;
        let many = py.detach(|| {
            let mut many = pool.install(|| Many::new(starts));
            many.record_events(events);
            many
        });
        let inner = Inner { many, numbers: Numbers::default(), steps: vec![0; n] };
        let batch = Self { inner: Mutex::new(inner), views: Views::new(py, n, balls)?, n, balls };
        batch.work(py, |_| ())?;
        Ok(batch)
    }

    /// Moves all worlds on by `steps` steps. Python's other threads run meanwhile.
    #[pyo3(signature = (steps = Count(1)))]
    fn step(&self, py: Python<'_>, steps: Count) -> PyResult<()> {
        self.work(py, |inner| {
            inner.many.step(steps.0);
            inner.steps.iter_mut().for_each(|count| *count += u64::from(steps.0));
        })
    }

    /// Starts again the worlds for which `where` is true; all if nothing is said.
    #[pyo3(signature = (r#where = None))]
    fn reset(&self, py: Python<'_>, r#where: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let which = arrays::mask("where", r#where, &[self.n])?;
        self.work(py, |inner| {
            inner.many.reset(&which);
            inner.steps.iter_mut().zip(&which).filter(|(_, back)| **back).for_each(|(count, _)| *count = 0);
        })
    }

    /// Presses a button of the scene in the worlds for which `pressed` is true, and lets it go in the others.
    fn press(&self, py: Python<'_>, input: &str, pressed: &Bound<'_, PyAny>) -> PyResult<()> {
        let pressed = arrays::mask("pressed", Some(pressed), &[self.n])?;
        let known = py.detach(|| {
            let mut inner = self.lock();
            let mut press = |n: usize| {
                let stage = inner.many.run_mut(n).stage_mut();
                stage.is_some_and(|stage| stage.press(input, pressed[n]))
            };
            (0..self.n).all(&mut press)
        });
        if known {
            return Ok(());
        }
        let inputs = self.inputs(py).join(", ");
        let found = format!("{:?}", input.chars().take(40).collect::<String>());
        Err(Failure::wrong("input", &found, &format!("one of the scene's buttons: {inputs}")).into())
    }

    /// Puts balls elsewhere: an array (n, balls, 2). `where`, (n, balls), says which; all if nothing is said.
    #[pyo3(signature = (positions, r#where = None))]
    fn set_positions(
        &self,
        py: Python<'_>,
        positions: &Bound<'_, PyAny>,
        r#where: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        self.each_ball(py, "positions", positions, r#where, carom::World::teleport)
    }

    /// Gives balls velocities: an array (n, balls, 2). `where`, (n, balls), says which; all if nothing is said.
    #[pyo3(signature = (velocities, r#where = None))]
    fn set_velocities(
        &self,
        py: Python<'_>,
        velocities: &Bound<'_, PyAny>,
        r#where: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        self.each_ball(py, "velocities", velocities, r#where, carom::World::set_velocity)
    }

    /// Strikes balls at their centres: an array (n, balls, 2). `where`, (n, balls), says which; all if nothing is said.
    #[pyo3(signature = (impulses, r#where = None))]
    fn apply_impulses(
        &self,
        py: Python<'_>,
        impulses: &Bound<'_, PyAny>,
        r#where: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        self.each_ball(py, "impulses", impulses, r#where, carom::World::apply_impulse)
    }

    /// Sets the gravity of each world: an array (n, 2), or one vector for all.
    fn set_gravity(&self, py: Python<'_>, gravity: &Bound<'_, PyAny>) -> PyResult<()> {
        let gravity = match point("gravity", gravity) {
            Ok(same) if self.n != 2 => [same.x, same.y].map(f64::from).repeat(self.n),
            _ => arrays::numbers("gravity", gravity, &[self.n, 2])?,
        };
        let done: Answer<()> = self.work(py, |inner| {
            for n in 0..inner.many.len() {
                let vector = Vec2::new(gravity[2 * n] as f32, gravity[2 * n + 1] as f32);
                let set = inner.many.run_mut(n).world_mut().set_gravity(vector);
                set.map_err(|error| Failure::at(format!("gravity[{n}]"), &error.to_string()))?;
            }
            Ok(())
        })?;
        Ok(done?)
    }

    /// Names of the scene's buttons.
    #[getter]
    fn inputs(&self, py: Python<'_>) -> Vec<String> {
        self.read(py, |inner| {
            inner.many.run(0).stage().map_or_else(Vec::new, |stage| stage.inputs().to_vec())
        })
    }

    /// How often each goal was entered, by its name: arrays (n,).
    fn goals<'py>(&self, py: Python<'py>) -> PyResult<BTreeMap<String, Bound<'py, PyAny>>> {
        let counts: BTreeMap<String, Vec<u64>> = self.read(py, |inner| {
            let mut counts = BTreeMap::<String, Vec<u64>>::new();
            for stage in (0..inner.many.len()).filter_map(|n| inner.many.run(n).stage()) {
                for (name, count) in stage.goals() {
                    counts.entry(name.to_owned()).or_default().push(count);
                }
            }
            counts
        });
        counts.into_iter().map(|(name, counts)| Ok((name, arrays::words(py, &counts)?))).collect()
    }

    /// Names of the goals, in the order of `entered()["goal"]`.
    #[getter]
    fn goal_names(&self, py: Python<'_>) -> Vec<String> {
        self.read(py, |inner| {
            let stage = inner.many.run(0).stage();
            stage.map_or_else(Vec::new, |stage| stage.goals().map(|(name, _)| name.to_owned()).collect())
        })
    }

    /// Bounces of the last call of `step`, in the order of worlds and times: an array with the fields of `World.impacts`
    /// behind `world` and `step`. The batch must be made with `events=True`.
    fn impacts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let rows = self.read(py, |inner| {
            let mut rows = Rows::default();
            for (world, struck) in inner.many.impacts() {
                rows.short(world as u32).short(struck.step).impact(&struck.impact);
            }
            rows
        });
        rows.array(py, "BATCH_IMPACT")
    }

    /// Balls that entered goals in the last call of `step`: an array with the fields `world`, `step`, `goal` (its number in
    /// `goal_names`) and `ball`. The batch must be made with `events=True`.
    fn entered<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let rows = self.read(py, |inner| {
            let mut rows = Rows::default();
            for (world, entered) in inner.many.entered() {
                rows.short(world as u32)
                    .short(entered.step)
                    .word(u64::from(entered.goal))
                    .word(entered.ball.word());
            }
            rows
        });
        rows.array(py, "BATCH_ENTERED")
    }

    /// A copy of one of the worlds.
    fn world(&self, py: Python<'_>, n: Count) -> PyResult<World> {
        let found = self.read(py, |inner| {
            (0..inner.many.len())
                .contains(&(n.0 as usize))
                .then(|| inner.many.run(n.0 as usize).world().clone())
        });
        let allowed = format!("between 0 and {}", self.n - 1);
        let found = found.ok_or_else(|| Failure::out_of_range("n", f64::from(n.0), &allowed))?;
        Ok(World::of(Shared::alone(found)))
    }

    /// Fingerprints of all worlds: an array (n,).
    fn state_hashes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let hashes: Vec<u64> = self.read(py, |inner| inner.many.state_hashes().collect());
        arrays::words(py, &hashes)
    }

    /// The state of all worlds now, to go back to.
    fn snapshot(&self, py: Python<'_>) -> BatchSnapshot {
        let (many, steps) = self.read(py, |inner| (inner.many.clone(), inner.steps.clone()));
        BatchSnapshot { many, steps }
    }

    /// Puts the worlds for which `where` is true back to a snapshot, bit for bit; all if nothing is said.
    #[pyo3(signature = (snapshot, r#where = None))]
    fn restore(
        &self,
        py: Python<'_>,
        snapshot: PyRef<'_, BatchSnapshot>,
        r#where: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let which = arrays::mask("where", r#where, &[self.n])?;
        let from = &*snapshot;
        if from.many.len() != self.n {
            let allowed = format!("of this batch's {} worlds", self.n);
            return Err(
                Failure::wrong("snapshot", &format!("of {} worlds", from.many.len()), &allowed).into()
            );
        }
        let (many, steps) = (&from.many, &from.steps);
        self.work(py, |inner| {
            inner.many.restore(many, &which);
            for (n, _) in which.iter().enumerate().filter(|(_, back)| **back) {
                inner.steps[n] = steps[n];
            }
        })
    }

    /// Centres of the balls, float64 (n, balls, 2): a view that every call fills again, at the same address.
    #[getter]
    fn positions(&self, py: Python<'_>) -> Py<PyAny> {
        self.views.positions.shown(py)
    }

    /// Velocities of the balls, float64 (n, balls, 2). A view, as `positions`.
    #[getter]
    fn velocities(&self, py: Python<'_>) -> Py<PyAny> {
        self.views.velocities.shown(py)
    }

    /// Turns of the balls, radians, float64 (n, balls). A view, as `positions`.
    #[getter]
    fn angles(&self, py: Python<'_>) -> Py<PyAny> {
        self.views.angles.shown(py)
    }

    /// Spins of the balls, radians per second, float64 (n, balls). A view, as `positions`.
    #[getter]
    fn angular_velocities(&self, py: Python<'_>) -> Py<PyAny> {
        self.views.angular_velocities.shown(py)
    }

    /// Ids of the balls, uint64 (n, balls); 0 where there is none. A view, as `positions`.
    #[getter]
    fn ids(&self, py: Python<'_>) -> Py<PyAny> {
        self.views.ids.shown(py)
    }

    /// How many balls each world has, uint64 (n,). A view, as `positions`.
    #[getter]
    fn counts(&self, py: Python<'_>) -> Py<PyAny> {
        self.views.counts.shown(py)
    }

    /// Points of the scene's rules, int64 (n,). A view, as `positions`.
    #[getter]
    fn scores(&self, py: Python<'_>) -> Py<PyAny> {
        self.views.scores.shown(py)
    }

    /// Time since each world's start, seconds, float64 (n,). A view, as `positions`.
    #[getter]
    fn times(&self, py: Python<'_>) -> Py<PyAny> {
        self.views.times.shown(py)
    }

    fn __len__(&self) -> usize {
        self.n
    }

    fn __repr__(&self) -> String {
        format!("<carom.Batch of {} worlds, {} balls each>", self.n, self.balls)
    }
}
