//! libFuzzer on the target `networks`.
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: spariglio_fuzz::sow(&spariglio_fuzz::networks::TARGET),
    |bytes: &[u8]| spariglio_fuzz::networks::run(bytes)
);
