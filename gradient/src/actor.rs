//! The actor: plays a hand by the policy, sampled, and keeps all that the gradient of the hand needs.

use rand_pcg::Pcg64Mcg;
use spariglio_agents::inputs::{ActionInputs, Encoder, Refusals, Residual};
use spariglio_agents::net::sparse::SparseNet;
use spariglio_agents::net::{Block, softmax};
use spariglio_engine::{Action, Deal, Game, State, View, random};

/// A turn with all that its gradient needs. Buffers are kept from hand to hand.
#[derive(Clone, Debug, Default)]
pub struct Step {
    /// The side that acted.
    pub side: usize,
    /// Inputs of the view, then those of the world.
    pub inputs: Vec<u16>,
    /// How many of them are the view's.
    pub view_len: usize,
    /// The margin that the critic expects for the side that acted, in points.
    pub value: f32,
    /// The hidden layer of the critic.
    pub critic_hidden: Vec<Block>,
    /// Actions there were.
    pub choices: usize,
    /// The action that was played.
    pub chosen: usize,
    /// Inputs of the actions, and the hidden layer of each. Like all below, only where there was a choice.
    pub actions: ActionInputs,
    pub hidden: Vec<Block>,
    /// The policy of the residual alone, and of the network.
    pub residual: Vec<f32>,
    pub policy: Vec<f32>,
}

/// A hand that was played.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    steps: Vec<Step>,
    len: usize,
    /// Margin of the hand by side, in points.
    pub margins: Vec<f32>,
}

impl Trace {
    /// The turns, in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps[..self.len]
    }

    fn next(&mut self) -> &mut Step {
        if self.len == self.steps.len() {
            self.steps.push(Step::default());
        }
        self.len += 1;
        &mut self.steps[self.len - 1]
    }
}

/// The networks that act.
#[derive(Copy, Clone, Debug)]
pub struct Nets<'a> {
    pub policy: &'a SparseNet,
    pub critic: &'a SparseNet,
    pub residual: Residual,
}

/// Plays hands of one game.
#[derive(Clone, Debug)]
pub struct Actor {
    encoder: Encoder,
    legal: Vec<Action>,
}

impl Actor {
    pub fn new(game: &Game) -> Actor {
        Actor {
            encoder: Encoder::new(game),
            legal: Vec::new(),
        }
    }

    /// Plays a hand from its deal to its end.
    pub fn play(&mut self, game: &Game, deal: &Deal, nets: Nets<'_>, rng: &mut Pcg64Mcg, trace: &mut Trace) {
        trace.len = 0;
        let mut state = State::new(game, deal);
        let mut refusals = Refusals::default();
        while !state.is_over() {
            let step = trace.next();
            let view = View::new(game, deal, &state, state.seat(), false);
            let action = self.act(&view, &state, &refusals, nets, rng, step);
            self.encoder.note(&mut refusals, game, &state, action);
            state.apply(game, deal, action);
        }
        trace.margins.clear();
        let margins = (0..game.sides()).map(|side| state.margin(game, side) as f32);
        trace.margins.extend(margins);
    }

    /// Acts for the seat to act, which `view` is of, in the world's `state`.
    fn act(
        &mut self,
        view: &View<'_>,
        state: &State,
        refusals: &Refusals,
        nets: Nets<'_>,
        rng: &mut Pcg64Mcg,
        step: &mut Step,
    ) -> Action {
        let game = view.game();
        view.legal_actions(&mut self.legal);
        step.side = game.side(view.seat());
        step.inputs.clear();
        let seen = self.encoder.view_and_world(view, state, refusals, &mut step.inputs);
        step.view_len = seen.view_len;
        step.choices = self.legal.len();
        step.chosen = 0;
        if step.choices > 1 {
            self.encoder
                .actions(view, &self.legal, nets.residual, &mut step.actions, &mut step.residual);
            step.policy.clone_from(&step.residual);
            nets.policy.add_logits(
                &step.inputs[..step.view_len],
                &step.actions,
                &mut step.policy,
                &mut step.hidden,
            );
            softmax(&mut step.residual);
            softmax(&mut step.policy);
            step.chosen = sample(&step.policy, rng);
        }
        step.value = seen.scored + nets.critic.value(&step.inputs, &mut step.critic_hidden);
        self.legal[step.chosen]
    }
}

/// An index, each with its share of probability.
fn sample(policy: &[f32], rng: &mut Pcg64Mcg) -> usize {
    let mut left = random::unit(rng);
    for (index, &share) in policy.iter().enumerate() {
        left -= share;
        if left < 0.0 {
            return index;
        }
    }
    policy.len() - 1
}
