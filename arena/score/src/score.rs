//! The score of an agent: a file that others can check.

use std::path::Path;

use serde::{Deserialize, Serialize};
use spariglio_agents::AgentSpec;
use spariglio_files::whole::{FileError, read_text};
use spariglio_files::{Origin, sealed};

use crate::exploited::Exploited;
use crate::figures::{Beliefs, Costs, Endings, GameScore, Headline};
use crate::item::Item;
use crate::secret::{Commitment, Sealed};
use crate::suite::{MOST_GENERATED, PRESETS, SUITE_VERSION, Suite};

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
    /// The headline; `None` if no game has enough deals or positions.
    pub headline: Option<Headline>,
    /// The figures of the games.
    pub games: Vec<GameScore>,
    /// Exploitability in the small games.
    pub exploitability: Vec<Exploited>,
    /// Decisions at endings, over all games of the suite.
    pub endings: Option<Endings>,
    /// The single decisions: those at positions by game, then those at endings. Refused ones are left out.
    pub items: Vec<Item>,
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
    /// The file cannot be read, holds no score, or its seal is not that of its contents.
    pub fn load(path: &Path) -> Result<Score, FileError> {
        Score::read(&read_text(path)?).map_err(|error| FileError::contents(path, error))
    }

    /// Reads the text of a score.
    ///
    /// # Errors
    /// The text is no score, is one of another version of the suite, or was changed after it was sealed.
    pub(crate) fn read(text: &str) -> Result<Score, String> {
        let score: Score = sealed::read(text)?;
        if score.kind != SCORE_KIND {
            return Err(format!("kind: expected `{SCORE_KIND}`, found {:?}", score.kind));
        }
        let Commitment { version, generated, .. } = score.commitment;
        if version != SUITE_VERSION {
            return Err(format!("commitment.version: expected {SUITE_VERSION}, found {version}"));
        }
        if u64::from(generated) > MOST_GENERATED {
            return Err(format!("commitment.generated: expected 0 to {MOST_GENERATED}, found {generated}"));
        }
        if score.suite().is_some_and(Suite::is_public) && score.sealed != Sealed::public(SUITE_VERSION) {
            return Err("secret: expected that of the public set, without a challenge".to_owned());
        }
        let games = PRESETS + generated as usize;
        if score.games.len() != games {
            return Err(format!("games: expected {games}, found {}", score.games.len()));
        }
        Ok(score)
    }

    /// Its suite; `None` if the commitment names none.
    #[must_use]
    pub fn suite(&self) -> Option<Suite> {
        Suite::of(&self.commitment.suite)
    }

    /// The score as text, with its seal.
    #[must_use]
    pub fn text(&self) -> String {
        sealed::to_json(self).expect("numbers and texts") + "\n"
    }

    /// Whether the check makes the agent's decisions again.
    #[must_use]
    pub fn is_replayed(&self) -> bool {
        AgentSpec::parse(&self.commitment.agent).is_ok_and(|agent| is_replayed(&agent))
    }
}

/// Whether an agent's decisions can be made again: it is no program, and its decisions follow from a seed.
pub(crate) fn is_replayed(agent: &AgentSpec) -> bool {
    !agent.agent_type().is_program() && !agent.varies()
}
