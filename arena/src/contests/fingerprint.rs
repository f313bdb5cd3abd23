//! Fingerprints: what decides the figures of a result, in sixteen hexadecimal digits.

use serde::{Deserialize, Serialize};
use spariglio_agents::{AgentSpec, ExternalConfig};
use spariglio_engine::Game;

use crate::pairs::ArenaConfig;
use spariglio_files::whole::read_bytes;
use spariglio_files::{FileError, short_hash};

/// What the answer of a program to the greeting is called.
const PROGRAM: &str = "the program's name";

/// One thing that an agent is made of, beside its specification.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// What: a file, or the program's answer to the greeting.
    pub what: String,
    /// The hash of the file, or the answer.
    pub is: String,
}

/// Of everything that decides the figures of a deal: version, rules, agents and what they are made of, seed and secret, open
/// hand cards, single plays, the sequential test. Not of the number of hands, the threads or the clock.
pub(crate) fn of_arena<'a>(
    game: &Game,
    agents: impl Iterator<Item = (&'a AgentSpec, &'a Vec<Part>)>,
    config: &ArenaConfig,
) -> String {
    let mut text = format!(
        "{}|{:016x}|{}|{}|{}|{:?}|{:?}",
        env!("CARGO_PKG_VERSION"),
        game.fingerprint(),
        config.seed,
        config.partners_open,
        config.unpaired,
        config.secret,
        config.sprt,
    );
    for (agent, parts) in agents {
        text.push_str(&format!("|{agent}"));
        for part in parts {
            text.push_str(&format!("|{}", part.is));
        }
    }
    short_hash(text)
}

/// What an agent is made of: its files, the network that ships where it plays that, and who a program says it is. A program
/// that does not say it is left to commit its offence when it plays.
///
/// # Errors
/// A file that cannot be read.
pub(crate) fn made_of(agent: &AgentSpec, game: &Game) -> Result<Vec<Part>, FileError> {
    let mut parts = Vec::new();
    for path in agent.files() {
        parts.push(Part {
            what: path.display().to_string(),
            is: short_hash(read_bytes(&path)?),
        });
    }
    parts.extend(
        agent
            .shipped_net(game)
            .into_iter()
            .flat_map(|net| net.files())
            .map(|bytes| Part {
                what: "the network that ships".to_owned(),
                is: short_hash(bytes),
            }),
    );
    if let Some(program) = agent.options::<ExternalConfig>() {
        let (what, is) = match program.introduction(game) {
            Ok(introduction) => (PROGRAM, introduction.to_string()),
            Err(offence) => ("no answer to the greeting", offence.kind.to_string()),
        };
        parts.push(Part {
            what: what.to_owned(),
            is,
        });
    }
    Ok(parts)
}

/// The name of a program in tables: the one that its specification gives it, else the one that it gave itself.
pub(crate) fn program_name(agent: &AgentSpec, parts: &[Part]) -> Option<String> {
    let given = &agent.options::<ExternalConfig>()?.name;
    let said = parts.iter().find(|part| part.what == PROGRAM);
    Some(given.clone())
        .filter(|name| !name.is_empty())
        .or_else(|| said.map(|part| part.is.clone()))
}
