//! `spariglio selfplay`: agents play themselves, and every decision becomes a training row.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use clap::Args as ClapArgs;
use serde_json::json;

use spariglio_arena::pairs::MOST_HANDS;
use spariglio_files::config::check_number;
use spariglio_files::manifest::ShardEntry;
use spariglio_files::run_dir::RUN_FILE;
use spariglio_files::{Config, Fingerprint, Manifest, Part, RulesChoice, RunDir, RunFile, run_dir, tell};
use spariglio_report::figures;
use spariglio_selfplay::card::SHARDS_OF_SPLITS;
use spariglio_selfplay::row::SCHEMA_VERSION;
use spariglio_selfplay::{
    DataConfig, Job, MOST_TEMPERATURE, Progress, SelfplayConfig, SelfplayError, generate, generate_part,
};

use crate::interrupt::{self, Then};
use crate::meter::rows::{RowsMeter, size};
use crate::{Status, common};

const SHARDS: u32 = 4;
const HANDS: u32 = 1000;

/// Generate training rows by self-play.
///
/// Writes data/gen-NNNN/rows/shard-NNNNN.parquet, a manifest and a data set card into the run directory. The same command
/// resumes a stopped run, and more --hands, --rows or --shards extend it. The files are the same for any number of
/// threads.
#[derive(ClapArgs)]
pub struct Args {
    /// Configuration (configs/selfplay/); other arguments override it
    #[arg(value_name = "FILE")]
    config: Option<PathBuf>,
    /// Folder to write: the run directory
    #[arg(long, short, value_name = "DIR")]
    out: PathBuf,
    /// Preset name, or TOML file of rules [default: scopone, or the configuration's]
    #[arg(long, short, value_name = "NAME|FILE")]
    rules: Option<String>,
    /// Agents, separated by commas: one plays all seats; several change sides from hand to hand; if given again, adds
    /// agents
    #[arg(long, short, value_name = "A,B,...", required_unless_present = "config")]
    agents: Vec<String>,
    /// Number of hands: rounded up to equal shards [default: 4000, or the configuration's]
    #[arg(long, value_name = "N", conflicts_with = "shards", value_parser = common::count::<1, MOST_HANDS>)]
    hands: Option<u64>,
    /// Number of rows, instead of --hands: at least so many, one per decision
    #[arg(long, value_name = "N", conflicts_with_all = ["hands", "shards"], value_parser = common::count::<1, MOST_HANDS>)]
    rows: Option<u64>,
    /// Number of shards [default: 4]
    #[arg(long, value_name = "N", value_parser = common::number::<u32, 0, { u32::MAX as u64 }>)]
    shards: Option<u32>,
    /// Hands per shard [default: 1000]
    #[arg(long, value_name = "N", value_parser = common::hands_per_shard)]
    hands_per_shard: Option<u32>,
    /// 0 plays what the agents choose, 1 draws from their policies: more varied, weaker [default: 1, or the
    /// configuration's]
    #[arg(long, value_name = "T", value_parser = common::real, allow_negative_numbers = true)]
    temperature: Option<f64>,
    /// Number of the generation [default: 0]
    #[arg(long, value_name = "N", value_parser = common::number::<u32, 0, { u32::MAX as u64 }>)]
    generation: Option<u32>,
    /// Seed of everything random [default: 1, or the configuration's]
    #[arg(long, value_name = "N", value_parser = common::seed)]
    seed: Option<u64>,
    /// Play one of several equal parts, for example 1/4: some of the shards, and no manifest. When all shards are there,
    /// wherever they were made, the same command without --part writes the manifest
    #[arg(long, value_name = "K/N", default_value_t = Part::default())]
    part: Part,
    /// Worker threads; 0 = one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = common::threads)]
    threads: usize,
    /// Partners see each other's hand cards
    #[arg(long)]
    partners_open: bool,
    /// Also write the hands as records (data/gen-NNNN/records/)
    #[arg(long)]
    with_records: bool,
    /// Also write the hands as games: one hand per row, as tokens (data/gen-NNNN/games/)
    #[arg(long)]
    games: bool,
    /// Add network inputs to the rows: of each view and of its actions
    #[arg(long)]
    inputs: bool,
    /// Print JSON: a summary in one line
    #[arg(long)]
    json: bool,
}

/// Runs `spariglio selfplay`.
pub fn run(args: Args) -> Result<Status> {
    let config = config(&args)?;
    common::check_partners(args.partners_open, &config.rules.game()?)?;
    let Opened { run, job, .. } = open(config, &args.out)?;
    interrupt::listen()?;
    let meter = RowsMeter::new("self-play");
    let show = |progress| meter.show(progress);
    let folder = run_dir::data_folder(&args.out, job.generation);
    if !args.part.is_all() {
        let shards = generate_part(&run, &job, args.part, args.threads, &show);
        meter.finish();
        return match unless_stopped(shards, Then::Resumes)? {
            Some(shards) => report_part(args.json, &folder, &shards),
            None => Ok(Status::Fault),
        };
    }
    let manifest = generate(&run, &job, args.threads, &show);
    let (progress, seconds) = meter.finish();
    let Some(manifest) = unless_stopped(manifest, Then::Resumes)? else {
        return Ok(Status::Fault);
    };
    report(args.json, &folder, &manifest, progress, seconds)?;
    Ok(Status::Success)
}

