//! The corpus: a thousand games whose every bit a patch keeps.
//!
//! A game is drawn from a seed by code that stays as it is, so that only a line with its fingerprints is kept of it
//! (`corpus/games.txt`). Beside them stand recordings of the scene files as bytes (`corpus/*.rec`). Both belong to
//! one minor version of the engine. Where motion is meant to change, the version does, and `corpus write` writes
//! both again.

mod arcade;
mod heaps;
mod machines;
mod play;
mod tables;

use std::fmt::Write;

use carom::Error;

pub use play::Play;

use crate::dice::Dice;

/// The number of games.
pub const GAMES: usize = 1000;
/// How long each is played, seconds.
pub const SECONDS: usize = 4;

/// How a game is drawn.
type Draw = fn(Dice) -> Result<Play, Error>;

/// The kinds of games. Their order numbers the games: new ones come last, with a new corpus.
const KINDS: [(&str, Draw); 15] = [
    ("pile", heaps::pile),
    ("sleep", heaps::sleep),
    ("drum", heaps::drum),
    ("press", heaps::press),
    ("pinball", tables::pinball),
    ("cloth", tables::cloth),
    ("galton", tables::galton),
    ("mill", machines::mill),
    ("sliders", machines::sliders),
    ("links", machines::links),
    ("gas", arcade::gas),
    ("traffic", arcade::traffic),
    ("fields", arcade::fields),
    ("blocks", arcade::blocks),
    ("rollback", arcade::rollback),
];

/// The name of a game, as in `pile/3`.
#[must_use]
pub fn name(number: usize) -> String {
    format!("{}/{}", KINDS[number % KINDS.len()].0, number / KINDS.len())
}

/// The number of the game with this name.
#[must_use]
pub fn number(of: &str) -> Option<usize> {
    (0..GAMES).find(|number| name(*number) == of)
}

/// A game at its start.
///
/// # Errors
/// Errors of the world: a fault of the game.
pub fn game(number: usize) -> Result<Play, Error> {
    let (_, draw) = KINDS[number % KINDS.len()];
    draw(Dice(number as u64 * 0x1_0001))
}

/// Plays a game. Returns its line: its name, four digits for each second and all sixteen for the last.
///
/// # Errors
/// As [`game`].
pub fn line(number: usize) -> Result<String, Error> {
    let mut play = game(number)?;
    let mut line = name(number);
    for second in 1..=SECONDS {
        let print = play.second()?;
        let _ = if second < SECONDS {
            write!(line, " {:04x}", print >> 48)
        } else {
            write!(line, " {print:016x}")
        };
    }
    Ok(line)
}

/// The second in which a line differs from the one that was kept, from 1; `None` if it does not.
#[must_use]
pub fn differs(kept: &str, found: &str) -> Option<usize> {
    let differs = kept.split(' ').zip(found.split(' ')).position(|(a, b)| a != b);
    differs.or((kept.len() != found.len()).then_some(SECONDS))
}

/// The minor version to which the corpus belongs, as in `0.1`.
#[must_use]
pub fn minor_version() -> &'static str {
    let version = env!("CARGO_PKG_VERSION");
    version.rsplit_once('.').map_or(version, |(minor, _)| minor)
}
