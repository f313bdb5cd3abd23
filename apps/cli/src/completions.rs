//! `completions`: a script that lets a shell complete verbs, options and their values.

use std::io::Write;

use clap_complete::Shell;

use crate::{Status, common, help};

/// Print a completion script for a shell.
#[derive(clap::Args)]
pub struct Args {
    /// Shell to complete for
    shell: Shell,
}

/// Prints the script to standard output.
pub fn run(args: Args) -> anyhow::Result<Status> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut help::command(), "spariglio", &mut script);
    let mut out = common::output();
    out.write_all(&script)?;
    out.flush()?;
    Ok(Status::Success)
}
