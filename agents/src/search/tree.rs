//! The tree of a search from one observer's point of view: nodes are histories since the root, edges are actions, and
//! one tree serves all sampled worlds.
//!
//! In these games every action is public, so the history fixes the table, the piles and the seat to act; a world adds
//! the cards that the seat holds. A node therefore lists the actions seen so far in any world, and a descent considers
//! only those whose card is held. The matta's value is public without an action if declarations are automatic: an edge
//! then leads to one node per value ([`Tree::child`]).
//!
//! Each edge keeps its visits, its mean utility *for the side of the seat that acts at its node* (so one number serves
//! any number of sides: max^n), and its availability: in how many descents through the node it could be chosen
//! (Cowling, Powley, Whitehouse 2012).
//!
//! Invariant: a card in [`Tree::entered`] has all its actions in the node. Nothing here allocates once the arena has
//! grown to the size of the search.

mod block;
mod path;
mod selection;

use spariglio_engine::vector::prefetch;
use spariglio_engine::{Action, CardSet};

use block::{EdgeBlock, LANES, NONE, is_higher, lane_of};
pub use path::{MAX_SIDES, Path, Utilities};
#[cfg(test)]
pub use selection::{Gathered, log2};
pub use selection::{GuidedPuct, Puct, Strategy, Ucb1};

/// A node: the index of the first of its blocks.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The root.
    pub const ROOT: NodeId = NodeId(0);
}

/// An edge: `block * LANES + lane`.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct EdgeId(u32);

impl EdgeId {
    const fn new(block: u32, lane: usize) -> EdgeId {
        EdgeId(block * LANES as u32 + lane as u32)
    }

    const fn block(self) -> usize {
        (self.0 / LANES as u32) as usize
    }

    const fn lane(self) -> usize {
        (self.0 % LANES as u32) as usize
    }
}

/// The statistics of an edge.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Edge {
    /// The action.
    pub action: Action,
    /// Descents through the edge.
    pub visits: u32,
    /// Descents through the node in which the action was legal.
    pub available: u32,
    /// Mean utility for the side of the seat that acts at the node; 0 without visits.
    pub mean: f32,
    /// The prior; 0 if none was set.
    pub prior: f32,
}

/// An arena of nodes.
#[derive(Clone, Debug)]
pub struct Tree {
    blocks: Vec<EdgeBlock>,
    most_nodes: u32,
    nodes: u32,
}

impl Tree {
    /// A tree with a root alone, which grows to `most_nodes` nodes.
    pub fn new(most_nodes: u32) -> Tree {
        let mut tree = Tree { blocks: Vec::new(), most_nodes, nodes: 0 };
        tree.reset(0);
        tree
    }

    /// Removes all nodes, keeps the memory, and makes the root of a state whose matta is worth `matta`.
    pub fn reset(&mut self, matta: u8) {
        self.blocks.clear();
        self.nodes = 1;
        self.new_block(matta);
    }

    /// Nodes made since the last reset.
    pub fn nodes(&self) -> u32 {
        self.nodes
    }

    /// The cards all of whose actions are in the node.
    #[inline(always)]
    pub fn entered(&self, node: NodeId) -> CardSet {
        self.blocks[node.0 as usize].entered
    }

    /// Notes that all actions of `cards` are in the node.
    #[inline(always)]
    pub fn mark_entered(&mut self, node: NodeId, cards: CardSet) {
        self.blocks[node.0 as usize].entered |= cards;
    }

    /// Adds an action that the node does not have yet.
    #[inline]
    pub fn enter(&mut self, node: NodeId, action: Action) -> EdgeId {
        let (block, lane) = self.free_lane(node);
        self.blocks[block as usize].enter(lane, action);
        EdgeId::new(block, lane)
    }

    /// The edge of an action, if the node has it.
    pub fn find(&self, node: NodeId, action: Action) -> Option<EdgeId> {
        self.edge_ids(node).find(|&edge| self.action(edge) == action)
    }

