//! The expected points of the low and the high meld.

use spariglio_engine::{CardSet, Game};

/// The melds of a game.
#[derive(Clone, Debug)]
pub(super) struct Melds {
    /// Cards of the scoring suit from the ace up.
    run: Vec<CardSet>,
    /// What the run's length adds at each card: points of `i + 1` cards less those of `i`.
    steps: Vec<f32>,
    courts: CardSet,
    high: f32,
}

impl Melds {
    pub(super) fn new(game: &Game) -> Melds {
        let score = &game.rules().score;
        let ranks = game.deck().ranks();
        let suit = CardSet::suit(score.suit) & game.pack();
        let points = |run: u8| f32::from(score.low_meld.points(run));
        let of_rank = |rank: u8| CardSet::rank(rank) & suit;
        Melds {
            run: (1..=ranks).map(of_rank).collect(),
            steps: (0..ranks).map(|run| points(run + 1) - points(run)).collect(),
            courts: (ranks - 2..=ranks).fold(CardSet::EMPTY, |all, rank| all | of_rank(rank)),
            high: score.high_meld.into(),
        }
    }

    /// Adds each side's expected points.
    pub(super) fn add(&self, piles: &[CardSet], free: CardSet, points: &mut [f32]) {
        let share = 1.0 / piles.len() as f32;
        let has_low = self.steps.iter().any(|&step| step > 0.0);
        for (&pile, points) in piles.iter().zip(points) {
            if has_low {
                *points += self.low(pile, free, share);
            }
            if self.high > 0.0 && (pile | free).contains_all(self.courts) {
                *points += self.high * share.powi((self.courts & free).len() as i32);
            }
        }
    }

    fn low(&self, pile: CardSet, free: CardSet, share: f32) -> f32 {
        let mut reached = 1.0;
        let mut points = 0.0;
        for (&card, step) in self.run.iter().zip(&self.steps) {
            if !pile.contains_all(card) {
                if (free & card).is_empty() {
                    break;
                }
                reached *= share;
            }
            points += reached * step;
        }
        points
    }
}
