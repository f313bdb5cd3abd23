//! libFuzzer on the target `results`.
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: spariglio_fuzz::sow(&spariglio_fuzz::results::TARGET),
    |bytes: &[u8]| spariglio_fuzz::results::run(bytes)
);
