//! The rating list: all agents on one scale, with error bars.

use super::agents;
use crate::figures;
use crate::figures::signed;
use crate::page::{Block, Cell, Section, Table};
use crate::picture::{Axis, Chart, Drawing, Panel, Picture, TEXT, Tone, text};
use spariglio_arena::pairs::pool::Pool;
use spariglio_arena::{ArenaResult, PairResult};
use spariglio_stats::ratings::Misfit;
use spariglio_stats::{Estimate, Ratings};

/// Height of an agent's row in the picture.
const ROW: f64 = 34.0;
/// Width of the picture, and of a figure beside a bar.
const WIDTH: f64 = 460.0;
const FIGURE: f64 = 88.0;

/// The list, or `None` if fewer than three agents have played.
pub fn section(arena: &ArenaResult, pool: Option<&Pool>) -> Option<Section> {
    if agents(arena).len() < 3 {
        return None;
    }
    let order = pool.map(order).unwrap_or_default();
    let picture = pool.and_then(|pool| picture(arena, pool, &order));
    let mut blocks = Vec::from_iter(picture.map(Block::Picture));
    blocks.push(Block::Table(list(arena, pool, &order)));
    if let Some(pool) = pool {
        blocks.extend(first_side(pool).into_iter().chain(warnings(pool)).map(Block::Words));
        blocks.extend(fit(pool));
    }
    let next = if pool.is_some_and(is_rejected) {
        ""
    } else {
        " \"Better than the next\" is the chance that the agent is better than the one below it, from their own hands if they met."
    };
    let note = format!(
        "All pairs of enough sets together: points per hand from the margins, Elo from hands won, tied and lost, both with mean 0 \
         and 95 % intervals.{next} Won, tied and lost are means over the opponents, percent of hands."
    );
    Some(Section::new("Rating list", note, blocks))
}

/// The rated agents by their points, best first.
pub fn order(pool: &Pool) -> Vec<usize> {
    let mut ranks: Vec<usize> = (0..pool.places.len()).collect();
    let points = |&rank: &usize| pool.points.agents[rank].mean;
    ranks.sort_by(|a, b| points(b).total_cmp(&points(a)));
    ranks.into_iter().map(|rank| pool.places[rank]).collect()
}

/// The chance that an agent is better than another: from their own pair if they met, else from the ratings, if these
/// fit the pairs. `None` if neither says anything.
pub fn better(arena: &ArenaResult, pool: &Pool, agent: usize, other: usize) -> Option<f64> {
    if let Some((pair, sign)) = arena.between(agent, other) {
        return pair.superiority().map(|chance| if sign > 0.0 { chance } else { 1.0 - chance });
    }
    let ranks = [pool.rank(agent)?, pool.rank(other)?];
    (!pool.points.is_rejected()).then(|| pool.points.superiority[ranks])
}

/// The rated agents, best first; then those with too few sets.
fn list(arena: &ArenaResult, pool: Option<&Pool>, order: &[usize]) -> Table {
    let has_next = !pool.is_some_and(is_rejected);
    let next = has_next.then_some("better than the next");
    let heads = ["agent", "points per hand", "Elo"].into_iter().chain(next);
    let mut grid = Table::new(heads.chain(["won / tied / lost", "shutouts"]));
    let unrated = agents(arena).into_iter().filter(|agent| !order.contains(agent));
    for (place, agent) in order.iter().copied().chain(unrated).enumerate() {
        let next = pool.zip(order.get(place + 1));
        let superior = next.and_then(|(pool, &next)| better(arena, pool, agent, next));
        let rated = pool.and_then(|pool| pool.ratings(agent)).map(|[points, elo]| {
            [
                Cell::from(signed(points.mean, 3)).with(figures::plus_minus(points.interval, 3)),
                Cell::from(figures::estimate(&elo, 0)),
            ]
        });
        let [points, elo] = rated.unwrap_or_else(|| [figures::NO_INTERVAL, "·"].map(Cell::from));
        let superior = has_next.then(|| Cell::from(superior.map_or("·".to_owned(), figures::superiority)));
        let row = [Cell::from(arena.head.names[agent].as_str()), points, elo]
            .into_iter()
            .chain(superior);
        grid.push(
            row.chain([Cell::from(outcomes(arena, agent)), Cell::from(figures::thousands(shutouts(arena, agent)))]),
        );
    }
    grid
}

fn against(arena: &ArenaResult, agent: usize) -> impl Iterator<Item = (&PairResult, usize)> {
    let others = 0..arena.head.agents.len();
    others.filter_map(move |other| {
        let (pair, sign) = arena.between(agent, other)?;
        Some((pair, usize::from(sign < 0.0)))
    })
}

/// Percent of hands won, tied and lost, means over the opponents.
fn outcomes(arena: &ArenaResult, agent: usize) -> String {
    let count = against(arena, agent).count().max(1) as f64;
    let mut sums = [0.0; 3];
    for (pair, side) in against(arena, agent) {
        let mut shares = pair.figures.outcomes.percent();
        if side == 1 {
            shares.reverse();
        }
        sums.iter_mut().zip(shares).for_each(|(sum, share)| *sum += share);
    }
    figures::shares(sums.map(|sum| sum / count))
}

fn shutouts(arena: &ArenaResult, agent: usize) -> u64 {
    against(arena, agent).map(|(pair, side)| pair.figures.shutouts[side]).sum()
}

