//! libFuzzer on the target `runs`.
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: spariglio_fuzz::sow(&spariglio_fuzz::runs::TARGET),
    |bytes: &[u8]| spariglio_fuzz::runs::run(bytes)
);
