//! An axis: positions of values, and the marked values.
//!
//! Marks are 1, 2 or 5 times a power of ten (only whole numbers if the values are whole); on a logarithmic axis they
//! are powers of ten.

use crate::figures::signed;
use spariglio_text::Language;

/// The spacing of values.
#[derive(Clone, Debug, PartialEq)]
pub enum Scale {
    /// Linear.
    Linear,
    /// Linear, with marks at whole numbers only.
    Whole,
    /// Logarithmic.
    Log,
    /// A list: value i is name i. The first name is at the end that has the largest value of other axes.
    Names(Vec<String>),
}

/// One axis of a chart.
#[derive(Clone, Debug)]
pub struct Axis {
    scale: Scale,
    low: f64,
    high: f64,
    title: String,
    write: fn(f64, usize) -> String,
}

impl Axis {
    /// From `low` to `high`, with plain numbers.
    ///
    /// # Panics
    /// If `low` is not below `high`, or not above 0 on a logarithmic axis.
    #[must_use]
    pub fn new(scale: Scale, low: f64, high: f64, title: &str) -> Axis {
        assert!(low < high && (scale != Scale::Log || low > 0.0), "{title}: {low} to {high}");
        let write = if scale == Scale::Log { short_count } else { plain };
        Axis { scale, low, high, title: title.to_owned(), write }
    }

    /// Contains zero and all `values`, with some margin.
    #[must_use]
    pub fn around_zero(values: impl Iterator<Item = f64>, title: &str) -> Axis {
        Axis::around(values.chain([0.0]), title)
    }

    /// Contains all `values`, with some margin.
    #[must_use]
    pub fn around(values: impl Iterator<Item = f64>, title: &str) -> Axis {
        let ends = (f64::INFINITY, f64::NEG_INFINITY);
        let finite = values.filter(|value| value.is_finite());
        let (low, high) = finite.fold(ends, |(low, high), value| (low.min(value), high.max(value)));
        let (low, high) = if low <= high { (low, high) } else { (0.0, 0.0) };
        let air = ((high - low) * 0.08).max(1e-3 * high.abs().max(low.abs()).max(1.0));
        Axis::new(Scale::Linear, low - air, high + air, title)
    }

    /// A row for each name, the first one on top.
    #[must_use]
    pub fn names(names: impl IntoIterator<Item = String>) -> Axis {
        let names: Vec<String> = names.into_iter().collect();
        let high = names.len().max(1) as f64 - 0.5;
        Axis::new(Scale::Names(names), -0.5, high, "")
    }

    /// The same axis, with signed numbers.
    #[must_use]
    pub fn signed(self) -> Axis {
        Axis { write: signed, ..self }
    }

    /// The same axis, with plain numbers of a language.
    #[must_use]
    pub fn written(self, language: Language) -> Axis {
        let write = match language {
            Language::English => plain,
            Language::Italian => |value, decimals| plain(value, decimals).replace('.', ","),
        };
        Axis { write, ..self }
    }

    /// The same axis, with numbers in percent.
    #[must_use]
    pub fn percent(self) -> Axis {
        let write = |value, decimals| format!("{} %", plain(value, decimals));
        Axis { write, ..self }
    }

    /// The title: the measured quantity and its unit.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The smallest and the largest value.
    #[must_use]
    pub fn ends(&self) -> [f64; 2] {
        [self.low, self.high]
    }

    /// Whether it is a list of names.
    #[must_use]
    pub fn is_list(&self) -> bool {
        matches!(self.scale, Scale::Names(_))
    }

    /// The position of `value`: 0 at the low end, 1 at the high end (reversed for names). Values outside are clamped.
    #[must_use]
    pub fn share(&self, value: f64) -> f64 {
        let value = value.clamp(self.low, self.high);
        match self.scale {
            Scale::Linear | Scale::Whole => (value - self.low) / (self.high - self.low),
            Scale::Log => (value / self.low).ln() / (self.high / self.low).ln(),
            Scale::Names(_) => (self.high - value) / (self.high - self.low),
        }
    }

