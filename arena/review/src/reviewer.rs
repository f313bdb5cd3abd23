//! Reviews hands on many threads. A decision's figures depend on seed, line and turn, and not on the threads.

use std::collections::HashMap;
use std::sync::Mutex;

use rayon::prelude::*;
use spariglio_agents::agent::Stop;
use spariglio_agents::book::chitarrella::{Doctrine, DoctrinePolicy};
use spariglio_agents::search::PairedSearch;
use spariglio_agents::spec::AgentError;
use spariglio_agents::{AgentSpec, Hand, Solver};
use spariglio_engine::random::mix;
use spariglio_engine::record::HandRecord;
use spariglio_engine::{Action, Game};
use spariglio_files::pool;

use crate::config::ReviewConfig;
use crate::decision::{DecisionReview, DecisionReviewer};
use crate::error::ReviewError;
use crate::hand::HandReview;
use crate::par::Par;

/// Losses with open cards are computed if at most this many cards per seat are left.
const OPEN_CARDS: usize = 5;
/// Maximum number of plays left for that, with a pack of 40 cards and with a larger one.
const OPEN_PLAYS: [usize; 2] = [20, 12];

/// Reviews hands.
pub struct Reviewer {
    config: ReviewConfig,
    /// The agent whose search judges; `None` for the adviser of each game.
    agent: Option<AgentSpec>,
    pool: rayon::ThreadPool,
    /// Idle decision reviewers, by the fingerprint of their game.
    free: Mutex<HashMap<u64, Vec<DecisionReviewer>>>,
    /// Keyed by the fingerprint of the game and the dealer.
    pars: Mutex<HashMap<(u64, usize), Par>>,
}

impl Reviewer {
    /// Makes a reviewer for hands of any game that judges as `agent` does. If `agent` is `None`, it uses
    /// [`AgentSpec::adviser`] of each game.
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub fn new(agent: Option<AgentSpec>, config: ReviewConfig) -> Result<Reviewer, ReviewError> {
        Ok(Reviewer {
            pool: pool(config.threads)?,
            config,
            agent,
            free: Mutex::default(),
            pars: Mutex::default(),
        })
    }

    /// Prepares for a game.
    ///
    /// # Errors
    /// If the agent cannot review it.
    pub fn prepare(&self, game: &Game) -> Result<(), ReviewError> {
        let reviewer = self.take(game)?;
        self.put_back(game, reviewer);
        Ok(())
    }

    /// The reviewer's options.
    #[must_use]
    pub fn config(&self) -> &ReviewConfig {
        &self.config
    }

    /// The agent whose search judges hands of a game.
    #[must_use]
    pub fn agent(&self, game: &Game) -> AgentSpec {
        self.agent.clone().unwrap_or_else(|| AgentSpec::adviser(game))
    }

    /// Reviews the record of a line. It calls `tell` after each decision, from any thread.
    ///
    /// # Errors
    /// If the agent cannot review the game, the record is invalid, or the work is asked to stop.
    pub fn hand(&self, record: &HandRecord, line: usize, tell: impl Fn() + Sync) -> Result<HandReview, ReviewError> {
        let game = record.game();
        let margins = margins(record)?;
        let turns = 0..record.turns.len();
        let review = |turn: usize| {
            if Stop::is_due_here() {
                return Err(ReviewError::Stopped);
            }
            let decision = self.decide(record, line, turn);
            tell();
            decision
        };
        let decisions = || turns.into_par_iter().with_max_len(1).map(review).collect();
        let work = || rayon::join(decisions, || open_losses(record));
        let (decisions, open): (Result<Vec<DecisionReview>, ReviewError>, _) = self.pool.install(work);
        let mut decisions = decisions?;
        for (decision, open) in decisions.iter_mut().zip(open) {
            decision.open = open;
        }
        let par = self.par(game, record.deal().dealer());
        Ok(HandReview::new(record, line, decisions, &margins, &par))
    }

    /// Reviews one turn of a record. The figures are those of [`Reviewer::hand`], without the loss with open cards.
    ///
    /// # Errors
    /// As [`Reviewer::hand`].
    ///
    /// # Panics
    /// If `turn` is greater than the number of turns.
    pub fn turn(&self, record: &HandRecord, line: usize, turn: usize) -> Result<DecisionReview, ReviewError> {
        margins(record)?;
        self.decide(record, line, turn)
    }

