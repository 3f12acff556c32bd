//! Rules after a step: goals, points, bricks, balls that merge, balls that are lost.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use carom::glam::Vec2;
use carom::{Ball, Body, BodyId, Error, Filter, ShapeId, World};

use crate::area::Field;
use crate::engine_errors::{refuse, within};
use crate::expand::{Flat, Placed};
use crate::fault::Fault;
use crate::frame::Frame;
use crate::model::{Goal, GoalAction, Point, Scene};
use crate::populate::{Ids, Label};
use crate::resolver::{Resolver, entry};

/// A goal in its place.
#[derive(Clone, Debug)]
pub(crate) struct Pocket {
    pub(crate) name: String,
    place: Spot,
    path: String,
    points: i64,
    then: Then,
    kinds: Option<Vec<String>>,
}

/// How a goal notices balls.
#[derive(Clone, Debug)]
enum Spot {
    Area(Field),
    /// A sensor, by the name of its shape.
    Sensor(String),
}

#[derive(Clone, Debug)]
enum Then {
    Keep,
    Remove,
    Return(Vec2, Vec2),
    Hold { at: Vec2, seconds: f64, velocity: Vec2, slower_than: f32 },
    Switch(Filter),
}

/// A ball that a goal holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Held {
    pub(crate) ball: BodyId,
    pub(crate) goal: usize,
    /// When it is thrown out, seconds.
    pub(crate) until: f64,
}

impl Pocket {
    fn of(placed: &Placed<'_, Goal>, scene: &Scene, resolver: &Resolver<'_>) -> Result<Self, Fault> {
        let Placed { item: goal, frame, name, part, path, .. } = placed;
        if name.is_empty() {
            return Err(Fault::at(path, "has no name; a goal must have one"));
        }
        for kind in goal.kinds.iter().flatten() {
            if !scene.kinds.contains_key(kind) {
                let known = scene.kinds.keys().map(String::as_str);
                return Err(Fault::unknown(format!("{path}.kinds"), "kind", kind, known));
            }
        }
        let place = match (&goal.region, &goal.sensor) {
            (Some(area), None) => Spot::Area(Field::within(area, frame, &format!("{path}.region"))?),
            (None, Some(sensor)) if part.is_empty() => Spot::Sensor(sensor.clone()),
            (None, Some(sensor)) => Spot::Sensor(format!("{part}.{sensor}")),
            _ => return Err(Fault::at(path, "must have either `region` or `sensor`")),
        };
        let then = Then::of(&goal.then, frame, &format!("{path}.then"), resolver)?;
        let (name, path, kinds) = (name.clone(), path.clone(), goal.kinds.clone());
        Ok(Self { name, place, path, points: goal.points, then, kinds })
    }
}

impl Pocket {
    /// Its outline, if it is an area.
    pub(crate) fn outline(&self) -> Option<Vec<Vec2>> {
        self.area().map(Field::outline)
    }

    fn area(&self) -> Option<&Field> {
        match &self.place {
            Spot::Area(area) => Some(area),
            Spot::Sensor(_) => None,
        }
    }
}

impl Then {
    fn of(fate: &GoalAction, frame: &Frame, path: &str, resolver: &Resolver<'_>) -> Result<Self, Fault> {
        let place =
            |position: Point| checked(frame.point(position), carom::limits::MAX_COORDINATE, path, "position");
        let speed =
            |velocity: Point| checked(frame.vector(velocity), carom::limits::MAX_SPEED, path, "velocity");
        Ok(match fate {
            GoalAction::Keep => Self::Keep,
            GoalAction::Remove => Self::Remove,
            GoalAction::Return { position, velocity } => {
                let velocity = speed(*velocity)?;
                Self::Return(place(*position)?, velocity)
            }
            GoalAction::Hold { position, seconds, velocity, slower_than } => {
                within(path, "seconds", f64::from(*seconds), 0.0, 1e6)?;
                if let Some(most) = slower_than {
                    within(path, "slower_than", f64::from(*most), 0.0, 1e8)?;
                }
                let slower_than = slower_than.unwrap_or(f32::INFINITY);
                let (at, velocity) = (place(*position)?, speed(*velocity)?);
                Self::Hold { at, seconds: f64::from(*seconds), velocity, slower_than }
            }
            GoalAction::Switch { layers, collides_with: meets } => {
                Self::Switch(resolver.layers.filter(path, layers.as_deref(), meets.as_deref())?)
            }
        })
    }
}

