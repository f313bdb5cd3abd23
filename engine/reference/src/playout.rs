//! Uniformly random hands.

use rand::Rng;
use spariglio_engine::random::{below, shuffle_front};
use spariglio_engine::rules::Misdeal;
use spariglio_engine::{Card, RuleSet};

use crate::reference::Reference;

/// Shuffles the pack until it is no misdeal, and plays uniformly random actions to the end of the hand.
pub fn random_hand<'r>(rules: &'r RuleSet, dealer: usize, pack: &mut [Card], rng: &mut impl Rng) -> Reference<'r> {
    loop {
        shuffle_front(pack, pack.len(), rng);
        if !is_misdeal(rules, pack) {
            break;
        }
    }
    let mut hand = Reference::new(rules, dealer, pack);
    while !hand.over {
        let actions = hand.legal();
        let pick = below(rng, actions.len() as u32) as usize;
        hand.apply(actions[pick]);
    }
    hand
}

/// Whether the first table annuls the deal. Source: `docs/reference/rules.md` B16, B17.
fn is_misdeal(rules: &RuleSet, pack: &[Card]) -> bool {
    let from = usize::from(rules.players) * usize::from(rules.deal.rounds[0]);
    let table = &pack[from..from + usize::from(rules.deal.table)];
    let of_rank = |rank: u8| table.iter().filter(|card| card.rank() == rank).count();
    match rules.deal.misdeal {
        Misdeal::None => false,
        Misdeal::TwoAces => of_rank(1) >= 2,
        Misdeal::ThreeKings => of_rank(rules.deck.ranks()) >= 3,
    }
}
