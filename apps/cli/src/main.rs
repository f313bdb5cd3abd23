//! `spariglio`: the program.

#![forbid(unsafe_code)]

use std::process::ExitCode;

use spariglio_cli::Apart;

fn main() -> ExitCode {
    spariglio_cli::limits::survive_file_limit();
    let arguments: Vec<_> = std::env::args_os().collect();
    ExitCode::from(spariglio_cli::main(&arguments, &Apart::new(&arguments)))
}
