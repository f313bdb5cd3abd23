//! Two passes over a tree, both on all threads of the current pool. The pass down from the deals computes the chance
//! that the seats play towards each decision. The pass up from the ends computes values.
//!
//! One thread works on a set, in the order of its decisions, so sums do not depend on threads.

use std::ops::Range;

use rayon::prelude::*;

use crate::tree::{Child, GameTree, PackedChild, Parent};

/// Maximum number of sets per parallel task.
const GRAIN: usize = 128;
/// Minimum number of decisions per parallel task.
const NODES: usize = 4096;

/// Computes for each decision of a level the probability that each seat plays towards it. The chance of the cards is
/// left out: all deals are equally likely.
pub(crate) fn reach_level<S: Sync>(
    tree: &GameTree,
    level: &Range<usize>,
    slots: &[S],
    share: impl Fn(&S) -> f64 + Sync,
    reach: &mut [[f64; 2]],
) {
    let nodes = tree.sets[level.start].nodes as usize..tree.sets[level.end].nodes as usize;
    let (before, rest) = reach.split_at_mut(nodes.start);
    let here = rest[..nodes.len()].par_iter_mut().zip(&tree.parents[nodes]);
    here.with_min_len(NODES).for_each(|(reach, parent)| {
        *reach = match *parent {
            Parent::Deal(_) => [1.0; 2],
            Parent::Node { node, slot, seat } => {
                let mut reach = before[node as usize];
                reach[usize::from(seat)] *= share(&slots[slot as usize]);
                reach
            }
        };
    });
}

/// Computes `reach` for all levels, from the deals down.
pub(crate) fn reach<S: Sync>(tree: &GameTree, slots: &[S], share: impl Fn(&S) -> f64 + Sync, reach: &mut [[f64; 2]]) {
    for level in &tree.levels {
        reach_level(tree, level, slots, &share, reach);
    }
}

/// A set during the upward pass.
pub(crate) struct SetAt<'a> {
    tree: &'a GameTree,
    /// The set's number.
    pub(crate) set: usize,
    /// Number of the first decision of the deeper levels, and the values of those levels.
    deeper_from: usize,
    deeper: &'a [f64],
}

impl SetAt<'_> {
    /// Values after each action of a decision, as the dealer's margin. `node` counts from 0 in the set.
    pub(crate) fn values(&self, node: usize) -> impl Iterator<Item = f64> {
        self.tree.children_of(self.set, node).iter().map(|&child| self.value(child))
    }

    fn value(&self, child: PackedChild) -> f64 {
        match child.unpack() {
            Child::End(margin) => f64::from(margin),
            Child::Node(node) => self.deeper[node - self.deeper_from],
        }
    }
}

/// The pass up from the ends. `visit` gets a set and its slots, and must fill in the values of its decisions. Returns
/// the dealer's margin, as the mean over all deals.
pub(crate) fn up<S: Send>(
    tree: &GameTree,
    slots: &mut [S],
    values: &mut [f64],
    visit: impl Fn(&SetAt<'_>, &mut [S], &mut [f64]) + Sync,
) -> f64 {
    for level in tree.levels.iter().rev() {
        let [start, end] = [level.start, level.end].map(|set| &tree.sets[set]);
        // Children are always in deeper levels, so threads read values that no thread writes now.
        let (here, deeper) = values.split_at_mut(end.nodes as usize);
        let slots = &mut slots[start.slots as usize..end.slots as usize];
        let part = Part { tree, deeper_from: end.nodes as usize, deeper, visit: &visit };
        part.sets(level.clone(), slots, &mut here[start.nodes as usize..]);
    }
    let value = |child: &PackedChild| match child.unpack() {
        Child::End(margin) => f64::from(margin),
        Child::Node(node) => values[node],
    };
    tree.roots.iter().map(value).sum::<f64>() / tree.roots.len() as f64
}

struct Part<'a, V> {
    tree: &'a GameTree,
    deeper_from: usize,
    deeper: &'a [f64],
    visit: &'a V,
}

impl<V> Part<'_, V> {
    fn sets<S: Send>(&self, sets: Range<usize>, slots: &mut [S], values: &mut [f64])
    where
        V: Fn(&SetAt<'_>, &mut [S], &mut [f64]) + Sync,
    {
        if sets.len() > GRAIN {
            let middle = (sets.start + sets.end) / 2;
            let [start, half] = [sets.start, middle].map(|set| &self.tree.sets[set]);
            let (slots, more_slots) = slots.split_at_mut((half.slots - start.slots) as usize);
            let (values, more_values) = values.split_at_mut((half.nodes - start.nodes) as usize);
            rayon::join(
                || self.sets(sets.start..middle, slots, values),
                || self.sets(middle..sets.end, more_slots, more_values),
            );
            return;
        }
        let (mut slots, mut values) = (slots, values);
        for set in sets {
            let (own_slots, rest) = slots.split_at_mut(self.tree.slots_of(set).len());
            let (own_values, more) = values.split_at_mut(self.tree.nodes_of(set).len());
            let at = SetAt { tree: self.tree, set, deeper_from: self.deeper_from, deeper: self.deeper };
            (self.visit)(&at, own_slots, own_values);
            (slots, values) = (rest, more);
        }
    }
}
