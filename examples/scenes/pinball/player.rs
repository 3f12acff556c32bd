//! The players: one presses both buttons in a rhythm, the other watches, aims, and is a little late.

use carom::prelude::*;
use rand::RngExt;
use rand_pcg::Pcg64;

use super::RADIUS;
use super::flipper::Flipper;
use super::table::MIDDLE;

/// Slowest reaction, seconds; the fastest is none at all.
const SLOWEST: f32 = 0.03;
/// How long a button is held, and how long the finger rests afterwards, seconds.
const HOLD: f32 = 0.15;
const REST: f32 = 0.12;
/// Where along the flipper a ball is batted, for each shot that the player knows: late shots go across the table.
const SHOTS: [f32; 3] = [0.6, 0.8, 0.95];
/// How far, how fast and how often the table is shoved: metres, seconds.
const SHOVE: f32 = 0.006;
const SHOVING: f32 = 0.15;
const PAUSE: f32 = 1.5;

/// The next action of a finger, with the seconds until then.
#[derive(Clone, Copy, Debug)]
enum Finger {
    Ready,
    Reacts(f32),
    Holds(f32),
    Rests(f32),
}

/// How the game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// Both buttons, down for a quarter of a second of each half second.
    Rhythm,
    /// Waits for the ball to come to where the shot is, and shoves the table when it heads for the drain.
    Aims,
}

/// Two fingers.
#[derive(Debug)]
pub(super) struct Player {
    style: Style,
    fingers: [Finger; 2],
    shot: f32,
    clock: f32,
    since_shove: f32,
    /// How often a button was pressed.
    pub(super) presses: u64,
}

impl Player {
    pub(super) fn new(style: Style) -> Self {
        let fingers = [Finger::Ready; 2];
        Self { style, fingers, shot: SHOTS[0], clock: 0.0, since_shove: PAUSE, presses: 0 }
    }

    /// Reads the balls in play and drives the flippers for the next step; returns whether it shoved the table.
    pub(super) fn drive(
        &mut self,
        world: &mut World,
        flippers: &mut [Flipper; 2],
        balls: &[BodyId],
        chance: &mut Pcg64,
        dt: f32,
    ) -> Result<bool, Error> {
        self.clock += dt;
        if self.style == Style::Rhythm {
            let pressed = self.clock % 0.5 < 0.25;
            self.presses += 2 * u64::from(pressed && self.clock % 0.5 < dt);
            for flipper in flippers {
                flipper.drive(world, pressed, dt)?;
            }
            return Ok(false);
        }
        let shot = self.shot;
        for (finger, flipper) in self.fingers.iter_mut().zip(flippers) {
            *finger = match *finger {
                Finger::Ready if balls.iter().any(|ball| comes(world, flipper, *ball, shot)) => {
                    Finger::Reacts(chance.random_range(0.0..SLOWEST))
                }
                Finger::Ready => Finger::Ready,
                Finger::Reacts(left) if left > dt => Finger::Reacts(left - dt),
                Finger::Reacts(_) => {
                    self.presses += 1;
                    self.shot = SHOTS[chance.random_range(0..SHOTS.len())];
                    Finger::Holds(HOLD)
                }
                Finger::Holds(left) if left > dt => Finger::Holds(left - dt),
                Finger::Holds(_) => Finger::Rests(REST),
                Finger::Rests(left) if left > dt => Finger::Rests(left - dt),
                Finger::Rests(_) => Finger::Ready,
            };
            flipper.drive(world, matches!(finger, Finger::Holds(_)), dt)?;
        }
        self.shove(world, balls, chance, dt)
    }

    /// Shoves the table under a ball that falls between the flippers.
    fn shove(
        &mut self,
        world: &mut World,
        balls: &[BodyId],
        chance: &mut Pcg64,
        dt: f32,
    ) -> Result<bool, Error> {
        self.since_shove += dt;
        let in_danger = |ball: &&BodyId| {
            world.ball(**ball).is_some_and(|ball| {
                let aside = (ball.position.x - MIDDLE).abs();
                aside < RADIUS && ball.velocity.y < -0.3 && (0.17..0.26).contains(&ball.position.y)
            })
        };
        if self.since_shove < PAUSE || balls.iter().find(in_danger).is_none() {
            return Ok(false);
        }
        self.since_shove = 0.0;
        let way = if chance.random_range(0..2) == 0 { SHOVE } else { -SHOVE };
        world.nudge(vec2(way, 0.0), SHOVING)?;
        Ok(true)
    }
}

/// Whether a ball is close above the flipper, as far out as the shot asks or further, and not rising.
fn comes(world: &World, flipper: &Flipper, ball: BodyId, shot: f32) -> bool {
    let (Some(place), Some(velocity)) = (world.position(ball), world.velocity(ball)) else {
        return false;
    };
    let (along, above) = flipper.seen(place);
    let near = above > 0.0 && above < 4.0 * RADIUS;
    near && (shot..1.25).contains(&along) && velocity.y < 0.2
}