fn checked(v: Vec2, most: f32, path: &str, field: &str) -> Result<Vec2, Fault> {
    if sound(v, most) {
        return Ok(v);
    }
    let message = format!("is {v}, but must be finite, at most 1e8 in each coordinate");
    Err(Fault::at(format!("{path}.{field}"), message))
}

/// Whether both coordinates are finite and no larger.
fn sound(v: Vec2, most: f32) -> bool {
    // One by one: the larger of a number and no number is the number.
    v.x.abs() <= most && v.y.abs() <= most
}

/// The ball that two of a kind become, with its kind, and points.
type Merge = (Option<(Ball, String)>, i64);

/// The rules of a scene, and how the game stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rules {
    pub(crate) pockets: Arc<[Pocket]>,
    /// Goals by the sensor that notices balls for them.
    goals_of: Arc<BTreeMap<ShapeId, Vec<usize>>>,
    bounds: Option<Field>,
    bounds_sensor: Option<ShapeId>,
    /// Merges by the kind of their balls.
    merges: Arc<BTreeMap<String, Merge>>,
    /// The bodies that have points or lives, in the order of the list.
    pub(crate) bricks: Vec<Brick>,
    brick_of: Arc<BTreeMap<BodyId, usize>>,

    pub(crate) score: i64,
    /// Balls that entered each goal.
    pub(crate) entered: Vec<u64>,
    /// Balls that goals hold.
    pub(crate) held: Vec<Held>,
    pub(crate) merged: u64,
    /// Balls that were ever outside the bounds.
    pub(crate) escaped: BTreeSet<BodyId>,
    /// Happenings of the last step; kept for its memory.
    happenings: Vec<Happening>,
}

/// A body that has points or lives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Brick {
    /// Its place in the list of bodies.
    pub(crate) number: usize,
    points: i64,
    lives: u32,
    /// Impacts that counted so far.
    pub(crate) hits: u64,
}

impl Brick {
    /// Counts an impact, unless the last life is gone.
    fn hit(&mut self) -> Hit {
        if self.lives > 0 && self.hits >= u64::from(self.lives) {
            return Hit { points: 0, breaks: false };
        }
        self.hits += 1;
        Hit { points: self.points, breaks: self.hits == u64::from(self.lives) }
    }
}

/// The effect of an impact on a brick.
struct Hit {
    points: i64,
    breaks: bool,
}

/// A ball that entered a goal in the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) goal: usize,
    pub(crate) ball: BodyId,
    /// Since the beginning of the step, seconds.
    pub(crate) time: f32,
}

impl Rules {
    /// # Errors
    /// Goals and merges that name missing objects, or have no extent.
    pub(crate) fn new(scene: &Scene, flat: &Flat<'_>, resolver: &Resolver<'_>) -> Result<Self, Fault> {
        let mut rules = Self::default();
        let pockets: Result<_, _> = flat.goals.iter().map(|goal| Pocket::of(goal, scene, resolver)).collect();
        rules.pockets = pockets?;
        rules.entered = vec![0; flat.goals.len()];
        if let Some(area) = &scene.report.bounds {
            rules.bounds = Some(Field::of(area, "report.bounds")?);
        }
        let mut merges = BTreeMap::new();
        for (n, merge) in scene.merges.iter().enumerate() {
            let path = format!("merges[{n}]");
            let known = || scene.kinds.keys().map(String::as_str);
            if !scene.kinds.contains_key(&merge.kind) {
                return Err(Fault::unknown(format!("{path}.kind"), "kind", &merge.kind, known()));
            }
            let into = match &merge.into {
                None => None,
                Some(name) => {
                    let kind = scene
                        .kinds
                        .get(name)
                        .ok_or_else(|| Fault::unknown(format!("{path}.into"), "kind", name, known()))?;
                    Some((resolver.ball(&entry("kinds", name), kind)?, name.clone()))
                }
            };
            if merges.insert(merge.kind.clone(), (into, merge.points)).is_some() {
                let message = format!("an earlier entry merges the kind {:?} already", merge.kind);
                return Err(Fault::at(format!("{path}.kind"), message));
            }
        }
        rules.merges = merges.into();
        for (number, body) in flat.bodies.iter().enumerate() {
            let (points, lives) = (body.item.points, body.item.lives);
            if (points, lives) != (0, 0) {
                rules.bricks.push(Brick { number, points, lives, hits: 0 });
            }
        }
        Ok(rules)
    }

