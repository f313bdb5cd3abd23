//! Levels of play: what a person chooses instead of an agent.

use spariglio_engine::Game;

use crate::spec::AgentSpec;

/// A level of play.
#[derive(Copy, Clone, Debug)]
pub struct Level {
    /// Its name.
    pub name: &'static str,
    /// The agents that may play it: the first one that can play the rules does.
    pub agents: &'static [&'static str],
}

/// The levels, from the weakest to the strongest.
pub const LEVELS: [Level; 4] = [
    Level { name: "beginner", agents: &["greedy-take"] },
    Level { name: "club", agents: &["greedy"] },
    Level { name: "expert", agents: &["formula"] },
    Level {
        name: "champion",
        agents: &["net-search:simulations=4096", "ismcts:simulations=40000"],
    },
];

impl Level {
    /// The specifications of its agents.
    ///
    /// # Panics
    /// Never: a test reads them.
    #[must_use]
    pub fn specs(&self) -> Vec<AgentSpec> {
        let spec = |text: &&str| AgentSpec::parse(text).expect("a sound agent");
        self.agents.iter().map(spec).collect()
    }

    /// The agent that plays it in a game.
    ///
    /// # Panics
    /// Never: the last agent of every level plays all rules.
    #[must_use]
    pub fn agent(&self, game: &Game) -> AgentSpec {
        first_able(&self.specs(), game).expect("an agent that plays all rules").clone()
    }
}

/// The first of some agents that can play a game.
#[must_use]
pub fn first_able<'s>(specs: &'s [AgentSpec], game: &Game) -> Option<&'s AgentSpec> {
    specs.iter().find(|spec| spec.build_player(game).is_ok())
}
