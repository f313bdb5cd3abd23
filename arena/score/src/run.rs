//! A whole run: the tasks of an agent, their answers, the figures.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

use rayon::prelude::*;
use spariglio_agents::{AgentSpec, ChatConfig, ExternalConfig, Hand, play_hand};
use spariglio_arena::deals::seating::Seating;
use spariglio_arena::in_flight;
use spariglio_files::whole::write_whole;
use spariglio_files::{Journal, Origin, pool, sha256_of_file};
use spariglio_review::{Mean, ReviewConfig, Reviewer};

use crate::error::ScoreError;
use crate::exploited::{Exploited, exploited};
use crate::figures::{self, Answers, Costs, Endings, GameScore};
use crate::folder::{ANSWERS, Folder};
use crate::player::{Worker, opponent_spec};
use crate::position::{self, Position};
use crate::score::{SCORE_KIND, Score};
use crate::secret::{Commitment, Secret, Seeds};
use crate::suite::{SUITE_VERSION, Suite, SuiteGame, generated, presets};
use crate::task::{Answer, Task};

/// The longest budget of a quick program, in milliseconds per decision.
const QUICK_MILLIS: u32 = 2000;
/// Hands between players of `formula` for the standard deviation of a hand.
const DEVIATION_HANDS: u64 = 4000;

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

/// Progress of a run.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Step {
    /// Tasks done, of all.
    Tasks(u64, u64),
    /// Positions valued, of all.
    Positions(u64, u64),
    /// Hands checked, of all.
    Checks(u64, u64),
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
    let wanted = Commitment {
        suite: config.suite.name.to_owned(),
        version: SUITE_VERSION,
        agent: config.agent.to_string(),
        whole_hands: config.whole_hands,
        generated: config.generated,
        challenge: config.challenge.clone(),
        sha256: String::new(),
    };
    let (folder, commitment, secret) = Folder::open(path, wanted)?;
    let pool = pool(config.threads)?;
    let plan = pool.install(|| Plan::new(&config.agent, &commitment, &secret, None)?.with_tasks())?;
    let (answers, journal) = folder.answers()?;
    let answers: Answers = answers.into_iter().map(|answer| (answer.task, answer)).collect();
    let answers = Work { config, plan: &plan, tell, stopped }.all(answers, journal)?;
    let mut score = pool.install(|| plan.score(&answers, None, tell))?;
    score.origin = config.origin.clone();
    score.command.clone_from(&config.command);
    score.answers_sha256 = sha256_of_file(&path.join(ANSWERS))?.1;
    write_whole(&folder.score(), score.text())?;
    Ok(score)
}

/// Whether an agent decides positions only, unless it is told otherwise: a language model, or a program with more than
/// two seconds per decision.
fn is_slow(agent: &AgentSpec) -> bool {
    let program = agent.options::<ExternalConfig>().map(|program| program.millis);
    agent.options::<ChatConfig>().is_some() || program.is_some_and(|millis| millis > QUICK_MILLIS)
}

/// The work of a run.
pub(crate) struct Plan<'a> {
    pub agent: &'a AgentSpec,
    commitment: &'a Commitment,
    secret: &'a Secret,
    pub seeds: Seeds,
    suite: Suite,
    pub games: Vec<SuiteGame>,
    /// For each game: why the agent does not play it.
    skipped: Vec<Option<String>>,
    pub tasks: Vec<Task>,
    pub positions: BTreeMap<Task, Position>,
}

