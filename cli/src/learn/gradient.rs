//! A run of policy gradient, shown on standard error.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use serde_json::json;
use spariglio_files::Config;
use spariglio_files::metrics::{GradientLine, MatchLine};
use spariglio_gradient::{Event, GradientRunConfig, Observer, Stage};
use spariglio_selfplay::Progress;

use super::Args;
use crate::{Status, common};

/// Time between two plain lines.
const PLAIN: Duration = Duration::from_secs(10);

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
        bar: None,
        told: Instant::now(),
        fault: None,
    };
    let net = spariglio_gradient::run(&config, &args.out, args.threads, &mut screen)?;
    if let Some(fault) = screen.fault {
        return Err(fault);
    }
    eprintln!("network: {}", net.display());
    Ok(Status::Success)
}

/// A bar on a terminal, a plain line now and then elsewhere.
struct Screen {
    json: bool,
    bar: Option<ProgressBar>,
    /// When the last plain line was written.
    told: Instant,
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
                if decisions > 0 {
                    eprintln!("going on after {} of {}", millions(decisions), millions(total));
                }
                if let Stage::Distil { round } = stage {
                    eprintln!("round {}: learning what search plays", round + 1);
                }
                self.end_bar();
                self.bar = stderr().is_terminal().then(|| bar(total));
            }
            Event::Searching { round, progress } => {
                self.end_bar();
                self.searching(round, progress);
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
    fn progress(&mut self, decisions: u64, total: u64, speed: f64) {
        let left = Duration::from_secs_f64(((total.saturating_sub(decisions)) as f64 / speed.max(1.0)).min(1e9));
        let rates = format!("{speed:.0} decisions/s, {} left", HumanDuration(left));
        if let Some(bar) = &self.bar {
            bar.set_position(decisions);
            bar.set_message(rates);
        } else if self.told.elapsed() >= PLAIN {
            self.told = Instant::now();
            eprintln!("{} of {}: {rates}", millions(decisions), millions(total));
        }
    }

    fn end_bar(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    fn searching(&mut self, round: u32, progress: Progress) {
        let total = progress.hands_total.unwrap_or(0);
        let hands = progress.hands_kept + progress.hands_played;
        if self.told.elapsed() >= PLAIN || hands == total {
            self.told = Instant::now();
            eprintln!("round {}: search played {hands} of {total} hands", round + 1);
        }
    }

    fn evaluated(&self, line: &GradientLine, matches: &[MatchLine]) {
        let margins = matches.iter().map(|result| {
            let half = (result.interval[1] - result.interval[0]) / 2.0;
            format!("{:+.3} ±{half:.3} against {}", result.mean, result.opponent)
        });
        let margins: Vec<String> = margins.collect();
        let labels = line
            .label_divergence
            .map(|divergence| format!(", {divergence:.2} from the search"));
        let text = format!(
            "{}: {} points per hand; entropy {:.2}, {:.2} from the residual{}, critic explains {:.0} %",
            millions(line.decisions),
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

fn millions(decisions: u64) -> String {
    format!("{:.1} M decisions", decisions as f64 / 1e6)
}

fn bar(total: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("learning [{bar:32}] {percent} %, {msg}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(total).with_style(style.progress_chars("=> "))
}
