//! The search against a plain one written from the description: maps for nodes, lists for actions.

use std::collections::HashMap;

use rand_pcg::Pcg64Mcg;
use spariglio_engine::random::below;
use spariglio_engine::{Action, CardSet, Game, RuleSet, State, View, World};

use super::bench::{Hashed, fixed_view};
use super::descent::Search;
use super::leaf::{Leaf, Uniform};
use super::spread::Spread;
use super::tree::{Edge, Gathered, MAX_SIDES, Ucb1, Utilities};
use super::worlds::Worlds;

const EXPLORATION: f32 = 0.5;

/// What was done since the root: the actions, each with what the matta is worth after it.
type History = Vec<(Action, u8)>;

#[derive(Default)]
struct PlainNode {
    entered: CardSet,
    edges: Vec<Edge>,
}

/// A search without blocks, lanes or arenas.
struct Plain {
    nodes: HashMap<History, PlainNode>,
    rng: Pcg64Mcg,
    side: usize,
    spread: Spread,
    simulations: u32,
    strategy: Ucb1,
}

impl Plain {
    fn run(rng: Pcg64Mcg, side: usize, worlds: &mut Worlds<'_>, simulations: u32) -> Plain {
        let mut plain = Plain {
            nodes: HashMap::new(),
            rng,
            side,
            spread: Spread::default(),
            simulations: 0,
            strategy: Ucb1::new(EXPLORATION * Spread::default().unit(), 0.0),
        };
        for _ in 0..simulations {
            plain.simulate(worlds);
        }
        plain
    }

    fn simulate(&mut self, worlds: &mut Worlds<'_>) {
        let game = worlds.game();
        let mut world = worlds.draw(&mut self.rng);
        let mut history = History::new();
        let mut path = Vec::new();
        while !world.state.is_over() {
            let side = game.side(world.state.seat());
            let place = self.choose(game, &world.state, &history);
            let edge = self.nodes[&history].edges[place];
            path.push((history.clone(), place, side));
            world.state.apply(game, &world.deal, edge.action);
            history.push((edge.action, world.state.matta()));
            if edge.visits == 0 {
                break;
            }
        }
        let utilities = judge(game, &mut world, &mut self.rng);
        for (history, place, side) in path {
            let node = self.nodes.get_mut(&history).expect("it was descended");
            let edge = &mut node.edges[place];
            edge.visits += 1;
            edge.mean += (utilities[side] - edge.mean) / edge.visits as f32;
        }
        self.spread.add(utilities[self.side]);
        self.simulations += 1;
        if self.simulations.is_power_of_two() {
            self.strategy = Ucb1::new(EXPLORATION * self.spread.unit(), 0.0);
        }
    }

    /// Place of the chosen edge in its node.
    fn choose(&mut self, game: &Game, state: &State, history: &History) -> usize {
        let node = self.nodes.entry(history.clone()).or_default();
        let mut legal = Vec::new();
        state.legal_actions(game, &mut legal);
        let declaring = state.is_declaring();
        let mut missing = legal.clone();
        if !declaring {
            let cards = state.playable() - node.entered;
            if !cards.is_empty() {
                let card = cards.nth(below(&mut self.rng, cards.len()));
                node.entered.insert(card);
                missing.retain(|action| action.card() == Some(card));
            } else {
                missing.clear();
            }
        }
        for action in missing {
            if node.edges.iter().all(|edge| edge.action != action) {
                node.edges.push(untried(action));
            }
        }
        let place_of = |action: &Action| node.edges.iter().position(|edge| edge.action == *action);
        let mut places: Vec<usize> = legal.iter().filter_map(place_of).collect();
        if !declaring {
            places.sort_unstable();
        }
        let mut best = None;
        for place in places {
            let edge = &mut node.edges[place];
            edge.available += 1;
            let score = self.strategy.score(gathered(edge));
            let score = if declaring { score } else { shortened(score) };
            if best.is_none_or(|(high, _)| score > high) {
                best = Some((score, place));
            }
        }
        best.expect("there is a legal action").1
    }
}

