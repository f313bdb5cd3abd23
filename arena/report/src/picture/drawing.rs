//! A drawing: shapes and text as SVG, in pixels of its natural size, with the origin at the top left.
//!
//! It does not use a plotting library for three reasons: points need fractions of a pixel (a band over 100,000 deals),
//! colours are variables of the page, and shapes have tooltips. Colours stay variables ([`Tone::variable`]) until a
//! file is made.

use std::fmt::{Display, Write};

use maud::html;
use spariglio_engine::format::plain::plain_lines;
use unicode_width::UnicodeWidthChar;

use super::theme::Tone;

/// A position: across, down.
pub type Point = [f64; 2];

/// The fill of an area.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Fill {
    tone: Tone,
    opacity: f64,
}

/// The style of a line.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Stroke {
    tone: Tone,
    width: f64,
    dashes: &'static str,
}

impl Tone {
    /// A fill with this colour.
    #[must_use]
    pub fn fill(self) -> Fill {
        self.mixed(1.0)
    }

    /// A fill with this colour at an opacity.
    #[must_use]
    pub fn mixed(self, opacity: f64) -> Fill {
        Fill { tone: self, opacity }
    }

    /// A line of this colour.
    #[must_use]
    pub fn stroke(self, width: f64) -> Stroke {
        Stroke { tone: self, width, dashes: "" }
    }
}

impl Stroke {
    /// The same line, dashed.
    #[must_use]
    pub fn dashed(self) -> Stroke {
        Stroke { dashes: "5 4", ..self }
    }
}

/// The position of a text relative to its point.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Anchor {
    /// The text starts at the point.
    Start,
    /// The text is centred on the point.
    Middle,
    /// The text ends at the point.
    End,
}

/// The style of a text.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Lettering {
    size: f64,
    tone: Tone,
    anchor: Anchor,
    bold: bool,
    halo: bool,
}

/// Text of a size in the ink's colour that starts at its point.
#[must_use]
pub fn text(size: f64) -> Lettering {
    Lettering { size, tone: Tone::Ink, anchor: Anchor::Start, bold: false, halo: false }
}

impl Lettering {
    /// In another colour.
    #[must_use]
    pub fn tone(self, tone: Tone) -> Lettering {
        Lettering { tone, ..self }
    }

    /// With another anchor.
    #[must_use]
    pub fn anchor(self, anchor: Anchor) -> Lettering {
        Lettering { anchor, ..self }
    }

    /// In bold.
    #[must_use]
    pub fn bold(self) -> Lettering {
        Lettering { bold: true, ..self }
    }

    /// With a halo of paper colour, so that lines behind do not cross it.
    #[must_use]
    pub fn haloed(self) -> Lettering {
        Lettering { halo: true, ..self }
    }

    /// An upper bound of the width of `text`, from the widths of DejaVu Sans, one of the widest fonts of its kind.
    #[must_use]
    pub fn width(&self, text: &str) -> f64 {
        let ems = |letter: char| match letter {
            'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | ' ' | '|' | '\'' | '\u{202f}' => 0.34,
            'm' | 'w' | 'M' | 'W' | '%' | '@' | '…' => 1.0,
            'f' | 'r' | 't' | '(' | ')' | '-' | '/' => 0.42,
            'A'..='Z' | '+' | '±' | '−' | '×' | '=' | '<' | '>' => 0.84,
            wide if wide.width() == Some(2) => 1.3,
            _ => 0.64,
        };
        let bold = if self.bold { 1.1 } else { 1.0 };
        text.chars().map(ems).sum::<f64>() * self.size * bold
    }

    /// `text`, shortened in the middle with an ellipsis if it is wider than `most`.
    #[must_use]
    pub fn shortened(&self, text: &str, most: f64) -> String {
        if self.width(text) <= most {
            return text.to_owned();
        }
        let letters: Vec<char> = text.chars().collect();
        let cut = |length: usize| -> String {
            let start = letters[..length.div_ceil(2)].iter();
            let end = letters[letters.len() - length / 2..].iter();
            start.chain(['…'].iter()).chain(end).collect()
        };
        let fits = |length: &usize| self.width(&cut(*length)) <= most;
        cut((0..letters.len()).rev().find(fits).unwrap_or(0))
    }
}

/// A drawing in progress.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    width: f64,
    height: f64,
    body: String,
}

/// A number with at most two decimals, and no trailing zeros.
struct Short(f64);

impl Display for Short {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let rounded = (self.0 * 100.0).round() / 100.0;
        write!(out, "{}", rounded + 0.0)
    }
}

impl Drawing {
    /// An empty drawing.
    #[must_use]
    pub fn new(width: f64, height: f64) -> Drawing {
        Drawing { width, height, body: String::new() }
    }

