//! Plays the pairs of ladders that are missing in their results files.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use spariglio_agents::AgentSpec;
use spariglio_engine::plain::shell_word;
use spariglio_engine::{Game, fnv1a};

use super::config::{Ladder, Published, Row, RowAgent};
use super::cost::{Clock, guess};
use super::partial::Partial;
use super::result::{LADDER_KIND, LadderResult, RESULTS_START, RowResult, SCHEMA};
use crate::contests::{PairResult, figures, pairings};
use crate::deals::secret::Secret;
use crate::error::ArenaError;
use crate::error::wrong;
use crate::pairs::component::made_of;
use crate::pairs::entrant::numbered;
use crate::pairs::{ArenaConfig, Totals, continue_pair};
use crate::watch::{Progress, SaveClock, Step, Watch};
use crate::workers;
use spariglio_files::Lock;

/// How ladders are played.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Plays only rows whose "file: name" contains this text; ignores case.
    pub only: Option<String>,
    /// Worker threads; 0 = one per core.
    pub threads: usize,
    /// Hands with programs to play side by side, as in [`ArenaConfig`].
    pub in_flight: usize,
    /// Factor for all numbers of hands; 1 if absent.
    pub hands_scale: Option<f64>,
    /// Replays rows that already have results.
    pub again: bool,
}

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
/// in progress is kept beside it. Ends early if `stopped` says so. Returns the paths of the results.
///
/// # Errors
/// Fails if a ladder or results file is invalid, if another process has the results open, or if `only` matches no row.
/// Also fails if [`continue_pair`] does, or with [`ArenaError::Stopped`]; the same call then resumes.
pub fn play(
    files: &[PathBuf],
    out: &Path,
    settings: &Settings,
    progress: &(dyn Fn(RowStep<'_>) + Sync),
    stopped: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<PathBuf>, ArenaError> {
    let ladders = files.iter().map(|file| Ok((file.clone(), Ladder::load(file)?)));
    let ladders = ladders.collect::<Result<Vec<_>, ArenaError>>()?;
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
    check_names(&ladders)?;
    let first = ladders.first().map(|(file, _)| file.clone()).unwrap_or_default();
    let open = |(file, ladder): (PathBuf, Ladder)| OpenLadder::open(&file, ladder, out, settings);
    let mut ladders = ladders.into_iter().map(open).collect::<Result<Vec<_>, _>>()?;
    if let Some(only) = settings
        .only
        .as_ref()
        .filter(|_| ladders.iter().all(|open| open.jobs.is_empty()))
    {
        return Err(wrong(&first, format!("no row's name holds \"{only}\"")));
    }
    let all: Vec<f64> = ladders.iter().flat_map(OpenLadder::guesses).collect();
    let mut run = Run {
        began: Instant::now(),
        clock: Clock::new(all.iter().sum(), workers::count(settings.threads)),
        pair: 0,
        pairs: all.len(),
        progress,
        stopped,
    };
    ladders.iter_mut().try_for_each(|open| open.play(&mut run, settings))?;
    Ok(ladders.into_iter().map(|open| open.path).collect())
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

struct Run<'a> {
    began: Instant,
    clock: Clock,
    pair: usize,
    pairs: usize,
    progress: &'a (dyn Fn(RowStep<'_>) + Sync),
    stopped: &'a (dyn Fn() -> bool + Sync),
}

/// One ladder with its results.
struct OpenLadder {
    ladder: Ladder,
    path: PathBuf,
    result: LadderResult,
    /// The rows to play.
    jobs: Vec<Job>,
    /// Held until all rows are played, so that no other process changes the results meanwhile.
    _lock: Lock,
}

/// A row to play.
struct Job {
    row: Row,
    game: Game,
    /// Every pair i < j.
    pairs: Vec<PairJob>,
    /// Its place in the results.
    place: usize,
    /// Whether the row's older result by the same command has another fingerprint.
    is_changed: bool,
}

/// One pair of a row.
struct PairJob {
    agents: [RowAgent; 2],
    hands: u64,
    /// Hash of all that decides its figures.
    fingerprint: String,
    /// Estimated seconds on one core.
    guess: f64,
}

/// Results of earlier runs, by fingerprint.
type Kept = HashMap<String, PairResult>;

impl OpenLadder {
    fn open(file: &Path, ladder: Ladder, out: &Path, settings: &Settings) -> Result<OpenLadder, ArenaError> {
        ladder.check(file)?;
        let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if !stem.starts_with(RESULTS_START) {
            let message = format!("expected a name that begins with `{RESULTS_START}`, as that of its results");
            return Err(wrong(file, message));
        }
        let path = out.join(format!("{stem}.json"));
        let lock = Lock::of_file(&path)?;
        let old = LadderResult::load(&path)?.map_or(Vec::new(), |result| result.rows);
        let mut open = OpenLadder {
            result: LadderResult {
                kind: LADDER_KIND.to_owned(),
                schema: SCHEMA,
                title: ladder.title.clone(),
                about: ladder.about.trim().to_owned(),
                order: ladder.order,
                seed: ladder.seed,
                digest: String::new(),
                rows: Vec::new(),
            },
            path,
            jobs: Vec::new(),
            ladder,
            _lock: lock,
        };
        let kept = kept(&old);
        for row in open.ladder.rows.clone() {
            let game = open.ladder.game(&row).map_err(|message| wrong(file, message))?;
            let pairs = open.pairs(&row, &game, settings)?;
            let mut result = open.fresh(file, &row, &game, &pairs, settings);
            let title = format!("{stem}: {}", row.name).to_lowercase();
            let asked = settings.only.as_ref().is_none_or(|only| title.contains(&only.to_lowercase()));
            if !(asked && settings.again) {
                fill(&mut result, &pairs, &kept);
            }
            if asked {
                let place = open.result.rows.len();
                let is_same = |old: &&RowResult| old.name == result.name && old.command == result.command;
                let before = old.iter().find(is_same).filter(|_| !settings.again);
                open.jobs.push(Job {
                    is_changed: before.is_some_and(|before| before.fingerprint != result.fingerprint),
                    row,
                    game,
                    pairs,
                    place,
                });
                open.result.rows.push(result);
            } else if result.is_whole() {
                open.result.rows.push(result);
            } else {
                open.result.rows.extend(old.iter().find(|old| old.name == row.name).cloned());
            }
        }
        Ok(open)
    }

    fn pairs(&self, row: &Row, game: &Game, settings: &Settings) -> Result<Vec<PairJob>, ArenaError> {
        let made_of = row.agents.iter().map(|agent| made_of(&agent.spec, game));
        let made_of = made_of.collect::<Result<Vec<_>, _>>()?;
        let labels: Vec<String> = row.agents.iter().map(|agent| agent.label().to_owned()).collect();
        let names = numbered(&labels);
        let pair = |(first, second): (usize, usize)| {
            let agents =
                [first, second].map(|place| RowAgent { name: Some(names[place].clone()), ..row.agents[place].clone() });
            let texts = [agents[0].text.as_str(), agents[1].text.as_str()];
            let hands = hands(row.hands, &agents, settings);
            let decides = (SCHEMA, game.fingerprint(), texts, self.ladder.seed, row.partners_open, hands);
            let mut text = format!("{decides:?}");
            for component in made_of[first].iter().chain(&made_of[second]) {
                text.push_str(&format!("|{}", component.is));
            }
            PairJob {
                guess: guess([&agents[0].spec, &agents[1].spec], hands),
                fingerprint: hash(&text),
                hands,
                agents,
            }
        };
        Ok(pairings(row.agents.len()).map(pair).collect())
    }

    /// The row's result before its first hand.
    fn fresh(&self, file: &Path, row: &Row, game: &Game, pairs: &[PairJob], settings: &Settings) -> RowResult {
        let fingerprints: Vec<&str> = pairs.iter().map(|pair| pair.fingerprint.as_str()).collect();
        RowResult {
            name: row.name.clone(),
            fingerprint: hash(&fingerprints.join("|")),
            rules: game.rules().name.clone(),
            agents: row.agents.iter().map(|agent| agent.label().to_owned()).collect(),
            command: self.command(file, row, pairs, settings),
            published: self.ladder.expected(row),
            published_text: match &row.published {
                Some(Published::Text(text)) => Some(text.clone()),
                _ => None,
            },
            note: row.note.clone(),
            specs: row.agents.iter().map(|agent| agent.spec.to_string()).collect(),
            pairs: Vec::new(),
            pair_fingerprints: Vec::new(),
            digest: String::new(),
        }
    }

    /// The arena command of the row; the ladder's if an arena command cannot express it. A remark if an agent belongs
    /// to a host program.
    fn command(&self, file: &Path, row: &Row, pairs: &[PairJob], settings: &Settings) -> String {
        if row.agents.iter().any(|agent| agent.spec.custom().is_some()) {
            return "# an agent of a host program, which no command can name".to_owned();
        }
        let rules = row.rules.as_ref().unwrap_or(&self.ladder.rules).argument();
        let hands = pairs.first().map_or(0, |pair| pair.hands);
        let same = pairs.iter().all(|pair| pair.hands == hands);
        let Some(rules) = rules.filter(|_| same) else {
            let scale = settings
                .hands_scale
                .map_or(String::new(), |scale| format!(" --hands-scale {scale}"));
            let [file, name] = [&file.display().to_string(), &row.name].map(|word| shell_word(word));
            return format!("spariglio ladder {file} --out runs/strength --only {name}{scale}");
        };
        let agents: Vec<&str> = row.agents.iter().map(|agent| agent.text.as_str()).collect();
        let open = if row.partners_open { " --partners-open" } else { "" };
        format!(
            "spariglio arena --rules {} --agents {} --hands {hands} --seed {}{open} --time",
            shell_word(rules),
            shell_word(&agents.join(",")),
            self.ladder.seed
        )
    }

    /// Estimated seconds of each pair to play.
    fn guesses(&self) -> Vec<f64> {
        let missing =
            |job: &Job, pair: &PairJob| !self.result.rows[job.place].pair_fingerprints.contains(&pair.fingerprint);
        let of = |job: &Job| {
            let pairs = job.pairs.iter().filter(|pair| missing(job, pair));
            pairs.map(|pair| pair.guess).collect::<Vec<_>>()
        };
        self.jobs.iter().flat_map(of).collect()
    }

    fn play(&mut self, run: &mut Run<'_>, settings: &Settings) -> Result<(), ArenaError> {
        for job in std::mem::take(&mut self.jobs) {
            let row = &self.result.rows[job.place];
            let known = row.pair_fingerprints.iter().cloned().zip(row.pairs.iter().cloned());
            let mut played: Kept = known.collect();
            for pair in &job.pairs {
                if played.contains_key(&pair.fingerprint) {
                    continue;
                }
                let kept = Partial::load(&self.path, &pair.fingerprint)?.filter(|_| !settings.again);
                let secret = kept.as_ref().and_then(|kept| kept.secret);
                let has_program = pair.agents.iter().any(|agent| agent.spec.agent_type().is_program());
                let config = ArenaConfig {
                    hands: pair.hands,
                    seed: self.ladder.seed,
                    secret: has_program.then(|| secret.unwrap_or_else(Secret::random)),
                    threads: settings.threads,
                    in_flight: settings.in_flight,
                    partners_open: job.row.partners_open,
                    time: true,
                    ..ArenaConfig::default()
                };
                let totals = kept.map_or(Totals::default(), |kept| kept.pair.totals());
                let result = run.pair((&job, pair), &config, totals, &self.path)?;
                played.insert(pair.fingerprint.clone(), result.clone());
                fill(&mut self.result.rows[job.place], &job.pairs, &played);
                self.save()?;
                Partial::remove(&self.path)?;
                run.finished(&job, pair, &result);
            }
        }
        if settings.only.is_none() {
            // A kill may have left the file of a finished pair.
            Partial::remove(&self.path)?;
        }
        self.save()
    }

    /// Leaves out rows without any results.
    fn save(&self) -> Result<(), ArenaError> {
        let mut result = self.result.clone();
        result.rows.retain(|row| !row.pairs.is_empty());
        result.save(&self.path)
    }
}

impl Run<'_> {
    /// Plays the deals of a pair that `totals` lacks; `results` is the results file.
    fn pair(
        &mut self,
        (job, pair): (&Job, &PairJob),
        config: &ArenaConfig,
        totals: Totals,
        results: &Path,
    ) -> Result<PairResult, ArenaError> {
        self.pair += 1;
        let watch = PairWatch { run: self, job, pair, config, results, saves: SaveClock::default() };
        let totals = continue_pair(&job.game, pair.specs(), config, totals, &watch)?;
        let is_whole = totals.deals.missing(config.deals(config.plays(&job.game))).is_empty();
        if !is_whole {
            watch.save(&totals)?;
            return Err(ArenaError::Stopped);
        }
        Ok(figures(&job.game, pair.specs(), config, totals))
    }

    fn finished(&mut self, job: &Job, pair: &PairJob, result: &PairResult) {
        self.clock.played(pair.guess);
        let done = Progress {
            played: result.hands,
            of: result.hands,
            mean: result.mean,
            standard_error: result.standard_error,
            llr: None,
        };
        self.show(job, pair, done, 0.0, Some(result));
    }

    fn show(&self, job: &Job, pair: &PairJob, done: Progress, guess: f64, result: Option<&PairResult>) {
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

impl PairJob {
    fn specs(&self) -> [&AgentSpec; 2] {
        self.agents.each_ref().map(|agent| &agent.spec)
    }
}

/// Shows and keeps the pair in progress.
struct PairWatch<'a> {
    run: &'a Run<'a>,
    job: &'a Job,
    pair: &'a PairJob,
    config: &'a ArenaConfig,
    results: &'a Path,
    saves: SaveClock,
}

impl PairWatch<'_> {
    fn save(&self, totals: &Totals) -> Result<(), ArenaError> {
        let PairWatch { job, pair, config, .. } = self;
        let partial = Partial {
            fingerprint: pair.fingerprint.clone(),
            secret: config.secret,
            pair: figures(&job.game, pair.specs(), config, totals.clone()),
        };
        partial.write(self.results)
    }
}

