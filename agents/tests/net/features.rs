//! Features: relative to the seat to act, blind to what it cannot see, and whole.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use spariglio_agents::features::{BLOCKS, FEATURES, Sink, encode, encode_rules, encode_table, scales};
use spariglio_engine::{Game, LowMeld, RuleSet, SingleFirst, View};

use crate::support::{games, positions, turned_positions};

fn row(view: &View<'_>) -> Vec<u8> {
    let mut out = vec![0xEE; FEATURES];
    encode(view, &mut out);
    out
}

#[test]
fn hidden_cards_change_nothing() {
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    for game in games() {
        let name = &game.rules().name;
        for (deal, state) in positions(&game, 40, 5) {
            let view = View::new(&game, &deal, &state, state.seat(), false);
            let world = view.sample_world(&mut rng);
            let other = View::new(&game, &world.deal, &world.state, state.seat(), false);
            assert_eq!(row(&view), row(&other), "{name}");
        }
    }
}

#[test]
fn turning_the_table_changes_nothing() {
    for game in games() {
        let name = &game.rules().name;
        for turn in 1..game.players() {
            let plain = positions(&game, 50, 7);
            let turned = turned_positions(&game, 50, 7, turn);
            for ((deal, state), (other_deal, other_state)) in plain.iter().zip(&turned) {
                let one = View::new(&game, deal, state, state.seat(), false);
                let other = View::new(&game, other_deal, other_state, other_state.seat(), false);
                assert_eq!(row(&one), row(&other), "{name}, turned by {turn}");
            }
        }
    }
}

#[test]
fn a_row_is_the_rule_set_and_the_table_without_overlap() {
    for game in games() {
        let name = &game.rules().name;
        for (deal, state) in positions(&game, 20, 3) {
            let view = View::new(&game, &deal, &state, state.seat(), false);
            let mut pairs: Vec<(u16, u8)> = Vec::new();
            encode_rules(&game, &mut pairs);
            encode_table(&view, &mut pairs);
            let mut sum = vec![0u8; FEATURES];
            for &(index, value) in &pairs {
                assert!(value > 0, "{name}: features of value 0 are not put");
                assert_eq!(sum[usize::from(index)], 0, "{name}: {index} is put twice");
                sum.put(usize::from(index), value);
            }
            assert_eq!(sum, row(&view), "{name}");
        }
    }
}

#[test]
fn inputs_stay_small() {
    for game in games() {
        let name = &game.rules().name;
        for (deal, state) in positions(&game, 60, 9) {
            let view = View::new(&game, &deal, &state, state.seat(), false);
            for (i, (&byte, scale)) in row(&view).iter().zip(scales()).enumerate() {
                let block = BLOCKS.iter().rev().find(|block| block.start <= i).unwrap();
                assert!(f32::from(byte) * scale <= 8.0, "{name}: {}", block.name);
            }
        }
    }
}

#[test]
fn what_happened_is_in_the_row() {
    let game = Game::preset("cirulla").unwrap();
    let mut seen = vec![false; FEATURES];
    for (deal, state) in positions(&game, 4000, 11) {
        let view = View::new(&game, &deal, &state, state.seat(), false);
        for (flag, byte) in seen.iter_mut().zip(row(&view)) {
            *flag |= byte > 0;
        }
    }
    let expected = [
        "hand",
        "table",
        "unseen",
        "piles",
        "known",
        "played",
        "hand_sizes",
        "passed",
        "dealer",
        "sides",
        "last_capture",
        "matta",
        "declaring",
        "stock",
        "plies_left",
        "last_plies",
        "rounds_left",
    ];
    for name in expected {
        let block = BLOCKS.iter().find(|block| block.name == name).unwrap();
        let any = seen[block.start..block.start + block.width].iter().any(|&flag| flag);
        assert!(any, "block {name} is never used in cirulla");
    }
}

#[test]
fn every_choice_of_captures_and_low_melds_has_features_of_its_own() {
    let row = |single_first: SingleFirst, low_meld: LowMeld| {
        let mut rules = RuleSet::preset("cirulla").expect("a preset");
        rules.capture.single_first = single_first;
        rules.score.low_meld = low_meld;
        let mut out = vec![0; FEATURES];
        encode_rules(&Game::new(rules).expect("a game"), out.as_mut_slice());
        out
    };
    let mut seen = Vec::new();
    for single_first in SingleFirst::ALL {
        for low_meld in LowMeld::ALL {
            let row = row(single_first, low_meld);
            assert!(!seen.contains(&row), "{single_first:?}, {low_meld:?}");
            seen.push(row);
        }
    }
}
