//! The score of an agent: a file that others can check.

use std::path::Path;

use serde::{Deserialize, Serialize};
use spariglio_files::Origin;
use spariglio_files::json::read;
use spariglio_files::whole::{FileError, read_text};

use crate::exploited::Exploited;
use crate::figures::{Beliefs, Costs, Endings, GameScore, Headline};
use crate::secret::{Commitment, Sealed};
use crate::suite::SUITE_VERSION;

/// The kind of the file.
pub const SCORE_KIND: &str = "spariglio score";

/// The score of an agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// [`SCORE_KIND`].
    pub kind: String,
    /// The agent's name in tables.
    pub name: String,
    /// Date, machine and program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// The command that scores the agent again, with a new secret.
    pub command: String,
    /// The headline.
    pub headline: Headline,
    /// The figures of the games.
    pub games: Vec<GameScore>,
    /// Exploitability in the small games.
    pub exploitability: Vec<Exploited>,
    /// Decisions at endings, over all games of the suite.
    pub endings: Option<Endings>,
    /// Beliefs about hidden cards, if the agent tells any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beliefs: Option<Beliefs>,
    /// Decisions, faults, times, tokens.
    pub costs: Costs,
    /// The price of all tokens; 0 if the agent has no prices.
    pub cost: f64,
    /// The public commitment of the run.
    pub commitment: Commitment,
    /// The secret and the challenge of the run.
    #[serde(flatten)]
    pub sealed: Sealed,
    /// The SHA-256 of the answers' file.
    pub answers_sha256: String,
}

impl Score {
    /// Reads a score.
    ///
    /// # Errors
    /// The file cannot be read, is no score, or is one of another version of the suite.
    pub fn load(path: &Path) -> Result<Score, FileError> {
        let score: Score = read(read_text(path)?).map_err(|error| FileError::contents(path, error))?;
        if score.kind != SCORE_KIND {
            return Err(FileError::contents(path, format!("kind: expected `{SCORE_KIND}`, found `{}`", score.kind)));
        }
        let version = score.commitment.version;
        if version != SUITE_VERSION {
            let message = format!("commitment.version: expected {SUITE_VERSION}, found {version}");
            return Err(FileError::contents(path, message));
        }
        Ok(score)
    }

    /// The score as text.
    #[must_use]
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).expect("numbers and texts") + "\n"
    }
}
