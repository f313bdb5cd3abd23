//! The fields of a rule set, one row per field: path, values, meaning, rules. The program and its documentation take
//! every description of a field from here.
//!
//! Invariant: these are the fields that the reader knows and the writer writes, with the reader's ranges (tested).
//! Source: `docs/reference/records.md` section 3.

use super::field_value::FieldValue;
use super::kinds::{
    Ace, AceOnEmpty, AceWithAce, DeclarationHands, DeclarationMode, LowMeld, Majority, Matta, Misdeal, Pack, Prime,
    PrimeMissingSuit, Ties,
};
use super::single_first::SingleFirst;
use super::{RuleSet, preset};
use crate::cards::card::Suit;
use crate::format::tree::Tree;

/// One field of a rule set.
#[derive(Copy, Clone, Debug)]
pub struct RuleField {
    /// Its path in a file, such as `capture.fewest`.
    pub path: &'static str,
    /// Its type and range.
    pub kind: FieldKind,
    /// Its effect.
    pub meaning: &'static str,
    /// The rules of `docs/reference/rules.md` that it belongs to.
    pub rules: &'static str,
    /// The default if a file does not give the field.
    pub default: &'static str,
}

/// The type and range of a field.
#[derive(Copy, Clone, Debug)]
pub enum FieldKind {
    /// `true` or `false`.
    Flag {
        /// The meaning of `false`.
        no: &'static str,
        /// The meaning of `true`.
        yes: &'static str,
    },
    /// One of some values.
    Choice(fn() -> Vec<FieldValue>),
    /// A whole number of a range.
    Number {
        /// The smallest.
        low: u32,
        /// The largest.
        high: u32,
    },
    /// A list of one or more whole numbers of a range.
    Numbers {
        /// The smallest.
        low: u32,
        /// The largest.
        high: u32,
    },
    /// Other values, described in words.
    Other(&'static str),
}

impl FieldKind {
    /// The named values; empty if the field is a number or a text.
    pub fn values(self) -> Vec<FieldValue> {
        match self {
            FieldKind::Flag { no, yes } => vec![FieldValue::new("false", no), FieldValue::new("true", yes)],
            FieldKind::Choice(values) => values(),
            FieldKind::Number { .. } | FieldKind::Numbers { .. } | FieldKind::Other(_) => Vec::new(),
        }
    }

    /// The values that a file may give, in words.
    pub fn text(self) -> String {
        match self {
            FieldKind::Number { low, high } => format!("a whole number {low} to {high}"),
            FieldKind::Numbers { low, high } => format!("a list of whole numbers {low} to {high}"),
            FieldKind::Other(words) => words.to_owned(),
            FieldKind::Flag { .. } | FieldKind::Choice(_) => {
                let texts: Vec<String> = self.values().into_iter().map(|value| value.text).collect();
                format!("one of {}", texts.join(", "))
            }
        }
    }
}

impl RuleField {
    /// Every field, in the order in which rule sets are written.
    pub fn all() -> &'static [RuleField] {
        FIELDS
    }