/// The outcome of making rows; `None`, with a message, if it was stopped early.
pub fn unless_stopped<T>(outcome: Result<T, SelfplayError>, then: Then) -> Result<Option<T>> {
    match outcome {
        Err(SelfplayError::Stopped) => {
            interrupt::ended_early(then);
            Ok(None)
        }
        outcome => Ok(Some(outcome?)),
    }
}

/// A generation to fill, and its run directory.
pub struct Opened {
    /// The configuration with its rules written out.
    pub config: SelfplayConfig,
    /// The run directory.
    pub run: RunDir,
    /// The generation.
    pub job: Job,
}

/// Opens the run directory `out` for a configuration.
///
/// # Errors
/// The configuration is out of range, an agent cannot be built, or the directory cannot be opened, holds another run or
/// is in use.
pub fn open(mut config: SelfplayConfig, out: &Path) -> Result<Opened> {
    let game = Arc::new(config.rules.game()?);
    config.rules = RulesChoice::of(game.rules());
    config.check()?;
    let mut job = Job::new(&game, config.seed, config.generation, &config.data, out, None)?;
    crate::VERSION.clone_into(&mut job.program);
    for spec in &config.data.agents {
        common::build(spec, &job.game)?;
    }
    let described = |config: &SelfplayConfig| {
        RunFile::new("selfplay", SCHEMA_VERSION, config.seed, Fingerprint::of(&job.game), config)
    };
    let mut file = described(&config);
    let earlier = stored(out)?;
    if let Some(earlier) = &earlier {
        check_not_fewer(earlier, &config.data, out)?;
    }
    if let Some(shards) = earlier.map(|data| data.shards).filter(|&shards| shards < config.data.shards) {
        let data = DataConfig { shards, ..config.data.clone() };
        file = file.extending(described(&SelfplayConfig { data, ..config.clone() }));
    }
    common::note_others(out, RUN_FILE);
    let run = RunDir::open(out, &file)?;
    Ok(Opened { config, run, job })
}

/// Fails if a run would have the data that is there, but fewer hands.
fn check_not_fewer(earlier: &DataConfig, data: &DataConfig, out: &Path) -> Result<()> {
    let same = DataConfig { shards: earlier.shards, ..data.clone() };
    if earlier.shards > data.shards && same == *earlier {
        let [hands, wanted] = [earlier, data].map(|data| u64::from(data.shards) * u64::from(data.hands_per_shard));
        let (out, hands, wanted) = (out.display(), figures::thousands(hands), figures::thousands(wanted));
        bail!("{out}: it has {hands} hands, asked for {wanted}: ask for at least as many, or choose another folder");
    }
    Ok(())
}

/// The data of the run in `out`, if there is one.
fn stored(out: &Path) -> Result<Option<DataConfig>> {
    Ok(RunFile::config_in::<SelfplayConfig>(out)?.map(|config| config.data))
}

/// The configuration file overridden by the arguments, or the arguments alone if there is no file.
fn config(args: &Args) -> Result<SelfplayConfig> {
    common::check_no_word(args.config.as_deref(), &args.agents)?;
    let agents = common::agents(&args.agents)?;
    let mut config = match &args.config {
        Some(path) => SelfplayConfig::load(path)?,
        None => SelfplayConfig {
            rules: RulesChoice::Name(common::RULES.to_owned()),
            seed: common::SEED,
            generation: 0,
            data: DataConfig::of(agents.clone(), SHARDS, HANDS),
        },
    };
    if let Some(rules) = &args.rules {
        config.rules = RulesChoice::Name(rules.clone());
    }
    if !agents.is_empty() {
        config.data.agents = agents;
    }
    replace(&mut config.data.shards, args.shards);
    replace(&mut config.data.hands_per_shard, args.hands_per_shard);
    if let Some(hands) = hands(args, &config)? {
        let stored = stored(&args.out)?.filter(|_| args.hands_per_shard.is_none());
        replace(&mut config.data.hands_per_shard, stored.as_ref().map(|data| data.hands_per_shard));
        lay_out(&mut config.data, hands, args.hands_per_shard.is_some() || stored.is_some())?;
    }
    if let Some(temperature) = args.temperature {
        check_number("--temperature", temperature, 0.0, MOST_TEMPERATURE)?;
        config.data.exploration.temperature = vec![(0, temperature)];
    }
    replace(&mut config.generation, args.generation);
    replace(&mut config.seed, args.seed);
    config.data.partners_open |= args.partners_open;
    config.data.records |= args.with_records;
    config.data.games |= args.games;
    config.data.inputs |= args.inputs;
    Ok(config)
}

