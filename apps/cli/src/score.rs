//! `spariglio score`: the score of an agent, its check, and the table of several.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use clap::Args as ClapArgs;
use serde_json::json;
use spariglio_agents::AgentSpec;
use spariglio_engine::format::plain::shell_word;
use spariglio_files::tell;
use spariglio_files::whole::write_whole;
use spariglio_report::score::{paired, summary, table};
use spariglio_score::{
    Checked, Config, MOST_GENERATED, PAGE, Paired, SCORE, Score, ScoreError, Step, Suite, commit, ratings,
    run as score, verify,
};

use crate::completions::words;
use crate::interrupt::Then;
use crate::meter::{Meter, Rest};
use crate::sandbox::check_apart;
use crate::{Status, common, interrupt, origin};

/// Score an agent, in a form that others can check.
///
/// Plays the games of a suite against fixed opponents on sealed deals, decides at single positions that the reviewer
/// values, at endings against exact play, and in small games. The headline is in points per hand above `formula`, in
/// standard deviations of a hand, mean over eight games. A program or a language model with more than two seconds per
/// decision decides at positions and endings only: at most 300 decisions in the quick suite.
///
/// DIR gets commitment.json before the first hand, answers.jsonl, score.json and report.html. The same command resumes
/// a stopped run. With --verify, checks the score in a folder. With --compare, compares two decision by decision; with
/// --table, several. Both read scores without a check.
#[derive(ClapArgs)]
#[command(group(clap::ArgGroup::new("work").args(["agent", "verify", "compare", "table"]).required(true)))]
pub struct Args {
    /// Agent to score
    #[arg(value_name = "AGENT", requires = "out")]
    agent: Option<String>,
    /// Folder to write: the run
    #[arg(long, short, value_name = "DIR", requires = "agent")]
    out: Option<PathBuf>,
    /// Suite: `trial` (seconds, says nothing), `quick` (minutes), `standard` (ten times as many deals) or `public` (320
    /// positions and 40 endings that are the same for everybody: scores can be compared decision by decision)
    #[arg(long, value_name = "NAME", default_value = "quick", value_parser = suite, add = words(Suite::ALL.map(|suite| suite.name)))]
    suite: Suite,
    /// Let a slow agent play whole hands too
    #[arg(long, requires = "agent")]
    whole_hands: bool,
    /// Generated rule sets to play beside the suite; they do not count in the headline
    #[arg(long, value_name = "N", default_value_t = 0, requires = "agent", value_parser = common::number::<u32, 0, MOST_GENERATED>)]
    generated: u32,
    /// Write the commitment and stop: publish it, then run the same command with the challenge instead
    #[arg(long, requires = "agent", conflicts_with_all = ["challenge", "json"])]
    commit: bool,
    /// A text of somebody else, named after the commitment was published; it goes into all deals
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true, requires = "agent")]
    challenge: String,
    /// Folder with a score: computes everything again that follows from its secret and its answers
    #[arg(long, value_name = "DIR")]
    verify: Option<PathBuf>,
    /// Two folders with scores of the same positions: by how much is the first agent better?
    #[arg(long, value_name = "DIR", num_args = 2)]
    compare: Vec<PathBuf>,
    /// Folders with scores, for one table
    #[arg(long, value_name = "DIR", num_args = 1..)]
    table: Vec<PathBuf>,
    /// Worker threads; 0 = one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = common::threads)]
    threads: usize,
    /// Number to play side by side if a program takes part: tasks, each with processes of its own [default: by the agent's
    /// budget]
    #[arg(long, value_name = "N", requires = "agent", value_parser = common::hands_in_flight)]
    in_flight: Option<usize>,
    /// Print JSON: the score, what the check found, or all scores
    #[arg(long)]
    json: bool,
}

fn suite(name: &str) -> Result<Suite, String> {
    Suite::of(name).ok_or_else(|| "expected `public`, `trial`, `quick` or `standard`".to_owned())
}

/// Runs `spariglio score`.
pub fn run(args: Args) -> Result<Status> {
    if let Some(folder) = &args.verify {
        return check(&args, folder);
    }
    if let [first, second] = &args.compare[..] {
        return compare(&args, [first, second]);
    }
    if !args.table.is_empty() {
        return tabulate(&args);
    }
    let (Some(agent), Some(out)) = (&args.agent, &args.out) else {
        unreachable!("clap requires both");
    };
    play(&args, agent, out)
}

