//! The position of the last tree's root, so that the next decision can keep the tree below it.

use spariglio_engine::{Action, View, World};

use super::mcts::generator;
use super::retrace::{Seen, led_to};

/// The random stream of the world in which a tree is followed.
const FOLLOW_STREAM: u64 = u64::MAX;

/// The last decision of a hand.
#[derive(Clone, Debug, Default)]
pub(super) struct Past {
    seen: Seen,
    /// Whether this hand had a decision with its whole history.
    is_known: bool,
}

impl Past {
    /// The root of the last tree in a world of the view, and the actions since then. `None` if the view does not
    /// continue the last decision's.
    pub(super) fn path<'v>(&self, view: &'v View<'_>, seed: u64) -> Option<(World, &'v [Action])> {
        if !self.is_known || !self.seen.is_continued_by(view) {
            return None;
        }
        // The history is possible in every world of the view, so any of them shows the values that the matta had.
        let world = view.sample_world(&mut generator(seed, FOLLOW_STREAM));
        let seen = self.seen.history();
        let state = led_to(view.game(), &world.deal, seen)?;
        Some((World { state, ..world }, &view.history()[seen.len()..]))
    }

    /// Notes the view of a decision; `is_known` says whether it has the whole history of the hand.
    pub(super) fn note(&mut self, view: &View<'_>, is_known: bool) {
        self.is_known = is_known;
        self.seen.note(view);
    }

    /// Forgets the tree.
    pub(super) fn forget(&mut self) {
        self.is_known = false;
    }
}
