//! `spariglio`: the program.

#![forbid(unsafe_code)]

use std::process::ExitCode;

use spariglio_cli::Apart;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    ExitCode::from(spariglio_cli::main(&arguments, &Apart::new(&arguments)))
}
