//! libFuzzer on the target `requests`.
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: spariglio_fuzz::sow(&spariglio_fuzz::requests::TARGET),
    |bytes: &[u8]| spariglio_fuzz::requests::run(bytes)
);
