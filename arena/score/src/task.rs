//! The task: one piece of work of a run, which is done or not. The answer: what the agent did, with its costs.

use std::fmt;

use serde::{Deserialize, Serialize};
use spariglio_agents::Hand;
use spariglio_agents::table::Usage;
use spariglio_engine::Action;
use spariglio_review::Belief;

use crate::error::ScoreError;

/// A task. Games and opponents are named by their places in the lists of the run.
#[derive(Copy, Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// A whole hand: game, opponent, number of the deal, play of the set.
    Hand(usize, usize, u64, usize),
    /// The decision at a position: game, number.
    Position(usize, u64),
    /// The decision at an ending: game, number.
    Ending(usize, u64),
}

impl Task {
    /// The place of its game.
    #[must_use]
    pub fn game(self) -> usize {
        match self {
            Task::Hand(game, ..) | Task::Position(game, _) | Task::Ending(game, _) => game,
        }
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Task::Hand(game, opponent, deal, play) => {
                write!(f, "game {game}, opponent {opponent}, deal {deal}, play {play}")
            }
            Task::Position(game, number) => write!(f, "game {game}, position {number}"),
            Task::Ending(game, number) => write!(f, "game {game}, ending {number}"),
        }
    }
}

/// The answer to a task: a line of `answers.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The task.
    pub task: Task,
    /// The actions in letters: all of a hand, both sides; or the one at a position.
    pub actions: Vec<String>,
    /// Decisions of the agent.
    pub decisions: u64,
    /// Those of them without a legal action, refusals aside; a random one was played.
    #[serde(default, skip_serializing_if = "is_none")]
    pub faults: u64,
    /// Those of them that the endpoint of a language model refused; a random action was played.
    #[serde(default, skip_serializing_if = "is_none")]
    pub refusals: u64,
    /// The first fault or refusal in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// Wall-clock time of the agent's decisions in milliseconds.
    pub millis: f64,
    /// Calls and tokens, if the agent is asked over a network.
    #[serde(default, skip_serializing_if = "Usage::is_empty")]
    pub usage: Usage,
    /// The agent's words about its decisions: the number of actions before each, and its text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub thoughts: Vec<(usize, String)>,
    /// The agent's belief at a position, if it tells one: for each hidden card, the chance of each seat, then of the
    /// stock.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub belief: Vec<(String, Vec<f32>)>,
}

/// The highest count of calls or tokens in an answer.
const MOST_COUNTED: u64 = 1 << 40;
/// The longest time of an answer in milliseconds.
const MOST_MILLIS: f64 = 1e12;

impl Answer {
    /// Checks that the numbers fit each other, so that sums over many answers are exact.
    ///
    /// # Errors
    /// The field, with the found and the expected value.
    pub(crate) fn check(&self) -> Result<(), String> {
        let most = self.actions.len() as u64;
        if self.decisions > most || self.faults.saturating_add(self.refusals) > self.decisions {
            return Err(format!(
                "decisions, faults, refusals: found {}, {} and {}, expected decisions up to {most} and no more of the others",
                self.decisions, self.faults, self.refusals
            ));
        }
        if let Some((name, count)) = self.usage.counts().into_iter().find(|(_, count)| *count > MOST_COUNTED) {
            return Err(format!("usage, {name}: found {count}, expected 0 to {MOST_COUNTED}"));
        }
        if !(0.0..=MOST_MILLIS).contains(&self.millis) {
            return Err(format!("millis: found {}, expected 0 to {MOST_MILLIS}", self.millis));
        }
        Ok(())
    }
}

/// Applies an action of an answer.
///
/// # Errors
/// It is not legal.
pub(crate) fn act(hand: &mut Hand<'_>, text: &str, answer: &Answer) -> Result<Action, ScoreError> {
    let untrue = |why: String| ScoreError::Untrue(format!("{}: action `{text}`: {why}", answer.task));
    let action = Action::parse(text, hand.game().deck()).map_err(|error| untrue(error.to_string()))?;
    hand.act(action).map_err(|error| untrue(error.to_string()))?;
    Ok(action)
}

/// The agent's belief at a position; without cells if it tells none. The chances of a card are scaled to a sum of 1. A
/// chance of 0 counts as in a sample of `worlds`.
///
/// # Errors
/// A card is told twice or is not hidden, or its chances are none of all places.
pub(crate) fn belief(hand: &Hand<'_>, answer: &Answer, worlds: usize) -> Result<Belief, ScoreError> {
    let game = hand.game();
    let untrue = |why: String| ScoreError::Untrue(format!("{}: belief: {why}", answer.task));
    let mut belief = Belief { worlds, ..Belief::default() };
    let mut hidden = hand.view().unseen();
    for (text, chances) in &answer.belief {
        let card = game.deck().parse_card(text).map_err(|error| untrue(error.to_string()))?;
        let is_sound = chances.len() == game.players() + 1 && chances.iter().all(|chance| (0.0..=1.0).contains(chance));
        if !hidden.contains(card) || !is_sound {
            return Err(untrue(format!(
                "{text}: found {chances:?}, expected {} chances of each hidden card",
                game.players() + 1
            )));
        }
        hidden.remove(card);
        let holder = (0..game.players()).find(|&seat| hand.state().hand_cards(seat).contains(card));
        let sum = chances.iter().copied().map(f64::from).sum::<f64>().max(f64::MIN_POSITIVE);
        belief
            .cells
            .push((card, chances.iter().map(|&chance| f64::from(chance) / sum).collect()));
        belief.truth.push(holder.unwrap_or(game.players()));
    }
    Ok(belief)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_none(count: &u64) -> bool {
    *count == 0
}
