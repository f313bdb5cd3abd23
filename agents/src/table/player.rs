//! A player: an agent of any kind at a seat. A cheating agent sees the world, every other one its seat's view.

use spariglio_engine::{Action, Card, Game, HandScore, MatchState, View};

use super::hand::Hand;
use super::refusal::Refusal;
use super::usage::Usage;
use crate::agent::{Agent, Budget, Cheater, Decision};
use crate::custom::CustomAgent;

/// Another program, which may commit offences.
pub trait Program: Send {
    /// See [`Agent::note_standing`].
    fn note_standing(&mut self, standing: &MatchState);

    /// See [`Agent::start_hand`].
    fn start_hand(&mut self, seed: u64);

    /// Decides for the view's observer, the seat to act.
    ///
    /// # Errors
    /// The program's offence, or the way in which this process differs from the first one. If it is called again in
    /// the same hand, it returns the same.
    fn decide(&mut self, view: &View<'_>, budget: Budget) -> Result<Decision, Refusal>;

    /// The program's belief at its last decision: for each hidden card, the chance of every seat, then of the stock.
    /// Empty if the program reports none.
    fn belief(&self) -> &[(Card, Vec<f32>)] {
        &[]
    }

    /// The calls, faults and tokens since the last call of this; all 0 by default.
    fn take_usage(&mut self) -> Usage {
        Usage::default()
    }

    /// The player's words about its decisions since the last call of this: the number of actions before each, and its
    /// thoughts and answer. None by default.
    fn take_thoughts(&mut self) -> Vec<(usize, String)> {
        Vec::new()
    }

    /// Tells the program the result of a hand in which it took part.
    fn end_hand(&mut self, game: &Game, score: &HandScore, history: &[Action]);
}

/// A fair or a cheating agent, a program, or an agent of the host program.
pub enum Player {
    /// Decides from the view of the seat to act.
    Fair(Box<dyn Agent>),
    /// Decides from the world.
    Cheating(Box<dyn Cheater>),
    /// Another program, which decides from the view of the seat to act.
    Program(Box<dyn Program>),
    /// An agent of the host program, which decides from the view of the seat to act.
    Custom(Box<dyn CustomAgent>),
}

impl Player {
    /// Tells the player the standing of the match, before each hand.
    pub fn note_standing(&mut self, standing: &MatchState) {
        match self {
            Player::Fair(agent) => agent.note_standing(standing),
            Player::Cheating(agent) => agent.note_standing(standing),
            Player::Program(program) => program.note_standing(standing),
            Player::Custom(agent) => agent.note_standing(standing),
        }
    }

    /// Prepares for a hand. Everything random in it derives from `seed`.
    pub fn start_hand(&mut self, seed: u64) {
        match self {
            Player::Fair(agent) => agent.start_hand(seed),
            Player::Cheating(agent) => agent.start_hand(seed),
            Player::Program(program) => program.start_hand(seed),
            Player::Custom(agent) => agent.start_hand(seed),
        }
    }

    /// Decides for the seat to act.
    ///
    /// # Errors
    /// Fails if a program commits an offence or an agent of the host fails.
    pub fn decide(&mut self, hand: &Hand<'_>, budget: Budget) -> Result<Decision, Refusal> {
        match self {
            Player::Fair(agent) => Ok(agent.decide(&hand.view(), budget)),
            Player::Cheating(agent) => Ok(agent.decide(hand.game(), hand.world(), budget)),
            Player::Program(program) => program.decide(&hand.view(), budget).map_err(Refusal::unless_stopped),
            Player::Custom(agent) => agent.decide(&hand.view(), budget).map_err(Refusal::Failed),
        }
    }

    /// The action for the seat to act.
    ///
    /// # Errors
    /// Fails like [`Player::decide`].
    #[inline]
    pub fn act(&mut self, hand: &Hand<'_>) -> Result<Action, Refusal> {
        match self {
            Player::Fair(agent) => Ok(agent.act(&hand.view())),
            Player::Cheating(agent) => Ok(agent.act(hand.game(), hand.world())),
            Player::Program(_) => Ok(self.decide(hand, Budget::OWN)?.action),
            Player::Custom(agent) => agent.act(&hand.view()).map_err(Refusal::Failed),
        }
    }

    /// See [`Program::belief`]; empty if the player is not a program.
    #[must_use]
    pub fn belief(&self) -> &[(Card, Vec<f32>)] {
        match self {
            Player::Program(program) => program.belief(),
            Player::Fair(_) | Player::Cheating(_) | Player::Custom(_) => &[],
        }
    }

    /// See [`Program::take_usage`]; nothing if the player is not a program.
    pub fn take_usage(&mut self) -> Usage {
        match self {
            Player::Program(program) => program.take_usage(),
            Player::Fair(_) | Player::Cheating(_) | Player::Custom(_) => Usage::default(),
        }
    }

    /// See [`Program::take_thoughts`]; none if the player is not a program.
    pub fn take_thoughts(&mut self) -> Vec<(usize, String)> {
        match self {
            Player::Program(program) => program.take_thoughts(),
            Player::Fair(_) | Player::Cheating(_) | Player::Custom(_) => Vec::new(),
        }
    }

    /// Tells a program or an agent of the host that a hand in which it acted is over. Other players ignore it.
    pub fn end_hand(&mut self, hand: &Hand<'_>) {
        match self {
            Player::Fair(_) | Player::Cheating(_) => (),
            Player::Program(program) => program.end_hand(hand.game(), &hand.score(), hand.history()),
            Player::Custom(agent) => agent.end_hand(hand.game(), &hand.score(), hand.history()),
        }
    }
}
