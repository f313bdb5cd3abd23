//! The speeds of one core: the engine, the searches, the network, learning, self-play and the arena, and a fingerprint
//! of decisions.
//!
//! A crate of its own, because its loops are compiled for speed and the command line is not.

#![forbid(unsafe_code)]

mod arena;
mod learning;
mod net;
mod search;
mod solver;
mod yardstick;

use std::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant};

use rand_pcg::{Pcg64Mcg, rand_core::SeedableRng};
use spariglio_agents::search::decisions_fingerprint;
use spariglio_engine::walks::perft;
use spariglio_engine::{Action, Deal, Game, RuleSet, State};
use spariglio_selfplay::bench::bench_rows;

/// Slices per figure; an odd number, as the median is taken.
const SLICES: u64 = 5;
/// Hands between two readings of the clock.
const HANDS: usize = 256;
/// Hands that are played again and again, so that the processor knows their branches.
const REPEATED: u64 = 32;
/// Positions for timing lists of actions: few enough to stay in the second-level cache.
const POSITIONS: usize = 1500;

/// What a measurement gives, or why it failed.
pub type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

/// A measurement in a game by slices of a duration.
type Measure = fn(&Game, Duration) -> Result<f64>;

/// A figure of a group: its name, with `{}` for that of the game, its unit and its measurement.
type Kind = (&'static str, &'static str, Measure);

/// A figure of this machine.
pub struct Figure {
    /// Its name.
    pub name: String,
    /// Its unit.
    pub unit: &'static str,
    game: &'static str,
    measure: Measure,
}

impl Figure {
    /// The median of five slices.
    ///
    /// # Errors
    /// The game cannot be played, or threads cannot be started.
    pub fn measure(&self, slice: Duration) -> Result<f64> {
        let game = Game::preset(self.game).ok_or_else(|| format!("no preset `{}`", self.game))?;
        (self.measure)(&game, slice)
    }
}

/// All figures, in the order of their report.
pub fn figures() -> impl Iterator<Item = Figure> {
    GROUPS.iter().flat_map(|(games, kinds)| {
        let games = if games.is_empty() {
            RuleSet::preset_names()
        } else {
            games
        };
        games.iter().flat_map(move |game| {
            kinds.iter().map(move |&(name, unit, measure)| Figure {
                name: name.replace("{}", game),
                unit,
                game,
                measure,
            })
        })
    })
}

/// A generator with a seed.
fn generator(seed: u64) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(seed)
}

/// The games of a group, none for all presets, and what is measured in each of them.
const GROUPS: &[(&[&str], &[Kind])] = &[
    (
        &[],
        &[("random_hands/{}", "hands/s", |game, slice| median(|rng, _| Ok(hands_per_second(game, slice, rng))))],
    ),
    // Random hands of the plain engine, and the fast engine's as a ratio to them; slices alternate.
    (
        &[],
        &[
            ("yardstick_hands/{}", "hands/s", |game, slice| {
                median(|rng, _| Ok(yardstick::hands_per_second(game, slice, rng)))
            }),
            ("random_hands_per_yardstick/{}", "ratio", |game, slice| {
                median(|rng, _| Ok(hands_per_second(game, slice, rng) / yardstick::hands_per_second(game, slice, rng)))
            }),
        ],
    ),
    (
        &["scopone_scientifico", "scopa", "scopa_di_quindici", "cirulla"],
        &[("repeated_hands_gain/{}", "ratio", repeated_hands_gain)],
    ),
    (&["scopone_scientifico", "cirulla"], &[("legal_actions_ns/{}", "ns", legal_actions_ns)]),
    (&["scopone_scientifico"], &[("perft_nodes/{}", "nodes/s", perft_nodes)]),
    (
        &["scopone_scientifico", "cirulla"],
        &[
            ("ismcts_simulations/{}", "simulations/s", |game, _| median(|_, seed| simulations(game, seed))),
            ("ismcts_simulations_per_yardstick/{}", "ratio", |game, slice| {
                median(|rng, seed| Ok(simulations(game, seed)? / yardstick::hands_per_second(game, slice, rng)))
            }),
        ],
    ),
    // By the cards per seat.
    (
        &["scopone_scientifico"],
        &[
            ("solver_ms/{}/4", "ms", |game, _| solver::median_ms(game, 4, 200, 1)),
            ("solver_ms/{}/5", "ms", |game, _| solver::median_ms(game, 5, 101, 1)),
            ("solver_ms/{}/6", "ms", |game, _| solver::median_ms(game, 6, 31, 1)),
        ],
    ),
    // Speeds of the network's inputs, decisions and learning, also as ratios to uniformly random hands.
    (
        &["scopone", "cirulla"],
        &[
            ("inputs_ns/{}", "ns", |game, slice| median(|_, _| Ok(net::inputs_ns(game, slice)))),
            ("net_decisions/{}", "decisions/s", |game, slice| {
                median(|_, _| Ok(net::decisions_per_second(game, slice)))
            }),
            ("gradient_decisions/{}", "decisions/s", |game, slice| {
                median(|_, _| learning::decisions_per_second(game, 1, slice))
            }),
            ("gradient_decisions_per_random_hand/{}", "ratio", |game, slice| {
                median(
                    |rng, _| Ok(learning::decisions_per_second(game, 1, slice)? / hands_per_second(game, slice, rng)),
                )
            }),
        ],
    ),
    (
        &["scopone"],
        &[("gradient_two_cores/{}", "ratio", |game, slice| {
            let speed = |threads| learning::decisions_per_second(game, threads, slice);
            median(|_, _| Ok(speed(2)? / speed(1)?))
        })],
    ),
    // Speed of rows of self-play by `formula` in memory, also as a ratio to uniformly random hands.
    (
        &["scopone", "cirulla"],
        &[
            ("selfplay_rows/{}", "rows/s", |game, slice| median(|_, _| Ok(bench_rows(game, slice)?))),
            ("selfplay_rows_per_random_hand/{}", "ratio", |game, slice| {
                median(|rng, _| Ok(bench_rows(game, slice)? / hands_per_second(game, slice, rng)))
            }),
        ],
    ),
    (
        &["scopone"],
        &[
            ("arena_hands/{}", "hands/s", |game, slice| median(|_, _| arena::hands_per_second(game, 1, slice))),
            ("arena_two_cores/{}", "ratio", |game, slice| {
                let speed = |threads| arena::hands_per_second(game, threads, slice);
                median(|_, _| Ok(speed(2)? / speed(1)?))
            }),
            ("decisions_fingerprint", "steps", |_, _| Ok(decisions_fingerprint() as f64)),
        ],
    ),
];

