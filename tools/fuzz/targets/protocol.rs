//! libFuzzer on the target `protocol`.
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: spariglio_fuzz::sow(&spariglio_fuzz::protocol::TARGET),
    |bytes: &[u8]| spariglio_fuzz::protocol::run(bytes)
);
