//! The bodies of the fuzz targets, with dice in place of a fuzzer: more cases with `CAROM_CASES`.

use proof::attack::{ATTACKS, outlines, run, stadiums};

#[test]
fn nothing_that_input_says_breaks_a_promise() {
    let cases = std::env::var("CAROM_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(60);
    for (name, body) in ATTACKS {
        run(name, body, 0..cases);
    }
}

/// A disc a million pixels wide lies over a map of a few hundred. Its walls contradict each other, and the stored
/// impulses of its contacts grew twentyfold in each substep, until a snapshot of the world was refused.
#[test]
fn walls_that_contradict_each_other_leave_a_world_that_can_be_saved() {
    run("stadiums", stadiums, 15345..15346);
}

/// A ball that lay at the largest depth in a hollow arc left it for the arc's end. The arc was an arrival at once,
/// since the ball was within its reach, and so the later arrival at the end was not tested: the ball sank over the
/// end.
#[test]
fn a_ball_that_leaves_a_hollow_arc_over_its_end_sinks_no_deeper() {
    run("outlines", outlines, 109_644..109_645);
    run("outlines", outlines, 216_715..216_716);
}

/// Gravity pressed a ball into a corner of 1 degree between two arcs. The difference of its chord from the parabola
/// parted it from one wall, and so drove it out along the other, at 47 units a second from rest.
#[test]
fn a_ball_that_two_walls_wedge_is_not_thrown_out() {
    run("outlines", outlines, 591_739..591_740);
}

/// Under a pull of 1000 the straight way of a whole step lay three radii from the parabola. The ball flew past a bulging
/// facet, but its straight way led into it, up to 0.22 radii deep in the facet behind.
#[test]
fn a_ball_under_a_strong_pull_comes_only_to_what_it_meets() {
    run("outlines", outlines, 422_110..422_111);
}

/// A small ball came to the largest depth in a hollow arc that did not press on it. It was stopped there, and went on
/// straight ahead, deeper into the arc.
#[test]
fn a_ball_that_is_stopped_in_a_hollow_arc_does_not_go_on_into_it() {
    run("outlines", outlines, 9653..9654);
}
