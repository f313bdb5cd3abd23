//! The state of a match between two hands, and how a match ends.
//!
//! Source: `docs/reference/rules.md` B6, B24, B25, C.15, D31, D32.

use crate::game::Game;
use crate::hand::score::HandScore;
use crate::rules::MatchRules;

/// A match before its next hand.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct MatchState {
    /// Points of each side.
    pub scores: Vec<i64>,
    /// Hands played, which is also the number of the next hand, from 0.
    pub hands: usize,
    /// The seat that deals the next hand.
    pub dealer: usize,
}

/// How a match ends by its rules.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
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
    /// The side that won; `None` if the match ended level.
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
        MatchState { scores: vec![0; game.sides()], hands: 0, dealer: first_dealer }
    }

    /// Counts a hand: adds its points (none after a shutout) and moves on to the next dealer. Returns the end of the
    /// match if this was its last hand.
    ///
    /// # Examples
    /// A match of random hands:
    /// ```
    /// use rand_pcg::Pcg64Mcg;
    /// use spariglio_engine::{Deal, Game, MatchState, State};
    ///
    /// let game = Game::preset("scopa").expect("a preset");
    /// let (mut rng, mut state, mut end) = (Pcg64Mcg::new(7), MatchState::new(&game, 0), None);
    /// while end.is_none() {
    ///     let deal = Deal::random(&game, state.dealer, &mut rng);
    ///     let mut hand = State::new(&game, &deal);
    ///     hand.playout(&game, &deal, &mut rng);
    ///     end = state.count(&game, &hand.score(&game));
    /// }
    /// assert_eq!(end.and_then(|end| end.winner()), state.leader());
    /// ```
    pub fn count(&mut self, game: &Game, score: &HandScore) -> Option<MatchEnd> {
        for (side, points) in self.scores.iter_mut().enumerate().take(score.sides()) {
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

    /// The side with more points than every other; `None` if the lead is shared.
    #[must_use]
    pub fn leader(&self) -> Option<usize> {
        let best = self.scores.iter().max()?;
        let mut leaders = self.scores.iter().enumerate().filter(|(_, points)| *points == best);
        let (side, _) = leaders.next()?;
        leaders.next().is_none().then_some(side)
    }
}

impl MatchRules {
    /// Whether a match is over with these scores after `hands` hands, if none of them was a shutout.
    #[must_use]
    pub fn is_reached(&self, scores: &[i64], hands: usize) -> bool {
        let best = scores.iter().copied().max().unwrap_or(0);
        let leaders = scores.iter().filter(|points| **points == best).count();
        let others_zero = scores.iter().filter(|points| **points == 0).count() + 1 == scores.len();
        let seven_zero = self.seven_zero && best >= 7 && others_zero;
        let limit = self.limit.is_some_and(|limit| best >= i64::from(limit) && leaders == 1);
        let fixed = self.hands.is_some_and(|fixed| hands >= fixed as usize);
        seven_zero || limit || fixed
    }
}
