//! The rules: balls are served, saved, score, drain; three lost balls are a game; shoving the table too often is a tilt.

use carom::prelude::*;
use carom_pinball::Pull;
use rand::RngExt;
use rand_pcg::Pcg64;
use serde_json::json;

use super::player::{Player, Style};
use super::table::{DRAIN, FIELD, LANE_TOP, REGAINED, Table, seat};
use super::{MASS, RADIUS, steel};
use crate::spread::either_way;
use crate::{Fact, Options, Script};

/// Shortest time between two serves, seconds.
const PAUSE: f32 = 0.5;
/// A ball in play that has not moved by its radius for so long is stuck, seconds.
const STUCK: f32 = 5.0;
/// How far the table is shoved to free a stuck ball, metres, and in how many seconds.
const SHOVE: (f32, f32) = (0.02, 0.2);
/// No ball comes out of the lane faster, metres per second.
const FASTEST: f32 = 5.0;
/// A ball that is lost so soon after it came into play is given back, once, seconds.
const SAVE: f32 = 6.0;
/// Lost balls that end a game.
const LIVES: u64 = 3;
/// How long the saucer holds a ball, seconds; how many make a multiball, and of how many balls more.
const HELD: f32 = 1.0;
const LOCKS: u64 = 3;
const EXTRA: u64 = 2;
/// Shoves within a few seconds that tilt the machine, and how many are forgiven in a second.
const TILT: f32 = 2.5;
const FORGIVEN: f32 = 0.4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Below the flippers.
    Trough,
    /// Between plunger and gate.
    Lane,
    Play,
}

/// The rules' data of a ball.
#[derive(Clone, Copy, Debug)]
struct Ticket {
    id: BodyId,
    stage: Stage,
    /// Where the last step left it.
    last: Vec2,
    /// Where it last was when it had moved, and the seconds since then.
    anchor: Vec2,
    still: f32,
    /// Its turn among the waiting balls.
    turn: u64,
    /// Seconds since it came into play.
    played: f32,
    /// It was given back once, and not again.
    saved: bool,
    /// It belongs to a multiball and goes when it drains.
    extra: bool,
}

impl Ticket {
    fn new(id: BodyId, turn: u64) -> Self {
        Self {
            id,
            stage: Stage::Trough,
            last: Vec2::ZERO,
            anchor: Vec2::ZERO,
            still: 0.0,
            turn,
            played: 0.0,
            saved: false,
            extra: false,
        }
    }
}

/// The events so far.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    score: u64,
    /// Points of this game, and of the best one.
    game: u64,
    best: u64,
    bumpers: u64,
    slingshots: u64,
    targets: u64,
    banks: u64,
    lanes: u64,
    catches: u64,
    multiballs: u64,
    served: u64,
    drained: u64,
    saved: u64,
    lost: u64,
    games: u64,
    nudges: u64,
    tilts: u64,
    /// Full houses of the lanes.
    rows: u64,
    /// Points that a tilted machine did not count.
    void: u64,
}

/// A game.
#[derive(Debug)]
pub(super) struct Game {
    table: Table,
    player: Player,
    chance: Pcg64,
    balls: Vec<Ticket>,
    since_serve: f32,
    turns: u64,
    /// How far the plunger is drawn for the ball in the lane, while it is.
    draw: Option<f32>,
    /// Balls that a multiball still has to serve.
    owed: u64,
    /// For how long the saucer has held its ball, seconds.
    held: f32,
    /// How much the tilt bob swings, and whether the machine is tilted until no ball is in play.
    swing: f32,
    tilted: bool,
    tally: Tally,
    trespassers: usize,
}

impl Game {
    pub(super) fn new(table: Table, balls: Vec<BodyId>, options: &Options) -> Self {
        let style = if options.chosen_seed() == 0 { Style::Rhythm } else { Style::Aims };
        Self {
            table,
            player: Player::new(style),
            chance: options.chance(6),
            turns: balls.len() as u64,
            balls: (0..).zip(balls).map(|(turn, id)| Ticket::new(id, turn)).collect(),
            since_serve: PAUSE,
            draw: None,
            owed: 0,
            held: 0.0,
            swing: 0.0,
            tilted: false,
            tally: Tally::default(),
            trespassers: 0,
        }
    }

