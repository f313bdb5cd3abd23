//! Which agent is better: the claims that hold for all pairs together.

use crate::figures;
use crate::figures::signed;
use crate::page::{Block, Cell, Section, Table};
use crate::shade::Shade;
use spariglio_arena::contests::ArenaResult;
use spariglio_arena::contests::{Claim, Pool};

/// A claim holds if its adjusted p-value is at most this.
const LEVEL: f64 = 0.05;

/// The claims, the surest first. `None` if the pool has only two agents.
pub fn section(arena: &ArenaResult, pool: &Pool) -> Option<Section> {
    if pool.claims.len() < 2 {
        return None;
    }
    let mut claims: Vec<&Claim> = pool.claims.iter().collect();
    claims.sort_by(|a, b| {
        (a.adjusted, a.p)
            .partial_cmp(&(b.adjusted, b.p))
            .unwrap_or(std::cmp::Ordering::Equal)
    });
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
    let note = "p is the chance of so large a margin between equal agents. Adjusted by Holm's method for the number of pairs: of all \
        claims that hold, any at all is wrong with a chance of at most 5 %.";
    Some(Section::new("Claims", note, vec![Block::Table(grid)]))
}