impl<'a> Plan<'a> {
    /// The games of a run. `skipped` says which the agent does not play; if absent, it is asked.
    ///
    /// # Errors
    /// The suite has another name, or the agent plays no game.
    pub fn new(
        agent: &'a AgentSpec,
        commitment: &'a Commitment,
        secret: &'a Secret,
        skipped: Option<Vec<Option<String>>>,
    ) -> Result<Plan<'a>, ScoreError> {
        let suite = Suite::of(&commitment.suite);
        let suite = suite.ok_or_else(|| {
            ScoreError::Untrue(format!(
                "commitment.suite: expected trial, quick or standard, found {}",
                commitment.suite
            ))
        })?;
        let seeds = commitment.seeds(secret);
        let mut games = presets();
        games.extend(generated(&seeds, commitment.generated)?);
        let ask = |of: &SuiteGame| agent.build_player(&of.game).err().map(|error| error.to_string());
        let skipped = skipped.unwrap_or_else(|| games.iter().map(ask).collect());
        if let Some(why) = skipped.iter().all(Option::is_some).then(|| skipped[0].clone()).flatten() {
            return Err(ScoreError::NoGame(why));
        }
        let (tasks, positions) = Default::default();
        Ok(Plan { agent, commitment, secret, seeds, suite, games, skipped, tasks, positions })
    }

    /// The same with its tasks and positions, which are made on the threads of the current pool.
    ///
    /// # Errors
    /// A player of positions cannot be made.
    pub fn with_tasks(mut self) -> Result<Plan<'a>, ScoreError> {
        let has_hands = !is_slow(self.agent) || self.commitment.whole_hands;
        for game in (0..self.games.len()).filter(|game| self.skipped[*game].is_none()) {
            let of = &self.games[game];
            if has_hands {
                self.tasks.extend(self.hands(game));
            }
            let numbers = (0..self.suite.positions).into_par_iter();
            let positions =
                numbers.map(|number| Ok((Task::Position(game, number), position::decision(&self.seeds, of, number)?)));
            let positions: Vec<(Task, Position)> = positions.collect::<Result<_, ScoreError>>()?;
            let endings = 0..if of.is_generated() { 0 } else { self.suite.endings };
            let endings = endings.into_par_iter().map(|number| {
                let found = position::ending(&self.seeds, of, number)?;
                Ok(found.map(|position| (Task::Ending(game, number), position)))
            });
            let endings: Vec<Option<(Task, Position)>> = endings.collect::<Result<_, ScoreError>>()?;
            let both = positions.into_iter().chain(endings.into_iter().flatten());
            for (task, position) in both {
                self.tasks.push(task);
                self.positions.insert(task, position);
            }
        }
        Ok(self)
    }

    /// The hands of a game. A program that may remember plays every deal once.
    fn hands(&self, game: usize) -> Vec<Task> {
        let of = &self.games[game];
        let set = Seating::set(&of.game);
        let once = self.agent.is_free_program();
        let mut tasks = Vec::new();
        for (opponent, deals) in self.suite.deals.into_iter().enumerate() {
            for deal in 0..deals {
                let first = Seating::first(&of.game, &set, deal);
                let plays = if once { first..first + 1 } else { 0..set.len() };
                tasks.extend(plays.map(|play| Task::Hand(game, opponent, deal, play)));
            }
        }
        tasks
    }

    /// The score from all answers, on the threads of the current pool. `exploited` is computed if it is absent.
    ///
    /// # Errors
    /// An answer is missing or not legal.
    pub fn score(
        &self,
        answers: &Answers,
        known: Option<Vec<Exploited>>,
        tell: &(dyn Fn(Step) + Sync),
    ) -> Result<Score, ScoreError> {
        let reviewer = self.reviewer()?;
        let all = self.positions.keys().filter(|task| matches!(task, Task::Position(..))).count() as u64;
        let done = Mutex::new(0);
        let count = || {
            if let Ok(mut done) = done.lock() {
                *done += 1;
                tell(Step::Positions(*done, all));
            }
        };
        let (mut games, mut valued) = (Vec::new(), Vec::new());
        for (game, of) in self.games.iter().enumerate() {
            let at = self.answers_at(answers, Task::Position(game, 0)..=Task::Position(game, u64::MAX))?;
            let found = figures::valued(&reviewer, of, &at, &count)?;
            let against =
                (0..figures::opponents()).map(|opponent| figures::hands(&self.seeds, of, answers, [game, opponent]));
            games.push(GameScore {
                rules: of.name.clone(),
                changes: of.changes.clone(),
                skipped: self.skipped[game].clone(),
                deviation: deviation(of),
                against: against.collect::<Result<_, _>>()?,
                positions: figures::positions(of.game.sides(), &found),
            });
            valued.extend(found);
        }
        let headline = figures::headline(&games).ok_or_else(|| ScoreError::Untrue("no game was played".to_owned()))?;
        let chat = self.agent.options::<ChatConfig>();
        let costs = Costs::of(answers.values());
        let price = |price: f32, tokens: u64| f64::from(price) * tokens as f64 / 1e6;
        Ok(Score {
            kind: SCORE_KIND.to_owned(),
            name: self.name(),
            origin: None,
            command: String::new(),
            headline,
            games,
            exploitability: known.unwrap_or_else(|| exploited(self.agent, is_slow(self.agent))),
            endings: self.endings(answers)?,
            beliefs: figures::beliefs(valued.iter()),
            cost: chat.map_or(0.0, |chat| {
                price(chat.price_in, costs.usage.tokens_in) + price(chat.price_out, costs.usage.tokens_out)
            }),
            costs,
            commitment: self.commitment.clone(),
            secret: self.secret.clone(),
            answers_sha256: String::new(),
        })
    }

    /// The agent's name in tables.
    fn name(&self) -> String {
        let program = self.agent.options::<ExternalConfig>().map(|program| program.name.as_str());
        let own = program.or(self.agent.options::<ChatConfig>().map(ChatConfig::label));
        own.filter(|name| !name.is_empty())
            .map_or_else(|| self.agent.to_string(), str::to_owned)
    }

    fn reviewer(&self) -> Result<Reviewer, ScoreError> {
        let config = ReviewConfig {
            simulations: self.suite.simulations,
            seed: self.seeds.seed("review", "", &[]),
            threads: 1,
            ..ReviewConfig::default()
        };
        Ok(Reviewer::new(None, config)?)
    }

    /// The positions of a range of tasks with their answers.
    fn answers_at<'p>(
        &'p self,
        answers: &'p Answers,
        range: std::ops::RangeInclusive<Task>,
    ) -> Result<Vec<(&'p Position, &'p Answer)>, ScoreError> {
        let missing = |task: &Task| ScoreError::Untrue(format!("{task}: expected an answer, found none"));
        let with_answer =
            |(task, position): (&Task, &'p Position)| Ok((position, answers.get(task).ok_or_else(|| missing(task))?));
        self.positions.range(range).map(with_answer).collect()
    }

    fn endings(&self, answers: &Answers) -> Result<Option<Endings>, ScoreError> {
        let at = self.answers_at(answers, Task::Ending(0, 0)..=Task::Ending(usize::MAX, u64::MAX))?;
        let loss = |&(position, answer): &(&Position, &Answer)| {
            figures::ending(&self.games[answer.task.game()], position, answer)
        };
        let losses: Vec<[f64; 2]> = at.iter().map(loss).collect::<Result<_, _>>()?;
        Ok(figures::endings(&losses))
    }
}

