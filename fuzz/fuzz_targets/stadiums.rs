//! `.ci/fuzz -1 stadiums`: the body and its promises are in `proof::attack::stadiums`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| proof::attack::stadiums(data));
