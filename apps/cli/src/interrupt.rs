//! Ctrl-C and SIGTERM: the first asks the work to stop at the next point with a valid result, the second ends the
//! program.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use spariglio_files::tell;

static STOPPED: AtomicBool = AtomicBool::new(false);
static LISTENING: OnceLock<()> = OnceLock::new();

/// Exit status if Ctrl-C ended the program.
const INTERRUPTED: i32 = 130;

/// Installs the signal handler, if that was not done before.
pub fn listen() -> Result<()> {
    if LISTENING.set(()).is_err() {
        return Ok(());
    }
    ctrlc::set_handler(|| {
        if STOPPED.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
        tell!("stopping after the work in progress; Ctrl-C again stops at once");
    })
    .context("cannot listen for Ctrl-C")
}

/// Ends the program if it was asked to stop; for work that loses nothing by it.
pub fn end_if_stopped() {
    if stopped() {
        std::process::exit(INTERRUPTED);
    }
}

/// Whether the program was asked to stop.
pub fn stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}
