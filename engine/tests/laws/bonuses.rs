//! The worked examples of deals, bonuses, the matta and ends of matches in `docs/reference/rules.md` section F, by
//! their numbers.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use spariglio_engine::random::{below, shuffle_front};
use spariglio_engine::record::Replayer;
use spariglio_engine::rules::{DeclarationMode, MatchRules, Misdeal};
use spariglio_engine::{Action, Card, CardSet, Deal, DealError, Game, RuleSet, State};

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
        all.extend(rest.drain(..game.players() - 1));
    }
    all.extend(rest);
    let deal = Deal::new(&game, game.players() - 1, &all).unwrap();
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

/// Random hands of forehand, in rules by choice: with many bonuses in every second one.
fn random_hands(preset: &str, count: usize) -> Vec<(RuleSet, Vec<Card>)> {
    let mut rng = Pcg64Mcg::seed_from_u64(11);
    let mut rules = RuleSet::preset(preset).unwrap();
    rules.declarations.mode = DeclarationMode::Choice;
    let deck: Vec<Card> = rules.deck.cards().iter().collect();
    let low: Vec<Card> = deck
        .iter()
        .copied()
        .filter(|card| card.rank() <= 5 || card.rank() == 7)
        .collect();
    let len = usize::from(rules.deal.rounds[0]);
    let hand = |number: usize| {
        let mut cards = if number.is_multiple_of(2) {
            deck.clone()
        } else {
            low.clone()
        };
        shuffle_front(&mut cards, len, &mut rng);
        (rules.clone(), cards[..len].to_vec())
    };
    (0..count).map(hand).collect()
}

/// The sets of declarations that forehand may make with a hand, found by trying all.
fn all_sets(rules: &RuleSet, hand: &[Card]) -> Vec<Vec<Declaration>> {
    disjoint_sets(&possible(rules, hand))
}

fn points(rules: &RuleSet, set: &[Declaration]) -> i32 {
    set.iter().map(|one| one.points(rules)).sum()
}

/// Plays the best declarations one after the other. Returns the state, and the points that they made.
fn declare_best(game: &Game, deal: &Deal) -> (State, i32) {
    let mut state = State::new(game, deal);
    while let Some(action) = state.best_declaration(game) {
        state.try_apply(game, deal, action).unwrap();
    }
    let declarations = game.rules().declarations;
    let tally = state.tally(game.side(state.seat()));
    let made = u32::from(tally.threes) * u32::from(declarations.three_points)
        + u32::from(tally.tens) * u32::from(declarations.ten_points);
    (state, made as i32)
}

/// No set of declarations, in whatever order, makes more points than the one that is declared for a person.
#[test]
fn the_best_set_of_bonuses_is_declared() {
    let mut several = 0;
    for (preset, count) in [("cirullone", 3000), ("cirulla", 2000), ("cirulla_platform", 2000), ("cirilla", 500)] {
        let mut some = 0;
        for (rules, hand) in random_hands(preset, count) {
            let (game, deal) = forehand_with(&rules, &hand);
            let best = all_sets(&rules, &hand).iter().map(|set| points(&rules, set)).max().unwrap();
            let (state, made) = declare_best(&game, &deal);
            assert_eq!(made, best, "{preset}: {hand:?}");
            assert!(!state.is_declaring());
            some += usize::from(best > 0);
            several += usize::from(best > 10);
        }
        assert!(some > count / 20, "{preset}: {some} of {count} hands have a bonus");
    }
    assert!(several > 100, "{several} hands with several bonuses");
    for (rules, hand) in random_hands("cicera", 50) {
        let (game, deal) = forehand_with(&rules, &hand);
        assert_eq!(State::new(&game, &deal).best_declaration(&game), None);
    }
}

/// Whatever the order of some declarations, they are legal and lead to the same state; the shared list of legal actions
/// has them.
#[test]
fn bonuses_may_be_declared_in_any_order() {
    let mut rng = Pcg64Mcg::seed_from_u64(12);
    let (mut orders, mut listed) = (0, Vec::new());
    for (rules, hand) in random_hands("cirullone", 2000) {
        let (game, deal) = forehand_with(&rules, &hand);
        let sets = all_sets(&rules, &hand);
        let set = &sets[below(&mut rng, sets.len() as u32) as usize];
        let mut canonical = State::new(&game, &deal);
        for one in set {
            canonical.try_apply(&game, &deal, one.action()).unwrap();
        }
        let mut order: Vec<Action> = set.iter().map(Declaration::action).collect();
        let len = order.len();
        shuffle_front(&mut order, len, &mut rng);
        let mut state = State::new(&game, &deal);
        for (number, &action) in order.iter().enumerate() {
            state.legal_in_any_order(&game, &mut listed);
            assert!(listed.contains(&action), "{}", action.text(game.deck()));
            assert!(listed.iter().all(|&action| state.is_legal(&game, action)));
            state.try_apply(&game, &deal, action).unwrap();
            assert!(!state.is_legal(&game, action), "declared already");
            let place = |action: Action| set.iter().position(|one| one.action() == action);
            orders += usize::from(number > 0 && place(action) < place(order[number - 1]));
        }
        assert_eq!(state, canonical);
        // After a pass or a play nothing is declared.
        state.legal_in_any_order(&game, &mut listed);
        let declares = |action: &Action| action.text(game.deck()).starts_with("declare");
        let open: Vec<Action> = listed.iter().copied().filter(declares).collect();
        let end = *listed.last().unwrap();
        state.apply(&game, &deal, end);
        assert!(open.iter().all(|&action| !state.is_legal(&game, action)));
    }
    assert!(orders > 50, "{orders} declarations out of order");
}

/// A record may have the declarations in any order; it is read in canonical order.
#[test]
fn records_may_declare_in_any_order() {
    let record = |turns: &str| {
        format!(
            r#"{{"rules": "cirullone", "dealer": 0, "hands": ["Kd Qb Qc Qd Jb Js 7b 7s 7c", "Ac Ad 2c 2d 2s 5b Jc Kc Ks",
            "7d 6b 6c 6d 5s 5c 5d 4b 4s", "4c 4d 3b 3s 3c 3d 2b Ab As"], "table": "6s Qs Kb Jd", "stock": "",
            "turns": [{turns}]}}"#
        )
        .replace('\n', "")
    };
    let turn = |action: &str| format!(r#"{{"seat": 1, "action": "{action}"}}"#);
    let read = |actions: &[&str]| {
        let turns: Vec<String> = actions.iter().map(|action| turn(action)).collect();
        Replayer::new(true).feed(record(&turns.join(", ")).as_bytes())
    };
    let (three, ten) = ("declare Ad Ac 5b", "declare 2d 2c 2s");
    let [canonical, other] = [read(&[three, ten]), read(&[ten, three])].map(|record| record.unwrap().to_line());
    assert_eq!(canonical, other);
    let late = read(&[ten, "2d", three]).unwrap_err().to_string();
    assert!(late.contains("turns[2].seat"), "{late}");
    assert!(read(&[ten, ten]).is_err(), "the same twice");
}
