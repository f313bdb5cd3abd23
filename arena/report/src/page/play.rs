//! A play: drawn as small cards where a page can, else as letters.

use spariglio_engine::Card;
use spariglio_engine::rules::Pack;

/// A play of a seat.
#[derive(Clone, Debug)]
pub struct Play {
    /// The pack of its cards.
    pub pack: Pack,
    /// What is drawn, in order.
    pub pieces: Vec<Piece>,
    /// The play in words, for readers of screens.
    pub words: String,
    /// The play in letters: "7d x 4c 3s".
    pub letters: String,
}

/// A part of a drawn play.
#[derive(Clone, Debug)]
pub enum Piece {
    /// A card.
    Card(Card),
    /// A sign or a word between cards.
    Sign(String),
}

impl Play {
    /// Its cards.
    pub fn cards(&self) -> impl Iterator<Item = (Pack, Card)> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Card(card) => Some((self.pack, *card)),
            Piece::Sign(_) => None,
        })
    }
}
