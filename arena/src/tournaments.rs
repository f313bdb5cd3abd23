//! Tournaments of teams: stages of round robins, Swiss rounds and knock-outs, with the printed table of victory points
//! (`docs/rules.md` E.2 to E.6).
//!
//! | file | noun |
//! |---|---|
//! | `config` | the tournament as a file, and as a plan |
//! | `vp` | the table of victory points |
//! | `penalty` | the cost of an offence |
//! | `pairing` | the pairs of a round robin or knock-out |
//! | `swiss` | the pairs of a Swiss round |
//! | `encounter` | one match or two, and extra hands |
//! | `match_report` | a finished match |
//! | `ledger` | the folder with all finished matches |
//! | `stage` | the rounds of a stage |
//! | `standings` | the table of a stage |
//!
//! Invariant: the result depends only on the plan and the agents, not on threads or on kills in between. An offence of
//! an agent loses only its match. A program that does not answer its greeting is refused with the plan. If an agent of
//! a host program fails, the tournament ends.

pub mod config;
mod encounter;
mod ledger;
mod match_report;
mod pairing;
mod penalty;
mod stage;
mod standings;
mod swiss;
mod vp;

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::deals::secret::Secret;
use crate::error::ArenaError;
use crate::error::wrong;
use crate::workers::Workers;
pub use config::{Format, Plan, Team, TournamentFile};
use ledger::Ledger;
pub use match_report::{Decision, EndKind, ExtraHand, MatchReport, OffenceReport, Slot, Through};
pub use penalty::OffenceRule;
use spariglio_files::whole::write_whole;
pub use stage::StageResult;
pub use standings::Standing;
pub use vp::Column;

/// The value of [`TournamentResult::kind`].
pub const TOURNAMENT_KIND: &str = "tournament";

/// A finished tournament.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct TournamentResult {
    /// Always [`TOURNAMENT_KIND`].
    pub kind: String,
    /// Program version.
    pub version: String,
    /// Heading.
    pub name: String,
    /// Name of the rule set.
    pub rules: String,
    /// Seed of deals and agents.
    pub seed: u64,
    /// The secret from which, with `seed`, the agents' seeds are derived, if programs took part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Secret>,
    /// Whether partners saw each other's hand cards.
    pub partners_open: bool,
    /// The fate of the points that are secured in a hand with an offence.
    pub offence: OffenceRule,
    /// Names and agents by seat, in the order of seeding.
    pub teams: Vec<TeamLine>,
    /// The stages.
    pub stages: Vec<StageResult>,
    /// The name of the team that won the last stage.
    pub winner: String,
    /// Fingerprint of the plan.
    pub fingerprint: String,
}

impl TournamentResult {
    /// Checks that every team number names a team; somebody else may have written the file.
    ///
    /// # Errors
    /// The field, with the expected and the found number.
    pub fn check(&self) -> Result<(), String> {
        let teams = self.teams.len();
        for (number, stage) in self.stages.iter().enumerate() {
            let standings = stage.standings.iter().map(|standing| ("standings", standing.team));
            let byes = stage.byes.iter().map(|&(_, team)| ("byes", team));
            let through = stage.matches.iter().filter_map(|played| played.through);
            let matches = stage.matches.iter().flat_map(|played| played.teams);
            let named = standings
                .chain(byes)
                .chain(matches.map(|team| ("matches", team)))
                .chain(through.map(|through| ("matches", through.team)));
            for (field, team) in named {
                if team >= teams {
                    return Err(format!(
                        "stages[{number}].{field}: expected numbers of teams below {teams}, found {team}"
                    ));
                }
            }
        }
        Ok(())
    }
}

/// A team in a result.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct TeamLine {
    /// Its name.
    pub name: String,
    /// Its agents by seat of the team.
    pub agents: Vec<String>,
}

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
/// `tournament.json` there. Begins no more
/// encounters if `stopped` says so.
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
    let workers = Workers::new(threads)?;
    let ledger = Ledger::open(out, plan)?;
    let of = plan.stages.iter().map(stage::matches).sum();
    let tell = |report: &MatchReport| {
        progress(TournamentProgress { done: ledger.len(), of, report });
    };
    let watch = stage::Watch { tell: &tell, stopped };
    let mut order: Vec<usize> = (0..plan.teams.len()).collect();
    let mut stages = Vec::new();
    for number in 0..plan.stages.len() {
        let result = workers.install(|| stage::play(plan, number, &order, &ledger, &watch))?;
        order = result.standings.iter().map(|row| row.team).collect();
        stages.push(result);
    }
    let secret = ledger.secret();
    ledger.close()?;
    let result = TournamentResult {
        kind: TOURNAMENT_KIND.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        name: plan.name.clone(),
        rules: plan.rules.clone(),
        seed: plan.seed,
        secret,
        partners_open: plan.partners_open,
        offence: plan.offence,
        teams: plan.teams.iter().map(TeamLine::new).collect(),
        stages,
        winner: plan.teams[order[0]].0.clone(),
        fingerprint: plan.fingerprint(),
    };
    let path = out.join("tournament.json");
    let json = serde_json::to_string(&result).map_err(|error| wrong(&path, error))?;
    write_whole(&path, &(json + "\n"))?;
    Ok(result)
}

impl TeamLine {
    fn new((name, agents): &(String, Vec<spariglio_agents::AgentSpec>)) -> TeamLine {
        TeamLine { name: name.clone(), agents: agents.iter().map(ToString::to_string).collect() }
    }
}
