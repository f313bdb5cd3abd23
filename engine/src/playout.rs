//! Uniformly random play to the end of a hand, the fastest way.
//!
//! The plain way is [`State::random_action`] and [`State::apply`] in turn; where captures go by the table's rank set
//! ([`rank_set`](crate::capture::rank_set)) and nothing but captures and lays happens, a lean loop keeps the hand in local
//! variables. Both draw the same random numbers and give the same states.

use crate::capture::rank_set::{RankSetPlays, RankSets};
use crate::card_set::CardSet;
use crate::deal::Deal;
use crate::game::{Game, MAX_SEATS};
use crate::random::below;
use crate::state::{NOBODY, State};
use crate::vector::{Bits, VectorTask, dispatch};
use rand::Rng;

impl State {
    /// Plays uniformly random legal actions to the end of the hand.
    #[inline]
    pub fn playout(&mut self, game: &Game, deal: &Deal, rng: &mut impl Rng) {
        dispatch(Playout {
            state: self,
            game,
            deal,
            rng,
        });
    }
}

/// One playout.
struct Playout<'a, R> {
    state: &'a mut State,
    game: &'a Game,
    deal: &'a Deal,
    rng: &'a mut R,
}

impl<R: Rng> VectorTask for Playout<'_, R> {
    type Output = ();

    #[inline(always)]
    fn run<B: Bits>(self) {
        let Playout { state, game, deal, rng } = self;
        while !state.is_over() {
            match game.lean {
                Some(tables) if is_unpaired(state.table) => lean::<B>(state, game, tables, deal, rng),
                _ => {
                    let action = state.pick_action::<B>(game, rng);
                    state.apply(game, deal, action);
                }
            }
        }
    }
}

/// Whether no two cards share a rank.
#[inline(always)]
fn is_unpaired(cards: CardSet) -> bool {
    RankSets::ranks_of(cards).count_ones() == cards.len()
}

/// Plays to the end of the hand from a table without equal ranks.
#[inline(always)]
fn lean<B: Bits>(state: &mut State, game: &Game, tables: &RankSets, deal: &Deal, rng: &mut impl Rng) {
    let players = game.players();
    let sides = game.sides();
    let mut hands = state.hands;
    let mut piles = state.piles;
    let mut sweeps = [0u8; MAX_SEATS];
    let mut table = state.table.bits();
    let mut ranks = RankSets::ranks_of(state.table);
    let mut seat = state.seat();
    let mut side = game.side(seat);
    let mut last_capture = state.last_capture;
    let mut last_lay = NOBODY;
    let mut left = state.left;
    loop {
        while left > 0 {
            left -= 1;
            let hand = hands[seat].bits();
            let row = tables.row(ranks);
            let (place, change) = if row.several & hand == 0 {
                let place = B::select(hand, below(rng, hand.count_ones()));
                (place, row.change[place as usize / 4])
            } else {
                pick_among_several(tables, row, hand, rng)
            };
            let bit = 1 << place;
            let captured = tables.cards(change) & table;
            ranks ^= change;
            hands[seat] = CardSet::from_bits(hand ^ bit);
            if captured == 0 {
                table |= bit;
                last_lay = place as u8;
            } else {
                table ^= captured;
                piles[side] |= CardSet::from_bits(captured | bit);
                sweeps[side] += u8::from(ranks == 0);
                last_capture = side as u8;
                last_lay = NOBODY;
            }
            seat += 1;
            side += 1;
            if side == sides {
                side = 0;
            }
            if seat == players {
                seat = 0;
            }
        }
        let next = usize::from(state.round) + 1;
        if next == game.deal_rounds() {
            break;
        }
        state.round += 1;
        for (seat, hand) in hands[..players].iter_mut().enumerate() {
            *hand = deal.hand_cards(game, next, seat);
        }
        left = (game.round_len(next) * players) as u8;
    }
    // The last play was that of the seat before: its sweep may not score.
    let last_side = game.side((seat + players - 1) % players);
    if table == 0 && last_lay == NOBODY && !game.capture.last_play_sweeps {
        sweeps[last_side] -= 1;
    }
    state.hands = hands;
    state.piles = piles;
    state.table = CardSet::from_bits(table);
    for (tally, swept) in state.tallies.iter_mut().zip(sweeps) {
        tally.sweeps += swept;
    }
    state.seat = ((seat + players - 1) % players) as u8;
    state.last_capture = last_capture;
    state.last_lay = last_lay;
    state.left = 0;
    state.ply = game.plies() as u8;
    state.finish(game);
}

/// A uniform play where some held card has several captures: the card's place and its change of the rank set.
#[inline(always)]
fn pick_among_several(tables: &RankSets, row: &RankSetPlays, hand: u64, rng: &mut impl Rng) -> (u32, u16) {
    let mut total = 0;
    let mut rest = hand;
    while rest != 0 {
        total += u32::from(row.count[rest.trailing_zeros() as usize / 4].max(1));
        rest &= rest - 1;
    }
    let mut pick = below(rng, total);
    let mut rest = hand;
    loop {
        let place = rest.trailing_zeros();
        let rank = place as usize / 4;
        let plays = u32::from(row.count[rank].max(1));
        if pick < plays {
            let captures = tables.changes_of(row, rank);
            return (place, captures[pick as usize]);
        }
        pick -= plays;
        rest &= rest - 1;
    }
}
