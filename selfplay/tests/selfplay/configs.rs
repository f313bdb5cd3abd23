//! The shipped configurations.

use std::fs;
use std::path::Path;

use spariglio_files::Config;
use spariglio_selfplay::SelfplayConfig;

#[test]
fn every_shipped_configuration_loads_and_names_a_game() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs/selfplay");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let config = SelfplayConfig::load(&path).unwrap_or_else(|error| panic!("{error}"));
        let game = config
            .rules
            .game()
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for agent in &config.data.agents {
            agent.build(&game).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        }
        count += 1;
    }
    assert!(count >= 2);
}

#[test]
fn a_missing_or_broken_file_is_named() {
    let error = SelfplayConfig::load("none.toml".as_ref()).expect_err("missing");
    assert!(error.to_string().starts_with("none.toml"), "{error}");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("broken.toml");
    fs::write(&path, "rules = \"cirulla\"\n[data]\nagents = [\"ismcts:simulation=3\"]\n").expect("written");
    let text = SelfplayConfig::load(&path).expect_err("broken").to_string();
    assert!(text.contains("broken.toml") && text.contains("simulation"), "{text}");
}
