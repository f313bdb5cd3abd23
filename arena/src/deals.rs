//! Deals: their numbers, the seating, and seeds that nobody can foresee.
//!
//! | file | noun |
//! |---|---|
//! | `seating` | the plays of a duplicate set |
//! | `spans` | sets of deal numbers |
//! | `unforeseen` | numbers from the system's source of random numbers |

pub mod seating;
pub mod spans;
pub mod unforeseen;
