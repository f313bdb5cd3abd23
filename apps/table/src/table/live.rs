//! The current hand, and the state of the match.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use spariglio_agents::agent::Stop;
use spariglio_agents::draws::Fixture;
use spariglio_agents::{Hand, Player};
use spariglio_engine::hand::Remark;
use spariglio_engine::record::{HandRecord, MatchPlace};
use spariglio_engine::{Action, Deal, Game, MatchEnd, MatchState, State};

use crate::clock::{Clocks, Decision, Why};
use crate::moment::Moment;
use crate::refusal::Refusal;
use crate::setup::{Setup, Sitter};
use crate::table::closed::Closed;
use crate::table::guests::Guest;
use crate::table::offence::Fault;

/// The speed of agents.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pace {
    /// Time between an action and an agent's next one, in milliseconds.
    pub millis: u32,
    /// Whether agents wait.
    #[serde(default)]
    pub paused: bool,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { millis: 700, paused: false }
    }
}

/// The origin of a turn.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum By {
    /// The seat's agent, or a record.
    Other,
    /// The seat's person.
    Choice,
    /// An automatic declaration for a person.
    Auto,
}

/// An agent's thoughts.
#[derive(Clone, Debug)]
pub struct Thought {
    /// Expected points for its side, if it states them.
    pub value: Option<f32>,
    /// A probability for each action.
    pub policy: Vec<(Action, f32)>,
    pub simulations: u32,
    pub millis: f64,
    /// A program's belief about hidden cards.
    pub belief: Option<serde_json::Value>,
}

/// A played turn.
#[derive(Clone, Debug)]
pub struct Turn {
    pub seat: usize,
    pub action: Action,
    pub by: By,
    pub remarks: Vec<Remark>,
    /// Automatic declarations of the next seat.
    pub shown: Vec<(usize, Action)>,
    pub thought: Option<Thought>,
}

/// The matches of a table before the current one.
#[derive(Copy, Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Earlier {
    pub matches: usize,
    /// Their hands, with the one that a person forfeited.
    pub hands: usize,
}

/// The automatic declarations of the seat to act, with the seat.
pub fn shown_by(game: &Game, state: &State) -> Vec<(usize, Action)> {
    let actions = state.automatic_declarations(game).into_iter();
    actions.map(|action| (state.seat(), action)).collect()
}

/// A decision that an agent is making.
pub struct Thinking {
    pub seat: usize,
    pub since: Moment,
    /// Ends the search; `None` if the agent is a program.
    pub stop: Option<Stop>,
}

/// The loss of a person in an unfinished hand.
#[derive(Copy, Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Forfeit {
    /// The person's seat.
    pub seat: usize,
    /// The reason.
    pub why: Why,
}

/// All state of a table that changes.
pub struct Live {
    /// Incremented with each change.
    pub(crate) version: u64,
    /// Whether the hands form a match.
    pub is_match: bool,
    /// The players' names in records, by seat.
    pub(crate) names: Vec<String>,
    /// By seat: whether declarations are made for it.
    pub(crate) auto_declare: Vec<bool>,
    /// Persons' clocks, if their time is limited.
    pub(crate) clocks: Option<Clocks>,
    pub(crate) pace: Pace,
    /// Number of agents' actions that are wanted although the table is paused.
    pub(crate) steps: u32,
    /// Finished matches at this table, and the hands of them.
    pub(crate) earlier: Earlier,
    /// The state of the match before this hand.
    pub standing: MatchState,
    pub(crate) deal: Deal,
    /// The state of the hand.
    pub state: State,
    pub(crate) turns: Vec<Turn>,
    /// Number of takebacks in this hand. After each, agents restart the hand.
    pub(crate) takebacks: u64,
    /// The agent's decision that is being made.
    pub(crate) thinking: Option<Thinking>,
    /// Players who take the seats of agents.
    pub(crate) seating: Vec<(usize, Player)>,
    /// The seat that committed an offence, and the offence.
    pub(crate) offence: Option<(usize, Fault)>,
    /// The person who lost this hand before its end.
    pub forfeit: Option<Forfeit>,
    /// Whether agents know that the hand is over.
    pub(crate) told_end: bool,
    /// Records of the finished hands.
    pub(crate) finished: Vec<String>,
    pub(crate) closed: Option<Closed>,
    pub(crate) guests: Vec<Guest>,
    /// The time of the last use.
    pub(crate) used: Moment,
    /// The time of the last action.
    pub(crate) acted: Moment,
}

