//! The work of `spariglio train`: a network learns from the rows of self-play.

use std::io::{IsTerminal, Write, stderr};

use anyhow::{Context, Result};
use indicatif::ProgressBar;
use serde_json::json;
use spariglio_agents::net::network_folder;
use spariglio_cli::meter::{Lines, bar};
use spariglio_cli::train::Args;
use spariglio_cli::{Status, common};
use spariglio_engine::Game;
use spariglio_files::{Config, Fingerprint, RunDir, RunFile};
use spariglio_selfplay::SCHEMA_VERSION;
use spariglio_train::{Progress, TrainConfig, TrainReport, rules_of_data, train_generation};

/// Runs `spariglio train`.
pub fn run(args: &Args) -> Result<Status> {
    let config = match &args.config {
        Some(path) => TrainConfig::load(path)?,
        None => TrainConfig::default(),
    };
    let game = game(args)?;
    let file = RunFile::new(
        "train",
        SCHEMA_VERSION,
        config.run.seed,
        Fingerprint::of(&game),
        &config,
    );
    let init = args.init.as_deref().map(network_folder).transpose()?;
    let run = RunDir::open(&args.out, &file)?;
    let meter = TrainMeter::new("training");
    let report = train_generation(
        &config,
        &game,
        &args.data,
        run.root(),
        args.generation,
        init.as_deref(),
        &mut |progress| meter.show(&progress),
    );
    meter.finish();
    let report = report?;
    spariglio_report::learning::write_losses(run.root())?;
    tell(&report, args.json)?;
    Ok(Status::Success)
}

fn game(args: &Args) -> Result<Game> {
    if let Some(rules) = &args.rules {
        return common::game(rules);
    }
    let name = rules_of_data(&args.data)?.context("expected --data")?;
    Game::preset(&name).with_context(|| {
        format!("the data are for the rule set `{name}`, which is not a preset: expected --rules FILE")
    })
}

fn tell(report: &TrainReport, as_json: bool) -> Result<()> {
    let folder = report.folder.display();
    let device = report.device.unwrap_or("earlier");
    eprintln!(
        "{folder}: {} steps on {} rows in {:.1} s ({device}), {} of them earlier",
        report.steps, report.rows, report.seconds, report.resumed_at
    );
    if let Some(line) = &report.metrics {
        eprintln!(
            "policy: divergence {:.3}, same best action {:.1} %; value explains {:.1} % of the outcome's variance",
            line.policy_divergence,
            100.0 * line.policy_agreement,
            100.0 * line.value_explained
        );
    }
    if as_json {
        let line = json!({
            "folder": report.folder,
            "generation": report.generation,
            "steps": report.steps,
            "total_steps": report.total_steps,
            "rows": report.rows,
            "resumed_at": report.resumed_at,
            "device": report.device,
            "seconds": report.seconds,
            "metrics": report.metrics,
        });
        writeln!(common::output(), "{line}")?;
    }
    Ok(())
}

/// Shows the progress of a training on standard error: a bar on a terminal, a plain line now and then elsewhere.
pub struct TrainMeter {
    title: String,
    bar: Option<ProgressBar>,
    lines: Lines,
}

impl TrainMeter {
    /// A meter that starts now.
    pub fn new(title: &str) -> TrainMeter {
        let template = format!("{title} [{{bar:32}}] {{pos}}/{{len}} {{msg}}");
        TrainMeter {
            title: title.to_owned(),
            bar: stderr().is_terminal().then(|| bar(&template)),
            lines: Lines::default(),
        }
    }

    /// Shows an event.
    pub fn show(&self, progress: &Progress) {
        match *progress {
            Progress::Started { ref no_gpu, .. } => {
                if let Some(reason) = no_gpu {
                    self.say(&format!("on the processor: {reason}"));
                }
            }
            Progress::Loading { rows, total } => self.place(rows, total, "rows read".to_owned()),
            Progress::Training {
                step,
                steps,
                loss,
                rows_per_second,
            } => self.place(step, steps, rates(step, steps, loss, rows_per_second)),
        }
    }

    /// Removes the bar.
    pub fn finish(self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| eprintln!("{}: {text}", self.title)),
            None => eprintln!("{}: {text}", self.title),
        }
    }

    fn place(&self, done: u64, total: u64, message: String) {
        if let Some(bar) = &self.bar {
            bar.set_length(total);
            bar.set_position(done);
            bar.set_message(message);
        } else {
            self.lines
                .tell(|| format!("{}: {done} of {total} {message}", self.title));
        }
    }
}

fn rates(step: u64, steps: u64, loss: Option<f64>, rows_per_second: Option<f64>) -> String {
    match (loss, rows_per_second) {
        (Some(loss), Some(speed)) => format!("steps, loss {loss:.3}, {speed:.0} rows/s"),
        _ if step == steps => "steps, writing".to_owned(),
        _ => "steps".to_owned(),
    }
}