    /// The edge of an action; added if the node does not have it.
    pub fn find_or_enter(&mut self, node: NodeId, action: Action) -> EdgeId {
        self.find(node, action).unwrap_or_else(|| self.enter(node, action))
    }

    /// The play that the strategy scores highest among those whose card is in `playable`; the earliest added if several
    /// are equal. Counts the availability of all of them. `None` if there is none.
    #[inline(always)]
    pub fn select(&mut self, node: NodeId, playable: CardSet, strategy: Strategy) -> Option<EdgeId> {
        let strategy = match strategy {
            Strategy::Guided(guided) => Strategy::Guided(guided.among(self.prior_mass(node, playable))),
            other => other,
        };
        let mut best = (i32::MIN, 0);
        let mut at = node.0;
        loop {
            let block = &mut self.blocks[at as usize];
            let rank = block.scan(playable, strategy);
            if is_higher(rank, best.0) {
                best = (rank, at);
            }
            at = block.next;
            if at == NONE {
                break;
            }
        }
        (best.0 != i32::MIN).then(|| EdgeId::new(best.1, lane_of(best.0)))
    }

    /// As [`Tree::select`] among listed actions, declarations included; the first listed if several are equal. Adds
    /// those that the node does not have.
    pub fn select_listed(&mut self, node: NodeId, actions: &[Action], strategy: Strategy) -> Option<EdgeId> {
        let strategy = match strategy {
            Strategy::Guided(guided) => Strategy::Guided(guided.among(self.listed_mass(node, actions))),
            other => other,
        };
        let mut best = (f32::NEG_INFINITY, None);
        for &action in actions {
            let edge = self.find_or_enter(node, action);
            let score = self.blocks[edge.block()].offer(edge.lane(), strategy);
            if score > best.0 {
                best = (score, Some(edge));
            }
        }
        best.1
    }

    /// The node that an edge leads to when the matta is worth `matta`, made if missing. `None` if the tree is full.
    #[inline(always)]
    pub fn child(&mut self, edge: EdgeId, matta: u8) -> Option<NodeId> {
        let first = self.blocks[edge.block()].link[edge.lane()].child;
        if first == NONE {
            let node = self.add_node(matta)?;
            self.blocks[edge.block()].link[edge.lane()].child = node.0;
            return Some(node);
        }
        if self.blocks[first as usize].matta == matta {
            return Some(NodeId(first));
        }
        self.sibling(first, matta)
    }

    /// Prefetches the first node of an edge, which is usually far away in memory.
    #[inline(always)]
    pub fn ask_ahead(&self, edge: EdgeId) {
        let child = self.blocks[edge.block()].link[edge.lane()].child;
        if let Some(block) = self.blocks.get(child as usize) {
            prefetch(block);
        }
    }

    /// Mean utility of an edge for the side that acts at its node; 0 without visits.
    #[inline(always)]
    pub fn mean(&self, edge: EdgeId) -> f32 {
        self.blocks[edge.block()].mean.0[edge.lane()]
    }

    /// The action of an edge.
    #[inline(always)]
    pub fn action(&self, edge: EdgeId) -> Action {
        self.blocks[edge.block()].link[edge.lane()].action
    }

    /// Descents through an edge so far.
    #[inline(always)]
    pub fn visits(&self, edge: EdgeId) -> u32 {
        self.blocks[edge.block()].visits.0[edge.lane()]
    }

    /// Sets the prior of an edge: a probability.
    #[inline]
    pub fn set_prior(&mut self, edge: EdgeId, prior: f32) {
        self.blocks[edge.block()].link[edge.lane()].prior = prior;
    }

    /// The prior of an edge; 0 if none was set.
    pub fn prior(&self, edge: EdgeId) -> f32 {
        self.blocks[edge.block()].link[edge.lane()].prior
    }

    /// Judged utility of the node for its side to act; `None` if it was not judged.
    pub fn value(&self, node: NodeId) -> Option<f32> {
        Some(self.blocks[node.0 as usize].value).filter(|value| !value.is_nan())
    }

    /// Judges a node: its utility for the side to act.
    pub fn set_value(&mut self, node: NodeId, value: f32) {
        self.blocks[node.0 as usize].value = value;
    }

