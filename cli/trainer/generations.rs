//! A loop of generations: self-play, training, gate, repeated; shown on standard error.

use std::io::Write;
use std::sync::Mutex;

use anyhow::Result;
use serde_json::json;
use spariglio_arena::PairResult;
use spariglio_cli::learn::{Args, tell_resumable};
use spariglio_cli::meter::Meter;
use spariglio_cli::{Status, common};
use spariglio_files::run_dir::net_folder;
use spariglio_files::{Config, Manifest};
use spariglio_learn::{Event, LearnConfig, Observer, Verdict, learn};
use spariglio_report::figures;
use spariglio_train::TrainReport;

use crate::train::TrainMeter;

/// Runs a loop of generations.
pub fn run(args: &Args) -> Result<Status> {
    let mut config = LearnConfig::load(&args.config)?;
    config.generations = args.generations.unwrap_or(config.generations);
    config.set_seed(args.seed.unwrap_or(config.seed));
    let screen = Screen {
        args,
        stage: Mutex::new(Stage::Quiet),
        fault: Mutex::new(None),
    };
    tell_resumable(&args.out);
    let verdicts = learn(&config, &args.out, args.threads, &screen)?;
    if let Ok(Some(fault)) = screen.fault.into_inner() {
        return Err(fault);
    }
    if let Some(last) = verdicts.last() {
        let best = last.best();
        eprintln!(
            "best network: generation {best}, in {}",
            net_folder(&args.out, best).display()
        );
    }
    Ok(Status::Success)
}

/// Shows a loop on standard error, and prints verdicts where that was asked for.
struct Screen<'a> {
    args: &'a Args,
    stage: Mutex<Stage>,
    /// The first verdict that could not be printed, or picture that could not be written.
    fault: Mutex<Option<anyhow::Error>>,
}

/// The meter of the stage under way.
enum Stage {
    Quiet,
    Selfplay(Meter),
    Training(TrainMeter),
}

impl Observer for Screen<'_> {
    fn tell(&self, event: Event<'_>) {
        let Ok(mut stage) = self.stage.lock() else { return };
        match event {
            Event::Generation(generation) => eprintln!("generation {generation}"),
            Event::SelfplayStarted => *stage = Stage::Selfplay(Meter::new("  self-play")),
            Event::Selfplay(progress) => {
                if let Stage::Selfplay(meter) = &*stage {
                    meter.show(progress);
                }
            }
            Event::SelfplayDone(manifest) => {
                if let Stage::Selfplay(meter) = std::mem::replace(&mut *stage, Stage::Quiet) {
                    selfplay_done(manifest, meter);
                }
            }
            Event::TrainingStarted => *stage = Stage::Training(TrainMeter::new("  training")),
            Event::Training(progress) => {
                if let Stage::Training(meter) = &*stage {
                    meter.show(progress);
                }
            }
            Event::TrainingDone(report) => {
                if let Stage::Training(meter) = std::mem::replace(&mut *stage, Stage::Quiet) {
                    meter.finish();
                }
                training_done(report);
            }
            Event::Match {
                stage,
                opponent,
                hands,
                seconds,
            } => eprintln!("  {stage:<11} {hands} hands against {opponent} ({seconds:.1} s)"),
            Event::Verdict(verdict) => {
                judged(verdict);
                if let Err(fault) = self.keep(verdict)
                    && let Ok(mut first) = self.fault.lock()
                {
                    first.get_or_insert(fault);
                }
            }
        }
    }
}

impl Screen<'_> {
    /// The picture of the losses, and the verdict on standard output.
    fn keep(&self, verdict: &Verdict) -> Result<()> {
        spariglio_report::learning::write_losses(&self.args.out)?;
        if self.args.json {
            let line = json!({"generation": verdict.generation, "verdict": verdict});
            writeln!(common::output(), "{line}")?;
        }
        Ok(())
    }
}

fn selfplay_done(manifest: &Manifest, meter: Meter) {
    let (progress, seconds) = meter.finish();
    let speed = progress.map_or("all there".to_owned(), |progress| {
        format!("{seconds:.1} s, {:.0} hands/s", progress.hands_played as f64 / seconds)
    });
    let agents = manifest.source.agents().join(", ");
    eprintln!(
        "  self-play   {agents}: {} hands, {} rows ({speed})",
        manifest.hands, manifest.rows
    );
}

fn training_done(report: &TrainReport) {
    let (steps, rows) = (report.steps, report.rows);
    eprint!("  training    {steps} steps on {rows} rows ({:.1} s)", report.seconds);
    match &report.metrics {
        Some(line) => eprintln!(
            ": policy divergence {:.3}, value explains {:.0} %",
            line.policy_divergence,
            100.0 * line.value_explained
        ),
        None => eprintln!(),
    }
}

/// The verdict in words.
fn judged(verdict: &Verdict) {
    let margin = |pair: &PairResult| format!("{} points per hand", figures::margin(pair, 2));
    match &verdict.gate {
        None => eprintln!("  first network"),
        Some(pair) => eprintln!(
            "  against generation {}: {}; {}",
            verdict.incumbent.unwrap_or(0),
            margin(pair),
            if verdict.accepted { "accepted" } else { "rejected" }
        ),
    }
    for pair in &verdict.evaluations {
        eprintln!("  against {}: {}", pair.agents[1], margin(pair));
    }
}