    /// Values all actions of the position at the end of a record.
    ///
    /// # Errors
    /// As [`Reviewer::hand`]; also if the hand is over.
    pub fn position(&self, record: &HandRecord, line: usize) -> Result<DecisionReview, ReviewError> {
        if record.check()?.is_over() {
            return Err(ReviewError::Over);
        }
        self.decide(record, line, record.turns.len())
    }

    fn decide(&self, record: &HandRecord, line: usize, turn: usize) -> Result<DecisionReview, ReviewError> {
        let mut reviewer = self.take(record.game())?;
        let before = record.turns[..turn].iter().map(|turn| turn.action);
        let hand = Hand::after(record.game(), record.deal(), before, self.config.partners_open);
        let hand = hand.expect("actions that were checked");
        let played = record.turns.get(turn).map(|turn| turn.action);
        let mut decision = reviewer.review(&hand, played, seed(line, turn));
        decision.said = record.turns.get(turn).and_then(|turn| turn.why.clone());
        self.put_back(record.game(), reviewer);
        Ok(decision)
    }

    /// A decision reviewer for a game; makes one if none is idle.
    fn take(&self, game: &Game) -> Result<DecisionReviewer, ReviewError> {
        let free = self.free.lock().ok();
        if let Some(reviewer) = free.and_then(|mut free| free.get_mut(&game.fingerprint())?.pop()) {
            return Ok(reviewer);
        }
        let agent = self.agent(game);
        let searches: Result<Vec<PairedSearch>, AgentError> =
            (0..self.config.replicates).map(|_| agent.paired_search(game)).collect();
        Ok(DecisionReviewer {
            config: self.config,
            searches: searches?,
            solver: Solver::new(game).ok(),
            doctrine: DoctrinePolicy::new(game, Doctrine::default()),
        })
    }

    fn put_back(&self, game: &Game, reviewer: DecisionReviewer) {
        if let Ok(mut free) = self.free.lock() {
            free.entry(game.fingerprint()).or_default().push(reviewer);
        }
    }

    fn par(&self, game: &Game, dealer: usize) -> Par {
        let key = (game.fingerprint(), dealer);
        let known = |pars: &HashMap<_, Par>| pars.get(&key).cloned();
        if let Some(par) = self.pars.lock().ok().and_then(|pars| known(&pars)) {
            return par;
        }
        let par = Par::new(game, dealer);
        if let Ok(mut pars) = self.pars.lock() {
            pars.insert(key, par.clone());
        }
        par
    }
}

/// The decisions with a choice and their hands, the largest loss first. If losses are equal, they stay in the order of
/// hand and turn.
#[must_use]
pub fn best_first(hands: &[HandReview]) -> Vec<(&HandReview, &DecisionReview)> {
    let mut all: Vec<_> = hands
        .iter()
        .flat_map(|hand| hand.decisions.iter().map(move |decision| (hand, decision)))
        .filter(|(_, decision)| decision.is_choice())
        .collect();
    all.sort_by(|(_, first), (_, second)| second.loss.mean.total_cmp(&first.loss.mean));
    all
}

/// The seed of a decision.
fn seed(line: usize, turn: usize) -> u64 {
    mix((line as u64) << 16 | turn as u64)
}

/// The margins of the sides; empty if the record stops before the end of the hand.
///
/// # Errors
/// If the record is invalid.
fn margins(record: &HandRecord) -> Result<Vec<i32>, ReviewError> {
    let (game, end) = (record.game(), record.check()?);
    let sides = if end.is_over() { game.sides() } else { 0 };
    Ok((0..sides).map(|side| end.margin(game, side)).collect())
}

/// For each turn, the points that it lost with all cards open, if known.
fn open_losses(record: &HandRecord) -> Vec<Option<i32>> {
    let game = record.game();
    let mut losses = vec![None; record.turns.len()];
    if let Ok(mut solver) = Solver::new(game) {
        let actions: Vec<Action> = record.turns.iter().map(|turn| turn.action).collect();
        let plays = OPEN_PLAYS[usize::from(game.pack_len() > 40)];
        let cards = OPEN_CARDS.min(plays / game.players());
        for decision in solver.endgame_decisions(game, record.deal(), &actions, cards) {
            losses[decision.turn] = Some(decision.lost);
        }
    }
    losses
}
