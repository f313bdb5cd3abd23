//! The plan of a run: its games, tasks and positions, and the score that follows from the answers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use rayon::prelude::*;
use spariglio_agents::AgentSpec;
use spariglio_agents::agent::Stop;
use spariglio_agents::chat::ChatConfig;
use spariglio_agents::external::ExternalConfig;
use spariglio_arena::deals::seating::Seating;
use spariglio_arena::in_flight::is_slow;
use spariglio_review::{ReviewConfig, Reviewer};
use spariglio_stats::Estimate;

use crate::copies::without_folder;
use crate::error::ScoreError;
use crate::exploited::{Exploited, exploited};
use crate::figures::{self, Answers, Costs, GameScore};
use crate::item::{self, Item};
use crate::position::{Position, Source};
use crate::score::{SCORE_KIND, Score};
use crate::secret::{Commitment, Sealed, Seeds};
use crate::suite::{OPPONENTS, Suite, SuiteGame, generated, presets};
use crate::task::{Answer, Task};
use crate::trial::Trial;

/// Hands between players of `formula` for the standard deviation of a hand.
const DEVIATION_HANDS: u64 = 4000;

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

/// The work of a run.
pub(crate) struct Plan<'a> {
    pub agent: &'a AgentSpec,
    commitment: &'a Commitment,
    sealed: &'a Sealed,
    pub seeds: Seeds,
    suite: Suite,
    pub games: Vec<SuiteGame>,
    /// For each game: why the agent does not play it.
    skipped: Vec<Option<String>>,
    pub tasks: Vec<Task>,
    pub positions: BTreeMap<Task, Position>,
}

