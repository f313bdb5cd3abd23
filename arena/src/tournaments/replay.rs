//! The facts of a match, recomputed from its records.
//!
//! Only the texts of offences, and the seats of persons who left, are in no record; they are taken from the report.

use std::path::{Path, PathBuf};

use serde_json::json;
use spariglio_engine::record::{HandRecord, Replayer};
use spariglio_engine::{Game, MatchEnd, MatchState, State};
use spariglio_files::whole::read_if_there;

use super::encounter::{Games, extra_fixture, extra_id};
use super::facts::{Facts, offence_at};
use super::frame::{Encounter, Frame};
use super::host::LEFT;
use super::match_report::{ExtraHand, ExtraOffence, MatchReport, OffenceReport, Slot};
use crate::difference::difference;
use crate::matches::MOST_HANDS;
use spariglio_agents::draws::Fixture;

/// The file of a match's records in the folder of a tournament.
pub(super) fn records(folder: &Path, slot: Slot) -> PathBuf {
    folder.join("records").join(format!("{}.jsonl", slot.id()))
}

/// Compares a report with the records of its match. Takes teams and first dealer from the report; `earlier` are the
/// encounter's matches before it.
///
/// # Errors
/// The field of the report, or the line of the records, with the found and the expected value.
pub(super) fn check(
    folder: &Path,
    frame: &Frame,
    games: &Games,
    report: &MatchReport,
    earlier: &[MatchReport],
) -> Result<(), String> {
    let path = records(folder, report.slot);
    let text = read_if_there(&path).map_err(|error| error.to_string())?;
    let Some(text) = text else {
        return Err(format!("slot: found no records of it, expected the file {}", path.display()));
    };
    let play = report.slot.play;
    let mut encounter = Encounter { slot: Slot { play: 0, ..report.slot }, teams: report.teams, dealer: 0 };
    encounter.teams = encounter.seated(play);
    let in_file = |message: String| format!("records {}: {message}", path.display());
    let first = Replayer::new(false)
        .feed(text.lines().next().unwrap_or_default().as_bytes())
        .map_err(|error| in_file(error.to_string()))?;
    encounter.dealer = first.deal().dealer() % 2;
    let mut replay = Replay::new(games, encounter.fixture(frame, None, play), report);
    let facts = replay.facts(&text).map_err(in_file)?;
    let expected = facts.report(frame, &encounter, play, earlier);
    difference(&json!(report), &json!(expected)).map_or(Ok(()), Err)
}

/// A match that is replayed from its records.
pub(super) struct Replay<'a> {
    games: &'a Games,
    fixture: Fixture,
    report: &'a MatchReport,
    state: MatchState,
    facts: Facts,
    /// Whether the match itself has ended, so that extra hands follow.
    is_over: bool,
}

