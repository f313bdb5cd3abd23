//! Lines of known plays: a seat that holds declared cards plays one of these.
//!
//! A line goes through the seats after the observer's as long as they hold declared cards, at most to the observer. Each
//! seat makes the best play for its side. The table at its end is judged as the formula judges a table that it leaves.

use spariglio_engine::{Card, CardSet, MAX_SEATS, View};

use super::FormulaPolicy;
use crate::knowledge::odds::Odds;
use crate::knowledge::reach::{ByRank, LANES, TableSums, lane, largest, total};
use crate::knowledge::worth::WorthsNow;

/// The plays to come that a view knows.
#[derive(Clone, Debug)]
pub struct KnownLine {
    /// Declared cards of the seats after the observer's; those of the first seat without any are empty.
    cards: [CardSet; MAX_SEATS],
    /// Number of seats with known plays.
    len: usize,
    /// The worth of the cards on the table, in the own hand, and known.
    worth: [f32; 64],
    /// The chance that the seat after the line plays each rank. Nothing if that is the observer.
    chances: ByRank,
}

/// A line of one action.
struct ActionLine<'a, 'v> {
    policy: &'a FormulaPolicy,
    line: &'a KnownLine,
    view: &'a View<'v>,
    /// The own cards that can be played at the next turn.
    own: CardSet,
}

impl KnownLine {
    /// The line of a view; `None` if the next seat's play is not known. `worth` has the cards on the table and in the own
    /// hand.
    #[inline(never)]
    pub fn new(view: &View<'_>, worths: &WorthsNow<'_>, worth: &[f32; 64], odds: &Odds) -> Option<KnownLine> {
        let players = view.game().players();
        let seat = |later: usize| (view.seat() + 1 + later) % players;
        if view.obliged(seat(0)).is_empty() {
            return None;
        }
        let mut line = KnownLine { cards: [CardSet::EMPTY; MAX_SEATS], len: 0, worth: *worth, chances: [0.0; LANES] };
        while line.len < players - 1 && !view.obliged(seat(line.len)).is_empty() {
            line.cards[line.len] = view.obliged(seat(line.len));
            line.len += 1;
        }
        for card in line.cards.iter().fold(CardSet::EMPTY, |all, &cards| all | cards) {
            let index = usize::from(card.index());
            line.worth[index] = worths.of(index);
        }
        if line.len < players - 1 {
            line.chances = odds.hand_of(view, seat(line.len)).by_lane(view.matta());
        }
        Some(line)
    }

    /// The value for the observer's side, in points, of the table that it leaves by `card`.
    #[inline(never)]
    pub fn value(&self, policy: &FormulaPolicy, view: &View<'_>, card: Card, table: CardSet) -> f32 {
        let hand = view.hand_cards() - CardSet::single(card);
        let declared = view.obliged(view.seat()) & hand;
        let own = if declared.is_empty() { hand } else { declared };
        ActionLine { policy, line: self, view, own }.value(0, table)
    }
}

impl ActionLine<'_, '_> {
    /// The value of a table before the play of the seat that is `later` seats after the next one.
    fn value(&self, later: usize, table: CardSet) -> f32 {
        let game = self.view.game();
        let ply = self.view.ply() + 1 + later;
        if ply >= game.plies() {
            return 0.0;
        }
        if later == self.line.len {
            return self.end(later, table);
        }
        let weight = self.weight(later);
        let mut best = f32::NEG_INFINITY;
        game.for_each_play(table, self.view.matta(), self.line.cards[later], |card, captured| {
            let played = CardSet::single(card);
            let takes = !captured.is_empty() || game.takes_itself(table, self.view.matta(), card);
            let taken = if takes { captured | played } else { captured };
            let gain = self.gain(ply, table, card, taken);
            let value = weight * gain + self.value(later + 1, (table | played) - taken);
            best = best.max(weight.signum() * value);
        });
        weight.signum() * best
    }

    /// What a play gains for its own side, with the cards that go to its pile.
    fn gain(&self, ply: usize, table: CardSet, card: Card, taken: CardSet) -> f32 {
        let (game, matta) = (self.view.game(), self.view.matta());
        let worth: f32 = taken.iter().map(|card| self.line.worth[usize::from(card.index())]).sum();
        let empties = !table.is_empty() && (table - taken).is_empty();
        let sweeps = empties && game.may_sweep(ply) && game.sweepers(table, matta).contains(card);
        worth + if sweeps { self.policy.sweep } else { 0.0 }
    }

    /// The value of a table at the end of the line: what the next play may gain, and the own hand.
    fn end(&self, later: usize, table: CardSet) -> f32 {
        let (game, policy, matta) = (self.view.game(), self.policy, self.view.matta());
        let (weights, weight) = (&policy.weights, self.weight(later));
        if table.is_empty() {
            return -weight * weights.empty;
        }
        let mut left = TableSums::new(policy.quadriglia);
        left.set(table, matta, &self.line.worth);
        let gains = policy.gains(&left, game.may_sweep(self.view.ply() + 1 + later), (0, 0.0));
        let held = self.own.iter().map(|card| gains[lane(usize::from(card.index()), matta)]);
        let own = held.fold(0.0, f32::max);
        if later == game.players() - 1 {
            return own;
        }
        let expected: ByRank = std::array::from_fn(|rank| gains[rank] * self.line.chances[rank]);
        let gift = weights.gift_best * largest(&expected) + weights.gift_all * total(&expected);
        weights.own * own + weight * gift
    }

