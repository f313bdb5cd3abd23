//! Contests: plays the pairs that a [`Schedule`] picks, saves progress every second, and can resume.
//!
//! | file | noun |
//! |---|---|
//! | `file` | a contest as a TOML file |
//! | `schedule` | the choice of the next pair |
//! | `result` | figures and sums in files |
//! | `merge` | adding up separate results |
//! | `pool` | all agents on one scale |
//! | `settings` | the settings that two results of one arena share |
//! | `fingerprint` | a hash of everything that decides a result |

pub mod file;
pub(crate) mod fingerprint;
pub(crate) mod merge;
mod pool;
mod result;
mod schedule;
pub(crate) mod settings;

use spariglio_agents::AgentSpec;
use spariglio_engine::Game;
use spariglio_files::Digests;

use crate::error::ArenaError;
use crate::pairs::entrant::{Entrant, components, hands, names};
use crate::pairs::known_deals::deals_seed;
use crate::pairs::{ArenaConfig, Totals, continue_pair, deals_of};
use crate::watch::{Nobody, PairWatch, Progress, SaveClock, Step, Watch};
pub use file::ArenaFile;
pub use pool::{Claim, Pool};
use result::Heading;
pub use result::{ARENA_KIND, AgentResult, ArenaResult, PairResult, PositionResult, Positions, SprtResult};
pub(crate) use result::{check_pair, check_places, must};
use schedule::{Job, PairTotals};
pub use schedule::{Schedule, pairings};

/// The settings of a contest.
#[derive(Clone, Debug)]
pub struct Contest<'a> {
    /// The game.
    pub game: &'a Game,
    /// The agents.
    pub entrants: &'a [Entrant],
    /// How each pair is played.
    pub config: &'a ArenaConfig,
    /// The pairs that play.
    pub schedule: Schedule,
}

/// Plays `agents` against each other on duplicate deals of `game`.
///
/// # Errors
/// As [`continue_pair`].
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
    let totals = continue_pair(game, agents, config, Totals::default(), &progress)?;
    Ok(figures(game, agents, config, totals))
}

/// The result of a pair from its totals.
pub(crate) fn figures(game: &Game, agents: [&AgentSpec; 2], config: &ArenaConfig, totals: Totals) -> PairResult {
    PairResult::new(Heading::new(game, agents, config), totals)
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
/// assert!(result.complete && result.pairs.len() == 3);
/// # Ok::<(), spariglio_arena::ArenaError>(())
/// ```
pub fn round_robin(game: &Game, entrants: &[Entrant], config: &ArenaConfig) -> Result<ArenaResult, ArenaError> {
    let contest = Contest { game, entrants, config, schedule: Schedule::RoundRobin };
    contest.play(None, &Nobody)
}

impl Contest<'_> {
    /// Plays the pairs and deals that `kept` lacks, or all without it. Stops early if `watch` asks for it.
    ///
    /// # Errors
    /// Fails if there are fewer than two entrants, if `kept` is of another contest, or if a part is requested and the
    /// schedule looks at results or there is a sequential test. Also fails if [`continue_pair`] does.
    pub fn play(
        &self,
        kept: Option<ArenaResult>,
        watch: &dyn Watch<Step, ArenaResult>,
    ) -> Result<ArenaResult, ArenaError> {
        let fresh = self.fresh()?;
        if let Some(difference) = kept.as_ref().and_then(|kept| kept.difference(&fresh)) {
            return Err(ArenaError::OtherArena(difference));
        }
        let timed = |pair: &PairResult| pair.time.is_some() != self.config.time;
        if kept.as_ref().is_some_and(|kept| kept.pairs.iter().any(timed)) {
            let [with, without] = ["with --time", "without --time"];
            let (was, is) = if self.config.time {
                (without, with)
            } else {
                (with, without)
            };
            return Err(ArenaError::OtherArena(format!("played {was}, expected {is}")));
        }
        let played: PairTotals = kept
            .map_or(Vec::new(), |kept| kept.pairs)
            .iter()
            .map(|pair| (pair.places, pair.totals()))
            .collect();
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
        let deals = self.config.deals(self.config.plays(self.game));
        if deals.is_empty() {
            return Err(ArenaError::EmptyPart(self.config.part));
        }
        if let Some(sprt) = &self.config.sprt {
            sprt.check().map_err(ArenaError::Sprt)?;
        }
        self.config.check_test(self.entrants.iter().map(|entrant| &entrant.spec))
    }

    /// The result before any play: its settings and components, without pairs.
    ///
    /// # Errors
    /// As [`Contest::play`], if the error shows before the first hand.
    pub fn fresh(&self) -> Result<ArenaResult, ArenaError> {
        self.check()?;
        let specs = || self.entrants.iter().map(|entrant| &entrant.spec);
        let made_of = components(self.entrants, self.game)?;
        let fresh = ArenaResult {
            kind: ARENA_KIND.to_string(),
            version: env!("CARGO_PKG_VERSION").to_string(),
            rules: self.game.rules().name.clone(),
            rules_fingerprint: format!("{:016x}", self.game.fingerprint()),
            seed: self.config.seed,
            secret: self.config.secret,
            partners_open: self.config.partners_open,
            unpaired: self.config.unpaired,
            sprt: self.config.sprt,
            agents: specs().map(ToString::to_string).collect(),
            names: names(self.entrants, &made_of),
            pairs: Vec::new(),
            pool: None,
            complete: false,
            fingerprint: String::new(),
            made_of,
            digests: Digests::new(),
            command: None,
            origin: None,
        };
        Ok(ArenaResult { fingerprint: fresh.fingerprint_of_settings(), ..fresh }.signed())
    }

    /// The configuration of a job.
    fn config_of(&self, job: &Job) -> ArenaConfig {
        let agents = job.pair.map(|place| self.entrants[place].spec.to_string());
        ArenaConfig {
            hands: job.deals.saturating_mul(self.config.plays(self.game) as u64),
            deals_seed: Some(deals_seed(self.config.seed, &agents, job.pair, self.entrants.len())),
            ..self.config.clone()
        }
    }

    fn wanted(&self, [first, second]: [usize; 2]) -> u64 {
        let pair = [&self.entrants[first], &self.entrants[second]];
        deals_of(hands(pair, self.config.hands), self.config.plays(self.game))
    }

    /// Whether a pair has all deals of its part, or a verdict.
    fn done(&self, pair: [usize; 2], totals: Option<&Totals>) -> bool {
        totals.is_some_and(|totals| {
            let deals = self.config.part.of_deals(self.wanted(pair));
            totals.is_decided() || totals.deals.missing(deals).is_empty()
        })
    }
}

