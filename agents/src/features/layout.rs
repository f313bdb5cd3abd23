//! The layout of a row of features: named blocks with a width and a scale.
//!
//! Invariant: blocks follow each other without gaps, so their widths add up to [`FEATURES`]; a
//! change here is a change of [`super::FEATURE_VERSION`].

use spariglio_engine::{LowMeld, Prime};

/// Most seats and sides that the features know.
pub(super) const SEATS: usize = 6;
/// Cards of the largest pack; a plane is a card set, one byte (0 or 1) per card.
pub(super) const CARDS: usize = 52;
/// Width of one side's counters in [`block::SIDES`].
pub(super) const SIDE_COUNTERS: usize = 9;
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
}

/// All blocks, in order.
///
/// Planes have 52 features, indexed by card. `piles`, `known` and `played` hold six planes, by
/// relative side or seat. `sides` holds for each of six relative sides: cards and cards of the
/// scoring suit in the pile, sweeps, threes, tens, picada, simili, quadriglia, dealer's bonus.
pub const BLOCKS: [FeatureBlock; 37] = place([
    ("hand", CARDS, 1.0),
    ("table", CARDS, 1.0),
    ("unseen", CARDS, 1.0),
    ("piles", SEATS * CARDS, 1.0),
    ("known", SEATS * CARDS, 1.0),
    ("played", SEATS * CARDS, 1.0),
    ("last_lay", CARDS, 1.0),
    ("hand_sizes", SEATS, 1.0 / 8.0),
    ("passed", SEATS, 1.0),
    ("dealer", SEATS, 1.0),
    ("sides", SEATS * SIDE_COUNTERS, 1.0 / 8.0),
    ("last_capture", SEATS + 1, 1.0),
    ("matta", 11, 1.0),
    ("declaring", 1, 1.0),
    ("table_cards", 1, 1.0 / 4.0),
    ("table_sum", 1, 1.0 / 10.0),
    ("stock", 1, 1.0 / 16.0),
    ("plies_left", 1, 1.0 / 16.0),
    ("last_plies", LAST_PLIES, 1.0),
    ("rounds_left", 1, 1.0 / 4.0),
    ("players", SEATS, 1.0),
    ("sides_playing", SEATS, 1.0),
    ("deck", 2, 1.0),
    ("start", 2, 1.0 / 8.0),
    ("capture", 9, 1.0),
    ("sweep", 3, 1.0),
    ("declaration_hands", 3, 1.0),
    ("declaration_auto", 1, 1.0),
    ("declaration_points", 3, 1.0 / 8.0),
    ("declaration_matta", 3, 1.0),
    ("dealer_bonus", 1, 1.0),
    ("score_suit", CARDS, 1.0),
    ("score_single", CARDS, 1.0),
    ("score_points", 6, 1.0),
    ("score_prime", Prime::ALL.len() + 1, 1.0),
    ("score_low_meld", LowMeld::ALL.len(), 1.0),
    ("match_end", 3, 1.0 / 32.0),
]);

/// Features of a view.
pub const FEATURES: usize = BLOCKS[BLOCKS.len() - 1].start + BLOCKS[BLOCKS.len() - 1].width;

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

const fn place<const N: usize>(widths: [(&'static str, usize, f32); N]) -> [FeatureBlock; N] {
    let mut blocks = [FeatureBlock {
        name: "",
        start: 0,
        width: 0,
        scale: 0.0,
    }; N];
    let (mut i, mut start) = (0, 0);
    while i < N {
        let (name, width, scale) = widths[i];
        blocks[i] = FeatureBlock {
            name,
            start,
            width,
            scale,
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
