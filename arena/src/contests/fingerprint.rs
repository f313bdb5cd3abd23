//! Fingerprints: a hash of everything that decides the figures of a result, sixteen hexadecimal digits.

use spariglio_agents::AgentSpec;
use spariglio_engine::Game;

use crate::pairs::ArenaConfig;
use crate::pairs::component::Component;
use spariglio_files::short_hash;

/// The fingerprint of an arena. It covers version, rules, agents and their components, seed, secret, open hand cards,
/// single plays and the sequential test. It leaves out the number of hands, the threads and the clock.
pub(crate) fn of_arena<'a>(
    game: &Game,
    agents: impl Iterator<Item = (&'a AgentSpec, &'a Vec<Component>)>,
    config: &ArenaConfig,
) -> String {
    let text = format!(
        "{}|{:016x}|{}|{}|{}|{:?}|{:?}",
        env!("CARGO_PKG_VERSION"),
        game.fingerprint(),
        config.seed,
        config.partners_open,
        config.unpaired,
        config.secret,
        config.sprt,
    );
    with_agents(text, agents)
}

/// The fingerprint of `settings` and of agents with their components.
pub(crate) fn with_agents<'a>(
    mut settings: String,
    agents: impl Iterator<Item = (&'a AgentSpec, &'a Vec<Component>)>,
) -> String {
    for (agent, made_of) in agents {
        settings.push_str(&format!("|{agent}"));
        for component in made_of {
            settings.push_str(&format!("|{}", component.is));
        }
    }
    short_hash(settings)
}
