//! A batch: the decisions that a model is queried about, and its answers.
//!
//! Invariant: row `i` of the answers belongs to the `i`-th pushed decision; grown buffers allocate no more.

use std::ops::Range;

use spariglio_engine::{Action, State, View};

use crate::net::inputs::{ActionInputs, Encoder, Refusals, Residual};

/// Lists of different lengths, concatenated; `starts` holds the offset of each, and last the total length.
#[derive(Clone, Debug)]
struct Lists<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Lists<T> {
    fn default() -> Lists<T> {
        Lists { starts: vec![0], items: Vec::new() }
    }
}

impl<T> Lists<T> {
    fn clear(&mut self) {
        self.starts.truncate(1);
        self.items.clear();
    }

    /// Ends a list whose items were added.
    fn end(&mut self) {
        self.starts.push(self.items.len() as u32);
    }

    fn range(&self, i: usize) -> Range<usize> {
        self.starts[i] as usize..self.starts[i + 1] as usize
    }

    fn parts(&self) -> (&[T], &[u32]) {
        (&self.items, &self.starts)
    }
}

/// Decisions to evaluate and their evaluations. Rows of several hands of one game may share a batch.
#[derive(Clone, Debug, Default)]
pub struct EvalBatch {
    inputs: Lists<u16>,
    actions: Lists<Action>,
    action_inputs: Lists<u16>,
    residual: Vec<f32>,
    worlds: Lists<u16>,
    scored: Vec<f32>,
    values: Vec<f32>,
    logits: Vec<f32>,
    /// Inputs of the actions of the decision being pushed.
    of_actions: ActionInputs,
    scores: Vec<f32>,
}

/// One row of a batch, as a model sees it.
#[derive(Copy, Clone, Debug)]
pub struct BatchRow<'a> {
    /// The inputs of the view that are 1, in no particular order.
    pub inputs: &'a [u16],
    /// The legal actions, in canonical order.
    pub actions: &'a [Action],
    /// The logit that the formula gives each action; the largest is 0.
    pub residual: &'a [f32],
}

impl EvalBatch {
    /// Removes all rows.
    pub fn clear(&mut self) {
        self.inputs.clear();
        self.actions.clear();
        self.action_inputs.clear();
        self.residual.clear();
        self.worlds.clear();
        self.scored.clear();
        self.values.clear();
        self.logits.clear();
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether the batch has no rows.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Adds a decision of the observer of `view`, who must be to act, and returns its row. `actions` are the legal ones
    /// in canonical order, `refusals` those of the seats before the decision.
    pub fn push(&mut self, encoder: &mut Encoder, view: &View<'_>, refusals: &Refusals, actions: &[Action]) -> usize {
        encoder.view(view, refusals, &mut self.inputs.items);
        self.push_actions(encoder, view, actions)
    }

    /// As [`EvalBatch::push`], with the inputs of the world too: those of the view, then those of `state`, the world's.
    pub fn push_world(
        &mut self,
        encoder: &mut Encoder,
        view: &View<'_>,
        state: &State,
        refusals: &Refusals,
        actions: &[Action],
    ) -> usize {
        let start = self.worlds.items.len();
        let lengths = encoder.view_and_world(view, state, refusals, &mut self.worlds.items);
        self.inputs.items.extend_from_slice(&self.worlds.items[start..lengths.view_len]);
        self.worlds.end();
        self.scored.push(lengths.scored);
        self.push_actions(encoder, view, actions)
    }

    /// Adds the actions of the decision whose view was added.
    fn push_actions(&mut self, encoder: &mut Encoder, view: &View<'_>, actions: &[Action]) -> usize {
        encoder.actions(view, actions, Residual::Formula, &mut self.of_actions, &mut self.scores);
        let start = self.action_inputs.items.len() as u32;
        self.action_inputs.items.extend_from_slice(self.of_actions.indices());
        let ends = self.of_actions.ends().iter().map(|end| start + end);
        self.action_inputs.starts.extend(ends);
        self.residual.extend_from_slice(&self.scores);
        self.actions.items.extend_from_slice(actions);
        self.inputs.end();
        self.actions.end();
        self.values.push(0.0);
        self.logits.resize(self.actions.items.len(), 0.0);
        self.values.len() - 1
    }

    /// The decision in row `i`.
    pub fn row(&self, i: usize) -> BatchRow<'_> {
        let actions = self.actions.range(i);
        BatchRow {
            inputs: &self.inputs.items[self.inputs.range(i)],
            actions: &self.actions.items[actions.clone()],
            residual: &self.residual[actions],
        }
    }

    /// The inputs of the views of all rows, and the start of each row in them: `[rows + 1]`.
    pub fn inputs(&self) -> (&[u16], &[u32]) {
        self.inputs.parts()
    }

    /// The legal actions of all rows, and the start of each row in them: `[rows + 1]`.
    pub fn actions(&self) -> (&[Action], &[u32]) {
        self.actions.parts()
    }

    /// The inputs of the actions of all rows, and the start of each action in them: `[actions + 1]`.
    pub fn action_inputs(&self) -> (&[u16], &[u32]) {
        self.action_inputs.parts()
    }

    /// The logits that the formula gives the actions of all rows: `[actions]`.
    pub fn residual(&self) -> &[f32] {
        &self.residual
    }

    /// The inputs of the worlds of all rows, and the start of each row in them: `[rows + 1]`. Empty after
    /// [`EvalBatch::push`].
    pub fn worlds(&self) -> (&[u16], &[u32]) {
        self.worlds.parts()
    }

    /// [`Seen::scored`](crate::net::inputs::Seen::scored) of the worlds of all rows: `[rows]`.
    pub fn scored(&self) -> &[f32] {
        &self.scored
    }

    /// Utility of row `i` for the side of its seat to act.
    pub fn value(&self, i: usize) -> f32 {
        self.values[i]
    }

    /// One logit for each action of row `i`.
    pub fn logits(&self, i: usize) -> &[f32] {
        &self.logits[self.actions.range(i)]
    }

    /// Sets value (returned) and logits (written) of every row.
    pub fn fill(&mut self, mut evaluate: impl FnMut(BatchRow<'_>, &mut [f32]) -> f32) {
        let mut logits = std::mem::take(&mut self.logits);
        for i in 0..self.len() {
            self.values[i] = evaluate(self.row(i), &mut logits[self.actions.range(i)]);
        }
        self.logits = logits;
    }

    /// Sets all values, `[rows]`, and all logits, `[actions]`.
    ///
    /// # Panics
    /// If either length differs.
    pub fn set(&mut self, values: &[f32], logits: &[f32]) {
        self.values.copy_from_slice(values);
        self.logits.copy_from_slice(logits);
    }
}
