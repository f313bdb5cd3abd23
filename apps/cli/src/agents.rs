//! `spariglio agents`: lists the agent types and explains their options, from the registry of the agents.

mod page;

use anyhow::{Result, anyhow};
use clap::Args as ClapArgs;
use serde_json::{Value, json};
use spariglio_agents::AGENTS;
use spariglio_agents::spec::AgentType;
use spariglio_engine::format::nearest;

use crate::{Status, common};

/// List the agents, or explain the options of one.
///
/// An agent is one line, `type:option=value:...`, for example `ismcts:simulations=1000:exact=3`, or a TOML file. Fair
/// agents see the view of their seat. Cheating agents see all cards, and programs run beside this one.
#[derive(ClapArgs)]
pub struct Args {
    /// Agent type to explain [default: all types, one per line]
    #[arg(value_name = "TYPE")]
    agent: Option<String>,
    /// Print JSON: one object per type
    #[arg(long, conflicts_with = "markdown")]
    json: bool,
    /// Print the reference page: docs/reference/agent_options.md
    #[arg(long, conflicts_with = "agent")]
    markdown: bool,
}

/// Runs `spariglio agents`.
pub fn run(args: Args) -> Result<Status> {
    if args.markdown {
        return common::print_page(&page::text());
    }
    let types = match &args.agent {
        Some(name) => vec![named(name)?],
        None => AGENTS.iter().collect(),
    };
    common::print_list(types.into_iter().map(|agent| match (args.json, &args.agent) {
        (true, _) => object(agent).to_string(),
        (false, Some(_)) => paragraph(agent),
        (false, None) => format!("{:<12} {:<9} {}", agent.name, kind(agent), agent.about),
    }))
}

fn named(name: &str) -> Result<&'static AgentType> {
    AGENTS.iter().find(|agent| agent.name == name).ok_or_else(|| {
        anyhow!(
            "TYPE: expected an agent type, found `{name}`; nearest: {} (`spariglio agents` lists all)",
            nearest::to(name, AGENTS.iter().map(|agent| agent.name)).join(", ")
        )
    })
}

/// The knowledge of an agent of this type.
fn kind(agent: &AgentType) -> &'static str {
    match (agent.cheats(), agent.is_program()) {
        (true, _) => "cheating",
        (_, true) => "program",
        _ => "fair",
    }
}

/// A type with its options, in lines.
fn paragraph(agent: &AgentType) -> String {
    let mut lines = vec![format!("{} ({}): {}", agent.name, kind(agent), agent.about)];
    let options = agent.listed();
    if options.is_empty() {
        lines.push("  It has no options.".to_owned());
    }
    let setting = |name: &str, value: &str| format!("{name}={value}");
    let width = options.iter().map(|option| setting(option.name, &option.value).len()).max();
    let width = width.unwrap_or(0);
    for option in &options {
        lines.push(format!("  {:<width$}  {}", setting(option.name, &option.value), option.about));
        lines.push(format!("  {:<width$}  {}", "", option.kind));
    }
    lines.join("\n")
}

/// A type with its options, as JSON. An option without a default has the default null.
fn object(agent: &AgentType) -> Value {
    let options = agent.listed().into_iter().map(|option| {
        json!({
            "option": option.name, "type": option.kind.to_string(),
            "default": Some(option.value).filter(|value| !value.is_empty()), "meaning": option.about,
        })
    });
    json!({"agent": agent.name, "kind": kind(agent), "meaning": agent.about, "options": Vec::from_iter(options)})
}
