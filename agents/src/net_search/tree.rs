//! The tree: nodes are what has happened in public since the root, edges are actions.
//!
//! Invariant: a node's edges are sorted by their action; an edge is there from the first time that
//! its action was legal at the node and evaluated. Which edges exist in the world at hand is decided
//! by its legal actions.

use spariglio_engine::Action;

use crate::net::softmax;

/// An edge that leads nowhere yet.
const NO_CHILD: u32 = u32::MAX;

/// An action at a node.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    action: Action,
    /// Of the first world in which it was legal; absent where the action was forced whenever it came up.
    logit: Option<f32>,
    child: u32,
    /// Simulations that went through and are backed up.
    visits: u32,
    /// Simulations under way.
    pending: u32,
    /// Selections at the node in which the action was legal.
    available: u32,
    /// Sum of the utilities of the side to act, over `visits`.
    sum: f64,
}

impl Edge {
    fn new(action: Action, logit: Option<f32>) -> Edge {
        Edge {
            action,
            logit,
            child: NO_CHILD,
            visits: 0,
            pending: 0,
            available: 0,
            sum: 0.0,
        }
    }

    /// Simulations that went through and are backed up.
    pub(super) fn visits(&self) -> u32 {
        self.visits
    }

    /// Mean utility of the side to act; 0 without visits.
    pub(super) fn mean(&self) -> f32 {
        (self.sum / f64::from(self.visits.max(1))) as f32
    }

    /// Mean utility of the side to act, if there were visits.
    fn visited_mean(&self) -> Option<f32> {
        (self.visits > 0).then(|| self.mean())
    }
}

/// A public history after the root.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    /// The side to act: the same in every world.
    side: usize,
    evaluated: bool,
    edges: Vec<Edge>,
    /// Evaluations of the node and simulations through it.
    visits: u32,
    /// Sum of the utilities of the side to act, over `visits`.
    sum: f64,
}

impl Node {
    /// Whether the network has evaluated it.
    pub(super) fn is_evaluated(&self) -> bool {
        self.evaluated
    }

    /// The edge of an action.
    pub(super) fn edge(&self, action: Action) -> Option<&Edge> {
        self.place(action).ok().map(|i| &self.edges[i])
    }

    fn place(&self, action: Action) -> Result<usize, usize> {
        let bits = action.to_bits();
        self.edges.binary_search_by_key(&bits, |edge| edge.action.to_bits())
    }

    /// The edge of an action, made if there is none.
    fn edge_or_new(&mut self, action: Action) -> &mut Edge {
        let i = self.place(action).unwrap_or_else(|i| {
            self.edges.insert(i, Edge::new(action, None));
            i
        });
        &mut self.edges[i]
    }

    fn mean(&self) -> f32 {
        (self.sum / f64::from(self.visits.max(1))) as f32
    }
}

/// How edges are weighed against each other.
#[derive(Copy, Clone, Debug)]
pub(super) struct Weights {
    /// Weight of priors against values.
    pub(super) cpuct: f32,
    /// How much worse than its node an action without visits is taken to be, in units of `scale`.
    pub(super) fpu: f32,
    /// Utility that counts as one unit.
    pub(super) scale: f32,
}

/// A search tree; node 0 is the root.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// Nodes in use; those behind keep their buffers.
    len: usize,
    /// Logits, then priors, of the legal actions at hand.
    priors: Vec<f32>,
    /// Indices of their edges.
    places: Vec<u32>,
}

impl Tree {
    /// Starts again with a root where `side` is to act.
    pub(super) fn clear(&mut self, side: usize) {
        self.len = 0;
        self.add_node(side);
    }

    /// Number of nodes.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// A node.
    pub(super) fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    /// Whether every one of `actions` has a prior at `node`; if so, [`Tree::select`] chooses among them.
    pub(super) fn is_ready(&mut self, node: u32, actions: &[Action]) -> bool {
        let node = &self.nodes[node as usize];
        self.places.clear();
        self.priors.clear();
        for &action in actions {
            let Ok(place) = node.place(action) else {
                return false;
            };
            let Some(logit) = node.edges[place].logit else {
                return false;
            };
            self.places.push(place as u32);
            self.priors.push(logit);
        }
        true
    }

