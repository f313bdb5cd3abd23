//! The distribution of the sets' margins, pair by pair.

use std::collections::BTreeMap;

use super::named;
use super::{PANEL, PANELS, left_out};
use crate::figures::signed;
use crate::page::{Block, Section};
use crate::picture::{Axis, Chart, Drawing, Panel, Picture, Scale, Tone};
use spariglio_arena::contests::{ArenaResult, PairResult};
use spariglio_stats::Distribution;

/// The outermost bars also hold the tails: at most this share of the sets at each end lies beyond them.
const TAIL: f64 = 0.005;
/// Approximate number of bars of a picture.
const BARS: i64 = 30;

/// `None` if no pair has a distribution.
pub fn section(arena: &ArenaResult) -> Option<Section> {
    let pairs: Vec<(String, &PairResult)> = named(arena)
        .filter(|(pair, _)| !pair.figures.pairing.cancels && !pair.sums.tally.margins.is_empty())
        .map(|(pair, [first, second])| (format!("{first} – {second}"), pair))
        .collect();
    let panels: Vec<Panel> = pairs.iter().take(PANELS).map(|(title, pair)| panel(title, pair)).collect();
    let note = "Percent of the duplicate sets by their margin, points per set, first agent minus second: blue where the first agent has \
            more, orange where the second has. The dashed line is the mean. The outermost bars include the margins beyond them.";
    let picture = Picture::of("margins", "Margins of the sets", note, panels)?;
    Some(Section::new("Margins", left_out(pairs.len()), vec![Block::Picture(picture)]))
}

/// Sets by bar. Bar 0 is centred on margin 0.
struct Bars {
    width: i64,
    share: BTreeMap<i64, f64>,
}

impl Bars {
    fn new(margins: &Distribution) -> Bars {
        let [low, high] = [quantile(margins, TAIL), quantile(margins, 1.0 - TAIL)];
        // Odd, so that a whole number is in the middle of a bar.
        let width = ((high - low) / BARS).max(1) | 1;
        let bar = |margin: i64| (margin.clamp(low, high) + width / 2).div_euclid(width);
        let mut share = BTreeMap::new();
        for (margin, count) in margins.iter() {
            *share.entry(bar(margin)).or_default() += 100.0 * count as f64 / margins.count() as f64;
        }
        Bars { width, share }
    }

    /// The ends of a bar, in points per set.
    fn ends(&self, bar: i64) -> [f64; 2] {
        let middle = (bar * self.width) as f64;
        [-0.5, 0.5].map(|half| middle + half * self.width as f64)
    }
}

/// The smallest margin that a share of the sets does not exceed.
fn quantile(margins: &Distribution, share: f64) -> i64 {
    let rank = (share * margins.count() as f64).ceil() as u64;
    let mut count_so_far = 0;
    let margin_and_count = margins.iter().find(|(_, count)| {
        count_so_far += count;
        count_so_far >= rank
    });
    margin_and_count.map_or(0, |(margin, _)| margin)
}

fn panel(title: &str, pair: &PairResult) -> Panel {
    let mut drawing = Drawing::new(PANEL[0], PANEL[1]);
    let bars = Bars::new(&pair.sums.tally.margins);
    let first = bars.share.keys().next().copied().unwrap_or(0).min(0);
    let last = bars.share.keys().next_back().copied().unwrap_or(0).max(0);
    let [low, high] = [bars.ends(first)[0], bars.ends(last)[1]];
    let most = bars.share.values().fold(0.0, |most: f64, &share| most.max(share));
    let x = Axis::new(Scale::Whole, low, high, "points per set").signed();
    let y = Axis::new(Scale::Linear, 0.0, most * 1.06, "").percent();
    let mut chart = Chart::new(&mut drawing, 0.0, x, y);
    for (&bar, &share) in &bars.share {
        let tone = match bar {
            ..0 => Tone::Bad,
            0 => Tone::Even,
            1.. => Tone::Good,
        };
        let [from, to] = bars.ends(bar);
        let gap = 0.06 * (to - from);
        let tooltip = format!("{} to {}: {share:.1} %", signed((from + 0.5).ceil(), 0), signed((to - 0.5).floor(), 0));
        chart.bar([from + gap, to - gap], share, tone.fill(), &tooltip);
    }
    let mean = pair.sums.tally.margins.mean();
    chart.upright(mean, Tone::Ink.stroke(1.2).dashed());
    Panel { title: title.to_owned(), drawing }
}

#[cfg(test)]
mod tests {
    use super::{Bars, Distribution, quantile};

    #[test]
    fn bars_hold_all_sets_and_zero_has_its_own() {
        let margins: Distribution = (-100..=60).chain([0; 40]).chain([900]).collect();
        let bars = Bars::new(&margins);
        assert!((bars.share.values().sum::<f64>() - 100.0).abs() < 1e-9);
        assert_eq!(bars.width % 2, 1);
        assert_eq!(bars.ends(0), [-(bars.width as f64) / 2.0, bars.width as f64 / 2.0]);
        assert!(bars.ends(*bars.share.keys().next_back().expect("bars"))[1] < 70.0);
    }

    #[test]
    fn few_values_have_a_bar_each() {
        let margins: Distribution = [-2, 0, 0, 3].into_iter().collect();
        let bars = Bars::new(&margins);
        assert_eq!(bars.share.into_iter().collect::<Vec<_>>(), [(-2, 25.0), (0, 50.0), (3, 25.0)]);
        assert_eq!((quantile(&margins, 0.5), quantile(&margins, 1.0)), (0, 3));
    }
}
