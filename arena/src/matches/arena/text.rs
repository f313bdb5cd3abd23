//! The result of an arena of matches as text for a terminal.

use super::{MatchPair, MatchesResult};
use crate::stats::Estimate;
use crate::table::signed;

/// A paragraph a pair.
#[must_use]
pub fn text(result: &MatchesResult) -> String {
    let end = match (result.limit, result.match_hands) {
        (Some(limit), _) => format!("to {limit} points"),
        (None, Some(hands)) => format!("over {hands} hands"),
        (None, None) => "without end".to_owned(),
    };
    let mut lines = vec![format!(
        "Matches of {} {end}: {} agents, seed {}",
        result.rules,
        result.agents.len(),
        result.seed
    )];
    if let Some(equity) = &result.equity {
        lines.push(format!(
            "Match equity from {} hands of {}, seed {}",
            equity.hands, equity.agent, equity.seed
        ));
    }
    for pair in &result.pairs {
        lines.push(String::new());
        lines.extend(paragraph(pair, pair.places.map(|place| result.names[place].as_str())));
    }
    lines.push(String::new());
    lines.join("\n")
}

fn paragraph(pair: &MatchPair, names: [&str; 2]) -> Vec<String> {
    let mut lines = vec![
        format!(
            "{} against {}: {} matches ({} sets x {} plays)",
            names[0], names[1], pair.matches, pair.sets, pair.plays_per_set
        ),
        format!("  matches won        {}", percent(&pair.score)),
        format!(
            "  won/level/lost     {:.1} / {:.1} / {:.1} %",
            pair.win.mean, pair.tie.mean, pair.loss.mean
        ),
        format!(
            "  the stronger       with a likelihood of {:.1} %",
            100.0 * pair.superiority
        ),
        format!(
            "  final margin       {} points a match  standard error {:.2}, 95 % interval {} to {}",
            signed(pair.margin.mean, 2),
            pair.margin.standard_error,
            signed(pair.margin.interval[0], 2),
            signed(pair.margin.interval[1], 2)
        ),
        format!("  hands a match      {:.2}", pair.hands.mean),
        format!("  first dealer wins  {}", percent(&pair.first_dealer)),
    ];
    let both = |[first, second]: [u64; 2]| format!("{first} / {second}");
    if pair.shutouts != [0, 0] {
        lines.push(format!("  won by shutout     {}", both(pair.shutouts)));
    }
    if pair.forfeits != [0, 0] {
        lines.push(format!("  forfeited          {}", both(pair.forfeits)));
    }
    lines
}

fn percent(estimate: &Estimate) -> String {
    let [low, high] = estimate.interval;
    format!(
        "{:.2} %  standard error {:.2}, 95 % interval {low:.2} to {high:.2}",
        estimate.mean, estimate.standard_error
    )
}
