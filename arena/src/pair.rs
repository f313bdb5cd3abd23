//! One pair of agents over many duplicate sets, on all cores.
//!
//! Workers take blocks of deals from a counter. What happens in a deal depends on (seed, deal) and
//! each seat's stream on (seed, deal, play, seat) only, and sums are exact: neither the number of
//! threads nor the size of a block can be seen in the result.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use rayon::ThreadPoolBuilder;
use spariglio_agents::search::Clock;
use spariglio_agents::{AgentSpec, Place, Player};
use spariglio_engine::{Action, Deal, Game, HandScore, State, World};

use crate::error::ArenaError;
use crate::result::PairResult;
use crate::seating::Seating;
use crate::seeds::Source;
use crate::tally::{PairTally, SetCount};
use crate::timing::{Histogram, PairTime, Stopwatch, TIMED_SETS};

/// Blocks a run is cut into, as far as its deals allow: short enough for an even end.
const BLOCKS: u64 = 1000;
/// The longest block: short enough for a moving progress bar.
const LONGEST_BLOCK: u64 = 256;

/// How long a pair plays, and with which seed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ArenaConfig {
    /// Single hands; rounded up to whole duplicate sets, and to at least two sets.
    pub hands: u64,
    /// Seed of the deals and of the agents.
    pub seed: u64,
    /// Worker threads; 0 = one a core.
    pub threads: usize,
    /// Partners see each other's hand cards (carte scoperte).
    pub partners_open: bool,
    /// Take the time of decisions: the result has figures that differ from run to run.
    pub time: bool,
}

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
}

/// Plays `agents` against each other on duplicate deals of `game`.
///
/// `progress` is called from the workers, about a thousand times in a run.
///
/// # Errors
/// An agent that cannot be built for `game` or plays an illegal action, no hands, no threads.
pub fn play_pair(
    game: &Game,
    agents: [&AgentSpec; 2],
    config: &ArenaConfig,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<PairResult, ArenaError> {
    if config.hands == 0 {
        return Err(ArenaError::NoHands);
    }
    let set = Seating::set(game);
    let duel = Duel {
        game,
        agents,
        config,
        source: Source::Test,
        deals: 0..deals(config.hands, set.len()),
        record: false,
        set,
    };
    let began = Instant::now();
    let (tally, found) = duel.run(progress)?;
    let seconds = began.elapsed().as_secs_f64();
    let result = PairResult::new(game, agents, config, duel.set.len(), tally);
    Ok(PairResult {
        time: found.times.map(|times| PairTime {
            seconds,
            threads: workers(config.threads),
            agents: times.map(|times| times.summary()),
        }),
        ..result
    })
}

/// Plays tuning deals `deals` of a step; the first agent's counted margin of each set, in the order of the deals.
///
/// # Errors
/// As [`play_pair`].
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
        set: Seating::set(game),
    };
    let (_, mut found) = duel.run(progress)?;
    found.margins.sort_unstable();
    Ok(found.margins.into_iter().map(|(_, margin)| margin).collect())
}

pub(crate) fn workers(threads: usize) -> usize {
    match threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    }
}

/// Whole sets that hold at least `hands` hands: two or more, so that there is a standard error.
pub(crate) fn deals(hands: u64, plays: usize) -> u64 {
    hands.div_ceil(plays as u64).max(2)
}

struct Duel<'a> {
    game: &'a Game,
    agents: [&'a AgentSpec; 2],
    config: &'a ArenaConfig,
    source: Source,
    deals: Range<u64>,
    /// Keep the margin of every set.
    record: bool,
    set: Vec<Seating>,
}

/// What a worker finds beside the tally.
#[derive(Default)]
struct Found {
    /// Each agent's decisions, where they are timed.
    times: Option<[Histogram; 2]>,
    /// (Deal, counted margin of its set), where they are kept.
    margins: Vec<(u64, i64)>,
}

impl Found {
    fn merge(&mut self, other: Found) {
        self.margins.extend(other.margins);
        match (&mut self.times, other.times) {
            (Some(times), Some(more)) => times.iter_mut().zip(&more).for_each(|(sum, more)| sum.merge(more)),
            (times, more) => *times = times.take().or(more),
        }
    }
}

impl Duel<'_> {
    fn run(&self, progress: &(dyn Fn(Progress) + Sync)) -> Result<(PairTally, Found), ArenaError> {
        let threads = self.config.threads;
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|source| ArenaError::Threads { threads, source })?;
        let board = Board::new(self.deals.start);
        let finished = pool.broadcast(|_| {
            let result = self.work(&board, progress);
            board.stop.fetch_or(result.is_err(), Ordering::Relaxed);
            result
        });
        let mut found = Found::default();
        for worker in finished {
            found.merge(worker?);
        }
        Ok((board.tally.into_inner().expect("no worker panicked"), found))
    }

    fn work(&self, board: &Board, progress: &(dyn Fn(Progress) + Sync)) -> Result<Found, ArenaError> {
        let mut bench = Bench::new(self)?;
        let block = (self.deal_count() / BLOCKS).clamp(1, LONGEST_BLOCK);
        while !board.stop.load(Ordering::Relaxed) {
            let start = board.next.fetch_add(block, Ordering::Relaxed);
            if start >= self.deals.end {
                break;
            }
            let mut tally = PairTally::default();
            for deal in start..(start + block).min(self.deals.end) {
                bench.play_set(deal, &mut tally)?;
            }
            progress(self.progress(&board.add(&tally)));
        }
        Ok(bench.found)
    }

    fn deal_count(&self) -> u64 {
        self.deals.end - self.deals.start
    }

    /// Is this set timed? About [`TIMED_SETS`] are, or all.
    fn timed(&self, deal: u64) -> bool {
        self.config.time && deal.is_multiple_of((self.deal_count() / TIMED_SETS).max(1))
    }

    fn progress(&self, tally: &PairTally) -> Progress {
        let plays = self.set.len() as u64;
        let estimate = tally.pair.margin.estimate(plays as f64, 1.0);
        Progress {
            hands: tally.sets() * plays,
            of: self.deal_count() * plays,
            mean: estimate.mean,
            standard_error: estimate.standard_error,
        }
    }
}

