//! Which agent is better: the claims that hold for all pairs together, by agent, and all of them folded.

use super::{named, ratings};
use crate::figures;
use crate::figures::signed;
use crate::page::{Block, Cell, Section, Table};
use crate::shade::Shade;
use spariglio_arena::contests::ArenaResult;
use spariglio_arena::pairs::pool::{Claim, Pool};
use spariglio_stats::moments::LEAST_SETS;

/// A claim holds if its adjusted p-value is at most this.
const LEVEL: f64 = 0.05;

/// The claims that hold by agent, in the order of the ratings, then all claims and the pairs of which nothing can be
/// claimed. `None` if the pool has fewer than two claims.
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
    let blocks = vec![
        Block::Words(summary(arena, &claims)),
        Block::Table(by_agent(arena, &order, &claims)),
        Block::Folded(format!("All {} claims", claims.len()), vec![Block::Table(list(arena, &claims))]),
    ];
    let note = "p is the chance of so large a margin between equal agents. Adjusted by Holm's method for the number of pairs: of all \
        claims that hold, any at all is wrong with a chance of at most 5 %.";
    Some(Section::new("Claims", note, blocks))
}

fn holds(claim: &Claim) -> bool {
    claim.adjusted <= LEVEL
}

/// The better agent of a claim, then the other one.
fn better(claim: &Claim) -> [usize; 2] {
    let [first, second] = claim.places;
    if claim.mean < 0.0 {
        [second, first]
    } else {
        [first, second]
    }
}

/// "9 of 10 claims hold. Open: formula – cicuti."
fn summary(arena: &ArenaResult, claims: &[&Claim]) -> String {
    let open = claims.iter().filter(|claim| !holds(claim));
    let open: Vec<String> = open
        .map(|claim| claim.places.map(|agent| arena.head.names[agent].as_str()).join(" – "))
        .collect();
    let sentence = format!("{} of {} claims hold.", claims.len() - open.len(), claims.len());
    if open.is_empty() {
        sentence
    } else {
        format!("{sentence} Open: {}.", open.join(", "))
    }
}

/// For each agent, those that it is better than, and those of which this is open.
fn by_agent(arena: &ArenaResult, order: &[usize], claims: &[&Claim]) -> Table {
    let heads = ["agent", "is better than", "open against"];
    let mut table = Table::new(heads).words(&heads);
    for &agent in order {
        let names = |chosen: &dyn Fn(&Claim) -> Option<usize>| {
            let others = claims.iter().filter_map(|claim| chosen(claim));
            others
                .map(|other| arena.head.names[other].as_str())
                .collect::<Vec<_>>()
                .join(", ")
        };
        let beaten = names(&|claim| {
            let [winner, loser] = better(claim);
            (holds(claim) && winner == agent).then_some(loser)
        });
        let open = names(&|claim| {
            let other = claim.places.into_iter().find(|&place| place != agent);
            other.filter(|_| !holds(claim) && claim.places.contains(&agent))
        });
        table.push([arena.head.names[agent].clone(), beaten, open]);
    }
    table
}

fn list(arena: &ArenaResult, claims: &[&Claim]) -> Table {
    let mut grid = Table::new(["claim", "points per hand", "p", "adjusted p", ""]);
    for claim in claims {
        let [first, second] = better(claim);
        let margin = claim.mean.abs();
        let verdict = if holds(claim) {
            Cell::from("holds").shaded(Shade::Good(margin))
        } else {
            Cell::from("not decided").shaded(Shade::Even)
        };
        grid.push([
            Cell::from(format!("{} is better than {}", arena.head.names[first], arena.head.names[second])),
            Cell::from(signed(margin, 3)),
            Cell::from(figures::chance(claim.p)),
            Cell::from(figures::chance(claim.adjusted)),
            verdict,
        ]);
    }
    for (pair, [first, second]) in named(arena).filter(|(pair, _)| pair.sets() < LEAST_SETS) {
        grid.push([
            Cell::from(format!("{first} against {second}")),
            Cell::from(signed(pair.figures.margin.mean, 3)),
            Cell::from("·"),
            Cell::from("·"),
            Cell::from(figures::NO_INTERVAL),
        ]);
    }
    grid
}
