//! Positions for single decisions. They come from hands that `formula` plays at all seats on deals of the run.
//!
//! Of every hand, one decision with a choice is drawn: with a higher chance if a small search finds more at stake. The
//! inverse of the chance is its weight. So `weight * loss` is an unbiased estimate of the loss over all decisions of
//! the hand (Horvitz and Thompson 1952), and few decisions tell much.

use std::sync::Arc;

use rand_pcg::Pcg64Mcg;
use spariglio_agents::{Agent, AgentError, AgentSpec, Budget, Hand, Solver};
use spariglio_engine::random::{below, unit};
use spariglio_engine::record::HandRecord;
use spariglio_engine::{Action, Deal, Game};
use spariglio_review::{endgame_values, is_exact};

use crate::secret::Seeds;
use crate::suite::SuiteGame;

/// The player of the hands.
const PLAYER: &str = "formula";
/// The search that finds what is at stake, and its simulations.
const SCOUT: &str = "ismcts";
const SIMULATIONS: u32 = 64;
/// The share of the chance that all decisions of a hand have alike.
const ALIKE: f64 = 0.3;
/// Hands that are tried for an ending.
const MOST_HANDS: u64 = 200;

/// A position with a choice.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    /// The deal.
    pub deal: Deal,
    /// The actions before the decision.
    pub before: Vec<Action>,
    /// The inverse of its chance among the decisions of its hand; 1 for an ending.
    pub weight: f64,
    /// The decisions with a choice in its hand, over all seats; 1 for an ending.
    pub decisions: usize,
    /// The action of `formula`.
    pub reference: Action,
}

impl Position {
    /// The hand at the position.
    pub fn hand<'g>(&self, game: &'g Game) -> Hand<'g> {
        Hand::after(game, &self.deal, self.before.iter().copied(), false).expect("actions that were played")
    }

    /// The record that ends at the position.
    pub fn record(&self, game: &Arc<Game>) -> HandRecord {
        let mut hand = Hand::new(game, &self.deal, false);
        let turns: Vec<(usize, Action)> = self
            .before
            .iter()
            .map(|&action| {
                let seat = hand.seat();
                hand.act(action).expect("an action that was played");
                (seat, action)
            })
            .collect();
        HandRecord::played(Arc::clone(game), self.deal, turns, None)
    }
}

/// A decision with a choice in a played hand.
struct Choice {
    /// Number of actions before it.
    turn: usize,
    /// What is at stake, in any unit.
    stake: f64,
    played: Action,
}

/// The position `number` of a game.
pub(crate) fn decision(seeds: &Seeds, of: &SuiteGame, number: u64) -> Result<Position, AgentError> {
    let mut rng = seeds.rng("position", &of.name, &[number]);
    loop {
        let (deal, history, choices) = played(of, number, &mut rng, |_| true)?;
        let total: f64 = choices.iter().map(|choice| choice.stake).sum();
        let chance = |choice: &Choice| {
            let share = if total > 0.0 {
                choice.stake / total
            } else {
                1.0 / choices.len() as f64
            };
            ALIKE / choices.len() as f64 + (1.0 - ALIKE) * share
        };
        let mut left = f64::from(unit(&mut rng));
        let drawn = choices.iter().find(|choice| {
            left -= chance(choice);
            left < 0.0
        });
        if let Some(choice) = drawn.or(choices.last()) {
            return Ok(Position {
                deal,
                before: history[..choice.turn].to_vec(),
                weight: 1.0 / chance(choice),
                decisions: choices.len(),
                reference: choice.played,
            });
        }
    }
}

/// The ending `number` of a game: one world fits the view, and the actions differ in value. `None` if the game has none.
pub(crate) fn ending(seeds: &Seeds, of: &SuiteGame, number: u64) -> Result<Option<Position>, AgentError> {
    let game = &of.game;
    let Ok(mut solver) = Solver::new(game) else {
        return Ok(None);
    };
    let mut rng = seeds.rng("ending", &of.name, &[number]);
    for _ in 0..MOST_HANDS {
        let (deal, history, choices) = played(of, number, &mut rng, |hand| is_exact(&hand.view()))?;
        let mut matters = Vec::new();
        for choice in &choices {
            let hand = Hand::after(game, &deal, history[..choice.turn].iter().copied(), false).expect("played actions");
            let values = values(&mut solver, &hand);
            if values.iter().any(|(_, value)| *value != values[0].1) {
                matters.push(choice);
            }
        }
        if !matters.is_empty() {
            let choice = matters[below(&mut rng, matters.len() as u32) as usize];
            return Ok(Some(Position {
                deal,
                before: history[..choice.turn].to_vec(),
                weight: 1.0,
                decisions: 1,
                reference: choice.played,
            }));
        }
    }
    Ok(None)
}

/// The exact values of all actions, for the side of the seat to act.
pub(crate) fn values(solver: &mut Solver, hand: &Hand<'_>) -> Vec<(Action, f64)> {
    let mut actions = Vec::new();
    hand.view().legal_actions(&mut actions);
    let values = endgame_values(solver, hand.game(), hand.world(), &actions);
    actions.into_iter().zip(values.into_iter().map(|(value, _)| value)).collect()
}

/// A hand that is played to its end: its deal, its actions, its choices of the `wanted` kind.
fn played(
    of: &SuiteGame,
    number: u64,
    rng: &mut Pcg64Mcg,
    wanted: impl Fn(&Hand<'_>) -> bool,
) -> Result<(Deal, Vec<Action>, Vec<Choice>), AgentError> {
    let game = &of.game;
    let mut player = build(PLAYER, game)?;
    let mut scout = build(SCOUT, game)?;
    let deal = Deal::random(game, number as usize % game.players(), rng);
    let mut hand = Hand::new(game, &deal, false);
    player.start_hand(1);
    scout.start_hand(1);
    let mut choices = Vec::new();
    while !hand.is_over() {
        let decision = player.decide(&hand.view(), Budget::OWN);
        if decision.actions.len() > 1 && wanted(&hand) {
            let tried = scout.decide(&hand.view(), Budget::simulations(SIMULATIONS)).tried;
            let turn = hand.history().len();
            choices.push(Choice {
                turn,
                stake: spread(tried.iter().map(|one| f64::from(one.value))),
                played: decision.action,
            });
        }
        hand.act(decision.action).expect("a legal action");
    }
    Ok((deal, hand.history().to_vec(), choices))
}

/// How far the highest value is above the mean.
fn spread(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len().max(1) as f64;
    let (sum, most) = values.fold((0.0, f64::MIN), |(sum, most), value| (sum + value, most.max(value)));
    (most - sum / count).max(0.0)
}

/// A built-in agent.
pub(crate) fn build(text: &str, game: &Game) -> Result<Box<dyn Agent>, AgentError> {
    AgentSpec::parse(text).expect("an agent type").build(game)
}
