//! The weights of the look-ahead: the options of `lookahead`.

use crate::options::{OptionPass, Options, SpecError};

/// The weights of the look-ahead.
#[derive(Clone, PartialEq, Debug)]
pub struct Foresight {
    /// Plays that are looked ahead, with the own one.
    pub plays: u32,
    /// Most plays of each seat that are left if the rest is solved; 0 solves nothing.
    pub exact: u32,
    /// Share of the formula's value of a card in hand.
    pub hold: f32,
    /// Share of the next seat's expected gain at a leaf.
    pub gift: f32,
    /// The same if that seat begins the next deal-round.
    pub opening: f32,
    /// Share of the average worth of a rank's card that counts as the gain of a capture with it, at a leaf.
    pub reply: f32,
    /// The other seat's fear of gifts: the share of the gift in the gains by which its plays are judged.
    pub guard: f32,
    /// Points by which the other seat may misjudge: the softness of refusals.
    pub doubt: f32,
    /// The least that a refusal leaves of an unseen card's count. 1 ignores refusals.
    pub floor: f32,
}

impl Default for Foresight {
    fn default() -> Foresight {
        Foresight {
            plays: 3,
            exact: 3,
            hold: 0.8,
            gift: 0.8,
            opening: 0.7,
            reply: 0.5,
            guard: 1.0,
            doubt: 0.3,
            floor: 0.05,
        }
    }
}

impl Options for Foresight {
    fn declare(&mut self, pass: &mut OptionPass<'_>) -> Result<(), SpecError> {
        pass.count("plays", &mut self.plays, 1..=6, "plays that are looked ahead, with the own one")?;
        pass.count(
            "exact",
            &mut self.exact,
            0..=8,
            "positions with all cards known and at most this many plays per seat left are solved (two sides); 0 solves none",
        )?;
        pass.real("hold", &mut self.hold, 0.0..=10.0, "share of the formula's value of cards in hand")?;
        pass.real(
            "gift",
            &mut self.gift,
            0.0..=10.0,
            "share of the next seat's expected gain at the end of the look-ahead",
        )?;
        pass.real("opening", &mut self.opening, 0.0..=10.0, "the same at the end of the deal-round")?;
        pass.real("reply", &mut self.reply, 0.0..=10.0, "share of the playing card's worth in that expected gain")?;
        pass.real(
            "guard",
            &mut self.guard,
            0.0..=10.0,
            "share of the gift in the gains by which the other seat's plays are judged",
        )?;
        pass.real("doubt", &mut self.doubt, 0.01..=100.0, "points by which the other seat may misjudge")?;
        pass.real("floor", &mut self.floor, 0.0..=1.0, "least share of a rank that was refused; 1 ignores refusals")
    }
}
