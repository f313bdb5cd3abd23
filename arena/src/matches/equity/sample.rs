//! The hands behind a table: one agent at all seats, every deal once, the deal rotates.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use spariglio_agents::{FoulKind, Hand, Player, Refusal, play_hand};
use spariglio_engine::{Deal, Game};

use super::counts::HandCounts;
use super::{BATCHES, EquityConfig};
use crate::deals::seeds;
use crate::error::ArenaError;
use crate::pairs::component::greet;
use crate::pairs::instances::player;
use crate::workers::{Failed, Workers};

/// Hands that a worker takes at a time.
const BLOCK: u64 = 64;

/// Hands counted, in batches of the same size.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Sample {
    /// The agent's specification.
    pub agent: String,
    /// The seed.
    pub seed: u64,
    /// [`BATCHES`] batches.
    pub batches: Vec<HandCounts>,
}

impl Sample {
    /// All hands.
    #[must_use]
    pub fn all(&self) -> HandCounts {
        self.without(self.batches.len())
    }

    /// All hands except those of one batch.
    #[must_use]
    pub fn without(&self, left_out: usize) -> HandCounts {
        let mut sum = HandCounts::default();
        let others = self.batches.iter().enumerate().filter(|(place, _)| *place != left_out);
        others.for_each(|(_, batch)| sum.merge(batch));
        sum
    }
}

/// Plays the hands on all workers. `progress` gets the hands played and the hands to play, from the workers.
///
/// # Errors
/// Fails if the agent cannot be built or plays no legal action, if no hands were requested, or if threads cannot be
/// started.
pub fn sample(game: &Game, config: &EquityConfig, progress: &(dyn Fn(u64, u64) + Sync)) -> Result<Sample, ArenaError> {
    if config.hands == 0 {
        return Err(ArenaError::NoHands);
    }
    greet(&config.agent, game)?;
    let work = Work {
        game,
        config,
        batch: config.hands.div_ceil(BATCHES as u64),
        next: AtomicU64::new(0),
        done: AtomicU64::new(0),
        batches: Mutex::new(vec![HandCounts::default(); BATCHES]),
    };
    Workers::new(config.threads)?.run(|failed| work.run(failed, progress))?;
    Ok(Sample {
        agent: config.agent.to_string(),
        seed: config.seed,
        batches: work.batches.into_inner().expect("no worker panicked"),
    })
}

/// The state that workers share.
struct Work<'a> {
    game: &'a Game,
    config: &'a EquityConfig,
    /// Hands per batch.
    batch: u64,
    next: AtomicU64,
    done: AtomicU64,
    batches: Mutex<Vec<HandCounts>>,
}

impl Work<'_> {
    fn run(&self, failed: &Failed, progress: &(dyn Fn(u64, u64) + Sync)) -> Result<(), ArenaError> {
        let mut players = self.players()?;
        let mut hand = Hand::new(self.game, &self.deal(0), false);
        let hands = self.batch * BATCHES as u64;
        while !failed.is_set() {
            let start = self.next.fetch_add(BLOCK, Ordering::Relaxed);
            if start >= hands {
                break;
            }
            let end = (start + BLOCK).min(hands);
            // Counted locally, so that the lock is taken only once per block.
            let mut counted = vec![HandCounts::default(); BATCHES];
            for index in start..end {
                let deal = self.deal(index);
                hand.restart(&deal);
                self.play(&mut players, &mut hand, index)?;
                counted[(index / self.batch) as usize].push(self.game, deal.dealer(), &hand.score());
            }
            let mut batches = self.batches.lock().expect("no worker panicked");
            let touched = (start / self.batch) as usize..=((end - 1) / self.batch) as usize;
            touched.for_each(|place| batches[place].merge(&counted[place]));
            drop(batches);
            progress(self.done.fetch_add(end - start, Ordering::Relaxed) + end - start, hands);
        }
        Ok(())
    }

    fn players(&self) -> Result<Vec<Player>, ArenaError> {
        let seats = (0..self.game.players()).map(|_| player(&self.config.agent, self.game));
        seats.collect()
    }

    fn deal(&self, index: u64) -> Deal {
        let dealer = (index % self.game.players() as u64) as usize;
        Deal::random(self.game, dealer, &mut seeds::equity_deal_rng(self.config.seed, index))
    }

    fn play(&self, players: &mut [Player], hand: &mut Hand<'_>, index: u64) -> Result<(), ArenaError> {
        let seed = self.config.seed;
        for (seat, player) in players.iter_mut().enumerate() {
            player.start_hand(seeds::equity_seat_seed(seed, [index, seat as u64]));
        }
        play_hand(hand, players, &mut ()).map_err(|foul| {
            let (agent, seat) = (self.config.agent.to_string(), foul.seat);
            match foul.kind {
                FoulKind::NoAction(Refusal::Offence(source)) => {
                    ArenaError::Offence { agent, source, deal: index, seed, seat }
                }
                FoulKind::NoAction(Refusal::Failed(said)) => {
                    ArenaError::Failed { agent, said, deal: index, seed, seat }
                }
                FoulKind::IllegalAction(action) => {
                    ArenaError::IllegalAction { agent, action: action.text(self.game.deck()), deal: index, seed, seat }
                }
            }
        })
    }
}
