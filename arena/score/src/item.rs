//! The items of a score: its single decisions, each with what it lost and what the baselines would have lost.
//!
//! Invariant: the figures of positions and endings follow from the items alone.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use spariglio_agents::table::Usage;
use spariglio_agents::{AgentSpec, Hand, Solver};
use spariglio_engine::{Action, Game};
use spariglio_files::hash::short_hash;
use spariglio_review::Reviewer;

use crate::error::ScoreError;
use crate::position::{Position, values};
use crate::suite::SuiteGame;
use crate::task::{Answer, Task, act, belief};

/// The baseline whose loss is that of a mean over all legal actions.
const RANDOM: &str = "random";
/// The baseline that is asked at every position, beside the player of the hands.
pub(crate) const GREEDY: &str = "greedy";
/// The player of the hands that positions come from.
pub(crate) const FORMULA: &str = "formula";

/// A single decision of a score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Item {
    /// `GAME/position/NUMBER` or `GAME/ending/NUMBER`.
    pub id: String,
    /// A hash of the hand up to the decision: scores with the same one can be paired.
    pub position: String,
    /// The hand cards of the seat, in letters.
    pub hand: String,
    /// The cards on the table.
    pub table: String,
    /// The action in letters.
    pub action: String,
    /// What was wrong with the answer, if a random action was played in its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The best action by the reviewer; at an ending by exact play.
    pub best: String,
    /// What the decision counts in points per hand of one side; 1 at an ending.
    pub weight: f64,
    /// Points that it lost. A reviewer's estimate may be below 0.
    pub lost: f64,
    /// The standard error of `lost`; 0 at an ending.
    pub error: f64,
    /// Points that it is above the action of `formula`.
    pub above: f64,
    /// Points that the baselines would have lost here: `formula`, `greedy`, and `random` on average.
    pub baselines: BTreeMap<String, f64>,
    /// Wall-clock milliseconds of the decision.
    pub millis: f64,
    /// Calls and tokens, if the agent is asked over a network.
    #[serde(default, skip_serializing_if = "Usage::is_empty")]
    pub usage: Usage,
}

impl Item {
    /// The game of the decision.
    #[must_use]
    pub fn game(&self) -> &str {
        self.id.split('/').next().unwrap_or_default()
    }

    /// Whether it is an ending: all cards are known.
    #[must_use]
    pub fn is_ending(&self) -> bool {
        self.id.contains("/ending/")
    }
}

/// What the actions at a position are worth.
struct Worths<'a> {
    actions: Vec<Action>,
    best: usize,
    /// Loss and its error of the action at a place.
    loss: &'a dyn Fn(usize) -> [f64; 2],
    /// Points of the action at one place above that at another.
    between: &'a dyn Fn(usize, usize) -> f64,
}

impl Worths<'_> {
    fn place(&self, wanted: Action) -> usize {
        self.actions.iter().position(|one| *one == wanted).expect("a legal action")
    }

    /// The item of an answer.
    ///
    /// # Errors
    /// The answer is not one legal action.
    fn item(&self, of: &SuiteGame, position: &Position, answer: &Answer, weight: f64) -> Result<Item, ScoreError> {
        let (kind, number) = match answer.task {
            Task::Position(_, number) => ("position", number),
            Task::Ending(_, number) => ("ending", number),
            Task::Hand(..) => unreachable!("a single decision"),
        };
        let hand = position.hand(&of.game);
        let (view, deck) = (hand.view(), of.game.deck());
        let action = act(&mut hand.clone(), single(answer)?, answer)?;
        let own = self.place(action);
        let [lost, error] = (self.loss)(own);
        let at = |wanted| lost + (self.between)(own, self.place(wanted));
        let all: f64 = (0..self.actions.len()).map(|place| lost + (self.between)(own, place)).sum();
        Ok(Item {
            id: format!("{}/{kind}/{number}", of.name),
            position: short_hash(position.record(&of.game).to_line()),
            hand: view.hand_cards().text(deck),
            table: view.table().text(deck),
            action: action.text(deck),
            fault: answer.fault.clone(),
            best: self.actions[self.best].text(deck),
            weight,
            lost,
            error,
            above: (self.between)(own, self.place(position.reference)),
            baselines: BTreeMap::from([
                (FORMULA.to_owned(), at(position.reference)),
                (GREEDY.to_owned(), at(greedy(&of.game, &hand))),
                (RANDOM.to_owned(), all / self.actions.len() as f64),
            ]),
            millis: answer.millis,
            usage: answer.usage,
        })
    }
}

/// The action of `greedy`.
fn greedy(game: &Arc<Game>, hand: &Hand<'_>) -> Action {
    let spec = AgentSpec::parse(GREEDY).expect("an agent type");
    let mut player = spec.build_player(game).expect("an agent of every game");
    player.start_hand(1);
    player.act(hand).expect("an agent of this program")
}

/// An item, with the log loss of the agent's belief and of the reviewer's if the agent tells one.
pub(crate) type Valued = (Item, Option<[f64; 2]>);

/// Values the answers at positions of a game, on the threads of the current pool.
///
/// # Errors
/// An answer is not legal, or the reviewer cannot value the game.
pub(crate) fn positions(
    reviewer: &Reviewer,
    of: &SuiteGame,
    positions: &[(&Position, &Answer)],
    report: &(dyn Fn() + Sync),
) -> Result<Vec<Valued>, ScoreError> {
    let value = |&(position, answer): &(&Position, &Answer)| {
        let Task::Position(_, number) = answer.task else {
            unreachable!("an answer at a position");
        };
        let review = reviewer.position(&position.record(&of.game), number as usize)?;
        let own = belief(&position.hand(&of.game), answer, review.belief.worlds)?;
        let belief = own.log_loss().zip(review.belief.log_loss()).map(Into::into);
        let loss = |place| {
            let loss = review.loss_of(place);
            [loss.mean, loss.standard_error]
        };
        let worths = Worths {
            actions: review.actions.iter().map(|one| one.action).collect(),
            best: review.best,
            loss: &loss,
            between: &|one, other| review.between(one, other).mean,
        };
        let item = worths.item(of, position, answer, position.weight / of.game.sides() as f64)?;
        report();
        Ok((item, belief))
    };
    positions.par_iter().map(value).collect()
}

/// The item of an answer at an ending, by exact play.
///
/// # Errors
/// The answer is not legal.
pub(crate) fn ending(of: &SuiteGame, position: &Position, answer: &Answer) -> Result<Item, ScoreError> {
    let mut solver = Solver::new(&of.game).expect("a game with endings");
    let (actions, values): (Vec<Action>, Vec<f64>) = values(&mut solver, &position.hand(&of.game)).into_iter().unzip();
    let best = (0..values.len())
        .rev()
        .max_by(|one, other| values[*one].total_cmp(&values[*other]));
    let best = best.expect("a legal action");
    let worths = Worths {
        actions,
        best,
        loss: &|place| [values[best] - values[place], 0.0],
        between: &|one, other| values[one] - values[other],
    };
    worths.item(of, position, answer, 1.0)
}

/// The single action of an answer.
fn single(answer: &Answer) -> Result<&str, ScoreError> {
    match &answer.actions[..] {
        [action] => Ok(action),
        actions => Err(ScoreError::Untrue(format!("{}: expected one action, found {}", answer.task, actions.len()))),
    }
}
