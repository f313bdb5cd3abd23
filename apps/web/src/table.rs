//! A table: persons and agents play hand after hand, as a match or not. One lock protects all its state that changes.
//!
//! | file | noun |
//! |---|---|
//! | `setup` | the setup of a table |
//! | `variant` | its rules: a preset or TOML, with the opener's changes |
//! | `live` | the current hand, and the state of the match |
//! | `by_choice` | hands of automatic declarations, told in a game by choice |
//! | `clock` | how long persons may think |
//! | `forfeit` | the end of a match that a person has left, or whose time has run out |
//! | `driver` | the thread that runs the agents of a table |
//! | `shown` | the JSON of a table for a seat or a spectator |
//! | `guests` | the guests of a table |
//! | `offence` | an agent's offence, and how a table goes on after it |
//! | `list` | a table in lists, and whether anybody would miss it |
//! | `closed` | the closed table: an agent plays the person's cards |
//! | `saved` | a table in a file, for resuming after a restart |
//!
//! Invariant: until a hand is over, a seat is only shown its view and the public events.

mod by_choice;
mod clock;
mod closed;
mod driver;
mod forfeit;
mod guests;
mod list;
mod live;
mod offence;
mod saved;
mod setup;
mod shown;
mod variant;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use spariglio_agents::{Player, Stop};
use spariglio_arena::matches::Fixture;
use spariglio_engine::record::HandRecord;
use spariglio_engine::{Action, Game};
use tokio::sync::watch;

use crate::refusal::Refusal;
use crate::token::{is_same, random_token};
use clock::Why;
pub(crate) use driver::drive;
pub(crate) use live::Pace;
use live::{By, Forfeit, Live};
pub(crate) use offence::Resume;
use setup::Origin;
pub(crate) use setup::{Named, Setup, Sitter, TableBody};
pub(crate) use shown::{Viewer, mark};

/// The news for pages: that the table has changed.
#[derive(Copy, Clone, Debug)]
pub(crate) struct News {
    /// The version of the table.
    pub version: u64,
    /// The kind of change.
    pub what: &'static str,
}

/// A table.
pub(crate) struct Table {
    /// Its name.
    pub id: String,
    /// Its file, if it is saved.
    file: Option<PathBuf>,
    game: Arc<Game>,
    sitters: Vec<Sitter>,
    fixture: Fixture,
    partners_open: bool,
    /// Whether the pages help to count the seen cards, and show the other hand once it follows from them.
    seen_cards: bool,
    /// The turn from which it goes on, if it is a what-if.
    origin: Option<Origin>,
    live: Mutex<Live>,
    /// Wakes the driver.
    wake: Condvar,
    news: watch::Sender<News>,
}

impl Table {
    /// A new table. If persons play and `folder` is given, it is saved in a file there.
    pub fn new(setup: Setup, folder: Option<&Path>) -> Table {
        let (id, live) = (random_token(), Live::new(&setup, None));
        let has_person = setup.sitters.iter().any(|sitter| matches!(sitter, Sitter::Person { .. }));
        let file = folder.filter(|_| has_person).map(|folder| folder.join(format!("{id}.json")));
        let table = Table::with(id, setup, live, file);
        table.save(&mut table.lock());
        table
    }

    fn with(id: String, setup: Setup, mut live: Live, file: Option<PathBuf>) -> Table {
        let (news, _) = watch::channel(News { version: live.version, what: "turn" });
        live.run_clock(|seat| setup.sitters[seat].is_person());
        Table {
            id,
            file,
            live: Mutex::new(live),
            game: setup.game,
            sitters: setup.sitters,
            fixture: setup.fixture,
            partners_open: setup.partners_open,
            seen_cards: setup.seen_cards,
            origin: setup.origin,
            wake: Condvar::new(),
            news,
        }
    }

    /// The game that is played.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The persons' seats with their keys.
    pub fn keys(&self) -> impl Iterator<Item = (usize, &str)> {
        self.sitters.iter().enumerate().filter_map(|(seat, sitter)| match sitter {
            Sitter::Person { key, .. } => Some((seat, key.as_str())),
            Sitter::Agent(_) => None,
        })
    }

