//! The agents `ismcts` and `mo-ismcts`: information set Monte Carlo tree search (Cowling, Powley, Whitehouse 2012).
//!
//! Each simulation draws one world that agrees with the view, descends the tree through the actions that are legal in
//! it, enters one new edge, judges the leaf and backs the utilities of all sides up. A side's utility is its margin in
//! points; each seat maximises its own side's (max^n). Declarations are actions like any other. The answer is the most
//! visited action (then the higher mean, then the canonical order), the policy is the shares of visits, the value is the
//! mean utility at the root.
//!
//! `ismcts` looks at the hand with the observer's eyes only (single observer): what the others know does not part their
//! nodes. `mo-ismcts` gives every seat the nodes of its own information sets (multiple observers).
//!
//! Everything random in a decision follows from the hand's seed and the public place in the hand. Without `reuse` and
//! `inference` a decision does not depend on what was asked before it.

use spariglio_engine::{Action, Game, State, View, World};

use super::clock::Clock;
use super::config::{Inference, InferenceConfig, IsmctsConfig, MoIsmctsConfig};
use super::mcts::{self, Mcts, Spending, generator};
use super::mix;
use super::particles::Particles;
use super::worlds::Worlds;
use crate::agent::{Agent, Budget, Decision};
use crate::standing::Standing;

/// The stream of what is drawn beside the simulations.
const SPARE_STREAM: u64 = u64::MAX;

/// A fair agent that searches a tree.
#[derive(Debug)]
pub struct Ismcts {
    budget: Budget,
    mcts: Mcts,
    particles: Option<Particles>,
    past: Option<Past>,
    seed: u64,
    actions: Vec<Action>,
}

/// Where the last tree's root stood.
#[derive(Clone, Debug, Default)]
struct Past {
    history: Vec<Action>,
    observer: usize,
    /// Whether there is one in this hand, with its whole history.
    is_known: bool,
}

impl Ismcts {
    /// The single-observer agent for hands of `game`, its hand's seed 0.
    pub fn single(game: &Game, config: &IsmctsConfig) -> Ismcts {
        let reuse = config.reuse && config.search.threads == 1;
        Ismcts {
            budget: config.search.budget,
            mcts: Mcts::new(game, config.search.clone(), false),
            particles: particles(game, &config.inference),
            past: reuse.then(Past::default),
            seed: 0,
            actions: Vec::new(),
        }
    }

    /// The multiple-observer agent for hands of `game`, its hand's seed 0.
    pub fn multiple(game: &Game, config: &MoIsmctsConfig) -> Ismcts {
        Ismcts {
            budget: config.search.budget,
            mcts: Mcts::new(game, config.search.clone(), true),
            particles: particles(game, &config.inference),
            past: None,
            seed: 0,
            actions: Vec::new(),
        }
    }

    /// Searches for the value of the only action; nothing of it is kept, so that [`Agent::act`] can do without.
    fn value_forced(&mut self, view: &View<'_>, spending: Spending) {
        let seed = decision_seed(self.seed, view);
        let worlds = || Worlds::Sampled(view.sampler());
        self.mcts
            .think(view.game(), &view.public_state(), worlds, seed, spending);
        if let Some(past) = &mut self.past {
            past.is_known = false;
        }
    }

    /// Searches, and leaves the result in the tree.
    fn think(&mut self, view: &View<'_>, spending: Spending) {
        let seed = decision_seed(self.seed, view);
        let game = view.game();
        let is_known = (self.particles.is_some() || self.past.is_some()) && is_whole(view, seed);
        let particles = self.particles.as_mut().filter(|_| is_known);
        let particles =
            particles.map(|particles| particles.update(view, spending.budget, &mut generator(seed, SPARE_STREAM)));
        let worlds = || match particles {
            Some(particles) => Worlds::Weighed(game, particles),
            None => Worlds::Sampled(view.sampler()),
        };
        let followed = self.past.as_ref();
        if is_known && followed.is_some_and(|past| past.follow(view, &mut self.mcts, seed)) {
            self.mcts.spend(worlds, spending);
        } else {
            self.mcts.think(game, &view.public_state(), worlds, seed, spending);
        }
        if let Some(past) = &mut self.past {
            past.note(view, is_known);
        }
    }
}

