//! Estimate of a hand's final points without playing it out: the static value of a leaf.
//!
//! Each kind of points is estimated by itself from the piles, as if each card in no pile went to any side with even
//! chance. Points scored in play are added as they are. The estimate of majorities and the prime depends on the lead
//! and on the number of open cards. A captured single card counts for its side; a free one favours nobody and is left
//! out. Melds count by each side's chance to get their cards. Hand cards and the turn add to that.

mod parts;
mod prime;

use spariglio_engine::rules::ScoreRules;
use spariglio_engine::{CardSet, Game, MAX_SEATS, PointKind, State};

use super::by_kind::PointsByKind;
use super::holding::Holding;
use super::majority::Majority;
use super::melds::Melds;
pub use parts::{PARTS, POSITION, Parts, part_name, score_parts};
use prime::PrimeLeads;

/// Estimator compiled for one game.
#[derive(Clone, Debug)]
pub(crate) struct PointsEstimator {
    cards: Majority,
    suit: Majority,
    suit_cards: CardSet,
    prime: Option<PrimeLeads>,
    singles: Vec<(CardSet, i32)>,
    melds: Option<Melds>,
    holding: Holding,
    shutout: f32,
}

/// Expected final points of a hand, by side.
#[derive(Clone, Debug, Default)]
pub(crate) struct ExpectedPoints {
    /// Points without those of a shutout.
    pub(crate) points: [f32; MAX_SEATS],
    /// Chances of a shutout.
    pub(crate) shutouts: [f32; MAX_SEATS],
}

/// Mean number of cards in a capture: the unit in which the majority of cards moves.
const CARDS_A_CAPTURE: f64 = 2.4;

impl PointsEstimator {
    pub(crate) fn new(game: &Game) -> PointsEstimator {
        // The scores in play (`..`) are in the tallies.
        let ScoreRules {
            // `Game::majorities` has their signs.
            cards: _,
            suit: _,
            suit_points: _,
            majority: _,
            prime: _,
            prime_missing_suit: _,
            low_meld: _,
            high_meld: _,
            shutout,
            // Two sides that both score are as far apart as if nobody does.
            ties: _,
            ..
        } = game.rules().score;
        let [cards, suit_points] = game.majorities();
        let pack = game.pack_len();
        let suit_cards = game.suit_cards();
        PointsEstimator {
            cards: Majority::new(cards, pack, CARDS_A_CAPTURE),
            suit: Majority::new(suit_points, suit_cards.len() as usize, 1.0),
            suit_cards,
            prime: PrimeLeads::new(game),
            singles: game.singles().to_vec(),
            melds: Melds::new(game),
            holding: Holding::new(game),
            shutout: if shutout { game.shutout_value() as f32 } else { 0.0 },
        }
    }

    /// Sets the expected margin of every side, in points.
    pub(crate) fn margins(&self, game: &Game, state: &State, margins: &mut [f32; MAX_SEATS]) {
        let mut expected = self.expected(game, state);
        let points = &mut expected.points[..game.sides()];
        for (points, chance) in points.iter_mut().zip(expected.shutouts) {
            *points += chance * self.shutout;
        }
        set_margins(points, margins);
    }

    /// Expected final points of every side.
    #[inline(always)]
    pub(crate) fn expected(&self, game: &Game, state: &State) -> ExpectedPoints {
        let mut expected = ExpectedPoints::default();
        self.add(game, state, &mut expected.points, &mut expected.shutouts);
        expected
    }

    /// Adds the expected points of every side, and sets the chances of a shutout.
    #[inline(always)]
    fn add(&self, game: &Game, state: &State, points: &mut impl PointsByKind, shutouts: &mut [f32; MAX_SEATS]) {
        let sides = game.sides();
        let mut piles = [CardSet::EMPTY; MAX_SEATS];
        let mut free = reachable(game, state);
        for (side, pile) in piles[..sides].iter_mut().enumerate() {
            *pile = state.pile(side);
            free = free - *pile;
            points.add_played(game, state, side);
        }
        if state.is_over() {
            free = CardSet::EMPTY;
        }
        points.of(PointKind::DealerBonus)[game.side(state.dealer())] += f32::from(state.dealer_bonus());
        let piles = &piles[..sides];
        self.cards.add(piles, free, &mut points.of(PointKind::Cards)[..sides]);
        let suits = piles.iter().map(|&pile| pile & self.suit_cards);
        let mut suit_piles = [CardSet::EMPTY; MAX_SEATS];
        for (slot, pile) in suit_piles.iter_mut().zip(suits) {
            *slot = pile;
        }
        let suit_free = free & self.suit_cards;
        self.suit
            .add(&suit_piles[..sides], suit_free, &mut points.of(PointKind::Suit)[..sides]);
        if let Some(prime) = &self.prime {
            prime.add(piles, free, &mut points.of(PointKind::Prime)[..sides]);
        }
        for &(card, worth) in &self.singles {
            if let Some(owner) = piles.iter().position(|pile| pile.contains_all(card)) {
                points.of(PointKind::Single)[owner] += worth as f32;
            }
        }
        if let Some(melds) = &self.melds {
            melds.add(piles, free, points);
        }
        self.holding.add(game, state, &mut points.of_holding()[..sides]);
        if self.shutout > 0.0 {
            set_shutouts(&suit_piles[..sides], suit_free, shutouts);
        }
    }
}

/// The cards that may be in piles at the end of the hand, including those in piles now. If some cards are never dealt,
/// they are known from the last deal-round on.
#[inline(always)]
fn reachable(game: &Game, state: &State) -> CardSet {
    if game.dealt_len() == game.pack_len() || state.deal_round_index() + 1 < game.deal_rounds() {
        return game.pack();
    }
    let piles = (0..game.sides()).map(|side| state.pile(side));
    let hands = (0..game.players()).map(|seat| state.hand_cards(seat));
    piles.chain(hands).fold(state.table(), |all, cards| all | cards)
}

/// Sets each side's chance to get the whole suit. Sets none if several sides already have cards of it.
fn set_shutouts(piles: &[CardSet], free: CardSet, chances: &mut [f32]) {
    let held = piles.iter().filter(|pile| !pile.is_empty()).count();
    if held > 1 {
        return;
    }
    let chance = (piles.len() as f32).powi(-(free.len() as i32));
    for (pile, slot) in piles.iter().zip(chances) {
        if held == 0 || !pile.is_empty() {
            *slot = chance;
        }
    }
}

/// Sets each side's points minus those of the best other side.
fn set_margins(points: &[f32], margins: &mut [f32; MAX_SEATS]) {
    if let [first, second] = *points {
        (margins[0], margins[1]) = (first - second, second - first);
        return;
    }
    for side in 0..points.len() {
        let others = points.iter().enumerate().filter(|(other, _)| *other != side);
        let best = others.map(|(_, &points)| points).fold(f32::MIN, f32::max);
        margins[side] = points[side] - best;
    }
}

#[cfg(test)]
mod tests;
