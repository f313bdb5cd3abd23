//! An excerpt of the table for a terminal.

use spariglio_agents::MatchEquity;
use spariglio_agents::equity::{Chances, described_end};
use spariglio_files::Origin;

use crate::figures::signed;
use crate::page::{Table, text};

/// The most rows and columns that are shown.
const SHOWN: usize = 11;
/// Leads that are shown on either side, for a fixed number of hands.
const LEADS: i64 = 8;

/// A summary of the sampled hands, the first dealer's edge, and the chances of the side that plays first in percent.
#[must_use]
pub fn text(table: &MatchEquity) -> String {
    let hand = &table.hand;
    let mut lines = vec![
        format!("Match equity of {} {}", table.rules, described_end(&table.chances)),
        format!("  {} hands of {} against itself, seed {}", table.hands, table.agent, table.seed),
        format!(
            "  per hand         first side {:.3} points, shutouts {:.3} %; dealer's side {:.3} points, shutouts {:.3} %",
            hand.forehand.points,
            100.0 * hand.forehand.shutouts,
            hand.dealer.points,
            100.0 * hand.dealer.shutouts
        ),
        format!("  at the start     {}", super::verdict(table)),
    ];
    let origin = table.origin.as_ref().map(Origin::text);
    let facts = origin.into_iter().chain(table.command.clone());
    lines.splice(1..1, facts.map(|line| format!("  {line}")));
    if let [Chances::Limit { sudden_death: chance, .. }, Chances::Limit { sudden_death: error, .. }] =
        [&table.chances, &table.errors]
    {
        lines.push(format!(
            "  sudden death     the first side wins {:.2} % (standard error {:.2})",
            100.0 * chance,
            100.0 * error
        ));
    }
    lines.push(format!("  largest standard error of the table {:.2} %", 100.0 * largest(&table.errors)));
    lines.push(String::new());
    lines.extend(corner(&table.chances));
    lines.push(String::new());
    lines.join("\n")
}

fn largest(errors: &Chances) -> f64 {
    let (Chances::Limit { forehand, .. } | Chances::Hands { forehand, .. }) = errors;
    forehand.iter().flatten().copied().fold(0.0, f64::max)
}

fn corner(chances: &Chances) -> Vec<String> {
    let cell = |own, other, played| format!("{:.1}", 100.0 * chances.forehand(own, other, played));
    let (words, table) = match chances {
        Chances::Limit { limit, .. } => {
            let scores = spaced(*limit as usize);
            let heads = scores.iter().map(ToString::to_string);
            let mut table = Table::new(std::iter::once(String::new()).chain(heads));
            for &own in &scores {
                let cells = scores.iter().map(|&other| cell(own as i64, other as i64, 0));
                table.push(std::iter::once(own.to_string()).chain(cells));
            }
            ("its points down, the other's across", table)
        }
        Chances::Hands { hands, .. } => {
            let heads = (-LEADS..=LEADS).map(|lead| signed(lead as f64, 0));
            let mut table = Table::new(std::iter::once(String::new()).chain(heads));
            for played in spaced(*hands as usize).into_iter().rev() {
                let cells = (-LEADS..=LEADS).map(|lead| cell(lead, 0, played));
                table.push(std::iter::once((*hands as usize - played).to_string()).chain(cells));
            }
            ("hands left down, its lead across", table)
        }
    };
    let head = format!("The side that plays first wins, in percent: {words}");
    std::iter::once(head).chain(text::table(&table)).collect()
}

/// At most [`SHOWN`] numbers below `size`, evenly spaced from 0 to the last one.
fn spaced(size: usize) -> Vec<usize> {
    if size <= SHOWN {
        return (0..size).collect();
    }
    let last = size - 1;
    (0..SHOWN).map(|place| (place * last + (SHOWN - 1) / 2) / (SHOWN - 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::spaced;

    #[test]
    fn scores_shown_are_few_and_reach_the_end() {
        assert_eq!(spaced(4), [0, 1, 2, 3]);
        assert_eq!(spaced(51), [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50]);
        assert_eq!(spaced(21).len(), 11);
        assert_eq!(spaced(101).last(), Some(&100));
    }
}
