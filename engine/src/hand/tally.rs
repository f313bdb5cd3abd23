//! Counts of the points that a side scores during play, packed into one word.

use serde::Serialize;

use crate::hand::point_kind::PointKind;
use crate::rules::RuleSet;

/// The kinds of points that single captures score: one row for each, with its count in [`Tally`] and in
/// [`ScoreRules`](crate::rules::ScoreRules), and its [`PointKind`]. `State::capture_counts` says which capture scores.
macro_rules! capture_points {
    ($($(#[$doc:meta])* $count:ident: $kind:ident,)*) => {
        /// The scores of a side during play as counts, not points. Each count is below 256, because a hand has at most
        /// 52 plies.
        #[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Hash, Serialize)]
        pub struct Tally {
            /// Sweeps that score.
            pub sweeps: u8,
            /// Three-point declarations.
            pub threes: u8,
            /// Ten-point declarations.
            pub tens: u8,
            $($(#[$doc])* pub $count: u8,)*
        }

        impl Tally {
            /// The names of the counts, in order.
            pub const NAMES: [&str; 3 + CAPTURE_KINDS] = ["sweeps", "threes", "tens", $(stringify!($count)),*];

            /// The most that one capture adds, without the sweep.
            pub(crate) const MOST_OF_A_CAPTURE: Tally = Tally { sweeps: 0, threes: 0, tens: 0, $($count: 1),* };

            /// All counts, in the order of [`Tally::NAMES`].
            #[inline]
            pub fn counts(self) -> [u8; 3 + CAPTURE_KINDS] {
                [self.sweeps, self.threes, self.tens, $(self.$count),*]
            }

            /// The counts of single captures, without sweeps.
            pub fn captures(self) -> [(PointKind, u8); CAPTURE_KINDS] {
                [$((PointKind::$kind, self.$count)),*]
            }

            /// Adds the counts of a play.
            #[inline(always)]
            pub(crate) fn add(&mut self, more: Tally) {
                self.sweeps += more.sweeps;
                self.threes += more.threes;
                self.tens += more.tens;
                $(self.$count += more.$count;)*
            }

            /// The points of the counts under a rule set, by kind.
            #[inline(always)]
            pub fn by_kind(self, rules: &RuleSet) -> [(PointKind, i32); 2 + CAPTURE_KINDS] {
                let points = |count: u8, points: u16| i32::from(count) * i32::from(points);
                let (threes, tens) = (rules.declarations.three_points, rules.declarations.ten_points);
                [
                    (PointKind::Sweeps, points(self.sweeps, rules.sweep.points)),
                    (PointKind::Declarations, points(self.threes, threes) + points(self.tens, tens)),
                    $((PointKind::$kind, points(self.$count, rules.score.$count))),*
                ]
            }
        }

        const CAPTURE_KINDS: usize = [$(PointKind::$kind),*].len();
    };
}

capture_points! {
    /// Captures of the card laid by the preceding play. All counts of single captures stay 0 if the rule set gives no
    /// points for any of them.
    picada: Picada,
    /// Captures in one suit.
    simili: Simili,
    /// Captures of three or more table cards.
    quadriglia: Quadriglia,
}

impl Tally {
    /// The points of the counts under a rule set.
    #[inline(always)]
    pub fn points(self, rules: &RuleSet) -> i32 {
        self.by_kind(rules).iter().map(|(_, points)| points).sum()
    }
}