    /// Whether partners see each other's hand cards.
    pub fn partners_open(&self) -> bool {
        self.partners_open
    }

    /// Whether no person plays, so that everybody may see everything.
    pub fn is_watched(&self) -> bool {
        self.keys().next().is_none()
    }

    /// Subscribes to the news.
    pub fn listen(&self) -> watch::Receiver<News> {
        self.news.subscribe()
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
                let status = axum::http::StatusCode::FORBIDDEN;
                Err(Refusal::new(status, "X-Seat-Key", "the key of the seat", "another one").named("seat_key"))
            }
        }
    }

    /// Plays a person's action. Returns the new version.
    ///
    /// # Errors
    /// If the version is old, the seat is not to act, or the action is not legal.
    pub fn act(&self, seat: usize, version: u64, action: &str) -> Result<u64, Refusal> {
        let mut live = self.lock();
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
        let what = if live.is_over() { "hand" } else { "turn" };
        Ok(self.changed(live, what))
    }

    /// Takes back the person's last decision and all later turns.
    ///
    /// # Errors
    /// If the version is old, or there is nothing to take back.
    pub fn undo(&self, seat: usize, version: u64) -> Result<u64, Refusal> {
        let mut live = self.lock();
        live.check_version(version)?;
        let Some(turn) = self.last_choice(&live, seat) else {
            let expected = "a decision of this seat that can be taken back";
            return Err(Refusal::conflict("seat", expected, "none").named("no_undo"));
        };
        live.go_back(&self.game, turn);
        Ok(self.changed(live, "turn"))
    }

    /// The last turn that the person chose. `None` if there are other persons or clocks, or if the hand is over.
    fn last_choice(&self, live: &Live, seat: usize) -> Option<usize> {
        let may = self.keys().count() == 1 && live.clocks.is_none() && !live.is_over();
        let turn = live.turns.iter().rposition(|turn| turn.seat == seat && turn.by == By::Choice);
        turn.filter(|_| may)
    }

    /// Deals the next hand.
    ///
    /// # Errors
    /// If the version is old, the hand is not over, or the match is over.
    pub fn next(&self, version: u64) -> Result<u64, Refusal> {
        let mut live = self.lock();
        live.check_version(version)?;
        let can_go_on = matches!(live.after(&self.game), Some((_, None))) && live.offence.is_none();
        if !can_go_on {
            let expected = "a table with a finished hand and an unfinished match";
            return Err(Refusal::conflict("version", expected, "this one").named("no_next"));
        }
        live.deal_next(&self.game, &self.fixture);
        Ok(self.changed(live, "turn"))
    }

    /// Begins another match of the same players. The seat after the last dealer deals.
    ///
    /// # Errors
    /// If the version is old, or no match has ended here.
    pub fn rematch(&self, version: u64) -> Result<u64, Refusal> {
        let mut live = self.lock();
        live.check_version(version)?;
        let is_over = matches!(live.after(&self.game), Some((_, Some(_))));
        if !is_over {
            return Err(Refusal::conflict("version", "a table with a finished match", "this one"));
        }
        live.rematch(&self.game, &self.fixture);
        Ok(self.changed(live, "turn"))
    }

    /// A person gives the match up: the others have won it.
    ///
    /// # Errors
    /// If no match is in progress.
    pub fn give_up(&self, seat: usize) -> Result<u64, Refusal> {
        let mut live = self.lock();
        let is_over = matches!(live.after(&self.game), Some((_, Some(_)))) || live.offence.is_some();
        if !live.is_match || is_over {
            return Err(Refusal::conflict("seat", "a match in progress, or no seat", "none"));
        }
        live.forfeit = Some(Forfeit { seat, why: Why::Left });
        Ok(self.changed(live, "hand"))
    }

    /// Sets the pace. If `step` is set, one agent's action is played although the table is paused.
    pub fn set_pace(&self, pace: Pace, step: bool) -> u64 {
        let mut live = self.lock();
        live.pace = pace;
        live.steps += u32::from(step);
        self.changed(live, "settings")
    }

    /// Sets whether the declarations of a seat are automatic.
    pub fn set_auto_declare(&self, seat: usize, on: bool) -> u64 {
        let mut live = self.lock();
        live.auto_declare[seat] = on;
        self.changed(live, "settings")
    }

    /// The record of the current hand and its number. It is only for judging, because it has all cards.
    ///
    /// # Errors
    /// If the version is old, the hand is over, or `seat` is not to act.
    pub fn position(&self, seat: Option<usize>, version: u64) -> Result<(HandRecord, usize), Refusal> {
        let live = self.lock();
        live.check_version(version)?;
        if live.is_over() || seat.is_some_and(|seat| seat != live.state.seat()) {
            return Err(Refusal::conflict("seat", "the seat to act", "another one").named("turn"));
        }
        Ok((live.record(&self.game, live.turns.len()), live.standing.hands))
    }

    /// The setup of a table with the same deal and the turns before `turn`.
    ///
    /// # Errors
    /// If the hand has no such turn, or other persons are still playing it.
    pub fn fork(&self, turn: usize) -> Result<Setup, Refusal> {
        let live = self.lock();
        if !self.can_fork(&live) {
            let expected = "a finished hand, because others play in it";
            return Err(Refusal::conflict("turn", expected, "an unfinished one").named("fork_persons"));
        }
        if turn >= live.turns.len() + usize::from(!live.is_over()) {
            let expected = format!("below {}", live.turns.len());
            return Err(Refusal::field("turn", expected, turn.to_string()).named("fork_turn"));
        }
        Ok(Setup {
            game: Arc::clone(&self.game),
            sitters: self.sitters.iter().map(Sitter::anew).collect(),
            fixture: self.fixture,
            is_match: false,
            partners_open: self.partners_open,
            auto_declare: live.auto_declare.clone(),
            clock: None,
            seen_cards: self.seen_cards,
            start: Some(live.record(&self.game, turn)),
            origin: Some(Origin { table: self.id.clone(), hand: live.standing.hands, turn }),
        })
    }

    /// Whether what-ifs of the hand are possible: nobody else plays in it.
    fn can_fork(&self, live: &Live) -> bool {
        self.keys().count() < 2 || live.is_over()
    }

    /// Ends the search of the agent who thinks: it plays the best that it has found.
    ///
    /// # Errors
    /// If no agent thinks, or it is a program.
    pub fn hurry(&self) -> Result<(), Refusal> {
        let live = self.lock();
        let stop = live.thinking.as_ref().and_then(|thinking| thinking.stop.as_ref());
        let idle = || Refusal::conflict("seat", "an agent who searches", "none").named("no_hurry");
        stop.ok_or_else(idle).map(Stop::ask)
    }

    /// The records of the finished hands, one per line.
    pub fn records(&self) -> String {
        self.lock().finished.iter().map(|line| format!("{line}\n")).collect()
    }

    /// Ends the driver when the server ends. The file stays.
    pub fn close(&self) {
        let mut live = self.lock();
        if live.clocks.is_some() {
            self.save(&mut live);
        }
        live.gone = true;
        live.hush();
        drop(live);
        self.wake.notify_all();
    }

    /// Removes the table and its file.
    pub fn leave(&self) {
        self.close();
        self.forget();
    }

    /// The players of the agents' seats.
    ///
    /// # Errors
    /// If an agent cannot play the game, or would see the cards of persons.
    pub fn players(&self) -> Result<Vec<Option<Player>>, Refusal> {
        setup::players(&self.game, &self.sitters)
    }

    /// Time since the last use.
    pub fn idle(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.lock().used)
    }

    fn lock(&self) -> MutexGuard<'_, Live> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a change, saves the table and notifies everybody.
    fn changed(&self, mut live: MutexGuard<'_, Live>, what: &'static str) -> u64 {
        live.version += 1;
        live.used = Instant::now();
        live.run_clock(|seat| self.sitters[seat].is_person());
        self.save(&mut live);
        self.tell(live, what)
    }

    /// Notifies all pages and the driver.
    fn tell(&self, live: MutexGuard<'_, Live>, what: &'static str) -> u64 {
        let version = live.version;
        drop(live);
        self.news.send_replace(News { version, what });
        self.wake.notify_all();
        version
    }
}
