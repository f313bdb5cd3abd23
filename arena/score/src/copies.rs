//! Copies of networks in the folder of a run, so that a folder that was moved can be verified.

use std::path::{Path, PathBuf};

use spariglio_agents::AgentSpec;

/// The networks of the agent.
const NETS: &str = "nets";

/// The folder of a network, in the folder of a run.
pub(crate) fn copied(net: &Path) -> PathBuf {
    Path::new(NETS).join(net.file_name().unwrap_or_default())
}

/// An agent's text for a commitment: its network is the copy in the folder of the run.
pub(crate) fn committed(agent: &AgentSpec) -> String {
    agent
        .net()
        .map_or_else(|| agent.clone(), |net| agent.with_net(&copied(&net)))
        .to_string()
}

/// The agent with the copy of its network in the folder `path` of its run.
pub(crate) fn in_folder(agent: &AgentSpec, path: &Path) -> AgentSpec {
    agent
        .net()
        .map_or_else(|| agent.clone(), |net| agent.with_net(&path.join(copied(&net))))
}

/// An error of the agent in words that hold wherever the folder of its run is.
pub(crate) fn without_folder(agent: &AgentSpec, error: &str) -> String {
    let copies = agent
        .net()
        .map(|net| [net.display().to_string(), copied(&net).display().to_string()]);
    copies.map_or_else(|| error.to_owned(), |[net, copy]| error.replace(&net, &copy))
}
