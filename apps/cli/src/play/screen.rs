//! The text on the screen: the table, titles, the first and the last lines.

use std::io::Write;

use anyhow::Result;
use spariglio_agents::table::Foul;
use spariglio_engine::{CardSet, Game, MatchEnd, MatchState, View};

use super::names::Names;
use super::style::Style;
use crate::common;

/// Standard output with a style.
pub struct Screen {
    out: Box<dyn Write>,
    /// The way to write cards, and colours.
    pub style: Style,
}

impl Screen {
    /// An empty screen.
    pub fn new(style: Style) -> Screen {
        Screen { out: Box::new(common::painted_output()), style }
    }

    /// Writes one line.
    pub fn line(&mut self, text: &str) -> Result<()> {
        writeln!(self.out, "{text}")?;
        Ok(())
    }

    /// Writes the prompt `sign` and flushes the output.
    pub fn await_input(&mut self, sign: &str) -> Result<()> {
        write!(self.out, "{sign} ")?;
        Ok(self.out.flush()?)
    }

    fn rule(&mut self, text: &str) -> Result<()> {
        let title = self.style.bold(&format!("-- {text} --"));
        self.line("")?;
        self.line(&title)
    }

    /// Prints the first lines: the rules, the hands to play, the seats, how to get help.
    pub fn welcome(&mut self, game: &Game, names: &Names, hands: Option<u64>, seed: u64) -> Result<()> {
        let rules = game.rules();
        let end = match (rules.end.limit, rules.end.hands) {
            (Some(limit), _) => format!("a match to {limit} points"),
            (None, hands) => format!("a match of {} hands", hands.unwrap_or(1)),
        };
        let end = match hands {
            Some(1) => "one hand".to_owned(),
            Some(hands) => format!("at most {hands} hands of {end}"),
            None => end,
        };
        self.line(&format!("{}, {end}. Seed {seed}.", self.style.bold(&rules.name)))?;
        let names: Vec<String> = (0..names.len()).map(|seat| names.introduction(seat)).collect();
        self.line(&format!("At the table, in order of play: {}.", names.join(", ")))?;
        self.line(&self.style.cards.legend(game))?;
        self.line("Answer with a number, or type the action as it is shown. Also: hint, undo, h for help, q to leave.")
    }

    /// Prints the title of a hand.
    pub fn hand_title(&mut self, names: &Names, state: &MatchState) -> Result<()> {
        self.rule(&format!(
            "Hand {}: {} {}; {}",
            state.hands + 1,
            names.name(state.dealer),
            names.verb(state.dealer, "deal"),
            standing(names, &state.scores)
        ))
    }

    /// Prints everything that the view shows.
    pub fn table(&mut self, game: &Game, names: &Names, view: &View<'_>) -> Result<()> {
        self.line("")?;
        for seat in (0..names.len()).filter(|&seat| seat != view.seat()) {
            let known = view.known(seat);
            let count = view.hand_len(seat) as u32;
            let cards = match known.len() {
                0 => String::new(),
                all if all == count => format!(": {}", self.style.cards(game, known, view.matta())),
                _ => format!(", among them {}", self.style.cards(game, known, view.matta())),
            };
            self.line(&format!("  {}: {}{cards}", names.name(seat), cards_word(count)))?;
        }
        for side in names.sides_in_order() {
            let pile = view.pile(side);
            let suit = game.rules().score.suit;
            let of_suit = (pile & CardSet::suit(suit)).len();
            let sweeps = match view.tally(side).sweeps {
                0 => String::new(),
                1 => ", 1 sweep".to_owned(),
                count => format!(", {count} sweeps"),
            };
            let counted = self.style.cards.counted(game, of_suit, suit);
            let pile_text = format!("{}, {counted}{sweeps}", cards_word(pile.len()));
            self.line(&format!("  {}: {pile_text}", pile_name(&names.side_name(side))))?;
        }
        let never = game.pack_len() - game.dealt_len();
        let later = view.stock_len() - never;
        if later > 0 {
            self.line(&format!("  Still to be dealt: {}", cards_word(later as u32)))?;
        }
        if never > 0 {
            self.line(&format!("  Never dealt: {}", cards_word(never as u32)))?;
        }
        let on_table = self.style.cards(game, view.table(), view.matta());
        self.line(&format!("  {}  {on_table}", self.style.bold("Table")))?;
        let hand = self.style.cards(game, view.hand_cards(), view.matta());
        self.line(&format!("  {}  {hand}", self.style.bold("You  ")))
    }

    /// Prints the last line if the person leaves before the end.
    pub fn farewell(&mut self, names: &Names, scores: &[i64]) -> Result<()> {
        self.line("")?;
        self.line(&format!("You leave the table: {}.", standing(names, scores)))?;
        Ok(self.out.flush()?)
    }

    /// Prints the last lines if a player's offence ends the match.
    pub fn offence(&mut self, game: &Game, names: &Names, foul: &Foul) -> Result<()> {
        self.line(&format!("{}: {}.", names.name(foul.seat), foul.kind.text(game)))?;
        let side = names.side_name(game.side(foul.seat));
        let verb = side_verb(&side, "lose");
        self.rule(&format!("{side} {verb} the match by this offence"))?;
        Ok(self.out.flush()?)
    }

    /// Prints the result of a match that was played to its end.
    pub fn match_over(&mut self, names: &Names, scores: &[i64], end: MatchEnd) -> Result<()> {
        let result = match end.winner() {
            Some(side) => {
                let name = names.side_name(side);
                let verb = side_verb(&name, "win");
                format!("{name} {verb} the match")
            }
            None => "The match ends level".to_owned(),
        };
        self.rule(&format!("{result}: {}", standing(names, scores)))?;
        Ok(self.out.flush()?)
    }
}

/// The match score, the person's side first.
fn standing(names: &Names, scores: &[i64]) -> String {
    let entry = |side: usize| format!("{} {}", names.side_name(side), scores[side]);
    let entries: Vec<String> = names.sides_in_order().map(entry).collect();
    entries.join(", ")
}

/// The form of a verb after a side's name.
fn side_verb(side: &str, base: &str) -> String {
    let many = side == "You" || side.starts_with("Opp") || side.starts_with("Seats");
    format!("{base}{}", if many { "" } else { "s" })
}

fn pile_name(side: &str) -> String {
    match side {
        "You" => "Your pile".to_owned(),
        "Your side" => "Your side's pile".to_owned(),
        "Opponents" => "The opponents' pile".to_owned(),
        other => format!("{other}'s pile"),
    }
}

/// "1 card", "2 cards".
pub fn cards_word(count: u32) -> String {
    if count == 1 {
        "1 card".to_owned()
    } else {
        format!("{count} cards")
    }
}
