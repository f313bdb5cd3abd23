//! Ctrl-C and a polite kill: the first asks the work to end where its result is valid, the second ends the program.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};

static STOPPED: AtomicBool = AtomicBool::new(false);
static LISTENING: OnceLock<()> = OnceLock::new();

/// Exit status of a program that was ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// Listens from now on.
pub fn listen() -> Result<()> {
    if LISTENING.set(()).is_err() {
        return Ok(());
    }
    ctrlc::set_handler(|| {
        if STOPPED.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
        eprintln!("stopping after what is in play; again to stop at once");
    })
    .context("cannot listen for Ctrl-C")
}

/// Ends the program if it was asked to stop: for work that loses nothing by it.
pub fn end_if_stopped() {
    if stopped() {
        std::process::exit(INTERRUPTED);
    }
}

/// Was the program asked to stop?
pub fn stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}
