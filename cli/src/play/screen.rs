//! What stands on the screen: cards, the table, titles.

use std::io::{self, BufWriter, Stdout, Write};

use anyhow::Result;
use spariglio_engine::{Action, ActionKind, Card, CardSet, Game, MATTA, MatchEnd, MatchState, Suit, View};

use super::names::Names;

/// How things are written.
#[derive(Copy, Clone, Debug)]
pub struct Style {
    /// Suits as symbols.
    pub unicode: bool,
    /// Terminal colours.
    pub color: bool,
}

const RED: &str = "\x1b[31m";
const BOLD: &str = "\x1b[1m";
const DIM: &str = "\x1b[2m";
const RESET: &str = "\x1b[0m";

/// Standard output with a style.
pub struct Screen {
    out: BufWriter<Stdout>,
    style: Style,
}

impl Screen {
    /// An empty screen.
    pub fn new(style: Style) -> Screen {
        Screen {
            out: BufWriter::new(io::stdout()),
            style,
        }
    }

    /// Writes one line.
    pub fn line(&mut self, text: &str) -> Result<()> {
        writeln!(self.out, "{text}")?;
        Ok(())
    }

    /// Writes the sign that input is awaited, and shows all that was written.
    pub fn await_input(&mut self, sign: &str) -> Result<()> {
        write!(self.out, "{sign} ")?;
        self.out.flush()?;
        Ok(())
    }

    /// Shows all that was written.
    pub fn flush(&mut self) -> Result<()> {
        self.out.flush()?;
        Ok(())
    }

    /// A text that stands out.
    pub fn bold(&self, text: &str) -> String {
        self.painted(BOLD, text)
    }

    /// A text that stands back.
    pub fn dim(&self, text: &str) -> String {
        self.painted(DIM, text)
    }

    fn painted(&self, code: &str, text: &str) -> String {
        if self.style.color {
            format!("{code}{text}{RESET}")
        } else {
            text.to_owned()
        }
    }

    /// A suit's sign.
    pub fn suit(&self, suit: Suit) -> String {
        if !self.style.unicode {
            return suit.letter().to_string();
        }
        let (sign, red) = match suit {
            Suit::Coins => ("♦", true),
            Suit::Cups => ("♥", true),
            Suit::Swords => ("♠", false),
            Suit::Batons => ("♣", false),
        };
        if red { self.painted(RED, sign) } else { sign.to_owned() }
    }

    /// A card.
    pub fn card(&self, game: &Game, card: Card) -> String {
        let text = game.deck().card_text(card);
        let rank = text.chars().next().unwrap_or_default();
        format!("{rank}{}", self.suit(card.suit()))
    }

    /// Cards in canonical order; a declared matta with its value; a dash for none.
    pub fn cards(&self, game: &Game, cards: CardSet, matta: u8) -> String {
        if cards.is_empty() {
            return self.dim("-");
        }
        let text = |card: Card| match (card == MATTA, matta) {
            (true, 1..) => format!("{}={matta}", self.card(game, card)),
            _ => self.card(game, card),
        };
        let texts: Vec<String> = cards.iter().map(text).collect();
        texts.join(" ")
    }

    /// An action as a sentence without its subject; `third` is the ending of its verbs.
    pub fn action(&self, game: &Game, action: Action, third: &str) -> String {
        match action.kind() {
            ActionKind::Play { card, captured } if captured.is_empty() => {
                format!("lay{third} {}", self.card(game, card))
            }
            ActionKind::Play { card, captured } => {
                let taken = self.cards(game, captured, 0);
                format!("play{third} {}, take{third} {taken}", self.card(game, card))
            }
            ActionKind::Declare { cards, matta } => format!("declare{third} {}", self.cards(game, cards, matta)),
            ActionKind::Pass => format!("declare{third} nothing"),
        }
    }

