//! `spariglio arena --matches`: duplicate matches, with a table of match equity if an agent needs one.

use std::io::Write;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use spariglio_agents::{AgentSpec, MatchEquity};
use spariglio_arena::matches::arena::{MatchArena, MatchConfig, MatchesResult};
use spariglio_arena::matches::equity::{self, Counted, Counting, EquityConfig};
use spariglio_arena::{ArenaError, Watch};
use spariglio_engine::Game;
use spariglio_engine::plain::shell_word;
use spariglio_files::tell;

use super::plan::Plan;
use super::saved::{Ended, Saved};
use super::show::Show;
use super::{Args, of_this_arena, status};
use crate::{Status, common, interrupt};

/// Hands of `greedy` from which a missing table is computed: its chances are accurate to about 0.002.
const EQUITY_HANDS: u64 = 200_000;

/// Plays `matches` matches of every pair; resumes from the result in `--out`, if there is one.
pub fn run(args: &Args, matches: u64) -> Result<Status> {
    let kept = match &args.out {
        Some(path) if !args.again => MatchesResult::load_if_there(path)?,
        _ => None,
    };
    let plan = Plan::new(args, kept.as_ref().map(|kept| (kept.seed, kept.secret)))?;
    let game = common::game(&plan.rules)?;
    common::check_partners(args.partners_open, &game)?;
    interrupt::listen()?;
    let Some(equity) = interrupt::unless_stopped(chances(args, &plan, &game)?)? else {
        return Ok(Status::Fault);
    };
    let arena = MatchArena {
        game: &game,
        entrants: &plan.entrants,
        config: MatchConfig {
            matches,
            seed: plan.config.seed,
            secret: plan.config.secret,
            threads: plan.config.threads,
            in_flight: plan.config.in_flight,
            partners_open: plan.config.partners_open,
            part: plan.config.part,
        },
        equity,
    };
    let command = command(args, &plan, matches);
    let show = Show::matches(args.out.clone(), command.clone());
    let saved = kept.as_ref().map(|kept| Saved {
        played: matches_played(kept),
        complete: kept.complete,
        command: kept.command.clone(),
        origin: kept.origin.clone(),
    });
    let played = arena.play(kept, &show);
    show.clear();
    let played = of_this_arena(played, args.out.as_deref())?;
    let has_more = played.pairs.iter().any(|pair| pair.matches >= matches + 2 * pair.plays_per_set);
    let ended = Ended::new(saved, (matches_played(&played), played.complete, has_more), command);
    let Ended { is_idle, command, origin } = ended;
    let result = played.made_by(command, origin);
    match &args.out {
        Some(path) if is_idle => tell!("{}: nothing was left to play; --again starts over", path.display()),
        Some(path) => result.write(path)?,
        None => {}
    }
    print(&result, args.json)?;
    Ok(status(result.complete, args.out.as_deref()))
}

/// Matches of all pairs.
fn matches_played(result: &MatchesResult) -> u64 {
    result.pairs.iter().map(|pair| pair.matches).sum()
}

/// Prints a result to standard output.
pub fn print(result: &MatchesResult, json: bool) -> Result<()> {
    let mut out = common::output();
    if json {
        writeln!(out, "{}", serde_json::to_string(result)?)?;
    } else {
        write!(out, "{}", spariglio_report::matches::text(result))?;
    }
    Ok(out.flush()?)
}

/// The table of `--equity`; if none is given and an agent searches for the match, one is computed here. The inner error
/// is that of computing it.
fn chances(args: &Args, plan: &Plan, game: &Game) -> Result<Result<Option<Arc<MatchEquity>>, ArenaError>> {
    if let Some(path) = &args.equity {
        let table = MatchEquity::load(path).context("--equity")?;
        table
            .check_game(game)
            .map_err(|error| anyhow!("--equity: {}: {error}", path.display()))?;
        return Ok(Ok(Some(Arc::new(table))));
    }
    let wanted = plan.entrants.iter().any(|entrant| entrant.spec.searches_match());
    if !wanted {
        return Ok(Ok(None));
    }
    let config = EquityConfig {
        agent: AgentSpec::parse("greedy")?,
        hands: EQUITY_HANDS,
        seed: plan.config.seed,
        threads: plan.config.threads,
    };
    equity::check(game)?;
    let sample = equity::sample(game, &config, None, &Stoppable);
    Ok(sample.and_then(|sample| Ok(Some(Arc::new(equity::table(game, &sample)?)))))
}

/// Stops at Ctrl-C.
struct Stoppable;

impl Watch<Counted, Counting> for Stoppable {
    fn stopped(&self) -> bool {
        interrupt::stopped()
    }
}

/// The command that reproduces this result. Threads, sets in flight and the place of the output do not change it.
fn command(args: &Args, plan: &Plan, matches: u64) -> String {
    let mut command = format!("spariglio arena {}", plan.players(args));
    command.push_str(&format!(" --matches {matches} {}", plan.seeds(args)));
    if let Some(path) = &args.equity {
        command.push_str(&format!(" --equity {}", shell_word(&path.display().to_string())));
    }
    if !plan.config.part.is_all() {
        command.push_str(&format!(" --part {}", plan.config.part));
    }
    if args.partners_open {
        command.push_str(" --partners-open");
    }
    command
}
