//! The night of a version: a sequential test against the version before it, then equal shares of hands against other
//! versions.
//!
//! Invariant: which pairs a version plays depends on the results of earlier versions and of its own test only, so a
//! killed night goes on as if nothing had happened.

use spariglio_agents::draws::seeds::pair_seed;
use spariglio_files::RulesChoice;

use super::pool::{History, results};
use super::standing::{Change, Ranking};
use super::version::{Version, before, test};
use crate::error::ArenaError;
use crate::studies::ladder::{Ladder, Row, RowAgent, RowStep, Settings, play_ladders};

/// The most pairs of a version beside its test.
const SHARES: usize = 6;

impl History {
    /// The test of an agent's last version goes on with at most `hands` hands, if it ended without a verdict after fewer.
    ///
    /// # Errors
    /// A file cannot be read, or was changed.
    pub fn go_on(&mut self, name: &str, hands: u64) -> Result<(), ArenaError> {
        let Some((place, ranking)) = self.last(name).zip(Ranking::load(&self.folder)?) else {
            return Ok(());
        };
        let version = &mut self.stated.versions[place];
        let is_known = place < ranking.versions.len();
        if is_known && version.complete && version.hands < hands && ranking.change(place) == Change::Open {
            (version.hands, version.complete) = (hands, false);
        }
        Ok(())
    }

    /// Writes the file of the pool, and plays what is missing of all versions, earlier ones first. Ends early if `stopped`
    /// says so. Returns the places of the versions whose night has ended.
    ///
    /// # Errors
    /// As [`play_ladders`]; the same call resumes.
    pub fn play(
        &mut self,
        settings: &Settings,
        progress: &(dyn Fn(RowStep<'_>) + Sync),
        stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<usize>, ArenaError> {
        self.save()?;
        let mut ended = Vec::new();
        for place in 0..self.stated.versions.len() {
            if self.stated.versions[place].complete {
                continue;
            }
            let mut rows: Vec<Row> = Vec::new();
            if let Some(before) = before(&self.stated.versions, place) {
                rows.push(self.row("test".to_owned(), [place, before], true)?);
                self.play_rows(place, &rows, settings, progress, stopped)?;
            }
            for (number, other) in (1..).zip(self.opponents(place)?) {
                rows.push(self.row(format!("share {number}"), [place, other], false)?);
            }
            self.play_rows(place, &rows, settings, progress, stopped)?;
            self.stated.versions[place].complete = true;
            self.save()?;
            ended.push(place);
        }
        Ok(ended)
    }

    fn play_rows(
        &self,
        place: usize,
        rows: &[Row],
        settings: &Settings,
        progress: &(dyn Fn(RowStep<'_>) + Sync),
        stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<(), ArenaError> {
        if rows.is_empty() {
            return Ok(());
        }
        let version = &self.stated.versions[place];
        let ladder = Ladder {
            title: version.label(),
            about: format!("Added {}.", version.date.as_deref().unwrap_or("on an unknown day")),
            order: place as u32 + 1,
            rules: RulesChoice::Name(self.stated.rules.clone()),
            seed: self.stated.seed,
            source: None,
            published_error: 0.0,
            rows: rows.to_vec(),
        };
        let file = results(&self.folder, place).with_extension("toml");
        play_ladders(vec![(file, ladder)], &self.folder, settings, progress, stopped).map(|_| ())
    }

    fn row(&self, name: String, [place, other]: [usize; 2], is_test: bool) -> Result<Row, ArenaError> {
        let version = &self.stated.versions[place];
        let agents = [version, &self.stated.versions[other]];
        let row_agent = |version: &Version| {
            let spec = self.spec(version)?;
            Ok(RowAgent { text: spec.to_string(), spec, name: Some(version.label()), hands: None })
        };
        Ok(Row {
            name,
            agents: agents.into_iter().map(row_agent).collect::<Result<_, ArenaError>>()?,
            hands: if is_test {
                version.hands
            } else {
                version.hands.div_ceil(SHARES as u64)
            },
            rules: None,
            partners_open: false,
            published: None,
            note: None,
            seed: Some(pair_seed(self.stated.seed, [place, other])),
            test: is_test.then(|| test(version.difference)),
        })
    }

    /// The versions that the one at `place` plays after its test: the first of the pool, to which all ratings refer, and
    /// those whose order relative to it is least known.
    fn opponents(&self, place: usize) -> Result<Vec<usize>, ArenaError> {
        let tested = before(&self.stated.versions, place);
        let mut others: Vec<usize> = (0..place).filter(|other| Some(*other) != tested).collect();
        if others.len() > SHARES {
            let standing = Ranking::before(&self.folder, &self.stated.versions, place, tested)?;
            let hands = self.stated.versions[place].hands.div_ceil(SHARES as u64);
            let worth = |other: usize| standing.worth([place, other], hands);
            // Of those that nothing is known about, the newest come first.
            others[1..].reverse();
            others[1..].sort_by(|one, other| worth(*other).total_cmp(&worth(*one)));
            others.truncate(SHARES);
        }
        Ok(others)
    }
}
