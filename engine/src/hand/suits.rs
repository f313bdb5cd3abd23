//! Suits that a rule set cannot tell apart: if they are exchanged in the deal and in all actions, points and choices
//! stay the same.

use crate::cards::card::{Card, MATTA, Suit};
use crate::cards::card_set::CardSet;
use crate::game::Game;
use crate::hand::action::{Action, ActionKind};
use crate::hand::deal::Deal;
use crate::hand::state::{NOBODY, State};
use crate::hand::view::View;
use crate::rules::{LowMeld, Matta};

/// A permutation of the suits: place `s` holds the suit that takes the place of suit `s`.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct SuitPermutation([u8; 4]);

impl SuitPermutation {
    /// The one that changes nothing.
    pub const IDENTITY: SuitPermutation = SuitPermutation([0, 1, 2, 3]);

    /// All 24, the identity first.
    fn all() -> impl Iterator<Item = SuitPermutation> {
        let digits = (0..256_u32).map(|code| [code >> 6 & 3, code >> 4 & 3, code >> 2 & 3, code & 3]);
        digits
            .filter(|to| to.iter().fold(0, |seen, suit| seen | 1 << suit) == 0xF)
            .map(|to| SuitPermutation(to.map(|suit| suit as u8)))
    }

    /// A card in its new suit.
    #[inline]
    pub fn card(self, card: Card) -> Card {
        Card::new(card.index() & !3 | self.0[usize::from(card.index() & 3)])
    }

    /// Cards in their new suits.
    #[inline]
    pub fn cards(self, cards: CardSet) -> CardSet {
        let bits = Suit::ALL.map(|suit| {
            let ranks = (cards & CardSet::suit(suit)).bits() >> suit as u64;
            ranks << self.0[suit as usize]
        });
        CardSet::from_bits(bits.iter().fold(0, |all, bits| all | bits))
    }

    /// An action with its cards in their new suits.
    pub fn action(self, action: Action) -> Action {
        match action.kind() {
            ActionKind::Play { card, captured } => Action::play(self.card(card), self.cards(captured)),
            ActionKind::Declare { cards, matta } => Action::declare(self.cards(cards), matta),
            ActionKind::Pass => action,
        }
    }
}

impl Game {
    /// The suit permutations that this game cannot tell apart, the identity first. They preserve the pack, the scoring
    /// suit, the cards that score singly and the wild seven.
    ///
    /// # Examples
    /// ```
    /// use spariglio_engine::Game;
    ///
    /// let count = |preset| Game::preset(preset).expect("a preset").suit_permutations().len();
    /// assert_eq!(count("scopa"), 6, "only coins are special");
    /// assert_eq!(count("cirulla"), 2, "cups too: their seven is wild");
    /// ```
    pub fn suit_permutations(&self) -> Vec<SuitPermutation> {
        let rules = self.rules();
        let score = &rules.score;
        let suit_counts =
            score.suit_points > 0 || score.high_meld > 0 || score.shutout || score.low_meld != LowMeld::None;
        let single = |card: Card| score.single.get(&card).copied().unwrap_or(0);
        let keeps = |to: &SuitPermutation| {
            to.cards(self.pack()) == self.pack()
                && (!suit_counts || to.0[score.suit as usize] == score.suit as u8)
                && (rules.declarations.matta == Matta::None || to.card(MATTA) == MATTA)
                && self.pack().iter().all(|card| single(card) == single(to.card(card)))
        };
        SuitPermutation::all().filter(keeps).collect()
    }
}

impl Deal {
    /// The same deal with other suits.
    fn with_suits(&self, to: SuitPermutation) -> Deal {
        let mut deal = *self;
        for card in &mut deal.cards[..usize::from(self.len)] {
            *card = to.card(Card::new(*card)).index();
        }
        deal
    }
}

impl State {
    /// The same state with other suits, except the keys of the last declarations. Valid only if no seat is declaring.
    fn with_suits(&self, to: SuitPermutation) -> State {
        let last_lay = self.last_lay().map_or(NOBODY, |card| to.card(card).index());
        State {
            hands: self.hands.map(|cards| to.cards(cards)),
            piles: self.piles.map(|cards| to.cards(cards)),
            table: to.cards(self.table),
            declared: to.cards(self.declared),
            last_lay,
            ..*self
        }
    }
}

