//! libFuzzer on the target that `SPARIGLIO_FUZZ_TARGET` names.
#![no_main]

use std::sync::LazyLock;

static TARGET: LazyLock<spariglio_fuzz::Target> = LazyLock::new(spariglio_fuzz::chosen);

libfuzzer_sys::fuzz_target!(init: spariglio_fuzz::sow(&TARGET), |bytes: &[u8]| (TARGET.run)(bytes));
