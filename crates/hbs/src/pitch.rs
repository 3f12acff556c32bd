//! The pitch: a stadium in a world, with players, kicks and goals.

use std::collections::BTreeMap;

use carom::glam::{DVec2, Vec2};
use carom::{BodyId, ShapeId, World};

use crate::disc::Disc;
use crate::error::Error;
use crate::flags::Flags;
use crate::goal::{Goal, Team};
use crate::overlaps::{Bounds, MOST, count_overlaps};
use crate::stadium::Stadium;
use crate::walls::{self, Part, to_world};
use crate::warnings::Warnings;
use crate::world_disc::{FRAMES, MASS, WorldDisc};

/// How far apart player and disc may be for a kick, pixels.
const REACH: f32 = 4.0;

/// The actions of a player until the next control.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Control {
    /// Where to, y up; only the direction counts, and zero is nowhere.
    pub direction: Vec2,
    /// Whether the player holds the kick. It kicks once, then must be released.
    pub kick: bool,
}

/// Something crossed a goal line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// The team that gets the point.
    pub team: Team,
    /// The goal by its number.
    pub goal: usize,
    /// The body that crossed the line.
    pub body: BodyId,
}

#[derive(Clone, Debug)]
struct Player {
    world_disc: WorldDisc,
    team: Team,
    /// Which of the team, from 0.
    number: usize,
    control: Control,
    /// Whether the kick that is held was carried out.
    kicked: bool,
}

/// A stadium in play, in a world that the game owns.
///
/// The world is in pixels and seconds with y up: a point (x, y) of the file is at (x, -y). A frame is
/// [`begin`](Self::begin), the world's step, and [`end`](Self::end); [`step`](Self::step) does all three.
///
/// ```
/// use carom::{Config, World, glam::Vec2};
/// use carom_hbs::{Control, Pitch, Stadium, Team};
///
/// let stadium = Stadium::parse("{ planes: [{ normal: [0, 1], dist: -100 }], spawnDistance: 50 }")?;
/// let mut world = World::new(Config::weightless())?;
/// let mut pitch = Pitch::new(&mut world, stadium)?;
/// let player = pitch.add_player(&mut world, Team::Red)?;
/// pitch.control(player, Control { direction: Vec2::X, kick: true });
/// for _ in 0..120 {
///     pitch.step(&mut world);
/// }
/// let ball = world.position(pitch.ball()).unwrap();
/// assert!(ball.x > 50.0, "it was kicked to the right");
/// # Ok::<(), carom_hbs::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pitch {
    stadium: Stadium,
    warnings: Warnings,
    walls: BodyId,
    parts: BTreeMap<ShapeId, Part>,
    discs: Vec<WorldDisc>,
    players: Vec<Player>,
    /// Where discs that move by themselves were at the begin of the frame.
    before: Vec<Option<Vec2>>,
    scores: Vec<Score>,
    /// The team that may come to the ball, until it moves.
    kick_off: Option<Team>,
}

impl Pitch {
    /// Puts a stadium into a world. Its gravity should be zero ([`Config::weightless`](carom::Config::weightless)):
    /// discs bring their own. Other things may be in the world as well.
    ///
    /// # Errors
    /// [`Error::Value`] if too many walls and discs lie on top of each other: the time to find their contacts would have
    /// no bound. Then the world is as it was.
    pub fn new(world: &mut World, stadium: Stadium) -> Result<Self, Error> {
        if count_overlaps(&mut bounds(&stadium)).is_none() {
            return Err(Error::Value {
                place: "the stadium".to_owned(),
                found: "crowded: its walls and discs lie on top of each other".to_owned(),
                allowed: format!(
                    "sparse: the squares of the numbers of overlaps of each may sum to {MOST} at most"
                ),
            });
        }
        let mut warnings = Warnings::default();
        let (walls, mut parts) = walls::add(world, &stadium, &mut warnings)?;
        let mut discs = Vec::with_capacity(stadium.discs.len());
        for (i, disc) in stadium.discs.iter().enumerate() {
            let place = stadium.disc_place(i);
            let disc = stadium.place(disc, format_args!("{place}.pos"), &mut warnings);
            let world_disc = WorldDisc::add(world, &disc, i as u64, &place, &mut warnings)?;
            parts.extend(world_disc.shape.map(|shape| (shape, Part::Disc(i))));
            discs.push(world_disc);
        }
        for (i, joint) in stadium.joints.iter().enumerate() {
            let ends = joint.discs.map(|disc| (&discs[disc], DVec2::from(stadium.discs[disc].position)));
            joint.add_link(world, ends, format_args!("joints[{i}]"), &mut warnings)?;
        }
        Ok(Self {
            stadium,
            warnings,
            walls,
            parts,
            discs,
            players: Vec::new(),
            before: Vec::new(),
            scores: Vec::new(),
            kick_off: None,
        })
    }

