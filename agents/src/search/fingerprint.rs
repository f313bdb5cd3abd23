//! A number that changes if the decisions of the search change.

use rand_pcg::Pcg64Mcg;
use spariglio_engine::random::below;
use spariglio_engine::{Action, Deal, Game, RuleSet, State, View, World};

use super::constants::Constants;
use super::evaluator::{Arrival, Evaluator};
use super::mix;
use super::priors::Priors;
use super::run::TreeSearch;
use super::tree::Utilities;
use super::worlds::Worlds;

/// Simulations from each view of [`decisions_fingerprint`].
const FINGERPRINT_SIMULATIONS: u32 = 400;

/// UCB1's constant of [`decisions_fingerprint`].
const FINGERPRINT_EXPLORATION: f32 = 0.5;

/// Views of one preset in [`decisions_fingerprint`]: after none, a quarter, a half, ... of the plays of a hand.
const FINGERPRINT_VIEWS: usize = 4;

/// Edges descended in total by searches from fixed views of every preset with a whole pack; a hashed evaluator replaces
/// rollouts. It is the same on every machine, and stays the same if a code change keeps the behaviour.
///
/// # Panics
/// If a preset does not compile.
pub fn decisions_fingerprint() -> u64 {
    RuleSet::preset_names()
        .iter()
        .map(|name| Game::preset(name).expect("every preset compiles"))
        .filter(|game| game.deck().is_whole())
        .map(|game| (0..FINGERPRINT_VIEWS).map(|part| fixed_steps(&game, part)).sum::<u64>())
        .sum()
}

/// Edges descended from one fixed view.
fn fixed_steps(game: &Game, part: usize) -> u64 {
    let Some((deal, state, rng)) = fixed_view(game, part) else {
        return 0;
    };
    let view = View::new(game, &deal, &state, state.seat(), false);
    let mut search = TreeSearch::new(Constants::plain(FINGERPRINT_EXPLORATION), false);
    search.start(game, &state, rng);
    search.run(&mut Worlds::Sampled(view.sampler()), &mut Hashed::default(), FINGERPRINT_SIMULATIONS);
    search.growth.steps()
}

/// Deal, state and generator of a fixed view, after `part / FINGERPRINT_VIEWS` of a hand; `None` if the hand is over.
pub(super) fn fixed_view(game: &Game, part: usize) -> Option<(Deal, State, Pcg64Mcg)> {
    let mut rng = Pcg64Mcg::new(u128::from(mix(part as u64)));
    let dealer = part % game.players();
    let deal = Deal::random(game, dealer, &mut rng);
    let mut state = State::new(game, &deal);
    let mut actions = Vec::new();
    while state.ply() < part * game.plies() / FINGERPRINT_VIEWS && !state.is_over() {
        state.legal_actions(game, &mut actions);
        let action = actions[below(&mut rng, actions.len() as u32) as usize];
        state.apply(game, &deal, action);
    }
    (!state.is_over()).then_some((deal, state, rng))
}

/// Utilities that are a hash of the state, in eighths from -1 to 1: exact, and without any meaning.
#[derive(Clone, Debug, Default)]
pub(super) struct Hashed {
    /// The formula's priors, if a strategy needs some.
    pub(super) priors: Option<Priors>,
}

impl Evaluator for Hashed {
    fn has_priors(&self) -> bool {
        self.priors.is_some()
    }

    fn ask(&mut self, view: &View<'_>, actions: &[Action], priors: &mut Vec<f32>) -> Arrival {
        if let Some(formula) = &self.priors {
            formula.fill(view, actions, priors);
        }
        Arrival::Now
    }

    fn evaluate(&mut self, game: &Game, world: &mut World, _rng: &mut Pcg64Mcg, utilities: &mut Utilities) {
        let state = &world.state;
        let hands = (0..game.players()).fold(0, |hash, seat| mix(hash ^ state.hand_cards(seat).bits()));
        let hash = mix(hands ^ mix(state.table().bits() << 8 | state.seat() as u64));
        let eighths = |side: usize| (mix(hash ^ side as u64) % 17) as f32 / 8.0 - 1.0;
        if game.sides() == 2 {
            utilities[0] = eighths(0);
            utilities[1] = -utilities[0];
        } else {
            for (side, utility) in utilities[..game.sides()].iter_mut().enumerate() {
                *utility = eighths(side);
            }
        }
    }
}