    /// Puts the ball that has waited longest on the plunger, or one of a multiball, if the lane is free.
    fn serve(&mut self, world: &mut World, dt: f32) -> Result<(), Error> {
        self.since_serve += dt;
        if self.since_serve < PAUSE || self.balls.iter().any(|ball| ball.stage == Stage::Lane) {
            return Ok(());
        }
        let seat = seat();
        let waiting = self.balls.iter_mut().filter(|ball| ball.stage == Stage::Trough);
        let ball = if self.owed > 0 {
            self.owed -= 1;
            let ball = Ball::new(seat, RADIUS).mass(MASS).sphere().material(steel());
            let id = world.add_ball(ball)?;
            self.balls.push(Ticket { extra: true, ..Ticket::new(id, 0) });
            let last = self.balls.len() - 1;
            &mut self.balls[last]
        } else {
            let Some(ball) = waiting.min_by_key(|ball| ball.turn) else { return Ok(()) };
            world.teleport(ball.id, seat)?;
            world.set_velocity(ball.id, Vec2::ZERO)?;
            world.set_angular_velocity(ball.id, 0.0)?;
            ball
        };
        *ball = Ticket { stage: Stage::Lane, last: seat, anchor: seat, still: 0.0, ..*ball };
        self.since_serve = 0.0;
        self.tally.served += 1;
        Ok(())
    }

    /// Draws the plunger once a ball lies still on it, also when it has come back, and releases it.
    fn shoot(&mut self, world: &mut World, dt: f32) -> Result<(), Error> {
        let low = |ball: &Ticket| ball.last.y < seat().y + RADIUS;
        let still = |ball: &&Ticket| ball.stage == Stage::Lane && ball.still > 0.3 && low(ball);
        if self.draw.is_none() && self.balls.iter().any(|ball| still(&ball)) {
            // Pulled by hand: no two shots are alike.
            self.draw = Some(self.chance.random_range(0.62..0.85));
        }
        let pull = self.draw.map_or(Pull::Free, Pull::Fire);
        self.table.plunger.update(world, pull, dt)?;
        Ok(())
    }

    /// Lets the parts move: targets fall and rise, the saucer holds and throws.
    fn drive(&mut self, world: &mut World, dt: f32) -> Result<(), Error> {
        let parts = &mut self.table.parts;
        let reset = !parts.drops.iter().any(carom_pinball::DropTarget::stands);
        for target in &mut parts.drops {
            target.update(world, reset || !target.stands() && self.tilted)?;
        }
        parts.saucer.update(world, self.held > HELD, dt)
    }

    /// Reads the parts and counts.
    fn count(&mut self, world: &World, dt: f32) {
        if self.table.plunger.read(world).released {
            self.draw = None;
            // It has just begun to move.
            self.balls.iter_mut().filter(|ball| ball.stage == Stage::Lane).for_each(|ball| ball.still = 0.0);
        }
        let (parts, tally) = (&mut self.table.parts, &mut self.tally);
        let mut points = 0;
        for bumper in &mut parts.bumpers {
            let hits = u64::from(bumper.read(world, dt).hits);
            tally.bumpers += hits;
            points += 100 * hits;
        }
        for slingshot in &mut parts.slingshots {
            let hits = u64::from(slingshot.read(world, dt).hits);
            tally.slingshots += hits;
            points += 10 * hits;
        }
        for target in &mut parts.standups {
            let hits = u64::from(target.read(world).hits);
            tally.targets += hits;
            points += 50 * hits;
        }
        let stood = parts.drops.iter().any(carom_pinball::DropTarget::stands);
        for target in &mut parts.drops {
            let fell = u64::from(target.read(world).fell);
            tally.targets += fell;
            points += 50 * fell;
        }
        if stood && !parts.drops.iter().any(carom_pinball::DropTarget::stands) {
            tally.banks += 1;
            points += 500;
        }
        let lanes: Vec<_> = parts.lanes.iter_mut().map(|lane| lane.read(world)).collect();
        let over: u64 = lanes.iter().map(|lane| u64::from(lane.hits)).sum();
        tally.lanes += over;
        points += 20 * over;
        if lanes.iter().all(|lane| lane.lit) {
            parts.lanes.iter_mut().for_each(|lane| lane.light(false));
            tally.rows += 1;
            points += 200;
        }
        let saucer = parts.saucer.read(world);
        self.held = if saucer.ball.is_some() { self.held + dt } else { 0.0 };
        if saucer.caught {
            tally.catches += 1;
            points += 150;
            if tally.catches % LOCKS == 0 {
                tally.multiballs += 1;
                self.owed += EXTRA;
            }
        }
        if self.tilted {
            tally.void += points;
        } else {
            tally.score += points;
            tally.game += points;
        }
    }

    /// Feels a shove.
    fn feel(&mut self, shoved: bool, dt: f32) {
        self.swing = (self.swing - FORGIVEN * dt).max(0.0) + f32::from(u8::from(shoved));
        self.tally.nudges += u64::from(shoved);
        if self.swing > TILT && !self.tilted {
            self.tilted = true;
            self.tally.tilts += 1;
        }
        if self.tilted && self.balls.iter().all(|ball| ball.stage != Stage::Play) {
            (self.tilted, self.swing) = (false, 0.0);
        }
    }

