//! A chart: two axes with marks and a grid, and shapes placed by values.

use super::axis::Axis;
use super::drawing::{Anchor, Drawing, Fill, Point, Stroke, text};
use super::theme::Tone;
use super::{SMALL, TEXT};

/// Least distance between marks of an axis.
const ACROSS: f64 = 58.0;
const DOWN: f64 = 27.0;
/// The most width of a list's names, as a share of the drawing.
const NAMES: f64 = 0.34;

/// A chart on a drawing.
pub struct Chart<'a> {
    drawing: &'a mut Drawing,
    low: Point,
    high: Point,
    x: Axis,
    y: Axis,
}

impl<'a> Chart<'a> {
    /// Draws axes, marks and titles below `top`. The chart fills the rest of the drawing.
    pub fn new(drawing: &'a mut Drawing, top: f64, x: Axis, y: Axis) -> Chart<'a> {
        let (width, height) = (drawing.width(), drawing.height());
        let title = |axis: &Axis| if axis.title().is_empty() { 0.0 } else { SMALL + 7.0 };
        let head = top + title(&y) + 8.0;
        let foot = height - title(&x) - SMALL - 12.0;
        let marks = y.marks(((foot - head) / DOWN).max(2.0) as usize);
        let lettering = text(if y.is_list() { TEXT } else { SMALL });
        let widest = marks.iter().map(|mark| lettering.width(&mark.1)).fold(0.0, f64::max);
        let left = widest.min(if y.is_list() { width * NAMES } else { width }) + 12.0;
        let mut chart = Chart { drawing, low: [left, foot], high: [width - 12.0, head], x, y };
        chart.draw_y(&marks, top);
        chart.draw_x();
        chart
    }

    fn draw_y(&mut self, marks: &[(f64, String)], top: f64) {
        let (left, right) = (self.low[0], self.high[0]);
        let list = self.y.is_list();
        for (value, name) in marks {
            let y = self.down(*value);
            let lettering = if list {
                text(TEXT)
            } else {
                text(SMALL).tone(Tone::Muted)
            };
            let name = lettering.shortened(name, left - 10.0);
            self.drawing.line(&[[left, y], [right, y]], Tone::Table.stroke(1.0));
            self.drawing.text([left - 7.0, y], &name, lettering.anchor(Anchor::End));
        }
        let title = self.y.title().to_owned();
        self.drawing
            .text([4.0, top + SMALL / 2.0 + 2.0], &title, text(SMALL).tone(Tone::Muted));
    }

    fn draw_x(&mut self) {
        let lettering = text(SMALL).tone(Tone::Muted);
        let (foot, head) = (self.low[1], self.high[1]);
        let marks = self.x.marks(((self.high[0] - self.low[0]) / ACROSS).max(2.0) as usize);
        for (value, name) in &marks {
            let x = self.across(*value);
            let half = lettering.width(name) / 2.0;
            let middle = x.min(self.drawing.width() - half - 1.0);
            let end = if self.y.is_list() { head } else { foot - 4.0 };
            self.drawing.line(&[[x, foot], [x, end]], Tone::Table.stroke(1.0));
            self.drawing
                .text([middle, foot + SMALL / 2.0 + 6.0], name, lettering.anchor(Anchor::Middle));
        }
        self.drawing
            .line(&[[self.low[0], foot], [self.high[0], foot]], Tone::Table.stroke(1.0));
        let title = self.x.title().to_owned();
        let at = [(self.low[0] + self.high[0]) / 2.0, self.drawing.height() - SMALL / 2.0 - 3.0];
        self.drawing.text(at, &title, lettering.anchor(Anchor::Middle));
    }

    fn across(&self, value: f64) -> f64 {
        self.low[0] + self.x.share(value) * (self.high[0] - self.low[0])
    }

    fn down(&self, value: f64) -> f64 {
        self.low[1] + self.y.share(value) * (self.high[1] - self.low[1])
    }

    /// The position of the values `[x, y]` on the drawing.
    #[must_use]
    pub fn at(&self, [x, y]: Point) -> Point {
        [self.across(x), self.down(y)]
    }

    /// The drawing, for shapes that are not placed by values.
    pub fn drawing(&mut self) -> &mut Drawing {
        self.drawing
    }

    /// Lines through the points.
    pub fn line(&mut self, points: &[Point], stroke: Stroke) {
        let points: Vec<Point> = points.iter().map(|&point| self.at(point)).collect();
        self.drawing.line(&points, stroke);
    }

    /// A horizontal line over the whole width.
    pub fn level(&mut self, y: f64, stroke: Stroke) {
        let [low, high] = self.x.ends();
        self.line(&[[low, y], [high, y]], stroke);
    }

    /// A vertical line over the whole height.
    pub fn upright(&mut self, x: f64, stroke: Stroke) {
        let [low, high] = self.y.ends();
        self.line(&[[x, low], [x, high]], stroke);
    }

    /// The area between two curves, given as `[x, low, high]`.
    pub fn band(&mut self, points: &[[f64; 3]], fill: Fill) {
        let low = points.iter().map(|&[x, low, _]| self.at([x, low]));
        let high = points.iter().rev().map(|&[x, _, high]| self.at([x, high]));
        let border: Vec<Point> = low.chain(high).collect();
        self.drawing.area(&border, fill);
    }

    /// A horizontal error bar between two values of x.
    pub fn spread(&mut self, y: f64, [from, to]: [f64; 2], stroke: Stroke) {
        const END: f64 = 4.0;
        self.line(&[[from, y], [to, y]], stroke);
        for x in [from, to] {
            let [across, down] = self.at([x, y]);
            self.drawing.line(&[[across, down - END], [across, down + END]], stroke);
        }
    }

    /// A dot with a tooltip.
    pub fn dot(&mut self, point: Point, radius: f64, fill: Fill, tooltip: &str) {
        let at = self.at(point);
        self.drawing.disc(at, radius, fill, tooltip);
    }

    /// A vertical bar with a tooltip, from zero, between two values of x.
    pub fn bar(&mut self, [from, to]: [f64; 2], y: f64, fill: Fill, tooltip: &str) {
        let ([left, top], [right, foot]) = (self.at([from, y]), self.at([to, 0.0]));
        let size = [(right - left).abs(), (foot - top).abs()];
        self.drawing.rectangle([left.min(right), top.min(foot)], size, fill, tooltip);
    }

    /// A text beside a point, with an offset across and down.
    pub fn note(&mut self, point: Point, [across, down]: [f64; 2], words: &str, tone: Tone) {
        let [x, y] = self.at(point);
        let anchor = if across < 0.0 { Anchor::End } else { Anchor::Start };
        self.drawing
            .text([x + across, y + down], words, text(SMALL).tone(tone).anchor(anchor).haloed());
    }
}

/// Draws coloured dots with their words at the top. Returns the height of the legend.
pub fn legend<'w>(drawing: &mut Drawing, entries: impl IntoIterator<Item = (&'w str, Tone)>) -> f64 {
    const ROW: f64 = 20.0;
    let (mut x, mut y) = (6.0, ROW / 2.0);
    for (words, tone) in entries {
        let width = 18.0 + text(TEXT).width(words) + 14.0;
        if x > 6.0 && x + width > drawing.width() {
            (x, y) = (6.0, y + ROW);
        }
        drawing.disc([x + 6.0, y], 5.0, tone.fill(), "");
        drawing.text([x + 17.0, y], words, text(TEXT));
        x += width;
    }
    y + ROW / 2.0 + 4.0
}

#[cfg(test)]
mod tests {
    use super::{Axis, Chart, Drawing, Tone, legend};
    use crate::picture::Scale;

    #[test]
    fn values_lie_where_the_axes_say() {
        let mut drawing = Drawing::new(300.0, 200.0);
        let axis = |title: &str| Axis::new(Scale::Linear, 0.0, 10.0, title);
        let chart = Chart::new(&mut drawing, 10.0, axis("x"), axis("y"));
        let ([left, foot], [right, head]) = (chart.at([0.0, 0.0]), chart.at([10.0, 10.0]));
        assert!(left > 0.0 && left < right && right < 300.0 && 10.0 < head && head < foot && foot < 200.0);
        let [x, y] = chart.at([5.0, 5.0]);
        assert!((x - (left + right) / 2.0).abs() < 1e-9 && (y - (head + foot) / 2.0).abs() < 1e-9);
    }

    #[test]
    fn a_long_legend_takes_another_row() {
        let words = ["against greedy", "against random", "against formula"];
        let height = |width: f64| legend(&mut Drawing::new(width, 99.0), words.map(|word| (word, Tone::Good)));
        assert!(height(220.0) > height(900.0) + 39.0);
    }
}
