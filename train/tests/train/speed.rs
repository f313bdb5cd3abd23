//! How fast the network of the default configuration trains: `cargo test --release -p spariglio-train -- --ignored speed --nocapture`.

use spariglio_files::Config;
use spariglio_files::metrics::Line;
use spariglio_train::{TrainConfig, train_generation};

use crate::common::{game, write_data};

#[test]
#[ignore = "a measurement"]
fn speed_on_one_core() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    write_data(&data, &game("cirulla"), 0, 4, 500);
    let text =
        "[run]\nthreads = 1\ndevice = 'cpu'\nmax_steps = 200\nepochs = 10\nlog_every = 50\ncheckpoint_every = 200\n";
    let config = TrainConfig::from_toml(text).expect("a configuration");
    train_generation(&config, &game("cirulla"), &[data], folder.path(), 0, None, &mut |_| {}).expect("trained");
    let lines = spariglio_files::metrics::read(folder.path()).expect("metrics");
    for line in lines {
        if let Line::Train(line) = line
            && let Some(speed) = line.rows_per_second
        {
            println!("{} rows, {speed:.0} rows/s", line.rows);
        }
    }
}
