//! Tunes an agent's options: one after another, each by successive halving on common deals.
//!
//! A step tunes one option. All its values play the same deals against the same opponents. After each stage the better
//! half continues on further deals; the best of the last stage is kept for later steps. The worst of the first stage
//! also plays the last one: the difference shows how much the option matters. Every step has deals of its own, and no
//! tuning deal is ever a deal of `spariglio arena`. Method: successive halving (Jamieson and Talwalkar 2016) along
//! coordinates.

pub mod config;
mod ledger;
mod pieces;

pub use pieces::Tuning;

use std::ops::Range;
use std::path::{Path, PathBuf};

use spariglio_agents::AgentSpec;
use spariglio_engine::Game;
use toml::{Table, Value};

use crate::deals::seating::Seating;
use crate::error::ArenaError;
use crate::error::wrong;
use crate::pairs::{ArenaConfig, deals_of};
use crate::watch::Progress;
use config::{TuneFile, agent, with};
use ledger::{Ledger, Play, Wanted};
use spariglio_files::Lock;
use spariglio_files::whole::{remove_temporaries_of, write_whole};
use spariglio_stats::{Estimate, Moments};

/// The progress of tuning.
#[derive(Clone, Debug)]
pub struct Step<'a> {
    /// The option and value in play.
    pub title: String,
    /// The opponent.
    pub opponent: &'a AgentSpec,
    /// The progress of these hands.
    pub done: Progress,
}

/// The result of tuning.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// The steps, in their order.
    pub steps: Vec<OptionResult>,
    /// The agent with the best value of every option.
    pub best: Table,
    /// Its specification.
    pub spec: AgentSpec,
    /// The agent before tuning.
    pub base: AgentSpec,
    /// Points per hand of the best against the base, on separate deals; `None` if the two are equal.
    pub gain: Option<Estimate>,
}

/// One step: the values of an option.
#[derive(Clone, Debug)]
pub struct OptionResult {
    /// The option.
    pub option: String,
    /// All values, best first.
    pub candidates: Vec<Candidate>,
    /// Points per hand by which the best value beats the worst of the first stage, on the deals of the last stage.
    pub effect: Estimate,
    /// The worst value of the first stage.
    pub worst: String,
}

/// One value of an option.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The value.
    pub value: String,
    /// Deals played against each opponent.
    pub deals: usize,
    /// Points per hand over all opponents.
    pub margin: Estimate,
    /// The best value's points per hand minus this one's, on their common deals.
    pub behind: Estimate,
}

