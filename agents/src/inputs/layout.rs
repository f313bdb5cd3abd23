//! The layout: which input stands where, for one game.
//!
//! Invariant: the layout follows from the rule set alone.

use spariglio_engine::Game;

/// Bins per point of whatever is worth points.
pub(super) const BINS_PER_POINT: f32 = 6.0;
/// Bins of what a seat can take at best.
pub(super) const TAKES: usize = 12;
/// Bins of the difference of points scored in play: -12 to 12.
pub(super) const TALLIES: usize = 25;
/// Sums of a table: 0 to 30, and all above.
pub(super) const SUMS: usize = 32;
/// Numbers of cards of one rank: 0 to 4.
pub(super) const OF_RANK: usize = 5;
/// Kinds of refusals.
pub(super) const REFUSALS: usize = 5;
/// Bins of a score of the formula.
pub(super) const SCORES: usize = 32;
/// Bins of a gain by rank, and how many make a point.
pub(super) const GAINS: usize = 8;
pub(super) const GAINS_PER_POINT: f32 = 4.0;
/// Bins of a chance.
pub(super) const CHANCES: usize = 12;
/// Bins of what is expected of a table, and how many make a point.
pub(super) const OUTLOOKS: usize = 24;
pub(super) const OUTLOOKS_PER_POINT: f32 = 8.0;
/// Bins of what an action lacks to the formula's best.
pub(super) const GAPS: usize = 12;
/// Numbers of cards that an action takes or leaves: 0 to 10, and all above.
pub(super) const SOME_CARDS: usize = 12;

/// The sizes of a game that the layouts depend on.
#[derive(Clone, Debug)]
pub(super) struct Sizes {
    /// Card slots: four per rank.
    pub cards: usize,
    pub ranks: usize,
    /// Seats besides the observer's.
    pub others: usize,
    /// Sides besides the observer's.
    pub other_sides: usize,
    pub suit: usize,
    pub plies: usize,
    /// 1 where seats declare.
    pub declares: usize,
}

impl Sizes {
    pub fn of(game: &Game) -> Sizes {
        let rules = &game.rules().declarations;
        let ranks = usize::from(game.deck().ranks());
        Sizes {
            cards: 4 * ranks,
            ranks,
            others: game.players() - 1,
            other_sides: game.sides() - 1,
            suit: game.suit_cards().len() as usize + 1,
            plies: game.plies() + 1,
            declares: usize::from(rules.three_points > 0 || rules.ten_points > 0),
        }
    }
}

macro_rules! layout {
    ($(#[$doc:meta])* $name:ident($sizes:ident) { $($(#[$field_doc:meta])* $field:ident: $len:expr,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub(super) struct $name {
            $($(#[$field_doc])* pub $field: u16,)*
            /// The input after the last.
            pub end: u16,
        }

        impl $name {
            /// The layout whose first input is `start`.
            pub fn new($sizes: &Sizes, start: u16) -> $name {
                let mut end = start;
                $(
                    let $field = end;
                    end += ($len) as u16;
                )*
                $name { $($field,)* end }
            }
        }
    };
}

layout! {
    /// What a view shows.
    ViewLayout(sizes) {
        hand: sizes.cards,
        table: sizes.cards,
        own_pile: sizes.cards,
        other_piles: sizes.other_sides * sizes.cards,
        unseen: sizes.cards,
        /// Cards known to be in another seat's hand.
        known: sizes.others * sizes.cards,
        /// Cards that another seat has played in this deal-round.
        played: sizes.others * sizes.cards,
        ply: sizes.plies,
        last_capture: sizes.other_sides + 2,
        tally: TALLIES,
        own_suit: sizes.suit,
        other_suit: sizes.suit,
        own_cards: sizes.cards + 1,
        other_cards: sizes.cards + 1,
        sum: SUMS,
        /// Unseen cards of the rank that is the table's sum.
        sum_unseen: OF_RANK,
        /// Ranks of which an odd number is out of all hands.
        odd: sizes.ranks,
        /// What the own hand can take at best.
        take: TAKES,
        can_sweep: 1,
        refusals: sizes.others * REFUSALS * sizes.ranks,
        matta: sizes.declares * 11,
        declaring: sizes.declares,
        passed: sizes.declares * sizes.others,
    }
}

layout! {
    /// What an action does.
    ActionLayout(sizes) {
        card: sizes.cards,
        captured: sizes.cards,
        left: sizes.cards,
        captured_len: SOME_CARDS,
        left_len: SOME_CARDS,
        left_sum: SUMS,
        /// Cards of the played rank in the own hand, and unseen ones, with the rank and whether it captures.
        played: 2 * sizes.ranks * OF_RANK * OF_RANK,
        own_of_rank: OF_RANK,
        unseen_of_rank: OF_RANK,
        suit_captured: sizes.suit,
        /// Cards of the rank that the prime values most.
        best_captured: OF_RANK,
        /// Cards that score singly: captured, left.
        single_captured: sizes.cards,
        single_left: sizes.cards,
        /// For each rank that can sweep what is left: how many are unseen, whether the own hand has one.
        sweepers_unseen: sizes.ranks * OF_RANK,
        sweepers_own: sizes.ranks,
        sweeps: 1,
        /// For each rank that can take of what is left: how many are unseen.
        reached_unseen: sizes.ranks * OF_RANK,
        /// For each rank that can take of what is left: what it gains, where cards of it are unseen, and where the own hand has
        /// one.
        gain_unseen: sizes.ranks * GAINS,
        gain_own: sizes.ranks * GAINS,
        /// What the next seat is expected to gain, and the chance that it can take nothing; then the gains of single ranks times
        /// their chances: the largest, and the sum.
        reply: OUTLOOKS,
        no_reply: CHANCES,
        gift_best: OUTLOOKS,
        gift_all: OUTLOOKS,
        /// What the own hand gains at best.
        own_gain: OUTLOOKS,
        score: SCORES,
        gap: GAPS,
        declared: sizes.declares * sizes.cards,
        declared_matta: sizes.declares * 11,
        pass: sizes.declares,
    }
}

layout! {
    /// What only the world shows.
    WorldLayout(sizes) {
        hands: sizes.others * sizes.cards,
        takes: sizes.others * TAKES,
        can_sweep: sizes.others,
    }
}
