//! An arena of several agents: pairs are played as a [`Schedule`] says, kept now and then, and gone on with.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use spariglio_engine::Game;

use crate::entrant::{Entrant, hands, names};
use crate::error::ArenaError;
use crate::fingerprint;
use crate::pair::{Account, ArenaConfig, Progress, Watch, continue_pair, deals_of};
use crate::result::{ARENA_KIND, ArenaResult, Heading, PairResult};
use crate::schedule::{Job, Schedule, Sheet};
use crate::seating::Seating;

/// Time between two moments at which a run is kept.
const KEEP_EVERY: Duration = Duration::from_secs(1);

/// What is played.
#[derive(Clone, Debug)]
pub struct Contest<'a> {
    /// The game.
    pub game: &'a Game,
    /// The agents.
    pub entrants: &'a [Entrant],
    /// How each pair is played.
    pub config: &'a ArenaConfig,
    /// Who plays whom.
    pub schedule: Schedule,
}

/// How far a contest has come.
#[derive(Copy, Clone, Debug)]
pub struct Step<'a> {
    /// Names of the two agents that play.
    pub names: [&'a str; 2],
    /// Which pair of the contest this is, from 1.
    pub pair: usize,
    /// Pairs that play.
    pub pairs: usize,
    /// How far the pair has come.
    pub done: Progress,
}

/// Who looks on while a contest is played. Called from the workers.
pub trait Audience: Sync {
    /// Takes the news.
    fn progress(&self, _: Step<'_>) {}

    /// Keeps a result that is not complete yet, every second and at the end of every pair.
    ///
    /// # Errors
    /// It cannot be kept; ends the contest.
    fn keep(&self, _: &ArenaResult) -> Result<(), ArenaError> {
        Ok(())
    }

    /// Should the contest end as soon as the sets in play are done?
    fn stopped(&self) -> bool {
        false
    }
}

/// Nobody looks on.
pub struct Nobody;

impl Audience for Nobody {}

/// Plays every pair of `entrants`, each on the same deals as far as its hands go.
///
/// # Errors
/// As [`Contest::play`].
pub fn round_robin(game: &Game, entrants: &[Entrant], config: &ArenaConfig) -> Result<ArenaResult, ArenaError> {
    let contest = Contest {
        game,
        entrants,
        config,
        schedule: Schedule::RoundRobin,
    };
    contest.play(None, &Nobody)
}

impl Contest<'_> {
    /// Plays what `kept` lacks, from nothing without it; less than all where `audience` stops it.
    ///
    /// # Errors
    /// Fewer than two entrants; `kept` is of another contest; parts of a schedule that looks at results or of a
    /// sequential test; what [`continue_pair`] says.
    pub fn play(&self, kept: Option<ArenaResult>, audience: &dyn Audience) -> Result<ArenaResult, ArenaError> {
        self.check()?;
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
        let sheet: Sheet = kept
            .map_or(Vec::new(), |kept| kept.pairs)
            .iter()
            .map(|pair| (pair.places, pair.account()))
            .collect();
        let mut run = Run {
            contest: self,
            fresh,
            sheet,
            audience,
            kept_at: Mutex::new(None),
        };
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
        let deals = self.config.deals(Seating::set(self.game).len());
        if deals.is_empty() {
            return Err(ArenaError::EmptyPart(self.config.part));
        }
        if let Some(sprt) = &self.config.sprt {
            sprt.check().map_err(ArenaError::Sprt)?;
        }
        Ok(())
    }

    /// A result without pairs.
    fn fresh(&self) -> Result<ArenaResult, ArenaError> {
        let specs = || self.entrants.iter().map(|entrant| &entrant.spec);
        Ok(ArenaResult {
            kind: ARENA_KIND.to_string(),
            version: env!("CARGO_PKG_VERSION").to_string(),
            rules: self.game.rules().name.clone(),
            rules_fingerprint: format!("{:016x}", self.game.fingerprint()),
            seed: self.config.seed,
            partners_open: self.config.partners_open,
            agents: specs().map(ToString::to_string).collect(),
            names: names(self.entrants),
            pairs: Vec::new(),
            pool: None,
            complete: false,
            fingerprint: fingerprint::of_arena(self.game, specs(), self.config)?,
            command: None,
        })
    }

