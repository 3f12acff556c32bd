//! Buttons: pressed by the clock, by a player who watches, or by the game.

use std::sync::Arc;

use carom::World;
use rand::RngExt;

use crate::area::Field;
use crate::engine_errors::within;
use crate::fault::Fault;
use crate::model::{InputPress, Player};
use crate::random::{Purpose, chance};

/// All buttons of a scene.
#[derive(Clone, Debug, Default)]
pub(crate) struct Buttons {
    /// Shared by all stages of a scene.
    names: Arc<Vec<String>>,
    /// Whether each is pressed now, and whether it was in the last step.
    now: Vec<bool>,
    before: Vec<bool>,
    /// Buttons that the game itself holds.
    pub(crate) held: Vec<bool>,
    presses: Vec<(usize, InputPress)>,
    fingers: Vec<(usize, Player, Field)>,
    pub(crate) states: Vec<Finger>,
}

/// The next action of a finger; times are those of the scene, seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Finger {
    /// Ready, reacts, holds, rests.
    pub(crate) phase: u64,
    /// Until when.
    pub(crate) until: f64,
    /// How often it has pressed.
    pub(crate) presses: u64,
}

impl Buttons {
    /// # Errors
    /// A time that is out of range, or an area without extent.
    pub(crate) fn new(presses: &[InputPress], players: &[Player]) -> Result<Self, Fault> {
        let mut buttons = Self::default();
        for (n, press) in presses.iter().enumerate() {
            let path = format!("inputs[{n}]");
            within(&path, "at", f64::from(press.at), 0.0, 1e6)?;
            within(&path, "hold", f64::from(press.hold), 1e-6, 1e6)?;
            if let Some(every) = press.every {
                within(&path, "every", f64::from(every), f64::from(press.hold), 1e6)?;
            }
            let number = buttons.number(&press.input);
            buttons.presses.push((number, press.clone()));
        }
        for (n, player) in players.iter().enumerate() {
            let path = format!("players[{n}]");
            within(&path, "reaction", f64::from(player.reaction), 0.0, 1e3)?;
            within(&path, "hold", f64::from(player.hold), 1e-6, 1e6)?;
            within(&path, "rest", f64::from(player.rest), 0.0, 1e6)?;
            let field = Field::of(&player.watches, &format!("{path}.watches"))?;
            let number = buttons.number(&player.input);
            buttons.fingers.push((number, player.clone(), field));
            buttons.states.push(Finger::default());
        }
        Ok(buttons)
    }

    /// The number of a button, new if its name was not seen before.
    pub(crate) fn number(&mut self, name: &str) -> usize {
        self.find(name).unwrap_or_else(|| {
            Arc::make_mut(&mut self.names).push(name.to_owned());
            self.now.push(false);
            self.before.push(false);
            self.held.push(false);
            self.names.len() - 1
        })
    }

    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    pub(crate) fn pressed(&self, number: usize) -> bool {
        self.now[number]
    }

    pub(crate) fn changed(&self, number: usize) -> bool {
        self.now[number] != self.before[number]
    }

    /// The presses of the last step, one word a button.
    pub(crate) fn words(&self) -> Vec<u64> {
        self.now.iter().zip(&self.held).map(|(now, held)| u64::from(*now) | u64::from(*held) << 1).collect()
    }

    pub(crate) fn take_words(&mut self, words: &[u64]) {
        for (n, word) in words.iter().enumerate().take(self.now.len()) {
            self.now[n] = word & 1 != 0;
            self.held[n] = word & 2 != 0;
        }
    }

    /// Finds which buttons are pressed in the step that begins at `time`.
    pub(crate) fn watch(&mut self, world: &World, time: f64, seed: u64) {
        std::mem::swap(&mut self.now, &mut self.before);
        self.now.clone_from(&self.held);
        for (number, press) in &self.presses {
            self.now[*number] |= by_clock(press, time);
        }
        for (n, (number, player, field)) in self.fingers.iter().enumerate() {
            let finger = &mut self.states[n];
            while finger.phase != 0 && time >= finger.until {
                let (phase, wait) = match finger.phase {
                    1 => (2, player.hold),
                    2 => (3, player.rest),
                    _ => (0, 0.0),
                };
                finger.presses += u64::from(finger.phase == 1);
                finger.phase = phase;
                finger.until += f64::from(wait);
            }
            if finger.phase == 0 && sees(world, player, field) {
                let mut chance = chance(seed, Purpose::Player, n, finger.presses);
                let wait =
                    if player.reaction > 0.0 { chance.random_range(0.0..player.reaction) } else { 0.0 };
                finger.phase = 1;
                finger.until = time + f64::from(wait);
                if finger.until <= time {
                    finger.phase = 2;
                    finger.presses += 1;
                    finger.until = time + f64::from(player.hold);
                }
            }
            self.now[*number] |= finger.phase == 2;
        }
    }

    /// Takes the states of the buttons of the same scene.
    pub(crate) fn take(&mut self, other: &Self) {
        self.now.clone_from(&other.now);
        self.before.clone_from(&other.before);
        self.held.clone_from(&other.held);
        self.states.clone_from(&other.states);
    }

    /// From now on follows these inputs, step by step, and nothing else.
    pub(crate) fn play(&mut self, changes: &[(usize, bool)]) {
        self.presses.clear();
        self.fingers.clear();
        for (number, pressed) in changes {
            self.held[*number] = *pressed;
        }
    }

    /// How often players have pressed.
    pub(crate) fn presses(&self) -> u64 {
        self.states.iter().map(|finger| finger.presses).sum()
    }
}

/// Whether the clock presses at a time.
fn by_clock(press: &InputPress, time: f64) -> bool {
    let since = time - f64::from(press.at);
    if since < 0.0 {
        return false;
    }
    let Some(every) = press.every else {
        return since < f64::from(press.hold) && press.times != Some(0);
    };
    let round = libm::floor(since / f64::from(every));
    let left = press.times.is_none_or(|times| round < f64::from(times));
    left && since - round * f64::from(every) < f64::from(press.hold)
}

fn sees(world: &World, player: &Player, field: &Field) -> bool {
    world.balls().any(|(_, ball)| {
        field.holds(ball.position)
            && player.rising.is_none_or(|most| ball.velocity.y < most)
            && player.slower_than.is_none_or(|most| ball.velocity.length() < most)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_presses_as_often_as_it_should() {
        let once = InputPress { input: "a".into(), at: 1.0, hold: 0.5, ..InputPress::default() };
        let at =
            |press: &InputPress, times: &[f64]| times.iter().map(|t| by_clock(press, *t)).collect::<Vec<_>>();
        assert_eq!(at(&once, &[0.9, 1.0, 1.4, 1.5, 9.0]), [false, true, true, false, false]);
        let thrice = InputPress { every: Some(2.0), times: Some(3), ..once };
        let expected = [true, false, true, true, false, false];
        assert_eq!(at(&thrice, &[1.1, 2.0, 3.1, 5.2, 6.0, 7.1]), expected);
    }
}
