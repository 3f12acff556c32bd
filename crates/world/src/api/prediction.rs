//! Where a ball will go: its path ahead, through bounces, for aim lines.
//!
//! The step itself is run with this one ball in the world, so that the path is the one that it would fly. The
//! other balls are left out, or held where they are; everything else is set aside and put back.

use alloc::vec::Vec;
use glam::{DVec2, Vec2};

use crate::base::rng::Rng;
use crate::bodies::ball::{BallInfo, BallRow, Balls};
use crate::bodies::body::BodyRow;
use crate::bodies::joint::Motion;
use crate::bodies::table_motion::TableMotion;
use crate::contacts::batches::Batches;
use crate::contacts::pair_key::PairKey;
use crate::continuous::event_loop::EventLoop;
use crate::error::Error;
use crate::events::{Events, Impact};
use crate::id::BodyId;
use crate::limits::{self, within};
use crate::links::islands::{Lent, Links};
use crate::model::ball::Ball;
use crate::observe::sensors::Sensors;
use crate::observe::watch::Watch;
use crate::pairs::cache::{PairCache, least_radius};
use crate::profile::Profiler;
use crate::solver::contact_solver::Solver;
use crate::solver::contact_store::Contacts;
use crate::world::World;

/// Which path to predict, and how far.
///
/// ```
/// use carom_world::{TrajectoryQuery, Ball, Config, PredictedTrajectory, World};
/// use glam::{Vec2, vec2};
///
/// let mut world = World::new(Config::weightless())?;
/// let cue = world.add_ball(Ball::new(Vec2::ZERO, 0.03))?;
/// world.add_ball(Ball::new(vec2(1.0, 0.0), 0.03))?;
/// let mut line = PredictedTrajectory::default();
/// world.predict(&TrajectoryQuery::from_ball(cue).velocity(vec2(2.0, 0.0)), &mut line)?;
/// let hit = line.impacts().first().expect("it meets the other ball");
/// assert!((hit.time - 0.47).abs() < 1e-4);
/// # Ok::<(), carom_world::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrajectoryQuery {
    ball: Option<BodyId>,
    described: Option<Ball>,
    velocity: Option<Vec2>,
    seconds: f32,
    bounces: u32,
    dt: f32,
    include_balls: bool,
}

impl TrajectoryQuery {
    const fn new(ball: Option<BodyId>, described: Option<Ball>) -> Self {
        let (seconds, bounces, dt) = (5.0, 10, 1.0 / 60.0);
        Self { ball, described, velocity: None, seconds, bounces, dt, include_balls: true }
    }

    /// The path of a ball of the world; one that is held flies as if it were released. Up to 5 s or 10 bounces,
    /// in steps of 1/60 s, with the other balls in the way.
    #[must_use]
    pub const fn from_ball(ball: BodyId) -> Self {
        Self::new(Some(ball), None)
    }

    /// The path that a ball would take if it were added now.
    #[must_use]
    pub const fn new_ball(ball: Ball) -> Self {
        Self::new(None, Some(ball))
    }

    /// Starts with another velocity than the ball has, length units per second: a shot.
    #[must_use]
    pub const fn velocity(mut self, velocity: Vec2) -> Self {
        self.velocity = Some(velocity);
        self
    }

    /// How far ahead at most, seconds; greater than 0, and not more than 100 000 steps.
    #[must_use]
    pub const fn seconds(mut self, seconds: f32) -> Self {
        self.seconds = seconds;
        self
    }

    /// The path ends with this bounce; the first is 1, and 0 is taken for 1.
    #[must_use]
    pub const fn bounces(mut self, bounces: u32) -> Self {
        self.bounces = bounces;
        self
    }

    /// Length of a step, seconds, `1e-5..=1`: that with which the game steps the world, or the path will
    /// differ by what the steps' length matters.
    #[must_use]
    pub const fn dt(mut self, dt: f32) -> Self {
        self.dt = dt;
        self
    }

