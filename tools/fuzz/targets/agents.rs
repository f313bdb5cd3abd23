//! libFuzzer on the target `agents`.
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: spariglio_fuzz::sow(&spariglio_fuzz::agents::TARGET),
    |bytes: &[u8]| spariglio_fuzz::agents::run(bytes)
);
