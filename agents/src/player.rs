//! A player at an arena's table: a fair agent or a program, which are shown their seat's view, or a cheating agent, which
//! is shown the world.

use spariglio_engine::{Action, Game, View, World};

use crate::agent::{Agent, Budget, Decision, Draw};
use crate::cheat::Cheater;
use crate::external::External;
use crate::offence::Offence;
use crate::standing::Standing;

/// A fair or a cheating agent, or a program.
pub enum Player {
    /// Decides from the view of the seat to act.
    Fair(Box<dyn Agent>),
    /// Decides from the world.
    Cheating(Box<dyn Cheater>),
    /// Another program, which decides from the view of the seat to act.
    External(Box<External>),
}

/// A place in a hand.
#[derive(Copy, Clone, Debug)]
pub struct Place<'a> {
    /// The game.
    pub game: &'a Game,
    /// The deal and the state.
    pub world: &'a World,
    /// All actions so far, oldest first.
    pub history: &'a [Action],
    /// Partners see each other's hand cards.
    pub partners_open: bool,
}

impl<'a> Place<'a> {
    /// What the seat to act may know, in a hand that is not over.
    #[inline]
    pub fn view(&self) -> View<'a> {
        let World { deal, state } = self.world;
        View::new(self.game, deal, state, state.seat(), self.partners_open).with_history(self.history)
    }
}

impl Player {
    /// Tells where the match stands, before each hand of a match.
    pub fn note_standing(&mut self, standing: &Standing) {
        match self {
            Player::Fair(agent) => agent.note_standing(standing),
            Player::Cheating(agent) => agent.note_standing(standing),
            Player::External(agent) => agent.note_standing(standing),
        }
    }

    /// Prepares for a hand: everything random in it is drawn from `seed`.
    pub fn start_hand(&mut self, seed: u64) {
        match self {
            Player::Fair(agent) => agent.start_hand(seed),
            Player::Cheating(agent) => agent.start_hand(seed),
            Player::External(agent) => agent.start_hand(seed),
        }
    }

    /// Decides for the seat to act.
    ///
    /// # Errors
    /// The player committed an offence; fair and cheating agents never do.
    pub fn decide(&mut self, place: &Place<'_>, budget: Budget) -> Result<Decision, Offence> {
        match self {
            Player::Fair(agent) => Ok(agent.decide(&place.view(), budget)),
            Player::Cheating(agent) => Ok(agent.decide(place.game, place.world, budget)),
            Player::External(agent) => agent.decide(&place.view(), budget),
        }
    }

    /// The action for the seat to act.
    ///
    /// # Errors
    /// The player committed an offence; fair and cheating agents never do.
    #[inline]
    pub fn act(&mut self, place: &Place<'_>) -> Result<Action, Offence> {
        match self {
            Player::Fair(agent) => Ok(agent.act(&place.view())),
            Player::Cheating(agent) => Ok(agent.act(place.game, place.world)),
            Player::External(agent) => agent.act(&place.view()),
        }
    }

    /// Tells that the hand in which the player acted has ended at `place`; only programs want to know, and of a hand that
    /// is over.
    #[inline]
    pub fn end_hand(&mut self, place: &Place<'_>) {
        if let Player::External(agent) = self
            && place.world.state.is_over()
        {
            agent.end_hand(place.game, &place.world.state.score(place.game), place.history);
        }
    }

    /// How the last action was drawn, where that is known.
    pub fn draw(&self) -> Option<Draw<'_>> {
        match self {
            Player::Fair(agent) => agent.draw(),
            Player::Cheating(_) | Player::External(_) => None,
        }
    }
}
