//! `spariglio arena --matches`: duplicate matches.

use std::io::Write;

use anyhow::Result;
use spariglio_arena::matches::arena::{MatchArena, MatchConfig, MatchesResult};
use spariglio_files::tell;

use super::plan::Plan;
use super::saved::{Ended, Saved};
use super::show::Show;
use super::{Args, of_this_arena, status};
use crate::{Status, common, interrupt};

/// Plays `matches` matches of every pair; resumes from the result in `--out`, if there is one.
pub fn run(args: &Args, matches: u64) -> Result<Status> {
    let earlier = match &args.out {
        Some(path) if !args.again => MatchesResult::load_if_there(path)?,
        _ => None,
    };
    let plan = Plan::new(args, earlier.as_ref().map(|earlier| (earlier.seed, earlier.secret)))?;
    let game = common::game(&plan.rules)?;
    common::check_partners(args.partners_open, &game)?;
    interrupt::listen()?;
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
    };
    let command = command(args, &plan, matches);
    let show = Show::matches(args.out.clone(), command.clone());
    let saved = earlier.as_ref().map(|earlier| Saved {
        played: matches_played(earlier),
        complete: earlier.complete,
        command: earlier.command.clone(),
        origin: earlier.origin.clone(),
    });
    let played = arena.play(earlier, &show);
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

/// The command that reproduces this result. Threads, sets in flight and the place of the output do not change it.
fn command(args: &Args, plan: &Plan, matches: u64) -> String {
    let mut command = format!("spariglio arena {}", plan.players(args));
    command.push_str(&format!(" --matches {matches} {}", plan.seeds(args)));
    if !plan.config.part.is_all() {
        command.push_str(&format!(" --part {}", plan.config.part));
    }
    if args.partners_open {
        command.push_str(" --partners-open");
    }
    command
}
