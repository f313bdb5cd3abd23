//! The score of a hand (`docs/reference/rules.md` B.7, B22 to B24, C.4 to C.14; `docs/reference/records.md` section 4).
//!
//! [`HandScore`] holds counts and points by kind for every side. If hands are averaged or searched, use
//! [`HandScore::points`] and [`HandScore::margin`]: they count a shutout as `docs/reference/glossary.md` says.

mod margin;
mod prime;
#[cfg(test)]
mod tests;

use std::hint::select_unpredictable;

use crate::cards::card_set::CardSet;
use crate::game::{Game, MAX_SEATS};
use crate::hand::point_kind::PointKind;
use crate::hand::state::State;
use crate::rules::{Majority, Ties};

pub use prime::PrimeScale;

/// Points of difference that make one unit of utility: utility = margin / 10.
pub const UTILITY_SCALE: f32 = 10.0;

/// The score of one side in a hand.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct SideScore {
    /// Cards in the pile after the leftovers.
    pub cards: u8,
    /// Cards of the scoring suit in the pile.
    pub suit: u8,
    /// Sum on the rule set's prime scale; `None` if the side has no prime.
    pub prime: Option<u8>,
    /// Points by [`PointKind`]; all 0 after a shutout.
    pub points: [i32; PointKind::COUNT],
}

impl SideScore {
    /// All points of the hand.
    pub fn total(&self) -> i32 {
        self.points.iter().sum()
    }
}

/// The score of a hand that has ended.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct HandScore {
    sides: [SideScore; MAX_SEATS],
    count: u8,
    shutout: Option<u8>,
    shutout_value: i32,
    last_capture: Option<u8>,
}

impl HandScore {
    /// Number of sides.
    pub fn sides(&self) -> usize {
        usize::from(self.count)
    }

    /// The score of a side.
    pub fn side(&self, side: usize) -> &SideScore {
        &self.sides[side]
    }

    /// The side that made a shutout, if any.
    pub fn shutout(&self) -> Option<usize> {
        self.shutout.map(usize::from)
    }

    /// The side of the last capturer, if any.
    pub fn last_capture(&self) -> Option<usize> {
        self.last_capture.map(usize::from)
    }

    /// Points of a side for averages and searches of hands. After a shutout they are [`Game::shutout_value`] for the
    /// side that made it and 0 for the others.
    #[inline]
    pub fn points(&self, side: usize) -> i32 {
        match self.shutout {
            None => self.sides[side].total(),
            Some(winner) if usize::from(winner) == side => self.shutout_value,
            Some(_) => 0,
        }
    }

    /// A side's points minus the best other side's.
    #[inline]
    pub fn margin(&self, side: usize) -> i32 {
        let best = (0..self.sides())
            .filter(|&other| other != side)
            .map(|other| self.points(other))
            .max();
        self.points(side) - best.unwrap_or(0)
    }

    /// Points of a side by kind, in the order of [`PointKind::ALL`]; all 0 after a shutout.
    pub fn by_kind(&self, side: usize) -> [i32; PointKind::COUNT] {
        self.sides[side].points
    }
}

impl State {
    /// The score of the hand.
    ///
    /// Meaningful when the hand is over. Before that, it is the score if the hand ended now with the table unassigned.
    ///
    /// # Examples
    /// ```
    /// use rand_pcg::Pcg64Mcg;
    /// use spariglio_engine::{Deal, Game, PointKind, State};
    ///
    /// let game = Game::preset("scopone").expect("a preset");
    /// let mut rng = Pcg64Mcg::new(7);
    /// let deal = Deal::random(&game, 0, &mut rng);
    /// let mut state = State::new(&game, &deal);
    /// state.playout(&game, &deal, &mut rng);
    /// let score = state.score(&game);
    /// assert_eq!(score.side(0).cards + score.side(1).cards, 40);
    /// assert_eq!(score.margin(0), score.points(0) - score.points(1));
    /// ```
    pub fn score(&self, game: &Game) -> HandScore {
        let mut score = HandScore {
            sides: [SideScore::default(); MAX_SEATS],
            count: game.sides() as u8,
            shutout: self.shutout().map(|side| side as u8),
            shutout_value: game.shutout_value(),
            last_capture: self.last_capture().map(|side| side as u8),
        };
        let piles = &self.piles[..game.sides()];
        let primes = prime::primes(game.prime(), piles);
        for (side, &pile) in piles.iter().enumerate() {
            score.sides[side].cards = pile.len() as u8;
            score.sides[side].suit = (pile & game.suit).len() as u8;
            score.sides[side].prime = primes[side];
        }
        if self.shutout().is_none() {
            self.add_points(game, &mut score);
        }
        score
    }

    fn add_points(&self, game: &Game, score: &mut HandScore) {
        let rules = &game.rules().score;
        let sides = game.sides();
        for side in 0..sides {
            let pile = self.piles[side];
            let points = &mut score.sides[side].points;
            for (kind, made) in self.tallies[side].by_kind(game.rules()) {
                points[kind as usize] = made;
            }
            points[PointKind::Single as usize] = singles(game, pile);
            points[PointKind::LowMeld as usize] = low_meld(game, pile);
            points[PointKind::HighMeld as usize] = high_meld(game, pile);
        }
        let dealer = &mut score.sides[game.side(self.dealer())].points;
        dealer[PointKind::DealerBonus as usize] = i32::from(self.dealer_bonus);
        let most = |count: fn(&SideScore) -> u8, score: &HandScore| {
            let counts = score.sides[..sides].iter().map(count);
            match rules.majority {
                Majority::Most => leaders(counts.map(|count| (count > 0).then_some(count))),
                Majority::Fewest => leaders(counts.map(|count| Some(u8::MAX - count))),
            }
        };
        let primes = game.prime().map_or(0, |prime| prime.leaders(&self.piles[..sides]));
        let kinds = [
            (PointKind::Cards, rules.cards, most(|side| side.cards, score)),
            (PointKind::Suit, rules.suit_points, most(|side| side.suit, score)),
            (PointKind::Prime, 1, primes),
        ];
        for (kind, points, leaders) in kinds {
            if leaders.is_power_of_two() || rules.ties == Ties::Each {
                for (side, of) in score.sides[..sides].iter_mut().enumerate() {
                    of.points[kind as usize] = i32::from(points) * i32::from(leaders >> side & 1);
                }
            }
        }
    }
}

/// The places of the highest value, one bit each. `None` values do not compete.
#[inline(always)]
fn leaders<T: Ord + Copy>(values: impl Iterator<Item = Option<T>>) -> u8 {
    let (mut best, mut places) = (None, 0);
    for (place, value) in values.enumerate() {
        if value.is_some() && value >= best {
            places = if value == best { places } else { 0 } | 1 << place;
            best = value;
        }
    }
    places
}

#[inline(always)]
fn singles(game: &Game, pile: CardSet) -> i32 {
    let points = |&(card, points): &(CardSet, i32)| select_unpredictable(pile.contains_all(card), points, 0);
    game.singles.iter().map(points).sum()
}

#[inline(always)]
fn low_meld(game: &Game, pile: CardSet) -> i32 {
    i32::from(game.rules().score.low_meld.points(game.run(pile)))
}

#[inline(always)]
fn high_meld(game: &Game, pile: CardSet) -> i32 {
    if pile.contains_all(game.courts() & game.suit) {
        i32::from(game.rules().score.high_meld)
    } else {
        0
    }
}
