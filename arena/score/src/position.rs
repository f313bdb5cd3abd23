//! Positions for single decisions. They come from hands that `formula` plays at all seats on deals of the run.
//!
//! Of every hand, one decision with a choice is drawn: with a higher chance if a small search finds more at stake. The
//! inverse of the chance is its weight. So `weight * loss` is an unbiased estimate of the loss over all decisions of
//! the hand (Horvitz and Thompson 1952), and few decisions tell much.

use std::sync::Arc;

use rand_pcg::Pcg64Mcg;
use spariglio_agents::{Agent, AgentSpec, Budget, Hand, Solver};
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

/// Plays the hands that positions of one game come from. Its agents are made once and serve all hands.
pub(crate) struct Source<'a> {
    seeds: &'a Seeds,
    of: &'a SuiteGame,
    player: Box<dyn Agent>,
    scout: Box<dyn Agent>,
    /// For endings; `None` if the game has more than two sides.
    solver: Option<Solver>,
}

impl<'a> Source<'a> {
    /// A source of positions of a game.
    pub fn new(seeds: &'a Seeds, of: &'a SuiteGame) -> Source<'a> {
        let build = |name| {
            let spec = AgentSpec::parse(name).expect("an agent type");
            spec.build(&of.game).expect("an agent of every game")
        };
        Source {
            seeds,
            of,
            player: build(PLAYER),
            scout: build(SCOUT),
            solver: Solver::new(&of.game).ok(),
        }
    }

    /// The position `number`.
    pub fn decision(&mut self, number: u64) -> Position {
        let mut rng = self.seeds.rng("position", &self.of.name, &[number]);
        loop {
            let mut choices = Vec::new();
            let (deal, history) = self.played(number, &mut rng, |source, hand, played| {
                let tried = source.scout.decide(&hand.view(), Budget::simulations(SIMULATIONS)).tried;
                let stake = spread(tried.iter().map(|one| f64::from(one.value)));
                choices.push(Choice { turn: hand.history().len(), stake, played });
            });
            let chances = chances(&choices);
            let mut left = f64::from(unit(&mut rng));
            let choice = choices.iter().zip(&chances).find(|(_, chance)| {
                left -= **chance;
                left < 0.0
            });
            if let Some((choice, chance)) = choice.or(choices.iter().zip(&chances).next_back()) {
                return choice.at(deal, &history, 1.0 / chance);
            }
        }
    }

    /// The ending `number`: one world fits the view, and the actions differ in value. `None` if the game has none.
    pub fn ending(&mut self, number: u64) -> Option<Position> {
        self.solver.as_ref()?;
        let mut rng = self.seeds.rng("ending", &self.of.name, &[number]);
        for _ in 0..MOST_HANDS {
            let mut matters = Vec::new();
            let (deal, history) = self.played(number, &mut rng, |source, hand, played| {
                let solver = source.solver.as_mut().filter(|_| is_exact(&hand.view()));
                let values = solver.map_or(Vec::new(), |solver| values(solver, hand));
                if values.iter().any(|(_, value)| *value != values[0].1) {
                    matters.push(Choice { turn: hand.history().len(), stake: 0.0, played });
                }
            });
            if !matters.is_empty() {
                let choice = &matters[below(&mut rng, matters.len() as u32) as usize];
                return Some(choice.at(deal, &history, 1.0));
            }
        }
        None
    }

    /// Plays one hand of a new deal to its end. `note` is shown every decision with a choice, and the action there.
    fn played(
        &mut self,
        number: u64,
        rng: &mut Pcg64Mcg,
        mut note: impl FnMut(&mut Self, &Hand<'_>, Action),
    ) -> (Deal, Vec<Action>) {
        let game = &self.of.game;
        let deal = Deal::random(game, number as usize % game.players(), rng);
        let mut hand = Hand::new(game, &deal, false);
        self.player.start_hand(1);
        self.scout.start_hand(1);
        while !hand.is_over() {
            let decision = self.player.decide(&hand.view(), Budget::OWN);
            if decision.actions.len() > 1 {
                note(self, &hand, decision.action);
            }
            hand.act(decision.action).expect("a legal action");
        }
        (deal, hand.history().to_vec())
    }
}

impl Choice {
    /// The position before the decision.
    fn at(&self, deal: Deal, history: &[Action], weight: f64) -> Position {
        Position { deal, before: history[..self.turn].to_vec(), weight, reference: self.played }
    }
}

/// The chance of each decision of a hand; their sum is 1.
fn chances(choices: &[Choice]) -> Vec<f64> {
    let (count, total) = (choices.len() as f64, choices.iter().map(|choice| choice.stake).sum::<f64>());
    let chance = |choice: &Choice| {
        let share = if total > 0.0 { choice.stake / total } else { 1.0 / count };
        ALIKE / count + (1.0 - ALIKE) * share
    };
    choices.iter().map(chance).collect()
}

/// The exact values of all actions, for the side of the seat to act.
pub(crate) fn values(solver: &mut Solver, hand: &Hand<'_>) -> Vec<(Action, f64)> {
    let mut actions = Vec::new();
    hand.view().legal_actions(&mut actions);
    let values = endgame_values(solver, hand.game(), hand.world(), &actions);
    actions.into_iter().zip(values.into_iter().map(|(value, _)| value)).collect()
}

/// How far the highest value is above the mean.
fn spread(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len().max(1) as f64;
    let (sum, most) = values.fold((0.0, f64::MIN), |(sum, most), value| (sum + value, most.max(value)));
    (most - sum / count).max(0.0)
}

#[cfg(test)]
mod tests {
    use spariglio_files::hash::short_hash;

    use super::*;
    use crate::secret::Sealed;
    use crate::suite::{SUITE_VERSION, presets};

    /// If this fails, old scores cannot be compared with new ones: raise `SUITE_VERSION`, then write the new hash here.
    #[test]
    fn the_public_set_of_a_version_never_changes() {
        let seeds = Sealed::public(SUITE_VERSION).seeds();
        let first = |of: &SuiteGame| {
            let mut source = Source::new(&seeds, of);
            let positions = [source.decision(0), source.decision(1)];
            positions
                .map(|position| format!("{} {}", position.record(&of.game).to_line(), position.weight))
                .join("\n")
        };
        let all: Vec<String> = presets().iter().map(first).collect();
        assert_eq!((SUITE_VERSION, short_hash(all.join("\n")).as_str()), (6, "1f92a1e8b58eb958"));
    }
}
