//! Rule sets that are refused: the JSON text, the field that the error names, a part of its expected value.

use super::json;
use crate::rules::RuleSet;

#[rustfmt::skip]
const REFUSALS: &[(&str, &str, &str)] = &[
    (r#""scopetta""#, "rules", "scopone_scientifico"),
    ("3", "rules", "a preset's name or a table"),
    ("null", "rules", "a table"),
    ("{}", "deck", "every field is required"),
    (r#"{"base": "scopetta"}"#, "base", "scopa_d_assi"),
    (r#"{"base": 1}"#, "base", "the name of a preset"),
    (r#"{"base": "scopa", "decks": 1}"#, "decks", "base, name, deck, players"),
    (r#"{"base": "scopa", "name": ""}"#, "name", "1 to 100 characters"),
    (r#"{"base": "scopa", "name": "a\nb"}"#, "name", "control characters"),
    (r#"{"base": "scopa", "name": 1}"#, "name", "a text"),
    (r#"{"base": "scopa", "deck": "french"}"#, "deck", "italian40, bresciane52"),
    (r#"{"base": "scopa", "deck": 40}"#, "deck", "italian40, bresciane52"),
    (r#"{"base": "scopa", "players": 1}"#, "players", "2 to 6"),
    (r#"{"base": "scopa", "players": 7}"#, "players", "2 to 6"),
    (r#"{"base": "scopa", "players": -2}"#, "players", "2 to 6"),
    (r#"{"base": "scopa", "players": 2.0}"#, "players", "a whole number"),
    (r#"{"base": "scopa", "players": "2"}"#, "players", "a whole number"),
    (r#"{"base": "scopa", "players": true}"#, "players", "a whole number"),
    (r#"{"base": "scopa", "players": null}"#, "players", "a whole number"),
    (r#"{"base": "scopa", "players": 340282366920938463463374607431768211457}"#, "players", "2 to 6"),
    (r#"{"base": "scopa", "sides": 3}"#, "sides", "2 to 2"),
    (r#"{"base": "scopa", "sides": 1}"#, "sides", "2 to 2"),
    (r#"{"base": "scopa", "players": 4, "sides": 3}"#, "sides", "sides of equal size"),
    (r#"{"base": "scopa", "players": 6, "sides": 4}"#, "sides", "sides of equal size"),
    (r#"{"base": "scopone", "players": 3}"#, "sides", "sides of equal size"),
    (r#"{"base": "scopone", "players": 2}"#, "deal.rounds", "40 cards"),
    (r#"{"base": "scopa", "deal": []}"#, "deal", "a table"),
    (r#"{"base": "scopa", "deal": {"tables": 4}}"#, "deal.tables", "table, rounds, misdeal"),
    (r#"{"base": "scopa", "deal": {"table": -1}}"#, "deal.table", "0 to 52"),
    (r#"{"base": "scopa", "deal": {"table": 5}}"#, "deal.rounds", "40 cards"),
    (r#"{"base": "scopa", "deal": {"table": 40, "rounds": []}}"#, "deal.rounds", "one or more"),
    (r#"{"base": "scopa", "deal": {"rounds": 3}}"#, "deal.rounds", "a list"),
    (r#"{"base": "scopa", "deal": {"rounds": [3, 3, 0, 3]}}"#, "deal.rounds[2]", "1 to 26"),
    (r#"{"base": "scopa", "deal": {"rounds": [3, 27]}}"#, "deal.rounds[1]", "1 to 26"),
    (r#"{"base": "scopa", "deal": {"rounds": [3, "3"]}}"#, "deal.rounds[1]", "a whole number"),
    (r#"{"base": "scopa", "deal": {"rounds": [3, 3]}}"#, "deal.rounds", "table + players * sum(rounds)"),
    (r#"{"base": "scopa", "deal": {"misdeal": "kings"}}"#, "deal.misdeal", "none, three_kings, two_aces"),
    (r#"{"base": "scopa", "deal": {"table": 38, "rounds": [1], "misdeal": "two_aces"}}"#, "deal.misdeal", "two_aces"),
    (r#"{"base": "scopa", "capture": {"equals": true}}"#, "capture.equals", "equal, sum, fifteen"),
    (r#"{"base": "scopa", "capture": {"equal": 1}}"#, "capture.equal", "true or false"),
    (r#"{"base": "scopa", "capture": {"ace": true}}"#, "capture.ace", "none, takes_all"),
    (r#"{"base": "scopa", "capture": {"ace_with_ace": "all"}}"#, "capture.ace_with_ace", "ace_only, ace_or_fifteen"),
    (r#"{"base": "scopa", "capture": {"ace_on_empty": "takes_itself"}}"#, "capture.ace_on_empty", "takes_all"),
    (r#"{"base": "scopa", "capture": {"single_first": "before_all"}}"#, "capture.single_first", "one of false, true, before_sums"),
    (r#"{"base": "scopa", "capture": {"single_first": 1}}"#, "capture.single_first", "one of false, true, before_sums"),
    (r#"{"base": "scopa", "capture": {"mandatory": "yes"}}"#, "capture.mandatory", "true or false"),
    (r#"{"base": "scopa", "sweep": {"points": 1001}}"#, "sweep.points", "0 to 1000"),
    (r#"{"base": "scopa", "sweep": {"point": 1}}"#, "sweep.point", "points, ace_scores"),
    (r#"{"base": "scopa", "declarations": {"hands": "three"}}"#, "declarations.hands", "any_three"),
    (r#"{"base": "scopa", "declarations": {"three_max_sum": 31}}"#, "declarations.three_max_sum", "0 to 30"),
    (r#"{"base": "scopa", "declarations": {"ten_points": -1}}"#, "declarations.ten_points", "0 to 1000"),
    (r#"{"base": "scopa", "declarations": {"matta": "wild"}}"#, "declarations.matta", "none, declared, platform"),
    (r#"{"base": "scopa", "declarations": {"mode": "manual"}}"#, "declarations.mode", "choice, auto"),
    (r#"{"base": "cirulla", "sweep": {"again": true}}"#, "sweep.again", "declarations.hands = \"none\""),
    (r#"{"base": "scopa", "sweep": {"again": true}, "declarations": {"dealer_bonus": true}}"#, "sweep.again", "dealer_bonus = false"),
    (r#"{"base": "scopa", "deal": {"open": 1}}"#, "deal.open", "true or false"),
    (r#"{"base": "scopa", "capture": {"difference": "two"}}"#, "capture.difference", "true or false"),
    (r#"{"base": "scopa", "score": {"majority": "least"}}"#, "score.majority", "most, fewest"),
    (r#"{"base": "scopa", "score": {"suit": "coins"}}"#, "score.suit", "d, c, s, b"),
    (r#"{"base": "scopa", "score": {"suit": ""}}"#, "score.suit", "d, c, s, b"),
    (r#"{"base": "scopa", "score": {"cards": 1001}}"#, "score.cards", "0 to 1000"),
    (r#"{"base": "scopa", "score": {"cards": 1.5}}"#, "score.cards", "0 to 1000"),
    (r#"{"base": "scopa", "score": {"prime": "settanta"}}"#, "score.prime", "most_sevens"),
    (r#"{"base": "scopa", "score": {"low_meld": "napola"}}"#, "score.low_meld", "napola_minus_two"),
    (r#"{"base": "scopa", "score": {"shutout": "no"}}"#, "score.shutout", "true or false"),
    (r#"{"base": "scopa", "score": {"single": 1}}"#, "score.single", "a table"),
    (r#"{"base": "scopa", "score": {"single": {"7d": "1"}}}"#, "score.single.7d", "0 to 1000"),
    (r#"{"base": "scopa", "score": {"single": {"7d": 1001}}}"#, "score.single.7d", "0 to 1000"),
    (r#"{"base": "scopa", "score": {"single": {"8d": 1}}}"#, "score.single.8d", "40-card deck"),
    (r#"{"base": "scopa", "score": {"single": {"8d": 0}}}"#, "score.single.8d", "40-card deck"),
    (r#"{"base": "scopa", "score": {"single": {"7D": 1}}}"#, "score.single.7D", "40-card deck"),
    (r#"{"base": "cicera", "score": {"prime": "standard"}}"#, "score.prime", "most_sevens or sevens"),
    (r#"{"base": "cicera", "deck": "italian40", "deal": {"rounds": [9]}}"#, "score.single.Td", "40-card deck"),
    (r#"{"base": "scopa", "deck": "bresciane52", "score": {"prime": "none"}}"#, "deal.rounds", "52 cards"),
    (r#"{"base": "scopa", "deck": {"pack": "french"}}"#, "deck.pack", "italian40, bresciane52"),
    (r#"{"base": "scopa", "deck": {"pack": "italian40"}}"#, "deck.ranks", "A234567JQK"),
    (r#"{"base": "scopa", "deck": {"pack": "italian40", "ranks": "A2T", "suits": "d"}}"#, "deck.ranks", "A234567JQK"),
    (r#"{"base": "scopa", "deck": {"pack": "italian40", "ranks": "2A", "suits": "d"}}"#, "deck.ranks", "in this order"),
    (r#"{"base": "scopa", "deck": {"pack": "italian40", "ranks": 234, "suits": "d"}}"#, "deck.ranks", "one or more letters"),
    (r#"{"base": "scopa", "deck": {"pack": "italian40", "ranks": "A2", "suits": "sc"}}"#, "deck.suits", "dcsb"),
    (r#"{"base": "scopa", "deck": {"pack": "italian40", "ranks": "A2", "suits": ""}}"#, "deck.suits", "dcsb"),
    (r#"{"base": "scopa", "deck": {"pack": "italian40", "ranks": "A2", "suits": "d", "cards": 2}}"#, "deck.cards", "pack, ranks, suits"),
    (r#"{"base": "scopa", "match": {"limit": 11, "hands": 2}}"#, "match.hands", "not both"),
    (r#"{"base": "scopa", "match": {"limit": 0}}"#, "match.limit", "1 to 100000"),
    (r#"{"base": "scopa", "match": {"hands": 100001}}"#, "match.hands", "1 to 100000"),
    (r#"{"base": "scopa", "match": {"seven_zero": 7}}"#, "match.seven_zero", "true or false"),
    (r#"{"base": "scopa", "match": {"points": 7}}"#, "match.points", "limit, hands, seven_zero"),
];

/// Fields that do not fit a part of a pack: deck, replaced fields of [`FITTING`], field in error, part of its expected
/// value.
#[rustfmt::skip]
const UNFITTING: &[(&str, &str, &str, &str)] = &[
    (r#""ranks": "A234", "suits": "dcsb""#, r#""deal": {"table": 5, "rounds": [3, 3], "misdeal": "none"}"#, "deal.rounds", "at most the 16 cards"),
    (r#""ranks": "A234", "suits": "dcsb""#, r#""deal": {"table": 4, "rounds": [3], "misdeal": "three_kings"}"#, "deal.misdeal", "fewer than 3"),
    (r#""ranks": "A2K", "suits": "dc""#, r#""deal": {"table": 2, "rounds": [1], "misdeal": "three_kings"}"#, "deal.misdeal", "fewer than 3"),
    (r#""ranks": "A", "suits": "dcsb""#, r#""deal": {"table": 2, "rounds": [1], "misdeal": "two_aces"}"#, "deal.misdeal", "annul every deal"),
    (r#""ranks": "A2", "suits": "csb""#, "", "score.suit", "one of csb"),
    (r#""ranks": "A24", "suits": "dcsb""#, r#""score": {"low_meld": "run"}"#, "score.low_meld", "the run from the ace of d has 2 cards"),
    (r#""ranks": "234", "suits": "dcsb""#, r#""score": {"low_meld": "after_ace"}"#, "score.low_meld", "has 0 cards"),
    (r#""ranks": "A2JQ", "suits": "dcsb""#, r#""score": {"high_meld": 5}"#, "score.high_meld", "not all courts of d"),
    (r#""ranks": "A234567JQK", "suits": "d""#, r#""deal": {"table": 3, "rounds": [3], "misdeal": "none"}, "score": {"shutout": true}"#, "score.shutout", "10 cards of d"),
    (r#""ranks": "A234", "suits": "dcsb""#, r#""score": {"single": {"7d": 1}}"#, "score.single.7d", "16-card deck, such as \"Ad\""),
    (r#""ranks": "A2", "suits": "dcsb""#, r#""deal": {"table": 1, "rounds": [1], "misdeal": "none"}"#, "score.prime", "each of 4 suits"),
    (r#""ranks": "A234", "suits": "dcsb""#, r#""declarations": {"matta": "declared"}"#, "declarations.matta", "7c is not in the deck"),
    (r#""ranks": "567", "suits": "dc""#, r#""declarations": {"hands": "three_cards"}"#, "declarations.hands", "no three cards"),
];

/// A rule set whose fields fit any deck with coins.
const FITTING: &str =
    r#""base": "scopa", "deal": {"table": 2, "rounds": [2], "misdeal": "none"}, "score": {"single": {"7d": 0}}"#;

/// A rule set of a part of the Italian pack, with fields of [`FITTING`] replaced.
fn of_part(deck: &str, change: &str) -> serde_json::Value {
    let object = |text: &str| serde_json::from_str::<serde_json::Value>(&format!("{{{text}}}")).expect(text);
    let mut rules = object(FITTING);
    rules["deck"] = object(&format!(r#""pack": "italian40", {deck}"#));
    for (key, value) in object(change).as_object().into_iter().flatten() {
        for (field, value) in value.as_object().into_iter().flatten() {
            rules[key][field] = value.clone();
        }
    }
    rules
}

#[test]
fn a_deck_has_consequences() {
    for (deck, change, field, expected) in UNFITTING {
        let error = RuleSet::from_json(&of_part(deck, change)).expect_err(change);
        assert_eq!(error.field(), *field, "{deck} {change}: {error}");
        assert!(error.expected().contains(expected), "{deck} {change}: {error}");
    }
}

#[test]
fn a_part_of_a_pack_reads_back_and_a_whole_pack_is_its_name() {
    for (deck, change) in [
        (r#""ranks": "A234", "suits": "dcsb""#, ""),
        (
            r#""ranks": "24567JQK", "suits": "dc""#,
            r#""score": {"high_meld": 3, "shutout": true}, "deal": {"rounds": [3, 3]}"#,
        ),
        (
            r#""ranks": "467", "suits": "dcs""#,
            r#""declarations": {"hands": "three_cards", "matta": "declared"}"#,
        ),
    ] {
        let rules = RuleSet::from_json(&of_part(deck, change)).expect(deck);
        let text = rules.to_toml();
        assert!(
            text.contains(&format!(
                "deck = {{ pack = \"italian40\", {} }}",
                deck.replace("\"ranks\":", "ranks =").replace("\"suits\":", "suits =")
            )),
            "{text}"
        );
        assert_eq!(RuleSet::from_toml(&text), Ok(rules));
    }
    let whole = of_part(r#""ranks": "A234567JQK", "suits": "dcsb""#, r#""deal": {"rounds": [19]}"#);
    assert!(
        RuleSet::from_json(&whole)
            .expect("a rule set")
            .to_toml()
            .contains("deck = \"italian40\"\n")
    );
}

#[test]
fn refusals_name_the_field() {
    for (text, field, expected) in REFUSALS {
        let error = json(text).expect_err(text);
        assert_eq!(error.field(), *field, "{text}: {error}");
        assert!(error.expected().contains(expected), "{text}: {error}");
    }
}
