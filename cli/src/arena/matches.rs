//! `spariglio arena --matches`: duplicate matches, with the table of match equity that agents may ask for.

use std::io::{IsTerminal, Write, stderr};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use spariglio_agents::{AgentSpec, MatchEquity};
use spariglio_arena::ArenaResult;
use spariglio_arena::equity::{self, EquityConfig};
use spariglio_arena::matches::arena::{MatchArena, MatchAudience, MatchConfig, MatchStep, MatchesResult, text};
use spariglio_engine::Game;
use spariglio_selfplay::run_dir::write_whole;

use super::Args;
use super::plan::Plan;
use crate::{Status, common, interrupt};

/// Hands of `greedy` behind a table that is made here: chances within two in a thousand.
const EQUITY_HANDS: u64 = 200_000;
/// Time between two plain lines.
const PLAIN: Duration = Duration::from_secs(10);

/// Plays `matches` matches of every pair.
pub fn run(args: &Args, plan: &Plan, matches: u64) -> Result<Status> {
    let game = common::game(&plan.rules)?;
    if let Some(path) = args.out.as_ref().filter(|path| path.exists() && !args.again) {
        bail!(
            "--out {}: the file is there, and matches do not go on from a file: expected another name, or --again",
            path.display()
        );
    }
    if let Some(path) = &args.out {
        ArenaResult::check_writable(path)?;
    }
    interrupt::listen()?;
    let arena = MatchArena {
        game: &game,
        entrants: &plan.entrants,
        config: MatchConfig {
            matches,
            seed: plan.config.seed,
            threads: plan.config.threads,
            partners_open: plan.config.partners_open,
        },
        equity: chances(args, plan, &game)?,
    };
    let show = Show::new();
    let played = arena.play(&show);
    show.bar.finish_and_clear();
    let result = MatchesResult {
        command: Some(command(args, plan, matches)),
        ..played?
    };
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
        write!(out, "{}", text(result))?;
    }
    out.flush()?;
    if result.complete {
        return Ok(Status::Success);
    }
    eprintln!("stopped before everything was played");
    Ok(Status::Fault)
}

/// The table of `--equity`, or one that is made here where an agent asks for it.
fn chances(args: &Args, plan: &Plan, game: &Game) -> Result<Option<Arc<MatchEquity>>> {
    if let Some(path) = &args.equity {
        let table = MatchEquity::load(path)?;
        table
            .check_game(game)
            .map_err(|error| anyhow!("{}: {error}", path.display()))?;
        return Ok(Some(Arc::new(table)));
    }
    let wanted = plan.entrants.iter().any(|entrant| entrant.spec.searches_match());
    if !wanted {
        return Ok(None);
    }
    let config = EquityConfig {
        agent: AgentSpec::Greedy,
        hands: EQUITY_HANDS,
        seed: plan.config.seed,
        threads: plan.config.threads,
    };
    equity::check(game)?;
    let sample = equity::sample(game, &config, &|_, _| ())?;
    Ok(Some(Arc::new(equity::table(game, &sample)?)))
}

/// The command that gives this result again. Threads and the output's place do not change it.
fn command(args: &Args, plan: &Plan, matches: u64) -> String {
    let mut command = format!("spariglio arena {}", plan.players(args));
    command.push_str(&format!(" --matches {matches} --seed {}", plan.config.seed));
    if let Some(path) = &args.equity {
        command.push_str(&format!(" --equity {}", path.display()));
    }
    if args.partners_open {
        command.push_str(" --partners-open");
    }
    command
}

/// Progress on standard error: a bar on a terminal, a line now and then elsewhere.
struct Show {
    bar: ProgressBar,
    terminal: bool,
    clock: Mutex<PairClock>,
}

/// When the pair that is played began, and when a plain line was written last.
struct PairClock {
    pair: usize,
    began: Instant,
    told: Instant,
}

impl Show {
    fn new() -> Show {
        let style = ProgressStyle::with_template("{prefix} {bar:24} {human_pos}/{human_len} matches, {msg}");
        let now = Instant::now();
        Show {
            bar: ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())),
            terminal: stderr().is_terminal(),
            clock: Mutex::new(PairClock {
                pair: 1,
                began: now,
                told: now,
            }),
        }
    }
}

impl MatchAudience for Show {
    fn progress(&self, step: MatchStep<'_>) {
        let Ok(mut clock) = self.clock.lock() else { return };
        if clock.pair != step.pair {
            clock.pair = step.pair;
            clock.began = Instant::now();
        }
        let title = format!("[{}/{}] {} - {}", step.pair, step.pairs, step.names[0], step.names[1]);
        let state = state(&step, clock.began.elapsed());
        if self.terminal {
            self.bar.set_prefix(title);
            self.bar.set_length(step.of);
            self.bar.set_position(step.matches);
            self.bar.set_message(state);
        } else if clock.told.elapsed() >= PLAIN {
            clock.told = Instant::now();
            eprintln!("{title}: {} of {} matches, {state}", step.matches, step.of);
        }
    }

    fn stopped(&self) -> bool {
        interrupt::stopped()
    }
}

/// Rate, time left and estimate of a pair.
fn state(step: &MatchStep<'_>, elapsed: Duration) -> String {
    let rate = step.matches as f64 / elapsed.as_secs_f64().max(1e-9);
    let left = (step.of - step.matches) as f64 / rate.max(1e-9);
    format!(
        "{rate:.1} matches/s, {} left, {:.1} % won ±{:.1}",
        HumanDuration(Duration::from_secs_f64(left.min(1e9))),
        step.score.mean,
        1.96 * step.score.standard_error
    )
}
