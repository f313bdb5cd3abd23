//! The ratings of a pool as text: best first.

use super::aligned;
use crate::result::ArenaResult;

/// A row an agent, best first: Elo and points with the half-widths of their 95 % intervals, alpha-rank mass, Nash weight.
pub(super) fn lines(result: &ArenaResult) -> Vec<String> {
    let Some(pool) = &result.pool else { return Vec::new() };
    let mut order: Vec<usize> = (0..result.agents.len()).collect();
    let points = |agent: usize| pool.points.agents[agent];
    order.sort_by(|&a, &b| points(b).mean.total_cmp(&points(a).mean));
    let heads = ["ratings", "points a hand", "Elo", "alpha-rank", "Nash weight"];
    let mut rows = vec![heads.map(str::to_string).to_vec()];
    for agent in order {
        let elo = &pool.win.agents[agent];
        let mean = points(agent);
        rows.push(vec![
            result.names[agent].clone(),
            format!("{:+.2} ±{:.2}", mean.mean, 1.96 * mean.standard_error),
            format!("{:+.0} ±{:.0}", elo.mean, 1.96 * elo.standard_error),
            format!("{:.2}", pool.alpha_rank[agent]),
            format!("{:.2}", pool.nash_weights[agent]),
        ]);
    }
    std::iter::once(String::new()).chain(aligned(&rows)).collect()
}
