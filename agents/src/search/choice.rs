//! A play of a hidden seat, and a network's answers about the hands that the seat may have had.
//!
//! Querying the network about every world's hand would cost too much. It is queried about some hands, and the log
//! weights that its policy gives the cards of a hand are modelled as
//!
//! ```text
//! log(card, hand) = mean(card) + effect(cards of its rank in the hand) + offset(hand)
//! ```
//!
//! by least squares, each term in turn. If a card was seen beside the same number of cards of its rank, its log weight
//! is drawn towards the mean of those answers. The offset cancels: the chance is the play's share of the hand.

use spariglio_engine::{Card, CardSet, MAX_CARDS};

use crate::net::exp;

/// Number of possible counts of other cards of a card's rank in a hand: none to three.
const BESIDE: usize = 4;

/// How often each term is fitted to the others.
const PASSES: usize = 4;

/// The effect of a rank's cards is drawn towards 0 as if this many cards had no effect.
const NO_EFFECT: f32 = 2.0;

/// The mean of a card with a given number of its rank is drawn towards the sum of both terms, with this weight.
const AS_ELSEWHERE: f32 = 0.25;

/// Weights are between `e^-RANGE` and 1.
const RANGE: f32 = 80.0;

/// A play of a hidden seat.
#[derive(Clone, Debug)]
pub(super) struct PlayModel {
    pub(super) seat: usize,
    card: Card,
    /// The cards that the seat has played since, this one included.
    played: CardSet,
    asked: Vec<NetAnswer>,
    model: Model,
}

/// The network's answer about a hand.
#[derive(Clone, Debug)]
struct NetAnswer {
    hand: CardSet,
    /// The log weights of its cards, in order.
    logs: Vec<f32>,
    /// The log weight of the action taken with the card.
    done: f32,
    /// The mean excess of its log weights over their terms, from the last [`PlayModel::learn`].
    offset: f32,
}

/// Weights by the index of the card and how many of its rank the hand holds beside it.
#[derive(Clone, Debug)]
struct Model {
    cards: [[f32; BESIDE]; MAX_CARDS],
    /// Weights of the action taken with the played card.
    done: [f32; BESIDE],
}

impl PlayModel {
    /// A play of `card` without answers yet: every card is equally likely.
    pub(super) fn new(seat: usize, card: Card) -> PlayModel {
        PlayModel {
            seat,
            card,
            played: CardSet::EMPTY,
            asked: Vec::new(),
            model: Model { cards: [[1.0; BESIDE]; MAX_CARDS], done: [1.0; BESIDE] },
        }
    }

    /// Notes that the seat has played a card, at this play or since.
    pub(super) fn note_played(&mut self, card: Card) {
        self.played.insert(card);
    }

    /// The hand before the play if the seat holds `now`.
    #[inline]
    pub(super) fn hand(&self, now: CardSet) -> CardSet {
        now | self.played
    }

    /// Number of hands that the network was queried about.
    pub(super) fn asked(&self) -> usize {
        self.asked.len()
    }

    /// Notes the network's answer about a hand: the log weights of its cards, in order, and of the action taken with
    /// the played card. It counts from the next [`PlayModel::learn`] on.
    pub(super) fn note_asked(&mut self, hand: CardSet, logs: Vec<f32>, done: f32) {
        self.asked.push(NetAnswer { hand, logs, done, offset: 0.0 });
    }

    /// Fits the weights to all answers, if there are any.
    pub(super) fn learn(&mut self) {
        if self.asked.is_empty() {
            return;
        }
        let mut terms = Terms::default();
        for _ in 0..PASSES {
            for asked in &mut self.asked {
                let over = asked.cards().map(|(card, beside, log)| log - terms.log(card, beside));
                asked.offset = over.sum::<f32>() / asked.logs.len() as f32;
            }
            terms.fit(&self.asked);
        }
        self.model = terms.model(&self.asked, self.card);
    }

    /// The probability of the seat's play if it held `hand`, with the played card; the share `doubt` is random play.
    #[inline]
    pub(super) fn chance(&self, hand: CardSet, doubt: f32) -> f32 {
        let (mut sum, model) = (0.0, &self.model);
        for card in hand {
            sum += model.cards[usize::from(card.index())][beside(hand, card)];
        }
        let done = model.done[beside(hand, self.card)];
        // An action's weight is part of its card's weight, but both are estimates: the sum may be too small.
        (1.0 - doubt) * done / sum.max(done) + doubt / hand.len() as f32
    }
}

impl NetAnswer {
    /// Each card's index, the number of other cards of its rank in the hand, and its log weight.
    fn cards(&self) -> impl Iterator<Item = (usize, usize, f32)> {
        let cards = self.hand.iter().zip(&self.logs);
        cards.map(|(card, &log)| (usize::from(card.index()), beside(self.hand, card), log))
    }
}

/// Sum and number of log weights without their offset.
#[derive(Copy, Clone, Debug, Default)]
struct Sum {
    sum: f32,
    count: f32,
}

impl Sum {
    fn add(&mut self, value: f32) {
        self.sum += value;
        self.count += 1.0;
    }

    /// The mean; needs at least one value.
    fn mean(self) -> f32 {
        self.sum / self.count
    }

    /// The mean as if `weight` more values were equal to `other`.
    fn mean_with(self, weight: f32, other: f32) -> f32 {
        (self.sum + weight * other) / (self.count + weight)
    }
}

