//! Deals: their numbers, their seeds and the seating.
//!
//! | file | noun |
//! |---|---|
//! | `seeds` | random streams named by numbers |
//! | `secret` | hides the seeds of a run's agents from programs |
//! | `seating` | the plays of a duplicate set |
//! | `spans` | sets of deal numbers |

pub mod seating;
pub mod secret;
pub(crate) mod seeds;
pub mod spans;
