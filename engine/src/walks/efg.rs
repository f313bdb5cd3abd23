//! A small game as a tree in Gambit's text format for extensive-form games (EFG), which OpenSpiel reads too.
//!
//! The root is the chance event: every deal of one dealer with the same probability, named by its cards in dealing
//! order. Below it is the [`decision_tree`](crate::walks::walk_tree). The players are the seats; the payoffs are margins.

use std::fmt::Write;

use crate::game::Game;
use crate::hand::deal::Deal;
use crate::hand::state::State;
use crate::walks::decision_tree::{DecisionNode, TooManyNodes, TreeVisitor, walk_tree};

/// A game as a tree.
#[derive(Clone, Debug)]
pub struct Efg {
    /// The text.
    pub text: String,
    /// Number of nodes in which a seat decides.
    pub decisions: usize,
    /// Number of nodes in which the hand ends.
    pub ends: usize,
    /// Number of information sets of all seats.
    pub information_sets: usize,
}

impl Efg {
    /// The tree of a game with `dealer` as the dealer.
    ///
    /// # Errors
    /// Fails if the tree has more than `most` nodes.
    ///
    /// # Panics
    /// Panics if the dealer is no seat.
    ///
    /// # Examples
    /// ```
    /// use spariglio_engine::Game;
    /// use spariglio_engine::walks::Efg;
    ///
    /// let game = Game::preset("mini_scopone").expect("a preset");
    /// let efg = Efg::new(&game, 0, 100_000)?;
    /// assert!(efg.text.starts_with("EFG 2 R \"mini_scopone\""));
    /// assert_eq!(efg.information_sets, 4_536);
    /// assert!(Efg::new(&game, 0, 10).is_err(), "too many nodes");
    /// # Ok::<(), spariglio_engine::walks::TooManyNodes>(())
    /// ```
    pub fn new(game: &Game, dealer: usize, most: usize) -> Result<Efg, TooManyNodes> {
        let mut writer = Writer {
            game,
            sets: vec![0; game.players()],
            efg: Efg { text: head(game), decisions: 0, ends: 0, information_sets: 0 },
        };
        walk_tree(game, dealer, most, &mut writer)?;
        writer.efg.information_sets = writer.sets.iter().sum();
        Ok(writer.efg)
    }
}

/// The first line: the format, the game, the players.
fn head(game: &Game) -> String {
    let players: Vec<String> = (0..game.players()).map(|seat| format!("\"seat {seat}\"")).collect();
    format!("EFG 2 R \"{}\" {{ {} }} \"\"\n", game.rules().name, players.join(" "))
}

struct Writer<'g> {
    game: &'g Game,
    /// Information sets of each seat.
    sets: Vec<usize>,
    efg: Efg,
}

impl TreeVisitor for Writer<'_> {
    fn deals(&mut self, deals: &[Deal]) {
        let text = &mut self.efg.text;
        text.push_str("c \"\" 1 \"\" {");
        for deal in deals {
            let cards: Vec<String> = deal.cards().map(|card| self.game.deck().card_text(card)).collect();
            write!(text, " \"{}\" 1/{}", cards.join(" "), deals.len()).expect("a string grows");
        }
        text.push_str(" } 0\n");
    }

    fn decision(&mut self, node: DecisionNode<'_>) {
        self.efg.decisions += 1;
        let number = node.set + 1;
        let sets = &mut self.sets[node.seat];
        *sets = number.max(*sets);
        let text = &mut self.efg.text;
        write!(text, "p \"\" {} {number} \"\" {{", node.seat + 1).expect("a string grows");
        for action in node.actions {
            write!(text, " \"{}\"", action.text(self.game.deck())).expect("a string grows");
        }
        text.push_str(" } 0\n");
    }

    fn end(&mut self, state: &State) {
        self.efg.ends += 1;
        let score = state.score(self.game);
        let seats = (0..self.game.players()).map(|seat| score.margin(self.game.side(seat)).to_string());
        let margins: Vec<String> = seats.collect();
        writeln!(self.efg.text, "t \"\" {} \"\" {{ {} }}", self.efg.ends, margins.join(", ")).expect("a string grows");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::walks::info_sets;

    #[test]
    fn information_sets_are_those_that_are_counted_otherwise() {
        for name in ["mini_scopone", "mini_scopa", "mini_primiera"] {
            let game = Game::preset(name).expect("a preset");
            let efg = Efg::new(&game, 0, 10_000_000).expect("small");
            let counted = info_sets(&game).expect("no declarations");
            assert_eq!(efg.information_sets as u64, counted.choices, "{name}");
            let lines = |kind| efg.text.lines().filter(|line| line.starts_with(kind)).count();
            assert_eq!([lines("p "), lines("t "), lines("c ")], [efg.decisions, efg.ends, 1]);
        }
    }

    #[test]
    fn a_large_game_is_refused() {
        for (name, most) in [("scopa", 1000), ("mini_scopa", 10), ("mini_scopa", 3000)] {
            let game = Game::preset(name).expect("a preset");
            assert_eq!(Efg::new(&game, 0, most).expect_err("large"), TooManyNodes(most));
        }
    }
}