    /// Gives every action that has no logit at `node` its own.
    pub(super) fn learn(&mut self, node: u32, actions: &[Action], logits: &[f32]) {
        let node = &mut self.nodes[node as usize];
        node.evaluated = true;
        for (&action, &logit) in actions.iter().zip(logits) {
            node.edge_or_new(action).logit.get_or_insert(logit);
        }
    }

    /// The index of the most promising of the actions that [`Tree::is_ready`] just found ready, the
    /// first of equals; `priors` replaces those of the node. Counts them as available.
    pub(super) fn select(&mut self, node: u32, priors: Option<&[f32]>, weights: Weights) -> usize {
        let node = &mut self.nodes[node as usize];
        softmax(&mut self.priors);
        let priors = priors.unwrap_or(&self.priors);
        let unvisited = node.unvisited_value(&self.places, priors, weights);
        let mut best = (f32::NEG_INFINITY, 0);
        for (k, (&place, &prior)) in self.places.iter().zip(priors).enumerate() {
            let edge = &mut node.edges[place as usize];
            edge.available += 1;
            let value = edge.visited_mean().map_or(unvisited, |mean| mean / weights.scale);
            let tried = (edge.visits + edge.pending) as f32;
            let explore = weights.cpuct * prior * (edge.available as f32).sqrt() / (1.0 + tried);
            if value + explore > best.0 {
                best = (value + explore, k);
            }
        }
        best.1
    }

    /// Goes from `node` through `action` to the node behind it, where `side` is to act; `None` at
    /// the end of a hand.
    pub(super) fn descend(&mut self, node: u32, action: Action, side: Option<usize>) -> Option<u32> {
        let edge = self.nodes[node as usize].edge_or_new(action);
        edge.pending += 1;
        let (child, side) = (edge.child, side?);
        if child != NO_CHILD {
            return Some(child);
        }
        let child = self.add_node(side);
        self.nodes[node as usize].edge_or_new(action).child = child;
        Some(child)
    }

    /// Counts an evaluation of `node` itself: `value` is the utility of its side to act.
    pub(super) fn credit_evaluation(&mut self, node: u32, value: f32) {
        let node = &mut self.nodes[node as usize];
        node.visits += 1;
        node.sum += f64::from(value);
    }

    /// Ends a simulation that went from `node` through `action`; `utilities` by side.
    pub(super) fn credit_edge(&mut self, node: u32, action: Action, utilities: &[f32]) {
        let value = utilities[self.nodes[node as usize].side];
        self.credit_evaluation(node, value);
        let edge = self.nodes[node as usize].edge_or_new(action);
        edge.pending -= 1;
        edge.visits += 1;
        edge.sum += f64::from(value);
    }

    fn add_node(&mut self, side: usize) -> u32 {
        if self.len == self.nodes.len() {
            self.nodes.push(Node::default());
        }
        let node = &mut self.nodes[self.len];
        node.edges.clear();
        *node = Node {
            side,
            edges: std::mem::take(&mut node.edges),
            ..Node::default()
        };
        self.len += 1;
        (self.len - 1) as u32
    }
}

impl Node {
    /// Value of an action without visits, in units of the scale: the node's, less a reduction that
    /// grows with the prior mass already visited.
    fn unvisited_value(&self, places: &[u32], priors: &[f32], weights: Weights) -> f32 {
        let visited = places.iter().zip(priors).filter(|(place, _)| {
            let edge = &self.edges[**place as usize];
            edge.visits + edge.pending > 0
        });
        let mass: f32 = visited.map(|(_, prior)| prior).sum();
        self.mean() / weights.scale - weights.fpu * mass.sqrt()
    }
}
