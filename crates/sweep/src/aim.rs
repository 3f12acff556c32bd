//! All values that reach a goal: windows, and what bounds them.

use std::collections::BTreeMap;

use carom::glam::DVec2;
use carom::{BodyId, Impact, ShapeId};
use carom_scene::{BallNumber, Fault, Scene, Stage};

use crate::again::Again;
use crate::target::Target;
use crate::value::Value;

/// What is looked for.
#[derive(Clone, Debug, PartialEq)]
pub struct AimSpec {
    /// The value that varies, by its path as [`Scene::set`] has it.
    pub path: String,
    /// The lowest and highest value.
    pub range: [f64; 2],
    /// What is to be reached: a goal, a body or a ball to be hit, or `any` for each of the goals.
    pub goal: String,
    /// Fewest and most impacts of the ball on shapes before. Given, each number of them is a window of its own.
    pub cushions: Option<[u32; 2]>,
    /// How long a run is at most, seconds. Default: what the scene says.
    pub seconds: Option<f64>,
    /// Values that are tried at first.
    pub samples: u64,
    /// Between neighbours with other histories the search goes on down to this width, in the unit of the value.
    pub resolution: f64,
    /// Most runs.
    pub most_runs: u64,
}

/// Values that all reach the goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Window {
    /// What is reached.
    pub goal: String,
    /// Its lowest and highest value.
    pub from: f64,
    /// The highest.
    pub to: f64,
    /// Impacts of the ball on shapes before it gets there, with the value in the middle.
    pub cushions: u32,
    /// What ends it below and above.
    pub bounds: [String; 2],
}

impl Window {
    /// The value that stands farthest from both ends.
    #[must_use]
    pub const fn middle(&self) -> f64 {
        0.5 * (self.from + self.to)
    }

    /// How wide it is.
    #[must_use]
    pub const fn width(&self) -> f64 {
        self.to - self.from
    }
}

/// What was found, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Aim {
    /// The windows, the widest first.
    pub windows: Vec<Window>,
    /// How many runs it took.
    pub runs: u64,
    /// Whether the runs sufficed for the resolution.
    pub complete: bool,
}

/// How a run with one value went.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shot {
    value: f64,
    /// The goal, and the cushions before it if these count.
    end: Option<(usize, u32)>,
    cushions: u32,
    /// Which impacts there were, and on which side the goal was passed: the same between neighbours, the way between them is
    /// the same.
    history: u64,
}

/// Something that was hit.
type Thing = (BodyId, Option<ShapeId>);

/// Runs shots.
struct Gun<'a> {
    spec: &'a AimSpec,
    again: Again,
    seed: u64,
    /// The ball that is aimed, by its place among the scene's.
    ball: Option<usize>,
    target: Target,
    /// For each ball what it has met so far.
    chains: BTreeMap<BodyId, u64>,
    /// What the aimed ball has met, in order.
    things: Vec<Thing>,
    runs: u64,
}

/// Finds all values in a range that reach a goal.
///
/// Runs between neighbouring values go on wherever the two have another history: other impacts in another order, or the goal
/// passed on another side. Among flat walls all values with one history lie side by side, so that no window that is wider
/// than the resolution is missed.
///
/// # Errors
/// A path or a goal that leads nowhere, a value out of range.
pub fn aim(scene: &Scene, spec: &AimSpec) -> Result<Aim, Fault> {
    let [from, to] = spec.range;
    if !(from < to && from.is_finite() && to.is_finite()) {
        return Err(Fault::at(&*spec.path, format!("{from} to {to} is no range")));
    }
    let number = BallNumber::of(scene, &spec.path);
    let mut again = Again::new(scene.clone(), vec![spec.path.clone()]);
    let target = Target::new(again.start(None, &[Value::Number(from)])?, &spec.goal)?;
    let mut gun = Gun {
        spec,
        again,
        seed: scene.run.seed,
        ball: number.map(BallNumber::ball),
        target,
        chains: BTreeMap::new(),
        things: Vec::new(),
        runs: 0,
    };
    let mut shots = gun.search()?;
    let complete = gun.runs < spec.most_runs;
    let turns = number.is_some_and(BallNumber::is_angle) && (to - from - 360.0).abs() < 1e-9;
    let mut windows = gun.windows(&mut shots, turns)?;
    windows.sort_by(|a, b| b.width().total_cmp(&a.width()));
    Ok(Aim { windows, runs: gun.runs, complete })
}

