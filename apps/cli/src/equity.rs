//! `spariglio equity`: tables of match equity, as files for searches, as text and as pictures.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, anyhow, bail};
use clap::Args as ClapArgs;
use spariglio_agents::equity::Chances;
use spariglio_agents::{AgentSpec, MatchEquity};
use spariglio_arena::MOST_HANDS;
use spariglio_arena::matches::equity::{self, EquityConfig};
use spariglio_engine::{Game, MatchRules};
use spariglio_files::write_whole;

use crate::common::{self, RulesArg};
use crate::meter::bar;
use crate::{Status, picture_file};

/// Compute the chance of winning a match from any score.
///
/// Writes a table of this match equity, and its picture.
///
/// Plays hands of an agent against itself. Dynamic programming over them gives the chance that a side wins the match
/// from any score, as dealer and as forehand. Fails if the game has more than two sides.
#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    rules: RulesArg,
    /// Match limits in points, one table each from the same hands [default: the rule set's end of the match]
    #[arg(long, value_name = "N,...", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=1000))]
    limit: Vec<u32>,
    /// Hands per match, instead of a limit
    #[arg(long, value_name = "N", conflicts_with = "limit", value_parser = clap::value_parser!(u32).range(1..=100))]
    match_hands: Option<u32>,
    /// Number of hands: rounded up to 20 equal batches
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = common::count::<1, MOST_HANDS>)]
    hands: u64,
    /// Agent: on both sides
    #[arg(long, value_name = "AGENT", default_value = "greedy")]
    agent: String,
    /// Seed of everything random: deals and agent
    #[arg(long, value_name = "N", default_value_t = common::SEED)]
    seed: u64,
    /// Worker threads; 0 = one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = common::threads)]
    threads: usize,
    /// File to write: the table as JSON [default: equity-RULES-END.json]
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// File for the picture: .svg or .png [default: equity-RULES-END.svg and .png]
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Print JSON: the whole table in one line, instead of a part of it as text
    #[arg(long)]
    json: bool,
}

/// Runs `spariglio equity`.
pub fn run(args: Args) -> Result<Status> {
    let game = args.rules.game()?;
    let games = games(&args, &game)?;
    if games.len() > 1 && (args.out.is_some() || args.picture.is_some()) {
        bail!("--out and --picture name one file: expected one --limit with them, got {}", games.len());
    }
    if let Some(path) = &args.picture {
        picture_file::check(path)?;
    }
    let config = EquityConfig {
        agent: AgentSpec::resolve(&args.agent).map_err(|error| anyhow!(error))?,
        hands: args.hands,
        seed: args.seed,
        threads: args.threads,
    };
    let bar = bar("{bar:24} {human_pos}/{human_len} hands, {per_sec}, {eta} left");
    let sample = equity::sample(&game, &config, &|done, all| {
        bar.set_length(all);
        bar.set_position(done);
    });
    bar.finish_and_clear();
    let sample = sample?;
    let mut out = common::output();
    for game in &games {
        let table = equity::table(game, &sample)?;
        write_table(&args, &table, &mut out)?;
    }
    out.flush()?;
    Ok(Status::Success)
}

/// The game with each requested end of the match.
fn games(args: &Args, game: &Game) -> Result<Vec<Game>> {
    let seven_zero = game.rules().end.seven_zero;
    let limits = args
        .limit
        .iter()
        .map(|&limit| MatchRules { limit: Some(limit), hands: None, seven_zero });
    let over_hands = args
        .match_hands
        .map(|hands| MatchRules { limit: None, hands: Some(hands), seven_zero: false });
    let mut ends: Vec<MatchRules> = limits.chain(over_hands).collect();
    if ends.is_empty() {
        ends.push(game.rules().end);
    }
    let changed = ends.into_iter().map(|end| {
        let changed = equity::with_end(game, end)?;
        equity::check(&changed)?;
        Ok(changed)
    });
    changed.collect()
}

fn write_table(args: &Args, table: &MatchEquity, out: &mut impl Write) -> Result<()> {
    let line = serde_json::to_string(table)?;
    let name = file_name(table);
    let path = args.out.clone().unwrap_or_else(|| format!("{name}.json").into());
    write_whole(&path, format!("{line}\n").as_bytes())?;
    let drawn = spariglio_report::equity::picture(table);
    let pictures = match &args.picture {
        Some(path) => vec![path.clone()],
        None => ["svg", "png"].map(|end| format!("{name}.{end}").into()).to_vec(),
    };
    for picture in &pictures {
        picture_file::write(picture, &drawn)?;
    }
    if args.json {
        writeln!(out, "{line}")?;
    } else {
        writeln!(out, "{}", spariglio_report::equity::text(table))?;
    }
    for path in [path].iter().chain(&pictures) {
        eprintln!("{}", path.display());
    }
    Ok(())
}

/// The file name `equity-RULES-END`, with `-` for unsafe characters.
fn file_name(table: &MatchEquity) -> String {
    let plain = |sign: char| {
        if sign.is_ascii_alphanumeric() || "_-".contains(sign) {
            sign
        } else {
            '-'
        }
    };
    let rules: String = table.rules.chars().map(plain).collect();
    match &table.chances {
        Chances::Limit { limit, .. } => format!("equity-{rules}-{limit}"),
        Chances::Hands { hands, .. } => format!("equity-{rules}-{hands}-hands"),
    }
}
