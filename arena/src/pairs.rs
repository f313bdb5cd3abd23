//! Pairs: two agents over many duplicate sets, on all cores.
//!
//! | file | noun |
//! |---|---|
//! | `config` | number of hands, deals and seed of a pair |
//! | `entrant`, `component` | an agent that takes part, its name and its components |
//! | `duel` | two agents over a range of deals |
//! | `worker` | one thread's players, and how sets are played one hand after another |
//! | `tables` | workers side by side, if a program takes part |
//! | `wave` | many hands of one thread, for agents that decide a wave at once |
//! | `seated`, `foul` | the agents at the seats of a hand, and the cost of their fouls |
//! | `open` | the sets in progress, and how their hands are counted |
//! | `instances` | an agent's players in the plays of a set |
//! | `supply` | an agent's players in concurrent hands |
//! | `queue` | deals not yet taken, and the sum of the finished ones |
//! | `totals` | all that a pair has played |
//! | `tally` | exact sums over sets |
//! | `behaviour`, `timing`, `trace` | how agents play, how long they think, how the estimate grew |
//! | `known_deals` | whether a program plays deals better that it knows, and which plays count |
//! | `outcome`, `offences` | how a hand ended, and the offences of programs |
//! | `sprt` | the sequential test while it runs |
//!
//! The result does not depend on the number of threads or the length of a stretch. A deal depends only on (seed, deal),
//! each seat's stream only on (seed, deal, play, seat). Sums are exact, and finished stretches are added in the order
//! of their deals.

pub mod behaviour;
pub mod component;
mod config;
mod duel;
pub(crate) mod entrant;
mod foul;
pub(crate) mod instances;
pub mod known_deals;
pub mod offences;
mod open;
pub mod outcome;
pub(crate) mod queue;
mod seated;
mod sprt;
mod supply;
mod tables;
pub mod tally;
pub mod timing;
mod totals;
pub mod trace;
mod wave;
mod worker;

use std::ops::Range;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use spariglio_agents::AgentSpec;
use spariglio_engine::Game;

pub use crate::deals::part::Part;
use component::greet;
pub(crate) use config::deals_of;
pub use config::{ArenaConfig, MOST_HANDS};
use duel::{Duel, PlayStretch};
pub use entrant::Entrant;
use queue::{Queue, Stretch, Sums};
use sprt::Sprt;
pub(crate) use sprt::tested;
use tables::Tables;
pub use totals::{SequentialRun, Totals};
use wave::Wave;
use worker::Worker;

use crate::deals::seeds::Source;
use crate::error::ArenaError;
use crate::in_flight::in_flight;
use crate::watch::{Progress, Watch};
use crate::workers::{Failed, Workers};

/// Target time of a stretch: short enough for smooth progress, long enough that the lock costs little.
const STRETCH: Duration = Duration::from_millis(40);
/// The same if an agent decides in waves: waves are narrow at the end of a stretch.
const WAVES_STRETCH: Duration = Duration::from_secs(1);
/// Deals of the longest stretch.
const LONGEST_STRETCH: u64 = 1 << 14;

/// Plays the requested deals that `totals` lacks. Stops early if `watch` asks for it or a sequential test ends.
///
/// # Errors
/// Fails if an agent cannot be built for `game` or plays an illegal action, if no hands were requested, if threads
/// cannot be started, or if `watch` cannot keep the totals.
pub fn continue_pair(
    game: &Game,
    agents: [&AgentSpec; 2],
    config: &ArenaConfig,
    mut totals: Totals,
    watch: &dyn Watch<Progress, Totals>,
) -> Result<Totals, ArenaError> {
    if config.hands == 0 {
        return Err(ArenaError::NoHands);
    }
    config.check_test(agents)?;
    let wanted = config.deals(config.plays(game));
    for deals in totals.deals.missing(wanted) {
        totals = play_deals(game, agents, config, (Source::Test, deals), totals, watch)?;
    }
    Ok(totals)
}

/// Adds the deals `deals` of `source` to `totals`: only the first ones if `watch` stops it.
///
/// # Errors
/// As [`continue_pair`].
pub(crate) fn play_deals(
    game: &Game,
    agents: [&AgentSpec; 2],
    config: &ArenaConfig,
    (source, deals): (Source, Range<u64>),
    totals: Totals,
    watch: &dyn Watch<Progress, Totals>,
) -> Result<Totals, ArenaError> {
    Duel::new(game, agents, config, source, deals).run(totals, watch)
}

impl Sums for Totals {
    fn add(&mut self, later: Totals) -> Result<(), ArenaError> {
        self.merge(later)
    }

    fn is_decided(&self) -> bool {
        Totals::is_decided(self)
    }

