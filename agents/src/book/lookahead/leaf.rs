//! The leaves of the look-ahead: what a seat with unknown cards expects to take from a table.

use super::LookaheadPolicy;
use super::position::{Facts, Position};
use crate::knowledge::reach::{LANES, TableSums};

impl LookaheadPolicy {
    /// The value of a leaf for the observer's side: the expected gain of the seat to act, whose cards count as unknown.
    pub(super) fn leaf(&self, facts: &Facts<'_>, at: &Position) -> f32 {
        if at.table.is_empty() {
            return 0.0;
        }
        let (share, held) = if at.left == 0 {
            (self.foresight.opening, facts.next_len)
        } else if at.seat == facts.seat {
            (self.foresight.gift, at.hand.len() as u8)
        } else {
            (self.foresight.gift, at.other_len)
        };
        let sign = if at.seat == facts.seat { 1.0 } else { -1.0 };
        sign * share * self.takes(facts, at, held)
    }

    /// The expected best gain from the table of a hand with `held` unknown cards.
    fn takes(&self, facts: &Facts<'_>, at: &Position, held: u8) -> f32 {
        let mut sums = TableSums::new(0.0);
        sums.set(at.table, facts.matta, &facts.worth);
        let sweep = if facts.game.may_sweep(at.ply) { self.sweep } else { 0.0 };
        let gains = self.reach.takes(&sums, sweep);
        let mut takers = [(0.0_f32, 0.0_f32); LANES];
        let mut len = 0;
        for (rank, (&gain, &count)) in gains.iter().zip(at.hidden.counts()).enumerate() {
            let gain = gain + self.foresight.reply * facts.mean[rank];
            if gain <= 0.0 || count <= 0.0 {
                continue;
            }
            // An insertion sort by falling gain: only a few ranks can take.
            let mut place = len;
            while place > 0 && takers[place - 1].0 < gain {
                takers[place] = takers[place - 1];
                place -= 1;
            }
            takers[place] = (gain, count);
            len += 1;
        }
        let (mut value, mut better, mut open) = (0.0, 0.0, 1.0);
        for &(gain, count) in &takers[..len] {
            better += count;
            let rest = at.hidden.none(better, held);
            value += (open - rest) * gain;
            open = rest;
        }
        value
    }
}
