//! A run's best network: writing the file that names it (`nets/best.json`), and the agents that wait for it
//! (`net-search:net=RUN:simulations=64`). [`spariglio_agents::net::network_folder`] reads the file.

use std::path::Path;

use spariglio_agents::AgentSpec;
use spariglio_agents::net::Best;

use crate::run_dir::net_folder;
use crate::whole::{FileError, read_if_there, write_whole};

/// The agent, with the network in `folder` if it waits for one of the run.
#[must_use]
pub fn with_net(agent: &AgentSpec, folder: &Path) -> AgentSpec {
    if agent.waits_for_net() {
        agent.with_net(folder)
    } else {
        agent.clone()
    }
}

/// Writes the name of the best network of the run in `root`; leaves the file alone if it already has that name.
///
/// # Errors
/// The file cannot be read or written.
///
/// # Panics
/// Never: the name has a JSON form.
pub fn write_best(root: &Path, generation: u32) -> Result<(), FileError> {
    let (file, path) = (Best::file(root), net_folder(Path::new(""), generation));
    let text = serde_json::to_string(&Best { generation, path }).expect("a name has a JSON form") + "\n";
    if read_if_there(&file)?.is_some_and(|found| found == text) {
        return Ok(());
    }
    write_whole(&file, text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use spariglio_agents::net::network_folder;

    #[test]
    fn the_network_takes_its_place() {
        let agent = AgentSpec::parse("net:net=RUN").expect("a spec");
        assert_eq!(with_net(&agent, Path::new("a/b")).to_string(), "net:net=a/b");
        let random = AgentSpec::parse("random").expect("a spec");
        assert_eq!(with_net(&random, Path::new("a/b")), random);
    }

    #[test]
    fn the_file_names_the_best_network() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        write_best(root, 2).expect("written");
        assert_eq!(network_folder(root).expect("found"), root.join("nets/gen-0002"));
    }
}