/// A contest in progress.
struct Run<'a> {
    contest: &'a Contest<'a>,
    /// The result without its pairs.
    fresh: ArenaResult,
    played: PairTotals,
    watch: &'a dyn Watch<Step, ArenaResult>,
    saves: SaveClock,
}

impl Run<'_> {
    /// Plays all pairs; returns `false` if `watch` stopped it.
    fn play(&mut self) -> Result<bool, ArenaError> {
        if self.contest.config.hands == 0 {
            return Err(ArenaError::NoHands);
        }
        while let Some(job) = self.next() {
            if self.watch.stopped() {
                return Ok(false);
            }
            let totals = self.played.get(&job.pair).cloned().unwrap_or_default();
            let [first, second] = job.pair.map(|place| &self.contest.entrants[place].spec);
            let config = self.contest.config_of(&job);
            let watch = PairWatch {
                watch: self.watch,
                names: &self.fresh.names,
                places: job.pair,
                number: [
                    self.played.keys().filter(|&&pair| pair != job.pair).count() + 1,
                    self.contest.schedule.pairs(self.contest.entrants.len()),
                ],
                saves: &self.saves,
                state: &|totals| self.result(false, Some((job.pair, totals))),
            };
            let totals = continue_pair(self.contest.game, [first, second], &config, totals, &watch)?;
            self.played.insert(job.pair, totals);
            self.watch.keep(&self.result(false, None))?;
        }
        Ok(true)
    }

    fn next(&self) -> Option<Job> {
        let contest = self.contest;
        let done = |pair| contest.done(pair, self.played.get(&pair));
        contest
            .schedule
            .next(contest.entrants.len(), &self.played, &|pair| contest.wanted(pair), &done)
    }

    /// The result so far; `playing` replaces the entry of its pair in `played`.
    fn result(&self, complete: bool, playing: Option<([usize; 2], &Totals)>) -> ArenaResult {
        let mut played: Vec<([usize; 2], &Totals)> = self.played.iter().map(|(&pair, totals)| (pair, totals)).collect();
        if let Some((pair, totals)) = playing {
            played.retain(|(other, _)| *other != pair);
            played.push((pair, totals));
            played.sort_by_key(|(pair, _)| *pair);
        }
        let figures = |(places, totals): ([usize; 2], &Totals)| {
            let [first, second] = places.map(|place| &self.contest.entrants[place].spec);
            let heading = Heading::new(self.contest.game, [first, second], self.contest.config);
            PairResult::new(Heading { places, ..heading }, totals.clone())
        };
        let played = played.into_iter().filter(|(_, totals)| totals.tally.sets() > 0);
        ArenaResult { complete, pairs: played.map(figures).collect(), ..self.fresh.clone() }.signed()
    }
}
