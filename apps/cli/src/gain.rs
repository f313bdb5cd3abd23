//! `spariglio gain`: what agents gain at single decisions.

use std::io::Write;

use anyhow::{Context, Result};
use clap::Args as ClapArgs;
use serde_json::json;
use spariglio_agents::AgentSpec;
use spariglio_arena::Watch;
use spariglio_arena::pairs::MOST_HANDS;
use spariglio_arena::studies::gain::{Gain, GainConfig, Gains, QUARTERS, gain};
use spariglio_engine::format::plain::plain;
use spariglio_report::figures;

use crate::common::{self, RulesArg};
use crate::meter::{Meter, Rest};
use crate::{Status, interrupt};

/// Measure what agents gain at single decisions.
///
/// A base agent plays all seats. At some of its decisions it also plays every other legal action to the end of the real
/// hand. An agent's gain is the return of its choice there less that of the base agent's, times the decisions of a
/// hand. So a difference shows after far fewer hands than in an arena.
///
/// The limit: everything else stays the base agent's play, so agents that leave it often are overstated.
#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    rules: RulesArg,
    /// Agents, separated by commas: each is measured by itself; if given again, adds agents
    #[arg(long, short, value_name = "A,B,...", required = true)]
    agents: Vec<String>,
    /// Agent that plays everything else
    #[arg(long, value_name = "AGENT", default_value = "net:hidden=0")]
    base: String,
    /// Number of hands
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = common::count::<1, MOST_HANDS>)]
    hands: u64,
    /// Decisions judged per hand, drawn at random
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = common::number::<usize, 1, 100>)]
    decisions: usize,
    /// Seed of everything random
    #[arg(long, value_name = "N", default_value_t = common::SEED, value_parser = common::seed)]
    seed: u64,
    /// Worker threads; 0 = one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = common::threads)]
    threads: usize,
    /// Print JSON: one object per agent
    #[arg(long)]
    json: bool,
}

/// Shows the progress on standard error.
struct GainWatch {
    meter: Meter,
    hands: u64,
}

impl Watch<u64> for GainWatch {
    fn progress(&self, hands: u64) {
        self.meter.show("gain", hands, Some(self.hands), |_| Rest::default());
    }

    fn stopped(&self) -> bool {
        interrupt::stopped()
    }
}

/// Runs `spariglio gain`.
pub fn run(args: Args) -> Result<Status> {
    let game = args.rules.game()?;
    let config = GainConfig {
        base: AgentSpec::resolve(&args.base).context("--base")?,
        agents: common::agents(&args.agents)?,
        hands: args.hands,
        decisions: args.decisions,
        seed: args.seed,
        threads: args.threads,
    };
    config.base.build(&game).context("--base")?;
    common::warn_of_other_rules(config.agents.iter().chain([&config.base]), &game);
    interrupt::listen()?;
    let show = GainWatch { meter: Meter::new("hands"), hands: args.hands };
    let gains = gain(&game, &config, &show);
    show.meter.clear();
    let Some(gains) = interrupt::unless_stopped(gains, interrupt::Then::StartsOver)? else {
        return Ok(Status::Fault);
    };
    let mut out = common::output();
    if args.json {
        for gain in &gains.agents {
            let line = json!({
                "agent": gain.agent, "base": config.base.to_string(), "rules": game.rules().name, "hands": args.hands,
                "decisions": gains.decisions, "gain": gain.gain.mean, "interval": gain.gain.interval,
                "quarters": gain.quarters.map(|quarter| quarter.mean), "other_choices": gain.other_choices,
            });
            writeln!(out, "{line}")?;
        }
    } else {
        table(&args, &gains, &mut out)?;
    }
    out.flush()?;
    Ok(Status::Success)
}

fn table(args: &Args, gains: &Gains, out: &mut impl Write) -> Result<()> {
    let Args { rules, base, hands, seed, .. } = args;
    writeln!(
        out,
        "One-step gain over {}: rules {}, {hands} hands, {} decisions, seed {seed}\n",
        plain(base),
        plain(&rules.rules),
        gains.decisions
    )?;
    let names = gains.agents.iter().map(|gain| plain(&gain.agent));
    let width = names.map(|name| spariglio_report::width(&name)).fold(5, usize::max);
    let quarters = (1..=QUARTERS).map(|quarter| format!("{:>10}", format!("quarter {quarter}")));
    let texts: Vec<String> = gains.agents.iter().map(|gain| figures::estimate(&gain.gain, 3)).collect();
    let wide = texts.iter().map(|gain| spariglio_report::width(gain)).fold(15, usize::max);
    writeln!(out, "{:width$}  {:>wide$}{}  unlike base", "agent", "points per hand", quarters.collect::<String>())?;
    for (Gain { agent, quarters, other_choices, .. }, gain) in gains.agents.iter().zip(texts) {
        let quarters = quarters
            .map(|quarter| format!("{:>10}", figures::signed(quarter.mean, 2)))
            .concat();
        writeln!(out, "{:width$}  {gain:>wide$}{quarters}  {other_choices:>9.1} %", plain(agent))?;
    }
    Ok(())
}
