//! Numbers that nobody can foresee, from the system's source of random numbers.

use spariglio_agents::draws::Secret;

/// An unpredictable seed.
///
/// # Panics
/// If the system has no such source.
#[must_use]
pub fn random_seed() -> u64 {
    getrandom::u64().expect("the system gives random numbers")
}

/// A random secret.
///
/// # Panics
/// As [`random_seed`].
#[must_use]
pub fn random_secret() -> Secret {
    Secret::new(random_seed())
}
