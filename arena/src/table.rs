//! An arena's result as text for a terminal.

mod behaviour;
mod ratings;

pub(crate) use behaviour::rows as behaviour_rows;

use crate::result::{ArenaResult, PairResult, PositionResult, ReducedResult, SprtResult};
use crate::stats::{Estimate, Hypothesis, SprtUnit};
use crate::timing::DecisionTime;

/// The cross table (more than two agents) and a paragraph a pair.
#[must_use]
pub fn text(result: &ArenaResult) -> String {
    let mut lines = vec![format!(
        "Arena of {}: {} agents, seed {}, fingerprint {}",
        result.rules,
        result.agents.len(),
        result.seed,
        result.fingerprint
    )];
    if result.agents.len() > 2 {
        lines.push(String::new());
        lines.extend(cross(result));
        lines.extend(ratings::lines(result));
    }
    for pair in &result.pairs {
        let [first, second] = pair.places;
        lines.push(String::new());
        lines.extend(paragraph(pair, [&result.names[first], &result.names[second]]));
    }
    lines.extend(behaviour::lines(result));
    lines.push(String::new());
    lines.join("\n")
}

/// A number with its sign, to be read by people: a real minus sign, none before zero.
pub(crate) fn signed(number: f64, decimals: usize) -> String {
    let zero = format!("{:.decimals$}", 0.0);
    let text = format!("{number:+.decimals$}");
    if text[1..] == zero {
        zero
    } else {
        text.replace('-', "\u{2212}")
    }
}

/// Points a hand of the agent at the left against the one at the top, with the half-width of the
/// 95 % interval.
fn cross(result: &ArenaResult) -> Vec<String> {
    let count = result.agents.len();
    let cell = |row: usize, column: usize| {
        result.between(row, column).map_or("·".to_string(), |(pair, sign)| {
            format!("{:+.2} ±{:.2}", sign * pair.mean, half_width(pair))
        })
    };
    let mut rows = vec![vec!["points a hand".to_string()]];
    rows[0].extend(result.names.iter().cloned());
    for row in 0..count {
        let mut cells = vec![result.names[row].clone()];
        cells.extend((0..count).map(|column| cell(row, column)));
        rows.push(cells);
    }
    aligned(&rows)
}

fn half_width(pair: &PairResult) -> f64 {
    (pair.interval[1] - pair.interval[0]) / 2.0
}

/// First column to the left, the others to the right.
pub(crate) fn aligned(rows: &[Vec<String>]) -> Vec<String> {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate();
        let padded = cells.map(|(column, (cell, &width))| match column {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        padded.collect::<Vec<_>>().join("  ").trim_end().to_string()
    };
    rows.iter().map(line).collect()
}

fn paragraph(pair: &PairResult, names: [&str; 2]) -> Vec<String> {
    let [low, high] = pair.interval;
    let mut lines = vec![
        format!(
            "{} against {}: {} hands ({} deals x {} plays)",
            names[0], names[1], pair.hands, pair.sets, pair.plays_per_set
        ),
        format!(
            "  points a hand      {:+.3}  standard error {:.3}, 95 % interval {low:+.3} to {high:+.3}",
            pair.mean, pair.standard_error
        ),
        format!(
            "  won/tied/lost      {:.1} / {:.1} / {:.1} %",
            pair.win, pair.tie, pair.loss
        ),
        format!("  shutouts           {} / {}", pair.shutouts[0], pair.shutouts[1]),
        position("first side", &pair.by_position.first),
        position("dealer's side", &pair.by_position.dealer),
    ];
    if pair.forfeits != [0, 0] {
        lines.push(format!(
            "  forfeited hands    {} / {}",
            pair.forfeits[0], pair.forfeits[1]
        ));
    }
    for (agent, name) in pair.by_agent.iter().zip(names) {
        lines.push(format!("  {name}"));
        lines.push(position("  as first side", &agent.by_position.first));
        lines.push(position("  as dealer's side", &agent.by_position.dealer));
    }
    if let Some(time) = &pair.time {
        lines.extend(
            time.agents
                .iter()
                .zip(names)
                .map(|(time, name)| decision_time(time, name)),
        );
    }
    lines.extend(pair.sprt.as_ref().map(|sprt| test(sprt, pair.sets)));
    lines.extend(duplicates(pair));
    lines.extend(pair.reduced.as_ref().map(luckless));
    lines
}

/// What it brought to play every deal both ways round.
fn duplicates(pair: &PairResult) -> Option<String> {
    let unpaired = pair.unpaired.map_or(String::new(), |unpaired| {
        format!(
            " ({:+.3} ±{:.3} by the first play of each deal alone)",
            unpaired.mean,
            1.96 * unpaired.standard_error
        )
    });
    if pair.cancels {
        return Some(format!(
            "  duplicate deals    every set cancels: the two agents decide alike{unpaired}"
        ));
    }
    let reduction = pair.variance_reduction?;
    Some(format!(
        "  duplicate deals    are worth {reduction:.2} times as many unrelated hands{unpaired}"
    ))
}

fn luckless(reduced: &ReducedResult) -> String {
    let Estimate {
        mean,
        standard_error,
        interval: [low, high],
    } = reduced.estimate;
    format!(
        "  less chance        {mean:+.3}  standard error {standard_error:.3}, 95 % interval {low:+.3} to {high:+.3}; worth {:.2} times as many deals",
        reduced.gain
    )
}

fn test(sprt: &SprtResult, sets: u64) -> String {
    let unit = match sprt.config.unit {
        SprtUnit::Points => "points a hand",
        SprtUnit::NormalizedElo => "normalized Elo",
    };
    let verdict = match sprt.run.verdict {
        Some(Hypothesis::H0) => "H0 accepted",
        Some(Hypothesis::H1) => "H1 accepted",
        None => "no verdict",
    };
    let ([zero, one], [low, high]) = (sprt.config.bounds, sprt.limits);
    let estimate = sprt.estimate.map_or(String::new(), |estimate| {
        let [from, to] = estimate.interval;
        format!(
            "; estimate after the stop {:+.3}, 95 % interval {from:+.3} to {to:+.3}",
            estimate.median
        )
    });
    format!(
        "  sequential test    {verdict} after {sets} deals: H0 {zero:+}, H1 {one:+} {unit}, LLR {:+.2} ({low:.2} to {high:.2}){estimate}",
        sprt.llr
    )
}

fn position(name: &str, result: &PositionResult) -> String {
    format!(
        "  {name:<18} {:.1} / {:.1} / {:.1} % (standard errors {:.2} / {:.2} / {:.2}), {:+.3} points a hand (standard error {:.3})",
        result.win,
        result.tie,
        result.loss,
        result.win_error,
        result.tie_error,
        result.loss_error,
        result.mean,
        result.standard_error
    )
}

fn decision_time(time: &DecisionTime, name: &str) -> String {
    format!(
        "  ms a decision      {name}: mean {:.4}, median {:.4}, 99th percentile {:.4} ({} decisions)",
        time.mean_ms, time.median_ms, time.p99_ms, time.decisions
    )
}

#[cfg(test)]
mod tests {
    use super::signed;

    #[test]
    fn signs_are_for_people() {
        assert_eq!(signed(1.25, 1), "+1.2");
        assert_eq!(signed(-3.0, 2), "\u{2212}3.00");
        assert_eq!(signed(-0.001, 2), "0.00");
    }
}
