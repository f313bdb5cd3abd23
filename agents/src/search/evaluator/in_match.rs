//! The value of the end of a hand in its match: the utility `match`.
//!
//! A side's utility is its chance of winning the match after the hand's points are added to the scores, minus its
//! chance before the hand. It is scaled so that chances spread over a hand as much as the margin in points does: a
//! search keeps its constants for points. It depends on the scores, not on the margin alone. If a side needs one more
//! point than the other, it goes for it; if it is far behind, it takes risks.
//!
//! **If the hand is over**, the chance comes from the table. **A shutout** wins the match. **Late in the hand** values
//! are exact: alpha-beta over the remaining plays, with those chances at the ends. **Before that** the chance is
//! estimated. The margin and the total are taken as normal around the expected points of both sides. Their variance is
//! that of a whole hand (from the table's figures) times the share of plays left. The chance is averaged over both with
//! three points each (Gauss-Hermite quadrature, Abramowitz and Stegun 25.4.46). Between whole points the table is
//! interpolated on both axes, which is the mean over the two neighbours of a side's points.
//!
//! If there is no standing, or a standing without chances (more than two sides), the search maximises points.

use std::sync::Arc;

use spariglio_engine::{Action, Game, State, UTILITY_SCALE, World};

use crate::agent::MatchStanding;
use crate::equity::{MatchEquity, SideStanding};
use crate::knowledge::points::ExpectedPoints;

/// Size of the table of utilities: 0 to `SIZE - 1` points of each side in one hand.
const SIZE: usize = 48;
/// Abscissae and weights of the quadrature, in standard deviations.
const NODES: [(f32, f32); 3] = [(-1.732_050_8, 1.0 / 6.0), (0.0, 2.0 / 3.0), (1.732_050_8, 1.0 / 6.0)];
/// Least standard deviation of the chance over a hand: if a match is all but decided, small chances are not blown up.
const LEAST_DEVIATION: f32 = 0.02;
/// Values are exact if at most this many plays per seat are left.
const EXACT: usize = 3;

/// The utility in one match after another.
#[derive(Debug)]
pub(super) struct InMatch {
    players: usize,
    /// The side of each seat.
    sides: Vec<usize>,
    plies: usize,
    worth: Option<Worth>,
    /// Actions of each level of the exact search.
    levels: Vec<Vec<Action>>,
}

/// One hand of a match.
#[derive(Debug)]
struct Worth {
    equity: Arc<MatchEquity>,
    /// Points of the two sides before the hand.
    scores: [i64; 2],
    /// Hands played after it.
    hands: usize,
    /// Whether side 0 deals the next one.
    deals: bool,
    /// Utility of side 0 by the points of the hand, side 0's first: `SIZE * SIZE`.
    tabled: Vec<f32>,
    /// Chance of side 0 before the hand.
    before: f32,
    /// Utility of a chance of 1.
    scale: f32,
    /// Standard deviations of the margin and the total of a whole hand.
    deviations: [f32; 2],
}

impl InMatch {
    pub(super) fn new(game: &Game) -> InMatch {
        InMatch {
            players: game.players(),
            sides: (0..game.players()).map(|seat| game.side(seat)).collect(),
            plies: game.plies(),
            worth: None,
            levels: Vec::new(),
        }
    }

    /// Notes the scores before a hand.
    pub(super) fn note(&mut self, standing: &MatchStanding) {
        let state = &standing.state;
        self.worth = match (&standing.equity, &state.scores[..]) {
            (Some(equity), &[first, second]) => {
                let next = (state.dealer + 1) % self.players;
                let deals = [state.dealer, next].map(|seat| self.sides[seat] == 0);
                Some(Worth::new(equity, [first, second], state.hands, deals))
            }
            _ => None,
        };
    }

    /// Whether the hand is part of a match with known chances.
    pub(super) fn is_known(&self) -> bool {
        self.worth.is_some()
    }

    /// Utility for side 0 of a hand that is over; `None` if no match is known.
    pub(super) fn ended(&self, game: &Game, state: &State) -> Option<f32> {
        self.worth.as_ref().map(|worth| worth.ended(game, state))
    }

    /// Utility for side 0 of expected points; `None` if no match is known.
    pub(super) fn expected(&self, state: &State, expected: &ExpectedPoints) -> Option<f32> {
        let open = (self.plies - state.ply()) as f32 / self.plies as f32;
        self.worth.as_ref().map(|worth| worth.expected(expected, open))
    }

    /// Exact utility for side 0; `None` if too many plays are left or no match is known.
    pub(super) fn solved(&mut self, game: &Game, world: &World) -> Option<f32> {
        let worth = self.worth.as_ref()?;
        if self.plies - world.state.ply() > EXACT * self.players {
            return None;
        }
        Some(alpha_beta(game, world, worth, &mut self.levels, 0, [f32::MIN, f32::MAX]))
    }
}

