//! Fingerprints: what decides the figures of a result, in sixteen hexadecimal digits.

use spariglio_agents::AgentSpec;
use spariglio_engine::Game;

use crate::error::ArenaError;
use crate::pairs::ArenaConfig;
use spariglio_files::whole::read_bytes;
use spariglio_files::{FileError, short_hash};

/// Of everything that decides the figures of a deal: version, rules, agents and the files that they are made of, seed, open
/// hand cards, the sequential test. Not of the number of hands, the threads or the clock.
///
/// # Errors
/// An agent's file that cannot be read.
pub(crate) fn of_arena<'a>(
    game: &Game,
    agents: impl Iterator<Item = &'a AgentSpec>,
    config: &ArenaConfig,
) -> Result<String, ArenaError> {
    let mut text = format!(
        "{}|{:016x}|{}|{}|{:?}",
        env!("CARGO_PKG_VERSION"),
        game.fingerprint(),
        config.seed,
        config.partners_open,
        config.sprt,
    );
    for agent in agents {
        text.push_str(&format!("|{agent}"));
        for hash in made_of(agent, game)? {
            text.push_str(&format!("|{hash}"));
        }
    }
    Ok(short_hash(text))
}

/// Hashes of the files that an agent is made of, and of the network that ships where it plays that.
///
/// # Errors
/// A file that cannot be read.
pub(crate) fn made_of(agent: &AgentSpec, game: &Game) -> Result<Vec<String>, FileError> {
    let files = agent.files().into_iter().map(|path| read_bytes(&path).map(short_hash));
    let shipped = agent.shipped_net(game).into_iter().flat_map(|net| net.files());
    files.chain(shipped.map(|bytes| Ok(short_hash(bytes)))).collect()
}
