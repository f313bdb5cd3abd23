//! Offences of programs: counted by kind; each agent's first one is reported at once.

use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};
use spariglio_agents::table::OffenceKind;

use crate::watch::{FirstOffence, Watch};

/// Whether each agent's first offence was reported.
#[derive(Debug, Default)]
pub(crate) struct Reported([AtomicBool; 2]);

impl Reported {
    /// Reports an offence of an agent if it is the first; `sentence` says where and which.
    pub fn tell<N, K>(&self, agent: usize, name: &str, sentence: &str, watch: &dyn Watch<N, K>) {
        if !self.0[agent].swap(true, Ordering::Relaxed) {
            watch.offence(&FirstOffence { agent, name: name.to_owned(), what: sentence.to_owned() });
        }
    }
}

/// Number of an agent's offences by kind.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct Offences {
    /// No answer in time.
    pub timeout: u64,
    /// The program ended, or could not be started.
    pub crash: u64,
    /// An action that is not legal.
    pub illegal: u64,
    /// An answer that violates the protocol.
    pub protocol: u64,
    /// A refusal of an endpoint to answer.
    #[serde(default)]
    pub refused: u64,
}

impl Offences {
    /// A single one.
    #[must_use]
    pub fn one(kind: &OffenceKind) -> Offences {
        let mut one = Offences::default();
        one.push(kind);
        one
    }

    /// Adds one.
    pub fn push(&mut self, kind: &OffenceKind) {
        *match kind {
            OffenceKind::Timeout { .. } => &mut self.timeout,
            OffenceKind::Crashed(_) => &mut self.crash,
            OffenceKind::Illegal(_) => &mut self.illegal,
            OffenceKind::Protocol(_) => &mut self.protocol,
            OffenceKind::Refused(_) => &mut self.refused,
        } += 1;
    }

    /// Adds all of `other`.
    pub fn merge(&mut self, other: &Offences) {
        self.timeout += other.timeout;
        self.crash += other.crash;
        self.illegal += other.illegal;
        self.protocol += other.protocol;
        self.refused += other.refused;
    }

    /// All kinds together.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.kinds().map(|(_, count)| count).iter().sum()
    }

    /// Every kind in words, singular and plural, with its count.
    #[must_use]
    pub fn kinds(&self) -> [([&'static str; 2], u64); 5] {
        [
            (["timeout", "timeouts"], self.timeout),
            (["crash", "crashes"], self.crash),
            (["illegal action", "illegal actions"], self.illegal),
            (["breach of the protocol", "breaches of the protocol"], self.protocol),
            (["refusal to answer", "refusals to answer"], self.refused),
        ]
    }
}