impl Worth {
    /// Prepares for one hand; `deals` and `deals_next`: whether side 0 deals this hand and the next.
    fn new(equity: &Arc<MatchEquity>, scores: [i64; 2], hands: usize, [deals, deals_next]: [bool; 2]) -> Worth {
        let figures = &equity.hand;
        let mut worth = Worth {
            equity: Arc::clone(equity),
            scores,
            hands: hands + 1,
            deals: deals_next,
            tabled: Vec::new(),
            before: equity.chance(place(scores, hands, deals)) as f32,
            scale: 1.0,
            deviations: [figures.margin_deviation as f32, figures.total_deviation as f32],
        };
        let at = |entry: usize| worth.after([(entry / SIZE) as i64, (entry % SIZE) as i64]);
        worth.tabled = (0..SIZE * SIZE).map(at).collect();
        let [first, second] = if deals {
            [figures.dealer.points, figures.forehand.points]
        } else {
            [figures.forehand.points, figures.dealer.points]
        };
        let [mean, square] = worth.moments([first as f32, second as f32], 1.0);
        let deviation = (square - mean * mean).max(0.0).sqrt();
        worth.scale = worth.deviations[0] / UTILITY_SCALE / deviation.max(LEAST_DEVIATION);
        worth.tabled.iter_mut().for_each(|utility| *utility *= worth.scale);
        worth
    }

    /// Utility for side 0 of the points of a whole hand.
    fn after(&self, points: [i64; 2]) -> f32 {
        let scores = [self.scores[0] + points[0], self.scores[1] + points[1]];
        self.of(self.equity.chance(place(scores, self.hands, self.deals)) as f32)
    }

    fn of(&self, chance: f32) -> f32 {
        self.scale * (chance - self.before)
    }

    fn ended(&self, game: &Game, state: &State) -> f32 {
        if let Some(side) = state.shutout() {
            return self.of(if side == 0 { 1.0 } else { 0.0 });
        }
        let score = state.score(game);
        self.after([0, 1].map(|side| score.side(side).total().into()))
    }

    fn expected(&self, expected: &ExpectedPoints, open: f32) -> f32 {
        let [first, second] = [expected.shutouts[0], expected.shutouts[1]];
        let [played, _] = self.moments([expected.points[0], expected.points[1]], open);
        first * self.of(1.0) + second * self.of(0.0) + (1.0 - first - second) * played
    }

    /// Mean and mean square of the utility for side 0 around expected points, if the share `open` of the plays is left.
    fn moments(&self, [first, second]: [f32; 2], open: f32) -> [f32; 2] {
        let [margin, total] = self.deviations.map(|deviation| 0.5 * deviation * open.sqrt());
        let mut moments = [0.0; 2];
        for (more, weight) in NODES {
            for (high, share) in NODES {
                let value = self.between([first + more * margin + high * total, second - more * margin + high * total]);
                moments[0] += weight * share * value;
                moments[1] += weight * share * value * value;
            }
        }
        moments
    }

    /// The table, interpolated between whole points.
    fn between(&self, points: [f32; 2]) -> f32 {
        let [first, second] = points.map(|points| points.clamp(0.0, SIZE as f32 - 1.001));
        let [row, column] = [first as usize, second as usize];
        let [down, across] = [first - row as f32, second - column as f32];
        let at = |row: usize, column: usize| self.tabled[row * SIZE + column];
        let upper = at(row, column) + across * (at(row, column + 1) - at(row, column));
        let lower = at(row + 1, column) + across * (at(row + 1, column + 1) - at(row + 1, column));
        upper + down * (lower - upper)
    }
}

/// The standing in a match from side 0's point of view.
fn place([own, other]: [i64; 2], hands: usize, deals: bool) -> SideStanding {
    SideStanding { own, other, hands, deals }
}

/// Utility for side 0, exact between the bounds.
fn alpha_beta(
    game: &Game,
    world: &World,
    worth: &Worth,
    levels: &mut Vec<Vec<Action>>,
    level: usize,
    [mut alpha, mut beta]: [f32; 2],
) -> f32 {
    if world.state.is_over() {
        return worth.ended(game, &world.state);
    }
    if levels.len() == level {
        levels.push(Vec::new());
    }
    let maximises = game.side(world.state.seat()) == 0;
    let mut actions = std::mem::take(&mut levels[level]);
    world.state.legal_actions(game, &mut actions);
    let mut best = if maximises { f32::MIN } else { f32::MAX };
    for &action in &actions {
        let mut next = *world;
        next.state.apply(game, &next.deal, action);
        let value = alpha_beta(game, &next, worth, levels, level + 1, [alpha, beta]);
        if maximises {
            best = best.max(value);
            alpha = alpha.max(value);
        } else {
            best = best.min(value);
            beta = beta.min(value);
        }
        if alpha >= beta {
            break;
        }
    }
    levels[level] = actions;
    best
}

#[cfg(test)]
mod tests;
