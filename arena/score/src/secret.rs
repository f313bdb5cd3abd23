//! The secret of a run: 256 random bits from which all deals and seeds follow.
//!
//! The commitment is the SHA-256 of the secret and the settings. Published before the run, it binds the run to its deals;
//! the secret, published after it, lets everybody deal them again. A challenge is a text of somebody else that is named
//! after the commitment was published. It goes into all seeds: then nobody can try secrets until one is favourable. (The
//! secret of an arena has 64 bits, and no hash of it is published; a hash of 64 bits could be inverted.)

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};
use serde_json::json;
use spariglio_arena::deals::unforeseen::random_seed;
use spariglio_files::hash::sha256_hex;

/// Random bytes of a secret.
const BYTES: usize = 32;

/// The secret of a run: 64 hexadecimal digits.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct Secret(String);

impl TryFrom<String> for Secret {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Secret, &'static str> {
        Secret::of(&text).ok_or("expected 64 hexadecimal digits")
    }
}

impl Secret {
    /// A random secret from the system's source of random numbers.
    ///
    /// # Panics
    /// If the system has no such source.
    #[must_use]
    pub fn random() -> Secret {
        Secret((0..BYTES / 8).map(|_| format!("{:016x}", random_seed())).collect())
    }

    /// The secret of 64 hexadecimal digits; `None` for any other text.
    #[must_use]
    pub fn of(text: &str) -> Option<Secret> {
        let is_hex = text.len() == 2 * BYTES && text.bytes().all(|digit| digit.is_ascii_hexdigit());
        is_hex.then(|| Secret(text.to_owned()))
    }

    /// Its digits.
    #[must_use]
    pub fn digits(&self) -> &str {
        &self.0
    }
}

/// The public part of a run before its first hand.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Commitment {
    /// The suite's name.
    pub suite: String,
    /// The suite's version.
    pub version: u32,
    /// The agent's specification. The folder of its network is that in the folder of the run.
    pub agent: String,
    /// The SHA-256 of the agent's files: its network or program, then the networks that ship and that it plays.
    pub files: Vec<String>,
    /// Whether a slow agent plays whole hands too.
    pub whole_hands: bool,
    /// Number of generated games.
    pub generated: u32,
    /// The SHA-256 of the secret and all of the above.
    pub sha256: String,
}

impl Commitment {
    /// The same with the hash for `secret`.
    #[must_use]
    pub fn sealed(self, secret: &Secret) -> Commitment {
        let sha256 = self.hash(secret);
        Commitment { sha256, ..self }
    }

    /// Whether `secret` is the one that was committed to.
    #[must_use]
    pub fn holds(&self, secret: &Secret) -> bool {
        self.hash(secret) == self.sha256
    }

    fn hash(&self, secret: &Secret) -> String {
        let Commitment { suite, version, agent, files, whole_hands, generated, sha256: _ } = self;
        // As JSON, no text can stand for several fields.
        sha256_hex(json!([secret, suite, version, agent, files, whole_hands, generated]).to_string())
    }
}

/// The random source of a run: all its deals follow from it.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Sealed {
    /// The secret, which the run has drawn.
    pub secret: Secret,
    /// A text of somebody else, named after the commitment; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub challenge: String,
}

impl Sealed {
    /// The source of the public set of a version of the suite, which everybody knows.
    pub(crate) fn public(version: u32) -> Sealed {
        let secret = Secret(sha256_hex(format!("public set {version}")));
        Sealed { secret, challenge: String::new() }
    }

    /// The seeds of the run.
    #[must_use]
    pub(crate) fn seeds(&self) -> Seeds {
        Seeds(sha256_hex(format!("{}\n{}", self.secret.digits(), self.challenge)))
    }
}

/// The seeds of a run: one-way, so that a program cannot compute one from another.
#[derive(Clone, Debug)]
pub(crate) struct Seeds(String);

impl Seeds {
    /// Seeds that are the same in every run.
    pub fn fixed() -> Seeds {
        Seeds("every run".to_owned())
    }

    /// The seed of a purpose in a game.
    pub fn seed(&self, purpose: &str, rules: &str, numbers: &[u64]) -> u64 {
        let hash = sha256_hex(format!("{}\n{purpose}\n{rules}\n{numbers:?}", self.0));
        u64::from_str_radix(&hash[..16], 16).expect("hexadecimal digits")
    }

    /// The random numbers of a purpose in a game.
    pub fn rng(&self, purpose: &str, rules: &str, numbers: &[u64]) -> Pcg64Mcg {
        Pcg64Mcg::seed_from_u64(self.seed(purpose, rules, numbers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commitment(secret: &Secret) -> Commitment {
        let commitment = Commitment {
            suite: "quick".to_owned(),
            version: 1,
            agent: "formula".to_owned(),
            files: Vec::new(),
            whole_hands: false,
            generated: 0,
            sha256: String::new(),
        };
        commitment.sealed(secret)
    }

    #[test]
    fn a_commitment_binds_secret_and_settings() {
        let secret = Secret::random();
        let sealed = commitment(&secret);
        assert!(sealed.holds(&secret) && !sealed.holds(&Secret::random()));
        assert!(!Commitment { agent: "net".to_owned(), ..sealed.clone() }.holds(&secret));
        assert!(!Commitment { whole_hands: true, ..sealed.clone() }.holds(&secret));
        assert!(!Commitment { files: vec![String::new()], ..sealed.clone() }.holds(&secret));
        let moved = Commitment { suite: "quick\",1,\"a".to_owned(), ..sealed.clone() };
        assert!(!moved.holds(&secret) && serde_json::from_str::<Secret>("\"short\\nsecret\"").is_err());
        assert_eq!(Secret::of(secret.digits()), Some(secret));
        assert_eq!(Secret::of("abc"), None);
    }

    #[test]
    fn seeds_differ_by_all_that_names_them() {
        let sealed = Sealed { secret: Secret::random(), challenge: String::new() };
        let challenged = Sealed { challenge: "7".to_owned(), ..sealed.clone() }.seeds();
        let seeds = sealed.seeds();
        let some = [
            seeds.seed("deal", "scopa", &[1]),
            seeds.seed("deal", "scopa", &[2]),
            seeds.seed("deal", "cirulla", &[1]),
            seeds.seed("agent", "scopa", &[1]),
            challenged.seed("deal", "scopa", &[1]),
        ];
        let different: std::collections::HashSet<u64> = some.into_iter().collect();
        assert_eq!(different.len(), 5);
    }
}
