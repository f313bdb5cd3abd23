//! Deals: which ones are played, from which seeds, and who sits where.
//!
//! | file | noun |
//! |---|---|
//! | `seeds` | random streams named by numbers |
//! | `seating` | the plays of a duplicate set |
//! | `spans` | sets of deal numbers |

pub mod seating;
pub(crate) mod seeds;
pub mod spans;
