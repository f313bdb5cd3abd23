//! The review: where the points of recorded hands went.
//!
//! **The value** of an action is the margin in points that the side of the seat to act may expect at the end of the hand after it,
//! over the worlds that agree with what the seat could know, when all seats then play as the reviewer searches. **The loss** of a
//! decision is the value of the best action less that of the one played. Nothing that the seat could not know counts.
//!
//! How values are found: [`PairedSearch`](spariglio_agents::search::PairedSearch) runs in several independent replicates; the best
//! action is chosen on one half of them and valued on the other, both ways (`cross`). So an action that is as good as the best
//! loses 0 on average, and an interval belongs to every figure. Where the view leaves one world the values are exact (`exact`).
//!
//! | file | noun |
//! |---|---|
//! | `config` | what a review costs, and what it marks |
//! | `decision` | a decision with the values of its actions |
//! | `judge` | the replicates of one decision |
//! | `cross` | losses and their errors from replicates |
//! | `exact` | values where one world is left |
//! | `belief` | who holds what, as the seat could think, and how right that was |
//! | `hand` | all decisions of a hand, luck and skill apart |
//! | `par` | what a seat may expect before cards are dealt |
//! | `reviewer` | hands on many threads |
//! | `summary` | many hands: by seat, by agent, by part of the hand, by kind of points |
//! | `row` | the figures as JSON |

#![forbid(unsafe_code)]

mod belief;
mod config;
mod cross;
mod decision;
mod error;
mod exact;
mod hand;
mod judge;
mod par;
mod reviewer;
mod row;
mod summary;

pub use belief::{Belief, Bin, Calibration};
pub use config::{Level, Marks, ReviewConfig};
pub use cross::Mean;
pub use decision::{ActionValue, DecisionReview, Mark, Method};
pub use error::ReviewError;
pub use hand::{HandReview, SideStory};
pub use par::Par;
pub use reviewer::{Reviewer, best_first};
pub use row::{decision_row, hand_row, hint_row, summary_row};
pub use summary::{PlayerSummary, Rate, Summary};