impl Watch<Progress, Totals> for PairWatch<'_> {
    fn progress(&self, done: Progress) {
        let share = done.played as f64 / done.of.max(1) as f64;
        self.run.show(self.job, self.pair, done, self.pair.guess * share, None);
    }

    fn keep(&self, totals: &Totals) -> Result<(), ArenaError> {
        if !self.saves.is_due() {
            return Ok(());
        }
        self.save(totals)
    }

    fn stopped(&self) -> bool {
        (self.run.stopped)()
    }
}

fn kept(rows: &[RowResult]) -> Kept {
    let pairs = rows.iter().flat_map(|row| row.pair_fingerprints.iter().zip(&row.pairs));
    pairs.map(|(fingerprint, pair)| (fingerprint.clone(), pair.clone())).collect()
}

/// Gives the row those of its pairs that have a result.
fn fill(row: &mut RowResult, pairs: &[PairJob], known: &Kept) {
    let found = || {
        let places = pairings(row.agents.len()).map(|(first, second)| [first, second]);
        let pairs = pairs.iter().zip(places);
        pairs.filter_map(|(pair, places)| Some((&pair.fingerprint, places, known.get(&pair.fingerprint)?)))
    };
    let fingerprints = found().map(|(fingerprint, ..)| fingerprint.clone()).collect();
    row.pairs = found().map(|(_, places, pair)| pair.at(places)).collect();
    row.pair_fingerprints = fingerprints;
}

/// Hands per pair.
fn hands(most: u64, agents: &[RowAgent; 2], settings: &Settings) -> u64 {
    let bounded = agents.iter().filter_map(|agent| agent.hands).fold(most, u64::min);
    ((bounded as f64 * settings.hands_scale.unwrap_or(1.0)).round() as u64).max(1)
}

/// The hash that names a pair in the ladder's results. It must never change, because results are kept for years.
fn hash(text: &str) -> String {
    format!("{:016x}", fnv1a(text.as_bytes()))
}
