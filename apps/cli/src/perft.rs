//! `spariglio perft`: counts all sequences of actions from a position, or a game's information sets.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use clap::Args as ClapArgs;
use serde_json::json;
use spariglio_engine::record::Replayer;
use spariglio_engine::walks::{InfoSets, Perft, info_sets, perft};
use spariglio_engine::{Deal, Game, State};

use crate::common::{self, RulesArg};
use crate::recorded::one_record;
use crate::{Status, interrupt};

/// Most cards of a game whose information sets can be counted: with more there are millions.
const MOST_CARDS: usize = 12;

/// Count all sequences of actions from a position.
///
/// Counts the information sets of a small game with --info-sets.
#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    rules: RulesArg,
    /// Seed of everything random: the deal and the actions before the position; seat 0 deals
    #[arg(long, value_name = "N", default_value_t = common::SEED, value_parser = common::seed)]
    seed: u64,
    /// Random actions before the position
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = common::number::<usize, 0, { u64::MAX }>)]
    after: usize,
    /// File of records, `.jsonl` or `.jsonl.zst`; `-` = standard input: start at the end of a record instead of at a
    /// random deal
    #[arg(value_name = "FILE", conflicts_with_all = ["rules", "seed", "after"])]
    file: Option<String>,
    /// Line of the record in the file, from 1
    #[arg(long, value_name = "N", default_value_t = 1, requires = "file", value_parser = common::number::<u64, 1, { u64::MAX }>)]
    line: u64,
    /// Maximum number of actions; every smaller number is counted too
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = common::number::<usize, 0, { u64::MAX }>)]
    depth: usize,
    /// Count the information sets instead, over all deals of one dealer (small games without declarations)
    #[arg(long, conflicts_with_all = ["seed", "after", "file", "line", "depth"])]
    info_sets: bool,
    /// Print JSON: one object per depth
    #[arg(long)]
    json: bool,
}

/// The start of the sequences.
struct Position {
    game: Arc<Game>,
    deal: Deal,
    state: State,
}

/// Runs `spariglio perft`.
pub fn run(args: Args) -> Result<Status> {
    interrupt::end_without_reader();
    if args.info_sets {
        return count_info_sets(&args);
    }
    let Position { game, deal, state } = match &args.file {
        Some(file) => recorded(file, args.line)?,
        None => random(&args)?,
    };
    let mut out = common::output();
    if !args.json {
        writeln!(out, "{:>5}  {:>16}  {:>16}  {:>14}  {:>9}", "depth", "nodes", "captures", "sweeps", "seconds")?;
    }
    let mut last = Perft::default();
    for depth in 0..=args.depth {
        let start = Instant::now();
        last = perft(&game, &deal, &state, depth);
        let seconds = start.elapsed().as_secs_f64();
        if args.json {
            writeln!(out, "{}", object(depth, &last, seconds))?;
        } else {
            let Perft { nodes, captures, sweeps, .. } = last;
            writeln!(out, "{depth:>5}  {nodes:>16}  {captures:>16}  {sweeps:>14}  {seconds:>9.3}")?;
        }
        out.flush()?;
    }
    if !args.json && !last.points.is_empty() {
        histogram(&mut out, &last)?;
    }
    out.flush()?;
    Ok(Status::Success)
}

/// Counts the information sets of the seats to act, over all deals.
fn count_info_sets(args: &Args) -> Result<Status> {
    let game = args.rules.game()?;
    if game.pack_len() > MOST_CARDS {
        bail!(
            "--info-sets: expected a deck of at most {MOST_CARDS} cards, found {}: larger games have too many to count",
            game.pack_len()
        );
    }
    let counted = info_sets(&game);
    let InfoSets { all, choices } = counted.context("--info-sets: expected a game without declarations")?;
    let text = format!("{all} information sets, {choices} of them with two or more legal actions");
    common::print_result(args.json, json!({"info_sets": all, "choices": choices}), text)?;
    Ok(Status::Success)
}

fn random(args: &Args) -> Result<Position> {
    let game = Arc::new(args.rules.game()?);
    let mut rng = common::generator(args.seed);
    let deal = Deal::random(&game, 0, &mut rng);
    let mut state = State::new(&game, &deal);
    for done in 0..args.after {
        ensure!(!state.is_over(), "--after {}: the hand is over after {done} actions", args.after);
        let action = state.random_action(&game, &mut rng);
        state.apply(&game, &deal, action);
    }
    Ok(Position { game, deal, state })
}

/// The position at the end of a record, given by its line in a file.
fn recorded(file: &str, line: u64) -> Result<Position> {
    let record = one_record(Path::new(file), line, Replayer::new(false))?;
    let state = record.check().map_err(|error| error.with_file(file))?;
    Ok(Position { game: Arc::clone(record.game()), deal: *record.deal(), state })
}

fn object(depth: usize, perft: &Perft, seconds: f64) -> serde_json::Value {
    let points: Vec<_> = perft
        .points
        .iter()
        .map(|(points, count)| json!({"points": points, "count": count}))
        .collect();
    json!({
        "depth": depth,
        "nodes": perft.nodes,
        "captures": perft.captures,
        "sweeps": perft.sweeps,
        "points": points,
        "seconds": seconds,
    })
}

/// Prints how many sequences end the hand with each result, in points by side.
fn histogram(out: &mut impl Write, perft: &Perft) -> Result<()> {
    writeln!(out, "\npoints by side at the end of the hand")?;
    for (points, count) in &perft.points {
        let points: Vec<String> = points.iter().map(i32::to_string).collect();
        writeln!(out, "{:>12}  {count:>16}", points.join(" - "))?;
    }
    Ok(())
}
