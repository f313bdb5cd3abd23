//! `spariglio check-agent`: checks whether a program keeps the protocol of external agents
//! (`docs/reference/protocol.md`).

use std::io::Write;

use anyhow::{Result, anyhow};
use clap::Args as ClapArgs;
use serde_json::json;
use spariglio_agents::AgentSpec;
use spariglio_agents::external::ExternalConfig;
use spariglio_agents::external::check::{Check, check};

use crate::interrupt::{self, Then};
use crate::{Status, common};

const RULES: &str = "scopa,cirulla,scopone_scientifico,cirullone,cicera";

/// Check that a program keeps the protocol of external agents.
///
/// Greets the program and plays hands with it at every seat of every game. Sends everything that an arena may send:
/// hands with declarations, hands of a match, hands that stop, unknown fields, `quit`, the end of its input. The exit
/// status is 1 if a check fails.
#[derive(ClapArgs)]
#[command(
    override_usage = "spariglio check-agent [OPTIONS] <SPEC>\n       spariglio check-agent [OPTIONS] -- <COMMAND>..."
)]
pub struct Args {
    /// Agent (external:command=...), or its TOML file
    #[arg(value_name = "SPEC", required_unless_present = "command", conflicts_with = "command")]
    spec: Option<String>,
    /// Program and its arguments
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<String>,
    /// Presets or rule files, separated by commas
    #[arg(long, short, value_name = "NAME,...", default_value = RULES)]
    rules: String,
    /// Number of hands: per seat, and as many with a declaration
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = common::count::<1, 10_000>)]
    hands: u64,
    /// Print JSON: one object per check
    #[arg(long)]
    json: bool,
}

/// Runs `spariglio check-agent`.
pub fn run(args: Args) -> Result<Status> {
    let config = config(&args)?;
    let games = args.rules.split(',').map(|name| common::game(name.trim()));
    let games = games.collect::<Result<Vec<_>>>()?;
    interrupt::listen()?;
    let mut out = common::output();
    let mut outcome = Ok(());
    let checks = check(&config, &games, args.hands, &mut |check| {
        if outcome.is_ok() && !interrupt::stopped() {
            outcome = write_check(&mut out, check, args.json);
        }
    });
    outcome?;
    if interrupt::stopped() {
        return Ok(interrupt::ended_early(Then::StartsOver));
    }
    let checks = checks?;
    let failed = checks.iter().filter(|check| !check.passed).count();
    if !args.json {
        let rest = if checks.len() == failed {
            "; the others need an answer to the greeting"
        } else {
            ""
        };
        writeln!(out, "{} checks, {failed} failed{rest}", checks.len())?;
    }
    out.flush()?;
    Ok(if failed == 0 { Status::Success } else { Status::Fault })
}

fn config(args: &Args) -> Result<ExternalConfig> {
    let Some(spec) = &args.spec else {
        return Ok(ExternalConfig { command: args.command.clone(), ..ExternalConfig::default() });
    };
    let spec = AgentSpec::resolve(spec)?;
    let config = spec.options::<ExternalConfig>().cloned();
    config.ok_or_else(|| {
        anyhow!("agent {spec}: expected a program, as external:command=... or `-- COMMAND`: others need no check")
    })
}

fn write_check(out: &mut impl Write, check: &Check, json: bool) -> Result<()> {
    let Check { name, passed, detail } = check;
    if json {
        writeln!(out, "{}", json!({"check": name, "passed": passed, "detail": detail}))?;
    } else {
        let name = spariglio_report::padded(name, 42, true);
        writeln!(out, "{}  {name}  {detail}", if *passed { "ok  " } else { "FAIL" })?;
    }
    Ok(out.flush()?)
}
