//! The registry: one row per agent type. It is the only list of them.

use std::path::Path;

use spariglio_engine::format::nearest;

#[cfg(feature = "system")]
use super::builder::Build::Program;
use super::builder::Build::{Cheating, Fair};
use super::builder::{Builder, pairs};
use super::others::models;
use crate::book::Book;
use crate::book::chitarrella::CicutiConfig;
use crate::book::chitarrella::{Doctrine, DoctrinePolicy};
use crate::book::formula::FormulaPolicy;
use crate::book::greedy::GreedyPolicy;
use crate::book::lookahead::{self, Foresight};
use crate::book::random::Random;
use crate::book::take::TakePolicy;
#[cfg(feature = "system")]
use crate::chat::{Chat, ChatConfig};
#[cfg(feature = "system")]
use crate::external::{External, ExternalConfig};
use crate::net_agent::{NetAgent, NetOptions};
use crate::options::{AgentOption, NET, NoOptions};
use crate::search::{
    CheatMcts, CheatMctsConfig, CheatPimc, CheatPimcConfig, Ismcts, IsmctsConfig, NetSearchAgent, NetSearchConfig,
    PimcAgent, PimcConfig,
};

/// The interpreters of scripts, by the endings of their files.
const INTERPRETERS: [(&str, &str); 6] =
    [("py", "python3"), ("js", "node"), ("rb", "ruby"), ("pl", "perl"), ("lua", "lua"), ("sh", "sh")];

/// An agent type.
pub struct AgentType {
    /// Its name.
    pub name: &'static str,
    /// Its description in one line.
    pub about: &'static str,
    /// Reads its options and makes the agent.
    pub(super) builder: &'static dyn Builder,
}

/// Every agent type, in the order in which messages list them.
///
/// # Examples
/// ```
/// use spariglio_agents::{AGENTS, AgentSpec};
///
/// let names: Vec<&str> = AGENTS.iter().map(|agent| agent.name).collect();
/// assert!(["random", "formula", "ismcts", "net-search"].iter().all(|name| names.contains(name)));
/// let cheats = AGENTS.iter().filter(|agent| agent.cheats());
/// assert!(cheats.map(|agent| agent.name).all(|name| name.starts_with("cheat-")));
/// ```
pub static AGENTS: &[AgentType] = &[
    AgentType {
        name: "random",
        about: "a uniformly random legal action",
        builder: &Fair(|_: &NoOptions, _| Ok(Box::new(Random::new()))),
    },
    AgentType {
        name: "greedy",
        about: "the most valuable capture, guarded against the next seat's sweep; else the least harmful card",
        builder: &Fair(|_: &NoOptions, game| Ok(Box::new(Book::new(GreedyPolicy::new(game))))),
    },
    AgentType {
        name: "greedy-take",
        about: "the most valuable capture, whatever it leaves; else the least valuable card",
        builder: &Fair(|_: &NoOptions, game| Ok(Box::new(Book::new(TakePolicy::new(game))))),
    },
    AgentType {
        name: "chitarrella",
        about: "the classical doctrine of Scopone, rule by rule",
        builder: &Fair(|doctrine: &Doctrine, game| {
            Ok(Box::new(Book::new(DoctrinePolicy::new(game, doctrine.clone()))))
        }),
    },
    AgentType {
        name: "cicuti",
        about: "the classical doctrine of Scopone with rules for the sevens",
        builder: &Fair(|config: &CicutiConfig, game| {
            let policy = DoctrinePolicy::new(game, config.doctrine.clone());
            Ok(Box::new(Book::new(policy.with_sevens(config.sevens))))
        }),
    },
    AgentType {
        name: "formula",
        about: "card worth, sweep risk, gifts and the own next capture in one sum",
        builder: &Fair(|_: &NoOptions, game| Ok(Box::new(Book::new(FormulaPolicy::new(game))))),
    },
    AgentType {
        name: "lookahead",
        about: "three plays ahead with expected hidden cards, in games of two seats in deal-rounds; the last one is solved",
        builder: &Fair(|foresight: &Foresight, game| Ok(Box::new(lookahead::player(game, foresight)))),
    },
    AgentType {
        name: "ismcts",
        about: "information set Monte Carlo tree search, single observer",
        builder: &Fair(|config: &IsmctsConfig, game| {
            Ok(Box::new(Ismcts::single(game, config).knowing(game, models(&config.others, game)?)?))
        }),
    },
    AgentType {
        name: "mo-ismcts",
        about: "information set Monte Carlo tree search, multiple observers",
        builder: &Fair(|config: &IsmctsConfig, game| {
            Ok(Box::new(Ismcts::multiple(game, config).knowing(game, models(&config.others, game)?)?))
        }),
    },
    AgentType {
        name: "cheat-mcts",
        about: "the tree search in the real world: an upper bound",
        builder: &Cheating(|config: &CheatMctsConfig, game| Ok(Box::new(CheatMcts::new(game, config)))),
    },
    AgentType {
        name: "pimc",
        about: "perfect information Monte Carlo: sampled worlds, each searched with all cards open",
        builder: &Fair(|config: &PimcConfig, game| Ok(Box::new(PimcAgent::new(game, config)))),
    },
    AgentType {
        name: "cheat-pimc",
        about: "the search of `pimc` in the real world: an upper bound",
        builder: &Cheating(|config: &CheatPimcConfig, game| Ok(Box::new(CheatPimc::new(game, config)))),
    },
    AgentType {
        name: "net",
        about: "the policy of a trained network",
        builder: &Fair(|options: &NetOptions, game| Ok(Box::new(NetAgent::new(game, options)?))),
    },
    AgentType {
        name: "net-search",
        about: "information set tree search with a network's priors and values",
        builder: &Fair(|config: &NetSearchConfig, game| {
            Ok(Box::new(NetSearchAgent::new(game, config)?.knowing(game, models(&config.others, game)?)?))
        }),
    },
    #[cfg(feature = "system")]
    AgentType {
        name: "external",
        about: "another program, over its standard input and output",
        builder: &Program(|config: &ExternalConfig, game| Ok(Box::new(External::new(game, config)?))),
    },
    #[cfg(feature = "system")]
    AgentType {
        name: "chat",
        about: "a language model behind an OpenAI-compatible endpoint",
        builder: &Program(|config: &ChatConfig, game| Ok(Box::new(Chat::new(game, config)?))),
    },
];