impl Gun<'_> {
    /// All shots, in the order of their values.
    fn search(&mut self) -> Result<Vec<Shot>, Fault> {
        let [from, to] = self.spec.range;
        let count = self.spec.samples.max(2);
        let finest = (to - from) * 1e-10;
        let mut shots = vec![self.shoot(from)?];
        let mut later = Vec::new();
        for n in 1..=count {
            let value = if n == count { to } else { from + (to - from) * (n as f64 / count as f64) };
            later.push(self.shoot(value)?);
            while let Some(next) = later.last().copied() {
                let last = shots[shots.len() - 1];
                let width = next.value - last.value;
                let enough = if last.end == next.end { self.spec.resolution } else { finest };
                let middle = last.value + 0.5 * width;
                let same = last.end == next.end && last.history == next.history;
                if same || width <= enough || middle <= last.value || self.runs >= self.spec.most_runs {
                    shots.push(next);
                    later.pop();
                } else {
                    later.push(self.shoot(middle)?);
                }
            }
        }
        Ok(shots)
    }

    /// Runs one value until the goal is reached, or can't be any more.
    fn shoot(&mut self, value: f64) -> Result<Shot, Fault> {
        self.runs += 1;
        self.chains.clear();
        self.things.clear();
        let stage = self.again.start(Some(self.seed), &[Value::Number(value)])?;
        let seconds = self.spec.seconds.unwrap_or(stage.scene().run.seconds);
        let steps = (seconds / f64::from(stage.dt())).round() as u64;
        let aimed = self.ball.and_then(|n| stage.world.balls().nth(n)).map(|(id, _)| id);
        let [fewest, most] = self.spec.cushions.unwrap_or([0, u32::MAX]);
        let mut way = Way { last: aimed.and_then(|id| place(stage, id)), sides: 0, cushions: 0 };
        let mut reached = None;
        'run: while stage.steps() < steps {
            stage.step();
            let entered = self.target.entered(stage);
            for impact in stage.world.events().impacts() {
                if entered.is_some_and(|(_, time)| f64::from(impact.time) > time) {
                    break;
                }
                let chain = self.chains.entry(impact.body_b).or_insert(0);
                *chain = mix(*chain ^ mix(word(impact)));
                if aimed.is_some_and(|aimed| impact.body_b != aimed && impact.body_a != aimed) {
                    continue;
                }
                self.things.push((impact.body_a, impact.shape_a));
                way.pass(impact, stage, &self.target);
                if let Some(goal) = self.target.hit(impact, aimed) {
                    reached = Some(goal);
                    break 'run;
                }
                way.cushions += u32::from(impact.shape_a.is_some());
                if way.cushions > most {
                    break 'run;
                }
            }
            if let Some((goal, _)) = entered {
                reached = Some(goal);
                break;
            }
        }
        let counted = if self.spec.cushions.is_some() { way.cushions } else { 0 };
        let end = reached.filter(|_| (fewest..=most).contains(&way.cushions)).map(|goal| (goal, counted));
        let all = self.chains.iter().map(|(id, chain)| mix(*chain ^ mix(key(*id))));
        let history = all.fold(mix(way.sides), u64::wrapping_add);
        Ok(Shot { value, end, cushions: way.cushions, history })
    }

    /// Shots side by side that come to the same end.
    fn windows(&mut self, shots: &mut [Shot], turns: bool) -> Result<Vec<Window>, Fault> {
        let mut groups: Vec<(usize, usize)> = Vec::new();
        for (n, shot) in shots.iter().enumerate() {
            match groups.last_mut() {
                Some((_, last)) if shots[*last].end == shot.end => *last = n,
                _ => groups.push((n, n)),
            }
        }
        let end = shots.len() - 1;
        let wraps = turns && groups.len() > 1 && shots[0].end == shots[end].end;
        let mut windows = Vec::new();
        for (k, &(first, last)) in groups.iter().enumerate() {
            let Some((goal, _)) = shots[first].end else { continue };
            if wraps && k == groups.len() - 1 {
                continue;
            }
            let below = if first > 0 { Some(first) } else { None };
            let (low, shift) = match below {
                None if wraps => (Some(groups[groups.len() - 1].0), self.spec.range[1] - self.spec.range[0]),
                low => (low, 0.0),
            };
            let high = if last < end { Some(last) } else { None };
            let edge = |a: Shot, b: Shot| 0.5 * (a.value + b.value);
            let from = low.map_or(shots[first].value, |n| edge(shots[n - 1], shots[n]) - shift);
            let to = high.map_or(shots[last].value, |n| edge(shots[n], shots[n + 1]));
            let middle = shots[first + (last - first) / 2];
            let bounds = [
                match low {
                    Some(n) => self.bound(shots[n], shots[n - 1])?,
                    None => "the end of the range".to_owned(),
                },
                match high {
                    Some(n) => self.bound(shots[n], shots[n + 1])?,
                    None => "the end of the range".to_owned(),
                },
            ];
            let goal = self.target.name(goal).to_owned();
            windows.push(Window { goal, from, to, cushions: middle.cushions, bounds });
        }
        Ok(windows)
    }

    /// What comes between a shot that reaches the goal and its neighbour that does not.
    fn bound(&mut self, good: Shot, bad: Shot) -> Result<String, Fault> {
        self.shoot(good.value)?;
        let wanted = self.things.clone();
        self.shoot(bad.value)?;
        let n = wanted.iter().zip(&self.things).take_while(|(a, b)| a == b).count();
        let stage = self.again.current();
        let name = |thing: Option<&Thing>| Some(thing_name(stage?, *thing?));
        let other = name(self.things.get(n));
        Ok(match (bad.end, name(wanted.get(n)), other) {
            (Some((goal, cushions)), ..) if self.spec.cushions.is_some() => {
                format!("reaches {} off {cushions} cushions", self.target.name(goal))
            }
            (Some((goal, _)), ..) => format!("reaches {}", self.target.name(goal)),
            (None, Some(wanted), Some(other)) if wanted == other => format!("hits another side of {other}"),
            (None, Some(wanted), Some(other)) => format!("misses {wanted} and hits {other}"),
            (None, Some(wanted), None) => format!("misses {wanted}"),
            (None, None, Some(other)) => format!("hits {other}"),
            (None, None, None) => "does not get there".to_owned(),
        })
    }
}

