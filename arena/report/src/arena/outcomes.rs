//! Hands won, tied and lost of every pair, as bars of one length.

use super::named;
use crate::picture::{Anchor, Drawing, Picture, SMALL, TEXT, Tone, legend, text};
use spariglio_arena::contests::{ArenaResult, PairResult};
use spariglio_stats::moments::LEAST_SETS;

/// Natural width.
const WIDTH: f64 = 460.0;
const ROW: f64 = 46.0;
const LEGEND: f64 = 24.0;
const BAR: f64 = 20.0;

/// The pairs with enough sets; `None` if there are none.
pub fn picture(arena: &ArenaResult) -> Option<Picture> {
    let note = "Percent of hands won, tied and lost on points by the agent named first.";
    let pairs: Vec<(&PairResult, [&str; 2])> = named(arena).filter(|(pair, _)| pair.sets() >= LEAST_SETS).collect();
    let size = [WIDTH, LEGEND + ROW * pairs.len() as f64 + 2.0];
    let picture = Picture::drawn("outcomes", "Hands won, tied and lost", note, size, |drawing| {
        legend(drawing, [("won", Tone::Good), ("tied", Tone::Even), ("lost", Tone::Bad)]);
        for (row, (pair, names)) in pairs.iter().enumerate() {
            let names = format!("{} against {}", names[0], names[1]);
            bar(drawing, pair, &names, LEGEND + ROW * row as f64);
        }
    });
    (!pairs.is_empty()).then_some(picture)
}

fn bar(drawing: &mut Drawing, pair: &PairResult, names: &str, top: f64) {
    let lettering = text(TEXT);
    let width = drawing.width() - 8.0;
    drawing.text([4.0, top + 11.0], &lettering.shortened(names, width), lettering);
    let mut from = 4.0;
    for (percent, tone, word) in [
        (pair.figures.outcomes.win.mean, Tone::Good, "won"),
        (pair.figures.outcomes.tie.mean, Tone::Even, "tied"),
        (pair.figures.outcomes.loss.mean, Tone::Bad, "lost"),
    ] {
        let long = width * percent / 100.0;
        let tooltip = format!("{names}: {percent:.1} % {word}");
        drawing.rectangle([from, top + 21.0], [(long - 1.0).max(0.0), BAR], tone.fill(), &tooltip);
        let percent = format!("{percent:.0} %");
        if long > text(SMALL).width(&percent) + 6.0 {
            let middle = [from + long / 2.0, top + 21.0 + BAR / 2.0];
            drawing.text(middle, &percent, text(SMALL).bold().tone(Tone::Paper).anchor(Anchor::Middle));
        }
        from += long;
    }
}
