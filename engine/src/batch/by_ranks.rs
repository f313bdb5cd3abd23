//! Plays in step where captures go by the ranks on the table.

use super::hands::{Numbers, Turn, Way};
use super::lane_rng::{LANES, scale_all, wide};
use crate::capture::rank_set::RankSets;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::game::Game;
use crate::playout::pick_among_several;
use crate::state::pick_play;
use crate::vector::{Bits, mask};

/// By the rank sets of the tables; `ACES` where an ace takes all.
pub(super) struct ByRanks<const ACES: bool> {
    rank_sets: &'static RankSets,
    /// The keys of the tables, 0 for those without one.
    keys: Numbers,
    /// What the plays of the ply change the keys by.
    changes: Numbers,
    /// The tables without a key, a bit for each lane.
    keyless: u64,
}

impl<const ACES: bool> ByRanks<ACES> {
    /// Before the first table is there.
    pub(super) fn new(rank_sets: &'static RankSets) -> ByRanks<ACES> {
        ByRanks {
            rank_sets,
            keys: [0; LANES],
            changes: [0; LANES],
            keyless: 0,
        }
    }

    /// Notes the key of a lane's table, if it has one.
    #[inline(always)]
    fn note(&mut self, lane: usize, key: Option<u16>) -> u64 {
        self.keyless = self.keyless & !(1 << lane) | u64::from(key.is_none()) << lane;
        u64::from(key.unwrap_or(0))
    }

    /// The plays by the lanes' numbers, as if no card had several captures and every table a key. Gives the lanes in which a held
    /// card has several captures, first in the array, and how many they are.
    #[inline(always)]
    fn choose_single<B: Bits>(&mut self, turn: &mut Turn<'_>) -> ([u8; LANES], usize) {
        let mut picks = [0; LANES];
        for (pick, k) in picks.iter_mut().zip(scale_all(turn.draws, turn.held)) {
            *pick = 1 << k;
        }
        let (mut several, mut len) = ([0; LANES], 0);
        let rank_sets = self.rank_sets;
        let rows = rank_sets.rows();
        for lane in 0..LANES {
            let row = &rows[self.keys[lane] as usize % rows.len()];
            let played = B::deposit(picks[lane], turn.hands[lane]);
            let change = row.change_of(played.trailing_zeros());
            several[len % LANES] = lane as u8;
            len += usize::from(row.several & turn.hands[lane] != 0);
            self.changes[lane] = u64::from(change);
            turn.plays.played[lane] = played;
            turn.plays.captured[lane] = rank_sets.cards(change);
        }
        (several, len)
    }

    /// The play of a lane in which a held card has several captures.
    #[inline(always)]
    fn choose_among_several<B: Bits>(&mut self, turn: &mut Turn<'_>, lane: usize) {
        let (key, table, number) = (self.keys[lane] as u16, turn.tables[lane], wide(turn.draws[lane]));
        let (place, change, captured) = pick_among_several::<B>(self.rank_sets, key, table, turn.hands[lane], number);
        self.changes[lane] = u64::from(change);
        turn.write(lane, Card::at(place as u8), CardSet::from_bits(captured));
    }

    /// The play of a lane whose table has no key.
    #[inline(always)]
    fn choose_without_key<B: Bits>(&mut self, game: &Game, turn: &mut Turn<'_>, lane: usize) {
        let number = wide(turn.draws[lane]);
        let (card, captured) = pick_play::<B>(game, turn.table(lane), turn.hand(lane), || number);
        let mut table = turn.table(lane).cards - captured;
        if captured.is_empty() {
            table.insert(card);
        }
        self.changes[lane] = self.note(lane, RankSets::key(table));
        turn.write(lane, card, captured);
    }
}

impl<B: Bits, const ACES: bool> Way<B> for ByRanks<ACES> {
    const SEES_ACES: bool = ACES;

    #[inline(always)]
    fn begin(&mut self, tables: &Numbers) {
        for (lane, &table) in tables.iter().enumerate() {
            self.keys[lane] = self.note(lane, RankSets::key(CardSet::from_bits(table)));
        }
    }

    #[inline(always)]
    fn choose(&mut self, game: &Game, mut turn: Turn<'_>) {
        // A lane without a key has that of an empty table, by which no card captures.
        let (several, len) = self.choose_single::<B>(&mut turn);
        for &lane in &several[..len] {
            self.choose_among_several::<B>(&mut turn, usize::from(lane) % LANES);
        }
        let mut keyless = self.keyless;
        while keyless != 0 {
            self.choose_without_key::<B>(game, &mut turn, keyless.trailing_zeros() as usize % LANES);
            keyless &= keyless - 1;
        }
    }

    #[inline(always)]
    fn follow(&mut self, game: &Game, tables: &Numbers) {
        for (key, change) in self.keys.iter_mut().zip(&self.changes) {
            *key ^= change;
        }
        if ACES && game.capture.ace_takes_itself {
            for (key, &table) in self.keys.iter_mut().zip(tables) {
                *key &= mask(table != 0);
            }
        }
    }
}
