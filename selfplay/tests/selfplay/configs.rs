//! The shipped configurations.

use std::fs;
use std::path::Path;

use spariglio_files::Config;
use spariglio_selfplay::SelfplayConfig;

#[test]
fn every_shipped_configuration_loads_and_names_a_game() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs/selfplay");
    let files = |folder: &Path| {
        let entries = fs::read_dir(folder)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").path());
        entries
            .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
            .collect::<Vec<_>>()
    };
    let mut count = 0;
    for path in files(&folder).into_iter().chain(files(&folder.join("release"))) {
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
    assert_eq!(count, 23);
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
