//! The class `Arena`: many episodes of a game for agents that learn.

use std::sync::{Mutex, MutexGuard, PoisonError};

use carom_batch::{Arena as Seats, Autoreset, Game};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;

use crate::arrays::{self, View};
use crate::errors::{Answer, Failure, fault};
use crate::id::Count;
use crate::pool::pool;
use crate::shared::Shared;
use crate::world::World;

/// The arrays behind the views of an arena.
#[derive(Debug, Default)]
struct Numbers {
    observations: Vec<f32>,
    last: Vec<f32>,
    rewards: Vec<f64>,
    terminated: Vec<u8>,
    truncated: Vec<u8>,
}

impl Numbers {
    fn gather(&mut self, seats: &Seats) {
        let Self { observations, last, rewards, terminated, truncated } = self;
        for list in [&mut *observations, last] {
            list.clear();
        }
        for list in [&mut *terminated, truncated] {
            list.clear();
        }
        rewards.clear();
        observations.extend(seats.observations());
        last.extend(seats.final_observations());
        rewards.extend(seats.rewards());
        terminated.extend(seats.terminated().map(u8::from));
        truncated.extend(seats.truncated().map(u8::from));
    }
}

#[derive(Debug)]
struct Inner {
    seats: Seats,
    numbers: Numbers,
}

/// Many episodes of a game, side by side, on all cores: the base of `carom.gym`.
///
/// `game` is `"pinball"`, `"plinko"`, `"billiards"` or `"air_hockey"`. A step of an agent is `frame_skip` steps of
/// 1/240 s where a move of the game is not longer. An episode is cut after `max_steps` steps. `autoreset` is
/// `"next_step"`, `"same_step"` or `"disabled"`, as in Gymnasium. All arrays are views that every call fills again.
#[pyclass(frozen, module = "carom")]
#[derive(Debug)]
pub(crate) struct Arena {
    inner: Mutex<Inner>,
    observations: View<f32>,
    last: View<f32>,
    rewards: View<f64>,
    terminated: View<u8>,
    truncated: View<u8>,
    game: String,
    n: usize,
    /// Numbers by which all players of a seat act.
    actions: usize,
}

impl Arena {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, py: Python<'_>, work: impl FnOnce(&mut Seats) + Send) -> PyResult<()> {
        let pool = pool()?;
        py.detach(|| {
            let inner = &mut *self.lock();
            pool.install(|| work(&mut inner.seats));
            inner.numbers.gather(&inner.seats);
        });
        let inner = self.inner.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        self.observations.fill(py, &inner.numbers.observations)?;
        self.last.fill(py, &inner.numbers.last)?;
        self.rewards.fill(py, &inner.numbers.rewards)?;
        self.terminated.fill(py, &inner.numbers.terminated)?;
        self.truncated.fill(py, &inner.numbers.truncated)
    }
}

fn one_of<T: Copy>(field: &str, found: &str, known: &[(&str, T)]) -> Answer<T> {
    let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
    let short = format!("{:?}", found.chars().take(40).collect::<String>());
    let place = known.iter().find(|(name, _)| *name == found);
    place
        .map(|(_, value)| *value)
        .ok_or_else(|| Failure::wrong(field, &short, &format!("one of {}", names.join(", "))))
}

fn within(field: &str, count: Count, most: u32) -> Answer<u32> {
    if (1..=most).contains(&count.0) {
        return Ok(count.0);
    }
    Err(Failure::out_of_range(field, f64::from(count.0), &format!("between 1 and {most}")))
}