impl<'a> Plan<'a> {
    /// The plan of a run, which is made on the threads of the current pool. `skipped` says which games the agent does not
    /// play; if absent, it is asked.
    ///
    /// # Errors
    /// The suite has another name, or the agent plays no game.
    pub fn new(
        agent: &'a AgentSpec,
        commitment: &'a Commitment,
        sealed: &'a Sealed,
        skipped: Option<Vec<Option<String>>>,
    ) -> Result<Plan<'a>, ScoreError> {
        let suite = Suite::of(&commitment.suite);
        let suite = suite.ok_or_else(|| {
            ScoreError::Untrue(format!(
                "commitment.suite: expected trial, quick or standard, found {}",
                commitment.suite
            ))
        })?;
        let seeds = sealed.seeds();
        let mut games = presets();
        games.extend(generated(&seeds, commitment.generated)?);
        let ask = |of: &SuiteGame| {
            let error = agent.build_player(&of.game).err();
            error.map(|error| without_folder(agent, &error.to_string()))
        };
        let skipped = skipped.unwrap_or_else(|| games.iter().map(ask).collect());
        if let Some(why) = skipped.iter().all(Option::is_some).then(|| skipped[0].clone()).flatten() {
            return Err(ScoreError::NoGame(why));
        }
        let (tasks, positions) = Default::default();
        let plan = Plan { agent, commitment, sealed, seeds, suite, games, skipped, tasks, positions };
        Ok(plan.with_tasks())
    }

    /// The same with its tasks and positions; some are missing if the work is asked to stop.
    fn with_tasks(mut self) -> Plan<'a> {
        let has_hands = !is_slow(self.agent) || self.commitment.whole_hands;
        let goes_on = |_: &u64| !Stop::is_due_here();
        for game in (0..self.games.len()).filter(|game| self.skipped[*game].is_none()) {
            let of = &self.games[game];
            if has_hands {
                self.tasks.extend(self.hands(game));
            }
            let source = || Source::new(&self.seeds, of);
            let decision = |source: &mut Source<'_>, number| (Task::Position(game, number), source.decision(number));
            let positions: Vec<_> = (0..self.suite.positions)
                .into_par_iter()
                .filter(goes_on)
                .map_init(source, decision)
                .collect();
            let ending = |source: &mut Source<'_>, number| Some((Task::Ending(game, number), source.ending(number)?));
            let endings: Vec<_> = (0..if of.is_generated() { 0 } else { self.suite.endings })
                .into_par_iter()
                .filter(goes_on)
                .map_init(source, ending)
                .collect();
            let both = positions.into_iter().chain(endings.into_iter().flatten());
            for (task, position) in both {
                self.tasks.push(task);
                self.positions.insert(task, position);
            }
        }
        self
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
        let number = Mutex::new(0);
        let count = || {
            if let Ok(mut number) = number.lock() {
                *number += 1;
                tell(Step::Positions(*number, all));
            }
        };
        let (mut games, mut items, mut beliefs) = (Vec::new(), Vec::new(), Vec::new());
        for (game, of) in self.games.iter().enumerate() {
            let mut at = self.answers_at(answers, Task::Position(game, 0)..=Task::Position(game, u64::MAX))?;
            at.retain(|(_, answer)| answer.refusals == 0);
            let values = item::positions(&reviewer, of, &at, &count)?;
            let against =
                (0..OPPONENTS.len()).map(|opponent| figures::hands(&self.seeds, of, answers, [game, opponent]));
            games.push(GameScore {
                rules: of.name.clone(),
                changes: of.changes.clone(),
                skipped: self.skipped[game].clone(),
                deviation: deviation(of),
                against: against.collect::<Result<_, _>>()?,
                positions: figures::positions(values.iter().map(|(item, _)| item)),
            });
            beliefs.extend(values.iter().filter_map(|(_, belief)| *belief));
            items.extend(values.into_iter().map(|(item, _)| item));
        }
        items.extend(self.endings(answers)?);
        let chat = self.agent.options::<ChatConfig>();
        let costs = Costs::of(answers.values());
        let price = |price: f32, tokens: u64| f64::from(price) * tokens as f64 / 1e6;
        Ok(Score {
            kind: SCORE_KIND.to_owned(),
            name: self.name(),
            origin: None,
            command: String::new(),
            headline: figures::headline(&games, self.suite.deals[0]),
            games,
            exploitability: known.unwrap_or_else(|| exploited(self.agent, is_slow(self.agent))),
            endings: figures::endings(items.iter().filter(|item| item.is_ending())),
            items,
            beliefs: figures::beliefs(&beliefs),
            cost: chat.map_or(0.0, |chat| {
                price(chat.price_in, costs.usage.tokens_in) + price(chat.price_out, costs.usage.tokens_out)
            }),
            costs,
            commitment: self.commitment.clone(),
            sealed: self.sealed.clone(),
            answers_sha256: String::new(),
        })
    }

    /// The agent's name in tables.
    fn name(&self) -> String {
        let program = self.agent.options::<ExternalConfig>().map(|program| program.name.as_str());
        let own = program.or(self.agent.options::<ChatConfig>().map(ChatConfig::label));
        own.filter(|name| !name.is_empty())
            .map_or_else(|| self.commitment.agent.clone(), str::to_owned)
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

    fn endings(&self, answers: &Answers) -> Result<Vec<Item>, ScoreError> {
        let mut at = self.answers_at(answers, Task::Ending(0, 0)..=Task::Ending(usize::MAX, u64::MAX))?;
        at.retain(|(_, answer)| answer.refusals == 0);
        let ending =
            |(position, answer): (&Position, &Answer)| item::ending(&self.games[answer.task.game()], position, answer);
        at.into_iter().map(ending).collect()
    }

    /// The answers of a file by task.
    ///
    /// # Errors
    /// A task has no answer or two, or is none of the run.
    pub fn by_task(&self, answers: Vec<Answer>) -> Result<Answers, ScoreError> {
        let mut known = Answers::new();
        for answer in answers {
            let task = answer.task;
            if known.insert(task, answer).is_some() {
                return Err(ScoreError::Untrue(format!("{task}: expected one answer, found two")));
            }
        }
        let expected: BTreeSet<Task> = self.tasks.iter().copied().collect();
        if let Some(task) = known.keys().find(|task| !expected.contains(task)) {
            return Err(ScoreError::Untrue(format!("{task}: this task is not part of the suite")));
        }
        if let Some(task) = expected.iter().find(|task| !known.contains_key(task)) {
            return Err(ScoreError::Untrue(format!("{task}: expected an answer, found none")));
        }
        Ok(known)
    }
}

/// The standard deviation of a side's margin in a hand between players of `formula`.
fn deviation(of: &SuiteGame) -> f64 {
    let seeds = Seeds::fixed();
    let margin = |table: &mut Trial<'_>, deal| table.play(&of.deal(&seeds, deal), deal).first;
    let table = || Trial::new(&of.game, [OPPONENTS[0]; 2]);
    let margins: Vec<f64> = (0..DEVIATION_HANDS).into_par_iter().map_init(table, margin).collect();
    Estimate::of(margins.iter().copied()).standard_error * (DEVIATION_HANDS as f64).sqrt()
}
