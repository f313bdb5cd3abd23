//! Features of the piles that still affect the low and the high meld: docs/reference/rules.md C.4, C.9, CL18, CI5.

use spariglio_engine::rules::LowMeld;
use spariglio_engine::{Card, CardSet};

use super::{StakeRules, Stakes};

impl StakeRules {
    pub(super) fn look_at_melds(&self, piles: [CardSet; 2], rest: CardSet, stakes: &mut Stakes) {
        if self.low_meld != LowMeld::None {
            for (side, &pile) in piles.iter().enumerate() {
                let missing = CardSet::suit(self.suit_letter) - pile - rest;
                let limit = missing.first().map_or(13, |card| card.rank() - 1);
                self.look_at_run(side, pile, limit, stakes);
            }
        }
        if self.high_meld > 0 {
            for (side, &pile) in piles.iter().enumerate() {
                let sign = if side == 0 { 1 } else { -1 };
                let open = !(rest & self.courts).is_empty() && (pile | rest).contains_all(self.courts);
                if open {
                    stakes.open[side] += self.high_meld;
                    stakes.relevant |= self.courts & rest;
                } else if pile.contains_all(self.courts) {
                    stakes.decided += sign * self.high_meld;
                }
                stakes.push(open.into(), 1);
            }
        }
    }

    /// Adds the run of one side, which can become at most `limit` cards long.
    fn look_at_run(&self, side: usize, pile: CardSet, limit: u8, stakes: &mut Stakes) {
        let sign = if side == 0 { 1 } else { -1 };
        let now = (1..=limit)
            .take_while(|&rank| pile.contains(Card::of(rank, self.suit_letter)))
            .count() as u8;
        let points = i32::from(self.low_meld.points(now));
        let more = i32::from(self.low_meld.points(limit)) - points;
        stakes.decided += sign * points;
        if more > 0 {
            stakes.open[side] += more;
            stakes.relevant |= (1..=limit).map(|rank| Card::of(rank, self.suit_letter)).collect();
            stakes.push(limit.into(), 4);
        } else {
            stakes.push(0, 4);
        }
    }
}