    /// The stadium.
    #[must_use]
    pub const fn stadium(&self) -> &Stadium {
        &self.stadium
    }

    /// Parts that were built differently from the stadium.
    #[must_use]
    pub const fn warnings(&self) -> &Warnings {
        &self.warnings
    }

    /// The body that carries vertexes, segments and planes.
    #[must_use]
    pub const fn walls(&self) -> BodyId {
        self.walls
    }

    /// The part of the stadium that a shape stands for.
    #[must_use]
    pub fn part(&self, shape: ShapeId) -> Option<Part> {
        self.parts.get(&shape).copied()
    }

    /// The ball.
    #[must_use]
    pub fn ball(&self) -> BodyId {
        self.discs[0].body
    }

    /// The body of a disc by its number in [`Stadium::discs`].
    #[must_use]
    pub fn disc(&self, number: usize) -> Option<BodyId> {
        self.discs.get(number).map(|world_disc| world_disc.body)
    }

    /// The body of a player.
    #[must_use]
    pub fn player(&self, player: usize) -> Option<BodyId> {
        self.players.get(player).map(|player| player.world_disc.body)
    }

    /// Adds a player, at the next place where the team starts, and gives its number.
    ///
    /// # Errors
    /// [`Error::World`] if the world refuses the disc.
    pub fn add_player(&mut self, world: &mut World, team: Team) -> Result<usize, Error> {
        let number = self.players.iter().filter(|player| player.team == team).count();
        let index = self.players.len();
        let place = "playerPhysics";
        let described = self.player_disc(team, number);
        let spawn = self.stadium.spawn_place(team, number);
        let disc = self.stadium.place(&described, spawn, &mut self.warnings);
        // One warning for all of them: they are alike.
        let mut notes = Warnings::default();
        let user_data = (self.discs.len() + index) as u64;
        let world_disc = WorldDisc::add(world, &disc, user_data, place, &mut notes)?;
        if self.players.is_empty() {
            self.warnings.append(notes);
        }
        self.players.push(Player { world_disc, team, number, control: Control::default(), kicked: false });
        self.set_masks(world);
        Ok(index)
    }

    fn player_disc(&self, team: Team, number: usize) -> Disc {
        let flag = match team {
            Team::Red => Flags::RED,
            Team::Blue => Flags::BLUE,
        };
        let disc = self.stadium.player.disc;
        let mask = disc.mask | self.barrier();
        Disc { position: self.stadium.spawn(team, number), group: disc.group | flag, mask, ..disc }
    }

    /// Controls a player from now on. A number that is no player's is ignored.
    pub fn control(&mut self, player: usize, control: Control) {
        if let Some(player) = self.players.get_mut(player) {
            player.control = control;
            player.kicked &= control.kick;
        }
    }

    /// Puts the ball (or all discs, if the stadium says so) and the players back, and lets only one team to
    /// the ball until it moves.
    pub fn kick_off(&mut self, world: &mut World, team: Team) {
        let count = if self.stadium.full_reset { self.discs.len() } else { 1 };
        self.kick_off = Some(team);
        self.set_masks(world);
        for (world_disc, disc) in self.discs.iter().zip(&self.stadium.discs).take(count) {
            world_disc.reset(world, &self.stadium.placed(disc));
        }
        for player in &self.players {
            let disc = self.player_disc(player.team, player.number);
            player.world_disc.reset(world, &self.stadium.placed(&disc));
        }
    }

    /// The team that may come to the ball, until the ball moves.
    #[must_use]
    pub const fn kicks_off(&self) -> Option<Team> {
        self.kick_off
    }

    /// The barriers that stop players only before the ball moves.
    fn barrier(&self) -> Flags {
        match self.kick_off {
            Some(Team::Red) => Flags::RED_KICK_OFF,
            Some(Team::Blue) => Flags::BLUE_KICK_OFF,
            None => Flags::NONE,
        }
    }

