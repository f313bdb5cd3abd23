//! Plans of work for many machines: all facts that decide its bytes, before anything is played.

use std::path::{Path, PathBuf};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde_json::json;
use spariglio_agents::AgentSpec;
use spariglio_arena::matches::arena::Matches;
use spariglio_arena::pairs::duel::Play;
use spariglio_arena::studies::ladder::{self, PairJob, Settings};
use spariglio_arena::{ArenaConfig, Contest, Hands};
use spariglio_cli::selfplay::{Opened, open};
use spariglio_files::{Config, Fingerprint, Part};
use spariglio_selfplay::{SelfplayConfig, generate_part, missing_shards};

use crate::agents::Entrant;
use crate::arena::{MOST_ENTRANTS, entered};
use crate::arguments::{self, Items};
use crate::error;
use crate::game::Game;
use crate::raised::Run;
use crate::work::wait;

/// The most ladders of a call.
const MOST_LADDERS: usize = 1000;

/// The fingerprint of decisions of `spariglio bench`. Machines that decide alike have the same one.
#[pyfunction]
pub fn decisions_fingerprint(py: Python<'_>) -> PyResult<u64> {
    wait(py, |_| spariglio_agents::search::decisions_fingerprint())
}

/// Plans a configuration of self-play in the run directory `out`, which is created if it does not exist. Returns JSON:
/// the configuration with its rules written out, and its seed; the number of shards of its generation, and the missing
/// ones; the fingerprint of its rules; its agents, with hashes of their networks; the agents with a time budget.
#[pyfunction]
#[pyo3(signature = (config, out, generation: "typing.SupportsIndex | None" = None))]
pub fn selfplay_plan(
    py: Python<'_>,
    config: PathBuf,
    out: PathBuf,
    #[pyo3(from_py_with = arguments::optional_generation)] generation: Option<u32>,
) -> PyResult<String> {
    wait(py, move |_| {
        let Opened { config, run, job } = opened(&config, &out, generation)?;
        let agents: Vec<&str> = job.entrants.iter().map(|entrant| entrant.label.as_str()).collect();
        let text = toml::to_string(&config).map_err(failed)?;
        let plan = json!({
            "config": format!("seed = {}\n{text}", config.seed),
            "generation": job.generation,
            "shards": job.data.shards,
            "missing": missing_shards(&run, &job, 0).map_err(failed)?,
            "rules": Fingerprint::of(&job.game),
            "agents": agents,
            "timed": timed(job.entrants.iter().map(|entrant| &entrant.spec)),
        });
        Ok(plan.to_string())
    })?
}

/// Makes the shards of a part, such as `2/8`, of a configuration of self-play in the run directory `out`.
#[pyfunction]
#[pyo3(signature = (config, out, part, generation: "typing.SupportsIndex | None" = None, threads: "typing.SupportsIndex" = 0))]
pub fn selfplay_part(
    py: Python<'_>,
    config: PathBuf,
    out: PathBuf,
    part: &str,
    #[pyo3(from_py_with = arguments::optional_generation)] generation: Option<u32>,
    #[pyo3(from_py_with = arguments::threads)] threads: usize,
) -> PyResult<()> {
    let part: Part = part.parse().map_err(error::value)?;
    wait(py, move |_| {
        let Opened { run, job, .. } = opened(&config, &out, generation)?;
        generate_part(&run, &job, part, threads, &|_| {}).map_err(failed)?;
        Ok(())
    })?
}

/// Computes shards of learning for the run at an address, such as `10.0.0.1:7000`, until it ends. `token` is the secret
/// word of the run.
#[pyfunction]
#[pyo3(signature = (address, token, *, threads: "typing.SupportsIndex" = 0))]
pub fn learn_help(
    py: Python<'_>,
    address: String,
    token: String,
    #[pyo3(from_py_with = arguments::threads)] threads: usize,
) -> PyResult<()> {
    wait(py, move |_| spariglio_train::help(&address, &token, threads).map_err(failed))?
}

/// Plans ladders with the results of the folder `out`, which is created if it does not exist. Returns JSON: the
/// fingerprints of the missing pairs, and the agents in them that have a time budget.
#[pyfunction]
#[pyo3(signature = (files, out, *, only = None, hands_scale = None))]
pub fn ladder_plan(
    py: Python<'_>,
    files: Items<PathBuf, MOST_LADDERS>,
    out: PathBuf,
    only: Option<String>,
    hands_scale: Option<f64>,
) -> PyResult<String> {
    wait(py, move |_| {
        let settings = Settings { only, hands_scale, ..Settings::default() };
        let pairs = ladder::missing(&files.0, &out, &settings).map_err(error::value)?;
        let fingerprints: Vec<&str> = pairs.iter().map(|pair| pair.fingerprint.as_str()).collect();
        Ok(json!({ "pairs": fingerprints, "timed": timed(pairs.iter().flat_map(PairJob::specs)) }).to_string())
    })?
}

