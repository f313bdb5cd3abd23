//! The last plays of a hand of two sides, solved for the agent `net`.
//!
//! If the seat to act knows all cards, its action is an optimal one. If cards are hidden, an action's value is its mean
//! over worlds that fit the view. Each world is solved as if all cards were open (perfect information Monte Carlo;
//! Ginsberg 2001). If the view has the whole history of the hand, the worlds are drawn by the likelihood of the others'
//! plays under the network's policy ([`Walkers`]), otherwise uniformly. The network decides between nearly equal actions.
//!
//! Invariant: the answer depends only on the seat's views of the hand so far, the seed and the options.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use spariglio_engine::random::mix;
use spariglio_engine::{Action, Game, View, World};

use super::options::NetOptions;
use crate::net::SparseJudge;
use crate::search::{Walk, Walkers, is_whole};
use crate::solver::{LateSolver, goes_by_rank};

/// Points per unit of a logit, added to the mean values of worlds. Measured in points per hand, ±0.05, against
/// `formula`, Scopone, two plays left, 16 worlds: 0.4, 0.2, 0.1, 0.05, 0.02, 0.005 give +1.09, +1.12, +1.14, +1.16,
/// +1.17, +1.16.
const LOGIT_POINTS: f32 = 0.02;

/// Share of uniform play in the policy that the others are assumed to follow.
const DOUBT: f32 = 0.05;

/// Queries of the network about each play, see [`Walkers::new`]. Against `formula` in Scopone, three plays left, 16
/// worlds, ±0.05: 1.5, 3 and 10 give +1.34, +1.36 and +1.39 points per hand for 1.6, 1.8 and 3.5 ms per hand.
const ASKED_PER_CARD: usize = 3;

/// Steps of each world per decision.
const STEPS: u32 = 4;

/// Solves the last plays of a hand.
#[derive(Debug)]
pub(super) struct Ending {
    /// Solver for positions with all cards known; `None` if the options disable it.
    open: Option<LateSolver>,
    /// Solver for positions with hidden cards; `None` if the options disable it.
    hidden: Option<HiddenEnding>,
}

/// Solves positions with hidden cards.
#[derive(Debug)]
struct HiddenEnding {
    late: LateSolver,
    walkers: Walkers,
    worlds: u32,
    /// Different worlds of a decision, and how often each counts.
    drawn: Vec<(World, i32)>,
    actions: Vec<Action>,
    values: Vec<i32>,
    /// Sums of the values over the worlds, by action.
    sums: Vec<i32>,
}

impl Ending {
    /// The solvers that the options enable; `judge` has the network that the others are assumed to follow.
    pub fn new(game: &Game, options: &NetOptions, judge: &SparseJudge) -> Ending {
        let cheap = if goes_by_rank(game) { 3 } else { 2 };
        let hidden = LateSolver::new(game, options.hidden.unwrap_or(cheap));
        Ending {
            open: LateSolver::new(game, options.exact),
            hidden: hidden.map(|late| HiddenEnding {
                late,
                walkers: Walkers::new(judge.clone(), DOUBT, ASKED_PER_CARD),
                worlds: options.worlds,
                drawn: Vec::new(),
                actions: Vec::new(),
                values: Vec::new(),
                sums: Vec::new(),
            }),
        }
    }

    /// Forgets the last hand.
    pub fn start_hand(&mut self) {
        if let Some(hidden) = &mut self.hidden {
            hidden.walkers.clear();
        }
    }

    /// Whether an answer may depend on earlier views of the hand.
    pub fn remembers(&self) -> bool {
        self.hidden.is_some()
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
        let hidden = self.hidden.as_mut()?;
        let is_hidden = is_late(&hidden.late, view, actions) && !view.is_open();
        is_hidden.then(|| hidden.best(view, logits, seed))
    }
}

impl HiddenEnding {
    /// The index of the best action and its mean margin in points.
    fn best(&mut self, view: &View<'_>, logits: &[f32], seed: u64) -> (usize, f32) {
        self.draw_worlds(view, seed);
        self.sums.clear();
        self.sums.resize(logits.len(), 0);
        for (World { deal, state }, count) in &self.drawn {
            self.late
                .solver()
                .action_values(view.game(), deal, state, &mut self.actions, &mut self.values);
            for (sum, value) in self.sums.iter_mut().zip(&self.values) {
                *sum += value * count;
            }
        }
        let mean = |index: usize| self.sums[index] as f32 / self.worlds as f32;
        let score = |index: usize| mean(index) + LOGIT_POINTS * logits[index];
        let best = (1..logits.len()).fold(0, |best, index| if score(index) > score(best) { index } else { best });
        (best, mean(best))
    }