    /// Whom players meet.
    fn set_masks(&self, world: &mut World) {
        for player in &self.players {
            let disc = self.player_disc(player.team, player.number);
            let filter = Flags::filter(disc.group, disc.mask);
            if player.world_disc.shape.is_none() && disc.radius >= 0.0 {
                // Refused only by a body that is no ball, which this one is.
                let _ = world.set_ball_filter(player.world_disc.body, filter);
            }
        }
    }

    /// The things that crossed a goal line in the last frame.
    #[must_use]
    pub fn scores(&self) -> &[Score] {
        &self.scores
    }

    /// Plays a frame of 1/60 s.
    pub fn step(&mut self, world: &mut World) {
        let dt = (1.0 / FRAMES) as f32;
        self.begin(world, dt);
        world.step(dt);
        self.end(world, dt);
    }

    /// Before the world's step of `dt` seconds: players kick and run. A step of 1/60 s is a frame of the game;
    /// another step gets its share of a frame's changes.
    pub fn begin(&mut self, world: &mut World, dt: f32) {
        let frames = frames(dt);
        for index in 0..self.players.len() {
            self.act(world, index, frames);
        }
        self.before.clear();
        let place = |world_disc: &WorldDisc| world_disc.shape.and_then(|_| world.position(world_disc.body));
        self.before.extend(self.discs.iter().map(place));
    }

    /// After the world's step of `dt` seconds: goals, then gravity and damping.
    pub fn end(&mut self, world: &mut World, dt: f32) {
        let frames = frames(dt);
        self.count(world);
        for world_disc in &self.discs {
            world_disc.damp(world, world_disc.damping, frames);
        }
        for player in &self.players {
            let kicks = player.control.kick && !player.kicked;
            let damping = if kicks { self.stadium.player.kicking_damping } else { player.world_disc.damping };
            player.world_disc.damp(world, damping, frames);
        }
        if self.kick_off.is_some() && world.velocity(self.ball()).is_some_and(|v| v != Vec2::ZERO) {
            self.kick_off = None;
            self.set_masks(world);
        }
    }

    /// The actions of a player in a frame: kicks things nearby, and runs.
    fn act(&mut self, world: &mut World, index: usize, frames: f64) {
        let (physics, player) = (self.stadium.player, &self.players[index]);
        let held = player.control.kick && !player.kicked;
        let kicked = held && self.kick(world, index);
        let player = &mut self.players[index];
        player.kicked |= kicked;
        let strength = if held && !kicked { physics.kicking_acceleration } else { physics.acceleration };
        let direction = player.control.direction.as_dvec2().normalize_or_zero();
        if direction != DVec2::ZERO {
            player.world_disc.push(world, direction * (strength * frames));
        }
    }

    /// Kicks every disc in reach, other players too if they can be kicked; whether there was one.
    fn kick(&self, world: &mut World, index: usize) -> bool {
        let (physics, player) = (self.stadium.player, &self.players[index]);
        let Some(me) = world.ball(player.world_disc.body) else {
            return false;
        };
        let mut kicked = false;
        let mut back = DVec2::ZERO;
        let discs = self.discs.iter().zip(&self.stadium.discs);
        let others = self.players.iter().enumerate().filter(|(other, _)| *other != index);
        for (world_disc, disc) in discs.chain(others.map(|(_, other)| (&other.world_disc, &physics.disc))) {
            if !disc.group.meets(Flags::KICK) {
                continue;
            }
            let Some(at) = world.position(world_disc.body) else {
                continue;
            };
            let apart = at - me.position;
            if apart.length() - me.radius - (disc.radius as f32) < REACH {
                let normal = apart.as_dvec2().normalize_or(DVec2::X);
                if world_disc.shape.is_none() {
                    // A kick is a push: who is heavier flies off slower.
                    let inverse = disc.inverse_mass.clamp(1.0 / MASS[1], 1.0 / MASS[0]);
                    world_disc.push(world, normal * (physics.kick_strength * inverse));
                }
                back -= normal * physics.kickback * physics.disc.inverse_mass;
                kicked = true;
            }
        }
        if kicked {
            player.world_disc.push(world, back);
        }
        kicked
    }

