//! One-step gain: what an agent's choices are worth at single decisions, while a base agent plays everything else.
//!
//! The base agent plays all seats of a hand. At some of its decisions every legal action is then played to the end of
//! the real hand by the base agent: one unbiased sample of each action's value. An agent's gain at a decision is the
//! return of its choice less that of the base agent's, in points for the side to act. Times the decisions of a side, it
//! is a gain per hand, as in an arena against the base agent.
//!
//! An arena needs many hands for a small difference, because luck at all other decisions adds to it. Here that luck is
//! the same for both choices. The limit: partners and later plays of the agent stay the base agent's, so the measure
//! overstates agents that leave its play often. Rollouts of a base policy as a measure: Tesauro and Galperin (1996).
//!
//! Invariant: the result depends on the game, the configuration and the agents, not on threads.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use spariglio_agents::{Agent, AgentSpec, Hand};
use spariglio_engine::{Action, Deal, Game, random};
use spariglio_stats::{Estimate, Moments};

use crate::error::ArenaError;
use crate::watch::Watch;
use crate::workers::Workers;
use spariglio_agents::draws::seeds::gain_rng;

/// Parts of a hand whose gains are told apart.
pub const QUARTERS: usize = 4;

/// Gains are summed in whole numbers of this part of a point.
const PART: f64 = 1e-3;

/// Hands that a worker judges with the same agents.
const BLOCK: u64 = 16;

/// The settings of a measurement.
#[derive(Clone, Debug)]
pub struct GainConfig {
    /// The agent that plays all seats.
    pub base: AgentSpec,
    /// The agents that choose at single decisions.
    pub agents: Vec<AgentSpec>,
    /// Hands to play.
    pub hands: u64,
    /// Most decisions to judge per hand, drawn among those with a choice.
    pub decisions: usize,
    /// Seed of everything random.
    pub seed: u64,
    /// Worker threads; 0 = one per core.
    pub threads: usize,
}

/// The gain of one agent.
#[derive(Clone, Debug, PartialEq)]
pub struct Gain {
    /// Its specification.
    pub agent: String,
    /// Points per hand.
    pub gain: Estimate,
    /// The same, of the decisions in each quarter of a hand.
    pub quarters: [Estimate; QUARTERS],
    /// Percent of the judged decisions at which its choice is not the base agent's.
    pub other_choices: f64,
}

/// The gains of all agents.
#[derive(Clone, Debug, PartialEq)]
pub struct Gains {
    /// Decisions judged.
    pub decisions: u64,
    /// In the order of the configuration.
    pub agents: Vec<Gain>,
}

/// Sums of one agent.
#[derive(Clone, Debug, Default)]
struct GainSums {
    hand: Moments,
    quarters: [Moments; QUARTERS],
    other_choices: u64,
    decisions: u64,
}

/// Measures the gains.
///
/// # Errors
/// Fails with [`ArenaError::Stopped`] if `watch` stops it. Also fails if an agent cannot be built, if no hands were
/// requested, or if threads cannot be started.
pub fn gain(game: &Game, config: &GainConfig, watch: &dyn Watch<u64>) -> Result<Gains, ArenaError> {
    if config.hands == 0 {
        return Err(ArenaError::NoHands);
    }
    let done = AtomicU64::new(0);
    let block = |first: u64| {
        let mut judge = Judge::new(game, config)?;
        let end = config.hands.min(first + BLOCK);
        let mut sums = vec![GainSums::default(); config.agents.len()];
        for index in first..end {
            judge.hand(index, &mut sums);
            // Decisions after a stop are hasty.
            if watch.stopped() {
                return Err(ArenaError::Stopped);
            }
        }
        watch.progress(done.fetch_add(end - first, Ordering::Relaxed) + end - first);
        Ok(sums)
    };
    let firsts: Vec<u64> = (0..config.hands).step_by(BLOCK as usize).collect();
    let played: Result<Vec<_>, ArenaError> =
        Workers::new(config.threads)?.install(|| firsts.into_par_iter().map(block).collect());
    let blocks = played?;
    let agents = config.agents.iter().enumerate().map(|(place, spec)| {
        let mut sums = GainSums::default();
        blocks.iter().for_each(|block| sums.merge(&block[place]));
        sums.gain(spec)
    });
    let agents: Vec<Gain> = agents.collect();
    let decisions = blocks.iter().filter_map(|block| block.first()).map(|sums| sums.decisions).sum();
    Ok(Gains { decisions, agents })
}

impl GainSums {
    fn merge(&mut self, other: &GainSums) {
        self.hand.merge(&other.hand);
        for (own, other) in self.quarters.iter_mut().zip(&other.quarters) {
            own.merge(other);
        }
        self.other_choices += other.other_choices;
        self.decisions += other.decisions;
    }

    fn gain(&self, spec: &AgentSpec) -> Gain {
        Gain {
            agent: spec.to_string(),
            gain: self.hand.estimate(1.0, PART),
            quarters: self.quarters.map(|quarter| quarter.estimate(1.0, PART)),
            other_choices: 100.0 * self.other_choices as f64 / self.decisions.max(1) as f64,
        }
    }
}

/// Plays and judges hands on one thread.
struct Judge<'a> {
    game: &'a Game,
    config: &'a GainConfig,
    /// The base agent, by seat.
    base: Vec<Box<dyn Agent>>,
    agents: Vec<Box<dyn Agent>>,
}

/// An agent's action at a judged decision.
struct Choice {
    /// Return less that of the base agent's action, in points for the side to act.
    gain: i32,
    is_other: bool,
}

