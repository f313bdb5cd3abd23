//! Counts the information sets of a game over all deals: everything that a seat to act can know.
//!
//! An information set is the first table, the cards dealt so far to the seat to act, and all actions. The count walks
//! the game once per observing seat. The cards that the observer has not seen stay one pool, and any of them may be
//! played next. So each information set is met exactly once and no deal is listed. This works only if nothing is
//! declared: then every unseen card may be in every hidden hand.

use crate::cards::card::Card;
use crate::cards::card_set::CardSet;
use crate::game::Game;
use crate::hand::action::Action;
use crate::hand::deal::Deal;
use crate::hand::state::State;
use crate::rules::DeclarationHands;

/// Number of information sets of a game for one dealer. Other dealers only rename the seats.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct InfoSets {
    /// All of them.
    pub all: u64,
    /// Those with two or more legal actions.
    pub choices: u64,
}

/// Counts the information sets of a game over all deals; `None` if the game has declarations, open hands or second plays.
///
/// # Examples
/// ```
/// use spariglio_engine::Game;
/// use spariglio_engine::walks::{InfoSets, info_sets};
///
/// let game = Game::preset("mini_scopone").expect("a preset");
/// assert_eq!(info_sets(&game), Some(InfoSets { all: 31_416, choices: 4_536 }));
/// assert_eq!(info_sets(&Game::preset("cirulla").expect("a preset")), None);
/// ```
pub fn info_sets(game: &Game) -> Option<InfoSets> {
    let rules = game.rules();
    if rules.declarations.hands != DeclarationHands::None || rules.deal.open || rules.sweep.again {
        return None;
    }
    let mut count = InfoSets::default();
    for_each_subset(game.pack(), game.table_len(), CardSet::EMPTY, &mut |table| {
        let rest = game.pack() - table;
        let first = game.players() * game.round_len(0);
        let cards: Vec<Card> = rest.iter().take(first).chain(table).chain(rest.iter().skip(first)).collect();
        // A table that annuls the deal is not played.
        let Ok(deal) = Deal::new(game, 0, &cards) else {
            return;
        };
        for observer in 0..game.players() {
            let mut walk = SetWalk {
                game,
                deal: &deal,
                observer,
                buffers: vec![Vec::new(); game.plies()],
                count: InfoSets::default(),
            };
            walk.deal(&State::new(game, &deal), rest);
            count.all += walk.count.all;
            count.choices += walk.count.choices;
        }
    });
    Some(count)
}

/// The game from one first table, as one seat sees it. In its states every other seat holds all unseen cards.
struct SetWalk<'g> {
    game: &'g Game,
    deal: &'g Deal,
    observer: usize,
    /// One list of actions per ply.
    buffers: Vec<Vec<Action>>,
    count: InfoSets,
}

impl SetWalk<'_> {
    /// Continues with every hand that the observer may be dealt in the state's deal-round.
    fn deal(&mut self, state: &State, unseen: CardSet) {
        let len = self.game.round_len(state.deal_round_index());
        for_each_subset(unseen, len, CardSet::EMPTY, &mut |hand| {
            let mut state = *state;
            state.hands[self.observer] = hand;
            self.descend(state, unseen - hand);
        });
    }

    fn descend(&mut self, mut state: State, unseen: CardSet) {
        if state.is_over() {
            return;
        }
        let (seat, ply, round) = (state.seat(), state.ply(), state.deal_round_index());
        if seat != self.observer {
            state.hands[seat] = unseen;
        }
        let mut actions = std::mem::take(&mut self.buffers[ply]);
        state.legal_actions(self.game, &mut actions);
        if seat == self.observer {
            self.count.all += 1;
            self.count.choices += u64::from(actions.len() > 1);
        }
        for &action in &actions {
            let mut next = state;
            next.apply(self.game, self.deal, action);
            let unseen = action.card().map_or(unseen, |card| unseen - CardSet::single(card));
            if next.deal_round_index() == round {
                self.descend(next, unseen);
            } else {
                self.deal(&next, unseen);
            }
        }
        self.buffers[ply] = actions;
    }
}

/// Calls `found` with the union of `chosen` and every subset of `count` cards.
pub(crate) fn for_each_subset(cards: CardSet, count: usize, chosen: CardSet, found: &mut impl FnMut(CardSet)) {
    if count == 0 {
        return found(chosen);
    }
    let mut rest = cards;
    while let Some(card) = rest.first() {
        rest.remove(card);
        for_each_subset(rest, count - 1, chosen | CardSet::single(card), found);
    }
}