    /// The width.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.width
    }

    /// The height.
    #[must_use]
    pub fn height(&self) -> f64 {
        self.height
    }

    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        self.body.write_fmt(element).expect("text has room");
    }

    /// A rectangle with slightly rounded corners and a tooltip.
    pub fn rectangle(&mut self, [x, y]: Point, [width, height]: [f64; 2], fill: Fill, tooltip: &str) {
        let round = Short((width.min(height) / 8.0).clamp(0.0, 3.0));
        let (x, y, width, height) = (Short(x), Short(y), Short(width.max(0.0)), Short(height.max(0.0)));
        let (color, tooltip) = (filled(fill), title(tooltip));
        self.add(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{round}\" {color}>{tooltip}</rect>"
        ));
    }

    /// A disc with a tooltip.
    pub fn disc(&mut self, [x, y]: Point, radius: f64, fill: Fill, tooltip: &str) {
        let (x, y, radius) = (Short(x), Short(y), Short(radius));
        let (color, tooltip) = (filled(fill), title(tooltip));
        self.add(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {color}>{tooltip}</circle>"));
    }

    /// Straight lines from point to point.
    pub fn line(&mut self, points: &[Point], stroke: Stroke) {
        let (points, color, width) = (joined(points), stroke.tone.variable(), Short(stroke.width));
        let dashes = match stroke.dashes {
            "" => String::new(),
            dashes => format!(" stroke-dasharray=\"{dashes}\""),
        };
        self.add(format_args!(
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" \
             stroke-linejoin=\"round\"{dashes}/>"
        ));
    }

    /// A filled polygon.
    pub fn area(&mut self, points: &[Point], fill: Fill) {
        let (points, color) = (joined(points), filled(fill));
        self.add(format_args!("<polygon points=\"{points}\" {color}/>"));
    }

    /// A text, vertically centred on the point.
    pub fn text(&mut self, [x, y]: Point, text: &str, lettering: Lettering) {
        let (x, y, size) = (Short(x), Short(y + 0.36 * lettering.size), Short(lettering.size));
        let anchor = match lettering.anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let weight = if lettering.bold { " font-weight=\"700\"" } else { "" };
        let paper = Tone::Paper.variable();
        let halo = if lettering.halo {
            format!(" stroke=\"{paper}\" stroke-width=\"5\" stroke-linejoin=\"round\" paint-order=\"stroke\"")
        } else {
            String::new()
        };
        let (color, text) = (lettering.tone.variable(), escaped(text));
        self.add(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{anchor}\" fill=\"{color}\"{weight}{halo}>{text}</text>"
        ));
    }

    /// Another drawing with its top left corner at a point.
    pub fn place(&mut self, [x, y]: Point, other: &Drawing) {
        let (x, y) = (Short(x), Short(y));
        self.add(format_args!("<g transform=\"translate({x} {y})\">{}</g>", other.body));
    }

    /// The drawing as an `svg` element with colours as variables. `name` is its label for screen readers.
    #[must_use]
    pub fn element(&self, name: &str) -> String {
        let (width, height, name) = (Short(self.width), Short(self.height), escaped(name));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             font-family=\"'DejaVu Sans', Verdana, sans-serif\" role=\"img\" aria-label=\"{name}\">{}</svg>",
            self.body
        )
    }
}

fn filled(fill: Fill) -> String {
    let color = fill.tone.variable();
    if fill.opacity >= 1.0 {
        return format!("fill=\"{color}\"");
    }
    format!("fill=\"{color}\" fill-opacity=\"{}\"", Short(fill.opacity))
}

fn joined(points: &[Point]) -> String {
    let one = |[x, y]: &Point| format!("{},{}", Short(*x), Short(*y));
    points.iter().map(one).collect::<Vec<_>>().join(" ")
}

fn title(tooltip: &str) -> String {
    if tooltip.is_empty() {
        return String::new();
    }
    format!("<title>{}</title>", escaped(tooltip))
}

fn escaped(text: &str) -> String {
    html! { (plain_lines(text)) }.into_string()
}

#[cfg(test)]
mod tests {
    use super::{Anchor, Drawing, Short, Tone, text};

    #[test]
    fn numbers_are_short() {
        let texts = [0.0, -0.001, 3.0, 2.504, -17.25].map(|number| Short(number).to_string());
        assert_eq!(texts, ["0", "0", "3", "2.5", "-17.25"]);
    }

    #[test]
    fn text_is_escaped_and_shortened() {
        let mut drawing = Drawing::new(100.0, 20.0);
        drawing.text([50.0, 10.0], "a<b & c", text(10.0).anchor(Anchor::Middle).tone(Tone::Muted));
        let element = drawing.element("\"x\"");
        assert!(element.contains(">a&lt;b &amp; c</text>"), "{element}");
        assert!(element.contains("aria-label=\"&quot;x&quot;\""), "{element}");
        let lettering = text(10.0);
        let short = lettering.shortened("ismcts:simulations=4000", 80.0);
        assert!(
            short.starts_with("ismct")
                && short.contains('…')
                && short.ends_with("=4000")
                && lettering.width(&short) <= 80.0,
            "{short}"
        );
        assert_eq!(lettering.shortened("net", 80.0), "net");
    }
}
