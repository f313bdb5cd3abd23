//! All decisions of a hand, with luck and skill apart.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use spariglio_engine::record::HandRecord;
use spariglio_engine::{Game, State};

use crate::decision::DecisionReview;
use crate::par::Par;

/// A reviewed hand.
#[derive(Clone, Debug)]
pub struct HandReview {
    /// The game.
    pub game: Arc<Game>,
    /// The line of its record, from 1.
    pub line: usize,
    /// The seat that dealt.
    pub dealer: usize,
    /// The names of the agents by seat; empty if the record does not name them.
    pub agents: Vec<String>,
    /// All decisions in order.
    pub decisions: Vec<DecisionReview>,
    /// The true state before each decision, and the last one.
    pub states: Vec<State>,
    /// The components of each side's margin; empty if the record stops early.
    pub stories: Vec<SideStory>,
}

/// The components of a side's margin: `margin = par + deal - own + others + luck`.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SideStory {
    /// Points of the side minus those of the best other side.
    pub margin: f64,
    /// The expected margin before cards are dealt.
    pub par: f64,
    /// The value of its first view minus `par`.
    pub deal: f64,
    /// Losses of its own seats.
    pub own: f64,
    /// Losses of the other side if there are two sides; else 0.
    pub others: f64,
    /// The rest: how the cards fell, and the cards that others drew or held.
    pub luck: f64,
    /// Standard errors of `own` and of `others`.
    pub errors: [f64; 2],
}

impl SideStory {
    /// The effect of decisions on the margin: the others' losses minus its own.
    #[must_use]
    pub fn skill(&self) -> f64 {
        self.others - self.own
    }
}

impl HandReview {
    /// Assembles a hand. `margins` holds one margin per side, and is empty if the hand was not played to its end.
    pub(crate) fn new(
        record: &HandRecord,
        line: usize,
        decisions: Vec<DecisionReview>,
        margins: &[i32],
        par: &Par,
    ) -> HandReview {
        let game = record.game();
        let story = |(side, &margin): (usize, &i32)| story(game, &decisions, side, margin, par);
        let stories = margins.iter().enumerate().map(story).collect();
        HandReview::of(record, line, decisions, stories)
    }

    /// The review of a record from its figures.
    pub(crate) fn of(
        record: &HandRecord,
        line: usize,
        decisions: Vec<DecisionReview>,
        stories: Vec<SideStory>,
    ) -> HandReview {
        HandReview {
            stories,
            line,
            dealer: record.deal().dealer(),
            agents: record.agents().unwrap_or_default().into_iter().map(str::to_owned).collect(),
            game: Arc::clone(record.game()),
            states: states(record),
            decisions,
        }
    }
}

fn states(record: &HandRecord) -> Vec<State> {
    let (game, deal) = (record.game(), record.deal());
    let mut state = State::new(game, deal);
    let mut states = vec![state];
    for turn in &record.turns {
        state.apply(game, deal, turn.action);
        states.push(state);
    }
    states
}

fn story(game: &Game, decisions: &[DecisionReview], side: usize, margin: i32, par: &Par) -> SideStory {
    let is_own = |decision: &&DecisionReview| game.side(decision.seat) == side;
    let lost = |decisions: &mut dyn Iterator<Item = &DecisionReview>| {
        decisions.fold([0.0, 0.0], |[sum, square], decision| {
            [sum + decision.loss.mean, square + decision.loss.standard_error.powi(2)]
        })
    };
    let margin = f64::from(margin);
    let first = decisions.iter().position(|decision| is_own(&decision)).unwrap_or(0);
    let [own, own_square] = lost(&mut decisions.iter().filter(is_own));
    let two = game.sides() == 2;
    let [others, square] = lost(&mut decisions.iter().filter(|decision| two && !is_own(decision)));
    let [before, _] = lost(&mut decisions[..first].iter().filter(|_| two));
    let value = decisions.get(first).map_or(0.0, |decision| decision.value);
    let par = par.side(side).mean;
    let deal = value - before - par;
    SideStory {
        margin,
        par,
        deal,
        own,
        others,
        luck: margin - par - deal + own - others,
        errors: [own_square.sqrt(), square.sqrt()],
    }
}
