//! A view as few words: sets of cards as they are, small numbers as bytes. What [`super::encode`] says of the table in one byte
//! for each card, for those who unpack it themselves, on a GPU say.

use spariglio_engine::View;

use super::layout::SEATS;
use super::table::{dealer_bonus, known, relative_capture};

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

/// What the words hold: name, first word, number of words, meaning. Bytes are counted from the lowest; cards by their index,
/// seats and sides in the order of play from the observer.
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
    ("seats", SEAT_BYTES, 1, "A byte for each seat: hand cards, and 128 where it has passed."),
    ("progress", PROGRESS, 1, "In bytes: the seat that deals, the side of the last capture (6: nobody), the declared value of 7c, whether the seat decides on a declaration, cards in the stock, cards still to be played, deal-rounds that follow."),
];

/// Writes what the observer of a view knows. `out` has [`WORDS`] words; what was in it is lost.
///
/// # Panics
/// If `out` has another length.
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
        out[COUNTS + j] = u64::from_le_bytes([
            tally.sweeps,
            tally.threes,
            tally.tens,
            tally.picada,
            tally.simili,
            tally.quadriglia,
            dealer_bonus(view, side),
            0,
        ]);
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

#[cfg(test)]
mod tests {
    use rand_pcg::Pcg64Mcg;
    use rand_pcg::rand_core::SeedableRng;
    use spariglio_engine::{Deal, Game, RuleSet, State};

    use super::*;
    use crate::features::layout::{CARDS, SIDE_COUNTERS, block};
    use crate::features::{FEATURES, encode};

    /// The words that a row of features stands for.
    fn words(features: &[u8]) -> Vec<u64> {
        let set = |start: usize| {
            let cards = features[start..start + CARDS].iter().enumerate();
            cards.fold(0, |set, (card, &there)| set | u64::from(there) << card)
        };
        let one = |start: usize, width: usize| {
            let place = features[start..start + width].iter().position(|&there| there == 1);
            place.expect("one of them") as u8
        };
        let bytes = |bytes: &[u8]| {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            u64::from_le_bytes(word)
        };
        let mut out = [block::HAND, block::TABLE, block::UNSEEN, block::LAST_LAY]
            .map(set)
            .to_vec();
        for start in [block::PILES, block::KNOWN, block::PLAYED] {
            out.extend((0..SEATS).map(|j| set(start + j * CARDS)));
        }
        let sides = block::SIDES;
        out.extend(
            (0..SEATS).map(|j| bytes(&features[sides + j * SIDE_COUNTERS + 2..sides + (j + 1) * SIDE_COUNTERS])),
        );
        let seat = |j| features[block::HAND_SIZES + j] | features[block::PASSED + j] << 7;
        out.push(bytes(&[0, 1, 2, 3, 4, 5].map(seat)));
        out.push(bytes(&[
            one(block::DEALER, SEATS),
            one(block::LAST_CAPTURE, SEATS + 1),
            one(block::MATTA, 11),
            features[block::DECLARING],
            features[block::STOCK],
            features[block::PLIES_LEFT],
            features[block::ROUNDS_LEFT],
        ]));
        out
    }

    #[test]
    fn they_say_what_the_features_say() {
        for name in RuleSet::preset_names() {
            let game = Game::preset(name).expect("a preset");
            let mut rng = Pcg64Mcg::seed_from_u64(3);
            for hand in 0..10 {
                let deal = Deal::random(&game, hand % game.players(), &mut rng);
                let mut state = State::new(&game, &deal);
                while !state.is_over() {
                    let view = View::new(&game, &deal, &state, state.seat(), false);
                    let (mut row, mut bits) = (vec![0; FEATURES], vec![0; WORDS]);
                    encode(&view, &mut row);
                    encode_bits(&view, &mut bits);
                    assert_eq!(bits, words(&row), "{name}");
                    let action = state.random_action(&game, &mut rng);
                    state.apply(&game, &deal, action);
                }
            }
        }
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
