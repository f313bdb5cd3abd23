//! The fingerprint of an arena: a hash of everything that decides its figures, sixteen hexadecimal digits.

use spariglio_files::short_hash;

use crate::contests::ArenaResult;

impl ArenaResult {
    /// The fingerprint of the result's settings. It covers version, rules, agents and their components, seed, secret,
    /// open hand cards, single plays and the sequential test. It leaves out the number of hands, the threads and the
    /// clock.
    pub(crate) fn fingerprint_of_settings(&self) -> String {
        let mut text = format!(
            "{}|{}|{}|{}|{}|{:?}|{:?}",
            self.version, self.rules_fingerprint, self.seed, self.partners_open, self.unpaired, self.secret, self.sprt,
        );
        for (agent, made_of) in self.agents.iter().zip(&self.made_of) {
            text.push_str(&format!("|{agent}"));
            for component in made_of {
                text.push_str(&format!("|{}", component.is));
            }
        }
        short_hash(text)
    }
}