/// Plays a part, such as `2/8`, of the deals of the missing pairs of ladders. Returns the files with its sums.
#[pyfunction]
#[pyo3(signature = (files, out, part, *, only = None, hands_scale = None, threads: "typing.SupportsIndex" = 0))]
pub fn ladder_part(
    py: Python<'_>,
    files: Items<PathBuf, MOST_LADDERS>,
    out: PathBuf,
    part: &str,
    only: Option<String>,
    hands_scale: Option<f64>,
    #[pyo3(from_py_with = arguments::threads)] threads: usize,
) -> PyResult<Vec<PathBuf>> {
    let part: Part = part.parse().map_err(error::value)?;
    wait(py, move |stop| {
        let settings = Settings { part, only, hands_scale, threads, ..Settings::default() };
        ladder::play(&files.0, &out, &settings, &|_| {}, &|| stop.is_set()).map_err(failed)
    })?
}

/// Plans an arena. Returns JSON: its result before any play, and its agents with a time budget.
#[pyfunction]
#[pyo3(signature = (game, entrants, *, hands: "typing.SupportsIndex", seed: "typing.SupportsIndex", partners_open, unpaired, part))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub fn arena_plan(
    py: Python<'_>,
    game: &Game,
    entrants: Items<Entrant, MOST_ENTRANTS>,
    #[pyo3(from_py_with = arguments::hands)] hands: u64,
    #[pyo3(from_py_with = arguments::seed)] seed: u64,
    partners_open: bool,
    unpaired: bool,
    part: &str,
) -> PyResult<String> {
    let part: Part = part.parse().map_err(error::value)?;
    planned::<Hands>(
        py,
        game,
        entrants,
        ArenaConfig { hands, seed, partners_open, unpaired, part, ..ArenaConfig::default() },
    )
}

/// Plans an arena of matches. Returns JSON: its result before any play, and its agents with a time budget.
#[pyfunction]
#[pyo3(signature = (game, entrants, *, matches: "typing.SupportsIndex", seed: "typing.SupportsIndex", partners_open, part))]
pub fn matches_plan(
    py: Python<'_>,
    game: &Game,
    entrants: Items<Entrant, MOST_ENTRANTS>,
    #[pyo3(from_py_with = arguments::matches)] matches: u64,
    #[pyo3(from_py_with = arguments::seed)] seed: u64,
    partners_open: bool,
    part: &str,
) -> PyResult<String> {
    let part: Part = part.parse().map_err(error::value)?;
    planned::<Matches>(
        py,
        game,
        entrants,
        ArenaConfig { hands: matches, seed, partners_open, part, ..ArenaConfig::default() },
    )
}

fn planned<U: Play + Default>(
    py: Python<'_>,
    game: &Game,
    entrants: Items<Entrant, MOST_ENTRANTS>,
    config: ArenaConfig,
) -> PyResult<String> {
    let game = game.game.clone();
    wait(py, move |_| {
        let specs = specs(&entrants)?;
        let timed = timed(specs.iter());
        let fresh = Contest::<U>::round_robin(&game, &entered(specs), &config).fresh();
        Ok(json!({ "arena": fresh.map_err(error::value)?, "timed": timed }).to_string())
    })?
}

fn specs(entrants: &Items<Entrant, MOST_ENTRANTS>) -> PyResult<Vec<AgentSpec>> {
    let specs = entrants.0.iter().map(|entrant| entrant.of_run(&Run::default()));
    specs.collect::<Result<_, _>>().map_err(error::value)
}

fn opened(config: &Path, out: &Path, generation: Option<u32>) -> PyResult<Opened> {
    let mut config = SelfplayConfig::load(config).map_err(failed)?;
    config.generation = generation.unwrap_or(config.generation);
    open(config, out).map_err(|error| failed(format!("{error:#}")))
}

/// The agents whose decisions may differ even if seeds are the same.
fn timed<'a>(specs: impl Iterator<Item = &'a AgentSpec>) -> Vec<String> {
    specs.filter(|spec| spec.varies()).map(ToString::to_string).collect()
}

/// Work that failed; the text says why.
fn failed(error: impl std::fmt::Display) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}
