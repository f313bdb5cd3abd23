//! Hands in step: every ply of all lanes is chosen, then carried out.

use super::dealt::Dealt;
use super::lane_rng::{LANES, LaneRng};
use crate::capture::TableCards;
use crate::card::{Card, MATTA};
use crate::card_set::CardSet;
use crate::declaration;
use crate::game::{Game, MAX_SEATS};
use crate::playout::ACE;
use crate::state::{NOBODY, State};
use crate::vector::{Bits, mask};
use rand::Rng;

/// A number for each lane.
pub(super) type Numbers = [u64; LANES];

/// How the plays of all lanes are found, with the machine's bit operations.
pub(super) trait Way<B: Bits> {
    /// Whether carrying out a play must look whether an ace is played, for its sweep or because it takes itself.
    const SEES_ACES: bool;

    /// Begins with the first tables.
    fn begin(&mut self, tables: &Numbers);

    /// Chooses a play of each lane by its random number.
    fn choose(&mut self, game: &Game, turn: Turn<'_>);

    /// The plays that were chosen are carried out, and left these tables.
    fn follow(&mut self, game: &Game, tables: &Numbers);
}

/// What the seats that are to play have before them.
pub(super) struct Turn<'a> {
    pub hands: &'a Numbers,
    pub tables: &'a Numbers,
    /// The declared value of 7c, 0 where it is a plain seven.
    pub mattas: &'a Numbers,
    /// The number of cards in each hand.
    pub held: u32,
    pub draws: &'a [u32; LANES],
    /// The plays to choose.
    pub plays: &'a mut Plays,
}

impl Turn<'_> {
    /// The hand cards of a lane.
    #[inline(always)]
    pub(super) fn hand(&self, lane: usize) -> CardSet {
        CardSet::from_bits(self.hands[lane])
    }

    /// Notes the play of a lane.
    #[inline(always)]
    pub(super) fn write(&mut self, lane: usize, card: Card, captured: CardSet) {
        self.plays.played[lane] = 1 << card.index();
        self.plays.captured[lane] = captured.bits();
    }

    /// The table of a lane.
    #[inline(always)]
    pub(super) fn table(&self, lane: usize) -> TableCards {
        TableCards {
            cards: CardSet::from_bits(self.tables[lane]),
            matta: self.mattas[lane] as u8,
        }
    }
}

/// The plays of a ply.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Plays {
    /// The cards that are played.
    pub played: Numbers,
    /// The cards that they capture; those that are not on the table do not count.
    pub captured: Numbers,
}

/// The hands of all lanes, field by field.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Hands {
    hands: [Numbers; MAX_SEATS],
    piles: [Numbers; MAX_SEATS],
    tables: Numbers,
    /// The declared value of 7c, 0 where it is a plain seven.
    mattas: Numbers,
    /// A byte for the sweeps of each side, and at [`LAST_CAPTURE_AT`] one for the side that captured last.
    counts: Numbers,
    /// The last plays.
    plays: Plays,
    /// The seat that is to play.
    seat: usize,
}

/// The first bit of the side that captured last in a number of `counts`: above the sweeps of all sides.
const LAST_CAPTURE_AT: usize = 56;
const LAST_CAPTURE: u64 = 0xFF << LAST_CAPTURE_AT;
const _: () = assert!(8 * MAX_SEATS <= LAST_CAPTURE_AT);

impl Hands {
    /// No hands.
    pub(super) fn new() -> Hands {
        Hands {
            hands: [[0; LANES]; MAX_SEATS],
            piles: [[0; LANES]; MAX_SEATS],
            tables: [0; LANES],
            mattas: [0; LANES],
            counts: [0; LANES],
            plays: Plays {
                played: [0; LANES],
                captured: [0; LANES],
            },
            seat: 0,
        }
    }

    /// Plays to the end of every hand what is dealt; `ends` become the states of the ends.
    #[inline(always)]
    pub(super) fn play<B: Bits, W: Way<B>>(
        &mut self,
        game: &Game,
        way: &mut W,
        dealer: usize,
        dealt: &Dealt,
        rng: &mut LaneRng,
        ends: &mut [State; LANES],
    ) {
        self.begin(game, dealer, dealt, ends);
        way.begin(&self.tables);
        let mut left = game.plies();
        for round in 0..game.deal_rounds() {
            for seat in 0..game.players() {
                self.hands[seat] = dealt.hand_cards(game, dealer, round, seat);
            }
            let held = game.round_len(round);
            let mut left_of_round = held * game.players();
            if game.declares() {
                ends.iter_mut().for_each(State::begin_declarations);
            }
            for held in (1..=held).rev() {
                for _ in 0..game.players() {
                    if left_of_round > usize::from(game.declare_above(round)) {
                        self.declare(game, rng, ends);
                    }
                    left -= 1;
                    left_of_round -= 1;
                    let sweeps = left > 0 || game.capture.last_play_sweeps;
                    self.ply::<B, W>(game, way, held as u32, sweeps, rng);
                }
                if game.declarations.platform {
                    self.end_platforms();
                }
            }
        }
        self.write(game, ends);
    }

    /// Begins with what is dealt.
    #[inline(always)]
    fn begin(&mut self, game: &Game, dealer: usize, dealt: &Dealt, ends: &mut [State; LANES]) {
        self.tables = *dealt.tables();
        self.piles[..game.sides()].fill([0; LANES]);
        self.mattas = [0; LANES];
        self.counts = [u64::from(NOBODY) << LAST_CAPTURE_AT; LANES];
        self.seat = (dealer + 1) % game.players();
        ends.fill(State::played_out(game, dealer));
        if game.declarations.dealer_bonus {
            self.take_dealer_bonus(game, dealer, ends);
        }
    }

