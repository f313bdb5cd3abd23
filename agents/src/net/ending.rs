//! The last plays of a hand of two sides, solved for the agent `net`.
//!
//! If the seat to act knows all cards, its action is an optimal one. If cards are hidden, an action's value is its mean
//! over worlds drawn uniformly from those that fit the view. Each world is solved as if all cards were open (perfect
//! information Monte Carlo; Ginsberg 2001). The network decides between nearly equal actions, because it has seen how
//! the others acted.
//!
//! Invariant: the answer depends only on the view, the seed and the options, not on earlier queries.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use spariglio_engine::random::mix;
use spariglio_engine::{Action, Game, View, World};

use super::options::NetOptions;
use crate::solver::LateSolver;

/// Points per unit of a logit, added to the mean values of worlds. Measured in points per hand, ±0.05, against
/// `formula`, Scopone, two plays left, 16 worlds: 0.4, 0.2, 0.1, 0.05, 0.02, 0.005 give +1.09, +1.12, +1.14, +1.16,
/// +1.17, +1.16.
const LOGIT_POINTS: f32 = 0.02;

/// Solves the last plays of a hand.
#[derive(Debug, Default)]
pub(super) struct Ending {
    /// Solvers for positions with all cards known and with hidden cards; `None` if the options disable it.
    open: Option<LateSolver>,
    hidden: Option<LateSolver>,
    worlds: u32,
    actions: Vec<Action>,
    values: Vec<i32>,
    /// Sums of the values over the worlds, by action.
    sums: Vec<i32>,
}

impl Ending {
    /// The solvers that the options enable.
    pub fn new(game: &Game, options: &NetOptions) -> Ending {
        Ending {
            open: LateSolver::new(game, options.exact),
            hidden: LateSolver::new(game, options.hidden),
            worlds: options.worlds,
            ..Ending::default()
        }
    }

    /// The index of the best action and the margin after it in points. `None` unless all cards are known and few plays
    /// are left.
    pub fn open(&mut self, view: &View<'_>, actions: &[Action]) -> Option<(usize, f32)> {
        let (best, margin) = self.open.as_mut()?.open(view, actions)?;
        let index = actions.iter().position(|&action| action == best)?;
        Some((index, margin as f32))
    }

    /// The index of the best action over the worlds and its mean margin in points. `None` unless cards are hidden and
    /// few plays are left. `logits` are the network's.
    pub fn hidden(&mut self, view: &View<'_>, actions: &[Action], logits: &[f32], seed: u64) -> Option<(usize, f32)> {
        let late = late(&mut self.hidden, view, actions).filter(|_| !view.is_open())?;
        self.sums.clear();
        self.sums.resize(actions.len(), 0);
        let mut rng = generator(seed, view);
        let mut sampler = view.sampler();
        for _ in 0..self.worlds {
            let World { deal, state } = sampler.sample(&mut rng);
            late.solver()
                .action_values(view.game(), &deal, &state, &mut self.actions, &mut self.values);
            for (sum, value) in self.sums.iter_mut().zip(&self.values) {
                *sum += value;
            }
        }
        let mean = |index: usize| self.sums[index] as f32 / self.worlds as f32;
        let score = |index: usize| mean(index) + LOGIT_POINTS * logits[index];
        let best = (1..actions.len()).fold(0, |best, index| if score(index) > score(best) { index } else { best });
        Some((best, mean(best)))
    }
}

/// The solver; `None` unless few plays are left and there is a choice.
fn late<'s>(solver: &'s mut Option<LateSolver>, view: &View<'_>, actions: &[Action]) -> Option<&'s mut LateSolver> {
    let late = solver.as_mut()?;
    (late.is_late(view.plies_left()) && actions.len() > 1).then_some(late)
}

/// The random generator of a decision.
fn generator(seed: u64, view: &View<'_>) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(mix(seed ^ mix(view.ply() as u64)))
}

#[cfg(test)]
mod tests {
    use spariglio_engine::{Deal, State};

    use super::*;
    use crate::solver::Solver;