impl AgentType {
    /// Its options with their defaults, in canonical order; the text is empty if an option has none.
    #[must_use]
    pub fn defaults(&self) -> Vec<(&'static str, String)> {
        pairs(self.listed())
    }

    /// Its options with their values, defaults and meanings, in canonical order.
    ///
    /// # Examples
    /// ```
    /// use spariglio_agents::AGENTS;
    ///
    /// let net = AGENTS.iter().find(|agent| agent.name == "net").expect("a type");
    /// let exact = net.listed().into_iter().find(|option| option.name == "exact").expect("an option");
    /// assert_eq!((exact.kind.to_string(), exact.value), ("a whole number from 0 to 8".to_owned(), "3".to_owned()));
    /// ```
    #[must_use]
    pub fn listed(&self) -> Vec<AgentOption> {
        self.builder.listed()
    }

    /// The names of its options, in canonical order.
    #[must_use]
    pub fn options(&self) -> Vec<&'static str> {
        self.defaults().into_iter().map(|(name, _)| name).collect()
    }

    /// Whether it sees the world instead of its seat's view.
    #[must_use]
    pub fn cheats(&self) -> bool {
        self.builder.cheats()
    }

    /// Whether it is another program, which may commit offences.
    #[must_use]
    pub fn is_program(&self) -> bool {
        self.builder.is_program()
    }

    /// Whether it plays a network.
    #[must_use]
    pub fn has_net(&self) -> bool {
        self.options().contains(&NET)
    }
}

/// What a message adds to an unknown name: a question for a similar one, or why a known one is missing.
pub(super) fn hint(name: &str) -> String {
    if ["external", "chat"].contains(&name) {
        return ", as this library was built without the feature `system`".to_owned();
    }
    let near = || nearest::hint(name, AGENTS.iter().map(|agent| agent.name));
    of_path(name).unwrap_or_else(near)
}

/// The way out if a name is that of a file or a folder, or a command.
fn of_path(name: &str) -> Option<String> {
    let command = name.split_once('=').map_or(name, |(_, command)| command);
    if command.split(' ').skip(1).any(|word| Path::new(word).is_file()) {
        return Some(format!("; write `\"external:command={command}\"`, with the quotes"));
    }
    let path = Path::new(name);
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let interpreter = INTERPRETERS
        .iter()
        .find(|(known, _)| *known == ending)
        .map(|(_, program)| *program);
    let program = match interpreter {
        Some(program) => format!("{program} {name}"),
        None if name.contains(std::path::is_separator) => name.to_owned(),
        None => format!("./{name}"),
    };
    match (path.is_file(), path.is_dir()) {
        (true, _) => Some(format!("; this file exists: write `\"external:command={program}\"`, with the quotes")),
        (_, true) => Some(format!("; this folder exists: write `net:net={name}` if it has a network or a run")),
        _ if interpreter.is_some() => Some("; nor is it a file in this folder".to_owned()),
        _ => None,
    }
}

/// The names of all types, for messages.
pub(super) fn names() -> String {
    AGENTS.iter().map(|agent| agent.name).collect::<Vec<_>>().join(", ")
}
