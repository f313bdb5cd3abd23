//! `spariglio bench`: this machine's speeds on one core, each the median of several slices, and a fingerprint of
//! decisions.

mod arena;
mod learning;
mod net;
mod search;
mod solver;
mod yardstick;

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rand_pcg::Pcg64Mcg;
use serde_json::json;
use spariglio_agents::search::decisions_fingerprint;
use spariglio_engine::{Action, Deal, Game, RuleSet, State, perft};
use spariglio_report::figures;
use spariglio_selfplay::bench_rows;

use crate::Status;
use crate::common::{generator, number, output};

/// Slices per figure; an odd number, as the median is taken.
const SLICES: usize = 5;
/// Hands between two readings of the clock.
const HANDS: usize = 256;
/// Hands that are played again and again, so that the processor knows their branches.
const REPEATED: u64 = 32;
/// Positions for timing lists of actions: few enough to stay in the second-level cache.
const POSITIONS: usize = 1500;
/// Cards per seat and number of positions of each solver figure.
const SOLVED: [(usize, usize); 3] = [(4, 200), (5, 101), (6, 31)];

/// Measure this machine: speeds on one core.
///
/// Each speed is the median of several slices. The last figure is a fingerprint of decisions.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Print JSON: one object per figure
    #[arg(long)]
    json: bool,
    /// Part of a name: measure only the figures that contain it
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// Milliseconds per slice; a figure is the median of five slices
    #[arg(long, value_name = "N", default_value_t = 150, value_parser = number::<u64, 1, { u64::MAX }>)]
    slice: u64,
}

/// A figure: its name, its unit and its measurement.
struct Figure {
    name: String,
    unit: &'static str,
    measure: Box<dyn Fn(Duration) -> Result<f64>>,
}

/// Measures every figure and prints it at once.
pub fn run(args: Args) -> Result<Status> {
    let mut out = output();
    let slice = Duration::from_millis(args.slice);
    let mut figures = figures();
    figures.retain(|figure| figure.name.contains(&args.only));
    if figures.is_empty() {
        bail!("--only {}: expected a part of the name of a figure, found none with it", args.only);
    }
    for figure in figures {
        let value = (figure.measure)(slice)?;
        if args.json {
            writeln!(out, "{}", json!({"name": figure.name, "value": value, "unit": figure.unit}))?;
        } else {
            writeln!(out, "{:<50} {:>18} {}", figure.name, readable(value), figure.unit)?;
        }
        out.flush()?;
    }
    Ok(Status::Success)
}

