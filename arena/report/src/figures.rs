//! Numbers formatted for people.

use spariglio_arena::PairResult;
use spariglio_stats::Estimate;
use spariglio_stats::moments::{LEAST_SETS, NORMAL_95};

/// A number with its sign: a real minus sign, and no sign if it is zero.
#[must_use]
pub fn signed(number: f64, decimals: usize) -> String {
    let zero = format!("{:.decimals$}", 0.0);
    let text = format!("{number:+.decimals$}");
    if text[1..] == zero {
        zero
    } else {
        text.replace('-', "\u{2212}")
    }
}

/// A whole number in groups of three digits.
#[must_use]
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let grouped = digits.bytes().enumerate().flat_map(|(place, digit)| {
        let gap = place > 0 && (digits.len() - place).is_multiple_of(3);
        gap.then_some(',').into_iter().chain([char::from(digit)])
    });
    grouped.collect()
}

/// Shown in place of every figure that needs an error, if there are too few sets.
pub const NO_INTERVAL: &str = "too few sets to say";

/// "+0.12 to +0.34".
#[must_use]
pub fn interval(interval: Option<[f64; 2]>) -> String {
    let ends = interval.map(|ends| ends.map(|end| signed(end, 3)));
    ends.map_or(NO_INTERVAL.to_owned(), |[low, high]| format!("{low} to {high}"))
}

/// Half the width of an interval, after its sign.
#[must_use]
pub fn plus_minus(interval: Option<[f64; 2]>, decimals: usize) -> String {
    interval.map_or(format!("({NO_INTERVAL})"), |[low, high]| format!("±{:.decimals$}", (high - low) / 2.0))
}

/// The half-width of the interval of a pair's margin, or the reason if there is none.
#[must_use]
pub fn margin_error(pair: &PairResult, decimals: usize) -> String {
    alike(pair).map_or_else(|| plus_minus(pair.figures.margin.interval, decimals), |reason| format!("({reason})"))
}

/// The interval of a pair's margin, or the reason if there is none.
#[must_use]
pub fn margin_interval(pair: &PairResult) -> String {
    alike(pair).map_or_else(|| interval(pair.figures.margin.interval), str::to_owned)
}

/// The reason why enough sets give no interval.
fn alike(pair: &PairResult) -> Option<&'static str> {
    let has_reason = pair.figures.margin.interval.is_none() && pair.sets() >= LEAST_SETS;
    has_reason.then_some(if pair.figures.pairing.cancels {
        "every set cancelled"
    } else {
        "all sets are alike"
    })
}

/// A probability that one agent is better than another, or the reason if there is none.
#[must_use]
pub fn superiority_or_reason(chance: Option<f64>) -> String {
    chance.map_or(NO_INTERVAL.to_owned(), superiority)
}

/// A pair's margin in points per hand and the half-width of its interval.
#[must_use]
pub fn margin(pair: &PairResult, decimals: usize) -> String {
    format!("{} {}", signed(pair.figures.margin.mean, decimals), margin_error(pair, decimals))
}

/// A mean and the half-width of its interval: "+0.12 ±0.03".
#[must_use]
pub fn around(mean: f64, interval: Option<[f64; 2]>, decimals: usize) -> String {
    format!("{} {}", signed(mean, decimals), plus_minus(interval, decimals))
}

/// A normally distributed mean and the half-width of its 95 % interval.
#[must_use]
pub fn mean(mean: f64, standard_error: f64, decimals: usize) -> String {
    around(mean, normal(mean, standard_error), decimals)
}

/// An estimate and the half-width of its 95 % interval.
#[must_use]
pub fn estimate(estimate: &Estimate, decimals: usize) -> String {
    around(estimate.mean, estimate.interval, decimals)
}

/// The 95 % interval of a normally distributed mean; `None` if its error is not known.
#[must_use]
pub fn normal(mean: f64, standard_error: f64) -> Option<[f64; 2]> {
    (standard_error > 0.0).then(|| [-NORMAL_95, NORMAL_95].map(|end| mean + end * standard_error))
}

/// The interval of a percentage: "58.02 to 66.40".
#[must_use]
pub fn percentages(interval: Option<[f64; 2]>, decimals: usize) -> String {
    interval.map_or(NO_INTERVAL.to_owned(), |[low, high]| format!("{low:.decimals$} to {high:.decimals$}"))
}

/// A normally distributed percentage and the half-width of its 95 % interval. If the interval would leave 0 to 100, its
/// clamped ends are shown instead.
#[must_use]
pub fn percent(mean: f64, standard_error: f64) -> String {
    let interval = normal(mean, standard_error);
    match interval.filter(|[low, high]| *low < 0.0 || *high > 100.0) {
        Some(ends) => format!("{mean:.1} ({})", percentages(Some(ends.map(|end| end.clamp(0.0, 100.0))), 1)),
        None => format!("{mean:.1} {}", plus_minus(interval, 1)),
    }
}