    /// The part of the path after the last full stop.
    pub fn name(&self) -> &'static str {
        self.path.rsplit('.').next().unwrap_or(self.path)
    }

    /// Whether no known game has it: a mechanic of this project's own, for new games.
    pub fn is_own(&self) -> bool {
        self.rules == OWN
    }

    /// The mechanics of [`RuleField::is_own`] that a rule set has.
    pub fn own_in(rules: &RuleSet) -> impl Iterator<Item = &'static RuleField> {
        let is_on = |field: &&RuleField| {
            let usual = field.kind.values().into_iter().next().map(|value| value.text);
            field.is_own() && field.value_in(rules).map(|value| value.trim_matches('"').to_owned()) != usual
        };
        FIELDS.iter().filter(is_on)
    }

    /// The names of the fields and tables of a file outside of all tables.
    pub(super) fn top_level() -> Vec<&'static str> {
        let mut names: Vec<&str> = FIELDS.iter().filter_map(|field| field.path.split('.').next()).collect();
        names.dedup();
        names
    }

    /// The field's value in a complete rule set, as TOML writes it; `None` if the rule set does not have it.
    pub fn value_in(&self, rules: &RuleSet) -> Option<String> {
        let tree = rules.to_tree();
        let mut value = &tree;
        for key in self.path.split('.') {
            value = match value {
                Tree::Table(table) => match (table.get(key), self.kind) {
                    (Some(value), _) => value,
                    // A file leaves out the usual choice.
                    (None, FieldKind::Choice(values)) => {
                        return values().first().map(|value| format!("{:?}", value.text));
                    }
                    (None, FieldKind::Flag { .. }) => return Some("false".to_owned()),
                    (None, _) => return None,
                },
                _ => return None,
            };
        }
        Some(toml::Value::try_from(value).ok()?.to_string())
    }

    /// The values that presets have, as TOML writes them, each with its presets.
    pub fn presets_by_value(&self) -> Vec<(String, Vec<&'static str>)> {
        let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
        for name in RuleSet::preset_names() {
            let Some(value) = preset(name).and_then(|rules| self.value_in(rules)) else {
                continue;
            };
            match groups.iter_mut().find(|(known, _)| *known == value) {
                Some((_, presets)) => presets.push(name),
                None => groups.push((value, vec![name])),
            }
        }
        groups
    }
}

/// The default of nearly all fields.
const OF_BASE: &str = "the value of `base`; without `base` the field is required";
/// The default of the fields that change with the number of seats.
const OF_DEAL: &str = "the value of `base`, or the standard deal if `players` changes in a preset of three-card \
                       deal-rounds; without `base` the field is required";
/// The default of the two ends of a match.
const OF_END: &str = "the value of `base`, unless the other one of `limit` and `hands` is given; without `base` exactly \
                      one of them is required";
/// The default of the fields of a deck that is a table.
const OF_DECK: &str = "none: a deck that is a table gives `pack`, `ranks` and `suits`";

/// The default of the mechanics that no known game has.
const OF_OWN: &str = "the value of `base`; without `base` it is the first value";
/// The rules of these mechanics.
const OWN: &str = "C.18";

/// A number of points.
const POINTS: FieldKind = FieldKind::Number { low: 0, high: 1000 };
/// The points or hands that end a match.
const MATCH_END: FieldKind = FieldKind::Number { low: 1, high: 100_000 };

fn suits() -> Vec<FieldValue> {
    let value = |suit: Suit| {
        let meaning = match suit {
            Suit::Coins => "Coins, denari.",
            Suit::Cups => "Cups, coppe.",
            Suit::Swords => "Swords, spade.",
            Suit::Batons => "Batons, bastoni.",
        };
        FieldValue::new(suit.letter(), meaning)
    };
    Suit::ALL.map(value).to_vec()
}

const fn field(
    path: &'static str,
    kind: FieldKind,
    meaning: &'static str,
    rules: &'static str,
    default: &'static str,
) -> RuleField {
    RuleField { path, kind, meaning, rules, default }
}

const fn flag(no: &'static str, yes: &'static str) -> FieldKind {
    FieldKind::Flag { no, yes }
}

