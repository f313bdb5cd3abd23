//! libFuzzer on the target `reviews`.
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: spariglio_fuzz::sow(&spariglio_fuzz::reviews::TARGET),
    |bytes: &[u8]| spariglio_fuzz::reviews::run(bytes)
);
