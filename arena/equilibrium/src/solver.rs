//! Finds an equilibrium by counterfactual regret minimisation over the whole tree.
//!
//! In each iteration, both seats in turn update their regrets. A regret is how much more an action would have won than
//! the policy did, weighted by the chance that cards and the other seat lead to the set. The next policy is in
//! proportion to the positive regrets. The mean of the policies over all iterations converges to an equilibrium.

use crate::policy::Policy;
use crate::sweep;
use crate::tree::GameTree;

/// How earlier iterations count in the regrets and in the mean policy.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Variant {
    /// CFR+: regrets stay at 0 or above. Iteration `t` has weight `t` in the mean (Tammelin 2014, arXiv 1407.5042).
    #[default]
    Plus,
    /// Discounted CFR: after iteration `t`, positive regrets are multiplied by `t^1.5 / (t^1.5 + 1)`, negative ones by
    /// 1/2, and the sums for the mean by `(t / (t + 1))^2` (Brown and Sandholm 2019, arXiv 1809.04040, section 3).
    Discounted,
}

/// A solver that approaches an equilibrium.
#[derive(Clone, Debug)]
pub struct Solver<'t> {
    tree: &'t GameTree,
    variant: Variant,
    iterations: u64,
    slots: Vec<Slot>,
    reach: Vec<[f64; 2]>,
    values: Vec<f64>,
}

/// The state of one action.
#[derive(Copy, Clone, Debug, Default)]
struct Slot {
    regret: f64,
    /// The policy of the next iteration.
    share: f64,
    /// The weighted sum of its share in the policies so far.
    sum: f64,
}

impl<'t> Solver<'t> {
    /// Before the first iteration, with the uniform policy.
    pub fn new(tree: &'t GameTree, variant: Variant) -> Solver<'t> {
        let slot = |&share: &f64| Slot { share, ..Slot::default() };
        Solver {
            tree,
            variant,
            iterations: 0,
            slots: Policy::uniform(tree).shares().iter().map(slot).collect(),
            reach: vec![[0.0; 2]; tree.decisions()],
            values: vec![0.0; tree.decisions()],
        }
    }

    /// Number of iterations so far.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// Runs one iteration on the threads of the current pool.
    pub fn iterate(&mut self) {
        self.iterations += 1;
        let weights = Weights::of(self.variant, self.iterations as f64);
        for seat in [0, 1] {
            self.update(seat, weights);
        }
    }

    /// The mean of all policies so far.
    pub fn policy(&self) -> Policy {
        Policy::from_weights(self.tree, self.slots.iter().map(|slot| slot.sum).collect())
    }

    fn update(&mut self, seat: usize, weights: Weights) {
        let tree = self.tree;
        sweep::reach(tree, &self.slots, |slot| slot.share, &mut self.reach);
        let reach = &self.reach;
        let sign = [1.0, -1.0][seat];
        sweep::up(tree, &mut self.slots, &mut self.values, |at, slots, values| {
            let reach = &reach[tree.nodes_of(at.set)];
            let own = tree.seat(at.set) == seat;
            for (node, value) in values.iter_mut().enumerate() {
                let mean: f64 = at.values(node).zip(&*slots).map(|(value, slot)| value * slot.share).sum();
                *value = mean;
                if own {
                    for (slot, value) in slots.iter_mut().zip(at.values(node)) {
                        slot.regret += sign * reach[node][1 - seat] * (value - mean);
                    }
                }
            }
            if own {
                weights.update(slots, reach[0][seat]);
            }
        });
    }
}

/// The weights of one iteration.
#[derive(Copy, Clone, Debug)]
struct Weights {
    /// Factors of positive and of negative regrets after the iteration.
    regrets: [f64; 2],
    /// Factor of the sums so far, and the weight of the iteration's policy.
    mean: [f64; 2],
}

impl Weights {
    fn of(variant: Variant, iteration: f64) -> Weights {
        match variant {
            Variant::Plus => Weights { regrets: [1.0, 0.0], mean: [1.0, iteration] },
            Variant::Discounted => Weights {
                regrets: [iteration.powf(1.5) / (iteration.powf(1.5) + 1.0), 0.5],
                mean: [((iteration - 1.0) / iteration).powi(2), 1.0],
            },
        }
    }

    /// Adds the current policy of a set to its mean, and makes the next one. `reach` is the chance that the seat plays
    /// towards the set.
    fn update(self, slots: &mut [Slot], reach: f64) {
        for slot in &mut *slots {
            slot.sum = slot.sum * self.mean[0] + reach * slot.share * self.mean[1];
            slot.regret *= self.regrets[usize::from(slot.regret < 0.0)];
        }
        let positive: f64 = slots.iter().map(|slot| slot.regret.max(0.0)).sum();
        let alike = 1.0 / slots.len() as f64;
        for slot in slots {
            slot.share = if positive > 0.0 {
                slot.regret.max(0.0) / positive
            } else {
                alike
            };
        }
    }
}
