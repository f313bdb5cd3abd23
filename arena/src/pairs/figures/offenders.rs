//! The offences of programs in a pair.

use serde::Serialize;

use crate::pairs::offences::Offences;

/// The offences of both agents of a pair; each cost a hand or a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Forfeits {
    /// Hands or matches that each agent lost by an offence.
    pub lost: [u64; 2],
    /// The offences of each agent by kind.
    pub offences: [Offences; 2],
    /// Each agent's first offence: place, kind, and the program's last words.
    pub first_offence: [Option<String>; 2],
}

impl Forfeits {
    /// The offences of both agents, with their first ones.
    #[must_use]
    pub fn new(offences: [Offences; 2], first_offence: &[Option<String>; 2]) -> Forfeits {
        Forfeits {
            lost: offences.map(|offences| offences.total()),
            offences,
            first_offence: first_offence.clone(),
        }
    }
}
