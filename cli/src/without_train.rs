//! `spariglio train` and `spariglio learn` in a binary that was built without training.

use anyhow::{Result, bail};
use clap::Args as ClapArgs;

use crate::Status;

/// Any arguments: what they mean is known only to a binary with training.
#[derive(ClapArgs)]
pub struct Args {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    _rest: Vec<String>,
}

/// Says how to get a binary that can do it.
pub fn run(verb: &str) -> Result<Status> {
    bail!(
        "this binary was built without training, which `{verb}` needs; \
         `make setup` fetches libtorch, then `cargo build --release -p spariglio-cli --features train` builds one that has it"
    )
}
