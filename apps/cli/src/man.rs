//! `man`: the manual pages, made from the same declarations as `--help`.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::CommandFactory;
use clap_mangen::Man;

use crate::{Arguments, Status};

/// Arguments of `man`.
#[derive(clap::Args)]
pub struct Args {
    /// Folder to write: `spariglio.1` and one page per verb (`spariglio-arena.1`), created if missing [default: print the
    /// main page]
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Prints the main page to standard output, or writes all pages if a folder is given.
pub fn run(args: Args) -> anyhow::Result<Status> {
    let command = Arguments::command();
    if let Some(folder) = args.out {
        let place = || folder.display().to_string();
        fs::create_dir_all(&folder).with_context(place)?;
        clap_mangen::generate_to(command, &folder).with_context(place)?;
    } else {
        let mut page = Vec::new();
        Man::new(command).render(&mut page)?;
        io::stdout().write_all(&page)?;
    }
    Ok(Status::Success)
}