/// Tunes the agent of `file`; keeps hands in `out/STEM.jsonl` and writes the best agent as `out/STEM.toml`. Ends early
/// if `stopped` says so.
///
/// # Errors
/// Fails if the file is not a tuning file, if the folder holds hands of other settings, or if another process tunes
/// there. Also fails if the hands cannot be played, or with [`ArenaError::Stopped`]; the same call then resumes.
pub fn tune(
    file: &Path,
    out: &Path,
    threads: usize,
    progress: &(dyn Fn(Step<'_>) + Sync),
    stopped: &(dyn Fn() -> bool + Sync),
) -> Result<Tuned, ArenaError> {
    let mut open = OpenTuning::open(file, out, threads)?;
    let play = Play { game: &open.game, config: &open.arena, progress, stopped };
    let tuned = Tuner {
        file: &open.config,
        plays: open.plays,
        ledger: &mut open.ledger,
        play: Some(play),
    }
    .run();
    let tuned = tuned.map_err(|fault| fault.at(file))?;
    open.close(&tuned)?;
    Ok(tuned)
}

/// A tuning file with its results.
struct OpenTuning {
    /// The file's name without its ending, in the folder of the results.
    stem: PathBuf,
    file: PathBuf,
    config: TuneFile,
    game: Game,
    /// Hands per deal.
    plays: usize,
    arena: ArenaConfig,
    ledger: Ledger,
    /// Held until all is played, so that no other process changes the results meanwhile.
    _lock: Lock,
}

impl OpenTuning {
    fn open(file: &Path, out: &Path, threads: usize) -> Result<OpenTuning, ArenaError> {
        let config = TuneFile::load(file)?;
        let game = config.game().map_err(|message| wrong(file, message))?;
        let stem = out.join(file.file_stem().unwrap_or_default());
        let path = named(&stem, "jsonl");
        let lock = Lock::of_file(&path)?;
        for ending in ["toml", "md"] {
            remove_temporaries_of(&named(&stem, ending))?;
        }
        let arena = ArenaConfig { hands: 0, seed: config.seed, threads, ..ArenaConfig::default() };
        let ledger = Ledger::open(&path, config.fingerprint(&game)?)?;
        let plays = Seating::count(&game);
        Ok(OpenTuning { stem, file: file.to_path_buf(), config, game, plays, arena, ledger, _lock: lock })
    }

    /// Writes the hands in their final form, and the best agent.
    fn close(self, tuned: &Tuned) -> Result<(), ArenaError> {
        self.ledger.close()?;
        let opponents: Vec<String> = self.config.opponents.iter().map(ToString::to_string).collect();
        let stem = self.stem.file_name().unwrap_or_default().to_string_lossy();
        let head = format!("# {} against {}: how it was found is in {stem}.md.\n", tuned.spec, opponents.join(", "));
        Ok(write_whole(&named(&self.stem, "toml"), head + &tuned.best.to_string())?)
    }
}

/// The file with this ending; a dot in the stem is no ending.
fn named(stem: &Path, ending: &str) -> PathBuf {
    let name = stem.file_name().unwrap_or_default().to_string_lossy();
    stem.with_file_name(format!("{name}.{ending}"))
}

/// An error of tuning: an arena's, or a text about the file.
enum Fault {
    Arena(ArenaError),
    Words(String),
}

impl Fault {
    fn at(self, file: &Path) -> ArenaError {
        match self {
            Fault::Arena(error) => error,
            Fault::Words(message) => wrong(file, message),
        }
    }
}

impl From<ArenaError> for Fault {
    fn from(error: ArenaError) -> Fault {
        Fault::Arena(error)
    }
}

impl From<String> for Fault {
    fn from(message: String) -> Fault {
        Fault::Words(message)
    }
}

struct Tuner<'a> {
    file: &'a TuneFile,
    plays: usize,
    ledger: &'a mut Ledger,
    /// How hands are played; `None` if the ledger only lists those that it lacks.
    play: Option<Play<'a>>,
}

/// A value in the race.
struct Runner {
    label: String,
    table: Table,
    spec: AgentSpec,
    /// Margins of its deals, summed over plays and opponents, starting with the step's first deal.
    margins: Vec<i64>,
}

impl Tuner<'_> {
    fn run(&mut self) -> Result<Tuned, Fault> {
        let base = agent(&self.file.base)?;
        let mut best = self.file.base.clone();
        let mut steps = Vec::new();
        for _ in 0..self.file.passes {
            for (option, values) in self.file.steps() {
                let runners = runners(&best, option, values)?;
                let (winner, result) = self.race(steps.len() as u64, option, runners)?;
                best = winner;
                steps.push(result);
            }
        }
        let spec = agent(&best)?;
        let gain = if spec == base {
            None
        } else {
            Some(self.gain(steps.len() as u64, &spec, &base)?)
        };
        Ok(Tuned { steps, best, spec, base, gain })
    }

    /// Halves the runners stage by stage.
    fn race(&mut self, step: u64, option: &str, mut running: Vec<Runner>) -> Result<(Table, OptionResult), Fault> {
        let mut out = Vec::new();
        let mut start = 0;
        let mut stage = 0..0;
        let stages = self.file.hands.len();
        for (number, &hands) in self.file.hands.iter().enumerate() {
            stage = start..start + deals_of(hands, self.plays);
            for runner in &mut running {
                let more = self.play(step, stage.clone(), option, runner)?;
                runner.margins.extend(more);
            }
            self.ledger.check_whole()?;
            running.sort_by_key(|runner| -runner.margins.iter().sum::<i64>());
            if number + 1 < stages {
                out.splice(0..0, running.split_off(running.len().div_ceil(2)));
            }
            start = stage.end;
        }
        running.extend(out);
        let effect = self.effect(step, stage, option, &running)?;
        let (Some(best), Some(worst)) = (running.first(), running.last()) else {
            return Err(Fault::Words(format!("options: {option}: no values")));
        };
        let result = OptionResult {
            option: option.to_owned(),
            candidates: running.iter().map(|runner| self.candidate(runner, best)).collect(),
            effect,
            worst: worst.label.clone(),
        };
        Ok((best.table.clone(), result))
    }

    /// The best value's points per hand minus the worst's, on the last stage's deals.
    fn effect(&mut self, step: u64, stage: Range<u64>, option: &str, ranked: &[Runner]) -> Result<Estimate, Fault> {
        let (Some(best), Some(worst)) = (ranked.first(), ranked.last()) else {
            return Ok(Estimate::default());
        };
        let best = self.play(step, stage.clone(), option, best)?;
        let worst = self.play(step, stage, option, worst)?;
        self.ledger.check_whole()?;
        Ok(self.estimate(difference(&best, &worst)))
    }

    /// A runner's margins on some deals, summed over opponents.
    fn play(&mut self, step: u64, deals: Range<u64>, option: &str, runner: &Runner) -> Result<Vec<i64>, Fault> {
        let mut sums = vec![0; (deals.end - deals.start) as usize];
        for opponent in &self.file.opponents {
            let title = format!("{option} = {}", runner.label);
            let margins = self.margins(title, (step, deals.clone()), [&runner.spec, opponent])?;
            sums.iter_mut().zip(margins).for_each(|(sum, margin)| *sum += margin);
        }
        Ok(sums)
    }

    /// The tuned agent against the base, on as many deals as the longest race.
    fn gain(&mut self, step: u64, spec: &AgentSpec, base: &AgentSpec) -> Result<Estimate, Fault> {
        let deals = self.file.hands.iter().map(|&hands| deals_of(hands, self.plays)).sum();
        let margins = self.margins("tuned against base".to_owned(), (step, 0..deals), [spec, base])?;
        self.ledger.check_whole()?;
        Ok(moments(margins.into_iter()).estimate(self.plays as f64, 1.0))
    }

    /// Margins of some deals, from the ledger or played. If hands are only listed, the lacking ones count as 0.
    fn margins(
        &mut self,
        title: String,
        (step, deals): (u64, Range<u64>),
        agents: [&AgentSpec; 2],
    ) -> Result<Vec<i64>, ArenaError> {
        let wanted = Wanted { title, step, deals, agents };
        match self.play {
            Some(play) => self.ledger.margins(&wanted, play),
            None => Ok(self.ledger.listed(&wanted)),
        }
    }

    fn candidate(&self, runner: &Runner, best: &Runner) -> Candidate {
        Candidate {
            value: runner.label.clone(),
            deals: runner.margins.len(),
            margin: self.estimate(moments(runner.margins.iter().copied())),
            behind: self.estimate(difference(&best.margins, &runner.margins)),
        }
    }

    fn estimate(&self, moments: Moments) -> Estimate {
        moments.estimate((self.plays * self.file.opponents.len()) as f64, 1.0)
    }
}

/// The current agent, and one for each value of an option; values that make the same agent run once.
fn runners(best: &Table, option: &str, values: &[Value]) -> Result<Vec<Runner>, String> {
    let label = best.get(option).map_or("as before".to_owned(), shown);
    let others = values.iter().map(|value| (shown(value), with(best, option, value)));
    let mut runners: Vec<Runner> = Vec::new();
    for (label, table) in std::iter::once((label, best.clone())).chain(others) {
        let spec = agent(&table)?;
        match runners.iter_mut().find(|runner| runner.spec == spec) {
            // A listed value is more informative than "as before".
            Some(runner) => (runner.label, runner.table) = (label, table),
            None => runners.push(Runner { label, table, spec, margins: Vec::new() }),
        }
    }
    Ok(runners)
}

/// Sums of the differences on the deals that both have played.
fn difference(first: &[i64], second: &[i64]) -> Moments {
    moments(first.iter().zip(second).map(|(first, second)| first - second))
}

fn moments(values: impl Iterator<Item = i64>) -> Moments {
    let mut moments = Moments::default();
    values.for_each(|value| moments.push(value));
    moments
}

fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned)
}
