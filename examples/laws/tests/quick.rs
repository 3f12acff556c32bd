//! A quick form of every law.

use laws::{ALL, Effort};

/// Cases whose bars the engine does not meet yet. Each shows as FAIL in the laboratory; here all others are
/// held to theirs.
const OPEN: &[(&str, &str)] = &[
    ("cannonball", "into 200: energy gained"),
    ("odd-pile", "1000 times heavier on 5: overlap / r, falling"),
    ("odd-pile", "1000 times heavier on 5: overlap / r, at rest"),
    ("odd-pile", "1000 times heavier on 5: top speed after 10 s"),
];

fn holds(name: &str) {
    let law = ALL.iter().find(|law| law.name == name).expect("the law is in the list");
    let cases = law.cases(Effort::Test);
    assert!(!cases.is_empty(), "{name} has no cases");
    for (_, open) in OPEN.iter().filter(|(law, _)| *law == name) {
        assert!(cases.iter().any(|case| case.case == *open), "{name} has no case {open:?}");
    }
    let open = |case: &str| OPEN.contains(&(name, case));
    let failed: Vec<_> = cases.iter().filter(|case| !case.pass && !open(&case.case)).collect();
    assert!(failed.is_empty(), "{failed:#?}");
}

macro_rules! quick {
    ($($test:ident: $name:literal,)*) => {
        $(#[test] fn $test() { holds($name); })*

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
    closed_box: "closed-box",
    squeeze: "squeeze",
    cannonball: "cannonball",
    bounce: "bounce",
    gas: "gas",
    equation_of_state: "equation-of-state",
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
}
