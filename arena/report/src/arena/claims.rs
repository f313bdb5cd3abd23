//! Which agent is better: the claims that hold for all pairs together.

use super::{named, ratings};
use crate::figures;
use crate::figures::signed;
use crate::page::{Block, Cell, Section, Table};
use crate::shade::Shade;
use spariglio_arena::contests::ArenaResult;
use spariglio_arena::contests::{Claim, Pool};
use spariglio_stats::LEAST_SETS;

/// A claim holds if its adjusted p-value is at most this.
const LEVEL: f64 = 0.05;

/// The claims in the order of the ratings; then the pairs of which nothing can be claimed. `None` if the pool has fewer
/// than two claims.
pub fn section(arena: &ArenaResult, pool: Option<&Pool>) -> Option<Section> {
    let pool = pool.filter(|pool| pool.claims.len() > 1)?;
    let order = ratings::order(pool);
    let ranks = |claim: &&Claim| {
        let mut ranks = claim.places.map(|agent| order.iter().position(|&place| place == agent));
        ranks.sort_unstable();
        ranks
    };
    let mut claims: Vec<&Claim> = pool.claims.iter().collect();
    claims.sort_by_key(ranks);
    let mut grid = Table::new(["claim", "points per hand", "p", "adjusted p", ""]);
    for claim in claims {
        let [first, second] = match claim.mean < 0.0 {
            true => [claim.places[1], claim.places[0]],
            false => claim.places,
        };
        let decided = claim.adjusted <= LEVEL;
        let verdict = Cell::from(if decided { "holds" } else { "not decided" });
        grid.push([
            Cell::from(format!("{} is better than {}", arena.names[first], arena.names[second])),
            Cell::from(signed(claim.mean.abs(), 3)),
            Cell::from(figures::chance(claim.p)),
            Cell::from(figures::chance(claim.adjusted)),
            verdict.shaded(if decided {
                Shade::Good(claim.mean.abs())
            } else {
                Shade::Even
            }),
        ]);
    }
    for (pair, [first, second]) in named(arena).filter(|(pair, _)| pair.sets < LEAST_SETS) {
        grid.push([
            Cell::from(format!("{first} against {second}")),
            Cell::from(signed(pair.mean, 3)),
            Cell::from("·"),
            Cell::from("·"),
            Cell::from(figures::NO_INTERVAL),
        ]);
    }
    let note = "p is the chance of so large a margin between equal agents. Adjusted by Holm's method for the number of pairs: of all \
        claims that hold, any at all is wrong with a chance of at most 5 %.";
    Some(Section::new("Claims", note, vec![Block::Table(grid)]))
}
