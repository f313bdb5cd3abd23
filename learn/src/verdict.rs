//! The verdict on a generation: its network against the best one so far, and against the fixed opponents.
//!
//! Written to `arena/gen-NNNN.json` last of all stages: where it is, the generation is finished.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use spariglio_arena::PairResult;
use spariglio_files::metrics::{GateLine, Line};
use spariglio_files::run_dir::generation_name;
use spariglio_files::whole::{FileError, read_if_there, write_whole};

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

    /// The file of a generation's verdict.
    pub fn path(root: &Path, generation: u32) -> PathBuf {
        root.join("arena").join(format!("{}.json", generation_name(generation)))
    }

    /// The verdict on a finished generation; none where it is not finished.
    ///
    /// # Errors
    /// The file cannot be read, or holds no verdict.
    pub fn read(root: &Path, generation: u32) -> Result<Option<Verdict>, FileError> {
        let path = Verdict::path(root, generation);
        let wrong = |error| FileError::contents(&path, format!("expected a verdict: {error}"));
        let text = read_if_there(&path)?;
        text.map(|text| serde_json::from_str(&text).map_err(wrong)).transpose()
    }

    /// Writes the verdict.
    pub(crate) fn write(&self, root: &Path) -> Result<(), FileError> {
        let text = serde_json::to_string_pretty(self).expect("a verdict has a JSON form") + "\n";
        write_whole(&Verdict::path(root, self.generation), text)
    }

    /// Its lines of metrics: the gate's, then one for each opponent.
    pub(crate) fn lines(&self) -> Vec<Line> {
        let gate = self.gate.iter().zip(self.incumbent).map(|(pair, incumbent)| {
            Line::Gate(GateLine {
                result: pair.line(self.generation),
                incumbent,
                accepted: self.accepted,
            })
        });
        let evaluations = self
            .evaluations
            .iter()
            .map(|pair| Line::Eval(pair.line(self.generation)));
        gate.chain(evaluations).collect()
    }
}
