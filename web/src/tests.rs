//! The server without a network: requests go to the router.

mod agents;
mod client;
mod closed;
mod guard;
mod hidden;
mod pages;
mod restart;
mod reviews;
mod rubbish;
mod tables;

/// How many times as many cases to try: `SPARIGLIO_SOAK`, which `make soak` sets; 1 without it.
fn soak() -> u64 {
    let given = std::env::var("SPARIGLIO_SOAK");
    given.map_or(1, |times| times.parse().expect("SPARIGLIO_SOAK is a whole number"))
}
