//! Pictures of reviews.

use spariglio_agents::search::part_name;
use spariglio_review::{Calibration, HandReview};
use spariglio_stats::Estimate;

use crate::figures::signed;
use crate::picture::{Axis, Chart, Drawing, Picture, Scale, Tone, legend};

/// The losses of a hand by turn, with their intervals.
pub(super) fn losses(hand: &HandReview) -> Picture {
    let note =
        "A bar for each decision with a choice, its line the 95 % interval. Orange: marked. Pale: too small to say.";
    Picture::drawn("losses", "Points lost by turn", note, [900.0, 230.0], |drawing| {
        draw_losses(drawing, hand)
    })
}

fn draw_losses(drawing: &mut Drawing, hand: &HandReview) {
    let turns = hand.decisions.len().max(1) as f64;
    let choices = || hand.decisions.iter().filter(|decision| decision.is_choice());
    let ends = choices().flat_map(|decision| decision.interval);
    let y = Axis::around_zero(ends, "points lost");
    let mut chart = Chart::new(drawing, 0.0, Axis::new(Scale::Linear, -0.6, turns - 0.4, "turn"), y);
    for decision in choices() {
        let (at, loss) = (decision.turn as f64, decision.loss.mean);
        let fill = if decision.mark.is_some() {
            Tone::Bad.fill()
        } else {
            Tone::Even.mixed(0.45)
        };
        let played = decision.actions[decision.played].action.text(hand.game.deck());
        let told = format!(
            "turn {}, seat {}: {played}, lost {}",
            decision.turn,
            decision.seat,
            signed(loss, 2)
        );
        chart.bar([at - 0.34, at + 0.34], loss, fill, &told);
        let [low, high] = decision.interval;
        chart.line(&[[at, low], [at, high]], Tone::Ink.stroke(1.2));
        if let Some(mark) = decision.mark {
            chart.note([at, high], [-3.0, -8.0], mark.sign(), Tone::Ink);
        }
    }
}

/// What kinds of points were lost, by seat.
pub(super) fn kinds(rows: &[(String, Vec<(usize, Estimate)>)]) -> Picture {
    let note = "Points lost a decision by kind: what the best action would have kept. Left of zero: won by kind, lost elsewhere. Lines: 95 % intervals, hands as clusters.";
    let mut parts: Vec<usize> = rows
        .iter()
        .flat_map(|(_, parts)| parts.iter().map(|&(part, _)| part))
        .collect();
    parts.sort_unstable();
    parts.dedup();
    let size = [560.0, 60.0 + parts.len() as f64 * (10.0 + 9.0 * rows.len() as f64)];
    Picture::drawn("kinds", "What was lost", note, size, |drawing| {
        let series = |place: usize| Tone::Series(place);
        let top = legend(
            drawing,
            rows.iter()
                .enumerate()
                .map(|(place, (name, _))| (name.as_str(), series(place))),
        );
        let names = parts.iter().map(|&part| part_name(part).replace('_', " "));
        let values = rows
            .iter()
            .flat_map(|(_, parts)| parts.iter().flat_map(|(_, lost)| lost.ends()));
        let mut chart = Chart::new(
            drawing,
            top,
            Axis::around_zero(values, "points a decision"),
            Axis::names(names),
        );
        let step = 0.8 / rows.len() as f64;
        for (place, (name, lost)) in rows.iter().enumerate() {
            for &(part, estimate) in lost {
                let lost = estimate.mean;
                let row = parts.iter().position(|&other| other == part).unwrap_or(0) as f64;
                let y = row - 0.4 + (place as f64 + 0.5) * step;
                let told = format!("{name}, {}: {}", part_name(part), signed(lost, 3));
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

/// How often cards were where beliefs put them.
pub(super) fn calibration(calibration: &Calibration) -> Picture {
    let note = "Each dot: the cards that beliefs put in a place with about this chance, and how often they were there. On the line \
        beliefs are right; large dots are many cells; a flat row says that players do not play as the reviewer thinks they do.";
    Picture::drawn(
        "calibration",
        "Who holds what: beliefs against the truth",
        note,
        [440.0, 330.0],
        |drawing| {
            let [x, y] = ["chance", "held"].map(|title| Axis::new(Scale::Linear, 0.0, 100.0, title).percent());
            let mut chart = Chart::new(drawing, 0.0, x, y);
            chart.line(&[[0.0, 0.0], [100.0, 100.0]], Tone::Muted.stroke(1.0).dashed());
            let most = calibration
                .bins
                .iter()
                .map(|(cells, ..)| *cells)
                .max()
                .unwrap_or(1)
                .max(1) as f64;
            for &(cells, chances, held) in calibration.bins.iter().filter(|(cells, ..)| *cells > 0) {
                let [chance, share] = [chances, held as f64].map(|sum| 100.0 * sum / cells as f64);
                let told = format!("{cells} cells: {chance:.0} % thought, {share:.0} % held");
                chart.dot(
                    [chance, share],
                    2.5 + 5.0 * (cells as f64 / most).sqrt(),
                    Tone::Series(0).fill(),
                    &told,
                );
            }
        },
    )
}
