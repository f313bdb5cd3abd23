//! The terms one by one, on positions made by hand.

use spariglio_engine::{CardSet, Deck, Game, RuleSet};

use super::weights::Weights;
use super::*;
use crate::knowledge::prime::PrimeTables;
use crate::knowledge::reach::{ByRank, Reach, TableSums, is_some};
use crate::knowledge::worth::Worths;

fn cards(text: &str) -> CardSet {
    let card = |word| Deck::ITALIAN40.parse_card(word).expect("a card");
    text.split_whitespace().map(card).collect()
}

fn card(text: &str) -> usize {
    usize::from(cards(text).first().expect("a card").index())
}

/// Worth of a card in a preset, from the piles of two sides.
fn worth(preset: &str, text: &str, mine: &str, theirs: &str) -> f32 {
    let game = Game::preset(preset).expect("a preset");
    let worths = Worths::new(&game, &Weights::of(game.rules()).spreads);
    let (mine, theirs) = (cards(mine), cards(theirs));
    worths.between(mine, theirs, mine | theirs).of(card(text))
}

fn prime_tables(rules: &str) -> PrimeTables {
    let game = Game::new(RuleSet::from_toml(rules).expect("rules")).expect("a game");
    PrimeTables::new(game.prime().expect("a prime"), 1.0)
}

/// The worth that each rank takes in a preset, if each table card is worth 1.
fn takes(preset: &str, table: &str, sweep: f32) -> ByRank {
    takes_by(&format!("base = \"{preset}\""), table, sweep)
}

/// The same in a rule set.
fn takes_by(rules: &str, table: &str, sweep: f32) -> ByRank {
    let game = Game::new(RuleSet::from_toml(rules).expect("rules")).expect("a game");
    let mut sums = TableSums::new(0.0);
    for card in cards(table) {
        sums.add(usize::from(card.rank()), usize::from(card.rank()), 1.0);
    }
    Reach::new(&game).takes(&sums, sweep)
}

fn taking(takes: &ByRank) -> Vec<usize> {
    (1..=10).filter(|&rank| is_some(takes[rank])).collect()
}

#[test]
fn the_prime_is_decided_suit_by_suit() {
    let tables = prime_tables("base = \"scopa\"");
    let of = |text: &str, mine: &str, theirs: &str| tables.now(cards(mine), cards(theirs)).of(card(text));
    assert!(of("7s", "", "") > of("6s", "", ""));
    assert!(of("6s", "", "") > of("Ks", "", ""));
    assert_eq!(of("6s", "7s", "As 6c"), of("6s", "As 6c", "7s"));
    assert!(of("6c", "7c", "") > 0.0, "it denies the other side");
    assert_eq!(of("5c", "7c", "6c"), 0.0);
    let (level, decided) = (of("7b", "7d", "7c"), of("7b", "7d 7c 7s", "2d 2c 2s"));
    assert!(level > decided, "{level} {decided}");
}

#[test]
fn most_sevens_go_by_sevens() {
    let tables = prime_tables("base = \"scopa\"\n[score]\nprime = \"most_sevens\"");
    let start = tables.now(CardSet::EMPTY, CardSet::EMPTY);
    assert!(start.of(card("7c")) > 2.0 * start.of(card("6c")));
}

#[test]
fn worth_follows_the_piles() {
    assert!(worth("scopa", "7d", "", "") > 1.0);
    assert!(worth("scopa", "Kd", "", "") > worth("scopa", "Ks", "", ""));
    let won = "Ad 2d 3d 4d 5d 6d";
    assert!(worth("scopa", "Kd", won, "") < worth("scopa", "Ks", won, "") + 0.02);
    assert!(worth("cirulla", "3d", "Ad 2d", "Jd") > 1.0);
    assert!(worth("cirulla", "3d", "Ad", "2d") < 0.7);
    assert!(worth("cirulla", "Kd", "Jd Qd", "Ad") > 2.4);
    let nine = "Ad 2d 3d 4d 5d 6d 7d Jd Qd";
    assert!(worth("cirulla", "Kd", nine, "") > 10.0, "the shutout");
    assert!(worth("cicera", "2s", "", "") > 1.0);
}

