//! Progress of a learning run, on standard error.

use std::path::{Path, PathBuf};

use anyhow::Result;
use serde_json::json;
use spariglio_files::best::Best;
use spariglio_files::metrics::{GateLine, LearningLine, MatchLine};
use spariglio_files::tell;
use spariglio_report::figures;
use spariglio_train::{Event, Observer, Stage, Tally};

use crate::common;
use crate::interrupt;
use crate::meter::rows::RowsMeter;
use crate::meter::{Meter, Rest};

/// The display of a learning run.
pub(crate) struct LearnScreen {
    /// The run directory; `None` once the message on resuming was printed.
    resumes: Option<PathBuf>,
    /// Whether to print evaluations to standard output as JSON Lines.
    pub(crate) json: bool,
    /// The title and the meter of the current stage, if there is one.
    stage: Option<(String, Meter)>,
    /// The meter of the current search, if there is one.
    search: Option<RowsMeter>,
    /// The error of the first line that could not be printed.
    fault: Option<anyhow::Error>,
}

impl Observer for LearnScreen {
    fn tell(&mut self, event: Event<'_>) {
        match event {
            Event::Started { stage, decisions, total } => {
                self.search = None;
                if let Some(dir) = self.resumes.take() {
                    if decisions == 0 && stage == Stage::Gradient && Best::file(&dir).exists() {
                        tell!("{}: networks without a checkpoint: the run starts over", dir.display());
                    }
                    let dir = dir.display();
                    tell!("Ctrl-C stops the run; the same command resumes it from {dir}");
                }
                if decisions > 0 {
                    tell!("resuming after {}", share(decisions, total));
                }
                self.end_bar();
                let title = match stage {
                    Stage::Gradient => "learning".to_owned(),
                    Stage::Distil { round } => format!("round {}: learning", round + 1),
                };
                if stage != Stage::Gradient {
                    tell!("{title} from rows");
                }
                self.stage = Some((title, Meter::new("decisions")));
            }
            Event::Searching { round, progress } => {
                self.end_bar();
                let title = || RowsMeter::new(&format!("round {}: search", round + 1));
                self.search.get_or_insert_with(title).show(progress);
            }
            Event::Reading(folders) => {
                self.search = None;
                self.end_bar();
                let folders: Vec<String> = folders.iter().map(|folder| folder.display().to_string()).collect();
                tell!("reading the rows of {}", folders.join(", "));
            }
            Event::Judged(gate) => self.say(&judged(gate)),
            Event::Crew(news) => self.say(news),
            Event::Helped(tally) => self.say(&helped(tally)),
            Event::Progress { decisions, total, .. } => {
                if let Some((title, meter)) = &self.stage {
                    meter.show(title, decisions, Some(total), |_| Rest::default());
                }
            }
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

impl LearnScreen {
    /// A display for the run in `dir`.
    pub(crate) fn new(dir: &Path) -> LearnScreen {
        LearnScreen {
            resumes: Some(dir.to_path_buf()),
            json: false,
            stage: None,
            search: None,
            fault: None,
        }
    }

    /// Ends the display.
    ///
    /// # Errors
    /// A line could not be printed.
    pub(crate) fn end(self) -> Result<()> {
        self.fault.map_or(Ok(()), Err)
    }

    pub(crate) fn end_bar(&mut self) {
        self.stage = None;
    }

    fn evaluated(&self, line: &LearningLine, matches: &[MatchLine]) {
        let margins = matches.iter().map(|result| {
            let margin = figures::around(result.mean, result.interval, 3);
            format!("{} {margin} against {}", result.agent, result.opponent)
        });
        let margins: Vec<String> = margins.collect();
        let labels = line
            .label_divergence
            .map(|divergence| format!(", {divergence:.2} from the labels"));
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
        self.say(&text);
    }

    /// Prints a line, above the bar if there is one.
    fn say(&self, text: &str) {
        match &self.stage {
            Some((_, meter)) => meter.aside(|| tell!("{text}")),
            None => tell!("{text}"),
        }
    }

    fn print(&self, line: &LearningLine, matches: &[MatchLine]) -> Result<()> {
        if self.json {
            common::print(json!({"learning": line, "evaluations": matches}))?;
        }
        Ok(())
    }
}

/// The verdict of the gate in words.
fn judged(gate: &GateLine) -> String {
    let GateLine { result, incumbent, accepted } = gate;
    format!(
        "gate: network {} has {} points per hand against network {incumbent}: {}",
        result.generation,
        figures::around(result.mean, result.interval, 3),
        if *accepted { "accepted" } else { "rejected" }
    )
}

/// The work of helpers in words.
fn helped(tally: Tally) -> String {
    let percent = |part: f64, whole: f64| 100.0 * part / whole.max(f64::MIN_POSITIVE);
    format!(
        "helpers made {:.0} % of the decisions and {} shards of rows of this process; waiting for them took {:.0} % of the time of steps",
        percent(tally.helped as f64, tally.decisions as f64),
        tally.shards,
        percent(tally.waited.as_secs_f64(), tally.time.as_secs_f64()),
    )
}

fn share(decisions: u64, total: u64) -> String {
    let [decisions, total] = [decisions, total].map(figures::thousands);
    format!("{decisions} of {total} decisions")
}
