//! The picture of a score: points above `formula` in every game, in standard deviations, with intervals.

use spariglio_score::{GameScore, Method, Score};
use spariglio_stats::Estimate;

use crate::figures::signed;
use crate::picture::{Axis, Chart, Picture, Tone, legend};

/// Width of the picture, and the height of a game's row.
const WIDTH: f64 = 760.0;
const ROW: f64 = 34.0;

/// The picture; `None` without a headline.
pub fn games(score: &Score) -> Option<Picture> {
    let method = score.headline.as_ref()?.method;
    let rows: Vec<(&GameScore, Estimate)> = score
        .games
        .iter()
        .filter_map(|game| Some((game, scaled(game, method)?)))
        .collect();
    let ends = rows.iter().flat_map(|(_, margin)| margin.ends());
    let axis = Axis::around_zero(ends, "standard deviations per hand above formula").signed();
    let names = Axis::names(rows.iter().map(|(game, _)| game.rules.clone()));
    let note = "Bars are 95 % intervals. 0 is the level of `formula`.";
    let size = [WIDTH, 90.0 + ROW * rows.len() as f64];
    (!rows.is_empty()).then(|| {
        Picture::drawn("score", "By game", note, size, |drawing| {
            let top = legend(drawing, [("suite", Tone::Series(0)), ("generated", Tone::Series(1))]);
            let mut chart = Chart::new(drawing, top, axis, names);
            chart.upright(0.0, Tone::Muted.stroke(1.0));
            for (row, (game, margin)) in rows.iter().enumerate() {
                let tone = Tone::Series(usize::from(game.changes.is_some()));
                chart.spread(row as f64, margin.ends(), tone.stroke(2.5));
                let tooltip = format!("{}: {}", game.rules, signed(margin.mean, 3));
                chart.dot([margin.mean, row as f64], 5.0, tone.fill(), &tooltip);
            }
        })
    })
}

/// A game's mean and interval in standard deviations.
fn scaled(game: &GameScore, method: Method) -> Option<Estimate> {
    let margin = match method {
        Method::Hands => game.against.first().copied().flatten()?,
        Method::Positions => game.positions.as_ref()?.above,
    };
    Some(margin.in_units_of(game.deviation))
}
