//! `--records`: the first hands of an arena as records, with the agents' names.
//!
//! With `--out` they are kept in a journal beside the file (`FILE.partial`) until all is played. A result never holds a
//! deal whose hands are not in the journal, so a stopped run resumes.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use spariglio_arena::pairs::duel::Play;
use spariglio_arena::{ArenaError, Contest, ContestResult, PairHand, PairResult, Unit};
use spariglio_engine::record::HandRecord;
use spariglio_engine::{Game, State};
use spariglio_files::json::read_value;
use spariglio_files::records::{open, read_line, write};
use spariglio_files::whole::{is_there, partial, remove};
use spariglio_files::{Journal, Lock};

/// Collects the hands of the first deals of each pair, in whatever order they are played.
pub struct Records {
    path: PathBuf,
    game: Arc<Game>,
    /// The agents' names in their order.
    names: Vec<String>,
    /// Number of deals per pair whose hands are kept.
    deals: u64,
    hands: Mutex<SavedHands>,
    _lock: Lock,
}

/// The hands so far.
#[derive(Default)]
struct SavedHands {
    lines: BTreeMap<PlayPlace, String>,
    /// The hands that are not in the journal yet.
    fresh: Vec<PlayPlace>,
    /// If the arena saves its result.
    journal: Option<Journal>,
}

/// The place of a hand; hands are written in the order of their places.
#[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
struct PlayPlace {
    pair: [usize; 2],
    deal: u64,
    play: usize,
}

impl Records {
    /// Keeps `hands` hands per pair of `contest` for the file `path`, rounded up to whole sets. `fresh` is the contest's
    /// result before any play.
    pub fn new<U: Play>(
        path: PathBuf,
        game: &Arc<Game>,
        contest: &Contest<'_, U>,
        hands: u64,
        fresh: &ContestResult<U>,
    ) -> Result<Records> {
        let _lock = Lock::of_file(&path)?;
        let name = path.to_string_lossy();
        let is_known = [".jsonl", ".jsonl.zst"].iter().any(|end| name.ends_with(end));
        ensure!(is_known, "--records {name}: expected a name that ends in .jsonl or .jsonl.zst");
        let (names, deals) = (fresh.head.names.clone(), contest.config.deals_of(hands, game));
        Ok(Records { path, game: Arc::clone(game), names, deals, hands: Mutex::default(), _lock })
    }