    /// Positions of random play with few plies left, and the deal of each.
    fn late(rules: &str, plies: usize, count: usize) -> (Game, Vec<(Deal, State)>) {
        let game = Game::preset(rules).expect("a preset");
        let mut rng = Pcg64Mcg::seed_from_u64(8);
        let mut found = Vec::new();
        while found.len() < count {
            let deal = Deal::random(&game, 0, &mut rng);
            let mut state = State::new(&game, &deal);
            while !state.is_over() && game.plies() - state.ply() > plies {
                let action = state.random_action(&game, &mut rng);
                state.apply(&game, &deal, action);
            }
            if !state.is_over() && !state.is_declaring() && state.count_actions(&game) > 1 {
                found.push((deal, state));
            }
        }
        (game, found)
    }

    #[test]
    fn hidden_ends_are_worth_the_mean_over_all_worlds() {
        let (game, positions) = late("scopone", 8, 40);
        let options = NetOptions { worlds: 1000, ..NetOptions::default() };
        let mut ending = Ending::new(&game, &options);
        let mut solver = Solver::new(&game).expect("two sides");
        let (mut actions, mut values) = (Vec::new(), Vec::new());
        let mut is_hidden = 0;
        for (deal, state) in &positions {
            let view = View::new(&game, deal, state, state.seat(), false);
            view.legal_actions(&mut actions);
            let logits = vec![0.0; actions.len()];
            let Some((best, mean)) = ending.hidden(&view, &actions, &logits, 3) else {
                continue;
            };
            is_hidden += 1;
            // Every world once: there are at most 90.
            let mut rng = Pcg64Mcg::seed_from_u64(1);
            let mut sampler = view.sampler();
            let mut worlds: Vec<World> = Vec::new();
            for _ in 0..3000 {
                let world = sampler.sample(&mut rng);
                if !worlds.iter().any(|other| other.state == world.state) {
                    worlds.push(world);
                }
            }
            let mut sums = vec![0; actions.len()];
            for World { deal, state } in &worlds {
                solver.action_values(&game, deal, state, &mut actions, &mut values);
                sums.iter_mut().zip(&values).for_each(|(sum, value)| *sum += value);
            }
            let means: Vec<f32> = sums.iter().map(|&sum| sum as f32 / worlds.len() as f32).collect();
            let most = means.iter().copied().fold(f32::MIN, f32::max);
            assert!(means[best] > most - 0.2, "{best} of {means:?}");
            assert!((means[best] - mean).abs() < 0.3, "{mean}, expected {}", means[best]);
            // A logit that outweighs all values decides.
            let (last, mut logits) = (actions.len() - 1, logits);
            logits[last] = 1e6;
            assert_eq!(ending.hidden(&view, &actions, &logits, 3).map(|(best, _)| best), Some(last));
        }
        assert!(is_hidden > 30, "{is_hidden} positions");
    }

    #[test]
    fn the_answer_does_not_change_with_hidden_cards() {
        let (game, positions) = late("cirulla_4", 8, 40);
        let mut ending = Ending::new(&game, &NetOptions::default());
        let mut is_hidden = 0;
        let mut rng = Pcg64Mcg::seed_from_u64(2);
        let mut actions = Vec::new();
        for (deal, state) in &positions {
            let view = View::new(&game, deal, state, state.seat(), false);
            view.legal_actions(&mut actions);
            let logits = vec![0.0; actions.len()];
            let answer = ending.hidden(&view, &actions, &logits, 5);
            is_hidden += usize::from(answer.is_some());
            let World { deal, state } = view.sample_world(&mut rng);
            let other = View::new(&game, &deal, &state, state.seat(), false);
            assert_eq!(answer, ending.hidden(&other, &actions, &logits, 5));
        }
        assert!(is_hidden > 30, "{is_hidden} positions");
    }

    #[test]
    fn only_late_positions_are_solved_and_only_where_asked() {
        let mut actions = Vec::new();
        let nowhere = NetOptions { hidden: 0, ..NetOptions::default() };
        for (plies, options, solved) in
            [(12, NetOptions::default(), false), (8, nowhere, false), (8, NetOptions::default(), true)]
        {
            let (game, positions) = late("scopone", plies, 10);
            let mut ending = Ending::new(&game, &options);
            for (deal, state) in &positions {
                let view = View::new(&game, deal, state, state.seat(), false);
                view.legal_actions(&mut actions);
                let logits = vec![0.0; actions.len()];
                let answer = ending.hidden(&view, &actions, &logits, 1);
                assert_eq!(answer.is_some(), solved, "{options:?}");
            }
        }
    }
}
