//! The counts of a capture, and the ace that takes itself. Used both before a play and during it. Rules:
//! `docs/reference/rules.md` B15, CL15, C.15.

use super::{NOBODY, State};
use crate::cards::card::Card;
use crate::cards::card_set::CardSet;
use crate::game::Game;
use crate::hand::capture::{self, Captor, Kinds};
use crate::hand::tally::Tally;

impl State {
    /// Whether a capture is a sweep that scores (`docs/reference/rules.md` B15). The answer is the same if the card is
    /// still in the hand and if it has just left it.
    #[inline(always)]
    pub fn is_scoring_sweep(&self, game: &Game, card: Card, captured: CardSet) -> bool {
        if captured != self.table {
            return false;
        }
        let played = usize::from(self.ply) + usize::from(self.hands[self.seat()].contains(card));
        (game.capture.last_play_sweeps || played < game.plies())
            && (game.capture.ace_sweeps || !self.is_ace_capture(game, card))
    }

    /// The counts that a capture by the seat to act adds for its side.
    #[inline(always)]
    pub fn capture_counts(&self, game: &Game, card: Card, captured: CardSet) -> Tally {
        let counts = if game.play_points {
            self.play_counts(game, card, captured)
        } else {
            Tally::default()
        };
        Tally { sweeps: u8::from(self.is_scoring_sweep(game, card, captured)), ..counts }
    }

    /// Whether a card that captures nothing goes to the pile at once.
    #[inline(always)]
    pub fn takes_itself(&self, game: &Game, card: Card) -> bool {
        game.takes_itself(self.table, self.matta, card)
    }

    /// Whether the card captures as an ace that takes all. If it may take all, it has no other capture.
    fn is_ace_capture(&self, game: &Game, card: Card) -> bool {
        Captor::new(game, card, self.captor_table()).kinds(game) == Kinds::All
    }

    /// Picada, simili and quadriglia of a capture.
    #[inline(always)]
    pub(super) fn play_counts(&self, game: &Game, card: Card, captured: CardSet) -> Tally {
        let is_picada = self.last_lay != NOBODY && {
            let laid = Card::at(self.last_lay);
            let value = capture::effective(game, card, self.matta);
            captured == CardSet::single(laid)
                && if value == 0 {
                    card.rank() == laid.rank()
                } else {
                    value == capture::effective(game, laid, self.matta)
                }
        };
        Tally {
            picada: u8::from(is_picada),
            simili: u8::from(CardSet::suit(card.suit()).contains_all(captured)),
            quadriglia: u8::from(captured.len() >= 3),
            ..Tally::default()
        }
    }
}
