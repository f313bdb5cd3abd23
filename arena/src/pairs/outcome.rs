//! How a hand ended: by the rules, or by an offence of a program that plays in it.
//!
//! An offence loses the match (`docs/reference/rules.md` E.6, TO2). So the hand counts as if every other side made a
//! shutout: the match limit to 0. It has no points by kind.

use spariglio_engine::{Game, HandScore, PointKind, State};

/// A hand that is over or was ended by an offence.
#[derive(Copy, Clone, Debug)]
pub struct Outcome {
    /// The last state.
    pub state: State,
    /// Its score; if forfeited, the score at the offence.
    pub score: HandScore,
    /// The side that forfeited it.
    pub forfeit: Option<usize>,
    /// The value of a match that is lost at once.
    worth: i32,
}

impl Outcome {
    /// A hand that ended in `state`; `forfeit` is the offender's side if there was an offence.
    #[must_use]
    pub fn new(game: &Game, state: State, forfeit: Option<usize>) -> Outcome {
        Outcome { state, score: state.score(game), forfeit, worth: game.shutout_value() }
    }

    /// Points of a side.
    #[inline]
    #[must_use]
    pub fn points(&self, side: usize) -> i32 {
        match self.forfeit {
            None => self.score.points(side),
            Some(offender) if offender == side => 0,
            Some(_) => self.worth,
        }
    }

    /// Points of a side minus the best other side's; if forfeited, the match limit for or against it.
    #[inline]
    #[must_use]
    pub fn margin(&self, side: usize) -> i32 {
        match self.forfeit {
            None => self.score.margin(side),
            Some(offender) if offender == side => -self.worth,
            Some(_) => self.worth,
        }
    }

    /// Points of a side by kind, in the order of [`PointKind::ALL`].
    #[must_use]
    pub fn by_kind(&self, side: usize) -> [i32; PointKind::COUNT] {
        match self.forfeit {
            None => self.score.by_kind(side),
            Some(_) => [0; PointKind::COUNT],
        }
    }

    /// The side that made a shutout; `None` if the hand is forfeited.
    #[must_use]
    pub fn shutout(&self) -> Option<usize> {
        self.score.shutout().filter(|_| self.forfeit.is_none())
    }
}