fn figures() -> Vec<Figure> {
    let mut figures = Vec::new();
    let mut add = |name: String, unit, measure: Box<dyn Fn(Duration) -> Result<f64>>| {
        figures.push(Figure { name, unit, measure });
    };
    for &name in RuleSet::preset_names() {
        let hands = move |slice| Ok(random_hands(&preset(name)?, slice));
        add(format!("random_hands/{name}"), "hands/s", Box::new(hands));
    }
    add_yardstick(&mut add);
    for name in ["scopone_scientifico", "scopa", "scopa_di_quindici", "cirulla"] {
        let gain = move |slice| Ok(repeated_hands_gain(&preset(name)?, slice));
        add(format!("repeated_hands_gain/{name}"), "ratio", Box::new(gain));
    }
    for name in ["scopone_scientifico", "cirulla"] {
        let list = move |slice| Ok(legal_actions_ns(&preset(name)?, slice));
        add(format!("legal_actions_ns/{name}"), "ns", Box::new(list));
    }
    let nodes = |slice| Ok(perft_nodes(&preset("scopone_scientifico")?, slice));
    add("perft_nodes/scopone_scientifico".to_owned(), "nodes/s", Box::new(nodes));
    for name in ["scopone_scientifico", "cirulla"] {
        let search = move |_| {
            let game = preset(name)?;
            let mut seeds = 1..;
            try_median(|| ismcts_simulations(&game, &mut seeds))
        };
        add(format!("ismcts_simulations/{name}"), "simulations/s", Box::new(search));
        let ratio = move |slice| {
            let game = preset(name)?;
            let (mut seeds, mut rng) = (1.., generator(1));
            try_median(|| {
                let simulations = ismcts_simulations(&game, &mut seeds)?;
                Ok(simulations / yardstick::hands_per_second(&game, slice, &mut rng))
            })
        };
        add(format!("ismcts_simulations_per_yardstick/{name}"), "ratio", Box::new(ratio));
    }
    for (cards, positions) in SOLVED {
        let solve = move |_| {
            let game = preset("scopone_scientifico")?;
            solver::median_ms(&game, cards, positions, 1)
        };
        add(format!("solver_ms/scopone_scientifico/{cards}"), "ms", Box::new(solve));
    }
    add_net(&mut add);
    add_rows(&mut add);
    let hands = |slice| try_median(|| arena::hands_per_second(&preset("scopone")?, 1, slice));
    add("arena_hands/scopone".to_owned(), "hands/s", Box::new(hands));
    let gain = |slice| {
        let game = preset("scopone")?;
        try_median(|| {
            let one = arena::hands_per_second(&game, 1, slice)?;
            Ok(arena::hands_per_second(&game, 2, slice)? / one)
        })
    };
    add("arena_two_cores/scopone".to_owned(), "ratio", Box::new(gain));
    let fingerprint = |_| Ok(decisions_fingerprint() as f64);
    add("decisions_fingerprint".to_owned(), "steps", Box::new(fingerprint));
    figures
}

