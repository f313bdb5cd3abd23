//! The weights of the rules of the doctrine: the options of `chitarrella`.

use crate::options::option_table;

/// Largest weight: ten points.
const MOST: u32 = 10_000;

option_table! {
    /// The weights of the rules, in thousandths of a point (`worth`, `sweeps` and `gifts`: thousandths of the value
    /// that they weigh). If a rule multiplies a chance, its weight counts at chance 1. A rule is off if its weight is
    /// 0. The defaults were tuned in Scopone, one weight at a time, against `greedy` and earlier weights. The tuning
    /// deals are not those of published figures.
    Doctrine {
        /// Share of the worth of a capture, including the played card.
        worth: u32 = 600, count(0..=MOST),
            "weight, in thousandths of a point (0 leaves the rule out): worth of what a capture takes, including the played card";
        /// `table::sweep_risk`: share of the points of a sweep by the next seat, times its chance.
        sweeps: u32 = 1600, count(0..=MOST), "points of a sweep that the next seat may make";
        /// `table::gift`: share of the dearest gift to the next seat, its worth times its chance.
        gifts: u32 = 150, count(0..=MOST), "the most valuable gift to the next seat: worth times chance";
        /// `mulinello::enter`: a capture, compared to a lay.
        enter: u32 = 140, count(0..=MOST), "a capture rather than a lay";
        /// `mulinello::leave`: the chance that the next seat has nothing to take.
        leave: u32 = 140, count(0..=MOST), "the next seat has nothing to take";
        /// `spariglio::unpair`: each rank broken, for the side that plays first.
        unpair: u32 = 30, count(0..=MOST), "each rank broken, for the side that plays first";
        /// `spariglio::pair`: each rank paired again, for the dealer's side.
        pair: u32 = 50, count(0..=MOST), "each rank paired again, for the dealer's side";
        /// `spariglio::odd_count`: an odd number of broken ranks.
        odd: u32 = 90, count(0..=MOST), "an odd number of broken ranks";
        /// `breaks::good_break`: the captures that break well.
        breaks: u32 = 50, count(0..=MOST),
            "a capture of two cards that leaves good odd ranks, for the side that plays first";
        /// `sevens::exposed_seven`: a seven laid, times the chance that the next seat holds another.
        sevens: u32 = 90, count(0..=MOST), "a seven laid on a table that may take it";
        /// `sevens::settebello`: the settebello laid.
        settebello: u32 = 120, count(0..=MOST), "the settebello laid";
        /// `partner::anchor`: each captured card that a partner laid.
        anchor: u32 = 80, count(0..=MOST), "each captured card that the partner laid";
        /// `partner::rival`: each captured card that the next seat laid.
        rival: u32 = 90, count(0..=MOST), "each captured card that the next seat laid to take again";
        /// `leads::several`: each other card of the laid rank that stays in hand.
        several: u32 = 84, count(0..=MOST), "each card of the same rank that stays in hand if one is laid";
        /// `leads::plain_lead`: a coin or prime card led to an empty table.
        lead: u32 = 10, count(0..=MOST), "a coin or prime card laid on an empty table";
    }
}
