//! Both engines play the same hands, under every rule set.

use rand_pcg::Pcg64Mcg;
use spariglio_engine::hand::TurnOrder;
use spariglio_engine::{Card, Deal, Game, State};

use crate::hands::both_engines::play;
use crate::rule_sets;

// A failing test shows its standard error.
#[allow(clippy::print_stderr)]
fn named(game: &Game, law: impl FnOnce()) {
    let rules = game.rules().to_toml();
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(law));
    if let Err(cause) = result {
        eprintln!("{rules}");
        std::panic::resume_unwind(cause);
    }
}

#[test]
fn presets_play_as_the_rules_say() {
    let mut rng = Pcg64Mcg::new(0xC0FFEE);
    for game in rule_sets::presets() {
        named(&game, || (0..12).for_each(|_| play(game.rules(), &game, &mut rng)));
    }
}

#[test]
fn random_rule_sets_play_as_the_rules_say() {
    for seed in 0..4000 * crate::soak::soak() {
        let game = rule_sets::random(seed);
        let mut rng = Pcg64Mcg::new(u128::from(seed) + 77);
        named(&game, || (0..2).for_each(|_| play(game.rules(), &game, &mut rng)));
    }
}

#[test]
fn public_actions_tell_the_order_of_play() {
    let mut again = 0;
    for game in rule_sets::presets().into_iter().chain(rule_sets::many_random(400)) {
        let mut rng = Pcg64Mcg::new(9);
        let deal = Deal::random(&game, 1, &mut rng);
        let (mut state, mut order) = (State::new(&game, &deal), TurnOrder::new(&game, 1));
        while !state.is_over() {
            assert_eq!(order.now(), Some((state.deal_round_index(), state.seat())), "{}", game.rules().to_toml());
            let (seat, action) = (state.seat(), state.random_action(&game, &mut rng));
            state.apply(&game, &deal, action);
            order.follow(action);
            again += usize::from(action.is_play() && state.seat() == seat && !state.is_over());
        }
        assert!(order.now().is_none() || state.shutout().is_some());
    }
    assert!(again > 50, "{again} second plays");
}

#[test]
fn a_deal_as_a_list_gives_the_same_hand() {
    let mut rng = Pcg64Mcg::new(3);
    for game in rule_sets::presets() {
        let deal = Deal::random(&game, 1, &mut rng);
        let cards: Vec<Card> = deal.cards().collect();
        assert_eq!(Deal::new(&game, 1, &cards), Ok(deal));
        assert!(Deal::new(&game, game.players(), &cards).is_err());
        assert!(Deal::new(&game, 0, &cards[1..]).is_err());
        let mut twice = cards.clone();
        twice[0] = twice[1];
        assert!(Deal::new(&game, 0, &twice).is_err());
    }
}
