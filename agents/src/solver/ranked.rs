//! Fast positions for games in which captures depend only on the set of ranks on the table, and nothing but captures,
//! lays and sweeps happens.
//!
//! Invariant: no two table cards share a rank, and no shutout is possible. Values equal those of
//! [`PlainEndgame`](super::plain::PlainEndgame).

use spariglio_engine::hand::RankSets;
use spariglio_engine::{CardSet, Deal, Game, MAX_SEATS, State};

use super::endgame::{Endgame, GainBounds, Ordered};
use super::mix::{counts, fold};
use super::plain::PlainRules;
use super::stakes::Stakes;

/// Data shared by all positions of a hand.
pub(super) struct RankedEndgame<'a> {
    rules: &'a PlainRules,
    tables: &'static RankSets,
    /// A hash of the cards that are dealt after each deal-round.
    stock: &'a [u64],
    /// The cards that each seat holds or will be dealt.
    owned: [u64; MAX_SEATS],
    game: &'a Game,
    deal: &'a Deal,
}

/// A position.
#[derive(Copy, Clone, Debug)]
pub(super) struct RankedPosition {
    /// Cards in hand of all seats.
    hands: u64,
    table: u64,
    piles: [CardSet; 2],
    stakes: Stakes,
    /// Points made in play by side 0 minus those of side 1.
    points: i32,
    ranks: u16,
    seat: u8,
    /// Plays left in the hand and in the deal-round.
    left: u8,
    round_left: u8,
    round: u8,
    /// The side of the last capture; 2 if there is none.
    last_capture: u8,
}

/// A played card and its change to the set of ranks on the table.
#[derive(Copy, Clone, Debug)]
pub(super) struct RankedMove {
    card: u8,
    change: u16,
}

/// Whether the game's rules fit these positions, apart from shutouts.
pub(crate) fn goes_by_rank(game: &Game) -> bool {
    game.goes_by_rank() && game.most_capture_points() == 0
}

impl<'a> RankedEndgame<'a> {
    /// The endgame and position of a state; `None` if the state does not fit.
    pub(super) fn of(
        game: &'a Game,
        deal: &'a Deal,
        rules: &'a PlainRules,
        stock: &'a [u64],
        state: &State,
    ) -> Option<(RankedEndgame<'a>, RankedPosition)> {
        let piles = [state.pile(0), state.pile(1)];
        let stakes = rules.stakes.look(piles);
        let ranks = state.table().ranks();
        if stakes.shutout != [false; 2] || ranks.count_ones() != state.table().len() {
            return None;
        }
        let later = state.deal_round_index() + 1..game.deal_rounds();
        let mut owned = [0; MAX_SEATS];
        for (seat, owned) in owned[..game.players()].iter_mut().enumerate() {
            let dealt = later.clone().map(|round| deal.hand_cards(game, round, seat).bits());
            *owned = dealt.fold(state.hand_cards(seat).bits(), |all, hand| all | hand);
        }
        let dealer = i32::from(state.dealer_bonus()) * if game.side(state.dealer()) == 0 { 1 } else { -1 };
        let position = RankedPosition {
            hands: (0..game.players()).fold(0, |all, seat| all | state.hand_cards(seat).bits()),
            table: state.table().bits(),
            piles,
            stakes,
            points: state.tally_points(game, 0) - state.tally_points(game, 1) + dealer,
            ranks,
            seat: state.seat() as u8,
            left: (game.plies() - state.ply()) as u8,
            round_left: state.round_plies_left() as u8,
            round: state.deal_round_index() as u8,
            last_capture: state.last_capture().map_or(2, |side| side as u8),
        };
        let endgame = RankedEndgame { rules, tables: RankSets::get(), stock, owned, game, deal };
        Some((endgame, position))
    }

    /// The margin for side 0, if no seat holds more than one card. Recurses only if a capture leaves a choice, which is
    /// rare.
    fn last_plays(&self, mut position: RankedPosition) -> i32 {
        while position.left > 0 {
            let card = (position.hands & self.owned[usize::from(position.seat)]).trailing_zeros() as u8;
            let changes = self.tables.changes(position.ranks, usize::from(card) / 4);
            if let &[change] = changes {
                self.put(&mut position, RankedMove { card, change });
                continue;
            }
            let values = changes.iter().map(|&change| {
                let mut next = position;
                self.put(&mut next, RankedMove { card, change });
                self.last_plays(next)
            });
            let best = if self.side(&position) == 0 {
                values.max()
            } else {
                values.min()
            };
            return best.unwrap_or(0);
        }
        self.settle(&position)
    }

    /// The margin for side 0 if the hand has ended; `stakes` may be those of an earlier position.
    fn settle(&self, position: &RankedPosition) -> i32 {
        if position.stakes.open == [0, 0] {
            return position.points + position.stakes.decided;
        }
        let mut piles = position.piles;
        if position.last_capture < 2 {
            piles[usize::from(position.last_capture)] |= CardSet::from_bits(position.table);
        }
        position.points + self.rules.stakes.settle(piles)
    }

    /// Carries out a play within the deal-round and returns whether it captures. Leaves `stakes` unchanged.
    #[inline(always)]
    fn put(&self, next: &mut RankedPosition, play: RankedMove) -> bool {
        let side = self.side(next);
        let bit = 1u64 << play.card;
        let captured = self.tables.cards(play.change) & next.table;
        next.hands ^= bit;
        next.ranks ^= play.change;
        next.left -= 1;
        next.round_left -= 1;
        next.seat = self.after(next.seat);
        if captured == 0 {
            next.table |= bit;
            return false;
        }
        next.table ^= captured;
        next.piles[side] |= CardSet::from_bits(captured | bit);
        next.last_capture = side as u8;
        if next.ranks == 0 && (next.left != 0 || self.rules.last_play_sweeps) {
            next.points += if side == 0 { self.rules.sweep } else { -self.rules.sweep };
        }
        true
    }

