//! The layout of a row of features: named blocks with a width and a scale.
//!
//! Invariant: blocks follow each other without gaps, so their widths add up to [`FEATURES`]; a
//! change here is a change of [`super::FEATURE_VERSION`].

use spariglio_engine::Prime;

/// Most seats and sides that the features know.
pub(super) const SEATS: usize = 6;
/// Cards of the largest pack; a plane is a card set, one byte (0 or 1) per card.
pub(super) const CARDS: usize = 52;
/// Width of one side's counters in [`block::SIDES`].
pub(super) const SIDE_COUNTERS: usize = 9;
/// Places that tell the low meld.
const LOW_MELDS: usize = 5;
/// The last plies of a hand that are told apart one by one.
pub(super) const LAST_PLIES: usize = 8;

/// A run of features with one meaning.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct FeatureBlock {
    /// What it holds.
    pub name: &'static str,
    /// Index of its first feature.
    pub start: usize,
    /// Number of features.
    pub width: usize,
    /// Factor from byte to network input.
    pub scale: f32,
    /// What its features tell.
    pub meaning: &'static str,
}

/// All blocks, in order. Cards are counted by their index, seats and sides in the order of play from the seat to act.
#[rustfmt::skip]
pub const BLOCKS: [FeatureBlock; 37] = place([
    ("hand", CARDS, 1.0, "The own hand cards."),
    ("table", CARDS, 1.0, "The cards on the table."),
    ("unseen", CARDS, 1.0, "The cards that the seat does not see."),
    ("piles", SEATS * CARDS, 1.0, "The cards in the pile of each side."),
    ("known", SEATS * CARDS, 1.0, "The cards that are known to be in the hand of each seat; of the own seat, those that it declared."),
    ("played", SEATS * CARDS, 1.0, "The cards that each seat has played in this deal-round."),
    ("last_lay", CARDS, 1.0, "The card that was laid just before."),
    ("hand_sizes", SEATS, 1.0 / 8.0, "How many hand cards each seat has."),
    ("passed", SEATS, 1.0, "Each seat has passed."),
    ("dealer", SEATS, 1.0, "The seat that deals."),
    ("sides", SEATS * SIDE_COUNTERS, 1.0 / 8.0, "For each side: cards and cards of the scoring suit in the pile, sweeps, threes, tens, picada, simili, quadriglia, dealer's bonus."),
    ("last_capture", SEATS + 1, 1.0, "The side of the last capture; the last place: nobody has captured."),
    ("matta", 11, 1.0, "The declared value of 7c; 0: it is a plain seven."),
    ("declaring", 1, 1.0, "The seat decides on a declaration."),
    ("table_cards", 1, 1.0 / 4.0, "How many cards are on the table."),
    ("table_sum", 1, 1.0 / 10.0, "The sum of the table's ranks, 32 at most."),
    ("stock", 1, 1.0 / 16.0, "How many cards are in the stock."),
    ("plies_left", 1, 1.0 / 16.0, "How many cards will still be played."),
    ("last_plies", LAST_PLIES, 1.0, "The number of cards still to be played, where it is 1 to 8."),
    ("rounds_left", 1, 1.0 / 4.0, "How many deal-rounds follow."),
    ("players", SEATS, 1.0, "The number of seats, from 1."),
    ("sides_playing", SEATS, 1.0, "The number of sides, from 1."),
    ("deck", 2, 1.0, "The pack: italian40, bresciane52."),
    ("start", 2, 1.0 / 8.0, "deal.table, the number of deal-rounds."),
    ("capture", 9, 1.0, "capture: equal, sum, fifteen, ace takes all, ace or fifteen, ace takes itself, single_first (1 true, 2 before_sums), mandatory, fewest."),
    ("sweep", 3, 1.0, "sweep: points, ace_scores, last_play_scores."),
    ("declaration_hands", 3, 1.0, "declarations.hands: none, three_cards, any_three."),
    ("declaration_auto", 1, 1.0, "declarations.mode is auto."),
    ("declaration_points", 3, 1.0 / 8.0, "declarations: three_max_sum, three_points, ten_points."),
    ("declaration_matta", 3, 1.0, "declarations.matta: none, declared, platform."),
    ("dealer_bonus", 1, 1.0, "declarations.dealer_bonus."),
    ("score_suit", CARDS, 1.0, "The cards of the scoring suit."),
    ("score_single", CARDS, 1.0, "The points of each card that scores singly."),
    ("score_points", 6, 1.0, "score: cards, suit_points, high_meld, picada, simili, quadriglia."),
    ("score_prime", Prime::ALL.len() + 1, 1.0, "score.prime: none, standard, courts_zero, courts_ranked, most_sevens; last, prime_missing_suit is counts_zero."),
    ("score_low_meld", LOW_MELDS, 1.0, "score.low_meld: none, piccola, napola_minus_two, run, after_ace; piccola_seven is piccola and run together."),
    ("match_end", 3, 1.0 / 32.0, "match.limit, match.hands, what a shutout counts."),
]);

