//! The check of a score by others: everything that follows from the secret and the answers is computed again.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use serde_json::Value;
use spariglio_agents::AgentSpec;
use spariglio_arena::difference::difference;
use spariglio_files::hash::sha256_of_file;
use spariglio_files::pool;

use crate::copies::in_folder;
use crate::error::ScoreError;
use crate::folder::{ANSWERS, SCORE, finished, hashes};
use crate::plan::{Plan, Step};
use crate::player::Worker;
use crate::score::{Score, is_replayed};
use crate::suite::Suite;
use crate::task::{Answer, Task};

/// What a check has found to hold.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Checked {
    /// Whole hands, in which every decision of the opponent was made again.
    pub hands: usize,
    /// Positions and endings, found and valued again.
    pub positions: usize,
    /// Whether the agent's own answers were made again too: it is no program and has no budget of time.
    pub replayed: bool,
}

/// Checks the score in the folder `path` on `threads` threads (0 = one per core).
///
/// # Errors
/// A file cannot be read, or the first thing that does not hold.
pub fn verify(path: &Path, threads: usize, tell: &(dyn Fn(Step) + Sync)) -> Result<Checked, ScoreError> {
    let (score, answers) = finished(path)?;
    let Score { commitment, sealed, .. } = &score;
    if !commitment.holds(&sealed.secret) {
        return Err(ScoreError::Untrue("secret: it is not the one that the commitment commits to".to_owned()));
    }
    let hash = sha256_of_file(&path.join(ANSWERS))?.1;
    if hash != score.answers_sha256 {
        return Err(ScoreError::Untrue(format!("answers_sha256: expected {hash}, found {}", score.answers_sha256)));
    }
    let agent = AgentSpec::parse(&commitment.agent);
    let agent = agent.map_err(|error| ScoreError::Untrue(format!("commitment.agent: {error}")))?;
    let agent = in_folder(&agent, path);
    let replayed = is_replayed(&agent);
    if replayed && hashes(&agent)? != commitment.files {
        return Err(ScoreError::Untrue(format!(
            "commitment.files: found {:?}, must be the hashes of the agent's files, {:?}",
            commitment.files,
            hashes(&agent)?
        )));
    }
    enough(&score, answers.len())?;
    let skipped = (!replayed).then(|| score.games.iter().map(|game| game.skipped.clone()).collect());
    let pool = pool(threads)?;
    let plan = pool.install(|| Plan::new(&agent, commitment, sealed, skipped))?;
    let answers = plan.by_task(answers)?;
    let known = (!replayed).then(|| score.exploitability.clone());
    let mut again = pool.install(|| plan.score(&answers, known, tell))?;
    again.origin.clone_from(&score.origin);
    again.command.clone_from(&score.command);
    again.answers_sha256.clone_from(&score.answers_sha256);
    compare(&score, &again)?;
    let done = AtomicU64::new(0);
    let check = |worker: &mut Worker<'_>, answer: &Answer| {
        let checked = worker.check(answer, plan.positions.get(&answer.task), replayed);
        tell(Step::Checks(done.fetch_add(1, Ordering::Relaxed) + 1, answers.len() as u64));
        checked
    };
    let make = || Worker::new(&plan.seeds, &agent, &plan.games);
    let all: Vec<&Answer> = answers.values().collect();
    pool.install(|| {
        all.par_iter()
            .map_init(make, |worker, answer| check(worker, answer))
            .collect::<Result<(), _>>()
    })?;
    let hands = answers.keys().filter(|task| matches!(task, Task::Hand(..))).count();
    Ok(Checked { hands, positions: answers.len() - hands, replayed })
}

/// # Errors
/// The answers are fewer than the positions of the games that were played.
fn enough(score: &Score, answers: usize) -> Result<(), ScoreError> {
    let played = score.games.iter().filter(|game| game.skipped.is_none()).count() as u64;
    let positions = Suite::of(&score.commitment.suite).map_or(0, |suite| suite.positions) * played;
    if answers as u64 >= positions {
        return Ok(());
    }
    Err(ScoreError::Untrue(format!("{ANSWERS}: expected at least {positions} answers, found {answers}")))
}

/// # Errors
/// The first field in which the score differs from the one that was computed again.
fn compare(score: &Score, expected: &Score) -> Result<(), ScoreError> {
    let value = |score: &Score| -> Value { serde_json::to_value(score).expect("numbers and texts") };
    match difference(&value(score), &value(expected)) {
        None => Ok(()),
        Some(first) => Err(ScoreError::Untrue(format!("{SCORE}: {first}"))),
    }
}
