//! The arena: agents against each other on duplicate deals.

use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use pyo3::prelude::*;
use spariglio_arena::{ArenaConfig, ArenaError, ArenaResult, Contest, Part, Schedule, Secret, Step, Watch};

use crate::agents::Entrant;
use crate::error;
use crate::game::Game;
use crate::raised::{Raised, error_of_run};
use crate::work::{Stop, check_threads, wait_for_end};

/// Tells Python how far a contest has come, and ends it where it shall end.
struct Screen {
    stop: Stop,
    progress: Option<Py<PyAny>>,
    /// What `progress` raised.
    raised: Raised,
}

impl Watch<Step, ArenaResult> for Screen {
    fn progress(&self, step: Step) {
        let Some(progress) = &self.progress else { return };
        let Step {
            names: [first, second],
            done,
            ..
        } = step;
        Python::attach(|py| {
            let told = progress.call1(
                py,
                ((first, second), done.played, done.of, done.mean, done.standard_error),
            );
            if let Err(exception) = told {
                self.raised.keep(py, exception);
                self.stop.set();
            }
        });
    }

    fn stopped(&self) -> bool {
        self.stop.is_set()
    }
}

/// Plays all pairs of `entrants` and gives the result as JSON (docs/arena.md). `kept` is the JSON of an earlier result to go on
/// from; `progress(names, played, of, mean, standard_error)` is called now and then;
/// what it raises ends the run.
#[pyfunction]
#[pyo3(signature = (game, entrants, *, hands, seed, threads, partners_open, unpaired, part, kept = None, progress = None))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub fn arena(
    py: Python<'_>,
    game: &Game,
    entrants: Vec<Entrant>,
    hands: u64,
    seed: u64,
    threads: usize,
    partners_open: bool,
    unpaired: bool,
    part: &str,
    kept: Option<&str>,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    check_threads(threads)?;
    let has_program = entrants.iter().any(|entrant| entrant.spec.agent_type().is_program());
    let kept = kept.map(read).transpose()?;
    let config = ArenaConfig {
        hands,
        seed,
        secret: kept
            .as_ref()
            .map_or(has_program.then(Secret::random), |kept| kept.secret),
        threads,
        partners_open,
        unpaired,
        part: Part::from_str(part).map_err(error::value)?,
        ..ArenaConfig::default()
    };
    let raised: Vec<_> = entrants.iter().map(|entrant| entrant.raised.clone()).collect();
    let entrants: Vec<_> = entrants
        .into_iter()
        .map(|entrant| spariglio_arena::Entrant::new(entrant.spec))
        .collect();
    let game = Arc::clone(&game.game);
    let of_progress = Raised::default();
    let kept_exception = of_progress.clone();
    let played = wait_for_end(py, move |stop| {
        let contest = Contest {
            game: &game,
            entrants: &entrants,
            config: &config,
            schedule: Schedule::RoundRobin,
        };
        let stop = stop.clone();
        let screen = Screen {
            stop,
            progress,
            raised: kept_exception,
        };
        contest.play(kept, &screen)
    })?;
    if let Some(exception) = of_progress.take() {
        return Err(exception);
    }
    let result = played.map_err(|error: ArenaError| error_of_run(py, error, &raised))?;
    serde_json::to_string(&result).map_err(error::value)
}

/// Adds up two results of different parts of the same contest, both as JSON.
#[pyfunction]
pub fn merge(first: &str, second: &str) -> PyResult<String> {
    let merged = read(first)?.merge(read(second)?).map_err(error::value)?;
    serde_json::to_string(&merged).map_err(error::value)
}

fn read(text: &str) -> PyResult<ArenaResult> {
    let value = serde_json::from_str(text).map_err(error::value)?;
    ArenaResult::from_value(Path::new("the result"), value).map_err(error::value)
}