fn judge(game: &Game, world: &mut World, rng: &mut Pcg64Mcg) -> Utilities {
    let mut utilities = [0.0; MAX_SIDES];
    Hashed.evaluate(game, world, rng, &mut utilities);
    utilities
}

fn untried(action: Action) -> Edge {
    Edge {
        action,
        visits: 0,
        available: 0,
        mean: 0.0,
    }
}

/// A score without its last four bits, rounded down.
fn shortened(score: f32) -> f32 {
    let bits = score.to_bits();
    f32::from_bits(if score < 0.0 {
        bits.wrapping_add(15) & !15
    } else {
        bits & !15
    })
}

fn gathered(edge: &Edge) -> Gathered {
    Gathered {
        mean: edge.mean,
        square: 0.0,
        visits: edge.visits,
        available: edge.available,
        prior: 0.0,
    }
}

fn root_edges(search: &Search, actions: &[Action]) -> Vec<Edge> {
    actions.iter().map(|&action| search.root_edge(action)).collect()
}

fn sorted(mut edges: Vec<Edge>) -> Vec<Edge> {
    edges.sort_by_key(|edge| edge.action);
    edges
}

#[test]
fn equals_the_plain_search_in_every_preset() {
    for name in RuleSet::preset_names() {
        let game = Game::preset(name).expect("a preset");
        for part in 0..4 {
            let Some((deal, state, rng)) = fixed_view(&game, part) else {
                continue;
            };
            let view = View::new(&game, &deal, &state, state.seat(), false);
            let plain = Plain::run(
                rng.clone(),
                game.side(state.seat()),
                &mut Worlds::Sampled(view.sampler()),
                300,
            );
            let mut search = Search::plain(EXPLORATION);
            search.start(&game, &state, rng);
            search.run(&mut Worlds::Sampled(view.sampler()), &mut Hashed, 300);
            let root = &plain.nodes[&History::new()];
            let actions: Vec<Action> = root.edges.iter().map(|edge| edge.action).collect();
            let edges = root_edges(&search, &actions);
            assert_eq!(sorted(root.edges.clone()), sorted(edges), "{name}, part {part}");
        }
    }
}

#[test]
fn vector_levels_agree() {
    for name in ["scopone_scientifico", "cirulla", "cicera", "scopone_messina"] {
        let game = Game::preset(name).expect("a preset");
        let (deal, state, rng) = fixed_view(&game, 1).expect("a view");
        let view = View::new(&game, &deal, &state, state.seat(), false);
        let mut actions = Vec::new();
        view.legal_actions(&mut actions);
        let mut fast = Search::plain(EXPLORATION);
        fast.start(&game, &state, rng.clone());
        fast.run(&mut Worlds::Sampled(view.sampler()), &mut Uniform, 3000);
        let mut portable = Search::plain(EXPLORATION);
        portable.start(&game, &state, rng);
        portable.run_portable(&mut Worlds::Sampled(view.sampler()), &mut Uniform, 3000);
        assert_eq!(root_edges(&fast, &actions), root_edges(&portable, &actions), "{name}");
        assert_eq!(
            (fast.steps(), fast.nodes()),
            (portable.steps(), portable.nodes()),
            "{name}"
        );
    }
}

#[test]
fn golden_visits() {
    let game = Game::preset("scopone_scientifico").expect("a preset");
    let (deal, state, rng) = fixed_view(&game, 0).expect("a view");
    let view = View::new(&game, &deal, &state, state.seat(), false);
    let mut search = Search::plain(EXPLORATION);
    search.start(&game, &state, rng);
    search.run(&mut Worlds::Sampled(view.sampler()), &mut Hashed, 1000);
    let mut actions = Vec::new();
    view.legal_actions(&mut actions);
    let visits: Vec<u32> = root_edges(&search, &actions).iter().map(|edge| edge.visits).collect();
    assert_eq!(visits, [1, 20, 25, 37, 255, 7, 10, 3, 506, 136]);
}
