//! Where a ball will go: its path ahead, through bounces, for aim lines.
//!
//! The step itself is run in a small world with this one ball, so that the path is the one that it would fly. The
//! other balls are left out, or held where they are. Static colliders are shared with the world itself.

use alloc::boxed::Box;
use alloc::vec::Vec;
use carom_broadphase::CurveGrid;
use glam::{DVec2, Vec2};
use smallvec::SmallVec;

use crate::api::periodic;
use crate::base::{Arena, Shared, Slab, setters};
use crate::bodies::{BallInfo, BallRow, Balls, Materials};
use crate::config::Config;
use crate::contacts::{Other, PairKey, StoredImpulses};
use crate::context::SubstepCount;
use crate::error::Error;
use crate::events::{Impact, PreciseImpact};
use crate::floor::FloorZones;
use crate::geometry::{BodySet, Collider};
use crate::id::{BodyId, FieldId, LinkId, ShapeId};
use crate::limits::{self, within};
use crate::links::Lent;
use crate::model::{Ball, Field, Link, ShapeRow};
use crate::state::{Place, State};
use crate::step::conditions::Conditions;
use crate::world::World;

/// Which path to predict, and how far.
///
/// ```
/// # use carom_world as carom;
/// use carom::{TrajectoryQuery, Ball, Config, PredictedTrajectory, World};
/// use carom::glam::{Vec2, vec2};
///
/// let mut world = World::new(Config::weightless())?;
/// let cue = world.add_ball(Ball::new(Vec2::ZERO, 0.03))?;
/// world.add_ball(Ball::new(vec2(1.0, 0.0), 0.03))?;
/// let mut line = PredictedTrajectory::default();
/// world.predict(&TrajectoryQuery::from_ball(cue).velocity(vec2(2.0, 0.0)), &mut line)?;
/// let hit = line.impacts().first().expect("it meets the other ball");
/// assert!((hit.time - 0.47).abs() < 1e-4);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("aim line", "aim"))]
pub struct TrajectoryQuery {
    pub(super) ball: QueriedBall,
    pub(super) velocity: Option<Vec2>,
    seconds: f32,
    pub(super) bounces: u32,
    pub(super) dt: f32,
    include_balls: bool,
}

/// The ball whose path is predicted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum QueriedBall {
    /// One of the world.
    Present(BodyId),
    /// As if it were added now.
    New(Ball),
}

impl TrajectoryQuery {
    const fn of(ball: QueriedBall) -> Self {
        let (seconds, bounces, dt) = (5.0, 10, 1.0 / 60.0);
        Self { ball, velocity: None, seconds, bounces, dt, include_balls: true }
    }

    /// The path of a ball of the world, up to 5 s or 10 bounces, in steps of 1/60 s, with the other balls in the way. A
    /// ball that is held or disabled flies as if it were released and enabled.
    #[must_use]
    pub const fn from_ball(ball: BodyId) -> Self {
        Self::of(QueriedBall::Present(ball))
    }

    /// The path that a ball would take if it were added now.
    #[must_use]
    pub const fn new_ball(ball: Ball) -> Self {
        Self::of(QueriedBall::New(ball))
    }

    /// Starts with another velocity than the ball has, length units per second: a shot.
    #[must_use]
    pub const fn velocity(mut self, velocity: Vec2) -> Self {
        self.velocity = Some(velocity);
        self
    }

    setters! {
        [const]
        /// How far ahead at most, seconds, `1e-6..=1e5`, and at most 100 000 steps.
        seconds(seconds: f32);
        /// The path ends with this bounce; the first is 1, and 0 is taken for 1.
        bounces(bounces: u32);
        /// Length of a step, seconds, `1e-5..=1`: use the game's own, as the path depends on it.
        dt(dt: f32);
        /// Whether the other balls are in the way, as if they were held where they are. The path then ends at the first
        /// of them that it meets; otherwise it goes through them.
        include_balls(others: bool);
    }

    /// How many steps it takes at most.
    pub(super) fn steps(&self) -> Result<u32, Error> {
        /// Steps of the longest path.
        const MOST: f32 = 1e5;
        within("query.dt", self.dt, 1e-5..=1.0, "between 1e-5 and 1")?;
        within("query.seconds", self.seconds, 1e-6..=1e5, "between 1e-6 and 1e5")?;
        let steps = libm::ceilf(self.seconds / self.dt * 0.999_99);
        within("steps in query.seconds", steps, 1.0..=MOST, "between 1 and 100 000")?;
        Ok(steps as u32)
    }
}

