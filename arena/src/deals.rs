//! Deals: which ones are played, from which seeds, and who sits where.
//!
//! | file | noun |
//! |---|---|
//! | `seeds` | random streams named by numbers |
//! | `secret` | what keeps the seeds of a run's agents from being guessed |
//! | `seating` | the plays of a duplicate set |
//! | `spans` | sets of deal numbers |

pub mod seating;
pub mod secret;
pub(crate) mod seeds;
pub mod spans;