/// The worth of playing first; `None` if there are more than two sides.
fn first_side(pool: &Pool) -> Option<String> {
    let [points, elo] = [pool.points.first_side?, pool.win.first_side?];
    let [points, elo] = [figures::estimate(&points, 3), figures::estimate(&elo, 0)];
    Some(format!("Playing first is worth {points} points per hand, or {elo} Elo."))
}

/// Whether the fit of the points or of Elo is rejected.
pub fn is_rejected(pool: &Pool) -> bool {
    [&pool.points, &pool.win].into_iter().any(|ratings| ratings.is_rejected())
}

/// The tests of the fit, for few readers.
fn fit(pool: &Pool) -> Option<Block> {
    let tests = [("points", &pool.points), ("Elo", &pool.win)]
        .into_iter()
        .filter_map(|(what, ratings)| {
            let Misfit { chi_square, freedom, p } = ratings.misfit?;
            let p = figures::chance(p);
            let words =
                format!("Ratings in {what}: chi-square {chi_square:.1} with {freedom} degrees of freedom, p {p}.");
            Some(Block::Words(words))
        });
    let tests: Vec<Block> = tests.collect();
    (!tests.is_empty()).then(|| Block::Folded("Fit of the ratings to the pairs".to_owned(), tests))
}

/// Warnings if one scale fits the results badly.
fn warnings(pool: &Pool) -> impl Iterator<Item = String> {
    let misfit = is_rejected(pool).then(|| {
        "Not everybody beats everybody by one scale: the fit is rejected, so neighbours of this list are not compared. Read the claims \
         and the cross table."
            .to_owned()
    });
    let apart = pool.win.groups.iter().any(|&group| group != pool.win.groups[0]);
    let apart = apart.then(|| {
        "Some agents won or lost every hand against the others, or never met them: their distance in Elo comes from a weak prior.".to_owned()
    });
    misfit.into_iter().chain(apart)
}

fn picture(arena: &ArenaResult, pool: &Pool, order: &[usize]) -> Option<Picture> {
    let panel = |title: &str, ratings: &Ratings, decimals: usize| {
        let mut drawing = Drawing::new(WIDTH, 44.0 + ROW * order.len() as f64);
        draw(&mut drawing, (arena, pool), ratings, order, decimals);
        Panel { title: title.to_owned(), drawing }
    };
    let note = "Bars are 95 % intervals; the mean of all agents is 0.";
    let panels = vec![panel("points per hand", &pool.points, 2), panel("Elo", &pool.win, 0)];
    Picture::of("ratings", "Rating list", note, panels)
}

fn draw(
    drawing: &mut Drawing,
    (arena, pool): (&ArenaResult, &Pool),
    ratings: &Ratings,
    order: &[usize],
    decimals: usize,
) {
    let rated: Vec<(&str, Estimate)> = order
        .iter()
        .filter_map(|&agent| Some((arena.head.names[agent].as_str(), ratings.agents[pool.rank(agent)?])))
        .collect();
    let ends = rated.iter().flat_map(|(_, rating)| rating.ends());
    let names = rated.iter().map(|(name, _)| text(TEXT).width(name)).fold(0.0, f64::max);
    let plot = WIDTH - names.min(WIDTH / 3.0) - 24.0;
    let x = Axis::around_zero(with_room(ends, FIGURE / plot), "").signed();
    let y = Axis::names(rated.iter().map(|(name, _)| (*name).to_owned()));
    let mut chart = Chart::new(drawing, 0.0, x, y);
    chart.upright(0.0, Tone::Muted.stroke(1.0));
    for (row, (name, rating)) in rated.iter().enumerate() {
        let row = row as f64;
        chart.spread(row, rating.ends(), Tone::Series(0).stroke(2.5));
        let tooltip = format!("{name}: {}", figures::estimate(rating, decimals));
        chart.dot([rating.mean, row], 5.0, Tone::Series(0).fill(), &tooltip);
        let (end, gap) = if rating.mean < 0.0 {
            (rating.ends()[0], -12.0)
        } else {
            (rating.ends()[1], 12.0)
        };
        chart.note([end, row], [gap, 0.0], &figures::estimate(rating, decimals), Tone::Ink);
    }
}

/// The ends of the values, and on each side that reaches beyond zero extra room, `share` of the whole, for figures.
fn with_room(values: impl Iterator<Item = f64>, share: f64) -> impl Iterator<Item = f64> {
    let [low, high] = values.fold([0.0, 0.0], |[low, high]: [f64; 2], value| [low.min(value), high.max(value)]);
    let sides = f64::from(u8::from(low < 0.0) + u8::from(high > 0.0));
    let room = share * (high - low) / (1.0 - sides * share);
    let low = if low < 0.0 { low - room } else { low };
    let high = if high > 0.0 { high + room } else { high };
    [low, high].into_iter()
}

/// The places of the first two agents of the rating list; `None` if nobody is rated.
pub(crate) fn leaders(arena: &ArenaResult) -> Option<[usize; 2]> {
    let order = order(arena.figures.pool.as_ref()?);
    Some([*order.first()?, *order.get(1)?])
}

#[cfg(test)]
mod tests {
    use super::with_room;

    #[test]
    fn figures_have_their_share_beside_the_bars() {
        let ends = |values: &[f64]| with_room(values.iter().copied(), 0.25).collect::<Vec<_>>();
        assert_eq!(ends(&[-1.0, 3.0]), [-3.0, 5.0]);
        assert_eq!(ends(&[3.0, 2.0]), [0.0, 4.0]);
    }
}
