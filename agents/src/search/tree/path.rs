//! One descent: its edges and the sides that chose them.

use super::EdgeId;

/// More sides than any rule set has.
pub const MAX_SIDES: usize = 6;

/// One utility per side, of the whole hand; 0 if the game does not have the side.
pub type Utilities = [f32; MAX_SIDES];

/// No hand has as many decisions: 52 cards played, and 18 declarations and passes if two seats hold 26 cards each.
const MAX_STEPS: usize = 96;

/// The edges of a descent, from the root, each with the side of the seat that acted.
#[derive(Clone, Debug)]
pub struct Path {
    edges: [EdgeId; MAX_STEPS],
    sides: [u8; MAX_STEPS],
    len: usize,
}

impl Path {
    /// The empty path.
    pub const fn new() -> Path {
        Path { edges: [EdgeId(0); MAX_STEPS], sides: [0; MAX_STEPS], len: 0 }
    }

    /// Goes back to the root.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a step down, by an action of a seat of `side`.
    ///
    /// # Panics
    /// If the path is longer than any hand.
    #[inline(always)]
    pub fn push(&mut self, edge: EdgeId, side: usize) {
        self.edges[self.len] = edge;
        self.sides[self.len] = side as u8;
        self.len += 1;
    }

    /// Number of steps.
    #[inline(always)]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// The last step: edge and side.
    #[inline(always)]
    pub fn last(&self) -> Option<(EdgeId, usize)> {
        let last = self.len.checked_sub(1)?;
        Some((self.edges[last], usize::from(self.sides[last])))
    }

    /// The steps from the root: edge and side.
    #[inline(always)]
    pub fn steps(&self) -> impl Iterator<Item = (EdgeId, usize)> + '_ {
        let edges = self.edges[..self.len].iter();
        edges.zip(&self.sides).map(|(&edge, &side)| (edge, usize::from(side)))
    }
}
