//! `.ci/fuzz -1 blobs`: the body and its promises are in `proof::attack::blobs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| proof::attack::blobs(data));
