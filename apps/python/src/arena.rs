//! The arena: agents against each other on duplicate deals.

use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use pyo3::prelude::*;
use spariglio_agents::AgentSpec;
use spariglio_arena::{ArenaConfig, ArenaError, ArenaResult, Contest, Part, Schedule, Secret, Step, Watch};
use spariglio_files::json;

use crate::agents::Entrant;
use crate::arguments::{self, Items};
use crate::error;
use crate::game::Game;
use crate::raised::{Raised, Run};
use crate::work::wait_for_end;

/// The most agents of an arena.
pub const MOST_ENTRANTS: usize = 1000;

/// Reports the progress of a contest to Python, and stops the contest if it should end.
struct Screen {
    progress: Option<Py<PyAny>>,
    /// The stop flag of the contest and the exception of `progress`, if any.
    run: Run,
}

impl Watch<Step, ArenaResult> for Screen {
    fn progress(&self, step: Step) {
        let Some(progress) = &self.progress else { return };
        let Step { names: [first, second], done, .. } = step;
        let news = ((first, second), done.played, done.of, done.mean, done.standard_error);
        if self.run.ask(|py| progress.call1(py, news)).is_err() {
            self.run.stop.set();
        }
    }

    fn stopped(&self) -> bool {
        self.run.stop.is_set()
    }
}

/// Plays all pairs of `entrants` and returns the result as JSON (docs/arena.md). If `kept` (the JSON of an earlier
/// result) is given, the arena continues it. Calls `progress(names, played, of, mean, standard_error)` from time to
/// time; an exception from it ends the run.
#[pyfunction]
#[pyo3(signature = (game, entrants, *, hands: "typing.SupportsIndex", seed: "typing.SupportsIndex", threads: "typing.SupportsIndex", in_flight: "typing.SupportsIndex", partners_open, unpaired, part, kept = None, progress = None))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub fn arena(
    py: Python<'_>,
    game: &Game,
    entrants: Items<Entrant, MOST_ENTRANTS>,
    #[pyo3(from_py_with = arguments::hands)] hands: u64,
    #[pyo3(from_py_with = arguments::seed)] seed: u64,
    #[pyo3(from_py_with = arguments::threads)] threads: usize,
    #[pyo3(from_py_with = arguments::in_flight)] in_flight: usize,
    partners_open: bool,
    unpaired: bool,
    part: &str,
    kept: Option<&str>,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let kept = kept.map(read).transpose()?;
    let config = ArenaConfig {
        hands,
        seed,
        threads,
        in_flight,
        partners_open,
        unpaired,
        part: Part::from_str(part).map_err(error::value)?,
        ..ArenaConfig::default()
    };
    let game = Arc::clone(&game.game);
    let (of_agents, of_progress) = (Raised::default(), Raised::default());
    let (agents_raised, progress_raised) = (of_agents.clone(), of_progress.clone());
    let played = wait_for_end(py, move |stop| {
        let run = |raised| Run { stop: stop.clone(), raised };
        let agents = run(agents_raised);
        let screen = Screen { progress, run: run(progress_raised) };
        let specs = entrants.0.iter().map(|entrant| entrant.of_run(&agents));
        let specs: Vec<_> = specs.collect::<Result<_, _>>().map_err(|error| error.to_string())?;
        play(&game, specs, config, kept, &screen).map_err(|error| error.to_string())
    })?;
    if let Some(exception) = of_progress.take() {
        return Err(exception);
    }
    let result = played.map_err(|error| of_agents.error_of_run(py, error))?;
    serde_json::to_string(&result).map_err(error::value)
}

/// Plays all pairs. A continued result keeps its secret.
fn play(
    game: &spariglio_engine::Game,
    specs: Vec<AgentSpec>,
    config: ArenaConfig,
    kept: Option<ArenaResult>,
    screen: &Screen,
) -> Result<ArenaResult, ArenaError> {
    let has_program = specs.iter().any(|spec| spec.agent_type().is_program());
    let secret = match &kept {
        Some(kept) => kept.secret,
        None => has_program.then(Secret::random),
    };
    let entrants: Vec<_> = specs.into_iter().map(spariglio_arena::Entrant::new).collect();
    let contest = Contest {
        game,
        entrants: &entrants,
        config: &ArenaConfig { secret, ..config },
        schedule: Schedule::RoundRobin,
    };
    contest.play(kept, screen)
}

/// Adds up two results of different parts of the same contest. Both are JSON.
#[pyfunction]
pub fn merge(first: &str, second: &str) -> PyResult<String> {
    let merged = read(first)?.merge(read(second)?).map_err(error::value)?;
    serde_json::to_string(&merged).map_err(error::value)
}

fn read(text: &str) -> PyResult<ArenaResult> {
    let value = json::read_value(text).map_err(error::value)?;
    ArenaResult::from_value(Path::new("the result"), value).map_err(error::value)
}
