//! The curve of a pool: the ratings of all versions of its agents, with intervals. Agents of a single version are levels.

use super::agents;
use crate::figures;
use crate::picture::{Axis, Chart, Drawing, Picture, Scale, Tone, legend};
use spariglio_arena::studies::history::Ranking;
use spariglio_stats::Estimate;

/// Sizes on wide and on narrow screens.
const SIZES: [[f64; 2]; 2] = [[1040.0, 340.0], [360.0, 300.0]];
/// Margin at both ends of the axis of versions.
const AIR: f64 = 0.4;

/// A rated version of an agent: its number and its rating.
type Rated = (u32, Estimate);

/// `None` if no agent has two rated versions.
pub(super) fn picture(standing: &Ranking) -> Option<Picture> {
    let agents: Vec<(&str, Vec<Rated>)> = agents(standing)
        .into_iter()
        .map(|name| (name, rated(standing, name)))
        .filter(|(_, rated)| !rated.is_empty())
        .collect();
    agents.iter().any(|(_, rated)| rated.len() > 1).then(|| {
        let note = "Bars are 95 % intervals of the difference from the first version of the pool. A dashed level is an agent \
            that never changed.";
        Picture::drawn_twice("ratings", "Ratings over time", note, SIZES, |drawing| draw(drawing, &agents))
    })
}

fn rated(standing: &Ranking, name: &str) -> Vec<Rated> {
    let places = (0..standing.versions.len()).filter(|&place| standing.versions[place].name == name);
    places
        .filter_map(|place| Some((standing.versions[place].number, standing.rating(place)?)))
        .collect()
}

fn draw(drawing: &mut Drawing, agents: &[(&str, Vec<Rated>)]) {
    let curves = agents.iter().filter(|(_, rated)| rated.len() > 1).zip(0..);
    let names = curves.clone().map(|((name, _), number)| (*name, Tone::Series(number)));
    let top = legend(drawing, names);
    let numbers = agents.iter().flat_map(|(_, rated)| rated).map(|rated| f64::from(rated.0));
    let x = Axis::new(Scale::Whole, 1.0 - AIR, numbers.fold(2.0, f64::max) + AIR, "version");
    let ends = agents.iter().flat_map(|(_, rated)| rated).flat_map(|rated| ends(&rated.1));
    let mut chart = Chart::new(drawing, top, x, Axis::around(ends, "points per hand").signed());
    for (name, rated) in agents.iter().filter(|(_, rated)| rated.len() == 1) {
        chart.level(rated[0].1.mean, Tone::Muted.stroke(1.4).dashed());
        chart.note([1.0 - AIR, rated[0].1.mean], [6.0, -8.0], name, Tone::Muted);
    }
    for ((name, rated), number) in curves {
        curve(&mut chart, name, rated, Tone::Series(number));
    }
}

fn curve(chart: &mut Chart<'_>, name: &str, rated: &[Rated], tone: Tone) {
    let points: Vec<_> = rated.iter().map(|(number, rating)| [f64::from(*number), rating.mean]).collect();
    chart.line(&points, tone.stroke(2.5));
    for ((number, rating), &point) in rated.iter().zip(&points) {
        chart.line(&ends(rating).map(|end| [point[0], end]), tone.stroke(1.8));
        let tooltip = format!("{name}@{number}: {}", figures::estimate(rating, 3));
        chart.dot(point, 5.0, Tone::Paper.fill(), "");
        chart.dot(point, 3.6, tone.fill(), &tooltip);
    }
}

/// The ends of a rating's interval.
fn ends(rating: &Estimate) -> [f64; 2] {
    rating.interval.unwrap_or([rating.mean; 2])
}