    /// Draws the worlds of a decision.
    fn draw_worlds(&mut self, view: &View<'_>, seed: u64) {
        let mut rng = generator(seed, view);
        let walk = Walk { worlds: self.worlds as usize, steps: STEPS, time: None };
        self.drawn.clear();
        if is_whole(view, seed) && self.walkers.update(view, walk, &mut rng) {
            for world in self.walkers.worlds() {
                // Solving takes much longer than finding equal worlds.
                match self.drawn.iter_mut().find(|(drawn, _)| drawn.state == world.state) {
                    Some((_, count)) => *count += 1,
                    None => self.drawn.push((*world, 1)),
                }
            }
        } else {
            let mut sampler = view.sampler();
            self.drawn.extend((0..self.worlds).map(|_| (sampler.sample(&mut rng), 1)));
        }
    }
}

/// Whether few plays are left and there is a choice.
fn is_late(late: &LateSolver, view: &View<'_>, actions: &[Action]) -> bool {
    late.is_late(view.plies_left()) && actions.len() > 1
}

/// The random generator of a decision.
fn generator(seed: u64, view: &View<'_>) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(mix(seed ^ mix(view.ply() as u64)))
}

#[cfg(test)]
mod tests {
    use spariglio_engine::{Deal, State};

    use super::*;
    use crate::agent::Budget;
    use crate::solver::Solver;
    use crate::spec::AgentSpec;
    use crate::table::Hand;

    /// The ending of the network that ships.
    fn ending(game: &Game, options: &NetOptions) -> Ending {
        Ending::new(game, options, &SparseJudge::load(&Default::default(), game).expect("a network that ships"))
    }

    /// Positions of random play with few plies left, and the deal of each.
    fn late(rules: &str, plies: usize, count: usize) -> (Game, Vec<(Deal, State)>) {
        let game = Game::preset(rules).expect("a preset");
        let mut rng = Pcg64Mcg::seed_from_u64(8);
        let mut positions = Vec::new();
        while positions.len() < count {
            let deal = Deal::random(&game, 0, &mut rng);
            let mut state = State::new(&game, &deal);
            while !state.is_over() && game.plies() - state.ply() > plies {
                let action = state.random_action(&game, &mut rng);
                state.apply(&game, &deal, action);
            }
            if !state.is_over() && !state.is_declaring() && state.count_actions(&game) > 1 {
                positions.push((deal, state));
            }
        }
        (game, positions)
    }

    #[test]
    fn hidden_ends_are_worth_the_mean_over_all_worlds() {
        let (game, positions) = late("scopone", 8, 40);
        let options = NetOptions { worlds: 1000, ..NetOptions::default() };
        let mut ending = ending(&game, &options);
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
        let mut ending = ending(&game, &NetOptions::default());
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
        let nowhere = NetOptions { hidden: Some(0), ..NetOptions::default() };
        for (plies, options, solved) in
            [(16, NetOptions::default(), false), (8, nowhere, false), (12, NetOptions::default(), true)]
        {
            let (game, positions) = late("scopone", plies, 10);
            let mut ending = ending(&game, &options);
            for (deal, state) in &positions {
                let view = View::new(&game, deal, state, state.seat(), false);
                view.legal_actions(&mut actions);
                let logits = vec![0.0; actions.len()];
                let answer = ending.hidden(&view, &actions, &logits, 1);
                assert_eq!(answer.is_some(), solved, "{options:?}");
            }
        }
    }

    /// Cards that a hidden hand of the view has in a world as in the real deal.
    fn agreeing(view: &View<'_>, real: &State, world: &State) -> u32 {
        let hidden = (0..view.game().players()).filter(|&seat| !view.sees(seat));
        let shared = |seat| (real.hand_cards(seat) & world.hand_cards(seat) & view.unseen()).len();
        hidden.map(shared).sum()
    }

    #[test]
    fn worlds_are_drawn_by_the_plays_of_the_others() {
        let game = Game::preset("scopone").expect("a preset");
        let mut player = AgentSpec::parse("net:hidden=0")
            .expect("a spec")
            .build(&game)
            .expect("it ships");
        let mut hidden = ending(&game, &NetOptions::default()).hidden.expect("two sides");
        let mut rng = Pcg64Mcg::seed_from_u64(4);
        let (mut weighted, mut uniform) = (0, 0);
        for number in 0..60 {
            let deal = Deal::random(&game, 0, &mut rng);
            let mut hand = Hand::new(&game, &deal, false);
            while hand.view().plies_left() > 12 {
                let action = player.decide(&hand.view(), Budget::simulations(1)).action;
                hand.act(action).expect("a legal action");
            }
            let (view, real) = (hand.view(), *hand.state());
            hidden.walkers.clear();
            hidden.draw_worlds(&view, number);
            assert_eq!(hidden.drawn.iter().map(|(_, count)| count).sum::<i32>(), 16);
            for (world, count) in &hidden.drawn {
                weighted += agreeing(&view, &real, &world.state) * *count as u32;
                uniform += agreeing(&view, &real, &view.sample_world(&mut rng).state) * *count as u32;
            }
        }
        // Uniform worlds place a third of the hidden cards right.
        assert!(f64::from(weighted) > 1.15 * f64::from(uniform), "{weighted} and {uniform}");
    }
}