impl<'a> Replay<'a> {
    pub(super) fn new(games: &'a Games, fixture: Fixture, report: &'a MatchReport) -> Replay<'a> {
        let state = MatchState::new(&games.whole, fixture.first_dealer);
        Replay { games, fixture, report, state, facts: Facts::default(), is_over: false }
    }

    /// The dealer of the next extra hand, after the records that were read.
    pub(super) fn next_dealer(&self) -> usize {
        (self.state.dealer + self.facts.extra.len()) % self.games.whole.players()
    }

    /// The facts of the match, from all lines of its records.
    pub(super) fn facts(&mut self, text: &str) -> Result<Facts, String> {
        let mut replayer = Replayer::new(false);
        for line in text.lines() {
            let record = replayer.feed(line.as_bytes()).map_err(|error| error.to_string())?;
            let end = record.check().map_err(|error| error.to_string())?;
            let counted = if self.is_over {
                self.extra(&record, &end)
            } else {
                self.hand(&record, &end)
            };
            counted.map_err(|message| format!("line {}: {message}", replayer.lines()))?;
        }
        if !self.is_over {
            self.leave_between_hands();
        }
        match self.is_over {
            true => Ok(self.facts.clone()),
            false => Err(format!("found {} lines, expected more: the match is not over", replayer.lines())),
        }
    }

    fn hand(&mut self, record: &HandRecord, end: &State) -> Result<(), String> {
        let game = &self.games.whole;
        let deal = (self.fixture, self.state.hands, self.state.dealer);
        self.is_same(record, game, &self.report.slot.id(), deal)?;
        if !end.is_over() {
            let offence = self.report.offence.as_ref();
            let (seat, what) = offender(offence.map(|offence| (offence.seat, offence.what.as_str())), end);
            self.facts.offence = Some(offence_at(game, end, seat, what));
            self.is_over = true;
            return Ok(());
        }
        let regular = self.state.count(game, &end.score(game));
        if let Some(MatchEnd::Shutout { side }) = regular {
            self.facts.shutout = Some(side);
        }
        self.facts.hands = self.state.hands;
        self.facts.scores = [self.state.scores[0], self.state.scores[1]];
        self.is_over = regular.is_some() || self.state.hands == MOST_HANDS;
        Ok(())
    }

    fn extra(&mut self, record: &HandRecord, end: &State) -> Result<(), String> {
        let number = self.facts.extra.len() + 1;
        let dealer = self.next_dealer();
        let id = extra_id(self.report.slot, number);
        let deal = (extra_fixture(&self.fixture, number, dealer), 0, dealer);
        self.is_same(record, &self.games.single, &id, deal)?;
        self.facts.extra.push(if end.is_over() {
            ExtraHand::scored(&end.score(&self.games.whole))
        } else {
            let offence_of_report = self.report.extra.get(number - 1).and_then(|hand| hand.offence.as_ref());
            let (seat, what) = offender(offence_of_report.map(|offence| (offence.seat, offence.what.as_str())), end);
            ExtraHand::broken(end, ExtraOffence { seat, what })
        });
        Ok(())
    }

    /// Ends the match if a person left it after its last hand. Nothing is open then.
    fn leave_between_hands(&mut self) {
        let left = self.report.offence.as_ref().filter(|offence| offence.what == LEFT);
        if let Some(offence) = left.filter(|_| self.state.hands > 0) {
            self.facts.offence = Some(OffenceReport { secured: [0, 0], added: 0, ..offence.clone() });
            self.is_over = true;
        }
    }

    /// Checks that a record is of these teams, of this game, of the match named `id`, and of the deal of its fixture,
    /// hand and dealer.
    fn is_same(
        &self,
        record: &HandRecord,
        game: &Game,
        id: &str,
        (fixture, hand, dealer): (Fixture, usize, usize),
    ) -> Result<(), String> {
        let named_id = record.place.as_ref().map_or("", |place| place.id.as_str());
        if named_id != id {
            return Err(format!("match.id: found {named_id:?}, must be {id:?}"));
        }
        if record.game().rules() != game.rules() {
            return Err("rules: found others than the tournament's".to_owned());
        }
        let mut named = record.clone();
        named.note_agents((0..game.players()).map(|seat| self.report.names[game.side(seat)].as_str()));
        if record.note != named.note {
            return Err(format!("note: found {:?}, must be {:?}", record.note, named.note));
        }
        if record.deal().dealer() != dealer {
            return Err(format!("dealer: found {}, must be {dealer}", record.deal().dealer()));
        }
        if record.deal() != &fixture.deal(game, hand, dealer) {
            return Err(format!("hands, table, stock: found another deal than that of seed {}", fixture.seed));
        }
        Ok(())
    }
}

/// The seat and the description of an offence that ended a hand at `end`: that of the report if its person left, else
/// the seat that was to act.
fn offender(told: Option<(usize, &str)>, end: &State) -> (usize, String) {
    match told {
        Some((seat, LEFT)) => (seat, LEFT.to_owned()),
        _ => (end.seat(), told.map_or(String::new(), |(_, what)| what.to_owned())),
    }
}
