//! The actor: plays a hand by the policy, sampled, or as a lesson says, and keeps all that the gradient of the hand needs.

use rand_pcg::Pcg64Mcg;
use spariglio_agents::Opponent;
use spariglio_agents::inputs::{ActionInputs, Encoder, Refusals, Residual};
use spariglio_agents::net::sparse::SparseNet;
use spariglio_agents::net::{Block, softmax};
use spariglio_engine::{Action, Deal, Game, State, View, random};

use crate::lessons::Lesson;

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
    /// What the policy learns here.
    pub teaches: Teaches,
    /// The action that was played; only where the policy learns its advantage.
    pub chosen: usize,
    /// What the search would play; only where the policy learns that.
    pub target: Vec<f32>,
    /// Inputs of the actions, and the hidden layer of each. Like all below, only where the policy learns.
    pub actions: ActionInputs,
    pub hidden: Vec<Block>,
    /// The policy of the residual alone, and of the network.
    pub residual: Vec<f32>,
    pub policy: Vec<f32>,
}

/// What the policy learns from a turn.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Teaches {
    /// Nothing.
    #[default]
    Nothing,
    /// How good the chosen action was.
    Advantage,
    /// What the search would play.
    Search,
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
    history: Vec<Action>,
}

impl Actor {
    pub fn new(game: &Game) -> Actor {
        Actor {
            encoder: Encoder::new(game),
            legal: Vec::new(),
            history: Vec::new(),
        }
    }

    /// Plays a hand from its deal to its end; the opponent acts where it plays.
    pub fn play(
        &mut self,
        game: &Game,
        deal: &Deal,
        nets: Nets<'_>,
        mut opponent: Option<&mut Opponent>,
        rng: &mut Pcg64Mcg,
        trace: &mut Trace,
    ) {
        self.hand(game, deal, nets, trace, |actor, view, step| {
            if let Some(action) = opponent.as_mut().and_then(|opponent| opponent.act(view)) {
                return action;
            }
            if actor.legal.len() == 1 {
                return actor.legal[0];
            }
            actor.rate(view, nets, step);
            step.teaches = Teaches::Advantage;
            step.chosen = sample(&step.policy, rng);
            actor.legal[step.chosen]
        });
    }

    /// Plays the hand of a lesson.
    pub fn follow(&mut self, game: &Game, lesson: &Lesson, nets: Nets<'_>, trace: &mut Trace) {
        let mut turns = lesson.turns();
        self.hand(game, &lesson.deal, nets, trace, |actor, view, step| {
            let (action, target) = turns.next().expect("a whole hand");
            if !target.is_empty() {
                actor.rate(view, nets, step);
                step.teaches = Teaches::Search;
                step.target.clear();
                step.target.extend_from_slice(target);
            }
            action
        });
    }

    /// Goes through a hand; `turn` acts in a view whose legal actions are known.
    fn hand(
        &mut self,
        game: &Game,
        deal: &Deal,
        nets: Nets<'_>,
        trace: &mut Trace,
        mut turn: impl FnMut(&mut Actor, &View<'_>, &mut Step) -> Action,
    ) {
        trace.len = 0;
        let mut state = State::new(game, deal);
        let mut refusals = Refusals::default();
        let mut history = std::mem::take(&mut self.history);
        history.clear();
        while !state.is_over() {
            let step = trace.next();
            let view = View::new(game, deal, &state, state.seat(), false).with_history(&history);
            self.look(&view, &state, &refusals, nets, step);
            let action = turn(self, &view, step);
            self.encoder.note(&mut refusals, game, &state, action);
            state.apply(game, deal, action);
            history.push(action);
        }
        self.history = history;
        trace.margins.clear();
        let margins = (0..game.sides()).map(|side| state.margin(game, side) as f32);
        trace.margins.extend(margins);
    }

    /// Starts the step of the seat to act, which `view` is of, in the world's `state`.
    fn look(&mut self, view: &View<'_>, state: &State, refusals: &Refusals, nets: Nets<'_>, step: &mut Step) {
        view.legal_actions(&mut self.legal);
        step.side = view.game().side(view.seat());
        step.teaches = Teaches::Nothing;
        step.inputs.clear();
        let seen = self.encoder.view_and_world(view, state, refusals, &mut step.inputs);
        step.view_len = seen.view_len;
        step.value = seen.scored + nets.critic.value(&step.inputs, &mut step.critic_hidden);
    }

    /// The policies of the residual and of the network.
    fn rate(&mut self, view: &View<'_>, nets: Nets<'_>, step: &mut Step) {
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
