//! Actions that differ only in the names of suits lose nothing against each other.

use std::sync::Arc;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;
use spariglio_engine::record::HandRecord;
use spariglio_engine::{Action, Card, CardSet, Deal, Game, State};

use crate::soak::soak;
use crate::support::{game, review, reviewer};

/// A hand of scientifico in which the lower of two equal cards was laid. The first seat holds the same ranks in cups
/// and in clubs, and no other card tells the suits apart.
fn made(game: &Arc<Game>, rng: &mut Pcg64Mcg) -> HandRecord {
    let deal = Deal::random(game, 0, rng);
    let first = State::new(game, &deal).seat();
    let mut own: Vec<Card> = Vec::new();
    let pack: Vec<Card> = deal.cards().collect();
    let of = |suit: usize, rank: u8| {
        pack.iter()
            .copied()
            .find(|card| card.rank() == rank && card.suit() as usize == suit)
    };
    while own.len() < 10 {
        let rank = 1 + (rng.next_u32() % 10) as u8;
        let pair = [of(1, rank), of(2, rank)].map(|card| card.expect("in the pack"));
        if !own.contains(&pair[0]) {
            own.extend(pair);
        }
    }
    let mut others = pack.iter().copied().filter(|card| !own.contains(card));
    let mut hand = own.iter().copied();
    let places: Vec<bool> = pack
        .iter()
        .map(|&card| deal.hand_cards(game, 0, first).iter().any(|own| own == card))
        .collect();
    let cards: Vec<Card> = places
        .iter()
        .map(|&is_own| if is_own { hand.next() } else { others.next() }.expect("enough"))
        .collect();
    let deal = Deal::new(game, 0, &cards).expect("a deal");
    let mut record = HandRecord::new(Arc::clone(game), deal);
    record.push(first, Action::play(own[0], CardSet::EMPTY));
    record
}

#[test]
fn intervals_of_equal_actions_hold_zero() {
    let game = game("scopone_scientifico");
    let (mut rng, mut covered, mut all) = (Pcg64Mcg::new(11), 0, 0);
    for _ in 0..6 * soak() {
        let reviewer = reviewer("ismcts", if soak() == 1 { 2_000 } else { 20_000 }, 0);
        let hand = review(&reviewer, &made(&game, &mut rng));
        let decision = &hand.decisions[0];
        let rank = |place: usize| decision.actions[place].action.card().map(Card::rank);
        for first in 0..decision.actions.len() {
            for second in first + 1..decision.actions.len() {
                if rank(first) == rank(second) {
                    let [low, high] = decision.between(first, second).ends();
                    covered += usize::from(low <= 0.0 && 0.0 <= high);
                    all += 1;
                }
            }
        }
    }
    let share = covered as f64 / all as f64;
    println!("{covered} of {all} intervals of equal actions hold 0: {:.1} %", 100.0 * share);
    let slack = 4.0 * (0.05 * 0.95 / all as f64).sqrt();
    assert!((0.95 - slack..=0.95 + slack).contains(&share), "{covered} of {all}");
}
