//! Settings of a pair: number of hands, deals and seeds.

use std::ops::Range;

use spariglio_agents::AgentSpec;
use spariglio_engine::Game;
use spariglio_files::Part;
use spariglio_stats::SprtConfig;

use crate::deals::seating::Seating;
use spariglio_agents::draws::secret::{Secret, agents_seed};

/// Upper bound of the hands or matches per pair: a year on the fastest machines.
pub const MOST_HANDS: u64 = 1_000_000_000_000;

/// How a pair is played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ArenaConfig {
    /// Hands or matches, rounded up to whole duplicate sets, and to at least two sets. An upper bound if a sequential
    /// test may end earlier. A program outside a sandbox plays as many deals, but each of them once.
    pub hands: u64,
    /// Seed of the deals and of the agents.
    pub seed: u64,
    /// The secret from which, with `seed`, the agents' seeds are derived. Required if programs take part.
    pub secret: Option<Secret>,
    /// Worker threads; 0 = one per core.
    pub threads: usize,
    /// Sets to play side by side if a program takes part, each with processes of its own, at most
    /// [`MOST_IN_FLIGHT`](crate::in_flight::MOST_IN_FLIGHT); 0 = by the players' budgets ([`in_flight`](crate::in_flight::in_flight())).
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
    /// Plays per deal of `game` between `agents`. A program outside a sandbox could recall a deal, so it plays each deal
    /// once.
    ///
    /// # Examples
    /// ```
    /// use spariglio_agents::AgentSpec;
    /// use spariglio_arena::ArenaConfig;
    /// use spariglio_engine::Game;
    ///
    /// let [greedy, bot] = ["greedy", "external:command=bot"].map(|text| AgentSpec::parse(text).expect("an agent"));
    /// let plays = |config: &ArenaConfig, preset, agent| {
    ///     config.plays(&Game::preset(preset).expect("a preset"), [&greedy, agent])
    /// };
    /// let paired = ArenaConfig::default();
    /// assert_eq!(plays(&paired, "scopone", &greedy), 2, "both ways round");
    /// assert_eq!(plays(&paired, "scopone_messina", &greedy), 6, "three sides");
    /// assert_eq!(plays(&paired, "scopone", &bot), 1, "it could recall the deal");
    /// assert_eq!(plays(&ArenaConfig { unpaired: true, ..paired }, "scopone", &greedy), 1);
    /// ```
    #[must_use]
    pub fn plays(&self, game: &Game, agents: [&AgentSpec; 2]) -> u64 {
        if agents.iter().any(|agent| agent.is_free_program()) {
            1
        } else {
            self.per_deal(game)
        }
    }

    /// The seed from which the deals are derived.
    pub(crate) fn deals_seed(&self) -> u64 {
        self.deals_seed.unwrap_or(self.seed)
    }

    /// The seed from which the agents' seeds are derived.
    pub(crate) fn agents_seed(&self) -> u64 {
        agents_seed(self.seed, self.secret)
    }

    /// The deals of all parts together: at least two, so that there is a standard error.
    pub(crate) fn all_deals(&self, game: &Game) -> u64 {
        self.deals_of(self.hands, game).max(2)
    }

    /// The deals that hold at least `hands` hands or matches of agents that cannot recall deals.
    #[must_use]
    pub fn deals_of(&self, hands: u64, game: &Game) -> u64 {
        hands.div_ceil(self.per_deal(game))
    }

    /// The number to request for this many deals.
    pub(crate) fn units_of(&self, deals: u64, game: &Game) -> u64 {
        deals.saturating_mul(self.per_deal(game))
    }

    /// Plays per deal of agents that cannot recall deals.
    fn per_deal(&self, game: &Game) -> u64 {
        if self.unpaired { 1 } else { Seating::count(game) as u64 }
    }

    /// The deals of this part.
    pub(crate) fn deals(&self, game: &Game) -> Range<u64> {
        self.part.items(self.all_deals(game))
    }
}
