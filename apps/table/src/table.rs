//! A table: its players, its rules, and the hand in progress.
//!
//! | file | noun |
//! |---|---|
//! | `live` | the current hand, and the state of the match |
//! | `steps`, `question` | the tasks that wait for no person; a hand that agents are asked about |
//! | `requests` | requests that change a table |
//! | `shown` | the JSON of a table for a seat or a spectator |
//! | `forfeit`, `offence` | a person who has lost before the end; an agent's offence, and how a table goes on after it |
//! | `guests` | persons who come by a link |
//! | `closed` | the closed table: an agent plays the person's cards |
//! | `bout` | a match of a tournament, for who holds it |
//! | `list` | a table in lists, and whether anybody would miss it |
//! | `saved` | a table as text, for resuming |

pub(crate) mod bout;
pub(crate) mod closed;
mod forfeit;
mod guests;
mod list;
pub(crate) mod live;
pub(crate) mod offence;
pub(crate) mod question;
pub(crate) mod requests;
pub(crate) mod saved;
pub(crate) mod shown;
pub(crate) mod steps;

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value, json};
use spariglio_agents::Player;
use spariglio_agents::draws::Fixture;
use spariglio_engine::record::HandRecord;
use spariglio_engine::{Action, Game};

use crate::clock::Why;
use crate::moment::Moment;
use crate::refusal::Refusal;
use crate::setup::{self, Origin, Setup, Sitter};
use crate::table::live::{By, Forfeit, Live, Pace};
use crate::token::{Random, is_same, new_token};

/// The kind of a change, or why there was none.
pub type Changed = Result<&'static str, Refusal>;

/// The news for pages: that the table has changed.
#[derive(Copy, Clone, Debug)]
pub struct News {
    /// The version of the table.
    pub version: u64,
    /// The kind of change.
    pub what: &'static str,
}

/// A table. It waits for nothing and starts no thread.
pub struct Table {
    pub(crate) id: String,
    pub(crate) game: Arc<Game>,
    pub(crate) sitters: Vec<Sitter>,
    pub(crate) fixture: Fixture,
    pub(crate) partners_open: bool,
    /// Whether the pages help to count the seen cards, and show the other hand once it follows from them.
    pub(crate) seen_cards: bool,
    /// The turn from which it goes on, if it is a what-if.
    pub(crate) origin: Option<Origin>,
    /// The tournament whose match it plays.
    pub(crate) tournament: Option<String>,
    pub(crate) live: Live,
}

impl Table {
    /// A new table. Its name is drawn by `random`.
    pub fn new(setup: Setup, random: Random<'_>) -> Table {
        let live = Live::new(&setup, None);
        Table::with(new_token(random), setup, live)
    }

    pub(crate) fn with(id: String, setup: Setup, mut live: Live) -> Table {
        live.run_clock(|seat| setup.sitters[seat].is_person());
        Table {
            id,
            live,
            game: setup.game,
            sitters: setup.sitters,
            fixture: setup.fixture,
            partners_open: setup.partners_open,
            seen_cards: setup.seen_cards,
            origin: setup.origin,
            tournament: setup.tournament,
        }
    }

    /// Makes a change, and counts it.
    ///
    /// # Errors
    /// Those of `change`.
    pub fn change(&mut self, change: impl FnOnce(&mut Table) -> Changed) -> Result<News, Refusal> {
        let what = change(self)?;
        Ok(self.count(what))
    }

    /// Makes a change that may not be due any more, and counts it; `None` if it was not.
    pub fn try_change(&mut self, change: impl FnOnce(&mut Table) -> Option<&'static str>) -> Option<News> {
        let what = change(self)?;
        Some(self.count(what))
    }

    fn count(&mut self, what: &'static str) -> News {
        let live = &mut self.live;
        live.version += 1;
        live.used = Moment::now();
        live.run_clock(|seat| self.sitters[seat].is_person());
        News { version: live.version, what }
    }

    /// Its name.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Its hand in progress and its match.
    #[must_use]
    pub fn live(&self) -> &Live {
        &self.live
    }

    /// The game that is played.
    #[must_use]
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The persons' seats with their keys.
    pub fn keys(&self) -> impl Iterator<Item = (usize, &str)> {
        self.sitters.iter().enumerate().filter_map(|(seat, sitter)| match sitter {
            Sitter::Person { key, .. } => Some((seat, key.as_str())),
            Sitter::Agent(_) => None,
        })
    }

    /// The answer to whoever opens the table: its name, and the keys of the persons' seats.
    #[must_use]
    pub fn opened(&self) -> Value {
        let keys: Map<String, Value> = self.keys().map(|(seat, key)| (seat.to_string(), json!(key))).collect();
        json!({"id": self.id, "seat_keys": keys})
    }

