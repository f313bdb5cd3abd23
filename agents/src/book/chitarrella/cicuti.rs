//! `cicuti`: the doctrine of `chitarrella` and the rules for the sevens of A. Cicuti and A. Guardamagna, *I segreti
//! dello scopone* (1976), as S. Di Palma and P. L. Lanzi (2018, arXiv 1807.06813, the player CG) report their purpose.
//! The player who keeps his sevens for last, and the one who has the settebello, wins the prime and its point.
//!
//! | rule | option |
//! |---|---|
//! | the dealer's side, which plays last, keeps its sevens: it neither lays one nor spends one on a sum | `hold` |
//! | the side that plays first breaks the sevens: a seven takes a sum | `spend` |
//! | the settebello is brought home at the first capture | `home` |
//! | leave no seven and no sum of seven if the next seat may have the settebello | `shut` |
//! | if the hand has two or more sevens, a plain one may be laid as bait | `bait` |
//!
//! The rules of the first two lines are rules of parity: they are off if parity is.

mod rules;

use super::Doctrine;
use crate::options::option_table;
pub(super) use rules::rate;

/// Largest weight: ten points.
const MOST: u32 = 10_000;

option_table! {
    /// The weights of the rules for the sevens, in thousandths of a point; a rule is off if its weight is 0.
    #[derive(Copy)]
    Sevens {
        /// Each seven that the dealer's side lays or spends on a sum.
        hold: u32 = 50, count(0..=MOST), "each seven that the dealer's side lays or spends on a sum";
        /// A seven that the other side spends on a sum.
        spend: u32 = 50, count(0..=MOST), "a seven that the other side spends on a sum";
        /// A capture with the settebello.
        home: u32 = 50, count(0..=MOST), "the settebello played to capture";
        /// A seven or a sum of seven on the table left, times the chance that the next seat holds the settebello.
        shut: u32 = 200, count(0..=MOST),
            "a seven or a sum of seven left on the table: times the chance that the next seat holds the settebello";
        /// A plain seven laid if the hand has another seven.
        bait: u32 = 50, count(0..=MOST), "a plain seven laid while another stays in hand";
    }
}

option_table! {
    /// The options of `cicuti`: those of `chitarrella`, and the rules for the sevens.
    CicutiConfig {
        /// The classical doctrine.
        doctrine: Doctrine = Doctrine::default() => declare;
        /// The rules for the sevens.
        sevens: Sevens = Sevens::default() => declare;
    }
}
