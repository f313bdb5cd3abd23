//! Replays files of records line by line.
//!
//! Invariant: one [`Replayer`] sees the lines of one file in order; every line gives a checked record or an error with
//! its number.

use std::collections::HashMap;
use std::sync::Arc;

use super::HandRecord;
use super::matches::Matches;
use super::read;
use crate::format::tree::{FormatError, Tree};
use crate::game::Game;

/// Most compiled rule sets to keep.
const KEPT_GAMES: usize = 256;

/// Reads, checks and, if asked, fills the records of one file.
///
/// # Examples
/// A replayer checks the records of a file line by line:
/// ```
/// use std::sync::Arc;
/// use rand_pcg::Pcg64Mcg;
/// use spariglio_engine::record::{HandRecord, Replayer};
/// use spariglio_engine::{Action, Deal, Game};
///
/// let game = Arc::new(Game::preset("scopa").expect("a preset"));
/// let mut record = HandRecord::new(Arc::clone(&game), Deal::random(&game, 0, &mut Pcg64Mcg::new(7)));
/// assert!(Replayer::new(true).feed(record.to_line().as_bytes()).is_ok());
/// record.push(1, Action::PASS);
/// let error = Replayer::new(true).feed(record.to_line().as_bytes()).expect_err("an illegal turn");
/// assert!(error.to_string().contains("pass"));
/// ```
#[derive(Debug, Default)]
pub struct Replayer {
    fill: bool,
    /// Whether the places of hands in matches are not compared.
    apart: bool,
    /// Whether cards may be unknown.
    gaps: bool,
    line: usize,
    matches: Matches,
    /// Compiled games by `rules` as they are written.
    games: HashMap<Arc<Tree>, Arc<Game>>,
}

impl Replayer {
    /// A replayer before the first line of a file. If `fill` is set, it fills in legal actions and results.
    pub fn new(fill: bool) -> Replayer {
        Replayer { fill, ..Replayer::default() }
    }

    /// A replayer of hands that stand alone: their places in matches are not compared with each other.
    pub fn apart() -> Replayer {
        Replayer { apart: true, ..Replayer::default() }
    }

    /// The same replayer, which also reads hands as one seat sees them: `?` stands for an unknown card.
    #[must_use]
    pub fn with_gaps(self) -> Replayer {
        Replayer { gaps: true, ..self }
    }

    /// Reads the next line, without its line end. All present fields of the returned record are right.
    ///
    /// # Errors
    /// Fails if a field is wrong; the error names the line, the turn, the field and the expected value.
    pub fn feed(&mut self, line: &[u8]) -> Result<HandRecord, FormatError> {
        self.line += 1;
        self.read(line).map_err(|error| error.at_line(self.line))
    }

    /// The game of `rules`, a preset's name or an object. It is compiled once.
    ///
    /// # Errors
    /// As [`RuleSet::from_json`](crate::RuleSet::from_json).
    pub fn game(&mut self, rules: &serde_json::Value) -> Result<Arc<Game>, FormatError> {
        self.compiled(&Tree::of_json(rules)).map(|(_, game)| game)
    }

    /// Lines read so far.
    pub fn lines(&self) -> usize {
        self.line
    }

    fn read(&mut self, line: &[u8]) -> Result<HandRecord, FormatError> {
        let mut record = self.parse(line)?;
        let end = if self.fill { record.fill() } else { record.check() };
        match end {
            Ok(_) if self.apart => Ok(record),
            Ok(end) => self.matches.follow(&record, &end).map(|()| record),
            Err(error) => {
                if let Some(place) = &record.place {
                    self.matches.doubt(Some(&place.id));
                    self.matches.doubt_new(place, record.game(), record.deal().dealer());
                }
                Err(error)
            }
        }
    }

    fn parse(&mut self, line: &[u8]) -> Result<HandRecord, FormatError> {
        let parsed = self.parse_line(line);
        if parsed.is_err() {
            self.matches.doubt(None);
        }
        parsed
    }

    fn parse_line(&mut self, line: &[u8]) -> Result<HandRecord, FormatError> {
        let tree = read::tree(line)?;
        let (line, rules) = read::line(&tree)?;
        let (rules, game) = self.compiled(rules)?;
        read::record(line, &rules, &game, self.gaps)
    }

    /// The rules as they are written, and their game, which is compiled once.
    fn compiled(&mut self, rules: &Tree) -> Result<(Arc<Tree>, Arc<Game>), FormatError> {
        if let Some((rules, game)) = self.games.get_key_value(rules) {
            return Ok((Arc::clone(rules), Arc::clone(game)));
        }
        let (rules, game) = (Arc::new(rules.clone()), Arc::new(read::game(rules)?));
        if self.games.len() == KEPT_GAMES {
            self.games.clear();
        }
        self.games.insert(Arc::clone(&rules), Arc::clone(&game));
        Ok((rules, game))
    }
}
