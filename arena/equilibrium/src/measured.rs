//! The exploitability of an agent that draws its play by a seed, from its policies with some seeds.
//!
//! A best response to a sample of seeds also fits the chance in the sample. Judged on the same seeds it wins too much,
//! judged on others too little: the exploitability lies between both (in expectation).

use spariglio_stats::jackknife;
use spariglio_stats::moments::t_95;

use crate::policy::Policy;
use crate::response::{Exploitability, best_response, exploitability, gain, value};
use crate::tree::GameTree;

/// Number of groups of seeds: each is judged by a response to all others.
const GROUPS: usize = 4;

/// The exploitability of an agent, in points per hand.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Measured {
    /// The wins of responses to other seeds: on average at most the exploitability. Exact if there is one policy only.
    pub won: Exploitability,
    /// The win of the best response to all seeds from them: on average at least the exploitability.
    pub most: f64,
    /// Standard error of `won` over seeds; 0 if all have the same policy.
    pub error: f64,
    /// The dealer's margin if both seats play the agent.
    pub value: f64,
    /// Number of seeds.
    seeds: usize,
}

impl Measured {
    /// The figures of an agent with these policies, one per seed.
    ///
    /// # Panics
    /// If `policies` is empty.
    pub fn of(tree: &GameTree, policies: &[Policy]) -> Measured {
        let mixture = Policy::mixture(tree, policies);
        let most = exploitability(tree, &mixture);
        let seeds = policies.len();
        let value = value(tree, &mixture);
        if policies.iter().all(|policy| *policy == policies[0]) {
            return Measured { won: most, most: most.mean(), error: 0.0, value, seeds };
        }
        let gains = judged(tree, policies);
        let sum = |gain: fn(&Exploitability) -> f64| gains.iter().map(gain).sum::<f64>();
        let without = |gain: &Exploitability| (sum(Exploitability::mean) - gain.mean()) / (seeds - 1) as f64;
        let without: Vec<f64> = gains.iter().map(without).collect();
        let responses = [sum(|gain| gain.responses[0]), sum(|gain| gain.responses[1])];
        Measured {
            won: Exploitability { responses: responses.map(|sum| sum / seeds as f64) },
            most: most.mean(),
            error: jackknife::standard_error(&without),
            value,
            seeds,
        }
    }

    /// The 95 % interval of the exploitability; `None` if all seeds have the same policy.
    pub fn interval(&self) -> Option<[f64; 2]> {
        let half = t_95(self.seeds.saturating_sub(1) as u64) * self.error;
        (self.error > 0.0).then(|| [self.won.mean() - half, self.most + half])
    }
}

/// For each policy, the win from it of the best response to the policies of the other groups.
fn judged(tree: &GameTree, policies: &[Policy]) -> Vec<Exploitability> {
    let mut gains = Vec::new();
    for group in 0..GROUPS.min(policies.len()) {
        let [own, others]: [Vec<&Policy>; 2] = [true, false].map(|is_own| {
            let numbered = policies.iter().enumerate();
            let in_group = numbered.filter(|(number, _)| (number % GROUPS == group) == is_own);
            in_group.map(|(_, policy)| policy).collect()
        });
        let response = best_response(tree, &Policy::mixture(tree, others));
        gains.extend(own.into_iter().map(|policy| gain(tree, &response, policy)));
    }
    gains
}
