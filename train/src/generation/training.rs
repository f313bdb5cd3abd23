//! The steps of a training.
//! Invariant: everything that the next step depends on is in the checkpoint, the configuration or the rows, so a killed
//! training that is started again ends with the same bytes on the processor.

use std::time::Instant;

use spariglio_agents::features;
use spariglio_files::metrics::{Line, TrainingLine};
use tch::{Device, Kind, Tensor};

use super::Progress;

use crate::adam::Adam;
use crate::batch::Batcher;
use crate::checkpoint::{Facts, NetFolder, Snapshot};
use crate::config::TrainConfig;
use crate::error::TrainError;
use crate::layout::Layout;
use crate::loss::{Means, Totals, loss};
use crate::metrics::{self, MetricsLog, Position};
use crate::model::Model;
use crate::order::{Split, shuffled};
use crate::rows::Rows;
use crate::schedule::learning_rate;

/// The rows, who of them is trained on, and in how many steps.
#[derive(Debug)]
pub(super) struct Data {
    rows: Rows,
    pub(super) split: Split,
    plan: Plan,
}

impl Data {
    /// Splits and plans.
    ///
    /// # Errors
    /// There is no row to train on.
    pub(super) fn new(config: &TrainConfig, rows: Rows) -> Result<Self, TrainError> {
        let split = Split::new(&rows, config.run.seed, config.run.validation);
        let plan = Plan::new(config, split.training.len())?;
        Ok(Self { rows, split, plan })
    }
}

/// The steps of a generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Plan {
    /// Rows of a minibatch.
    batch: u64,
    /// Steps of a pass over the rows; the rows left over wait for the next pass.
    steps_of_epoch: u64,
    /// Steps of the generation.
    steps: u64,
}

impl Plan {
    fn new(config: &TrainConfig, rows: usize) -> Result<Self, TrainError> {
        if rows == 0 {
            let expected = "at least one row that is not held out".to_owned();
            return Err(TrainError::Data {
                expected,
                found: "none".to_owned(),
            });
        }
        let batch = u64::from(config.run.batch).min(rows as u64);
        let steps_of_epoch = rows as u64 / batch;
        let steps = steps_of_epoch * u64::from(config.run.epochs);
        Ok(Self {
            batch,
            steps_of_epoch,
            steps: steps.min(config.run.max_steps.unwrap_or(u64::MAX)),
        })
    }
}

/// A training under way.
pub(super) struct Training<'a> {
    config: &'a TrainConfig,
    data: Data,
    facts: Facts,
    model: Model,
    adam: Adam,
    batcher: Batcher,
    log: MetricsLog,
    /// Order of the rows in the epoch of that number.
    order: Option<(u64, Vec<u32>)>,
    totals: Totals,
    /// Sum of the gradient's norms since the last line of metrics.
    norms: Tensor,
    /// Time and step of the last line of metrics.
    mark: (Instant, u64),
    /// The last line of this generation.
    last: Option<TrainingLine>,
    /// Loss and rows a second of the last steps.
    shown: Option<(f64, f64)>,
}

impl<'a> Training<'a> {
    /// Goes on from `start`; `log` comes with the last line of the generation that is in it.
    pub(super) fn new(
        config: &'a TrainConfig,
        data: Data,
        layout: Layout,
        start: Snapshot,
        device: Device,
        (log, last): (MetricsLog, Option<TrainingLine>),
    ) -> Self {
        let moments = (&start.mean[..], &start.square[..]);
        let steps = start.facts.optimizer_steps;
        let step = start.facts.step;
        Self {
            config,
            data,
            adam: Adam::restored(&config.optimizer, &layout, device, moments, steps),
            model: Model::new(layout, &start.weights, features::scales(), device),
            facts: start.facts,
            batcher: Batcher::new(device, config.loss.outcome_share),
            log,
            order: None,
            totals: Totals::new(device),
            norms: Tensor::zeros([], (Kind::Float, device)),
            mark: (Instant::now(), step),
            last,
            shown: None,
        }
    }

    /// Where the training stands.
    pub(super) fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Makes the steps that are left.
    pub(super) fn run(&mut self, folder: &NetFolder, progress: &mut dyn FnMut(Progress)) -> Result<(), TrainError> {
        let Plan {
            steps, steps_of_epoch, ..
        } = self.data.plan;
        while self.facts.step < steps {
            let rate = learning_rate(&self.config.optimizer, self.facts.step, steps);
            self.step(rate);
            let step = self.facts.step;
            if step.is_multiple_of(self.config.run.log_every) || step == steps {
                self.log_training(rate)?;
            }
            if step.is_multiple_of(steps_of_epoch) || step == steps {
                self.log_held_out()?;
            }
            if step.is_multiple_of(self.config.run.checkpoint_every) || step == steps {
                folder.save(self.model.layout(), &self.snapshot())?;
            }
            progress(Progress::Training {
                step,
                steps,
                loss: self.shown.map(|shown| shown.0),
                rows_per_second: self.shown.map(|shown| shown.1),
            });
        }
        Ok(())
    }

