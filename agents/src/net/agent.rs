//! `net`: plays the policy of a network.
//!
//! With temperature 0 it plays the most probable action (the first of equals), otherwise action `a` with a probability
//! proportional to `p(a)^(1 / temperature)`.
//!
//! With two sides, the last plays of a hand are solved (`ending`). If all cards are known, the solver's choice becomes
//! the policy. If cards are hidden, the solver averages over sampled worlds, and the policy stays the network's.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Action, Game, SuitPermutation, UTILITY_SCALE, View, random};

use super::ending::Ending;
use super::error::NetError;
use super::math::softmax;
use super::options::NetOptions;
use super::sparse::SparseJudge;
use crate::agent::{Agent, Budget, Decision, SearchStats};

/// The agent `net`.
pub struct NetAgent {
    network: SparseJudge,
    temperature: f32,
    ending: Ending,
    seed: u64,
    /// Suit exchanges other than the identity, and buffers for them.
    suits: Vec<SuitPermutation>,
    permuted: (Vec<Action>, Vec<f32>),
    rng: Pcg64Mcg,
    actions: Vec<Action>,
    policy: Vec<f32>,
    value: f32,
}

impl NetAgent {
    /// Reads the network that the options name.
    ///
    /// # Errors
    /// The same as for [`PolicyNet::load`](super::sparse::PolicyNet::load).
    pub fn new(game: &Game, options: &NetOptions) -> Result<NetAgent, NetError> {
        let mut suits = Vec::new();
        if options.symmetry {
            suits = game.suit_permutations();
            suits.retain(|&to| to != SuitPermutation::IDENTITY);
        }
        Ok(NetAgent {
            network: SparseJudge::load(&options.net, game)?,
            temperature: options.temperature,
            ending: Ending::new(game, options),
            seed: 0,
            suits,
            permuted: (Vec::new(), Vec::new()),
            rng: Pcg64Mcg::seed_from_u64(0),
            actions: Vec::new(),
            policy: Vec::new(),
            value: 0.0,
        })
    }

    /// Fills `actions`, `policy` and `value`, and returns the index of the choice.
    fn choose(&mut self, view: &View<'_>) -> usize {
        view.legal_actions(&mut self.actions);
        if let Some((choice, margin)) = self.ending.open(view, &self.actions) {
            self.policy.clear();
            self.policy.resize(self.actions.len(), 0.0);
            self.policy[choice] = 1.0;
            self.value = margin / UTILITY_SCALE;
            return choice;
        }
        self.network.policy(view, &self.actions, &mut self.policy);
        // The network does not estimate a hand's value: 0 stands unless the solver gives one.
        self.value = 0.0;
        self.exchange_suits(view);
        let hidden = self.ending.hidden(view, &self.actions, &self.policy, self.seed);
        softmax(&mut self.policy);
        if let Some((choice, margin)) = hidden {
            self.value = margin / UTILITY_SCALE;
            return choice;
        }
        pick(&self.policy, self.temperature, &mut self.rng)
    }

    /// Replaces the logits of the view by their means over the suits.
    fn exchange_suits(&mut self, view: &View<'_>) {
        if self.suits.is_empty() || view.is_declaring() {
            return;
        }
        let (actions, logits) = &mut self.permuted;
        for &to in &self.suits {
            let permuted = view.with_suits(to).expect("no declaration");
            permuted.view().legal_actions(actions);
            self.network.policy(&permuted.view(), actions, logits);
            for (logit, &action) in self.policy.iter_mut().zip(&self.actions) {
                let place = actions.iter().position(|&other| other == to.action(action));
                *logit += logits[place.expect("the same choices")];
            }
        }
        let asked = (self.suits.len() + 1) as f32;
        for logit in &mut self.policy {
            *logit /= asked;
        }
    }
}

impl Agent for NetAgent {
    fn start_hand(&mut self, seed: u64) {
        self.rng = Pcg64Mcg::seed_from_u64(seed);
        self.seed = seed;
    }

    fn decide(&mut self, view: &View<'_>, _: Budget) -> Decision {
        let choice = self.choose(view);
        Decision {
            action: self.actions[choice],
            actions: self.actions.clone(),
            policy: self.policy.clone(),
            value: self.value,
            tried: Vec::new(),
            stats: SearchStats::default(),
        }
    }

    fn act(&mut self, view: &View<'_>) -> Action {
        let choice = self.choose(view);
        self.actions[choice]
    }

    fn is_memoryless(&self) -> bool {
        self.temperature == 0.0
    }
}

/// An index of `policy`. At temperature 0 it is the largest share's (the first of equals), otherwise it is drawn with
/// weights `share^(1 / temperature)`.
pub(crate) fn pick(policy: &[f32], temperature: f32, rng: &mut Pcg64Mcg) -> usize {
    let best = (1..policy.len()).fold(0, |best, i| if policy[i] > policy[best] { i } else { best });
    if temperature <= 0.0 {
        return best;
    }
    let weight = |share: f32| (share / policy[best]).powf(1.0 / temperature);
    let total: f32 = policy.iter().map(|&share| weight(share)).sum();
    let mut left = random::unit(rng) * total;
    for (i, &share) in policy.iter().enumerate() {
        left -= weight(share);
        if left < 0.0 {
            return i;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_without_effect_are_refused() {
        let parse = |text: &str| crate::AgentSpec::parse(text);
        let error = parse("net:hidden=0:worlds=8").expect_err("refused").to_string();
        assert!(error.contains("option `worlds` has no effect here, expected hidden above 0"), "{error}");
        for text in [
            "net:temperature=1",
            "net:temperature=1:hidden=0",
            "net:temperature=1:hidden=1:worlds=8",
            "net:hidden=0",
            "net:hidden=1:worlds=8",
        ] {
            let spec = parse(text).expect(text);
            assert_eq!(parse(&spec.to_string()).as_ref(), Ok(&spec), "{text}");
        }
    }

    #[test]
    fn temperature_zero_takes_the_first_of_the_best() {
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        assert_eq!(pick(&[0.2, 0.4, 0.4], 0.0, &mut rng), 1);
    }

    #[test]
    fn temperature_sharpens_and_flattens() {
        let share_of_best = |temperature| {
            let mut rng = Pcg64Mcg::seed_from_u64(7);
            let best = (0..20_000).filter(|_| pick(&[0.2, 0.8], temperature, &mut rng) == 1);
            best.count() as f32 / 20_000.0
        };
        assert!((share_of_best(1.0) - 0.8).abs() < 0.015);
        assert!((share_of_best(0.5) - 16.0 / 17.0).abs() < 0.01);
        assert!((share_of_best(2.0) - 2.0 / 3.0).abs() < 0.015);
    }
}