/// What the workers share.
struct Board {
    next: AtomicU64,
    stop: AtomicBool,
    tally: Mutex<PairTally>,
}

impl Board {
    fn new(first: u64) -> Board {
        Board {
            next: AtomicU64::new(first),
            stop: AtomicBool::new(false),
            tally: Mutex::default(),
        }
    }

    /// Adds a block and returns the sum so far.
    fn add(&self, block: &PairTally) -> PairTally {
        let mut tally = self.tally.lock().expect("no worker panicked");
        tally.merge(block);
        *tally
    }
}

/// One worker's agents: an instance a seat.
struct Bench<'a> {
    duel: &'a Duel<'a>,
    agents: [Vec<Player>; 2],
    /// The actions of the hand in progress.
    history: Vec<Action>,
    stopwatch: Stopwatch,
    found: Found,
}

impl<'a> Bench<'a> {
    fn new(duel: &'a Duel<'a>) -> Result<Bench<'a>, ArenaError> {
        let build = |agent: usize| {
            let spec = duel.agents[agent];
            (0..Seating::instances(&duel.set)[agent])
                .map(|_| spec.build_player(duel.game))
                .collect::<Result<Vec<_>, _>>()
                .map_err(|source| ArenaError::Agent {
                    agent: spec.to_string(),
                    source: Box::new(source),
                })
        };
        Ok(Bench {
            duel,
            agents: [build(0)?, build(1)?],
            history: Vec::new(),
            stopwatch: Stopwatch::new(),
            found: Found {
                times: duel.config.time.then(Default::default),
                margins: Vec::new(),
            },
        })
    }

    fn play_set(&mut self, index: u64, tally: &mut PairTally) -> Result<(), ArenaError> {
        let duel = self.duel;
        let Duel { game, config, set, .. } = duel;
        let dealer = (index % game.players() as u64) as usize;
        let deal = Deal::random(game, dealer, &mut duel.source.deal_rng(config.seed, index));
        let first_side = game.side((dealer + 1) % game.players());
        let dealer_side = game.side(dealer);
        let mut count = SetCount::default();
        for (number, play) in set.iter().enumerate() {
            self.start(index, number, play);
            let score = if duel.timed(index) {
                self.play_hand::<true>(&deal, index, play)?
            } else {
                self.play_hand::<false>(&deal, index, play)?
            };
            tally.push_hand(play, &score);
            count.push(play, &score, first_side, dealer_side);
        }
        if duel.record {
            self.found.margins.push((index, count.margin()));
        }
        tally.push(&mut count);
        Ok(())
    }

    fn start(&mut self, index: u64, number: usize, play: &Seating) {
        for (seat, &(agent, instance)) in play.seats.iter().enumerate() {
            let place = [index, number as u64, seat as u64];
            let seed = self.duel.source.seat_seed(self.duel.config.seed, place);
            self.agents[agent][instance].start_hand(seed);
        }
    }

    fn play_hand<const TIMED: bool>(
        &mut self,
        deal: &Deal,
        index: u64,
        play: &Seating,
    ) -> Result<HandScore, ArenaError> {
        let Duel { game, config, .. } = self.duel;
        let mut world = World {
            deal: *deal,
            state: State::new(game, deal),
        };
        self.history.clear();
        while !world.state.is_over() {
            let seat = world.state.seat();
            let (agent, instance) = play.seats[seat];
            let began = (TIMED && world.state.count_actions(game) > 1).then(Clock::start);
            let answer = self.agents[agent][instance].act(&Place {
                game,
                world: &world,
                history: &self.history,
                partners_open: config.partners_open,
            });
            let action = answer.map_err(|source| ArenaError::Offence {
                agent: self.duel.agents[agent].to_string(),
                source,
                deal: index,
                seed: config.seed,
                seat,
            })?;
            if let (Some(began), Some(times)) = (began, &mut self.found.times) {
                times[agent].push(self.stopwatch.since(began));
            }
            if world.state.try_apply(game, deal, action).is_err() {
                return Err(ArenaError::IllegalAction {
                    agent: self.duel.agents[agent].to_string(),
                    action: action.text(game.deck()),
                    deal: index,
                    seed: config.seed,
                    seat,
                });
            }
            self.history.push(action);
        }
        Ok(world.state.score(game))
    }
}

#[cfg(test)]
mod tests {
    use spariglio_agents::AgentSpec;
    use spariglio_engine::Game;

    use super::{ArenaConfig, Bench, Deal, Duel, Source, play_pair, play_tuning};
    use crate::seating::Seating;

    fn spec(text: &str) -> AgentSpec {
        AgentSpec::parse(text).expect("an agent")
    }

    fn config(hands: u64) -> ArenaConfig {
        ArenaConfig {
            hands,
            seed: 3,
            threads: 1,
            partners_open: false,
            time: false,
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
            set: set.clone(),
        };
        let mut bench = Bench::new(&duel).expect("built");
        let mut play_all = |index: u64| {
            let dealer = (index % game.players() as u64) as usize;
            let deal = Deal::random(game, dealer, &mut Source::Test.deal_rng(config.seed, index));
            let plays = set.iter().enumerate().map(|(number, play)| {
                bench.start(index, number, play);
                let score = bench.play_hand::<false>(&deal, index, play).expect("legal");
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
