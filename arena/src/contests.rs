//! Contests: plays the pairs that a [`Schedule`] picks, saves progress every second, and can resume.
//!
//! | file | noun |
//! |---|---|
//! | `file` | a contest as a TOML file |
//! | `schedule` | the choice of the next pair |
//! | `head` | the settings that results of every kind have |
//! | `pair` | two agents: sums and figures |
//! | `result` | all pairs in a file |

pub mod file;
pub(crate) mod head;
mod pair;
mod result;
mod schedule;

use spariglio_agents::AgentSpec;
use spariglio_engine::Game;

use crate::error::ArenaError;
use crate::pairs::ArenaConfig;
use crate::pairs::duel::{Play, continue_pair};
use crate::pairs::entrant::{Entrant, deals_seed, hands};
use crate::pairs::figures::Hands;
use crate::pairs::set_sums::Tally;
use crate::pairs::totals::Totals;
use crate::watch::{Nobody, PairWatch, Progress, SaveClock, Step, Watch};
pub use file::ArenaFile;
pub use head::ResultHead;
pub use pair::PairResult;
pub use result::{ArenaResult, ContestResult};
pub use schedule::Schedule;
pub(crate) use schedule::pairings;
use schedule::{Assignment, PairTotals};

/// The settings of a contest.
#[derive(Clone, Debug)]
pub struct Contest<'a, U = Hands> {
    /// The game.
    pub game: &'a Game,
    /// The agents.
    pub entrants: &'a [Entrant],
    /// How each pair is played.
    pub config: &'a ArenaConfig,
    /// The pairs that play.
    pub schedule: Schedule,
    /// What is played: hands or matches.
    pub unit: U,
}

/// Plays `agents` against each other on duplicate deals of `game`.
///
/// # Errors
/// Fails if an agent cannot be built for `game` or plays an illegal action, if no hand was requested, or if threads
/// cannot be started.
///
/// # Examples
/// The same seed gives the same result:
/// ```
/// use spariglio_agents::AgentSpec;
/// use spariglio_arena::{ArenaConfig, play_pair};
/// use spariglio_engine::Game;
///
/// let game = Game::preset("scopone").expect("a preset");
/// let random = AgentSpec::parse("random").expect("an agent");
/// let config = ArenaConfig { hands: 40, seed: 7, threads: 1, ..ArenaConfig::default() };
/// let play = || play_pair(&game, [&random, &random], &config, &|_| ());
/// assert_eq!(play()?, play()?);
/// # Ok::<(), spariglio_arena::ArenaError>(())
/// ```
pub fn play_pair(
    game: &Game,
    agents: [&AgentSpec; 2],
    config: &ArenaConfig,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<PairResult, ArenaError> {
    let totals = continue_pair::<Hands>(game, agents, config, Totals::default(), &progress)?;
    Ok(PairResult::new([0, 1], agents.map(ToString::to_string), config.plays(game, agents), totals))
}

/// Plays every pair of `entrants`, all on the same deals up to their numbers of hands.
///
/// # Errors
/// As [`Contest::play`].
///
/// # Examples
/// ```
/// use spariglio_agents::AgentSpec;
/// use spariglio_arena::{ArenaConfig, Entrant, round_robin};
/// use spariglio_engine::Game;
///
/// let game = Game::preset("scopa").expect("a preset");
/// let entrants = ["formula", "greedy", "random"].map(|name| {
///     Entrant::new(AgentSpec::parse(name).expect("an agent"))
/// });
/// let config = ArenaConfig { hands: 100, seed: 1, threads: 1, ..ArenaConfig::default() };
/// let result = round_robin(&game, &entrants, &config)?;
/// assert!(result.head.complete && result.pairs.len() == 3);
/// # Ok::<(), spariglio_arena::ArenaError>(())
/// ```
pub fn round_robin(game: &Game, entrants: &[Entrant], config: &ArenaConfig) -> Result<ArenaResult, ArenaError> {
    Contest::<Hands>::round_robin(game, entrants, config).play(None, &Nobody)
}

impl<'a, U: Default> Contest<'a, U> {
    /// Everybody against everybody.
    #[must_use]
    pub fn round_robin(game: &'a Game, entrants: &'a [Entrant], config: &'a ArenaConfig) -> Contest<'a, U> {
        Contest { game, entrants, config, schedule: Schedule::RoundRobin, unit: U::default() }
    }
}

impl<U: Play> Contest<'_, U> {
    /// Plays the pairs and deals that `earlier` lacks, or all without it. Stops early if `watch` asks for it.
    ///
    /// # Errors
    /// Fails if there are fewer than two entrants, if `earlier` is of another contest, or if a part is requested and the
    /// schedule looks at results or there is a sequential test. Also fails if [`play_pair`] does, or if `watch` cannot
    /// keep the totals.
    pub fn play(
        &self,
        earlier: Option<ContestResult<U>>,
        watch: &dyn Watch<Step, ContestResult<U>>,
    ) -> Result<ContestResult<U>, ArenaError> {
        let fresh = self.fresh()?;
        if let Some(difference) = earlier.as_ref().and_then(|earlier| earlier.difference(&fresh)) {
            return Err(ArenaError::OtherArena(difference));
        }
        let pairs = earlier.map_or(Vec::new(), |earlier| earlier.pairs);
        if pairs.iter().any(|pair| pair.sums.clocked.is_some() != self.config.time) {
            let [with, without] = ["with --time", "without --time"];
            let [found, expected] = if self.config.time {
                [without, with]
            } else {
                [with, without]
            };
            return Err(ArenaError::OtherArena(format!("played {found}, expected {expected}")));
        }
        let played = pairs.into_iter().map(|pair| (pair.places, pair.sums)).collect();
        let mut run = Run { contest: self, fresh, played, watch, saves: SaveClock::default() };
        let complete = run.play()?;
        Ok(run.result(complete, None).rated())
    }

    fn check(&self) -> Result<(), ArenaError> {
        if self.entrants.len() < 2 {
            return Err(ArenaError::TooFewAgents(self.entrants.len()));
        }
        let whole_only = self.schedule.looks_at_results() || self.config.sprt.is_some();
        if whole_only && !self.config.part.is_all() {
            return Err(ArenaError::NoParts);
        }
        if self.config.deals(self.game).is_empty() {
            return Err(ArenaError::EmptyPart(self.config.part));
        }
        self.config.sprt.map_or(Ok(()), |sprt| sprt.check().map_err(ArenaError::Sprt))
    }

    /// The result before any play: its settings and components, without pairs.
    ///
    /// # Errors
    /// As [`Contest::play`], if the error shows before the first hand.
    pub fn fresh(&self) -> Result<ContestResult<U>, ArenaError> {
        self.check()?;
        let head = ResultHead::new(U::KIND, self.game, self.entrants, self.config)?;
        Ok(ContestResult::new(head, self.unit.settings(self.game), Vec::new()))
    }

    /// The two agents of a pair.
    fn agents(&self, pair: [usize; 2]) -> [&AgentSpec; 2] {
        pair.map(|place| &self.entrants[place].spec)
    }

    /// How a pair is played, with `hands` hands or matches on all its deals.
    fn config_of(&self, pair: [usize; 2], hands: u64) -> ArenaConfig {
        let deals_seed = deals_seed(self.config.seed, self.agents(pair), pair, self.entrants.len());
        let pairs = self.schedule.pairs(self.entrants.len());
        let sprt = self.config.sprt.map(|test| test.of_each(pairs));
        ArenaConfig { hands, deals_seed: Some(deals_seed), sprt, ..self.config.clone() }
    }

    /// The deals of a pair, of all parts together.
    fn wanted(&self, pair: [usize; 2]) -> u64 {
        let bounds = pair.map(|place| &self.entrants[place]);
        ArenaConfig { hands: hands(bounds, self.config.hands), ..self.config.clone() }.all_deals(self.game)
    }

    /// Whether a pair has all deals of its part, or a verdict.
    fn done(&self, pair: [usize; 2], totals: Option<&Totals<U::Tally>>) -> bool {
        totals.is_some_and(|totals| {
            let deals = self.config.part.items(self.wanted(pair));
            totals.is_decided() || totals.deals.missing(deals).is_empty()
        })
    }
}

/// A contest in progress.
struct Run<'a, U: Play> {
    contest: &'a Contest<'a, U>,
    /// The result without its pairs.
    fresh: ContestResult<U>,
    played: PairTotals<U::Tally>,
    watch: &'a dyn Watch<Step, ContestResult<U>>,
    saves: SaveClock,
}