    /// One play of every lane, of one of `held` cards; `sweeps` if it may score a sweep.
    #[inline(always)]
    fn ply<B: Bits, W: Way<B>>(&mut self, game: &Game, way: &mut W, held: u32, sweeps: bool, rng: &mut LaneRng) {
        let turn = Turn {
            hands: &self.hands[self.seat],
            tables: &self.tables,
            mattas: &self.mattas,
            held,
            draws: &rng.draw(),
            plays: &mut self.plays,
        };
        way.choose(game, turn);
        self.carry_out::<B, W>(game, sweeps);
        way.follow(game, &self.tables);
        self.seat += 1;
        if self.seat == game.players() {
            self.seat = 0;
        }
    }

    /// Carries out the plays: masks instead of branches, so that this becomes vector instructions.
    #[inline(always)]
    fn carry_out<B: Bits, W: Way<B>>(&mut self, game: &Game, sweeps: bool) {
        let side = game.side(self.seat);
        let takes_itself = W::SEES_ACES && game.capture.ace_takes_itself;
        let sweep = u64::from(sweeps) << (8 * side);
        let last_capture = (side as u64) << LAST_CAPTURE_AT;
        let (hands, piles) = (&mut self.hands[self.seat], &mut self.piles[side]);
        for lane in 0..LANES {
            let (played, table) = (self.plays.played[lane], self.tables[lane]);
            let captured = self.plays.captured[lane] & table;
            let mut stays = mask(captured == 0);
            if takes_itself {
                // An ace that captures nothing meets an empty table.
                stays &= mask(played & ACE == 0);
            }
            let laid = played & stays;
            let left = table ^ captured ^ laid;
            let mut swept = mask(left == 0) & mask(captured != 0);
            if W::SEES_ACES && !game.capture.ace_sweeps {
                swept &= mask(played & ACE == 0) | mask(captured & ACE != 0);
            }
            hands[lane] ^= played;
            piles[lane] |= captured | (played ^ laid);
            let counts = self.counts[lane] & (stays | !LAST_CAPTURE) | last_capture & !stays;
            self.counts[lane] = counts + (sweep & swept);
            self.tables[lane] = left;
        }
    }

    /// The bonus of dealers whose table makes 15 or 30.
    fn take_dealer_bonus(&mut self, game: &Game, dealer: usize, ends: &mut [State; LANES]) {
        let side = game.side(dealer);
        for (lane, end) in ends.iter_mut().enumerate() {
            end.table = CardSet::from_bits(self.tables[lane]);
            end.take_dealer_bonus(game);
            if end.dealer_bonus > 0 {
                self.piles[side][lane] = self.tables[lane];
                self.tables[lane] = 0;
                self.counts[lane] = (side as u64) << LAST_CAPTURE_AT;
            }
        }
    }

    /// The seats that are to play declare, or decline to, where they have a bonus.
    fn declare(&mut self, game: &Game, rng: &mut LaneRng, ends: &mut [State; LANES]) {
        for (lane, end) in ends.iter_mut().enumerate() {
            let hand = CardSet::from_bits(self.hands[self.seat][lane]);
            if !declaration::any(game, hand) {
                continue;
            }
            let dealer = std::mem::replace(&mut end.seat, self.seat as u8);
            end.hands[self.seat] = hand;
            end.matta = self.mattas[lane] as u8;
            end.offer_declaration(game);
            let mut rng = rng.lane(lane);
            while end.declaring {
                let bonus = end.pick_declaration(game, || rng.next_u64());
                end.say(game, bonus);
            }
            self.mattas[lane] = u64::from(end.matta);
            end.hands[self.seat] = CardSet::EMPTY;
            end.seat = dealer;
        }
    }

    /// At the end of a trick-round a 7c on the table is a plain seven again.
    fn end_platforms(&mut self) {
        for (matta, table) in self.mattas.iter_mut().zip(&self.tables) {
            *matta &= mask(table & CardSet::single(MATTA).bits() == 0);
        }
    }

    /// The lanes in which a side has captured the whole suit of shutouts, a bit each.
    pub(super) fn shutouts(&self, game: &Game) -> u64 {
        let suit = game.suit.bits();
        let mut lanes = 0;
        for pile in &self.piles[..game.sides()] {
            for (lane, pile) in pile.iter().enumerate() {
                lanes |= u64::from(pile & suit == suit) << lane;
            }
        }
        lanes
    }

    /// Writes how the hands ended into the states.
    #[inline(always)]
    fn write(&self, game: &Game, ends: &mut [State; LANES]) {
        for (lane, end) in ends.iter_mut().enumerate() {
            let counts = self.counts[lane].to_le_bytes();
            for (side, &sweeps) in counts[..game.sides()].iter().enumerate() {
                end.piles[side] = CardSet::from_bits(self.piles[side][lane]);
                end.tallies[side].sweeps = sweeps;
            }
            end.table = CardSet::from_bits(self.tables[lane]);
            end.matta = self.mattas[lane] as u8;
            end.last_capture = counts[LAST_CAPTURE_AT / 8];
            let laid = self.plays.played[lane] & self.tables[lane];
            if laid != 0 {
                end.last_lay = laid.trailing_zeros() as u8;
            }
            end.finish(game);
        }
    }
}
