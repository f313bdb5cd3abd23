//! The actor: plays a hand by the policy, sampled, and keeps all that the gradient of the hand needs.

use rand_pcg::Pcg64Mcg;
use spariglio_agents::FormulaPolicy;
use spariglio_agents::inputs::{ActionInputs, Encoder, Refusals};
use spariglio_agents::net::softmax;
use spariglio_agents::policy::{Block, Residual, SparseNet, Task, add_rows, dot, relu};
use spariglio_engine::{Action, Deal, Game, State, View, random};

/// A decision with all that its gradient needs. Buffers are kept from hand to hand.
#[derive(Clone, Debug, Default)]
pub struct Step {
    /// The side that decided.
    pub side: usize,
    /// Inputs of the view, then those of the world.
    pub inputs: Vec<u16>,
    /// How many of them are the view's.
    pub view_len: usize,
    /// Value of the critic for the side that decided, in points.
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
    /// The policy of the magnet, and of the network.
    pub magnet: Vec<f32>,
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
    /// The decisions, in order.
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
    formula: FormulaPolicy,
    legal: Vec<Action>,
    scores: Vec<f32>,
}

impl Actor {
    pub fn new(game: &Game) -> Actor {
        Actor {
            encoder: Encoder::new(game),
            formula: FormulaPolicy::new(game),
            legal: Vec::new(),
            scores: Vec::new(),
        }
    }

    /// Plays a hand from its deal to its end.
    pub fn play(&mut self, game: &Game, deal: &Deal, nets: Nets<'_>, rng: &mut Pcg64Mcg, trace: &mut Trace) {
        trace.len = 0;
        let mut state = State::new(game, deal);
        let mut refusals = Refusals::default();
        while !state.is_over() {
            let step = trace.next();
            let action = self.decide(game, deal, &state, &refusals, nets, rng, step);
            self.encoder.note(&mut refusals, game, &state, action);
            state.apply(game, deal, action);
        }
        trace.margins.clear();
        let margins = (0..game.sides()).map(|side| state.margin(game, side) as f32);
        trace.margins.extend(margins);
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "the hand in progress, not worth a type of its own"
    )]
    fn decide(
        &mut self,
        game: &Game,
        deal: &Deal,
        state: &State,
        refusals: &Refusals,
        nets: Nets<'_>,
        rng: &mut Pcg64Mcg,
        step: &mut Step,
    ) -> Action {
        let view = View::new(game, deal, state, state.seat(), false);
        view.legal_actions(&mut self.legal);
        step.side = game.side(state.seat());
        step.inputs.clear();
        self.encoder.view(&view, refusals, &mut step.inputs);
        step.view_len = step.inputs.len();
        step.choices = self.legal.len();
        step.chosen = 0;
        if step.choices > 1 {
            nets.residual.score(&self.formula, &view, &self.legal, &mut self.scores);
            nets.residual.logits(&self.scores, self.legal.len(), &mut step.magnet);
            self.encoder
                .actions(&view, &self.legal, &self.scores, &mut step.actions);
            step.policy.clone_from(&step.magnet);
            nets.policy.run(PolicyForward {
                net: nets.policy,
                view: &step.inputs,
                actions: &step.actions,
                logits: &mut step.policy,
                hidden: &mut step.hidden,
            });
            softmax(&mut step.magnet);
            softmax(&mut step.policy);
            step.chosen = sample(&step.policy, rng);
        }
        self.encoder.world(game, state, &mut step.inputs);
        step.value = nets.critic.run(CriticForward {
            net: nets.critic,
            inputs: &step.inputs,
            hidden: &mut step.critic_hidden,
        });
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

/// Adds a network's logits to those that are there, and keeps the hidden layers.
struct PolicyForward<'a> {
    net: &'a SparseNet,
    view: &'a [u16],
    actions: &'a ActionInputs,
    logits: &'a mut [f32],
    hidden: &'a mut Vec<Block>,
}

impl Task for PolicyForward<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const B: usize>(self) {
        let net = self.net;
        let out: &[Block; B] = net.row(net.out());
        let view = add_rows(net, net.row::<B>(net.bias()), self.view);
        self.hidden.clear();
        for (action, logit) in self.logits.iter_mut().enumerate() {
            let hidden = relu(add_rows(net, &view, self.actions.of(action)));
            *logit += dot(&hidden, out);
            self.hidden.extend_from_slice(&hidden);
        }
    }
}

/// The value of a world; keeps the hidden layer.
struct CriticForward<'a> {
    net: &'a SparseNet,
    inputs: &'a [u16],
    hidden: &'a mut Vec<Block>,
}

impl Task for CriticForward<'_> {
    type Output = f32;

    #[inline(always)]
    fn run<const B: usize>(self) -> f32 {
        let net = self.net;
        let hidden = relu(add_rows(net, net.row::<B>(net.bias()), self.inputs));
        self.hidden.clear();
        self.hidden.extend_from_slice(&hidden);
        dot(&hidden, net.row::<B>(net.out())) + net.out_bias()
    }
}
