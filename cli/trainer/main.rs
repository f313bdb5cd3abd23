//! `spariglio-train`: `spariglio` with the work that needs libtorch. `spariglio` starts it for `train` and for `learn` with
//! generations, so that everything else runs where libtorch is not.

#![forbid(unsafe_code)]

mod generations;
mod train;

use std::process::ExitCode;

use anyhow::Result;
use spariglio_cli::{Status, Training};

/// Training in this program.
struct Here;

impl Training for Here {
    fn train(&self, args: &spariglio_cli::train::Args) -> Result<Status> {
        train::run(args)
    }

    fn generations(&self, args: &spariglio_cli::learn::Args) -> Result<Status> {
        generations::run(args)
    }
}

fn main() -> ExitCode {
    ExitCode::from(spariglio_cli::main(std::env::args_os(), &Here))
}