    /// Keeps the hands in the journal as well, together with a result: `earlier` if the arena resumes from one, else
    /// `fresh`. `false` if the hands of `earlier` are neither in the journal nor in the file.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub fn keep<U: Unit>(&mut self, earlier: Option<&ContestResult<U>>, fresh: &ContestResult<U>) -> Result<bool> {
        let head = json!({ "kind": "records", "fingerprint": fresh.figures.fingerprint }).to_string();
        let mut lines = BTreeMap::new();
        if let Some(result) = earlier {
            lines = match self.begun(&head)? {
                Some(lines) => lines,
                None => self.finished(result)?,
            };
            lines.retain(|place, _| place.deal < self.deals && has_deal(result, place));
            if lines.len() as u64 != self.wanted(result) {
                return Ok(false);
            }
        }
        let entries = lines.iter().map(|(&place, record)| entry(place, record));
        let journal = Some(Journal::begin(&self.partial(), [head].into_iter().chain(entries))?);
        self.hands = Mutex::new(SavedHands { lines, fresh: Vec::new(), journal });
        Ok(true)
    }

    /// The hands in the journal; `None` if there is none of this arena.
    fn begun(&self, head: &str) -> Result<Option<BTreeMap<PlayPlace, String>>> {
        let path = self.partial();
        let Some((_, lines)) = Journal::resume(&path)? else {
            return Ok(None);
        };
        if lines.first().is_none_or(|first| first != head) {
            return Ok(None);
        }
        let entries = lines.iter().enumerate().skip(1).map(|(number, line)| {
            let read = || read_entry(&read_value(line).ok()?);
            read().with_context(|| format!("{}: line {}: expected a hand", path.display(), number + 1))
        });
        entries.collect::<Result<_>>().map(Some)
    }

    /// The hands in the file of records, if it holds those of `result` and no others; none otherwise.
    fn finished<U: Unit>(&self, result: &ContestResult<U>) -> Result<BTreeMap<PlayPlace, String>> {
        let mut lines = BTreeMap::new();
        if !is_there(&self.path)? {
            return Ok(lines);
        }
        let named = || self.path.display().to_string();
        let mut source = open(&self.path).with_context(named)?;
        let mut line = Vec::new();
        let mut places = self.places(result);
        while read_line(&mut *source, &mut line).with_context(named)? {
            let record = String::from_utf8(std::mem::take(&mut line)).with_context(named)?;
            match places.next().filter(|place| self.is_by(&record, place)) {
                Some(place) => lines.insert(place, record),
                None => return Ok(BTreeMap::new()),
            };
        }
        Ok(lines)
    }

    /// The places of the hands of `result`, in their order.
    fn places<'a, U: Unit>(&self, result: &'a ContestResult<U>) -> impl Iterator<Item = PlayPlace> + use<'a, U> {
        let deals = self.deals;
        result.pairs.iter().flat_map(move |pair| {
            let spans = pair.sums.deals.spans().iter().map(move |&[start, end]| start..end.min(deals));
            let hands = spans
                .flatten()
                .flat_map(move |deal| (0..pair.plays_per_set as usize).map(move |play| (deal, play)));
            hands.map(|(deal, play)| PlayPlace { pair: pair.places, deal, play })
        })
    }

    /// The number of hands of `result` that belong in the file.
    fn wanted<U: Unit>(&self, result: &ContestResult<U>) -> u64 {
        let hands = |pair: &PairResult<U>| {
            let spans = pair.sums.deals.spans().iter();
            let deals = spans.map(|&[start, end]| end.min(self.deals).saturating_sub(start));
            deals.sum::<u64>() * pair.plays_per_set
        };
        result.pairs.iter().map(hands).sum()
    }

    /// Whether a record is of the agents of a pair.
    fn is_by(&self, record: &str, place: &PlayPlace) -> bool {
        let record = read_value(record).unwrap_or_default();
        let names = place.pair.map(|agent| self.names[agent].replace('|', "/"));
        let note = record["note"].as_str().and_then(|note| note.strip_prefix("agents: "));
        note.is_some_and(|note| note.split(" | ").all(|part| names.iter().any(|name| name == part)))
    }

    /// Keeps a hand if its deal is one of the first.
    pub fn take(&self, played: &PairHand<'_>) {
        if played.deal >= self.deals {
            return;
        }
        let place = PlayPlace { pair: played.pair, deal: played.deal, play: played.play };
        let mut record = self.record(played);
        let seats = played.seats.iter().map(|&(agent, _)| played.pair[agent]);
        record.note_agents(seats.map(|agent| self.names[agent].as_str()));
        let mut hands = self.hands.lock().expect("no worker panicked");
        hands.lines.insert(place, record.to_line());
        if hands.journal.is_some() {
            hands.fresh.push(place);
        }
    }

    /// Adds the new hands of `result` to the journal; called before the result is saved. Leaves out sets in play: a
    /// program could read their deals there.
    ///
    /// # Errors
    /// The journal cannot be written.
    pub fn save<U: Unit>(&self, result: &ContestResult<U>) -> Result<(), ArenaError> {
        let mut hands = self.hands.lock().expect("no worker panicked");
        let SavedHands { lines, fresh, journal } = &mut *hands;
        let Some(journal) = journal else { return Ok(()) };
        let (whole, open) = fresh.iter().partition::<Vec<PlayPlace>, _>(|place| has_deal(result, place));
        if !whole.is_empty() {
            journal.add(whole.iter().map(|place| entry(*place, &lines[place])))?;
            // If that fails, they are added the next time: a later result holds their deals too.
            *fresh = open;
        }
        Ok(())
    }

    /// Writes the file, with the hands of `result`.
    pub fn write<U: Unit>(&self, result: &ContestResult<U>) -> Result<()> {
        let hands = self.hands.lock().expect("no worker panicked");
        let counted = hands.lines.iter().filter(|(place, _)| has_deal(result, place));
        let lines: String = counted.flat_map(|(_, line)| [line.as_str(), "\n"]).collect();
        Ok(write(&self.path, &lines)?)
    }

    /// Removes the journal, when the file and the result are complete.
    pub fn close(&self) -> Result<()> {
        Ok(remove(&self.partial())?)
    }

    /// The journal.
    fn partial(&self) -> PathBuf {
        partial(&self.path)
    }

    fn record(&self, played: &PairHand<'_>) -> HandRecord {
        let (game, deal) = (&self.game, played.hand.deal());
        let mut state = State::new(game, deal);
        let turn = |action| {
            let seat = state.seat();
            state.apply(game, deal, action);
            (seat, action)
        };
        let turns: Vec<_> = played.hand.history().iter().copied().map(turn).collect();
        let score = state.is_over().then(|| state.score(game));
        let mut record = HandRecord::played(Arc::clone(game), *deal, turns, score.as_ref());
        for (turn, said) in played.thoughts {
            if let Some(turn) = record.turns.get_mut(*turn) {
                turn.why = Some(said.clone());
            }
        }
        record
    }
}

/// A line of the journal: a hand.
fn entry(place: PlayPlace, record: &str) -> String {
    json!({ "pair": place.pair, "deal": place.deal, "play": place.play, "record": record }).to_string()
}

fn read_entry(value: &Value) -> Option<(PlayPlace, String)> {
    let agent = |number: usize| Some(value["pair"].get(number)?.as_u64()? as usize);
    let place = PlayPlace {
        pair: [agent(0)?, agent(1)?],
        deal: value["deal"].as_u64()?,
        play: value["play"].as_u64()? as usize,
    };
    Some((place, value["record"].as_str()?.to_owned()))
}

/// Whether a result has the deal of a hand.
fn has_deal<U: Unit>(result: &ContestResult<U>, place: &PlayPlace) -> bool {
    let pair = result.pairs.iter().find(|pair| pair.places == place.pair);
    let spans = pair.map_or(&[][..], |pair| pair.sums.deals.spans());
    spans.iter().any(|&[start, end]| (start..end).contains(&place.deal))
}
