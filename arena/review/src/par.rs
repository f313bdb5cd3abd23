//! A side's expected margin before cards are dealt: the mean if all seats play `formula`.

use rand_pcg::Pcg64Mcg;
use spariglio_agents::book::Book;
use spariglio_agents::book::formula::FormulaPolicy;
use spariglio_agents::{Agent, Hand};
use spariglio_engine::{Deal, Game};

use spariglio_stats::Estimate;

/// Number of hands that are played.
const HANDS: usize = 1000;

/// The par of a game with one dealer.
#[derive(Clone, Debug)]
pub struct Par {
    sides: Vec<Estimate>,
}

impl Par {
    /// Plays hands with this dealer. They are always the same hands.
    #[must_use]
    pub fn new(game: &Game, dealer: usize) -> Par {
        let mut rng = Pcg64Mcg::new(0x7061_7200 + dealer as u128);
        let mut seats: Vec<_> = (0..game.players()).map(|_| Book::new(FormulaPolicy::new(game))).collect();
        let mut margins = vec![Vec::with_capacity(HANDS); game.sides()];
        for number in 0..HANDS {
            let deal = Deal::random(game, dealer, &mut rng);
            let mut hand = Hand::new(game, &deal, false);
            for seat in &mut seats {
                seat.start_hand(number as u64);
            }
            while !hand.is_over() {
                let action = seats[hand.seat()].act(&hand.view());
                hand.act(action).expect("a book plays legal actions");
            }
            let score = hand.score();
            for (side, margins) in margins.iter_mut().enumerate() {
                margins.push(f64::from(score.margin(side)));
            }
        }
        Par {
            sides: margins.iter().map(|margins| Estimate::of(margins.iter().copied())).collect(),
        }
    }

    /// The expected margin of a side, in points.
    #[must_use]
    pub fn side(&self, side: usize) -> Estimate {
        self.sides[side]
    }
}