/// The number of hands that `--hands` or `--rows` asks for; `None` if neither is given.
fn hands(args: &Args, config: &SelfplayConfig) -> Result<Option<u64>> {
    let Some(rows) = args.rows else { return Ok(args.hands) };
    // Declarations and passes add to the plays, so there are at least this many rows.
    let plays = config.rules.game()?.plies() as u64;
    Ok(Some(rows.div_ceil(plays)))
}

/// Divides `hands` into equal shards, rounding up; unless their size is fixed, each has at most as many hands as now.
fn lay_out(data: &mut DataConfig, hands: u64, is_fixed: bool) -> Result<()> {
    let shards = hands.div_ceil(u64::from(data.hands_per_shard.max(1)));
    data.shards = u32::try_from(shards)
        .ok()
        .with_context(|| format!("--hands: {hands} hands make {shards} shards: expected a larger --hands-per-shard"))?;
    if !is_fixed {
        // At most the present number.
        data.hands_per_shard = hands.div_ceil(shards) as u32;
    }
    Ok(())
}

fn replace<T>(value: &mut T, by: Option<T>) {
    if let Some(by) = by {
        *value = by;
    }
}

/// Prints the shards that are in `folder` now, as text or as one line of JSON.
fn report_part(as_json: bool, folder: &Path, shards: &[ShardEntry]) -> Result<Status> {
    let mut out = common::output();
    if as_json {
        writeln!(out, "{}", json!({ "folder": folder, "shards": shards }))?;
    } else {
        let rows: u64 = shards.iter().map(|shard| shard.rows).sum();
        writeln!(out, "{}: {} shards, {rows} rows; no manifest yet", folder.display(), shards.len())?;
    }
    out.flush()?;
    Ok(Status::Success)
}

/// Prints a summary of `folder` after a run, as text or as one line of JSON.
pub fn report(
    as_json: bool,
    folder: &Path,
    manifest: &Manifest,
    progress: Option<Progress>,
    seconds: f64,
) -> Result<()> {
    let played = progress.map_or(0, |progress| progress.hands_played);
    let rows = progress.map_or(0, |progress| progress.rows_played);
    let mut out = common::output();
    if as_json {
        let line = json!({
            "folder": folder,
            "manifest": manifest,
            "hands_played": played,
            "seconds": seconds,
            "hands_per_second": played as f64 / seconds,
            "rows_per_second": rows as f64 / seconds,
        });
        writeln!(out, "{line}")?;
    } else {
        let shards = manifest.shards.len();
        writeln!(out, "{}: {shards} shards, {} hands, {} rows", folder.display(), manifest.hands, manifest.rows)?;
        tell!("the rows take {}", size(manifest.shards.iter().map(|shard| shard.bytes).sum()));
        let each = manifest.hands / SHARDS_OF_SPLITS as u64;
        if shards < SHARDS_OF_SPLITS && each > 0 {
            tell!(
                "all rows are `train`: {SHARDS_OF_SPLITS} shards or more make splits for validation and test too \
                 (--hands-per-shard {each}, in a new folder)"
            );
        }
        if played > 0 {
            let [played, each, rows] =
                [played, (played as f64 / seconds) as u64, (rows as f64 / seconds) as u64].map(figures::thousands);
            tell!("{played} hands in {seconds:.1} s: {each} hands/s, {rows} rows/s");
        }
    }
    Ok(out.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shards and the hands of each, after arguments.
    fn layout(arguments: &str) -> Result<(u32, u32)> {
        #[derive(clap::Parser)]
        struct Verb {
            #[command(flatten)]
            args: Args,
        }
        let words = ["selfplay", "--agents", "greedy", "--out", "x"]
            .into_iter()
            .chain(arguments.split_whitespace());
        let verb = <Verb as clap::Parser>::try_parse_from(words)?;
        config(&verb.args).map(|config| (config.data.shards, config.data.hands_per_shard))
    }

    #[test]
    fn hands_and_rows_are_laid_out_in_equal_shards() {
        for (arguments, shards) in [
            ("", (4, 1000)),
            ("--shards 2 --hands-per-shard 7", (2, 7)),
            ("--hands 1", (1, 1)),
            ("--hands 2500", (3, 834)),
            ("--hands 2500 --hands-per-shard 100", (25, 100)),
            // A hand of Scopone has 36 plays and of Cirulla 36.
            ("--rows 72k", (2, 1000)),
            ("--rows 37", (1, 2)),
            ("--rows 37 --rules cirulla --hands-per-shard 1", (2, 1)),
        ] {
            assert_eq!(layout(arguments).expect(arguments), shards, "{arguments}");
        }
        for refused in ["--hands 5 --shards 2", "--rows 5 --hands 2", "--hands 5e9 --hands-per-shard 1"] {
            assert!(layout(refused).is_err(), "{refused}");
        }
    }
}
