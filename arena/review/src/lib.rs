//! The review: finds the decisions that lost points in recorded hands.
//!
//! **The value** of an action is the expected margin at the end of the hand, in points for the side of the seat to act.
//! It is a mean over the worlds that fit the seat's view, if all seats then play as the reviewer searches. **The loss**
//! of a decision is the value of the best action minus that of the one played. Hidden cards have no influence.
//!
//! How values are found: several independent replicates of [`PairedSearch`](spariglio_agents::search::PairedSearch)
//! run. The best action is chosen on one half of them and valued on the other, both ways (`cross`). So an action that
//! is as good as the best has a mean loss of 0, and every figure has an interval. If only one world fits the view, the
//! values are exact (`exact`).
//!
//! | file | noun |
//! |---|---|
//! | `config` | the effort of a review, and its marks |
//! | `decision` | a decision with the values of its actions |
//! | `judge` | the replicates of one decision |
//! | `cross` | losses and their errors from replicates |
//! | `exact` | values if only one world fits the view |
//! | `belief` | the hidden cards' places as the seat could infer them, and how accurate that was |
//! | `follow` | the replies that the searches expect after an action |
//! | `hand` | all decisions of a hand, luck and skill apart |
//! | `in_match` | the chance to win the match before and after a decision |
//! | `form` | the forms of values in a kept review |
//! | `kept` | a reviewed hand as one line, so that it can be kept |
//! | `par` | a side's expected margin before cards are dealt |
//! | `reviewer` | reviews hands on many threads |
//! | `summary` | many hands: by seat, by agent, by part of the hand, by kind of points |
//! | `row` | the figures as JSON |

#![forbid(unsafe_code)]

mod belief;
mod config;
mod cross;
mod decision;
mod error;
mod exact;
mod follow;
mod form;
mod hand;
mod in_match;
mod judge;
mod kept;
mod par;
mod reviewer;
mod row;
mod summary;

pub use belief::{Belief, Bin, Calibration};
pub use config::{Level, Marks, ReviewConfig};
pub use decision::{ActionValue, DecisionReview, Mark, Method};
pub use error::ReviewError;
pub use exact::{is_exact, values as endgame_values};
pub use follow::Reply;
pub use hand::{HandReview, SideStory};
pub use in_match::chances;
pub use par::Par;
pub use reviewer::{Reviewer, best_first};
pub use row::{decision_row, hand_row, hint_row, summary_row, turn_row};
pub use summary::{PlayerSummary, Rate, Summary};
