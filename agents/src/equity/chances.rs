//! The chances of the side that plays first, for every standing of a match.
//!
//! The chance of the dealer's side is 1 minus that. In a match to a limit, a chance depends on both scores. In a match
//! over a fixed number of hands, it depends on the hands to play and the difference of the scores. Rules for the end of
//! a match: `docs/reference/rules.md` B25, C.15, D31.

use serde::{Deserialize, Serialize};
use spariglio_engine::rules::MatchRules;

use super::SideStanding;

/// Chances (or standard errors) of the side that plays first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "match", rename_all = "snake_case", deny_unknown_fields)]
pub enum Chances {
    /// A match to a limit.
    Limit {
        /// Points that end it.
        limit: u32,
        /// Whether a score of seven or more to nothing ends it.
        seven_zero: bool,
        /// `forehand[a][b]`: the side that plays first has `a` points, the other `b`; both below the limit. 1 or 0 if
        /// the match is over by seven to nothing.
        forehand: Vec<Vec<f64>>,
        /// The chance if both sides are level at or above the limit: the next hand that is not level decides.
        sudden_death: f64,
    },
    /// A match of a fixed number of hands.
    Hands {
        /// Their number.
        hands: u32,
        /// `forehand[h - 1][m + r]`: `h` hands are still to play, and the side that plays first leads by `m` points,
        /// from `-r` to `r`. If the lead is larger, the value at `r` (or `-r`) counts.
        forehand: Vec<Vec<f64>>,
    },
}

impl Chances {
    /// The chance of a side: 1 or 0 if the match is over, a half if it ended level.
    #[must_use]
    pub fn of(&self, place: SideStanding) -> f64 {
        if place.deals {
            1.0 - self.forehand(place.other, place.own, place.hands)
        } else {
            self.forehand(place.own, place.other, place.hands)
        }
    }

    /// The standard error at a place; the same for both sides, 0 if the match is over.
    pub(super) fn error_of(&self, place: SideStanding) -> f64 {
        let [own, other] = if place.deals {
            [place.other, place.own]
        } else {
            [place.own, place.other]
        };
        match self.ended(own, other, place.hands) {
            Some(_) => 0.0,
            None => self.forehand(own, other, place.hands),
        }
    }

    /// The chance of the side that plays first, with `own` points against `other` after `hands` hands.
    #[must_use]
    pub fn forehand(&self, own: i64, other: i64, hands: usize) -> f64 {
        if let Some(value) = self.ended(own, other, hands) {
            return value;
        }
        match self {
            Chances::Limit { limit, forehand, sudden_death, .. } => {
                if own.max(other) >= i64::from(*limit) {
                    return *sudden_death;
                }
                forehand[own.max(0) as usize][other.max(0) as usize]
            }
            Chances::Hands { hands: all, forehand } => {
                let row = &forehand[*all as usize - hands - 1];
                let reach = (row.len() / 2) as i64;
                row[((own - other).clamp(-reach, reach) + reach) as usize]
            }
        }
    }

    /// The rules for the end of the match.
    fn rules(&self) -> MatchRules {
        let (limit, hands, seven_zero) = match *self {
            Chances::Limit { limit, seven_zero, .. } => (Some(limit), None, seven_zero),
            Chances::Hands { hands, .. } => (None, Some(hands), false),
        };
        MatchRules { limit, hands, seven_zero }
    }

    /// The final value of the match for the side with `own` points; `None` if the match is not over.
    #[must_use]
    pub fn ended(&self, own: i64, other: i64, hands: usize) -> Option<f64> {
        self.rules().is_reached(&[own, other], hands).then(|| match own.cmp(&other) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        })
    }

    /// Checks that every place has its number, from 0 to 1.
    pub(super) fn check(&self) -> Result<(), String> {
        let (rows, wanted) = match self {
            Chances::Limit { limit, forehand, .. } => (forehand, *limit as usize),
            Chances::Hands { hands, forehand } => (forehand, *hands as usize),
        };
        if rows.len() != wanted {
            return Err(format!("forehand: {} rows, expected {wanted}", rows.len()));
        }
        for (place, row) in rows.iter().enumerate() {
            let right = match self {
                Chances::Limit { .. } => row.len() == wanted,
                Chances::Hands { .. } => row.len() % 2 == 1,
            };
            if !right || row.iter().any(|value| !(0.0..=1.0).contains(value)) {
                return Err(format!(
                    "forehand, row {place}: {} numbers, expected {} from 0 to 1",
                    row.len(),
                    if matches!(self, Chances::Limit { .. }) {
                        wanted.to_string()
                    } else {
                        "an odd number".to_owned()
                    },
                ));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Chances, SideStanding};

    fn place(own: i64, other: i64, hands: usize, deals: bool) -> SideStanding {
        SideStanding { own, other, hands, deals }
    }

    fn limit() -> Chances {
        Chances::Limit {
            limit: 8,
            seven_zero: true,
            forehand: (0..8)
                .map(|own| (0..8).map(|other| 0.5 + 0.01 * f64::from(own - other)).collect())
                .collect(),
            sudden_death: 0.45,
        }
    }

    #[test]
    fn ends_of_a_match_to_a_limit() {
        let chances = limit();
        assert_eq!(chances.of(place(3, 5, 2, false)), 0.48);
        assert_eq!(chances.of(place(5, 3, 2, true)), 1.0 - 0.48);
        assert_eq!(chances.of(place(8, 7, 2, true)), 1.0);
        assert_eq!(chances.of(place(3, 11, 2, false)), 0.0);
        assert_eq!(chances.of(place(7, 0, 2, false)), 1.0);
        assert_eq!(chances.of(place(0, 7, 2, true)), 0.0);
        assert_eq!(chances.of(place(7, 1, 2, false)), 0.56);
        assert_eq!(chances.of(place(12, 12, 9, false)), 0.45);
        assert_eq!(chances.of(place(8, 8, 9, true)), 0.55);
        assert_eq!(chances.error_of(place(9, 2, 9, true)), 0.0);
        assert_eq!(chances.error_of(place(2, 1, 9, true)), 0.49);
        assert!(chances.check().is_ok());
    }

    #[test]
    fn a_fixed_number_of_hands_goes_by_the_lead() {
        let chances = Chances::Hands { hands: 2, forehand: vec![vec![0.1, 0.45, 0.8], vec![0.1, 0.2, 0.45, 0.7, 0.8]] };
        assert!(chances.check().is_ok());
        assert_eq!(chances.of(place(4, 5, 0, false)), 0.2);
        assert_eq!(chances.of(place(5, 5, 1, true)), 0.55);
        assert_eq!(chances.of(place(50, 5, 1, false)), 0.8);
        assert_eq!(chances.of(place(50, 50, 2, false)), 0.5);
        assert_eq!(chances.of(place(50, 51, 2, false)), 0.0);
    }

    #[test]
    fn a_table_with_holes_is_told() {
        let Chances::Limit { mut forehand, .. } = limit() else {
            unreachable!("it is one");
        };
        forehand[3].pop();
        let chances = Chances::Limit { limit: 8, seven_zero: false, forehand, sudden_death: 0.5 };
        let message = chances.check().expect_err("a number is missing");
        assert!(message.contains("row 3") && message.contains("7 numbers, expected 8"), "{message}");
    }
}