    fn rule(&mut self, text: &str) -> Result<()> {
        let dash = if self.style.unicode { "──" } else { "--" };
        let title = self.bold(&format!("{dash} {text} {dash}"));
        self.line("")?;
        self.line(&title)
    }

    /// The first lines: the rules, the seats, how to get help.
    pub fn welcome(&mut self, game: &Game, names: &Names, seed: u64) -> Result<()> {
        let rules = game.rules();
        let end = match (rules.end.limit, rules.end.hands) {
            (Some(limit), _) => format!("a match to {limit} points"),
            (None, hands) => format!("a match of {} hands", hands.unwrap_or(1)),
        };
        self.line(&format!("{}, {end}. Seed {seed}.", self.bold(&rules.name)))?;
        let names: Vec<&str> = (0..names.len()).map(|seat| names.name(seat)).collect();
        self.line(&format!("At the table, in order of play: {}.", names.join(", ")))?;
        self.line("Answer with a number or with the action itself (7d x 3c 4b); ? for help, q to leave.")
    }

    /// The title of a hand.
    pub fn hand_title(&mut self, names: &Names, state: &MatchState) -> Result<()> {
        self.rule(&format!(
            "Hand {}: {} {}; {}",
            state.hands + 1,
            names.name(state.dealer),
            names.verb(state.dealer, "deal"),
            standing(names, &state.scores)
        ))
    }

    /// Everything that the view shows.
    pub fn table(&mut self, game: &Game, names: &Names, view: &View<'_>) -> Result<()> {
        self.line("")?;
        for seat in (0..names.len()).filter(|&seat| seat != view.seat()) {
            let known = view.known(seat);
            let count = view.hand_len(seat) as u32;
            let shown = match known.len() {
                0 => String::new(),
                all if all == count => format!(": {}", self.cards(game, known, view.matta())),
                _ => format!(", among them {}", self.cards(game, known, view.matta())),
            };
            self.line(&format!("  {}: {}{shown}", names.name(seat), cards_word(count)))?;
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
            let taken = format!("{}, {of_suit} {}{sweeps}", cards_word(pile.len()), self.suit(suit));
            self.line(&format!("  {}: {taken}", pile_name(&names.side_name(side))))?;
        }
        let never = game.pack_len() - game.dealt_len();
        let later = view.stock_len() - never;
        if later > 0 {
            self.line(&format!("  Still to be dealt: {}", cards_word(later as u32)))?;
        }
        if never > 0 {
            self.line(&format!("  Never dealt: {}", cards_word(never as u32)))?;
        }
        let on_table = self.cards(game, view.table(), view.matta());
        self.line(&format!("  {}  {on_table}", self.bold("Table")))?;
        let hand = self.cards(game, view.hand_cards(), view.matta());
        self.line(&format!("  {}  {hand}", self.bold("You  ")))
    }

    /// The last line of a match that was not played to the end.
    pub fn farewell(&mut self, names: &Names, scores: &[i64]) -> Result<()> {
        self.line("")?;
        self.line(&format!("You leave the table: {}.", standing(names, scores)))?;
        self.flush()
    }

    /// The last line of a match.
    pub fn match_over(&mut self, names: &Names, scores: &[i64], end: MatchEnd) -> Result<()> {
        let result = match end.winner() {
            Some(side) => {
                let name = names.side_name(side);
                let verb = if name == "You" || name.starts_with("Opp") || name.starts_with("Seats") {
                    "win"
                } else {
                    "wins"
                };
                format!("{name} {verb} the match")
            }
            None => "The match ends level".to_owned(),
        };
        self.rule(&format!("{result}: {}", standing(names, scores)))?;
        self.flush()
    }
}

/// The match score, the person's side first.
fn standing(names: &Names, scores: &[i64]) -> String {
    let entry = |side: usize| format!("{} {}", names.side_name(side), scores[side]);
    let entries: Vec<String> = names.sides_in_order().map(entry).collect();
    entries.join(", ")
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