impl Live {
    /// The start of a table. `standing` is the state of a match in progress.
    pub fn new(setup: &Setup, standing: Option<MatchState>) -> Live {
        let game = &setup.game;
        let mut standing = standing.unwrap_or_else(|| MatchState::new(game, setup.fixture.first_dealer));
        let deal = match &setup.start {
            Some(record) => *record.deal(),
            None => setup.fixture.deal(game, standing.hands, standing.dealer),
        };
        standing.dealer = deal.dealer();
        let now = Moment::now();
        let mut live = Live {
            version: 1,
            is_match: setup.is_match,
            names: setup.sitters.iter().map(Sitter::label).collect(),
            auto_declare: setup.auto_declare.clone(),
            clocks: setup.clock.map(|limits| Clocks::new(limits, game.players())),
            pace: Pace::default(),
            steps: 0,
            earlier: Earlier::default(),
            standing,
            state: State::new(game, &deal),
            deal,
            turns: Vec::new(),
            takebacks: 0,
            thinking: None,
            seating: Vec::new(),
            offence: None,
            forfeit: None,
            told_end: false,
            finished: Vec::new(),
            closed: None,
            guests: Vec::new(),
            used: now,
            acted: now,
        };
        for turn in setup.start.iter().flat_map(|record| &record.turns) {
            live.apply(game, turn.action, By::Other, None);
        }
        live
    }

    /// Whether the hand is over or cannot continue.
    pub fn is_over(&self) -> bool {
        self.is_ended() || self.offence.is_some()
    }

    /// Whether nobody can play this hand on: only then may everybody see all cards.
    pub fn is_ended(&self) -> bool {
        self.state.is_over() || self.forfeit.is_some()
    }

    /// The number of the hand at this table. It names the deal.
    pub fn number(&self) -> usize {
        self.earlier.hands + self.standing.hands
    }

    /// The place in the play of the table: hand, takebacks, turns.
    pub fn place(&self) -> (usize, u64, usize) {
        (self.number(), self.takebacks, self.turns.len())
    }

    /// Lets the clock of the person run who has to decide.
    pub fn run_clock(&mut self, is_person: impl Fn(usize) -> bool) {
        let seat = self.state.seat();
        let is_due = !self.is_over() && is_person(seat);
        let decision = Decision { seat, place: self.place() };
        if let Some(clocks) = &mut self.clocks {
            clocks.run(is_due.then_some(decision));
        }
    }

    /// Fails if the request refers to an old version.
    pub fn check_version(&self, version: u64) -> Result<(), Refusal> {
        if version == self.version {
            return Ok(());
        }
        Err(Refusal::conflict("version", self.version.to_string(), version.to_string()))
    }

    /// Plays a legal action for the seat to act. If the hand ends, it is counted.
    pub fn apply(&mut self, game: &Arc<Game>, action: Action, by: By, thought: Option<Thought>) {
        let before = self.state;
        self.state.apply(game, &self.deal, action);
        self.turns.push(Turn {
            seat: before.seat(),
            action,
            by,
            remarks: Remark::of(game, [&before, &self.state], action),
            shown: shown_by(game, &self.state),
            thought,
        });
        self.acted = Moment::now();
        self.thinking = None;
        if self.state.is_over() {
            self.finish(game);
        }
    }

