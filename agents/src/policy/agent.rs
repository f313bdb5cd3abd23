//! The agent that plays the policy of a sparse network.

use std::sync::Arc;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Action, Game, View};

use super::file::PolicyNet;
use super::sparse::{Block, SparseNet, Task, add_rows, dot, relu};
use crate::agent::{Agent, Budget, Decision, SearchStats};
use crate::book::formula::FormulaPolicy;
use crate::inputs::{ActionInputs, Encoder};
use crate::net::{pick, softmax};

/// The agent that plays the policy of a sparse network, without search.
pub struct PolicyAgent {
    net: Arc<PolicyNet>,
    encoder: Encoder,
    formula: FormulaPolicy,
    temperature: f32,
    rng: Pcg64Mcg,
    actions: Vec<Action>,
    scores: Vec<f32>,
    inputs: Vec<u16>,
    action_inputs: ActionInputs,
    policy: Vec<f32>,
}

impl PolicyAgent {
    /// An agent for `game`. With temperature 0 it plays the most probable action, with 1 the policy as it is.
    pub fn new(net: Arc<PolicyNet>, game: &Game, temperature: f32) -> PolicyAgent {
        PolicyAgent {
            net,
            encoder: Encoder::new(game),
            formula: FormulaPolicy::new(game),
            temperature,
            rng: Pcg64Mcg::seed_from_u64(0),
            actions: Vec::new(),
            scores: Vec::new(),
            inputs: Vec::new(),
            action_inputs: ActionInputs::default(),
            policy: Vec::new(),
        }
    }

    /// Fills `actions` and `policy`, and gives the index of the choice.
    fn choose(&mut self, view: &View<'_>) -> usize {
        view.legal_actions(&mut self.actions);
        if self.actions.len() == 1 {
            self.policy.clear();
            self.policy.push(1.0);
            return 0;
        }
        let residual = self.net.residual;
        residual.score(&self.formula, view, &self.actions, &mut self.scores);
        residual.logits(&self.scores, self.actions.len(), &mut self.policy);
        self.inputs.clear();
        let refusals = self.encoder.refusals(view);
        self.encoder.view(view, &refusals, &mut self.inputs);
        self.encoder
            .actions(view, &self.actions, &self.scores, &mut self.action_inputs);
        self.net.policy.run(AddLogits {
            net: &self.net.policy,
            view: &self.inputs,
            actions: &self.action_inputs,
            logits: &mut self.policy,
        });
        softmax(&mut self.policy);
        pick(&self.policy, self.temperature, &mut self.rng)
    }
}

impl Agent for PolicyAgent {
    fn start_hand(&mut self, seed: u64) {
        self.rng = Pcg64Mcg::seed_from_u64(seed);
    }

    fn decide(&mut self, view: &View<'_>, _: Budget) -> Decision {
        let choice = self.choose(view);
        Decision {
            action: self.actions[choice],
            actions: self.actions.clone(),
            policy: self.policy.clone(),
            value: 0.0,
            stats: SearchStats::default(),
        }
    }

    fn act(&mut self, view: &View<'_>) -> Action {
        let choice = self.choose(view);
        self.actions[choice]
    }
}

/// Adds a network's logits to those that are there.
struct AddLogits<'a> {
    net: &'a SparseNet,
    view: &'a [u16],
    actions: &'a ActionInputs,
    logits: &'a mut [f32],
}

impl Task for AddLogits<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const B: usize>(self) {
        let net = self.net;
        let bias: &[Block; B] = net.row(net.bias());
        let out: &[Block; B] = net.row(net.out());
        let view = add_rows(net, bias, self.view);
        for (action, logit) in self.logits.iter_mut().enumerate() {
            let hidden = relu(add_rows(net, &view, self.actions.of(action)));
            *logit += dot(&hidden, out);
        }
    }
}

#[cfg(test)]
mod tests {
    use spariglio_engine::Deal;
    use spariglio_engine::State;

    use super::*;
    use crate::inputs::Refusals;

    #[test]
    fn logits_are_the_same_on_this_machine_and_in_plain_code() {
        let game = Game::preset("cirulla").expect("a preset");
        let encoder = Encoder::new(&game);
        let mut rng = Pcg64Mcg::seed_from_u64(3);
        let mut net = SparseNet::random(encoder.policy_len(), 96, 0.2, &mut rng);
        net.randomise_output(0.2, &mut rng);
        let deal = Deal::random(&game, 0, &mut rng);
        let mut state = State::new(&game, &deal);
        let mut actions = Vec::new();
        while !state.is_over() {
            let view = View::new(&game, &deal, &state, state.seat(), false);
            view.legal_actions(&mut actions);
            let (mut of_view, mut of_actions) = (Vec::new(), ActionInputs::default());
            encoder.view(&view, &Refusals::default(), &mut of_view);
            encoder.actions(&view, &actions, &[], &mut of_actions);
            let logits = |plain: bool| {
                let mut logits = vec![0.0; actions.len()];
                let task = AddLogits {
                    net: &net,
                    view: &of_view,
                    actions: &of_actions,
                    logits: &mut logits,
                };
                if plain {
                    task.run::<6>()
                } else {
                    net.run(task)
                }
                logits
            };
            assert_eq!(logits(true), logits(false));
            state.apply(&game, &deal, actions[actions.len() / 2]);
        }
    }
}
