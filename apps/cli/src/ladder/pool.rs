//! `spariglio ladder --pool`: adds the versions of today, plays their night, and says what they have changed.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use spariglio_agents::AgentSpec;
use spariglio_arena::studies::history::{Addition, Change, History, POOL_FILE, Ranking, Version};
use spariglio_arena::studies::ladder::{RowStep, Settings};
use spariglio_engine::format::plain::plain;
use spariglio_files::tell;
use spariglio_report::history;

use super::{Args, LadderWatch};
use crate::sandbox::check_apart;
use crate::{Status, common, interrupt, origin};

/// Hands of a night's test, and of its other pairs together.
const HANDS: u64 = 20_000;
/// The difference of its test, points per hand.
const DIFFERENCE: f64 = 0.2;

/// Runs a night of the pool in `folder`.
pub fn run(args: &Args, folder: &Path) -> Result<Status> {
    interrupt::listen()?;
    common::note_others(folder, POOL_FILE);
    let mut pool = History::open(folder, args.rules.as_deref(), args.seed)?;
    let names = add(args, folder, &mut pool)?;
    let show = LadderWatch::new(false);
    let settings = Settings {
        threads: args.threads,
        in_flight: args.in_flight.unwrap_or(0),
        origin: Some(origin()),
        ..Settings::default()
    };
    let step = |step: RowStep<'_>| show.show(&RowStep { result: None, ..step });
    let played = pool.play(&settings, &step, &interrupt::stopped);
    show.meter.clear();
    let Some(ended) = interrupt::unless_stopped(played, interrupt::Then::Resumes)? else {
        return Ok(Status::Fault);
    };
    let page = spariglio_report::write(folder, None)?;
    let standing = Ranking::load(folder)?.context("the pool was there")?;
    let mut status = Status::Success;
    let last = names.iter().filter_map(|name| pool.last(name));
    // A night that was stopped ends before that of a newer version.
    let places: BTreeSet<usize> = ended.into_iter().chain(last).collect();
    for place in places {
        print(args.json, &standing, place, &page)?;
        if standing.change(place) == Change::Worse || standing.is_broken(place) {
            status = Status::Fault;
        }
    }
    tell!("{}", page.display());
    Ok(status)
}

/// Adds what has changed, and returns the names of all agents of the command; without any those of the pool.
fn add(args: &Args, folder: &Path, pool: &mut History) -> Result<Vec<String>> {
    let mut names = Vec::new();
    let date = origin().date;
    if let Some(missing) = args.keep.iter().find(|path| !path.exists()) {
        bail!("--keep {}: expected a file or folder, found none of this name", missing.display());
    }
    for text in &args.add {
        let (name, agent) = named(text)?;
        if names.contains(&name) {
            bail!("--add {text}: expected a name of its own for each agent, found \"{name}\" twice");
        }
        let agent = if args.sandbox { agent.sandboxed() } else { agent };
        check_apart([&agent], folder)?;
        let addition = Addition {
            name: &name,
            agent: &agent,
            keep: if agent.agent_type().is_program() {
                &args.keep[..]
            } else {
                &[]
            },
            hands: args.hands.unwrap_or(HANDS),
            difference: args.sprt.unwrap_or(DIFFERENCE),
            date: Some(&date),
        };
        let added = pool
            .add(&addition)
            .with_context(|| format!("--add {text}"))?
            .map(|place| pool.versions()[place].label());
        if added.is_none() {
            pool.go_on(&name, addition.hands)?;
        }
        let last = pool.last(&name).map(|place| &pool.versions()[place]);
        let same = last.map_or(String::new(), |last| unchanged(last, args.sprt));
        tell!("{}", added.map_or(same, |label| format!("{name} is new: {label}")));
        names.push(name);
    }
    if pool.versions().is_empty() {
        bail!("{}: a new pool needs an agent: --add NAME=AGENT", folder.display());
    }
    if names.is_empty() {
        for version in pool.versions() {
            if !names.contains(&version.name) {
                names.push(version.name.clone());
            }
        }
    }
    Ok(names)
}

/// That an agent is still its last version, and what follows from that.
fn unchanged(last: &Version, difference: Option<f64>) -> String {
    let mut text = format!("{} has not changed", last.name);
    if !last.complete {
        text += &format!("; the night of {} goes on", last.label());
    }
    if difference.is_some_and(|difference| difference != last.difference) {
        text += &format!("; {} was tested with --sprt {}", last.label(), last.difference);
    }
    text
}

/// The name and the agent of `NAME=AGENT`; an agent without options is its own name.
fn named(text: &str) -> Result<(String, AgentSpec)> {
    let is_name = |name: &str| !name.contains([':', '/', '\\']);
    let (name, agent) = match text.split_once('=').filter(|(name, _)| is_name(name)) {
        Some(named) => named,
        None if is_name(text) => (text, text),
        None => bail!("--add {text}: expected a name before the agent, as in bot={text}"),
    };
    let is_list = AgentSpec::list(agent).is_ok_and(|agents| agents.len() > 1);
    ensure!(!is_list, "--add {text}: give --add again for each agent");
    Ok((name.to_owned(), AgentSpec::resolve(agent).with_context(|| format!("--add {text}"))?))
}

fn print(json: bool, standing: &Ranking, place: usize, page: &Path) -> Result<()> {
    if json {
        return common::print(object(standing, place, page));
    }
    let lines = [history::offences(standing, place), history::place(standing, place)];
    let lines = [Some(history::change(standing, place))].into_iter().chain(lines);
    lines.flatten().try_for_each(|line| common::print(plain(&line)))
}

fn object(standing: &Ranking, place: usize, page: &Path) -> serde_json::Value {
    let change = match standing.change(place) {
        Change::New => "new",
        Change::Better => "better",
        Change::Worse => "worse",
        Change::Within => "within",
        Change::Open => "not decided",
    };
    let test = standing.test(place);
    serde_json::json!({
        "version": standing.versions[place].label(),
        "against": test.map(|(before, _)| standing.versions[before].label()),
        "change": change,
        "test": test.and_then(|(_, pair)| pair.figures.sprt.as_ref()),
        "rating": standing.rating(place),
        "rank": standing.order().iter().position(|&other| other == place).map(|rank| rank + 1),
        "versions": standing.versions.len(),
        "page": page,
    })
}
