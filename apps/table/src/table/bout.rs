//! A match of a tournament at a table, for who holds the tournament.

use std::time::Duration;

use spariglio_engine::record::{HandRecord, Replayer};

use crate::clock::Why;
use crate::moment::Moment;
use crate::table::Table;
use crate::table::live::Forfeit;

/// The match of a table that is over.
pub struct MatchOver {
    /// Its hands in order; the last is unfinished if a forfeit ended it.
    pub records: Vec<HandRecord>,
    /// The seat that lost before the end, and why.
    pub forfeit: Option<(usize, Why)>,
}

impl Table {
    /// Whether its match is of a tournament and not over, so that nobody may remove it.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.tournament.is_some() && !self.is_match_over()
    }

    /// Whether a match has ended here.
    pub(crate) fn is_match_over(&self) -> bool {
        matches!(self.live.after(&self.game), Some((_, Some(_))))
    }

    /// The match if it is over.
    #[must_use]
    pub fn match_over(&self) -> Option<MatchOver> {
        if !self.is_match_over() {
            return None;
        }
        let live = &self.live;
        let mut replayer = Replayer::new(false);
        // A damaged line is missing in the match, which is refused then.
        let read = |line: &String| replayer.feed(line.as_bytes()).ok();
        let mut records: Vec<HandRecord> = live.finished.iter().filter_map(read).collect();
        if !live.state.is_over() {
            let mut record = live.record(&self.game, live.turns.len());
            record.place = Some(live.match_place());
            records.push(record);
        }
        Some(MatchOver { records, forfeit: live.forfeit.map(|Forfeit { seat, why }| (seat, why)) })
    }

    /// Ends the match of an agent whose offence has stopped play: it has lost. `None` if there was no offence.
    pub fn judge_offence(&mut self) -> Option<&'static str> {
        let (seat, _) = self.live.offence.take()?;
        self.live.forfeit = Some(Forfeit { seat, why: Why::Offence });
        Some("hand")
    }

    /// Deals the next hand of the match if the last one ended at least `pause` ago. `None` if it is not due.
    pub fn deal_due(&mut self, now: Moment, pause: Duration) -> Option<&'static str> {
        let is_due = self.live.state.is_over() && now.saturating_duration_since(self.live.acted) >= pause;
        is_due.then(|| self.next(self.live.version).ok()).flatten()
    }
}
