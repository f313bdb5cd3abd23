//! The agents at the seats of one play.

use spariglio_agents::table::Refusal;
use spariglio_agents::{Hand, Player, Seats};
use spariglio_engine::Action;

use super::totals::Totals;
use crate::deals::seating::Seating;
use crate::pairs::timing::Stopwatch;

/// The agents at the seats of one play; `TIMED` times their decisions.
pub(super) struct Seated<'w, const TIMED: bool> {
    /// The players of each agent; empty if it decides in waves.
    pub agents: [&'w mut [Player]; 2],
    pub play: &'w Seating,
    pub stopwatch: &'w Stopwatch,
    pub sums: &'w mut Totals,
}

impl<const TIMED: bool> Seats for Seated<'_, TIMED> {
    type Refusal = Refusal;

    #[inline]
    fn act(&mut self, hand: &Hand<'_>) -> Result<Action, Refusal> {
        let (agent, instance) = self.play.seats[hand.seat()];
        let player = &mut self.agents[agent][instance];
        if !TIMED || hand.state().count_actions(hand.game()) == 1 {
            return player.act(hand);
        }
        let (action, time) = self.stopwatch.act(player, hand)?;
        let clocked = self.sums.clocked.get_or_insert_default();
        clocked.agents[agent].push(time);
        Ok(action)
    }

    fn end_hand(&mut self, hand: &Hand<'_>) {
        for &(agent, instance) in &self.play.seats {
            if let Some(player) = self.agents[agent].get_mut(instance) {
                player.end_hand(hand);
            }
        }
    }
}

/// The same if agents decide in waves: such a seat waits until it has an answer.
pub(super) struct Waiting<'w, const TIMED: bool> {
    pub seated: Seated<'w, TIMED>,
    /// The answer for the seat to act.
    pub answer: Option<Action>,
}

/// Why a seat gives no action now.
pub(super) enum Pause {
    /// The answer has not come yet.
    Waits,
    /// The seat refuses to act.
    Refuses(Refusal),
}

impl<const TIMED: bool> Seats for Waiting<'_, TIMED> {
    type Refusal = Pause;

    #[inline]
    fn act(&mut self, hand: &Hand<'_>) -> Result<Action, Pause> {
        let (agent, _) = self.seated.play.seats[hand.seat()];
        if self.seated.agents[agent].is_empty() {
            return self.answer.take().ok_or(Pause::Waits);
        }
        self.seated.act(hand).map_err(Pause::Refuses)
    }

    fn end_hand(&mut self, hand: &Hand<'_>) {
        self.seated.end_hand(hand);
    }
}
