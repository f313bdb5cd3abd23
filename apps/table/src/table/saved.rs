//! A table as text, so that it can resume after a restart.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use spariglio_agents::draws::Fixture;
use spariglio_engine::MatchState;
use spariglio_engine::record::Replayer;
use spariglio_files::json;

use crate::clock::Clocks;
use crate::roster::Roster;
use crate::setup::{Named, Origin, Setup, Sitter};
use crate::table::Table;
use crate::table::closed::{Closed, Sets};
use crate::table::guests::Guest;
use crate::table::live::{By, Earlier, Forfeit, Live, Pace};
use crate::token::is_token;

/// Version of the files.
const SCHEMA: u32 = 2;

/// The contents of a table's file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    schema: u32,
    id: String,
    /// By seat: the agent's name or `person`.
    seats: Vec<String>,
    /// By seat: the person's key, if a person plays.
    keys: Vec<Option<String>>,
    /// By seat: the person's name.
    #[serde(default)]
    names: Vec<String>,
    seed: u64,
    play: u64,
    is_match: bool,
    partners_open: bool,
    /// By seat.
    auto_declare: Vec<bool>,
    clocks: Option<Clocks>,
    seen_cards: bool,
    pace: Pace,
    scores: Vec<i64>,
    hands: usize,
    earlier: Earlier,
    forfeit: Option<Forfeit>,
    finished: Vec<String>,
    /// The record of the current hand.
    record: String,
    /// Its turns that persons chose.
    choices: Vec<usize>,
    takebacks: u64,
    closed: Option<Sets>,
    #[serde(default)]
    guests: Vec<Guest>,
    #[serde(default)]
    origin: Option<Origin>,
    /// The number of its match, and its tournament.
    #[serde(default)]
    number: u64,
    #[serde(default)]
    tournament: Option<String>,
}

/// Why a table cannot be restored.
pub type RestoreFault = Box<dyn std::error::Error + Send + Sync>;

impl Table {
    /// The table as text, for a file.
    ///
    /// # Panics
    /// Never: all its keys are texts.
    pub fn to_text(&mut self) -> String {
        if let Some(clocks) = &mut self.live.clocks {
            clocks.count();
        }
        serde_json::to_string(&self.saved()).expect("text keys")
    }

    fn saved(&self) -> Saved {
        let live = &self.live;
        let key = |sitter: &Sitter| match sitter {
            Sitter::Person { key, .. } => Some(key.clone()),
            Sitter::Agent(_) => None,
        };
        let choices = live.turns.iter().enumerate().filter(|(_, turn)| turn.by == By::Choice);
        Saved {
            schema: SCHEMA,
            id: self.id.clone(),
            seats: self.sitters.iter().map(Sitter::label).collect(),
            keys: self.sitters.iter().map(key).collect(),
            names: self.sitters.iter().map(|sitter| sitter.person().to_owned()).collect(),
            seed: self.fixture.seed,
            play: self.fixture.play,
            is_match: live.is_match,
            partners_open: self.partners_open,
            auto_declare: live.auto_declare.clone(),
            clocks: live.clocks.clone(),
            seen_cards: self.seen_cards,
            pace: live.pace,
            scores: live.standing.scores.clone(),
            hands: live.standing.hands,
            earlier: live.earlier,
            forfeit: live.forfeit,
            finished: live.finished.clone(),
            record: live.record(&self.game, live.turns.len()).to_line(),
            choices: choices.map(|(turn, _)| turn).collect(),
            takebacks: live.takebacks,
            closed: live.closed.as_ref().map(|closed| closed.sets.clone()),
            guests: live.guests.clone(),
            origin: self.origin.clone(),
            number: self.fixture.number,
            tournament: self.tournament.clone(),
        }
    }

    /// The table of a text of [`Table::to_text`].
    ///
    /// # Errors
    /// If the text is damaged, or an agent is no longer known.
    pub fn from_text(text: &str, roster: &Roster) -> Result<Table, RestoreFault> {
        let saved: Saved = json::read(text)?;
        let record = Replayer::new(false).feed(saved.record.as_bytes())?;
        let game = Arc::clone(record.game());
        let sane = saved.schema == SCHEMA
            && saved.seats.len() == game.players()
            && saved.keys.len() == game.players()
            && saved.scores.len() == game.sides()
            && saved.auto_declare.len() == game.players()
            && saved.forfeit.is_none_or(|forfeit| forfeit.seat < game.players())
            && saved
                .clocks
                .as_ref()
                .is_none_or(|clocks| clocks.is_sane(game.players(), saved.is_match))
            && std::iter::once(&saved.id)
                .chain(saved.keys.iter().flatten())
                .all(|text| is_token(text));
        if !sane {
            return Err("not a table of this version".into());
        }
        let names = saved.names.into_iter().chain(std::iter::repeat_with(String::new));
        let sitter = |((name, key), person): ((&String, &Option<String>), String)| match key {
            Some(key) => Ok(Sitter::Person { key: key.clone(), name: person }),
            None => roster
                .get("seats", name, &game)
                .map(|spec| Sitter::Agent(Named { name: name.clone(), spec: spec.clone() })),
        };
        let sitters: Result<Vec<Sitter>, _> = saved.seats.iter().zip(&saved.keys).zip(names).map(sitter).collect();
        let sitters = sitters
            .map_err(|_| format!("its agents {:?} are not all known: start with the same --agents", saved.seats))?;
        let setup = Setup {
            fixture: Fixture::new(&game, saved.seed, saved.number).playing(saved.play),
            game,
            sitters,
            is_match: saved.is_match,
            partners_open: saved.partners_open,
            auto_declare: saved.auto_declare,
            clock: None,
            seen_cards: saved.seen_cards,
            start: Some(record),
            origin: saved.origin,
            tournament: saved.tournament,
        };
        let standing = MatchState { scores: saved.scores, hands: saved.hands, dealer: 0 };
        let mut live = Live::new(&setup, Some(standing));
        for choice in saved.choices {
            if let Some(turn) = live.turns.get_mut(choice) {
                turn.by = By::Choice;
            }
        }
        live.pace = saved.pace;
        live.earlier = saved.earlier;
        live.forfeit = saved.forfeit;
        live.clocks = saved.clocks;
        live.takebacks = saved.takebacks;
        live.finished = saved.finished;
        live.closed = saved.closed.map(Closed::new);
        live.guests = saved.guests;
        Ok(Table::with(saved.id, setup, live))
    }
}
