//! The nodes of a multiple-observer search: a seat's own information sets.
//!
//! Every action is public, so a seat knows the history and its own hand cards. A node is found by the hash of both: it
//! serves all worlds in which the seat to act holds the same cards, no matter which cards the others hold (one tree per
//! seat that acts; Cowling, Powley, Whitehouse 2012, section VII). If partners are open, their hand cards count as
//! known too. Nothing allocates when the table has grown.

use spariglio_engine::{Action, CardSet, State};

use super::mix;
use super::tree::NodeId;

/// Nodes by the hash of history and hand cards: open addressing, a power of two of places.
#[derive(Clone, Debug)]
pub(super) struct InfoSetNodes {
    places: Vec<Slot>,
    used: usize,
    /// The mark of this decision's entries; an entry is free if it has another.
    stamp: u32,
    /// Hash of the history of this descent.
    history: u64,
}

#[derive(Copy, Clone, Debug)]
struct Slot {
    key: u64,
    stamp: u32,
    node: NodeId,
}

const FREE: Slot = Slot { key: 0, stamp: 0, node: NodeId::ROOT };

const FIRST_PLACES: usize = 1 << 12;

impl InfoSetNodes {
    pub(super) fn new() -> InfoSetNodes {
        InfoSetNodes { places: vec![FREE; FIRST_PLACES], used: 0, stamp: 1, history: 0 }
    }

    /// Forgets all nodes.
    pub(super) fn clear(&mut self) {
        self.used = 0;
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.places.fill(FREE);
            self.stamp = 1;
        }
    }

    /// Goes back to the root.
    #[inline]
    pub(super) fn begin(&mut self) {
        self.history = 0x5245_4144;
    }

    /// The node of the seat to act after `action` has led to `state`, if it sees the hand cards `seen` beside its own.
    /// `new` makes it if there is none; `None` if `new` fails. Automatically declared cards are part of the history.
    pub(super) fn node(
        &mut self,
        action: Action,
        state: &State,
        seen: CardSet,
        new: impl FnOnce() -> Option<NodeId>,
    ) -> Option<NodeId> {
        let declaration = state.declared().bits() ^ u64::from(state.matta()) << 56;
        self.history = mix(mix(self.history ^ action.to_bits()) ^ declaration);
        let own = mix(self.history ^ state.hand_cards(state.seat()).bits());
        let key = if seen.is_empty() { own } else { mix(own ^ seen.bits()) };
        let place = self.place(key);
        if self.places[place].stamp == self.stamp {
            return Some(self.places[place].node);
        }
        let node = new()?;
        self.places[place] = Slot { key, stamp: self.stamp, node };
        self.used += 1;
        if 2 * self.used > self.places.len() {
            self.grow();
        }
        Some(node)
    }

    fn place(&self, key: u64) -> usize {
        let mask = self.places.len() - 1;
        // Linear probing: it ends because at most half of the places are used.
        let mut place = key as usize & mask;
        while self.places[place].stamp == self.stamp && self.places[place].key != key {
            place = (place + 1) & mask;
        }
        place
    }

    #[cold]
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.places);
        self.places = vec![FREE; 2 * old.len()];
        for entry in old.into_iter().filter(|entry| entry.stamp == self.stamp) {
            let place = self.place(entry.key);
            self.places[place] = entry;
        }
    }
}