    fn look(&mut self, sprt: &Sprt) {
        sprt.look(self);
    }
}

impl Duel<'_> {
    /// Returns `totals` with the duel's deals added; if `watch` stops the run, with the deals finished before. Programs
    /// are greeted first.
    fn run(&self, totals: Totals, watch: &dyn Watch<Progress, Totals>) -> Result<Totals, ArenaError> {
        for agent in self.agents {
            greet(agent, self.game)?;
        }
        let threads = in_flight(self.agents, self.config.in_flight, self.config.threads);
        let workers = Workers::new(threads)?;
        let sprt = self.config.sprt.map(|config| Sprt { config, plays: self.plays() });
        let mut queue = Mutex::new(Queue::new(totals, self.deals.clone(), sprt));
        let began = Instant::now();
        let finished = if self.has_program {
            Tables::new(self, &workers).play(queue.get_mut().expect("no worker has it"), watch)
        } else {
            workers.run(|failed| {
                let mut ended = Ok(());
                self.within(&mut || ended = self.work(&queue, failed, watch));
                ended
            })
        };
        let mut totals = queue.into_inner().expect("no worker panicked").sums;
        if let Some(clocked) = &mut totals.clocked {
            clocked.threads = clocked.threads.max(threads);
            clocked.seconds += began.elapsed().as_secs_f64();
        }
        finished.map(|()| totals)
    }

    /// Runs the work of a thread, inside the host's wrapper if an agent of the host takes part.
    fn within(&self, work: &mut (dyn FnMut() + Send)) {
        match self.agents.iter().find_map(|agent| agent.custom()) {
            Some(custom) => custom.run(work),
            None => work(),
        }
    }

    fn work(
        &self,
        queue: &Mutex<Queue<Totals>>,
        failed: &Failed,
        watch: &dyn Watch<Progress, Totals>,
    ) -> Result<(), ArenaError> {
        let mut worker: Box<dyn PlayStretch + '_> = match self.width {
            Some(width) => Box::new(Wave::new(self, width)?),
            None => Box::new(Worker::new(self)?),
        };
        let mut length = self.first_length();
        let take = |length| queue.lock().expect("no worker panicked").take(length);
        while !failed.is_set() && !watch.stopped() {
            let Some(deals) = take(length) else { break };
            let began = Instant::now();
            let mut found = Totals::default();
            found.deals.add(deals.clone()).expect("the first deals");
            if !worker.play_stretch(deals.clone(), &mut found, watch)? {
                break;
            }
            let mut queue = queue.lock().expect("no worker panicked");
            queue.add(Stretch { deals, found })?;
            watch.keep(&queue.sums)?;
            watch.progress(self.progress(&queue.sums));
            length = self.next_length(length, began.elapsed());
        }
        Ok(())
    }

    fn first_length(&self) -> u64 {
        match self.width {
            Some(width) => (width as u64).div_ceil(self.plays()),
            None => 1,
        }
    }

    /// The length of a worker's next stretch, after one of `length` deals that took `time`.
    fn next_length(&self, length: u64, time: Duration) -> u64 {
        let stretch = match self.width {
            Some(_) => WAVES_STRETCH,
            None => STRETCH,
        };
        let fitting = length as f64 * stretch.as_secs_f64() / time.as_secs_f64().max(1e-9);
        (fitting as u64).clamp(self.first_length(), (2 * length).min(LONGEST_STRETCH))
    }

    fn progress(&self, totals: &Totals) -> Progress {
        let plays = self.plays();
        let wanted = match self.source {
            Source::Test => self.config.deals(self.config.plays(self.game)),
            Source::Tuning { .. } => self.deals.clone(),
        };
        let counted = totals.tally.counted(plays);
        let estimate = counted.pair.margin.estimate(counted.plays as f64, 1.0);
        Progress {
            llr: totals.sprt.as_ref().and_then(|run| run.path.last()).map(|look| look.1),
            ..Progress::new([totals.tally.sets(), wanted.end - wanted.start], plays, &estimate)
        }
    }
}

#[cfg(test)]
mod tests {
    use spariglio_agents::AgentSpec;
    use spariglio_engine::Game;

    use spariglio_engine::Deal;

    use super::{ArenaConfig, Duel, Source, Totals, Worker, play_deals};
    use crate::contests::play_pair;

    fn spec(text: &str) -> AgentSpec {
        AgentSpec::parse(text).expect("an agent")
    }

    fn config(hands: u64) -> ArenaConfig {
        ArenaConfig { hands, seed: 3, threads: 1, ..ArenaConfig::default() }
    }