#[pymethods]
impl Arena {
    #[new]
    #[pyo3(signature = (game, n, *, frame_skip = Count(4), max_steps = Count(3600), autoreset = "next_step"))]
    fn new(
        py: Python<'_>,
        game: &str,
        n: Count,
        frame_skip: Count,
        max_steps: Count,
        autoreset: &str,
    ) -> PyResult<Self> {
        let games = [
            ("pinball", Game::Pinball),
            ("plinko", Game::Plinko),
            ("billiards", Game::Billiards),
            ("air_hockey", Game::AirHockey),
        ];
        let resets = [
            ("next_step", Autoreset::NextStep),
            ("same_step", Autoreset::SameStep),
            ("disabled", Autoreset::Disabled),
        ];
        let (kind, reset) = (one_of("game", game, &games)?, one_of("autoreset", autoreset, &resets)?);
        let n = within("n", n, 1 << 20)? as usize;
        let (skip, most) =
            (within("frame_skip", frame_skip, 10_000)?, within("max_steps", max_steps, 1 << 30)?);
        let pool = pool()?;
        let seats = py.detach(|| pool.install(|| Seats::new(kind, n, skip, most, reset)));
        let seats = seats.map_err(|found| fault(py, &found))?;
        let (players, width) = (seats.players(), seats.observation_width());
        let actions = players * seats.action_width();
        let arena = Self {
            observations: View::new(py, &[n, players, width], "f4")?,
            last: View::new(py, &[n, players, width], "f4")?,
            rewards: View::new(py, &[n, players], "f8")?,
            terminated: View::new(py, &[n], "?")?,
            truncated: View::new(py, &[n], "?")?,
            inner: Mutex::new(Inner { seats, numbers: Numbers::default() }),
            game: game.to_owned(),
            n,
            actions,
        };
        arena.work(py, |_| ())?;
        Ok(arena)
    }

    /// Begins new episodes, in all seats or where `where` is true. With `seeds`, (n,), the random numbers start
    /// again.
    #[pyo3(signature = (seeds = None, r#where = None))]
    fn reset(
        &self,
        py: Python<'_>,
        seeds: Option<&Bound<'_, PyAny>>,
        r#where: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let seeds = seeds.map(|seeds| arrays::unsigned("seeds", seeds, &[self.n])).transpose()?;
        let which = arrays::mask("where", r#where, &[self.n])?;
        self.work(py, |seats| seats.reset(seeds.as_deref(), Some(&which)))
    }

    /// One step of all agents: `actions` is an array (n, numbers by which all players of a seat act).
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = arrays::singles("actions", actions, &[self.n, self.actions])?;
        self.work(py, |seats| seats.step(&actions))
    }

    /// The observations of the agents, float32 (n, players, width).
    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyAny> {
        self.observations.shown(py)
    }

    /// The observations at the end of their last episode, float32 (n, players, width).
    #[getter]
    fn final_observations(&self, py: Python<'_>) -> Py<PyAny> {
        self.last.shown(py)
    }

    /// The rewards of the last step, float64 (n, players).
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyAny> {
        self.rewards.shown(py)
    }

    /// Whether the last step ended the episode by the rules of the game, bool (n,).
    #[getter]
    fn terminated(&self, py: Python<'_>) -> Py<PyAny> {
        self.terminated.shown(py)
    }

    /// Whether the last step cut the episode, bool (n,).
    #[getter]
    fn truncated(&self, py: Python<'_>) -> Py<PyAny> {
        self.truncated.shown(py)
    }

    /// A copy of the world of a seat.
    fn world(&self, py: Python<'_>, n: Count) -> PyResult<World> {
        let number = n.0 as usize;
        let found = py.detach(|| {
            let inner = self.lock();
            (number < inner.seats.len()).then(|| inner.seats.run(number).world().clone())
        });
        let allowed = format!("between 0 and {}", self.n - 1);
        let found = found.ok_or_else(|| Failure::out_of_range("n", f64::from(n.0), &allowed))?;
        Ok(World::of(Shared::alone(found)))
    }

    /// Fingerprints of all worlds, uint64 (n,).
    fn state_hashes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let hashes: Vec<u64> = py.detach(|| self.lock().seats.state_hashes().collect());
        arrays::words(py, &hashes)
    }

    fn __len__(&self) -> usize {
        self.n
    }

    fn __repr__(&self) -> String {
        format!("<carom.Arena of {} seats: {}>", self.n, self.game)
    }
}
