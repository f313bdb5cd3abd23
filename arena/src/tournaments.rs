//! Tournaments of teams: stages of round robins, Swiss rounds and knock-outs, with the printed table of victory points
//! (`docs/reference/rules.md` E.2 to E.6).
//!
//! | file | noun |
//! |---|---|
//! | `config` | the tournament as a file, and as a plan |
//! | `frame` | all that is known before the first match |
//! | `vp` | the table of victory points |
//! | `penalty` | the cost of an offence |
//! | `pairing` | the pairs of a round robin or knock-out |
//! | `swiss` | the pairs of a Swiss round |
//! | `encounter` | one match or two, and extra hands |
//! | `host`, `hosted` | who plays the matches of persons; such a match |
//! | `facts` | all of a match that does not follow from the rest |
//! | `match_report` | a finished match |
//! | `live` | the encounters that are still to be played |
//! | `replay` | the facts of a match from its records |
//! | `ledger` | the folder with all finished matches |
//! | `stage` | the rounds of a stage |
//! | `standings` | the table of a stage |
//! | `result` | the tournament as a result, and its check |
//!
//! Invariant: the result depends only on the plan and the agents, not on threads or on kills in between. An offence of
//! an agent loses only its match. A program that does not answer its greeting is refused with the plan. If an agent of
//! a host program fails, the tournament ends.

pub mod config;
mod encounter;
mod facts;
mod frame;
mod host;
mod hosted;
mod ledger;
mod live;
mod match_report;
mod pairing;
mod penalty;
mod replay;
mod result;
mod stage;
mod standings;
mod swiss;
mod vp;

use std::path::Path;

use crate::error::ArenaError;
use crate::workers::Workers;
pub use config::{Plan, Stage, Team, TournamentFile};
use encounter::Setup;
use frame::Encounter;
pub use frame::{Format, Frame, PlannedStage, TeamLine};
pub use host::{Bout, Host, HostedBout, LEFT, Meeting};
use ledger::Ledger;
use live::Live;
pub use match_report::{Decision, EndKind, ExtraHand, ExtraOffence, MatchReport, OffenceReport, Slot, Through};
pub use penalty::{Claims, OffenceRule};
pub use result::{TOURNAMENT_KIND, TournamentResult};
pub use stage::StageResult;
pub use standings::{Standing, standings_so_far};
pub use vp::{Award, Column};

/// Progress after each match.
#[derive(Copy, Clone, Debug)]
pub struct TournamentProgress<'a> {
    /// Finished matches, including those of earlier runs.
    pub done: usize,
    /// Matches of the tournament, not counting byes.
    pub of: usize,
    /// The match that has just ended.
    pub report: &'a MatchReport,
}

/// Plays the matches of `plan` that the folder `out` lacks, on `threads` workers (0 = one per core). Writes
/// `tournament.json` there. Stops if `stopped` says so, and drops the encounters in progress.
///
/// # Errors
/// Fails if the folder holds another tournament or cannot be written, or if an agent cannot be built. Also fails if an
/// agent of the host fails; offences of agents are no errors. If it was stopped, fails with [`ArenaError::Stopped`]; the
/// same call then resumes.
///
/// # Examples
/// ```
/// use spariglio_arena::tournaments::{Plan, play_tournament};
///
/// let text = r#"
///     name = "Cup"
///     rules = "scopa"
///     seed = 1
///     team = [{ name = "A", agent = "greedy" }, { name = "B", agent = "random" }]
///     stage = [{ format = "round_robin", hands = 1 }]
/// "#;
/// let plan = Plan::new(toml::from_str(text)?)?;
/// let result = play_tournament(&plan, tempfile::tempdir()?.path(), 1, &|_| (), &|| false)?;
/// assert_eq!(result.stages[0].matches[0].vp.iter().sum::<i64>(), 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play_tournament(
    plan: &Plan,
    out: &Path,
    threads: usize,
    progress: &(dyn Fn(TournamentProgress<'_>) + Sync),
    stopped: &(dyn Fn() -> bool + Sync),
) -> Result<TournamentResult, ArenaError> {
    run(plan, out, threads, None, progress, stopped)
}

/// As [`play_tournament`], with matches that `host` plays. Each round begins when all matches of the round before have
/// ended; its matches are played at once.
///
/// # Errors
/// As [`play_tournament`], and as the methods of `host`; [`ArenaError::Hosted`] if the records of a bout are not those
/// of its match.
pub fn host_tournament(
    plan: &Plan,
    out: &Path,
    host: &dyn Host,
    stopped: &(dyn Fn() -> bool + Sync),
) -> Result<TournamentResult, ArenaError> {
    let matches = plan.teams.len().div_ceil(2);
    run(plan, out, matches, Some(host), &|_| (), stopped)
}

fn run(
    plan: &Plan,
    out: &Path,
    threads: usize,
    host: Option<&dyn Host>,
    progress: &(dyn Fn(TournamentProgress<'_>) + Sync),
    stopped: &(dyn Fn() -> bool + Sync),
) -> Result<TournamentResult, ArenaError> {
    let workers = Workers::new(threads)?;
    let ledger = Ledger::open(out, plan)?;
    let of = plan.frame.stages.iter().map(PlannedStage::matches).sum();
    let tell = |report: &MatchReport| {
        progress(TournamentProgress { done: ledger.len(), of, report });
    };
    let mut order: Vec<usize> = (0..plan.teams.len()).collect();
    let mut stages = Vec::new();
    for number in 0..plan.frame.stages.len() {
        let setup = Setup::new(plan, &plan.frame.stages[number], ledger.secret(), host)?;
        let live = Live { setup, ledger: &ledger, tell: &tell, stopped };
        let play_all = |encounters: &[Encounter]| workers.install(|| live.play_all(encounters));
        let result = stage::run(&plan.frame, number, &order, &play_all)?;
        order = result.order();
        stages.push(result);
    }
    let secret = ledger.secret();
    ledger.close(&stages)?;
    let result = TournamentResult::new(&plan.frame, plan.components(), secret, stages);
    result.write(out)?;
    Ok(result)
}
