//! The rules that a network may have learnt, the names of its files, and checks that they fit each other and a game.

use std::path::Path;

use spariglio_engine::Game;
use spariglio_files::hash::sha256_hex;

use super::error::NetError;

/// The rules that a network may have learnt.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum LearntRules {
    /// Those of the game that it plays.
    #[default]
    Own,
    /// Any that give the same inputs.
    Other,
}

impl LearntRules {
    pub(super) const WORDS: [(&str, LearntRules); 2] = [("own", LearntRules::Own), ("other", LearntRules::Other)];
}

/// Name of the file of tensors in a network's folder.
pub const MODEL_FILE: &str = "model.safetensors";
/// Name of the file that describes the network.
pub const META_FILE: &str = "meta.json";

/// The fingerprint of the rules of a game's hands: 16 hexadecimal digits. The length of a match does not count.
pub(super) fn rules_fingerprint(game: &Game) -> String {
    format!("{:016x}", game.hand_fingerprint())
}

/// Checks that a file of weights has the hash `stated` in the description. Errors name `path`, the file of weights.
///
/// # Errors
/// The hashes differ.
pub(super) fn check_model(path: &Path, model: &[u8], stated: &str) -> Result<(), NetError> {
    let hash = sha256_hex(model);
    if hash == stated {
        return Ok(());
    }
    let expected = format!("`{stated}`, which {META_FILE} states");
    Err(NetError::mismatch(path, "sha256", expected, hash))
}
