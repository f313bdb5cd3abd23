//! The network's speed: time per decision's inputs, and decisions per second of one core.

use std::time::Duration;

use spariglio_agents::net::Block;
use spariglio_agents::net::inputs::{ActionInputs, Encoder, Refusals, Residual};
use spariglio_agents::net::sparse::SparseNet;
use spariglio_engine::{Action, Deal, Game, State, View};

use crate::{generator, per_second};

/// Number of decisions measured in turn.
const DECISIONS: usize = 1024;
/// Width of the policy network.
const WIDTH: usize = 96;

/// A decision of a random hand: a view with a choice.
struct Sample {
    deal: Deal,
    state: State,
    refusals: Refusals,
    actions: Vec<Action>,
}

/// Nanoseconds per decision for the inputs of its view and of all its actions, with the residual's logits.
pub fn inputs_ns(game: &Game, slice: Duration) -> f64 {
    let mut bench = Bench::new(game);
    1e9 / bench.per_second(slice, false)
}

/// Decisions per second from the view to the logits, inputs included.
pub fn decisions_per_second(game: &Game, slice: Duration) -> f64 {
    Bench::new(game).per_second(slice, true)
}

struct Bench<'a> {
    game: &'a Game,
    places: Vec<Sample>,
    encoder: Encoder,
    net: SparseNet,
    of_view: Vec<u16>,
    of_actions: ActionInputs,
    logits: Vec<f32>,
    hidden: Vec<Block>,
}

impl<'a> Bench<'a> {
    fn new(game: &'a Game) -> Bench<'a> {
        let encoder = Encoder::new(game);
        let mut rng = generator(1);
        Bench {
            game,
            places: places(game, &encoder),
            net: SparseNet::random(encoder.policy_len(), WIDTH, 0, 0.1, &mut rng),
            encoder,
            of_view: Vec::new(),
            of_actions: ActionInputs::default(),
            logits: Vec::new(),
            hidden: Vec::new(),
        }
    }

    fn per_second(&mut self, slice: Duration, with_net: bool) -> f64 {
        per_second(slice, || {
            for place in &self.places {
                let Sample { deal, state, .. } = place;
                let view = View::new(self.game, deal, state, state.seat(), false);
                self.of_view.clear();
                self.encoder.view(&view, &place.refusals, &mut self.of_view);
                let (actions, inputs) = (&place.actions, &mut self.of_actions);
                self.encoder
                    .actions(&view, actions, Residual::Formula, inputs, &mut self.logits);
                if with_net {
                    self.net.add_logits(&self.of_view, inputs, &mut self.logits, &mut self.hidden);
                }
                std::hint::black_box((&self.of_view, &self.logits));
            }
            self.places.len()
        })
    }
}

fn places(game: &Game, encoder: &Encoder) -> Vec<Sample> {
    let mut rng = generator(2);
    let mut places = Vec::with_capacity(DECISIONS);
    let mut actions = Vec::new();
    while places.len() < DECISIONS {
        let deal = Deal::random(game, places.len() % game.players(), &mut rng);
        let mut state = State::new(game, &deal);
        let mut refusals = Refusals::default();
        while !state.is_over() && places.len() < DECISIONS {
            state.legal_actions(game, &mut actions);
            if actions.len() > 1 {
                places.push(Sample { deal, state, refusals, actions: actions.clone() });
            }
            let action = state.random_action(game, &mut rng);
            encoder.note(&mut refusals, game, &state, action);
            state.apply(game, &deal, action);
        }
    }
    places
}
