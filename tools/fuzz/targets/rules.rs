//! libFuzzer on the target `rules`.
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: spariglio_fuzz::sow(&spariglio_fuzz::rules::TARGET),
    |bytes: &[u8]| spariglio_fuzz::rules::run(bytes)
);
