//! Hands in step: every ply of all lanes is chosen, then carried out.

use super::dealt::Dealt;
use super::lane_rng::{LANES, LaneRng, scale_all, wide};
use crate::capture::TableCards;
use crate::capture::rank_set::RankSets;
use crate::card_set::CardSet;
use crate::game::{Game, MAX_SEATS};
use crate::playout::{ACE, pick_among_several};
use crate::state::{NOBODY, State, pick_play};
use crate::vector::Bits;
use rand::TryRng;
use std::convert::Infallible;

/// A number for each lane.
type Numbers = [u64; LANES];

/// The hands of all lanes, field by field.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Hands {
    hands: [Numbers; MAX_SEATS],
    piles: [Numbers; MAX_SEATS],
    tables: Numbers,
    /// The rank sets of the tables.
    ranks: Numbers,
    /// The tables with equal ranks, a bit for each lane.
    paired: u64,
    /// A byte for the sweeps of each side, and at [`LAST_CAPTURE_AT`] one for the side that captured last.
    counts: Numbers,
    /// The card that was played last.
    played: Numbers,
    /// The seat that is to play.
    seat: usize,
}

/// The first bit of the side that captured last in a number of `counts`: above the sweeps of all sides.
const LAST_CAPTURE_AT: usize = 56;
const LAST_CAPTURE: u64 = 0xFF << LAST_CAPTURE_AT;
const _: () = assert!(8 * MAX_SEATS <= LAST_CAPTURE_AT);

/// The plays of a ply.
#[repr(align(64))]
struct Plays {
    /// What the play changes the rank set by.
    changes: Numbers,
    /// Cards of the ranks that are captured; those that are not on the table do not count.
    captured: Numbers,
    /// Lanes in which a held card has several captures, a bit each.
    several: u64,
}

impl Hands {
    /// No hands.
    pub(super) fn new() -> Hands {
        Hands {
            hands: [[0; LANES]; MAX_SEATS],
            piles: [[0; LANES]; MAX_SEATS],
            tables: [0; LANES],
            ranks: [0; LANES],
            paired: 0,
            counts: [0; LANES],
            played: [0; LANES],
            seat: 0,
        }
    }

    /// Begins with what is dealt.
    #[inline(always)]
    fn begin(&mut self, game: &Game, dealer: usize, tables: Numbers) {
        self.tables = tables;
        self.paired = 0;
        for (lane, &table) in self.tables.iter().enumerate() {
            self.ranks[lane] = ranks_of(table);
            self.paired |= u64::from(!RankSets::is_unpaired(CardSet::from_bits(table))) << lane;
        }
        self.piles[..game.sides()].fill([0; LANES]);
        self.counts = [u64::from(NOBODY) << LAST_CAPTURE_AT; LANES];
        self.seat = (dealer + 1) % game.players();
    }

    /// Plays to the end of every hand from its first table; `ACES` where an ace takes all.
    #[inline(always)]
    pub(super) fn play<B: Bits, const ACES: bool>(
        &mut self,
        game: &Game,
        rank_sets: &RankSets,
        dealer: usize,
        dealt: &Dealt,
        tables: Numbers,
        rng: &mut LaneRng,
    ) {
        self.begin(game, dealer, tables);
        let mut left = game.plies();
        for round in 0..game.deal_rounds() {
            for seat in 0..game.players() {
                self.hands[seat] = dealt.hand_cards(game, dealer, round, seat);
            }
            for held in (1..=game.round_len(round)).rev() {
                for _ in 0..game.players() {
                    left -= 1;
                    let sweeps = left > 0 || game.capture.last_play_sweeps;
                    self.ply::<B, ACES>(game, rank_sets, held as u32, sweeps, rng);
                }
            }
        }
    }

    /// One play of every lane, of one of `held` cards; `sweeps` if it may score a sweep.
    #[inline(always)]
    fn ply<B: Bits, const ACES: bool>(
        &mut self,
        game: &Game,
        rank_sets: &RankSets,
        held: u32,
        sweeps: bool,
        rng: &mut LaneRng,
    ) {
        let draws = rng.draw();
        let mut plays = self.choose::<B>(rank_sets, &scale_all(&draws, held));
        let mut again = plays.several | self.paired;
        while again != 0 {
            let lane = again.trailing_zeros() as usize % LANES;
            self.choose_again::<B>(game, rank_sets, lane, wide(draws[lane]), &mut plays);
            again &= again - 1;
        }
        self.carry_out::<ACES>(game, &plays, sweeps);
        self.seat += 1;
        if self.seat == game.players() {
            self.seat = 0;
        }
    }

