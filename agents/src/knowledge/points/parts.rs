//! The parts of an expected margin: one per kind of points, one for a shutout, and one for the unexplained rest.

use spariglio_engine::{Game, MAX_SEATS, PointKind, State};

use super::PointsEstimator;
use crate::knowledge::by_kind::PointsByKind;

/// Parts of a margin: the kinds of points in order, the shutout, the position.
pub const PARTS: usize = PointKind::COUNT + 2;
const SHUTOUT: usize = PointKind::COUNT;
/// The part that makes up the difference to the whole margin.
pub const POSITION: usize = PointKind::COUNT + 1;

/// A margin in points by part; the parts add up to it.
pub type Parts = [f64; PARTS];

/// The name of a part: that of its kind, `shutout`, or `position`. The position's part covers hand cards, the turn, and
/// the difference between the estimate and the judged margin.
#[must_use]
pub fn part_name(part: usize) -> &'static str {
    match part {
        SHUTOUT => "shutout",
        POSITION => "position",
        kind => PointKind::ALL[kind].name(),
    }
}

/// Expected points by part and side.
struct BySide([[f32; MAX_SEATS]; PARTS]);

impl PointsByKind for BySide {
    fn of(&mut self, kind: PointKind) -> &mut [f32] {
        &mut self.0[kind as usize]
    }

    fn of_holding(&mut self) -> &mut [f32] {
        &mut self.0[POSITION]
    }

    fn add_played(&mut self, game: &Game, state: &State, side: usize) {
        for (kind, points) in state.tally(side).by_kind(game.rules()) {
            self.0[kind as usize][side] += points as f32;
        }
    }
}

impl PointsEstimator {
    /// The parts of `margin`, the judged margin of `side` in `state`. Splits the actual score if the hand is over.
    /// Otherwise splits the estimate and gives the difference to `margin` to the position's part.
    pub(crate) fn parts(&self, game: &Game, state: &State, side: usize, margin: f64) -> Parts {
        if state.is_over() {
            return score_parts(game, state, side);
        }
        let mut parts = margin_parts(&self.expected_parts(game, state), game.sides(), side);
        parts[POSITION] += margin - parts.iter().sum::<f64>();
        parts
    }

    fn expected_parts(&self, game: &Game, state: &State) -> [[f32; MAX_SEATS]; PARTS] {
        let mut points = BySide([[0.0; MAX_SEATS]; PARTS]);
        let mut shutouts = [0.0; MAX_SEATS];
        self.add(game, state, &mut points, &mut shutouts);
        points.0[SHUTOUT] = shutouts.map(|chance| chance * self.shutout);
        points.0
    }
}

/// The parts of the margin of `side` if the hand is over.
///
/// # Examples
/// The parts of a margin add up to it:
/// ```
/// use rand_pcg::Pcg64Mcg;
/// use spariglio_agents::search::score_parts;
/// use spariglio_engine::{Deal, Game, State};
///
/// let game = Game::preset("scopone").expect("a preset");
/// let mut rng = Pcg64Mcg::new(7);
/// let deal = Deal::random(&game, 0, &mut rng);
/// let mut state = State::new(&game, &deal);
/// state.playout(&game, &deal, &mut rng);
/// assert_eq!(score_parts(&game, &state, 0).iter().sum::<f64>(), f64::from(state.margin(&game, 0)));
/// ```
#[must_use]
pub fn score_parts(game: &Game, state: &State, side: usize) -> Parts {
    let score = state.score(game);
    let mut points = [[0.0; MAX_SEATS]; PARTS];
    for side in 0..game.sides() {
        for (part, made) in points.iter_mut().zip(score.by_kind(side)) {
            part[side] = made as f32;
        }
        if score.shutout() == Some(side) {
            points[SHUTOUT][side] = game.shutout_value() as f32;
        }
    }
    margin_parts(&points, game.sides(), side)
}

/// A side's points minus those of the best other side, by part.
fn margin_parts(points: &[[f32; MAX_SEATS]; PARTS], sides: usize, side: usize) -> Parts {
    let total = |side: usize| points.iter().map(|part| part[side]).sum::<f32>();
    let rivals = (0..sides).filter(|&other| other != side);
    let rival = rivals.max_by(|&first, &second| total(first).total_cmp(&total(second)));
    let rival = rival.expect("a game has two sides");
    points.map(|part| f64::from(part[side]) - f64::from(part[rival]))
}