/// A point of a predicted path.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::{Vec2, vec2};
/// use carom::{Ball, Config, PredictedTrajectory, TrajectoryQuery, World};
///
/// let mut world = World::new(Config::default())?;
/// let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
/// let mut line = PredictedTrajectory::default();
/// world.predict(&TrajectoryQuery::from_ball(ball).velocity(vec2(1.0, 2.0)).seconds(0.5), &mut line)?;
/// for point in line.points() {
///     let height = 2.0 * point.time - 0.5 * 9.81 * point.time * point.time;
///     assert!((point.position - vec2(point.time, height)).length() < 1e-4);
/// }
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct TrajectoryPoint {
    /// Seconds from now.
    pub time: f32,
    /// The ball's centre, length units.
    pub position: Vec2,
}

/// Why a predicted path ends.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::{Vec2, vec2};
/// use carom::{Ball, Config, PredictedTrajectory, TrajectoryEnd, TrajectoryQuery, World};
///
/// let mut world = World::new(Config::weightless())?;
/// let cue = world.add_ball(Ball::new(Vec2::ZERO, 0.03))?;
/// let object = world.add_ball(Ball::new(vec2(1.0, 0.0), 0.03))?;
/// let mut line = PredictedTrajectory::default();
/// world.predict(&TrajectoryQuery::from_ball(cue).velocity(vec2(2.0, 0.0)), &mut line)?;
/// assert_eq!(line.end(), TrajectoryEnd::Ball(object));
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum TrajectoryEnd {
    /// The time was up.
    #[default]
    Time,
    /// It had as many bounces as were wanted.
    Bounces,
    /// It met this ball.
    Ball(BodyId),
    /// It left the bounds of the world.
    Bounds,
}

/// A predicted path. Use one again and again: its memory is kept.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::{Vec2, vec2};
/// use carom::{Ball, Body, Config, PredictedTrajectory, Shape, TrajectoryQuery, World};
///
/// let mut world = World::new(Config::weightless())?;
/// let cushion = world.add_body(Body::fixed())?;
/// world.add_shape(cushion, Shape::half_plane(vec2(2.0, 0.0), vec2(-1.0, 0.0))?)?;
/// let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
///
/// let mut line = PredictedTrajectory::default();
/// world.predict(&TrajectoryQuery::from_ball(ball).velocity(vec2(3.0, 1.0)).bounces(2), &mut line)?;
/// for pair in line.points().windows(2) {
///     // draw_line(pair[0].position, pair[1].position);
/// }
/// assert!((line.impacts()[0].point.x - 2.0).abs() < 1e-4);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct PredictedTrajectory {
    points: Vec<TrajectoryPoint>,
    impacts: Vec<Impact>,
    end: TrajectoryEnd,
    stage: Option<Box<Stage>>,
}

/// A small world of its own, in which the ball flies ahead.
#[derive(Clone, Debug)]
struct Stage {
    world: World,
    /// Shared parts of the small world between predictions, so that no other world has to copy them for a change.
    nothing: Common,
}

/// Common parts of the small world and the predicted one: everything that no step changes.
#[derive(Clone, Debug, Default)]
struct Common {
    bodies: Shared<Arena<BodyId, Place>>,
    shapes: Shared<Arena<ShapeId, ShapeRow>>,
    colliders: Shared<Slab<Collider>>,
    materials: Shared<Materials>,
    fields: Shared<Arena<FieldId, Field>>,
    links: Shared<Arena<LinkId, Link>>,
    fixed: Shared<CurveGrid>,
}

impl Common {
    fn of(world: &World) -> Self {
        let State { bodies, shapes, body_set, materials, fields, links, .. } = &world.state;
        Self {
            bodies: bodies.clone(),
            shapes: shapes.clone(),
            colliders: body_set.colliders.clone(),
            materials: materials.clone(),
            fields: fields.clone(),
            links: links.all.clone(),
            fixed: world.cache.pairs.fixed.clone(),
        }
    }

    fn give(self, world: &mut World) {
        let Self { bodies, shapes, colliders, materials, fields, links, fixed } = self;
        let state = &mut world.state;
        (state.bodies, state.shapes, state.body_set.colliders) = (bodies, shapes, colliders);
        (state.materials, state.fields, state.links.all) = (materials, fields, links);
        world.cache.pairs.fixed = fixed;
    }
}

