//! The cross table as a picture: green where the agent at the left wins, red where it loses, paler
//! the smaller the margin, grey where the interval holds zero.

use plotters::prelude::{Color, RGBAColor, Rectangle};
use plotters::style::text_anchor::HPos;

use super::{BAD, Canvas, Drawn, EVEN, GOOD, INK, Picture, WIDTH, label, style};
use crate::error::ArenaError;
use crate::result::{ArenaResult, PairResult};
use crate::table::signed;

const LEFT: i32 = 124;
const TOP: i32 = 36;
const ROW: i32 = 64;

pub fn picture(arena: &ArenaResult) -> Result<Picture, ArenaError> {
    let count = arena.agents.len() as i32;
    let note = "Points a hand of the agent at the left against the agent at the top, with the half-width \
        of the 95 % interval; grey where the interval holds zero.";
    let height = (TOP + ROW * count + 6) as u32;
    Picture::draw("cross_table", "Cross table", note.to_string(), height, |canvas| {
        draw(canvas, arena)
    })
}

fn draw(canvas: &Canvas<'_>, arena: &ArenaResult) -> Drawn {
    let count = arena.agents.len();
    let width = (WIDTH as i32 - LEFT - 6) / count as i32;
    let size = if count > 6 { 15 } else { 20 };
    for (place, name) in arena.names.iter().enumerate() {
        let middle = LEFT + width * place as i32 + width / 2;
        let name = shortened(name, (width / 9) as usize);
        label(canvas, &name, (middle, TOP / 2), &style(size, &INK, HPos::Center))?;
        let at = (LEFT - 10, TOP + ROW * place as i32 + ROW / 2);
        label(canvas, &shortened(&name, 14), at, &style(size, &INK, HPos::Right))?;
    }
    for row in 0..count {
        for column in 0..count {
            let corner = (LEFT + width * column as i32, TOP + ROW * row as i32);
            cell(canvas, arena.between(row, column), corner, (width, size))?;
        }
    }
    Ok(())
}

fn cell(
    canvas: &Canvas<'_>,
    found: Option<(&PairResult, f64)>,
    (x, y): (i32, i32),
    (width, size): (i32, i32),
) -> Drawn {
    let area = [(x + 2, y + 2), (x + width - 2, y + ROW - 2)];
    let middle = x + width / 2;
    let Some((pair, sign)) = found else {
        canvas.draw(&Rectangle::new(area, EVEN.mix(0.12).filled()))?;
        return Ok(());
    };
    canvas.draw(&Rectangle::new(area, color(pair, sign).filled()))?;
    let half = (pair.interval[1] - pair.interval[0]) / 2.0;
    let mean = signed(sign * pair.mean, 2);
    label(
        canvas,
        &mean,
        (middle, y + ROW / 2 - 11),
        &style(size + 2, &INK, HPos::Center),
    )?;
    label(
        canvas,
        &format!("± {half:.2}"),
        (middle, y + ROW / 2 + 13),
        &style(size - 3, &INK, HPos::Center),
    )
}

/// Full strength from five points a hand on.
fn color(pair: &PairResult, sign: f64) -> RGBAColor {
    if pair.verdict() == 0 {
        return EVEN.mix(0.3);
    }
    let strength = 0.18 + 0.5 * (pair.mean.abs() / 5.0).min(1.0).sqrt();
    if sign * pair.mean > 0.0 {
        GOOD.mix(strength)
    } else {
        BAD.mix(strength)
    }
}

fn shortened(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.to_string();
    }
    name.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}