fn thing_name(stage: &Stage, (body, shape): Thing) -> String {
    let shape = shape.and_then(|shape| stage.name_of_shape(shape));
    match shape.or_else(|| stage.name_of(body)) {
        Some(name) => name.to_owned(),
        None => {
            let number = stage.world.bodies().position(|(id, _)| id == body);
            number.map_or_else(|| "a ball".to_owned(), |n| format!("body {n}"))
        }
    }
}

/// The way of the aimed ball from impact to impact.
struct Way {
    last: Option<DVec2>,
    /// Mixed from the sides on which it passed the goal.
    sides: u64,
    cushions: u32,
}

impl Way {
    /// Takes in that the ball has come to an impact.
    fn pass(&mut self, impact: &Impact, stage: &Stage, target: &Target) {
        let radius = stage.world.ball(impact.body_b).map_or(0.0, |ball| f64::from(ball.radius));
        let here = impact.point.as_dvec2() + impact.normal.as_dvec2() * radius;
        if let (Some(last), Some(center)) = (self.last, target.center()) {
            let left = (here - last).perp_dot(center - last) > 0.0;
            self.sides = mix(self.sides ^ if left { 1 } else { 2 });
        }
        self.last = Some(here);
    }
}

fn place(stage: &Stage, id: BodyId) -> Option<DVec2> {
    stage.world.position(id).map(|at| at.as_dvec2())
}

fn word(impact: &Impact) -> u64 {
    key(impact.body_a) ^ impact.shape_a.map_or(0, |shape| mix(shape_key(shape)))
}

fn key(id: BodyId) -> u64 {
    use slotmap::Key;
    id.data().as_ffi()
}

fn shape_key(id: ShapeId) -> u64 {
    use slotmap::Key;
    id.data().as_ffi()
}

/// The finish of `SplitMix64` (Steele, Lea, Flood 2014).
const fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}
