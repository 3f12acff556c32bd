//! What happens after a step: goals, points, bricks, balls that merge, balls that are lost.

use std::collections::{BTreeMap, BTreeSet};

use carom::glam::Vec2;
use carom::{Ball, BodyId, Error, Filter, ShapeId, World};

use crate::area::Field;
use crate::expand::{Flat, Placed};
use crate::fault::Fault;
use crate::frame::Frame;
use crate::model::{Goal, GoalAction, Point, Scene};
use crate::populate::{Label, Maker, entry};
use crate::refuse::within;

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
    Sensor(String, Option<ShapeId>),
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
    fn of(placed: &Placed<'_, Goal>, scene: &Scene, maker: &Maker<'_>) -> Result<Self, Fault> {
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
            (None, Some(sensor)) if part.is_empty() => Spot::Sensor(sensor.clone(), None),
            (None, Some(sensor)) => Spot::Sensor(format!("{part}.{sensor}"), None),
            _ => return Err(Fault::at(path, "must have either an area or a sensor")),
        };
        let then = Then::of(&goal.then, frame, &format!("{path}.then"), maker)?;
        let (name, path, kinds) = (name.clone(), path.clone(), goal.kinds.clone());
        Ok(Self { name, place, path, points: goal.points, then, kinds })
    }
}

impl Pocket {
    /// Its outline, if it is an area.
    pub(crate) fn outline(&self) -> Option<Vec<Vec2>> {
        match &self.place {
            Spot::Area(area) => Some(area.outline()),
            Spot::Sensor(..) => None,
        }
    }
}

impl Then {
    fn of(fate: &GoalAction, frame: &Frame, path: &str, maker: &Maker<'_>) -> Result<Self, Fault> {
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
                Self::Switch(maker.layers.filter(path, layers.as_deref(), meets.as_deref())?)
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

/// The rules of a scene, and how the game stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rules {
    pub(crate) pockets: Vec<Pocket>,
    bounds: Option<Field>,
    /// Kind, ball that two of it become with its kind, points.
    merges: BTreeMap<String, (Option<(Ball, String)>, i64)>,
    /// Points and lives of the bodies that have any, by their place in the list.
    worth: BTreeMap<usize, (i64, u32)>,

    pub(crate) score: i64,
    /// Balls that entered each goal.
    pub(crate) entered: Vec<u64>,
    /// Balls that are in goals now.
    pub(crate) inside: BTreeSet<(usize, BodyId)>,
    /// Balls that goals hold.
    pub(crate) held: Vec<Held>,
    /// Impacts on each body that has points or lives.
    pub(crate) hits: BTreeMap<usize, u64>,
    pub(crate) merged: u64,
    /// Balls that were seen outside the bounds.
    pub(crate) escaped: BTreeSet<BodyId>,
}

/// A ball that entered a goal in the last step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) goal: usize,
    pub(crate) ball: BodyId,
}

