//! Fingerprints: what decides the figures of a result, in sixteen hexadecimal digits.

use spariglio_agents::AgentSpec;
use spariglio_engine::Game;

use crate::error::ArenaError;
use crate::pairs::ArenaConfig;
use spariglio_files::short_hash;
use spariglio_files::whole::read_bytes;

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
        for path in agent.files() {
            text.push_str(&format!("|{}", short_hash(read_bytes(&path)?)));
        }
    }
    Ok(short_hash(text))
}
