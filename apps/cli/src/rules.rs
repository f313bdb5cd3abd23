//! `spariglio rules`: lists the presets, shows a rule set in full or in words, checks rule files, explains fields, makes
//! new rule sets.

mod explain;
mod page;
mod random;
mod text;

use std::io::Write;

use anyhow::{Result, ensure};
use clap::{Args as ClapArgs, Subcommand};
use serde_json::{Value, json};
use spariglio_engine::RuleSet;
use spariglio_files::complain;

use crate::{Status, common};

/// List, show, check and explain rule sets, and print them in words.
#[derive(ClapArgs)]
pub struct Args {
    #[command(subcommand)]
    verb: Option<RulesVerb>,
}

#[derive(Subcommand)]
enum RulesVerb {
    /// List the presets
    List {
        /// Print JSON: one object per preset
        #[arg(long)]
        json: bool,
    },
    /// Print a rule set in full, as TOML
    Show {
        /// Preset name, or TOML file
        #[arg(value_name = "NAME|FILE")]
        rules: String,
        /// Print JSON: the same fields in one line
        #[arg(long)]
        json: bool,
    },
    /// Check rule files: read, complete and compile each
    Check {
        /// TOML files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<String>,
        /// Print JSON: one object per file
        #[arg(long)]
        json: bool,
    },
    /// Explain the fields of rule sets: values, meaning, rules, presets
    Explain(explain::Args),
    /// Print the rules of a game in words, as language models are told them
    Text(text::Args),
    /// Make a new rule set that is valid and worth playing
    Random(random::Args),
}

/// Runs `spariglio rules`.
pub fn run(args: Args) -> Result<Status> {
    match args.verb.unwrap_or(RulesVerb::List { json: false }) {
        RulesVerb::List { json } => list(json),
        RulesVerb::Show { rules, json } => show(&rules, json),
        RulesVerb::Check { files, json } => check(&files, json),
        RulesVerb::Explain(args) => explain::run(&args),
        RulesVerb::Text(args) => text::run(&args),
        RulesVerb::Random(args) => random::run(&args),
    }
}

fn list(json: bool) -> Result<Status> {
    let mut out = common::output();
    for name in RuleSet::preset_names() {
        let rules = common::rule_set(name)?;
        if json {
            writeln!(out, "{}", object(name, &rules))?;
        } else {
            writeln!(out, "{name:<20} {}", summary(&rules))?;
        }
    }
    out.flush()?;
    Ok(Status::Success)
}

/// A rule set's seats, sides, deal and end, as JSON.
fn object(name: &str, rules: &RuleSet) -> Value {
    json!({
        "rules": name, "players": rules.players, "sides": rules.sides, "table": rules.deal.table,
        "rounds": rules.deal.rounds, "limit": rules.end.limit, "hands": rules.end.hands,
    })
}

/// A rule set in one line: seats, sides, deal and end.
fn summary(rules: &RuleSet) -> String {
    let rounds = &rules.deal.rounds;
    let deal = match (rounds.as_slice(), rounds.iter().all(|len| *len == rounds[0])) {
        ([len], _) => format!("{len}"),
        (several, true) => format!("{} x {}", several.len(), several[0]),
        (several, false) => several.iter().map(u8::to_string).collect::<Vec<_>>().join(" + "),
    };
    let end = match (rules.end.limit, rules.end.hands) {
        (Some(limit), _) => format!("to {limit}"),
        (None, Some(hands)) => format!("{hands} hands"),
        (None, None) => String::new(),
    };
    format!(
        "{} players, {} sides, {deal} cards each, {} on the table, {end}",
        rules.players, rules.sides, rules.deal.table
    )
}

fn show(name: &str, json: bool) -> Result<Status> {
    let rules = common::rule_set(name)?;
    common::print_text(&if json {
        format!("{}\n", rules.to_json())
    } else {
        rules.to_toml()
    })?;
    Ok(Status::Success)
}

/// Checks all files before it fails, so that one run reports every fault.
fn check(files: &[String], json: bool) -> Result<Status> {
    let mut out = common::output();
    let mut wrong = 0;
    for file in files {
        let read = common::game(file);
        wrong += usize::from(read.is_err());
        match (read, json) {
            (Ok(_), true) => writeln!(out, "{}", json!({"file": file, "error": null}))?,
            (Ok(game), false) => writeln!(out, "{file}: {}", summary(game.rules()))?,
            (Err(error), true) => writeln!(out, "{}", json!({"file": file, "error": crate::told(&error)}))?,
            (Err(error), false) => complain!("spariglio: error: {}", crate::told(&error)),
        }
    }
    out.flush()?;
    ensure!(wrong == 0, "{wrong} of {} rule files are wrong", files.len());
    Ok(Status::Success)
}
