//! What cannot be used is refused with a text that names the file, the field, what was expected and what was found.

use std::fs;
use std::path::{Path, PathBuf};

use spariglio_files::{Config, Manifest};
use spariglio_train::{Progress, TrainConfig, train_generation};

use crate::common::{config, game, write_data};

const SHORT: &str = "[run]\nthreads = 1\ndevice = 'cpu'\nbatch = 32\nepochs = 2\nlog_every = 2\ncheckpoint_every = 2\n";

fn attempt(config: &TrainConfig, preset: &str, data: &Path, run: &Path, init: Option<&Path>) -> Result<(), String> {
    let data = [data.to_path_buf()];
    train_generation(config, &game(preset), &data, run, 1, init, &mut |_| {})
        .map(|_| ())
        .map_err(|error| error.to_string())
}

fn refused(config: &TrainConfig, preset: &str, data: &Path, run: &Path, parts: &[&str]) {
    let error = attempt(config, preset, data, run, None).expect_err("refused");
    for part in parts {
        assert!(error.contains(part), "{part:?} is not in: {error}");
    }
}

fn data() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    write_data(&data, &game("cirulla"), 0, 2, 3);
    (folder, data)
}

#[test]
fn damaged_shards() {
    let (folder, data) = data();
    let shard = data.join("shard-00001.parquet");
    let good = fs::read(&shard).expect("a shard");
    let mut bytes = good.clone();
    bytes[good.len() / 2] ^= 1;
    fs::write(&shard, &bytes).expect("written");
    refused(
        &config(SHORT),
        "cirulla",
        &data,
        folder.path(),
        &["shard-00001.parquet: sha256", "expected", "found"],
    );
    fs::remove_file(&shard).expect("removed");
    refused(
        &config(SHORT),
        "cirulla",
        &data,
        folder.path(),
        &["shard-00001.parquet: cannot be read"],
    );
    fs::remove_file(data.join("manifest.json")).expect("removed");
    refused(
        &config(SHORT),
        "cirulla",
        &data,
        folder.path(),
        &["data: expected a finished generation"],
    );
    assert!(!folder.path().join("nets").exists(), "nothing was written");
}

#[test]
fn a_wrong_count_of_a_shard_that_the_window_leaves_out() {
    let (folder, data) = data();
    let path = data.join("manifest.json");
    let mut manifest = Manifest::read(&data).expect("a manifest");
    manifest.shards[0].rows -= 1;
    manifest.rows -= 1;
    fs::write(&path, serde_json::to_string(&manifest).expect("JSON")).expect("written");
    let parts = ["shard-00000.parquet: rows: expected", "as the manifest says", "found"];
    let mut small = config(SHORT);
    small.window.rows = 10;
    refused(&small, "cirulla", &data, folder.path(), &parts);
}

#[test]
fn networks_with_a_flipped_bit() {
    let (folder, data) = data();
    let first = folder.path().join("first");
    attempt(&config(SHORT), "cirulla", &data, &first, None).expect("trained");
    let init = first.join("nets/gen-0001");
    for name in ["model.safetensors", "optimizer.safetensors"] {
        let path = init.join(name);
        let good = fs::read(&path).expect(name);
        let mut bytes = good.clone();
        let place = bytes.len() - 100;
        bytes[place] ^= 4;
        fs::write(&path, bytes).expect("written");
        let run = folder.path().join("second");
        let error = attempt(&config(SHORT), "cirulla", &data, &run, Some(&init)).expect_err("refused");
        for part in [name, "sha256", "expected"] {
            assert!(error.contains(part), "{part:?} is not in: {error}");
        }
        fs::write(&path, good).expect("written");
    }
}

#[test]
fn another_rule_set() {
    let (folder, data) = data();
    refused(
        &config(SHORT),
        "scopone",
        &data,
        folder.path(),
        &["manifest.json", "rule set: expected scopone", "found cirulla"],
    );
}

#[test]
fn rows_without_features() {
    let (folder, data) = data();
    let path = data.join("manifest.json");
    let text = fs::read_to_string(&path).expect("a manifest");
    fs::write(&path, text.replace("\"features\":true", "\"features\":false")).expect("written");
    refused(
        &config(SHORT),
        "cirulla",
        &data,
        folder.path(),
        &[
            "manifest.json: features: expected true, found false",
            "`features = true`",
            "export --features",
        ],
    );
}

#[test]
fn too_few_rows() {
    let folder = tempfile::tempdir().expect("a folder");
    write_data(folder.path(), &game("cirulla"), 0, 1, 0);
    refused(
        &config(SHORT),
        "cirulla",
        folder.path(),
        folder.path(),
        &["expected at least one row", "found none"],
    );
}

#[test]
fn checkpoints_of_another_training() {
    let (folder, data) = data();
    let stop = |progress: Progress| assert!(!matches!(progress, Progress::Training { step: 3, .. }));
    let run = folder.path().join("run");
    let dirs = [data.clone()];
    let stopped = std::panic::catch_unwind(|| {
        train_generation(&config(SHORT), &game("cirulla"), &dirs, &run, 1, None, &mut { stop })
    });
    assert!(stopped.is_err() && run.join("nets/gen-0001/checkpoint.safetensors").exists());
    let other = config(&SHORT.replace("batch = 32", "batch = 16"));
    refused(
        &other,
        "cirulla",
        &data,
        &run,
        &["checkpoint.safetensors: run.batch", "expected 16, found 32"],
    );
    write_data(&data, &game("cirulla"), 0, 2, 4);
    refused(
        &config(SHORT),
        "cirulla",
        &data,
        &run,
        &["checkpoint.safetensors: window of rows"],
    );
    let checkpoint = run.join("nets/gen-0001/checkpoint.safetensors");
    let bytes = fs::read(&checkpoint).expect("a checkpoint");
    fs::write(&checkpoint, &bytes[..bytes.len() / 2]).expect("written");
    refused(
        &config(SHORT),
        "cirulla",
        &data,
        &run,
        &["checkpoint.safetensors: is no whole safetensors file"],
    );
}

#[test]
fn a_start_that_does_not_fit() {
    let (folder, data) = data();
    let first = folder.path().join("first");
    attempt(&config(SHORT), "cirulla", &data, &first, None).expect("trained");
    let init = first.join("nets/gen-0001");
    let mut wider = config(SHORT);
    wider.net.hidden = 48;
    let run = folder.path().join("second");
    let error = attempt(&wider, "cirulla", &data, &run, Some(&init)).expect_err("refused");
    assert!(
        error.contains("meta.json: hidden does not match: expected 48, found 32"),
        "{error}"
    );
    let other = folder.path().join("scopone");
    write_data(&other, &game("scopone"), 0, 1, 3);
    let error = attempt(&config(SHORT), "scopone", &other, &run, Some(&init)).expect_err("refused");
    assert!(error.contains("meta.json: rules_fingerprint"), "{error}");
    let error = attempt(&config(SHORT), "cirulla", &data, &run, Some(folder.path())).expect_err("refused");
    assert!(error.contains("meta.json: cannot read"), "{error}");
}

#[test]
fn a_run_directory_that_is_a_file() {
    let (folder, data) = data();
    let run = folder.path().join("file");
    fs::write(&run, "").expect("written");
    refused(
        &config(SHORT),
        "cirulla",
        &data,
        &run,
        &["file/nets/gen-0001: cannot make folder"],
    );
}

#[test]
fn the_shipped_configuration_is_the_default() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs/train/default.toml");
    let shipped = TrainConfig::from_toml(&fs::read_to_string(path).expect("a file")).expect("a configuration");
    assert_eq!(shipped, TrainConfig::default());
}
