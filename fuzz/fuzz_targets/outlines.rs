//! `.ci/fuzz -1 outlines`: the body and its promises are in `proof::attack::outlines`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| proof::attack::outlines(data));