    /// One step: batch, loss, gradient, new weights.
    fn step(&mut self, rate: f64) {
        let Plan {
            batch, steps_of_epoch, ..
        } = self.data.plan;
        let epoch = self.facts.step / steps_of_epoch;
        if self.order.as_ref().is_none_or(|order| order.0 != epoch) {
            let (seed, generation) = (self.config.run.seed, self.facts.meta.generation);
            self.order = Some((epoch, shuffled(&self.data.split.training, seed, generation, epoch)));
        }
        let order = &self.order.as_ref().expect("set above").1;
        let start = (self.facts.step % steps_of_epoch * batch) as usize;
        let batch = self.batcher.batch(&self.data.rows, &order[start..][..batch as usize]);
        let outputs = self.model.forward(&batch);
        let (loss, sums) = loss(&self.config.loss, &batch, &outputs);
        let gradient = self.model.gradient(&loss);
        self.norms += self.adam.step(self.model.flat(), &gradient, rate);
        self.totals.add(&sums);
        self.facts.step += 1;
        self.facts.total_steps += 1;
        self.facts.optimizer_steps = self.adam.steps();
    }

    /// A line over the training rows since the line before.
    fn log_training(&mut self, rate: f64) -> Result<(), TrainError> {
        let means = self.totals.means();
        let (generation, step) = (self.facts.meta.generation, self.facts.step);
        if !means.loss.is_finite() {
            return Err(TrainError::Diverged {
                generation,
                step,
                loss: means.loss,
            });
        }
        let mut line = metrics::line(self.position(), means);
        line.gradient_norm = Some(self.norms.double_value(&[]) / (step - self.mark.1) as f64);
        line.learning_rate = Some(rate);
        let speed = means.rows as f64 / self.mark.0.elapsed().as_secs_f64().max(1e-9);
        line.rows_per_second = Some(speed);
        self.log.put(&Line::Train(line.clone()))?;
        self.shown = Some((means.loss, speed));
        self.last = Some(line);
        self.totals = Totals::new(self.model.device());
        let _ = self.norms.zero_();
        self.mark = (Instant::now(), step);
        Ok(())
    }

    /// A line over the held-out rows, if there are any.
    fn log_held_out(&mut self) -> Result<(), TrainError> {
        let began = Instant::now();
        let Some(means) = self.held_out() else { return Ok(()) };
        let line = metrics::line(self.position(), means);
        self.log.put(&Line::Validation(line.clone()))?;
        self.last = Some(line);
        // Its time is none of the training's.
        self.mark.0 += began.elapsed();
        Ok(())
    }

    fn held_out(&mut self) -> Option<Means> {
        if self.data.split.validation.is_empty() {
            return None;
        }
        let mut totals = Totals::new(self.model.device());
        for indices in self.data.split.validation.chunks(self.data.plan.batch as usize) {
            let batch = self.batcher.batch(&self.data.rows, indices);
            let outputs = tch::no_grad(|| self.model.forward(&batch));
            totals.add(&loss(&self.config.loss, &batch, &outputs).1);
        }
        Some(totals.means())
    }

    fn position(&self) -> Position {
        Position {
            generation: self.facts.meta.generation,
            step: self.facts.step,
            total_steps: self.facts.total_steps,
            epoch: self.facts.step as f64 / self.data.plan.steps_of_epoch as f64,
        }
    }

    fn snapshot(&self) -> Snapshot {
        let values = |tensor: &Tensor| {
            let mut values = vec![0f32; self.model.layout().len];
            tensor.copy_data(&mut values, self.model.layout().len);
            values
        };
        let (mean, square) = self.adam.moments();
        Snapshot {
            facts: self.facts.clone(),
            weights: values(self.model.flat()),
            mean: values(mean),
            square: values(square),
        }
    }

    /// The generation's line of metrics and the finished network.
    pub(super) fn finish(mut self, folder: &NetFolder) -> Result<TrainingLine, TrainError> {
        let last = self.last.take().expect("the last step has a line of metrics");
        let line = metrics::of_generation(last);
        self.log.put(&Line::Generation(line.clone()))?;
        folder.finish(self.model.layout(), &self.snapshot())?;
        Ok(line)
    }
}
