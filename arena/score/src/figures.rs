//! Figures from answers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use spariglio_agents::Hand;
use spariglio_agents::table::Usage;
use spariglio_arena::deals::seating::Seating;
use spariglio_stats::Estimate;

use crate::error::ScoreError;
use crate::item::Item;
use crate::secret::Seeds;
use crate::suite::SuiteGame;
use crate::task::{Answer, Task, act};

/// Least number of deals, positions or endings for the interval of a figure, and in every game of the headline.
pub const LEAST: usize = 20;

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
    /// The mean over the games; without an interval if all deals are alike.
    pub value: Estimate,
    /// Games with at least [`LEAST`] deals or positions, and games of the suite.
    pub games: [usize; 2],
    /// The measure that it comes from.
    pub method: Method,
}

/// Decisions at positions, in points per hand of one side.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Positions {
    /// Positions, without those that the endpoint of a language model refused.
    pub count: usize,
    /// Points that its decisions lose.
    pub lost: Estimate,
    /// The same of `formula`, at the same positions.
    pub formula_lost: Estimate,
    /// Points that its decisions are above those of `formula`: `formula_lost` minus `lost`.
    pub above: Estimate,
}

/// Decisions at endings, against exact play.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Endings {
    /// Endings, without those that the endpoint of a language model refused.
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

impl GameScore {
    /// Points per hand above `formula` by a measure, if it was played or decided.
    #[must_use]
    pub fn margin(&self, method: Method) -> Option<Estimate> {
        match method {
            Method::Hands => self.against.first().copied().flatten(),
            Method::Positions => self.positions.map(|positions| positions.above),
        }
    }
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
    /// Those without a legal action, refusals aside.
    pub faults: u64,
    /// Those that the endpoint of a language model refused.
    pub refusals: u64,
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
            costs.refusals += answer.refusals;
            costs.usage.merge(&answer.usage);
            millis += answer.millis;
        }
        costs.millis_per_decision = millis / costs.decisions.max(1) as f64;
        costs
    }
}

/// The answers by task.
pub(crate) type Answers = BTreeMap<Task, Answer>;

/// The mean of independent numbers, without an interval if there are fewer than [`LEAST`]; `None` if there are none.
pub(crate) fn margin(numbers: &[f64]) -> Option<Estimate> {
    let estimate = Estimate::of(numbers.iter().copied());
    let interval = estimate.interval.filter(|_| numbers.len() >= LEAST);
    (!numbers.is_empty()).then_some(Estimate { interval, ..estimate })
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

/// The figures of the items at positions; `None` if there are none.
pub(crate) fn positions<'a>(items: impl Iterator<Item = &'a Item>) -> Option<Positions> {
    let items: Vec<&Item> = items.collect();
    let mean = |number: fn(&Item) -> f64| {
        let numbers: Vec<f64> = items.iter().map(|item| item.weight * number(item)).collect();
        margin(&numbers)
    };
    Some(Positions {
        count: items.len(),
        lost: mean(|item| item.lost)?,
        formula_lost: mean(|item| item.lost + item.above)?,
        above: mean(|item| item.above)?,
    })
}

/// The mean log losses over all positions with a belief: of the agent and of the reviewer.
pub(crate) fn beliefs(log_losses: &[[f64; 2]]) -> Option<Beliefs> {
    let mean = |place: usize| log_losses.iter().map(|one| one[place]).sum::<f64>() / log_losses.len() as f64;
    (!log_losses.is_empty()).then(|| Beliefs {
        positions: log_losses.len(),
        log_loss: mean(0),
        reviewer_log_loss: mean(1),
    })
}

/// The figures of the items at endings; `None` if there are none.
pub(crate) fn endings<'a>(items: impl Iterator<Item = &'a Item>) -> Option<Endings> {
    let losses: Vec<[f64; 2]> = items.map(|item| [item.lost, item.lost + item.above]).collect();
    let column = |place: usize| losses.iter().map(|loss| loss[place]).collect::<Vec<f64>>();
    Some(Endings {
        count: losses.len(),
        wrong: losses.iter().filter(|loss| loss[0] > 0.0).count(),
        lost: margin(&column(0))?,
        formula_lost: margin(&column(1))?,
    })
}

/// The headline of the games of the suite, `deals` against the first opponent in each; `None` if none has enough deals or
/// positions.
pub(crate) fn headline(games: &[GameScore], deals: u64) -> Option<Headline> {
    let suite: Vec<&GameScore> = games.iter().filter(|game| game.changes.is_none()).collect();
    let by = |method: Method| -> Vec<(Estimate, u64)> {
        let count = |game: &GameScore| match method {
            Method::Hands => deals,
            Method::Positions => game.positions.map_or(0, |positions| positions.count as u64),
        };
        let scaled = |game: &&GameScore| Some((game.margin(method)?.in_units_of(game.deviation), count(game)));
        let enough = |(_, count): &(Estimate, u64)| *count >= LEAST as u64;
        suite.iter().filter_map(scaled).filter(enough).collect()
    };
    let (method, scaled) = match by(Method::Hands) {
        hands if !hands.is_empty() => (Method::Hands, hands),
        _ => (Method::Positions, by(Method::Positions)),
    };
    (!scaled.is_empty()).then(|| Headline {
        value: Estimate::mean_of(&scaled),
        games: [scaled.len(), suite.len()],
        method,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn game(margin: &[f64], count: usize, changes: Option<Vec<String>>) -> GameScore {
        let above = self::margin(margin).expect("numbers");
        GameScore {
            rules: String::new(),
            changes,
            skipped: None,
            deviation: 2.0,
            against: vec![None],
            positions: Some(Positions { count, lost: above, formula_lost: above, above }),
        }
    }

    #[test]
    fn few_numbers_have_no_interval_and_make_no_headline() {
        let numbers: Vec<f64> = (0..LEAST).map(|number| number as f64).collect();
        assert!(margin(&numbers).is_some_and(|margin| margin.interval.is_some()));
        assert!(margin(&numbers[1..]).is_some_and(|margin| margin.interval.is_none()));
        let few = game(&numbers[1..], LEAST - 1, None);
        assert_eq!(headline(&[few.clone(), few.clone()], 0), None);
        let generated = game(&numbers, LEAST, Some(Vec::new()));
        let known = headline(&[few, game(&numbers, LEAST, None), generated], 0).expect("a headline");
        assert_eq!((known.games, known.method), ([1, 2], Method::Positions));
        assert_eq!(known.value.interval, margin(&numbers).and_then(|margin| margin.in_units_of(2.0).interval));
    }

    #[test]
    fn losses_and_headline_have_the_same_weights() {
        let one = |weight: f64, lost: f64, above: f64| -> Item {
            let item = json!({
                "id": "scopa/position/0", "position": "", "hand": "", "table": "", "action": "", "best": "", "error": 0,
                "baselines": {}, "millis": 0, "weight": weight, "lost": lost, "above": above,
            });
            serde_json::from_value(item).expect("an item")
        };
        let items = [one(0.75, 0.5, -0.25), one(2.0, 0.0, 1.0), one(1.0, 0.25, 0.5)];
        let positions = positions(items.iter()).expect("positions");
        assert_eq!((positions.count, positions.lost.mean), (3, 0.625 / 3.0));
        assert!((positions.formula_lost.mean - positions.lost.mean - positions.above.mean).abs() < 1e-12);
    }
}
