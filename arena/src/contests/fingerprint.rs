//! Fingerprints: a hash of everything that decides the figures of a result, sixteen hexadecimal digits.

use spariglio_files::short_hash;

use crate::contests::ArenaResult;
use crate::pairs::component::Component;

impl ArenaResult {
    /// The fingerprint of the result's settings. It covers version, rules, agents and their components, seed, secret,
    /// open hand cards, single plays and the sequential test. It leaves out the number of hands, the threads and the
    /// clock.
    pub(crate) fn fingerprint_of_settings(&self) -> String {
        let settings = format!(
            "{}|{}|{}|{}|{}|{:?}|{:?}",
            self.version, self.rules_fingerprint, self.seed, self.partners_open, self.unpaired, self.secret, self.sprt,
        );
        with_agents(settings, &self.agents, &self.made_of)
    }
}

/// The fingerprint of `settings` and of agents with their components.
pub(crate) fn with_agents(mut settings: String, agents: &[String], made_of: &[Vec<Component>]) -> String {
    for (agent, made_of) in agents.iter().zip(made_of) {
        settings.push_str(&format!("|{agent}"));
        for component in made_of {
            settings.push_str(&format!("|{}", component.is));
        }
    }
    short_hash(settings)
}
