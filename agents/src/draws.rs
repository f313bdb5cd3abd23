//! The deals and seeds of contests and matches: all by name, so the same names give the same play anywhere.
//!
//! | file | noun |
//! |---|---|
//! | `seeds` | random streams named by numbers |
//! | `secret` | hides the seeds of a run's agents from programs |
//! | `fixture` | the name of a match |

pub mod fixture;
pub mod secret;
pub mod seeds;

pub use fixture::Fixture;
pub use secret::Secret;
