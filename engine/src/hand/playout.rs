//! Uniformly random play to the end of a hand, as fast as possible.
//!
//! The plain way alternates [`State::random_action`] and [`State::apply`]. If captures go by the table's rank set
//! ([`rank_set`](crate::hand::capture::rank_set)) and nothing but captures and lays happens, a lean loop keeps the hand
//! in local variables. Both ways draw the same random numbers and give the same states.

use crate::cards::card_set::CardSet;
use crate::game::{Game, MAX_SEATS};
use crate::hand::capture::rank_set::RankSets;
use crate::hand::capture::sum_counts::SumCounts;
use crate::hand::deal::Deal;
use crate::hand::state::{NOBODY, State};
use crate::random::scale;
use crate::vector::{Bits, VectorTask, dispatch};
use rand::Rng;
use std::hint::select_unpredictable;

/// The aces.
pub(crate) const ACE: u64 = CardSet::rank(1).bits();

impl State {
    /// Plays uniformly random legal actions to the end of the hand.
    #[inline]
    pub fn playout(&mut self, game: &Game, deal: &Deal, rng: &mut impl Rng) {
        let hand = Hand { state: self, game, deal, rng };
        // Each way is compiled separately.
        if game.lean.is_some() {
            dispatch(Lean(hand));
        } else if game.counts_sums && game.rank_sets.is_none() {
            dispatch(Counted(hand));
        } else {
            dispatch(Plain(hand));
        }
    }
}

/// A hand to play to its end.
struct Hand<'a, R> {
    state: &'a mut State,
    game: &'a Game,
    deal: &'a Deal,
    rng: &'a mut R,
}

/// Plays by rank sets once the table has a key.
struct Lean<'a, R>(Hand<'a, R>);

impl<R: Rng> VectorTask for Lean<'_, R> {
    type Output = ();

    #[inline(always)]
    fn run<B: Bits>(self) {
        let Hand { state, game, deal, rng } = self.0;
        while !state.is_over() {
            match game.lean.zip(RankSets::key(state.table)) {
                Some(start) => match (game.capture.ace, game.capture.shutout) {
                    (false, false) => lean::<B, false, false>(state, game, start, deal, rng),
                    (false, true) => lean::<B, false, true>(state, game, start, deal, rng),
                    (true, false) => lean::<B, true, false>(state, game, start, deal, rng),
                    (true, true) => lean::<B, true, true>(state, game, start, deal, rng),
                },
                None => act::<B>(state, game, deal, rng),
            }
        }
    }
}

/// Plays with sum counts that follow the table.
struct Counted<'a, R>(Hand<'a, R>);

impl<R: Rng> VectorTask for Counted<'_, R> {
    type Output = ();

    #[inline(always)]
    fn run<B: Bits>(self) {
        let Hand { state, game, deal, rng } = self.0;
        let mut counts = SumCounts::new(state.table);
        while !state.is_over() {
            let before = state.table;
            let (card, captured) = state.pick_counted::<B>(game, counts, || rng.next_u64());
            state.play(game, deal, card, captured);
            counts.follow(before, state.table);
        }
    }
}

/// Plays action by action.
struct Plain<'a, R>(Hand<'a, R>);

impl<R: Rng> VectorTask for Plain<'_, R> {
    type Output = ();

    #[inline(always)]
    fn run<B: Bits>(self) {
        let Hand { state, game, deal, rng } = self.0;
        while !state.is_over() {
            act::<B>(state, game, deal, rng);
        }
    }
}

/// One uniformly random action.
#[inline(always)]
fn act<B: Bits>(state: &mut State, game: &Game, deal: &Deal, rng: &mut impl Rng) {
    if state.is_declaring() {
        let bonus = state.pick_declaration(game, || rng.next_u64());
        state.say(game, bonus);
    } else {
        let (card, captured) = state.pick_play::<B>(game, || rng.next_u64());
        state.play(game, deal, card, captured);
    }
}

