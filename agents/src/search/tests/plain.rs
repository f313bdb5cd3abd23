//! A search written from the description: maps for nodes, lists for actions.

use std::collections::HashMap;

use rand_pcg::Pcg64Mcg;
use spariglio_engine::random::below;
use spariglio_engine::{Action, CardSet, Game, State, View, World};

use crate::search::config::{SearchConfig, Selection};
use crate::search::evaluator::Evaluator;
use crate::search::fingerprint::Hashed;
use crate::search::priors::Priors;
use crate::search::spread::Spread;
use crate::search::tree::{Edge, Gathered, MAX_SIDES, Puct, Strategy, Ucb1, Utilities, log2};
use crate::search::worlds::Worlds;

/// The actions since the root, each with the matta's value and the declared cards after it.
type History = Vec<(Action, u8, u64)>;

/// A node: the history, and, below the root if there are multiple observers, the hand cards of the seat to act.
type Key = (History, CardSet);

#[derive(Default)]
struct PlainNode {
    entered: CardSet,
    edges: Vec<Edge>,
}

/// A search without blocks, lanes, arenas or hashes of histories.
pub(super) struct Plain {
    config: SearchConfig,
    multiple: bool,
    priors: Priors,
    nodes: HashMap<Key, PlainNode>,
    rng: Pcg64Mcg,
    side: usize,
    spreads: [Spread; MAX_SIDES],
    simulations: u32,
    strategy: Strategy,
}

impl Plain {
    pub(super) fn new(game: &Game, config: &SearchConfig, multiple: bool, state: &State, rng: Pcg64Mcg) -> Plain {
        let spread = Spread::default();
        Plain {
            config: config.clone(),
            multiple,
            priors: Priors::new(game, config.temperature, config.floor),
            nodes: HashMap::new(),
            rng,
            side: game.side(state.seat()),
            spreads: [spread; MAX_SIDES],
            simulations: 0,
            strategy: strategy(config, &spread),
        }
    }

    pub(super) fn run(&mut self, worlds: &mut Worlds<'_>, simulations: u32) {
        for _ in 0..simulations {
            self.simulate(worlds);
        }
    }

    /// The edges of the root.
    pub(super) fn root_edges(&self) -> Vec<Edge> {
        let root = &self.nodes[&(History::new(), CardSet::EMPTY)];
        root.edges.clone()
    }

    fn simulate(&mut self, worlds: &mut Worlds<'_>) {
        let game = worlds.game();
        let mut world = worlds.draw(&mut self.rng);
        let mut history = History::new();
        let mut path: Vec<(Key, usize, usize)> = Vec::new();
        while !world.state.is_over() {
            let side = game.side(world.state.seat());
            let key = self.key(&history, &world.state);
            let strategy = self.strategy_at(game, side, path.last());
            let place = self.choose(game, &world, &key, strategy);
            let edge = self.nodes[&key].edges[place];
            path.push((key, place, side));
            world.state.apply(game, &world.deal, edge.action);
            history.push(self.shown(edge.action, &world.state));
            if edge.visits == 0 {
                break;
            }
        }
        let mut utilities = [0.0; MAX_SIDES];
        Hashed::default().evaluate(game, &mut world, &mut self.rng, &mut utilities);
        self.count(path, &utilities);
    }

    fn shown(&self, action: Action, state: &State) -> (Action, u8, u64) {
        let declared = if self.multiple { state.declared().bits() } else { 0 };
        (action, state.matta(), declared)
    }

    fn key(&self, history: &History, state: &State) -> Key {
        let parted = self.multiple && !history.is_empty();
        let hand = if parted {
            state.hand_cards(state.seat())
        } else {
            CardSet::EMPTY
        };
        (history.clone(), hand)
    }

    fn count(&mut self, path: Vec<(Key, usize, usize)>, utilities: &Utilities) {
        for (key, place, side) in path {
            let node = self.nodes.get_mut(&key).expect("it was descended");
            let edge = &mut node.edges[place];
            let utility = utilities[side];
            edge.visits += 1;
            edge.mean += (utility - edge.mean) / edge.visits as f32;
        }
        for (spread, &utility) in self.spreads.iter_mut().zip(utilities) {
            spread.add(utility);
        }
        self.simulations += 1;
        if self.simulations.is_power_of_two() {
            self.strategy = strategy(&self.config, &self.spreads[self.side]);
        }
    }

