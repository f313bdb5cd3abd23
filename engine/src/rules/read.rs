//! Reading a rule set: base, overrides, defaults that follow from `players`.
//!
//! Source: `records.md` section 3.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::error::RulesError;
use super::fields::{Fields, number, number_text};
use super::kinds::Deck;
use super::node::Node;
use super::{CaptureRules, DealRules, DeclarationRules, MatchRules, RuleSet, ScoreRules, SweepRules};
use crate::card::{Card, Suit};

const POINTS: RangeInclusive<i128> = 0..=1000;
const MATCH_END: RangeInclusive<i128> = 1..=100_000;
const HAND_CARDS: RangeInclusive<i128> = 1..=26;

impl RuleSet {
    /// Reads a rule set file, with or without a `base`.
    ///
    /// # Errors
    /// If the text is no TOML, or the rule set is malformed, out of range or impossible.
    pub fn from_toml(text: &str) -> Result<RuleSet, RulesError> {
        let table: toml::Table = text.parse().map_err(|error| syntax_error(text, &error))?;
        from_node(&Node::from(table))
    }

    /// Reads the `rules` of a record: a preset's name, or an object like a rule set file.
    ///
    /// # Errors
    /// If the preset does not exist, or the rule set is malformed, out of range or impossible.
    pub fn from_json(value: &serde_json::Value) -> Result<RuleSet, RulesError> {
        from_node(&Node::from(value))
    }
}

fn syntax_error(text: &str, error: &toml::de::Error) -> RulesError {
    let span = error.span().unwrap_or(0..0);
    let line = 1 + text.get(..span.start).map_or(0, |before| before.matches('\n').count());
    let place = text.get(span).unwrap_or("").trim();
    let found = match place {
        "" => error.message().to_owned(),
        _ => format!("`{place}`: {}", error.message()),
    };
    RulesError::new(format!("line {line}"), "TOML, each key once", found)
}

fn from_node(node: &Node) -> Result<RuleSet, RulesError> {
    let rules = match node {
        Node::Text(_) => preset(node)?,
        Node::Table(entries) => from_entries(entries)?,
        other => {
            return Err(RulesError::new("rules", "a preset's name or a table", other.show()));
        }
    };
    rules.validate()?;
    Ok(rules)
}

/// The preset that a text names.
fn preset(node: &Node) -> Result<RuleSet, RulesError> {
    let found = match node {
        Node::Text(name) => RuleSet::preset(name),
        _ => None,
    };
    found.ok_or_else(|| {
        let expected = format!("the name of a preset: one of {}", RuleSet::preset_names().join(", "));
        RulesError::new("base", expected, node.show())
    })
}

fn from_entries(entries: &[(String, Node)]) -> Result<RuleSet, RulesError> {
    let known = [
        "base",
        "name",
        "deck",
        "players",
        "sides",
        "deal",
        "capture",
        "sweep",
        "declarations",
        "score",
        "match",
    ];
    let root = Fields::root(entries, &known)?;
    let base = root.get("base").map(preset).transpose()?;
    let base = base.as_ref();
    let deck = root.choice("deck", base.map(|rules| rules.deck))?;
    let players = root.number("players", 2..=6, base.map(|rules| rules.players))?;
    let standard = base.and_then(|rules| StandardDeal::of(rules, players));
    let sides = base.map(|rules| standard.as_ref().map_or(rules.sides, |deal| deal.sides));
    Ok(RuleSet {
        name: root.field("name", base.map(|rules| rules.name.clone()), NAME, name)?,
        deck,
        players,
        sides: root.number("sides", 2..=i128::from(players), sides)?,
        deal: deal(&root, base, standard)?,
        capture: capture(&root, base)?,
        sweep: sweep(&root, base)?,
        declarations: declarations(&root, base)?,
        score: score(&root, base, deck)?,
        end: match_end(&root, base)?,
    })
}

const NAME: &str = "a text of 1 to 100 characters without control characters";

fn name(node: &Node) -> Option<String> {
    match node {
        Node::Text(text) if (1..=100).contains(&text.chars().count()) && !text.contains(char::is_control) => {
            Some(text.clone())
        }
        _ => None,
    }
}

/// The deal and sides of a game of three-card deal-rounds for a number of seats: `rules.md` C.1 and C.12.
struct StandardDeal {
    table: u8,
    rounds: Vec<u8>,
    sides: u8,
}