    /// The match after this hand, and its end if it is over. `None` if the hand is not over.
    pub fn after(&self, game: &Game) -> Option<(MatchState, Option<MatchEnd>)> {
        let mut after = self.standing.clone();
        let mut end = None;
        if self.state.is_over() {
            end = after.count(game, &self.state.score(game));
        } else if self.forfeit.is_some() {
            after.hands += 1;
            after.dealer = (after.dealer + 1) % game.players();
        } else {
            return None;
        }
        if let Some(forfeit) = self.forfeit {
            let winner = forfeit.winner(game, &after.scores);
            end = Some(winner.map_or(MatchEnd::Level, |side| MatchEnd::Won { side }));
        }
        Some((after, end.filter(|_| self.is_match)))
    }

    /// Stores the record of the finished hand.
    fn finish(&mut self, game: &Arc<Game>) {
        let mut record = self.record(game, self.turns.len());
        record.note_agents(self.names.iter().map(String::as_str));
        record.place = self.is_match.then(|| self.match_place());
        self.finished.push(record.to_line());
    }

    /// The place of the current hand in its match.
    pub(crate) fn match_place(&self) -> MatchPlace {
        MatchPlace {
            id: format!("serve-{}", self.earlier.matches + 1),
            hand: self.standing.hands,
            scores: self.standing.scores.clone(),
            ..MatchPlace::default()
        }
    }

    /// The record of the first turns of the hand, with its score if the hand is over.
    pub fn record(&self, game: &Arc<Game>, turns: usize) -> HandRecord {
        let is_whole = turns == self.turns.len() && self.state.is_over();
        let score = is_whole.then(|| self.state.score(game));
        let played = self.turns[..turns].iter().map(|turn| (turn.seat, turn.action));
        HandRecord::played(Arc::clone(game), self.deal, played, score.as_ref())
    }

    /// The hand in its current state.
    pub fn hand<'a>(&self, game: &'a Game, partners_open: bool) -> Hand<'a> {
        let mut hand = Hand::new(game, &self.deal, partners_open);
        for turn in &self.turns {
            hand.act(turn.action).expect("an action that was played");
        }
        hand
    }

    /// Ends the search of an agent whose answer nobody needs any more.
    pub fn hush(&mut self) {
        if let Some(Thinking { stop: Some(stop), .. }) = self.thinking.take() {
            stop.ask();
        }
    }

    /// Takes back the turn `turn` and all later ones.
    pub fn go_back(&mut self, game: &Arc<Game>, turn: usize) {
        let stay: Vec<Turn> = self.turns.drain(..).take(turn).collect();
        self.state = State::new(game, &self.deal);
        for turn in stay {
            self.state.apply(game, &self.deal, turn.action);
            self.turns.push(turn);
        }
        self.takebacks += 1;
        self.hush();
        self.acted = Moment::now();
    }

    /// Deals the next hand after a finished one, or after one that counts for nobody because of an offence.
    pub fn deal_next(&mut self, game: &Game, fixture: &Fixture) {
        if let Some((after, _)) = self.after(game) {
            self.standing = after;
        } else {
            self.standing.hands += 1;
            self.standing.dealer = (self.standing.dealer + 1) % game.players();
        }
        self.offence = None;
        self.deal(game, fixture);
    }

    /// Begins another match. The seat after the last dealer deals.
    pub fn rematch(&mut self, game: &Game, fixture: &Fixture) {
        if let Some((after, _)) = self.after(game) {
            self.earlier = Earlier { matches: self.earlier.matches + 1, hands: self.earlier.hands + after.hands };
            self.standing = MatchState::new(game, after.dealer);
        }
        if let Some(clocks) = &mut self.clocks {
            clocks.restart();
        }
        self.deal(game, fixture);
    }

    fn deal(&mut self, game: &Game, fixture: &Fixture) {
        self.deal = fixture.deal(game, self.number(), self.standing.dealer);
        self.state = State::new(game, &self.deal);
        self.turns.clear();
        self.forfeit = None;
        self.told_end = false;
        self.takebacks = 0;
        self.acted = Moment::now();
    }
}
