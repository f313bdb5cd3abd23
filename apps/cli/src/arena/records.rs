//! `--records`: the first hands of an arena as records, with the agents' names.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use anyhow::Result;
use spariglio_arena::PairHand;
use spariglio_engine::record::HandRecord;
use spariglio_engine::{Game, State};
use spariglio_files::records::write;

/// Collects the hands of the first deals of each pair, in whatever order they are played.
pub struct Records {
    path: PathBuf,
    game: Arc<Game>,
    /// Number of deals per pair whose hands are kept.
    deals: u64,
    kept: Mutex<BTreeMap<Place, Kept>>,
}

/// Pair, deal and play of a hand.
type Place = ([usize; 2], u64, usize);

/// A hand, and for each seat the place of its agent in the list.
type Kept = (HandRecord, Vec<usize>);

impl Records {
    /// Keeps `hands` hands per pair for the file `path`, rounded up to whole sets of `plays` hands.
    pub fn new(path: PathBuf, game: Arc<Game>, hands: u64, plays: u64) -> Records {
        Records { path, game, deals: hands.div_ceil(plays), kept: Mutex::default() }
    }

    /// Keeps a hand if its deal is one of the first.
    pub fn take(&self, played: &PairHand<'_>) {
        if played.deal >= self.deals {
            return;
        }
        let place = (played.pair, played.deal, played.play);
        let seats = played.seats.iter().map(|&(agent, _)| played.pair[agent]);
        let kept = (self.record(played), seats.collect());
        self.kept.lock().expect("no worker panicked").insert(place, kept);
    }

    /// Writes the file in the order of pairs and deals; `names` are the agents' names in their order.
    pub fn write(&self, names: &[String]) -> Result<()> {
        let mut lines = String::new();
        for (record, seats) in self.kept.lock().expect("no worker panicked").values_mut() {
            record.note_agents(seats.iter().map(|&agent| names[agent].as_str()));
            lines += &(record.to_line() + "\n");
        }
        Ok(write(&self.path, &lines)?)
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
        HandRecord::played(Arc::clone(game), *deal, turns, score.as_ref())
    }
}
