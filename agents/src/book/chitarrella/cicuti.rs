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
use crate::options::{OptionPass, Options, SpecError};
pub(super) use rules::rate;

/// Largest weight: ten points.
const MOST: u32 = 10_000;

/// The weights of the rules for the sevens, in thousandths of a point; a rule is off if its weight is 0.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Sevens {
    /// Each seven that the dealer's side lays or spends on a sum.
    pub hold: u32,
    /// A seven that the other side spends on a sum.
    pub spend: u32,
    /// A capture with the settebello.
    pub home: u32,
    /// A seven or a sum of seven on the table left, times the chance that the next seat holds the settebello.
    pub shut: u32,
    /// A plain seven laid if the hand has another seven.
    pub bait: u32,
}

impl Default for Sevens {
    fn default() -> Sevens {
        Sevens { hold: 50, spend: 50, home: 50, shut: 200, bait: 50 }
    }
}

/// The options of `cicuti`: those of `chitarrella`, and the rules for the sevens.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CicutiConfig {
    /// The classical doctrine.
    pub doctrine: Doctrine,
    /// The rules for the sevens.
    pub sevens: Sevens,
}

impl Options for CicutiConfig {
    fn declare(&mut self, pass: &mut OptionPass<'_>) -> Result<(), SpecError> {
        self.doctrine.declare(pass)?;
        pass.count(
            "hold",
            &mut self.sevens.hold,
            0..=MOST,
            "each seven that the dealer's side lays or spends on a sum",
        )?;
        pass.count("spend", &mut self.sevens.spend, 0..=MOST, "a seven that the other side spends on a sum")?;
        pass.count("home", &mut self.sevens.home, 0..=MOST, "the settebello played to capture")?;
        pass.count(
            "shut",
            &mut self.sevens.shut,
            0..=MOST,
            "a seven or a sum of seven left on the table: times the chance that the next seat holds the settebello",
        )?;
        pass.count("bait", &mut self.sevens.bait, 0..=MOST, "a plain seven laid while another stays in hand")
    }
}
