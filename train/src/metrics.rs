//! `metrics.jsonl`: one JSON object a line, and the same numbers as TensorBoard events in `tb/`.
//! Invariant: after a resume both hold exactly what an uninterrupted run would have written up to that step, but for times.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::error::TrainError;
use crate::events;
use crate::file;
use crate::loss::Means;

/// One line of `metrics.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MetricsLine {
    /// What the numbers are means over.
    pub kind: LineKind,
    /// Generation in training.
    pub generation: u32,
    /// Steps made in this generation.
    pub step: u64,
    /// Steps made in all generations.
    pub total_steps: u64,
    /// Passes over the window made in this generation.
    pub epoch: f64,
    /// Seconds since 1970.
    pub time: f64,
    /// Rows the means are over.
    pub rows: u64,
    /// The whole loss.
    pub loss: f64,
    /// Cross-entropy of the policy, nats.
    pub policy_loss: f64,
    /// Divergence of the network's policy from the search's, nats.
    pub policy_divergence: f64,
    /// Entropy of the network's policy, nats.
    pub policy_entropy: f64,
    /// Share of rows where no action has a larger share of the search's policy than the network's best one.
    pub policy_agreement: f64,
    /// Loss of the value.
    pub value_loss: f64,
    /// Share of the variance of the hand's utility that the value explains.
    pub value_explained: f64,
    /// Loss of the points by kind.
    pub points_loss: f64,
    /// Mean norm of the gradient before clipping; training only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gradient_norm: Option<f64>,
    /// Learning rate of the last step; training only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learning_rate: Option<f64>,
    /// Speed; training only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows_per_second: Option<f64>,
}

/// What the numbers of a line are means over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LineKind {
    /// The training rows since the line before.
    Train,
    /// All held-out rows.
    Validation,
    /// The end of a generation: all held-out rows, or the last training rows if none are held out.
    Generation,
}

/// Where a line stands in the run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position {
    /// Generation in training.
    pub generation: u32,
    /// Steps made in this generation.
    pub step: u64,
    /// Steps made in all generations.
    pub total_steps: u64,
    /// Passes over the window made in this generation.
    pub epoch: f64,
}

impl MetricsLine {
    /// A line of `means` at `position`, now.
    #[must_use]
    pub fn new(kind: LineKind, position: Position, means: Means) -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self {
            kind,
            generation: position.generation,
            step: position.step,
            total_steps: position.total_steps,
            epoch: position.epoch,
            time: since.as_secs_f64(),
            rows: means.rows,
            loss: means.loss,
            policy_loss: means.policy_loss,
            policy_divergence: means.policy_divergence,
            policy_entropy: means.policy_entropy,
            policy_agreement: means.policy_agreement,
            value_loss: means.value_loss,
            value_explained: means.value_explained,
            points_loss: means.points_loss,
            gradient_norm: None,
            learning_rate: None,
            rows_per_second: None,
        }
    }

    /// The line that ends the generation of which this is the last one.
    #[must_use]
    pub fn of_generation(self) -> Self {
        Self {
            kind: LineKind::Generation,
            gradient_norm: None,
            learning_rate: None,
            rows_per_second: None,
            ..self
        }
    }

    /// The line as a TensorBoard event: `train/loss` and so on, at the step of all generations.
    fn event(&self) -> Vec<u8> {
        let kind = match self.kind {
            LineKind::Train => "train",
            LineKind::Validation => "validation",
            LineKind::Generation => "generation",
        };
        let numbers = [
            ("loss", Some(self.loss)),
            ("policy_loss", Some(self.policy_loss)),
            ("policy_divergence", Some(self.policy_divergence)),
            ("policy_entropy", Some(self.policy_entropy)),
            ("policy_agreement", Some(self.policy_agreement)),
            ("value_loss", Some(self.value_loss)),
            ("value_explained", Some(self.value_explained)),
            ("points_loss", Some(self.points_loss)),
            ("gradient_norm", self.gradient_norm),
            ("learning_rate", self.learning_rate),
            ("rows_per_second", self.rows_per_second),
        ];
        let present = numbers.iter().filter_map(|&(name, number)| Some((name, number?)));
        let named: Vec<(String, f32)> = present
            .map(|(name, number)| (format!("{kind}/{name}"), number as f32))
            .collect();
        let scalars: Vec<(&str, f32)> = named.iter().map(|(tag, x)| (tag.as_str(), *x)).collect();
        events::scalars_frame(self.time, self.total_steps, &scalars)
    }
}

/// Reads the training lines of a `metrics.jsonl`; lines of other stages are passed over.
///
/// # Errors
/// The file cannot be read.
pub fn read_lines(path: &Path) -> Result<Vec<MetricsLine>, TrainError> {
    let bytes = file::read(path)?;
    let text = String::from_utf8_lossy(&bytes);
    Ok(text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect())
}

/// The open files of a generation's metrics.
#[derive(Debug)]
pub(crate) struct MetricsLog {
    lines: (PathBuf, File),
    events: (PathBuf, File),
}

