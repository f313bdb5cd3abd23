//! A program that answers each line with a line, outside the protocol of agents: `spariglio conform` asks it.
//!
//! Invariant: after an offence the process is killed, so a late line cannot be mistaken for a later answer.

use std::time::Duration;

use super::command::from_anywhere;
use super::process::Process;
use super::transcript::Transcript;
use crate::table::{Offence, OffenceKind};

/// The longest line of an answer in bytes: that of a record (`docs/reference/records.md`).
const LONGEST: usize = 16 << 20;

/// A running program that answers lines.
pub struct Answerer {
    process: Process,
}

impl Answerer {
    /// Starts the program `command[0]` with the other words as its arguments, in an empty folder of its own.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn start(command: &[String]) -> Result<Answerer, Offence> {
        let words = from_anywhere(command.to_vec());
        let process = Process::spawn(&words, LONGEST, Transcript::of(&words)?)?;
        Ok(Answerer { process })
    }

    /// Sends a line, and returns the next line that the program writes, with its line end.
    ///
    /// # Errors
    /// No line within `limit`, the program has ended, or the line is longer than 16 MiB. The process is then gone.
    pub fn ask(&mut self, line: &str, limit: Duration) -> Result<Vec<u8>, Offence> {
        self.process.send(line.as_bytes().to_vec());
        let answer = self.process.receive(limit);
        answer.map_err(|kind: OffenceKind| Offence { kind, heard: self.process.kill() })
    }
}
