//! The opponent: a fair agent that plays the other sides of every hand, against a learner or a search.

use std::fmt;

use rand::Rng;
use spariglio_engine::{Action, View};

use crate::agent::Agent;

/// An agent at all seats of a game; the seats of the own side are idle.
pub struct Opponent {
    seats: Vec<Box<dyn Agent>>,
    /// The side that it plays against.
    own: usize,
}

impl fmt::Debug for Opponent {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Opponent").field("own", &self.own).finish_non_exhaustive()
    }
}

impl Opponent {
    /// One agent per seat of the game.
    pub fn new(seats: Vec<Box<dyn Agent>>) -> Opponent {
        Opponent { seats, own: 0 }
    }

    /// Starts the next hand, against side `own`.
    pub fn start_hand(&mut self, own: usize, rng: &mut impl Rng) {
        self.own = own;
        for agent in &mut self.seats {
            agent.start_hand(rng.next_u64());
        }
    }

    /// The action of the view's seat; `None` if the seat is of the own side.
    pub fn act(&mut self, view: &View<'_>) -> Option<Action> {
        (view.game().side(view.seat()) != self.own).then(|| self.answer(view))
    }

    /// The action of the view's seat, whatever its side.
    pub(super) fn answer(&mut self, view: &View<'_>) -> Action {
        self.seats[view.seat()].act(view)
    }
}