fn play(args: &Args, agent: &str, out: &Path) -> Result<Status> {
    interrupt::listen()?;
    if args.suite.is_public() && (args.commit || !args.challenge.is_empty()) {
        bail!(
            "--suite public: its positions are known to all, so nothing is sealed: leave out --commit and --challenge"
        );
    }
    let agent_spec = AgentSpec::resolve(agent)?;
    check_apart([&agent_spec], out)?;
    let config = Config {
        agent: agent_spec,
        suite: args.suite,
        whole_hands: args.whole_hands,
        generated: args.generated,
        challenge: args.challenge.clone(),
        threads: args.threads,
        in_flight: args.in_flight.unwrap_or(0),
        origin: Some(origin()),
        command: command(args, agent, out),
    };
    if args.commit {
        common::print(commit(&config, out)?.sha256)?;
        return Ok(Status::Success);
    }
    let meter = Meter::new("tasks");
    let score_of_run = score(&config, out, &|step| show(&meter, step), &interrupt::stopped);
    meter.clear();
    let score_of_run = match score_of_run {
        Err(ScoreError::Stopped) => return Ok(interrupt::ended_early(Then::Resumes)),
        score_of_run => score_of_run?,
    };
    let page = out.join(PAGE);
    write_whole(&page, spariglio_report::score::html(&score_of_run))?;
    tell!("{}", page.display());
    common::print_result(args.json, score_of_run.text().trim_end(), summary(&score_of_run))?;
    Ok(Status::Success)
}

/// The command that scores the agent again. It names no folder of this machine alone.
fn command(args: &Args, agent: &str, out: &Path) -> String {
    let out = if out.is_absolute() {
        Path::new("runs/score")
    } else {
        out
    };
    let mut words = vec!["spariglio score".to_owned(), shell_word(agent), format!("--suite {}", args.suite.name)];
    words.extend(args.whole_hands.then(|| "--whole-hands".to_owned()));
    words.extend((args.generated > 0).then(|| format!("--generated {}", args.generated)));
    words.extend((!args.challenge.is_empty()).then(|| format!("--challenge {}", shell_word(&args.challenge))));
    words.push(format!("--out {}", shell_word(&out.display().to_string())));
    words.join(" ")
}

fn show(meter: &Meter, step: Step) {
    let (title, done, all) = match step {
        Step::Tasks(done, all) => ("playing", done, all),
        Step::Positions(done, all) => ("valuing positions", done, all),
        Step::Checks(done, all) => ("checking", done, all),
    };
    meter.show(title, done, Some(all), |_| Rest::default());
}

fn check(args: &Args, folder: &Path) -> Result<Status> {
    let meter = Meter::new("tasks");
    let checked = verify(folder, args.threads, &|step| show(&meter, step));
    meter.clear();
    let checked = match checked {
        Err(ScoreError::Untrue(why)) => {
            let text = format!("{}: the score does not hold: {why}", folder.display());
            common::print_result(args.json, json!({ "holds": false, "why": why }), text)?;
            return Ok(Status::Fault);
        }
        checked => checked?,
    };
    let agent = if checked.replayed {
        "those of the agent too"
    } else {
        "those of the agent are legal and were not made again: who made them, and with which knowledge, is its owner's word"
    };
    let Checked { hands, positions, replayed } = checked;
    let facts = json!({ "holds": true, "hands": hands, "positions": positions, "replayed": replayed });
    let text = format!(
        "{}: the score holds: {hands} hands and {positions} positions; all decisions of the opponents were made again, {agent}",
        folder.display()
    );
    common::print_result(args.json, facts, text)?;
    Ok(Status::Success)
}

/// The score of a folder or a file.
fn load(folder: &Path) -> Result<Score> {
    let file = if folder.is_dir() {
        folder.join(SCORE)
    } else {
        folder.to_owned()
    };
    Score::load(&file).with_context(|| folder.display().to_string())
}

fn compare(args: &Args, folders: [&PathBuf; 2]) -> Result<Status> {
    let [first, second] = folders.map(|folder| load(folder));
    let pair = Paired::new([&first?, &second?]).map_err(|why| anyhow!("--compare: {why}"))?;
    common::print_result(args.json, serde_json::to_string(&pair)?, paired(&pair))?;
    Ok(Status::Success)
}

fn tabulate(args: &Args) -> Result<Status> {
    let mut scores = args.table.iter().map(|folder| load(folder)).collect::<Result<Vec<Score>>>()?;
    let suite = &scores[0].commitment.suite;
    if let Some(other) = scores.iter().map(|score| &score.commitment.suite).find(|other| *other != suite) {
        bail!("--table: expected scores of one suite, found {suite} and {other}");
    }
    // Without a headline a row is last.
    let rank = |score: &Score| score.headline.map_or(f64::NEG_INFINITY, |headline| headline.value.mean);
    scores.sort_by(|one, other| rank(other).total_cmp(&rank(one)));
    let ratings = ratings(&scores);
    let mut rows = serde_json::to_value(&scores)?;
    for (row, rating) in rows.as_array_mut().into_iter().flatten().zip(&ratings) {
        row["rating"] = serde_json::to_value(rating)?;
    }
    common::print_result(args.json, rows, table(&scores, &ratings))?;
    Ok(Status::Success)
}
