//! Figures from answers.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use spariglio_agents::{Hand, Solver, Usage};
use spariglio_arena::deals::seating::Seating;
use spariglio_engine::Action;
use spariglio_review::{Belief, Reviewer};
use spariglio_stats::{Estimate, NORMAL_95};

use crate::error::ScoreError;
use crate::position::{Position, values};
use crate::secret::Seeds;
use crate::suite::SuiteGame;
use crate::task::{Answer, Task};

/// The measure that the headline comes from.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// Whole hands on duplicate deals.
    Hands,
    /// Single decisions, valued by the reviewer.
    Positions,
}

/// The headline: points per hand above `formula` in standard deviations of a hand, mean over the games.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Headline {
    /// The mean over the games.
    pub value: Estimate,
    /// Games that were played, and games of the suite.
    pub games: [usize; 2],
    /// The measure that it comes from.
    pub method: Method,
}

/// Decisions at positions.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Positions {
    /// Points lost per decision with a choice.
    pub lost: Estimate,
    /// The same of `formula`, at the same positions.
    pub formula_lost: Estimate,
    /// Points per hand that its decisions are above those of `formula`, for one side.
    pub above: Estimate,
}

/// Decisions at endings, against exact play.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Endings {
    /// Endings.
    pub count: usize,
    /// Those at which points were lost.
    pub wrong: usize,
    /// Points lost per ending.
    pub lost: Estimate,
    /// The same of `formula`, at the same endings.
    pub formula_lost: Estimate,
}

/// The figures of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameScore {
    /// Its name.
    pub rules: String,
    /// The changes from a preset, if it was generated for this run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changes: Option<Vec<String>>,
    /// Why the agent does not play it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skipped: Option<String>,
    /// Standard deviation of a side's margin in a hand between players of `formula`.
    pub deviation: f64,
    /// Points per hand against each opponent of the suite.
    pub against: Vec<Option<Estimate>>,
    /// Decisions at positions.
    pub positions: Option<Positions>,
}

/// The agent's beliefs about hidden cards at positions, if it tells any.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Beliefs {
    /// Positions with a belief.
    pub positions: usize,
    /// Mean negative log-probability of a hidden card's true place, in nats.
    pub log_loss: f64,
    /// The same of the reviewer's search.
    pub reviewer_log_loss: f64,
}

/// The costs of all answers.
#[derive(Copy, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Costs {
    /// Decisions of the agent.
    pub decisions: u64,
    /// Those without a legal action.
    pub faults: u64,
    /// Calls and tokens.
    #[serde(default, skip_serializing_if = "Usage::is_empty")]
    pub usage: Usage,
    /// Wall-clock milliseconds per decision.
    pub millis_per_decision: f64,
}

impl Costs {
    /// The costs of answers.
    pub fn of<'a>(answers: impl Iterator<Item = &'a Answer>) -> Costs {
        let (mut costs, mut millis) = (Costs::default(), 0.0);
        for answer in answers {
            costs.decisions += answer.decisions;
            costs.faults += answer.faults;
            costs.usage.merge(&answer.usage);
            millis += answer.millis;
        }
        costs.millis_per_decision = millis / costs.decisions.max(1) as f64;
        costs
    }
}

/// The answers by task.
pub(crate) type Answers = BTreeMap<Task, Answer>;

/// The mean of independent numbers; `None` if there are fewer than two.
fn margin(numbers: &[f64]) -> Option<Estimate> {
    (numbers.len() > 1).then(|| Estimate::of(numbers.iter().copied()))
}

/// The margins of all hands against an opponent, one number per deal: the mean over the plays.
///
/// # Errors
/// An answer is no whole hand.
pub(crate) fn hands(
    seeds: &Seeds,
    of: &SuiteGame,
    answers: &Answers,
    [game, opponent]: [usize; 2],
) -> Result<Option<Estimate>, ScoreError> {
    let set = Seating::set(&of.game);
    let from = Task::Hand(game, opponent, 0, 0);
    let to = Task::Hand(game, opponent, u64::MAX, usize::MAX);
    let mut deals: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
    for (task, answer) in answers.range(from..=to) {
        let Task::Hand(_, _, deal, play) = *task else { continue };
        let mut hand = Hand::new(&of.game, &of.deal(seeds, deal), false);
        for text in &answer.actions {
            act(&mut hand, text, answer)?;
        }
        if !hand.is_over() {
            return Err(ScoreError::Untrue(format!(
                "{task}: expected a whole hand, found {} actions",
                answer.actions.len()
            )));
        }
        let Seating { alone, alone_agent, .. } = set[play];
        let margin = f64::from(hand.state().margin(&of.game, alone));
        deals
            .entry(deal)
            .or_default()
            .push(if alone_agent == 0 { margin } else { -margin });
    }
    let means: Vec<f64> = deals
        .values()
        .map(|plays| plays.iter().sum::<f64>() / plays.len() as f64)
        .collect();
    Ok(margin(&means))
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

/// A position with the losses of the agent and of `formula` there.
pub(crate) struct Valued {
    /// The number of decisions in its hand, and the inverse of its chance among them.
    decisions: f64,
    weight: f64,
    lost: f64,
    formula_lost: f64,
    /// The agent's action minus that of `formula`.
    above: f64,
    /// Log loss of the agent's belief and of the reviewer's.
    belief: Option<[f64; 2]>,
}

/// Values the answers at positions of a game, on the threads of the current pool.
///
/// # Errors
/// An answer is not legal, or the reviewer cannot value the game.
pub(crate) fn valued(
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
        let mut hand = position.hand(&of.game);
        let truth = hand.clone();
        let action = act(&mut hand, single(answer)?, answer)?;
        let place = |wanted| {
            review
                .actions
                .iter()
                .position(|one| one.action == wanted)
                .expect("a legal action")
        };
        let [own, reference] = [action, position.reference].map(place);
        report();
        Ok(Valued {
            decisions: position.decisions as f64,
            weight: position.weight,
            lost: review.loss_of(own).mean,
            formula_lost: review.loss_of(reference).mean,
            above: review.between(own, reference).mean,
            belief: belief(&truth, answer, &review.belief)?
                .log_loss()
                .zip(review.belief.log_loss())
                .map(Into::into),
        })
    };
    positions.par_iter().map(value).collect()
}

