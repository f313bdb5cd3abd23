//! A simulation in progress: one world, and its path down the tree.

use spariglio_engine::World;

use super::tree::{NodeId, Path};

/// A simulation between the root and its end.
#[derive(Clone, Debug)]
pub(super) struct Descent {
    pub(super) world: World,
    /// Its node, which is that of the world's state.
    pub(super) node: NodeId,
    /// The edges it has taken.
    pub(super) path: Path,
    /// The row of a batch, if it waits for the answer.
    pub(super) row: Option<usize>,
    /// Whether it is between its start and its end.
    pub(super) is_under_way: bool,
}

/// The reason for the end of a descent.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum DescentEnd {
    /// The utilities are known.
    Settled,
    /// The world is to be evaluated.
    Leaf,
    /// An answer of the evaluator is missing.
    Waiting,
}

impl Descent {
    /// A simulation that has not begun.
    pub(super) fn new(world: World) -> Descent {
        Descent { world, node: NodeId::ROOT, path: Path::new(), row: None, is_under_way: false }
    }

    /// Back to the root, with the world that is already in place.
    #[inline(always)]
    pub(super) fn begin(&mut self) {
        self.node = NodeId::ROOT;
        self.path.clear();
        self.row = None;
        self.is_under_way = true;
    }
}
