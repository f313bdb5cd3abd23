//! One pair of agents over many duplicate sets, on all cores.
//!
//! Workers take blocks of deals from a board. What happens in a deal depends on (seed, deal) and
//! each seat's stream on (seed, deal, play, seat) only, sums are exact, and blocks are added in the order of their
//! deals: neither the number of threads nor the size of a block can be seen in the result.

pub mod account;
mod board;
mod config;
mod sprt;
mod worker;

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rayon::ThreadPoolBuilder;
use spariglio_agents::AgentSpec;
use spariglio_engine::{Deal, Game};

pub use account::{Account, SequentialRun};
use board::{Block, Board};
pub(crate) use config::deals_of;
pub use config::{ArenaConfig, Part};
use sprt::Sprt;
pub(crate) use sprt::tested;
use worker::Worker;

use crate::error::ArenaError;
use crate::result::{Heading, PairResult};
use crate::seating::Seating;
use crate::seeds::Source;
use crate::timing::TIMED_SETS;
use crate::variance::Reduction;

/// What a block should last: short enough for a moving progress bar, long enough to make handing it in cheap.
const BLOCK: Duration = Duration::from_millis(40);
/// Deals of the longest block.
const LONGEST_BLOCK: u64 = 1 << 14;

/// How far a pair has come.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Progress {
    /// Hands played.
    pub hands: u64,
    /// Hands to play.
    pub of: u64,
    /// Mean points a hand so far, first agent's point of view.
    pub mean: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// The log-likelihood ratio of the sequential test, at its last look.
    pub llr: Option<f64>,
}

/// Who looks on while a pair is played. Called from the workers.
pub trait Watch: Sync {
    /// Takes the news, some twenty times a second.
    fn progress(&self, _: Progress) {}

    /// May keep what was played so far: it is what a run that is killed now goes on from.
    ///
    /// # Errors
    /// It cannot be kept; ends the run.
    fn keep(&self, _: &Account) -> Result<(), ArenaError> {
        Ok(())
    }

    /// Should the run end as soon as the sets in play are done?
    fn stopped(&self) -> bool {
        false
    }
}

/// Watches by a function that takes the progress.
pub struct Watching<F>(pub F);

impl<F: Fn(Progress) + Sync> Watch for Watching<F> {
    fn progress(&self, progress: Progress) {
        self.0(progress);
    }
}

/// Plays `agents` against each other on duplicate deals of `game`.
///
/// # Errors
/// As [`continue_pair`].
pub fn play_pair(
    game: &Game,
    agents: [&AgentSpec; 2],
    config: &ArenaConfig,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<PairResult, ArenaError> {
    let account = continue_pair(game, agents, config, Account::default(), &Watching(progress))?;
    Ok(PairResult::new(Heading::new(game, agents, config), account))
}

/// Plays what `account` lacks of the deals that `config` asks for; less where `watch` stops it or a sequential test ends.
///
/// # Errors
/// An agent that cannot be built for `game` or plays an illegal action, no hands, no threads, what `watch` cannot keep.
pub fn continue_pair(
    game: &Game,
    agents: [&AgentSpec; 2],
    config: &ArenaConfig,
    mut account: Account,
    watch: &dyn Watch,
) -> Result<Account, ArenaError> {
    if config.hands == 0 {
        return Err(ArenaError::NoHands);
    }
    let set = Seating::set(game);
    let wanted = config.deals(set.len());
    if config.reduce && account.reduction.is_none() {
        account.reduction = Some(Reduction::fit(game, agents, config)?);
    }
    for deals in account.deals.missing(wanted) {
        let duel = Duel {
            game,
            agents,
            config,
            source: Source::Test,
            deals,
            record: false,
            reduction: account.reduction.clone(),
            set: set.clone(),
        };
        account = duel.run(account, watch)?;
    }
    Ok(account)
}

/// Plays tuning deals `deals` of a step; the first agent's counted margin of each set, in the order of the deals.
///
/// # Errors
/// As [`continue_pair`].
pub(crate) fn play_tuning(
    game: &Game,
    agents: [&AgentSpec; 2],
    config: &ArenaConfig,
    (step, deals): (u64, Range<u64>),
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Vec<i64>, ArenaError> {
    let duel = Duel {
        game,
        agents,
        config,
        source: Source::Tuning { step },
        deals,
        record: true,
        reduction: None,
        set: Seating::set(game),
    };
    Ok(duel.run(Account::default(), &Watching(progress))?.series)
}

pub(crate) fn workers(threads: usize) -> usize {
    match threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    }
}

struct Duel<'a> {
    game: &'a Game,
    agents: [&'a AgentSpec; 2],
    config: &'a ArenaConfig,
    source: Source,
    deals: Range<u64>,
    /// Keep the margin of every set.
    record: bool,
    reduction: Option<Reduction>,
    set: Vec<Seating>,
}

impl Duel<'_> {
    /// `account` with the duel's deals, or those before a stop.
    fn run(&self, account: Account, watch: &dyn Watch) -> Result<Account, ArenaError> {
        let threads = self.config.threads;
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|source| ArenaError::Threads { threads, source })?;
        let sprt = self.config.sprt.map(|config| Sprt {
            config,
            plays: self.set.len() as u64,
        });
        let board = Mutex::new(Board::new(account, self.deals.clone(), sprt));
        let began = Instant::now();
        let failed = AtomicBool::new(false);
        let finished = pool.broadcast(|_| {
            let result = self.work(&board, &failed, watch);
            failed.fetch_or(result.is_err(), Ordering::Relaxed);
            result
        });
        let mut account = board.into_inner().expect("no worker panicked").account;
        if let Some(clocked) = &mut account.clocked {
            clocked.threads = clocked.threads.max(workers(threads));
            clocked.seconds += began.elapsed().as_secs_f64();
        }
        finished.into_iter().collect::<Result<(), _>>()?;
        Ok(account)
    }

    fn work(&self, board: &Mutex<Board>, failed: &AtomicBool, watch: &dyn Watch) -> Result<(), ArenaError> {
        let mut worker = Worker::new(self)?;
        let mut length = 1;
        let take = |length| board.lock().expect("no worker panicked").take(length);
        while !failed.load(Ordering::Relaxed) && !watch.stopped() {
            let Some(deals) = take(length) else { break };
            let began = Instant::now();
            let mut found = Account::default();
            found.deals.add(deals.clone()).expect("the first deals");
            for deal in deals.clone() {
                worker.play_set(deal, &mut found)?;
            }
            let mut board = board.lock().expect("no worker panicked");
            board.add(Block { deals, found })?;
            watch.keep(&board.account)?;
            watch.progress(self.progress(&board.account));
            length = next_length(length, began.elapsed());
        }
        Ok(())
    }

    fn is_tuning(&self) -> bool {
        self.source != Source::Test
    }

    fn deal(&self, index: u64) -> Deal {
        let dealer = (index % self.game.players() as u64) as usize;
        Deal::random(self.game, dealer, &mut self.source.deal_rng(self.config.seed, index))
    }

    /// Is this set timed? About [`TIMED_SETS`] of all that are asked for are, or all.
    fn timed(&self, deal: u64) -> bool {
        self.config.time && deal.is_multiple_of((self.config.all_deals(self.set.len()) / TIMED_SETS).max(1))
    }

    fn progress(&self, account: &Account) -> Progress {
        let plays = self.set.len() as u64;
        let wanted = match self.source {
            Source::Test => self.config.deals(self.set.len()),
            Source::Tuning { .. } => self.deals.clone(),
        };
        let estimate = account.tally.pair.margin.estimate(plays as f64, 1.0);
        Progress {
            hands: account.tally.sets() * plays,
            of: (wanted.end - wanted.start) * plays,
            mean: estimate.mean,
            standard_error: estimate.standard_error,
            llr: account.sprt.as_ref().and_then(|run| run.path.last()).map(|look| look.1),
        }
    }
}

