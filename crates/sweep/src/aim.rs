//! All values that reach a goal.

use carom_scene::{Fault, Scene};

use crate::gun::Gun;
use crate::window::Window;

/// The target of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct AimSpec {
    /// The value that varies, by its path as [`Scene::set`] has it.
    pub path: String,
    /// The lowest and highest value.
    pub range: [f64; 2],
    /// The goal: a goal, a body or a ball to be hit, or `any` for each of the goals.
    pub goal: String,
    /// Fewest and most impacts of the ball on shapes before. Given, each number of them is a window of its own.
    pub cushions: Option<[u32; 2]>,
    /// Greatest length of a run, seconds. Default: the scene's own.
    pub seconds: Option<f64>,
    /// Values that are tried at first.
    pub samples: u64,
    /// The search between neighbours with other histories continues down to this width, in the unit of the value.
    pub resolution: f64,
    /// Most runs.
    pub most_runs: u64,
}

/// The results of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Aim {
    /// The windows, the widest first.
    pub windows: Vec<Window>,
    /// How many runs it took.
    pub runs: u64,
    /// Whether the runs sufficed for the resolution.
    pub complete: bool,
}

/// Finds all values in a range that reach a goal.
///
/// The search between neighbouring values continues wherever the two have another history: other impacts in another
/// order, or the goal passed on another side. Among flat walls all values with one history lie side by side, so
/// that no window that is wider than the resolution is missed.
///
/// # Errors
/// A path or a goal that leads nowhere, a value out of range.
pub fn aim(scene: &Scene, spec: &AimSpec) -> Result<Aim, Fault> {
    let mut gun = Gun::new(scene, spec, None)?;
    let shots = gun.search()?;
    let complete = gun.has_runs();
    let mut windows = gun.windows(&shots)?;
    windows.sort_by(|a, b| b.width().total_cmp(&a.width()));
    Ok(Aim { windows, runs: gun.runs, complete })
}