    /// Deals the next deal-round.
    #[cold]
    fn deal_round(&self, next: &mut RankedPosition) {
        next.round += 1;
        let round = usize::from(next.round);
        let players = self.game.players();
        next.round_left = (players * self.game.round_len(round)) as u8;
        next.hands = (0..players).fold(0, |all, seat| all | self.deal.hand_cards(self.game, round, seat).bits());
    }

    #[inline(always)]
    fn after(&self, seat: u8) -> u8 {
        if usize::from(seat) + 1 == self.game.players() {
            0
        } else {
            seat + 1
        }
    }

    /// Move order: captures by the cards that they bring; less if the next seat can sweep.
    #[inline(always)]
    fn rank(&self, position: &RankedPosition, card: u8, change: u16, next_hand: u64) -> i32 {
        let worth = |cards: u64| {
            let mut sum = 0;
            let mut cards = cards & position.stakes.relevant.bits();
            while cards != 0 {
                sum += self.rules.worth[cards.trailing_zeros() as usize];
                cards &= cards - 1;
            }
            sum
        };
        let ranks = position.ranks ^ change;
        let captured = self.tables.cards(change) & position.table;
        let bit = 1u64 << card;
        let mut rank = 0;
        if captured == 0 {
            rank -= worth(bit);
        } else {
            rank += 8 + worth(bit | captured) + change.count_ones() as i32;
            if ranks == 0 {
                return rank + 40;
            }
        }
        if self.tables.sweepers(ranks) & next_hand != 0 {
            rank -= 40;
        }
        rank
    }
}

impl Endgame for RankedEndgame<'_> {
    type Position = RankedPosition;
    type Move = RankedMove;

    #[inline(always)]
    fn side(&self, position: &RankedPosition) -> usize {
        usize::from(position.seat & 1)
    }

    #[inline(always)]
    fn plays_left(&self, position: &RankedPosition) -> usize {
        position.left.into()
    }

    #[inline(always)]
    fn end(&self, position: &RankedPosition) -> Option<i32> {
        (usize::from(position.left) <= self.game.players()).then(|| self.last_plays(*position))
    }

    #[inline(always)]
    fn outlook(&self, position: &RankedPosition) -> GainBounds {
        let side = self.side(position);
        let (left, last) = (i32::from(position.left), i32::from(!self.rules.last_play_sweeps));
        // If an odd number of plays is left, the side to act makes the last one.
        let odd = left & 1;
        let ours = ((left + 1) / 2 - last * odd - i32::from(position.ranks == 0)).max(0);
        let theirs = left / 2 - last * (1 - odd);
        let made = position.points + position.stakes.decided;
        GainBounds {
            made: if side == 0 { made } else { -made },
            most: ours * self.rules.sweep + position.stakes.open[side],
            least: theirs * self.rules.sweep + position.stakes.open[1 - side],
        }
    }

    #[inline(always)]
    fn key(&self, position: &RankedPosition) -> u64 {
        let relevant = position.stakes.relevant.bits();
        let small = u64::from(position.seat) | u64::from(position.last_capture) << 3 | u64::from(position.ranks) << 8;
        let mut key = fold(position.stakes.key, self.stock[usize::from(position.round)])
            ^ fold(position.table & relevant, small).rotate_left(9);
        for (seat, owned) in self.owned[..self.game.players()].iter().enumerate() {
            let hand = position.hands & owned;
            // Rotations differ by seat, or equal parts of two seats would cancel.
            key ^= fold(hand & relevant, counts(hand & !relevant)).rotate_left(13 * seat as u32 + 20);
        }
        fold(key, 0)
    }

    #[inline(always)]
    fn moves(&self, position: &RankedPosition, moves: &mut Vec<Ordered<RankedMove>>) {
        let hand = position.hands & self.owned[usize::from(position.seat)];
        let next_hand = position.hands & self.owned[usize::from(self.after(position.seat))];
        let mut cards = without_twins(hand, position.stakes.relevant.bits());
        while cards != 0 {
            let card = cards.trailing_zeros() as u8;
            cards &= cards - 1;
            let place = card / 4;
            for &change in self.tables.changes(position.ranks, place.into()) {
                moves.push(Ordered {
                    rank: self.rank(position, card, change, next_hand),
                    name: (u16::from(place) + 1) | change << 4,
                    play: RankedMove { card, change },
                });
            }
        }
    }

    #[inline(always)]
    fn play(&self, position: &RankedPosition, play: RankedMove) -> RankedPosition {
        let mut next = *position;
        if self.put(&mut next, play) {
            let side = self.side(position);
            let stakes = &self.rules.stakes;
            next.stakes =
                stakes.look_after(&position.stakes, next.piles, side, next.piles[side] - position.piles[side]);
        }
        if next.round_left == 0 && next.left > 0 {
            self.deal_round(&mut next);
        }
        next
    }
}

/// A hand with only one of the cards that have equal rank and value.
#[inline(always)]
fn without_twins(hand: u64, relevant: u64) -> u64 {
    let plain = hand & !relevant;
    let above = (plain & 0x7777_7777_7777) << 1 | (plain & 0x3333_3333_3333) << 2 | (plain & 0x1111_1111_1111) << 3;
    hand & (relevant | !above)
}