    /// Whether the other balls are in the way, as if they were held where they are; the path ends at the first
    /// that it meets. Otherwise it goes through them.
    #[must_use]
    pub const fn include_balls(mut self, others: bool) -> Self {
        self.include_balls = others;
        self
    }

    fn steps(&self) -> Result<u32, Error> {
        /// Steps of the longest path.
        const MOST: f32 = 1e5;
        within("query.dt", self.dt, (1e-5, 1.0), "between 1e-5 and 1")?;
        within("query.seconds", self.seconds, (1e-6, 1e5), "greater than 0, up to 100 000 steps")?;
        let steps = libm::ceilf(self.seconds / self.dt * 0.999_99);
        within("steps in aim.seconds", steps, (1.0, MOST), "between 1 and 100 000")?;
        Ok(steps as u32)
    }
}

/// A point of a predicted path.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct TrajectoryPoint {
    /// Seconds from now.
    pub time: f32,
    /// The ball's centre, length units.
    pub position: Vec2,
}

/// Why a predicted path ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum TrajectoryEnd {
    /// The time was up.
    #[default]
    Time,
    /// It had as many bounces as asked for.
    Bounces,
    /// It met this ball.
    Ball(BodyId),
    /// It left the bounds of the world.
    Bounds,
}

/// A predicted path. Use one again and again: its memory is kept.
#[derive(Clone, Debug, Default)]
pub struct PredictedTrajectory {
    points: Vec<TrajectoryPoint>,
    impacts: Vec<Impact>,
    end: TrajectoryEnd,
    aside: Aside,
}

/// What changes in a step, while it is lent to another.
#[derive(Clone, Debug, Default)]
struct Aside {
    balls: Balls,
    contacts: Contacts,
    touching: Vec<PairKey>,
    last_h: f64,
    spring_h: f64,
    frame: TableMotion,
    vigil: Watch,
    chance: Rng,
    events: Events,
    near: PairCache,
    /// What hangs together; the links themselves stay, but for a ball that has none.
    links: Links,
    /// None, while another ball is in the world: it is noticed by nothing.
    sensors: Sensors,
    solver: Solver,
    advance: EventLoop,
    /// Without a clock: what a prediction does is no part of a step.
    profiler: Profiler,
    solids: Vec<BodyRow>,
    motions: Vec<Motion>,
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

impl Aside {
    /// Exchanges what changes in a step between the world and here. What stands still stays.
    fn swap(&mut self, world: &mut World) {
        // Nothing may be left out by oversight: what a step changes must be exchanged or put back.
        let World {
            config: _,
            bodies: _,
            shapes: _,
            balls,
            body_rows: _,
            joints: _,
            colliders: _,
            filled: _,
            materials: _,
            fields: _,
            links,
            contacts,
            // Zones stand still, and their flights are begun anew in each substep.
            floor_zones: _,
            touching,
            last_h,
            spring_h,
            table_motion: frame,
            watch: vigil,
            rng: chance,
            events,
            pairs: near,
            sensors,
            // Empty between steps.
            sleep: _,
            solver,
            event_loop: advance,
            profiler,
        } = world;
        core::mem::swap(&mut self.balls, balls);
        core::mem::swap(&mut self.contacts, contacts);
        core::mem::swap(&mut self.touching, touching);
        core::mem::swap(&mut self.last_h, last_h);
        core::mem::swap(&mut self.spring_h, spring_h);
        core::mem::swap(&mut self.frame, frame);
        core::mem::swap(&mut self.vigil, vigil);
        core::mem::swap(&mut self.chance, chance);
        core::mem::swap(&mut self.events, events);
        core::mem::swap(&mut self.near, near);
        core::mem::swap(&mut self.links, links);
        core::mem::swap(&mut self.sensors, sensors);
        core::mem::swap(&mut self.near.fixed, &mut near.fixed);
        core::mem::swap(&mut self.solver, solver);
        core::mem::swap(&mut self.advance, advance);
        core::mem::swap(&mut self.profiler, profiler);
    }