impl MetricsLog {
    /// Opens the files of `run_dir` for `generation` after `step` steps: later lines of the generation are removed. Gives
    /// the last one that stays, too.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub(crate) fn open(run_dir: &Path, generation: u32, step: u64) -> Result<(Self, Option<MetricsLine>), TrainError> {
        let lines_path = run_dir.join("metrics.jsonl");
        let events_folder = run_dir.join("tb");
        file::make_folder(&events_folder)?;
        let events_path = events_folder.join(format!("events.out.tfevents.{generation:010}.spariglio"));
        let old = if lines_path.exists() {
            file::read(&lines_path)?
        } else {
            Vec::new()
        };
        let (kept, mut of_generation) = keep(&String::from_utf8_lossy(&old), generation, step);
        file::write(&lines_path, kept.as_bytes())?;
        let start = of_generation.first().map_or(0.0, |line| line.time);
        let mut frames = events::version_frame(start);
        frames.extend(of_generation.iter().flat_map(MetricsLine::event));
        file::write(&events_path, &frames)?;
        let log = Self {
            lines: append_to(lines_path)?,
            events: append_to(events_path)?,
        };
        Ok((log, of_generation.pop()))
    }

    /// Appends a line to both files.
    ///
    /// # Errors
    /// A file cannot be written.
    pub(crate) fn put(&mut self, line: &MetricsLine) -> Result<(), TrainError> {
        let mut text = serde_json::to_string(line).expect("a line has a JSON form");
        text.push('\n');
        append(&mut self.lines, text.as_bytes())?;
        append(&mut self.events, &line.event())
    }
}

/// The text without what an interrupted run wrote after `step`, and the lines of the generation that stay.
fn keep(text: &str, generation: u32, step: u64) -> (String, Vec<MetricsLine>) {
    let mut kept = String::new();
    let mut of_generation = Vec::new();
    // A last line without an end was torn by a kill.
    for whole in text.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
        match serde_json::from_str::<MetricsLine>(whole) {
            Ok(line) if line.generation == generation => {
                if line.step <= step && line.kind != LineKind::Generation {
                    kept.push_str(whole);
                    of_generation.push(line);
                }
            }
            _ => kept.push_str(whole),
        }
    }
    (kept, of_generation)
}

fn append_to(path: PathBuf) -> Result<(PathBuf, File), TrainError> {
    match OpenOptions::new().append(true).open(&path) {
        Ok(file) => Ok((path, file)),
        Err(error) => Err(TrainError::file(&path, format!("cannot be written: {error}"))),
    }
}

fn append((path, file): &mut (PathBuf, File), bytes: &[u8]) -> Result<(), TrainError> {
    file.write_all(bytes)
        .map_err(|error| TrainError::file(path, format!("cannot be written: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(kind: LineKind, generation: u32, step: u64) -> MetricsLine {
        let position = Position {
            generation,
            step,
            total_steps: step,
            epoch: 0.5,
        };
        MetricsLine::new(
            kind,
            position,
            Means {
                rows: 3,
                loss: 0.25,
                ..Means::default()
            },
        )
    }

    #[test]
    fn a_resumed_log_goes_on_where_the_checkpoint_was() {
        let folder = tempfile::tempdir().unwrap();
        let (mut log, _) = MetricsLog::open(folder.path(), 0, 0).unwrap();
        log.put(&line(LineKind::Train, 0, 10)).unwrap();
        log.put(&line(LineKind::Generation, 0, 10)).unwrap();
        let (mut log, last) = MetricsLog::open(folder.path(), 1, 0).unwrap();
        assert_eq!(last, None);
        for step in [10, 20, 30] {
            log.put(&line(LineKind::Train, 1, step)).unwrap();
        }
        log.put(&line(LineKind::Generation, 1, 30)).unwrap();
        let path = folder.path().join("metrics.jsonl");
        append(&mut append_to(path.clone()).unwrap(), b"{\"torn").unwrap();
        let (mut log, last) = MetricsLog::open(folder.path(), 1, 20).unwrap();
        assert_eq!(last.unwrap().step, 20);
        log.put(&line(LineKind::Train, 1, 40)).unwrap();
        let steps: Vec<_> = read_lines(&path)
            .unwrap()
            .iter()
            .map(|l| (l.generation, l.step))
            .collect();
        assert_eq!(steps, [(0, 10), (0, 10), (1, 10), (1, 20), (1, 40)]);
        let events = std::fs::read(folder.path().join("tb/events.out.tfevents.0000000001.spariglio"));
        let one = line(LineKind::Train, 1, 10).event().len();
        assert_eq!(events.unwrap().len(), events::version_frame(0.0).len() + 3 * one);
    }

    #[test]
    fn foreign_lines_stay() {
        let (kept, lines) = keep("{\"kind\":\"gate\",\"generation\":1}\n", 1, 0);
        assert_eq!((kept.lines().count(), lines.len()), (1, 0));
    }
}
