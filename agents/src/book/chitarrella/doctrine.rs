//! The weights of the rules of the doctrine: the options of `chitarrella`.

use crate::options::{OptionPass, Options, SpecError};

/// Largest weight: ten points.
const MOST: u32 = 10_000;

/// The weights of the rules, in thousandths of a point (`worth`, `sweeps` and `gifts`: thousandths of the value that
/// they weigh). If a rule multiplies a chance, its weight counts at chance 1. A rule is off if its weight is 0. The
/// defaults were tuned in Scopone, one weight at a time, against `greedy` and earlier weights. The tuning deals are not
/// those of published figures.
#[derive(Clone, PartialEq, Debug)]
pub struct Doctrine {
    /// Share of the worth of a capture, including the played card.
    pub worth: u32,
    /// `table::sweep_risk`: share of the points of a sweep by the next seat, times its chance.
    pub sweeps: u32,
    /// `table::gift`: share of the dearest gift to the next seat, its worth times its chance.
    pub gifts: u32,
    /// `mulinello::enter`: a capture, compared to a lay.
    pub enter: u32,
    /// `mulinello::leave`: the chance that the next seat has nothing to take.
    pub leave: u32,
    /// `spariglio::unpair`: each rank broken, for the side that plays first.
    pub unpair: u32,
    /// `spariglio::pair`: each rank paired again, for the dealer's side.
    pub pair: u32,
    /// `spariglio::odd_count`: an odd number of broken ranks.
    pub odd: u32,
    /// `breaks::good_break`: the captures that break well.
    pub breaks: u32,
    /// `sevens::exposed_seven`: a seven laid, times the chance that the next seat holds another.
    pub sevens: u32,
    /// `sevens::settebello`: the settebello laid.
    pub settebello: u32,
    /// `partner::anchor`: each captured card that a partner laid.
    pub anchor: u32,
    /// `partner::rival`: each captured card that the next seat laid.
    pub rival: u32,
    /// `leads::several`: each other card of the laid rank that stays in hand.
    pub several: u32,
    /// `leads::plain_lead`: a coin or prime card led to an empty table.
    pub lead: u32,
}

impl Default for Doctrine {
    fn default() -> Doctrine {
        Doctrine {
            worth: 600,
            sweeps: 1600,
            gifts: 150,
            enter: 140,
            leave: 140,
            unpair: 30,
            pair: 50,
            odd: 90,
            breaks: 50,
            sevens: 90,
            settebello: 120,
            anchor: 80,
            rival: 90,
            several: 84,
            lead: 10,
        }
    }
}

impl Options for Doctrine {
    fn declare(&mut self, pass: &mut OptionPass<'_>) -> Result<(), SpecError> {
        pass.count("worth", &mut self.worth, 0..=MOST, "weight, in thousandths of a point (0 leaves the rule out): worth of what a capture takes, including the played card")?;
        pass.count("sweeps", &mut self.sweeps, 0..=MOST, "points of a sweep that the next seat may make")?;
        pass.count("gifts", &mut self.gifts, 0..=MOST, "the most valuable gift to the next seat: worth times chance")?;
        pass.count("enter", &mut self.enter, 0..=MOST, "a capture rather than a lay")?;
        pass.count("leave", &mut self.leave, 0..=MOST, "the next seat has nothing to take")?;
        pass.count("unpair", &mut self.unpair, 0..=MOST, "each rank broken, for the side that plays first")?;
        pass.count("pair", &mut self.pair, 0..=MOST, "each rank paired again, for the dealer's side")?;
        pass.count("odd", &mut self.odd, 0..=MOST, "an odd number of broken ranks")?;
        pass.count(
            "breaks",
            &mut self.breaks,
            0..=MOST,
            "a capture of two cards that leaves good odd ranks, for the side that plays first",
        )?;
        pass.count("sevens", &mut self.sevens, 0..=MOST, "a seven laid on a table that may take it")?;
        pass.count("settebello", &mut self.settebello, 0..=MOST, "the settebello laid")?;
        pass.count("anchor", &mut self.anchor, 0..=MOST, "each captured card that the partner laid")?;
        pass.count("rival", &mut self.rival, 0..=MOST, "each captured card that the next seat laid to take again")?;
        pass.count(
            "several",
            &mut self.several,
            0..=MOST,
            "each card of the same rank that stays in hand if one is laid",
        )?;
        pass.count("lead", &mut self.lead, 0..=MOST, "a coin or prime card laid on an empty table")
    }
}
