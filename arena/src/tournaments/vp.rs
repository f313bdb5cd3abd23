//! Victory points by the printed table (`docs/reference/rules.md` E.2, E.3, TO1, TO4).
//!
//! Match points (MP) are the difference of a match; the table turns them into victory points (VP) that add up to 20.

use serde::Serialize;
use spariglio_engine::MatchEnd;
use spariglio_engine::rules::MatchRules;

/// Limits and numbers of hands of the six columns.
const FORMATS: [(u32, u32); 6] = [(7, 1), (11, 2), (21, 3), (31, 4), (41, 5), (51, 6)];

/// The least MP of each row by column, the 10-10 row first; `None` if the column has no such row. The upper ends
/// follow, with two corrections of the printed table. 31 points has MP 24 twice: here 19-1 begins at 25, since the
/// bands around it are three wide. 51 points has no row for MP 22: the row before it is extended.
const LEAST: [[Option<i64>; 6]; 11] = [
    [Some(0), Some(0), Some(0), Some(0), Some(0), Some(0)],
    [Some(1), Some(1), Some(2), Some(2), Some(3), Some(3)],
    [Some(2), Some(3), Some(4), Some(4), Some(5), Some(6)],
    [Some(3), Some(5), Some(6), Some(7), Some(8), Some(9)],
    [Some(4), Some(7), Some(8), Some(10), Some(11), Some(12)],
    [Some(5), Some(9), Some(10), Some(13), Some(14), Some(16)],
    [Some(7), Some(11), Some(12), Some(16), Some(17), Some(19)],
    [Some(9), Some(13), Some(15), Some(19), Some(20), Some(23)],
    [None, Some(15), Some(18), Some(22), Some(23), Some(26)],
    [None, None, Some(21), Some(25), Some(26), Some(29)],
    [None, None, None, Some(27), Some(30), Some(33)],
];

/// A column of the table: the format of a match.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Column(usize);

/// Least VP of the opponent of a side that commits an offence.
const LEAST_OF_OFFENCE: i64 = 14;

/// Victory and match points of a match.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Award {
    /// VP by side.
    pub vp: [i64; 2],
    /// MP by side.
    pub mp: [i64; 2],
}

impl Award {
    /// The award of a winner and a loser.
    fn of(winner: usize, vp: [i64; 2], mp: [i64; 2]) -> Award {
        let by_side = |[won, lost]: [i64; 2]| if winner == 0 { [won, lost] } else { [lost, won] };
        Award { vp: by_side(vp), mp: by_side(mp) }
    }
}

impl Column {
    /// The award of a match between two sides that ended by the rules with these scores.
    #[must_use]
    pub fn award(self, scores: [i64; 2], end: MatchEnd) -> Award {
        let (side, vp, margin) = match end {
            MatchEnd::Level => return Award { vp: [10, 10], mp: [0, 0] },
            MatchEnd::Shutout { side } => (side, self.most_vp(), self.least_margin(self.most_vp())),
            MatchEnd::Won { side } => {
                let margin = (scores[0] - scores[1]).abs();
                (side, self.winner_vp(margin), margin)
            }
        };
        Award::of(side, [vp, 20 - vp], [margin, -margin])
    }

    /// The award of a match that side `offender` lost by an offence, with a difference of `margin` for the other side.
    #[must_use]
    pub fn forfeit(self, margin: i64, offender: usize) -> Award {
        let vp = self.winner_vp(margin).max(LEAST_OF_OFFENCE);
        let mp = [self.least_margin(vp), -self.least_margin(self.most_vp())];
        Award::of(1 - offender, [vp, 0], mp)
    }

    /// The column of a match's format; `None` if the table has no such limit or number of hands.
    #[must_use]
    pub fn of(end: &MatchRules) -> Option<Column> {
        let fits = |&(limit, hands): &(u32, u32)| match (end.limit, end.hands) {
            (Some(points), _) => points == limit,
            (None, Some(fixed)) => fixed == hands,
            (None, None) => false,
        };
        FORMATS.iter().position(fits).map(Column)
    }

