//! Pictures of reviews.

use spariglio_review::{Bin, Calibration, HandReview};
use spariglio_stats::Estimate;

use super::terms::Terms;
use super::{shown_loss, word};
use crate::page::{Block, Section};
use crate::picture::{Axis, Chart, Drawing, Picture, Scale, Tone, legend};

/// The losses by turn of several hands; the story has those of a single one.
pub(super) fn all_losses(terms: &Terms, hands: &[HandReview]) -> Option<Section> {
    let has_own = matches!(hands, [hand] if !hand.stories.is_empty());
    let pictures = hands.iter().map(|hand| Block::Picture(losses(terms, hand)));
    (!has_own && !hands.is_empty()).then(|| Section::new(terms.t("static.losses"), "", pictures.collect()))
}

/// The losses of a hand by turn, with their intervals.
pub(super) fn losses(terms: &Terms, hand: &HandReview) -> Picture {
    let sizes = [[1040.0, 240.0], [360.0, 240.0]];
    let draw = |drawing: &mut Drawing| draw_losses(terms, drawing, hand);
    let note = terms.fill("static.bars", &[("line", &hand.line)]);
    Picture::drawn_twice("losses", terms.t("static.losses"), &note, sizes, draw)
}

fn draw_losses(terms: &Terms, drawing: &mut Drawing, hand: &HandReview) {
    let turns = hand.decisions.len().max(1) as f64;
    let choices = || hand.decisions.iter().filter(|decision| decision.is_choice());
    let ends = choices().flat_map(|decision| decision.interval);
    let y = Axis::around_zero(ends, terms.t("static.lost")).written(terms.language);
    let x = Axis::new(Scale::Whole, 0.4, turns + 0.6, terms.t("static.turn"));
    let mut chart = Chart::new(drawing, 0.0, x, y);
    for decision in choices() {
        let (turn, loss) = (decision.turn + 1, decision.loss.mean);
        let at = turn as f64;
        let seat = terms.seat(Some(hand.game.players()), decision.seat);
        let lost = shown_loss(terms, decision);
        let sign = terms.t(decision.mark.map_or("sign.none", word));
        let tooltip = terms.fill("review.said", &[("seat", &seat), ("turn", &turn), ("loss", &lost), ("sign", &sign)]);
        let [low, high] = decision.interval;
        let ends = [at - 0.34, at + 0.34];
        if low > 0.0 {
            chart.bar(ends, loss, Tone::Bad.fill(), &tooltip);
        } else {
            chart.bar(ends, loss, Tone::Paper.fill(), &tooltip);
            let [left, right] = ends;
            chart.line(&[[left, 0.0], [left, loss], [right, loss], [right, 0.0]], Tone::Even.stroke(1.2));
        }
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
    let sizes = [1040.0, 360.0].map(|width| [width, height]);
    Picture::drawn_twice("kinds", terms.t("review.kinds"), terms.t("static.kinds"), sizes, |drawing| {
        let series = |place: usize| Tone::Series(place);
        let top = legend(drawing, rows.iter().enumerate().map(|(place, (name, _))| (name.as_str(), series(place))));
        let names = parts.iter().map(|&part| terms.part(part).to_owned());
        let values = rows
            .iter()
            .flat_map(|(_, parts)| parts.iter().flat_map(|(_, lost)| lost.ends()));
        let x = Axis::around_zero(values, terms.t("static.lost_rate")).written(terms.language);
        let mut chart = Chart::new(drawing, top, x, Axis::names(names));
        let step = 0.8 / rows.len() as f64;
        for (place, (name, lost)) in rows.iter().enumerate() {
            for &(part, estimate) in lost {
                let lost = estimate.mean;
                let row = parts.iter().position(|&other| other == part).unwrap_or(0) as f64;
                let y = row - 0.4 + (place as f64 + 0.5) * step;
                let tooltip = format!("{name}, {}: {}", terms.part(part), terms.signed(lost, 3));
                let ([x, down], [zero, _]) = (chart.at([lost, y]), chart.at([0.0, y]));
                let corner = [x.min(zero), down - 3.5];
                chart
                    .drawing()
                    .rectangle(corner, [(x - zero).abs(), 7.0], series(place).fill(), &tooltip);
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
    let (title, note) = (terms.t("calibration.title"), terms.t("calibration.what"));
    Picture::drawn("calibration", title, note, [440.0, 330.0], |drawing| {
        let [x, y] =
            ["static.chance", "static.held"].map(|key| Axis::new(Scale::Linear, 0.0, 100.0, terms.t(key)).percent());
        let mut chart = Chart::new(drawing, 0.0, x, y);
        chart.line(&[[0.0, 0.0], [100.0, 100.0]], Tone::Muted.stroke(1.0).dashed());
        let most = calibration.bins.iter().map(Bin::cells).fold(1.0, f64::max);
        for bin in calibration.bins.iter().filter(|bin| bin.cells() > 0.0) {
            let (cells, frequency) = (bin.cells(), bin.held());
            let [chance, share] = [bin.chance(), frequency.mean].map(|share| 100.0 * share);
            let [thought, held_share] = [chance, share].map(|share| format!("{share:.0}%"));
            let tooltip = terms.fill("calibration.dot", &[("n", &cells), ("chance", &thought), ("held", &held_share)]);
            if let Some(ends) = frequency.interval {
                let [low, high] = ends.map(|end| 100.0 * end.clamp(0.0, 1.0));
                chart.line(&[[chance, low], [chance, high]], Tone::Ink.stroke(1.2));
            }
            chart.dot([chance, share], 2.5 + 5.0 * (cells / most).sqrt(), Tone::Series(0).fill(), &tooltip);
        }
    })
}
