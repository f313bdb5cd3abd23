//! Conformance of engines: a suite of hands, the questions about them, and the comparison of answers with the rules.
//!
//! Source: `docs/how-to/conform.md`. Invariant: nothing here starts a program or reads a file. A hand, its question and
//! its answer depend on the version of the suite only.

#![forbid(unsafe_code)]

mod difference;
mod group;
mod guess;
mod hand;
mod judge;
mod suite;
mod tally;
#[cfg(test)]
mod tests;

pub use difference::Difference;
pub use guess::guess;
pub use hand::SuiteHand;
pub use judge::{Failure, FailureKind, Verdict, judge};
pub use suite::{FILES, SuiteFile, VERSION};
pub use tally::{Counts, Finding, First, Tally};
