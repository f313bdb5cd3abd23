//! libFuzzer on the target `shards`.
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: {
        spariglio_fuzz::sow(&spariglio_fuzz::shards::TARGET);
        spariglio_fuzz::shards::pass_panics_of_libraries();
    },
    |bytes: &[u8]| spariglio_fuzz::shards::run(bytes)
);
