//! Builds a tree from a walk through a game.

use spariglio_engine::walks::{DecisionNode, TooManyNodes, TreeVisitor, walk_tree};
use spariglio_engine::{Action, Deal, Game, State};

use crate::tree::{GameTree, PackedChild, Parent, Set, TreeError};

impl GameTree {
    /// Builds the tree of a game of two seats. Seat 0 deals.
    ///
    /// # Errors
    /// If the game does not have 2 seats, or has more than [`GameTree::MOST_NODES`] decisions and ends.
    pub fn new(game: &Game) -> Result<GameTree, TreeError> {
        let rules = || game.rules().name.clone();
        if game.players() != 2 {
            let seats = game.players();
            return Err(TreeError::Seats { rules: rules(), seats });
        }
        build(game).map_err(|source| TreeError::Nodes { rules: rules(), source })
    }
}

fn build(game: &Game) -> Result<GameTree, TooManyNodes> {
    let mut builder = Builder {
        game,
        sets: Vec::new(),
        numbers: [Vec::new(), Vec::new()],
        actions: Vec::new(),
        nodes: Vec::new(),
        open: Vec::new(),
        deals: Vec::new(),
        roots: Vec::new(),
        children: Vec::new(),
    };
    walk_tree(game, 0, GameTree::MOST_NODES, &mut builder)?;
    Ok(builder.finish())
}

/// A set, in the order of discovery.
struct MetSet {
    seat: u8,
    ply: usize,
    actions: u32,
    len: u32,
    nodes: u32,
}

/// A decision, in the order of discovery.
struct MetNode {
    set: u32,
    parent: MetParent,
    children: usize,
}

#[derive(Copy, Clone)]
enum MetParent {
    Deal(u32),
    Node { node: u32, place: u32 },
}

/// Sets and nodes in the order of discovery.
struct Builder<'g> {
    game: &'g Game,
    sets: Vec<MetSet>,
    /// For each seat, the index in `sets` of each of its sets.
    numbers: [Vec<u32>; 2],
    /// The actions of all sets, one set after the other.
    actions: Vec<Action>,
    nodes: Vec<MetNode>,
    /// Nodes on the current path and how many of their actions were followed.
    open: Vec<(u32, u32)>,
    deals: Vec<Deal>,
    roots: Vec<PackedChild>,
    children: Vec<PackedChild>,
}

impl TreeVisitor for Builder<'_> {
    fn deals(&mut self, deals: &[Deal]) {
        self.deals = deals.to_vec();
    }

    fn decision(&mut self, node: DecisionNode<'_>) {
        let set = self.set(&node);
        let number = self.nodes.len();
        let parent = self.attach(PackedChild::node(number));
        self.sets[set as usize].nodes += 1;
        self.nodes.push(MetNode { set, parent, children: self.children.len() });
        self.children
            .resize(self.children.len() + node.actions.len(), PackedChild::default());
        self.open.push((number as u32, 0));
    }

    fn end(&mut self, state: &State) {
        self.attach(PackedChild::end(state.margin(self.game, 0)));
    }
}

impl Builder<'_> {
    /// Index of the decision's set, which is added if it is new.
    fn set(&mut self, node: &DecisionNode<'_>) -> u32 {
        let numbers = &mut self.numbers[node.seat];
        if node.set == numbers.len() {
            numbers.push(self.sets.len() as u32);
            self.sets.push(MetSet {
                seat: node.seat as u8,
                ply: node.ply,
                actions: self.actions.len() as u32,
                len: node.actions.len() as u32,
                nodes: 0,
            });
            self.actions.extend_from_slice(node.actions);
        }
        numbers[node.set]
    }

    /// Stores the child under the next action of the innermost open node, or as a root if no node is open.
    fn attach(&mut self, child: PackedChild) -> MetParent {
        let Some((node, place)) = self.open.last_mut() else {
            self.roots.push(child);
            return MetParent::Deal(self.roots.len() as u32 - 1);
        };
        let parent_node = &self.nodes[*node as usize];
        let parent = MetParent::Node { node: *node, place: *place };
        self.children[parent_node.children + *place as usize] = child;
        *place += 1;
        if *place == self.sets[parent_node.set as usize].len {
            self.open.pop();
        }
        parent
    }

    /// Sorts sets by cards played, and places the nodes of a set side by side.
    fn finish(self) -> GameTree {
        let mut order: Vec<u32> = (0..self.sets.len() as u32).collect();
        order.sort_by_key(|&set| self.sets[set as usize].ply);
        let (sets, actions) = self.ordered_sets(&order);
        let mut place_of_set = vec![0; order.len()];
        for (place, &set) in order.iter().enumerate() {
            place_of_set[set as usize] = place;
        }
        let mut next: Vec<u32> = sets.iter().map(|set| set.nodes).collect();
        let place_of_node = self.nodes.iter().map(|node| {
            let next = &mut next[place_of_set[node.set as usize]];
            *next += 1;
            *next - 1
        });
        let place_of_node: Vec<u32> = place_of_node.collect();
        let moved = |child: PackedChild| child.moved(&place_of_node);
        let mut children = vec![PackedChild::default(); self.children.len()];
        let mut parents = vec![Parent::Deal(0); self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate() {
            let set = &sets[place_of_set[node.set as usize]];
            let len = self.sets[node.set as usize].len as usize;
            let place = place_of_node[number];
            let to = set.children + (place - set.nodes) as usize * len;
            for action in 0..len {
                children[to + action] = moved(self.children[node.children + action]);
            }
            parents[place as usize] = self.parent(node.parent, &place_of_node, |set| &sets[place_of_set[set]]);
        }
        GameTree {
            levels: self.levels(&order),
            sets,
            actions,
            children,
            parents,
            deals: self.deals,
            roots: self.roots.into_iter().map(moved).collect(),
        }
    }

    fn parent<'s>(&self, parent: MetParent, place_of_node: &[u32], set: impl Fn(usize) -> &'s Set) -> Parent {
        match parent {
            MetParent::Deal(deal) => Parent::Deal(deal),
            MetParent::Node { node, place } => {
                let set = set(self.nodes[node as usize].set as usize);
                Parent::Node { node: place_of_node[node as usize], slot: set.slots + place, seat: set.seat }
            }
        }
    }

    /// The sets in `order` plus a sentinel, and their actions.
    fn ordered_sets(&self, order: &[u32]) -> (Vec<Set>, Vec<Action>) {
        let mut sets = Vec::with_capacity(order.len() + 1);
        let mut actions = Vec::with_capacity(self.actions.len());
        let mut at = Set::default();
        for &set in order {
            let packed = &self.sets[set as usize];
            at.seat = packed.seat;
            sets.push(at);
            let start = packed.actions as usize;
            actions.extend_from_slice(&self.actions[start..start + packed.len as usize]);
            at.slots += packed.len;
            at.nodes += packed.nodes;
            at.children += (packed.nodes * packed.len) as usize;
        }
        sets.push(at);
        (sets, actions)
    }

    /// Ranges of sets with the same number of cards played.
    fn levels(&self, order: &[u32]) -> Vec<std::ops::Range<usize>> {
        let mut start = 0;
        let same = order.chunk_by(|&one, &other| self.sets[one as usize].ply == self.sets[other as usize].ply);
        same.map(|level| {
            start += level.len();
            start - level.len()..start
        })
        .collect()
    }
}
