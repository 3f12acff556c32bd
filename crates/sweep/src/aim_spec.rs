//! The target of a search for values that reach a goal.

/// The target of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct AimSpec {
    /// The value that varies, by its path as [`Scene::set`](carom_scene::Scene::set) has it.
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
    /// The search between neighbors with other histories continues down to this width, in the unit of the value.
    pub resolution: f64,
    /// Most runs.
    pub most_runs: u64,
}
