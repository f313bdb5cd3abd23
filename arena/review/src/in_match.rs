//! The chance to win the match before and after a decision.
//!
//! A review counts points of the hand. A table of match equity turns them into chances: the margin at the end of the
//! hand is taken as normal around the expected one, and the total around its mean. Their variances are those of a whole
//! hand times the share of plays left, as in the utility `match` of searches. Between whole points the table is
//! interpolated.

use spariglio_agents::equity::{MatchEquity, SideStanding};
use spariglio_engine::record::HandRecord;

use crate::decision::DecisionReview;

/// Places and weights of the normal distribution, in standard deviations.
const NODES: [(f64, f64); 3] =
    [(-1.732_050_807_568_877_2, 1.0 / 6.0), (0.0, 2.0 / 3.0), (1.732_050_807_568_877_2, 1.0 / 6.0)];

/// The chances that the side of the seat to act wins the match: with the best action, and with the one played. `None`
/// if the record has no place in a match, or there are more than two sides.
#[must_use]
pub fn chances(equity: &MatchEquity, record: &HandRecord, decision: &DecisionReview) -> Option<[f64; 2]> {
    let (game, place) = (record.game(), record.place.as_ref()?);
    let &[first, second] = &place.scores[..] else {
        return None;
    };
    if game.sides() != 2 {
        return None;
    }
    let side = game.side(decision.seat);
    let [own, other] = if side == 0 { [first, second] } else { [second, first] };
    let next = (record.deal().dealer() + 1) % game.players();
    let standing = SideStanding { own, other, hands: place.hand + 1, deals: game.side(next) == side };
    let open = (game.plies() - decision.ply) as f64 / game.plies() as f64;
    let after = |margin| expected(equity, standing, margin, open);
    Some([after(decision.value), after(decision.value - decision.loss.mean)])
}

/// The chance after a hand of this expected margin, if the share `open` of its plays is left.
fn expected(equity: &MatchEquity, standing: SideStanding, margin: f64, open: f64) -> f64 {
    let figures = &equity.hand;
    let total = figures.forehand.points + figures.dealer.points;
    let [spread, width] = [figures.margin_deviation, figures.total_deviation].map(|deviation| deviation * open.sqrt());
    let mut chance = 0.0;
    for (more, weight) in NODES {
        for (high, share) in NODES {
            let (margin, total) = (margin + more * spread, total + high * width);
            chance += weight * share * between(equity, standing, [(total + margin) / 2.0, (total - margin) / 2.0]);
        }
    }
    chance.clamp(0.0, 1.0)
}

/// The table's chance after points of the two sides, interpolated between whole ones.
fn between(equity: &MatchEquity, standing: SideStanding, points: [f64; 2]) -> f64 {
    let [low, part] = [f64::floor as fn(f64) -> f64, |points: f64| points - points.floor()]
        .map(|of| points.map(|points| of(points.max(0.0))));
    let corner = |up: usize, right: usize| {
        let weight = [part[0], part[1]]
            .iter()
            .zip([up, right])
            .fold(1.0, |weight, (part, side)| weight * if side == 1 { *part } else { 1.0 - part });
        let [own, other] = [standing.own + low[0] as i64 + up as i64, standing.other + low[1] as i64 + right as i64];
        weight * equity.chance(SideStanding { own, other, ..standing })
    };
    corner(0, 0) + corner(0, 1) + corner(1, 0) + corner(1, 1)
}

#[cfg(test)]
mod tests {
    use spariglio_agents::equity::{Chances, HandFigures, PositionFigures};
    use spariglio_engine::Game;

    use super::*;

    /// A match of one hand: its margin decides.
    fn one_hand() -> MatchEquity {
        let half = PositionFigures { points: 4.0, shutouts: 0.0 };
        let chances = Chances::Hands { hands: 1, forehand: vec![vec![0.5]] };
        let hand = HandFigures { forehand: half, dealer: half, margin_deviation: 3.0, total_deviation: 1.0 };
        let game = Game::preset("scopa").expect("a preset");
        MatchEquity::new(&game, String::new(), (1, 1), hand, [chances.clone(), chances])
    }

    #[test]
    fn a_larger_margin_wins_more_often_and_the_end_is_sure() {
        let equity = one_hand();
        let level = SideStanding { own: 3, other: 3, hands: 1, deals: false };
        let chance = |margin, open| expected(&equity, level, margin, open);
        assert!((chance(0.0, 1.0) - 0.5).abs() < 1e-9);
        assert!(chance(1.0, 0.5) > chance(0.0, 0.5) && chance(0.0, 0.5) > chance(-2.0, 0.5));
        let is_near = |chance: f64, value: f64| (chance - value).abs() < 1e-9;
        assert!(is_near(chance(2.0, 0.0), 1.0) && is_near(chance(-2.0, 0.0), 0.0));
        let ahead = SideStanding { own: 5, ..level };
        assert!(is_near(expected(&equity, ahead, 0.0, 0.0), 1.0));
    }
}
