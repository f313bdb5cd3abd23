//! Playing what the results files of some ladders lack.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use spariglio_engine::Game;

use super::config::{Ladder, Published, Row, RowAgent};
use super::cost::{Clock, guess};
use super::result::{LADDER_KIND, LadderResult, RowResult, SCHEMA};
use crate::error::ArenaError;
use crate::files::wrong;
use crate::pair::{ArenaConfig, Progress, play_pair, workers};
use crate::result::PairResult;
use crate::round_robin::{fnv, pairings};

/// How ladders are played.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Plays only rows whose "file: name" holds this text, in whatever case.
    pub only: Option<String>,
    /// Worker threads; 0 = one a core.
    pub threads: usize,
    /// Factor of all numbers of hands; none is 1.
    pub hands_scale: Option<f64>,
    /// Play rows again that have been played.
    pub again: bool,
}

/// A moment of a run.
#[derive(Copy, Clone, Debug)]
pub struct Step<'a> {
    /// The row that is played.
    pub row: &'a str,
    /// Labels of the two agents.
    pub agents: [&'a str; 2],
    /// Which pair of the run this is, from 1.
    pub pair: usize,
    /// Pairs that the run plays.
    pub pairs: usize,
    /// How far the pair has come.
    pub done: Progress,
    /// The time that the rest of the run takes, roughly.
    pub left: Duration,
    /// The pair's result, once it is in its file.
    pub result: Option<&'a PairResult>,
}

/// Plays what is missing in `out/STEM.json` for every ladder file; writes each pair as soon as it is played.
/// Returns the paths of the results.
///
/// # Errors
/// A ladder or results file that is not one, `only` that names no row, what [`play_pair`] says.
pub fn play(
    files: &[PathBuf],
    out: &Path,
    settings: &Settings,
    progress: &(dyn Fn(Step<'_>) + Sync),
) -> Result<Vec<PathBuf>, ArenaError> {
    let sheets = files.iter().map(|file| Sheet::open(file, out, settings));
    let mut sheets = sheets.collect::<Result<Vec<_>, _>>()?;
    if let Some(only) = settings
        .only
        .as_ref()
        .filter(|_| sheets.iter().all(|sheet| sheet.jobs.is_empty()))
    {
        let file = files.first().map_or(Path::new(""), PathBuf::as_path);
        return Err(wrong(file, format!("no row's name holds \"{only}\"")));
    }
    let all: Vec<f64> = sheets.iter().flat_map(Sheet::guesses).collect();
    let mut run = Run {
        began: Instant::now(),
        clock: Clock::new(all.iter().sum(), workers(settings.threads)),
        pair: 0,
        pairs: all.len(),
        progress,
    };
    sheets.iter_mut().try_for_each(|sheet| sheet.play(&mut run, settings))?;
    Ok(sheets.into_iter().map(|sheet| sheet.path).collect())
}

struct Run<'a> {
    began: Instant,
    clock: Clock,
    pair: usize,
    pairs: usize,
    progress: &'a (dyn Fn(Step<'_>) + Sync),
}

/// One ladder with its results.
struct Sheet {
    ladder: Ladder,
    path: PathBuf,
    result: LadderResult,
    /// The rows to play.
    jobs: Vec<Job>,
}

/// A row to play.
struct Job {
    row: Row,
    game: Game,
    hands: Vec<u64>,
    /// Its place in the results.
    place: usize,
}

impl Sheet {
    fn open(file: &Path, out: &Path, settings: &Settings) -> Result<Sheet, ArenaError> {
        let ladder = Ladder::load(file)?;
        let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let path = out.join(format!("{stem}.json"));
        let mut old = LadderResult::load(&path)?.map_or(Vec::new(), |result| result.rows);
        let mut sheet = Sheet {
            result: LadderResult {
                kind: LADDER_KIND.to_owned(),
                schema: SCHEMA,
                title: ladder.title.clone(),
                about: ladder.about.trim().to_owned(),
                order: ladder.order,
                seed: ladder.seed,
                rows: Vec::new(),
            },
            path,
            jobs: Vec::new(),
            ladder,
        };
        for row in sheet.ladder.rows.clone() {
            let found = old.iter().position(|old| old.name == row.name);
            let found = found.map(|place| old.swap_remove(place));
            sheet.add(file, &stem, row, found, settings)?;
        }
        Ok(sheet)
    }

    /// Takes up a row: as it was played, or to be played, or not at all.
    fn add(
        &mut self,
        file: &Path,
        stem: &str,
        row: Row,
        found: Option<RowResult>,
        settings: &Settings,
    ) -> Result<(), ArenaError> {
        let game = self.ladder.game(&row).map_err(|message| wrong(file, message))?;
        let hands = hands(&row, settings);
        let fresh = self.fresh(file, &row, &game, &hands, settings);
        let title = format!("{stem}: {}", row.name).to_lowercase();
        let asked = settings
            .only
            .as_ref()
            .is_none_or(|only| title.contains(&only.to_lowercase()));
        let valid = found.filter(|found| !asked || (found.fingerprint == fresh.fingerprint && !settings.again));
        let kept = valid.map(|found| match found.fingerprint == fresh.fingerprint {
            true => RowResult {
                pairs: found.pairs,
                ..fresh.clone()
            },
            false => found,
        });
        if !asked {
            self.result.rows.extend(kept);
            return Ok(());
        }
        let place = self.result.rows.len();
        self.result.rows.push(kept.unwrap_or(fresh));
        self.jobs.push(Job {
            row,
            game,
            hands,
            place,
        });
        Ok(())
    }

