//! The pieces of ladders, for many machines.

use std::path::{Path, PathBuf};

use super::config::Settings;
use super::open::OpenLadder;
use super::partial::Partial;
use super::play::{loaded, open_all};
use crate::contests::PairResult;
use crate::error::ArenaError;
use crate::pairs::Totals;
use crate::studies::piece::Piece;
use crate::watch::Progress;

/// Ladders that are open, to be played in pieces.
pub struct Ladders {
    ladders: Vec<OpenLadder>,
    settings: Settings,
    /// Pieces per pair.
    parts: u64,
}

impl Ladders {
    /// Opens ladder files with their results in `out`. Every pair is cut into about `parts` pieces.
    ///
    /// # Errors
    /// As [`play`](super::play()), before any play.
    pub fn open(files: &[PathBuf], out: &Path, settings: Settings, parts: u64) -> Result<Ladders, ArenaError> {
        let ladders = open_all(loaded(files)?, out, &settings)?;
        Ok(Ladders { ladders, settings, parts: parts.max(1) })
    }

    /// The ladder with the pair of this fingerprint, and its place.
    fn find(&self, fingerprint: &str) -> Option<(usize, [usize; 2])> {
        let missing = |(number, open): (usize, &OpenLadder)| {
            let places = open.missing().into_iter();
            places.map(move |places| (number, places)).collect::<Vec<_>>()
        };
        let mut all = self.ladders.iter().enumerate().flat_map(missing);
        all.find(|&(number, places)| self.ladders[number].pair(places).1.fingerprint == fingerprint)
    }

    /// The pieces that can be played now. If there is none, the ladders are whole.
    ///
    /// # Errors
    /// Fails if an agent cannot be built.
    pub fn missing(&mut self) -> Result<Vec<Piece>, ArenaError> {
        let mut pieces = Vec::new();
        for open in &self.ladders {
            for places in open.missing() {
                let (job, pair) = open.pair(places);
                let config = open.config((job, pair), None, &self.settings);
                let [first, second] = pair.agents.each_ref().map(|agent| agent.label());
                let title = format!("{}: {first} - {second}", job.row.name);
                let whole = Piece::new([title, pair.fingerprint.clone()], &job.game, pair.specs(), &config)?;
                let deals = config.deals(&job.game);
                let most = deals.end.div_ceil(self.parts).max(1);
                let known = open
                    .partials
                    .find(&pair.fingerprint)
                    .map(|partial| partial.pair.sums.deals.clone());
                for span in known.unwrap_or_default().missing(deals) {
                    pieces.extend(whole.cut(span, most));
                }
            }
        }
        Ok(pieces)
    }

    /// Adds the sums of a piece and saves them. Returns the progress of its pair.
    ///
    /// # Errors
    /// Fails if the piece is not a missing one, if the sums are not those of the piece, or if a file cannot be written.
    pub fn add(&mut self, piece: &Piece, played: &PairResult) -> Result<Progress, ArenaError> {
        let (number, places) = self
            .find(&piece.pair)
            .ok_or_else(|| piece.error("no missing pair of the ladder"))?;
        let open = &mut self.ladders[number];
        let (job, pair) = open.pair(places);
        let config = open.config((job, pair), None, &self.settings);
        if played.agents != piece.agents || played.sums.deals.spans() != [[piece.deals.start, piece.deals.end]] {
            return Err(piece.error("the sums are of other agents or deals"));
        }
        let mut totals = open
            .partials
            .find(&pair.fingerprint)
            .map_or(Totals::default(), |known| known.pair.sums.clone());
        totals.merge(played.sums.clone())?;
        let is_whole = totals.deals.missing(config.deals(&job.game)).is_empty();
        let result = pair.result(&job.game, &config, totals);
        let progress = Progress { of: config.all_deals(&job.game) * result.plays_per_set, ..result.progress() };
        if is_whole {
            open.finish(places, result, self.settings.origin.as_ref())?;
        } else {
            let fingerprint = pair.fingerprint.clone();
            open.partials = open.partials.with(Partial { fingerprint, secret: None, pair: result });
            open.partials.save(&open.path)?;
        }
        Ok(progress)
    }
}