    /// Whether partners see each other's hand cards.
    pub fn partners_open(&self) -> bool {
        self.partners_open
    }

    /// Whether no person plays, so that everybody may see everything.
    pub fn is_watched(&self) -> bool {
        self.keys().next().is_none()
    }

    /// Fails if `key` is not that of a person at `seat`.
    ///
    /// # Errors
    /// If the seat is not a person's, or the key is wrong.
    pub fn check_key(&self, seat: usize, key: &str) -> Result<(), Refusal> {
        let own = self.keys().find(|(other, _)| *other == seat);
        match own {
            None => Err(Refusal::field("seat", "a seat of a person", seat.to_string()).named("seat_key")),
            Some((_, known)) if is_same(known, key) => Ok(()),
            Some(_) => {
                let status = http::StatusCode::FORBIDDEN;
                Err(Refusal::new(status, "X-Seat-Key", "the key of the seat", "another one").named("seat_key"))
            }
        }
    }

    /// Plays a person's action.
    ///
    /// # Errors
    /// If the version is old, the seat is not to act, or the action is not legal.
    pub fn act(&mut self, seat: usize, version: u64, action: &str) -> Changed {
        let live = &mut self.live;
        live.check_version(version)?;
        if live.is_over() || live.state.seat() != seat {
            return Err(Refusal::conflict("seat", "the seat to act", seat.to_string()).named("turn"));
        }
        let legal = || {
            let mut actions = Vec::new();
            live.state.legal_in_any_order(&self.game, &mut actions);
            actions.iter().map(|action| action.text(self.game.deck())).collect()
        };
        let refused =
            |expected: String| Refusal::field("action", expected, action).named("illegal").with_legal(legal());
        let read = Action::parse(action, self.game.deck()).map_err(|error| refused(error.to_string()))?;
        if !live.state.is_legal(&self.game, read) {
            return Err(refused("a legal action".to_owned()));
        }
        live.apply(&self.game, read, By::Choice, None);
        Ok(if live.is_over() { "hand" } else { "turn" })
    }

    /// Takes back the person's last decision and all later turns.
    ///
    /// # Errors
    /// If the version is old, or there is nothing to take back.
    pub fn undo(&mut self, seat: usize, version: u64) -> Changed {
        self.live.check_version(version)?;
        let Some(turn) = self.last_choice(seat) else {
            let expected = "a decision of this seat that can be taken back";
            return Err(Refusal::conflict("seat", expected, "none").named("no_undo"));
        };
        self.live.go_back(&self.game, turn);
        Ok("turn")
    }

    /// The last turn that the person chose. `None` if there are other persons or clocks, or if the hand is over.
    pub(crate) fn last_choice(&self, seat: usize) -> Option<usize> {
        let live = &self.live;
        let may = self.keys().count() == 1 && live.clocks.is_none() && !live.is_over();
        let turn = live.turns.iter().rposition(|turn| turn.seat == seat && turn.by == By::Choice);
        turn.filter(|_| may)
    }

    /// Deals the next hand.
    ///
    /// # Errors
    /// If the version is old, the hand is not over, or the match is over.
    pub fn next(&mut self, version: u64) -> Changed {
        let live = &mut self.live;
        live.check_version(version)?;
        let can_go_on = matches!(live.after(&self.game), Some((_, None))) && live.offence.is_none();
        if !can_go_on {
            let expected = "a table with a finished hand and an unfinished match";
            return Err(Refusal::conflict("version", expected, "this one").named("no_next"));
        }
        live.deal_next(&self.game, &self.fixture);
        Ok("turn")
    }

    /// Begins another match of the same players. The seat after the last dealer deals.
    ///
    /// # Errors
    /// If the version is old, or no match has ended here.
    pub fn rematch(&mut self, version: u64) -> Changed {
        self.live.check_version(version)?;
        self.check_helped()?;
        if !self.is_match_over() {
            return Err(Refusal::conflict("version", "a table with a finished match", "this one"));
        }
        self.live.rematch(&self.game, &self.fixture);
        Ok("turn")
    }

    /// A person gives the match up: the others have won it.
    ///
    /// # Errors
    /// If no match is in progress.
    pub fn give_up(&mut self, seat: usize) -> Changed {
        if !self.live.is_match || self.is_match_over() || self.live.offence.is_some() {
            return Err(Refusal::conflict("seat", "a match in progress, or no seat", "none"));
        }
        self.live.forfeit = Some(Forfeit { seat, why: Why::Left });
        Ok("hand")
    }

