//! Captures in one suit: the cards that can make one from the table left.
//!
//! A card takes table cards of its own suit that add up to its rank. The card itself is not on the table, so a rank
//! that is reached by a single table card alone never counts.

use spariglio_engine::{Card, CardSet, View};

/// Number of rank sets of a suit.
const SETS: usize = 1 << 10;

/// For each rank set of one suit, the sums that its cards can make.
#[derive(Clone, Debug)]
pub struct Simili {
    /// Bit `r - 1` is set if some of the cards add up to `r`.
    reach: Vec<u16>,
}

/// Unseen and own hand cards of each suit: bit `r - 1` for rank `r`.
#[derive(Copy, Clone, Debug, Default)]
pub struct SuitHands {
    pub unseen: [u16; 4],
    pub own: [u16; 4],
}

impl SuitHands {
    /// The cards that the observer of a view sees.
    #[inline(always)]
    pub fn new(view: &View<'_>) -> SuitHands {
        let (unseen, own) = (view.unseen(), view.hand_cards());
        let mut hands = SuitHands::default();
        for suit in 0..4 {
            hands.unseen[suit] = unseen.ranks_of_suit(suit) as u16;
            hands.own[suit] = own.ranks_of_suit(suit) as u16;
        }
        hands
    }
}

impl Simili {
    /// The table of sums.
    pub fn new() -> Simili {
        let sums = |set: usize| {
            let ranks = (1..=10).filter(|rank| set >> (rank - 1) & 1 != 0);
            let reached = ranks.fold(1_u32, |reached, rank| reached | reached << rank);
            (reached >> 1) as u16 & 0x3FF
        };
        Simili { reach: (0..SETS).map(sums).collect() }
    }

    /// Number of unseen cards that make a capture in one suit from a table. Also 1 if an own card does after `played`
    /// is gone, else 0.
    #[inline(always)]
    pub fn chances(&self, table: CardSet, hands: &SuitHands, played: Card) -> (f32, f32) {
        let (mut unseen, mut own) = (0, 0);
        let gone = 1_u16 << (played.rank() - 1);
        for suit in 0..4 {
            let reach = self.reach[table.ranks_of_suit(suit)];
            unseen += (reach & hands.unseen[suit]).count_ones();
            let held_lanes = if suit == played.suit() as usize { !gone } else { !0 };
            own |= reach & hands.own[suit] & held_lanes;
        }
        (unseen as f32, if own == 0 { 0.0 } else { 1.0 })
    }
}
