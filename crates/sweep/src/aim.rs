//! All values that reach a goal.

use carom_scene::{Fault, Scene};

use crate::aim_spec::AimSpec;
use crate::gun::Gun;
use crate::window::Window;

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
/// The search between neighboring values continues wherever the two have another history: other impacts in another
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
