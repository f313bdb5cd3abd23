//! The hand in play, and where the match stands.

use std::sync::Arc;
use std::time::Instant;

use serde::{Deserialize, Serialize};
use spariglio_agents::Hand;
use spariglio_arena::matches::Fixture;
use spariglio_engine::record::{HandRecord, MatchPlace};
use spariglio_engine::{Action, Deal, Game, MatchEnd, MatchState, Remark, State};

use super::closed::Closed;
use super::setup::Setup;
use crate::refusal::Refusal;

/// How fast agents act.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pace {
    /// Time between an action and the next one of an agent.
    pub millis: u32,
    /// Whether agents wait.
    #[serde(default)]
    pub paused: bool,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace {
            millis: 700,
            paused: false,
        }
    }
}

/// Whose decision a turn was.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum By {
    /// The agent of the seat, or a record.
    Other,
    /// The person of the seat.
    Choice,
    /// The person's automatic declarations.
    Auto,
}

/// What an agent thought.
#[derive(Clone, Debug)]
pub(super) struct Thought {
    /// Points that it expects for its side.
    pub value: Option<f32>,
    /// A probability for each action.
    pub policy: Vec<(Action, f32)>,
    pub simulations: u32,
    pub millis: f64,
    /// Where a program believes the hidden cards to be.
    pub belief: Option<serde_json::Value>,
}

/// A turn that was played.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    pub seat: usize,
    pub action: Action,
    pub by: By,
    pub remarks: Vec<Remark>,
    pub thought: Option<Thought>,
}

/// Everything about a table that changes.
pub(super) struct Live {
    /// Counts changes.
    pub version: u64,
    pub is_match: bool,
    pub auto_declare: bool,
    pub pace: Pace,
    /// Agents' actions that are asked for although they pause.
    pub steps: u32,
    /// The match before this hand.
    pub standing: MatchState,
    pub deal: Deal,
    pub state: State,
    pub turns: Vec<Turn>,
    /// How often turns of this hand were taken back: agents start the hand anew.
    pub takebacks: u64,
    /// The seat whose agent is at work.
    pub thinking: Option<usize>,
    /// The seat that committed an offence, and what it did.
    pub offence: Option<(usize, String)>,
    /// Agents know that the hand is over.
    pub told_end: bool,
    /// Records of the hands that are over.
    pub finished: Vec<String>,
    pub closed: Option<Closed>,
    /// The table is to end.
    pub gone: bool,
    /// Its file could not be written.
    pub unsaved: bool,
    /// When somebody last did something.
    pub used: Instant,
    /// When the last action was.
    pub acted: Instant,
}

impl Live {
    /// The start of a table, or of a hand of its match.
    pub fn new(setup: &Setup, standing: Option<MatchState>) -> Live {
        let game = &setup.game;
        let mut standing = standing.unwrap_or_else(|| MatchState::new(game, setup.fixture.first_dealer));
        let deal = match &setup.start {
            Some(record) => *record.deal(),
            None => setup.fixture.deal(game, standing.hands, standing.dealer),
        };
        standing.dealer = deal.dealer();
        let now = Instant::now();
        let mut live = Live {
            version: 1,
            is_match: setup.is_match,
            auto_declare: setup.auto_declare,
            pace: Pace::default(),
            steps: 0,
            standing,
            state: State::new(game, &deal),
            deal,
            turns: Vec::new(),
            takebacks: 0,
            thinking: None,
            offence: None,
            told_end: false,
            finished: Vec::new(),
            closed: None,
            gone: false,
            unsaved: false,
            used: now,
            acted: now,
        };
        for turn in setup.start.iter().flat_map(|record| &record.turns) {
            live.apply(game, turn.action, By::Other, None);
        }
        live
    }

    /// Whether the hand is over, or cannot go on.
    pub fn is_over(&self) -> bool {
        self.state.is_over() || self.offence.is_some()
    }

    /// Makes sure that who asks knows the table as it is.
    pub fn check_version(&self, version: u64) -> Result<(), Refusal> {
        if version == self.version {
            return Ok(());
        }
        Err(Refusal::conflict(
            "version",
            self.version.to_string(),
            version.to_string(),
        ))
    }

    /// The seat to act plays a legal action; a hand that ends is counted.
    pub fn apply(&mut self, game: &Arc<Game>, action: Action, by: By, thought: Option<Thought>) {
        let before = self.state;
        self.state.apply(game, &self.deal, action);
        self.turns.push(Turn {
            seat: before.seat(),
            action,
            by,
            remarks: Remark::of(game, [&before, &self.state], action),
            thought,
        });
        self.acted = Instant::now();
        self.thinking = None;
        if self.state.is_over() {
            self.finish(game);
        }
    }

    /// The match after this hand, and how it ended; none while the hand is not over.
    pub fn after(&self, game: &Game) -> Option<(MatchState, Option<MatchEnd>)> {
        let mut after = self.standing.clone();
        let count = |state: &State| after.count(game, &state.score(game)).filter(|_| self.is_match);
        let end = Some(&self.state).filter(|state| state.is_over()).map(count)?;
        Some((after, end))
    }

    /// Keeps the record of the hand, which is over.
    fn finish(&mut self, game: &Arc<Game>) {
        let mut record = self.record(game, self.turns.len());
        if self.is_match {
            record.place = Some(MatchPlace {
                id: "serve".to_owned(),
                hand: self.standing.hands,
                scores: self.standing.scores.clone(),
                ..MatchPlace::default()
            });
        }
        self.finished.push(record.to_line());
    }

    /// The record of the first turns of the hand, with its score where it is over.
    pub fn record(&self, game: &Arc<Game>, turns: usize) -> HandRecord {
        let is_whole = turns == self.turns.len() && self.state.is_over();
        let score = is_whole.then(|| self.state.score(game));
        let played = self.turns[..turns].iter().map(|turn| (turn.seat, turn.action));
        HandRecord::played(Arc::clone(game), self.deal, played, score.as_ref())
    }

    /// The actions so far.
    pub fn actions(&self) -> Vec<Action> {
        self.turns.iter().map(|turn| turn.action).collect()
    }

    /// The hand as it stands.
    pub fn hand<'a>(&self, game: &'a Game, partners_open: bool) -> Hand<'a> {
        let mut hand = Hand::new(game, &self.deal, partners_open);
        for turn in &self.turns {
            hand.act(turn.action).expect("an action that was played");
        }
        hand
    }

    /// Takes back all turns from `turn` on.
    pub fn go_back(&mut self, game: &Arc<Game>, turn: usize) {
        let stay: Vec<Turn> = self.turns.drain(..).take(turn).collect();
        self.state = State::new(game, &self.deal);
        for turn in stay {
            self.state.apply(game, &self.deal, turn.action);
            self.turns.push(turn);
        }
        self.takebacks += 1;
        self.thinking = None;
        self.acted = Instant::now();
    }

    /// Deals the next hand, after one that is over.
    pub fn deal_next(&mut self, game: &Game, fixture: &Fixture) {
        if let Some((after, _)) = self.after(game) {
            self.standing = after;
        }
        self.deal = fixture.deal(game, self.standing.hands, self.standing.dealer);
        self.state = State::new(game, &self.deal);
        self.turns.clear();
        self.told_end = false;
        self.takebacks = 0;
        self.acted = Instant::now();
    }
}
