//! The soak: how much longer than usual the tests look.

/// How many times as many cases to try: `SPARIGLIO_SOAK`, which `make soak` sets; 1 without it.
pub fn soak() -> u64 {
    let given = std::env::var("SPARIGLIO_SOAK");
    given.map_or(1, |times| times.parse().expect("SPARIGLIO_SOAK is a whole number"))
}
