//! The hidden cards by rank, and the chance that a hand has none of some ranks.
//!
//! A rank that the other seat would rather have played counts less than its unseen cards. The chances are those of a
//! draw without replacement from these counts.

use spariglio_engine::hand::PublicAction;
use spariglio_engine::{Card, CardSet, View};

use super::position::{Facts, Position};
use super::{Foresight, LookaheadPolicy};
use crate::knowledge::reach::{ByRank, LANES};

/// Unseen cards, and how much each rank counts.
#[derive(Copy, Clone, Debug)]
pub(super) struct Hidden {
    unseen: CardSet,
    counts: ByRank,
    total: f32,
}

impl Hidden {
    /// Unseen cards that all count 1.
    pub fn new(unseen: CardSet) -> Hidden {
        let mut counts = [0.0; LANES];
        for card in unseen {
            counts[usize::from(card.rank())] += 1.0;
        }
        Hidden { unseen, counts, total: unseen.len() as f32 }
    }

    /// The count of each rank.
    pub fn counts(&self) -> &ByRank {
        &self.counts
    }

    /// How much the cards of a card's rank count.
    pub fn count(&self, card: Card) -> f32 {
        self.counts[usize::from(card.rank())]
    }

    /// Mean over the unseen cards of each rank.
    pub fn means(&self, worth: &[f32; 64]) -> ByRank {
        let mut means = [0.0; LANES];
        for card in self.unseen {
            let rank = usize::from(card.rank());
            means[rank] += worth[usize::from(card.index())] / self.counts[rank];
        }
        means
    }

    /// One unseen card of each rank that counts.
    pub fn one_of_each_rank(&self) -> CardSet {
        let mut bits = 0;
        let mut rest = self.unseen.bits();
        while rest != 0 {
            let rank = rest.trailing_zeros() / 4;
            bits |= rest & rest.wrapping_neg();
            rest &= !(0xF << (4 * rank));
        }
        CardSet::from_bits(bits)
    }

    /// Takes a card out; a card that is not among them changes nothing.
    #[inline]
    pub fn play(&mut self, card: Card) {
        if self.unseen.contains(card) {
            self.unseen.remove(card);
            let count = &mut self.counts[usize::from(card.rank())];
            let one = count.min(1.0);
            *count -= one;
            self.total -= one;
        }
    }

    /// Chance that none of `held` cards is of ranks that count `wanted` together.
    #[inline]
    pub fn none(&self, wanted: f32, held: u8) -> f32 {
        let mut chance = 1.0;
        for drawn in 0..held {
            let all = self.total - f32::from(drawn);
            let rest = all - wanted;
            if rest <= 0.0 {
                return 0.0;
            }
            chance *= rest / all;
        }
        chance
    }

    fn weigh(&mut self, factors: &ByRank) {
        for (count, factor) in self.counts.iter_mut().zip(factors) {
            *count *= factor;
        }
        self.total = self.counts.iter().sum();
    }
}

impl LookaheadPolicy {
    /// The hidden cards, weighed by the other seat's plays in this deal-round.
    pub(super) fn weighed(&self, facts: &Facts<'_>, at: &Position, view: &View<'_>) -> Hidden {
        let mut hidden = at.hidden;
        if self.foresight.floor < 1.0 {
            let round = view.deal_round();
            view.replay(|told| {
                if told.seat != facts.seat && told.deal_round == round {
                    hidden.weigh(&self.refusals(facts, at, &told));
                }
            });
        }
        hidden
    }

    /// By rank, the chance that the other seat would have acted as it did with a card of this rank, compared with a
    /// rank that gains nothing.
    fn refusals(&self, facts: &Facts<'_>, at: &Position, told: &PublicAction) -> ByRank {
        let mut factors = [1.0; LANES];
        let Some(card) = told.action.card() else {
            return factors;
        };
        let Foresight { guard, doubt, floor, .. } = self.foresight;
        // Only the table matters. It is near enough that both seats had cards left, and that a sweep scored.
        let then = Position {
            table: told.table,
            other_len: at.other_len + 1,
            seat: told.seat,
            left: 2,
            ply: 0,
            ..*at
        };
        let judged = |card: Card, captured: CardSet| {
            let next = Position { hidden: at.hidden, ..then.after(facts, card, captured) };
            self.gain(facts, &then, card, captured) - guard * self.leaf(facts, &next)
        };
        let chosen = judged(card, told.action.captured());
        let mut best = [f32::NEG_INFINITY; LANES];
        facts
            .game
            .for_each_play(told.table, told.matta, at.hidden.one_of_each_rank(), |card, captured| {
                let best = &mut best[usize::from(card.rank())];
                *best = best.max(judged(card, captured));
            });
        for (factor, best) in factors.iter_mut().zip(best) {
            let odds = 1.0 / (1.0 + ((best - chosen) / doubt).exp());
            *factor = floor + (1.0 - floor) * odds;
        }
        factors
    }
}
