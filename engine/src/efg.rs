//! A small game as a tree, in the text format of Gambit for extensive-form games (EFG), which OpenSpiel reads too.
//!
//! The root is the deal: every deal of one dealer with the same chance, named by its cards in the order in which they are dealt. Plays without a choice are no nodes. An information
//! set is the first table, the cards that the seat to act was dealt so far, and all actions, as in
//! [`info_sets`](crate::info_sets()). Players are the seats; payoffs are margins.

use std::collections::HashMap;
use std::fmt::Write;

use thiserror::Error;

use crate::action::Action;
use crate::all_deals::{count_deals, for_each_deal};
use crate::deal::Deal;
use crate::game::Game;
use crate::state::State;

/// A game has more nodes than were allowed.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Error)]
#[error("the game has more than {0} nodes: expected a small one, such as a mini preset")]
pub struct TooManyNodes(pub usize);

/// A game as a tree.
#[derive(Clone, Debug)]
pub struct Efg {
    /// The text.
    pub text: String,
    /// Nodes in which a seat decides.
    pub decisions: usize,
    /// Ends of a hand.
    pub ends: usize,
    /// Information sets of all seats.
    pub information_sets: usize,
}

impl Efg {
    /// The tree of a game with `dealer` as the dealer.
    ///
    /// # Errors
    /// It has more than `most` nodes.
    ///
    /// # Panics
    /// If the dealer is no seat.
    pub fn new(game: &Game, dealer: usize, most: usize) -> Result<Efg, TooManyNodes> {
        if count_deals(game) > most as u64 {
            return Err(TooManyNodes(most));
        }
        let mut deals = Vec::new();
        for_each_deal(game, dealer, &mut |deal| deals.push(*deal));
        let mut writer = Writer {
            game,
            most,
            sets: HashMap::new(),
            by_seat: vec![0; game.players()],
            efg: Efg {
                text: head(game),
                decisions: 0,
                ends: 0,
                information_sets: 0,
            },
        };
        writer.root(&deals);
        for deal in &deals {
            let mut key = vec![0, deal.table(game).bits()];
            writer.node(deal, &State::new(game, deal), &mut key)?;
        }
        writer.efg.information_sets = writer.sets.len();
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
    most: usize,
    /// Numbers of information sets by what the seat knows.
    sets: HashMap<Vec<u64>, usize>,
    /// Information sets of each seat.
    by_seat: Vec<usize>,
    efg: Efg,
}

impl Writer<'_> {
    fn root(&mut self, deals: &[Deal]) {
        let text = &mut self.efg.text;
        text.push_str("c \"\" 1 \"\" {");
        for deal in deals {
            let cards: Vec<String> = deal.cards().map(|card| self.game.deck().card_text(card)).collect();
            write!(text, " \"{}\" 1/{}", cards.join(" "), deals.len()).expect("a string grows");
        }
        text.push_str(" } 0\n");
    }

    /// Writes what follows from a state; `key` holds a place for the seat and the number of actions, the first table and the actions so far.
    fn node(&mut self, deal: &Deal, state: &State, key: &mut Vec<u64>) -> Result<(), TooManyNodes> {
        if state.is_over() {
            self.end(state);
            return Ok(());
        }
        let mut legal = Vec::new();
        state.legal_actions(self.game, &mut legal);
        if legal.len() > 1 {
            self.decision(deal, state, key, &legal)?;
        }
        for action in legal {
            let mut next = *state;
            next.apply(self.game, deal, action);
            key.push(action.to_bits());
            self.node(deal, &next, key)?;
            key.pop();
        }
        Ok(())
    }

    fn decision(&mut self, deal: &Deal, state: &State, key: &[u64], legal: &[Action]) -> Result<(), TooManyNodes> {
        self.efg.decisions += 1;
        if self.efg.decisions + self.efg.ends > self.most {
            return Err(TooManyNodes(self.most));
        }
        let seat = state.seat();
        let mut known = key.to_vec();
        known[0] = (seat + (key.len() << 8)) as u64;
        let rounds = 0..=state.deal_round_index();
        known.extend(rounds.map(|round| deal.hand_cards(self.game, round, seat).bits()));
        let count = &mut self.by_seat[seat];
        let number = *self.sets.entry(known).or_insert_with(|| {
            *count += 1;
            *count
        });
        let text = &mut self.efg.text;
        write!(text, "p \"\" {} {number} \"\" {{", seat + 1).expect("a string grows");
        for action in legal {
            write!(text, " \"{}\"", action.text(self.game.deck())).expect("a string grows");
        }
        text.push_str(" } 0\n");
        Ok(())
    }

    fn end(&mut self, state: &State) {
        self.efg.ends += 1;
        let score = state.score(self.game);
        let seats = (0..self.game.players()).map(|seat| score.margin(self.game.side(seat)).to_string());
        let margins: Vec<String> = seats.collect();
        writeln!(
            self.efg.text,
            "t \"\" {} \"\" {{ {} }}",
            self.efg.ends,
            margins.join(", ")
        )
        .expect("a string grows");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::info_sets;

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
