//! The worked examples of deals, bonuses, the matta and ends of matches in `docs/rules.md` section F, by their numbers.

use spariglio_engine::{
    Action, Card, CardSet, Deal, DealError, DeclarationMode, Game, MatchRules, Misdeal, RuleSet, State,
};

use crate::examples::{cards, pack_from};
use spariglio_reference::{Declaration, automatic, disjoint_sets, possible};

/// A deal whose table holds some cards.
fn with_table(rules: &str, table: &str) -> (Game, Result<Deal, DealError>) {
    let game = Game::preset(rules).unwrap();
    let table = cards(game.deck(), table);
    let rest = pack_from(game.deck(), &table).split_off(table.len());
    let dealt = game.players() * game.round_len(0);
    let all: Vec<Card> = rest[..dealt].iter().chain(&table).chain(&rest[dealt..]).copied().collect();
    let deal = Deal::new(&game, 0, &all);
    (game, deal)
}

#[test]
fn misdeals() {
    assert!(matches!(with_table("scopa", "Kd Kc Ks 5b").1, Err(DealError::Misdeal(_))), "F13");
    assert!(with_table("scopa", "Kd Kc 4s 5b").1.is_ok(), "F14");
    assert!(matches!(with_table("cirulla", "Ad Ac 3s Kb").1, Err(DealError::Misdeal(_))), "F70");
    assert!(with_table("cirulla", "Ad 7c 3s Kb").1.is_ok());
}

#[test]
fn dealers_bonus() {
    for (number, table, bonus) in [
        ("F61", "Ac 2b 5s 7d", 1),
        ("F62", "Kd Qb 7s 4c", 2),
        ("F63", "Kd Qb As 7c", 2),
        ("F64", "4d 5b 5s 7c", 1),
        ("F65", "2d 2b As 7c", 1),
        ("F66", "Kd Ks 3b 7c", 2),
        ("F67", "5d 5b 5s 7c", 0),
        ("F68", "Kd Ks Kb 7c", 0),
        ("F69", "Kd Qb 2s 3c", 0),
    ] {
        for rules in ["cirulla", "cirullone", "cirulla_platform"] {
            let (game, deal) = with_table(rules, table);
            let state = State::new(&game, &deal.unwrap());
            assert_eq!(state.dealer_bonus(), bonus, "{number}");
            assert_eq!(state.table().is_empty(), bonus > 0);
            assert_eq!(state.last_capture(), (bonus > 0).then_some(0));
        }
    }
}

/// The declarations that forehand may make with three cards.
fn declarations(rules: &str, hand: &str) -> Vec<String> {
    let game =
        Game::new(RuleSet::from_toml(&format!("base = \"{rules}\"\ndeclarations.mode = \"choice\"")).unwrap()).unwrap();
    let hand = cards(game.deck(), hand);
    let rest: Vec<Card> = pack_from(game.deck(), &hand).split_off(3);
    let late: Vec<Card> = rest.iter().copied().rev().collect();
    let dealt = [hand[0], late[0], hand[1], late[1], hand[2], late[2]];
    // Only forehand's turn matters, but the table must not be a misdeal.
    let all: Vec<Card> = dealt.iter().chain(&late[3..]).copied().collect();
    let deal = Deal::new(&game, 0, &all).unwrap();
    let mut actions = Vec::new();
    let state = State::new(&game, &deal);
    state.legal_actions(&game, &mut actions);
    if !state.is_declaring() {
        return Vec::new();
    }
    assert_eq!(actions.pop(), Some(Action::PASS));
    actions.iter().map(|action| action.text(game.deck())).collect()
}

#[test]
fn hand_bonuses() {
    let none: [&str; 0] = [];
    assert_eq!(declarations("cirulla", "Ac 3d 5s"), ["declare Ac 3d 5s"], "F43");
    assert_eq!(declarations("cirulla", "2c 3d 5s"), none, "F44");
    assert_eq!(declarations("cirulla", "4c 4d 4s"), ["declare 4d 4c 4s"], "F45");
    assert_eq!(declarations("cirulla", "2c 2d 2s"), ["declare 2d 2c 2s"], "F46");
    assert_eq!(declarations("cirulla", "Qd Qs 7c"), ["declare 7c=9 Qd Qs"], "F47");
    assert_eq!(declarations("cirulla", "Qd Qs 7d"), none, "F48");
    let three = ["declare 2d 4s 7c=1", "declare 2d 4s 7c=2", "declare 2d 4s 7c=3"];
    assert_eq!(declarations("cirulla", "2d 4s 7c"), three, "F49");
    assert_eq!(declarations("cirulla_platform", "2d 4s 7c"), three[..1], "F49");
    assert_eq!(declarations("cirulla", "5d 6s 7c"), none, "F50");
    assert_eq!(declarations("cirulla", "4d 5s 7c"), none, "F51");
    assert_eq!(declarations("cirulla", "4d 4s 7c"), ["declare 4d 4s 7c=1", "declare 4d 4s 7c=4"], "F52");
    let values: Vec<String> = (1..=7).map(|value| format!("declare Ad As 7c={value}")).collect();
    assert_eq!(declarations("cirulla", "Ad As 7c"), values, "F53");
    assert_eq!(declarations("cirulla_platform", "Ad As 7c"), values[..1], "E.4");
    assert_eq!(declarations("cirulla", "Ad As 7d"), ["declare Ad As 7d"], "F54");
    assert_eq!(declarations("cirulla", "7d 7s 7c"), ["declare 7d 7c=7 7s"], "F55");
}

