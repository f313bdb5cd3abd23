//! The tree of a small game of two seats, laid out for passes over the whole tree.
//!
//! Decisions ("nodes") of one information set ("set") lie side by side, and sets are sorted by the number of cards
//! played before them. Perfect recall allows this order: all decisions of a set come after the same number of cards.
//! Every action of a set has a place ("slot"), in the order of sets and of legal actions. A pass stores its figures of
//! actions in an array over slots.

use std::ops::Range;

use spariglio_engine::walks::TooManyNodes;
use spariglio_engine::{Action, Deal, Game, State};
use thiserror::Error;

/// Why a game has no tree here.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
pub enum TreeError {
    /// The game does not have two seats; best responses and equilibria here are for two.
    #[error("rules `{rules}`: expected a game of 2 seats, found {seats}")]
    Seats {
        /// The rule set.
        rules: String,
        /// Its number of seats.
        seats: usize,
    },
    /// The tree is too large.
    #[error("rules `{rules}`: {source}")]
    Nodes {
        /// The rule set.
        rules: String,
        /// The limit that it exceeds.
        source: TooManyNodes,
    },
}

/// The child of an action.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Child {
    /// The next decision.
    Node(usize),
    /// The end: the dealer's margin in points.
    End(i32),
}

/// A child in four bytes: a node is its number, and an end is negative.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct PackedChild(i32);

impl PackedChild {
    /// Larger than any margin.
    const BIAS: i32 = 1 << 16;

    pub(crate) fn node(node: usize) -> PackedChild {
        PackedChild(i32::try_from(node).expect("fewer nodes than the limit"))
    }

    pub(crate) fn end(margin: i32) -> PackedChild {
        debug_assert!(margin.abs() < PackedChild::BIAS, "no hand is worth so much");
        PackedChild(margin - PackedChild::BIAS)
    }

    pub(crate) fn unpack(self) -> Child {
        match usize::try_from(self.0) {
            Ok(node) => Child::Node(node),
            Err(_) => Child::End(self.0 + PackedChild::BIAS),
        }
    }

    /// The child after the nodes have moved to `places`.
    pub(crate) fn moved(self, places: &[u32]) -> PackedChild {
        match self.unpack() {
            Child::Node(node) => PackedChild::node(places[node] as usize),
            Child::End(_) => self,
        }
    }
}

/// The parent of a decision.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Parent {
    /// The first decision of a deal, with the deal's number.
    Deal(u32),
    /// Another decision, the slot of the action taken there, and its seat.
    Node { node: u32, slot: u32, seat: u8 },
}

/// An information set: the start of each of its parts. Each part ends at the start of the next set's.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Set {
    pub(crate) seat: u8,
    pub(crate) slots: u32,
    pub(crate) nodes: u32,
    pub(crate) children: usize,
}

/// The tree of a small game of two seats; seat 0 deals.
#[derive(Clone, Debug)]
pub struct GameTree {
    /// For each number of cards played, the range of its sets.
    pub(crate) levels: Vec<Range<usize>>,
    /// The sets, and a sentinel with the end of every part.
    pub(crate) sets: Vec<Set>,
    /// Indexed by slot.
    pub(crate) actions: Vec<Action>,
    /// Indexed by set, then node, then action.
    pub(crate) children: Vec<PackedChild>,
    /// Indexed by node.
    pub(crate) parents: Vec<Parent>,
    pub(crate) deals: Vec<Deal>,
    /// The child of each deal.
    pub(crate) roots: Vec<PackedChild>,
}

impl GameTree {
    /// Maximum number of decisions and ends, so that the tree and a [`crate::Solver`] fit into memory.
    pub const MOST_NODES: usize = 100_000_000;

    /// Number of information sets with a choice.
    pub fn information_sets(&self) -> usize {
        self.sets.len() - 1
    }

    /// Number of actions, over all information sets.
    pub fn slots(&self) -> usize {
        self.actions.len()
    }

    /// Number of decisions, over all deals.
    pub fn decisions(&self) -> usize {
        self.parents.len()
    }

    /// Number of deals; all are equally likely.
    pub fn deals(&self) -> usize {
        self.deals.len()
    }

    /// The seat that decides at an information set.
    pub fn seat(&self, set: usize) -> usize {
        usize::from(self.sets[set].seat)
    }

    /// The slots of a set's actions.
    pub fn slots_of(&self, set: usize) -> Range<usize> {
        self.sets[set].slots as usize..self.sets[set + 1].slots as usize
    }

