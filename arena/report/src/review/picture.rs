//! Pictures of reviews.

use spariglio_review::{Bin, Calibration, HandReview};
use spariglio_stats::Estimate;

use super::action;
use super::words::{Terms, fill};
use crate::figures::signed;
use crate::picture::{Axis, Chart, Drawing, Picture, Scale, Tone, legend};

/// The losses of a hand by turn, with their intervals.
pub(super) fn losses(terms: &Terms, hand: &HandReview) -> Picture {
    let sizes = [[900.0, 230.0], [360.0, 240.0]];
    let draw = |drawing: &mut Drawing| draw_losses(terms, drawing, hand);
    Picture::drawn_twice("losses", terms.losses_title, terms.losses_note, sizes, draw)
}

fn draw_losses(terms: &Terms, drawing: &mut Drawing, hand: &HandReview) {
    let turns = hand.decisions.len().max(1) as f64;
    let choices = || hand.decisions.iter().filter(|decision| decision.is_choice());
    let ends = choices().flat_map(|decision| decision.interval);
    let y = Axis::around_zero(ends, terms.points_lost);
    let mut chart = Chart::new(drawing, 0.0, Axis::new(Scale::Linear, -0.6, turns - 0.4, terms.turn), y);
    for decision in choices() {
        let (at, loss) = (decision.turn as f64, decision.loss.mean);
        let colour = if decision.mark.is_some() {
            Tone::Bad.fill()
        } else {
            Tone::Even.mixed(0.45)
        };
        let played = action(terms, hand, decision, decision.played);
        let told = fill(
            terms.bar,
            &[("turn", &decision.turn), ("seat", &decision.seat), ("played", &played), ("lost", &signed(loss, 2))],
        );
        chart.bar([at - 0.34, at + 0.34], loss, colour, &told);
        let [low, high] = decision.interval;
        chart.line(&[[at, low], [at, high]], Tone::Ink.stroke(1.2));
        if let Some(mark) = decision.mark {
            chart.note([at, high], [-3.0, -8.0], mark.sign(), Tone::Ink);
        }
    }
}

/// The kinds of points that were lost, by seat.
pub(super) fn kinds(terms: &Terms, rows: &[(String, Vec<(usize, Estimate)>)]) -> Picture {
    let mut parts: Vec<usize> = rows.iter().flat_map(|(_, parts)| parts.iter().map(|&(part, _)| part)).collect();
    parts.sort_unstable();
    parts.dedup();
    let height = 60.0 + parts.len() as f64 * (10.0 + 9.0 * rows.len() as f64);
    let sizes = [560.0, 360.0].map(|width| [width, height]);
    Picture::drawn_twice("kinds", terms.lost_title, terms.kinds_note, sizes, |drawing| {
        let series = |place: usize| Tone::Series(place);
        let top = legend(drawing, rows.iter().enumerate().map(|(place, (name, _))| (name.as_str(), series(place))));
        let names = parts.iter().map(|&part| terms.part(part).to_owned());
        let values = rows
            .iter()
            .flat_map(|(_, parts)| parts.iter().flat_map(|(_, lost)| lost.ends()));
        let mut chart =
            Chart::new(drawing, top, Axis::around_zero(values, terms.points_a_decision), Axis::names(names));
        let step = 0.8 / rows.len() as f64;
        for (place, (name, lost)) in rows.iter().enumerate() {
            for &(part, estimate) in lost {
                let lost = estimate.mean;
                let row = parts.iter().position(|&other| other == part).unwrap_or(0) as f64;
                let y = row - 0.4 + (place as f64 + 0.5) * step;
                let told = format!("{name}, {}: {}", terms.part(part), signed(lost, 3));
                let ([x, down], [zero, _]) = (chart.at([lost, y]), chart.at([0.0, y]));
                let corner = [x.min(zero), down - 3.5];
                chart
                    .drawing()
                    .rectangle(corner, [(x - zero).abs(), 7.0], series(place).fill(), &told);
                if estimate.interval.is_some() {
                    let [low, high] = estimate.ends();
                    chart.line(&[[low, y], [high, y]], Tone::Ink.stroke(1.0));
                }
            }
        }
        chart.upright(0.0, Tone::Muted.stroke(1.0));
    })
}

/// How often cards were in the places that beliefs gave them.
pub(super) fn calibration(terms: &Terms, calibration: &Calibration) -> Picture {
    Picture::drawn("calibration", terms.calibration_title, terms.calibration_note, [440.0, 330.0], |drawing| {
        let [x, y] = [terms.chance, terms.held].map(|title| Axis::new(Scale::Linear, 0.0, 100.0, title).percent());
        let mut chart = Chart::new(drawing, 0.0, x, y);
        chart.line(&[[0.0, 0.0], [100.0, 100.0]], Tone::Muted.stroke(1.0).dashed());
        let most = calibration.bins.iter().map(Bin::cells).fold(1.0, f64::max);
        for bin in calibration.bins.iter().filter(|bin| bin.cells() > 0.0) {
            let (cells, held) = (bin.cells(), bin.held());
            let [chance, share] = [bin.chance(), held.mean].map(|share| 100.0 * share);
            let told = fill(terms.cells, &[("cells", &cells), ("chance", &chance.round()), ("held", &share.round())]);
            if let Some(ends) = held.interval {
                let [low, high] = ends.map(|end| 100.0 * end.clamp(0.0, 1.0));
                chart.line(&[[chance, low], [chance, high]], Tone::Ink.stroke(1.2));
            }
            chart.dot([chance, share], 2.5 + 5.0 * (cells / most).sqrt(), Tone::Series(0).fill(), &told);
        }
    })
}