impl PredictedTrajectory {
    /// The path: where it starts, where every step ends and every bounce happens, in the order of time.
    #[must_use]
    pub fn points(&self) -> &[TrajectoryPoint] {
        &self.points
    }

    /// The bounces, with their times in seconds from now. A ball that is not in the world has the null id.
    #[must_use]
    pub fn impacts(&self) -> &[Impact] {
        &self.impacts
    }

    /// Why the path ends.
    #[must_use]
    pub fn end(&self) -> TrajectoryEnd {
        self.end
    }
}

/// Lays the ball of a prediction into the first row, and behind it the others if they are in the way, held.
fn lay_balls(balls: &mut Balls, start: &Start, others: &Balls, include_balls: bool) {
    let row = start.at;
    balls.exceptions.clone_from(&others.exceptions);
    balls.rows.clear();
    balls.info.clear();
    balls.braked = 0;
    balls.push(start.row, start.info);
    balls.rolls.clear();
    balls.set_roll(0, start.roll);
    balls.forces.clear();
    if let Some(force) = row.and_then(|row| others.forces.get(row)) {
        balls.forces.push(*force);
    }
    if include_balls {
        let all = others.rows.iter().zip(&others.info).enumerate();
        for (_, (ball, info)) in all.filter(|(n, _)| row != Some(*n)) {
            balls.push(*ball, *info);
        }
    }
    // Whether balls fly to the end of the step at once is decided by all of them.
    balls.braked = balls.braked.max(others.braked);
    for (ball, info) in balls.rows.iter_mut().zip(&mut balls.info).skip(1) {
        info.held = true;
        ball.weigh(info);
        (ball.v, ball.w) = (DVec2::ZERO, 0.0);
    }
}

/// Leaves only the contacts of the ball with colliders, as it remembers them.
fn lay_contacts(state: &mut State, from: &State, row: Option<usize>, include_balls: bool) {
    let State { contacts, touching, .. } = state;
    let theirs = &from.contacts;
    contacts.batches.take_out(|_| true, &mut contacts.asleep);
    contacts.batches.separated.clear();
    contacts.batches.are_measured = false;
    contacts.stale = false;
    contacts.asleep.clear();
    contacts.rows.clear();
    contacts.walls.clear();
    contacts.reported.clear();
    contacts.stored.clear();
    // The supports of the ball itself.
    let own = row.map(|row| row as u32);
    let resting = theirs.memory().chain(theirs.asleep.iter().copied()).filter(|m| Some(m.key.ball()) == own);
    contacts.stored.extend(
        resting
            .filter(|m| m.key.other().as_collider().is_some())
            .map(|m| StoredImpulses { key: PairKey::new(0, m.key.other()), ..m }),
    );
    // The gates that it passes let it through.
    contacts.passing.clear();
    let passing = theirs.passing.iter().filter(|key| Some(key.ball()) == own);
    contacts.passing.extend(passing.map(|key| PairKey::new(0, key.other())));
    // Balls in contact with it from the start are no obstacles.
    touching.clear();
    if let (Some(own), true) = (own, include_balls) {
        // It is in the first row, and those before it move on by one.
        let balls = from.touching.iter().filter(|key| key.names(own));
        let others =
            balls.filter_map(|key| [key.other().as_ball()?, key.ball()].into_iter().find(|i| *i != own));
        touching.extend(others.map(|i| PairKey::new(0, Other::ball(if i < own { i + 1 } else { i }))));
        contacts.reported.extend(touching.iter().copied());
    }
}

impl Stage {
    fn new(config: Config) -> Result<Self, Error> {
        let mut world = World::new(config)?;
        world.cache.pairs.is_borrowed = true;
        Ok(Self { world, nothing: Common::default() })
    }

