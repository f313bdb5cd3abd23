//! The outlook: the captures that the table left by an action allows.

use crate::knowledge::reach::{ByRank, LANES};

/// Captures that the table left by an action allows, in points.
#[derive(Copy, Clone, Debug, Default)]
pub struct Outlook {
    /// The gain of a card of each rank; 0 if it can take nothing.
    pub gains: ByRank,
    /// The largest of the next seat's gains, each times the chance that the seat holds the rank.
    pub gift_best: f32,
    /// The sum of the same products.
    pub gift_all: f32,
    /// The largest gain of the own hand.
    pub own: f32,
    /// The value of the line of known plays that follows, if the next seat's play is one.
    pub line: Option<f32>,
}

/// The outlooks of all actions of one decision.
#[derive(Clone, Debug, Default)]
pub struct Outlooks {
    /// One per action.
    pub actions: Vec<Outlook>,
    /// The chance that the next seat holds a card of each rank.
    pub chances: ByRank,
}

/// The next seat's reply to the table left by an action, if it takes its best.
#[derive(Copy, Clone, Debug)]
pub struct ReplyOutlook {
    /// Its expected gain.
    pub gain: f32,
    /// The chance that it can take nothing.
    pub nothing: f32,
}

impl Outlook {
    /// The reply of a seat that holds each rank with its chance. Bit `r` of `ranks` is set if rank `r` can take.
    #[inline(always)]
    pub fn reply(&self, chances: &ByRank, mut ranks: u16) -> ReplyOutlook {
        let mut takers = [0_usize; LANES];
        let mut len = 0;
        // An insertion sort by falling gain: only a few ranks can take.
        while ranks != 0 {
            let rank = ranks.trailing_zeros() as usize;
            ranks &= ranks - 1;
            let mut place = len;
            while place > 0 && self.gains[takers[place - 1]] < self.gains[rank] {
                takers[place] = takers[place - 1];
                place -= 1;
            }
            takers[place] = rank;
            len += 1;
        }
        let (mut gain, mut nothing) = (0.0, 1.0);
        for &rank in &takers[..len] {
            gain += nothing * chances[rank] * self.gains[rank];
            nothing *= 1.0 - chances[rank];
        }
        ReplyOutlook { gain, nothing }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_takes_the_best_that_is_held() {
        let mut outlook = Outlook::default();
        let mut chances = [0.0; LANES];
        for (rank, gain, chance) in [(2, 0.5, 0.5), (7, 2.0, 0.25), (10, 1.0, 0.5)] {
            outlook.gains[rank] = gain;
            chances[rank] = chance;
        }
        let reply = outlook.reply(&chances, 1 << 2 | 1 << 7 | 1 << 10);
        assert!((reply.gain - (0.25 * 2.0 + 0.75 * 0.5 * 1.0 + 0.375 * 0.5 * 0.5)).abs() < 1e-6);
        assert!((reply.nothing - 0.1875).abs() < 1e-6);
        let none = outlook.reply(&chances, 0);
        assert_eq!((none.gain, none.nothing), (0.0, 1.0));
    }
}
