//! `spariglio mcp`: a server of the Model Context Protocol.

use anyhow::{Context, Result};
use clap::Args as ClapArgs;

use crate::{Status, interrupt};

/// Serve a language model by the Model Context Protocol.
///
/// The server speaks on standard input and output.
///
/// The client lists games, reads rules, plays hands against agents, analyses positions and runs small arenas.
#[derive(ClapArgs)]
pub struct Args {
    /// Allow hints at tables: the values of the legal actions
    #[arg(long)]
    allow_hints: bool,
}

/// Runs `spariglio mcp`.
pub fn run(args: Args) -> Result<Status> {
    interrupt::listen()?;
    let about =
        "the client (a program that speaks the protocol starts this one, as docs/how-to/language_models.md says)";
    spariglio_mcp::serve(args.allow_hints, interrupt::stopped).context(about)?;
    Ok(Status::Success)
}