impl<'a> Judge<'a> {
    fn new(game: &'a Game, config: &'a GainConfig) -> Result<Judge<'a>, ArenaError> {
        let build = |spec: &AgentSpec| spec.build(game).map_err(|source| ArenaError::agent(spec, source));
        Ok(Judge {
            game,
            config,
            base: (0..game.players()).map(|_| build(&config.base)).collect::<Result<_, _>>()?,
            agents: config.agents.iter().map(build).collect::<Result<_, _>>()?,
        })
    }

    /// Plays hand `index` and judges some of its decisions.
    fn hand(&mut self, index: u64, sums: &mut [GainSums]) {
        let mut rng = gain_rng(self.config.seed, index);
        let deal = Deal::random(self.game, (index % self.game.players() as u64) as usize, &mut rng);
        let seed = random::mix(self.config.seed ^ random::mix(index));
        let (played, mut choices) = self.play(&deal, seed);
        let judged = choices.len().min(self.config.decisions);
        random::shuffle_front(&mut choices, judged, &mut rng);
        let weight = choices.len() as f64 / (judged.max(1) * self.game.sides()) as f64 / PART;
        let mut gains = vec![[0; QUARTERS]; sums.len()];
        for &turn in &choices[..judged] {
            let quarter = turn * QUARTERS / played.len();
            for (agent, choice) in self.judge(&deal, &played, turn, seed).into_iter().enumerate() {
                gains[agent][quarter] += choice.gain;
                sums[agent].other_choices += u64::from(choice.is_other);
            }
        }
        for (sums, quarters) in sums.iter_mut().zip(gains) {
            let gains = quarters.map(|gain| (f64::from(gain) * weight).round() as i64);
            sums.hand.push(gains.iter().sum());
            sums.quarters
                .iter_mut()
                .zip(gains)
                .for_each(|(quarter, gain)| quarter.push(gain));
            sums.decisions += judged as u64;
        }
    }

    /// The actions of a hand that the base agent plays, and the turns with a choice.
    fn play(&mut self, deal: &Deal, seed: u64) -> (Vec<Action>, Vec<usize>) {
        let mut hand = Hand::new(self.game, deal, false);
        let (mut played, mut choices, mut legal) = (Vec::new(), Vec::new(), Vec::new());
        start(&mut self.base, seed);
        while !hand.is_over() {
            hand.view().legal_actions(&mut legal);
            if legal.len() > 1 {
                choices.push(played.len());
            }
            let action = self.base[hand.seat()].act(&hand.view());
            hand.act(action).expect("an agent plays legal actions");
            played.push(action);
        }
        (played, choices)
    }

    /// The choice of each agent at a turn of a played hand.
    fn judge(&mut self, deal: &Deal, played: &[Action], turn: usize, seed: u64) -> Vec<Choice> {
        let game = self.game;
        let after = |more: Option<Action>| {
            let actions = played[..turn].iter().copied().chain(more);
            Hand::after(game, deal, actions, false).expect("legal actions")
        };
        let hand = after(None);
        let mut legal = Vec::new();
        hand.view().legal_actions(&mut legal);
        let side = game.side(hand.seat());
        let ends = legal.iter().map(|&action| {
            let mut hand = after(Some(action));
            start(&mut self.base, seed);
            while !hand.is_over() {
                let action = self.base[hand.seat()].act(&hand.view());
                hand.act(action).expect("an agent plays legal actions");
            }
            hand.state().margin(game, side)
        });
        let returns: Vec<i32> = ends.collect();
        let value = |action| returns[legal.iter().position(|&other| other == action).expect("a legal action")];
        let choices = self.agents.iter_mut().map(|agent| {
            agent.start_hand(seed);
            let action = agent.act(&hand.view());
            Choice { gain: value(action) - value(played[turn]), is_other: action != played[turn] }
        });
        choices.collect()
    }
}

/// Starts a hand for the agents of all seats.
fn start(seats: &mut [Box<dyn Agent>], seed: u64) {
    for (seat, agent) in seats.iter_mut().enumerate() {
        agent.start_hand(seed ^ seat as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::Nobody;

    fn gains(rules: &str, base: &str, agents: &[&str], threads: usize) -> Gains {
        let game = Game::preset(rules).expect("a preset");
        let spec = |text: &&str| AgentSpec::parse(text).expect("an agent");
        let config = GainConfig {
            base: spec(&base),
            agents: agents.iter().map(spec).collect(),
            hands: 200,
            decisions: 3,
            seed: 1,
            threads,
        };
        gain(&game, &config, &Nobody).expect("it plays")
    }

    #[test]
    fn the_base_gains_nothing_and_a_better_agent_gains() {
        let gains_of_agents = gains("scopone", "greedy", &["greedy", "formula", "random"], 1);
        assert_eq!(gains_of_agents.decisions, 600);
        let [same, better, worse] = &gains_of_agents.agents[..] else {
            panic!("three agents")
        };
        assert_eq!((same.gain.mean, same.other_choices), (0.0, 0.0));
        assert!(better.gain.ends()[0] > 0.0 && better.other_choices > 0.0, "{better:?}");
        assert!(worse.gain.ends()[1] < 0.0, "{worse:?}");
        let quarters: f64 = better.quarters.iter().map(|quarter| quarter.mean).sum();
        assert!((quarters - better.gain.mean).abs() < 1e-9);
    }

    #[test]
    fn threads_change_nothing() {
        let one = gains("cirulla", "greedy", &["formula"], 1);
        assert_eq!(gains("cirulla", "greedy", &["formula"], 3), one);
    }
}