    /// Adds a fixed body with a sensor of ball centres for each of [`areas`](Self::areas). Returns them in that
    /// order, on which [`bind`](Self::bind) relies.
    ///
    /// # Errors
    /// An area whose shape the engine refuses: an edge without length, a radius too large, a periodic box.
    pub(crate) fn add_places(&self, world: &mut World) -> Result<Vec<ShapeId>, Fault> {
        let areas = self.areas();
        if areas.is_empty() {
            return Ok(Vec::new());
        }
        let body = world.add_body(Body::fixed()).map_err(|error| refuse("goals", error))?;
        let add = |(path, area): (String, &Field)| {
            let shape = area.shape().map_err(|error| refuse(&path, error))?;
            world.add_shape(body, shape.sensor_of_centers()).map_err(|error| refuse(&path, error))
        };
        areas.into_iter().map(add).collect()
    }

    /// The areas that need a sensor, with their paths: those of goals, then the bounds.
    pub(crate) fn areas(&self) -> Vec<(String, &Field)> {
        let of_goals = self
            .pockets
            .iter()
            .filter_map(|pocket| Some((format!("{}.region", pocket.path), pocket.area()?)));
        of_goals.chain(self.bounds.iter().map(|area| ("report.bounds".to_owned(), area))).collect()
    }

    /// Takes how the game stands from the rules of the same scene.
    pub(crate) fn take(&mut self, other: &Self) {
        (self.score, self.merged) = (other.score, other.merged);
        self.entered.clone_from(&other.entered);
        self.held.clone_from(&other.held);
        self.bricks.clone_from(&other.bricks);
        self.escaped.clone_from(&other.escaped);
    }

    /// Finds bricks in the world, and the sensors of goals: for areas in the order of [`areas`](Self::areas).
    ///
    /// # Errors
    /// A name that is no shape's.
    pub(crate) fn bind(&mut self, shapes: &BTreeMap<String, usize>, ids: &Ids) -> Result<(), Fault> {
        let mut places = ids.places.iter().copied();
        let mut goals_of: BTreeMap<ShapeId, Vec<usize>> = BTreeMap::new();
        for (goal, pocket) in self.pockets.iter().enumerate() {
            let shape = match &pocket.place {
                Spot::Area(_) => places.next(),
                Spot::Sensor(name) => {
                    let known = shapes.keys().map(String::as_str);
                    let number = shapes.get(name).ok_or_else(|| {
                        Fault::unknown(format!("{}.sensor", pocket.path), "shape", name, known)
                    })?;
                    ids.shapes.get(*number).copied()
                }
            };
            if let Some(shape) = shape {
                goals_of.entry(shape).or_default().push(goal);
            }
        }
        self.goals_of = goals_of.into();
        self.bounds_sensor = places.next();
        let brick_of = self.bricks.iter().enumerate().map(|(n, brick)| (ids.bodies[brick.number], n));
        self.brick_of = Arc::new(brick_of.collect());
        Ok(())
    }

    /// Whether there is anything to get points for.
    pub(crate) fn keeps_score(&self) -> bool {
        !self.merges.is_empty()
            || self.pockets.iter().any(|pocket| pocket.points != 0)
            || self.bricks.iter().any(|brick| brick.points != 0)
    }

