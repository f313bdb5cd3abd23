#![doc = include_str!("../README.md")]
//!
//! # The loss
//!
//! All seats play the same network ([`spariglio_agents::net::sparse`]) and sample its policy `p`. If there is an
//! opponent that does not learn, this holds for one side. With `A` the advantage of the chosen action in points, `r`
//! the residual's policy, and `k` the strength of its pull, a decision adds to the loss
//!
//! ```text
//! - A log p(chosen) + k KL(p, r)
//! ```
//!
//! each decision once, on-policy (Rudolph et al. 2025, arXiv 2502.08938; the pull is that of the magnet in magnetic
//! mirror descent). `A` is the lambda return of the hand (Sutton and Barto 2018, 12.1) minus the value of a critic that
//! sees all cards. The critic learns the lambda return by squared error. The average of the weights is published.
//!
//! In a round of expert iteration, search plays hands and writes them to disk as rows of self-play. If a decision had a
//! full search with visit shares `t`, it adds `KL(t, p)` to the loss. Meanwhile hands are played for the loss above,
//! which has a weight. Distillation is the same with existing rows.
//!
//! A **back end** computes: plain Rust ([`Plain`]), or libtorch in the crate `spariglio-torch`. The loss is the same
//! code for all back ends.
//!
//! Invariant: the bytes of a run do not depend on threads (on a GPU, sums in another order may differ). Shards are logical:
//! each plays its share of a batch from its own seed, and their gradients are added in order.
//!
//! # Files
//!
//! | file | noun |
//! |---|---|
//! | `config` | the configuration of a run |
//! | `schedule` | rates as functions of the progress |
//! | `actor` | a hand played by the policy, ready for its gradient |
//! | `tables`, `in_step` | hands in progress; many of them played in step |
//! | `loss` | the derivatives of the loss with respect to the outputs |
//! | `rows` | decisions and worlds as index lists |
//! | `nets` | the two networks |
//! | `backend` | computes outputs and gradients |
//! | `plain` | the back end in plain Rust |
//! | `shard`, `setting`, `stats` | a share of a batch, its step, its sums |
//! | `adam` | the optimiser and the average of the weights |
//! | `learner` | a step: plays, adds gradients, updates |
//! | `crew`, `helper` | helpers on other machines, seen by their leader; a helper |
//! | `message`, `frame` | their messages, as bytes |
//! | `labeled` | hands with policies to learn |
//! | `checkpoint` | the state of a run, in one file |
//! | `pace` | sums and speed of a stage |
//! | `event` | the events of a run |
//! | `run` | the run directory, the stages, the evaluations, the gate |
#![forbid(unsafe_code)]

mod actor;
mod adam;
pub mod backend;
mod best;
mod checkpoint;
mod config;
mod crew;
mod error;
mod event;
mod family;
mod frame;
mod helper;
mod in_step;
mod labeled;
pub mod learner;
mod loss;
mod message;
mod nets;
mod pace;
mod plain;
pub mod rows;
mod run;
mod schedule;
mod setting;
mod shard;
mod stats;
mod tables;

pub use backend::Backend;
pub use config::{Device, DistilConfig, EvaluationConfig, GateConfig, GradientConfig, LearnConfig, Target};
pub use crew::{Crew, Tally};
pub use error::LearnError;
pub use event::{Event, Observer, Stage};
pub use helper::{HelpError, help};
pub use labeled::{rules_of_data, unfinished};
pub use plain::Plain;
pub use run::run;
