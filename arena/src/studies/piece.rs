//! A piece of a ladder: some deals of two agents, which any machine can play. A cluster plays the pieces; the machine
//! that leads adds their sums to its files.

use std::fmt::Display;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use spariglio_agents::AgentSpec;
use spariglio_engine::{Game, RuleSet};

use crate::contests::PairResult;
use crate::error::ArenaError;
use crate::pairs::component::{Component, made_of};
use crate::pairs::duel::Duel;
use crate::pairs::figures::Hands;
use crate::pairs::{ArenaConfig, Totals};
use crate::watch::Nobody;

/// Some deals of two agents, with all that decides their figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// The pair or the value in play, for people.
    pub title: String,
    /// Fingerprint of the ladder's pair.
    pub pair: String,
    /// The rules as TOML.
    pub rules: String,
    /// The specifications of the agents.
    pub agents: [String; 2],
    /// Their components, which must be the same on every machine.
    pub made_of: [Vec<Component>; 2],
    /// Hands of the whole pair.
    pub hands: u64,
    /// Seed of deals and agents.
    pub seed: u64,
    /// Partners see each other's hand cards.
    pub partners_open: bool,
    /// The deals.
    pub deals: Range<u64>,
}

impl Piece {
    /// A piece of the pair `pair` with the agents' components on this machine; without its deals.
    ///
    /// # Errors
    /// Fails if an agent's file cannot be read.
    pub(super) fn new(
        [title, pair]: [String; 2],
        game: &Game,
        agents: [&AgentSpec; 2],
        config: &ArenaConfig,
    ) -> Result<Piece, ArenaError> {
        let [first, second] = agents;
        Ok(Piece {
            title,
            pair,
            rules: game.rules().to_toml(),
            agents: agents.map(ToString::to_string),
            made_of: [made_of(first, game)?, made_of(second, game)?],
            hands: config.hands,
            seed: config.seed,
            partners_open: config.partners_open,
            deals: 0..0,
        })
    }

    /// An error of the piece.
    pub(super) fn error(&self, problem: impl Display) -> ArenaError {
        ArenaError::Piece { title: self.title.clone(), problem: problem.to_string() }
    }

    /// This piece over `deals`, cut into pieces of at most `most` deals.
    pub(super) fn cut(&self, deals: Range<u64>, most: u64) -> impl Iterator<Item = Piece> {
        let end = deals.end;
        let starts = deals.step_by(usize::try_from(most).unwrap_or(usize::MAX));
        starts.map(move |start| Piece { deals: start..end.min(start + most), ..self.clone() })
    }

    /// The agents.
    ///
    /// # Errors
    /// Fails if a specification cannot be read.
    pub fn specs(&self) -> Result<[AgentSpec; 2], ArenaError> {
        let read = |text: &String| AgentSpec::parse(text).map_err(|error| self.error(error));
        let [first, second] = &self.agents;
        Ok([read(first)?, read(second)?])
    }

    /// Plays the piece on `threads` threads; 0 = one per core. Decisions are timed.
    ///
    /// # Errors
    /// Fails if a file of an agent differs from that of the machine that made the piece, or if the deals cannot be
    /// played.
    pub fn play(&self, threads: usize) -> Result<PairResult, ArenaError> {
        let rules = RuleSet::from_toml(&self.rules).map_err(|error| self.error(error))?;
        let game = Game::new(rules).map_err(|error| self.error(error))?;
        let [first, second] = self.specs()?;
        for (spec, expected) in [&first, &second].into_iter().zip(&self.made_of) {
            let components = made_of(spec, &game)?;
            if components != *expected {
                let message = format!("agent {spec} is made of {components:?} here, expected {expected:?}");
                return Err(self.error(message));
            }
        }
        let config = ArenaConfig {
            hands: self.hands,
            seed: self.seed,
            threads,
            partners_open: self.partners_open,
            time: true,
            ..ArenaConfig::default()
        };
        let agents = [&first, &second];
        let totals = Duel::<Hands>::new(&game, agents, &config).run(self.deals.clone(), Totals::default(), &Nobody)?;
        Ok(PairResult::new([0, 1], self.agents.clone(), config.plays(&game, agents), totals))
    }
}
