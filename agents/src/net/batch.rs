//! A batch: the views that a search wants evaluated, and the answers.
//!
//! Invariant: row `i` of the answers belongs to the `i`-th pushed view; nothing is allocated once the
//! buffers have grown.

use spariglio_engine::{Action, View};

use super::forward::Input;
use crate::features::encode_table;

/// Rows to evaluate and their evaluations. Rows of several games of one rule set may share a batch.
#[derive(Clone, Debug)]
pub struct EvalBatch {
    feature_starts: Vec<u32>,
    features: Vec<(u16, u8)>,
    action_starts: Vec<u32>,
    actions: Vec<Action>,
    values: Vec<f32>,
    logits: Vec<f32>,
}

/// One row of a batch, as an evaluator sees it.
#[derive(Copy, Clone, Debug)]
pub struct BatchRow<'a> {
    /// Index and value of the features of the view that are not 0; those of the rule set are absent.
    pub features: &'a [(u16, u8)],
    /// The legal actions, in canonical order.
    pub actions: &'a [Action],
}

impl Default for EvalBatch {
    fn default() -> EvalBatch {
        EvalBatch {
            feature_starts: vec![0],
            features: Vec::new(),
            action_starts: vec![0],
            actions: Vec::new(),
            values: Vec::new(),
            logits: Vec::new(),
        }
    }
}

impl EvalBatch {
    /// An empty batch.
    pub fn new() -> EvalBatch {
        EvalBatch::default()
    }

    /// Removes all rows.
    pub fn clear(&mut self) {
        self.feature_starts.truncate(1);
        self.features.clear();
        self.action_starts.truncate(1);
        self.actions.clear();
        self.values.clear();
        self.logits.clear();
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Adds a row for the seat to act, who must be the observer of `view`, and gives its number.
    pub fn push(&mut self, view: &View<'_>, actions: &[Action]) -> usize {
        encode_table(view, &mut self.features);
        self.actions.extend_from_slice(actions);
        self.feature_starts.push(self.features.len() as u32);
        self.action_starts.push(self.actions.len() as u32);
        self.values.push(0.0);
        self.logits.resize(self.actions.len(), 0.0);
        self.values.len() - 1
    }

    /// What was pushed as row `i`.
    pub fn row(&self, i: usize) -> BatchRow<'_> {
        let features = self.feature_starts[i] as usize..self.feature_starts[i + 1] as usize;
        BatchRow {
            features: &self.features[features],
            actions: &self.actions[self.action_range(i)],
        }
    }

    /// Utility of row `i` for the side of its seat to act.
    pub fn value(&self, i: usize) -> f32 {
        self.values[i]
    }

    /// One logit for each action of row `i`.
    pub fn logits(&self, i: usize) -> &[f32] {
        &self.logits[self.action_range(i)]
    }

    /// Sets value (returned) and logits (written) of every row.
    pub fn fill(&mut self, mut evaluate: impl FnMut(BatchRow<'_>, &mut [f32]) -> f32) {
        for i in 0..self.len() {
            let range = self.action_range(i);
            let mut logits = std::mem::take(&mut self.logits);
            let value = evaluate(self.row(i), &mut logits[range]);
            self.logits = logits;
            self.values[i] = value;
        }
    }

    /// The rows, and where their values and logits go.
    pub(super) fn parts(&mut self) -> (Input<'_>, &mut [f32], &mut [f32]) {
        let input = Input {
            feature_starts: &self.feature_starts,
            features: &self.features,
            action_starts: &self.action_starts,
            actions: &self.actions,
        };
        (input, &mut self.values, &mut self.logits)
    }

    fn action_range(&self, i: usize) -> std::ops::Range<usize> {
        self.action_starts[i] as usize..self.action_starts[i + 1] as usize
    }
}
