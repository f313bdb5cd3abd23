//! The playing threads: each takes a set of agents, plays some hands, and returns the set.
//!
//! Any set may play any hand: agents restart every hand from its seed.

use std::ops::Range;
use std::sync::Mutex;

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use spariglio_engine::record::HandRecord;

use super::Job;
use crate::dataset::{DataSet, HandBatch, batch_size};
use crate::error::SelfplayError;
use crate::filler::Filler;
use crate::games::GameRows;
use crate::hand::{HandPlace, Instances};
use crate::progress::{ProgressCounter, stopped};
use crate::row::hand_id;

/// The sets of agents that are idle.
pub(super) struct Players<'a> {
    job: &'a Job,
    set: &'a DataSet,
    idle: Mutex<Vec<Instances>>,
}

impl<'a> Players<'a> {
    /// Starts with one set of agents. More are made if no set is idle.
    ///
    /// # Errors
    /// If an agent cannot be built.
    pub(super) fn new(job: &'a Job, set: &'a DataSet) -> Result<Players<'a>, SelfplayError> {
        Ok(Players { job, set, idle: Mutex::new(vec![build(job)?]) })
    }

    /// Plays some hands of a shard, in order, on the threads of the current pool.
    ///
    /// # Errors
    /// If a hand fails.
    pub(super) fn play_hands(
        &self,
        shard: u32,
        hands: Range<u32>,
        counter: &ProgressCounter<'_>,
    ) -> Result<Vec<HandBatch>, SelfplayError> {
        let size = batch_size(self.job.data.hands_per_shard);
        (0..(hands.end - hands.start).div_ceil(size))
            .into_par_iter()
            .with_max_len(1)
            .map(|batch| {
                let first = hands.start + batch * size;
                self.play(shard, first..hands.end.min(first + size), counter)
            })
            .collect()
    }

    fn play(&self, shard: u32, hands: Range<u32>, counter: &ProgressCounter<'_>) -> Result<HandBatch, SelfplayError> {
        let idle = self.idle.lock().expect("no panic holds it").pop();
        let mut instances = idle.map_or_else(|| build(self.job), Ok)?;
        let batch = self.play_with(&mut instances, shard, hands, counter);
        self.idle.lock().expect("no panic holds it").push(instances);
        batch
    }

    fn play_with(
        &self,
        instances: &mut Instances,
        shard: u32,
        hands: Range<u32>,
        counter: &ProgressCounter<'_>,
    ) -> Result<HandBatch, SelfplayError> {
        let Job { game, data, .. } = self.job;
        let mut filler = Filler::new(game, self.set.shape());
        let mut games = self.set.game_rows();
        let (mut turns, mut records) = (Vec::new(), String::new());
        for index in hands.clone() {
            let place = HandPlace { seed: self.job.seed, generation: self.job.generation, shard, index };
            let before = filler.rows();
            let hand = instances.play(game, data, place, &mut filler, &mut turns);
            stopped()?;
            let hand = hand?;
            if data.records || data.games {
                let turns = turns.iter().copied();
                let mut record = HandRecord::played(game.clone(), *hand.deal(), turns, Some(&hand.score()));
                record.note_agents(instances.names(game, index));
                if data.records {
                    records.push_str(&record.to_line());
                    records.push('\n');
                }
                if let Some(games) = &mut games {
                    games.push(hand_id(place.generation, shard, index), &record, &hand.score());
                }
            }
            counter.count(filler.rows() - before)?;
        }
        let games = games.map(GameRows::into_batch);
        Ok(HandBatch { hands: hands.len() as u32, rows: filler.into_rows(), records, games })
    }
}

fn build(job: &Job) -> Result<Instances, SelfplayError> {
    Instances::of(&job.entrants, &job.game)
}