    /// Takes the world's moving parts aside and leaves it the ball `start` alone, or with the others held.
    fn lend(
        &mut self,
        world: &mut World,
        start: (BallRow, BallInfo, DVec2),
        row: Option<usize>,
        others: bool,
    ) {
        self.swap(world);
        let Balls { rows: _, info: _, rolls: _, exceptions: apart, forces } = &self.balls;
        let balls = &mut world.balls;
        balls.exceptions.clone_from(apart);
        balls.rows.clear();
        balls.info.clear();
        balls.rows.push(start.0);
        balls.info.push(start.1);
        balls.rolls.clear();
        balls.set_roll(0, start.2);
        balls.forces.clear();
        if let Some(force) = row.and_then(|row| forces.get(row)) {
            balls.forces.push(*force);
        }
        for (n, (ball, info)) in self.balls.rows.iter().zip(&self.balls.info).enumerate() {
            if others && row != Some(n) {
                balls.rows.push(*ball);
                balls.info.push(*info);
            }
        }
        for (ball, info) in balls.rows.iter_mut().zip(&mut balls.info).skip(1) {
            info.held = true;
            ball.weigh(info);
            (ball.v, ball.w) = (DVec2::ZERO, 0.0);
        }
        let contacts = &mut world.contacts;
        if !contacts.packs.is_empty() {
            contacts.packs = Batches::default();
        }
        (contacts.unchanged, contacts.stale) = (false, false);
        contacts.reported.clear();
        contacts.stored.clear();
        // What the ball itself rests on.
        let own = row.map(|row| row as u32);
        let resting = self.contacts.stored.iter().filter(|m| Some(m.key.ball()) == own);
        contacts.stored.extend(resting.filter(|m| m.key.other().as_core().is_some()).map(|m| {
            let mut own = *m;
            own.key = PairKey::new(0, m.key.other());
            own
        }));
        // The gates that it passes let it through.
        contacts.passing.clear();
        let passing = self.contacts.passing.iter().filter(|key| Some(key.ball()) == own);
        contacts.passing.extend(passing.map(|key| PairKey::new(0, key.other())));
        if let Some(row) = own {
            core::mem::swap(&mut self.links.all, &mut world.links.all);
            world.links.lent = Some(Lent { row, others });
        }
        world.touching.clear();
        world.last_h = self.last_h;
        world.spring_h = self.spring_h;
        world.table_motion.clone_from(&self.frame);
        world.watch = Watch::default();
        world.rng = self.chance;
        world.balls.exceptions.clone_from(&self.balls.exceptions);
        world.pairs.stale = true;
        self.solids.clear();
        self.solids.extend(world.body_rows.iter().map(|solid| BodyRow {
            colliders: Vec::new(),
            sensors: Vec::new(),
            ..*solid
        }));
        self.motions.clear();
        self.motions.extend(world.joints.iter().map(|guided| guided.motion()));
    }