    /// Each set's margins of the first agent, hand by hand, computed from the scores.
    fn margins(game: &Game, agents: [&AgentSpec; 2], deals: u64) -> Vec<Vec<f64>> {
        let config = config(1);
        let duel = Duel::new(game, agents, &config, Source::Test, 0..deals);
        let mut worker = Worker::new(&duel).expect("built");
        let mut play_all = |index: u64| {
            let deal = duel.deal(index);
            let mut found = Totals::default();
            let plays = duel.set.iter().enumerate().map(|(number, play)| {
                worker.start(index, number);
                worker.hand.restart(&deal);
                let outcome = worker.play_hand::<false>([index, number as u64], &mut found, &|_| ());
                let score = outcome.expect("legal").score;
                let best_other = (0..game.sides()).filter(|&side| side != play.alone);
                let best_other = best_other.map(|side| score.points(side)).max().unwrap_or(0);
                let margin = f64::from(score.points(play.alone) - best_other);
                if play.alone_agent == 0 { margin } else { -margin }
            });
            plays.collect::<Vec<f64>>()
        };
        (0..deals).map(&mut play_all).collect()
    }

    #[test]
    fn figures_are_those_of_the_plain_formulas() {
        for preset in ["cirulla", "scopone", "scopone_messina"] {
            let game = Game::preset(preset).expect("a preset");
            let [first, second] = [spec("greedy"), spec("random")];
            let margins = margins(&game, [&first, &second], 40);
            let plays = margins[0].len() as f64;
            let sets: Vec<f64> = margins.iter().map(|set| set.iter().sum::<f64>() / plays).collect();
            let mean = sets.iter().sum::<f64>() / 40.0;
            let spread: f64 = sets.iter().map(|value| (value - mean).powi(2)).sum();
            let won = margins.iter().flatten().filter(|&&margin| margin > 0.0).count() as f64;

            let hands = 40 * margins[0].len() as u64;
            let result = play_pair(&game, [&first, &second], &config(hands), &|_| ()).expect("plays");
            assert_eq!((result.sets, result.hands), (40, hands), "{preset}");
            assert!((result.mean - mean).abs() < 1e-9, "{preset}");
            assert!((result.standard_error - (spread / 39.0 / 40.0).sqrt()).abs() < 1e-9, "{preset}");
            assert!((result.win - 100.0 * won / hands as f64).abs() < 1e-9, "{preset}");
            assert!((result.win + result.tie + result.loss - 100.0).abs() < 1e-9, "{preset}");
        }
    }

    #[test]
    fn a_deal_is_the_same_in_every_play_and_the_dealer_goes_round() {
        let game = Game::preset("scopone").expect("a preset");
        let deal = |index: u64| Deal::random(&game, (index % 4) as usize, &mut Source::Test.deal_rng(9, index));
        assert!(deal(5).cards().eq(deal(5).cards()));
        assert!(!deal(5).cards().eq(deal(9).cards()));
    }

    #[test]
    fn no_hands_is_an_error() {
        let game = Game::preset("scopa").expect("a preset");
        let random = spec("random");
        let error = play_pair(&game, [&random, &random], &config(0), &|_| ()).expect_err("no hands");
        assert!(error.to_string().contains("hands"), "{error}");
    }

    #[test]
    fn tuning_margins_are_those_of_their_deals_in_order() {
        let game = Game::preset("scopa").expect("a preset");
        let [first, second] = [spec("greedy"), spec("random")];
        let play = |threads: usize, step, deals| {
            let config = ArenaConfig { threads, ..config(1) };
            let wanted = (Source::Tuning { step }, deals);
            let totals = play_deals(&game, [&first, &second], &config, wanted, Totals::default(), &|_| ());
            totals.expect("plays").series
        };
        let whole = play(1, 0, 0..60);
        assert_eq!([play(2, 0, 0..25), play(3, 0, 25..60)].concat(), whole);
        assert_ne!(play(1, 1, 0..60), whole);
    }

    #[test]
    fn times_are_taken_where_they_are_asked_for() {
        let game = Game::preset("scopone").expect("a preset");
        let [first, second] = [spec("ismcts:simulations=50"), spec("random")];
        let timed = ArenaConfig { time: true, ..config(40) };
        let plain = play_pair(&game, [&first, &second], &config(40), &|_| ()).expect("plays");
        let result = play_pair(&game, [&first, &second], &timed, &|_| ()).expect("plays");
        let [search, random] = result.time.expect("timed").agents;
        // A hand has 18 plays per side; the last play of a seat rarely has a choice.
        assert!(search.decisions < 40 * 18 && search.decisions > 40 * 14, "{search:?}");
        assert!(search.mean_ms > random.mean_ms && search.median_ms > random.median_ms);
        assert!(plain.time.is_none());
        assert_eq!(plain.tally, result.tally);
    }
}