    /// Finds the things that crossed a goal line during the frame, in the order of time.
    fn count(&mut self, world: &World) {
        self.scores.clear();
        let discs = || self.discs.iter().zip(&self.stadium.discs).zip(&self.before);
        let scoring = discs().filter(|((_, disc), _)| disc.group.meets(Flags::SCORE));
        let score = |goal: usize, line: &Goal, body: BodyId| Score { team: line.team.other(), goal, body };
        // A thing that starts on the line has crossed it before.
        for crossing in world.events().sensor_entered().iter().filter(|crossing| crossing.time > 0.0) {
            let Some(Part::Goal(goal)) = self.part(crossing.shape) else { continue };
            if scoring.clone().any(|((world_disc, _), _)| world_disc.body == crossing.ball) {
                self.scores.push(score(goal, &self.stadium.goals[goal], crossing.ball));
            }
        }
        // Things that impulses do not move fly straight on.
        for ((world_disc, _), from) in scoring {
            let Some((from, to)) = from.zip(world.position(world_disc.body)) else { continue };
            for (goal, line) in self.stadium.goals.iter().enumerate() {
                let [a, b] = line.ends.map(to_world);
                if cross(from, to, a, b) {
                    self.scores.push(score(goal, line, world_disc.body));
                }
            }
        }
    }
}

/// How many frames of the game a step is; one if it is as good as one.
fn frames(dt: f32) -> f64 {
    let frames = f64::from(dt) * FRAMES;
    if (frames - 1.0).abs() < 1e-6 { 1.0 } else { frames.max(0.0) }
}

/// Whether the path from `p` to `q` leads across the line from `a` to `b`. A path that starts on the line has
/// crossed it before.
fn cross(p: Vec2, q: Vec2, a: Vec2, b: Vec2) -> bool {
    let side = |from: Vec2, to: Vec2, x: Vec2| (to - from).as_dvec2().perp_dot((x - from).as_dvec2());
    let (start, end) = (side(a, b, p), side(a, b, q));
    let between = side(p, q, a) * side(p, q, b) <= 0.0;
    between && start != 0.0 && start * end <= 0.0
}

/// Boxes about everything that can meet anything.
fn bounds(stadium: &Stadium) -> Vec<Bounds> {
    let about = |[x, y]: [f64; 2], r: f64| [[x - r, y - r], [x + r, y + r]];
    let mut boxes: Vec<Bounds> = Vec::new();
    for (_, segment) in walls::solid_segments(stadium) {
        let [a, b] = segment.ends.map(|end| stadium.vertexes[end].position);
        let chord = DVec2::from(b).distance(DVec2::from(a));
        // Nothing of an arc is further from its chord than its sagitta, or its diameter beyond a half circle.
        let reach =
            chord * if segment.turn == 0.0 { 0.0 } else { 0.5 / libm::cos(0.25 * segment.turn).abs() };
        boxes.push([
            [a[0].min(b[0]) - reach, a[1].min(b[1]) - reach],
            [a[0].max(b[0]) + reach, a[1].max(b[1]) + reach],
        ]);
    }
    boxes.extend(walls::solid_vertexes(stadium).iter().map(|(_, vertex)| about(vertex.position, 0.0)));
    let discs = stadium.discs.iter().filter(|disc| disc.group != Flags::NONE && disc.mask != Flags::NONE);
    boxes.extend(discs.map(|disc| about(disc.position, disc.radius.max(0.0))));
    boxes
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::glam::vec2;

    #[test]
    fn a_way_crosses_a_line_between_its_ends_only() {
        let (a, b) = (vec2(0.0, -1.0), vec2(0.0, 1.0));
        assert!(cross(vec2(-1.0, 0.0), vec2(1.0, 0.5), a, b), "straight through");
        assert!(cross(vec2(-1.0, 0.0), vec2(0.0, 0.0), a, b), "onto the line");
        assert!(!cross(vec2(0.0, 0.0), vec2(1.0, 0.0), a, b), "it crossed before");
        assert!(!cross(vec2(-1.0, 0.0), vec2(-0.1, 0.0), a, b), "short of it");
        assert!(!cross(vec2(-1.0, 2.0), vec2(1.0, 2.0), a, b), "past the post");
        assert!(!cross(vec2(-1.0, 0.0), vec2(-1.0, 0.0), a, b), "no way at all");
    }
}
