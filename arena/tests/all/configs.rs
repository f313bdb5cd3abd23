//! Reads every file of `configs/arena/`; its agents and rules must exist.

use std::fs;
use std::path::{Path, PathBuf};

use spariglio_arena::contests::ArenaFile;
use spariglio_arena::studies::ladder::Ladder;
use spariglio_engine::RuleSet;

fn files() -> Vec<(String, PathBuf)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs/arena");
    let entries = fs::read_dir(folder).expect("configs/arena");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths
        .map(|path| (path.file_name().expect("a name").to_string_lossy().into_owned(), path))
        .collect()
}

#[test]
fn every_arena_file_loads() {
    let mut files_of_kind = 0;
    let others = |name: &str| name.starts_with("ladder_");
    for (name, path) in files().iter().filter(|(name, _)| !others(name)) {
        let file = ArenaFile::load(path, Some(Path::new("runs/x/nets/gen-0001")));
        let file = file.unwrap_or_else(|error| panic!("{error}"));
        assert!(RuleSet::preset(&file.rules).is_some(), "{name}: {}", file.rules);
        assert!(file.entrants().len() >= 2, "{name}");
        files_of_kind += 1;
    }
    assert!(files_of_kind > 0);
}

#[test]
fn every_ladder_loads_and_its_agents_are_for_its_games() {
    let mut files_of_kind = 0;
    for (name, path) in files().iter().filter(|(name, _)| name.starts_with("ladder_")) {
        let ladder = Ladder::load(path).unwrap_or_else(|error| panic!("{error}"));
        for row in &ladder.rows {
            let game = ladder.game(row).unwrap_or_else(|error| panic!("{name}: {error}"));
            for agent in &row.agents {
                let built = agent.spec.build_player(&game);
                assert!(built.is_ok(), "{name}, {}: {}", row.name, agent.text);
            }
            files_of_kind += 1;
        }
    }
    assert!(files_of_kind > 0);
}
