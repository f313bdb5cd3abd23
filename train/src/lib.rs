//! The learner: one loop of self-play, policy gradient, search labels, distillation, evaluation and gate.
//!
//! All seats, or those of one side against an agent that does not learn, play the same network
//! ([`spariglio_agents::net::sparse`]) and sample its policy `p`. With `A` the advantage of the chosen action in points, `r` the
//! residual's policy, and `k` the strength of its pull, a decision adds to the loss
//!
//! ```text
//! - A log p(chosen) + k KL(p, r)
//! ```
//!
//! each decision once, on-policy (Rudolph et al. 2025, arXiv 2502.08938; the pull is that of the magnet in magnetic
//! mirror descent). `A` is the lambda return of the hand (Sutton and Barto 2018, 12.1) less the value of a critic that sees all
//! cards; the critic learns the lambda return by squared error. The average of the weights is published.
//!
//! In a round of expert iteration search plays hands, which are rows of self-play on disk. A decision with a full search and
//! the shares `t` of its visits adds `KL(t, p)` to the loss; the loss above, with a weight, is that of hands played meanwhile.
//! Distillation is the same with rows that are already there.
//!
//! A **back end** computes: plain Rust ([`Plain`]), or libtorch in the crate `spariglio-torch`. The loss is the same code for all
//! of them.
//!
//! Invariant: a run is a function of its configuration: the bytes do not depend on threads, and a killed run that resumes
//! from its checkpoint ends with the same ones (on a GPU, sums in another order may differ). Shards are logical: each plays
//! its share of a batch from a seed of its own, and their gradients are added in their order.
//!
//! | file | noun |
//! |---|---|
//! | `config` | the configuration of a run |
//! | `schedule` | how rates change over the run |
//! | `actor` | a hand played by the policy, ready for its gradient |
//! | `tables` | many hands played in step |
//! | `loss` | the slopes of the loss by the outputs |
//! | `rows` | decisions and worlds as index lists |
//! | `backend` | computes outputs and gradients |
//! | `plain` | the back end in plain Rust |
//! | `shard` | a share of a batch |
//! | `adam` | the optimiser and the average of the weights |
//! | `learner` | a step: play, add, update |
//! | `lessons` | hands with policies to learn |
//! | `checkpoint` | the state of a run, in one file |
//! | `pace` | sums and speed of a stage |
//! | `event` | the news of a run |
//! | `run` | the run directory, the stages, the evaluations, the gate |

#![forbid(unsafe_code)]

mod actor;
mod adam;
pub mod backend;
mod checkpoint;
mod config;
mod error;
mod event;
mod learner;
mod lessons;
mod loss;
mod pace;
mod plain;
pub mod rows;
mod run;
mod schedule;
mod shard;
mod tables;

pub use actor::{Actor, Step, Teaches, Trace};
pub use backend::{Backend, Gradients, Nets, Outputs, Work};
pub use config::{Device, DistilConfig, EvaluationConfig, GateConfig, GradientConfig, LearnConfig, Target};
pub use error::LearnError;
pub use event::{Event, Observer, Stage};
pub use learner::{Learner, Position, StepStats};
pub use lessons::{Lesson, rules_of_data};
pub use loss::Loss;
pub use plain::Plain;
pub use rows::{Lists, Rows, Slopes};
pub use run::run;
pub use shard::Stats;
