//! An arena's result as text for a terminal.

use crate::result::{ArenaResult, PairResult, PositionResult};
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
    }
    for pair in &result.pairs {
        let [first, second] = pair.places;
        lines.push(String::new());
        lines.extend(paragraph(pair, [&result.names[first], &result.names[second]]));
    }
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
fn aligned(rows: &[Vec<String>]) -> Vec<String> {
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
    if let Some(reduction) = pair.variance_reduction {
        lines.push(format!(
            "  duplicate deals are worth {reduction:.2} times as many unrelated hands"
        ));
    }
    lines
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
