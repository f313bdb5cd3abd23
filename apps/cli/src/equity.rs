//! `spariglio equity`: tables of match equity, as files for searches, as text and as pictures.

use std::collections::BTreeSet;
use std::io::Write;
use std::iter;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use clap::Args as ClapArgs;
use spariglio_agents::{AgentSpec, MatchEquity};
use spariglio_arena::matches::equity::{self, Counted, Counting, EquityConfig};
use spariglio_arena::pairs::MOST_HANDS;
use spariglio_arena::{ArenaError, Watch};
use spariglio_engine::Game;
use spariglio_engine::format::plain::shell_word;
use spariglio_engine::rules::MatchRules;
use spariglio_files::whole::{partial, remove};
use spariglio_files::{Lock, sealed, tell, write_whole};

use crate::common::{self, RulesArg};
use crate::meter::{Meter, Rest};
use crate::{Status, interrupt, origin, picture_file};

/// Compute the chance of winning a match from any score.
///
/// Writes a table of this match equity, and its picture.
///
/// Plays hands of an agent against itself. Dynamic programming over them gives the chance that a side wins the match
/// from any score, as dealer and as forehand. Fails if the game has more than two sides.
///
/// The hands are saved every second: after Ctrl-C or a kill the same command resumes.
#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    rules: RulesArg,
    /// Match limits in points, one table each from the same hands [default: the rule set's end of the match]
    #[arg(long, value_name = "N,...", value_delimiter = ',', value_parser = common::number::<u32, 1, 1000>)]
    limit: Vec<u32>,
    /// Hands per match, instead of a limit
    #[arg(long, value_name = "N", conflicts_with = "limit", value_parser = common::number::<u32, 1, 100>)]
    match_hands: Option<u32>,
    /// Number of hands: rounded up to 20 equal batches
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = common::count::<1, MOST_HANDS>)]
    hands: u64,
    /// Agent: on both sides
    #[arg(long, value_name = "AGENT", default_value = "greedy")]
    agent: String,
    /// Seed of everything random: deals and agent
    #[arg(long, value_name = "N", default_value_t = common::SEED, value_parser = common::seed)]
    seed: u64,
    /// Worker threads; 0 = one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = common::threads)]
    threads: usize,
    /// File to write: the table as JSON; until it is complete, the counts of the hands so far are kept beside it (.partial)
    /// [default: runs/equity-RULES-END.json]
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// File for the picture: .svg, .pdf or .png [default: both, beside the table]
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
    if let Some(path) = args
        .out
        .as_deref()
        .filter(|path| path.extension().is_some_and(|end| end != "json"))
    {
        bail!("--out {}: expected a name that ends in .json", path.display());
    }
    let tables: Vec<PathBuf> = games.iter().map(|game| table_file(&args, game)).collect();
    for path in &tables {
        common::check_own("--out", path, |text| text.starts_with("{\"kind\":"))?;
    }
    let locks = BTreeSet::from_iter(&tables).into_iter().map(|path| Lock::of_file(path));
    let _locks = locks.collect::<Result<Vec<_>, _>>()?;
    let config = EquityConfig {
        agent: AgentSpec::resolve(&args.agent).map_err(|error| anyhow!(error))?,
        hands: args.hands,
        seed: args.seed,
        threads: args.threads,
    };
    let partial = partial(&tables[0]);
    interrupt::listen()?;
    let counts = Counting::load(&partial, &game, &config)?;
    let show = EquityWatch { meter: Meter::new("hands"), partial: &partial };
    let sample = equity::sample(&game, &config, counts, &show);
    show.meter.clear();
    let Some(sample) = interrupt::unless_stopped(sample, interrupt::Then::Resumes)? else {
        return Ok(Status::Fault);
    };
    let mut out = common::output();
    for (game, path) in games.iter().zip(&tables) {
        let (command, origin) = (Some(command(&args, game)), Some(origin()));
        let table = MatchEquity { command, origin, ..equity::table(game, &sample)? };
        write_table(&args, &table, path, &mut out)?;
    }
    out.flush()?;
    remove(&partial)?;
    Ok(Status::Success)
}

/// Shows the progress on standard error, and keeps the counts in a file.
struct EquityWatch<'a> {
    meter: Meter,
    /// The file of the counts.
    partial: &'a Path,
}

impl Watch<Counted, Counting> for EquityWatch<'_> {
    fn progress(&self, Counted { hands, of }: Counted) {
        self.meter.show("equity", hands, Some(of), |_| Rest::default());
    }

    fn keep(&self, counting: &Counting) -> Result<(), ArenaError> {
        counting.write(self.partial)
    }

    fn stopped(&self) -> bool {
        interrupt::stopped()
    }
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

fn write_table(args: &Args, table: &MatchEquity, path: &Path, out: &mut impl Write) -> Result<()> {
    let line = sealed::to_json(table)?;
    write_whole(path, format!("{line}\n").as_bytes())?;
    let drawing = spariglio_report::equity::picture(table);
    let pictures = match &args.picture {
        Some(path) => vec![path.clone()],
        None => ["svg", "png"].map(|end| path.with_extension(end)).to_vec(),
    };
    for picture in &pictures {
        picture_file::write(picture, &drawing)?;
    }
    if args.json {
        writeln!(out, "{line}")?;
    } else {
        writeln!(out, "{}", spariglio_report::equity::text(table))?;
    }
    for path in iter::once(path).chain(pictures.iter().map(PathBuf::as_path)) {
        tell!("{}", path.display());
    }
    Ok(())
}

/// The command that makes the table of `game` again.
fn command(args: &Args, game: &Game) -> String {
    let end = game.rules().end;
    let end = match (end.limit, end.hands) {
        (None, Some(hands)) => format!("--match-hands {hands}"),
        (limit, _) => format!("--limit {}", limit.unwrap_or_default()),
    };
    let [rules, agent] = [&args.rules.rules, &args.agent].map(|word| shell_word(word));
    format!("spariglio equity --rules {rules} {end} --hands {} --agent {agent} --seed {}", args.hands, args.seed)
}

/// The file of a table: `--out`, else `runs/equity-RULES-END.json` with `-` for unsafe characters.
fn table_file(args: &Args, game: &Game) -> PathBuf {
    if let Some(path) = &args.out {
        return path.clone();
    }
    let plain = |sign: char| {
        if sign.is_ascii_alphanumeric() || "_-".contains(sign) {
            sign
        } else {
            '-'
        }
    };
    let rules: String = game.rules().name.chars().map(plain).collect();
    let end = game.rules().end;
    let end = match (end.limit, end.hands) {
        (None, Some(hands)) => format!("{hands}-hands"),
        (limit, _) => limit.unwrap_or_default().to_string(),
    };
    Path::new("runs").join(format!("equity-{rules}-{end}.json"))
}
