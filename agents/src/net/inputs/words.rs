//! A view as few words: sets of cards as bits, small numbers as bytes. All games have the same size.
//!
//! Invariant: as the inputs, they are relative to the observer and hold nothing hidden.

use spariglio_engine::hand::Tally;
use spariglio_engine::{CardSet, View};

/// The most seats and sides of a game.
const SEATS: usize = 6;

const HAND: usize = 0;
const TABLE: usize = 1;
const UNSEEN: usize = 2;
const LAST_LAY: usize = 3;
const PILES: usize = 4;
const KNOWN: usize = PILES + SEATS;
const PLAYED: usize = KNOWN + SEATS;
const COUNTS: usize = PLAYED + SEATS;
const SEAT_BYTES: usize = COUNTS + SEATS;
const PROGRESS: usize = SEAT_BYTES + 1;

/// Words of a view.
pub const WORDS: usize = PROGRESS + 1;

/// The blocks of words: name, first word, number of words, meaning. Bytes are counted from the lowest; cards by their
/// index, seats and sides in the order of play from the observer.
#[rustfmt::skip]
pub const WORD_BLOCKS: [(&str, usize, usize, &str); 10] = [
    ("hand", HAND, 1, "The own hand cards."),
    ("table", TABLE, 1, "The cards on the table."),
    ("unseen", UNSEEN, 1, "The cards that the seat does not see."),
    ("last_lay", LAST_LAY, 1, "The card that was laid just before."),
    ("piles", PILES, SEATS, "The cards in the pile of each side."),
    ("known", KNOWN, SEATS, "The cards that are known to be in the hand of each seat; of the own seat, those that it declared."),
    ("played", PLAYED, SEATS, "The cards that each seat has played in this deal-round."),
    ("counts", COUNTS, SEATS, "For each side, in bytes: sweeps, threes, tens, picada, simili, quadriglia, dealer's bonus."),
    ("seats", SEAT_BYTES, 1, "A byte for each seat: hand cards, and 128 if it has passed."),
    ("progress", PROGRESS, 1, "In bytes: the seat that deals, the side of the last capture (6: nobody), the declared value of 7c, whether the seat decides on a declaration, cards in the stock, cards still to be played, deal-rounds that follow."),
];

/// Replaces the [`WORDS`] words of `out` by the knowledge of the observer of a view.
///
/// # Panics
/// If `out` has another length.
///
/// # Examples
/// The first word holds the own hand cards:
/// ```
/// use rand_pcg::Pcg64Mcg;
/// use spariglio_agents::{Hand, net::inputs::{WORDS, encode_bits}};
/// use spariglio_engine::{Deal, Game};
///
/// let game = Game::preset("cirulla").expect("a preset");
/// let hand = Hand::new(&game, &Deal::random(&game, 0, &mut Pcg64Mcg::new(7)), false);
/// let mut words = [0; WORDS];
/// encode_bits(&hand.view(), &mut words);
/// assert_eq!(words[0], hand.view().hand_cards().bits());
/// ```
pub fn encode_bits(view: &View<'_>, out: &mut [u64]) {
    assert_eq!(out.len(), WORDS, "a row of words has a fixed length");
    out.fill(0);
    let game = view.game();
    out[HAND] = view.hand_cards().bits();
    out[TABLE] = view.table().bits();
    out[UNSEEN] = view.unseen().bits();
    out[LAST_LAY] = view.last_lay().map_or(0, |card| card.bit());
    let mut seats = [0; 8];
    for (j, byte) in seats.iter_mut().enumerate().take(game.players()) {
        let seat = (view.seat() + j) % game.players();
        out[KNOWN + j] = known(view, seat).bits();
        out[PLAYED + j] = view.played(seat).bits();
        *byte = view.hand_len(seat) as u8 | u8::from(view.passed(seat)) << 7;
    }
    out[SEAT_BYTES] = u64::from_le_bytes(seats);
    for j in 0..game.sides() {
        let side = (game.side(view.seat()) + j) % game.sides();
        let tally = view.tally(side);
        out[PILES + j] = view.pile(side).bits();
        let mut counts = [0; 8];
        counts[..Tally::NAMES.len()].copy_from_slice(&tally.counts());
        counts[Tally::NAMES.len()] = dealer_bonus(view, side);
        out[COUNTS + j] = u64::from_le_bytes(counts);
    }
    out[PROGRESS] = u64::from_le_bytes([
        ((view.dealer() + game.players() - view.seat()) % game.players()) as u8,
        relative_capture(view) as u8,
        view.matta(),
        u8::from(view.is_declaring()),
        view.stock_len() as u8,
        view.plies_left() as u8,
        (game.rules().deal.rounds.len() - 1 - view.deal_round()) as u8,
        0,
    ]);
}