/// Three percentages: won, tied, lost.
#[must_use]
pub fn shares(percent: [f64; 3]) -> String {
    percent.map(|share| format!("{share:.1}")).join(" / ")
}

/// A probability, with as many decimals as it needs.
#[must_use]
pub fn chance(p: f64) -> String {
    match p {
        p if p >= 0.1 => format!("{p:.2}"),
        p if p >= 0.001 => format!("{p:.3}"),
        p if p >= 0.0001 => format!("{p:.4}"),
        p if p > 1e-15 => {
            let text = format!("{p:.0e}");
            let (digit, power) = text.split_once("e-").unwrap_or((&text, "0"));
            format!("{digit} · 10{}", superscript(power))
        }
        _ => format!("< 10{}", superscript("15")),
    }
}

/// A negative power in superscript digits.
fn superscript(digits: &str) -> String {
    const SIGNS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digits = digits.bytes().map(|digit| SIGNS[usize::from(digit - b'0')]);
    std::iter::once('⁻').chain(digits).collect()
}

/// The probability that one agent is better than another, in percent; never shown as certain.
#[must_use]
pub fn superiority(chance: f64) -> String {
    if chance > 0.9995 {
        return "> 99.9 %".to_owned();
    }
    format!("{:.1} %", 100.0 * chance)
}

/// Seconds, minutes or hours.
#[must_use]
pub fn duration(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 100.0 => format!("{seconds:.0} s"),
        seconds if seconds < 6000.0 => format!("{:.0} min", seconds / 60.0),
        seconds => format!("{:.1} h", seconds / 3600.0),
    }
}

/// Milliseconds with three significant digits.
#[must_use]
pub fn milliseconds(time: f64) -> String {
    match time {
        time if time >= 100.0 => format!("{time:.0}"),
        time if time >= 10.0 => format!("{time:.1}"),
        time if time >= 1.0 => format!("{time:.2}"),
        time if time >= 0.1 => format!("{time:.3}"),
        time => format!("{time:.4}"),
    }
}

/// A program's version. If it is not this program's, says so: agents and figures of versions may differ.
pub(crate) fn version(of: &str) -> String {
    match env!("CARGO_PKG_VERSION") {
        own if own == of => of.to_owned(),
        own => format!("{of} (this program is {own}: its agents may play otherwise)"),
    }
}

#[cfg(test)]
mod tests {
    use super::{around, chance, duration, interval, mean, milliseconds, percent, signed, superiority, thousands};

    #[test]
    fn signs_are_for_people() {
        assert_eq!(signed(1.25, 1), "+1.2");
        assert_eq!(signed(-3.0, 2), "\u{2212}3.00");
        assert_eq!(signed(-0.001, 2), "0.00");
        assert_eq!(around(-1.0, Some([-1.5, -0.5]), 2), "\u{2212}1.00 ±0.50");
        assert_eq!(interval(Some([-1.5, 0.5])), "\u{2212}1.500 to +0.500");
    }

    #[test]
    fn what_has_no_interval_says_why() {
        assert_eq!(around(0.5, None, 1), "+0.5 (too few sets to say)");
        assert_eq!(mean(0.5, 0.0, 1), "+0.5 (too few sets to say)");
        assert_eq!(interval(None), "too few sets to say");
        assert_eq!(percent(100.0, 0.0), "100.0 (too few sets to say)");
    }

    #[test]
    fn percentages_stay_within_0_to_100() {
        assert_eq!(percent(60.0, 1.0), "60.0 ±2.0");
        assert_eq!(percent(99.0, 1.0), "99.0 (97.0 to 100.0)");
        assert_eq!(percent(0.4, 0.5), "0.4 (0.0 to 1.4)");
    }

    #[test]
    fn groups_of_three_digits() {
        assert_eq!(thousands(7), "7");
        assert_eq!(thousands(1_234_567), "1,234,567");
    }

    #[test]
    fn small_chances_are_powers_of_ten() {
        let texts = [1.0, 0.032, 0.0004, 3.2e-9, 0.0].map(chance);
        assert_eq!(texts, ["1.00", "0.032", "0.0004", "3 · 10⁻⁹", "< 10⁻¹⁵"]);
    }

    #[test]
    fn nobody_is_better_for_certain() {
        assert_eq!([0.604, 0.9994, 1.0].map(superiority), ["60.4 %", "99.9 %", "> 99.9 %"]);
    }

    #[test]
    fn times_have_three_digits() {
        let texts = [250.4, 12.34, 1.234, 0.1234, 0.0002].map(milliseconds);
        assert_eq!(texts, ["250", "12.3", "1.23", "0.123", "0.0002"]);
        assert_eq!([5.0, 600.0, 7200.0].map(duration), ["5 s", "10 min", "2.0 h"]);
    }

    #[test]
    fn another_version_is_named() {
        assert_eq!(super::version(env!("CARGO_PKG_VERSION")), env!("CARGO_PKG_VERSION"));
        assert!(super::version("0.1.0").contains(env!("CARGO_PKG_VERSION")));
    }
}
