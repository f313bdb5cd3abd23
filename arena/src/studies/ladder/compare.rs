//! Compares our figures of one agent with published ones.

use super::config::{Expected, Position};
use super::result::RowResult;
use crate::contests::PairResult;
use crate::pairs::figures::{Outcomes, PositionResult};
use spariglio_stats::Estimate;
use spariglio_stats::moments::{LEAST_SETS, NORMAL_95};

/// Percent of hands and standard errors, one agent's point of view.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct RowOutcome {
    /// Won, tied, lost.
    pub percent: [f64; 3],
    /// Their standard errors.
    pub errors: [f64; 3],
    /// Points per hand.
    pub mean: f64,
    /// Its standard error.
    pub mean_error: f64,
}

/// Published figures and ours.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// The agent's label.
    pub agent: String,
    /// Ours.
    pub ours: RowOutcome,
    /// For every published figure (won, tied, lost, score): our figure minus theirs, and the half-width of the 95 %
    /// interval from both errors. `None` if a figure was not published.
    pub differences: [Option<(f64, f64)>; 4],
}

impl RowResult {
    /// An agent's mean over all its pairs. Pairs share deals, so errors are added as if fully correlated: an upper
    /// bound.
    #[must_use]
    pub fn outcome(&self, agent: usize) -> RowOutcome {
        let mine = self.pairs.iter().filter(|pair| pair.places.contains(&agent));
        let outcomes: Vec<RowOutcome> = mine.map(|pair| RowOutcome::of_pair(pair, pair.places[0] == agent)).collect();
        RowOutcome::mean_of(&outcomes)
    }

    /// Our figures with their difference from `expected`. `None` if the agent is not in the row, or if it has no
    /// results at the requested position.
    #[must_use]
    pub fn compared(&self, expected: &Expected) -> Option<Compared> {
        let agent = match &expected.agent {
            Some(label) => self.agents.iter().position(|agent| agent == label)?,
            None => 0,
        };
        let ours = match expected.position {
            None => self.outcome(agent),
            Some(position) => self.at(agent, position)?,
        };
        let half = |error: f64| (NORMAL_95 * error).hypot(expected.error.unwrap_or(0.0));
        let [win, tie, loss] = [0, 1, 2].map(|place| (ours.percent[place], ours.errors[place]));
        let score = (win.0 + tie.0 / 2.0, (win.1 + loss.1) / 2.0);
        let figures = [expected.win, expected.tie, expected.loss, expected.score];
        let ours_each = [win, tie, loss, score];
        Some(Compared {
            agent: self.agents[agent].clone(),
            ours,
            differences: [0, 1, 2, 3]
                .map(|place| figures[place].map(|theirs| (ours_each[place].0 - theirs, half(ours_each[place].1)))),
        })
    }

    /// An agent at a position, over its pairs. If it plays against itself, both instances count.
    fn at(&self, agent: usize, position: Position) -> Option<RowOutcome> {
        let pick = |first: &PositionResult, dealer: &PositionResult| match position {
            Position::First => RowOutcome::of_position(first),
            Position::Dealer => RowOutcome::of_position(dealer),
        };
        let mut outcomes = Vec::new();
        for pair in &self.pairs {
            let [first, second] = pair.places;
            let places = if pair.agents[0] == pair.agents[1] {
                &pair.figures.by_position
            } else if first == agent {
                &pair.figures.by_agent[0].by_position
            } else if second == agent {
                &pair.figures.by_agent[1].by_position
            } else {
                continue;
            };
            outcomes.push(pick(&places.first, &places.dealer));
        }
        (!outcomes.is_empty()).then(|| RowOutcome::mean_of(&outcomes))
    }
}

impl RowOutcome {
    /// The errors are 0, unknown, if there are too few sets.
    fn of_pair(pair: &PairResult, first: bool) -> RowOutcome {
        let known = f64::from(pair.sets() >= LEAST_SETS);
        let outcome = RowOutcome::new(&pair.figures.outcomes, &pair.figures.margin);
        let outcome = RowOutcome {
            errors: outcome.errors.map(|error| error * known),
            mean_error: outcome.mean_error * known,
            ..outcome
        };
        if first { outcome } else { outcome.turned() }
    }

    fn of_position(place: &PositionResult) -> RowOutcome {
        RowOutcome::new(&place.outcomes, &place.margin)
    }

    fn new(outcomes: &Outcomes, margin: &Estimate) -> RowOutcome {
        RowOutcome {
            percent: outcomes.percent(),
            errors: outcomes.all().map(|share| share.standard_error),
            mean: margin.mean,
            mean_error: margin.standard_error,
        }
    }

    fn turned(self) -> RowOutcome {
        let [win, tie, loss] = self.percent;
        let [win_error, tie_error, loss_error] = self.errors;
        RowOutcome {
            percent: [loss, tie, win],
            errors: [loss_error, tie_error, win_error],
            mean: -self.mean,
            mean_error: self.mean_error,
        }
    }

    fn mean_of(outcomes: &[RowOutcome]) -> RowOutcome {
        let count = outcomes.len().max(1) as f64;
        let mean = |figure: &dyn Fn(&RowOutcome) -> f64| outcomes.iter().map(figure).sum::<f64>() / count;
        RowOutcome {
            percent: [0, 1, 2].map(|place| mean(&|outcome| outcome.percent[place])),
            errors: [0, 1, 2].map(|place| mean(&|outcome| outcome.errors[place])),
            mean: mean(&|outcome| outcome.mean),
            mean_error: mean(&|outcome| outcome.mean_error),
        }
    }
}

impl Compared {
    /// Whether all published figures lie within the intervals.
    #[must_use]
    pub fn within(&self) -> bool {
        self.differences
            .iter()
            .flatten()
            .all(|(difference, half)| difference.abs() <= *half)
    }
}
