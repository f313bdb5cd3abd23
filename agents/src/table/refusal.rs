//! The refusal: why a player gives no action. An offence of a program costs it the hand or the match; where a host
//! program's agent fails, that ends the run.

use thiserror::Error;

use super::offence::{Foul, FoulKind, Offence};

/// Why a player gives no action.
#[derive(Clone, Debug, Eq, PartialEq, Error)]
pub enum Refusal {
    /// A program committed an offence.
    #[error(transparent)]
    Offence(#[from] Offence),
    /// An agent of the host program failed: what it said.
    #[error("{0}")]
    Failed(String),
}

/// A seat whose agent failed.
#[derive(Clone, Debug, Eq, PartialEq, Error)]
#[error("failed: {said}")]
pub struct Failure {
    /// The seat.
    pub seat: usize,
    /// What the agent said.
    pub said: String,
}

impl Foul<Refusal> {
    /// The foul, where it is one that the rules of a contest judge.
    ///
    /// # Errors
    /// The agent failed: no judgement of its play.
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
