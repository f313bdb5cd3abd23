//! The policy of an agent, which is asked once at every information set that it can reach.
//!
//! Sets are asked in the order of cards played. Sets with the same number of cards played are asked in parallel. A set
//! is skipped if the agent never plays towards it: its policy there changes no figure.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rayon::prelude::*;
use spariglio_agents::{Agent, AgentError, AgentSpec, Budget};
use spariglio_engine::random::mix;
use spariglio_engine::{Game, View};

use crate::policy::Policy;
use crate::sweep;
use crate::tree::GameTree;

/// The kind of policy that the agent is asked for.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Question {
    /// The action that it plays.
    #[default]
    Played,
    /// The policy in its decisions ([`spariglio_agents::Decision::policy`]); for a search, the shares of visits.
    Stated,
}

/// An agent's answers.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The agent's policy. If a set was not asked, it is uniform there.
    pub policy: Policy,
    /// Number of information sets at which the agent was asked.
    pub sets: usize,
    /// Total thinking time, summed over all threads.
    pub time: Duration,
}

/// Asks an agent at every information set of both seats that it can reach, on the threads of the current pool. The
/// agent restarts for each question, so their order does not matter: with `seed` if its policy is asked for, else with a
/// number drawn from `seed` and the set, so that its draw at one set tells nothing of another. `progress` receives the
/// number of sets asked so far.
///
/// # Errors
/// If the agent cannot be built for the game.
///
/// # Panics
/// If the tree belongs to another game.
pub fn ask(
    game: &Game,
    tree: &GameTree,
    spec: &AgentSpec,
    question: Question,
    seed: u64,
    progress: &(dyn Fn(usize) + Sync),
) -> Result<Asked, AgentError> {
    // Built once here to return its error; each thread builds its own agent.
    spec.build(game)?;
    let asker = Asker { game, tree, spec, question, seed, answers_so_far: AtomicUsize::new(0), progress };
    let mut shares = Policy::uniform(tree).shares().to_vec();
    let mut reach = vec![[0.0; 2]; tree.decisions()];
    let mut time = Duration::ZERO;
    for level in &tree.levels {
        sweep::reach_level(tree, level, &shares, |&share| share, &mut reach);
        let reached = level.clone().into_par_iter();
        let reached = reached.filter(|&set| reach[tree.nodes_of(set).start][tree.seat(set)] > 0.0);
        let answers: Vec<(usize, Vec<f64>, Duration)> = reached
            .map_init(|| asker.agent(), |agent, set| asker.answer(agent.as_mut(), set))
            .collect();
        for (set, answer, elapsed) in answers {
            shares[tree.slots_of(set)].copy_from_slice(&answer);
            time += elapsed;
        }
    }
    Ok(Asked {
        policy: Policy::from_weights(tree, shares),
        sets: asker.answers_so_far.into_inner(),
        time,
    })
}

struct Asker<'a> {
    game: &'a Game,
    tree: &'a GameTree,
    spec: &'a AgentSpec,
    question: Question,
    seed: u64,
    answers_so_far: AtomicUsize,
    progress: &'a (dyn Fn(usize) + Sync),
}

impl Asker<'_> {
    fn agent(&self) -> Box<dyn Agent> {
        self.spec.build(self.game).expect("it was built before")
    }

    /// The set, the probabilities of its actions, and the thinking time.
    fn answer(&self, agent: &mut dyn Agent, set: usize) -> (usize, Vec<f64>, Duration) {
        let (deal, state, history) = self.tree.hand(self.game, self.tree.nodes_of(set).start);
        let view = View::new(self.game, &deal, &state, state.seat(), false).with_history(&history);
        let started = Instant::now();
        agent.start_hand(match self.question {
            Question::Played => mix(self.seed ^ mix(set as u64)),
            Question::Stated => self.seed,
        });
        let decision = agent.decide(&view, Budget::OWN);
        let time = started.elapsed();
        let share = |(action, &share)| match self.question {
            Question::Stated => f64::from(share),
            Question::Played => f64::from(u8::from(action == decision.action)),
        };
        assert_eq!(decision.actions, self.tree.actions(set), "agents state all actions in canonical order");
        let answer = decision.actions.iter().copied().zip(&decision.policy).map(share).collect();
        (self.progress)(self.answers_so_far.fetch_add(1, Ordering::Relaxed) + 1);
        (set, answer, time)
    }
}
