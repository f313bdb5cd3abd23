//! The playing threads: each takes a set of agents, plays some hands, and returns the set.
//!
//! Any set may play any hand: agents restart every hand from its seed.

use std::ops::Range;
use std::sync::Mutex;

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use spariglio_engine::record::HandRecord;

use super::Job;
use crate::dataset::HandBatch;
use crate::error::SelfplayError;
use crate::filler::Filler;
use crate::hand::{HandPlace, Instances};
use crate::progress::ProgressCounter;
use crate::row::Shape;

/// Target number of batches per shard. It is large so that the threads finish a shard together.
const BATCHES: u32 = 256;
/// Maximum number of hands per batch.
const MOST_HANDS: u32 = 64;

/// The sets of agents that are idle.
pub(super) struct Players<'a> {
    job: &'a Job,
    shape: Shape,
    idle: Mutex<Vec<Instances>>,
}

impl<'a> Players<'a> {
    /// Starts with one set of agents. More are made if no set is idle.
    ///
    /// # Errors
    /// If an agent cannot be built.
    pub(super) fn new(job: &'a Job, shape: Shape) -> Result<Players<'a>, SelfplayError> {
        Ok(Players { job, shape, idle: Mutex::new(vec![build(job)?]) })
    }

    /// Plays all hands of a shard, in order, on the threads of the current pool.
    ///
    /// # Errors
    /// If a hand fails.
    pub(super) fn play_shard(&self, shard: u32, board: &ProgressCounter<'_>) -> Result<Vec<HandBatch>, SelfplayError> {
        let hands = self.job.data.hands_per_shard;
        let size = (hands / BATCHES).clamp(1, MOST_HANDS);
        (0..hands.div_ceil(size))
            .into_par_iter()
            .with_max_len(1)
            .map(|batch| {
                let first = batch * size;
                self.play(shard, first..hands.min(first + size), board)
            })
            .collect()
    }

    fn play(&self, shard: u32, hands: Range<u32>, board: &ProgressCounter<'_>) -> Result<HandBatch, SelfplayError> {
        let idle = self.idle.lock().expect("no panic holds it").pop();
        let mut bench = idle.map_or_else(|| build(self.job), Ok)?;
        let batch = self.play_with(&mut bench, shard, hands, board);
        self.idle.lock().expect("no panic holds it").push(bench);
        batch
    }

    fn play_with(
        &self,
        bench: &mut Instances,
        shard: u32,
        hands: Range<u32>,
        board: &ProgressCounter<'_>,
    ) -> Result<HandBatch, SelfplayError> {
        let Job { game, data, .. } = self.job;
        let mut filler = Filler::new(game, self.shape);
        let (mut turns, mut records) = (Vec::new(), String::new());
        for index in hands.clone() {
            let place = HandPlace { seed: self.job.seed, generation: self.job.generation, shard, index };
            let before = filler.rows();
            let hand = bench.play(game, data, place, &mut filler, &mut turns)?;
            if data.records {
                let turns = turns.iter().copied();
                let record = HandRecord::played(game.clone(), *hand.deal(), turns, Some(&hand.score()));
                records.push_str(&record.to_line());
                records.push('\n');
            }
            board.count(filler.rows() - before);
        }
        Ok(HandBatch { hands: hands.len() as u32, rows: filler.into_rows(), records })
    }
}

fn build(job: &Job) -> Result<Instances, SelfplayError> {
    let agents = job.entrants.iter().map(|entrant| entrant.agents(&job.game));
    Ok(Instances::new(agents.collect::<Result<_, _>>()?))
}