    /// Sets the pace. If `step` is set, one agent's action is played although the table is paused.
    pub fn set_pace(&mut self, pace: Pace, step: bool) -> &'static str {
        self.live.pace = pace;
        self.live.steps += u32::from(step);
        "settings"
    }

    /// Sets whether the declarations of a seat are automatic.
    pub fn set_auto_declare(&mut self, seat: usize, on: bool) -> &'static str {
        self.live.auto_declare[seat] = on;
        "settings"
    }

    /// The record of the current hand and its number. It is only for judging, because it has all cards.
    ///
    /// # Errors
    /// If the version is old, the hand is over, or `seat` is not to act.
    pub fn position(&self, seat: Option<usize>, version: u64) -> Result<(HandRecord, usize), Refusal> {
        let live = &self.live;
        self.check_helped()?;
        live.check_version(version)?;
        if live.is_over() || seat.is_some_and(|seat| seat != live.state.seat()) {
            return Err(Refusal::conflict("seat", "the seat to act", "another one").named("turn"));
        }
        Ok((live.record(&self.game, live.turns.len()), live.standing.hands))
    }

    /// Fails in a match of a tournament, where nobody gets help or changes the course of play.
    pub(crate) fn check_helped(&self) -> Result<(), Refusal> {
        match self.tournament {
            None => Ok(()),
            Some(_) => {
                Err(Refusal::conflict("path", "a table that plays no tournament", "this one").named("in_tournament"))
            }
        }
    }

    /// The setup of a table with the same deal and the turns before `turn`.
    ///
    /// # Errors
    /// If the hand has no such turn, or other persons are still playing it.
    pub fn fork(&self, turn: usize, random: Random<'_>) -> Result<Setup, Refusal> {
        let live = &self.live;
        if !self.can_fork() {
            let expected = "a finished hand, because others play in it";
            return Err(Refusal::conflict("turn", expected, "an unfinished one").named("fork_persons"));
        }
        if turn >= live.turns.len() + usize::from(!live.is_over()) {
            let expected = format!("below {}", live.turns.len());
            return Err(Refusal::field("turn", expected, turn.to_string()).named("fork_turn"));
        }
        Ok(Setup {
            game: Arc::clone(&self.game),
            sitters: self.sitters.iter().map(|sitter| sitter.anew(random)).collect(),
            fixture: self.fixture,
            is_match: false,
            partners_open: self.partners_open,
            auto_declare: live.auto_declare.clone(),
            clock: None,
            seen_cards: self.seen_cards,
            start: Some(live.record(&self.game, turn)),
            origin: Some(Origin { table: self.id.clone(), hand: live.standing.hands, turn }),
            tournament: None,
        })
    }

    /// Whether what-ifs of the hand are possible: nobody else plays in it.
    pub(crate) fn can_fork(&self) -> bool {
        self.keys().count() < 2 && self.tournament.is_none() || self.live.is_ended()
    }

    /// Ends the search of the agent who thinks: it plays the best that it has found.
    ///
    /// # Errors
    /// If no agent thinks, or it is a program.
    pub fn hurry(&self) -> Result<(), Refusal> {
        self.check_helped()?;
        let live = &self.live;
        let stop = live.thinking.as_ref().and_then(|thinking| thinking.stop.as_ref());
        let idle = || Refusal::conflict("seat", "an agent who searches", "none").named("no_hurry");
        stop.ok_or_else(idle).map(spariglio_agents::agent::Stop::ask)
    }

    /// The records of the finished hands, one per line.
    pub fn records(&self) -> String {
        self.live.finished.iter().map(|line| format!("{line}\n")).collect()
    }

    /// Ends the search of an agent whose answer nobody needs any more.
    pub fn hush(&mut self) {
        self.live.hush();
    }

    /// The time that the running clock of a person has left; `None` if no clock runs.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        Some(self.live.clocks.as_ref()?.left()?.0)
    }

    /// Ends the hand of the person whose time has run out; `None` if some is left.
    pub fn run_out(&mut self) -> Option<&'static str> {
        let (left, why) = self.live.clocks.as_ref()?.left()?;
        left.is_zero().then(|| {
            self.live.forfeit = Some(Forfeit { seat: self.live.state.seat(), why });
            "hand"
        })
    }

    /// Whether a clock limits the time of persons.
    #[must_use]
    pub fn has_clocks(&self) -> bool {
        self.live.clocks.is_some()
    }

    /// The players of the agents' seats.
    ///
    /// # Errors
    /// If an agent cannot play the game, or would see the cards of persons.
    pub fn players(&self) -> Result<Vec<Option<Player>>, Refusal> {
        setup::players(&self.game, &self.sitters)
    }

    /// Sets the time of the last use.
    pub fn set_used(&mut self, used: Moment) {
        self.live.used = used;
    }

    /// Time since the last use.
    #[must_use]
    pub fn idle(&self, now: Moment) -> Duration {
        now.saturating_duration_since(self.live.used)
    }
}
