//! Where a run stands, in one file, so that a rename makes it whole at once. It is sealed: a file with a flipped bit is refused.

use std::collections::HashMap;
use std::path::Path;

use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use spariglio_agents::net::Block;
use spariglio_files::FileError;
use spariglio_files::seal::{opened, seal, unsealed};
use spariglio_files::whole::{read_bytes, write_whole};

use crate::adam::Parameters;
use crate::learner::Learner;
use crate::pace::Recent;

/// Name of the file in a run directory.
pub const CHECKPOINT_FILE: &str = "checkpoint.safetensors";

/// The sums since the last evaluation.
const RECENT: &str = "recent";

/// The entry that says how far the run has come.
const POSITION: &str = "position";

/// The names of the parts of a network in training.
const PARTS: [&str; 4] = ["weights", "average", "mean", "square"];

fn parts(parameters: &Parameters) -> [&[Block]; 4] {
    let [mean, square] = &parameters.moments;
    [parameters.net.blocks(), parameters.average.blocks(), mean, square]
}

fn parts_mut(parameters: &mut Parameters) -> [&mut [Block]; 4] {
    let [mean, square] = &mut parameters.moments;
    [
        parameters.net.blocks_mut(),
        parameters.average.blocks_mut(),
        mean,
        square,
    ]
}

/// Writes where a run stands, with the sums since its last evaluation, in place of what was there.
///
/// # Errors
/// The file cannot be written.
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
    let sums: Vec<u8> = recent.numbers().into_iter().flat_map(f64::to_le_bytes).collect();
    let sums = (RECENT, view(Dtype::F64, Recent::NUMBERS, &sums));
    let views = tensors
        .iter()
        .map(|(name, bytes)| (name.as_str(), view(Dtype::F32, bytes.len() / 4, bytes)))
        .chain([sums]);
    // One entry: the order of several would change from process to process.
    let position = serde_json::to_string(&learner.position).expect("plain numbers can be written");
    let facts = HashMap::from([(POSITION.to_owned(), unsealed(&position))]);
    let bytes = safetensors::serialize(views, Some(facts)).expect("plain tensors can be written");
    write_whole(path, seal(bytes))
}

/// Brings a run that has not begun to where the file says it stands; the sums since its last evaluation.
///
/// # Errors
/// The file cannot be read, or is not one of such a run.
pub fn read(path: &Path, learner: &mut Learner) -> Result<Recent, FileError> {
    let wrong = |message: String| FileError::contents(path, message);
    let bytes = read_bytes(path)?;
    let file = SafeTensors::deserialize(&bytes).map_err(|error| wrong(format!("not a checkpoint: {error}")))?;
    let (_, facts) = SafeTensors::read_metadata(&bytes).map_err(|error| wrong(error.to_string()))?;
    let position = facts.metadata().as_ref().and_then(|facts| facts.get(POSITION));
    let position = position.ok_or_else(|| wrong(format!("has no `{POSITION}`")))?;
    let position = opened(path, &bytes, position)?;
    learner.position = serde_json::from_str(position).map_err(|error| wrong(format!("`{POSITION}`: {error}")))?;
    for (net, parameters) in [("policy", &mut learner.policy), ("critic", &mut learner.critic)] {
        for (part, blocks) in PARTS.iter().zip(parts_mut(parameters)) {
            let name = format!("{net}.{part}");
            let tensor = file.tensor(&name).map_err(|error| wrong(error.to_string()))?;
            let (words, _) = tensor.data().as_chunks::<4>();
            if tensor.dtype() != Dtype::F32 || words.len() != 16 * blocks.len() {
                let found = format!("{:?} of shape {:?}", tensor.dtype(), tensor.shape());
                let expected = 16 * blocks.len();
                return Err(wrong(format!(
                    "tensor `{name}`: expected F32 of length {expected}, found {found}"
                )));
            }
            let numbers = blocks.iter_mut().flat_map(|block| &mut block.0);
            for (number, &word) in numbers.zip(words) {
                *number = f32::from_le_bytes(word);
                if !number.is_finite() {
                    return Err(wrong(format!(
                        "tensor `{name}`: expected finite numbers, found {number}"
                    )));
                }
            }
        }
    }
    recent(&file).map_err(wrong)
}

/// The sums of a checkpoint.
fn recent(file: &SafeTensors<'_>) -> Result<Recent, String> {
    let tensor = file.tensor(RECENT).map_err(|error| error.to_string())?;
    let (words, _) = tensor.data().as_chunks::<8>();
    let numbers: Vec<f64> = words.iter().map(|&word| f64::from_le_bytes(word)).collect();
    let numbers = numbers.try_into().ok().filter(|_| tensor.dtype() == Dtype::F64);
    numbers.map(Recent::of).ok_or_else(|| {
        let (kind, shape) = (tensor.dtype(), tensor.shape());
        format!(
            "tensor `{RECENT}`: expected F64 of length {}, found {kind:?} of shape {shape:?}",
            Recent::NUMBERS
        )
    })
}
