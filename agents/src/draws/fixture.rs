//! The deals and seeds of a match, by name: the same names give the same match on any machine and thread.

use spariglio_engine::{Deal, Game};

use super::secret::{Secret, agents_seed};
use super::seeds;

/// Names a match; all its randomness derives from this.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Fixture {
    /// The run's seed.
    pub seed: u64,
    /// The secret from which, with `seed`, the agents' seeds are derived.
    pub secret: Option<Secret>,
    /// The match's number in the run: names its deals.
    pub number: u64,
    /// The number of the playing of these deals: changes the agents' seeds, not the deals.
    pub play: u64,
    /// The seat that deals the first hand.
    pub first_dealer: usize,
}

impl Fixture {
    /// Match `number` of a run, in its first playing; the first dealer rotates with the number.
    #[must_use]
    pub fn new(game: &Game, seed: u64, number: u64) -> Fixture {
        Fixture {
            seed,
            secret: None,
            number,
            play: 0,
            first_dealer: (number % game.players() as u64) as usize,
        }
    }

    /// The same deals and dealers in playing `play`.
    #[must_use]
    pub fn playing(self, play: u64) -> Fixture {
        Fixture { play, ..self }
    }

    /// The deal of hand `hand`; it depends on the hand's number, not on earlier hands.
    #[must_use]
    pub fn deal(&self, game: &Game, hand: usize, dealer: usize) -> Deal {
        Deal::random(game, dealer, &mut seeds::match_deal_rng(self.seed, [self.number, hand as u64]))
    }

    /// The seed of a seat's agent in hand `hand`.
    #[must_use]
    pub fn seat_seed(&self, hand: usize, seat: usize) -> u64 {
        let seed = agents_seed(self.seed, self.secret);
        seeds::match_seat_seed(seed, [self.number, self.play, hand as u64, seat as u64])
    }
}
