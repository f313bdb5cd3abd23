//! Policy gradient in self-play: actors and learner in one loop, no rows on disk. Expert iteration goes on from there.
//!
//! All seats, or those of one side against an agent that does not learn, play the same sparse network ([`spariglio_agents::net::sparse`]) and sample its policy `p`. With `A` the advantage
//! of the chosen action in points, `r` the residual's policy, and `k` the strength of its pull, a decision adds to the loss
//!
//! ```text
//! - A log p(chosen) + k KL(p, r)
//! ```
//!
//! each decision once, on-policy (Rudolph et al. 2025, arXiv 2502.08938; the pull is that of the magnet in magnetic
//! mirror descent). `A` is the lambda return of the hand (Sutton and Barto 2018, 12.1) less the value of a critic that sees all
//! cards; the critic learns the lambda return by squared error. What plays in the end is the average of the weights.
//!
//! In a round of expert iteration search plays hands, which are rows of self-play on disk. A decision with a full search, whose
//! share of visits is `t`, adds `KL(t, p)` to the loss; the loss above, with a weight, is that of hands played meanwhile.
//!
//! Invariant: a run is a function of its configuration: the bytes do not depend on threads, and a killed run that goes on
//! from its checkpoint ends with the same ones. Shards are logical: each plays its share of a batch from a seed of its
//! own, and their gradients are added in their order.
//!
//! | file | noun |
//! |---|---|
//! | `config` | what a run is asked to do |
//! | `schedule` | how rates change over the run |
//! | `actor` | a hand played by the policy, with all that its gradient needs |
//! | `backward` | the gradient of a hand |
//! | `shard` | a share of a batch |
//! | `adam` | the optimiser and the average of the weights |
//! | `learner` | a step: play, add, update |
//! | `lessons` | hands that were searched, to learn from |
//! | `bench` | its speed |
//! | `checkpoint` | where a run stands, in one file |
//! | `pace` | what a stage did lately, and how fast |
//! | `run` | the run directory, the stages, the evaluations |

#![forbid(unsafe_code)]

mod actor;
mod adam;
mod backward;
mod bench;
mod checkpoint;
mod config;
mod error;
mod learner;
mod lessons;
mod pace;
mod run;
mod schedule;
mod shard;

pub use bench::bench_learning;
pub use config::{DistilConfig, EvaluationConfig, GradientConfig, GradientRunConfig};
pub use error::GradientError;
pub use run::{Event, Observer, Stage, run};
