//! Texts are exact: readers accept only the written form, and no bytes make a reader panic.

use rand::Rng;
use rand_pcg::Pcg64Mcg;
use spariglio_engine::random::below;
use spariglio_engine::record::Replayer;
use spariglio_engine::rules::Pack;
use spariglio_engine::{Action, CardSet, Deck, RuleSet};

const SOUND: &str = include_str!("data/sound.jsonl");
const CASES: usize = 4000;

fn pick<T: Copy>(rng: &mut Pcg64Mcg, from: &[T]) -> T {
    from[below(rng, from.len() as u32) as usize]
}

fn deck(rng: &mut Pcg64Mcg) -> Deck {
    let some = |pack, ranks, suits| Deck::part(pack, ranks, suits).expect("a part of the pack");
    let parts = [some(Pack::Italian40, "A2367K", "dcb"), some(Pack::Bresciane52, "79TQ", "cs")];
    pick(rng, &[Deck::ITALIAN40, Deck::BRESCIANE52, parts[0], parts[1]])
}

/// Texts near those of actions.
fn near_action(rng: &mut Pcg64Mcg) -> String {
    let words = 1 + below(rng, 5);
    let word = |rng: &mut Pcg64Mcg| match below(rng, 6) {
        0 => [pick(rng, b"A23456789TJQK"), pick(rng, b"dcsb")]
            .map(char::from)
            .iter()
            .collect(),
        1 => format!("7c={}", below(rng, 100)),
        other => ["x", "declare", "pass", ""][other as usize - 2].to_owned(),
    };
    (0..words).map(|_| word(rng)).collect::<Vec<_>>().join(" ")
}

/// Changes one or two bytes: to any ASCII letter, or to another byte of the text.
fn change(text: &str, rng: &mut Pcg64Mcg) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + below(rng, 2) {
        let (place, byte) = (below(rng, bytes.len() as u32) as usize, below(rng, 256) as usize);
        bytes[place] = if byte < 128 {
            byte as u8
        } else {
            bytes[byte % bytes.len()]
        };
    }
    bytes
}

#[test]
fn an_action_that_is_read_is_written_the_same() {
    let mut rng = Pcg64Mcg::new(1);
    let mut read = 0;
    for _ in 0..CASES {
        let (text, deck) = (near_action(&mut rng), deck(&mut rng));
        if let Ok(action) = Action::parse(&text, deck) {
            assert_eq!(action.text(deck), text);
            assert_eq!(Action::from_bits(action.to_bits()), Some(action));
            read += 1;
        }
    }
    assert!(read > CASES / 50, "{read} of the texts are actions");
}

#[test]
fn an_action_of_the_pack_reads_back() {
    let mut rng = Pcg64Mcg::new(2);
    for _ in 0..CASES {
        let (bits, few, deck) = (rng.next_u64(), rng.next_u64(), deck(&mut rng));
        let kind = bits >> 62;
        let cards = bits & few & few.rotate_left(17) & deck.cards().bits();
        let small = bits >> 52 & 63;
        let action = Action::from_bits(kind << 58 | small << 52 | cards);
        let in_pack = |action: &Action| action.card().is_none_or(|card| deck.cards().contains(card));
        if let Some(action) = action.filter(in_pack) {
            assert_eq!(Action::parse(&action.text(deck), deck), Ok(action));
        }
    }
}

#[test]
fn a_set_of_cards_reads_back() {
    let mut rng = Pcg64Mcg::new(3);
    for _ in 0..CASES {
        let (bits, deck) = (rng.next_u64(), deck(&mut rng));
        let set = CardSet::from_bits(bits & deck.cards().bits());
        assert_eq!(CardSet::parse(&set.text(deck), deck), Ok(set));
    }
}

#[test]
fn any_text_is_read_or_refused() {
    let mut rng = Pcg64Mcg::new(4);
    for _ in 0..CASES {
        let letters = (0..below(&mut rng, 13)).map(|_| char::from_u32(below(&mut rng, 0x11_0000)).unwrap_or('7'));
        let (text, deck) = (letters.collect::<String>(), deck(&mut rng));
        if let Ok(action) = Action::parse(&text, deck) {
            assert_eq!(action.text(deck), text);
        }
    }
}

#[test]
fn changed_records_are_refused_or_sound() {
    let mut rng = Pcg64Mcg::new(5);
    let lines: Vec<&str> = SOUND.lines().take(10).collect();
    for _ in 0..CASES {
        let bytes = change(pick(&mut rng, &lines), &mut rng);
        if let Ok(record) = Replayer::new(true).feed(&bytes) {
            let again = Replayer::new(false).feed(record.to_line().as_bytes());
            assert_eq!(again.map(|record| record.to_line()), Ok(record.to_line()));
        }
    }
}

#[test]
fn changed_rule_sets_are_refused_or_sound() {
    let mut rng = Pcg64Mcg::new(6);
    for _ in 0..CASES {
        let preset = pick(&mut rng, RuleSet::preset_names());
        let text = change(&RuleSet::preset(preset).expect("a preset").to_toml(), &mut rng);
        if let Ok(Ok(rules)) = String::from_utf8(text).map(|text| RuleSet::from_toml(&text)) {
            assert_eq!(RuleSet::from_toml(&rules.to_toml()), Ok(rules));
        }
    }
}
