//! The blocks of the inputs as data: name, place, size and meaning of each, for documentation.
//!
//! Invariant: they come from the layouts that the encoder writes by.

use spariglio_engine::{Card, Deck};

/// A run of inputs with one meaning.
#[derive(Clone, PartialEq, Debug)]
pub struct InputBlock {
    /// The subject of the inputs: `view`, `action` or `world`.
    pub part: &'static str,
    /// Its name within the part.
    pub name: &'static str,
    /// Index of its first input.
    pub start: usize,
    /// Its axes. The place of an input in the block is a number with one digit per axis; the last axis runs fastest.
    pub axes: Vec<Axis>,
    /// Its meaning.
    pub meaning: String,
}

/// One digit of a place in a block.
#[derive(Clone, PartialEq, Debug)]
pub struct Axis {
    /// The unit of the axis, such as `cards`.
    pub name: String,
    /// Its length.
    pub len: usize,
}

impl InputBlock {
    /// Number of inputs; 0 if the game has nothing for this block.
    pub fn width(&self) -> usize {
        self.axes.iter().map(|axis| axis.len).product()
    }

    /// The axes in words. Without `sizes`, lengths that depend on the game are left out.
    pub fn axes_text(&self, sizes: bool) -> String {
        // The axes of declarations tell only whether a game has the block.
        let axes = self
            .axes
            .iter()
            .filter(|axis| !sizes || !matches!(&*axis.name, "declares" | "obliges"));
        let axes: Vec<String> = axes.map(|axis| axis.text(sizes)).collect();
        if axes.is_empty() {
            "1".to_owned()
        } else {
            axes.join(" x ")
        }
    }

    /// Whether an input belongs to the block.
    pub fn holds(&self, input: usize) -> bool {
        (self.start..self.start + self.width()).contains(&input)
    }

    /// The place of an input on each axis longer than 1, in words: cards and ranks as the deck writes them.
    pub fn place(&self, input: usize, deck: Deck) -> Vec<String> {
        let mut rest = input - self.start;
        let mut words = Vec::new();
        for axis in self.axes.iter().rev() {
            if axis.len > 1 {
                words.push(axis.word(rest % axis.len, deck));
            }
            rest /= axis.len;
        }
        words.reverse();
        words
    }
}

impl Axis {
    /// The name and the length, which is left out if it depends on the game and `sizes` is not set.
    fn text(&self, sizes: bool) -> String {
        let name = self.name.replace("others", "other seats").replace('_', " ");
        let depends_on_game = match self.name.as_str() {
            "cards" | "ranks" | "others" | "other_sides" | "suit" | "plies" | "declares" | "obliges" => true,
            name => name.contains(' '),
        };
        if self.is_number() || depends_on_game && !sizes {
            name
        } else {
            format!("{name} ({})", self.len)
        }
    }

    fn is_number(&self) -> bool {
        self.name.starts_with(|letter: char| letter.is_ascii_digit())
    }

    fn word(&self, place: usize, deck: Deck) -> String {
        let letters = deck.pack().rank_letters();
        match self.name.as_str() {
            "cards" => format!("card {}", deck.card_text(Card::new(place as u8))),
            "ranks" => format!("rank {}", &letters[place..=place]),
            _ if self.is_number() => place.to_string(),
            name => format!("{name} {place}"),
        }
    }
}