    /// The marked values and their texts: at most `most` of them, or all names if it is a list.
    #[must_use]
    pub fn marks(&self, most: usize) -> Vec<(f64, String)> {
        if let Scale::Names(names) = &self.scale {
            let places = names.iter().enumerate();
            return places.map(|(place, name)| (place as f64, name.clone())).collect();
        }
        if self.scale == Scale::Log {
            return self.log_marks(most);
        }
        let mut step = step((self.high - self.low) / most.max(1) as f64);
        if self.scale == Scale::Whole {
            step = step.max(1.0);
        }
        let decimals = (-step.log10()).ceil().max(0.0) as usize;
        let first = (self.low / step - 1e-9).ceil() as i64;
        let last = (self.high / step + 1e-9).floor() as i64;
        let marks = (first..=last).map(|i| i as f64 * step);
        marks.map(|value| (value, (self.write)(value, decimals))).collect()
    }

    fn log_marks(&self, most: usize) -> Vec<(f64, String)> {
        let powers =
            || (self.low.log10().floor() as i32..=self.high.log10().ceil() as i32).map(|power| 10f64.powi(power));
        let inside = |value: &f64| (self.low * 0.999..=self.high * 1.001).contains(value);
        let mut values: Vec<f64> = powers().filter(inside).collect();
        if values.len() < 3 {
            values = powers()
                .flat_map(|power| [power, 2.0 * power, 5.0 * power])
                .filter(inside)
                .collect();
        }
        let every = values.len().div_ceil(most.max(1)).max(1);
        values
            .into_iter()
            .step_by(every)
            .map(|value| (value, (self.write)(value, 0)))
            .collect()
    }
}

/// The smallest of 1, 2, 5 times a power of ten that is not below `least`.
fn step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    let factors = [1.0, 2.0, 5.0, 10.0];
    let factor = factors.iter().find(|&&factor| factor * power >= least * (1.0 - 1e-9));
    factor.unwrap_or(&10.0) * power
}

fn plain(value: f64, decimals: usize) -> String {
    signed(value, decimals).trim_start_matches('+').to_owned()
}

/// Thousands as k, millions as M.
fn short_count(value: f64, _: usize) -> String {
    let short = |value: f64, unit: &str| format!("{}{unit}", (value * 10.0).round() / 10.0);
    match value {
        1e6.. => short(value / 1e6, "M"),
        1e3.. => short(value / 1e3, "k"),
        _ if value >= 1.0 => short(value, ""),
        _ => format!("{value}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Axis, Scale};

    fn texts(axis: &Axis, most: usize) -> Vec<String> {
        axis.marks(most).into_iter().map(|mark| mark.1).collect()
    }

    #[test]
    fn marks_are_round_numbers_inside() {
        let axis = Axis::new(Scale::Linear, -0.23, 0.61, "points");
        assert_eq!(texts(&axis, 5), ["−0.2", "0.0", "0.2", "0.4", "0.6"]);
        assert_eq!(texts(&axis.signed(), 5), ["−0.2", "0.0", "+0.2", "+0.4", "+0.6"]);
        let whole = Axis::new(Scale::Whole, 0.6, 3.4, "generation");
        assert_eq!(texts(&whole, 9), ["1", "2", "3"]);
    }

    #[test]
    fn logarithmic_marks_are_powers_of_ten_or_their_parts() {
        let wide = Axis::new(Scale::Log, 8.0, 2e6, "deals");
        assert_eq!(texts(&wide, 8), ["10", "100", "1k", "10k", "100k", "1M"]);
        assert_eq!(texts(&wide, 3), ["10", "1k", "100k"]);
        let narrow = Axis::new(Scale::Log, 90.0, 700.0, "deals");
        assert_eq!(texts(&narrow, 8), ["100", "200", "500"]);
        assert!((wide.share(4000.0) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn names_go_from_the_top_down_and_no_value_leaves_the_axis() {
        let axis = Axis::names(["a", "b"].map(String::from));
        assert_eq!((axis.share(0.0), axis.share(1.0)), (0.75, 0.25));
        let points = Axis::around_zero([3.0, f64::NAN].into_iter(), "points");
        assert_eq!((points.share(-50.0), points.share(50.0)), (0.0, 1.0));
        assert!(points.share(0.0) > 0.0 && points.share(3.0) < 1.0);
        assert!(Axis::around([].into_iter(), "nothing").marks(4).len() > 1);
    }
}
