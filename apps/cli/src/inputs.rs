//! `spariglio inputs`: the meaning of a network's inputs, by column, and the inputs of one decision.

mod example;
mod page;

use std::io::Write;

use anyhow::{Result, ensure};
use clap::Args as ClapArgs;
use serde_json::json;
use spariglio_agents::net::inputs::{Encoder, InputBlock};
use spariglio_engine::Deck;

use crate::Status;
use crate::common::{self, RulesArg};

/// Explain the inputs of a network.
///
/// Explains its columns, or shows the inputs of one decision.
#[derive(ClapArgs)]
pub struct Args {
    /// Column to explain [default: all blocks, one per line]
    #[arg(value_name = "COLUMN", value_parser = common::number::<usize, 0, { u64::MAX }>)]
    column: Option<usize>,
    #[command(flatten)]
    rules: RulesArg,
    /// Print JSON: one object per block
    #[arg(long)]
    json: bool,
    /// Print the reference page: docs/reference/inputs.md
    #[arg(long, conflicts_with_all = ["column", "json", "example"])]
    markdown: bool,
    /// Print one decision of a random deal as JSON: its inputs, and the logits of the network that `net-search` plays
    #[arg(long, conflicts_with_all = ["column", "json"])]
    example: bool,
    /// Seed of everything random: the deal of --example
    #[arg(long, value_name = "N", default_value_t = common::SEED, requires = "example", value_parser = common::seed)]
    seed: u64,
}

/// Runs `spariglio inputs`.
pub fn run(args: Args) -> Result<Status> {
    let mut out = common::output();
    if args.markdown {
        write!(out, "{}", page::text()?)?;
    } else if args.example {
        writeln!(out, "{}", example::decision(&args.rules.game()?, args.seed)?)?;
    } else {
        inputs(&mut out, &args)?;
    }
    out.flush()?;
    Ok(Status::Success)
}

/// Writes all blocks of the inputs, or those with `args.column` if it is given.
fn inputs(out: &mut impl Write, args: &Args) -> Result<()> {
    let game = args.rules.game()?;
    let encoder = Encoder::new(&game);
    let columns = encoder.policy_len().max(encoder.critic_len());
    check(args.column, columns, &game.rules().name)?;
    for block in encoder.blocks() {
        match args.column {
            Some(column) if !block.holds(column) => {}
            column => writeln!(out, "{}", input_line(&block, column, game.deck(), args.json))?,
        }
    }
    Ok(())
}

/// Fails if the column does not exist.
fn check(column: Option<usize>, columns: usize, of: &str) -> Result<()> {
    let column = column.unwrap_or(0);
    ensure!(column < columns, "COLUMN: expected a number below {columns}, the columns of {of}, found {column}");
    Ok(())
}

/// The line of a block, and the place of `column` in it.
fn input_line(block: &InputBlock, column: Option<usize>, deck: Deck, json: bool) -> String {
    let place = column.map(|column| block.place(column, deck).join(", "));
    let (part, name, start, width) = (block.part, block.name, block.start, block.width());
    if json {
        let axes: Vec<_> = block
            .axes
            .iter()
            .map(|axis| json!({"name": axis.name, "length": axis.len}))
            .collect();
        let object = json!({
            "part": part, "name": name, "start": start, "width": width, "axes": axes, "meaning": block.meaning,
            "column": column, "place": place,
        });
        return object.to_string();
    }
    let place = place
        .filter(|place| !place.is_empty())
        .map(|place| format!(" [{place}]"))
        .unwrap_or_default();
    format!("{start:>5} {width:>4}  {:<24} {}{place}", format!("{part}.{name}"), block.meaning)
}
