//! The weights of the look-ahead: the options of `lookahead`.

use crate::options::option_table;

option_table! {
    /// The weights of the look-ahead.
    Foresight {
        /// Plays that are looked ahead, with the own one.
        plays: u32 = 3, count(1..=6), "plays that are looked ahead, with the own one";
        /// Most plays of each seat that are left if the rest is solved; 0 solves nothing.
        exact: u32 = 3, count(0..=8),
            "positions with all cards known and at most this many plays per seat left are solved (two sides); 0 solves none";
        /// Share of the formula's value of a card in hand.
        hold: f32 = 0.8, real(0.0..=10.0), "share of the formula's value of cards in hand";
        /// Share of the next seat's expected gain at a leaf.
        gift: f32 = 0.8, real(0.0..=10.0), "share of the next seat's expected gain at the end of the look-ahead";
        /// The same if that seat begins the next deal-round.
        opening: f32 = 0.7, real(0.0..=10.0), "the same at the end of the deal-round";
        /// Share of the average worth of a rank's card that counts as the gain of a capture with it, at a leaf.
        reply: f32 = 0.5, real(0.0..=10.0), "share of the playing card's worth in that expected gain";
        /// The other seat's fear of gifts: the share of the gift in the gains by which its plays are judged.
        guard: f32 = 1.0, real(0.0..=10.0), "share of the gift in the gains by which the other seat's plays are judged";
        /// Points by which the other seat may misjudge: the softness of refusals.
        doubt: f32 = 0.3, real(0.01..=100.0), "points by which the other seat may misjudge";
        /// The least that a refusal leaves of an unseen card's count. 1 ignores refusals.
        floor: f32 = 0.05, real(0.0..=1.0), "least share of a rank that was refused; 1 ignores refusals";
    }
}
