//! The clocks of a table: how long persons may think at a decision and in a match.
//!
//! Invariant: at most one clock runs. Its time is counted when it stops, and whenever the table is saved.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::moment::Moment;
use crate::refusal::Refusal;

/// Most seconds of a limit: a day.
const MOST: u32 = 86_400;

/// The limits of a table's clocks.
#[derive(Copy, Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Seconds for a decision.
    move_seconds: Option<u32>,
    /// Seconds for all decisions of a match.
    match_seconds: Option<u32>,
}

impl Limits {
    /// Fails if a limit is out of range, or if no clock is limited.
    pub fn check(self, is_match: bool) -> Result<(), Refusal> {
        let fields = [("clock.move_seconds", self.move_seconds), ("clock.match_seconds", self.match_seconds)];
        for (field, seconds) in fields {
            if seconds.is_some_and(|seconds| !(1..=MOST).contains(&seconds)) {
                let seconds_text = seconds.unwrap_or(0).to_string();
                return Err(Refusal::field(field, format!("1 to {MOST} seconds"), seconds_text));
            }
        }
        if self.match_seconds.is_some() && !is_match {
            return Err(Refusal::field("clock.match_seconds", "no limit, because the hands form no match", "one"));
        }
        if self.move_seconds.or(self.match_seconds).is_none() {
            return Err(Refusal::field("clock", "`move_seconds`, `match_seconds` or both", "neither"));
        }
        Ok(())
    }
}

/// Why a person has lost.
#[derive(Copy, Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// The person left the match.
    Left,
    /// The time of a decision ran out.
    MoveTime,
    /// The time of the match ran out.
    MatchTime,
    /// An agent committed an offence in a match of a tournament.
    Offence,
}

/// The clocks of a table.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Clocks {
    limits: Limits,
    /// Milliseconds that each seat has used in this match.
    used: Vec<u64>,
    /// The decision whose clock runs, and the milliseconds that were used of it.
    running: Option<(Decision, u64)>,
    /// The time up to which all is counted.
    #[serde(skip, default = "Moment::now")]
    counted: Moment,
}

/// A decision of a person: the seat and the place in the match.
#[derive(Copy, Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Decision {
    pub seat: usize,
    /// Hand, takebacks, turns.
    pub place: (usize, u64, usize),
}

impl Clocks {
    /// Clocks of which nothing is used.
    pub fn new(limits: Limits, players: usize) -> Clocks {
        Clocks { limits, used: vec![0; players], running: None, counted: Moment::now() }
    }

    /// The clocks of a new match.
    pub fn restart(&mut self) {
        *self = Clocks::new(self.limits, self.used.len());
    }

    /// Counts the time since the last call, then lets the clock of `decision` run; `None` stops all clocks.
    pub fn run(&mut self, decision: Option<Decision>) {
        self.count();
        let is_same = self.running.map(|(running, _)| running) == decision;
        if !is_same {
            self.running = decision.map(|decision| (decision, 0));
        }
    }

    /// Counts the time since the last call for the running clock.
    pub fn count(&mut self) {
        let passed = self.passed();
        // Parts of a millisecond are counted the next time.
        self.counted += Duration::from_millis(passed);
        if let Some((decision, used)) = &mut self.running {
            *used += passed;
            self.used[decision.seat] += passed;
        }
    }

    /// The time that the running clock has left, and which limit it reaches then; `None` if no clock runs.
    pub fn left(&self) -> Option<(Duration, Why)> {
        let (decision, _) = self.running?;
        let of_move = self.of_move().map(|left| (left, Why::MoveTime));
        let of_match = self.of_match(decision.seat).map(|left| (left, Why::MatchTime));
        let first = of_move.into_iter().chain(of_match).min_by_key(|(left, _)| *left);
        first.map(|(left, why)| (Duration::from_millis(left), why))
    }

    /// Milliseconds that are left of the running decision.
    fn of_move(&self) -> Option<u64> {
        let (_, used) = self.running?;
        Some(left(self.limits.move_seconds?, used + self.passed()))
    }

    /// Milliseconds that a seat has left in the match.
    fn of_match(&self, seat: usize) -> Option<u64> {
        let runs = self.running.is_some_and(|(decision, _)| decision.seat == seat);
        let passed = if runs { self.passed() } else { 0 };
        Some(left(self.limits.match_seconds?, self.used[seat] + passed))
    }

    /// Milliseconds that are not counted yet.
    fn passed(&self) -> u64 {
        self.counted.elapsed().as_millis() as u64
    }

    /// The clocks for pages, with the milliseconds that are left.
    pub fn snapshot(&self, is_person: impl Fn(usize) -> bool) -> Value {
        let of_match = |seat: usize| self.of_match(seat).filter(|_| is_person(seat));
        json!({
            "move_seconds": self.limits.move_seconds, "match_seconds": self.limits.match_seconds,
            "running": self.running.map(|(decision, _)| decision.seat), "move_left": self.of_move(),
            "match_left": (0..self.used.len()).map(of_match).collect::<Vec<_>>(),
        })
    }

    /// Whether the clocks fit a table of `players` seats.
    pub fn is_sane(&self, players: usize, is_match: bool) -> bool {
        let is_seat = self.running.is_none_or(|(decision, _)| decision.seat < players);
        self.used.len() == players && is_seat && self.limits.check(is_match).is_ok()
    }
}

/// Milliseconds that are left of a limit.
fn left(seconds: u32, used: u64) -> u64 {
    (u64::from(seconds) * 1000).saturating_sub(used)
}
