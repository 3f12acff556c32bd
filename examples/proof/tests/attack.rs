//! The bodies of the fuzz targets, with dice in place of a fuzzer: more cases with `CAROM_CASES`.

use proof::attack::{ATTACKS, run, stadiums};

#[test]
fn nothing_that_input_says_breaks_a_promise() {
    let cases = std::env::var("CAROM_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(60);
    for (name, body) in ATTACKS {
        run(name, body, 0..cases);
    }
}

/// A disc a million pixels wide lies over a map of a few hundred. Its walls contradict each other, and what its contacts
/// remembered grew twentyfold in each substep, until a snapshot of the world was refused.
#[test]
fn walls_that_contradict_each_other_leave_a_world_that_can_be_saved() {
    run("stadiums", stadiums, 15345..15346);
}
