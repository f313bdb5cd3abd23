//! Finds the folder of a network: the folder that the user names, or that of the best network of the run in it.
//!
//! A run directory names its best network in `nets/best.json`. Without that file, its last finished network
//! `nets/gen-NNNN` is used.

use std::fs;
use std::path::{Path, PathBuf};

use spariglio_files::best::Best;
use spariglio_files::bounded::{is_there, read_text};
use spariglio_files::json;

use super::config::META_FILE;
use super::error::NetError;

/// The folder of a run's networks.
const NETS: &str = "nets";

/// The network's folder: `folder` itself, or that of the best network of the run in it. If the run names no best
/// network, the last finished one is used.
///
/// # Errors
/// `folder` holds neither a network nor a run, or the file that names the best network is invalid.
pub fn network_folder(folder: &Path) -> Result<PathBuf, NetError> {
    let has = |path: &Path| is_there(path).map_err(|source| NetError::read(path, source));
    if has(&folder.join(META_FILE))? {
        return Ok(folder.to_owned());
    }
    let path = Best::file(folder);
    if !has(&path)? {
        return last(folder).ok_or_else(|| NetError::NoNetwork { folder: folder.to_owned() });
    }
    let text = read_text(&path).map_err(|source| NetError::read(&path, source))?;
    let best: Best = json::read(text).map_err(|error| NetError::Best { path, reason: error.to_string() })?;
    Ok(folder.join(best.path))
}

/// The last finished network of a run.
fn last(root: &Path) -> Option<PathBuf> {
    let entries = fs::read_dir(root.join(NETS)).ok()?.flatten().map(|entry| entry.path());
    let is_finished = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("gen-") && path.join(META_FILE).is_file()
    };
    entries.filter(is_finished).max()
}

#[cfg(test)]
mod tests {
    use super::*;
    use spariglio_files::best::Choice;

    fn finish(folder: &Path) {
        fs::create_dir_all(folder).expect("made");
        fs::write(folder.join(META_FILE), "{}").expect("written");
    }

    #[test]
    fn a_network_a_run_that_names_its_best_and_a_run_that_does_not_are_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        let missing = network_folder(root).expect_err("nothing there").to_string();
        for part in ["meta.json", "nets/best.json", "nets/gen-NNNN", "found none"] {
            assert!(missing.contains(part), "{missing}");
        }
        let nets = ["gen-0001", "gen-0010", "gen-0011"].map(|name| root.join("nets").join(name));
        finish(&nets[0]);
        finish(&nets[1]);
        fs::create_dir_all(&nets[2]).expect("made");
        assert_eq!(network_folder(root).expect("the last finished one"), nets[1]);
        Best::new(1, Choice::Newest).write(root).expect("written");
        assert_eq!(network_folder(root).expect("the best one"), nets[0]);
        assert_eq!(network_folder(&nets[1]).expect("itself"), nets[1]);
        fs::write(Best::file(root), "{}").expect("written");
        let wrong = network_folder(root).expect_err("no generation").to_string();
        assert!(wrong.contains("best.json") && wrong.contains("\"path\": FOLDER"), "{wrong}");
    }
}
