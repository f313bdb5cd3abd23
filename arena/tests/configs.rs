//! Every file of `configs/arena/` is read, and its agents and rules exist.

use std::fs;
use std::path::Path;

use spariglio_arena::config::ArenaFile;
use spariglio_engine::RuleSet;

#[test]
fn every_arena_file_loads() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs/arena");
    let mut seen = 0;
    for entry in fs::read_dir(folder).expect("configs/arena") {
        let path = entry.expect("an entry").path();
        let file = ArenaFile::load(&path, Some(Path::new("runs/x/nets/gen-0001")));
        let file = file.unwrap_or_else(|error| panic!("{error}"));
        assert!(
            RuleSet::preset(&file.rules).is_some(),
            "{}: {}",
            path.display(),
            file.rules
        );
        assert!(file.entrants().len() >= 2, "{}", path.display());
        seen += 1;
    }
    assert!(seen > 0);
}