    /// The heading of the column.
    #[must_use]
    pub fn name(self) -> String {
        let (limit, hands) = FORMATS[self.0];
        let noun = if hands == 1 { "hand" } else { "hands" };
        format!("{limit} points or {hands} {noun}")
    }

    /// All formats, for messages.
    #[must_use]
    pub fn formats() -> String {
        let [limits, hands] = [FORMATS.map(|format| format.0), FORMATS.map(|format| format.1)];
        format!("a limit of {limits:?}, or {hands:?} hands")
    }

    /// VP of the winner, 10 to 20, for a difference of `margin`; the loser gets 20 minus that.
    ///
    /// # Examples
    /// ```
    /// use spariglio_arena::tournaments::Column;
    /// use spariglio_engine::rules::MatchRules;
    ///
    /// let end = MatchRules { limit: Some(21), hands: None, seven_zero: false };
    /// let column = Column::of(&end).expect("a column");
    /// assert_eq!([0, 2, 9, 21].map(|margin| column.winner_vp(margin)), [10, 11, 14, 19]);
    /// assert_eq!(column.most_vp(), 19);
    /// ```
    #[must_use]
    pub fn winner_vp(self, margin: i64) -> i64 {
        let row = LEAST.iter().rposition(|row| row[self.0].is_some_and(|least| least <= margin));
        10 + row.unwrap_or(0) as i64
    }

    /// The least MP of the row in which the winner gets `vp`; of the column's last row if it has no such row.
    #[must_use]
    pub fn least_margin(self, vp: i64) -> i64 {
        let row = LEAST.get((vp - 10).max(0) as usize).and_then(|row| row[self.0]);
        row.unwrap_or_else(|| self.least_margin(self.most_vp()))
    }

    /// The highest VP of the column, the value of a shutout (TO1).
    #[must_use]
    pub fn most_vp(self) -> i64 {
        let row = LEAST.iter().rposition(|row| row[self.0].is_some());
        10 + row.unwrap_or(0) as i64
    }
}

#[cfg(test)]
mod tests {
    use super::{Column, FORMATS};
    use spariglio_engine::rules::MatchRules;

    fn column(limit: u32) -> Column {
        let end = MatchRules { limit: Some(limit), hands: None, seven_zero: false };
        Column::of(&end).expect("a column")
    }

    #[test]
    fn the_check_values_of_the_printed_table() {
        for (margin, vp) in [(0, 10), (5, 11), (15, 14), (22, 16), (23, 17), (32, 19), (33, 20), (90, 20)] {
            assert_eq!(column(51).winner_vp(margin), vp, "51 points, {margin}");
        }
        for (margin, vp) in [(23, 18), (24, 18), (25, 19), (26, 19), (27, 20)] {
            assert_eq!(column(31).winner_vp(margin), vp, "31 points, {margin}");
        }
        for (margin, vp) in [(0, 10), (1, 11), (4, 14), (6, 15), (8, 16), (9, 17), (40, 17)] {
            assert_eq!(column(7).winner_vp(margin), vp, "7 points, {margin}");
        }
        assert_eq!(column(7).name(), "7 points or 1 hand");
        for (margin, vp) in [(1, 10), (2, 11), (9, 14), (14, 16), (20, 18), (21, 19), (50, 19)] {
            assert_eq!(column(21).winner_vp(margin), vp, "21 points, {margin}");
        }
        assert_eq!([11, 41].map(|limit| column(limit).winner_vp(15)), [18, 15]);
    }

    #[test]
    fn a_shutout_is_the_last_row_and_its_least_margin() {
        let worth = FORMATS.map(|(limit, _)| (column(limit).most_vp(), column(limit).least_margin(20)));
        assert_eq!(worth, [(17, 9), (18, 15), (19, 21), (20, 27), (20, 30), (20, 33)]);
        assert_eq!(column(51).least_margin(14), 12);
    }

    #[test]
    fn limits_and_hands_share_columns() {
        let hands = |hands| Column::of(&MatchRules { limit: None, hands: Some(hands), seven_zero: false });
        assert_eq!(hands(6), Some(column(51)));
        assert_eq!(hands(1), Some(column(7)));
        assert_eq!(hands(7), None);
    }
}