    /// The configuration of a pair that shall have `deals` deals in all.
    fn config_of(&self, deals: u64) -> ArenaConfig {
        ArenaConfig {
            hands: deals.saturating_mul(Seating::set(self.game).len() as u64),
            ..self.config.clone()
        }
    }

    fn wanted(&self, [first, second]: [usize; 2]) -> u64 {
        let pair = [&self.entrants[first], &self.entrants[second]];
        deals_of(hands(pair, self.config.hands), Seating::set(self.game).len())
    }

    /// Has a pair all deals of its part, or a verdict?
    fn done(&self, pair: [usize; 2], account: Option<&Account>) -> bool {
        account.is_some_and(|account| {
            let deals = self.config.part.of_deals(self.wanted(pair));
            account.is_decided() || account.deals.missing(deals).is_empty()
        })
    }
}

/// A contest in progress.
struct Run<'a> {
    contest: &'a Contest<'a>,
    /// The result without its pairs.
    fresh: ArenaResult,
    sheet: Sheet,
    audience: &'a dyn Audience,
    kept_at: Mutex<Option<Instant>>,
}

impl Run<'_> {
    /// Plays on; tells whether all was played.
    fn play(&mut self) -> Result<bool, ArenaError> {
        if self.contest.config.hands == 0 {
            return Err(ArenaError::NoHands);
        }
        while let Some(job) = self.next() {
            if self.audience.stopped() {
                return Ok(false);
            }
            let account = self.sheet.get(&job.pair).cloned().unwrap_or_default();
            let [first, second] = job.pair.map(|place| &self.contest.entrants[place].spec);
            let config = self.contest.config_of(job.deals);
            let watch = PairWatch { run: self, job };
            let account = continue_pair(self.contest.game, [first, second], &config, account, &watch)?;
            self.sheet.insert(job.pair, account);
            self.audience.keep(&self.result(false, None))?;
        }
        Ok(true)
    }

    fn next(&self) -> Option<Job> {
        let contest = self.contest;
        let done = |pair| contest.done(pair, self.sheet.get(&pair));
        contest
            .schedule
            .next(contest.entrants.len(), &self.sheet, &|pair| contest.wanted(pair), &done)
    }

    /// The result so far; `playing` stands for what the sheet holds of its pair.
    fn result(&self, complete: bool, playing: Option<([usize; 2], &Account)>) -> ArenaResult {
        let mut sheet: Vec<([usize; 2], &Account)> =
            self.sheet.iter().map(|(&pair, account)| (pair, account)).collect();
        if let Some((pair, account)) = playing {
            sheet.retain(|(other, _)| *other != pair);
            sheet.push((pair, account));
            sheet.sort_by_key(|(pair, _)| *pair);
        }
        let figures = |(places, account): ([usize; 2], &Account)| {
            let [first, second] = places.map(|place| &self.contest.entrants[place].spec);
            let heading = Heading::new(self.contest.game, [first, second], self.contest.config);
            PairResult::new(Heading { places, ..heading }, account.clone())
        };
        let played = sheet.into_iter().filter(|(_, account)| account.tally.sets() > 0);
        ArenaResult {
            complete,
            pairs: played.map(figures).collect(),
            ..self.fresh.clone()
        }
    }
}

/// Looks at one pair for the contest's audience.
struct PairWatch<'a> {
    run: &'a Run<'a>,
    job: Job,
}

impl Watch for PairWatch<'_> {
    fn progress(&self, done: Progress) {
        let Run { contest, fresh, .. } = self.run;
        self.run.audience.progress(Step {
            names: self.job.pair.map(|place| fresh.names[place].as_str()),
            pair: self.run.sheet.keys().filter(|&&pair| pair != self.job.pair).count() + 1,
            pairs: contest.schedule.pairs(contest.entrants.len()),
            done,
        });
    }

    fn keep(&self, account: &Account) -> Result<(), ArenaError> {
        let mut kept_at = self.run.kept_at.lock().expect("no worker panicked");
        if kept_at.is_some_and(|kept_at| kept_at.elapsed() < KEEP_EVERY) {
            return Ok(());
        }
        *kept_at = Some(Instant::now());
        self.run
            .audience
            .keep(&self.run.result(false, Some((self.job.pair, account))))
    }

    fn stopped(&self) -> bool {
        self.run.audience.stopped()
    }
}
