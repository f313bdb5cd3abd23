//! Advice: the decision of an agent, the values of all actions, the chances of hidden cards.

use std::collections::hash_map::Entry;

use serde_json::{Map, Value, json};
use spariglio_agents::agent::Stop;
use spariglio_agents::search::PairedSearch;
use spariglio_agents::{Agent, AgentSpec, Decision};
use spariglio_engine::hand::UTILITY_SCALE;
use spariglio_engine::insertion;
use spariglio_engine::{Action, FormatError, Game, View};

use crate::Bot;
use crate::referee::wording;
use crate::request::{Choice, Request};

/// Laps or worlds after which a question may be cancelled.
const SHARE: u32 = 256;
/// The seed of everything random, if a question has none.
const SEED: u64 = 1;

/// An agent's decision at a view.
pub struct Analysis<'a> {
    /// The agent.
    pub spec: &'a AgentSpec,
    /// The view of the seat to act.
    pub view: View<'a>,
    /// Its decision.
    pub decision: Decision,
}

/// An action with the agent's judgement of it.
pub struct Ranked {
    /// The action.
    pub action: Action,
    /// Its probability.
    pub policy: f32,
    /// Simulations of a search that tried it; `None` if the agent does not search.
    pub visits: Option<u32>,
    /// Points that a search expects after it; `None` if it was never tried or the agent expects no points.
    pub points: Option<f32>,
}

impl Analysis<'_> {
    /// The points of the hand that the agent expects for the side of the seat to act, less those of the best other side.
    #[must_use]
    pub fn points(&self) -> Option<f32> {
        self.spec.expected_points(self.decision.value)
    }

    /// The actions, the most probable first.
    #[must_use]
    pub fn ranked(&self) -> Vec<Ranked> {
        let Decision { actions, policy, tried, .. } = &self.decision;
        let ranked = |(place, &action): (usize, &Action)| {
            let tried = tried.get(place);
            let valued = tried.filter(|tried| tried.visits > 0 && self.spec.expects_points());
            Ranked {
                action,
                policy: policy[place],
                visits: tried.map(|tried| tried.visits),
                points: valued.map(|tried| tried.value * UTILITY_SCALE),
            }
        };
        let mut ranked: Vec<_> = actions.iter().enumerate().map(ranked).collect();
        insertion::sort_by(&mut ranked, |first, second| second.policy.total_cmp(&first.policy));
        ranked
    }

    /// All of it as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let (view, stats) = (&self.view, self.decision.stats);
        let deck = view.game().deck();
        let entry = |ranked: Ranked| {
            let action = ranked.action.text(deck);
            json!({ "action": action, "policy": ranked.policy, "visits": ranked.visits, "points": ranked.points })
        };
        json!({
            "agent": self.spec, "seat": view.seat(), "side": view.game().side(view.seat()),
            "action": self.decision.action.text(deck), "points": self.points(),
            "actions": self.ranked().into_iter().map(entry).collect::<Vec<_>>(),
            "simulations": stats.simulations, "nodes": stats.nodes,
            "worlds": Some(stats.worlds).filter(|&worlds| worlds > 0), "millis": stats.millis,
        })
    }
}

impl Bot {
    pub(crate) fn decide(&mut self, request: &Request) -> Result<Value, FormatError> {
        let position = request.position(self)?;
        let hand = position.undecided()?;
        let (game, view) = (hand.game(), hand.view());
        let standing = request.standing(game, view.dealer())?;
        let (seed, budget) = (request.seed.unwrap_or(SEED), request.budget()?);
        let (spec, agent) = self.agent(game, request.choice()?, standing.is_some())?;
        if let Some(standing) = &standing {
            agent.note_standing(standing);
        }
        agent.start_hand(seed);
        let decision = agent.decide(&view, budget);
        check_wanted()?;
        let action = decision.action;
        let mut answer = Analysis { spec, view, decision }.json();
        if request.laps > 0 || request.worlds > 0 {
            let judge = self.judge(game)?;
            judge.begin(&view, request.laps.max(request.worlds), seed);
            if request.laps > 0 {
                answer["values"] = values(judge, &view, request.laps)?;
            }
            if request.worlds > 0 {
                answer["beliefs"] = beliefs(judge, &view, request.worlds)?;
            }
        }
        if request.language.is_some() {
            answer["words"] = wording(request, game)?.action(action).into();
        }
        Ok(answer)
    }

