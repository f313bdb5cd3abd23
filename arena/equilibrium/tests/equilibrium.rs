//! Equilibria compared with a linear program, with best play of open cards, and with known results on regret
//! minimisation.

use std::collections::HashMap;

use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOutcome, Variable};
use spariglio_engine::{Game, RuleSet};
use spariglio_equilibrium::{Child, GameTree, Policy, Solver, Variant, exploitability, value};

/// Six cards, two per seat, an empty table and two in the stock: small enough for a linear program of a few hundred
/// rows.
const TINY: &str = r#"
base = "scopa"
name = "tiny"
deck = { pack = "italian40", ranks = "A23", suits = "dc" }
[deal]
table = 0
rounds = [2]
misdeal = "none"
[score]
prime = "none"
[score.single]
"7d" = 0
"3d" = 1
"#;

fn tree_of(rules: RuleSet) -> GameTree {
    GameTree::new(&Game::new(rules).expect("a game")).expect("small")
}

fn tiny() -> GameTree {
    tree_of(RuleSet::from_toml(TINY).expect("rules"))
}

fn solved(tree: &GameTree, variant: Variant, iterations: u64) -> Policy {
    let mut solver = Solver::new(tree, variant);
    for _ in 0..iterations {
        solver.iterate();
    }
    solver.policy()
}

/// A sequence of a seat: the last slot that it chose; `None` at the start.
type Sequence = Option<usize>;

/// The dealer's value of a game, by the linear program over sequences (Koller, Megiddo and von Stengel 1996).
struct SequenceForm {
    problem: Problem,
    /// The dealer's realisation weight of each sequence.
    weights: HashMap<Sequence, Variable>,
    /// The value to which the other seat holds the dealer, at each of its sets and at the start.
    holds: HashMap<Option<usize>, Variable>,
    /// By sequence of the other seat: payoffs by sequence of the dealer, and the other seat's sets that follow.
    payoffs: HashMap<Sequence, HashMap<Sequence, f64>>,
    follows: HashMap<Sequence, Vec<usize>>,
}

impl SequenceForm {
    fn value(tree: &GameTree) -> f64 {
        let mut problem = Problem::new(OptimizationDirection::Maximize);
        let start = problem.add_var(0.0, (1.0, 1.0));
        let root_value = problem.add_var(1.0, (f64::NEG_INFINITY, f64::INFINITY));
        let mut form = SequenceForm {
            problem,
            weights: HashMap::from([(None, start)]),
            holds: HashMap::from([(None, root_value)]),
            payoffs: HashMap::new(),
            follows: HashMap::new(),
        };
        let mut sequences = vec![[None; 2]; tree.decisions()];
        let chance = 1.0 / tree.deals() as f64;
        for root in tree.roots() {
            form.child(root, [None; 2], chance, &mut sequences);
        }
        for set in 0..tree.information_sets() {
            form.set(tree, set, chance, &mut sequences);
        }
        form.rows(tree);
        match form.problem.solve().expect("a value") {
            SolveOutcome::Solution(solution) => solution.objective(),
            SolveOutcome::Interrupted(_) => unreachable!("no limit was set"),
        }
    }

    fn child(&mut self, child: Child, sequences: [Sequence; 2], chance: f64, of_node: &mut [[Sequence; 2]]) {
        match child {
            Child::Node(node) => of_node[node] = sequences,
            Child::End(margin) => {
                let row = self.payoffs.entry(sequences[1]).or_default();
                *row.entry(sequences[0]).or_default() += chance * f64::from(margin);
            }
        }
    }

    fn set(&mut self, tree: &GameTree, set: usize, chance: f64, of_node: &mut [[Sequence; 2]]) {
        let seat = tree.seat(set);
        let before = of_node[tree.nodes_of(set).start][seat];
        if seat == 0 {
            let mut sum = vec![(self.weights[&before], -1.0)];
            for slot in tree.slots_of(set) {
                let weight = self.problem.add_var(0.0, (0.0, 1.0));
                self.weights.insert(Some(slot), weight);
                sum.push((weight, 1.0));
            }
            self.problem.add_constraint(sum, ComparisonOp::Eq, 0.0);
        } else {
            let set_value = self.problem.add_var(0.0, (f64::NEG_INFINITY, f64::INFINITY));
            self.holds.insert(Some(set), set_value);
            self.follows.entry(before).or_default().push(set);
        }
        for node in tree.nodes_of(set) {
            let mut sequences = of_node[node];
            assert_eq!(sequences[seat], before, "perfect recall");
            for (slot, child) in tree.slots_of(set).zip(tree.children(node, set)) {
                sequences[seat] = Some(slot);
                self.child(child, sequences, chance, of_node);
            }
        }
    }

