//! Settings of a pair: number of hands, deals and seeds.

use std::ops::Range;

use spariglio_agents::AgentSpec;
use spariglio_engine::Game;
use spariglio_stats::SprtConfig;

use crate::deals::part::Part;
use crate::deals::seating::Seating;
use crate::deals::secret::{Secret, agents_seed};
use crate::error::ArenaError;

/// Upper bound of the hands or matches per pair: a year on the fastest machines.
pub const MOST_HANDS: u64 = 1_000_000_000_000;

/// How a pair is played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ArenaConfig {
    /// Single hands, rounded up to whole duplicate sets, and to at least two sets. An upper bound if a sequential test
    /// may end earlier.
    pub hands: u64,
    /// Seed of the deals and of the agents.
    pub seed: u64,
    /// The secret from which, with `seed`, the agents' seeds are derived. Required if programs take part.
    pub secret: Option<Secret>,
    /// Worker threads; 0 = one per core.
    pub threads: usize,
    /// Hands to play side by side if a program takes part, each with processes of its own, at most
    /// [`MOST_IN_FLIGHT`](crate::MOST_IN_FLIGHT); 0 = by the players' budgets ([`in_flight`](crate::in_flight())).
    pub in_flight: usize,
    /// Partners see each other's hand cards (carte scoperte).
    pub partners_open: bool,
    /// Every deal is played only once, and seatings alternate.
    pub unpaired: bool,
    /// Times decisions: the result then has figures that differ from run to run.
    pub time: bool,
    /// The part of the deals to play here; other parts may be played elsewhere and merged.
    pub part: Part,
    /// The pair ends when this test has a verdict.
    pub sprt: Option<SprtConfig>,
    /// The seed of the deals, if it is not `seed`.
    pub deals_seed: Option<u64>,
}

impl ArenaConfig {
    /// Plays per deal of `game`.
    ///
    /// # Examples
    /// ```
    /// use spariglio_arena::ArenaConfig;
    /// use spariglio_engine::Game;
    ///
    /// let plays = |config: &ArenaConfig, preset| config.plays(&Game::preset(preset).expect("a preset"));
    /// let paired = ArenaConfig::default();
    /// assert_eq!(plays(&paired, "scopone"), 2, "both ways round");
    /// assert_eq!(plays(&paired, "scopone_messina"), 6, "three sides");
    /// assert_eq!(plays(&ArenaConfig { unpaired: true, ..paired }, "scopone"), 1);
    /// ```
    #[must_use]
    pub fn plays(&self, game: &Game) -> usize {
        if self.unpaired { 1 } else { Seating::count(game) }
    }

    /// Checks that the verdict of a sequential test between `agents` can be trusted.
    ///
    /// # Errors
    /// Fails with [`ArenaError::UntrustedTest`] if a program without sandbox meets deals twice.
    pub(crate) fn check_test<'a>(&self, agents: impl IntoIterator<Item = &'a AgentSpec>) -> Result<(), ArenaError> {
        if self.sprt.is_none() || self.unpaired {
            return Ok(());
        }
        let free = agents.into_iter().find(|agent| agent.is_free_program());
        free.map_or(Ok(()), |agent| Err(ArenaError::UntrustedTest(agent.to_string())))
    }

    /// The seed from which the deals are derived.
    pub(crate) fn deals_seed(&self) -> u64 {
        self.deals_seed.unwrap_or(self.seed)
    }

    /// The seed from which the agents' seeds are derived.
    pub(crate) fn agents_seed(&self) -> u64 {
        agents_seed(self.seed, self.secret)
    }

    /// The deals of all parts together if a set has `plays` hands: at least two, so that there is a standard error.
    pub(crate) fn all_deals(&self, plays: usize) -> u64 {
        deals_of(self.hands, plays)
    }

    /// The deals of this part.
    pub(crate) fn deals(&self, plays: usize) -> Range<u64> {
        self.part.of_deals(self.all_deals(plays))
    }
}

/// The number of sets of `plays` hands that hold at least `hands` hands; at least two.
pub(crate) fn deals_of(hands: u64, plays: usize) -> u64 {
    hands.div_ceil(plays as u64).max(2)
}