    /// The agent of a choice. One that was told a match never serves single hands.
    fn agent(
        &mut self,
        game: &Game,
        choice: Choice,
        in_match: bool,
    ) -> Result<(&AgentSpec, &mut Box<dyn Agent>), FormatError> {
        let (spec, agent) = match self.agents.entry((game.fingerprint(), choice, in_match)) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let spec = entry.key().1.spec(game)?;
                let agent = spec.build(game).map_err(|error| {
                    FormatError::new("agent", "a fair agent that can play these rules", error.to_string())
                })?;
                entry.insert((spec, agent))
            }
        };
        Ok((spec, agent))
    }

    /// The search that judges all actions of a game alike.
    fn judge(&mut self, game: &Game) -> Result<&mut PairedSearch, FormatError> {
        match self.judges.entry(game.fingerprint()) {
            Entry::Occupied(entry) => Ok(entry.into_mut()),
            Entry::Vacant(entry) => {
                let judge = AgentSpec::adviser(game).paired_search(game);
                let judge = judge.map_err(|error| FormatError::new("laps", "rules with a judge", error.to_string()))?;
                Ok(entry.insert(judge))
            }
        }
    }
}

/// The points that the side of the seat to act expects after each action, with standard errors, over the same worlds.
fn values(judge: &mut PairedSearch, view: &View<'_>, laps: u32) -> Result<Value, FormatError> {
    let mut actions = Vec::new();
    view.legal_actions(&mut actions);
    let mut sums = vec![(0.0, 0.0); actions.len()];
    for number in shares(laps) {
        judge.run(view, &actions, number, 0, |place, outcome| {
            sums[place].0 += outcome.margin;
            sums[place].1 += outcome.margin * outcome.margin;
        });
        check_wanted()?;
    }
    let laps = f64::from(laps);
    let entry = |(action, (sum, squares)): (&Action, (f64, f64))| {
        let mean = sum / laps;
        let error = ((squares / laps - mean * mean).max(0.0) / (laps - 1.0)).sqrt();
        let error = error.is_finite().then_some(error);
        json!({ "action": action.text(view.game().deck()), "points": mean, "standard_error": error })
    };
    Ok(actions.iter().zip(sums).map(entry).collect())
}

/// By hidden card: the chance of every seat in order, then of the stock.
fn beliefs(judge: &mut PairedSearch, view: &View<'_>, worlds: u32) -> Result<Value, FormatError> {
    let mut means = judge.chances(view, 0);
    for number in shares(worlds) {
        let share = f64::from(number) / f64::from(worlds);
        for ((_, mean), (_, chances)) in means.iter_mut().zip(judge.chances(view, number as usize)) {
            mean.iter_mut().zip(chances).for_each(|(mean, chance)| *mean += share * chance);
        }
        check_wanted()?;
    }
    let texts = means
        .iter()
        .map(|(card, mean)| (view.game().deck().card_text(*card), json!(mean)));
    Ok(Value::Object(texts.collect::<Map<_, _>>()))
}

/// A number in shares, after each of which a question may be cancelled.
fn shares(number: u32) -> impl Iterator<Item = u32> {
    (0..number).step_by(SHARE as usize).map(move |start| SHARE.min(number - start))
}

/// Fails if the question was cancelled.
fn check_wanted() -> Result<(), FormatError> {
    match Stop::is_due_here() {
        true => Err(FormatError::new("id", "a question that is not cancelled", "its end was asked for")),
        false => Ok(()),
    }
}
