//! The closed table: an agent plays the persons' cards of a finished hand, with the same deal and the same other
//! players. The person's margin minus the agent's is one value of a duplicate set. Many values give an interval.

use serde::{Deserialize, Serialize};
use spariglio_agents::{Hand, Player, play_hand};
use spariglio_engine::State;
use spariglio_stats::{Estimate, Moments};

use super::Table;
use super::setup::{Sitter, player};
use crate::refusal::Refusal;
use crate::roster::Roster;

/// Hands that were played at both tables.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Sets {
    /// The agent that plays the persons' cards.
    pub agent: String,
    pub hands: Vec<Set>,
}

/// The closed table.
pub(super) struct Closed {
    pub sets: Sets,
    /// Whether a hand is being played there.
    pub running: bool,
    /// Players for the persons' seats, if a hand should be played.
    pub waiting: Option<Waiting>,
}

/// A hand at both tables, with the margins of the person's side.
#[derive(Copy, Clone, Debug, Serialize, Deserialize)]
pub(super) struct Set {
    /// The hand's number.
    pub hand: usize,
    pub open: i32,
    pub closed: i32,
}

/// Players for a hand at the closed table, by seat; `None` at the seats of the table's own agents.
pub(super) struct Waiting {
    pub players: Vec<Option<Player>>,
    /// The person whose side counts.
    pub seat: usize,
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
    /// Schedules the finished hand for the closed table, with the agent `agent` in the persons' seats.
    ///
    /// # Errors
    /// If the hand is not over, was already played there, or the agent cannot play the game.
    pub fn close_hand(&self, seat: usize, agent: &str, roster: &Roster) -> Result<(), Refusal> {
        let spec = roster.get("agent", agent, &self.game)?;
        let person = |sitter: &Sitter| match sitter {
            Sitter::Person { .. } => player(&self.game, "agent", agent, spec).map(Some),
            Sitter::Agent(_) => Ok(None),
        };
        let players = self.sitters.iter().map(person).collect::<Result<Vec<_>, _>>()?;
        let mut live = self.lock();
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
        closed.waiting = Some(Waiting { players, seat });
        self.changed(live, "closed");
        Ok(())
    }

    /// Plays the hand at the closed table. `own` are the players of the table's agents.
    pub(super) fn play_closed(&self, own: &mut [Option<Player>], waiting: Waiting) {
        let Waiting { mut players, seat } = waiting;
        let (number, standing, deal) = {
            let live = self.lock();
            (live.number(), live.standing.clone(), live.deal)
        };
        let mut seats: Vec<&mut Player> = players
            .iter_mut()
            .zip(own)
            .filter_map(|(new, own)| new.as_mut().or(own.as_mut()))
            .collect();
        for (seat, player) in seats.iter_mut().enumerate() {
            player.note_standing(&standing);
            player.start_hand(self.fixture.seat_seed(number, seat));
        }
        let mut hand = Hand::new(&self.game, &deal, self.partners_open);
        let played = play_hand(&mut hand, &mut seats[..], &mut ());
        let side = self.game.side(seat);
        let margin = |state: &State| state.score(&self.game).margin(side);
        let mut live = self.lock();
        let open = live.state.is_over().then(|| margin(&live.state));
        if let Some(closed) = &mut live.closed {
            closed.running = false;
            if let (Ok(()), Some(open)) = (played, open) {
                closed.sets.hands.push(Set { hand: number, open, closed: margin(hand.state()) });
            }
        }
        self.changed(live, "closed");
    }
}
