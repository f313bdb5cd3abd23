//! The worked examples of scoring in `docs/reference/rules.md` section F, by their numbers.

use super::*;
use crate::cards::card::Card;
use crate::hand::deal::Deal;
use crate::hand::tally::Tally;
use crate::rules::RuleSet;

fn game(rules: &str) -> Game {
    Game::new(RuleSet::from_toml(&rules.replace('\'', "\"")).unwrap()).unwrap()
}

/// The score of piles; all other cards are left out.
fn score(game: &Game, piles: &[&str], tallies: &[Tally]) -> HandScore {
    let mut rules = game.rules().clone();
    rules.deal.misdeal = crate::rules::Misdeal::None;
    rules.declarations.dealer_bonus = false;
    let plain = Game::new(rules).unwrap();
    let cards: Vec<Card> = plain.pack().iter().collect();
    let deal = Deal::new(&plain, 0, &cards).unwrap();
    let mut state = State::new(&plain, &deal);
    for (side, pile) in piles.iter().enumerate() {
        let cards = pile.split(' ').filter(|text| !text.is_empty());
        state.piles[side] = cards.map(|text| game.deck().parse_card(text).unwrap()).collect();
    }
    state.tallies[..tallies.len()].copy_from_slice(tallies);
    state.score(game)
}

fn points(score: &HandScore, kind: PointKind) -> Vec<i32> {
    (0..score.sides()).map(|side| score.by_kind(side)[kind as usize]).collect()
}

#[test]
fn primes() {
    let scopa = game("base = 'scopa'");
    let score_of = |game: &Game, piles: &[&str]| score(game, piles, &[]);
    let scored = score_of(&scopa, &["7c 7d 6b As", ""]);
    assert_eq!((scored.side(0).prime, scored.side(1).prime), (Some(76), None), "F71");
    let missing = ["7d 7c 7s", "2d 2c 2s 7b"];
    let scored = score_of(&scopa, &missing);
    assert_eq!((scored.side(0).prime, scored.side(1).prime), (None, Some(57)), "F72");
    assert_eq!(points(&scored, PointKind::Prime), [0, 1], "F72");
    let counted = score_of(&game("base = 'scopa'\nscore.prime_missing_suit = 'counts_zero'"), &missing);
    assert_eq!(counted.side(0).prime, Some(63), "F72");
    assert_eq!(points(&counted, PointKind::Prime), [1, 0], "F72");
    let nobody = score_of(&scopa, &["7d 7s 7b", "6d 6c 6b"]);
    assert_eq!(points(&nobody, PointKind::Prime), [0, 0], "F73");
    let sevens = game("base = 'scopa'\nscore.prime = 'most_sevens'");
    let scored = score_of(&sevens, &["7d 7s 6d Ad", "7b 7c 6s 6b"]);
    assert_eq!(points(&scored, PointKind::Prime), [0, 1], "D44");
    assert_eq!(points(&score_of(&sevens, &["7d 7s 2d", "7b 7c Jd Kd"]), PointKind::Prime), [1, 0], "D44");
    assert_eq!(points(&score_of(&sevens, &["7d 7s Jd", "7b 7c Kd"]), PointKind::Prime), [0, 0], "D44");
}

#[test]
fn ties() {
    let each = game("base = 'scopa'\nscore.ties = 'each'\nscore.prime = 'sevens'");
    let scored = score(&each, &["7d 7s Ad 2c", "7b 7c 3d 6d"], &[]);
    let majorities = [PointKind::Cards, PointKind::Suit, PointKind::Prime].map(|kind| points(&scored, kind));
    assert_eq!(majorities, [[1, 1], [1, 1], [1, 1]], "D46");
    let scored = score(&each, &["7d 7s 7b", "7c 6d 6c 6s 6b Ac"], &[]);
    assert_eq!(points(&scored, PointKind::Prime), [1, 0], "D46: more sevens");
    let scored = score(&each, &["2s 2b", "3s 3b"], &[]);
    let majorities = [PointKind::Cards, PointKind::Suit, PointKind::Prime].map(|kind| points(&scored, kind));
    assert_eq!(majorities, [[1, 1], [0, 0], [0, 0]], "D46: nobody has the most of nothing");
    let sevens = game("base = 'scopa'\nscore.prime = 'sevens'");
    assert_eq!(points(&score(&sevens, &["7d 6s", "7b 2c"], &[]), PointKind::Prime), [0, 0], "D46");
}

#[test]
fn the_fewest_score() {
    let both = |game: &Game, piles: &[&str]| {
        let scored = score(game, piles, &[]);
        [PointKind::Cards, PointKind::Suit].map(|kind| points(&scored, kind))
    };
    let fewest = game("base = 'scopa'\nscore.majority = 'fewest'");
    assert_eq!(both(&fewest, &["7d 6d 5s", "Ac 2c"]), [[0, 1], [0, 1]], "C.18");
    assert_eq!(both(&fewest, &["7d 6s", "Ad 2c"]), [[0, 0], [0, 0]], "C.18: level");
    assert_eq!(both(&fewest, &["7d 6s", ""]), [[0, 1], [0, 1]], "C.18: nothing is fewest");
    let each = game("base = 'scopa'\nplayers = 3\nscore.majority = 'fewest'\nscore.ties = 'each'");
    assert_eq!(both(&each, &["7d 6s", "Ad 2c", "3d 4d 5d"]), [[1, 1, 0], [1, 1, 0]], "C.18");
    assert_eq!(both(&each, &["7s", "6s 2c", "3d"]), [[1, 0, 1], [1, 1, 0]], "C.18");
}

