//! All pairs of two values that reach a goal.

use carom_scene::{Fault, Scene};

use crate::aim_spec::AimSpec;
use crate::gun::Gun;
use crate::window::Window;

/// The second value of a map.
#[derive(Clone, Debug, PartialEq)]
pub struct Across {
    /// Its path.
    pub path: String,
    /// Its lowest and highest value.
    pub range: [f64; 2],
    /// How many values of it are taken at first, 2 or more.
    pub rows: u32,
    /// Between neighbors that have other windows more are taken, down to this distance.
    pub resolution: f64,
}

/// The windows of the first value for one value of the second.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The second value.
    pub value: f64,
    /// The windows of the first, from the lowest on.
    pub windows: Vec<Window>,
}

/// Windows that lie side by side from row to row.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// The goal that is reached.
    pub goal: String,
    /// Impacts on shapes before, at the best place.
    pub cushions: u32,
    /// Its lowest and highest second value.
    pub range: [f64; 2],
    /// How large it is: width times height, in the units of both values.
    pub area: f64,
    /// The first and the second value that may be off most.
    pub best: [f64; 2],
    /// By how much each alone may be off there, to both sides.
    pub reach: [f64; 2],
}

/// The results for two values.
#[derive(Clone, Debug, PartialEq)]
pub struct AimMap {
    /// The rows, from the lowest second value on.
    pub rows: Vec<Row>,
    /// The regions, the largest first.
    pub regions: Vec<Region>,
    /// How many runs it took.
    pub runs: u64,
    /// Whether the runs sufficed for both resolutions.
    pub complete: bool,
}

/// Finds all pairs of two values that reach a goal: for each of many second values all windows of the first, as
/// [`aim`](crate::aim()) does. Between neighbors that have other windows it looks closer.
///
/// # Errors
/// A path or a goal that leads nowhere, a value out of range.
pub fn aim_map(scene: &Scene, spec: &AimSpec, across: &Across) -> Result<AimMap, Fault> {
    let [from, to] = across.range;
    if !(from < to && from.is_finite() && to.is_finite()) {
        return Err(Fault::at(&*across.path, format!("{from} to {to} is no range")));
    }
    let mut gun = Gun::new(scene, spec, Some((&across.path, from)))?;
    let count = across.rows.max(2) - 1;
    let value = |n| from + (to - from) * (f64::from(n) / f64::from(count));
    let mut rows = (0..=count).map(|n| gun.row(value(n))).collect::<Result<Vec<Row>, Fault>>()?;
    loop {
        let mut finer = Vec::with_capacity(rows.len());
        let mut rest = rows.into_iter().peekable();
        let mut added = false;
        while let Some(row) = rest.next() {
            let next = rest.peek().filter(|next| {
                next.value - row.value > across.resolution && !row.is_like(next) && gun.has_runs()
            });
            let middle = next.map(|next| 0.5 * (row.value + next.value));
            finer.push(row);
            if let Some(middle) = middle {
                finer.push(gun.row(middle)?);
                added = true;
            }
        }
        rows = finer;
        if !added {
            break;
        }
    }
    let regions = regions(&rows, [spec.range[1] - spec.range[0], to - from]);
    Ok(AimMap { rows, regions, complete: gun.has_runs(), runs: gun.runs })
}

impl Gun<'_> {
    fn row(&mut self, value: f64) -> Result<Row, Fault> {
        self.turn_to(value);
        let shots = self.search()?;
        Ok(Row { value, windows: self.windows(&shots)? })
    }
}

impl Window {
    fn is_like(&self, other: &Self) -> bool {
        self.goal == other.goal && self.cushions == other.cushions
    }

    fn meets(&self, other: &Self) -> bool {
        self.is_like(other) && self.from <= other.to && other.from <= self.to
    }
}

impl Row {
    /// Whether both have the same windows, wherever these are.
    fn is_like(&self, other: &Self) -> bool {
        let same = self.windows.iter().zip(&other.windows).all(|(a, b)| a.is_like(b));
        same && self.windows.len() == other.windows.len()
    }
}

/// Joins windows that meet from row to row, the largest region first. `spans` are the ranges of both values.
fn regions(rows: &[Row], spans: [f64; 2]) -> Vec<Region> {
    let mut places: Vec<Vec<[usize; 2]>> = Vec::new();
    for (n, row) in rows.iter().enumerate() {
        for (k, window) in row.windows.iter().enumerate() {
            let touches = |[m, j]: &[usize; 2]| m + 1 == n && rows[*m].windows[*j].meets(window);
            let (near, rest) = places.into_iter().partition(|region: &Vec<_>| region.iter().any(touches));
            places = rest;
            places.push(near.concat());
            if let Some(region) = places.last_mut() {
                region.push([n, k]);
            }
        }
    }
    let mut regions: Vec<Region> =
        places.iter().filter_map(|places| Region::of(rows, places, spans)).collect();
    regions.sort_by(|a, b| b.area.total_cmp(&a.area));
    regions
}

impl Region {
    fn of(rows: &[Row], places: &[[usize; 2]], spans: [f64; 2]) -> Option<Self> {
        let window = |place: &[usize; 2]| &rows[place[0]].windows[place[1]];
        let height = |n: usize| {
            let below = n.checked_sub(1).map_or(rows[n].value, |n| rows[n].value);
            let above = rows.get(n + 1).map_or(rows[n].value, |row| row.value);
            0.5 * (above - below)
        };
        let ends = |n: usize, value: f64| {
            let holds = |m: usize| {
                places.iter().any(|at| at[0] == m && window(at).from <= value && value <= window(at).to)
            };
            let below = (0..=n).rev().take_while(|m| holds(*m)).last().unwrap_or(n);
            let above = (n..rows.len()).take_while(|m| holds(*m)).last().unwrap_or(n);
            (rows[n].value - rows[below].value).min(rows[above].value - rows[n].value)
        };
        let reach = |at: &[usize; 2]| [0.5 * window(at).width(), ends(at[0], window(at).middle())];
        let share = |at: &&[usize; 2]| {
            let [first, second] = reach(at);
            (first / spans[0]).min(second / spans[1])
        };
        let best = places.iter().max_by(|a, b| share(a).total_cmp(&share(b)))?;
        let values = || places.iter().map(|at| rows[at[0]].value);
        Some(Self {
            goal: window(best).goal.clone(),
            cushions: window(best).cushions,
            range: [values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max)],
            area: places.iter().map(|at| window(at).width() * height(at[0])).sum(),
            best: [window(best).middle(), rows[best[0]].value],
            reach: reach(best),
        })
    }
}
