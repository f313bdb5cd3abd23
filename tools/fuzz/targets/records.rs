//! libFuzzer on the target `records`.
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: spariglio_fuzz::sow(&spariglio_fuzz::records::TARGET),
    |bytes: &[u8]| spariglio_fuzz::records::run(bytes)
);