#[test]
fn cirullone_bonuses() {
    let rules = RuleSet::preset("cirullone").unwrap();
    let mut auto = rules.clone();
    auto.declarations.mode = DeclarationMode::Auto;
    for (number, hand, best, sets) in [
        ("F56", "Ac Ad 2c 2d 2s 5b Jd Kc Ks", 13, 31),
        ("F57", "2d 2c 2s 2b 6d 7d Jc Qd Ks", 10, 5),
        ("F58", "Ad Ac As 2d 2c 2s 3d 3c 3s", 30, 1205),
        ("F59", "Qd Qs 7c Ad 4c 6d 6s Jb Kc", 10, 11),
    ] {
        let hand = cards(rules.deck, hand);
        let all = possible(&rules, &hand);
        let total = |set: &[Declaration]| set.iter().map(|one| one.points(&rules)).sum::<i32>();
        assert_eq!(total(&automatic(&rules, all.clone())), best, "{number}");
        if number != "F59" {
            assert_eq!(disjoint_sets(&all).len(), sets, "{number}");
        } else {
            assert_eq!(all.len() + 1, sets, "{number}");
        }
        assert_eq!(complete_sets(&rules, &hand), disjoint_sets(&all).len(), "{number}");
        assert_eq!(declared_points(&auto, &hand), best, "{number}");
    }
}

fn forehand_with(rules: &RuleSet, hand: &[Card]) -> (Game, Deal) {
    let mut rules = rules.clone();
    rules.deal.misdeal = Misdeal::None;
    rules.declarations.dealer_bonus = false;
    let game = Game::new(rules).unwrap();
    let rest: Vec<Card> = pack_from(game.deck(), hand).split_off(hand.len());
    let mut rest: Vec<Card> = rest.into_iter().rev().collect();
    let mut all = Vec::new();
    for card in hand {
        all.push(*card);
        all.extend(rest.drain(..3));
    }
    all.extend(rest);
    let deal = Deal::new(&game, 3, &all).unwrap();
    (game, deal)
}

/// The sets of declarations that the engine lets forehand make.
fn complete_sets(rules: &RuleSet, hand: &[Card]) -> usize {
    let (game, deal) = forehand_with(rules, hand);
    let mut open = vec![State::new(&game, &deal)];
    let mut sets = 0;
    while let Some(state) = open.pop() {
        if !state.is_declaring() {
            sets += 1;
            continue;
        }
        let mut actions = Vec::new();
        state.legal_actions(&game, &mut actions);
        for action in actions {
            let mut next = state;
            next.apply(&game, &deal, action);
            open.push(next);
        }
    }
    sets
}

fn declared_points(rules: &RuleSet, hand: &[Card]) -> i32 {
    let (game, deal) = forehand_with(rules, hand);
    let tally = State::new(&game, &deal).tally(game.side(0));
    i32::from(tally.threes) * 3 + i32::from(tally.tens) * 10
}

#[test]
fn declared_cards_come_first() {
    let rules = RuleSet::preset("cirullone").unwrap();
    let hand = cards(rules.deck, "2d 2c 2s 2b 6d 7d Jc Qd Ks");
    let (game, deal) = forehand_with(&rules, &hand);
    let mut state = State::new(&game, &deal);
    let declare = Action::parse("declare 2d 2c 2s", game.deck()).unwrap();
    state.try_apply(&game, &deal, declare).unwrap();
    let mut actions = Vec::new();
    for left in (1..=3).rev() {
        while state.seat() != 0 || state.is_declaring() {
            state.legal_actions(&game, &mut actions);
            state.apply(&game, &deal, *actions.last().unwrap());
        }
        state.legal_actions(&game, &mut actions);
        let playable: CardSet = actions.iter().filter_map(|action| action.card()).collect();
        assert_eq!(playable.len(), left, "F60");
        assert!(playable.iter().all(|card| card.rank() == 2), "F60");
        state.apply(&game, &deal, actions[0]);
    }
}

