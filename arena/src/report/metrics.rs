//! The lines of `metrics.jsonl` that a report shows. Kinds and fields that it does not know are passed
//! over, so that writers may say more.

use std::path::Path;

use serde::Deserialize;

use crate::error::ArenaError;

/// The losses after a step of training, on training rows or on held-out ones.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct TrainStep {
    /// The generation that is trained.
    #[serde(default)]
    pub generation: u64,
    /// The optimizer's step in this generation.
    pub step: u64,
    /// Steps of all generations.
    #[serde(default)]
    pub total_steps: Option<u64>,
    /// The loss that is minimized.
    #[serde(default)]
    pub loss: Option<f64>,
    /// Cross-entropy of the policy.
    #[serde(default)]
    pub policy_loss: Option<f64>,
    /// Loss of the value.
    #[serde(default)]
    pub value_loss: Option<f64>,
    /// Loss of the points by kind.
    #[serde(default)]
    pub points_loss: Option<f64>,
}

/// A network measured against a fixed opponent.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Evaluation {
    /// The network's generation.
    pub generation: u64,
    /// The opponent.
    pub opponent: String,
    /// Points a hand.
    pub mean: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// Hands played.
    #[serde(default)]
    pub hands: Option<u64>,
}

/// A new network against the best one so far.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Gate {
    /// The new network's generation.
    pub generation: u64,
    /// Points a hand of the new network.
    pub mean: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// Did it become the best?
    pub accepted: bool,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Line {
    Train(TrainStep),
    Validation(TrainStep),
    Eval(Evaluation),
    Gate(Gate),
    #[serde(other)]
    Other,
}

/// All lines of a run, by kind and in the order of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metrics {
    /// Steps of training.
    pub train: Vec<TrainStep>,
    /// The same on held-out rows.
    pub validation: Vec<TrainStep>,
    /// Evaluations.
    pub evaluations: Vec<Evaluation>,
    /// Decisions of the gate.
    pub gates: Vec<Gate>,
}

impl Metrics {
    /// Reads the text of `path`. A last line without its end (the run was stopped while writing) is
    /// passed over.
    ///
    /// # Errors
    /// A whole line that is not a JSON object with the fields of its kind: names file and line.
    pub fn parse(path: &Path, text: &str) -> Result<Metrics, ArenaError> {
        let mut metrics = Metrics::default();
        for (number, line) in text.split_inclusive('\n').enumerate() {
            if line.trim().is_empty() || !line.ends_with('\n') {
                continue;
            }
            match serde_json::from_str(line) {
                Ok(line) => metrics.add(line),
                Err(error) => {
                    let message = format!("line {}: {error}", number + 1);
                    return Err(ArenaError::File {
                        path: path.to_path_buf(),
                        message,
                    });
                }
            }
        }
        Ok(metrics)
    }

    /// Is there nothing to show?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.train.is_empty() && self.evaluations.is_empty() && self.gates.is_empty()
    }

    fn add(&mut self, line: Line) {
        match line {
            Line::Train(step) => self.train.push(step),
            Line::Validation(step) => self.validation.push(step),
            Line::Eval(evaluation) => self.evaluations.push(evaluation),
            Line::Gate(gate) => self.gates.push(gate),
            Line::Other => {}
        }
    }

    /// The opponents of the evaluations, in the order in which they first appear.
    #[must_use]
    pub fn opponents(&self) -> Vec<&str> {
        let mut seen = Vec::new();
        for evaluation in &self.evaluations {
            if !seen.contains(&evaluation.opponent.as_str()) {
                seen.push(&evaluation.opponent);
            }
        }
        seen
    }
}

#[cfg(test)]
mod tests {
    use super::Metrics;
    use std::path::Path;

    fn parse(text: &str) -> Result<Metrics, String> {
        Metrics::parse(Path::new("metrics.jsonl"), text).map_err(|error| error.to_string())
    }

    #[test]
    fn unknown_kinds_and_a_torn_end_are_passed_over() {
        let text = "{\"kind\":\"selfplay\",\"rows\":7}\n\
            {\"kind\":\"gate\",\"generation\":1,\"mean\":0.5,\"standard_error\":0.1,\"accepted\":true,\"new\":1}\n\
            {\"kind\":\"train\",\"step\":1,\"lo";
        let metrics = parse(text).expect("reads");
        assert_eq!(metrics.gates.len(), 1);
        assert!(metrics.train.is_empty());
    }

    #[test]
    fn a_broken_line_is_named() {
        let error = parse("{\"kind\":\"eval\",\"generation\":1}\n").expect_err("fields lack");
        assert!(
            error.contains("metrics.jsonl: line 1") && error.contains("opponent"),
            "{error}"
        );
    }
}
