//! The bodies of the fuzz targets, with dice in place of a fuzzer: more cases with `CAROM_CASES`.

use proof::attack::{ATTACKS, run};

#[test]
fn nothing_that_input_says_breaks_a_promise() {
    let cases = std::env::var("CAROM_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(60);
    for (name, body) in ATTACKS {
        run(name, body, 0..cases);
    }
}
