//! The pieces of tuning, for many machines: the hands of one stage at a time.

use std::path::Path;

use super::ledger::{Lacking, Wanted};
use super::{Fault, OpenTuning, Tuner, moments};
use crate::error::ArenaError;
use crate::pairs::ArenaConfig;
use crate::studies::piece::{Figures, Piece, Study};
use crate::watch::Progress;

/// A tuning file that is open, to be played in pieces.
pub struct Tuning {
    open: OpenTuning,
    /// The hands that the ledger lacked at the last call of [`Study::missing`].
    lacking: Vec<Lacking>,
    /// Pieces per value and opponent of a stage.
    parts: u64,
}

impl Tuning {
    /// Opens a tuning file with its results in `out`. The hands of a value in a stage are cut into about `parts` pieces
    /// per opponent.
    ///
    /// # Errors
    /// As [`tune`](super::tune()), before any play.
    pub fn open(file: &Path, out: &Path, parts: u64) -> Result<Tuning, ArenaError> {
        Ok(Tuning { open: OpenTuning::open(file, out, 0)?, lacking: Vec::new(), parts: parts.max(1) })
    }

    fn pieces(&self, lacking: &Lacking) -> Result<Vec<Piece>, ArenaError> {
        let Lacking { title, step, deals, agents } = lacking;
        let hands = (deals.end - deals.start) * self.open.plays as u64;
        let config = ArenaConfig { hands, ..self.open.arena.clone() };
        let title = format!("{title} against {}", agents[1]);
        let whole = Piece::new(title, &self.open.game, agents.each_ref(), &config)?;
        let most = (deals.end - deals.start).div_ceil(self.parts);
        Ok(Piece { step: Some(*step), ..whole }.cut(deals.clone(), most).collect())
    }
}

impl Study for Tuning {
    fn missing(&mut self) -> Result<Vec<Piece>, ArenaError> {
        let OpenTuning { config, ledger, plays, .. } = &mut self.open;
        match (Tuner { file: config, plays: *plays, ledger, play: None }).run() {
            Ok(_) | Err(Fault::Arena(ArenaError::Stopped)) => {}
            Err(fault) => return Err(fault.at(&self.open.file)),
        }
        self.lacking = self.open.ledger.take_lacking();
        let mut pieces = Vec::new();
        for lacking in &self.lacking {
            pieces.extend(self.pieces(lacking)?);
        }
        Ok(pieces)
    }

    fn add(&mut self, piece: &Piece, found: Figures) -> Result<Progress, ArenaError> {
        let (Figures::Margins(margins), Some(step)) = (found, piece.step) else {
            return Err(ArenaError::piece(piece, "expected figures of tuning, found those of a ladder's pair"));
        };
        if margins.len() as u64 != piece.deals.end.saturating_sub(piece.deals.start) {
            return Err(ArenaError::piece(piece, format!("margins: found {}, expected one per deal", margins.len())));
        }
        let agents = piece.specs()?;
        let is_of = |lacking: &&Lacking| {
            lacking.step == step
                && lacking.agents == agents
                && lacking.deals.start <= piece.deals.start
                && piece.deals.end <= lacking.deals.end
        };
        let lacking = self.lacking.iter().find(is_of);
        let lacking = lacking.ok_or_else(|| ArenaError::piece(piece, "no hands that tuning lacks"))?;
        let wanted = |deals| Wanted { title: String::new(), step, deals, agents: agents.each_ref() };
        let ledger = &mut self.open.ledger;
        ledger.add(&wanted(piece.deals.clone()), margins)?;
        let whole = wanted(lacking.deals.clone());
        let left: u64 = ledger.missing(&whole).iter().map(|deals| deals.end - deals.start).sum();
        let known = ledger.so_far(&whole);
        let plays = self.open.plays;
        let estimate = moments(known.iter().copied()).estimate(plays as f64, 1.0);
        let deals = known.len() as u64;
        Ok(Progress::new([deals, deals + left], plays as u64, &estimate))
    }
}
