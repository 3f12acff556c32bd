//! `.ci/fuzz -1 scenes`: the body and its promises are in `proof::attack::scenes`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| proof::attack::scenes(data));
