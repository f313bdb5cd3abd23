//! `spariglio replay`: checks files of hand records, or completes them.
//!
//! Every file is read to its end. The exit status is 1 if a record has an error, 2 if a file cannot be read.

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::Args as ClapArgs;
use indicatif::{ProgressBar, ProgressDrawTarget};
use serde_json::json;
use spariglio_engine::FormatError;
use spariglio_engine::record::Replayer;
use spariglio_files::records::{open, read_line};

use crate::{Status, common};

/// Progress is shown if the work takes longer than this.
const LONG: Duration = Duration::from_secs(2);

/// Check hand records, or add the fields that they lack.
#[derive(ClapArgs)]
pub struct Args {
    /// Files of records, `.jsonl` or `.jsonl.zst`; `-` = standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write the correct records, with legal actions and results added
    #[arg(long, conflicts_with = "json")]
    fill: bool,
    /// Print JSON: one object per error, and one with a summary per file
    #[arg(long)]
    json: bool,
}

/// Runs `spariglio replay`.
pub fn run(args: Args) -> Result<Status> {
    let mut replay = Replay {
        out: common::output(),
        fill: args.fill,
        json: args.json,
        start: Instant::now(),
        bar: ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()),
        files: args.files.len(),
        sums: Sums::default(),
    };
    for file in &args.files {
        replay.file(file)?;
    }
    replay.finish()
}

/// Counts of records and errors.
#[derive(Copy, Clone, Default)]
struct Sums {
    records: u64,
    errors: u64,
    /// Files that cannot be opened, or not read to their end.
    unreadable: u64,
}

/// The work on all files, with its counts.
struct Replay<W: Write> {
    out: W,
    fill: bool,
    json: bool,
    start: Instant,
    bar: ProgressBar,
    files: usize,
    sums: Sums,
}

impl<W: Write> Replay<W> {
    fn file(&mut self, file: &Path) -> Result<()> {
        let before = self.sums;
        let name = if file == Path::new("-") {
            "standard input".into()
        } else {
            file.display().to_string()
        };
        match open(file) {
            Ok(source) => self.lines(&name, source)?,
            Err(error) => self.unreadable(&name, 0, &error)?,
        }
        if self.json {
            let (records, errors) = (self.sums.records - before.records, self.sums.errors - before.errors);
            writeln!(self.out, "{}", json!({"file": name, "records": records, "errors": errors}))?;
        }
        Ok(())
    }

    fn lines(&mut self, name: &str, mut source: Box<dyn BufRead + Send>) -> Result<()> {
        let mut replayer = Replayer::new(self.fill);
        let mut line = Vec::new();
        loop {
            match read_line(source.as_mut(), &mut line) {
                Ok(false) => return Ok(()),
                Ok(true) => {}
                Err(error) => return self.unreadable(name, replayer.lines(), &error),
            }
            self.sums.records += 1;
            self.show_progress();
            match replayer.feed(&line) {
                Ok(record) if self.fill => writeln!(self.out, "{}", record.to_line())?,
                Ok(_) => {}
                Err(error) => self.wrong(name, error)?,
            }
        }
    }

    fn wrong(&mut self, name: &str, error: FormatError) -> Result<()> {
        self.sums.errors += 1;
        let error = error.with_file(name);
        if self.json {
            let (line, turn, field) = (error.line(), error.turn(), error.field());
            let (expected, found) = (error.expected(), error.found());
            let text = json!({
                "file": name, "line": line, "turn": turn, "field": field, "expected": expected, "found": found,
            });
            writeln!(self.out, "{text}")?;
        } else {
            self.bar.suspend(|| eprintln!("{error}"));
        }
        Ok(())
    }

    /// Counts and reports a file that cannot be read after `lines` lines.
    fn unreadable(&mut self, name: &str, lines: usize, error: &io::Error) -> Result<()> {
        self.sums.errors += 1;
        self.sums.unreadable += 1;
        if self.json {
            let text =
                json!({"file": name, "line": lines + 1, "expected": "a readable file", "found": error.to_string()});
            writeln!(self.out, "{text}")?;
        } else {
            let text = format!("{name}: line {}: expected a readable file, found: {error}", lines + 1);
            self.bar.suspend(|| eprintln!("{text}"));
        }
        Ok(())
    }

    fn show_progress(&mut self) {
        if !self.sums.records.is_multiple_of(256) || self.start.elapsed() < LONG {
            return;
        }
        if self.bar.is_hidden() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        let (records, errors) = (self.sums.records, self.sums.errors);
        self.bar.set_message(format!("{records} records, {errors} in error"));
        self.bar.tick();
    }

    fn finish(mut self) -> Result<Status> {
        self.bar.finish_and_clear();
        self.out.flush()?;
        let Sums { records, errors, unreadable } = self.sums;
        if !self.json {
            eprintln!("{records} records, {errors} errors");
        }
        if unreadable > 0 {
            let files = self.files;
            bail!("files that cannot be read to their end: {unreadable} of {files}");
        }
        Ok(if errors == 0 { Status::Success } else { Status::Fault })
    }
}
