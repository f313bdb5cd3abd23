//! From the results of hands to the chances of a match, by backward induction.
//!
//! Let `F(a, b)` be the chance of the side that plays first, with `a` points against `b`. After a hand with `i` and `j`
//! points the other side plays first. So with the shares `p` of hands
//!
//! `F(a, b) = P(shutout of the first side) + sum over i, j of p(i, j) * (1 - F(b + j, a + i))`.
//!
//! A finished match is worth 1 if won, 0 if lost and a half if level. Matches to a limit are computed by falling sums
//! `a + b`. A hand without points leads from `(a, b)` to `(b, a)`:
//!
//! `F(a, b) = x + p * (1 - F(b, a))` and `F(b, a) = y + p * (1 - F(a, b))` give
//! `F(a, b) = (x + p * (1 - y - p)) / (1 - p * p)`.
//!
//! When the score is level at or above the limit, the next hand with a lead decides: one chance for all such scores.
//! Matches of a fixed number of hands depend only on the remaining hands and the lead. Method: backward induction
//! (Bellman 1957); in backgammon the same table is the match equity table (Zadeh 1977).

use spariglio_agents::equity::Chances;
use spariglio_engine::rules::MatchRules;

use super::counts::HandCounts;

/// The chances of a match that ends by `end`, if its hands end as the counted ones did.
///
/// # Panics
/// If `end` has neither limit nor hands, if it has hands and `seven_zero`, or if no hand was counted.
#[must_use]
pub fn chances(end: &MatchRules, counts: &HandCounts) -> Chances {
    assert!(counts.hands() > 0, "hands were counted");
    match (end.limit, end.hands) {
        (Some(limit), _) => to_limit(limit, end.seven_zero, counts),
        (None, Some(hands)) => {
            assert!(!end.seven_zero, "a fixed number of hands goes by the lead alone");
            over_hands(hands, counts)
        }
        (None, None) => panic!("a match has an end"),
    }
}

fn to_limit(limit: u32, seven_zero: bool, counts: &HandCounts) -> Chances {
    let shares: Vec<([usize; 2], f64)> = counts
        .shares()
        .map(|([first, dealer], share)| ([first as usize, dealer as usize], share))
        .collect();
    let pointless = shares.first().filter(|(points, _)| *points == [0, 0]);
    let [shutout, _] = counts.shutout_shares();
    let work = ToLimit {
        pointless: pointless.map_or(0.0, |&(_, share)| share),
        pointed: shares.iter().filter(|(points, _)| *points != [0, 0]).copied().collect(),
        shutout,
    };
    let size = limit as usize;
    let mut table = Chances::Limit {
        limit,
        seven_zero,
        forehand: vec![vec![0.0; size]; size],
        sudden_death: work.sudden_death(),
    };
    for sum in (0..2 * size - 1).rev() {
        for low in sum.saturating_sub(size - 1)..=sum / 2 {
            let high = sum - low;
            let pair = work.pair(&table, low, high);
            if let Chances::Limit { forehand, .. } = &mut table {
                (forehand[low][high], forehand[high][low]) = pair;
            }
        }
    }
    table
}

/// The shares of hands for a match to a limit.
struct ToLimit {
    /// Share of hands in which nobody makes a point.
    pointless: f64,
    /// Points of the first side and of the dealer's side, with the share of such hands; without shutouts and hands
    /// without points.
    pointed: Vec<([usize; 2], f64)>,
    /// Share of hands in which the first side makes a shutout.
    shutout: f64,
}

impl ToLimit {
    /// The chance of the first side when the next lead decides.
    fn sudden_death(&self) -> f64 {
        let share = |wanted: fn(&[usize; 2]) -> bool| -> f64 {
            let fitting = self.pointed.iter().filter(|(points, _)| wanted(points));
            fitting.map(|(_, share)| share).sum()
        };
        let won = self.shutout + share(|[first, dealer]| first > dealer);
        let level = self.pointless + share(|[first, dealer]| first == dealer);
        if level == 1.0 {
            return 0.5;
        }
        (won + level) / (1.0 + level)
    }

    /// `F(low, high)` and `F(high, low)`.
    fn pair(&self, table: &Chances, low: usize, high: usize) -> (f64, f64) {
        let over = |own: usize, other: usize| table.ended(own as i64, other as i64, 0);
        if let (Some(first), Some(second)) = (over(low, high), over(high, low)) {
            return (first, second);
        }
        if self.pointless == 1.0 {
            return (0.5, 0.5);
        }
        let [x, y] = [self.pointed(table, low, high), self.pointed(table, high, low)];
        let p = self.pointless;
        let solved = |x: f64, y: f64| (x + p * (1.0 - y - p)) / (1.0 - p * p);
        (solved(x, y), solved(y, x))
    }

    /// The part of `F(own, other)` from shutouts and hands with points.
    fn pointed(&self, table: &Chances, own: usize, other: usize) -> f64 {
        let after =
            |[first, dealer]: [usize; 2]| 1.0 - table.forehand((other + dealer) as i64, (own + first) as i64, 0);
        let played: f64 = self.pointed.iter().map(|&(points, share)| share * after(points)).sum();
        self.shutout + played
    }
}

fn over_hands(hands: u32, counts: &HandCounts) -> Chances {
    let shares: Vec<(i64, f64)> = counts
        .shares()
        .map(|([first, dealer], share)| (i64::from(first - dealer), share))
        .collect();
    let [shutout, _] = counts.shutout_shares();
    let widest = shares.iter().map(|(margin, _)| margin.abs()).max().unwrap_or(0);
    let mut rows: Vec<Vec<f64>> = Vec::new();
    for left in 1..=i64::from(hands) {
        let reach = left * widest + 1;
        let value = |lead: i64| {
            let after = |margin: i64| match rows.last() {
                None => 0.5 + 0.5 * (lead + margin).signum() as f64,
                Some(next) => {
                    let reach = (next.len() / 2) as i64;
                    1.0 - next[((-lead - margin).clamp(-reach, reach) + reach) as usize]
                }
            };
            let played: f64 = shares.iter().map(|&(margin, share)| share * after(margin)).sum();
            shutout + played
        };
        let row = (-reach..=reach).map(value).collect();
        rows.push(row);
    }
    Chances::Hands { hands, forehand: rows }
}
