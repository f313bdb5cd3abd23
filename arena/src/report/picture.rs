//! The pictures of a report, drawn as SVG with one palette.
//!
//! A picture is a whole SVG file with fixed colours; [`Picture::inline`] is the same picture for the
//! page, with the palette's colours replaced by the page's variables, so that it follows light and
//! dark.

mod cross;
mod gates;
mod generations;
mod learning;
mod losses;
mod outcomes;

use std::error::Error;

use plotters::coord::Shift;
use plotters::prelude::{Circle, Color, IntoFont, Text};
use plotters::prelude::{DrawingArea, IntoDrawingArea, RGBColor, SVGBackend};
use plotters::style::TextStyle;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::data::RunData;
use crate::error::ArenaError;

/// What drawing gives back.
type Drawn = Result<(), Box<dyn Error>>;
/// A picture, or a part of one, that is being drawn.
type Canvas<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Width of every picture in its own units (pixels of the file).
const WIDTH: u32 = 640;
/// Size of ordinary text, in plotters' measure (its SVG says four fifths of it).
const TEXT: i32 = 20;

const PAPER: RGBColor = RGBColor(0xfe, 0xfe, 0xfd);
const INK: RGBColor = RGBColor(0x1f, 0x23, 0x28);
const MUTED: RGBColor = RGBColor(0x5c, 0x64, 0x6f);
const GRID: RGBColor = RGBColor(0xdf, 0xe3, 0xe8);
const GOOD: RGBColor = RGBColor(0x1f, 0x8a, 0x5b);
const EVEN: RGBColor = RGBColor(0x98, 0xa1, 0xac);
const BAD: RGBColor = RGBColor(0xc6, 0x4b, 0x3a);
const SERIES: [RGBColor; 5] = [
    RGBColor(0x2b, 0x6c, 0xb8),
    RGBColor(0xc7, 0x72, 0x14),
    RGBColor(0x2a, 0x91, 0x70),
    RGBColor(0x8a, 0x4f, 0xb5),
    RGBColor(0x9a, 0x84, 0x12),
];

/// Names of the page's variables for the palette.
fn variables() -> Vec<(RGBColor, String)> {
    let named = [
        (PAPER, "paper"),
        (INK, "ink"),
        (MUTED, "muted"),
        (GRID, "grid"),
        (GOOD, "good"),
        (EVEN, "even"),
        (BAD, "bad"),
    ];
    let series = SERIES
        .iter()
        .enumerate()
        .map(|(i, &color)| (color, format!("series-{}", i + 1)));
    named
        .iter()
        .map(|&(color, name)| (color, name.to_string()))
        .chain(series)
        .collect()
}

/// One picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Name of its file, without the end.
    pub name: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// How to read it.
    pub note: String,
    /// The SVG file.
    pub svg: String,
}

impl Picture {
    fn draw(
        name: &'static str,
        title: &'static str,
        note: String,
        height: u32,
        draw: impl FnOnce(&Canvas<'_>) -> Drawn,
    ) -> Result<Picture, ArenaError> {
        let mut svg = String::new();
        let root = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        let drawn = || -> Drawn {
            root.fill(&PAPER)?;
            draw(&root)?;
            Ok(root.present()?)
        };
        drawn().map_err(|error| ArenaError::Picture {
            name: name.to_string(),
            message: error.to_string(),
        })?;
        drop(root);
        Ok(Picture { name, title, note, svg })
    }

    /// The picture as an element of the page.
    #[must_use]
    pub fn inline(&self) -> String {
        let mut svg = self.svg.clone();
        for (RGBColor(red, green, blue), name) in variables() {
            svg = svg.replace(&format!("#{red:02X}{green:02X}{blue:02X}"), &format!("var(--{name})"));
        }
        let start = svg.find("<svg").unwrap_or(0);
        svg.split_off(start)
            .replacen("<svg ", &format!("<svg role=\"img\" aria-label=\"{}\" ", self.title), 1)
    }
}

/// Every picture for which `data` has something.
///
/// # Errors
/// A picture that cannot be drawn.
pub fn all(data: &RunData) -> Result<Vec<Picture>, ArenaError> {
    let mut pictures = Vec::new();
    if let Some(arena) = data.main_arena() {
        pictures.push(cross::picture(arena)?);
        pictures.push(outcomes::picture(arena)?);
    }
    if !data.metrics.evaluations.is_empty() {
        pictures.push(learning::picture(&data.metrics)?);
    }
    if !data.metrics.gates.is_empty() {
        pictures.push(gates::picture(&data.metrics)?);
    }
    pictures.extend(losses::picture(&data.metrics)?);
    Ok(pictures)
}

fn style(size: i32, color: &RGBColor, across: HPos) -> TextStyle<'static> {
    ("sans-serif", size)
        .into_font()
        .color(color)
        .pos(Pos::new(across, VPos::Center))
}

fn label(canvas: &Canvas<'_>, text: &str, at: (i32, i32), style: &TextStyle<'_>) -> Drawn {
    Ok(canvas.draw(&Text::new(text.to_string(), at, style.clone()))?)
}

/// A row of coloured dots with names at the top left.
fn legend<'a>(canvas: &Canvas<'_>, entries: impl Iterator<Item = (&'a str, RGBColor)>) -> Drawn {
    let mut x = 64;
    for (name, color) in entries {
        canvas.draw(&Circle::new((x, 16), 6, color.filled()))?;
        label(canvas, name, (x + 12, 16), &style(TEXT, &INK, HPos::Left))?;
        x += 40 + 10 * name.chars().count() as i32;
    }
    Ok(())
}

/// The range of values that holds all of `values` and zero, with some air.
fn range_with_zero(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values.fold((0.0f64, 0.0f64), |(low, high), value| (low.min(value), high.max(value)));
    let air = ((high - low) * 0.08).max(0.05);
    (low - air, high + air)
}
