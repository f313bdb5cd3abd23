//! The playing threads: each takes a set of agents, plays a hand, and puts the set back.
//!
//! Which set plays a hand does not matter: agents start every hand anew from its seed.

use std::sync::Mutex;

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use spariglio_agents::Agent;

use super::{Board, Job};
use crate::error::SelfplayError;
use crate::hand::{Bench, Place, PlayedHand};

/// Hands that a thread takes at once at most: few, so that the threads end a shard together.
const HANDS_AT_ONCE: usize = 2;

/// The agents that are not at a table now.
pub(super) struct Players<'a> {
    job: &'a Job,
    idle: Mutex<Vec<Bench>>,
}

impl<'a> Players<'a> {
    /// One set of agents; more are made when more threads ask.
    ///
    /// # Errors
    /// An agent cannot be built.
    pub(super) fn new(job: &'a Job) -> Result<Players<'a>, SelfplayError> {
        Ok(Players {
            job,
            idle: Mutex::new(vec![build(job)?]),
        })
    }

    /// Plays all hands of a shard, in order, on the threads of the current pool.
    ///
    /// # Errors
    /// A hand failed.
    pub(super) fn play_shard(&self, shard: u32, board: &Board<'_>) -> Result<Vec<PlayedHand>, SelfplayError> {
        (0..self.job.data.hands_per_shard)
            .into_par_iter()
            .with_max_len(HANDS_AT_ONCE)
            .map(|index| {
                let hand = self.play(shard, index)?;
                board.count(hand.rows.len());
                Ok(hand)
            })
            .collect()
    }

    fn play(&self, shard: u32, index: u32) -> Result<PlayedHand, SelfplayError> {
        let job = self.job;
        let idle = self.idle.lock().expect("no panic holds it").pop();
        let mut bench = idle.map_or_else(|| build(job), Ok)?;
        let place = Place {
            seed: job.seed,
            generation: job.generation,
            shard,
            index,
        };
        let hand = bench.play(&job.game, &job.data, place);
        self.idle.lock().expect("no panic holds it").push(bench);
        hand
    }
}

fn build(job: &Job) -> Result<Bench, SelfplayError> {
    let one = |entrant: &crate::recipe::Entrant| -> Result<Vec<Box<dyn Agent>>, SelfplayError> {
        (0..job.game.players())
            .map(|_| {
                entrant.spec.build(&job.game).map_err(|error| SelfplayError::Agent {
                    agent: entrant.label.clone(),
                    text: error.to_string(),
                })
            })
            .collect()
    };
    let agents = job.entrants.iter().map(one).collect::<Result<_, _>>()?;
    Ok(Bench::new(agents))
}
