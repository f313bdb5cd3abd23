//! Win, tie and loss of every pair as bars of one length.

use plotters::prelude::{Color, RGBColor, Rectangle};
use plotters::style::text_anchor::HPos;

use super::{BAD, Canvas, Drawn, EVEN, GOOD, INK, PAPER, Picture, TEXT, WIDTH, label, legend, style};
use crate::error::ArenaError;
use crate::result::{ArenaResult, PairResult};

const TOP: i32 = 38;
const ROW: i32 = 58;

pub fn picture(arena: &ArenaResult) -> Result<Picture, ArenaError> {
    let note = "Percent of hands won, tied and lost on points by the agent named first.";
    let height = (TOP + ROW * arena.pairs.len() as i32 + 4) as u32;
    Picture::draw(
        "outcomes",
        "Hands won, tied and lost",
        note.to_string(),
        height,
        |canvas| {
            legend(canvas, [("won", GOOD), ("tied", EVEN), ("lost", BAD)].into_iter())?;
            for (row, pair) in arena.pairs.iter().enumerate() {
                let [first, second] = pair.places;
                let names = format!("{} against {}", arena.names[first], arena.names[second]);
                bar(canvas, pair, &names, TOP + ROW * row as i32)?;
            }
            Ok(())
        },
    )
}

fn bar(canvas: &Canvas<'_>, pair: &PairResult, names: &str, top: i32) -> Drawn {
    label(canvas, names, (8, top + 12), &style(TEXT - 2, &INK, HPos::Left))?;
    let width = f64::from(WIDTH - 16);
    let mut from = 8.0;
    for (percent, color) in [(pair.win, GOOD), (pair.tie, EVEN), (pair.loss, BAD)] {
        let to = from + width * percent / 100.0;
        part(
            canvas,
            percent,
            &color,
            (from.round() as i32, to.round() as i32),
            top + 24,
        )?;
        from = to;
    }
    Ok(())
}

fn part(canvas: &Canvas<'_>, percent: f64, color: &RGBColor, (from, to): (i32, i32), top: i32) -> Drawn {
    canvas.draw(&Rectangle::new([(from, top), (to, top + 24)], color.filled()))?;
    if to - from < 40 {
        return Ok(());
    }
    let at = ((from + to) / 2, top + 12);
    label(
        canvas,
        &format!("{percent:.0} %"),
        at,
        &style(TEXT - 3, &PAPER, HPos::Center),
    )
}
