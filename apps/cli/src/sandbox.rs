//! Checks on sandboxed programs: they can read the folders of their own files, so no result may be written there.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use spariglio_agents::AgentSpec;
use spariglio_agents::external::ExternalConfig;
use spariglio_files::tell;

/// Fails if `out` is in a folder that a sandboxed program can read.
pub fn check_apart<'a>(agents: impl IntoIterator<Item = &'a AgentSpec>, out: &Path) -> Result<()> {
    let programs = agents.into_iter().filter_map(|agent| agent.options::<ExternalConfig>());
    let folders = programs
        .filter(|program| program.sandbox)
        .flat_map(ExternalConfig::sandbox_folders);
    let out = real(out)?;
    for folder in folders {
        ensure!(
            !out.starts_with(real(&folder)?),
            "{}: it is in {}, which a sandboxed program can read; expected another folder",
            out.display(),
            folder.display()
        );
    }
    Ok(())
}

/// Warns, in one line, if a program is not sandboxed; called for runs with a fixed seed.
pub fn warn_of_memory<'a>(agents: impl IntoIterator<Item = &'a AgentSpec>) {
    if let Some(agent) = agents.into_iter().find(|agent| agent.is_free_program()) {
        tell!(
            "agent {agent}: it is not sandboxed (--sandbox), and the seed is fixed: it may remember the cards from run to run"
        );
    }
}

/// A path without links and `..`; the file need not exist.
fn real(path: &Path) -> Result<PathBuf> {
    let path = std::path::absolute(path)?;
    let there = path.ancestors().find_map(|part| Some((part, part.canonicalize().ok()?)));
    let Some((part, real)) = there else { return Ok(path) };
    Ok(real.join(path.strip_prefix(part)?))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn links_and_steps_back_are_seen_through() {
        let dir = tempfile::tempdir().expect("a folder");
        let bots = dir.path().join("bots");
        fs::create_dir(&bots).expect("made");
        fs::write(bots.join("bot.py"), "").expect("written");
        let command = format!("external:command=python3 {}", bots.join("bot.py").display());
        let free = AgentSpec::parse(&command).expect("an agent");
        let shut_in = free.sandboxed();
        let check = |spec: &AgentSpec, out: &str| check_apart([spec], &dir.path().join(out));
        for inside in ["bots/out.json", "bots/new/out.json", "bots/../bots/out.json"] {
            assert!(check(&shut_in, inside).is_err(), "{inside}");
            assert!(check(&free, inside).is_ok(), "{inside}");
        }
        for outside in ["out.json", "bots/../out.json", "bots2/out.json"] {
            assert!(check(&shut_in, outside).is_ok(), "{outside}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&bots, dir.path().join("link")).expect("linked");
            assert!(check(&shut_in, "link/out.json").is_err());
        }
    }
}