    /// If there are priors, untried actions are assumed to have the last action's mean with two sides, and the side's
    /// mean over all simulations with more.
    fn strategy_at(&self, game: &Game, side: usize, last: Option<&(Key, usize, usize)>) -> Strategy {
        match (self.strategy, last) {
            (Strategy::Puct(puct), Some((key, place, mover))) if game.sides() == 2 => {
                let mean = self.nodes[key].edges[*place].mean;
                Strategy::Puct(puct.with_first(if *mover == side { mean } else { -mean }))
            }
            (Strategy::Puct(puct), _) if game.sides() > 2 => Strategy::Puct(puct.with_first(self.spreads[side].mean())),
            (strategy, _) => strategy,
        }
    }

    /// Place of the chosen edge in its node.
    fn choose(&mut self, game: &Game, world: &World, key: &Key, strategy: Strategy) -> usize {
        let World { deal, state } = world;
        let mut legal = Vec::new();
        state.legal_actions(game, &mut legal);
        let declaring = state.is_declaring();
        let node = self.nodes.entry(key.clone()).or_default();
        let absent = state.playable() - node.entered;
        if declaring {
            let view = View::new(game, deal, state, state.seat(), false);
            let shares = if self.config.selection == Selection::Puct {
                shares(&self.priors, &view, &legal)
            } else {
                vec![0.0; legal.len()]
            };
            for (&action, share) in legal.iter().zip(shares) {
                if place_of(node, action).is_none() {
                    node.edges.push(untried(action, share));
                }
            }
        } else if !absent.is_empty() && self.config.selection == Selection::Puct {
            let view = View::new(game, deal, state, state.seat(), false);
            let shares = shares(&self.priors, &view, &legal);
            let new = legal.iter().zip(&shares).filter(|(action, _)| is_of(**action, absent));
            node.edges.extend(new.map(|(&action, &share)| untried(action, share)));
            node.entered |= absent;
        } else if !absent.is_empty() {
            let card = CardSet::single(absent.nth(below(&mut self.rng, absent.len())));
            let new = legal.iter().filter(|&&action| is_of(action, card));
            node.edges.extend(new.map(|&action| untried(action, 0.0)));
            node.entered |= card;
        }
        let mut places: Vec<usize> = legal.iter().filter_map(|&action| place_of(node, action)).collect();
        if !declaring {
            places.sort_unstable();
        }
        best_of(node, &places, |edge| {
            let score = strategy.score(edge);
            if declaring { score } else { shortened(score) }
        })
    }
}

fn shares(priors: &Priors, view: &View<'_>, actions: &[Action]) -> Vec<f32> {
    let mut shares = Vec::new();
    priors.fill(view, actions, &mut shares);
    shares
}

/// The place with the highest score, the first listed if several are equal; all of them were available.
fn best_of(node: &mut PlainNode, places: &[usize], score: impl Fn(Gathered) -> f32) -> usize {
    let mut best = None;
    for &place in places {
        let edge = &mut node.edges[place];
        edge.available += 1;
        let score = score(gathered(edge));
        if best.is_none_or(|(high, _)| score > high) {
            best = Some((score, place));
        }
    }
    best.expect("there is a legal action").1
}

fn strategy(config: &SearchConfig, spread: &Spread) -> Strategy {
    let unit = spread.unit();
    let c = config.exploration * unit;
    match config.selection {
        Selection::Ucb1 => Strategy::Ucb1(Ucb1::new(c)),
        Selection::Puct => Strategy::Puct(Puct::new(c, spread.mean())),
    }
}

fn place_of(node: &PlainNode, action: Action) -> Option<usize> {
    node.edges.iter().position(|edge| edge.action == action)
}

fn is_of(action: Action, cards: CardSet) -> bool {
    action.card().is_some_and(|card| cards.contains(card))
}

fn untried(action: Action, prior: f32) -> Edge {
    Edge { action, visits: 0, available: 0, mean: 0.0, prior }
}

/// A score without its last four bits.
fn shortened(score: f32) -> f32 {
    f32::from_bits(score.to_bits() & !15)
}

fn gathered(edge: &Edge) -> Gathered {
    Gathered {
        mean: edge.mean,
        visits: edge.visits,
        sent: 0,
        available: edge.available,
        log: log2(edge.available),
        prior: edge.prior,
    }
}
