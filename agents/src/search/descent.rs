//! A simulation under way: one world, and how far it has come down the tree.

use spariglio_engine::World;

use super::tree::{NodeId, Path};

/// A simulation between the root and its end.
#[derive(Clone, Debug)]
pub(super) struct Descent {
    pub(super) world: World,
    /// Where it stands; the world is there too.
    pub(super) node: NodeId,
    /// The edges it has taken.
    pub(super) path: Path,
    /// The row of a batch whose answer it waits for.
    pub(super) row: Option<usize>,
    /// Whether it has begun and not ended.
    pub(super) is_under_way: bool,
}

/// Where a descent has come to a halt.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Halt {
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
    pub(super) fn begin(&mut self, root: NodeId) {
        self.node = root;
        self.path.clear();
        self.row = None;
        self.is_under_way = true;
    }
}
