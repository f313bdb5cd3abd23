//! A run of policy gradient, shown on standard error.

use std::io::{IsTerminal, Write, stderr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use indicatif::{HumanDuration, ProgressBar};
use serde_json::json;
use spariglio_agents::net::Best;
use spariglio_files::Config;
use spariglio_files::metrics::{GradientLine, MatchLine};
use spariglio_gradient::{Event, GradientError, GradientRunConfig, Observer, Stage};
use spariglio_report::figures;

use super::{Args, tell_resumable};
use crate::meter::{self, Lines, Meter};
use crate::{Status, common, interrupt};

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
    interrupt::listen()?;
    let mut screen = Screen::new(&args.out);
    screen.json = args.json;
    let net = learn(&config, &args.out, args.threads, &mut screen).map_err(|error| match error {
        GradientError::Config(error) => anyhow!("{}: {error}", args.config.display()),
        error => error.into(),
    })?;
    screen.end()?;
    let Some(net) = net else { return Ok(Status::Fault) };
    eprintln!("network: {}", net.display());
    Ok(Status::Success)
}

/// The last network of a run that is brought to its end; none where Ctrl-C stopped it, which is told.
///
/// # Errors
/// As [`spariglio_gradient::run`].
pub(crate) fn learn(
    config: &GradientRunConfig,
    dir: &Path,
    threads: usize,
    screen: &mut Screen,
) -> Result<Option<PathBuf>, GradientError> {
    match spariglio_gradient::run(config, dir, threads, screen) {
        Err(stopped @ GradientError::Stopped { .. }) => {
            screen.end_bar();
            eprintln!("{stopped}");
            Ok(None)
        }
        ran => ran.map(Some),
    }
}

/// A bar on a terminal, a plain line now and then elsewhere.
pub(crate) struct Screen {
    /// The run directory, until it was said that the run can be resumed from there.
    resumes: Option<PathBuf>,
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
                if let Some(dir) = self.resumes.take() {
                    if decisions == 0 && Best::file(&dir).exists() {
                        eprintln!("{}: networks without a checkpoint: the run begins again", dir.display());
                    }
                    tell_resumable(&dir);
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
                // Its shards are written whole, and a round takes long.
                interrupt::end_if_stopped();
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

    fn stopped(&self) -> bool {
        interrupt::stopped()
    }
}

impl Screen {
    /// For the run in `dir`.
    pub(crate) fn new(dir: &Path) -> Screen {
        Screen {
            resumes: Some(dir.to_path_buf()),
            json: false,
            bar: None,
            lines: Lines::default(),
            search: None,
            fault: None,
        }
    }

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
        let margins = if margins.is_empty() {
            String::new()
        } else {
            format!("{} points per hand; ", margins.join(", "))
        };
        let text = format!(
            "{} decisions: {margins}entropy {:.2}, {:.2} from the residual{}, critic explains {:.0} %",
            figures::thousands(line.decisions),
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
