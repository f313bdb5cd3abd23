//! The learning loop: self-play, training, gate, repeated.
//!
//! [`learn`] brings a run directory to the number of generations that a [`LearnConfig`] asks for, and tells an
//! [`Observer`] what happens.
//!
//! Invariant: where the run is follows from its files alone. Every stage leaves whole files, is skipped where they are
//! there, and is a function of the configuration and the files of the stages before, so a run that is killed and
//! started again ends with the same networks.
//!
//! | file | noun |
//! |---|---|
//! | `config` | what a loop is asked to do |
//! | `run` | the run: its directory, its game, its generations |
//! | `stages` | the stages of a generation |
//! | `verdict` | what became of a generation |
//! | `event` | what an observer is told |

#![forbid(unsafe_code)]

mod config;
mod error;
mod event;
mod run;
mod stages;
mod verdict;

pub use config::{EvaluationConfig, GateConfig, LearnConfig};
pub use error::LearnError;
pub use event::{Event, Observer};
pub use run::learn;
pub use verdict::{GATE_KIND, Verdict};
