//! Pinball: two flippers, one ball, as long as it stays in play.

use carom::glam::vec2;
use carom::{BodyId, Config};
use carom_scene::model::GoalAction;
use carom_scene::{Document, Fault};
use rand::RngExt;
use rand_pcg::Pcg64;

use super::{Outcome, Play, bounded, scaled, write};
use crate::run::Run;

/// Seconds in one spot after which a ball counts as caught: a flipper that is held up would keep it for ever.
const CAUGHT: f32 = 3.0;

/// The table of the examples without its own players.
#[derive(Debug)]
pub(crate) struct Pinball {
    start: Run,
    ball: BodyId,
    flippers: [BodyId; 2],
}

impl Pinball {
    pub(crate) fn new() -> Result<Self, Fault> {
        let mut document = Document::from_ron(include_str!("../../scenes/pinball.ron"), Default::default())?;
        document.scene.players.clear();
        for goal in &mut document.scene.goals {
            goal.then = GoalAction::Keep;
        }
        let mut stage = document.stage()?;
        let config = Config { stuck_after: CAUGHT, stuck_radius: 0.02, ..*stage.world.config() };
        stage.set_config(config)?;
        let find = |name: &str| stage.find(name).ok_or_else(|| Fault::at(name, "is not on the table"));
        let (ball, flippers) = (find("ball")?, [find("left.flipper")?, find("right.flipper")?]);
        Ok(Self { start: stage.into(), ball, flippers })
    }
}

impl Play for Pinball {
    fn start(&self) -> &Run {
        &self.start
    }

    fn observations(&self) -> usize {
        8
    }

    fn actions(&self) -> usize {
        1
    }

    /// The ball comes up the lane at a speed of which no two are alike.
    fn begin(&self, run: &mut Run, chance: &mut Pcg64) {
        let speed = chance.random_range(1.2..2.0);
        let world = run.world_mut();
        // The ball is there, and these numbers are right.
        let _ = world.teleport(self.ball, vec2(0.496, 0.6));
        let _ = world.set_velocity(self.ball, vec2(0.0, speed));
    }

    /// An action is 0 for no flipper, 1 for the left one, 2 for the right one, 3 for both. A second in play earns 1.
    fn play(&self, run: &mut Run, actions: &[f32], skip: u32) -> Outcome {
        let mut outcome = Outcome::default();
        let Some(stage) = run.stage_mut() else { return outcome };
        let pressed = bounded(actions.first().copied().unwrap_or_default(), 0.0, 3.0) as u32;
        stage.press("left", pressed & 1 != 0);
        stage.press("right", pressed & 2 != 0);
        for _ in 0..skip {
            stage.step();
            outcome.rewards[0] += f64::from(stage.dt());
            if stage.entered().next().is_some() || !stage.world.events().stuck().is_empty() {
                outcome.over = true;
                break;
            }
        }
        outcome
    }

    /// Place and velocity of the ball, angle and rate of both flippers, all about from -1 to 1.
    fn observe(&self, run: &Run, out: &mut [f32]) {
        let world = run.world();
        let Some(ball) = world.motion(self.ball) else { return };
        let [x, y] = scaled(ball.position, vec2(0.257, 0.535), vec2(0.257, 0.535));
        write(out, &[x, y, 0.5 * ball.velocity.x, 0.5 * ball.velocity.y]);
        for (n, flipper) in self.flippers.into_iter().enumerate() {
            let (angle, rate) = (world.joint_position(flipper), world.joint_velocity(flipper));
            write(&mut out[4 + 2 * n..], &[angle.unwrap_or_default(), 0.02 * rate.unwrap_or_default()]);
        }
    }
}
