//! A stage: a scene's world, with the parts that drive it from step to step.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use carom::glam::Vec2;
use carom::{BodyId, ShapeId, World};

use crate::buttons::Buttons;
use crate::engine_errors::{refuse, within};
use crate::expand::{Flat, Use, expand};
use crate::fault::{Fault, quoted};
use crate::fields::Pulls;
use crate::frame::Frame;
use crate::model::{PlacedBall, Scene, Spawner};
use crate::motion::Mover;
use crate::populate::{Ids, Label};
use crate::resolver::Resolver;
use crate::rules::{Entry, Rules};
use crate::stream::Stream;

/// A scene's world, with the parts that drive it from step to step.
///
/// A run only needs [`step`](Self::step). A game that has its own loop presses buttons with [`press`](Self::press),
/// finds objects with [`find`](Self::find), and reads the world's events and the [`score`](Self::score) after each
/// step.
///
/// ```
/// use carom_scene::Scene;
///
/// let text = r#"(
///     carom: 1,
///     balls: [(name: "ball", position: (0, 1), radius: 0.1)],
///     goals: [(name: "drain", region: Box(min: (-1, -9), max: (1, 0)))],
/// )"#;
/// let mut stage = Scene::from_ron(text)?.stage()?;
/// for _ in 0..60 {
///     stage.step();
///     for (goal, _ball) in stage.entered() {
///         println!("into the {goal} after {:.2} s", stage.time());
///     }
/// }
/// assert_eq!(stage.goals().collect::<Vec<_>>(), [("drain", 1)]);
/// # Ok::<(), carom_scene::Fault>(())
/// ```
#[derive(Clone, Debug)]
pub struct Stage {
    /// The world. Objects that a game adds to it are simulated and saved like the others.
    pub world: World,
    /// The text of the scene. Clones share it, and all values that follow from it alone.
    pub(crate) scene: Arc<Scene>,
    pub(crate) dt: f32,
    pub(crate) steps: u64,
    pub(crate) ids: Ids,
    pub(crate) buttons: Buttons,
    pub(crate) streams: Vec<Stream>,
    pub(crate) rules: Rules,
    movers: Arc<[Mover]>,
    pulls: Pulls,
    /// Names of bodies and of shapes, each with its place in the lists.
    body_names: Arc<Names>,
    shape_names: Arc<Names>,
    names_of_bodies: Arc<BTreeMap<BodyId, String>>,
    names_of_shapes: Arc<BTreeMap<ShapeId, String>>,
    pub(crate) entries: Vec<Entry>,
    pub(crate) energy_at_start: [f64; 2],
}

impl Scene {
    /// Builds the world, and its drives. A scene that was saved while it ran continues at that point.
    ///
    /// # Errors
    /// A fault of the scene, with the path in it.
    pub fn stage(self) -> Result<Stage, Fault> {
        within("run", "rate", self.run.rate, 1.0, 1e6)?;
        within("run", "seconds", self.run.seconds, 0.0, 1e6)?;
        self.paint.iter().enumerate().try_for_each(|(n, paint)| paint.check(&format!("paint[{n}]")))?;
        let flat = expand(&self)?;
        let resolver = Resolver::new(&self)?;
        let mut buttons = Buttons::new(&self.inputs, &self.players)?;
        let mut movers = Vec::new();
        for (n, body) in flat.bodies.iter().enumerate() {
            movers.extend(Mover::of(n, body, &resolver, self.units.angle, &mut buttons)?);
        }
        let pulls = Pulls::new(&self, &resolver, &mut buttons)?;
        let mut streams = Vec::new();
        for (n, spawner) in self.spawners.iter().enumerate() {
            if let Spawner::Stream(stream) = spawner {
                streams.push(Stream::new(n, stream, &resolver)?);
            }
        }
        let mut rules = Rules::new(&self, &flat, &resolver)?;
        let (world, ids) = match &self.state {
            None => {
                let (mut world, mut ids) = resolver.populate(&flat)?;
                ids.places = rules.add_places(&mut world)?;
                (world, ids)
            }
            Some(state) => crate::saved_world::saved_world(state, &flat, rules.areas().len())?,
        };
        let (body_names, shape_names) = names(&flat)?;
        rules.bind(&shape_names, &ids)?;
        let by_id = |names: &Names| -> Vec<(usize, String)> {
            names.iter().map(|(name, n)| (*n, name.clone())).collect()
        };
        let names_of_bodies = by_id(&body_names).into_iter().map(|(n, name)| (ids.bodies[n], name));
        let names_of_shapes = by_id(&shape_names).into_iter().map(|(n, name)| (ids.shapes[n], name));
        let (names_of_bodies, names_of_shapes) =
            (Arc::new(names_of_bodies.collect()), Arc::new(names_of_shapes.collect()));
        let mut stage = Stage {
            world,
            dt: (1.0 / self.run.rate) as f32,
            steps: 0,
            ids,
            buttons,
            streams,
            rules,
            movers: movers.into(),
            pulls,
            body_names: body_names.into(),
            shape_names: shape_names.into(),
            names_of_bodies,
            names_of_shapes,
            entries: Vec::new(),
            energy_at_start: [0.0; 2],
            scene: self.into(),
        };
        stage.energy_at_start = stage.energy();
        // A saved scene may have lost the objects that it traces, and only here it is known that it was saved.
        stage.check_report()?;
        stage.resume()?;
        Ok(stage)
    }
}

