//! `spariglio review`: the points that each decision of recorded hands lost.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::Args as ClapArgs;
use spariglio_agents::AgentSpec;
use spariglio_arena::pairs::MOST_HANDS;
use spariglio_engine::record::{HandRecord, Replayer};
use spariglio_files::records::{open, read_line};
use spariglio_files::tell;
use spariglio_files::whole::write_whole;
use spariglio_report::Language;
use spariglio_report::cards::Style;
use spariglio_report::review::Review;
use spariglio_review::{HandReview, Level, Marks, ReviewConfig, Reviewer, Summary};
use spariglio_review::{best_first, decision_row, hand_row, summary_row};

use crate::completions::words;
use crate::meter::{Meter, Rest};
use crate::{Status, common, interrupt};

/// Review recorded hands: points lost by each decision.
///
/// Every figure has an interval, and marked decisions have a reason.
#[derive(ClapArgs)]
pub struct Args {
    /// File of records, `.jsonl` or `.jsonl.zst`; `-` = standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// File to write: the review as one self-contained page
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print JSON: one object per decision and per hand, then a summary (docs/reference/review_rows.md)
    #[arg(long)]
    json: bool,
    /// Number of marked decisions, worst first, that --positions writes, and that the page shows if there are many
    /// hands
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = common::number::<usize, 0, { u64::MAX }>)]
    worst: usize,
    /// File for the positions of the largest marked losses, as records that stop before the decision
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// Agent that judges: `ismcts` or `net-search` [default: net-search if a network ships for the rules, else ismcts]
    #[arg(long, value_name = "AGENT")]
    reviewer: Option<String>,
    /// Depth: `quick` (seconds per hand) or `deep` (ten times as long)
    #[arg(long, value_name = "LEVEL", default_value = "quick", value_parser = level, add = words(Level::ALL.map(Level::name)))]
    level: Level,
    /// Losses in points from which a decision is marked `?!`, `?` and `??`
    #[arg(long, value_name = "A,B,C", default_value = "0.1,0.3,1")]
    marks: Marks,
    /// Language: `en` or `it`, of the page and of the printed text
    #[arg(long, value_name = "LANG", default_value = "en", add = words(Language::ALL.map(Language::code)))]
    lang: Language,
    /// Cards of the page: `regional`, `french` or `plain`
    #[arg(long, value_name = "STYLE", default_value_t, add = words(Style::ALL.map(Style::name)))]
    deck: Style,
    /// Number of hands: the first N records [default: all]
    #[arg(long, value_name = "N", value_parser = common::count::<1, MOST_HANDS>)]
    hands: Option<u64>,
    /// Seed of everything random
    #[arg(long, value_name = "N", default_value_t = common::SEED, value_parser = common::seed)]
    seed: u64,
    /// Worker threads; 0 = one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = common::threads)]
    threads: usize,
    /// Partners see each other's hand cards
    #[arg(long)]
    partners_open: bool,
}

fn level(text: &str) -> Result<Level, String> {
    Level::of(text).ok_or_else(|| "expected `quick` or `deep`".to_owned())
}

/// Runs `spariglio review`.
pub fn run(args: Args) -> Result<Status> {
    interrupt::listen()?;
    let records = records(&args)?;
    check_files(&args)?;
    let reviewer = reviewer(&args, &records)?;
    let hands = review(&args.file, &reviewer, &records)?;
    if let Some(file) = &args.positions {
        write_whole(file, positions(&records, &hands, args.worst))?;
    }
    let page = Review {
        name: title(&args.file),
        reviewer: names(&reviewer, &records),
        config: &config(&args),
        of: records.len(),
        hands: &hands,
        worst: args.worst,
        language: args.lang,
        cards: args.deck,
    };
    if let Some(file) = &args.out {
        write_whole(file, spariglio_report::review::html(&page))?;
    }
    let mut out = common::output();
    if args.json {
        write_rows(&mut out, &hands)?;
    } else {
        write!(out, "{}", spariglio_report::review::text(&page))?;
    }
    out.flush()?;
    Ok(if hands.len() == records.len() {
        Status::Success
    } else {
        Status::Fault
    })
}

/// Checks that the output files can be written and differ from each other and from the input.
fn check_files(args: &Args) -> Result<()> {
    if let Some(page) = args
        .out
        .as_ref()
        .filter(|page| page.extension().is_some_and(|end| end != "html"))
    {
        bail!("--out {}: expected a name that ends in .html", page.display());
    }
    let mut files: Vec<PathBuf> = args.file.canonicalize().into_iter().collect();
    if let Some(page) = &args.out {
        common::check_own("--out", page, |text| text.contains("<title>Spariglio: "))?;
    }
    if let Some(positions) = &args.positions {
        common::check_own("--positions", positions, |_| false)?;
    }
    for file in args.out.iter().chain(&args.positions) {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize()?;
        let whole = folder.join(file.file_name().unwrap_or_default());
        let whole = whole.canonicalize().unwrap_or(whole);
        ensure!(!files.contains(&whole), "{}: is written or read already: expected another file", file.display());
        files.push(whole);
    }
    Ok(())
}

