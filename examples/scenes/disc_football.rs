//! Disc football on a stadium read from a file: two teams run after the ball and kick it.

use carom::prelude::*;
use carom_hbs::{Control, Pitch, Stadium, Team};
use rand::RngExt;
use rand_pcg::Pcg64;

use crate::{Fact, Options, Region, Scene, Script};

/// The field, as anyone may draw one.
const STADIUM: &str = include_str!("disc_football.hbs");
/// Steps for which a player keeps to its decision.
const PATIENCE: u64 = 12;

/// `n` players (default 8) in two teams. Each runs for the ball, more or less, and kicks it when it can.
///
/// # Errors
/// [`Error::WrongCount`] unless there are 1 to 16 players, [`Error::OutOfRange`] for bad substeps.
pub fn build(options: &Options) -> Result<Scene, Error> {
    let n = options.balls_or(8, 1..=16, "1 to 16 players")?;
    let stadium = Stadium::parse(STADIUM).map_err(refused)?;
    let half = vec2(stadium.width as f32, stadium.height as f32);
    let mut world = World::new(options.config(Config::weightless()))?;
    let mut pitch = Pitch::new(&mut world, stadium).map_err(refused)?;
    for i in 0..n {
        let team = if i % 2 == 0 { Team::Red } else { Team::Blue };
        pitch.add_player(&mut world, team).map_err(refused)?;
    }
    pitch.kick_off(&mut world, Team::Red);
    let game = Game { pitch, players: n, chance: options.chance(9), steps: 0, goals: [0; 2] };
    Ok(Scene::new("disc_football", world, Region::rectangle(-half, half)).script(game))
}

/// The field is our own and whole; only the world may still refuse it.
fn refused(error: carom_hbs::Error) -> Error {
    match error {
        carom_hbs::Error::World(error) => error,
        _ => Error::WrongCount { field: "faults of the stadium", count: 1, allowed: "0" },
    }
}

#[derive(Debug)]
struct Game {
    pitch: Pitch,
    players: usize,
    chance: Pcg64,
    steps: u64,
    /// Goals of red and of blue.
    goals: [u64; 2],
}

impl Game {
    /// Lets a player run to where the ball is, or not far from it, and hold the kick now and then.
    fn decide(&mut self, world: &World, player: usize) {
        let place = |body: Option<BodyId>| body.and_then(|body| world.position(body)).unwrap_or_default();
        let (me, ball) = (place(self.pitch.player(player)), place(Some(self.pitch.ball())));
        let astray = vec2(self.chance.random_range(-60.0..60.0), self.chance.random_range(-60.0..60.0));
        let direction = ball + astray - me;
        self.pitch.control(player, Control { direction, kick: self.chance.random_bool(0.7) });
    }
}

impl Script for Game {
    fn before(&mut self, world: &mut World, dt: f32) -> Result<(), Error> {
        for player in 0..self.players {
            // Not all at once.
            if (self.steps + player as u64).is_multiple_of(PATIENCE) {
                self.decide(world, player);
            }
        }
        self.steps += 1;
        self.pitch.begin(world, dt);
        Ok(())
    }

    fn after(&mut self, world: &mut World, dt: f32) -> Result<(), Error> {
        self.pitch.end(world, dt);
        if let Some(score) = self.pitch.scores().first() {
            let team = score.team;
            self.goals[usize::from(team == Team::Blue)] += 1;
            self.pitch.kick_off(world, team.other());
        }
        Ok(())
    }

    fn score(&self) -> Option<u64> {
        Some(self.goals[0] + self.goals[1])
    }

    fn facts(&self, _: &World) -> Vec<Fact> {
        vec![("goals_of_red", self.goals[0].into()), ("goals_of_blue", self.goals[1].into())]
    }
}
