//! Training of one generation's network: the loop from the first step, or from a checkpoint, to the finished files.
//! Invariant: everything that the next step depends on is in the checkpoint, the configuration or the rows, so a killed
//! training that is started again ends with the same bytes on the processor.

use std::path::{Path, PathBuf};
use std::time::Instant;

use spariglio_agents::features;
use spariglio_engine::Game;
use tch::{Device, Kind, Tensor};

use crate::adam::Adam;
use crate::batch::Batcher;
use crate::checkpoint::{Facts, NetFolder, Snapshot, read_network};
use crate::config::TrainConfig;
use crate::curve::learning_curve;
use crate::device;
use crate::error::TrainError;
use crate::file;
use crate::layout::Layout;
use crate::loss::{Means, Totals, loss};
use crate::metrics::{LineKind, MetricsLine, MetricsLog, Position, read_lines};
use crate::model::{Model, first_weights};
use crate::order::{Split, shuffled};
use crate::rows::Rows;
use crate::schedule::learning_rate;
use crate::window;

/// How far the training of a generation is.
#[derive(Clone, Debug, PartialEq)]
pub enum Progress {
    /// The device is known.
    Started {
        /// `cpu` or `cuda`.
        device: &'static str,
        /// Why the GPU is not used where the configuration leaves the choice.
        no_gpu: Option<String>,
    },
    /// The window is being read.
    Loading {
        /// Rows read.
        rows: u64,
        /// Rows to read.
        total: u64,
    },
    /// Steps are being made.
    Training {
        /// Steps made in this generation.
        step: u64,
        /// Steps of this generation.
        steps: u64,
        /// Loss of the last steps; absent before the first line of metrics.
        loss: Option<f64>,
        /// Rows a second in the last steps; absent before the first line of metrics.
        rows_per_second: Option<f64>,
    },
}

/// What came out of the training of a generation.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainReport {
    /// The generation.
    pub generation: u32,
    /// Folder of the network.
    pub folder: PathBuf,
    /// Steps of this generation.
    pub steps: u64,
    /// Steps of all generations.
    pub total_steps: u64,
    /// Rows trained on.
    pub rows: u64,
    /// Steps that an earlier process had made; all of them if the network was finished.
    pub resumed_at: u64,
    /// The device, `cpu` or `cuda`; none if the network was finished.
    pub device: Option<&'static str>,
    /// Seconds of this process, reading included.
    pub seconds: f64,
    /// The last line of metrics: held-out rows if there are any.
    pub metrics: Option<MetricsLine>,
}

/// Trains the network of `generation` on the rows in `data_dirs` (oldest first), starting from the network in the folder
/// `init` or from random weights, and leaves it in `run_dir/nets/gen-NNNN`. Goes on from the checkpoint there, if any; does
/// nothing if the network is finished.
///
/// # Errors
/// The configuration, the data, the network to start from or a checkpoint cannot be used, a file cannot be written, or the
/// loss stops being a number: the error names the file or field.
pub fn train_generation(
    config: &TrainConfig,
    game: &Game,
    data_dirs: &[PathBuf],
    run_dir: &Path,
    generation: u32,
    init: Option<&Path>,
    progress: &mut dyn FnMut(Progress),
) -> Result<TrainReport, TrainError> {
    let started = Instant::now();
    config.check()?;
    let folder = NetFolder::new(run_dir, generation);
    let mut facts = Facts::new(game, config, generation);
    if let Some(found) = folder.finished()? {
        facts.check_settings(folder.path(), &found)?;
        return finished_report(run_dir, &folder, &found, started);
    }
    let (device, no_gpu) = device::open(config.run.device)?;
    progress(Progress::Started {
        device: device_name(device),
        no_gpu,
    });
    tch::set_num_threads(config.run.threads as i32);
    let rows = window::load(&config.window, game, data_dirs, &mut |rows, total| {
        progress(Progress::Loading { rows, total });
    })?;
    let split = Split::new(&rows, config.run.seed, config.run.validation);
    facts.window = format!("{:016x}", rows.fingerprint());
    facts.rows = split.training.len() as u64;
    let plan = Plan::new(config, split.training.len())?;
    let layout = Layout::new(config.net);
    let start = match folder.resume(&layout, &facts)? {
        Some(snapshot) => snapshot,
        None => first_snapshot(config, &layout, facts, generation, init)?,
    };
    let resumed_at = start.facts.step;
    file::make_folder(folder.path())?;
    let log = MetricsLog::open(run_dir, generation, resumed_at)?;
    let mut training = Training::new(config, &rows, split, plan, start, layout, device, log);
    training.run(&folder, progress)?;
    let facts = training.facts.clone();
    let metrics = training.finish(&folder, run_dir)?;
    Ok(TrainReport {
        generation,
        folder: folder.path().to_path_buf(),
        steps: facts.step,
        total_steps: facts.total_steps,
        rows: facts.rows,
        resumed_at,
        device: Some(device_name(device)),
        seconds: started.elapsed().as_secs_f64(),
        metrics: Some(metrics),
    })
}

fn device_name(device: Device) -> &'static str {
    if device == Device::Cpu { "cpu" } else { "cuda" }
}

