//! `.ci/fuzz -1 operations`: the body and its promises are in `proof::attack::operations`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| proof::attack::operations(data));
