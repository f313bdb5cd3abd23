//! The verdict on a generation: its network against the best one so far, and against the fixed opponents.
//!
//! Written to `arena/gen-NNNN.json` last of all stages: where it is, the generation is finished.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use spariglio_arena::PairResult;
use spariglio_selfplay::run_dir::{generation_name, net_folder, write_whole};

/// What became of a generation.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verdict {
    /// Always `gate`: tells the file from an arena's.
    pub kind: String,
    /// The generation of the new network.
    pub generation: u32,
    /// Whether the new network is the best one now.
    pub accepted: bool,
    /// The generation of the best network before.
    pub incumbent: Option<u32>,
    /// New network against incumbent; none for the first network, which has nobody to beat.
    pub gate: Option<PairResult>,
    /// New network against each fixed opponent.
    pub evaluations: Vec<PairResult>,
}

/// Value of [`Verdict::kind`].
pub const GATE_KIND: &str = "gate";

impl Verdict {
    /// The generation of the best network from now on.
    pub fn best(&self) -> u32 {
        match self.incumbent {
            Some(incumbent) if !self.accepted => incumbent,
            _ => self.generation,
        }
    }

    /// The folder of a generation's network, from the run directory.
    pub fn net_path(generation: u32) -> PathBuf {
        net_folder(Path::new(""), generation)
    }

    /// The file of a generation's verdict.
    pub fn path(root: &Path, generation: u32) -> PathBuf {
        root.join("arena").join(format!("{}.json", generation_name(generation)))
    }

    /// The verdict on a finished generation; none where it is not finished.
    pub fn read(root: &Path, generation: u32) -> Result<Option<Verdict>> {
        let path = Verdict::path(root, generation);
        if !path.exists() {
            return Ok(None);
        }
        let text = fs::read(&path).with_context(|| format!("{}: cannot read", path.display()))?;
        let verdict = serde_json::from_slice(&text).with_context(|| format!("{}: expected a verdict", path.display()));
        verdict.map(Some)
    }

    /// Writes the verdict.
    pub fn write(&self, root: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(self)? + "\n";
        Ok(write_whole(&Verdict::path(root, self.generation), text.as_bytes())?)
    }
}

/// Writes `nets/best.json`, which names the best network.
pub fn write_best(root: &Path, generation: u32) -> Result<()> {
    #[derive(Serialize)]
    struct Best {
        generation: u32,
        path: PathBuf,
    }
    let path = Verdict::net_path(generation);
    let text = serde_json::to_string(&Best { generation, path })? + "\n";
    let file = root.join("nets").join("best.json");
    if fs::read_to_string(&file).is_ok_and(|found| found == text) {
        return Ok(());
    }
    Ok(write_whole(&file, text.as_bytes())?)
}
