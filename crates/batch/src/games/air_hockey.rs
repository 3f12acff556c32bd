//! Air hockey: two mallets and a puck, until one of the goals is entered.

use carom::glam::{Vec2, vec2};
use carom::{Body, BodyId, Material, Shape};
use carom_scene::{Document, Fault};
use rand::RngExt;
use rand_pcg::Pcg64;

use super::{Outcome, Play, bounded, write};
use crate::run::Run;

/// Fastest mallet in each coordinate, length units per second.
const FASTEST: f32 = 3.0;

/// A table with two mallets.
#[derive(Debug)]
pub(crate) struct AirHockey {
    start: Run,
    puck: BodyId,
    /// West, and east.
    mallets: [BodyId; 2],
}

/// A point as the player in the west sees it, and the one in the east, for whom the table is turned around.
fn turned(place: Vec2, player: usize) -> Vec2 {
    let center = vec2(1.0, 0.5);
    if player == 0 { place - center } else { center - place }
}

impl AirHockey {
    pub(crate) fn new() -> Result<Self, Fault> {
        let document = Document::from_ron(include_str!("../../scenes/air_hockey.ron"), Default::default())?;
        let mut stage = document.stage()?;
        let puck = stage.find("puck").ok_or_else(|| Fault::at("puck", "is not on the table"))?;
        let material = Material { restitution: 0.8, friction: 0.2, ..Material::default() };
        let mut mallet = |x: f32| -> Result<BodyId, carom::Error> {
            let body = stage.world.add_body(Body::kinematic().position(vec2(x, 0.5)))?;
            stage.world.add_shape(body, Shape::circle(Vec2::ZERO, 0.05)?.material(material))?;
            Ok(body)
        };
        let refused = |error: carom::Error| Fault::at("mallet", error.to_string());
        let mallets = [mallet(0.3).map_err(refused)?, mallet(1.7).map_err(refused)?];
        Ok(Self { start: stage.into(), puck, mallets })
    }
}

impl Play for AirHockey {
    fn start(&self) -> &Run {
        &self.start
    }

    fn players(&self) -> usize {
        2
    }

    fn observations(&self) -> usize {
        12
    }

    fn actions(&self) -> usize {
        2
    }

    /// The puck comes from the middle, in any direction.
    fn begin(&self, run: &mut Run, chance: &mut Pcg64) {
        let place = vec2(1.0, chance.random_range(0.2..0.8));
        let velocity = vec2(chance.random_range(-1.5..1.5), chance.random_range(-0.7..0.7));
        // The puck is there, and these numbers are right.
        let _ = run.world_mut().teleport(self.puck, place);
        let _ = run.world_mut().set_velocity(self.puck, velocity);
    }

    /// An action is the velocity of the own mallet, -1 to 1 for up to 3 m/s in each coordinate, as the player sees it; it
    /// stays in its half. A goal earns 1, one against costs 1, and ends the episode.
    fn play(&self, run: &mut Run, actions: &[f32], skip: u32) -> Outcome {
        let seconds = skip as f32 * run.dt();
        for (player, mallet) in self.mallets.into_iter().enumerate() {
            let action =
                |n: usize| bounded(actions.get(2 * player + n).copied().unwrap_or_default(), -1.0, 1.0);
            let side = if player == 0 { 1.0 } else { -1.0 };
            let way = side * FASTEST * seconds * vec2(action(0), action(1));
            let world = run.world_mut();
            let at = world.position(mallet).unwrap_or_default() + way;
            let [west, east] = if player == 0 { [0.1, 0.94] } else { [1.06, 1.9] };
            let at = at.clamp(vec2(west, 0.1), vec2(east, 0.9));
            // The mallet is kinematic, and the place is on the table.
            let _ = world.move_kinematic_over(mallet, at, 0.0, seconds);
        }
        let mut outcome = Outcome::default();
        let Some(stage) = run.stage_mut() else { return outcome };
        for _ in 0..skip {
            stage.step();
            if let Some((goal, _)) = stage.entered().next() {
                let west = if goal.starts_with("west") { -1.0 } else { 1.0 };
                return Outcome { rewards: [west, -west], over: true };
            }
        }
        outcome.over = false;
        outcome
    }

    /// Place and velocity of the puck, of the own mallet and of the other one, as the player sees them.
    fn observe(&self, run: &Run, out: &mut [f32]) {
        let half = out.len() / 2;
        for player in 0..2 {
            let bodies = [self.puck, self.mallets[player], self.mallets[1 - player]];
            for (n, body) in bodies.into_iter().enumerate() {
                let Some(motion) = run.world().motion(body) else { continue };
                let side = if player == 0 { 1.0 } else { -1.0 };
                let (place, velocity) = (turned(motion.position, player), 0.2 * side * motion.velocity);
                write(&mut out[player * half + 4 * n..], &[place.x, place.y, velocity.x, velocity.y]);
            }
        }
    }
}
