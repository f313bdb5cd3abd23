//! The hands behind a table: one agent at all seats, every deal once, the deal rotates.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use spariglio_agents::agent::Stop;
use spariglio_agents::table::{FoulKind, Refusal};
use spariglio_agents::{Hand, Player, play_hand};
use spariglio_engine::{Deal, Game};

use super::counting::{Counted, Counting};
use super::counts::HandCounts;
use super::{BATCHES, EquityConfig};
use crate::error::ArenaError;
use crate::pairs::component::greet;
use crate::pairs::instances::player;
use crate::pairs::queue::{Queue, Stretch};
use crate::watch::{SaveClock, Watch};
use crate::workers::{Failed, Workers};
use spariglio_agents::draws::seeds;

/// Most hands that a worker takes at a time.
const BLOCK: u64 = 64;
/// Time of a block. A worker takes fewer hands if they take longer.
const BLOCK_TIME: Duration = Duration::from_millis(20);

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

/// Plays the hands that `kept` lacks, or all without it, on all workers.
///
/// # Errors
/// Fails with [`ArenaError::Stopped`] if `watch` stops it; it has kept the counts then. Also fails if `kept` is of other
/// settings, if the agent cannot be built or plays no legal action, if no hands were requested, or if threads cannot be
/// started.
pub fn sample(
    game: &Game,
    config: &EquityConfig,
    kept: Option<Counting>,
    watch: &dyn Watch<Counted, Counting>,
) -> Result<Sample, ArenaError> {
    if config.hands == 0 {
        return Err(ArenaError::NoHands);
    }
    greet(&config.agent, game)?;
    let fresh = Counting::new(game, config)?;
    if let Some(kept) = kept.as_ref().filter(|kept| kept.fingerprint != fresh.fingerprint) {
        let (found, expected) = (&kept.fingerprint, &fresh.fingerprint);
        return Err(ArenaError::OtherArena(format!("fingerprint {found}, expected {expected}")));
    }
    let counting = kept.unwrap_or(fresh);
    let hands = config.batch() * BATCHES as u64;
    let queue = Queue::new(counting.clone(), counting.hands..hands, None);
    let work = Work {
        game,
        config,
        hands,
        queue: Mutex::new(queue),
        saves: SaveClock::default(),
        watch,
    };
    Workers::new(config.threads)?.run(|failed| work.run(failed))?;
    let counting = work.queue.into_inner().expect("no worker panicked").sums;
    if counting.hands < hands {
        watch.keep(&counting)?;
        return Err(ArenaError::Stopped);
    }
    Ok(Sample { agent: config.agent.to_string(), seed: config.seed, batches: counting.batches })
}

/// The state that workers share.
struct Work<'a> {
    game: &'a Game,
    config: &'a EquityConfig,
    /// Hands in all.
    hands: u64,
    queue: Mutex<Queue<Counting>>,
    saves: SaveClock,
    watch: &'a dyn Watch<Counted, Counting>,
}

impl Work<'_> {
    fn run(&self, failed: &Failed) -> Result<(), ArenaError> {
        let mut players = self.players()?;
        let mut hand = Hand::new(self.game, &self.deal(0), false);
        let take = |length| self.queue.lock().expect("no worker panicked").take(length);
        let mut length = 1;
        while !failed.is_set() && !self.watch.stopped() {
            let Some(deals) = take(length) else { break };
            let began = Instant::now();
            let mut sums = Counting { hands: deals.end - deals.start, ..Counting::default() };
            for index in deals.clone() {
                let deal = self.deal(index);
                hand.restart(&deal);
                let played = self.play(&mut players, &mut hand, index);
                // Decisions after a stop are hasty: their block does not count.
                if Stop::is_due_here() {
                    return Ok(());
                }
                played?;
                sums.batches[(index / self.config.batch()) as usize].push(self.game, deal.dealer(), &hand.score());
            }
            length = if began.elapsed() < BLOCK_TIME {
                BLOCK.min(2 * length)
            } else {
                1.max(length / 2)
            };
            let mut queue = self.queue.lock().expect("no worker panicked");
            queue.add(Stretch { deals, sums })?;
            if self.saves.is_due() {
                self.watch.keep(&queue.sums)?;
            }
            self.watch.progress(Counted { hands: queue.sums.hands, of: self.hands });
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
