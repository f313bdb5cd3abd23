//! A run of policy gradient, shown on standard error.

use std::io::{IsTerminal, Write, stderr};
use std::time::Duration;

use anyhow::{Result, bail};
use indicatif::{HumanDuration, ProgressBar};
use serde_json::json;
use spariglio_files::Config;
use spariglio_files::metrics::{GradientLine, MatchLine};
use spariglio_gradient::{Event, GradientRunConfig, Observer, Stage};
use spariglio_report::figures;

use super::Args;
use crate::meter::{self, Lines, Meter};
use crate::{Status, common};

/// Runs a policy gradient.
pub fn run(args: &Args) -> Result<Status> {
    if args.generations.is_some() {
        bail!(
            "--generations: {} has no generations, but `gradient.decisions`",
            args.config.display()
        );
    }
    let mut config = GradientRunConfig::load(&args.config)?;
    config.seed = args.seed.unwrap_or(config.seed);
    let mut screen = Screen {
        json: args.json,
        ..Screen::default()
    };
    let net = spariglio_gradient::run(&config, &args.out, args.threads, &mut screen)?;
    screen.end()?;
    eprintln!("network: {}", net.display());
    Ok(Status::Success)
}

/// A bar on a terminal, a plain line now and then elsewhere.
#[derive(Default)]
pub(crate) struct Screen {
    /// Whether evaluations go to standard output as JSON Lines.
    json: bool,
    bar: Option<ProgressBar>,
    lines: Lines,
    /// The meter of the search under way.
    search: Option<Meter>,
    /// The first line that could not be printed.
    fault: Option<anyhow::Error>,
}

impl Observer for Screen {
    fn tell(&mut self, event: Event<'_>) {
        match event {
            Event::Started {
                stage,
                decisions,
                total,
            } => {
                if let Some(search) = self.search.take() {
                    search.finish();
                }
                if decisions > 0 {
                    eprintln!("going on after {}", share(decisions, total));
                }
                if let Stage::Distil { round } = stage {
                    eprintln!("round {}: learning what search plays", round + 1);
                }
                self.end_bar();
                self.bar = stderr().is_terminal().then(|| learning_bar(total));
            }
            Event::Searching { round, progress } => {
                self.end_bar();
                let title = || Meter::new(&format!("round {}: search", round + 1));
                self.search.get_or_insert_with(title).show(progress);
            }
            Event::Progress {
                decisions,
                total,
                speed,
            } => self.progress(decisions, total, speed),
            Event::Evaluated(line, matches) => {
                self.evaluated(line, matches);
                if let Err(fault) = self.print(line, matches) {
                    self.fault.get_or_insert(fault);
                }
            }
        }
    }
}

impl Screen {
    /// The run is over.
    ///
    /// # Errors
    /// A line could not be printed.
    pub(crate) fn end(self) -> Result<()> {
        self.fault.map_or(Ok(()), Err)
    }

    fn progress(&self, decisions: u64, total: u64, speed: f64) {
        let left = Duration::from_secs_f64(((total.saturating_sub(decisions)) as f64 / speed.max(1.0)).min(1e9));
        let rates = format!("{speed:.0} decisions/s, {} left", HumanDuration(left));
        if let Some(bar) = &self.bar {
            bar.set_position(decisions);
            bar.set_message(rates);
        } else {
            self.lines
                .tell(|| format!("learning: {}, {rates}", share(decisions, total)));
        }
    }

    fn end_bar(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    fn evaluated(&self, line: &GradientLine, matches: &[MatchLine]) {
        let margins = matches.iter().map(|result| {
            let margin = figures::around(result.mean, result.interval, 3);
            format!("{margin} against {}", result.opponent)
        });
        let margins: Vec<String> = margins.collect();
        let labels = line
            .label_divergence
            .map(|divergence| format!(", {divergence:.2} from the search"));
        let text = format!(
            "{} decisions: {} points per hand; entropy {:.2}, {:.2} from the residual{}, critic explains {:.0} %",
            figures::thousands(line.decisions),
            margins.join(", "),
            line.entropy,
            line.divergence,
            labels.unwrap_or_default(),
            100.0 * line.value_explained.iter().sum::<f64>() / 4.0,
        );
        match &self.bar {
            Some(bar) => bar.println(text),
            None => eprintln!("{text}"),
        }
    }

    fn print(&self, line: &GradientLine, matches: &[MatchLine]) -> Result<()> {
        if self.json {
            writeln!(
                common::output(),
                "{}",
                json!({"gradient": line, "evaluations": matches})
            )?;
        }
        Ok(())
    }
}

fn share(decisions: u64, total: u64) -> String {
    let [decisions, total] = [decisions, total].map(figures::thousands);
    format!("{decisions} of {total} decisions")
}

fn learning_bar(total: u64) -> ProgressBar {
    let bar = meter::bar("learning [{bar:32}] {percent} %, {msg}");
    bar.set_length(total);
    bar
}
