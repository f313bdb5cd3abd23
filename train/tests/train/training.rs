//! A whole training: it learns, and it ends with the same bytes however often it was stopped.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use spariglio_agents::net::Network;
use spariglio_files::metrics::{self, Line};
use spariglio_train::{Progress, TrainConfig, TrainReport, train_generation};

use crate::common::{config, game, write_data};

const SHORT: &str = "[run]\nthreads = 1\ndevice = 'cpu'\nbatch = 64\nepochs = 3\nlog_every = 4\ncheckpoint_every = 8\nvalidation = 0.1\n";

fn train(config: &TrainConfig, data: &Path, run: &Path) -> TrainReport {
    train_generation(
        config,
        &game("cirulla"),
        &[data.to_path_buf()],
        run,
        0,
        None,
        &mut |_| {},
    )
    .expect("trained")
}

fn files(run: &Path) -> [Vec<u8>; 3] {
    let folder = run.join("nets/gen-0000");
    ["model.safetensors", "optimizer.safetensors", "meta.json"].map(|name| fs::read(folder.join(name)).expect(name))
}

/// The lines of metrics without what a clock decides.
fn timeless(run: &Path) -> Vec<String> {
    let lines = metrics::read(run).expect("metrics");
    let timeless = lines.into_iter().map(|mut line| {
        if let Line::Train(numbers) | Line::Validation(numbers) | Line::Generation(numbers) = &mut line {
            numbers.time = 0.0;
            numbers.rows_per_second = None;
        }
        format!("{line:?}")
    });
    timeless.collect()
}

#[test]
fn learns_what_the_rows_say() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    write_data(&data, &game("cirulla"), 0, 2, 40);
    let text = "[run]\nthreads = 1\ndevice = 'cpu'\nbatch = 128\nepochs = 40\nvalidation = 0.0\nlog_every = 50\n\
        checkpoint_every = 100\n[optimizer]\nweight_decay = 0.0\nlearning_rate = 3e-3\n";
    let report = train(&config(text), &data, folder.path());
    let last = report.metrics.expect("metrics");
    assert!(last.policy_agreement > 0.97, "{last:?}");
    assert!(last.policy_divergence < 0.05, "{last:?}");
    assert!(last.value_explained > 0.5, "{last:?}");
    let lines = metrics::read(folder.path()).expect("metrics");
    let [Line::Train(first), .., Line::Generation(_)] = &lines[..] else {
        panic!("{lines:?}");
    };
    assert!(first.points_loss > 1.5 * last.points_loss, "{last:?}");
    Network::load(&report.folder, &game("cirulla")).expect("a network that agents can play");
}

/// Stopped in the middle of a step, twice, at steps that are no checkpoints.
#[test]
fn a_stopped_training_ends_with_the_same_bytes() {
    for threads in [1, 2] {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().join("data");
        write_data(&data, &game("cirulla"), 0, 2, 12);
        let config = config(&SHORT.replace("threads = 1", &format!("threads = {threads}")));
        let whole = folder.path().join("whole");
        let report = train(&config, &data, &whole);
        assert!(report.steps > 20, "{report:?}");
        let stopped = folder.path().join("stopped");
        for stop_at in [11, 19] {
            let stop = |progress: Progress| {
                assert!(!matches!(progress, Progress::Training { step, .. } if step == stop_at));
            };
            let dirs: [PathBuf; 1] = [data.clone()];
            let panicked = catch_unwind(AssertUnwindSafe(|| {
                train_generation(&config, &game("cirulla"), &dirs, &stopped, 0, None, &mut { stop })
            }));
            assert!(panicked.is_err(), "stopped at {stop_at}");
        }
        let resumed = train(&config, &data, &stopped);
        assert_eq!(resumed.resumed_at, 16, "{threads} threads");
        assert!(files(&whole) == files(&stopped), "{threads} threads");
        assert_eq!(timeless(&whole), timeless(&stopped));
        assert!(!stopped.join("nets/gen-0000/checkpoint.safetensors").exists());
    }
}

/// The part of `a_killed_training_ends_with_the_same_bytes` that is killed; does nothing on its own.
#[test]
#[ignore = "started by another test"]
fn child_that_trains() {
    if let Some(folder) = std::env::var_os("SPARIGLIO_TEST_TRAIN").map(PathBuf::from) {
        let slow = |_: Progress| std::thread::sleep(Duration::from_millis(10));
        let dirs = [folder.join("data")];
        let run = folder.join("killed");
        train_generation(&config(SHORT), &game("cirulla"), &dirs, &run, 0, None, &mut { slow }).expect("trained");
    }
}

#[test]
fn a_killed_training_ends_with_the_same_bytes() {
    let folder = tempfile::tempdir().expect("a folder");
    write_data(&folder.path().join("data"), &game("cirulla"), 0, 2, 12);
    train(
        &config(SHORT),
        &folder.path().join("data"),
        &folder.path().join("whole"),
    );
    let killed = folder.path().join("killed");
    let checkpoint = killed.join("nets/gen-0000/checkpoint.safetensors");
    for millis in [0, 12, 25] {
        let before = modified(&checkpoint);
        let mut child = Command::new(std::env::current_exe().expect("this test"))
            .args(["--ignored", "--exact", "training::child_that_trains"])
            .env("SPARIGLIO_TEST_TRAIN", folder.path())
            .stdout(Stdio::null())
            .spawn()
            .expect("started");
        while modified(&checkpoint) == before && child.try_wait().expect("a child").is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(millis));
        child.kill().expect("killed");
        child.wait().expect("ended");
    }
    let report = train(&config(SHORT), &folder.path().join("data"), &killed);
    assert!(report.resumed_at > 0 && report.resumed_at < report.steps, "{report:?}");
    assert!(files(&folder.path().join("whole")) == files(&killed));
    assert_eq!(timeless(&folder.path().join("whole")), timeless(&killed));
    // A kill between the last file and the removal of the checkpoint.
    std::fs::write(&checkpoint, "left").expect("written");
    train(&config(SHORT), &folder.path().join("data"), &killed);
    assert!(!checkpoint.exists());
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|metadata| metadata.modified()).ok()
}

#[test]
fn a_second_generation_goes_on_from_the_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = game("cirulla");
    for generation in 0..2 {
        write_data(
            &folder.path().join(format!("data/gen-{generation:04}")),
            &game,
            generation,
            1,
            12,
        );
    }
    let config = config(SHORT);
    let run = folder.path();
    let first = train(&config, &run.join("data/gen-0000"), run);
    let init = Some(first.folder.as_path());
    let dirs = [run.to_path_buf()];
    let second = train_generation(&config, &game, &dirs, run, 1, init, &mut |_| {}).expect("trained");
    assert!(second.rows > first.rows * 3 / 2, "both generations are in the window");
    assert_eq!(second.total_steps, first.steps + second.steps);
    let metrics = |report: &TrainReport| report.metrics.clone().expect("metrics");
    assert!(metrics(&second).policy_divergence < metrics(&first).policy_divergence);
    let again = train_generation(&config, &game, &dirs, run, 1, init, &mut |_| {}).expect("nothing to do");
    assert_eq!(again.resumed_at, again.steps);
    assert!((metrics(&again).loss - metrics(&second).loss).abs() < 1e-9);
    assert!(run.join("tb/events.out.tfevents.0000000001.spariglio").exists());
}