#[test]
fn an_equal_card_goes_first_in_scopa() {
    let takes = takes("scopa", "Ad 3c 4s", 1.0);
    assert_eq!(taking(&takes), [1, 3, 4, 5, 7, 8]);
    assert_eq!(takes[4], 1.0, "not A 3");
    assert_eq!(takes[5], 2.0);
    assert_eq!(takes[8], 4.0, "a sweep");
}

#[test]
fn a_court_without_a_value_takes_no_sum() {
    let takes = takes("cicera", "5c 6s", 1.0);
    assert!(is_some(takes[5]) && !is_some(takes[11]), "J is no 11");
}

#[test]
fn all_kinds_take_in_cirulla() {
    let takes = takes("cirulla", "3c 4s 4d", 1.0);
    assert_eq!(taking(&takes), [1, 3, 4, 7, 8]);
    assert_eq!(takes[1], 4.0, "the ace sweeps");
    assert_eq!(takes[4], 4.0, "3 4 4 make fifteen");
    assert_eq!(takes[8], 2.0, "4 4, or 3 4 with fifteen");
}

#[test]
fn an_equal_card_may_leave_fifteens_free() {
    let of_six = |single_first: &str| {
        let rules = format!("base = \"cirulla\"\n[capture]\nsingle_first = {single_first}");
        (takes_by(&rules, "6d 2b 4s", 0.0)[6], takes_by(&rules, "6d 2b 4s 3c", 0.0)[6])
    };
    assert_eq!(of_six("false"), (2.0, 3.0), "2 4; then 2 3 4, which make fifteen");
    assert_eq!(of_six("true"), (1.0, 1.0));
    assert_eq!(of_six("\"before_sums\""), (1.0, 3.0));
}

#[test]
fn an_ace_takes_only_an_ace() {
    assert_eq!(takes("cirulla", "Ac 6s Kd", 1.0)[1], 1.0);
    assert_eq!(takes("scopa_d_assi", "2c 6s Kd", 1.0)[1], 3.0, "no sweep by the ace");
}

#[test]
fn three_cards_score_where_quadriglia_does() {
    let mut sums = TableSums::new(1.0);
    for rank in [2, 3, 4] {
        sums.add(rank, rank, 0.5);
    }
    assert_eq!(sums.by_sum()[5], 1.0);
    assert_eq!(sums.by_sum()[9], 2.5);
    let mut laid = TableSums::new(1.0);
    laid.lay(&sums, 1, 1, 0.5);
    assert_eq!(laid.by_sum()[6], 2.5, "A 2 3");
    assert_eq!(laid.by_sum()[10], 3.0, "A 2 3 4");
}

#[test]
fn a_capture_in_one_suit_needs_the_card_that_makes_it() {
    let hands = |unseen: u16, own: u16| SuitHands { unseen: [0, 0, unseen, 0], own: [0, 0, own, 0] };
    let table = cards("2s 3s 4c");
    let king = Card::of(10, spariglio_engine::Suit::Batons);
    let five = Card::of(5, spariglio_engine::Suit::Swords);
    let simili = Simili::new();
    assert_eq!(simili.chances(table, &hands(1 << 4, 0), king), (1.0, 0.0));
    assert_eq!(simili.chances(table, &hands(1 << 5, 0), king), (0.0, 0.0));
    assert_eq!(simili.chances(table, &hands(0, 1 << 4), king), (0.0, 1.0));
    assert_eq!(simili.chances(table, &hands(0, 1 << 4), five), (0.0, 0.0));
}

#[test]
fn only_fifteens_take_in_quindici() {
    let takes = takes("scopa_di_quindici", "5c 6s", 1.0);
    assert_eq!(taking(&takes), [4, 9, 10]);
    assert_eq!(takes[4], 3.0);
}
