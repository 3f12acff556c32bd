//! `.ci/fuzz -1 pairs`: the body and its promises are in `proof::attack::pairs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| proof::attack::pairs(data));
