//! A hand: deal, state, actions and their effects, points, views, sampled worlds.
//!
//! | file | noun |
//! |---|---|
//! | `deal` | the only chance event |
//! | `state` | the position: legal actions, effects, counts of captures |
//! | `action`, `steps` | a decision, whole or as small steps |
//! | `capture`, `declaration` | the sets that a card can capture; the bonuses of hand cards |
//! | `tally`, `point_kind`, `score` | points scored in play, kinds of points, the score |
//! | `view`, `world` | what one seat knows; a deal that agrees with it |
//! | `playout` | random play to the end |
//! | `event`, `remark` | the public events of a hand; what players call out |

pub(crate) mod action;
pub(crate) mod capture;
pub(crate) mod deal;
pub(crate) mod declaration;
pub(crate) mod event;
pub(crate) mod order;
pub(crate) mod playout;
pub(crate) mod point_kind;
pub(crate) mod remark;
pub(crate) mod score;
pub(crate) mod state;
pub(crate) mod steps;
pub(crate) mod tally;
pub(crate) mod view;
pub(crate) mod world;

pub use capture::rank_set::RankSets;
pub use declaration::canonical_place;
pub use event::Opening;
pub use order::TurnOrder;
pub use remark::{BonusKind, Remark};
pub use score::{PrimeScale, UTILITY_SCALE};
pub use steps::{IllegalStep, STEPS, Steps};
pub use tally::Tally;
pub use view::PublicAction;
