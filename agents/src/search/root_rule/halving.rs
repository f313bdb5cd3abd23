//! Sequential halving (Karnin, Koren and Somekh 2013): all candidates get equally many simulations. The worse half is
//! dropped, then the worse half of the rest, in rounds of equal shares of the budget; the last survivor is chosen. A
//! candidate is worth its mean plus a prior term that shrinks with visits (as in Danihelka, Guez, Schrittwieser and
//! Silver 2022, "Policy improvement by planning with Gumbel", without the noise: all legal actions are candidates).

use spariglio_engine::Action;
use spariglio_engine::insertion;

use super::{Root, RootStrategy};
use crate::net::{ln, softmax};
use crate::search::tree::{Edge, EdgeId, Tree};

/// The logarithm of a prior weighs `PRIOR / (VISITS + most visits)` standard deviations of the utility.
const PRIOR: f32 = 6.0;
const VISITS: f32 = 50.0;

/// The candidates of one decision, and how much of its budget is spent.
#[derive(Debug)]
pub(super) struct Halving {
    candidates: Vec<EdgeId>,
    /// Candidates at the start.
    begun: usize,
    /// Simulations of the decision.
    limit: u32,
    /// The share of its time that is over.
    time_over: f32,
}

impl Default for Halving {
    fn default() -> Halving {
        Halving { candidates: Vec::new(), begun: 0, limit: u32::MAX, time_over: 0.0 }
    }
}

impl RootStrategy for Halving {
    fn begin(&mut self) {
        self.candidates.clear();
        self.begun = 0;
        self.limit = u32::MAX;
        self.time_over = 0.0;
    }

    fn note_limit(&mut self, simulations: u32) {
        self.limit = simulations;
    }

    fn note_time(&mut self, over: f32) {
        self.time_over = over;
    }

    /// The least visited surviving candidate.
    fn next(&mut self, root: &Root<'_>) -> EdgeId {
        let tree = root.tree;
        if self.candidates.is_empty() {
            let edge = |&action| tree.find(root.node, action).expect("the root has all legal actions");
            self.candidates.extend(root.legal.iter().map(edge));
            // With fewer simulations than candidates, the policy's favourites are tried.
            insertion::sort_by(&mut self.candidates, |&one, &other| tree.prior(other).total_cmp(&tree.prior(one)));
            self.begun = self.candidates.len();
        }
        let over = (root.simulations as f32 / self.limit as f32).max(self.time_over);
        self.keep(tree, over, root.unit);
        let fewest = self.candidates.iter().min_by_key(|&&edge| tree.visits(edge));
        *fewest.expect("one candidate always survives")
    }

    fn choice(&mut self, root: &Root<'_>) -> Option<Action> {
        self.keep(root.tree, 1.0, root.unit);
        self.candidates.first().map(|&edge| root.tree.action(edge))
    }

    /// In proportion to `prior * exp(mean / weight)` (Danihelka et al. 2022, equation 11).
    fn policy(&self, edges: &[Edge], value: f32, unit: f32) -> Vec<f32> {
        let most = edges.iter().map(|edge| edge.visits).max().unwrap_or(0);
        let weight = weight(unit, most);
        let log = |edge: &Edge| {
            let mean = if edge.visits > 0 { edge.mean } else { value };
            ln(edge.prior.max(f32::MIN_POSITIVE)) + mean / weight
        };
        let mut policy: Vec<f32> = edges.iter().map(log).collect();
        softmax(&mut policy);
        policy
    }
}

impl Halving {
    /// Drops the candidates that are due to be out at this share of the budget.
    fn keep(&mut self, tree: &Tree, over: f32, unit: f32) {
        let rounds = self.begun.next_power_of_two().ilog2();
        let done = ((over * rounds as f32) as u32).min(rounds);
        let survivors = self.begun.div_ceil(1 << done);
        if survivors >= self.candidates.len() {
            return;
        }
        let most = self.candidates.iter().map(|&edge| tree.visits(edge)).max().unwrap_or(0);
        let weight = weight(unit, most);
        let worth = |edge: EdgeId| match tree.visits(edge) {
            0 => f32::NEG_INFINITY,
            _ => tree.mean(edge) + weight * ln(tree.prior(edge)),
        };
        insertion::sort_by(&mut self.candidates, |&one, &other| worth(other).total_cmp(&worth(one)));
        self.candidates.truncate(survivors);
    }
}

/// The weight of a prior's logarithm in utility, if the most visited action has `most` visits.
fn weight(unit: f32, most: u32) -> f32 {
    PRIOR * unit / (VISITS + most as f32)
}

#[cfg(test)]
mod tests {
    use spariglio_engine::{Card, CardSet};

    use super::*;
    use crate::search::tree::{NodeId, Path};

    /// The visits of each action in a decision, and the choice. Each simulation of an action has its value.
    fn decide(priors: &[f32], values: &[f32], limit: u32) -> (Vec<u32>, usize) {
        let mut tree = Tree::new(100);
        let legal: Vec<Action> = (0..priors.len() as u8)
            .map(|index| Action::play(Card::new(index), CardSet::EMPTY))
            .collect();
        for (&action, &prior) in legal.iter().zip(priors) {
            let edge = tree.enter(NodeId::ROOT, action);
            tree.set_prior(edge, prior);
        }
        let mut halving = Halving::default();
        halving.note_limit(limit);
        for done in 0..limit {
            let edge = halving.next(&root(&tree, &legal, done));
            let at = legal.iter().position(|&action| action == tree.action(edge)).expect("legal");
            let mut path = Path::new();
            path.push(edge, 0);
            tree.backup(&path, &[values[at], -values[at], 0.0, 0.0, 0.0, 0.0]);
        }
        let visits = legal
            .iter()
            .map(|&action| tree.visits(tree.find(NodeId::ROOT, action).expect("there")));
        let chosen = halving.choice(&root(&tree, &legal, limit)).expect("a choice");
        (visits.collect(), legal.iter().position(|&action| action == chosen).expect("legal"))
    }

    fn root<'a>(tree: &'a Tree, legal: &'a [Action], simulations: u32) -> Root<'a> {
        Root { tree, node: NodeId::ROOT, legal, simulations, unit: 0.2 }
    }

    #[test]
    fn the_worse_half_drops_out_round_by_round() {
        let values = [0.1, 0.8, 0.3, 0.7, 0.5, 0.2, 0.6, 0.4];
        let (visits, chosen) = decide(&[0.125; 8], &values, 96);
        assert_eq!(visits, [4, 28, 4, 28, 12, 4, 12, 4]);
        assert_eq!(chosen, 1);
        let (visits, chosen) = decide(&[0.2; 5], &values[..5], 30);
        assert_eq!(visits, [2, 11, 2, 10, 5], "five, three and two candidates");
        assert_eq!(chosen, 1);
    }

    #[test]
    fn priors_decide_between_few_visits() {
        let (priors, values) = ([0.9, 0.1], [0.0, 0.04]);
        assert_eq!(decide(&priors, &values, 8).1, 0);
        assert_eq!(decide(&priors, &values, 800).1, 1);
    }

    #[test]
    fn with_few_simulations_only_what_the_policy_likes_is_tried_and_chosen() {
        assert_eq!(decide(&[0.1, 0.7, 0.2], &[0.9, -0.5, 0.5], 1), (vec![0, 1, 0], 1));
        assert_eq!(decide(&[0.1, 0.5, 0.4], &[0.9, -0.5, 0.5], 2), (vec![0, 1, 1], 2));
        assert_eq!(decide(&[1.0], &[-0.5], 1), (vec![1], 0));
    }
}