/// The length of a worker's next block after one of `length` deals that took `time`.
fn next_length(length: u64, time: Duration) -> u64 {
    let fitting = length as f64 * BLOCK.as_secs_f64() / time.as_secs_f64().max(1e-9);
    (fitting as u64).clamp(1, (2 * length).min(LONGEST_BLOCK))
}

#[cfg(test)]
mod tests {
    use spariglio_agents::AgentSpec;
    use spariglio_engine::Game;

    use spariglio_engine::Deal;

    use super::{Account, ArenaConfig, Duel, Source, Worker, play_pair, play_tuning};
    use crate::seating::Seating;

    fn spec(text: &str) -> AgentSpec {
        AgentSpec::parse(text).expect("an agent")
    }

    fn config(hands: u64) -> ArenaConfig {
        ArenaConfig {
            hands,
            seed: 3,
            threads: 1,
            ..ArenaConfig::default()
        }
    }

    /// Each set's margins of the first agent, hand by hand, from the scores themselves.
    fn margins(game: &Game, agents: [&AgentSpec; 2], deals: u64) -> Vec<Vec<f64>> {
        let config = config(1);
        let set = Seating::set(game);
        let duel = Duel {
            game,
            agents,
            config: &config,
            source: Source::Test,
            deals: 0..deals,
            record: false,
            reduction: None,
            set: set.clone(),
        };
        let mut worker = Worker::new(&duel).expect("built");
        let mut play_all = |index: u64| {
            let deal = duel.deal(index);
            let mut found = Account::default();
            let plays = set.iter().enumerate().map(|(number, play)| {
                worker.start(index, number, play);
                let state = worker.play_hand::<false>(&deal, index, play, &mut found);
                let score = state.expect("legal").score;
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
            assert!(
                (result.standard_error - (spread / 39.0 / 40.0).sqrt()).abs() < 1e-9,
                "{preset}"
            );
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
            play_tuning(&game, [&first, &second], &config, (step, deals), &|_| ()).expect("plays")
        };
        let whole = play(1, 0, 0..60);
        assert_eq!([play(2, 0, 0..25), play(3, 0, 25..60)].concat(), whole);
        assert_ne!(play(1, 1, 0..60), whole);
    }

    #[test]
    fn times_are_taken_where_they_are_asked_for() {
        let game = Game::preset("scopone").expect("a preset");
        let [first, second] = [spec("ismcts:simulations=50"), spec("random")];
        let timed = ArenaConfig {
            time: true,
            ..config(40)
        };
        let plain = play_pair(&game, [&first, &second], &config(40), &|_| ()).expect("plays");
        let result = play_pair(&game, [&first, &second], &timed, &|_| ()).expect("plays");
        let [search, random] = result.time.expect("timed").agents;
        // A hand has 18 plays a side, of which the last of each seat seldom has a choice.
        assert!(search.decisions < 40 * 18 && search.decisions > 40 * 14, "{search:?}");
        assert!(search.mean_ms > random.mean_ms && search.median_ms > random.median_ms);
        assert!(plain.time.is_none());
        assert_eq!(plain.tally, result.tally);
    }
}
