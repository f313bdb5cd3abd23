//! The score: how strong an agent is, measured on sealed deals, in a form that others can check.
//!
//! A run draws a secret and writes its hash, the commitment, before the first hand. All deals follow from the secret,
//! so nobody can choose them after he has seen results. The agent's answers are kept, one line each. All figures follow
//! from the secret and the answers: [`verify`] computes them again.
//!
//! | part | measure |
//! |---|---|
//! | hands | points per hand against `formula` and a search, on duplicate deals of eight games |
//! | positions | points lost by single decisions, valued by the reviewer |
//! | endings | points lost if the place of every card is known, against exact play |
//! | small games | exploitability of the agent's policy |
//!
//! A slow agent decides positions and endings only: at most 300 decisions in the quick suite.
//!
//! | file | noun |
//! |---|---|
//! | `suite` | the games and their numbers of deals, under a version |
//! | `secret` | the secret, its commitment, the seeds that follow from it |
//! | `task` | one piece of work, and the answer to it |
//! | `position` | positions for single decisions, and the values of their actions |
//! | `item` | single decisions with their losses |
//! | `paired` | two scores of the same positions, decision by decision |
//! | `rating` | Bradley-Terry ratings from the decisions of several scores |
//! | `plan` | the games, tasks and positions of a run |
//! | `trial` | trial hands of built-in agents |
//! | `player` | carries out tasks with the agent, or with its recorded answers |
//! | `folder` | the files of a run |
//! | `run` | a whole run, which resumes |
//! | `figures` | figures from answers |
//! | `generate` | new rule sets that are worth playing |
//! | `worth`, `exact` | whether a game is worth playing; the solution of a small one |
//! | `exploited` | exploitability in the small games |
//! | `score` | the score |
//! | `verify` | the check of a score by others |
//!
//! Invariant: the figures follow from the score's secret and answers alone, for any number of threads. Only the
//! exploitability is asked of the agent itself. Every number of a file of others is checked before it is used.

#![forbid(unsafe_code)]

mod copies;
mod error;
mod exact;
mod exploited;
mod figures;
mod folder;
mod generate;
mod item;
mod paired;
mod plan;
mod player;
mod position;
mod rating;
mod run;
mod score;
mod secret;
mod suite;
mod task;
mod trial;
mod verify;
mod worth;

pub use error::ScoreError;
pub use exact::Exact;
pub use exploited::Exploited;
pub use figures::{Beliefs, Costs, Endings, GameScore, Headline, LEAST, Method, Positions};
pub use folder::{ANSWERS, PAGE, SCORE};
pub use generate::{Generated, Wish};
pub use item::Item;
pub use paired::{GamePair, Paired};
pub use plan::Step;
pub use rating::ratings;
pub use run::{Config, commit, run};
pub use score::{SCORE_KIND, Score};
pub use secret::{Commitment, Sealed, Secret};
pub use suite::{DISTANCE, MOST_GENERATED, OPPONENTS, SUITE_VERSION, Suite, SuiteGame};
pub use task::{Answer, Task};
pub use verify::{Checked, verify};
pub use worth::{Depth, Worth};
