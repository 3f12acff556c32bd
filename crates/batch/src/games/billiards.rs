//! Billiards: a shot after the other, until the table is clear.

use carom::BodyId;
use carom::glam::{Vec2, vec2};
use carom_scene::{Document, Fault};
use rand::RngExt;
use rand_pcg::Pcg64;

use super::{Outcome, Play, bounded, scaled, write};
use crate::run::Run;

/// Radius of a ball, length units.
const RADIUS: f32 = 0.028575;
/// Steps after which a shot ends at the latest: 12 s.
const PATIENCE: u32 = 720;
/// Speed below which a ball counts as resting, length units per second.
const REST: f32 = 1e-3;

/// A pool table with a cue ball and three others.
#[derive(Debug)]
pub(crate) struct Billiards {
    start: Run,
    /// The cue ball first.
    balls: [BodyId; 4],
}

impl Billiards {
    pub(crate) fn new() -> Result<Self, Fault> {
        let document = Document::from_ron(include_str!("../../scenes/billiards.ron"), Default::default())?;
        let stage = document.stage()?;
        let find = |name: &str| stage.find(name).ok_or_else(|| Fault::at(name, "is not on the table"));
        let balls = [find("cue")?, find("1")?, find("2")?, find("3")?];
        Ok(Self { start: stage.into(), balls })
    }

    /// How many of the other balls are left.
    fn left(&self, run: &Run) -> usize {
        self.balls[1..].iter().filter(|ball| run.world().position(**ball).is_some()).count()
    }

    fn rests(&self, run: &Run) -> bool {
        let speed = |ball: &BodyId| run.world().velocity(*ball).map_or(0.0, Vec2::length);
        self.balls.iter().all(|ball| speed(ball) < REST)
    }
}

impl Play for Billiards {
    fn start(&self) -> &Run {
        &self.start
    }

    fn observations(&self) -> usize {
        12
    }

    fn actions(&self) -> usize {
        2
    }

    /// Balls lie where chance puts them, clear of each other and of the cushions.
    fn begin(&self, run: &mut Run, chance: &mut Pcg64) {
        let mut places: Vec<Vec2> = Vec::new();
        while places.len() < self.balls.len() {
            let place = vec2(chance.random_range(0.1..2.44), chance.random_range(0.1..1.17));
            if places.iter().all(|other| other.distance(place) > 2.2 * RADIUS) {
                places.push(place);
            }
        }
        for (ball, place) in self.balls.iter().zip(places) {
            // The ball is there, and the place is on the table.
            let _ = run.world_mut().teleport(*ball, place);
        }
    }

    /// An action is the direction of the cue ball, -1 to 1 for a whole turn, and its speed, -1 to 1 for 0.3 to 5 m/s. A ball
    /// that falls earns 1, the cue ball -1. The episode ends with the last ball or the cue ball.
    fn play(&self, run: &mut Run, actions: &[f32], _skip: u32) -> Outcome {
        let action = |n: usize| bounded(actions.get(n).copied().unwrap_or_default(), -1.0, 1.0);
        let (angle, speed) = (core::f32::consts::PI * action(0), 2.65 + 2.35 * action(1));
        let (sin, cos) = libm::sincosf(angle);
        let before = self.left(run);
        let struck = run.world_mut().set_velocity(self.balls[0], speed * vec2(cos, sin));
        let steps = if struck.is_ok() { PATIENCE } else { 0 };
        for _ in 0..steps {
            run.step();
            if self.rests(run) {
                break;
            }
        }
        let (left, scratched) = (self.left(run), run.world().position(self.balls[0]).is_none());
        let reward = (before - left) as f64 - f64::from(u8::from(scratched));
        Outcome { rewards: [reward, 0.0], over: scratched || left == 0 }
    }

    /// Place of each ball from -1 to 1, and 1 if it is on the table, 0 with place (0, 0) if not.
    fn observe(&self, run: &Run, out: &mut [f32]) {
        for (n, ball) in self.balls.into_iter().enumerate() {
            let seen = run.world().position(ball).map_or([0.0; 3], |place| {
                let [x, y] = scaled(place, vec2(1.27, 0.635), vec2(1.27, 0.635));
                [x, y, 1.0]
            });
            write(&mut out[3 * n..], &seen);
        }
    }
}