    /// The row's result before its first hand.
    fn fresh(&self, file: &Path, row: &Row, game: &Game, hands: &[u64], settings: &Settings) -> RowResult {
        let texts: Vec<&str> = row.agents.iter().map(|agent| agent.text.as_str()).collect();
        let decides = format!(
            "{SCHEMA}|{:016x}|{texts:?}|{}|{}|{hands:?}",
            game.fingerprint(),
            self.ladder.seed,
            row.partners_open
        );
        RowResult {
            name: row.name.clone(),
            fingerprint: fnv(&decides),
            rules: game.rules().name.clone(),
            agents: row.agents.iter().map(|agent| agent.label().to_owned()).collect(),
            command: self.command(file, row, hands, settings),
            published: self.ladder.expected(row),
            published_text: match &row.published {
                Some(Published::Text(text)) => Some(text.clone()),
                _ => None,
            },
            note: row.note.clone(),
            pairs: Vec::new(),
        }
    }

    /// The arena command of the row, or where there is none the ladder's.
    fn command(&self, file: &Path, row: &Row, hands: &[u64], settings: &Settings) -> String {
        let rules = row.rules.as_ref().unwrap_or(&self.ladder.rules).argument();
        let same = hands.iter().all(|&pair| pair == hands[0]);
        let Some(rules) = rules.filter(|_| same) else {
            let scale = settings
                .hands_scale
                .map_or(String::new(), |scale| format!(" --hands-scale {scale}"));
            return format!(
                "spariglio ladder {} --out runs/strength --only '{}'{scale}",
                file.display(),
                row.name
            );
        };
        let agents: Vec<&str> = row.agents.iter().map(|agent| agent.text.as_str()).collect();
        let open = if row.partners_open { " --partners-open" } else { "" };
        format!(
            "spariglio arena --rules {rules} --agents {} --hands {} --seed {}{open} --time",
            agents.join(","),
            hands[0],
            self.ladder.seed
        )
    }

    /// Guessed seconds of the pairs to play.
    fn guesses(&self) -> Vec<f64> {
        let of = |job: &Job| {
            let played = self.result.rows[job.place].pairs.len();
            job.guesses().into_iter().skip(played).collect::<Vec<_>>()
        };
        self.jobs.iter().flat_map(of).collect()
    }

    fn play(&mut self, run: &mut Run<'_>, settings: &Settings) -> Result<(), ArenaError> {
        for job in std::mem::take(&mut self.jobs) {
            let pairs = pairings(job.row.agents.len()).zip(job.guesses()).zip(job.hands.clone());
            let played = self.result.rows[job.place].pairs.len();
            for (((first, second), guess), hands) in pairs.skip(played) {
                let config = ArenaConfig {
                    hands,
                    seed: self.ladder.seed,
                    threads: settings.threads,
                    partners_open: job.row.partners_open,
                    time: true,
                };
                let agents = [&job.row.agents[first], &job.row.agents[second]];
                let result = run.pair(&job, agents, &config, guess)?;
                self.result.rows[job.place].pairs.push(result);
                self.save()?;
                run.finished(&job, agents, guess, self.result.rows[job.place].pairs.last());
            }
        }
        self.save()
    }

    /// Rows of which nothing has been played are not written.
    fn save(&self) -> Result<(), ArenaError> {
        let mut result = self.result.clone();
        result.rows.retain(|row| !row.pairs.is_empty());
        result.save(&self.path)
    }
}

impl Job {
    fn guesses(&self) -> Vec<f64> {
        let agents = &self.row.agents;
        let pairs = pairings(agents.len()).zip(&self.hands);
        let of = |((first, second), &hands): ((usize, usize), &u64)| {
            guess([&agents[first].text, &agents[second].text], hands)
        };
        pairs.map(of).collect()
    }
}

impl Run<'_> {
    fn pair(
        &mut self,
        job: &Job,
        agents: [&RowAgent; 2],
        config: &ArenaConfig,
        guess: f64,
    ) -> Result<PairResult, ArenaError> {
        self.pair += 1;
        let show = |done: Progress| {
            let share = done.hands as f64 / done.of.max(1) as f64;
            self.show(job, agents, done, guess * share, None);
        };
        play_pair(&job.game, agents.map(|agent| &agent.spec), config, &show)
    }

    fn finished(&mut self, job: &Job, agents: [&RowAgent; 2], guess: f64, result: Option<&PairResult>) {
        self.clock.played(guess);
        let Some(pair) = result else { return };
        let done = Progress {
            hands: pair.hands,
            of: pair.hands,
            mean: pair.mean,
            standard_error: pair.standard_error,
        };
        self.show(job, agents, done, 0.0, result);
    }

    fn show(&self, job: &Job, agents: [&RowAgent; 2], done: Progress, guess: f64, result: Option<&PairResult>) {
        (self.progress)(Step {
            row: &job.row.name,
            agents: agents.map(RowAgent::label),
            pair: self.pair,
            pairs: self.pairs,
            done,
            left: self.clock.left(guess, self.began.elapsed()),
            result,
        });
    }
}

/// Hands of every pair i < j.
fn hands(row: &Row, settings: &Settings) -> Vec<u64> {
    let scaled = |hands: u64| ((hands as f64 * settings.hands_scale.unwrap_or(1.0)).round() as u64).max(1);
    let pair = |(first, second): (usize, usize)| {
        let bounds = [&row.agents[first], &row.agents[second]].map(|agent| agent.hands.unwrap_or(u64::MAX));
        scaled(row.hands.min(bounds[0]).min(bounds[1]))
    };
    pairings(row.agents.len()).map(pair).collect()
}
