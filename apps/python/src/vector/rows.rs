//! The rows of the arrays: the observation of each hand, and the loop over all hands.

use spariglio_agents::net::inputs::{WORDS, encode_bits};
use spariglio_engine::Game;
use spariglio_engine::hand::STEPS;

use super::slot::Slot;

/// The kind of observation of a hand.
#[derive(Copy, Clone, Eq, PartialEq)]
pub enum Observation {
    Nothing,
    Bits,
    Inputs,
    Sparse,
}

impl Observation {
    pub fn parse(text: &str) -> Result<Observation, String> {
        match text {
            "none" => Ok(Observation::Nothing),
            "bits" => Ok(Observation::Bits),
            "inputs" => Ok(Observation::Inputs),
            "sparse" => Ok(Observation::Sparse),
            _ => Err(format!("obs is \"{text}\": expected \"none\", \"bits\", \"inputs\" or \"sparse\"")),
        }
    }
}

/// The arrays, with a row per hand. An array is empty if nobody asked for it.
pub struct SlotRows<'a> {
    pub observation: Observation,
    pub in_steps: bool,
    pub bits: &'a mut [u64],
    pub inputs: &'a mut [u8],
    /// Number of inputs of a view, if inputs are shown.
    pub width: usize,
    pub mask: &'a mut [i8],
    pub n_legal: &'a mut [i64],
    pub seat: &'a mut [i64],
    pub rewards: &'a mut [f32],
    pub done: &'a mut [bool],
}

impl SlotRows<'_> {
    /// Whether all arrays have a row for each of `hands`. Python may have resized them.
    pub fn fit(&self, game: &Game, hands: usize) -> bool {
        let width = |given: bool, width: usize| if given { width * hands } else { 0 };
        self.bits.len() == width(self.observation == Observation::Bits, WORDS)
            && self.inputs.len() == self.width * hands
            && self.mask.len() == width(self.in_steps, STEPS)
            && self.rewards.len() == game.sides() * hands
            && [self.n_legal.len(), self.seat.len(), self.done.len()] == [hands; 3]
    }

    /// Writes the rows of new hands.
    pub fn show(&mut self, game: &Game, slots: &mut [Slot]) {
        self.rewards.fill(0.0);
        self.done.fill(false);
        for (hand, slot) in slots.iter_mut().enumerate() {
            self.begin(game, hand, slot);
            if self.in_steps {
                slot.retake();
                self.mask(hand, slot);
            }
        }
    }

    /// Plays the choices, which must be legal.
    pub fn step(&mut self, game: &Game, slots: &mut [Slot], choices: &[u16]) {
        let sides = game.sides();
        for (hand, (slot, &choice)) in slots.iter_mut().zip(choices).enumerate() {
            let rewards = &mut self.rewards[hand * sides..][..sides];
            if self.done[hand] {
                rewards.fill(0.0);
            }
            slot.choose(game, choice, self.in_steps, rewards);
            self.show_end(game, hand, slot);
        }
    }

    /// Writes the results of choices that were played elsewhere.
    pub fn tell(&mut self, game: &Game, slots: &mut [Slot], margins: &[f32]) {
        self.rewards.copy_from_slice(margins);
        for (hand, slot) in slots.iter_mut().enumerate() {
            self.show_end(game, hand, slot);
        }
    }

    /// Writes the row of a hand after a choice.
    #[inline]
    fn show_end(&mut self, game: &Game, hand: usize, slot: &mut Slot) {
        self.done[hand] = slot.end == Some(true);
        if slot.end.is_some() {
            self.begin(game, hand, slot);
        } else {
            self.mask(hand, slot);
        }
    }

    /// Writes the row of a hand at the start of a decision.
    #[inline]
    fn begin(&mut self, game: &Game, hand: usize, slot: &mut Slot) {
        self.seat[hand] = slot.seat() as i64;
        self.n_legal[hand] = slot.legal().len() as i64;
        match self.observation {
            Observation::Nothing | Observation::Sparse => {}
            Observation::Bits => encode_bits(&slot.view(game), &mut self.bits[hand * WORDS..][..WORDS]),
            Observation::Inputs => {
                let row = &mut self.inputs[hand * self.width..][..self.width];
                row.fill(0);
                for &input in slot.inputs(game) {
                    row[usize::from(input)] = 1;
                }
            }
        }
        if self.in_steps {
            slot.begin_steps();
            self.mask(hand, slot);
        }
    }

    fn mask(&mut self, hand: usize, slot: &Slot) {
        slot.steps.mask(&mut self.mask[hand * STEPS..][..STEPS]);
    }
}
