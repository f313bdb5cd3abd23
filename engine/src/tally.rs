//! Counts of what a side scored during play, packed into one word.

use crate::game::Game;
use crate::rules::RuleSet;
use crate::score::PointKind;

/// What a side scored during play, in counts (not points). Each count is below 256 by construction: a hand has at most
/// 52 plies.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Hash)]
pub struct Tally {
    /// Sweeps that score.
    pub sweeps: u8,
    /// Three-point declarations.
    pub threes: u8,
    /// Ten-point declarations.
    pub tens: u8,
    /// Captures of the card laid by the preceding play. This and the next two stay 0 where the rule set gives no points
    /// for any of the three.
    pub picada: u8,
    /// Captures in one suit.
    pub simili: u8,
    /// Captures of three or more table cards.
    pub quadriglia: u8,
}

impl Tally {
    /// The most that one capture adds, a sweep apart. Every count is named, so that none is forgotten.
    pub(crate) const MOST_OF_A_CAPTURE: Tally = Tally {
        sweeps: 0,
        threes: 0,
        tens: 0,
        picada: 1,
        simili: 1,
        quadriglia: 1,
    };

    /// Adds the counts of a play.
    #[inline(always)]
    pub(crate) fn add(&mut self, more: Tally) {
        *self = Tally {
            sweeps: self.sweeps + more.sweeps,
            threes: self.threes + more.threes,
            tens: self.tens + more.tens,
            picada: self.picada + more.picada,
            simili: self.simili + more.simili,
            quadriglia: self.quadriglia + more.quadriglia,
        };
    }

    /// The points of the counts.
    #[inline(always)]
    pub fn points(self, game: &Game) -> i32 {
        self.points_by(game.rules())
    }

    /// The points of the counts under a rule set.
    #[inline(always)]
    pub(crate) fn points_by(self, rules: &RuleSet) -> i32 {
        self.by_kind(rules).iter().map(|(_, points)| points).sum()
    }

    /// The points of the counts under a rule set, by kind.
    #[inline(always)]
    pub fn by_kind(self, rules: &RuleSet) -> [(PointKind, i32); 5] {
        let (score, declarations) = (&rules.score, &rules.declarations);
        let Tally {
            sweeps,
            threes,
            tens,
            picada,
            simili,
            quadriglia,
        } = self;
        let points = |count: u8, points: u16| i32::from(count) * i32::from(points);
        let declared = points(threes, declarations.three_points) + points(tens, declarations.ten_points);
        [
            (PointKind::Sweeps, points(sweeps, rules.sweep.points)),
            (PointKind::Declarations, declared),
            (PointKind::Picada, points(picada, score.picada)),
            (PointKind::Simili, points(simili, score.simili)),
            (PointKind::Quadriglia, points(quadriglia, score.quadriglia)),
        ]
    }
}