/// Names, each with the place of its object in a list.
type Names = BTreeMap<String, usize>;

/// A name that comes twice, at its place or at that of the use of a part to which it is due.
fn twice(name: &str, path: &str, earlier: &[Use<'_>], uses: &[Use<'_>]) -> Fault {
    let differ = earlier.iter().zip(uses).find(|(one, other)| one.path != other.path);
    match differ.filter(|(one, other)| one.name == other.name && earlier.len() == uses.len()) {
        Some((_, part)) if part.name.is_empty() => {
            let message = format!("the name {} comes twice", quoted(name));
            Fault::at(&*part.path, message).help(Some("give each instance a name of its own".to_owned()))
        }
        Some((_, part)) => {
            Fault::at(format!("{}.name", part.path), format!("the name {} comes twice", quoted(part.name)))
        }
        None => Fault::at(format!("{path}.name"), format!("the name {} comes twice", quoted(name))),
    }
}

/// Names of bodies and shapes, which must differ, also from those of balls.
fn names<'a>(flat: &Flat<'a>) -> Result<(Names, Names), Fault> {
    let (mut bodies, mut shapes) = (Names::new(), Names::new());
    let mut all: BTreeMap<String, Rc<[Use<'a>]>> = BTreeMap::new();
    let mut once = |name: &str, path: &str, uses: &Rc<[Use<'a>]>| {
        if name.is_empty() {
            return Ok(());
        }
        let earlier = all.insert(name.to_owned(), uses.clone());
        earlier.map_or(Ok(()), |earlier| Err(twice(name, path, &earlier, uses)))
    };
    let mut k = 0;
    for (n, body) in flat.bodies.iter().enumerate() {
        once(&body.name, &body.path, &body.uses)?;
        if !body.name.is_empty() {
            bodies.insert(body.name.clone(), n);
        }
        for (m, shape) in body.item.shapes.iter().enumerate() {
            if !shape.name().is_empty() {
                // A shape is found behind its body, if that has a name, or else behind the part that it is in.
                let name = match body.name.as_str() {
                    "" if body.part.is_empty() => shape.name().to_owned(),
                    "" => format!("{}.{}", body.part, shape.name()),
                    body => format!("{body}.{}", shape.name()),
                };
                once(&name, &format!("{}.shapes[{m}]", body.path), &body.uses)?;
                shapes.insert(name, k);
            }
            k += 1;
        }
    }
    for ball in &flat.balls {
        once(&ball.name, &ball.path, &ball.uses)?;
    }
    Ok((bodies, shapes))
}

impl Stage {
    /// One step of [`dt`](Self::dt) seconds: inputs, motions and streams, the world, and then goals and rules.
    pub fn step(&mut self) {
        self.before();
        self.world.step(self.dt);
        self.after();
    }

    /// The part of a step before the world moves, for callers that time the world alone.
    pub fn before(&mut self) {
        let (time, seed) = (self.time(), self.scene.run.seed);
        self.buttons.watch(&self.world, time, seed);
        let then = time + f64::from(self.dt);
        for mover in self.movers.iter() {
            let body = self.ids.bodies[mover.body];
            // A body that is gone need not be driven; nothing else can be wrong with it.
            let _ = mover.drive(&mut self.world, body, &self.buttons, then, self.dt);
        }
        self.pulls.drive(&mut self.world, &self.ids.fields, &self.buttons);
        for stream in &mut self.streams {
            if let Ok(Some((id, label))) = stream.run(&mut self.world, time, seed)
                && label != Label::default()
            {
                self.ids.balls.insert(id, label);
            }
        }
    }

    /// The part of a step after the world has moved.
    pub fn after(&mut self) {
        let began = self.time();
        self.steps += 1;
        let span = [began, self.time()];
        // Every object that a rule names existed when the rule was made.
        let _ = self.rules.apply(&mut self.world, &mut self.ids, &mut self.entries, span);
    }

    /// The scene that it came from.
    #[must_use]
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Length of a step, seconds.
    #[must_use]
    pub const fn dt(&self) -> f32 {
        self.dt
    }

    /// Steps since the start.
    #[must_use]
    pub const fn steps(&self) -> u64 {
        self.steps
    }

    /// Time since the start, seconds.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.steps as f64 * f64::from(self.dt)
    }

    /// How many steps make the run that the scene asks for.
    #[must_use]
    pub fn steps_to_run(&self) -> u64 {
        (self.scene.run.seconds / f64::from(self.dt)).round() as u64
    }

    /// A body or a ball by its name; `None` if there is none, or it is gone.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<BodyId> {
        let body = self.body_names.get(name).and_then(|n| self.ids.bodies.get(*n)).copied();
        let ball = || self.ids.balls.iter().find(|(_, label)| label.name == name).map(|(id, _)| *id);
        body.or_else(ball).filter(|id| !name.is_empty() && self.world.kind(*id).is_some())
    }

    /// A shape by its name, behind that of its body and a dot if that has one.
    #[must_use]
    pub fn find_shape(&self, name: &str) -> Option<ShapeId> {
        let id = self.shape_names.get(name).and_then(|n| self.ids.shapes.get(*n)).copied();
        id.filter(|id| self.world.shape_body(*id).is_some())
    }

    /// The name of a body or a ball, also after it is gone; `None` if it has no name.
    #[must_use]
    pub fn name_of(&self, body: BodyId) -> Option<&str> {
        let ball = self.ids.balls.get(&body).map(|label| label.name.as_str());
        ball.or_else(|| self.names_of_bodies.get(&body).map(String::as_str)).filter(|name| !name.is_empty())
    }

    /// The name of a shape; `None` if it has none.
    #[must_use]
    pub fn name_of_shape(&self, shape: ShapeId) -> Option<&str> {
        self.names_of_shapes.get(&shape).map(String::as_str)
    }

    /// The kind of a ball; `None` if it has none.
    #[must_use]
    pub fn kind_of(&self, ball: BodyId) -> Option<&str> {
        self.ids.balls.get(&ball).map(|label| label.kind.as_str()).filter(|kind| !kind.is_empty())
    }

    /// Names of all balls and bodies that have one, in order.
    pub fn names(&self) -> impl Iterator<Item = (&str, BodyId)> {
        let bodies = self.body_names.iter().map(|(name, n)| (name.as_str(), self.ids.bodies[*n]));
        let balls = self.ids.balls.iter().map(|(id, label)| (label.name.as_str(), *id));
        bodies.chain(balls).filter(|(name, id)| !name.is_empty() && self.world.kind(*id).is_some())
    }

    /// Presses a button or lets it go, from the next step on. Returns whether the scene has such a button.
    pub fn press(&mut self, input: &str, pressed: bool) -> bool {
        let number = self.buttons.find(input);
        if let Some(number) = number {
            self.buttons.held[number] = pressed;
        }
        number.is_some()
    }

    /// Names of all buttons.
    #[must_use]
    pub fn inputs(&self) -> &[String] {
        self.buttons.names()
    }

    /// Whether a button was pressed in the last step, by whomever.
    #[must_use]
    pub fn is_pressed(&self, input: &str) -> bool {
        self.buttons.find(input).is_some_and(|number| self.buttons.pressed(number))
    }

    /// Adds a ball to the running stage, as one of the scene's `balls`: a game drops, serves or shoots it. Rules
    /// know its kind, and [`save`](Self::save) keeps it.
    ///
    /// # Errors
    /// A fault of the ball, with the path in it; a name that something has already.
    pub fn add_ball(&mut self, ball: &PlacedBall) -> Result<BodyId, Fault> {
        if self.find(&ball.name).is_some() {
            let message = format!("a ball or body has the name {} already", quoted(&ball.name));
            return Err(Fault::at("ball.name", message));
        }
        let made = Resolver::new(&self.scene)?.in_place("ball", ball, &Frame::IDENTITY)?;
        let id = self.world.add_ball(made).map_err(|error| refuse("ball", error))?;
        let label = Label { name: ball.name.clone(), kind: ball.like.clone().unwrap_or_default() };
        if label != Label::default() {
            self.ids.balls.insert(id, label);
        }
        Ok(id)
    }

    /// Points so far.
    #[must_use]
    pub const fn score(&self) -> i64 {
        self.rules.score
    }

    /// Goals that were entered in the last step, each with the ball, in the order of time.
    pub fn entered(&self) -> impl Iterator<Item = (&str, BodyId)> {
        self.entries.iter().map(|entry| (self.rules.pockets[entry.goal].name.as_str(), entry.ball))
    }

    /// When each of the goals in [`entered`](Self::entered) was entered, in the same order: seconds since the beginning of
    /// the last step.
    pub fn entry_times(&self) -> impl Iterator<Item = f32> {
        self.entries.iter().map(|entry| entry.time)
    }

    /// Each goal with the number of balls that entered it so far.
    pub fn goals(&self) -> impl Iterator<Item = (&str, u64)> {
        self.rules.pockets.iter().map(|pocket| pocket.name.as_str()).zip(self.rules.entered.iter().copied())
    }

    /// The outlines of goals that are areas, as polygons in length units, with their names. For pictures: sensors are shapes
    /// of the world.
    pub fn goal_outlines(&self) -> impl Iterator<Item = (&str, Vec<Vec2>)> {
        self.rules.pockets.iter().filter_map(|pocket| Some((pocket.name.as_str(), pocket.outline()?)))
    }

    /// Whether a shape of the world is none of the scene's, but the sensor by which the stage notices balls in a goal that
    /// is an area, or in the bounds of the report.
    #[must_use]
    pub fn is_place(&self, shape: ShapeId) -> bool {
        self.ids.places.contains(&shape)
    }

    /// Balls that were ever outside the bounds of the scene's report, if only for a part of a step.
    #[must_use]
    pub fn escaped(&self) -> usize {
        self.rules.escaped.len()
    }

    /// How many balls are still to come out of streams.
    #[must_use]
    pub fn balls_to_come(&self) -> u64 {
        self.streams.iter().map(Stream::left).sum()
    }

    pub(crate) fn check_report(&self) -> Result<(), Fault> {
        for (n, name) in self.scene.report.traces.iter().enumerate() {
            if self.find(name).is_none() && self.scene.state.is_none() {
                let known: Vec<&str> = self.names().map(|(name, _)| name).collect();
                return Err(Fault::unknown(format!("report.traces[{n}]"), "ball or body", name, known));
            }
        }
        Ok(())
    }

    /// Changes the world's settings; for tools that override a scene's.
    ///
    /// # Errors
    /// As [`World::set_config`].
    pub fn set_config(&mut self, config: carom::Config) -> Result<(), Fault> {
        self.world.set_config(config).map_err(|error| refuse("world", error))
    }
}