impl Rules {
    /// # Errors
    /// Goals and merges that name what is not there, or have no extent.
    pub(crate) fn new(scene: &Scene, flat: &Flat<'_>, maker: &Maker<'_>) -> Result<Self, Fault> {
        let mut rules = Self::default();
        for goal in &flat.goals {
            rules.pockets.push(Pocket::of(goal, scene, maker)?);
            rules.entered.push(0);
        }
        if let Some(area) = &scene.report.bounds {
            rules.bounds = Some(Field::of(area, "report.bounds")?);
        }
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
                    Some((maker.ball(&entry("kinds", name), kind)?, name.clone()))
                }
            };
            if rules.merges.insert(merge.kind.clone(), (into, merge.points)).is_some() {
                let message = format!("the kind {:?} merges already", merge.kind);
                return Err(Fault::at(format!("{path}.kind"), message));
            }
        }
        let worth = |body: &Placed<'_, crate::model::Body>| (body.item.points, body.item.lives);
        rules.worth =
            flat.bodies.iter().map(worth).enumerate().filter(|(_, worth)| *worth != (0, 0)).collect();
        Ok(rules)
    }

    /// Finds the sensors that goals name.
    ///
    /// # Errors
    /// A name that is no shape's.
    pub(crate) fn bind(&mut self, shapes: &BTreeMap<String, usize>, ids: &[ShapeId]) -> Result<(), Fault> {
        for pocket in &mut self.pockets {
            if let Spot::Sensor(name, shape) = &mut pocket.place {
                let known = shapes.keys().map(String::as_str);
                let number = shapes
                    .get(name)
                    .ok_or_else(|| Fault::unknown(format!("{}.sensor", pocket.path), "shape", name, known))?;
                *shape = ids.get(*number).copied();
            }
        }
        Ok(())
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

    /// Whether a goal lets a ball that comes go by.
    fn passes(&self, world: &World, entry: &Entry) -> bool {
        let Then::Hold { slower_than, .. } = self.pockets[entry.goal].then else { return false };
        let fast = world.velocity(entry.ball).is_some_and(|velocity| velocity.length() > slower_than);
        fast || world.is_held(entry.ball) || self.held.iter().any(|held| held.goal == entry.goal)
    }

    /// Applies the rules to what the last step did.
    pub(crate) fn apply(
        &mut self,
        world: &mut World,
        bodies: &[BodyId],
        labels: &mut BTreeMap<BodyId, Label>,
        entries: &mut Vec<Entry>,
        time: f64,
    ) -> Result<(), Error> {
        entries.clear();
        self.throw_out(world, time)?;
        self.count_hits(world, bodies)?;
        self.merge(world, labels)?;
        self.look_into_goals(world, labels, entries, time)?;
        if let Some(bounds) = &self.bounds {
            let outside = world.balls().filter(|(_, ball)| !bounds.holds(ball.position));
            self.escaped.extend(outside.map(|(id, _)| id));
        }
        Ok(())
    }

    fn count_hits(&mut self, world: &mut World, bodies: &[BodyId]) -> Result<(), Error> {
        if self.worth.is_empty() {
            return Ok(());
        }
        let numbers: BTreeMap<BodyId, usize> =
            self.worth.keys().filter_map(|n| Some((*bodies.get(*n)?, *n))).collect();
        let mut gone = BTreeSet::new();
        for impact in world.events().impacts() {
            let Some(n) = numbers.get(&impact.body_a) else { continue };
            let hits = self.hits.entry(*n).or_default();
            let (points, lives) = self.worth[n];
            if lives > 0 && *hits >= u64::from(lives) {
                continue;
            }
            *hits += 1;
            self.score += points;
            if *hits == u64::from(lives) {
                gone.insert(impact.body_a);
            }
        }
        gone.into_iter().try_for_each(|body| world.remove_body(body))
    }

    fn merge(&mut self, world: &mut World, labels: &mut BTreeMap<BodyId, Label>) -> Result<(), Error> {
        if self.merges.is_empty() {
            return Ok(());
        }
        let events = world.events();
        let met = events.impacts().iter().map(|impact| (impact.body_a, impact.body_b));
        let began = events.contacts_started().iter().map(|touch| (touch.body_a, touch.body_b));
        let kind = |id: &BodyId| labels.get(id).map(|label| label.kind.as_str());
        let pairs: Vec<(BodyId, BodyId)> =
            met.chain(began).filter(|(a, b)| kind(a).is_some() && kind(a) == kind(b)).collect();
        for (a, b) in pairs {
            let (Some(one), Some(other)) = (world.ball(a), world.ball(b)) else { continue };
            let Some(Label { kind, .. }) = labels.get(&a).cloned() else { continue };
            let Some((into, points)) = self.merges.get(&kind) else { continue };
            self.score += points;
            self.merged += 1;
            for id in [a, b] {
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
        }
        Ok(())
    }

    fn look_into_goals(
        &mut self,
        world: &mut World,
        labels: &mut BTreeMap<BodyId, Label>,
        entries: &mut Vec<Entry>,
        time: f64,
    ) -> Result<(), Error> {
        if self.pockets.is_empty() {
            return Ok(());
        }
        let mut inside = BTreeSet::new();
        for (ball, about) in world.balls() {
            for (goal, pocket) in self.pockets.iter().enumerate() {
                let kind = || labels.get(&ball).map_or("", |label| label.kind.as_str());
                let counts = pocket.kinds.as_ref().is_none_or(|kinds| kinds.iter().any(|k| k == kind()));
                let Spot::Area(field) = &pocket.place else { continue };
                if counts && field.holds(about.position) {
                    inside.insert((goal, ball));
                    if !self.inside.contains(&(goal, ball)) {
                        entries.push(Entry { goal, ball });
                    }
                }
            }
        }
        self.inside = inside;
        for crossing in world.events().sensor_entered() {
            let sensors = self.pockets.iter().enumerate();
            for (goal, pocket) in sensors {
                let kind = || labels.get(&crossing.ball).map_or("", |label| label.kind.as_str());
                let counts = pocket.kinds.as_ref().is_none_or(|kinds| kinds.iter().any(|k| k == kind()));
                if counts && matches!(&pocket.place, Spot::Sensor(_, Some(shape)) if *shape == crossing.shape)
                {
                    entries.push(Entry { goal, ball: crossing.ball });
                }
            }
        }
        entries.retain(|entry| !self.passes(world, entry));
        for &Entry { goal, ball } in entries.iter() {
            let pocket = &self.pockets[goal];
            self.entered[goal] += 1;
            self.score += pocket.points;
            // A ball may enter two goals at once, and be gone after the first.
            let there = world.kind(ball).is_some();
            match pocket.then {
                Then::Remove if there => {
                    world.remove_body(ball)?;
                    labels.remove(&ball);
                }
                Then::Return(place, velocity) if there => {
                    world.release(ball)?;
                    world.teleport(ball, place)?;
                    world.set_velocity(ball, velocity)?;
                    world.set_angular_velocity(ball, 0.0)?;
                }
                Then::Hold { at, seconds, .. }
                    // Of two goals that it entered at once the first holds it.
                    if there
                        && !world.is_held(ball)
                        && !self.held.iter().any(|held| held.goal == goal) =>
                {
                    world.teleport(ball, at)?;
                    world.hold(ball)?;
                    self.held.push(Held { ball, goal, until: time + seconds });
                }
                Then::Switch(filter) if there => world.set_ball_filter(ball, filter)?,
                _ => {}
            }
        }
        self.inside.retain(|(_, ball)| world.kind(*ball).is_some());
        Ok(())
    }
}