/// The standard deviation of a side's margin in a hand between players of `formula`.
fn deviation(of: &SuiteGame) -> f64 {
    let seeds = Seeds::fixed();
    let margin = |deal: u64| {
        let mut players: Vec<_> = (0..of.game.players())
            .map(|_| opponent_spec(0).build_player(&of.game).expect("an agent of every game"))
            .collect();
        let mut hand = Hand::new(&of.game, &crate::player::dealt(&seeds, of, deal), false);
        players.iter_mut().for_each(|player| player.start_hand(deal));
        play_hand(&mut hand, &mut players[..], &mut ()).expect("legal actions");
        f64::from(hand.state().margin(&of.game, 0))
    };
    let margins: Vec<f64> = (0..DEVIATION_HANDS).into_par_iter().map(margin).collect();
    Mean::of(margins.iter().copied()).error * (DEVIATION_HANDS as f64).sqrt()
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
                scope.spawn(move || {
                    let mut worker = Worker::new(&self.plan.seeds, self.plan.agent, &self.plan.games);
                    while !failed.load(Ordering::Relaxed) && !(self.stopped)() {
                        let Some(&task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) else {
                            break;
                        };
                        let answer = self.answer(&mut worker, task);
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

/// The answers of a file by task.
///
/// # Errors
/// A task has two answers, or is none of the run.
pub(crate) fn by_task(plan: &Plan<'_>, answers: Vec<Answer>) -> Result<Answers, ScoreError> {
    let mut known = Answers::new();
    for answer in answers {
        let task = answer.task;
        if known.insert(task, answer).is_some() {
            return Err(ScoreError::Untrue(format!("{task}: expected one answer, found two")));
        }
    }
    let expected: std::collections::BTreeSet<Task> = plan.tasks.iter().copied().collect();
    if let Some(task) = known.keys().find(|task| !expected.contains(task)) {
        return Err(ScoreError::Untrue(format!("{task}: this task is not part of the suite")));
    }
    if let Some(task) = expected.iter().find(|task| !known.contains_key(task)) {
        return Err(ScoreError::Untrue(format!("{task}: expected an answer, found none")));
    }
    Ok(known)
}
