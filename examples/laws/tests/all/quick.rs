//! A quick form of every law.

use std::io::{Write, stderr};

use laws::{ALL, Effort};

/// Cases that are not within their bars yet: the law, and how the case begins. They are measured and printed, and
/// fail no test; `laws` shows them as they are. This list must shrink: a cure of a case takes it off.
const NOT_YET: &[(&str, &str)] = &[];

fn holds(name: &str) {
    let law = ALL.iter().find(|law| law.name == name).expect("the law is in the list");
    let cases = law.cases(Effort::Test);
    assert!(!cases.is_empty(), "{name} has no cases");
    let (known, others): (Vec<_>, Vec<_>) = cases
        .iter()
        .partition(|case| NOT_YET.iter().any(|&(law, start)| law == name && case.case.starts_with(start)));
    // Past the test harness, which shows nothing of a test that does not fail.
    for case in known {
        let verdict = if case.pass {
            "holds: take it off the list of those that do not yet"
        } else {
            "not within its bar yet"
        };
        _ = writeln!(stderr(), "{name}, {}: {verdict}", case.case);
    }
    let failed: Vec<_> = others.into_iter().filter(|case| !case.pass).collect();
    assert!(failed.is_empty(), "{failed:#?}");
}

macro_rules! quick {
    ($($(#[$how:meta])* $test:ident: $name:literal,)*) => {
        $($(#[$how])* #[test] fn $test() { holds($name); })*

        #[test]
        fn every_law_has_its_test() {
            let tested = [$($name),*];
            for law in ALL {
                assert!(tested.contains(&law.name), "{} has no test", law.name);
            }
        }
    };
}

quick! {
    torture: "torture",
    #[ignore = "long: `.ci/run tests` runs it, and `cargo test -- --ignored`"]
    payout: "payout",
    closed_box: "closed-box",
    squeeze: "squeeze",
    cannonball: "cannonball",
    bounce: "bounce",
    gas: "gas",
    equation_of_state: "equation-of-state",
    torus: "torus",
    two_discs: "two-discs",
    free_path: "free-path",
    sinai: "sinai",
    cooling: "cooling",
    row: "row",
    hopper: "hopper",
    board: "board",
    maxwell_boltzmann: "maxwell-boltzmann",
    cradle: "cradle",
    rack_break: "break",
    galperin: "galperin",
    ghost_bumps: "ghost-bumps",
    incline: "incline",
    spin: "spin",
    floor: "floor",
    cushion: "cushion",
    pile: "pile",
    heap_bounce: "heap-bounce",
    #[ignore = "long: `.ci/run tests` runs it, and `cargo test -- --ignored`"]
    odd_pile: "odd-pile",
    nudge: "nudge",
    prediction: "prediction",
    fields: "fields",
    links: "links",
    order: "order",
    one_sided: "one-sided",
    sensors: "sensors",
    flipper: "flipper",
    split: "split",
    surfaces: "surfaces",
    stroke: "stroke",
    trap: "trap",
    live_catch: "live-catch",
    plunger: "plunger",
    seesaw: "seesaw",
    gate: "gate",
    spinner: "spinner",
    facets: "facets",
    tunnel: "tunnel",
    bowl: "bowl",
    loops: "loop",
    hill: "hill",
    orbit: "orbit",
    flush: "flush",
    hole: "hole",
    groove: "groove",
    pyramid: "pyramid",
    triple: "triple",
    first_impact: "first-impact",
    shot: "shot",
    hold: "hold",
    unlike: "unlike",
    #[ignore = "long: `.ci/run tests` runs it, and `cargo test -- --ignored`"]
    avalanche: "avalanche",
    bridge: "bridge",
    wheel: "wheel",
}
