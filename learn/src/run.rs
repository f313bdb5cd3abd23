//! A run: its directory, its game, and its generations one after the other.

use std::path::Path;
use std::sync::Arc;

use spariglio_files::whole::is_there;
use spariglio_files::{Config, ConfigError, Fingerprint, RulesChoice, RunDir, RunFile, best, metrics};
use spariglio_selfplay::SCHEMA_VERSION;

use crate::config::LearnConfig;
use crate::error::LearnError;
use crate::event::{Event, Observer};
use crate::stages::Stages;
use crate::verdict::Verdict;

/// Brings the run in `dir` to the generations that `config` asks for, from wherever it is, with `threads` threads of
/// self-play and matches (0: one per core). Gives the verdicts on all of them.
///
/// # Errors
/// The configuration cannot be used, the directory holds another run or is in use, or a stage stops. What is there
/// stays, and the next call goes on from it.
pub fn learn(
    config: &LearnConfig,
    dir: &Path,
    threads: usize,
    observer: &dyn Observer,
) -> Result<Vec<Verdict>, LearnError> {
    config.check()?;
    let game = Arc::new(config.rules.game()?);
    let mut config = config.clone();
    config.rules = RulesChoice::of(game.rules());
    // Training reads them.
    (config.bootstrap.features, config.selfplay.features) = (true, true);
    let file = RunFile::new("learn", SCHEMA_VERSION, config.seed, Fingerprint::of(&game), &config);
    let run = RunDir::open(dir, &file)?;
    check_generations(run.root(), config.generations)?;
    let mut verdicts: Vec<Verdict> = Vec::new();
    for generation in 0..config.generations {
        observer.tell(Event::Generation(generation));
        let stages = Stages {
            game: &game,
            config: &config,
            run: &run,
            threads,
            observer,
            generation,
            best: verdicts.last().map(Verdict::best),
        };
        let verdict = verdict(&stages)?;
        observer.tell(Event::Verdict(&verdict));
        verdicts.push(verdict);
    }
    Ok(verdicts)
}

/// Refuses fewer generations than a run has: its best network may be of one that would be left out.
fn check_generations(root: &Path, generations: u32) -> Result<(), LearnError> {
    let mut there = 0;
    while is_there(&Verdict::path(root, there))? {
        there += 1;
    }
    if generations < there {
        let expected = format!("at least {there}, the number of those that are there");
        return Err(ConfigError::field("generations", expected, generations).into());
    }
    Ok(())
}

/// The verdict on a generation: the one that is there, or what its stages come to.
fn verdict(stages: &Stages<'_>) -> Result<Verdict, LearnError> {
    let (root, generation) = (stages.run.root(), stages.generation);
    let verdict = match Verdict::read(root, generation)? {
        Some(verdict) => verdict,
        None => stages.run()?,
    };
    metrics::replace(root, &verdict.lines())?;
    if !is_there(&Verdict::path(root, generation + 1))? {
        // A finished generation that is passed again leaves the name of the best network alone.
        best::write_best(root, verdict.best())?;
    }
    Ok(verdict)
}