    /// Throws out the balls that were held for long enough.
    fn throw_out(&mut self, world: &mut World, time: f64) -> Result<(), Error> {
        self.held.retain(|held| world.kind(held.ball).is_some());
        for held in self.held.extract_if(.., |held| time >= held.until) {
            if let Some(Then::Hold { velocity, .. }) = self.pockets.get(held.goal).map(|pocket| &pocket.then)
            {
                world.release(held.ball)?;
                world.set_velocity(held.ball, *velocity)?;
            }
        }
        Ok(())
    }

    /// Applies the rules to the events of the last step, in the order of time. `began` is the start of the step,
    /// `ended` its end, seconds.
    ///
    /// Events of a ball after a rule has removed or moved it are ignored.
    pub(crate) fn apply(
        &mut self,
        world: &mut World,
        ids: &mut Ids,
        entries: &mut Vec<Entry>,
        [began, ended]: [f64; 2],
    ) -> Result<(), Error> {
        entries.clear();
        self.throw_out(world, ended)?;
        let mut gone = BTreeMap::new();
        let mut broken = BTreeSet::new();
        let mut happenings = std::mem::take(&mut self.happenings);
        self.find_happenings(world, ids, &mut happenings);
        for Happening { time, ball, what } in happenings.drain(..) {
            let has_gone = |ball| gone.get(&ball).is_some_and(|then| *then < time);
            if has_gone(ball) {
                continue;
            }
            match what {
                What::Hit { brick, body } => {
                    let hit = self.bricks[brick].hit();
                    self.score += hit.points;
                    if hit.breaks {
                        broken.insert(body);
                    }
                }
                What::Meeting(other) => {
                    if !has_gone(other) && self.merge(world, &mut ids.balls, [ball, other])? {
                        gone.extend([(ball, time), (other, time)]);
                    }
                }
                What::Entry { goal, speed } => {
                    if self.passes(world, goal, ball, speed) {
                        continue;
                    }
                    entries.push(Entry { goal, ball, time });
                    self.entered[goal] += 1;
                    self.score += self.pockets[goal].points;
                    if self.decide(world, &mut ids.balls, goal, ball, began + f64::from(time))? {
                        gone.insert(ball, time);
                    }
                }
                What::Escape => _ = self.escaped.insert(ball),
            }
        }
        self.happenings = happenings;
        broken.into_iter().try_for_each(|body| world.remove_body(body))
    }

    /// Adds the events of the last step that rules need, in the order of time.
    fn find_happenings(&self, world: &World, ids: &Ids, all: &mut Vec<Happening>) {
        let kind = |ball: &BodyId| ids.balls.get(ball).map(|label| label.kind.as_str());
        let events = world.events();
        all.extend(events.impacts().iter().filter_map(|impact| {
            let (time, ball, body) = (impact.time, impact.body_b, impact.body_a);
            let brick = *self.brick_of.get(&body)?;
            Some(Happening { time, ball, what: What::Hit { brick, body } })
        }));
        if !self.merges.is_empty() {
            let met = events.impacts().iter().map(|impact| (impact.time, impact.body_a, impact.body_b));
            // Pairs that were near each other have no time of their own.
            let began = events.contacts_started().iter().map(|touch| (END, touch.body_a, touch.body_b));
            let alike = |(_, a, b): &(f32, BodyId, BodyId)| kind(a).is_some() && kind(a) == kind(b);
            let pairs = met.chain(began).filter(alike);
            all.extend(pairs.map(|(time, a, b)| Happening { time, ball: a, what: What::Meeting(b) }));
        }
        for crossing in events.sensor_entered() {
            for &goal in self.goals_of.get(&crossing.shape).into_iter().flatten() {
                let own = kind(&crossing.ball).unwrap_or("");
                if self.pockets[goal].kinds.as_ref().is_none_or(|kinds| kinds.iter().any(|kind| kind == own))
                {
                    let what = What::Entry { goal, speed: crossing.velocity.length() };
                    all.push(Happening { time: crossing.time, ball: crossing.ball, what });
                }
            }
        }
        self.find_escapes(world, all);
        all.sort_by(|a, b| a.time.total_cmp(&b.time));
    }

