//! The search against a plain one written from the description: maps for nodes, lists for actions.

use std::collections::HashMap;

use spariglio_engine::random::below;
use spariglio_engine::{CardSet, Deal, RuleSet, Sampler, State, World};

use super::bench::{Hashed, fixed_view};
use super::*;
use crate::spread::Spread;
use crate::tree::{MAX_SIDES, Ucb1, Utilities};

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
    fn run(rng: Pcg64Mcg, side: usize, worlds: &mut Sampler<'_>, simulations: u32) -> Plain {
        let mut plain = Plain {
            nodes: HashMap::new(),
            rng,
            side,
            spread: Spread::default(),
            simulations: 0,
            strategy: Ucb1::new(EXPLORATION * Spread::default().unit()),
        };
        for _ in 0..simulations {
            plain.simulate(worlds);
        }
        plain
    }

    fn simulate(&mut self, worlds: &mut Sampler<'_>) {
        let game = worlds.game();
        let mut world = *worlds.sample_for_play(&mut self.rng);
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
            self.strategy = Ucb1::new(EXPLORATION * self.spread.unit());
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
            let score = self.strategy.score(edge.mean, edge.visits, edge.available);
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
            let plain = Plain::run(rng.clone(), game.side(state.seat()), &mut view.sampler(), 300);
            let mut search = Search::new(EXPLORATION);
            search.start(&view, rng);
            search.run(&mut view.sampler(), &mut Hashed, 300);
            let root = &plain.nodes[&History::new()];
            let actions: Vec<Action> = root.edges.iter().map(|edge| edge.action).collect();
            let edges = search.root_edges(&actions);
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
        let mut fast = Search::new(EXPLORATION);
        fast.start(&view, rng.clone());
        fast.run(&mut view.sampler(), &mut Uniform, 3000);
        let mut portable = Search::new(EXPLORATION);
        portable.start(&view, rng);
        portable.run_portable(&mut view.sampler(), &mut Uniform, 3000);
        assert_eq!(fast.root_edges(&actions), portable.root_edges(&actions), "{name}");
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
    let mut search = Search::new(EXPLORATION);
    search.start(&view, rng);
    search.run(&mut view.sampler(), &mut Hashed, 1000);
    let mut actions = Vec::new();
    view.legal_actions(&mut actions);
    let visits: Vec<u32> = search.root_edges(&actions).iter().map(|edge| edge.visits).collect();
    assert_eq!(visits, [1, 20, 25, 37, 255, 7, 10, 3, 506, 136]);
}

#[test]
fn generators_of_places_differ() {
    let game = Game::preset("cirulla").expect("a preset");
    let deal = Deal::random(&game, 0, &mut Pcg64Mcg::new(4));
    let state = State::new(&game, &deal);
    let view = View::new(&game, &deal, &state, state.seat(), false);
    let mut next = state;
    let mut actions = Vec::new();
    next.legal_actions(&game, &mut actions);
    next.apply(&game, &deal, actions[0]);
    let later = View::new(&game, &deal, &next, next.seat(), false);
    assert_ne!(decision_rng(1, &view), decision_rng(2, &view));
    assert_ne!(decision_rng(1, &view), decision_rng(1, &later));
    assert_eq!(decision_rng(1, &view), decision_rng(1, &view));
}
