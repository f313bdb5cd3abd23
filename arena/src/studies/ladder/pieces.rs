//! The pieces of ladders, for many machines.

use std::path::{Path, PathBuf};

use super::config::Settings;
use super::open::OpenLadder;
use super::partial::Partial;
use super::play::{loaded, open_all};
use crate::contests::figures;
use crate::error::ArenaError;
use crate::pairs::deals_of;
use crate::studies::piece::{Figures, Piece, Study};
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
}

impl Study for Ladders {
    fn missing(&mut self) -> Result<Vec<Piece>, ArenaError> {
        let mut pieces = Vec::new();
        for open in &self.ladders {
            for places in open.missing() {
                let (job, pair) = open.pair(places);
                let config = open.config((job, pair), None, &self.settings);
                let [first, second] = pair.agents.each_ref().map(|agent| agent.label());
                let title = format!("{}: {first} - {second}", job.row.name);
                let fingerprint = Some(pair.fingerprint.clone());
                let whole = Piece { pair: fingerprint, ..Piece::new(title, &job.game, pair.specs(), &config)? };
                let deals = config.deals(config.plays(&job.game));
                let most = deals.end.div_ceil(self.parts).max(1);
                let known = open.partials.find(&pair.fingerprint).map(|partial| partial.pair.deals.clone());
                for span in known.unwrap_or_default().missing(deals) {
                    pieces.extend(whole.cut(span, most));
                }
            }
        }
        Ok(pieces)
    }

    fn add(&mut self, piece: &Piece, found: Figures) -> Result<Progress, ArenaError> {
        let Figures::Pair(found) = found else {
            return Err(ArenaError::piece(piece, "expected figures of a ladder's pair, found those of tuning"));
        };
        let place = piece.pair.as_ref().and_then(|fingerprint| self.find(fingerprint));
        let (number, places) = place.ok_or_else(|| ArenaError::piece(piece, "no missing pair of the ladder"))?;
        let open = &mut self.ladders[number];
        let (job, pair) = open.pair(places);
        let config = open.config((job, pair), None, &self.settings);
        if found.agents != piece.agents || found.deals.spans() != [[piece.deals.start, piece.deals.end]] {
            return Err(ArenaError::piece(piece, "the figures are of other agents or deals"));
        }
        let known = open.partials.find(&pair.fingerprint).map(|partial| partial.pair.totals());
        let mut totals = known.unwrap_or_default();
        totals.merge(found.anew().totals())?;
        let plays = config.plays(&job.game);
        let is_whole = totals.deals.missing(config.deals(plays)).is_empty();
        let result = figures(&job.game, pair.specs(), &config, totals);
        let progress = Progress { of: deals_of(config.hands, plays) * plays as u64, ..result.progress() };
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