/// A view with other suits; see [`View::with_suits`].
#[derive(Clone, Debug)]
pub struct PermutedView<'a> {
    game: &'a Game,
    deal: Deal,
    state: State,
    history: Vec<Action>,
    observer: usize,
    partners_open: bool,
}

impl PermutedView<'_> {
    /// The view.
    pub fn view(&self) -> View<'_> {
        View::new(self.game, &self.deal, &self.state, self.observer, self.partners_open).with_history(&self.history)
    }
}

impl<'a> View<'a> {
    /// The same view with other suits; `to` must be one of [`Game::suit_permutations`]. `None` if the seat to act is
    /// declaring, because the order of declarations depends on the suits.
    pub fn with_suits(&self, to: SuitPermutation) -> Option<PermutedView<'a>> {
        (!self.is_declaring()).then(|| PermutedView {
            game: self.game,
            deal: self.deal.with_suits(to),
            state: self.hidden.with_suits(to),
            history: self.history().iter().map(|&action| to.action(action)).collect(),
            observer: self.seat(),
            partners_open: self.partners_open(),
        })
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::rules::RuleSet;

    /// The cards that a view shows.
    fn shown(view: &View<'_>) -> (Vec<CardSet>, Vec<Action>, Option<Card>) {
        let game = view.game();
        let seats = (0..game.players()).flat_map(|seat| [view.known(seat), view.declared(seat), view.played(seat)]);
        let piles = (0..game.sides()).map(|side| view.pile(side));
        let sets = [view.hand_cards(), view.table(), view.unseen()]
            .into_iter()
            .chain(seats)
            .chain(piles);
        (sets.collect(), view.history().to_vec(), view.last_lay())
    }

    #[test]
    fn the_permutations_of_known_games() {
        for (rules, count) in [
            ("scopa", 6),
            ("scopone", 6),
            ("scopone_scientifico", 6),
            ("cirulla", 2),
            ("cirulla_4", 2),
            ("cirullone", 2),
            ("cicera", 1),
        ] {
            let game = Game::preset(rules).expect("a preset");
            let found = game.suit_permutations();
            assert_eq!(found.len(), count, "{rules}");
            assert_eq!(found[0], SuitPermutation::IDENTITY);
        }
    }

    #[test]
    fn a_hand_with_other_suits_offers_and_scores_the_same() {
        let mut rng = Pcg64Mcg::seed_from_u64(6);
        let mut compared = 0;
        for rules in RuleSet::preset_names() {
            let game = Game::preset(rules).expect("a preset");
            for to in game.suit_permutations().into_iter().skip(1) {
                let deal = Deal::random(&game, 0, &mut rng);
                let there = deal.with_suits(to);
                let (mut state, mut other) = (State::new(&game, &deal), State::new(&game, &there));
                let (mut actions, mut permuted, mut history) = (Vec::new(), Vec::new(), Vec::new());
                while !state.is_over() {
                    state.legal_actions(&game, &mut actions);
                    other.legal_actions(&game, &mut permuted);
                    let mut expected: Vec<u64> = actions.iter().map(|&action| to.action(action).to_bits()).collect();
                    let mut found: Vec<u64> = permuted.iter().map(|action| action.to_bits()).collect();
                    expected.sort_unstable();
                    found.sort_unstable();
                    if !state.is_declaring() {
                        assert_eq!(found, expected, "{rules}");
                        let view = View::new(&game, &deal, &state, state.seat(), false).with_history(&history);
                        let permuted = view.with_suits(to).expect("no declaration");
                        let history: Vec<_> = history.iter().map(|&action| to.action(action)).collect();
                        let real = View::new(&game, &there, &other, other.seat(), false).with_history(&history);
                        assert_eq!(shown(&permuted.view()), shown(&real), "{rules}");
                        compared += 1;
                    }
                    let action = if state.is_declaring() {
                        // A declaration that is still open in one hand's order may be closed in the other's.
                        let open = |action: &&Action| found.contains(&to.action(**action).to_bits());
                        *actions.iter().find(open).expect("a pass")
                    } else {
                        state.random_action(&game, &mut rng)
                    };
                    history.push(action);
                    state.apply(&game, &deal, action);
                    other.apply(&game, &there, to.action(action));
                }
                assert_eq!(state.margin(&game, 0), other.margin(&game, 0), "{rules}");
            }
        }
        assert!(compared > 1000, "{compared} positions");
    }
}
