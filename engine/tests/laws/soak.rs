//! The soak: a factor for the number of test cases.

/// The factor from `SPARIGLIO_SOAK`, which `make soak` sets; 1 if it is not set.
pub fn soak() -> u64 {
    let variable = std::env::var("SPARIGLIO_SOAK");
    variable.map_or(1, |times| times.parse().expect("SPARIGLIO_SOAK is a whole number"))
}
