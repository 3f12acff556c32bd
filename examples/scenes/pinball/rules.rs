//! The rules: balls are served, score, drain, and get a nudge when they are stuck.

use carom::prelude::*;
use rand_pcg::Pcg64;
use serde_json::json;

use super::player::Player;
use super::plunger::Plunger;
use super::table::{DRAIN, FIELD, LANE_TOP, Prize, Table};
use super::{MASS, RADIUS};
use crate::spread::either_way;
use crate::{Fact, Options, Script};

/// Shortest time between two serves, seconds.
const PAUSE: f32 = 0.5;
/// A ball in play that has not moved by its radius for so long is stuck, seconds.
const STUCK: f32 = 5.0;
/// How hard the table is nudged: the speed that a stuck ball gets, metres per second.
const NUDGE: f32 = 0.4;
/// No ball comes out of the lane faster, metres per second.
const FASTEST: f32 = 5.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Below the flippers.
    Trough,
    /// Between plunger and gate.
    Lane,
    Play,
}

/// What the rules know of a ball.
#[derive(Clone, Copy, Debug)]
struct Ticket {
    id: BodyId,
    stage: Stage,
    /// Where the last step left it.
    last: Vec2,
    /// Where it last was when it had moved, and the seconds since then.
    anchor: Vec2,
    still: f32,
    /// Its turn among those that wait.
    turn: u64,
}

/// A game.
#[derive(Debug)]
pub(super) struct Game {
    table: Table,
    plunger: Plunger,
    player: Player,
    chance: Pcg64,
    balls: Vec<Ticket>,
    since_serve: f32,
    turns: u64,
    score: u64,
    hits: [u64; 3],
    served: u64,
    drained: u64,
    nudges: u64,
    trespassers: usize,
}

impl Game {
    pub(super) fn new(table: Table, plunger: Plunger, balls: Vec<BodyId>, options: &Options) -> Self {
        let ticket = |(turn, id)| Ticket {
            id,
            stage: Stage::Trough,
            last: Vec2::ZERO,
            anchor: Vec2::ZERO,
            still: 0.0,
            turn,
        };
        Self {
            table,
            plunger,
            player: Player::new(),
            chance: options.chance(6),
            turns: balls.len() as u64,
            balls: (0..).zip(balls).map(ticket).collect(),
            since_serve: PAUSE,
            score: 0,
            hits: [0; 3],
            served: 0,
            drained: 0,
            nudges: 0,
            trespassers: 0,
        }
    }

    /// Puts the ball that has waited longest on the plunger, if the lane is free.
    fn serve(&mut self, world: &mut World, dt: f32) -> Result<(), Error> {
        self.since_serve += dt;
        let free = self.balls.iter().all(|ball| ball.stage != Stage::Lane) && self.plunger.waits();
        if !free || self.since_serve < PAUSE {
            return Ok(());
        }
        let waiting = self.balls.iter_mut().filter(|ball| ball.stage == Stage::Trough);
        let Some(ball) = waiting.min_by_key(|ball| ball.turn) else { return Ok(()) };
        world.set_position(ball.id, Plunger::seat())?;
        world.set_velocity(ball.id, Vec2::ZERO)?;
        world.set_spin(ball.id, 0.0)?;
        let seat = Plunger::seat();
        *ball = Ticket { stage: Stage::Lane, last: seat, anchor: seat, still: 0.0, ..*ball };
        self.since_serve = 0.0;
        self.served += 1;
        Ok(())
    }

    /// Shoots the ball in the lane once it lies still on the plunger, also when it has come back.
    fn shoot(&mut self) {
        let low = |ball: &Ticket| ball.anchor.y < Plunger::seat().y + RADIUS;
        let still = |ball: &&Ticket| ball.stage == Stage::Lane && ball.still > 0.3 && low(ball);
        if self.plunger.waits() && self.balls.iter().any(|ball| still(&ball)) {
            self.plunger.fire();
        }
    }

    fn count(&mut self, world: &World) {
        for impact in world.events().impacts() {
            let Some(prize) = impact.shape_a.and_then(|shape| self.table.prizes.get(&shape)) else {
                continue;
            };
            let points = match prize {
                Prize::Bumper => 100,
                Prize::Slingshot => 10,
                Prize::Target => 50,
            };
            self.score += points;
            self.hits[*prize as usize] += 1;
        }
    }

    /// Sees where each ball has come to.
    fn follow(&mut self, world: &mut World, dt: f32) -> Result<(), Error> {
        for ball in &mut self.balls {
            let Some(place) = world.position(ball.id) else { continue };
            ball.still += dt;
            if place.distance_squared(ball.anchor) > RADIUS * RADIUS {
                (ball.anchor, ball.still) = (place, 0.0);
            }
            let in_lane = place.x > FIELD && place.y < LANE_TOP;
            match ball.stage {
                Stage::Lane if place.x < FIELD - RADIUS => {
                    // The only way out is over the wall.
                    let way = 2.0 * LANE_TOP - ball.last.y - place.y;
                    self.trespassers += usize::from(way > FASTEST * dt);
                    ball.stage = Stage::Play;
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
                    self.drained += 1;
                }
                Stage::Play if ball.still > STUCK => {
                    let push = vec2(either_way(&mut self.chance, NUDGE), either_way(&mut self.chance, NUDGE));
                    world.apply_impulse(ball.id, push * MASS)?;
                    ball.still = 0.0;
                    self.nudges += 1;
                }
                _ => {}
            }
            ball.last = place;
        }
        Ok(())
    }
}

impl Script for Game {
    fn before(&mut self, world: &mut World, dt: f32) -> Result<(), Error> {
        self.serve(world, dt)?;
        self.shoot();
        self.plunger.drive(world, &mut self.chance, dt)?;
        let playing: Vec<BodyId> =
            self.balls.iter().filter(|ball| ball.stage == Stage::Play).map(|ball| ball.id).collect();
        self.player.drive(world, &self.table.flippers, &playing, &mut self.chance, dt)
    }

    fn after(&mut self, world: &mut World, dt: f32) -> Result<(), Error> {
        self.count(world);
        self.follow(world, dt)
    }

    fn score(&self) -> Option<u64> {
        Some(self.score)
    }

    fn trespassers(&self) -> usize {
        self.trespassers
    }

    fn facts(&self, _world: &World) -> Vec<Fact> {
        let playing = self.balls.iter().filter(|ball| ball.stage == Stage::Play).count();
        let [bumpers, slingshots, targets] = self.hits;
        vec![
            ("bumper_hits", json!(bumpers)),
            ("slingshot_hits", json!(slingshots)),
            ("target_hits", json!(targets)),
            ("flips", json!(self.player.presses)),
            ("served", json!(self.served)),
            ("drained", json!(self.drained)),
            ("nudges", json!(self.nudges)),
            ("in_play", json!(playing)),
        ]
    }
}