    fn give_back(&mut self, world: &mut World) {
        if world.links.lent.take().is_some() {
            core::mem::swap(&mut self.links.all, &mut world.links.all);
        }
        self.swap(world);
        for (solid, before) in world.body_rows.iter_mut().zip(&self.solids) {
            let cores = core::mem::take(&mut solid.colliders);
            let sensors = core::mem::take(&mut solid.sensors);
            *solid = BodyRow { colliders: cores, sensors, ..*before };
        }
        for (guided, before) in world.joints.iter_mut().zip(&self.motions) {
            guided.set_motion(*before);
        }
    }
}

impl World {
    /// Predicts the path of a ball through bounces, slides and rides, as the next steps would move it if the
    /// other balls stood still. Its own links hold it, also to balls, which stand still as well, or are not there if
    /// the aim leaves [others](TrajectoryQuery::include_balls) out; bodies that move go on as they do.
    ///
    /// The world is borrowed to run its own step, and is the same as before, bit for bit. After the first
    /// call with a `prediction` nothing is allocated, unless the path grows longer or the world larger.
    ///
    /// # Errors
    /// [`Error::UnknownBody`] or [`Error::WrongKind`] if the ball was removed or is none, [`Error::OutOfRange`] if
    /// a number of the aim or of its ball is out of range.
    pub fn predict(
        &mut self,
        aim: &TrajectoryQuery,
        prediction: &mut PredictedTrajectory,
    ) -> Result<(), Error> {
        let steps = aim.steps()?;
        if let Some(velocity) = aim.velocity {
            limits::velocity("query.velocity", velocity)?;
        }
        let known = self.materials.list().len();
        let (mut start, mut info, roll, row) = match (aim.ball, aim.described) {
            (Some(id), _) => {
                let row = self.ball_row(id)?;
                (self.balls.rows[row], self.balls.info[row], self.balls.roll(row), Some(row))
            }
            (None, described) => {
                let ball = described.unwrap_or_else(|| Ball::new(Vec2::ZERO, 1.0));
                ball.check()?;
                let (start, info) = {
                    let material = self.materials.intern(ball.material);
                    BallRow::new(&ball, BodyId::default(), material)
                };
                (start, info, ball.rolling_velocity.as_dvec2(), None)
            }
        };
        let PredictedTrajectory { points, impacts, end, aside } = prediction;
        info.held = false;
        start.weigh(&info);
        if let Some(velocity) = aim.velocity {
            start.v = velocity.as_dvec2();
        }
        // Substeps are taken for the contacts of all.
        let idle = self.contacts.packs.is_empty() && self.contacts.stored.is_empty();
        let elsewhere = match (self.links.is_empty(), idle) {
            (false, _) => self.config.max_substeps,
            (true, false) => {
                let dt = f64::from(aim.dt);
                self.substeps_for_contacts(least_radius(&self.balls.rows), self.pull() * dt, dt)
            }
            (true, true) => 0,
        };
        aside.lend(self, (start, info, roll), row, aim.include_balls);
        self.contacts.substeps_of_contacts_set_aside = elsewhere;
        points.clear();
        impacts.clear();
        *end = self.follow(aim, steps, points, impacts);
        aside.give_back(self);
        self.materials.truncate(known);
        Ok(())
    }

    /// Steps on with the ball in the first row, and writes down its way.
    fn follow(
        &mut self,
        aim: &TrajectoryQuery,
        steps: u32,
        points: &mut Vec<TrajectoryPoint>,
        impacts: &mut Vec<Impact>,
    ) -> TrajectoryEnd {
        let radius = self.balls.rows[0].r as f32;
        let own = self.balls.info[0].id;
        points.push(TrajectoryPoint { time: 0.0, position: self.balls.rows[0].x.as_vec2() });
        for step in 0..steps {
            // One step ends when the next begins, to the last bit, so that times never go back.
            let [start, end] = [step, step + 1].map(|n| n as f32 * aim.dt);
            self.step(aim.dt);
            for hit in self.events.impacts() {
                let time = (start + hit.time).min(end);
                let normal = if hit.body_b == own { hit.normal } else { -hit.normal };
                points.push(TrajectoryPoint { time, position: hit.point + normal * radius });
                impacts.push(Impact { time, ..*hit });
                if hit.shape_a.is_none() {
                    return TrajectoryEnd::Ball(if hit.body_b == own { hit.body_a } else { hit.body_b });
                }
                if impacts.len() as u32 >= aim.bounces {
                    return TrajectoryEnd::Bounces;
                }
            }
            points.push(TrajectoryPoint { time: end, position: self.balls.rows[0].x.as_vec2() });
            if self.events.out_of_bounds().contains(&own) {
                return TrajectoryEnd::Bounds;
            }
        }
        TrajectoryEnd::Time
    }
}
