//! The refusal: a player's reason to give no action. An offence costs a program the hand or the match. If an agent of
//! the host fails, or a program turns out to be another one, the run ends.

use thiserror::Error;

use super::offence::{Foul, FoulKind, Offence};
use crate::agent::Stop;

/// Reason why a player gives no action.
#[derive(Clone, Debug, Eq, PartialEq, Error)]
pub enum Refusal {
    /// A program committed an offence.
    #[error(transparent)]
    Offence(#[from] Offence),
    /// An agent of the host program failed, or a program is another one than at first; the text says how.
    #[error("{0}")]
    Failed(String),
}

/// A seat whose agent failed.
#[derive(Clone, Debug, Eq, PartialEq, Error)]
#[error("failed: {said}")]
pub struct Failure {
    /// The seat.
    pub seat: usize,
    /// The agent's message.
    pub said: String,
}

impl Refusal {
    /// The refusal. If the work is asked to stop, the program had too little time: that is no offence.
    pub(super) fn unless_stopped(self) -> Refusal {
        if Stop::is_due_here() {
            return Refusal::Failed("stopped before its answer".to_owned());
        }
        self
    }
}

impl Foul<Refusal> {
    /// The foul, if the rules of a contest judge it.
    ///
    /// # Errors
    /// Fails if the agent of the host failed: that says nothing about its play.
    pub fn judged(self) -> Result<Foul, Failure> {
        let seat = self.seat;
        let kind = match self.kind {
            FoulKind::IllegalAction(action) => FoulKind::IllegalAction(action),
            FoulKind::NoAction(Refusal::Offence(offence)) => FoulKind::NoAction(offence),
            FoulKind::NoAction(Refusal::Failed(said)) => return Err(Failure { seat, said }),
        };
        Ok(Foul { seat, kind })
    }
}