/// The reviewer, prepared for every game, so that an unsuitable record is reported before any work.
fn reviewer(args: &Args, records: &[HandRecord]) -> Result<Reviewer> {
    let agent = args.reviewer.as_deref().map(AgentSpec::resolve).transpose();
    let has_partners = |record: &HandRecord| record.game().has_partners();
    if let Some(first) = records.first().filter(|_| !records.iter().any(has_partners)) {
        common::check_partners(args.partners_open, first.game())?;
    }
    let reviewer = Reviewer::new(agent.map_err(|error| anyhow!(error))?, config(args))?;
    for (place, record) in records.iter().enumerate() {
        let at = || match &args.reviewer {
            Some(agent) => format!("--reviewer {agent}"),
            None => format!("{}: line {}", args.file.display(), place + 1),
        };
        reviewer.prepare(record.game()).with_context(at)?;
    }
    Ok(reviewer)
}

/// The names of the agents that judge, without repetition.
fn names(reviewer: &Reviewer, records: &[HandRecord]) -> String {
    let names = records.iter().map(|record| reviewer.agent(record.game()).to_string());
    let names: BTreeSet<String> = names.collect();
    Vec::from_iter(names).join(", ")
}

fn config(args: &Args) -> ReviewConfig {
    ReviewConfig {
        simulations: args.level.simulations(),
        marks: args.marks,
        seed: args.seed,
        threads: args.threads,
        partners_open: args.partners_open,
        ..ReviewConfig::default()
    }
}

fn write_rows(out: &mut impl Write, hands: &[HandReview]) -> Result<()> {
    for hand in hands {
        for decision in &hand.decisions {
            writeln!(out, "{}", decision_row(hand, decision))?;
        }
        writeln!(out, "{}", hand_row(hand))?;
    }
    Ok(writeln!(out, "{}", summary_row(&Summary::of(hands)))?)
}

/// The records of the file, with every field checked; the first `args.hands` if that is given.
fn records(args: &Args) -> Result<Vec<HandRecord>> {
    let name = args.file.display();
    let unreadable = || format!("{name}: cannot read the records");
    let mut source = open(&args.file).with_context(unreadable)?;
    let (mut replayer, mut bytes, mut records) = (Replayer::new(false), Vec::new(), Vec::new());
    let most = args
        .hands
        .map_or(usize::MAX, |hands| usize::try_from(hands).unwrap_or(usize::MAX));
    while records.len() < most && read_line(source.as_mut(), &mut bytes).with_context(unreadable)? {
        let record = replayer
            .feed(&bytes)
            .map_err(|error| anyhow!(error.with_file(name.to_string())))?;
        records.push(record);
    }
    ensure!(!records.is_empty(), "{name}: no records");
    Ok(records)
}

/// Reviews hand after hand. If Ctrl-C is pressed, returns the hands reviewed so far.
fn review(file: &Path, reviewer: &Reviewer, records: &[HandRecord]) -> Result<Vec<HandReview>> {
    let all = records.iter().map(|record| record.turns.len() as u64).sum();
    let (meter, done) = (Meter::new("decisions"), AtomicU64::new(0));
    let show = |done| meter.show("review", done, Some(all), |_| Rest::default());
    show(0);
    let mut hands = Vec::with_capacity(records.len());
    for (place, record) in records.iter().enumerate() {
        let tell = || show(done.fetch_add(1, Ordering::Relaxed) + 1);
        let hand = reviewer.hand(record, place + 1, tell);
        // The last searches are hasty then.
        if interrupt::stopped() {
            meter.clear();
            tell!("stopped after {place} of {} hands", records.len());
            break;
        }
        hands.push(hand.with_context(|| format!("{}: line {}", file.display(), place + 1))?);
    }
    Ok(hands)
}

/// The records of the largest marked losses, each cut before its decision.
fn positions(records: &[HandRecord], hands: &[HandReview], most: usize) -> String {
    let lost = best_first(hands).into_iter().filter(|(_, decision)| decision.mark.is_some());
    let cut = |(hand, decision): (&HandReview, &spariglio_review::DecisionReview)| {
        let mut record = records[hand.line - 1].clone();
        record.turns.truncate(decision.turn);
        // Without the hands before it, its place in a match would be wrong.
        (record.result, record.place) = (None, None);
        record.to_line() + "\n"
    };
    lost.take(most).map(cut).collect()
}

/// The name of the input, for titles.
fn title(file: &Path) -> String {
    if file == Path::new("-") {
        return "standard input".to_owned();
    }
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
