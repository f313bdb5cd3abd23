//! `spariglio bench`: this machine's speeds on one core, each the median of several slices, and a fingerprint of
//! decisions.

use std::io::Write;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use serde_json::json;
use spariglio_report::figures;

use crate::common::{number, output};
use crate::{Status, interrupt};

/// Measure this machine: speeds on one core.
///
/// Each speed is the median of several slices. The last figure is a fingerprint of decisions.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Print JSON: one object per figure
    #[arg(long)]
    json: bool,
    /// Part of a name: measure only the figures that contain it
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// Milliseconds per slice; a figure is the median of five slices
    #[arg(long, value_name = "N", default_value_t = 150, value_parser = number::<u64, 1, { u64::MAX }>)]
    slice: u64,
}

/// Measures every figure and prints it at once.
pub fn run(args: Args) -> Result<Status> {
    interrupt::end_without_reader();
    let mut out = output();
    let mut chosen = spariglio_bench::figures()
        .filter(|figure| figure.name.contains(&args.only))
        .peekable();
    if chosen.peek().is_none() {
        bail!("--only {}: expected a part of the name of a figure, found none with it", args.only);
    }
    for figure in chosen {
        let (name, unit) = (&figure.name, figure.unit);
        let value = figure
            .measure(Duration::from_millis(args.slice))
            .map_err(|source| anyhow!(source))?;
        if args.json {
            writeln!(out, "{}", json!({"name": name, "value": value, "unit": unit}))?;
        } else {
            writeln!(out, "{name:<50} {:>18} {unit}", readable(value))?;
        }
        out.flush()?;
    }
    Ok(Status::Success)
}

/// A number with thousands separators, or with two decimals if it is below 1000.
fn readable(value: f64) -> String {
    if value < 1000.0 {
        return format!("{value:.2}");
    }
    figures::thousands(value.round_ties_even() as u64)
}
