//! A run's best network: the file that names it (`nets/best.json`), and the agents that wait for it
//! (`net-search:net=RUN:simulations=64`).

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use spariglio_agents::AgentSpec;
use spariglio_agents::net::MODEL_FILE;

use crate::run_dir::net_folder;
use crate::whole::{FileError, read_if_there, read_text, write_whole};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Best {
    generation: u32,
    /// From the run directory.
    path: PathBuf,
}

/// The agent with the network in `folder` where it waits for one of the run.
#[must_use]
pub fn with_net(agent: &AgentSpec, folder: &Path) -> AgentSpec {
    if agent.waits_for_net() {
        agent.with_net(folder)
    } else {
        agent.clone()
    }
}

/// The folder of a run's best network, or `dir` itself where it holds a network.
///
/// # Errors
/// `dir` holds neither, or `best.json` is not as it should be.
pub fn best_net(dir: &Path) -> Result<PathBuf, FileError> {
    if dir.join(MODEL_FILE).is_file() {
        return Ok(dir.to_path_buf());
    }
    let path = file(dir);
    let best: Best = serde_json::from_str(&read_text(&path)?).map_err(|error| {
        let expected = format!("expected {{\"generation\": N, \"path\": FOLDER}}: {error}");
        FileError::contents(&path, expected)
    })?;
    Ok(dir.join(best.path))
}

/// Names the best network of the run in `root`; leaves a file that does so alone.
///
/// # Errors
/// The file cannot be read or written.
///
/// # Panics
/// Never: the name has a JSON form.
pub fn write_best(root: &Path, generation: u32) -> Result<(), FileError> {
    let path = net_folder(Path::new(""), generation);
    let text = serde_json::to_string(&Best { generation, path }).expect("a name has a JSON form") + "\n";
    if read_if_there(&file(root))?.is_some_and(|found| found == text) {
        return Ok(());
    }
    write_whole(&file(root), text)
}

fn file(dir: &Path) -> PathBuf {
    dir.join("nets").join("best.json")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_network_takes_its_place() {
        let agent = AgentSpec::parse("net:net=RUN").expect("a spec");
        assert_eq!(with_net(&agent, Path::new("a/b")).to_string(), "net:net=a/b");
        let random = AgentSpec::parse("random").expect("a spec");
        assert_eq!(with_net(&random, Path::new("a/b")), random);
    }

    #[test]
    fn the_best_network_is_found_or_its_file_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = folder.path();
        let missing = best_net(dir).expect_err("nothing there").to_string();
        assert!(missing.contains("best.json"), "{missing}");
        write_best(dir, 2).expect("written");
        assert_eq!(best_net(dir).expect("found"), dir.join("nets/gen-0002"));
        fs::write(file(dir), "{}").expect("written");
        let empty = best_net(dir).expect_err("no generation").to_string();
        assert!(empty.contains("\"path\": FOLDER"), "{empty}");
        fs::write(dir.join(MODEL_FILE), "").expect("written");
        assert_eq!(best_net(dir).expect("itself"), dir);
    }
}
