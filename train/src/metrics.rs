//! `metrics.jsonl`: one JSON object a line, and the same numbers as TensorBoard events in `tb/`.
//! Invariant: after a resume both hold exactly what an uninterrupted run would have written up to that step, but for times.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use spariglio_files::metrics::{self, Line, TrainingLine};
use spariglio_files::tensorboard;
use spariglio_files::whole::{FileError, write_whole};

use crate::error::TrainError;
use crate::loss::Means;

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

/// The numbers of `means` at `position`, now.
pub(crate) fn line(position: Position, means: Means) -> TrainingLine {
    TrainingLine {
        generation: position.generation,
        step: position.step,
        total_steps: position.total_steps,
        epoch: position.epoch,
        time: metrics::now(),
        rows: means.rows,
        loss: means.loss,
        policy_loss: means.policy_loss,
        policy_divergence: means.policy_divergence,
        policy_entropy: means.policy_entropy,
        policy_agreement: means.policy_agreement,
        value_loss: means.value_loss,
        value_explained: means.value_explained,
        points_loss: means.points_loss,
        ..TrainingLine::default()
    }
}

/// The numbers of the line that ends the generation of which `last` is the last one.
pub(crate) fn of_generation(last: TrainingLine) -> TrainingLine {
    TrainingLine {
        gradient_norm: None,
        learning_rate: None,
        rows_per_second: None,
        ..last
    }
}

/// The numbers of a line of training.
fn training(line: &Line) -> Option<&TrainingLine> {
    match line {
        Line::Train(numbers) | Line::Validation(numbers) | Line::Generation(numbers) => Some(numbers),
        Line::Selfplay(_) | Line::Gate(_) | Line::Eval(_) | Line::Gradient(_) => None,
    }
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
    /// A file cannot be read or written, or a line of metrics is none.
    pub(crate) fn open(run_dir: &Path, generation: u32, step: u64) -> Result<(Self, Option<TrainingLine>), TrainError> {
        let events_path = tensorboard::path(run_dir, generation)?;
        let stays = |line: &Line| match training(line) {
            Some(numbers) if numbers.generation == generation => {
                numbers.step <= step && !matches!(line, Line::Generation(_))
            }
            _ => true,
        };
        let lines = metrics::retain(run_dir, stays)?;
        let ours = lines.iter().filter(|line| line.generation() == generation);
        let of_generation: Vec<&TrainingLine> = ours.clone().filter_map(training).collect();
        let mut frames = tensorboard::version_frame(of_generation.first().map_or(0.0, |line| line.time));
        frames.extend(tensorboard::events(ours));
        write_whole(&events_path, &frames)?;
        let log = Self {
            lines: append_to(metrics::path(run_dir))?,
            events: append_to(events_path)?,
        };
        Ok((log, of_generation.last().map(|&line| line.clone())))
    }

    /// Appends a line to both files.
    ///
    /// # Errors
    /// A file cannot be written.
    pub(crate) fn put(&mut self, line: &Line) -> Result<(), TrainError> {
        append(&mut self.lines, line.text().as_bytes())?;
        append(&mut self.events, &tensorboard::events([line]))
    }
}

fn append_to(path: PathBuf) -> Result<(PathBuf, File), TrainError> {
    match OpenOptions::new().append(true).open(&path) {
        Ok(file) => Ok((path, file)),
        Err(error) => Err(FileError::io(&path, "write", error).into()),
    }
}

/// Synced, since a checkpoint that is synced later would go on without the line that a power cut took.
fn append((path, file): &mut (PathBuf, File), bytes: &[u8]) -> Result<(), TrainError> {
    file.write_all(bytes)
        .and_then(|()| file.sync_data())
        .map_err(|error| FileError::io(path, "write", error).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(generation: u32, step: u64) -> TrainingLine {
        let position = Position {
            generation,
            step,
            total_steps: step,
            epoch: 0.5,
        };
        let means = Means {
            rows: 3,
            loss: 0.25,
            ..Means::default()
        };
        line(position, means)
    }

    #[test]
    fn a_resumed_log_goes_on_where_the_checkpoint_was() {
        let folder = tempfile::tempdir().unwrap();
        let (mut log, _) = MetricsLog::open(folder.path(), 0, 0).unwrap();
        log.put(&Line::Train(at(0, 10))).unwrap();
        log.put(&Line::Generation(at(0, 10))).unwrap();
        let (mut log, last) = MetricsLog::open(folder.path(), 1, 0).unwrap();
        assert_eq!(last, None);
        for step in [10, 20, 30] {
            log.put(&Line::Train(at(1, step))).unwrap();
        }
        log.put(&Line::Generation(at(1, 30))).unwrap();
        let path = folder.path().join("metrics.jsonl");
        append(&mut append_to(path.clone()).unwrap(), b"{\"torn").unwrap();
        let (mut log, last) = MetricsLog::open(folder.path(), 1, 20).unwrap();
        assert_eq!(last.unwrap().step, 20);
        log.put(&Line::Train(at(1, 40))).unwrap();
        let lines = metrics::read(folder.path()).unwrap();
        let steps: Vec<_> = lines.iter().map(|line| training(line).unwrap().step).collect();
        assert_eq!(steps, [10, 10, 10, 20, 40]);
        let events = std::fs::read(folder.path().join("tb/events.out.tfevents.0000000001.spariglio"));
        let one = tensorboard::events([&Line::Train(at(1, 10))]).len();
        assert_eq!(events.unwrap().len(), tensorboard::version_frame(0.0).len() + 3 * one);
    }
}
