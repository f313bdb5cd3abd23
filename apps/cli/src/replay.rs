//! `spariglio replay`: checks files of hand records, or completes them.
//!
//! Every file is read to its end. The exit status is 1 if a record has an error, 2 if a file cannot be read.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args as ClapArgs;
use serde_json::json;
use spariglio_engine::FormatError;
use spariglio_engine::record::Replayer;
use spariglio_files::records::{open, read_line};
use spariglio_files::{complain, tell};
use spariglio_report::figures;

use crate::meter::{Meter, Rest};
use crate::{Status, common, recorded};

/// The most errors of one kind that are printed for a file.
const MOST_ALIKE: u64 = 5;

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
        meter: Meter::new("records"),
        files: args.files.len(),
        sums: Sums::default(),
        kinds: BTreeMap::new(),
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
    meter: Meter,
    files: usize,
    sums: Sums,
    /// Errors of the current file by field.
    kinds: BTreeMap<String, u64>,
}

impl<W: Write> Replay<W> {
    fn file(&mut self, file: &Path) -> Result<()> {
        let before = self.sums;
        let name = recorded::name(file);
        match open(file) {
            Ok(source) => self.lines(&name, source)?,
            Err(error) => self.unreadable(&name, 0, &error)?,
        }
        self.tell_left_out(&name);
        if (self.sums.records, self.sums.unreadable) == (before.records, before.unreadable) {
            self.unreadable(&name, 0, &io::Error::other("expected records, found none"))?;
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
            return Ok(());
        }
        let count = self.kinds.entry(error.field().to_owned()).or_default();
        *count += 1;
        if *count <= MOST_ALIKE {
            self.meter.aside(|| complain!("{error}"));
        }
        Ok(())
    }

    /// Counts the errors of a file that were not printed.
    fn tell_left_out(&mut self, name: &str) {
        for (field, count) in std::mem::take(&mut self.kinds) {
            if let Some(more @ 1..) = count.checked_sub(MOST_ALIKE) {
                let more = figures::thousands(more);
                self.meter
                    .aside(|| complain!("{name}: {field}: {more} more errors (--json has them all)"));
            }
        }
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
            let text = match lines {
                0 => format!("{name}: {error}"),
                _ => format!("{name}: line {}: expected a readable file, found: {error}", lines + 1),
            };
            self.meter.aside(|| complain!("{text}"));
        }
        Ok(())
    }

    fn show_progress(&self) {
        if self.sums.records.is_multiple_of(256) {
            let note = || format!("{} in error", figures::thousands(self.sums.errors));
            self.meter.show("replay", self.sums.records, None, |_| Rest::note(note()));
        }
    }

    fn finish(mut self) -> Result<Status> {
        self.meter.clear();
        self.out.flush()?;
        let Sums { records, errors, unreadable } = self.sums;
        if !self.json {
            tell!("{records} records, {errors} errors");
        }
        if unreadable > 0 {
            let files = self.files;
            bail!("files that cannot be read to their end: {unreadable} of {files}");
        }
        Ok(if errors == 0 { Status::Success } else { Status::Fault })
    }
}
