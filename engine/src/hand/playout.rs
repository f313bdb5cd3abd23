//! Uniformly random play to the end of a hand, as fast as possible.
//!
//! The plain way alternates [`State::random_action`] and [`State::apply`]. If plays do nothing but capture, lay and
//! sweep, a lean loop keeps the hand in local variables until somebody may declare. It finds plays by the table's rank
//! set ([`rank_set`](crate::hand::capture::rank_set)) or by the table. If captures are sums, their counts follow the
//! table. All ways draw the same random numbers and give the same states.

use crate::cards::card_set::CardSet;
use crate::game::{Game, MAX_SEATS};
use crate::hand::capture::rank_set::RankSets;
use crate::hand::capture::sum_counts::SumCounts;
use crate::hand::capture::{self, TableCards};
use crate::hand::deal::Deal;
use crate::hand::declaration;
use crate::hand::state::{NOBODY, State};
use crate::random::scale;
use crate::vector::{Bits, VectorTask, dispatch};
use rand::Rng;
use std::hint::select_unpredictable;

impl State {
    /// Plays uniformly random legal actions to the end of the hand.
    #[inline]
    pub fn playout(&mut self, game: &Game, deal: &Deal, rng: &mut impl Rng) {
        let hand = Hand { state: self, game, deal, rng };
        // Each way is compiled separately.
        match (game.rank_sets, game.counts_sums) {
            (Some(tables), _) if game.is_lean => dispatch(ByRanks { hand, tables }),
            (None, true) => dispatch(Counted(hand)),
            (None, false) if game.is_lean => dispatch(Lean(hand)),
            _ => dispatch(Plain(hand)),
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

/// Plays in the lean loop by rank sets, once the table has a key.
struct ByRanks<'a, R> {
    hand: Hand<'a, R>,
    tables: &'static RankSets,
}

impl<R: Rng> VectorTask for ByRanks<'_, R> {
    type Output = ();

    #[inline(always)]
    fn run<B: Bits>(self) {
        let Hand { state, game, deal, rng } = self.hand;
        while !state.is_over() {
            match RankSets::key(state.table) {
                Some(key) => lean_by::<B, _>(state, game, Keyed { tables: self.tables, key }, deal, rng),
                None => act::<B>(state, game, deal, rng),
            }
        }
    }
}

/// Plays in the lean loop on any table.
struct Lean<'a, R>(Hand<'a, R>);

impl<R: Rng> VectorTask for Lean<'_, R> {
    type Output = ();

    #[inline(always)]
    fn run<B: Bits>(self) {
        let Hand { state, game, deal, rng } = self.0;
        while !state.is_over() {
            // On platforms a declared 7c becomes a seven again during play.
            if state.is_declaring() || game.declarations.platform && state.matta != 0 {
                act::<B>(state, game, deal, rng);
            } else {
                lean_by::<B, _>(state, game, AnyTable { game, matta: state.matta }, deal, rng);
            }
        }
    }
}

/// [`lean`] by the rules of the game.
#[inline(always)]
fn lean_by<B: Bits, F: FindPlay>(state: &mut State, game: &Game, find: F, deal: &Deal, rng: &mut impl Rng) {
    match (game.capture.ace, game.capture.shutout) {
        (false, false) => lean::<B, F, false, false>(state, game, find, deal, rng),
        (false, true) => lean::<B, F, false, true>(state, game, find, deal, rng),
        (true, false) => lean::<B, F, true, false>(state, game, find, deal, rng),
        (true, true) => lean::<B, F, true, true>(state, game, find, deal, rng),
    }
}

/// How the lean loop finds plays.
trait FindPlay {
    /// Whether declarations may interrupt plays.
    const DECLARES: bool;

    /// The play that was drawn ([`draw`]): the card's place and the captured cards.
    fn find<B: Bits>(&mut self, table: u64, hand: u64, drawn: (u64, u32)) -> (u32, u64);

    /// Whether nothing lies on the table after the found play. A key tells it before the table is known.
    fn leaves_nothing(&self, table: u64) -> bool;

    /// Says whether the found card takes itself from an empty table.
    fn take_itself(&mut self, does: bool);
}

/// By the key of the table, which changes from play to play.
struct Keyed {
    tables: &'static RankSets,
    key: u16,
}

impl FindPlay for Keyed {
    const DECLARES: bool = false;

    #[inline(always)]
    fn find<B: Bits>(&mut self, table: u64, hand: u64, (number, place): (u64, u32)) -> (u32, u64) {
        let tables = self.tables;
        let row = tables.row(self.key);
        let (place, change, captured) = if row.several & hand == 0 {
            let change = row.change_of(place);
            (place, change, tables.cards(change) & table)
        } else {
            pick_among_several::<B>(tables, self.key, table, hand, number)
        };
        self.key ^= change;
        (place, captured)
    }