    /// Puts the ball `start` on stage, alone or with the others held; `row` is where it is in `from`.
    fn set(&mut self, from: &World, mut start: Start, include_balls: bool) {
        let (row, is_struck) = (start.at, start.is_struck);
        let world = &mut self.world;
        Common::of(from).give(world);
        world.config = from.config;
        lay_contacts(&mut world.state, &from.state, row, include_balls);
        // Nothing may be left out by oversight: every field that a step reads must be here.
        let State {
            bodies: _,
            shapes: _,
            balls,
            body_set: BodySet { rows, joints, colliders: _ },
            // Of queries alone.
            filled: _,
            // The list of balls in solids is left out.
            placed: _,
            // None: it is noticed by nothing.
            sensors: _,
            materials: known,
            // Laid above.
            contacts: _,
            sleep,
            // Laid above.
            touching: _,
            // No event of the small world is one of this.
            ends: _,
            last_h,
            last_passes,
            // Of queries alone.
            last_dt: _,
            table_motion,
            rng,
            fields: _,
            links,
            watch,
            floor_zones,
        } = &mut world.state;
        let others = &from.state.balls;
        if let Some(materials) = start.materials.take() {
            *known = materials;
        }
        lay_balls(balls, &start, others, include_balls);
        rows.clone_from(&from.state.body_set.rows);
        joints.clone_from(&from.state.body_set.joints);
        // A ball that is set in motion is awake, as `World::set_velocity` says.
        let steps_at_rest = row.filter(|_| !is_struck).map_or(0, |row| from.state.sleep.steps_at_rest(row));
        sleep.reset(balls.rows.len(), steps_at_rest);
        // A held ball does not move.
        sleep.lay_down_others(&mut balls.rows);
        match row.map(|row| row as u32) {
            Some(row) => links.lent = Some(Lent { row, others: include_balls }),
            None => links.all = self.nothing.links.clone(),
        }
        *last_h = from.state.last_h;
        *last_passes = from.state.last_passes;
        table_motion.clone_from(&from.state.table_motion);
        *rng = from.state.rng;
        watch.reset(&from.state.watch, row);
        let FloorZones { floor, zones, next: _ } = &from.state.floor_zones;
        floor_zones.floor = *floor;
        floor_zones.zones.clone_from(zones);
        world.cache.pairs.stale = true;
    }

    /// Releases the shared parts.
    fn clear(&mut self) {
        self.nothing.clone().give(&mut self.world);
        let State { body_set, links, .. } = &mut self.world.state;
        body_set.rows.clear();
        body_set.joints.clear();
        links.lent = None;
    }
}

/// How the ball sets out whose path is predicted.
struct Start {
    row: BallRow,
    info: BallInfo,
    roll: DVec2,
    /// Its row in the world, if it is in there.
    at: Option<usize>,
    /// Whether the query gives it a velocity.
    is_struck: bool,
    /// The materials, if it brings one along.
    materials: Option<Shared<Materials>>,
}

