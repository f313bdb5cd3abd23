//! libFuzzer on the target `hands`.
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: spariglio_fuzz::sow(&spariglio_fuzz::hands::TARGET),
    |bytes: &[u8]| spariglio_fuzz::hands::run(bytes)
);
