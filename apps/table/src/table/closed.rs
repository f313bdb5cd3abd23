//! The closed table: an agent plays the persons' cards of a finished hand, with the same deal and the same other
//! players. The person's margin minus the agent's is one value of a duplicate set. Many values give an interval.

use serde::{Deserialize, Serialize};
use spariglio_agents::{Hand, Player, play_hand};
use spariglio_engine::Game;
use spariglio_stats::{Estimate, Moments};

use crate::refusal::Refusal;
use crate::setup::{Named, Sitter, player};
use crate::table::question::Question;
use crate::table::{Changed, Table};

/// Hands that were played at both tables.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sets {
    /// The agent that plays the persons' cards.
    pub agent: String,
    pub hands: Vec<Set>,
}

/// The closed table.
pub struct Closed {
    pub sets: Sets,
    /// Whether a hand is being played there.
    pub running: bool,
    /// Players for the persons' seats, if a hand should be played.
    pub waiting: Option<Waiting>,
}

/// A hand at both tables, with the margins of the person's side.
#[derive(Copy, Clone, Debug, Serialize, Deserialize)]
pub struct Set {
    /// The hand's number.
    pub hand: usize,
    pub open: i32,
    pub closed: i32,
}

/// Players for a hand at the closed table, by seat; `None` at the seats of the table's own agents.
pub struct Waiting {
    players: Vec<Option<Player>>,
    /// The person whose side counts.
    pub seat: usize,
}

impl Waiting {
    /// The players of the agent `agent` for the persons' seats; the side of the person at `seat` counts.
    ///
    /// # Errors
    /// If the agent cannot play the game.
    pub fn new(game: &Game, persons: &[bool], seat: usize, agent: &Named) -> Result<Waiting, Refusal> {
        let at = |is_person: &bool| is_person.then(|| player(game, "agent", &agent.name, &agent.spec)).transpose();
        Ok(Waiting { players: persons.iter().map(at).collect::<Result<_, _>>()?, seat })
    }

    /// Plays the hand of `question` from its start; `own` are the players of the table's agents. Returns the margin of the
    /// person's side, or `None` if an agent failed.
    pub fn play(mut self, question: &Question, own: &mut [Option<Player>]) -> Option<i32> {
        let mut seats: Vec<&mut Player> = self
            .players
            .iter_mut()
            .zip(own)
            .filter_map(|(new, own)| new.as_mut().or(own.as_mut()))
            .collect();
        for (seat, player) in seats.iter_mut().enumerate() {
            player.note_standing(&question.standing);
            player.start_hand(question.fixture.seat_seed(question.place.0, seat));
        }
        let mut hand = Hand::new(&question.game, &question.deal, question.partners_open);
        play_hand(&mut hand, &mut seats[..], &mut ()).ok()?;
        Some(hand.state().score(&question.game).margin(question.game.side(self.seat)))
    }
}

impl Closed {
    /// Starts with earlier results.
    pub fn new(sets: Sets) -> Closed {
        Closed { sets, running: false, waiting: None }
    }

    /// Points per hand more than the agent, with an interval if there are enough hands.
    pub fn estimate(&self) -> Estimate {
        let mut moments = Moments::default();
        for set in &self.sets.hands {
            moments.push(i64::from(set.open - set.closed));
        }
        moments.estimate(1.0, 1.0)
    }
}

impl Table {
    /// By seat: whether a person sits there.
    #[must_use]
    pub fn persons(&self) -> Vec<bool> {
        self.sitters.iter().map(Sitter::is_person).collect()
    }

    /// Schedules the finished hand for the closed table, with the agent `agent` in the persons' seats.
    ///
    /// # Errors
    /// If the hand is not over, or was already played there.
    pub fn close_hand(&mut self, agent: &str, waiting: Waiting) -> Changed {
        let live = &mut self.live;
        let hand = live.number();
        let is_known = |closed: &Closed| {
            closed.running || closed.sets.agent == agent && closed.sets.hands.iter().any(|set| set.hand == hand)
        };
        if !live.state.is_over() || live.closed.as_ref().is_some_and(is_known) {
            return Err(Refusal::conflict("agent", "a new finished hand", "this one").named("closed"));
        }
        let same = live.closed.take().filter(|closed| closed.sets.agent == agent);
        let (agent, hands) = (agent.to_owned(), Vec::new());
        let closed = live.closed.insert(same.unwrap_or_else(|| Closed::new(Sets { agent, hands })));
        closed.running = true;
        closed.waiting = Some(waiting);
        Ok("closed")
    }

    /// Stores the margin of the person's side at the closed table; `None` if an agent failed there.
    pub fn note_closed(&mut self, question: &Question, seat: usize, margin: Option<i32>) -> &'static str {
        let side = self.game.side(seat);
        let live = &mut self.live;
        let open = live.state.is_over().then(|| live.state.score(&self.game).margin(side));
        if let Some(closed) = &mut live.closed {
            closed.running = false;
            if let (Some(margin), Some(open)) = (margin, open) {
                closed.sets.hands.push(Set { hand: question.place.0, open, closed: margin });
            }
        }
        "closed"
    }
}