/// The actions of the second seat after forehand declared 7c as an ace and laid it on a table.
fn after_laid_matta(rules: &str, table: &str, reply: &str, mate: &str) -> Vec<String> {
    let mut rules = RuleSet::from_toml(&format!("base = \"{rules}\"\ndeclarations.mode = \"choice\"")).unwrap();
    rules.declarations.dealer_bonus = false;
    rules.deal.table = 2;
    rules.deal.rounds = vec![3, 16];
    let game = Game::new(rules).unwrap();
    let first = cards(game.deck(), &format!("7c {reply} 2d {mate} 3d Kd {table}"));
    let deal = Deal::new(&game, 0, &pack_from(game.deck(), &first)).unwrap();
    let mut state = State::new(&game, &deal);
    let mut play = |text: &str| {
        state
            .try_apply(&game, &deal, Action::parse(text, game.deck()).unwrap())
            .unwrap()
    };
    play("declare 2d 3d 7c=1");
    play(&format!("7c x {table}"));
    let mut actions = Vec::new();
    state.legal_actions(&game, &mut actions);
    actions.iter().map(|action| action.text(game.deck())).collect()
}

#[test]
fn declared_matta_captures_as_an_ace() {
    let actions = after_laid_matta("cirulla", "4d Qs", "7d", "Jd");
    assert_eq!(actions, ["7d", "Jd", "Kd"], "F39: the table is empty after it");
}

/// Forehand's 7c, declared as an ace, lies alone on the table.
fn laid_matta(rules: &str) -> (Game, Deal, State) {
    let mut rules = RuleSet::from_toml(&format!("base = \"{rules}\"\ndeclarations.mode = \"choice\"")).unwrap();
    rules.deal.table = 0;
    rules.deal.rounds = vec![3, 17];
    let game = Game::new(rules).unwrap();
    let first = cards(game.deck(), "7c Kd 2d 7d 3d Ab Jc Qc");
    let deal = Deal::new(&game, 0, &pack_from(game.deck(), &first)).unwrap();
    let mut state = State::new(&game, &deal);
    for text in ["declare 2d 3d 7c=1", "7c"] {
        state
            .try_apply(&game, &deal, Action::parse(text, game.deck()).unwrap())
            .unwrap();
    }
    (game, deal, state)
}

#[test]
fn laid_matta_keeps_its_value() {
    let (game, deal, mut state) = laid_matta("cirulla");
    let texts = |state: &State, game: &Game| {
        let mut actions = Vec::new();
        state.legal_actions(game, &mut actions);
        actions.iter().map(|action| action.text(game.deck())).collect::<Vec<_>>()
    };
    assert_eq!(texts(&state, &game), ["Ab x 7c", "7d", "Kd"], "F41, F42");
    state.apply(&game, &deal, Action::parse("Kd", game.deck()).unwrap());
    assert_eq!(state.matta(), 1);
    let (game, deal, mut state) = laid_matta("cirulla_platform");
    assert_eq!(texts(&state, &game), ["Ab x 7c", "7d", "Kd"], "F41: the trick-round has not ended");
    state.apply(&game, &deal, Action::parse("Kd", game.deck()).unwrap());
    assert_eq!(state.matta(), 0);
    state.apply(&game, &deal, Action::parse("2d", game.deck()).unwrap());
    assert!(texts(&state, &game).contains(&"7d x 7c".to_owned()), "F41");
}

#[test]
fn ends_of_matches() {
    let ends = |limit: Option<u32>, hands: Option<u32>, seven_zero: bool| MatchRules { limit, hands, seven_zero };
    let to_51 = ends(Some(51), None, false);
    assert!(to_51.is_reached(&[53, 51], 4), "F86");
    assert!(!to_51.is_reached(&[51, 51], 4), "F86");
    assert!(!to_51.is_reached(&[50, 49], 4), "F86");
    assert!(to_51.is_reached(&[51, 50, 50], 4) && !to_51.is_reached(&[51, 51, 50], 4));
    let cappotto = ends(Some(11), None, true);
    assert!(cappotto.is_reached(&[7, 0], 2), "F87");
    assert!(!cappotto.is_reached(&[7, 1], 2), "F87");
    assert!(
        !cappotto.is_reached(&[6, 0], 2) && !cappotto.is_reached(&[7, 0, 1], 2) && cappotto.is_reached(&[0, 8, 0], 2)
    );
    let fixed = ends(None, Some(2), false);
    assert!(!fixed.is_reached(&[70, 0], 1) && fixed.is_reached(&[5, 5], 2));
}
