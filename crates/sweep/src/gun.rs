//! Runs with one value after another, as an aim asks for them.

use std::collections::BTreeMap;

use carom::glam::DVec2;
use carom::{BodyId, Impact, ShapeId};
use carom_scene::{BallNumber, Fault, Scene, Stage};

use crate::again::Again;
use crate::aim_spec::AimSpec;
use crate::target::Target;
use crate::value::Value;

/// How a run with one value went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Shot {
    pub(crate) value: f64,
    /// The goal, and the cushions before it if these count.
    pub(crate) end: Option<(usize, u32)>,
    pub(crate) cushions: u32,
    /// Which impacts there were, and on which side the goal was passed: the same between neighbors, the way between them is
    /// the same.
    history: u64,
}

/// Something that was hit.
type Thing = (BodyId, Option<ShapeId>);

/// Runs shots.
pub(crate) struct Gun<'a> {
    pub(crate) spec: &'a AimSpec,
    again: Again,
    seed: u64,
    /// The ball that is aimed, by its place among the scene's.
    ball: Option<usize>,
    /// Whether the range is a whole turn, so that its ends are one.
    pub(crate) turns: bool,
    pub(crate) target: Target,
    /// The second value if there is one, and then the first.
    values: Vec<Value>,
    /// The impacts of each ball so far.
    chains: BTreeMap<BodyId, u64>,
    /// The things that the aimed ball has met, in order.
    things: Vec<Thing>,
    pub(crate) runs: u64,
}

impl<'a> Gun<'a> {
    /// With `across`, the path and the first value of a second one, which [`turn_to`](Self::turn_to) changes.
    pub(crate) fn new(scene: &Scene, spec: &'a AimSpec, across: Option<(&str, f64)>) -> Result<Self, Fault> {
        let [from, to] = spec.range;
        if !(from < to && from.is_finite() && to.is_finite()) {
            return Err(Fault::at(&*spec.path, format!("{from} to {to} is no range")));
        }
        let number = BallNumber::of(scene, &spec.path);
        let mut names: Vec<String> = across.iter().map(|(path, _)| (*path).to_owned()).collect();
        names.push(spec.path.clone());
        let mut values: Vec<Value> = across.iter().map(|(_, value)| Value::Number(*value)).collect();
        values.push(Value::Number(from));
        let mut again = Again::new(scene.clone(), names);
        let target = Target::new(again.start(None, &values)?, &spec.goal)?;
        Ok(Self {
            spec,
            again,
            seed: scene.run.seed,
            ball: number.map(BallNumber::ball),
            turns: number.is_some_and(BallNumber::is_angle) && (to - from - 360.0).abs() < 1e-9,
            target,
            values,
            chains: BTreeMap::new(),
            things: Vec::new(),
            runs: 0,
        })
    }

    /// Takes another second value.
    pub(crate) fn turn_to(&mut self, across: f64) {
        self.values[0] = Value::Number(across);
    }

    /// Whether there are runs left.
    pub(crate) const fn has_runs(&self) -> bool {
        self.runs < self.spec.most_runs
    }

    /// All shots, in the order of their values. Each round halves the gaps between neighbors that went differently, so
    /// that runs that do not suffice are spread over the whole range.
    pub(crate) fn search(&mut self) -> Result<Vec<Shot>, Fault> {
        let [from, to] = self.spec.range;
        let count = self.spec.samples.max(2);
        let value = |n| if n == count { to } else { from + (to - from) * (n as f64 / count as f64) };
        let mut shots = (0..=count).map(|n| self.shoot(value(n))).collect::<Result<Vec<Shot>, Fault>>()?;
        loop {
            let mut finer = vec![shots[0]];
            for pair in shots.windows(2) {
                if let Some(middle) = self.between(pair[0], pair[1]) {
                    finer.push(self.shoot(middle)?);
                }
                finer.push(pair[1]);
            }
            if finer.len() == shots.len() {
                return Ok(finer);
            }
            shots = finer;
        }
    }

    /// The value to try next between two neighbors; `None` if nothing is left to be found there.
    fn between(&self, last: Shot, next: Shot) -> Option<f64> {
        let width = next.value - last.value;
        let finest = (self.spec.range[1] - self.spec.range[0]) * 1e-10;
        let enough = if last.end == next.end { self.spec.resolution } else { finest };
        let middle = last.value + 0.5 * width;
        let same = last.end == next.end && last.history == next.history;
        let is_done = same || width <= enough || middle <= last.value || !self.has_runs();
        (!is_done).then_some(middle)
    }

    /// Runs one value until the goal is reached, or can't be any more.
    fn shoot(&mut self, value: f64) -> Result<Shot, Fault> {
        self.runs += 1;
        self.chains.clear();
        self.things.clear();
        if let Some(last) = self.values.last_mut() {
            *last = Value::Number(value);
        }
        let stage = self.again.start(Some(self.seed), &self.values)?;
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

    /// The difference between a shot that reaches the goal and its neighbor that does not.
    pub(crate) fn bound(&mut self, good: Shot, bad: Shot) -> Result<String, Fault> {
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
