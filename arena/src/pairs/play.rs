//! The plays of single hands: their deals, seeds and workers.

use spariglio_agents::Hand;
use spariglio_engine::{Deal, Game};

use super::duel::{Duel, Play, PlayStretch};
use super::figures::{HandSettings, Hands};
use super::place::PlayPlace;
use super::tally::PairTally;
use super::timing::TIMED_SETS;
use super::wave::Wave;
use super::worker::Worker;
use crate::error::ArenaError;
use spariglio_agents::draws::seeds;

impl Play for Hands {
    fn settings(&self, _: &Game) -> HandSettings {
        HandSettings {}
    }

    fn worker<'d>(duel: &'d Duel<'d, Hands>) -> Result<Box<dyn PlayStretch<PairTally> + 'd>, ArenaError> {
        Ok(match duel.width {
            Some(width) => Box::new(Wave::new(duel, width)?),
            None => Box::new(Worker::new(duel)?),
        })
    }
}

impl Duel<'_, Hands> {
    /// A hand, to be restarted before use.
    pub(super) fn hand(&self) -> Hand<'_> {
        Hand::new(self.game, &self.deal(0), self.config.partners_open)
    }

    /// The seed of a seat's agent in a play.
    pub(super) fn seat_seed(&self, PlayPlace { deal, play }: PlayPlace, seat: usize) -> u64 {
        seeds::seat_seed(self.config.agents_seed(), [deal, play as u64, seat as u64])
    }

    pub(super) fn deal(&self, index: u64) -> Deal {
        let dealer = (index % self.game.players() as u64) as usize;
        Deal::random(self.game, dealer, &mut seeds::deal_rng(self.config.deals_seed(), index))
    }

    /// Whether this set is timed. About [`TIMED_SETS`] of all requested sets are, or all if there are fewer.
    pub(super) fn timed(&self, deal: u64) -> bool {
        self.config.time && deal.is_multiple_of((self.config.all_deals(self.game) / TIMED_SETS).max(1))
    }
}
