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
use spariglio_stats::{SprtUnit, Verdict};

/// Size of the picture of one test.
const SIZE: [f64; 2] = [460.0, 250.0];

/// A tested pair: its names, its sets, its test.
type Tested<'r> = ([&'r str; 2], u64, &'r SprtResult);

/// `None` if no pair has a `test` in its figures. `play` is what a set consists of: hand or match.
pub(crate) fn section<U: Unit>(
    result: &ContestResult<U>,
    test: fn(&U::Figures) -> Option<&SprtResult>,
    play: &str,
) -> Option<Section> {
    let tests: Vec<Tested<'_>> = named(result)
        .filter_map(|(pair, names)| Some((names, pair.sets(), test(&pair.figures)?)))
        .collect();
    if tests.is_empty() {
        return None;
    }
    let walked = tests.iter().filter(|(.., test)| !test.run.path.is_empty());
    let panels: Vec<Panel> = walked.take(PANELS).map(|(names, _, test)| panel(*names, test)).collect();
    let note = "For each agent, the log-likelihood ratio of its being better by the difference against being equal, at every \
        look. An agent is better if its ratio reaches the upper limit. If both reach the lower one, they are within the \
        difference. A ratio far below the lower limit is drawn a little below it.";
    let picture = Picture::of("sprt", "Path of the test", note, panels);
    let table = Block::Table(table(&tests, play).turned());
    let blocks = picture.map(Block::Picture).into_iter().chain([table]).collect();
    let note = "Two generalised sequential probability ratio tests on duplicate sets, one for each agent of a pair. Alpha is the \
        pair's share of the chance that any equal agent is called better. The estimate after the stop is median-unbiased: as \
        likely too small as too large. After \"better\" the plain mean would be too extreme, as the test stops by its own data.";
    let note = [note, &left_out(tests.len())].join(" ");
    Some(Section::new("Sequential test", note.trim_end(), blocks))
}

/// The verdict on two agents in words, if a set consists of `play`: hand or match.
pub fn verdict([first, second]: [&str; 2], test: &SprtResult, play: &str) -> String {
    match test.run.verdict {
        Some(Verdict::First) => format!("{first} is better"),
        Some(Verdict::Second) => format!("{second} is better"),
        Some(Verdict::Within) => format!("within {} {}", test.run.config.difference, unit(test, play)),
        None => "no verdict".to_owned(),
    }
}

/// The unit of a test's difference, if a set consists of `play`: hands or matches.
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
        "difference",
        "unit",
        "alpha, beta",
        "sets",
        "log-likelihood ratios",
        "limits",
        "estimate after the stop",
        "95 % interval",
    ]);
    for (names, sets, test) in tests {
        let shade = match test.run.verdict {
            Some(Verdict::First) => Shade::Good(1.0),
            Some(Verdict::Second) => Shade::Bad(1.0),
            Some(Verdict::Within) | None => Shade::Even,
        };
        let estimate = test.estimate;
        grid.push([
            Cell::from(names.join(" – ")),
            Cell::from(verdict(*names, test, play)).shaded(shade),
            Cell::from(test.run.config.difference.to_string()),
            Cell::from(unit(test, play)),
            Cell::from(format!("{:.3}, {:.3}", test.run.config.alpha, test.run.config.beta)),
            Cell::from(figures::thousands(*sets)),
            Cell::from(test.llrs.map(|llr| signed(llr, 2)).join(" and ")),
            Cell::from(test.limits.map(|limit| signed(limit, 2)).join(" and ")),
            Cell::from(estimate.map_or("·".to_owned(), |estimate| signed(estimate.median, 3))),
            Cell::from(estimate.map_or("·".to_owned(), |estimate| figures::interval(Some(estimate.interval)))),
        ]);
    }
    grid
}

fn panel(names: [&str; 2], test: &SprtResult) -> Panel {
    let mut drawing = Drawing::new(SIZE[0], SIZE[1]);
    let end = test.run.path.last().map_or(0, |look| look.0);
    let [low, high] = test.limits;
    let x = Axis::new(Scale::Whole, 0.0, (end as f64).max(1.0), "sets");
    // A side that has ended may fall without end.
    let inside = |llr: f64| llr.clamp(1.5 * low, 1.5 * high);
    let ratios = test.run.path.iter().flat_map(|look| look.1).map(inside);
    let y = Axis::around(ratios.chain([low, high]), "").signed();
    let mut chart = Chart::new(&mut drawing, 0.0, x, y);
    chart.level(0.0, Tone::Muted.stroke(1.0));
    for (limit, tone, words, down) in [(high, Tone::Good, "better", 10.0), (low, Tone::Bad, "within", -10.0)] {
        chart.level(limit, tone.stroke(1.6).dashed());
        chart.note([0.0, limit], [6.0, down], words, tone);
    }
    for (side, name) in names.into_iter().enumerate() {
        let looks = test.run.path.iter().map(|(sets, llrs)| [*sets as f64, inside(llrs[side])]);
        let path: Vec<[f64; 2]> = std::iter::once([0.0, 0.0]).chain(looks).collect();
        chart.line(&path, Tone::Series(side).stroke(2.2));
        let tooltip = format!("{name} after {} sets: {}", figures::thousands(end), signed(test.llrs[side], 2));
        chart.dot(path[path.len() - 1], 4.5, Tone::Series(side).fill(), &tooltip);
        chart.note(path[path.len() - 1], [-8.0, 0.0], name, Tone::Series(side));
    }
    Panel { title: names.join(" – "), drawing }
}
