//! The actor: plays hands by sampling the policy, or follows lessons, and keeps the numbers for gradients.

use rand_pcg::Pcg64Mcg;
use spariglio_agents::net::inputs::{ActionInputs, Encoder, Refusals, Residual};
use spariglio_agents::net::{Block, softmax};
use spariglio_agents::table::Opponent;
use spariglio_engine::{Action, Deal, Game, State, View, random};

use crate::labeled::LabeledHand;
use crate::nets::Nets;

/// A turn with the numbers for its gradient. Buffers are reused for later hands.
#[derive(Clone, Debug, Default)]
pub struct Step {
    /// The side that acted.
    pub side: usize,
    /// Inputs of the view, then those of the world.
    pub inputs: Vec<u16>,
    /// The number of the view's inputs.
    pub view_len: usize,
    /// The margin that the critic expects for the side that acted, in points.
    pub value: f32,
    /// Derivative of the loss with respect to the critic's output.
    pub value_slope: f32,
    /// The layers of the critic; set if an actor played the hand.
    pub critic_hidden: Vec<Block>,
    /// How the policy learns here.
    pub signal: Signal,
    /// The action that was played; set if the policy learns its advantage.
    pub chosen: usize,
    /// The policy to learn; set if there is a label.
    pub label: Vec<f32>,
    /// Inputs of the actions. This and all fields below are set if the policy learns.
    pub actions: ActionInputs,
    /// The layers of each action; set if an actor played the hand.
    pub hidden: Vec<Block>,
    /// The policy of the residual alone.
    pub residual: Vec<f32>,
    /// The policy of the network.
    pub policy: Vec<f32>,
    /// Derivatives of the loss with respect to the logit of each action; empty if the policy learns nothing.
    pub slopes: Vec<f32>,
}

/// How the policy learns from a turn.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Signal {
    /// Nothing.
    #[default]
    Nothing,
    /// From the advantage of the chosen action.
    Advantage,
    /// From a policy in a row, such as that of a search.
    Label,
}

/// A played hand.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    steps: Vec<Step>,
    len: usize,
    /// Margin of the hand by side, in points.
    pub margins: Vec<f32>,
}

impl Trace {
    /// The turns in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps[..self.len]
    }

    /// The turns, and the margins.
    pub(crate) fn parts_mut(&mut self) -> (&mut [Step], &[f32]) {
        (&mut self.steps[..self.len], &self.margins)
    }

    /// Forgets the hand.
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    /// Sets the margins at the end of the hand.
    pub(crate) fn end(&mut self, game: &Game, state: &State) {
        self.margins.clear();
        let margins = (0..game.sides()).map(|side| state.margin(game, side) as f32);
        self.margins.extend(margins);
    }

    /// The latest turn.
    pub(crate) fn last_mut(&mut self) -> &mut Step {
        &mut self.steps[self.len - 1]
    }

    /// Adds a turn.
    pub(crate) fn next(&mut self) -> &mut Step {
        if self.len == self.steps.len() {
            self.steps.push(Step::default());
        }
        self.len += 1;
        &mut self.steps[self.len - 1]
    }
}

/// Plays hands of one game.
#[derive(Clone, Debug)]
pub struct Actor {
    encoder: Encoder,
    legal: Vec<Action>,
    history: Vec<Action>,
}

impl Actor {
    /// An actor of the game of an encoder.
    pub fn new(encoder: Encoder) -> Actor {
        Actor { encoder, legal: Vec::new(), history: Vec::new() }
    }

    /// Plays one hand from its deal to its end. If there is an opponent, it acts for its seats.
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
            step.signal = Signal::Advantage;
            step.chosen = sample(&step.policy, rng);
            actor.legal[step.chosen]
        });
    }

    /// Follows the hand of a lesson.
    pub fn follow(&mut self, game: &Game, lesson: &LabeledHand, nets: Nets<'_>, trace: &mut Trace) {
        let mut turns = lesson.turns();
        self.hand(game, &lesson.deal, nets, trace, |actor, view, step| {
            let (action, label) = turns.next().expect("a whole hand");
            if !label.is_empty() {
                actor.rate(view, nets, step);
                step.signal = Signal::Label;
                step.label.clear();
                step.label.extend_from_slice(label);
            }
            action
        });
    }

    /// Goes through a hand. `turn` chooses the action in a view whose legal actions are known.
    fn hand(
        &mut self,
        game: &Game,
        deal: &Deal,
        nets: Nets<'_>,
        trace: &mut Trace,
        mut turn: impl FnMut(&mut Actor, &View<'_>, &mut Step) -> Action,
    ) {
        trace.clear();
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
        trace.end(game, &state);
    }

    /// Starts the step of the seat to act, the observer of `view`. `state` is the true world.
    fn look(&mut self, view: &View<'_>, state: &State, refusals: &Refusals, nets: Nets<'_>, step: &mut Step) {
        view.legal_actions(&mut self.legal);
        step.look(&self.encoder, view, state, refusals);
        step.value += nets.critic.value(&step.inputs, &mut step.critic_hidden);
    }

    /// Computes the policies of the residual and of the network.
    fn rate(&mut self, view: &View<'_>, nets: Nets<'_>, step: &mut Step) {
        step.look_at_actions(&mut self.encoder, view, &self.legal, nets.residual);
        nets.policy
            .add_logits(&step.inputs[..step.view_len], &step.actions, &mut step.policy, &mut step.hidden);
        softmax(&mut step.policy);
    }
}

impl Step {
    /// Starts with the inputs of a view and its world. The value is then the margin that is already scored.
    pub(crate) fn look(&mut self, encoder: &Encoder, view: &View<'_>, state: &State, refusals: &Refusals) {
        self.side = view.game().side(view.seat());
        self.signal = Signal::Nothing;
        self.inputs.clear();
        let lengths = encoder.view_and_world(view, state, refusals, &mut self.inputs);
        self.view_len = lengths.view_len;
        self.value = lengths.scored;
    }

    /// Sets the inputs of the actions and the residual's policy. `policy` then holds the residual's logits.
    pub(crate) fn look_at_actions(
        &mut self,
        encoder: &mut Encoder,
        view: &View<'_>,
        legal: &[Action],
        residual: Residual,
    ) {
        encoder.actions(view, legal, residual, &mut self.actions, &mut self.residual);
        self.policy.clone_from(&self.residual);
        softmax(&mut self.residual);
    }
}

/// Draws an index with the probabilities of the policy.
pub(crate) fn sample(policy: &[f32], rng: &mut Pcg64Mcg) -> usize {
    let mut left = random::unit(rng);
    for (index, &share) in policy.iter().enumerate() {
        left -= share;
        if left < 0.0 {
            return index;
        }
    }
    policy.len() - 1
}
