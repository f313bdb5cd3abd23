//! Plays the pairs of ladders that are missing in their results files.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::config::{Ladder, Settings};
use super::cost::Clock;
use super::open::{OpenLadder, PairJob, RowJob};
use super::partial::Partial;
use crate::contests::PairResult;
use crate::error::{ArenaError, wrong};
use crate::pairs::figures::Hands;
use crate::pairs::{ArenaConfig, Totals, continue_pair};
use crate::watch::{Progress, SaveClock, Step, Watch};
use crate::workers;

/// The progress of a run.
#[derive(Clone, Debug)]
pub struct RowStep<'a> {
    /// The row in play.
    pub row: &'a str,
    /// The pair, and how far it has come.
    pub pair: Step,
    /// Whether an older result of the same command exists that no longer fits: the rules or the agents' components have
    /// changed.
    pub is_changed: bool,
    /// The remaining time of the run, roughly.
    pub left: Duration,
    /// The pair's result, when it is in its file.
    pub result: Option<&'a PairResult>,
}

/// Plays the pairs missing in `out/STEM.json` for every ladder file, and writes each pair when it is finished. The pair
/// in progress is kept beside it. Ends early if `stopped` says so. Returns the paths of the results, or of the part's
/// sums if a part was requested.
///
/// # Errors
/// Fails if a ladder or results file is invalid, if another process has the results open, or if `only` matches no row.
/// Also fails if [`play_pair`](crate::play_pair) does, or with [`ArenaError::Stopped`]; the same call then resumes.
pub fn play(
    files: &[PathBuf],
    out: &Path,
    settings: &Settings,
    progress: &(dyn Fn(RowStep<'_>) + Sync),
    stopped: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<PathBuf>, ArenaError> {
    let ladders = loaded(files)?;
    play_ladders(ladders, out, settings, progress, stopped)
}

/// The same for loaded ladders, each with its file.
///
/// # Errors
/// As [`play`].
pub fn play_ladders(
    ladders: Vec<(PathBuf, Ladder)>,
    out: &Path,
    settings: &Settings,
    progress: &(dyn Fn(RowStep<'_>) + Sync),
    stopped: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<PathBuf>, ArenaError> {
    let mut ladders = open_all(ladders, out, settings)?;
    let all: Vec<f64> = ladders.iter().flat_map(OpenLadder::guesses).collect();
    let mut run = LadderRun {
        began: Instant::now(),
        clock: Clock::new(all.iter().sum(), workers::count(settings.threads)),
        pair: 0,
        pairs: all.len(),
        progress,
        stopped,
    };
    ladders.iter_mut().try_for_each(|open| open.play(&mut run, settings))?;
    let path = |open: OpenLadder| {
        if settings.part.is_all() {
            open.path
        } else {
            open.progress
        }
    };
    Ok(ladders.into_iter().map(path).collect())
}

/// The pairs missing in `out/STEM.json` of every ladder file, each once per file.
///
/// # Errors
/// As [`play`], before any play.
pub fn missing(files: &[PathBuf], out: &Path, settings: &Settings) -> Result<Vec<PairJob>, ArenaError> {
    let ladders = open_all(loaded(files)?, out, settings)?;
    let of = |open: &OpenLadder| {
        open.missing()
            .into_iter()
            .map(|places| open.pair(places).1.clone())
            .collect::<Vec<_>>()
    };
    Ok(ladders.iter().flat_map(of).collect())
}

/// Reads ladder files.
fn loaded(files: &[PathBuf]) -> Result<Vec<(PathBuf, Ladder)>, ArenaError> {
    files.iter().map(|file| Ok((file.clone(), Ladder::load(file)?))).collect()
}

/// Opens the results of all ladders.
fn open_all(ladders: Vec<(PathBuf, Ladder)>, out: &Path, settings: &Settings) -> Result<Vec<OpenLadder>, ArenaError> {
    check_names(&ladders)?;
    let first = ladders.first().map(|(file, _)| file.clone()).unwrap_or_default();
    let open = |(file, ladder): (PathBuf, Ladder)| OpenLadder::open(&file, ladder, out, settings);
    let ladders = ladders.into_iter().map(open).collect::<Result<Vec<_>, _>>()?;
    if let Some(only) = settings
        .only
        .as_ref()
        .filter(|_| ladders.iter().all(|open| open.jobs.is_empty()))
    {
        return Err(wrong(&first, format!("no row's name holds \"{only}\"")));
    }
    Ok(ladders)
}

/// Checks that no two ladders have the same results file.
fn check_names(ladders: &[(PathBuf, Ladder)]) -> Result<(), ArenaError> {
    for (place, (file, _)) in ladders.iter().enumerate() {
        let mut earlier = ladders[..place].iter().map(|(other, _)| other);
        if let Some(other) = earlier.find(|other| other.file_stem() == file.file_stem()) {
            let other = other.display();
            let message = format!("{other} has the same name: both would write the same results file");
            return Err(wrong(file, message));
        }
    }
    Ok(())
}

struct LadderRun<'a> {
    began: Instant,
    clock: Clock,
    pair: usize,
    pairs: usize,
    progress: &'a (dyn Fn(RowStep<'_>) + Sync),
    stopped: &'a (dyn Fn() -> bool + Sync),
}

impl OpenLadder {
    fn play(&mut self, run: &mut LadderRun<'_>, settings: &Settings) -> Result<(), ArenaError> {
        for places in self.missing() {
            let (job, pair) = self.pair(places);
            let partial = self.partials.find(&pair.fingerprint).filter(|_| !settings.again);
            let config = self.config((job, pair), partial.and_then(|partial| partial.secret), settings);
            let totals = partial.map_or(Totals::default(), |partial| partial.pair.sums.clone());
            if config.deals(&job.game).is_empty() {
                continue;
            }
            let played = run.pair(self, (job, pair), &config, totals)?;
            let result = played.pair.clone();
            if settings.part.is_all() {
                self.finish(places, played.pair, settings.origin.as_ref())?;
            } else {
                self.partials = self.partials.with(played);
            }
            let (job, pair) = self.pair(places);
            run.finished(job, pair, &result);
        }
        if !settings.part.is_all() {
            return Ok(());
        }
        if settings.only.is_none() {
            self.clear()?;
        }
        self.save()
    }
}

impl LadderRun<'_> {
    /// Plays the deals of a pair that `totals` lacks, and keeps the sums.
    fn pair(
        &mut self,
        ladder: &OpenLadder,
        (job, pair): (&RowJob, &PairJob),
        config: &ArenaConfig,
        totals: Totals,
    ) -> Result<Partial, ArenaError> {
        self.pair += 1;
        let watch = RowWatch { run: self, ladder, job, pair, config, saves: SaveClock::default() };
        let totals = continue_pair::<Hands>(&job.game, pair.specs(), config, totals, &watch)?;
        let is_whole = totals.is_decided() || totals.deals.missing(config.deals(&job.game)).is_empty();
        if !(is_whole && config.part.is_all()) {
            watch.keep_last(&totals)?;
        }
        if is_whole {
            Ok(watch.partial(&totals))
        } else {
            Err(ArenaError::Stopped)
        }
    }

    fn finished(&mut self, job: &RowJob, pair: &PairJob, result: &PairResult) {
        self.clock.played(pair.guess);
        self.show(job, pair, result.progress(), 0.0, Some(result));
    }

    fn show(&self, job: &RowJob, pair: &PairJob, done: Progress, guess: f64, result: Option<&PairResult>) {
        (self.progress)(RowStep {
            row: &job.row.name,
            is_changed: job.is_changed,
            pair: Step {
                names: [0, 1].map(|agent| pair.agents[agent].label().to_owned()),
                pair: self.pair,
                pairs: self.pairs,
                done,
            },
            left: self.clock.left(guess, self.began.elapsed()),
            result,
        });
    }
}

/// Shows and keeps the pair in progress.
struct RowWatch<'a> {
    run: &'a LadderRun<'a>,
    ladder: &'a OpenLadder,
    job: &'a RowJob,
    pair: &'a PairJob,
    config: &'a ArenaConfig,
    saves: SaveClock,
}

impl RowWatch<'_> {
    fn partial(&self, totals: &Totals) -> Partial {
        let RowWatch { job, pair, config, .. } = self;
        Partial {
            fingerprint: pair.fingerprint.clone(),
            secret: config.secret,
            pair: pair.result(&job.game, config, totals.clone()),
        }
    }
}

impl Watch<Progress, Totals> for RowWatch<'_> {
    fn progress(&self, done: Progress) {
        let share = done.played as f64 / done.of.max(1) as f64;
        self.run.show(self.job, self.pair, done, self.pair.guess * share, None);
    }

    fn keep(&self, totals: &Totals) -> Result<(), ArenaError> {
        if !self.saves.is_due() {
            return Ok(());
        }
        self.keep_last(totals)
    }

    fn keep_last(&self, totals: &Totals) -> Result<(), ArenaError> {
        self.ladder.keep(self.partial(totals))
    }

    fn stopped(&self) -> bool {
        (self.run.stopped)()
    }
}
