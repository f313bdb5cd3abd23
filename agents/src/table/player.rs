//! A player: an agent of any kind at a seat. A fair agent or a program is shown its seat's view, a cheating agent the world.

use spariglio_engine::{Action, Game, HandScore, View};

use super::hand::Hand;
use super::offence::Offence;
use crate::agent::{Agent, Budget, Cheater, Decision, MatchStanding};

/// Another program, which may commit offences.
pub trait Program: Send {
    /// As [`Agent::note_standing`].
    fn note_standing(&mut self, standing: &MatchStanding);

    /// As [`Agent::start_hand`].
    fn start_hand(&mut self, seed: u64);

    /// Decides for the view's observer, the seat to act.
    ///
    /// # Errors
    /// The program's offence; further calls in the same hand give it again.
    fn decide(&mut self, view: &View<'_>, budget: Budget) -> Result<Decision, Offence>;

    /// Tells the program how the hand in which it took part ended.
    fn end_hand(&mut self, game: &Game, score: &HandScore, history: &[Action]);
}

/// A fair or a cheating agent, or a program.
pub enum Player {
    /// Decides from the view of the seat to act.
    Fair(Box<dyn Agent>),
    /// Decides from the world.
    Cheating(Box<dyn Cheater>),
    /// Another program, which decides from the view of the seat to act.
    Program(Box<dyn Program>),
}

impl Player {
    /// Tells where the match stands, before each hand of a match.
    pub fn note_standing(&mut self, standing: &MatchStanding) {
        match self {
            Player::Fair(agent) => agent.note_standing(standing),
            Player::Cheating(agent) => agent.note_standing(standing),
            Player::Program(program) => program.note_standing(standing),
        }
    }

    /// Prepares for a hand: everything random in it is drawn from `seed`.
    pub fn start_hand(&mut self, seed: u64) {
        match self {
            Player::Fair(agent) => agent.start_hand(seed),
            Player::Cheating(agent) => agent.start_hand(seed),
            Player::Program(program) => program.start_hand(seed),
        }
    }

    /// Decides for the seat to act.
    ///
    /// # Errors
    /// The player committed an offence; fair and cheating agents never do.
    pub fn decide(&mut self, hand: &Hand<'_>, budget: Budget) -> Result<Decision, Offence> {
        match self {
            Player::Fair(agent) => Ok(agent.decide(&hand.view(), budget)),
            Player::Cheating(agent) => Ok(agent.decide(hand.game(), hand.world(), budget)),
            Player::Program(program) => program.decide(&hand.view(), budget),
        }
    }

    /// The action for the seat to act.
    ///
    /// # Errors
    /// The player committed an offence; fair and cheating agents never do.
    #[inline]
    pub fn act(&mut self, hand: &Hand<'_>) -> Result<Action, Offence> {
        match self {
            Player::Fair(agent) => Ok(agent.act(&hand.view())),
            Player::Cheating(agent) => Ok(agent.act(hand.game(), hand.world())),
            Player::Program(program) => program
                .decide(&hand.view(), Budget::OWN)
                .map(|decision| decision.action),
        }
    }

    /// Tells that the hand in which the player acted is over; only programs want to know.
    pub fn end_hand(&mut self, hand: &Hand<'_>) {
        if let Player::Program(program) = self {
            program.end_hand(hand.game(), &hand.score(), hand.history());
        }
    }
}