    /// The actions of a set.
    pub fn actions(&self, set: usize) -> &[Action] {
        &self.actions[self.slots_of(set)]
    }

    /// The decisions of a set.
    pub fn nodes_of(&self, set: usize) -> Range<usize> {
        self.sets[set].nodes as usize..self.sets[set + 1].nodes as usize
    }

    /// The child of each deal.
    pub fn roots(&self) -> impl Iterator<Item = Child> {
        self.roots.iter().map(|child| child.unpack())
    }

    /// The children of a decision of a set, one per action.
    pub fn children(&self, node: usize, set: usize) -> impl Iterator<Item = Child> {
        let node = node - self.nodes_of(set).start;
        self.children_of(set, node).iter().map(|child| child.unpack())
    }

    /// The children of a set's decision. `node` counts from 0 in the set.
    pub(crate) fn children_of(&self, set: usize, node: usize) -> &[PackedChild] {
        let actions = self.slots_of(set).len();
        let start = self.sets[set].children + node * actions;
        &self.children[start..start + actions]
    }

    /// A hand that leads to a decision: its deal, state, and all actions so far.
    pub fn hand(&self, game: &Game, node: usize) -> (Deal, State, Vec<Action>) {
        let mut choices = Vec::new();
        let mut at = node;
        let deal = loop {
            match self.parents[at] {
                Parent::Deal(deal) => break self.deals[deal as usize],
                Parent::Node { node, slot, .. } => {
                    choices.push(self.actions[slot as usize]);
                    at = node as usize;
                }
            }
        };
        let mut state = State::new(game, &deal);
        let (mut history, mut legal) = (Vec::new(), Vec::new());
        loop {
            state.legal_actions(game, &mut legal);
            let action = match legal[..] {
                [forced] => forced,
                _ => match choices.pop() {
                    Some(choice) => choice,
                    None => return (deal, state, history),
                },
            };
            state.apply(game, &deal, action);
            history.push(action);
        }
    }
}

#[cfg(test)]
mod tests {
    use spariglio_engine::View;
    use spariglio_engine::walks::{Efg, info_sets};

    use super::*;

    #[test]
    fn a_tree_has_the_sets_and_decisions_that_are_counted_otherwise() {
        for name in ["mini_scopone", "mini_scopa", "mini_primiera"] {
            let game = Game::preset(name).expect("a preset");
            let tree = GameTree::new(&game).expect("small");
            let efg = Efg::new(&game, 0, 10_000_000).expect("small");
            assert_eq!(tree.decisions(), efg.decisions, "{name}");
            assert_eq!(tree.information_sets() as u64, info_sets(&game).expect("no declarations").choices);
            let ends = tree.children.iter().chain(&tree.roots);
            let ends = ends.filter(|child| matches!(child.unpack(), Child::End(_)));
            assert_eq!(ends.count(), efg.ends, "{name}");
        }
    }

    #[test]
    fn all_decisions_of_a_set_look_the_same_to_its_seat_and_have_its_actions() {
        let game = Game::preset("mini_scopone").expect("a preset");
        let tree = GameTree::new(&game).expect("small");
        let mut several = 0;
        for set in (0..tree.information_sets()).step_by(7) {
            let seat = tree.seat(set);
            let look = |node| {
                let (deal, state, history) = tree.hand(&game, node);
                assert_eq!(state.seat(), seat);
                let mut legal = Vec::new();
                state.legal_actions(&game, &mut legal);
                assert_eq!(legal, tree.actions(set));
                View::new(&game, &deal, &state, seat, false)
                    .with_history(&history)
                    .observation()
            };
            let nodes = tree.nodes_of(set);
            let first = look(nodes.start);
            several += usize::from(nodes.len() > 1);
            for node in nodes {
                assert_eq!(look(node), first);
            }
        }
        assert!(several > 100, "cards are hidden");
    }

    #[test]
    fn large_games_and_more_seats_are_refused() {
        let scopa = GameTree::new(&Game::preset("scopa").expect("a preset")).expect_err("large");
        assert_eq!(
            scopa.to_string(),
            "rules `scopa`: the game has more than 100000000 nodes: expected a small one, such as a mini preset"
        );
        let scopone = GameTree::new(&Game::preset("scopone").expect("a preset")).expect_err("four seats");
        assert_eq!(scopone.to_string(), "rules `scopone`: expected a game of 2 seats, found 4");
    }
}