    /// Sees where each ball has come to.
    fn follow(&mut self, world: &mut World, dt: f32) -> Result<(), Error> {
        let mut gone = Vec::new();
        for ball in &mut self.balls {
            let Some(place) = world.position(ball.id) else { continue };
            ball.still += dt;
            ball.played += dt;
            if place.distance_squared(ball.anchor) > RADIUS * RADIUS {
                (ball.anchor, ball.still) = (place, 0.0);
            }
            let in_lane = place.x > FIELD && place.y < LANE_TOP;
            match ball.stage {
                Stage::Lane if place.x < FIELD - RADIUS => {
                    // The only way out is over the wall.
                    let way = 2.0 * LANE_TOP - ball.last.y - place.y;
                    self.trespassers += usize::from(way > FASTEST * dt);
                    (ball.stage, ball.played) = (Stage::Play, 0.0);
                }
                Stage::Play if in_lane => {
                    // Nor is there a way back in.
                    self.trespassers += 1;
                    ball.stage = Stage::Lane;
                }
                Stage::Play if place.y < DRAIN => {
                    ball.stage = Stage::Trough;
                    ball.turn = self.turns;
                    self.turns += 1;
                    self.tally.drained += 1;
                    if ball.extra {
                        gone.push(ball.id);
                    } else if ball.played < SAVE && !ball.saved && !self.tilted {
                        ball.saved = true;
                        self.tally.saved += 1;
                    } else {
                        ball.saved = false;
                        self.tally.lost += 1;
                    }
                }
                // Another ball or a flipper struck it back.
                Stage::Trough if place.y > REGAINED => {
                    (ball.stage, ball.played) = (Stage::Play, 0.0);
                }
                Stage::Play if ball.still > STUCK && !world.is_held(ball.id) => {
                    let way =
                        vec2(either_way(&mut self.chance, SHOVE.0), either_way(&mut self.chance, SHOVE.0));
                    world.nudge(way, SHOVE.1)?;
                    ball.still = 0.0;
                    self.tally.nudges += 1;
                }
                _ => {}
            }
            ball.last = place;
        }
        for id in gone {
            world.remove_body(id)?;
            self.balls.retain(|ball| ball.id != id);
        }
        if self.tally.lost >= LIVES * (self.tally.games + 1) {
            self.tally.games += 1;
            self.tally.best = self.tally.best.max(self.tally.game);
            self.tally.game = 0;
        }
        Ok(())
    }
}

impl Script for Game {
    fn before(&mut self, world: &mut World, dt: f32) -> Result<(), Error> {
        self.serve(world, dt)?;
        self.shoot(world, dt)?;
        self.drive(world, dt)?;
        // A tilted machine takes its flippers away.
        let playing: Vec<BodyId> = self
            .balls
            .iter()
            .filter(|ball| ball.stage == Stage::Play && !self.tilted)
            .map(|ball| ball.id)
            .collect();
        let flippers = &mut self.table.flippers;
        let shoved = self.player.drive(world, flippers, &playing, &mut self.chance, dt)?;
        self.feel(shoved, dt);
        Ok(())
    }

    fn after(&mut self, world: &mut World, dt: f32) -> Result<(), Error> {
        self.count(world, dt);
        self.follow(world, dt)
    }

    fn score(&self) -> Option<u64> {
        Some(self.tally.score)
    }

    fn trespassers(&self) -> usize {
        self.trespassers
    }

    fn facts(&self, _world: &World) -> Vec<Fact> {
        let playing = self.balls.iter().filter(|ball| ball.stage == Stage::Play).count();
        let tally = &self.tally;
        vec![
            ("bumper_hits", json!(tally.bumpers)),
            ("slingshot_hits", json!(tally.slingshots)),
            ("target_hits", json!(tally.targets)),
            ("banks", json!(tally.banks)),
            ("lanes", json!(tally.lanes)),
            ("rows_of_lanes", json!(tally.rows)),
            ("catches", json!(tally.catches)),
            ("multiballs", json!(tally.multiballs)),
            ("flips", json!(self.player.presses)),
            ("served", json!(tally.served)),
            ("drained", json!(tally.drained)),
            ("saved", json!(tally.saved)),
            ("games", json!(tally.games)),
            ("best_game", json!(tally.best.max(tally.game))),
            ("nudges", json!(tally.nudges)),
            ("tilts", json!(tally.tilts)),
            ("points_lost_to_tilts", json!(tally.void)),
            ("in_play", json!(playing)),
        ]
    }
}
