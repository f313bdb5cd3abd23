//! A match between two hands: scores, hands played, who deals next; and how it ends.

use std::sync::Arc;

use spariglio_agents::{MatchEquity, Standing};
use spariglio_engine::{Game, HandScore};

/// A match before its next hand.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct MatchState {
    /// Points of each side.
    pub scores: Vec<i64>,
    /// Hands played.
    pub hands: usize,
    /// The seat that deals the next hand.
    pub dealer: usize,
}

/// How a match ends by its rules.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum MatchEnd {
    /// By the points of `side`.
    Won {
        /// The winner.
        side: usize,
    },
    /// By a shutout of `side`, whatever the points.
    Shutout {
        /// The winner.
        side: usize,
    },
    /// Level after the last of a fixed number of hands.
    Level,
}

impl MatchEnd {
    /// The side that won.
    #[must_use]
    pub fn winner(self) -> Option<usize> {
        match self {
            MatchEnd::Won { side } | MatchEnd::Shutout { side } => Some(side),
            MatchEnd::Level => None,
        }
    }
}

impl MatchState {
    /// The start of a match of `game`.
    #[must_use]
    pub fn new(game: &Game, first_dealer: usize) -> MatchState {
        MatchState {
            scores: vec![0; game.sides()],
            hands: 0,
            dealer: first_dealer,
        }
    }

    /// Adds a hand: its points, none after a shutout, and the next dealer. The end of the match, if it is the last hand.
    pub fn count(&mut self, game: &Game, score: &HandScore) -> Option<MatchEnd> {
        for (side, points) in self.scores.iter_mut().enumerate() {
            *points += i64::from(score.side(side).total());
        }
        self.hands += 1;
        self.dealer = (self.dealer + 1) % game.players();
        if let Some(side) = score.shutout() {
            return Some(MatchEnd::Shutout { side });
        }
        let over = game.rules().end.is_reached(&self.scores, self.hands);
        over.then(|| self.leader().map_or(MatchEnd::Level, |side| MatchEnd::Won { side }))
    }

    /// The side with more points than every other.
    #[must_use]
    pub fn leader(&self) -> Option<usize> {
        let best = self.scores.iter().max()?;
        let mut leaders = self.scores.iter().enumerate().filter(|(_, points)| *points == best);
        let (side, _) = leaders.next()?;
        leaders.next().is_none().then_some(side)
    }

    /// What the players are told before the next hand.
    #[must_use]
    pub fn standing(&self, equity: Option<&Arc<MatchEquity>>) -> Standing {
        Standing {
            scores: self.scores.clone(),
            hands: self.hands,
            dealer: self.dealer,
            equity: equity.cloned(),
        }
    }
}
