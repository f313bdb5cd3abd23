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
    ranks: Numbers,
    /// What the plays of the ply change the rank sets by.
    changes: Numbers,
    /// The tables with equal ranks, a bit for each lane.
    paired: u64,
}

impl<const ACES: bool> ByRanks<ACES> {
    /// Before the first table is there.
    pub(super) fn new(rank_sets: &'static RankSets) -> ByRanks<ACES> {
        ByRanks {
            rank_sets,
            ranks: [0; LANES],
            changes: [0; LANES],
            paired: 0,
        }
    }

    /// The plays by the lanes' numbers, as if no card had several captures and no table equal ranks: the lanes in which a
    /// held card has several captures, a bit each.
    #[inline(always)]
    fn choose_single<B: Bits>(&mut self, turn: &mut Turn<'_>) -> u64 {
        let mut picks = [0; LANES];
        for (pick, k) in picks.iter_mut().zip(scale_all(turn.draws, turn.held)) {
            *pick = 1 << k;
        }
        let mut several = [0; LANES];
        for lane in 0..LANES {
            let row = self.rank_sets.row(self.ranks[lane] as u16);
            let played = B::deposit(picks[lane], turn.hands[lane]);
            let change = row.change_of(played.trailing_zeros());
            several[lane] = row.several & turn.hands[lane];
            self.changes[lane] = u64::from(change);
            turn.plays.played[lane] = played;
            turn.plays.captured[lane] = self.rank_sets.cards(change);
        }
        B::nonzero(&several)
    }

    /// The play of one lane.
    #[inline(always)]
    fn choose_again<B: Bits>(&mut self, game: &Game, turn: &mut Turn<'_>, lane: usize) {
        let draw = || wide(turn.draws[lane]);
        if self.paired >> lane & 1 == 0 {
            let (place, change) =
                pick_among_several::<B>(self.rank_sets, self.ranks[lane] as u16, turn.hands[lane], draw);
            self.changes[lane] = u64::from(change);
            let captured = CardSet::from_bits(self.rank_sets.cards(change));
            turn.write(lane, Card::at(place as u8), captured);
            return;
        }
        let (card, captured) = pick_play::<B>(game, turn.table(lane), turn.hand(lane), draw);
        let mut table = turn.table(lane).cards - captured;
        if captured.is_empty() {
            table.insert(card);
        }
        self.paired ^= u64::from(RankSets::is_unpaired(table)) << lane;
        self.changes[lane] = self.ranks[lane] ^ ranks_of(table.bits());
        turn.write(lane, card, captured);
    }
}

impl<const ACES: bool> Way for ByRanks<ACES> {
    const SEES_ACES: bool = ACES;

    #[inline(always)]
    fn begin(&mut self, tables: &Numbers) {
        self.paired = 0;
        for (lane, &table) in tables.iter().enumerate() {
            self.ranks[lane] = ranks_of(table);
            self.paired |= u64::from(!RankSets::is_unpaired(CardSet::from_bits(table))) << lane;
        }
    }

    #[inline(always)]
    fn choose<B: Bits>(&mut self, game: &Game, mut turn: Turn<'_>) {
        let mut again = self.choose_single::<B>(&mut turn) | self.paired;
        while again != 0 {
            self.choose_again::<B>(game, &mut turn, again.trailing_zeros() as usize % LANES);
            again &= again - 1;
        }
    }

    #[inline(always)]
    fn follow(&mut self, game: &Game, tables: &Numbers) {
        for (ranks, change) in self.ranks.iter_mut().zip(&self.changes) {
            *ranks ^= change;
        }
        if ACES && game.capture.ace_takes_itself {
            for (ranks, &table) in self.ranks.iter_mut().zip(tables) {
                *ranks &= mask(table != 0);
            }
        }
    }
}

/// The rank set of a table.
#[inline(always)]
fn ranks_of(table: u64) -> u64 {
    u64::from(RankSets::ranks_of(CardSet::from_bits(table)))
}