/// Predicting the path of one ball.
impl World {
    /// Predicts the path of a ball through bounces, slides and surface following, as the next steps would move it
    /// if the other balls stood still. Links of the ball act on it. Linked balls stand still as well, or are absent if
    /// the aim leaves [others](TrajectoryQuery::include_balls) out. Moving bodies keep moving, and a kinematic
    /// body continues to the target that [`move_kinematic_over`](Self::move_kinematic_over) gave it.
    ///
    /// The step itself moves the ball, in a small world that `prediction` keeps and that shares static colliders
    /// with this one. Later calls with the same `prediction` allocate nothing, unless the path is longer, the world is
    /// larger, or the ball has a new material.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::{Vec2, vec2};
    /// use carom::{Ball, Config, PredictedTrajectory, TrajectoryQuery, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
    /// let shot = TrajectoryQuery::from_ball(ball).velocity(vec2(3.0, 4.0)).seconds(1.0);
    /// let mut line = PredictedTrajectory::default(); // keep it: its memory is used again
    /// world.predict(&shot, &mut line)?;
    /// let top = line.points().iter().map(|point| point.position.y).fold(0.0, f32::max);
    /// assert!((top - 4.0 * 4.0 / (2.0 * 9.81)).abs() < 1e-3);
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownBody`] or [`Error::WrongKind`] if the ball was removed or is none, [`Error::OutOfRange`] if
    /// a number of the query or of its ball is out of range.
    #[doc(alias("aim line", "trajectory"))]
    pub fn predict(&self, aim: &TrajectoryQuery, prediction: &mut PredictedTrajectory) -> Result<(), Error> {
        let steps = aim.steps()?;
        if let Some(velocity) = aim.velocity {
            limits::velocity("query.velocity", velocity)?;
        }
        let state = &self.state;
        let mut start = match aim.ball {
            QueriedBall::Present(id) => {
                let at = self.ball_row(id)?;
                let (row, info) = (state.balls.rows[at], state.balls.info[at]);
                Start {
                    row,
                    info,
                    roll: state.balls.roll(at),
                    at: Some(at),
                    is_struck: aim.velocity.is_some(),
                    materials: None,
                }
            }
            QueriedBall::New(ball) => {
                ball.check()?;
                periodic::check_radius(&self.torus(), ball.radius)?;
                let mut materials = None;
                let material = state
                    .materials
                    .find(&ball.material)
                    .unwrap_or_else(|| materials.insert(state.materials.clone()).intern(ball.material));
                let (row, info) = BallRow::new(&ball, BodyId::default(), material);
                Start {
                    row,
                    info,
                    roll: ball.rolling_velocity.as_dvec2(),
                    at: None,
                    is_struck: true,
                    materials,
                }
            }
        };
        let PredictedTrajectory { points, impacts, end, stage } = prediction;
        start.info.turn_on();
        start.info.held = false;
        start.row.weigh(&start.info);
        if let Some(velocity) = aim.velocity {
            start.row.v = velocity.as_dvec2();
        }
        // Substeps are taken for the contacts of all; its own are on stage.
        let (own, contacts) = (start.at.map(|row| row as u32), &state.contacts);
        let mut all = contacts.memory().chain(contacts.asleep.iter().copied());
        let elsewhere = if !state.links.is_empty() {
            SubstepCount::all(self.config.max_substeps)
        } else if all.any(|m| own.is_none_or(|row| !m.key.names(row))) {
            let dt = f64::from(aim.dt);
            let now = Conditions { config: &self.config, state, cache: &self.cache };
            now.substeps_for_contacts(now.pull().peak * dt, dt, own)
        } else {
            SubstepCount::default()
        };
        let stage = match stage {
            Some(stage) => stage,
            None => stage.insert(Box::new(Stage::new(self.config)?)),
        };
        stage.set(self, start, aim.include_balls);
        stage.world.state.contacts.substeps_of_contacts_set_aside = elsewhere;
        points.clear();
        impacts.clear();
        *end = stage.world.follow(aim, steps, points, impacts);
        stage.clear();
        Ok(())
    }

    /// The balls that the one in the first row touches. They stand still while it settles on what bears it.
    fn neighbors(&self) -> SmallVec<[BodyId; 6]> {
        let own = self.state.touching.iter().filter(|key| key.names(0));
        let others =
            own.filter_map(|key| [key.other().as_ball()?, key.ball()].into_iter().find(|row| *row != 0));
        others.map(|row| self.state.balls.info[row as usize].id).collect()
    }

    /// Steps on with the ball in the first row, and writes down its way.
    fn follow(
        &mut self,
        aim: &TrajectoryQuery,
        steps: u32,
        points: &mut Vec<TrajectoryPoint>,
        impacts: &mut Vec<Impact>,
    ) -> TrajectoryEnd {
        let radius = self.state.balls.rows[0].r as f32;
        let own = self.state.balls.info[0].id;
        points.push(TrajectoryPoint { time: 0.0, position: self.state.balls.rows[0].x.as_vec2() });
        let neighbors = self.neighbors();
        let settling = self.config.gravity.length() * aim.dt / self.config.max_substeps as f32;
        for step in 0..steps {
            // One step ends when the next begins, to the last bit, so that times never go back.
            let [start, end] = [step, step + 1].map(|n| n as f32 * aim.dt);
            self.step(aim.dt);
            for hit in self.events.impacts() {
                let other = if hit.body_b == own { hit.body_a } else { hit.body_b };
                if hit.approach_speed < settling && neighbors.contains(&other) {
                    continue;
                }
                let time = (start + hit.time).min(end);
                let normal = if hit.body_b == own { hit.normal } else { -hit.normal };
                points.push(TrajectoryPoint { time, position: hit.point + normal * radius });
                let exact = PreciseImpact { time: f64::from(start) + hit.exact.time, ..hit.exact };
                impacts.push(Impact { time, exact, ..*hit });
                if hit.shape_a.is_none() {
                    return TrajectoryEnd::Ball(other);
                }
                if impacts.len() as u32 >= aim.bounces {
                    return TrajectoryEnd::Bounces;
                }
            }
            points.push(TrajectoryPoint { time: end, position: self.state.balls.rows[0].x.as_vec2() });
            // A ball that it comes to slowly does not bounce off it.
            let mut of_balls = self.events.contacts_started().iter().filter(|pair| pair.shape_a.is_none());
            let other = of_balls.find_map(|pair| match (pair.body_a, pair.body_b) {
                (other, ball) | (ball, other) if ball == own && !neighbors.contains(&other) => Some(other),
                _ => None,
            });
            if let Some(other) = other {
                return TrajectoryEnd::Ball(other);
            }
            if self.events.out_of_bounds().contains(&own) {
                return TrajectoryEnd::Bounds;
            }
        }
        TrajectoryEnd::Time
    }
}