/// The median of a measurement over several slices, which gets a generator and the number of the slice.
fn median(mut measure: impl FnMut(&mut Pcg64Mcg, u64) -> Result<f64>) -> Result<f64> {
    let mut rng = generator(1);
    let mut values = (1..=SLICES).map(|slice| measure(&mut rng, slice)).collect::<Result<Vec<_>>>()?;
    values.sort_by(f64::total_cmp);
    Ok(values[values.len() / 2])
}

/// How many times as many random hands per second there are if the same few are played again and again; slices
/// alternate. The processor then knows nearly all branches, so this is about what its wrong guesses cost.
fn repeated_hands_gain(game: &Game, slice: Duration) -> Result<f64> {
    let hands_per_second = |different: u64| {
        let mut seeds = (0..different).cycle();
        per_second(slice, || {
            for seed in seeds.by_ref().take(HANDS) {
                let mut rng = generator(seed);
                let deal = Deal::random(game, 0, &mut rng);
                let mut state = State::new(game, &deal);
                state.playout(game, &deal, &mut rng);
                black_box(&state);
            }
            HANDS
        })
    };
    median(|_, _| Ok(hands_per_second(REPEATED) / hands_per_second(u64::MAX)))
}

/// Hands per second: deal, then uniformly random plays to the end.
fn hands_per_second(game: &Game, slice: Duration, rng: &mut Pcg64Mcg) -> f64 {
    per_second(slice, || {
        for i in 0..HANDS {
            let deal = Deal::random(game, i % game.players(), rng);
            let mut state = State::new(game, &deal);
            state.playout(game, &deal, rng);
            black_box(&state);
        }
        HANDS
    })
}

/// Units of work per second; each call of `work` returns the units that it did.
fn per_second(slice: Duration, mut work: impl FnMut() -> usize) -> f64 {
    let start = Instant::now();
    let mut units = 0;
    while start.elapsed() < slice {
        units += work();
    }
    units as f64 / start.elapsed().as_secs_f64()
}

/// Nanoseconds per full list of actions, over all positions of random hands.
fn legal_actions_ns(game: &Game, slice: Duration) -> Result<f64> {
    let positions = positions(game);
    let mut actions: Vec<Action> = Vec::with_capacity(256);
    let mut lists = || {
        for state in &positions {
            state.legal_actions(game, &mut actions);
            black_box(&actions);
        }
        positions.len()
    };
    median(|_, _| Ok(1e9 / per_second(slice, &mut lists)))
}

fn positions(game: &Game) -> Vec<State> {
    let mut rng = generator(2);
    let mut positions = Vec::with_capacity(POSITIONS);
    while positions.len() < POSITIONS {
        let deal = Deal::random(game, positions.len() % game.players(), &mut rng);
        let mut state = State::new(game, &deal);
        while !state.is_over() {
            positions.push(state);
            let action = state.random_action(game, &mut rng);
            state.apply(game, &deal, action);
        }
    }
    positions.truncate(POSITIONS);
    positions
}

/// Perft nodes per second, seven plies deep from the middle of random hands.
fn perft_nodes(game: &Game, slice: Duration) -> Result<f64> {
    let mut rng = generator(3);
    let mut nodes = || {
        let deal = Deal::random(game, 0, &mut rng);
        let mut state = State::new(game, &deal);
        while state.ply() < game.plies() / 2 {
            let action = state.random_action(game, &mut rng);
            state.apply(game, &deal, action);
        }
        perft(game, &deal, &state, 7).nodes as usize
    };
    median(|_, _| Ok(per_second(slice, &mut nodes)))
}

/// Simulations per second of a search of 100,000 on the first play of a deal.
fn simulations(game: &Game, seed: u64) -> Result<f64> {
    search::simulations_per_second(game, 100_000, seed)
}