    /// One constraint per sequence of the other seat: the held value is at most the value of the sequence.
    fn rows(&mut self, tree: &GameTree) {
        let of_sets = (0..tree.information_sets()).filter(|&set| tree.seat(set) == 1);
        let slots = of_sets.flat_map(|set| tree.slots_of(set).map(move |slot| (Some(slot), Some(set))));
        for (sequence, set) in slots.chain([(None, None)]) {
            let mut row = vec![(self.holds[&set], 1.0)];
            for next in self.follows.get(&sequence).into_iter().flatten() {
                row.push((self.holds[&Some(*next)], -1.0));
            }
            for (own, payoff) in self.payoffs.get(&sequence).into_iter().flatten() {
                row.push((self.weights[own], -payoff));
            }
            self.problem.add_constraint(row, ComparisonOp::Le, 0.0);
        }
    }
}

#[test]
fn the_value_is_that_of_the_linear_program() {
    let tree = tiny();
    let expected = SequenceForm::value(&tree);
    for variant in [Variant::Plus, Variant::Discounted] {
        let policy = solved(&tree, variant, 20_000);
        let gains = exploitability(&tree, &policy);
        assert!(gains.mean() < 1e-6, "{variant:?}: {gains:?}");
        assert!((value(&tree, &policy) - expected).abs() < 1e-6, "{variant:?}: {expected}");
        // A best response wins at least its seat's value of the game.
        assert!(gains.responses[0] >= expected - 1e-9 && -gains.responses[1] <= expected + 1e-9);
    }
}

#[test]
fn where_no_cards_are_hidden_the_value_is_that_of_best_play() {
    let mut rules = RuleSet::from_toml(TINY).expect("rules");
    rules.deal.rounds = vec![3];
    let tree = tree_of(rules);
    // Values from the ends up: sets are sorted by cards played, and each has one decision.
    let mut values = vec![0.0; tree.decisions()];
    let of = |child, values: &[f64]| match child {
        Child::Node(node) => values[node],
        Child::End(margin) => f64::from(margin),
    };
    for set in (0..tree.information_sets()).rev() {
        assert_eq!(tree.nodes_of(set).len(), 1, "nothing is hidden");
        let node = tree.nodes_of(set).start;
        let children = tree.children(node, set).map(|child| of(child, &values));
        values[node] = if tree.seat(set) == 0 {
            children.fold(f64::NEG_INFINITY, f64::max)
        } else {
            children.fold(f64::INFINITY, f64::min)
        };
    }
    let best = tree.roots().map(|child| of(child, &values)).sum::<f64>() / tree.deals() as f64;
    let own = value(&tree, &solved(&tree, Variant::Plus, 2_000));
    assert!((own - best).abs() < 1e-4, "{own}, {best}");
}

#[test]
fn more_iterations_come_nearer_whatever_the_threads() {
    let tree = tree_of(RuleSet::preset("mini_scopone").expect("a preset"));
    for variant in [Variant::Plus, Variant::Discounted] {
        let of_threads = |threads, iterations| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            pool.install(|| solved(&tree, variant, iterations))
        };
        let [few, more, many] = [1, 10, 100].map(|iterations| of_threads(2, iterations));
        let [far, near, nearest] = [&few, &more, &many].map(|policy| exploitability(&tree, policy).mean());
        assert!(far > 4.0 * near && near > 4.0 * nearest, "{variant:?}: {far}, {near}, {nearest}");
        assert!(nearest < 0.005, "{variant:?}: {nearest}");
        assert_eq!(more, of_threads(1, 10), "{variant:?}");
    }
}