    #[inline(always)]
    fn leaves_nothing(&self, _: u64) -> bool {
        self.key == 0
    }

    #[inline(always)]
    fn take_itself(&mut self, does: bool) {
        self.key = select_unpredictable(does, 0, self.key);
    }
}

/// By the cards of the table.
struct AnyTable<'a> {
    game: &'a Game,
    /// The declared value of 7c, 0 if there is none.
    matta: u8,
}

impl FindPlay for AnyTable<'_> {
    const DECLARES: bool = true;

    #[inline(always)]
    fn find<B: Bits>(&mut self, table: u64, hand: u64, (number, _): (u64, u32)) -> (u32, u64) {
        let table = TableCards { cards: CardSet::from_bits(table), matta: self.matta };
        let (card, captured) = capture::pick::<B>(self.game, table, CardSet::from_bits(hand), || number);
        (card.index().into(), captured.bits())
    }

    #[inline(always)]
    fn leaves_nothing(&self, table: u64) -> bool {
        table == 0
    }

    #[inline(always)]
    fn take_itself(&mut self, _: bool) {}
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
            let (table, hand) = (state.captor_table(), state.hands[state.seat()]);
            let (card, captured) = capture::pick_counted::<B>(game, table, counts, hand, || rng.next_u64());
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

/// Plays to the end of the hand or to a declaration. `ACES` is set if an ace takes all, `SHUTOUTS` if a whole suit ends
/// the hand.
#[inline(always)]
fn lean<B: Bits, F: FindPlay, const ACES: bool, const SHUTOUTS: bool>(
    state: &mut State,
    game: &Game,
    mut find: F,
    deal: &Deal,
    rng: &mut impl Rng,
) {
    let players = game.players();
    let sides = game.sides();
    let aces = capture::aces(state.matta);
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
    let mut declares = false;
    'hand: loop {
        debug_assert!(left > 0);
        let declare_above = game.declare_above(usize::from(state.round));
        // If the next play surely follows this one, it is drawn early, so that a wrong branch guess costs less.
        let is_ahead = !F::DECLARES && !SHUTOUTS;
        let mut ahead = if is_ahead { draw::<B>(hands[seat], rng) } else { (0, 0) };
        while left > 0 {
            left -= 1;
            let next_seat = if seat + 1 == players { 0 } else { seat + 1 };
            let hand = hands[seat].bits();
            let drawn = if is_ahead { ahead } else { draw::<B>(hands[seat], rng) };
            if is_ahead && left > 0 {
                ahead = draw::<B>(hands[next_seat], rng);
            }
            let empty = table == 0;
            let (place, captured) = find.find::<B>(table, hand, drawn);
            let bit = 1 << place;
            hands[seat] = CardSet::from_bits(hand ^ bit);
            // Captures are as unpredictable as a coin toss, so no branch depends on them.
            let captures = captured != 0;
            let stays = ACES && game.capture.ace_takes_itself && empty & (bit & aces != 0);
            let gains = captures | stays;
            let lay = select_unpredictable(gains, 0, bit);
            if ACES {
                find.take_itself(stays);
            }
            table = (table ^ captured) | lay;
            piles[side] |= CardSet::from_bits(captured | (bit ^ lay));
            swept = captures & find.leaves_nothing(table);
            if ACES && !game.capture.ace_sweeps {
                swept &= (bit & aces == 0) | (captured & aces != 0);
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
            if F::DECLARES && left > declare_above && declaration::any(game, hands[seat]) {
                declares = true;
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
        if F::DECLARES {
            state.begin_declarations();
            if left > game.declare_above(next) && declaration::any(game, hands[seat]) {
                declares = true;
                break;
            }
        }
    }
    let later = usize::from(state.round) + 1..game.deal_rounds();
    let unplayed = usize::from(left) + later.map(|round| game.round_len(round) * players).sum::<usize>();
    let last_seat = (seat + players - 1) % players;
    // The last play was by the previous seat. Its sweep may not score.
    if swept && unplayed == 0 && !game.capture.last_play_sweeps {
        sweeps[game.side(last_seat)] -= 1;
    }
    state.hands = hands;
    state.piles = piles;
    state.table = CardSet::from_bits(table);
    for (tally, swept) in state.tallies.iter_mut().zip(sweeps) {
        tally.sweeps += swept;
    }
    state.last_capture = last_capture;
    state.last_lay = last_lay;
    state.left = left;
    state.ply = (game.plies() - unplayed) as u8;
    if declares {
        state.seat = seat as u8;
        state.offer_declaration(game);
        return;
    }
    state.seat = last_seat as u8;
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
