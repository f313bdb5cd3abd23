//! Arenas: agents against each other on duplicate deals, over hands or over whole matches.

use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use pyo3::prelude::*;
use serde_json::Value;
use spariglio_agents::AgentSpec;
use spariglio_agents::draws::Secret;
use spariglio_arena::deals::unforeseen::random_secret;
use spariglio_arena::matches::arena::Matches;
use spariglio_arena::pairs::duel::Play;
use spariglio_arena::{ArenaConfig, ArenaError, Contest, ContestResult, Hands, Schedule, Step, Unit, Watch};
use spariglio_files::{Part, json};

use crate::agents::Entrant;
use crate::arguments::{self, Items};
use crate::error;
use crate::game::Game;
use crate::raised::{Raised, Run};
use crate::work::wait_for_end;

/// The most agents of an arena.
pub const MOST_ENTRANTS: usize = 1000;

/// The name of a result without a file in errors.
const RESULT: &str = "the result";

/// Reports the progress of a contest to Python, and stops the contest if it should end.
struct Screen {
    progress: Option<Py<PyAny>>,
    /// The stop flag of the contest and the exception of `progress`, if any.
    run: Run,
}

impl<R> Watch<Step, R> for Screen {
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

/// Plays all pairs of `entrants` and returns the result as JSON (docs/how-to/arena.md). If `kept` (the JSON of an
/// earlier result) is given, the arena continues it. Calls `progress(names, played, of, mean, standard_error)` from
/// time to time; an exception from it ends the run.
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
    let earlier = kept.map(|kept| read::<Hands>(RESULT, kept)).transpose()?;
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
    contest(py, entrants, progress, move |specs, screen| play(&game, specs, config, Hands, earlier, screen))
}

/// Plays whole matches of all pairs of `entrants` and returns the result as JSON (docs/how-to/matches.md). Continues
/// `kept` and calls `progress` as `arena` does; the mean is the percentage of matches won.
#[pyfunction]
#[pyo3(signature = (game, entrants, *, matches: "typing.SupportsIndex", seed: "typing.SupportsIndex", threads: "typing.SupportsIndex", in_flight: "typing.SupportsIndex", partners_open, part, kept = None, progress = None))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub fn matches(
    py: Python<'_>,
    game: &Game,
    entrants: Items<Entrant, MOST_ENTRANTS>,
    #[pyo3(from_py_with = arguments::matches)] matches: u64,
    #[pyo3(from_py_with = arguments::seed)] seed: u64,
    #[pyo3(from_py_with = arguments::threads)] threads: usize,
    #[pyo3(from_py_with = arguments::in_flight)] in_flight: usize,
    partners_open: bool,
    part: &str,
    kept: Option<&str>,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let earlier = kept.map(|kept| read::<Matches>(RESULT, kept)).transpose()?;
    let part = Part::from_str(part).map_err(error::value)?;
    let config = ArenaConfig {
        hands: matches,
        seed,
        threads,
        in_flight,
        partners_open,
        part,
        ..ArenaConfig::default()
    };
    let game = Arc::clone(&game.game);
    contest(py, entrants, progress, move |specs, screen| play(&game, specs, config, Matches, earlier, screen))
}

/// Builds the agents and plays with `play`, which returns the result as JSON.
fn contest(
    py: Python<'_>,
    entrants: Items<Entrant, MOST_ENTRANTS>,
    progress: Option<Py<PyAny>>,
    play: impl FnOnce(Vec<AgentSpec>, &Screen) -> Result<String, String> + Send + 'static,
) -> PyResult<String> {
    let (of_agents, of_progress) = (Raised::default(), Raised::default());
    let (agents_raised, progress_raised) = (of_agents.clone(), of_progress.clone());
    let played = wait_for_end(py, move |stop| {
        let run = |raised| Run { stop: stop.clone(), raised };
        let agents = run(agents_raised);
        let screen = Screen { progress, run: run(progress_raised) };
        let specs = entrants.0.iter().map(|entrant| entrant.of_run(&agents));
        let specs: Vec<_> = specs.collect::<Result<_, _>>().map_err(|error| error.to_string())?;
        play(specs, &screen)
    })?;
    if let Some(exception) = of_progress.take() {
        return Err(exception);
    }
    played.map_err(|error| of_agents.error_of_run(py, error))
}

/// The secret of a contest: that of the continued result, or a new one if programs take part.
fn secret(specs: &[AgentSpec], kept: Option<Option<Secret>>) -> Option<Secret> {
    let has_program = specs.iter().any(|spec| spec.agent_type().is_program());
    kept.unwrap_or_else(|| has_program.then(random_secret))
}

/// The agents as entrants.
pub fn entered(specs: Vec<AgentSpec>) -> Vec<spariglio_arena::Entrant> {
    specs.into_iter().map(spariglio_arena::Entrant::new).collect()
}

/// Plays all pairs and returns the result as JSON. A continued result keeps its secret.
fn play<U: Play>(
    game: &spariglio_engine::Game,
    specs: Vec<AgentSpec>,
    config: ArenaConfig,
    unit: U,
    kept: Option<ContestResult<U>>,
    screen: &Screen,
) -> Result<String, String> {
    let secret = secret(&specs, kept.as_ref().map(|kept| kept.head.secret));
    let entrants = entered(specs);
    let config = ArenaConfig { secret, ..config };
    let contest = Contest { game, entrants: &entrants, config: &config, schedule: Schedule::RoundRobin, unit };
    let played = contest.play(kept, screen).map_err(|error: ArenaError| error.to_string())?;
    played.to_json().map_err(|error| error.to_string())
}

/// Adds up two results of different parts of the same arena, of hands or of matches. Both are JSON.
#[pyfunction]
pub fn merge(first: &str, second: &str) -> PyResult<String> {
    let kinds = [value(first)?, value(second)?].map(|value| value["kind"].clone());
    if kinds == [Matches::KIND; 2] {
        return merged::<Matches>(first, second);
    }
    if kinds.contains(&Matches::KIND.into()) {
        let [hands, matches] = [Hands::KIND, Matches::KIND];
        let message = format!("results of two kinds: expected two of \"{hands}\" or two of \"{matches}\"");
        return Err(error::value(message));
    }
    merged::<Hands>(first, second)
}

/// Checks the result in the JSON `text` of the file `path`, and computes all figures from its sums; returns JSON. `kind`
/// is "arena" or "matches". A `stopped` result counts as stopped before its end.
#[pyfunction]
#[pyo3(signature = (kind, path, text, *, stopped = false))]
pub fn checked(kind: &str, path: &str, text: &str, stopped: bool) -> PyResult<String> {
    if kind == Matches::KIND {
        computed::<Matches>(path, text, stopped)
    } else {
        computed::<Hands>(path, text, stopped)
    }
}

fn computed<U: Unit>(path: &str, text: &str, stopped: bool) -> PyResult<String> {
    let mut result = read::<U>(path, text)?;
    result.head.complete &= !stopped;
    result.to_json().map_err(error::value)
}

fn merged<U: Unit>(first: &str, second: &str) -> PyResult<String> {
    let merged = read::<U>(RESULT, first)?.merge(read(RESULT, second)?).map_err(error::value)?;
    merged.to_json().map_err(error::value)
}

fn value(text: &str) -> PyResult<Value> {
    json::read_value(text).map_err(error::value)
}

fn read<U: Unit>(path: &str, text: &str) -> PyResult<ContestResult<U>> {
    ContestResult::from_value(Path::new(path), value(text)?).map_err(error::value)
}
