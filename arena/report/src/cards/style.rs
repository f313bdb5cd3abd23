//! The style of a deck: its suit signs, its figures and its colours.

use std::fmt;
use std::str::FromStr;

use spariglio_engine::Suit;

/// The style of a deck. All are drawn for this project.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum Style {
    /// Coins, cups, swords and batons with whole figures, as in Italian regional decks.
    #[default]
    Regional,
    /// Diamonds, hearts, spades and clubs with double-headed figures.
    French,
    /// Large indices and one large sign, in four colours.
    Plain,
}

impl Style {
    /// Every style.
    pub const ALL: [Style; 3] = [Style::Regional, Style::French, Style::Plain];

    /// Its name: `regional`, `french` or `plain`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Style::Regional => "regional",
            Style::French => "french",
            Style::Plain => "plain",
        }
    }

    /// The colour of the paper, and of its edge.
    pub(super) const fn paper(self) -> [&'static str; 2] {
        match self {
            Style::Regional => ["#fdf6e3", "#6b5a45"],
            Style::French => ["#fffdf6", "#63605a"],
            Style::Plain => ["#fffefa", "#4d4a45"],
        }
    }

    /// The ground of the back, and the colour of its ornaments.
    pub(super) const fn back(self) -> [&'static str; 2] {
        match self {
            Style::Regional => ["#8f2b22", "#e3a72b"],
            Style::French => ["#24507f", "#e8c46a"],
            Style::Plain => ["#1c6b48", "#f2b632"],
        }
    }

    /// The colour of the indices of a suit.
    pub(super) const fn ink(self, suit: Suit) -> &'static str {
        match (self, suit) {
            (Style::French, Suit::Coins | Suit::Cups) => "#c4281c",
            (Style::French, Suit::Swords | Suit::Batons) => "#22242b",
            (_, Suit::Coins) => "#7d4f00",
            (_, Suit::Cups) => "#a81e12",
            (_, Suit::Swords) => "#0a4a8a",
            (_, Suit::Batons) => "#17642a",
        }
    }
}

impl fmt::Display for Style {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl FromStr for Style {
    type Err = String;

    fn from_str(name: &str) -> Result<Style, String> {
        let style = Style::ALL.into_iter().find(|style| style.name() == name);
        style.ok_or_else(|| "expected `regional`, `french` or `plain`".to_owned())
    }
}