/// The cards that are known to be in a seat's hand; of the own seat, those that it declared.
fn known(view: &View<'_>, seat: usize) -> CardSet {
    if seat == view.seat() {
        view.declared(seat) & view.hand_cards()
    } else {
        view.known(seat)
    }
}

/// The side of the last capture, in the order of play from the observer's; [`SEATS`] if nobody has captured.
fn relative_capture(view: &View<'_>) -> usize {
    let sides = view.game().sides();
    let own = view.game().side(view.seat());
    view.last_capture().map_or(SEATS, |side| (side + sides - own) % sides)
}

/// The dealer's bonus, if it is this side's.
fn dealer_bonus(view: &View<'_>, side: usize) -> u8 {
    if view.game().side(view.dealer()) == side {
        view.dealer_bonus()
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::every_position;
    use super::super::{Encoder, cards};
    use super::*;

    fn words(view: &View<'_>) -> Vec<u64> {
        let mut out = vec![u64::MAX; WORDS];
        encode_bits(view, &mut out);
        out
    }

    #[test]
    fn card_sets_are_those_of_the_inputs() {
        every_position(|encoder, _, _, refusals, view| {
            let mut inputs = Vec::new();
            encoder.view(view, refusals, &mut inputs);
            let words = words(view);
            let own_first = |word: usize, block: &str| {
                let seats = view.game().players() - 1;
                let planes = (1..=seats).map(|j| words[word + j]).collect::<Vec<_>>();
                (planes, block.to_owned())
            };
            let one = |word: usize, block: &str| (vec![words[word]], block.to_owned());
            for (planes, name) in [
                one(HAND, "hand"),
                one(TABLE, "table"),
                one(UNSEEN, "unseen"),
                one(PILES, "own_pile"),
                own_first(KNOWN, "known"),
                own_first(PLAYED, "played"),
            ] {
                assert_eq!(expected(encoder, &planes, &name), held(encoder, &inputs, &name), "{name}");
            }
        });
    }

    /// The inputs of a block for some sets of cards.
    fn expected(encoder: &Encoder, planes: &[u64], name: &str) -> Vec<u16> {
        let block = encoder.blocks().into_iter().find(|block| block.name == name);
        let block = block.expect("a block");
        let mut out = Vec::new();
        for (j, &plane) in planes.iter().enumerate() {
            let start = block.start + j * block.width() / planes.len();
            cards(&mut out, start as u16, CardSet::from_bits(plane));
        }
        out
    }

    /// The inputs of a view that belong to a block.
    fn held(encoder: &Encoder, inputs: &[u16], name: &str) -> Vec<u16> {
        let blocks = encoder.blocks();
        let block = blocks.iter().find(|block| block.name == name).expect("a block");
        let mut held: Vec<u16> = inputs.iter().copied().filter(|&input| block.holds(input.into())).collect();
        held.sort_unstable();
        held
    }

    #[test]
    fn counts_are_those_of_the_view() {
        every_position(|_, _, _, _, view| {
            let words = words(view);
            let bytes = |word: usize| words[word].to_le_bytes();
            assert_eq!(usize::from(bytes(SEAT_BYTES)[0] & 127), view.hand_len(view.seat()));
            let tally = view.tally(view.game().side(view.seat()));
            assert_eq!(bytes(COUNTS)[..3], [tally.sweeps, tally.threes, tally.tens]);
            let [dealer, capture, matta, declaring, stock, left, _, _] = bytes(PROGRESS);
            assert_eq!((view.seat() + usize::from(dealer)) % view.game().players(), view.dealer());
            assert_eq!(capture == SEATS as u8, view.last_capture().is_none());
            assert_eq!((matta, declaring == 1), (view.matta(), view.is_declaring()));
            assert_eq!((usize::from(stock), usize::from(left)), (view.stock_len(), view.plies_left()));
        });
    }

    #[test]
    fn blocks_follow_each_other() {
        let mut next = 0;
        for (name, start, width, _) in WORD_BLOCKS {
            assert_eq!(start, next, "{name}");
            next = start + width;
        }
        assert_eq!(next, WORDS);
    }
}
