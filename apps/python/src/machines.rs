//! Plans of work for many machines: all facts that decide its bytes, before anything is played.

use std::path::{Path, PathBuf};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde_json::json;
use spariglio_agents::AgentSpec;
use spariglio_arena::matches::arena::Matches;
use spariglio_arena::{ArenaConfig, Contest, Hands, Part, Schedule};
use spariglio_cli::selfplay::{Opened, open};
use spariglio_files::{Config, Fingerprint};
use spariglio_selfplay::{SelfplayConfig, generate_shards, missing_shards};

use crate::agents::Entrant;
use crate::arena::{MOST_ENTRANTS, entered};
use crate::arguments::{self, Items};
use crate::error;
use crate::game::Game;
use crate::raised::Run;
use crate::work::wait;

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

/// Makes a shard of a configuration of self-play in the run directory `out`.
#[pyfunction]
#[pyo3(signature = (config, out, number: "typing.SupportsIndex", generation: "typing.SupportsIndex | None" = None, threads: "typing.SupportsIndex" = 0))]
pub fn selfplay_shard(
    py: Python<'_>,
    config: PathBuf,
    out: PathBuf,
    #[pyo3(from_py_with = arguments::number)] number: u32,
    #[pyo3(from_py_with = arguments::optional_generation)] generation: Option<u32>,
    #[pyo3(from_py_with = arguments::threads)] threads: usize,
) -> PyResult<()> {
    wait(py, move |_| {
        let Opened { run, job, .. } = opened(&config, &out, generation)?;
        let wanted = number..number.saturating_add(1);
        generate_shards(&run, &job, wanted, threads, &|_| {}).map_err(failed)?;
        Ok(())
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
    let game = game.game.clone();
    wait(py, move |_| {
        let specs = specs(&entrants)?;
        let timed = timed(specs.iter());
        let entrants = entered(specs);
        let contest = Contest {
            game: &game,
            entrants: &entrants,
            config: &ArenaConfig { hands, seed, partners_open, unpaired, part, ..ArenaConfig::default() },
            schedule: Schedule::RoundRobin,
            unit: Hands,
        };
        let fresh = contest.fresh().map_err(error::value)?;
        Ok(json!({ "arena": fresh, "timed": timed }).to_string())
    })?
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
    let game = game.game.clone();
    wait(py, move |_| {
        let specs = specs(&entrants)?;
        let timed = timed(specs.iter());
        let entrants = entered(specs);
        let contest = Contest {
            game: &game,
            entrants: &entrants,
            config: &ArenaConfig { hands: matches, seed, partners_open, part, ..ArenaConfig::default() },
            schedule: Schedule::RoundRobin,
            unit: Matches,
        };
        let fresh = contest.fresh().map_err(error::value)?;
        Ok(json!({ "arena": fresh, "timed": timed }).to_string())
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

/// The agents with a time budget.
pub fn timed<'a>(specs: impl Iterator<Item = &'a AgentSpec>) -> Vec<String> {
    specs.filter(|spec| spec.is_timed()).map(ToString::to_string).collect()
}

/// Work that failed; the text says why.
fn failed(error: impl std::fmt::Display) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}
