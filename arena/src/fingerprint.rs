//! Fingerprints: what decides the figures of a result, in sixteen hexadecimal digits.

use std::path::PathBuf;

use spariglio_agents::AgentSpec;
use spariglio_engine::Game;

use crate::error::ArenaError;
use crate::files::read_bytes;
use crate::pair::ArenaConfig;

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
        "{}|{:016x}|{}|{}|{:?}|{}",
        env!("CARGO_PKG_VERSION"),
        game.fingerprint(),
        config.seed,
        config.partners_open,
        config.sprt,
        config.reduce,
    );
    for agent in agents {
        text.push_str(&format!("|{agent}"));
        for path in agent.files() {
            text.push_str(&format!("|{}", of_file(path)?));
        }
    }
    Ok(fnv(text))
}

fn of_file(path: PathBuf) -> Result<String, ArenaError> {
    Ok(fnv(read_bytes(&path)?))
}

/// FNV-1a (Fowler, Noll, Vo), hexadecimal.
pub(crate) fn fnv(data: impl AsRef<[u8]>) -> String {
    let hash = data.as_ref().iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}