/// The terms of a log weight.
#[derive(Clone, Debug)]
struct Terms {
    cards: [Sum; MAX_CARDS],
    effects: [f32; BESIDE],
    cells: [[Sum; BESIDE]; MAX_CARDS],
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            cards: [Sum::default(); MAX_CARDS],
            effects: [0.0; BESIDE],
            cells: [[Sum::default(); BESIDE]; MAX_CARDS],
        }
    }
}

impl Terms {
    /// Fits the terms to the current offsets.
    fn fit(&mut self, asked: &[NetAnswer]) {
        let mut next = Terms { effects: self.effects, ..Terms::default() };
        for asked in asked {
            for (card, beside, log) in asked.cards() {
                next.cards[card].add(log - asked.offset - next.effects[beside]);
                next.cells[card][beside].add(log - asked.offset);
            }
        }
        let mut effects = [Sum::default(); BESIDE];
        for asked in asked {
            for (card, beside, log) in asked.cards() {
                effects[beside].add(log - asked.offset - next.cards[card].mean());
            }
        }
        next.effects = effects.map(|effect| effect.mean_with(NO_EFFECT, 0.0));
        *self = next;
    }

    /// The log weight without its offset; that of an average card if the card was never seen.
    fn log(&self, card: usize, beside: usize) -> f32 {
        let cards = self.cards[card];
        let mean = if cards.count > 0.0 { cards.mean() } else { 0.0 };
        self.cells[card][beside].mean_with(AS_ELSEWHERE, mean + self.effects[beside])
    }

    fn model(&self, asked: &[NetAnswer], played: Card) -> Model {
        let (mut all, mut cells) = (Sum::default(), [Sum::default(); BESIDE]);
        for asked in asked {
            let beside = beside(asked.hand, played);
            all.add(asked.done - asked.offset - self.effects[beside]);
            cells[beside].add(asked.done - asked.offset);
        }
        let mut done = [0.0; BESIDE];
        for (beside, done) in done.iter_mut().enumerate() {
            *done = cells[beside].mean_with(AS_ELSEWHERE, all.mean() + self.effects[beside]);
        }
        let mut cards = [[0.0; BESIDE]; MAX_CARDS];
        for (card, by_beside) in cards.iter_mut().enumerate() {
            for (beside, log) in by_beside.iter_mut().enumerate() {
                *log = self.log(card, beside);
            }
        }
        let logs = cards.as_flattened().iter().chain(&done);
        let most = logs.copied().fold(f32::MIN, f32::max);
        let weight = |log: f32| exp((log - most).max(-RANGE));
        Model { cards: cards.map(|by_beside| by_beside.map(weight)), done: done.map(weight) }
    }
}

/// Number of other cards of a card's rank in a hand.
#[inline(always)]
fn beside(hand: CardSet, card: Card) -> usize {
    ((hand & CardSet::rank(card.rank())).len() - 1) as usize
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use spariglio_engine::random::{below, unit};

    use super::*;

    const HAND: u32 = 9;

    fn hand(with: Card, rng: &mut Pcg64Mcg) -> CardSet {
        let mut hand = CardSet::single(with);
        while hand.len() < HAND {
            hand.insert(Card::new(below(rng, 40) as u8));
        }
        hand
    }

    /// Log weights that are sums of the terms are recovered, even if a constant is added to all cards of a hand.
    #[test]
    fn sums_are_found() {
        let mut rng = Pcg64Mcg::seed_from_u64(3);
        let card = Card::new(17);
        let cards: Vec<f32> = (0..40).map(|_| 3.0 * unit(&mut rng)).collect();
        let effects = [0.0, 0.7, -0.4, 1.0];
        let log = |hand, card: Card| cards[usize::from(card.index())] + effects[beside(hand, card)];
        let mut choice = PlayModel::new(2, card);
        for _ in 0..400 {
            let hand = hand(card, &mut rng);
            let offset = 10.0 * unit(&mut rng);
            let logs: Vec<f32> = hand.iter().map(|card| log(hand, card) + offset).collect();
            let done = log(hand, card) + offset - 0.3;
            choice.note_asked(hand, logs, done);
        }
        choice.learn();
        let mut errors = 0.0;
        for _ in 0..100 {
            let hand = hand(card, &mut rng);
            let sum: f32 = hand.iter().map(|card| log(hand, card).exp()).sum();
            let policy = (log(hand, card) - 0.3).exp() / sum;
            let expected = 0.9 * policy + 0.1 / HAND as f32;
            errors += (choice.chance(hand, 0.1) / expected).ln().abs();
        }
        assert!(errors < 5.0, "5 % on average: {errors}");
    }

    #[test]
    fn what_was_not_asked_is_as_likely() {
        let mut rng = Pcg64Mcg::seed_from_u64(4);
        let card = Card::new(6);
        let mut choice = PlayModel::new(0, card);
        let nine = hand(card, &mut rng);
        assert!((choice.chance(nine, 0.05) - 1.0 / HAND as f32).abs() < 1e-6);
        let pair = CardSet::single(card) | CardSet::single(Card::new(30));
        choice.note_asked(pair, vec![2.0, 2.0], 2.0);
        choice.learn();
        let other = CardSet::single(card) | CardSet::single(Card::new(39));
        assert!((choice.chance(other, 0.05) - 0.5).abs() < 0.01, "a card that was never seen");
    }
}