fn finished_report(
    run_dir: &Path,
    folder: &NetFolder,
    facts: &Facts,
    started: Instant,
) -> Result<TrainReport, TrainError> {
    let lines = read_lines(&run_dir.join("metrics.jsonl")).unwrap_or_default();
    let generation = facts.meta.generation;
    let of_generation = |line: &MetricsLine| line.generation == generation && line.kind == LineKind::Generation;
    Ok(TrainReport {
        generation,
        folder: folder.path().to_path_buf(),
        steps: facts.step,
        total_steps: facts.total_steps,
        rows: facts.rows,
        resumed_at: facts.step,
        device: None,
        seconds: started.elapsed().as_secs_f64(),
        metrics: lines.into_iter().rfind(of_generation),
    })
}

/// Weights and moments before the first step of the generation.
fn first_snapshot(
    config: &TrainConfig,
    layout: &Layout,
    facts: Facts,
    generation: u32,
    init: Option<&Path>,
) -> Result<Snapshot, TrainError> {
    let zeros = vec![0f32; layout.len];
    let Some(folder) = init else {
        let weights = first_weights(layout, config.run.seed, generation);
        return Ok(Snapshot {
            facts,
            weights,
            mean: zeros.clone(),
            square: zeros,
        });
    };
    let mut snapshot = read_network(folder, layout, &facts)?;
    if !config.optimizer.keep_moments {
        snapshot.facts.optimizer_steps = 0;
        snapshot.mean.clone_from(&zeros);
        snapshot.square = zeros;
    }
    Ok(snapshot)
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
struct Training<'a> {
    config: &'a TrainConfig,
    rows: &'a Rows,
    split: Split,
    plan: Plan,
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
    last: Option<MetricsLine>,
    /// Loss and rows a second of the last steps.
    shown: Option<(f64, f64)>,
}

impl<'a> Training<'a> {
    #[allow(clippy::too_many_arguments)]
    fn new(
        config: &'a TrainConfig,
        rows: &'a Rows,
        split: Split,
        plan: Plan,
        start: Snapshot,
        layout: Layout,
        device: Device,
        (log, last): (MetricsLog, Option<MetricsLine>),
    ) -> Self {
        let moments = (&start.mean[..], &start.square[..]);
        let steps = start.facts.optimizer_steps;
        let adam = Adam::restored(&config.optimizer, &layout, device, moments, steps);
        let model = Model::new(layout, &start.weights, features::scales(), device);
        let step = start.facts.step;
        Self {
            config,
            rows,
            split,
            plan,
            facts: start.facts,
            model,
            adam,
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

    /// Makes the steps that are left.
    fn run(&mut self, folder: &NetFolder, progress: &mut dyn FnMut(Progress)) -> Result<(), TrainError> {
        let Plan {
            steps, steps_of_epoch, ..
        } = self.plan;
        while self.facts.step < steps {
            let rate = learning_rate(&self.config.optimizer, self.facts.step, steps);
            self.step(rate);
            let step = self.facts.step;
            if step % self.config.run.log_every == 0 || step == steps {
                self.log_training(rate)?;
            }
            if step % steps_of_epoch == 0 || step == steps {
                self.log_held_out()?;
            }
            if step % self.config.run.checkpoint_every == 0 || step == steps {
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
        } = self.plan;
        let epoch = self.facts.step / steps_of_epoch;
        if self.order.as_ref().is_none_or(|order| order.0 != epoch) {
            let (seed, generation) = (self.config.run.seed, self.facts.meta.generation);
            self.order = Some((epoch, shuffled(&self.split.training, seed, generation, epoch)));
        }
        let order = &self.order.as_ref().expect("set above").1;
        let start = (self.facts.step % steps_of_epoch * batch) as usize;
        let batch = self.batcher.batch(self.rows, &order[start..][..batch as usize]);
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
        let mut line = MetricsLine::new(LineKind::Train, self.position(), means);
        line.gradient_norm = Some(self.norms.double_value(&[]) / (step - self.mark.1) as f64);
        line.learning_rate = Some(rate);
        let speed = means.rows as f64 / self.mark.0.elapsed().as_secs_f64().max(1e-9);
        line.rows_per_second = Some(speed);
        self.log.put(&line)?;
        self.shown = Some((means.loss, speed));
        self.last = Some(line);
        self.totals = Totals::new(self.model.device());
        let _ = self.norms.zero_();
        self.mark = (Instant::now(), step);
        Ok(())
    }

    /// A line over the held-out rows, if there are any.
    fn log_held_out(&mut self) -> Result<(), TrainError> {
        let Some(means) = self.held_out() else { return Ok(()) };
        let line = MetricsLine::new(LineKind::Validation, self.position(), means);
        self.log.put(&line)?;
        self.last = Some(line);
        self.mark.0 = Instant::now();
        Ok(())
    }

    fn held_out(&mut self) -> Option<Means> {
        if self.split.validation.is_empty() {
            return None;
        }
        let mut totals = Totals::new(self.model.device());
        for indices in self.split.validation.chunks(self.plan.batch as usize) {
            let batch = self.batcher.batch(self.rows, indices);
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
            epoch: self.facts.step as f64 / self.plan.steps_of_epoch as f64,
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

    /// The generation's line of metrics, the learning curve and the finished network.
    fn finish(mut self, folder: &NetFolder, run_dir: &Path) -> Result<MetricsLine, TrainError> {
        let last = self.last.take().expect("the last step has a line of metrics");
        let line = last.of_generation();
        self.log.put(&line)?;
        let lines = read_lines(&run_dir.join("metrics.jsonl"))?;
        if let Some(picture) = learning_curve(&lines) {
            file::write(&run_dir.join("learning_curve.svg"), picture.as_bytes())?;
        }
        folder.finish(self.model.layout(), &self.snapshot())?;
        Ok(line)
    }
}