/// Random hands of the plain engine, and the fast engine's as a ratio to them; slices alternate.
fn add_yardstick(add: &mut impl FnMut(String, &'static str, Box<dyn Fn(Duration) -> Result<f64>>)) {
    for &name in RuleSet::preset_names() {
        let plain = move |slice| {
            let game = preset(name)?;
            let mut rng = generator(1);
            Ok(median(|| yardstick::hands_per_second(&game, slice, &mut rng)))
        };
        add(format!("yardstick_hands/{name}"), "hands/s", Box::new(plain));
        let ratio = move |slice| {
            let game = preset(name)?;
            let mut rng = generator(1);
            Ok(median(|| {
                let fast = hands_per_second(&game, slice, &mut rng);
                fast / yardstick::hands_per_second(&game, slice, &mut rng)
            }))
        };
        add(format!("random_hands_per_yardstick/{name}"), "ratio", Box::new(ratio));
    }
}

/// Speeds of the network's inputs, decisions and learning, also as ratios to uniformly random hands.
fn add_net(add: &mut impl FnMut(String, &'static str, Box<dyn Fn(Duration) -> Result<f64>>)) {
    for name in ["scopone", "cirulla"] {
        let inputs = move |slice| {
            let game = preset(name)?;
            Ok(median(|| net::inputs_ns(&game, slice)))
        };
        add(format!("inputs_ns/{name}"), "ns", Box::new(inputs));
        let decisions = move |slice| {
            let game = preset(name)?;
            Ok(median(|| net::decisions_per_second(&game, slice)))
        };
        add(format!("net_decisions/{name}"), "decisions/s", Box::new(decisions));
        let learning = move |slice| {
            let game = preset(name)?;
            try_median(|| learning::decisions_per_second(&game, 1, slice))
        };
        add(format!("gradient_decisions/{name}"), "decisions/s", Box::new(learning));
        let per_hand = move |slice| {
            let game = preset(name)?;
            let mut rng = generator(1);
            try_median(|| {
                let hands = hands_per_second(&game, slice, &mut rng);
                Ok(learning::decisions_per_second(&game, 1, slice)? / hands)
            })
        };
        add(format!("gradient_decisions_per_random_hand/{name}"), "ratio", Box::new(per_hand));
    }
    let gain = |slice| {
        let game = preset("scopone")?;
        try_median(|| {
            let one = learning::decisions_per_second(&game, 1, slice)?;
            Ok(learning::decisions_per_second(&game, 2, slice)? / one)
        })
    };
    add("gradient_two_cores/scopone".to_owned(), "ratio", Box::new(gain));
}

/// Speed of rows of self-play by `formula` in memory, also as a ratio to uniformly random hands.
fn add_rows(add: &mut impl FnMut(String, &'static str, Box<dyn Fn(Duration) -> Result<f64>>)) {
    for name in ["scopone", "cirulla"] {
        let rows = move |slice| {
            let game = preset(name)?;
            try_median(|| Ok(bench_rows(&game, slice)?))
        };
        add(format!("selfplay_rows/{name}"), "rows/s", Box::new(rows));
        let per_hand = move |slice| {
            let game = preset(name)?;
            let mut rng = generator(1);
            try_median(|| {
                let hands = hands_per_second(&game, slice, &mut rng);
                Ok(bench_rows(&game, slice)? / hands)
            })
        };
        add(format!("selfplay_rows_per_random_hand/{name}"), "ratio", Box::new(per_hand));
    }
}

fn preset(name: &str) -> Result<Game> {
    Game::preset(name).with_context(|| format!("no preset `{name}`"))
}

fn try_median(measure: impl FnMut() -> Result<f64>) -> Result<f64> {
    let mut values = std::iter::repeat_with(measure).take(SLICES).collect::<Result<Vec<_>>>()?;
    values.sort_by(f64::total_cmp);
    Ok(values[SLICES / 2])
}

fn median(mut measure: impl FnMut() -> f64) -> f64 {
    let mut values: Vec<f64> = (0..SLICES).map(|_| measure()).collect();
    values.sort_by(f64::total_cmp);
    values[SLICES / 2]
}

/// Hands per second: deal, then uniformly random plays to the end.
fn random_hands(game: &Game, slice: Duration) -> f64 {
    let mut rng = generator(1);
    median(|| hands_per_second(game, slice, &mut rng))
}

/// How many times as many random hands per second there are if the same few are played again and again; slices
/// alternate. The processor then knows nearly all branches, so this is about what its wrong guesses cost.
fn repeated_hands_gain(game: &Game, slice: Duration) -> f64 {
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
    median(|| hands_per_second(REPEATED) / hands_per_second(u64::MAX))
}

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
fn legal_actions_ns(game: &Game, slice: Duration) -> f64 {
    let positions = positions(game);
    let mut actions: Vec<Action> = Vec::with_capacity(256);
    median(|| {
        let start = Instant::now();
        let mut lists = 0;
        while start.elapsed() < slice {
            for state in &positions {
                state.legal_actions(game, &mut actions);
                black_box(&actions);
            }
            lists += positions.len();
        }
        start.elapsed().as_secs_f64() * 1e9 / lists as f64
    })
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
fn perft_nodes(game: &Game, slice: Duration) -> f64 {
    let mut rng = generator(3);
    median(|| {
        let start = Instant::now();
        let mut nodes = 0;
        while start.elapsed() < slice {
            let deal = Deal::random(game, 0, &mut rng);
            let mut state = State::new(game, &deal);
            while state.ply() < game.plies() / 2 {
                let action = state.random_action(game, &mut rng);
                state.apply(game, &deal, action);
            }
            nodes += perft(game, &deal, &state, 7).nodes;
        }
        nodes as f64 / start.elapsed().as_secs_f64()
    })
}

/// Simulations per second of a search of 100,000 on the first play of the next deal.
fn ismcts_simulations(game: &Game, seeds: &mut impl Iterator<Item = u64>) -> Result<f64> {
    let seed = seeds.next().expect("seeds without end");
    search::simulations_per_second(game, 100_000, seed)
}

/// A number with thousands separators, or with two decimals if it is below 1000.
fn readable(value: f64) -> String {
    if value < 1000.0 {
        return format!("{value:.2}");
    }
    figures::thousands(value.round_ties_even() as u64)
}