impl StandardDeal {
    /// Only where a rule set with deal-rounds of three cards is played by another number of seats.
    fn of(base: &RuleSet, players: u8) -> Option<StandardDeal> {
        let three_cards = base.deal.rounds.iter().all(|cards| *cards == 3);
        if !three_cards || players == base.players {
            return None;
        }
        let (table, rounds) = match players {
            5 => (5, vec![3, 4]),
            _ => (4, vec![3; 12 / usize::from(players)]),
        };
        let sides = if players == 2 || players == 4 { 2 } else { players };
        Some(StandardDeal { table, rounds, sides })
    }
}

fn deal(root: &Fields, base: Option<&RuleSet>, standard: Option<StandardDeal>) -> Result<DealRules, RulesError> {
    let fields = root.table("deal", base.is_some(), &["table", "rounds", "misdeal"])?;
    let base = base.map(|rules| &rules.deal);
    let (table, rounds) = match (standard, base) {
        (Some(deal), _) => (Some(deal.table), Some(deal.rounds)),
        (None, Some(deal)) => (Some(deal.table), Some(deal.rounds.clone())),
        (None, None) => (None, None),
    };
    Ok(DealRules {
        table: fields.number("table", 0..=52, table)?,
        rounds: deal_rounds(&fields, rounds)?,
        misdeal: fields.choice("misdeal", base.map(|deal| deal.misdeal))?,
    })
}

fn deal_rounds(fields: &Fields, default: Option<Vec<u8>>) -> Result<Vec<u8>, RulesError> {
    let expected = format!(
        "a list of one or more hand card counts, each {}",
        number_text(&HAND_CARDS)
    );
    let list = |node: &Node| match node {
        Node::List(list) if !list.is_empty() => Some(list.clone()),
        _ => None,
    };
    if let (None, Some(rounds)) = (fields.get("rounds"), default) {
        return Ok(rounds);
    }
    let counts = fields.field("rounds", None, &expected, list)?;
    let read = |(index, node): (usize, &Node)| {
        let error = || {
            let field = format!("{}[{index}]", fields.path_of("rounds"));
            RulesError::new(field, number_text(&HAND_CARDS), node.show())
        };
        number(node, &HAND_CARDS).ok_or_else(error)
    };
    counts.iter().enumerate().map(read).collect()
}

fn capture(root: &Fields, base: Option<&RuleSet>) -> Result<CaptureRules, RulesError> {
    let known = [
        "equal",
        "sum",
        "fifteen",
        "ace",
        "ace_with_ace",
        "ace_on_empty",
        "single_first",
        "mandatory",
        "fewest",
    ];
    let fields = root.table("capture", base.is_some(), &known)?;
    let base = base.map(|rules| rules.capture);
    Ok(CaptureRules {
        equal: fields.flag("equal", base.map(|capture| capture.equal))?,
        sum: fields.flag("sum", base.map(|capture| capture.sum))?,
        fifteen: fields.flag("fifteen", base.map(|capture| capture.fifteen))?,
        ace: fields.choice("ace", base.map(|capture| capture.ace))?,
        ace_with_ace: fields.choice("ace_with_ace", base.map(|capture| capture.ace_with_ace))?,
        ace_on_empty: fields.choice("ace_on_empty", base.map(|capture| capture.ace_on_empty))?,
        single_first: fields.flag("single_first", base.map(|capture| capture.single_first))?,
        mandatory: fields.flag("mandatory", base.map(|capture| capture.mandatory))?,
        fewest: fields.flag("fewest", base.map(|capture| capture.fewest))?,
    })
}

fn sweep(root: &Fields, base: Option<&RuleSet>) -> Result<SweepRules, RulesError> {
    let fields = root.table("sweep", base.is_some(), &["points", "ace_scores", "last_play_scores"])?;
    let base = base.map(|rules| rules.sweep);
    Ok(SweepRules {
        points: fields.number("points", POINTS, base.map(|sweep| sweep.points))?,
        ace_scores: fields.flag("ace_scores", base.map(|sweep| sweep.ace_scores))?,
        last_play_scores: fields.flag("last_play_scores", base.map(|sweep| sweep.last_play_scores))?,
    })
}

fn declarations(root: &Fields, base: Option<&RuleSet>) -> Result<DeclarationRules, RulesError> {
    let known = [
        "hands",
        "mode",
        "three_max_sum",
        "three_points",
        "ten_points",
        "matta",
        "dealer_bonus",
    ];
    let fields = root.table("declarations", base.is_some(), &known)?;
    let base = base.map(|rules| rules.declarations);
    Ok(DeclarationRules {
        hands: fields.choice("hands", base.map(|rules| rules.hands))?,
        mode: fields.choice("mode", base.map(|rules| rules.mode))?,
        three_max_sum: fields.number("three_max_sum", 0..=30, base.map(|rules| rules.three_max_sum))?,
        three_points: fields.number("three_points", POINTS, base.map(|rules| rules.three_points))?,
        ten_points: fields.number("ten_points", POINTS, base.map(|rules| rules.ten_points))?,
        matta: fields.choice("matta", base.map(|rules| rules.matta))?,
        dealer_bonus: fields.flag("dealer_bonus", base.map(|rules| rules.dealer_bonus))?,
    })
}