/// The figures of valued positions; `None` if there are fewer than two.
pub(crate) fn positions(sides: usize, valued: &[Valued]) -> Option<Positions> {
    let all = |number: fn(&Valued) -> f64| valued.iter().map(number).collect::<Vec<f64>>();
    let per_hand = valued.iter().map(|one| one.decisions).sum::<f64>() / valued.len().max(1) as f64;
    Some(Positions {
        lost: margin(&all(|one| one.weight * one.lost))?.in_units_of(per_hand),
        formula_lost: margin(&all(|one| one.weight * one.formula_lost))?.in_units_of(per_hand),
        above: margin(&all(|one| one.weight * one.above))?.in_units_of(sides as f64),
    })
}

/// The mean log losses over all positions with a belief.
pub(crate) fn beliefs<'a>(valued: impl Iterator<Item = &'a Valued>) -> Option<Beliefs> {
    let log_losses: Vec<[f64; 2]> = valued.filter_map(|one| one.belief).collect();
    let mean = |place: usize| log_losses.iter().map(|one| one[place]).sum::<f64>() / log_losses.len() as f64;
    (!log_losses.is_empty()).then(|| Beliefs {
        positions: log_losses.len(),
        log_loss: mean(0),
        reviewer_log_loss: mean(1),
    })
}

/// Exact losses at an ending: of the agent, and of `formula`.
///
/// # Errors
/// The answer is not legal.
pub(crate) fn ending(of: &SuiteGame, position: &Position, answer: &Answer) -> Result<[f64; 2], ScoreError> {
    let mut solver = Solver::new(&of.game).expect("a game with endings");
    let mut hand = position.hand(&of.game);
    let values = values(&mut solver, &hand);
    let action = act(&mut hand, single(answer)?, answer)?;
    let best = values.iter().map(|(_, value)| *value).fold(f64::MIN, f64::max);
    let lost = |wanted| best - values.iter().find(|(one, _)| *one == wanted).expect("a legal action").1;
    Ok([action, position.reference].map(lost))
}

/// The figures of all endings.
pub(crate) fn endings(losses: &[[f64; 2]]) -> Option<Endings> {
    let column = |place: usize| losses.iter().map(|loss| loss[place]).collect::<Vec<f64>>();
    Some(Endings {
        count: losses.len(),
        wrong: losses.iter().filter(|loss| loss[0] > 0.0).count(),
        lost: margin(&column(0))?,
        formula_lost: margin(&column(1))?,
    })
}

/// The headline of the games of the suite; `None` if none was played.
pub(crate) fn headline(games: &[GameScore]) -> Option<Headline> {
    let suite: Vec<&GameScore> = games.iter().filter(|game| game.changes.is_none()).collect();
    let by = |method: Method| -> Vec<[f64; 2]> {
        let margin = |game: &&&GameScore| match method {
            Method::Hands => game.against.first().copied().flatten(),
            Method::Positions => game.positions.as_ref().map(|positions| positions.above),
        };
        let scaled = |game: &&GameScore| {
            let margin = margin(&game)?.in_units_of(game.deviation);
            Some([margin.mean, margin.standard_error])
        };
        suite.iter().filter_map(scaled).collect()
    };
    let (method, scaled) = match by(Method::Hands) {
        hands if !hands.is_empty() => (Method::Hands, hands),
        _ => (Method::Positions, by(Method::Positions)),
    };
    let count = scaled.len();
    let mean = scaled.iter().map(|one| one[0]).sum::<f64>() / count as f64;
    let standard_error = scaled.iter().map(|one| one[1] * one[1]).sum::<f64>().sqrt() / count as f64;
    let half = NORMAL_95 * standard_error;
    let value = Estimate { mean, standard_error, interval: Some([mean - half, mean + half]) };
    (count > 0).then_some(Headline { value, games: [count, suite.len()], method })
}

/// The single action of an answer.
fn single(answer: &Answer) -> Result<&str, ScoreError> {
    match &answer.actions[..] {
        [action] => Ok(action),
        actions => Err(ScoreError::Untrue(format!("{}: expected one action, found {}", answer.task, actions.len()))),
    }
}

/// The agent's belief at a position; without cells if it tells none. A chance of 0 counts as in `like`.
///
/// # Errors
/// A card is none of the game's.
fn belief(hand: &Hand<'_>, answer: &Answer, like: &Belief) -> Result<Belief, ScoreError> {
    let game = hand.game();
    let mut belief = Belief { worlds: like.worlds, ..Belief::default() };
    for (card, chances) in &answer.belief {
        let card = game.deck().parse_card(card);
        let card = card.map_err(|error| ScoreError::Untrue(format!("{}: belief: {error}", answer.task)))?;
        let holder = (0..game.players()).find(|&seat| hand.state().hand_cards(seat).contains(card));
        let places = 0..=game.players();
        let chance = |place| chances.get(place).copied().map_or(0.0, f64::from);
        belief.cells.push((card, places.map(chance).collect()));
        belief.truth.push(holder.unwrap_or(game.players()));
    }
    Ok(belief)
}
