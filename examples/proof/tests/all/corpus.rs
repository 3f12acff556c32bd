//! A part of the corpus, in each run of the tests; `cargo run --release -p carom-proof --bin corpus` replays all of it.

use std::fs;
use std::path::Path;

use carom::{Recording, World};
use proof::corpus::{GAMES, differs, game, line, minor_version};

const ADVICE: &str = "a patch keeps every bit of motion; where a change is meant, see CONTRIBUTING.md";

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

/// Peers of two patches of one minor version play together, and replays of one run on the other.
#[test]
fn frozen_games_are_the_same_bit_for_bit() {
    let kept = fs::read_to_string(folder().join("games.txt")).expect("the corpus");
    let kept: Vec<&str> = kept.lines().collect();
    assert_eq!(kept.len(), GAMES + 1, "a line a game, and the version");
    // 31 has no factor in common with the number of kinds: all are among them.
    for number in (0..GAMES).step_by(31) {
        let found = line(number).expect("a sound game");
        let second = differs(kept[number + 1], &found);
        assert_eq!(second, None, "{found} differs in that second from {}: {ADVICE}", kept[number + 1]);
    }
}

#[test]
fn frozen_recordings_are_the_same_bit_for_bit() {
    for name in ["cradle", "billiards", "pinball_parts", "marble_run"] {
        let bytes = fs::read(folder().join(format!("{name}.rec"))).expect("the corpus");
        let recording = Recording::from_bytes(&bytes).expect("a recording of this version");
        assert_eq!(World::replay(&recording), Ok(None), "{name}: {ADVICE}");
    }
}

/// A change of motion needs a new minor version: a corpus of another one is no proof.
#[test]
fn the_corpus_is_that_of_this_minor_version() {
    let kept = fs::read_to_string(folder().join("games.txt")).expect("the corpus");
    let heading = format!("carom {}", minor_version());
    assert_eq!(kept.lines().next(), Some(heading.as_str()), "{ADVICE}");
}

/// The recording of a game holds all of its calls.
#[test]
fn a_game_is_replayed_from_its_recording() {
    for number in 0..15 {
        let mut play = game(number).expect("a sound game");
        play.world_mut().start_recording(1);
        play.second().expect("a sound game");
        let recording = play.world_mut().stop_recording().expect("it was begun");
        let recording = Recording::from_bytes(&recording.to_bytes()).expect("its own bytes");
        assert_eq!(World::replay(&recording), Ok(None), "{}", proof::corpus::name(number));
    }
}
