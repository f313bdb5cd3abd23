//! What newcomers read and try: the rules of a game in words, and positions to try (`positions.json`).

use serde::Deserialize;
use serde_json::{Value, json};
use spariglio_engine::hand::Remark;
use spariglio_engine::rules::{DeclarationHands, LowMeld, Misdeal};
use spariglio_engine::{Action, Card, CardSet, Deal, Deck, Game, RuleSet, State};
use spariglio_text::{Language, RulePart, Spelling, Wording};

use crate::table::shown::mark;

/// A position to try. The pages have texts for its name.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Position {
    name: String,
    /// The preset that it explains. Other games show it too if they have the same plays.
    rules: String,
    table: String,
    hand: String,
    /// The plays that the text asks for; empty if each one is right.
    wanted: Vec<String>,
}

/// A legal action of a position, and its public marks.
type Play = (String, Vec<String>);

/// The presets, with the facts for forms of new tables.
#[must_use]
pub fn presets() -> Value {
    let preset = |name: &&str| {
        let rules = RuleSet::preset(name)?;
        let game = Game::new(rules.clone()).ok()?;
        Some(json!({
            "name": name, "players": game.players(), "sides": game.sides(), "deck": rules.deck.pack(), "limit": rules.end.limit,
            "seven_zero": rules.end.seven_zero, "shutout": rules.score.shutout, "declares": rules.declarations.hands != DeclarationHands::None, "toml": rules.to_toml(),
        }))
    };
    RuleSet::preset_names().iter().filter_map(preset).collect()
}

/// The rules of a game in words, with positions to try.
pub fn in_words(game: &Game, language: Language) -> Value {
    let parts = Wording::new(game, language, Spelling::Names).rules_at_table();
    let part_json = |RulePart { title, lines }: &RulePart| json!({"title": title, "lines": lines});
    let (name, parts) = (&game.rules().name, parts.iter().map(part_json).collect::<Vec<_>>());
    json!({"name": name, "parts": parts, "positions": positions(game)})
}

/// The positions that have the same plays in a game as in the one that they explain.
fn positions(game: &Game) -> Value {
    let all: Vec<Position> = serde_json::from_str(include_str!("positions.json")).expect("sound positions");
    let position_json = |position: Position| {
        let own = Game::preset(&position.rules)?;
        let plays = plays(game, &position).filter(|own_plays| Some(own_plays) == plays(&own, &position).as_ref())?;
        let Position { name, table, hand, wanted, .. } = position;
        let play = |(action, marks): &Play| json!({"action": action, "marks": marks});
        let legal: Vec<Value> = plays.iter().map(play).collect();
        Some(json!({"name": name, "table": table, "hand": hand, "wanted": wanted, "legal": legal}))
    };
    all.into_iter().filter_map(position_json).collect()
}

/// The plays of a position. `None` if the game lacks one of its cards.
fn plays(game: &Game, position: &Position) -> Option<Vec<Play>> {
    let card = |text: &str| game.deck().parse_card(text).ok();
    let cards = |text: &str| text.split(' ').map(card).collect::<Option<CardSet>>();
    let (hand, table) = (cards(&position.hand)?, cards(&position.table)?);
    let game = small_game(game, hand, table)?;
    let deck = game.deck();
    let mut rest = (game.pack() - hand - table).iter();
    let mut order: Vec<Card> = Vec::new();
    for card in hand.iter() {
        order.push(card);
        order.extend(rest.by_ref().take(game.players() - 1));
    }
    order.extend(table.iter().chain(rest));
    let deal = Deal::new(&game, game.players() - 1, &order).ok()?;
    let state = State::new(&game, &deal);
    let mut actions = Vec::new();
    state.legal_actions(&game, &mut actions);
    let play = |&action: &Action| {
        let mut after = state;
        after.apply(&game, &deal, action);
        let remarks = Remark::of(&game, [&state, &after], action);
        (action.text(deck), remarks.into_iter().map(|remark| mark(remark, deck)).collect())
    };
    Some(actions.iter().map(play).collect())
}

/// The game with a deal of as many cards as a position has. A rank that the position does not need is left out: a whole
/// pack would have to be dealt out.
fn small_game(game: &Game, hand: CardSet, table: CardSet) -> Option<Game> {
    let deck = game.deck();
    let dealt = |deck: Deck| {
        let mut rules = game.rules().clone();
        rules.deck = deck;
        (rules.deal.table, rules.deal.rounds) = (table.len() as u8, vec![hand.len() as u8]);
        rules.deal.misdeal = Misdeal::None;
        // What is counted at the end only, and needs cards that may be left out.
        (rules.score.low_meld, rules.score.high_meld) = (LowMeld::None, 0);
        rules.score.single.retain(|card, _| deck.cards().contains(*card));
        let missing = (hand | table) - deck.cards();
        Game::new(rules).ok().filter(|_| missing.is_empty())
    };
    let letters = deck.rank_letters();
    let without = |rank: char| Deck::part(deck.pack(), &letters.replace(rank, ""), &deck.suit_letters());
    letters.chars().rev().filter_map(without).find_map(dealt)
}