#[rustfmt::skip]
const FIELDS: &[RuleField] = &[
    field("base", FieldKind::Other("the name of a preset"),
        "The preset that the file starts from. The file then gives only what differs.",
        "B.8", "none: every other field is then required"),
    field("name", FieldKind::Other("a text of 1 to 100 characters without control characters"),
        "The name of the rule set. It changes no rule.",
        "B.8", OF_BASE),
    field("deck", FieldKind::Other("the name of a pack, or a table of `pack`, `ranks` and `suits`"),
        "The cards: a whole pack, or every chosen rank in every chosen suit.",
        "B1, B2, C.16", OF_BASE),
    field("deck.pack", FieldKind::Choice(Pack::field_values),
        "The pack that a deck is a part of. It gives the letters, the order and the capture values of the cards.",
        "B1, B2, C.16", OF_DECK),
    field("deck.ranks", FieldKind::Other("letters of the pack's ranks in canonical order, each once"),
        "The ranks of a deck that is a part of a pack.",
        "C.16", OF_DECK),
    field("deck.suits", FieldKind::Other("letters of `dcsb` in this order, each once"),
        "The suits of a deck that is a part of a pack.",
        "C.16", OF_DECK),
    field("players", FieldKind::Number { low: 2, high: 6 },
        "How many seats play.",
        "B5, C.1, C.12", OF_BASE),
    field("sides", FieldKind::Number { low: 2, high: 6 },
        "How many sides the seats form. The side of a seat is `seat % sides`, so `players` is a multiple of it.",
        "B8", OF_DEAL),
    field("deal.table", FieldKind::Number { low: 0, high: 52 },
        "How many cards lie face up on the table at the start. `table + players * sum(rounds)` is the whole pack; of a \
         smaller deck cards may be left over.",
        "C.0, C.16", OF_DEAL),
    field("deal.rounds", FieldKind::Numbers { low: 1, high: 26 },
        "How many hand cards each seat gets, deal-round by deal-round.",
        "C.0, C.16", OF_DEAL),
    field("deal.misdeal", FieldKind::Choice(Misdeal::field_values),
        "Which cards on the first table annul the deal. The same dealer deals again.",
        "B16, B17", OF_BASE),
    field("deal.open", flag("A seat sees its own only.", "All seats see all of them."),
        "Whether all hand cards lie face up.",
        OWN, OF_OWN),
    field("capture.equal", flag("No card takes an equal card.", "A card takes one card of the same value."),
        "Whether a card takes an equal card: one of the same value, or of the same rank if it has no value.",
        "B11", OF_BASE),
    field("capture.sum", flag("No card takes a sum.", "A card takes two or more cards that add up to its value."),
        "Whether a card takes two or more cards that add up to its value.",
        "B11", OF_BASE),
    field("capture.fifteen", flag("No card takes by fifteen.", "A card takes one or more cards that make fifteen with it."),
        "Whether a card takes one or more cards that make fifteen together with it.",
        "B11, QU1", OF_BASE),
    field("capture.ace", FieldKind::Choice(Ace::field_values),
        "The effect of an ace if no ace lies on the table.",
        "B11, AS1, D2", OF_BASE),
    field("capture.ace_with_ace", FieldKind::Choice(AceWithAce::field_values),
        "The options of an ace that takes all if an ace lies on the table.",
        "AS2, D1, C.15", OF_BASE),
    field("capture.ace_on_empty", FieldKind::Choice(AceOnEmpty::field_values),
        "The effect of an ace that takes all on an empty table.",
        "AS4, D3, C.15", OF_BASE),
    field("capture.single_first", FieldKind::Choice(SingleFirst::field_values),
        "The captures forbidden to a card that can take an equal card.",
        "B12, D23, C.15", OF_BASE),
    field("capture.mandatory", flag("Any card may be laid.", "A card that can take something may not be laid."),
        "Whether a card that can take something must take. Playing a different card is always allowed.",
        "B12, CI3", OF_BASE),
    field("capture.fewest", flag("Captures of any size are legal.", "Only captures of the smallest size are legal."),
        "Whether only captures of the fewest cards are legal, among those that `single_first` allows.",
        "B12, SC8, C.15", OF_BASE),
    field("capture.difference", flag("No card takes by difference.", "A card takes two cards whose values differ by its own."),
        "Whether a card takes two cards whose values differ by its own value.",
        OWN, OF_OWN),
    field("sweep.points", POINTS,
        "The points of a sweep: a capture that empties the table.",
        "B15", OF_BASE),
    field("sweep.ace_scores", flag("It does not score.", "It scores as any other sweep."),
        "Whether a sweep scores if an ace takes all.",
        "B15, AS3, D4", OF_BASE),
    field("sweep.last_play_scores", flag("It does not score.", "It scores as any other sweep."),
        "Whether a sweep by the last card of the hand scores.",
        "B15, SS2, CI8", OF_BASE),
    field("sweep.again", flag("The turn passes on.", "It plays again if it has a card."),
        "Whether a seat that empties the table by a capture plays again. Needs a game without declarations.",
        OWN, OF_OWN),
    field("declarations.hands", FieldKind::Choice(DeclarationHands::field_values),
        "Which three hand cards may be declared for a bonus.",
        "CL9, CR2, C.15", OF_BASE),
    field("declarations.mode", FieldKind::Choice(DeclarationMode::field_values),
        "Who decides to declare.",
        "CL14, CR6, D10", OF_BASE),
    field("declarations.three_max_sum", FieldKind::Number { low: 0, high: 30 },
        "The largest sum of values of a three-point bonus.",
        "CL9, D22, C.14", OF_BASE),
    field("declarations.three_points", POINTS,
        "The points of a three-point bonus: three cards with a small sum.",
        "CL9", OF_BASE),
    field("declarations.ten_points", POINTS,
        "The points of a ten-point bonus: three cards of equal value.",
        "CL9, CL10", OF_BASE),
    field("declarations.matta", FieldKind::Choice(Matta::field_values),
        "Whether 7c, the matta, is wild in bonuses, and for how long it keeps its declared value.",
        "B18, B19, B20, E.4", OF_BASE),
    field("declarations.dealer_bonus", flag("They do not.", "The dealer takes them: 1 point for 15, 2 for 30."),
        "Whether first table cards that add up to 15 or 30 go to the dealer's side.",
        "CL15, CL16", OF_BASE),
    field("score.cards", POINTS,
        "The points for more cards than every other side.",
        "B22, CI4", OF_BASE),
    field("score.suit", FieldKind::Choice(suits),
        "The suit of the suit majority, the melds and the shutout.",
        "B22, CI4", OF_BASE),
    field("score.suit_points", POINTS,
        "The points for more cards of `suit` than every other side.",
        "B22, CI4", OF_BASE),
    field("score.prime", FieldKind::Choice(Prime::field_values),
        "The scale of the prime, which is worth 1 point.",
        "B3, B23, SC15", OF_BASE),
    field("score.prime_missing_suit", FieldKind::Choice(PrimeMissingSuit::field_values),
        "The prime of a pile without a card of some suit.",
        "B23, F72", OF_BASE),
    field("score.low_meld", FieldKind::Choice(LowMeld::field_values),
        "The points for the unbroken run of `suit` from the ace in one pile.",
        "CL18, NA1, TR2, CI5, C.14, D20", OF_BASE),
    field("score.high_meld", POINTS,
        "The points for the three courts of `suit` in one pile; 0 if there is no such meld.",
        "CL18", OF_BASE),
    field("score.shutout", flag("They do not.", "They win the match at once."),
        "Whether all cards of `suit` in one pile win the match.",
        "CL19, TR3, NA2", OF_BASE),
    field("score.picada", POINTS,
        "The points for taking exactly the card that was laid just before, by rank.",
        "CI7", OF_BASE),
    field("score.simili", POINTS,
        "The points for a capture of one suit, the played card included.",
        "CI7", OF_BASE),
    field("score.quadriglia", POINTS,
        "The points for taking three or more cards.",
        "CI7", OF_BASE),
    field("score.ties", FieldKind::Choice(Ties::field_values),
        "Who scores if sides are level in cards, the suit or the prime.",
        "B22, D46", "the value of `base`; without `base` it is `nobody`"),
    field("score.majority", FieldKind::Choice(Majority::field_values),
        "Which side gets the points of cards and of the suit.",
        OWN, OF_OWN),
    field("score.single", FieldKind::Other("a table of cards, each with points 0 to 1000"),
        "The points for single cards in a pile. A file adds cards to those of `base`; 0 removes one.",
        "SC11, C.7, C.8, CI6", "the cards of `base`; without `base` the table is required"),
    field("match.limit", MATCH_END,
        "The points that end the match if one side has more than every other.",
        "B25", OF_END),
    field("match.hands", MATCH_END,
        "The number of hands after which the match ends.",
        "C.15", OF_END),
    field("match.seven_zero", flag("It does not.", "It ends the match."),
        "Whether seven or more points to nothing end the match.",
        "SC14, C.15", OF_BASE),
];
