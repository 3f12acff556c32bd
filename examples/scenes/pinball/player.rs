//! The player: sees a ball come to a flipper, and presses the button a little late.

use carom::prelude::*;
use rand::RngExt;
use rand_pcg::Pcg64;

use super::RADIUS;
use super::flipper::{self, Flipper};

/// Slowest reaction, seconds; the fastest is none at all.
const SLOWEST: f32 = 0.06;
/// How long a button is held, and how long the finger rests afterwards, seconds.
const HOLD: f32 = 0.15;
const REST: f32 = 0.12;

/// What a finger is about to do, with the seconds until then.
#[derive(Clone, Copy, Debug)]
enum Finger {
    Ready,
    Reacts(f32),
    Holds(f32),
    Rests(f32),
}

/// Two fingers.
#[derive(Debug)]
pub(super) struct Player {
    fingers: [Finger; 2],
    /// How often a button was pressed.
    pub(super) presses: u64,
}

impl Player {
    pub(super) fn new() -> Self {
        Self { fingers: [Finger::Ready; 2], presses: 0 }
    }

    /// Looks at the balls in play and drives the flippers for the next step.
    pub(super) fn drive(
        &mut self,
        world: &mut World,
        flippers: &[Flipper; 2],
        balls: &[BodyId],
        chance: &mut Pcg64,
        dt: f32,
    ) -> Result<(), Error> {
        for (finger, flipper) in self.fingers.iter_mut().zip(flippers) {
            *finger = match *finger {
                Finger::Ready if balls.iter().any(|ball| comes(world, flipper, *ball)) => {
                    Finger::Reacts(chance.random_range(0.0..SLOWEST))
                }
                Finger::Ready => Finger::Ready,
                Finger::Reacts(left) if left > dt => Finger::Reacts(left - dt),
                Finger::Reacts(_) => {
                    self.presses += 1;
                    Finger::Holds(HOLD)
                }
                Finger::Holds(left) if left > dt => Finger::Holds(left - dt),
                Finger::Holds(_) => Finger::Rests(REST),
                Finger::Rests(left) if left > dt => Finger::Rests(left - dt),
                Finger::Rests(_) => Finger::Ready,
            };
            flipper.drive(world, matches!(finger, Finger::Holds(_)), dt)?;
        }
        Ok(())
    }
}

/// Whether a ball is close above the flipper's outer part and not on its way up.
fn comes(world: &World, flipper: &Flipper, ball: BodyId) -> bool {
    let (Some(place), Some(velocity)) = (world.position(ball), world.velocity(ball)) else {
        return false;
    };
    let (along, above) = flipper.seen(place);
    let near = above > 0.0 && above < flipper::RADIUS + 3.0 * RADIUS;
    near && (0.4..1.15).contains(&along) && velocity.y < 0.2
}
