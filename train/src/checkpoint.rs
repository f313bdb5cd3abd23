//! The state of a run in one file, so that a rename replaces it atomically. It is sealed: if a bit is flipped, the file
//! is refused.

use std::path::Path;

use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use serde::{Deserialize, Serialize};
use spariglio_agents::net::Block;
use spariglio_files::seal::{opened, seal, unsealed};
use spariglio_files::whole::{read_bytes, write_whole};
use spariglio_files::{FileError, json};

use crate::adam::Parameters;
use crate::learner::{Learner, Position};
use crate::pace::Recent;

/// Name of the file in a run directory.
pub const CHECKPOINT_FILE: &str = "checkpoint.safetensors";

/// The entry with the progress of the run.
const REACHED: &str = "reached";

/// The names of the parts of a network in training.
const PARTS: [&str; 4] = ["weights", "average", "mean", "square"];

/// The progress of a run. Finite numbers are restored to the last bit.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Reached {
    position: Position,
    /// The sums since the last evaluation.
    recent: Recent,
}

fn parts(parameters: &Parameters) -> [&[Block]; 4] {
    let [mean, square] = &parameters.moments;
    [parameters.net.blocks(), parameters.average.blocks(), mean, square]
}

fn parts_mut(parameters: &mut Parameters) -> [&mut [Block]; 4] {
    let [mean, square] = &mut parameters.moments;
    [parameters.net.blocks_mut(), parameters.average.blocks_mut(), mean, square]
}

/// Writes the state of a run, with the sums since its last evaluation, and replaces an older file.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: &Path, learner: &Learner, recent: &Recent) -> Result<(), FileError> {
    let mut tensors = Vec::new();
    for (net, parameters) in [("policy", &learner.policy), ("critic", &learner.critic)] {
        for (part, blocks) in PARTS.iter().zip(parts(parameters)) {
            let numbers = blocks.iter().flat_map(|block| block.0);
            let bytes: Vec<u8> = numbers.flat_map(f32::to_le_bytes).collect();
            tensors.push((format!("{net}.{part}"), bytes));
        }
    }
    let view =
        |kind, length, bytes| TensorView::new(kind, vec![length], bytes).expect("a tensor has the length of its shape");
    let views = tensors
        .iter()
        .map(|(name, bytes)| (name.as_str(), view(Dtype::F32, bytes.len() / 4, bytes)));
    let reached = Reached { position: learner.position.clone(), recent: recent.clone() };
    // A single entry, because the order of several would differ between processes.
    let reached = serde_json::to_string(&reached).expect("plain numbers can be written");
    let facts = [(REACHED.to_owned(), unsealed(&reached))].into_iter().collect();
    let bytes = safetensors::serialize(views, Some(facts)).expect("plain tensors can be written");
    write_whole(path, seal(bytes))
}

/// Restores the state in the file to a run that has not begun. Returns the sums since its last evaluation.
///
/// # Errors
/// If the file cannot be read, or is not a checkpoint of such a run.
pub fn read(path: &Path, learner: &mut Learner) -> Result<Recent, FileError> {
    let wrong = |message: String| FileError::contents(path, message);
    let bytes = read_bytes(path)?;
    let file = SafeTensors::deserialize(&bytes).map_err(|error| wrong(format!("not a checkpoint: {error}")))?;
    let (_, facts) = SafeTensors::read_metadata(&bytes).map_err(|error| wrong(error.to_string()))?;
    let reached = facts.metadata().as_ref().and_then(|facts| facts.get(REACHED));
    let reached = reached.ok_or_else(|| wrong(format!("has no `{REACHED}`")))?;
    let reached = opened(path, &bytes, reached)?;
    let Reached { position, recent } = json::read(reached).map_err(|error| wrong(format!("`{REACHED}`: {error}")))?;
    learner.position = position;
    for (net, parameters) in [("policy", &mut learner.policy), ("critic", &mut learner.critic)] {
        for (part, blocks) in PARTS.iter().zip(parts_mut(parameters)) {
            let name = format!("{net}.{part}");
            let tensor = file.tensor(&name).map_err(|error| wrong(error.to_string()))?;
            let (words, _) = tensor.data().as_chunks::<4>();
            if tensor.dtype() != Dtype::F32 || words.len() != 16 * blocks.len() {
                let kind = format!("{:?} of shape {:?}", tensor.dtype(), tensor.shape());
                let expected = 16 * blocks.len();
                return Err(wrong(format!("tensor `{name}`: expected F32 of length {expected}, found {kind}")));
            }
            let numbers = blocks.iter_mut().flat_map(|block| &mut block.0);
            for (number, &word) in numbers.zip(words) {
                *number = f32::from_le_bytes(word);
                if !number.is_finite() {
                    return Err(wrong(format!("tensor `{name}`: expected finite numbers, found {number}")));
                }
            }
        }
    }
    Ok(recent)
}
