//! Sequential tests: the path of each between its two limits, its verdict, and the estimate after its end.

use super::named;
use super::{PANELS, left_out};
use crate::figures;
use crate::figures::signed;
use crate::page::{Block, Cell, Section, Table};
use crate::picture::{Axis, Chart, Drawing, Panel, Picture, Scale, Tone};
use crate::shade::Shade;
use spariglio_arena::pairs::figures::SprtResult;
use spariglio_arena::{ContestResult, Unit};
use spariglio_stats::{Hypothesis, SprtUnit};

/// Size of the picture of one test.
const SIZE: [f64; 2] = [460.0, 250.0];

/// A tested pair: its names, its sets, its test.
type Tested<'r> = (String, u64, &'r SprtResult);

/// `None` if no pair has a `test` in its figures. `play` is what a set consists of: hand or match.
pub(crate) fn section<U: Unit>(
    result: &ContestResult<U>,
    test: fn(&U::Figures) -> Option<&SprtResult>,
    play: &str,
) -> Option<Section> {
    let tests: Vec<Tested<'_>> = named(result)
        .filter_map(|(pair, [first, second])| Some((format!("{first} – {second}"), pair.sets(), test(&pair.figures)?)))
        .collect();
    if tests.is_empty() {
        return None;
    }
    let walked = tests.iter().filter(|(.., test)| !test.run.path.is_empty());
    let panels: Vec<Panel> = walked.take(PANELS).map(|(title, _, test)| panel(title, test)).collect();
    let note = "The log-likelihood ratio of H1 against H0 at every look; the test ends at a limit.";
    let picture = Picture::of("sprt", "Path of the test", note, panels);
    let table = Block::Table(table(&tests, play).turned());
    let blocks = picture.map(Block::Picture).into_iter().chain([table]).collect();
    let note = "A generalised sequential probability ratio test on duplicate sets. The estimate after the stop is median-unbiased: as \
        likely too small as too large. The plain mean would be too extreme, as the test stops by its own data.";
    let note = [note, &left_out(tests.len())].join(" ");
    Some(Section::new("Sequential test", note.trim_end(), blocks))
}

/// The verdict of a test in words.
pub fn verdict(test: &SprtResult) -> &'static str {
    match test.run.verdict {
        Some(Hypothesis::H0) => "H0 accepted",
        Some(Hypothesis::H1) => "H1 accepted",
        None => "no verdict",
    }
}

/// The unit of a test's bounds, if a set consists of `play`: hands or matches.
pub(crate) fn unit(test: &SprtResult, play: &str) -> String {
    match test.run.config.unit {
        SprtUnit::Points => format!("points per {play}"),
        SprtUnit::NormalizedElo => "normalized Elo".to_owned(),
    }
}

fn table(tests: &[Tested<'_>], play: &str) -> Table {
    let mut grid = Table::new([
        "pair",
        "verdict",
        "H0",
        "H1",
        "unit",
        "alpha, beta",
        "sets",
        "log-likelihood ratio",
        "limits",
        "estimate after the stop",
        "95 % interval",
    ]);
    for (name, sets, test) in tests {
        let shade = match test.run.verdict {
            Some(Hypothesis::H0) => Shade::Bad(1.0),
            Some(Hypothesis::H1) => Shade::Good(1.0),
            None => Shade::Even,
        };
        let estimate = test.estimate;
        grid.push([
            Cell::from(name.as_str()),
            Cell::from(verdict(test)).shaded(shade),
            Cell::from(signed(test.run.config.bounds[0], 2)),
            Cell::from(signed(test.run.config.bounds[1], 2)),
            Cell::from(unit(test, play)),
            Cell::from(format!("{}, {}", test.run.config.alpha, test.run.config.beta)),
            Cell::from(figures::thousands(*sets)),
            Cell::from(signed(test.llr, 2)),
            Cell::from(format!("{} and {}", signed(test.limits[0], 2), signed(test.limits[1], 2))),
            Cell::from(estimate.map_or("·".to_owned(), |estimate| signed(estimate.median, 3))),
            Cell::from(estimate.map_or("·".to_owned(), |estimate| figures::interval(Some(estimate.interval)))),
        ]);
    }
    grid
}

fn panel(title: &str, test: &SprtResult) -> Panel {
    let mut drawing = Drawing::new(SIZE[0], SIZE[1]);
    let path: Vec<[f64; 2]> = std::iter::once([0.0, 0.0])
        .chain(test.run.path.iter().map(|&(sets, llr)| [sets as f64, llr]))
        .collect();
    let [low, high] = test.limits;
    let end = path[path.len() - 1];
    let x = Axis::new(Scale::Whole, 0.0, end[0].max(1.0), "sets");
    let ratios = path.iter().map(|point| point[1]);
    let y = Axis::around(ratios.chain([low, high]), "").signed();
    let mut chart = Chart::new(&mut drawing, 0.0, x, y);
    chart.level(0.0, Tone::Muted.stroke(1.0));
    for (limit, tone, words, down) in [(high, Tone::Good, "accept H1", 10.0), (low, Tone::Bad, "accept H0", -10.0)] {
        chart.level(limit, tone.stroke(1.6).dashed());
        chart.note([0.0, limit], [6.0, down], words, tone);
    }
    chart.line(&path, Tone::Series(0).stroke(2.2));
    let tooltip = format!("after {} sets: {}", figures::thousands(end[0] as u64), signed(end[1], 2));
    chart.dot(end, 4.5, Tone::Series(0).fill(), &tooltip);
    Panel { title: title.to_owned(), drawing }
}
