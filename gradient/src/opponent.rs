//! The opponent that stays as it is: a fair agent that plays the other sides of every hand, where the network learns to beat one
//! agent instead of itself.

use std::fmt;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;
use spariglio_agents::{Agent, AgentError, AgentSpec};
use spariglio_engine::{Action, Game, View};

/// An agent at all seats of a game, of which those play that are not the network's.
pub struct Opponent {
    seats: Vec<Box<dyn Agent>>,
    /// The side of the network.
    own: usize,
}

impl fmt::Debug for Opponent {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Opponent")
            .field("own", &self.own)
            .finish_non_exhaustive()
    }
}

impl Opponent {
    /// An agent of its own for every seat.
    ///
    /// # Errors
    /// The agent cannot be built, or is not fair.
    pub fn new(spec: &AgentSpec, game: &Game) -> Result<Opponent, AgentError> {
        let seats = (0..game.players()).map(|_| spec.build(game));
        Ok(Opponent {
            seats: seats.collect::<Result<_, _>>()?,
            own: 0,
        })
    }

    /// The next hand begins, in which the network plays `side`.
    pub fn start_hand(&mut self, side: usize, rng: &mut Pcg64Mcg) {
        self.own = side;
        for agent in &mut self.seats {
            agent.start_hand(rng.next_u64());
        }
    }

    /// The action of the view's seat; none where it is the network's.
    pub fn act(&mut self, view: &View<'_>) -> Option<Action> {
        let seat = view.seat();
        (view.game().side(seat) != self.own).then(|| self.seats[seat].act(view))
    }
}