impl<U: Play> Run<'_, U> {
    /// Plays all pairs; returns `false` if `watch` stopped it.
    fn play(&mut self) -> Result<bool, ArenaError> {
        let contest = self.contest;
        if contest.config.hands == 0 {
            return Err(ArenaError::NoHands);
        }
        while let Some(Assignment { pair, deals }) = self.next() {
            if self.watch.stopped() {
                return Ok(false);
            }
            let totals = self.played.get(&pair).cloned().unwrap_or_default();
            let config = contest.config_of(pair, contest.config.units_of(deals, contest.game));
            let watch = PairWatch {
                watch: self.watch,
                names: &self.fresh.head.names,
                places: pair,
                number: [
                    self.played.keys().filter(|&&other| other != pair).count() + 1,
                    contest.schedule.pairs(contest.entrants.len()),
                ],
                saves: &self.saves,
                state: &|totals| self.result(false, Some((pair, totals))),
            };
            let totals = continue_pair::<U>(contest.game, contest.agents(pair), &config, totals, &watch)?;
            self.played.insert(pair, totals);
            self.watch.keep(&self.result(false, None))?;
        }
        Ok(true)
    }

    fn next(&self) -> Option<Assignment> {
        let contest = self.contest;
        let done = |pair| contest.done(pair, self.played.get(&pair));
        contest
            .schedule
            .next(contest.entrants.len(), &self.played, &|pair| contest.wanted(pair), &done)
    }

    /// The result so far; `playing` replaces the entry of its pair in `played`.
    fn result(&self, complete: bool, playing: Option<([usize; 2], &Totals<U::Tally>)>) -> ContestResult<U> {
        let mut played: Vec<([usize; 2], &Totals<U::Tally>)> =
            self.played.iter().map(|(&pair, totals)| (pair, totals)).collect();
        if let Some((pair, totals)) = playing {
            played.retain(|(other, _)| *other != pair);
            played.push((pair, totals));
            played.sort_by_key(|(pair, _)| *pair);
        }
        let contest = self.contest;
        let figured = |(places, totals): ([usize; 2], &Totals<U::Tally>)| {
            let agents = contest.agents(places);
            let plays = contest.config.plays(contest.game, agents);
            PairResult::new(places, agents.map(ToString::to_string), plays, totals.clone())
        };
        let pairs = played
            .into_iter()
            .filter(|(_, totals)| totals.tally.sets() > 0)
            .map(figured)
            .collect();
        let head = ResultHead { complete, ..self.fresh.head.clone() };
        ContestResult::new(head, self.fresh.settings.clone(), pairs)
    }
}
