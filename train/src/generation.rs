//! The network of one generation: from rows and a start, or from a checkpoint, to the finished files.

mod training;

use std::path::{Path, PathBuf};
use std::time::Instant;

use spariglio_engine::Game;
use spariglio_files::Config;
use spariglio_files::metrics::{self, Line, TrainingLine};
use spariglio_files::whole::make_folder;
use tch::Device;

use crate::checkpoint::{Facts, NetFolder, Snapshot, read_network};
use crate::config::TrainConfig;
use crate::device;
use crate::error::TrainError;
use crate::layout::Layout;
use crate::metrics::MetricsLog;
use crate::model::first_weights;
use crate::window;
use training::{Data, Training};

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
    pub metrics: Option<TrainingLine>,
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
        folder.remove_checkpoint()?;
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
    facts.window = rows.fingerprint();
    let data = Data::new(config, rows)?;
    facts.rows = data.split.training.len() as u64;
    let layout = Layout::new(config.net);
    let start = match folder.resume(&layout, &facts)? {
        Some(snapshot) => snapshot,
        None => first_snapshot(config, &layout, facts, generation, init)?,
    };
    let resumed_at = start.facts.step;
    make_folder(folder.path())?;
    let log = MetricsLog::open(run_dir, generation, resumed_at)?;
    let mut training = Training::new(config, data, layout, start, device, log);
    training.run(&folder, progress)?;
    let facts = training.facts().clone();
    let metrics = training.finish(&folder)?;
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
    let generation = facts.meta.generation;
    let of_generation = |line| match line {
        Line::Generation(numbers) if numbers.generation == generation => Some(numbers),
        _ => None,
    };
    let metrics = metrics::read(run_dir)?.into_iter().rev().find_map(of_generation);
    Ok(TrainReport {
        generation,
        folder: folder.path().to_path_buf(),
        steps: facts.step,
        total_steps: facts.total_steps,
        rows: facts.rows,
        resumed_at: facts.step,
        device: None,
        seconds: started.elapsed().as_secs_f64(),
        metrics,
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
