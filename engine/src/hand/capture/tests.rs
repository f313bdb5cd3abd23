//! All methods find the same plays as the plain one, with portable instructions and with this machine's.

use rand_pcg::Pcg64Mcg;

use super::rank_set::RankSets;
use super::*;
use crate::random::below;
use crate::rules::RuleSet;
use crate::vector::{Portable, VectorTask, dispatch};

/// Lists the plays of a card with this machine's instructions.
struct List<'a, 'g>(&'a Finder<'g>, Card);

impl VectorTask for List<'_, '_> {
    type Output = Vec<CardSet>;

    fn run<B: Bits>(self) -> Vec<CardSet> {
        let mut listed = Vec::new();
        self.0.for_each::<B>(self.1, &mut |set| listed.push(set));
        let picked: Vec<CardSet> = (0..listed.len()).map(|k| self.0.nth::<B>(self.1, k as u32)).collect();
        let mut sorted = listed.clone();
        sorted.sort_unstable_by_key(|set| set.bits());
        assert_eq!(picked, sorted);
        listed
    }
}

fn assert_same_plays(game: &Game, table: TableCards, card: Card) {
    let finder = Finder::new(game, table);
    let mut plain = Vec::new();
    Finder::plain(game, table).for_each::<Portable>(card, &mut |set| plain.push(set.bits()));
    plain.sort_unstable();
    let sets = dispatch(List(&finder, card));
    let mut sorted: Vec<u64> = sets.iter().map(|set| set.bits()).collect();
    assert!(!finder.is_sorted() || sorted.is_sorted());
    sorted.sort_unstable();
    assert_eq!(sorted, plain, "{} on {:?}", game.deck().card_text(card), table);
    assert_eq!(List(&finder, card).run::<Portable>(), sets);
    assert_eq!(finder.count(card) as usize, plain.len());
}

/// A table of up to `largest` cards and a card that is not on it.
fn draw(game: &Game, largest: u32, rng: &mut Pcg64Mcg) -> (TableCards, Card) {
    let mut cards = CardSet::EMPTY;
    for _ in 0..below(rng, largest + 1) {
        cards.insert(Card::new(below(rng, game.pack_len() as u32) as u8));
    }
    let rest = game.pack() - cards;
    let matta = if below(rng, 3) == 0 {
        1 + below(rng, 10) as u8
    } else {
        0
    };
    (TableCards { cards, matta }, rest.nth(below(rng, rest.len())))
}

#[test]
fn all_methods_find_the_same_plays() {
    let mut rng = Pcg64Mcg::new(21);
    for name in RuleSet::preset_names() {
        for changes in [
            "",
            "fewest = true",
            "difference = true",
            "mandatory = false",
            "single_first = true",
            "single_first = \"before_sums\"",
            "single_first = \"before_sums\"\nfewest = true",
            "ace_with_ace = \"ace_or_fifteen\"",
        ] {
            let rules = RuleSet::from_toml(&format!("base = \"{name}\"\n[capture]\n{changes}\n")).unwrap();
            let game = Game::new(rules).unwrap();
            for _ in 0..1500 {
                let (mut table, card) = draw(&game, 14, &mut rng);
                if game.rank_sets.is_some() || game.counts_sums {
                    table.matta = 0;
                }
                assert_same_plays(&game, table, card);
            }
        }
    }
}

/// A ten takes sets that add up to five. There are more of them than `nth_enumerated` sorts.
#[test]
fn the_plays_of_a_large_table_are_numbered_by_rising_mask() {
    let game = Game::preset("scopa_di_quindici").unwrap();
    let cards: CardSet = (1..=3).flat_map(CardSet::rank).collect();
    let ten = CardSet::rank(10).first().unwrap();
    for matta in [0, 2] {
        let table = TableCards { cards: cards | CardSet::single(MATTA), matta };
        let plays = Finder::new(&game, table).count(ten);
        assert!(plays > 40, "{plays} plays");
        assert_same_plays(&game, table, ten);
    }
}

/// Plays found by a table's key equal those of the game's method, in the same order, and lead to the next table's key.
#[test]
fn keys_find_the_same_plays() {
    let mut rng = Pcg64Mcg::new(22);
    let mut pairs = 0;
    for name in ["scopa", "asso_piglia_tutto"] {
        let game = Game::preset(name).unwrap();
        let tables = game.rank_sets.unwrap();
        for _ in 0..40_000 {
            let (TableCards { cards, .. }, card) = draw(&game, 9, &mut rng);
            let Some(key) = RankSets::key(cards) else { continue };
            pairs += u32::from(cards.has_of_a_rank(2));
            let finder = Finder::new(&game, TableCards { cards, matta: 0 });
            let place = u32::from(card.index());
            assert_eq!(finder.count(card), 1 + tables.more(key, place), "{name}: {card:?} on {cards:?}");
            for k in 0..finder.count(card) {
                let (change, captured) = tables.nth(key, place, k, cards.bits());
                let captured = CardSet::from_bits(captured);
                assert_eq!(captured, finder.nth::<Portable>(card, k), "{name}: play {k} of {card:?} on {cards:?}");
                let lay = if captured.is_empty() {
                    CardSet::single(card)
                } else {
                    CardSet::EMPTY
                };
                assert_eq!(
                    RankSets::key((cards - captured) | lay),
                    Some(key ^ change),
                    "{name}: {card:?} on {cards:?}"
                );
            }
        }
    }
    assert!(pairs > 10_000, "{pairs} tables with a pair");
}