#[test]
fn melds() {
    let low_by = |rules: &str, pile: &str| points(&score(&game(rules), &[pile, ""], &[]), PointKind::LowMeld)[0];
    let low = |preset: &str, pile: &str| low_by(&format!("base = '{preset}'"), pile);
    assert_eq!(low("cirulla", "Ad 2d 3d 4d 5d 7d"), 5, "F74");
    assert_eq!(low("cirulla", "Ad 2d 3d 4d 5d 6d 7d"), 6, "F75");
    assert_eq!(low("cirulla", "2d 3d 4d 5d 6d"), 0, "F76");
    let run = "Ad 2d 3d 4d 5d Jd";
    assert_eq!([low("scopone_trentino", run), low("napoli", run), low("cirulla", run)], [5, 3, 5], "F78");
    let short = "Ad 2d 3d";
    assert_eq!([low("scopone_trentino", short), low("napoli", short), low("cirulla", short)], [3, 1, 3], "F79");
    let nine = "Ad 2d 3d 4d 5d 6d 7d Jd Qd";
    assert_eq!([low("scopone_trentino", nine), low("napoli", nine), low("cirulla", nine)], [9, 7, 6], "F80");
    assert_eq!([low("cirilla", "Ad 2d"), low("cirilla", short), low("cirilla", "Ad 3d")], [1, 2, 0], "C.14");
    let to_seven = |pile: &str| low_by("base = 'cirulla'\nscore.low_meld = 'piccola_seven'", pile);
    assert_eq!([short, "Ad 2d 3d 4d 5d 6d 7d", nine, "Ad 2d"].map(to_seven), [3, 7, 7, 0], "F107");
    let high = |pile: &str| points(&score(&game("base = 'cirulla'"), &[pile, ""], &[]), PointKind::HighMeld)[0];
    assert_eq!([high("Jd Qd Kd"), high("Jd Qd")], [5, 0], "F77");
}

#[test]
fn majorities() {
    let level = score(&game("base = 'scopa'"), &["Ad 2d Ac", "3d 4d 2c"], &[]);
    assert_eq!((level.side(0).total(), level.side(1).total()), (0, 0), "F81");
    let three = game("base = 'scopa'\nplayers = 3");
    let scored = score(&three, &["Ac 2c", "3c 4c", "5c"], &[]);
    assert_eq!(points(&scored, PointKind::Cards), [0, 0, 0], "F82");
    let scored = score(&three, &["Ad 2d 3d 4d 5d", "6d Jd Qd", "7d Kd"], &[]);
    assert_eq!(points(&scored, PointKind::Suit), [1, 0, 0], "F83");
}

#[test]
fn a_whole_hand_of_cirulla() {
    let tally = Tally { sweeps: 2, threes: 1, ..Tally::default() };
    let pile = "Ad 2d 3d 7d Jd Qd Kd 7c 7s 7b Ac 2c 3c 4c 5c 6c Jc Qc Kc As 2s 3s 4s";
    let scored = score(&game("base = 'cirulla'"), &[pile, "4d 5d 6d Ab 2b 3b"], &[tally]);
    assert_eq!((scored.side(0).cards, scored.side(0).suit), (23, 7));
    assert_eq!(scored.side(0).total(), 17, "F84");
    assert_eq!(scored.margin(0), 17);
    assert_eq!(scored.margin(1), -17);
}

#[test]
fn single_cards() {
    let single = |rules: &str, pile: &str| {
        points(&score(&game(&format!("base = '{rules}'")), &[pile, ""], &[]), PointKind::Single)[0]
    };
    assert_eq!([single("re_bello", "Kd"), single("re_bello", "Kd 7d"), single("calabrese", "7c")], [1, 2, 1], "F88");
    assert_eq!(single("cicera", "2s Td Jc 7d"), 3, "CI6");
}

#[test]
fn cicera() {
    let game = game("base = 'cicera'");
    let swords = score(&game, &["As 2s 3s 4s 5s 6s 8s", "7s 9s Ts Js Qs Ks Ad Ac"], &[]);
    assert_eq!(points(&swords, PointKind::LowMeld), [6, 0], "F100");
    assert_eq!((swords.side(0).total(), swords.side(1).total()), (8, 2), "F100");
    let half = |from: u8, to: u8| {
        (from..to)
            .map(|index| game.deck().card_text(Card::new(index)))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let level = score(&game, &[&half(0, 26), &half(26, 52)], &[]);
    assert_eq!(points(&level, PointKind::Cards), [0, 0], "F101");
    let more = score(&game, &[&half(0, 27), &half(27, 52)], &[]);
    assert_eq!(points(&more, PointKind::Cards), [2, 0], "F101");
}