impl Past {
    /// Moves the tree to a view with its whole history; false where the view does not continue what was seen or no descent went there.
    fn follow(&self, view: &View<'_>, mcts: &mut Mcts, seed: u64) -> bool {
        let history = view.history();
        let is_own = self.is_known && self.observer == view.seat();
        if !is_own || !history.starts_with(&self.history) {
            return false;
        }
        // What was done is possible in every world of the view: one of them shows what the matta was worth meanwhile.
        let world = view.sample_world(&mut generator(seed, SPARE_STREAM));
        let game = view.game();
        let mut past = World {
            state: State::new(game, &world.deal),
            deal: world.deal,
        };
        for &action in &self.history {
            past.state.apply(game, &past.deal, action);
        }
        mcts.first_search()
            .follow(game, &history[self.history.len()..], &mut past, generator(seed, 0))
    }

    fn note(&mut self, view: &View<'_>, is_known: bool) {
        self.is_known = is_known;
        self.observer = view.seat();
        self.history.clear();
        self.history.extend_from_slice(view.history());
    }
}

impl Agent for Ismcts {
    fn note_standing(&mut self, standing: &Standing) {
        self.mcts.note_standing(standing);
    }

    fn start_hand(&mut self, seed: u64) {
        self.seed = seed;
        if let Some(past) = &mut self.past {
            past.is_known = false;
        }
        if let Some(particles) = &mut self.particles {
            particles.clear();
        }
    }

    fn decide(&mut self, view: &View<'_>, budget: Budget) -> Decision {
        let clock = Clock::start();
        let mut actions = Vec::new();
        view.legal_actions(&mut actions);
        let budget = mcts::budget(budget, self.budget, actions.len());
        if actions.len() == 1 {
            self.value_forced(view, Spending { budget, clock });
        } else {
            self.think(view, Spending { budget, clock });
        }
        self.mcts.decision(actions, clock)
    }

    fn act(&mut self, view: &View<'_>) -> Action {
        view.legal_actions(&mut self.actions);
        if let [only] = self.actions[..] {
            if let Some(past) = &mut self.past {
                past.is_known = false;
            }
            return only;
        }
        let (budget, clock) = (self.budget, Clock::start());
        self.think(view, Spending { budget, clock });
        self.mcts.most_visited(&self.actions)
    }
}

/// Whether the view's history is all of the hand's: it leads to the state of a world of the view.
pub(super) fn is_whole(view: &View<'_>, seed: u64) -> bool {
    let plays = view.history().iter().filter(|action| action.card().is_some());
    if plays.count() != view.ply() {
        return false;
    }
    let game = view.game();
    let world = view.sample_world(&mut generator(seed, SPARE_STREAM - 1));
    let mut state = State::new(game, &world.deal);
    let mut history = view.history().iter();
    history.all(|&action| state.try_apply(game, &world.deal, action).is_ok()) && state == world.state
}

pub(super) fn particles(game: &Game, config: &InferenceConfig) -> Option<Particles> {
    (config.inference != Inference::None).then(|| Particles::new(game, config.clone()))
}

/// The seed of one decision: the hand's seed and the public place in the hand.
pub(super) fn decision_seed(seed: u64, view: &View<'_>) -> u64 {
    let declared = view.declared(view.seat()).bits();
    let place = (view.ply() as u64) << 8 | (view.seat() as u64) << 1 | u64::from(view.is_declaring());
    mix(mix(seed ^ 0x5350_4152_4947_4C49).wrapping_add(place) ^ mix(declared))
}

#[cfg(test)]
mod tests {
    use rand_pcg::Pcg64Mcg;
    use spariglio_engine::Deal;

    use super::*;

    #[test]
    fn seeds_of_places_differ() {
        let game = Game::preset("cirulla").expect("a preset");
        let deal = Deal::random(&game, 0, &mut Pcg64Mcg::new(4));
        let state = State::new(&game, &deal);
        let view = View::new(&game, &deal, &state, state.seat(), false);
        let mut next = state;
        let mut actions = Vec::new();
        next.legal_actions(&game, &mut actions);
        next.apply(&game, &deal, actions[0]);
        let later = View::new(&game, &deal, &next, next.seat(), false);
        assert_ne!(decision_seed(1, &view), decision_seed(2, &view));
        assert_ne!(decision_seed(1, &view), decision_seed(1, &later));
        assert_eq!(decision_seed(1, &view), decision_seed(1, &view));
    }
}
