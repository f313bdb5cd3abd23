//! Two agents over a range of deals: seeds, deals, and which plays take place.

use std::ops::Range;

use spariglio_agents::{AgentSpec, Hand};
use spariglio_engine::{Deal, Game};

use super::config::ArenaConfig;
use super::offences::Reported;
use super::timing::TIMED_SETS;
use super::totals::Totals;
use crate::deals::seating::Seating;
use crate::deals::seeds::Source;
use crate::error::ArenaError;
use crate::watch::{Progress, Watch};

/// Plays the sets of a stretch of deals.
pub(super) trait PlayStretch {
    /// Plays the sets of `deals` and adds them to `found`. Returns `false` and adds nothing if `watch` stopped it.
    ///
    /// # Errors
    /// As [`continue_pair`].
    fn play_stretch(
        &mut self,
        deals: Range<u64>,
        found: &mut Totals,
        watch: &dyn Watch<Progress, Totals>,
    ) -> Result<bool, ArenaError>;
}

/// Two agents over a range of deals.
pub(super) struct Duel<'a> {
    pub(super) game: &'a Game,
    pub(super) agents: [&'a AgentSpec; 2],
    pub(super) config: &'a ArenaConfig,
    pub(super) source: Source,
    pub(super) deals: Range<u64>,
    pub(super) set: Vec<Seating>,
    /// Whether a program takes part; it may remember earlier hands.
    pub(super) has_program: bool,
    /// Whether a program outside a sandbox takes part; its processes may tell each other of earlier hands.
    pub(super) has_free_program: bool,
    /// Hands that a worker has in flight, if an agent decides in waves. `None` if a program takes part: each of its
    /// processes plays one hand at a time.
    pub(super) width: Option<usize>,
    /// Whether each agent's first offence has been reported.
    pub(super) told: Reported,
}

impl<'a> Duel<'a> {
    pub(super) fn new(
        game: &'a Game,
        agents: [&'a AgentSpec; 2],
        config: &'a ArenaConfig,
        source: Source,
        deals: Range<u64>,
    ) -> Duel<'a> {
        let has_program = agents.iter().any(|agent| agent.agent_type().is_program());
        let widths = agents.iter().filter_map(|agent| agent.custom()?.width());
        Duel {
            game,
            agents,
            config,
            source,
            deals,
            set: Seating::set(game),
            has_program,
            has_free_program: agents.iter().any(|agent| agent.is_free_program()),
            width: widths.min().filter(|_| !has_program),
            told: Reported::default(),
        }
    }

    /// A hand, to be restarted before use.
    pub(super) fn hand(&self) -> Hand<'_> {
        Hand::new(self.game, &self.deal(self.deals.start), self.config.partners_open)
    }

    /// The seed of a seat's agent in play `number` of deal `index`.
    pub(super) fn seat_seed(&self, [index, number]: [u64; 2], seat: usize) -> u64 {
        let seed = self.config.agents_seed();
        self.source.seat_seed(seed, [index, number, seat as u64])
    }

    pub(super) fn is_tuning(&self) -> bool {
        self.source != Source::Test
    }

    pub(super) fn deal(&self, index: u64) -> Deal {
        let dealer = (index % self.game.players() as u64) as usize;
        Deal::random(self.game, dealer, &mut self.source.deal_rng(self.config.deals_seed(), index))
    }

    /// Whether this set is timed. About [`TIMED_SETS`] of all requested sets are, or all if there are fewer.
    pub(super) fn timed(&self, deal: u64) -> bool {
        let deals = self.config.all_deals(self.config.plays(self.game));
        self.config.time && deal.is_multiple_of((deals / TIMED_SETS).max(1))
    }

    /// Plays per deal.
    pub(super) fn plays(&self) -> u64 {
        self.config.plays(self.game) as u64
    }

    /// Whether `number` is a play of deal `index`; if every deal is played once, only the first play is.
    pub(super) fn is_played(&self, index: u64, number: usize) -> bool {
        !self.config.unpaired || self.is_first(index, number)
    }

    /// Whether `number` is the play of deal `index` that comes first.
    pub(super) fn is_first(&self, index: u64, number: usize) -> bool {
        Seating::first(self.game, &self.set, index) == number
    }

    /// The play of deal `index` that comes after `before` others: the plays go round, from the first one on.
    pub(super) fn play_after(&self, index: u64, before: usize) -> usize {
        (Seating::first(self.game, &self.set, index) + before) % self.set.len()
    }
}
