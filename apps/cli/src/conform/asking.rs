//! The conversation with the program: one question at a time, another process after a failure.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::Result;
use spariglio_agents::external::Answerer;
use spariglio_agents::table::{Offence, OffenceKind};
use spariglio_conform::{Failure, FailureKind, SuiteHand, Tally, Verdict, judge};

use crate::interrupt;

/// After this many failures of a rule set, one after another, the rest of it is left out.
const MOST_FAILURES: u32 = 5;

/// A program under test.
pub struct Asking {
    command: Vec<String>,
    limit: Duration,
    /// The running process; `None` after a failure.
    program: Option<Answerer>,
    /// Failures without a comparison between them, by rule set.
    failures: BTreeMap<String, u32>,
}

impl Asking {
    /// Starts the program.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(command: Vec<String>, limit: Duration) -> Result<Asking> {
        let program = Some(Answerer::start(&command)?);
        Ok(Asking { command, limit, program, failures: BTreeMap::new() })
    }

    /// Asks about a hand and counts the answer.
    ///
    /// # Errors
    /// The program cannot be started again.
    pub fn hand(&mut self, hand: &SuiteHand, tally: &mut Tally) -> Result<()> {
        if self.failures.get(&hand.group).is_some_and(|count| *count >= MOST_FAILURES) {
            tally.leave_out(hand);
            return Ok(());
        }
        let verdict = self.ask(hand)?;
        if interrupt::stopped() {
            return Ok(());
        }
        let failures = self.failures.entry(hand.group.clone()).or_default();
        if matches!(verdict, Verdict::Failed(_)) {
            *failures += 1;
            // The next line of this process may be the answer to this question.
            self.program = None;
        } else {
            *failures = 0;
        }
        tally.count(hand, verdict);
        Ok(())
    }

    fn ask(&mut self, hand: &SuiteHand) -> Result<Verdict> {
        let mut program = match self.program.take() {
            Some(program) => program,
            None => Answerer::start(&self.command)?,
        };
        let verdict = match program.ask(&hand.question, self.limit) {
            Ok(answer) => judge(hand, &answer),
            Err(offence) => Verdict::Failed(failure(&offence)),
        };
        self.program = Some(program);
        Ok(verdict)
    }
}

fn failure(offence: &Offence) -> Failure {
    let kind = match offence.kind {
        OffenceKind::Timeout { .. } => FailureKind::Late,
        OffenceKind::Crashed(_) => FailureKind::Crash,
        OffenceKind::Illegal(_) | OffenceKind::Protocol(_) | OffenceKind::Refused(_) => FailureKind::NoJson,
    };
    Failure { kind, text: offence.to_string() }
}
