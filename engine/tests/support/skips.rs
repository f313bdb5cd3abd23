//! Tests that this machine cannot run say so: no test is skipped in silence.

use std::fs::OpenOptions;
use std::io::Write;

/// Reports a skipped test: a line on standard error, and one in the file that `SPARIGLIO_SKIPS` names.
pub(crate) fn skipped(test: &str, reason: &str) {
    // Not `eprintln`: that is shown for failing tests alone.
    writeln!(std::io::stderr(), "skipped: {test}: {reason}").expect("standard error");
    if let Some(path) = std::env::var_os("SPARIGLIO_SKIPS") {
        let line = format!("{test}: {reason}\n");
        let file = OpenOptions::new().append(true).create(true).open(path);
        // One write: tests run side by side.
        file.and_then(|mut file| file.write_all(line.as_bytes()))
            .expect("the file of SPARIGLIO_SKIPS");
    }
}
