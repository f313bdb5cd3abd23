//! A whole run: the tasks of an agent, and their answers.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

use spariglio_agents::AgentSpec;
use spariglio_agents::agent::Stop;
use spariglio_arena::in_flight::in_flight;
use spariglio_files::hash::sha256_of_file;
use spariglio_files::whole::write_whole;
use spariglio_files::{Journal, Origin, pool};

use crate::copies::{committed, in_folder};
use crate::error::ScoreError;
use crate::figures::Answers;
use crate::folder::{ANSWERS, Folder, hashes};
use crate::plan::{Plan, Step};
use crate::player::Worker;
use crate::score::Score;
use crate::secret::{Commitment, Sealed};
use crate::suite::{SUITE_VERSION, Suite};
use crate::task::{Answer, Task};

/// A run of the suite.
#[derive(Clone, Debug)]
pub struct Config {
    /// The agent.
    pub agent: AgentSpec,
    /// The suite.
    pub suite: Suite,
    /// Whether a slow agent plays whole hands too.
    pub whole_hands: bool,
    /// Number of generated games to play beside those of the suite.
    pub generated: u32,
    /// A text of somebody else, which goes into all seeds; may be empty.
    pub challenge: String,
    /// Worker threads; 0 = one per core.
    pub threads: usize,
    /// Tasks of a program side by side; 0 = by its budget.
    pub in_flight: usize,
    /// Date, machine and program of the score.
    pub origin: Option<Origin>,
    /// The command of the run.
    pub command: String,
}

impl Config {
    /// The commitment of the run, without its hash.
    ///
    /// # Errors
    /// A file of the agent cannot be read.
    fn commitment(&self) -> Result<Commitment, ScoreError> {
        Ok(Commitment {
            suite: self.suite.name.to_owned(),
            version: SUITE_VERSION,
            agent: committed(&self.agent),
            files: hashes(&self.agent)?,
            whole_hands: self.whole_hands,
            generated: self.generated,
            sha256: String::new(),
        })
    }
}

/// Draws the secret of a run and writes its commitment, if the folder has none, and plays nothing. A challenge may follow.
///
/// # Errors
/// A file cannot be written, or the folder has a run of other settings.
pub fn commit(config: &Config, path: &Path) -> Result<Commitment, ScoreError> {
    Ok(Folder::open(path, &config.agent, config.commitment()?)?.1)
}

/// Scores an agent in the folder `path`; resumes a run that is there.
///
/// # Errors
/// A file cannot be read or written, the agent cannot play or fails, or `stopped` says so.
pub fn run(
    config: &Config,
    path: &Path,
    tell: &(dyn Fn(Step) + Sync),
    stopped: &(dyn Fn() -> bool + Sync),
) -> Result<Score, ScoreError> {
    let (folder, commitment, secret) = Folder::open(path, &config.agent, config.commitment()?)?;
    let sealed = Sealed { secret, challenge: folder.challenge(&config.challenge)? };
    let pool = pool(config.threads)?;
    let agent = in_folder(&config.agent, path);
    let plan = pool.install(|| Plan::new(&agent, &commitment, &sealed, None))?;
    if stopped() {
        return Err(ScoreError::Stopped);
    }
    let (answers, journal) = folder.answers()?;
    let answers: Answers = answers.into_iter().map(|answer| (answer.task, answer)).collect();
    let answers = Work { config, plan: &plan, tell, stopped }.all(answers, journal)?;
    let score = pool.install(|| plan.score(&answers, None, tell));
    if stopped() {
        return Err(ScoreError::Stopped);
    }
    let mut score = score?;
    score.origin = config.origin.clone();
    score.command.clone_from(&config.command);
    score.answers_sha256 = sha256_of_file(&path.join(ANSWERS))?.1;
    write_whole(&folder.score(), score.text())?;
    Ok(score)
}

/// The tasks of a run in progress.
struct Work<'a> {
    config: &'a Config,
    plan: &'a Plan<'a>,
    tell: &'a (dyn Fn(Step) + Sync),
    stopped: &'a (dyn Fn() -> bool + Sync),
}

impl Work<'_> {
    /// Carries out the tasks without an answer, and returns all answers.
    fn all(&self, mut answers: Answers, mut journal: Journal) -> Result<Answers, ScoreError> {
        let all = self.plan.tasks.len() as u64;
        let tasks: Vec<Task> = self
            .plan
            .tasks
            .iter()
            .copied()
            .filter(|task| !answers.contains_key(task))
            .collect();
        let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
        let workers = in_flight([&self.config.agent], self.config.in_flight, self.config.threads);
        let (sender, receiver) = mpsc::channel();
        let ended = std::thread::scope(|scope| {
            for _ in 0..workers.min(tasks.len()) {
                let (sender, tasks, next, failed) = (sender.clone(), &tasks, &next, &failed);
                let stop = Stop::current();
                scope.spawn(move || {
                    Stop::hand_on(stop.as_ref());
                    let mut worker = Worker::new(&self.plan.seeds, self.plan.agent, &self.plan.games);
                    while !failed.load(Ordering::Relaxed) && !(self.stopped)() {
                        let Some(&task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) else {
                            break;
                        };
                        let answer = self.answer(&mut worker, task);
                        // Decisions after a stop are hasty, and programs make none.
                        if (self.stopped)() {
                            break;
                        }
                        failed.fetch_or(answer.is_err(), Ordering::Relaxed);
                        if sender.send(answer).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let ended = self.keep(&receiver, &mut answers, &mut journal, all);
            failed.fetch_or(ended.is_err(), Ordering::Relaxed);
            ended
        });
        ended?;
        if answers.len() < self.plan.tasks.len() {
            return Err(ScoreError::Stopped);
        }
        Ok(answers)
    }

    fn answer(&self, worker: &mut Worker<'_>, task: Task) -> Result<Answer, ScoreError> {
        match task {
            Task::Hand(_, opponent, deal, play) => worker.hand(task, opponent, deal, play),
            Task::Position(..) | Task::Ending(..) => worker.position(task, &self.plan.positions[&task]),
        }
    }

    /// Keeps the answers as they come: all that are there are written at once. The first error is returned after the
    /// answers of the other workers are kept.
    fn keep(
        &self,
        receiver: &mpsc::Receiver<Result<Answer, ScoreError>>,
        answers: &mut Answers,
        journal: &mut Journal,
        all: u64,
    ) -> Result<(), ScoreError> {
        let mut fault = None;
        while let Ok(first) = receiver.recv() {
            let mut lines = Vec::new();
            for answer in std::iter::once(first).chain(receiver.try_iter()) {
                match answer {
                    Ok(answer) => {
                        lines.push(serde_json::to_string(&answer).expect("numbers and texts"));
                        answers.insert(answer.task, answer);
                    }
                    Err(error) => fault = fault.or(Some(error)),
                }
            }
            journal.add(lines)?;
            (self.tell)(Step::Tasks(answers.len() as u64, all));
        }
        fault.map_or(Ok(()), Err)
    }
}
