//! Counts of calls, faults and tokens of a player that is asked over a network.

use serde::{Deserialize, Serialize};

/// The calls, faults and tokens of a player. All counts are 0 if it is not asked over a network.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    /// Decisions that were asked for.
    pub decisions: u64,
    /// Calls, including second tries.
    pub calls: u64,
    /// Answers in which no action could be read, or several.
    pub unreadable: u64,
    /// Answers that name an action that is not legal.
    pub illegal: u64,
    /// Answers that were cut off by a limit of tokens.
    pub cut_off: u64,
    /// Answers in which the endpoint refuses to play; no faults of play.
    #[serde(default)]
    pub refused: u64,
    /// Calls without an answer in time.
    pub late: u64,
    /// Calls that a busy or broken server refused.
    pub busy: u64,
    /// Decisions at which a random action was played.
    pub random: u64,
    /// Tokens of prompts.
    pub tokens_in: u64,
    /// Tokens of answers.
    pub tokens_out: u64,
}

impl Usage {
    /// Adds all of `other`.
    pub fn merge(&mut self, other: &Usage) {
        for (sum, more) in self.counts_mut().into_iter().zip(other.counts()) {
            *sum += more.1;
        }
    }

    /// Whether nothing was counted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Usage::default()
    }

    /// Answers without a single legal action.
    #[must_use]
    pub fn faults(&self) -> u64 {
        self.unreadable + self.illegal + self.cut_off + self.late
    }

    /// Every count with its name, in the order of the fields.
    #[must_use]
    pub fn counts(&self) -> [(&'static str, u64); 11] {
        [
            ("decisions", self.decisions),
            ("calls", self.calls),
            ("unreadable", self.unreadable),
            ("illegal", self.illegal),
            ("cut off", self.cut_off),
            ("refused", self.refused),
            ("late", self.late),
            ("busy", self.busy),
            ("random", self.random),
            ("tokens in", self.tokens_in),
            ("tokens out", self.tokens_out),
        ]
    }

    fn counts_mut(&mut self) -> [&mut u64; 11] {
        [
            &mut self.decisions,
            &mut self.calls,
            &mut self.unreadable,
            &mut self.illegal,
            &mut self.cut_off,
            &mut self.refused,
            &mut self.late,
            &mut self.busy,
            &mut self.random,
            &mut self.tokens_in,
            &mut self.tokens_out,
        ]
    }
}
