//! The file that names a run's best network: `nets/best.json`.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::metrics::{Line, MatchLine};
use crate::run_dir::net_folder;
use crate::whole::{FileError, read_if_there, write_whole};

/// Standard errors from the mean to an end of a 95 % interval.
const NORMAL_95: f64 = 1.96;

/// How the best network was found.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// It has the largest mean of all evaluations.
    Evaluation,
    /// It passed the gate, or stayed the best one there.
    Gate,
    /// It is the newest one: there is no evaluation, or the gate has not judged yet.
    Newest,
}

/// The contents of `nets/best.json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Best {
    /// The generation of the best network.
    pub generation: u32,
    /// Its folder, relative to the run directory.
    pub path: PathBuf,
    /// How it was found.
    pub by: Choice,
    /// Mean of its evaluation over the opponents, points per hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
    /// The 95 % interval of the mean.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<[f64; 2]>,
}

impl Best {
    /// The file that names the best network of the run in `root`.
    #[must_use]
    pub fn file(root: &Path) -> PathBuf {
        root.join("nets").join("best.json")
    }

    /// The network of a generation.
    #[must_use]
    pub fn new(generation: u32, by: Choice) -> Best {
        Best {
            generation,
            path: net_folder(Path::new(""), generation),
            by,
            mean: None,
            interval: None,
        }
    }

    /// The network with the largest mean over its evaluations, of those up to `newest`: the later one of equals. Without
    /// evaluations the newest one.
    #[must_use]
    pub fn by_evaluation(metrics: &[Line], newest: u32) -> Best {
        let best_of = |generation: u32| {
            let lines = metrics.iter().filter_map(|line| match line {
                Line::Eval(line) if line.generation == generation => Some(line),
                _ => None,
            });
            let lines: Vec<&MatchLine> = lines.collect();
            let count = lines.len() as f64;
            let mean = lines.iter().map(|line| line.mean).sum::<f64>() / count;
            let squares = lines.iter().map(|line| line.standard_error.powi(2));
            let half = NORMAL_95 * squares.sum::<f64>().sqrt() / count;
            let best = Best::new(generation, Choice::Evaluation);
            (!lines.is_empty()).then_some(Best { mean: Some(mean), interval: Some([mean - half, mean + half]), ..best })
        };
        let evaluated = (0..=newest).filter_map(best_of);
        evaluated
            .max_by(|one, other| one.mean.partial_cmp(&other.mean).unwrap_or(std::cmp::Ordering::Equal))
            .unwrap_or_else(|| Best::new(newest, Choice::Newest))
    }

    /// Names this network the best one of the run in `root`. Leaves the file alone if it does so already.
    ///
    /// # Errors
    /// The file cannot be read or written.
    ///
    /// # Panics
    /// Never: the name has a JSON form.
    pub fn write(&self, root: &Path) -> Result<(), FileError> {
        let file = Best::file(root);
        let text = serde_json::to_string(self).expect("a name has a JSON form") + "\n";
        if read_if_there(&file)?.is_some_and(|found| found == text) {
            return Ok(());
        }
        write_whole(&file, text)
    }
}

#[cfg(test)]
mod tests {
    use super::{Best, Choice};
    use crate::metrics::{Line, MatchLine};

    fn line(generation: u32, mean: f64) -> Line {
        Line::Eval(MatchLine { generation, mean, standard_error: 0.1, ..MatchLine::default() })
    }

    #[test]
    fn the_best_network_has_the_best_evaluation() {
        let falls = [line(0, -0.1), line(0, 0.1), line(1, 0.4), line(1, 0.6), line(2, 0.3), line(2, 0.5), line(3, 9.0)];
        let best = Best::by_evaluation(&falls, 2);
        assert_eq!((best.generation, best.by, best.mean), (1, Choice::Evaluation, Some(0.5)));
        let [low, high] = best.interval.expect("an interval");
        assert!((high - low - 2.0 * 1.96 * 0.1 / 2f64.sqrt()).abs() < 1e-9, "{low} to {high}");
        assert_eq!(Best::by_evaluation(&[line(1, 0.5), line(2, 0.5)], 2).generation, 2, "the later one of equals");
        assert_eq!(Best::by_evaluation(&[], 7), Best::new(7, Choice::Newest));
    }
}