    /// Adds the balls that left the bounds, and balls that were created outside of them.
    fn find_escapes(&self, world: &World, all: &mut Vec<Happening>) {
        let Some(bounds) = self.bounds_sensor else { return };
        // A ball that was removed since the last step ends its stay as well.
        let is_there = |ball: BodyId| world.kind(ball).is_some();
        let exits = world.events().sensor_exited().iter();
        let left = exits.filter(|left| left.shape == bounds && is_there(left.ball));
        all.extend(left.map(|left| Happening { time: left.time, ball: left.ball, what: What::Escape }));
        if world.balls_in_sensor(bounds).count() < world.ball_count() {
            let inside: BTreeSet<BodyId> = world.balls_in_sensor(bounds).collect();
            let outside = world.balls().map(|(ball, _)| ball).filter(|ball| !inside.contains(ball));
            all.extend(outside.map(|ball| Happening { time: END, ball, what: What::Escape }));
        }
    }

    /// Makes one ball of two of a kind; false if they stay two.
    fn merge(
        &mut self,
        world: &mut World,
        labels: &mut BTreeMap<BodyId, Label>,
        pair: [BodyId; 2],
    ) -> Result<bool, Error> {
        let [Some(one), Some(other)] = pair.map(|ball| world.ball(ball)) else { return Ok(false) };
        let Some(Label { kind, .. }) = labels.get(&pair[0]) else { return Ok(false) };
        let Some((into, points)) = self.merges.get(kind) else { return Ok(false) };
        self.score += points;
        self.merged += 1;
        for id in pair {
            world.remove_body(id)?;
            labels.remove(&id);
        }
        if let Some((ball, kind)) = into {
            let mass = one.mass + other.mass;
            let mean = |x: Vec2, y: Vec2| (x * one.mass + y * other.mass) / mass;
            let mut ball = *ball;
            ball.position = mean(one.position, other.position);
            ball.velocity = mean(one.velocity, other.velocity);
            let id = world.add_ball(ball)?;
            labels.insert(id, Label { name: String::new(), kind: kind.clone() });
        }
        Ok(true)
    }

    /// Whether a goal lets a ball that comes go by.
    fn passes(&self, world: &World, goal: usize, ball: BodyId, speed: f32) -> bool {
        let Then::Hold { slower_than, .. } = self.pockets[goal].then else { return false };
        speed > slower_than || world.is_held(ball) || self.held.iter().any(|held| held.goal == goal)
    }

    /// Decides the fate of a ball that entered a goal at a time; true if it was moved or removed.
    fn decide(
        &mut self,
        world: &mut World,
        labels: &mut BTreeMap<BodyId, Label>,
        goal: usize,
        ball: BodyId,
        time: f64,
    ) -> Result<bool, Error> {
        // Of two goals that it entered at once, the first may have taken it away.
        if world.kind(ball).is_none() {
            return Ok(true);
        }
        match self.pockets[goal].then {
            Then::Keep => return Ok(false),
            Then::Remove => {
                world.remove_body(ball)?;
                labels.remove(&ball);
            }
            Then::Return(place, velocity) => {
                world.release(ball)?;
                world.teleport(ball, place)?;
                world.set_velocity(ball, velocity)?;
                world.set_angular_velocity(ball, 0.0)?;
            }
            Then::Hold { at, seconds, .. } => {
                world.teleport(ball, at)?;
                world.hold(ball)?;
                self.held.push(Held { ball, goal, until: time + seconds });
            }
            Then::Switch(filter) => {
                world.set_ball_filter(ball, filter)?;
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The time of a happening by the end of a step, at an unknown time.
const END: f32 = f32::INFINITY;

/// Something that happened to a ball in a step.
#[derive(Clone, Debug)]
struct Happening {
    /// Seconds since the step began.
    time: f32,
    ball: BodyId,
    what: What,
}

#[derive(Clone, Debug)]
enum What {
    /// It hit a body that has points or lives: by its place in the list of these.
    Hit { brick: usize, body: BodyId },
    /// It met a ball of its kind.
    Meeting(BodyId),
    /// It came into a goal, at this speed.
    Entry { goal: usize, speed: f32 },
    /// It left the bounds.
    Escape,
}
