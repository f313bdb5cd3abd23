//! The axes that pictures over generations share: whole generations below, points a hand at the left.

use std::ops::Range;

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::prelude::{Cartesian2d, ChartBuilder, ChartContext, Color, IntoFont, PathElement, SVGBackend};

use crate::table::signed;

use super::{Canvas, GRID, MUTED, TEXT, range_with_zero};

/// Air at both ends, in generations.
const AIR: f64 = 0.4;

/// Generations, marked at whole numbers only.
pub struct Generations {
    first: f64,
    last: f64,
}

impl Ranged for Generations {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (low, high): (i32, i32)) -> i32 {
        let share = (value - self.first + AIR) / (self.last - self.first + 2.0 * AIR);
        low + (share * f64::from(high - low)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        ticks(self.first, self.last)
    }

    fn range(&self) -> Range<f64> {
        self.first - AIR..self.last + AIR
    }
}

/// Whole generations, about ten of them at most.
fn ticks(first: f64, last: f64) -> Vec<f64> {
    let step = ((last - first) / 10.0).ceil().max(1.0);
    (0..)
        .map(|i| first + step * f64::from(i))
        .take_while(|&tick| tick <= last)
        .collect()
}

type Points = plotters::coord::types::RangedCoordf64;
/// A chart of points a hand over generations.
pub type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<Generations, Points>>;

/// Draws the axes; `seen` are the generations and all the values that must have room.
pub fn chart<'a, 'b>(
    canvas: &'a Canvas<'b>,
    seen: impl Iterator<Item = (u64, [f64; 2])> + Clone,
) -> Result<Chart<'a, 'b>, Box<dyn std::error::Error>> {
    let generations = || seen.clone().map(|(generation, _)| generation as f64);
    let first = generations().fold(f64::INFINITY, f64::min);
    let last = generations().fold(0.0, f64::max);
    let (low, high) = range_with_zero(seen.clone().flat_map(|(_, values)| values));
    let mut chart = ChartBuilder::on(canvas)
        .margin_top(34)
        .margin_right(14)
        .x_label_area_size(56)
        .y_label_area_size(70)
        .build_cartesian_2d(Generations { first, last }, low..high)?;
    let text = ("sans-serif", TEXT - 1).into_font().color(&MUTED);
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(GRID.mix(0.0))
        .bold_line_style(GRID)
        .axis_style(GRID)
        .y_labels(7)
        .label_style(text.clone())
        .axis_desc_style(text)
        .x_label_formatter(&|generation| format!("{generation:.0}"))
        .y_label_formatter(&|points| signed(*points, 1))
        .x_desc("generation")
        .y_desc("points a hand")
        .draw()?;
    chart.draw_series([PathElement::new([(first - AIR, 0.0), (last + AIR, 0.0)], MUTED)])?;
    Ok(chart)
}

#[cfg(test)]
mod tests {
    use super::ticks;

    #[test]
    fn marks_are_whole_generations() {
        assert_eq!(ticks(1.0, 4.0), [1.0, 2.0, 3.0, 4.0]);
        assert_eq!(
            ticks(0.0, 30.0),
            [0.0, 3.0, 6.0, 9.0, 12.0, 15.0, 18.0, 21.0, 24.0, 27.0, 30.0]
        );
    }
}
