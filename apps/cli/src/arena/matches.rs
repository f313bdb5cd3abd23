//! `spariglio arena --matches`: duplicate matches, with a table of match equity if an agent needs one.

use std::io::Write;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use spariglio_agents::{AgentSpec, MatchEquity};
use spariglio_arena::matches::arena::{MatchArena, MatchConfig, MatchesResult};
use spariglio_arena::matches::equity::{self, EquityConfig};
use spariglio_engine::Game;
use spariglio_files::tell;
use spariglio_files::whole::{is_there, write_whole};

use super::Args;
use super::plan::Plan;
use super::show::Show;
use crate::{Status, common, interrupt};

/// Hands of `greedy` from which a missing table is computed: its chances are accurate to about 0.002.
const EQUITY_HANDS: u64 = 200_000;

/// Plays `matches` matches of every pair.
pub fn run(args: &Args, plan: &Plan, matches: u64) -> Result<Status> {
    let game = common::game(&plan.rules)?;
    common::check_partners(args.partners_open, &game)?;
    if let Some(path) = args.out.as_ref().filter(|_| !args.again)
        && is_there(path)?
    {
        bail!(
            "--out {}: the file exists, and matches cannot resume from a file: expected another name, or --again",
            path.display()
        );
    }
    interrupt::listen()?;
    let arena = MatchArena {
        game: &game,
        entrants: &plan.entrants,
        config: MatchConfig {
            matches,
            seed: plan.config.seed,
            secret: plan.config.secret,
            threads: plan.config.threads,
            partners_open: plan.config.partners_open,
        },
        equity: chances(args, plan, &game)?,
    };
    let show = Show::matches();
    let played = arena.play(&show);
    show.clear();
    let result = MatchesResult { command: Some(command(args, plan, matches)), ..played? };
    finish(args, &result)
}

fn finish(args: &Args, result: &MatchesResult) -> Result<Status> {
    let line = serde_json::to_string(result)?;
    if let Some(path) = &args.out {
        write_whole(path, format!("{line}\n").as_bytes())?;
    }
    let mut out = common::output();
    if args.json {
        writeln!(out, "{line}")?;
    } else {
        write!(out, "{}", spariglio_report::matches::text(result))?;
    }
    out.flush()?;
    if result.complete {
        return Ok(Status::Success);
    }
    tell!("stopped before everything was played");
    Ok(Status::Fault)
}

/// The table of `--equity`; if none is given and an agent searches for the match, one is computed here.
fn chances(args: &Args, plan: &Plan, game: &Game) -> Result<Option<Arc<MatchEquity>>> {
    if let Some(path) = &args.equity {
        let table = MatchEquity::load(path).context("--equity")?;
        table
            .check_game(game)
            .map_err(|error| anyhow!("--equity: {}: {error}", path.display()))?;
        return Ok(Some(Arc::new(table)));
    }
    let wanted = plan.entrants.iter().any(|entrant| entrant.spec.searches_match());
    if !wanted {
        return Ok(None);
    }
    let config = EquityConfig {
        agent: AgentSpec::parse("greedy")?,
        hands: EQUITY_HANDS,
        seed: plan.config.seed,
        threads: plan.config.threads,
    };
    equity::check(game)?;
    let sample = equity::sample(game, &config, &|_, _| ())?;
    Ok(Some(Arc::new(equity::table(game, &sample)?)))
}

/// The command that reproduces this result. Threads and the place of the output do not change it.
fn command(args: &Args, plan: &Plan, matches: u64) -> String {
    let mut command = format!("spariglio arena {}", plan.players(args));
    command.push_str(&format!(" --matches {matches} {}", plan.seeds(args)));
    if let Some(path) = &args.equity {
        command.push_str(&format!(" --equity {}", path.display()));
    }
    if args.partners_open {
        command.push_str(" --partners-open");
    }
    command
}
