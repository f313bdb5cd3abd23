//! Texts are exact: readers accept only the written form, and no bytes make a reader panic.

use proptest::collection::vec;
use proptest::prelude::*;
use spariglio_engine::record::Replayer;
use spariglio_engine::{Action, CardSet, Deck, Pack, RuleSet};

const SOUND: &str = include_str!("data/sound.jsonl");

fn deck() -> impl Strategy<Value = Deck> {
    prop_oneof![
        Just(Deck::ITALIAN40),
        Just(Deck::BRESCIANE52),
        Just(Deck::part(Pack::Italian40, "A2367K", "dcb").unwrap()),
        Just(Deck::part(Pack::Bresciane52, "79TQ", "cs").unwrap()),
    ]
}

/// Texts near those of actions.
fn near_action() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        "[A2-9TJQK][dcsb]",
        "7c=[0-9]{1,2}",
        Just("x".to_owned()),
        Just("declare".to_owned()),
        Just("pass".to_owned()),
        Just(String::new()),
    ];
    vec(word, 1..6).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn an_action_that_is_read_is_written_the_same(text in near_action(), deck in deck()) {
        if let Ok(action) = Action::parse(&text, deck) {
            prop_assert_eq!(action.text(deck), text);
            prop_assert_eq!(Action::from_bits(action.to_bits()), Some(action));
        }
    }

    #[test]
    fn an_action_of_the_pack_reads_back(bits in any::<u64>(), few in any::<u64>(), deck in deck()) {
        let kind = bits >> 62;
        let cards = bits & few & few.rotate_left(17) & deck.cards().bits();
        let small = bits >> 52 & 63;
        let action = Action::from_bits(kind << 58 | small << 52 | cards);
        let in_pack = |action: &Action| action.card().is_none_or(|card| deck.cards().contains(card));
        if let Some(action) = action.filter(in_pack) {
            prop_assert_eq!(Action::parse(&action.text(deck), deck), Ok(action));
        }
    }

    #[test]
    fn a_set_of_cards_reads_back(bits in any::<u64>(), deck in deck()) {
        let set = CardSet::from_bits(bits & deck.cards().bits());
        prop_assert_eq!(CardSet::parse(&set.text(deck), deck), Ok(set));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,12}", deck in deck()) {
        if let Ok(action) = Action::parse(&text, deck) {
            prop_assert_eq!(action.text(deck), text);
        }
    }

    #[test]
    fn changed_records_are_refused_or_sound(line in 0usize..10, changes in vec((any::<u16>(), any::<u8>()), 1..3)) {
        let mut bytes = SOUND.lines().nth(line).unwrap().as_bytes().to_vec();
        for (place, byte) in changes {
            let place = usize::from(place) % bytes.len();
            bytes[place] = if byte < 128 { byte } else { bytes[usize::from(byte) % bytes.len()] };
        }
        if let Ok(record) = Replayer::new(true).feed(&bytes) {
            let again = Replayer::new(false).feed(record.to_line().as_bytes());
            prop_assert_eq!(again.map(|record| record.to_line()), Ok(record.to_line()));
        }
    }

    #[test]
    fn changed_rule_sets_are_refused_or_sound(preset in 0usize..17, changes in vec((any::<u16>(), any::<u8>()), 1..3)) {
        let mut text = RuleSet::preset(RuleSet::preset_names()[preset]).unwrap().to_toml().into_bytes();
        for (place, byte) in changes {
            let place = usize::from(place) % text.len();
            text[place] = if byte < 128 { byte } else { text[usize::from(byte) % text.len()] };
        }
        if let Ok(Ok(rules)) = String::from_utf8(text).map(|text| RuleSet::from_toml(&text)) {
            prop_assert_eq!(RuleSet::from_toml(&rules.to_toml()), Ok(rules));
        }
    }
}