/// Features of a view.
pub const FEATURES: usize = BLOCKS[BLOCKS.len() - 1].start + BLOCKS[BLOCKS.len() - 1].width;

/// Where the features stand that change from view to view; the others depend on the rule set alone.
pub const fn table_features() -> std::ops::Range<usize> {
    0..block::PLAYERS
}

/// First features of the blocks that the encoders write.
pub(super) mod block {
    use super::start;

    pub const HAND: usize = start("hand");
    pub const TABLE: usize = start("table");
    pub const UNSEEN: usize = start("unseen");
    pub const PILES: usize = start("piles");
    pub const KNOWN: usize = start("known");
    pub const PLAYED: usize = start("played");
    pub const LAST_LAY: usize = start("last_lay");
    pub const HAND_SIZES: usize = start("hand_sizes");
    pub const PASSED: usize = start("passed");
    pub const DEALER: usize = start("dealer");
    pub const SIDES: usize = start("sides");
    pub const LAST_CAPTURE: usize = start("last_capture");
    pub const MATTA: usize = start("matta");
    pub const DECLARING: usize = start("declaring");
    pub const TABLE_CARDS: usize = start("table_cards");
    pub const TABLE_SUM: usize = start("table_sum");
    pub const STOCK: usize = start("stock");
    pub const PLIES_LEFT: usize = start("plies_left");
    pub const LAST_PLIES: usize = start("last_plies");
    pub const ROUNDS_LEFT: usize = start("rounds_left");
    pub const PLAYERS: usize = start("players");
    pub const SIDES_PLAYING: usize = start("sides_playing");
    pub const DECK: usize = start("deck");
    pub const START: usize = start("start");
    pub const CAPTURE: usize = start("capture");
    pub const SWEEP: usize = start("sweep");
    pub const DECLARATION_HANDS: usize = start("declaration_hands");
    pub const DECLARATION_AUTO: usize = start("declaration_auto");
    pub const DECLARATION_POINTS: usize = start("declaration_points");
    pub const DECLARATION_MATTA: usize = start("declaration_matta");
    pub const DEALER_BONUS: usize = start("dealer_bonus");
    pub const SCORE_SUIT: usize = start("score_suit");
    pub const SCORE_SINGLE: usize = start("score_single");
    pub const SCORE_POINTS: usize = start("score_points");
    pub const SCORE_PRIME: usize = start("score_prime");
    pub const SCORE_LOW_MELD: usize = start("score_low_meld");
    pub const MATCH_END: usize = start("match_end");
}

/// The factor of each feature from byte to network input.
pub fn scales() -> &'static [f32; FEATURES] {
    static SCALES: [f32; FEATURES] = expand();
    &SCALES
}

const fn place<const N: usize>(widths: [(&'static str, usize, f32, &'static str); N]) -> [FeatureBlock; N] {
    let mut blocks = [FeatureBlock {
        name: "",
        start: 0,
        width: 0,
        scale: 0.0,
        meaning: "",
    }; N];
    let (mut i, mut start) = (0, 0);
    while i < N {
        let (name, width, scale, meaning) = widths[i];
        blocks[i] = FeatureBlock {
            name,
            start,
            width,
            scale,
            meaning,
        };
        start += width;
        i += 1;
    }
    blocks
}

const fn start(name: &str) -> usize {
    let mut i = 0;
    while i < BLOCKS.len() {
        if same(BLOCKS[i].name.as_bytes(), name.as_bytes()) {
            return BLOCKS[i].start;
        }
        i += 1;
    }
    panic!("no block of this name")
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

const fn expand() -> [f32; FEATURES] {
    let mut scales = [0.0; FEATURES];
    let mut i = 0;
    while i < BLOCKS.len() {
        let mut j = 0;
        while j < BLOCKS[i].width {
            scales[BLOCKS[i].start + j] = BLOCKS[i].scale;
            j += 1;
        }
        i += 1;
    }
    scales
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_follow_each_other_and_have_names_of_their_own() {
        let mut next = 0;
        for (i, block) in BLOCKS.iter().enumerate() {
            assert_eq!(block.start, next, "{}", block.name);
            assert!(block.width > 0 && block.scale > 0.0, "{}", block.name);
            assert!(BLOCKS[..i].iter().all(|other| other.name != block.name));
            next += block.width;
        }
        assert_eq!(next, FEATURES);
    }

    #[test]
    fn scales_are_those_of_the_blocks() {
        assert_eq!(scales()[block::HAND_SIZES], 1.0 / 8.0);
        assert_eq!(scales()[block::HAND_SIZES - 1], 1.0);
        assert!(scales().iter().all(|&scale| scale > 0.0));
    }
}