    /// The plays of the `k`-th cards, as if no card had several captures and no table equal ranks.
    #[inline(always)]
    fn choose<B: Bits>(&mut self, rank_sets: &RankSets, k: &Numbers) -> Plays {
        let mut plays = Plays {
            changes: [0; LANES],
            captured: [0; LANES],
            several: 0,
        };
        let hands = &self.hands[self.seat];
        let mut picks = [0; LANES];
        for (pick, k) in picks.iter_mut().zip(k) {
            *pick = 1 << k;
        }
        let mut several = [0; LANES];
        for lane in 0..LANES {
            let row = rank_sets.row(self.ranks[lane] as u16);
            let played = B::deposit(picks[lane], hands[lane]);
            let change = row.change_of(played.trailing_zeros());
            self.played[lane] = played;
            several[lane] = row.several & hands[lane];
            plays.changes[lane] = u64::from(change);
            plays.captured[lane] = rank_sets.cards(change);
        }
        plays.several = B::nonzero(&several);
        plays
    }

    /// The play of one lane by its random number.
    #[inline(always)]
    fn choose_again<B: Bits>(&mut self, game: &Game, rank_sets: &RankSets, lane: usize, draw: u64, plays: &mut Plays) {
        let hand = self.hands[self.seat][lane];
        let mut draw = Drawn(draw);
        if self.paired >> lane & 1 == 0 {
            let (place, change) = pick_among_several::<B>(rank_sets, self.ranks[lane] as u16, hand, &mut draw);
            self.played[lane] = 1 << place;
            plays.changes[lane] = u64::from(change);
            plays.captured[lane] = rank_sets.cards(change);
            return;
        }
        let cards = CardSet::from_bits(self.tables[lane]);
        let (card, captured) = pick_play::<B>(
            game,
            TableCards { cards, matta: 0 },
            CardSet::from_bits(hand),
            &mut draw,
        );
        let mut table = cards - captured;
        if captured.is_empty() {
            table.insert(card);
        }
        self.paired ^= u64::from(RankSets::is_unpaired(table)) << lane;
        self.played[lane] = 1 << card.index();
        plays.changes[lane] = self.ranks[lane] ^ ranks_of(table.bits());
        plays.captured[lane] = captured.bits();
    }

    /// Carries out the plays: masks instead of branches, so that this becomes vector instructions.
    #[inline(always)]
    fn carry_out<const ACES: bool>(&mut self, game: &Game, plays: &Plays, sweeps: bool) {
        let side = game.side(self.seat);
        let takes_itself = ACES && game.capture.ace_takes_itself;
        let sweep = u64::from(sweeps) << (8 * side);
        let last_capture = (side as u64) << LAST_CAPTURE_AT;
        let (hands, piles) = (&mut self.hands[self.seat], &mut self.piles[side]);
        for lane in 0..LANES {
            let (played, table) = (self.played[lane], self.tables[lane]);
            let captured = plays.captured[lane] & table;
            let mut stays = mask(captured == 0);
            if takes_itself {
                // An ace that captures nothing meets an empty table.
                stays &= mask(played & ACE == 0);
            }
            let laid = played & stays;
            let left = table ^ captured ^ laid;
            let mut swept = mask(left == 0) & mask(captured != 0);
            if ACES && !game.capture.ace_sweeps {
                swept &= mask(played & ACE == 0) | mask(captured & ACE != 0);
            }
            hands[lane] ^= played;
            piles[lane] |= captured | (played ^ laid);
            let counts = self.counts[lane] & (stays | !LAST_CAPTURE) | last_capture & !stays;
            self.counts[lane] = counts + (sweep & swept);
            self.tables[lane] = left;
            self.ranks[lane] ^= plays.changes[lane];
            if takes_itself {
                self.ranks[lane] &= mask(left != 0);
            }
        }
    }

    /// The states of the hands, which are played.
    #[inline(always)]
    pub(super) fn write(&self, game: &Game, dealer: usize, ends: &mut [State; LANES]) {
        for (lane, end) in ends.iter_mut().enumerate() {
            *end = State::played_out(game, dealer);
            let counts = self.counts[lane].to_le_bytes();
            for (side, &sweeps) in counts[..game.sides()].iter().enumerate() {
                end.piles[side] = CardSet::from_bits(self.piles[side][lane]);
                end.tallies[side].sweeps = sweeps;
            }
            end.table = CardSet::from_bits(self.tables[lane]);
            end.last_capture = counts[LAST_CAPTURE_AT / 8];
            let laid = self.played[lane] & self.tables[lane];
            if laid != 0 {
                end.last_lay = laid.trailing_zeros() as u8;
            }
            end.finish(game);
        }
    }
}

/// The rank set of a table.
#[inline(always)]
fn ranks_of(table: u64) -> u64 {
    u64::from(RankSets::ranks_of(CardSet::from_bits(table)))
}

/// All bits or none.
#[inline(always)]
fn mask(all: bool) -> u64 {
    u64::from(all).wrapping_neg()
}

/// A generator that gives one number, which was drawn before.
struct Drawn(u64);

impl TryRng for Drawn {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.0 >> 32) as u32)
    }

    #[inline(always)]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.0)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.0.to_le_bytes()[..chunk.len()]);
        }
        Ok(())
    }
}