    /// What a point of a seat's side counts for the observer's.
    fn weight(&self, later: usize) -> f32 {
        let (game, own) = (self.view.game(), self.view.seat());
        let seat = (own + 1 + later) % game.players();
        if game.side(seat) == game.side(own) {
            1.0
        } else {
            -self.policy.weights.other
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use spariglio_engine::{Action, Deal, Game, State};

    use super::*;
    use crate::book::formula::Outlooks;

    /// The value of a line by the engine's plays; `None` if a seat may declare.
    fn played(walk: &ActionLine<'_, '_>, deal: &Deal, state: &State, later: usize) -> Option<f32> {
        let game = walk.view.game();
        if state.is_over() || later == walk.line.len {
            return Some(if state.is_over() {
                0.0
            } else {
                walk.end(later, state.table())
            });
        }
        let view = View::new(game, deal, state, state.seat(), false);
        let (mut legal, weight) = (Vec::new(), walk.weight(later));
        view.legal_actions(&mut legal);
        let value = |&action: &Action| {
            let (card, captured) = (action.card()?, action.captured());
            let takes = !captured.is_empty() || view.takes_itself(card);
            let taken = if takes {
                captured | CardSet::single(card)
            } else {
                captured
            };
            let worth: f32 = taken.iter().map(|card| walk.line.worth[usize::from(card.index())]).sum();
            // The counts are those of captures.
            let sweeps = !captured.is_empty() && view.capture_counts(card, captured).sweeps > 0;
            let sweeps = if sweeps { walk.policy.sweep } else { 0.0 };
            let mut next = *state;
            next.apply(game, deal, action);
            Some(weight * (worth + sweeps) + played(walk, deal, &next, later + 1)?)
        };
        let values = legal.iter().map(value).collect::<Option<Vec<f32>>>()?;
        values.into_iter().reduce(if weight > 0.0 { f32::max } else { f32::min })
    }

    #[test]
    fn a_line_has_the_plays_of_the_engine() {
        let game = Game::preset("cirullone").expect("a preset");
        let policy = FormulaPolicy::new(&game);
        let (mut rng, mut legal, mut scores, mut outlooks) =
            (Pcg64Mcg::seed_from_u64(5), Vec::new(), Vec::new(), Outlooks::default());
        let mut lens = [0; MAX_SEATS];
        for _ in 0..150 {
            let deal = Deal::random(&game, 0, &mut rng);
            let mut state = State::new(&game, &deal);
            while !state.is_over() {
                let view = View::new(&game, &deal, &state, state.seat(), false);
                view.legal_actions(&mut legal);
                policy.outlook(&view, &legal, &mut scores, &mut outlooks);
                let facts = policy.facts(&view);
                let next = view.obliged((view.seat() + 1) % game.players());
                assert_eq!(facts.line.is_some(), !next.is_empty());
                for (&action, outlook) in legal.iter().zip(&outlooks.actions) {
                    let (Some(line), Some(card), Some(value)) = (&facts.line, action.card(), outlook.line) else {
                        continue;
                    };
                    let hand = view.hand_cards() - CardSet::single(card);
                    let declared = view.obliged(view.seat()) & hand;
                    let own = if declared.is_empty() { hand } else { declared };
                    let walk = ActionLine { policy: &policy, line, view: &view, own };
                    let mut after = state;
                    after.apply(&game, &deal, action);
                    if let Some(expected) = played(&walk, &deal, &after, 0) {
                        assert!((value - expected).abs() < 1e-4, "{action:?}: {value}, expected {expected}");
                        lens[line.len] += 1;
                    }
                }
                state.apply(&game, &deal, state.random_action(&game, &mut rng));
            }
        }
        assert!(lens[1] > 100 && lens[2] > 20 && lens[3] > 0, "{lens:?}");
    }

    #[test]
    fn a_known_sweep_is_foreseen() {
        let game = Game::preset("cirullone").expect("a preset");
        let policy = FormulaPolicy::new(&game);
        let line = |cards: CardSet| KnownLine {
            cards: std::array::from_fn(|later| if later == 0 { cards } else { CardSet::EMPTY }),
            len: 1,
            worth: [0.0; 64],
            chances: [0.0; LANES],
        };
        let deal = Deal::random(&game, 0, &mut Pcg64Mcg::seed_from_u64(5));
        let state = State::new(&game, &deal);
        let view = View::new(&game, &deal, &state, state.seat(), false);
        let card = view.hand_cards().first().expect("a card");
        let value = |known: u8, table: u8| {
            let of_rank = |rank: u8| CardSet::rank(rank).first().map_or(CardSet::EMPTY, CardSet::single);
            line(of_rank(known)).value(&policy, &view, card, of_rank(table) | CardSet::EMPTY)
        };
        assert!(value(9, 6) < value(5, 6) - 0.5, "nine and six are fifteen");
    }
}
