//! The tree of a small game: every decision after every deal of one dealer, depth first.
//!
//! Plays without a choice are not decisions. An information set is the first table, the cards dealt so far to the seat
//! to act, and all actions, as in [`info_sets`](crate::walks::info_sets()). All actions are public, so the public
//! history and the hand cards that the seat knows identify it. The cards that the seat has already played are part of the history.

use std::collections::HashMap;

use thiserror::Error;

use crate::cards::card_set::CardSet;
use crate::game::{Game, MAX_SEATS};
use crate::hand::action::Action;
use crate::hand::deal::Deal;
use crate::hand::state::State;
use crate::hand::view::View;
use crate::walks::all_deals::{count_deals, for_each_deal};

/// The game has more nodes than allowed.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Error)]
#[error("the game has more than {0} nodes: expected a small one, such as a mini preset")]
pub struct TooManyNodes(pub usize);

/// A decision of a seat.
#[derive(Copy, Clone, Debug)]
pub struct DecisionNode<'a> {
    /// The seat.
    pub seat: usize,
    /// Number of the information set among those of the seat, from 0, in the order of the visit.
    pub set: usize,
    /// Cards played so far.
    pub ply: usize,
    /// The legal actions, two or more.
    pub actions: &'a [Action],
}

/// Visits a tree depth first: after a decision come the subtrees of its actions, in their order.
pub trait TreeVisitor {
    /// Receives all deals, before anything else; they are equally likely.
    fn deals(&mut self, deals: &[Deal]);
    /// Receives a decision.
    fn decision(&mut self, node: DecisionNode<'_>);
    /// Receives the end of a hand.
    fn end(&mut self, state: &State);
}

/// Leads `visitor` through the tree of a game with `dealer` as the dealer.
///
/// # Errors
/// Fails if the tree has more than `most` nodes: decisions and ends of hands.
///
/// # Panics
/// Panics if the dealer is no seat.
pub fn walk_tree(game: &Game, dealer: usize, most: usize, visitor: &mut impl TreeVisitor) -> Result<(), TooManyNodes> {
    if count_deals(game) > most as u64 {
        return Err(TooManyNodes(most));
    }
    let mut deals = Vec::new();
    for_each_deal(game, dealer, &mut |deal| deals.push(*deal));
    visitor.deals(&deals);
    let mut walk = TreeWalk {
        game,
        visitor,
        most,
        nodes: 0,
        histories: HashMap::new(),
        sets: vec![HashMap::new(); game.players()],
        buffers: Vec::new(),
    };
    for deal in &deals {
        let history = walk.history(History::Table(deal.table(game)));
        walk.node(deal, &State::new(game, deal), history)?;
    }
    Ok(())
}

/// A public history: the first table, or a previous history and one action.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
enum History {
    /// The first table.
    Table(CardSet),
    /// The number of the previous history, the bits of the action, the declared cards after it.
    After(u32, u64, CardSet),
}

struct TreeWalk<'a, V> {
    game: &'a Game,
    visitor: &'a mut V,
    most: usize,
    nodes: usize,
    /// Numbers of public histories.
    histories: HashMap<History, u32>,
    /// Of each seat, numbers of information sets by history and known hand cards.
    sets: Vec<HashMap<(u32, [CardSet; MAX_SEATS]), usize>>,
    /// Action lists that are free for reuse.
    buffers: Vec<Vec<Action>>,
}

impl<V: TreeVisitor> TreeWalk<'_, V> {
    fn history(&mut self, history: History) -> u32 {
        let next = self.histories.len() as u32;
        *self.histories.entry(history).or_insert(next)
    }

    /// Visits the tree below a state.
    fn node(&mut self, deal: &Deal, state: &State, history: u32) -> Result<(), TooManyNodes> {
        if state.is_over() {
            self.count()?;
            self.visitor.end(state);
            return Ok(());
        }
        let mut actions = self.buffers.pop().unwrap_or_default();
        state.legal_actions(self.game, &mut actions);
        if actions.len() > 1 {
            self.count()?;
            self.decision(deal, state, history, &actions);
        }
        for &action in &actions {
            let mut next = *state;
            next.apply(self.game, deal, action);
            let after = self.history(History::After(history, action.to_bits(), next.declared()));
            self.node(deal, &next, after)?;
        }
        self.buffers.push(actions);
        Ok(())
    }

    fn count(&mut self) -> Result<(), TooManyNodes> {
        self.nodes += 1;
        if self.nodes > self.most {
            return Err(TooManyNodes(self.most));
        }
        Ok(())
    }

    fn decision(&mut self, deal: &Deal, state: &State, history: u32, actions: &[Action]) {
        let seat = state.seat();
        let known = View::new(self.game, deal, state, seat, false).public_state().hands;
        let sets = &mut self.sets[seat];
        let next = sets.len();
        let set = *sets.entry((history, known)).or_insert(next);
        self.visitor.decision(DecisionNode { seat, set, ply: state.ply(), actions });
    }
}