    /// Notes that a descent goes through an edge; [`Tree::call_back`] takes it back.
    #[inline]
    pub fn send(&mut self, edge: EdgeId) {
        self.blocks[edge.block()].sent[edge.lane()] += 1;
    }

    /// Takes [`Tree::send`] back along `path`, when the descent ends.
    #[inline]
    pub fn call_back(&mut self, path: &Path) {
        for (edge, _) in path.steps() {
            self.blocks[edge.block()].sent[edge.lane()] -= 1;
        }
    }

    /// Makes a node that no edge leads to; `None` if the tree is full.
    pub fn loose_node(&mut self) -> Option<NodeId> {
        self.add_node(0)
    }

    /// All edges of a node, in the order in which they were entered.
    pub fn edge_ids(&self, node: NodeId) -> impl Iterator<Item = EdgeId> + '_ {
        let mut at = node.0;
        std::iter::from_fn(move || {
            let block = self.blocks.get(at as usize)?;
            let ids = (0..block.len()).map(move |lane| EdgeId::new(at, lane));
            at = block.next;
            Some(ids)
        })
        .flatten()
    }

    /// The statistics of an edge.
    pub fn edge(&self, edge: EdgeId) -> Edge {
        let block = &self.blocks[edge.block()];
        let lane = edge.lane();
        Edge {
            action: block.link[lane].action,
            visits: block.visits.0[lane],
            available: block.available(lane),
            mean: block.mean.0[lane],
            prior: block.link[lane].prior,
        }
    }

    /// Counts a descent along `path` that ended with `utilities`.
    #[inline(always)]
    pub fn backup(&mut self, path: &Path, utilities: &Utilities) {
        for (edge, side) in path.steps() {
            self.blocks[edge.block()].visit(edge.lane(), utilities[side]);
        }
    }

    /// Priors of the node's plays of `playable`: the sum of all, and of those that were tried.
    fn prior_mass(&self, node: NodeId, playable: CardSet) -> [f32; 2] {
        let (mut mass, mut at) = ([0.0; 2], node.0);
        while let Some(block) = self.blocks.get(at as usize) {
            let [all, tried] = block.prior_mass(playable);
            mass = [mass[0] + all, mass[1] + tried];
            at = block.next;
        }
        mass
    }

    /// As [`Tree::prior_mass`], of listed actions.
    fn listed_mass(&self, node: NodeId, actions: &[Action]) -> [f32; 2] {
        let edges = actions.iter().filter_map(|&action| self.find(node, action));
        edges.fold([0.0; 2], |mass, edge| self.blocks[edge.block()].add_prior(mass, edge.lane()))
    }

    fn add_node(&mut self, matta: u8) -> Option<NodeId> {
        if self.nodes == self.most_nodes {
            return None;
        }
        self.nodes += 1;
        Some(NodeId(self.new_block(matta)))
    }

    fn new_block(&mut self, matta: u8) -> u32 {
        let index = self.blocks.len() as u32;
        self.blocks.push(EdgeBlock::new(index, matta));
        index
    }

    #[cold]
    fn sibling(&mut self, first: u32, matta: u8) -> Option<NodeId> {
        let mut last = first;
        loop {
            match self.blocks[last as usize].sibling {
                NONE => break,
                next if self.blocks[next as usize].matta == matta => return Some(NodeId(next)),
                next => last = next,
            }
        }
        let node = self.add_node(matta)?;
        self.blocks[last as usize].sibling = node.0;
        Some(node)
    }

    #[inline(always)]
    fn free_lane(&mut self, node: NodeId) -> (u32, usize) {
        let tail = self.blocks[node.0 as usize].tail;
        let lane = self.blocks[tail as usize].len();
        if lane < LANES {
            return (tail, lane);
        }
        let matta = self.blocks[node.0 as usize].matta;
        let block = self.new_block(matta);
        self.blocks[tail as usize].next = block;
        self.blocks[node.0 as usize].tail = block;
        (block, 0)
    }
}

#[cfg(test)]
mod tests;