fn score(root: &Fields, base: Option<&RuleSet>, deck: Deck) -> Result<ScoreRules, RulesError> {
    let known = [
        "cards",
        "suit",
        "suit_points",
        "prime",
        "prime_missing_suit",
        "low_meld",
        "high_meld",
        "shutout",
        "picada",
        "simili",
        "quadriglia",
        "single",
    ];
    let fields = root.table("score", base.is_some(), &known)?;
    let single = single_cards(&fields, base, deck)?;
    let base = base.map(|rules| &rules.score);
    Ok(ScoreRules {
        cards: fields.number("cards", POINTS, base.map(|score| score.cards))?,
        suit: fields.field("suit", base.map(|score| score.suit), "one of d, c, s, b", suit)?,
        suit_points: fields.number("suit_points", POINTS, base.map(|score| score.suit_points))?,
        prime: fields.choice("prime", base.map(|score| score.prime))?,
        prime_missing_suit: fields.choice("prime_missing_suit", base.map(|score| score.prime_missing_suit))?,
        low_meld: fields.choice("low_meld", base.map(|score| score.low_meld))?,
        high_meld: fields.number("high_meld", POINTS, base.map(|score| score.high_meld))?,
        shutout: fields.flag("shutout", base.map(|score| score.shutout))?,
        picada: fields.number("picada", POINTS, base.map(|score| score.picada))?,
        simili: fields.number("simili", POINTS, base.map(|score| score.simili))?,
        quadriglia: fields.number("quadriglia", POINTS, base.map(|score| score.quadriglia))?,
        single,
    })
}

fn suit(node: &Node) -> Option<Suit> {
    let Node::Text(text) = node else { return None };
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => Suit::from_letter(letter),
        _ => None,
    }
}

/// The base's single cards, changed card by card. Cards are compared as texts, because a text names different ranks in the two packs.
fn single_cards(fields: &Fields, base: Option<&RuleSet>, deck: Deck) -> Result<BTreeMap<Card, u16>, RulesError> {
    let mut texts: BTreeMap<String, u16> = BTreeMap::new();
    if let Some(base) = base {
        texts.extend(
            base.score
                .single
                .iter()
                .map(|(card, points)| (base.deck.card_text(*card), *points)),
        );
    }
    let path = |text: &str| format!("{}.{text}", fields.path_of("single"));
    for (text, node) in fields.entries_of("single", base.is_some())? {
        if deck.parse_card(text).is_err() && !texts.contains_key(text) {
            return Err(RulesError::new(path(text), card_expected(deck), "no such card"));
        }
        let points =
            number(node, &POINTS).ok_or_else(|| RulesError::new(path(text), number_text(&POINTS), node.show()))?;
        texts.insert(text.clone(), points);
    }
    texts.retain(|_, points| *points > 0);
    let read = |(text, points): (&String, &u16)| match deck.parse_card(text) {
        Ok(card) => Ok((card, *points)),
        Err(_) => Err(RulesError::new(
            path(text),
            card_expected(deck),
            "a card of another pack (0 removes it)",
        )),
    };
    texts.iter().map(read).collect()
}

fn card_expected(deck: Deck) -> String {
    format!("a card of the {}-card pack, such as \"7d\"", deck.cards())
}

fn match_end(root: &Fields, base: Option<&RuleSet>) -> Result<MatchRules, RulesError> {
    let fields = root.table("match", base.is_some(), &["limit", "hands", "seven_zero"])?;
    let base = base.map(|rules| rules.end);
    let given = |key: &str| fields.get(key).map(|_| fields.number(key, MATCH_END, None)).transpose();
    let (limit, hands) = match (given("limit")?, given("hands")?) {
        (Some(_), Some(_)) => {
            let found = "both, of which one must go";
            return Err(RulesError::new("match.hands", "`limit` or `hands`, not both", found));
        }
        (None, None) => match base {
            Some(end) => (end.limit, end.hands),
            None => {
                return Err(RulesError::new("match.limit", "`limit` or `hands`", "neither"));
            }
        },
        given => given,
    };
    let seven_zero = fields.flag("seven_zero", base.map(|end| end.seven_zero))?;
    Ok(MatchRules {
        limit,
        hands,
        seven_zero,
    })
}
