//! The lines of a run's metrics in a report, by kind.

use std::path::Path;

use spariglio_files::FileError;
use spariglio_files::metrics::{self, GateLine, LearningLine, Line, MatchLine};

/// All lines of a run, by kind and in the order of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metrics {
    /// Means of learning.
    pub learning: Vec<LearningLine>,
    /// Evaluations.
    pub evaluations: Vec<MatchLine>,
    /// Decisions of the gate.
    pub gates: Vec<GateLine>,
}

impl Metrics {
    /// Reads the metrics of the run in `dir`; empty if there are none.
    ///
    /// # Errors
    /// As [`metrics::read`].
    pub fn load(dir: &Path) -> Result<Metrics, FileError> {
        let mut metrics = Metrics::default();
        for line in metrics::read(dir)? {
            match line {
                Line::Learning(line) => metrics.learning.push(line),
                Line::Eval(evaluation) => metrics.evaluations.push(evaluation),
                Line::Gate(gate) => metrics.gates.push(gate),
            }
        }
        Ok(metrics)
    }

    /// Whether there is nothing to show.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.learning.is_empty() && self.evaluations.is_empty() && self.gates.is_empty()
    }

    /// The opponents of the evaluations, in the order of their first appearance.
    #[must_use]
    pub fn opponents(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for evaluation in &self.evaluations {
            if !names.contains(&evaluation.opponent.as_str()) {
                names.push(&evaluation.opponent);
            }
        }
        names
    }
}
