//! The critic of a network: the value of a position with all cards seen.

use spariglio_engine::hand::UTILITY_SCALE;
use spariglio_engine::{Game, World};

use super::{NetChoice, NetError, SparseJudge};
use crate::Hand;

/// A critic, which judges hands and not views: what it says must not reach a fair agent.
pub struct Critic(SparseJudge);

impl Critic {
    /// The critic of the chosen network.
    ///
    /// # Errors
    /// The same as for [`NetChoice::load`].
    pub fn load(choice: &NetChoice, game: &Game) -> Result<Critic, NetError> {
        SparseJudge::load(choice, game).map(Critic)
    }

    /// The expected utility of the hand for the side of the seat to act (`margin / UTILITY_SCALE`).
    pub fn value(&mut self, hand: &Hand<'_>) -> f32 {
        let refusals = self.0.refusals(&hand.view());
        let world = World { deal: *hand.deal(), state: *hand.state() };
        self.0.margin(hand.game(), &world, &refusals) / UTILITY_SCALE
    }
}