/// Plays to the end of the hand from a table with a key. `ACES` is set if an ace takes all, `SHUTOUTS` if a whole suit
/// ends the hand.
#[inline(always)]
fn lean<B: Bits, const ACES: bool, const SHUTOUTS: bool>(
    state: &mut State,
    game: &Game,
    (tables, mut key): (&RankSets, u16),
    deal: &Deal,
    rng: &mut impl Rng,
) {
    let players = game.players();
    let sides = game.sides();
    let mut hands = state.hands;
    let mut piles = state.piles;
    let mut sweeps = [0u8; MAX_SEATS];
    let mut table = state.table.bits();
    let mut seat = state.seat();
    let mut side = game.side(seat);
    let mut last_capture = state.last_capture;
    let mut last_lay = NOBODY;
    let mut swept = false;
    let mut left = state.left;
    let mut shutout = NOBODY;
    'hand: loop {
        debug_assert!(left > 0);
        // Unless this play may end the hand, the next play is drawn early, so that a wrong branch guess costs less.
        let mut ahead = if SHUTOUTS { (0, 0) } else { draw::<B>(hands[seat], rng) };
        while left > 0 {
            left -= 1;
            let next_seat = if seat + 1 == players { 0 } else { seat + 1 };
            let hand = hands[seat].bits();
            let (number, place) = if SHUTOUTS { draw::<B>(hands[seat], rng) } else { ahead };
            if !SHUTOUTS && left > 0 {
                ahead = draw::<B>(hands[next_seat], rng);
            }
            let row = tables.row(key);
            let (place, change, captured) = if row.several & hand == 0 {
                let change = row.change_of(place);
                (place, change, tables.cards(change) & table)
            } else {
                pick_among_several::<B>(tables, key, table, hand, number)
            };
            let bit = 1 << place;
            key ^= change;
            hands[seat] = CardSet::from_bits(hand ^ bit);
            // Captures are as unpredictable as a coin toss, so no branch depends on them.
            let captures = captured != 0;
            // If an ace captures nothing, the table was empty.
            let stays = ACES && game.capture.ace_takes_itself && !captures & (bit & ACE != 0);
            let gains = captures | stays;
            let lay = select_unpredictable(gains, 0, bit);
            if ACES {
                key = select_unpredictable(stays, 0, key);
            }
            table = (table ^ captured) | lay;
            piles[side] |= CardSet::from_bits(captured | (bit ^ lay));
            swept = captures & (key == 0);
            if ACES && !game.capture.ace_sweeps {
                swept &= (bit & ACE == 0) | (captured & ACE != 0);
            }
            sweeps[side] += u8::from(swept);
            last_capture = select_unpredictable(gains, side as u8, last_capture);
            last_lay = select_unpredictable(gains, NOBODY, place as u8);
            let side_now = side;
            seat = next_seat;
            side = if side + 1 == sides { 0 } else { side + 1 };
            if SHUTOUTS && piles[side_now].contains_all(game.suit) {
                shutout = side_now as u8;
                break 'hand;
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
    let later = usize::from(state.round) + 1..game.deal_rounds();
    let unplayed = usize::from(left) + later.map(|round| game.round_len(round) * players).sum::<usize>();
    // The last play was by the previous seat. Its sweep may not score.
    let last_side = game.side((seat + players - 1) % players);
    if swept && unplayed == 0 && !game.capture.last_play_sweeps {
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
    state.left = left;
    state.ply = (game.plies() - unplayed) as u8;
    if shutout == NOBODY {
        state.finish(game);
    } else {
        state.shutout = shutout;
        state.over = true;
    }
}

/// A random number and the place of its card, valid if no held card has several captures.
#[inline(always)]
fn draw<B: Bits>(hand: CardSet, rng: &mut impl Rng) -> (u64, u32) {
    let number = rng.next_u64();
    (number, B::select(hand.bits(), scale(number, hand.len())))
}

/// Maps a random number to a play if some held card has several captures: the card's place, its change of the key and
/// the captured cards.
#[inline(always)]
pub(crate) fn pick_among_several<B: Bits>(
    tables: &RankSets,
    key: u16,
    table: u64,
    hand: u64,
    number: u64,
) -> (u32, u16, u64) {
    let held = hand & tables.row(key).several;
    let more = |card: u64| tables.more(key, card.trailing_zeros());
    let count = hand.count_ones();
    // Plays are numbered card by card. This takes a card's further plays out of the numbering, so that the pick ends as
    // a card's place in the hand.
    let push_back = |pick: u32, card: u64| {
        let before = (hand & (card - 1)).count_ones();
        let beyond = pick.saturating_sub(before).min(more(card));
        let pick = pick - beyond;
        (pick, select_unpredictable(pick == before, beyond, 0))
    };
    let is_one = held & (held - 1) == 0;
    let (pick, chosen) = if is_one {
        push_back(scale(number, count + more(held)), held)
    } else {
        let cards = CardSet::from_bits(held).iter().map(|card| 1 << card.index());
        let total = cards.clone().map(more).sum::<u32>() + count;
        cards.fold((scale(number, total), 0), |(pick, chosen), card| {
            let (pick, beyond) = push_back(pick, card);
            (pick, chosen + beyond)
        })
    };
    let place = B::select(hand, pick);
    let (change, captured) = tables.nth(key, place, chosen, table);
    (place, change, captured)
}
