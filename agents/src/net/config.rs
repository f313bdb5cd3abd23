//! The shape of a network and the file that says what it is for (`meta.json`).
//!
//! Invariant: a network is used only with the rule set, the feature version, the shape and the hash of its weights that its
//! meta file states.

use std::path::Path;

use serde::{Deserialize, Serialize};
use spariglio_engine::Game;

use super::error::NetError;
use super::sparse::is_sparse_meta;
use crate::bounded::read_bytes;
use crate::features::{ACTION_FEATURES, FEATURE_VERSION};
use crate::hash::sha256_hex;

/// Name of the file of tensors in a network's folder.
pub const MODEL_FILE: &str = "model.safetensors";
/// Name of the file that describes them.
pub const META_FILE: &str = "meta.json";
/// Version of `meta.json` and of the names of the tensors; the sparse network has 2.
pub const META_FORMAT: u32 = 3;

/// Widths and depth of a network.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NetConfig {
    /// Width of the trunk.
    pub hidden: usize,
    /// Residual blocks of the trunk.
    pub blocks: usize,
    /// Width of the query and of the embedding of an action.
    pub action_dim: usize,
    /// Width of the hidden layer of the value head.
    pub value_hidden: usize,
}

impl Default for NetConfig {
    fn default() -> NetConfig {
        NetConfig {
            hidden: 128,
            blocks: 2,
            action_dim: 64,
            value_hidden: 64,
        }
    }
}

impl NetConfig {
    /// The names of the fields with their values and largest values.
    fn fields(&self) -> [(&'static str, usize, usize); 4] {
        [
            ("hidden", self.hidden, 4096),
            ("blocks", self.blocks, 64),
            ("action_dim", self.action_dim, 1024),
            ("value_hidden", self.value_hidden, 4096),
        ]
    }

    /// Checks the ranges: widths from 1, a trunk of up to 4096 and 64 blocks.
    ///
    /// # Errors
    /// The name of the field, its value and its range.
    pub fn check(&self) -> Result<(), String> {
        for (name, value, most) in self.fields() {
            let least = usize::from(name != "blocks");
            if !(least..=most).contains(&value) {
                return Err(format!("`{name}` is {value}, expected {least} to {most}"));
            }
        }
        Ok(())
    }
}

/// What a network is: the contents of `meta.json`.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meta {
    /// [`META_FORMAT`].
    pub format: u32,
    /// Name of the rule set, for people.
    pub rules: String,
    /// Fingerprint of the rules of a hand, 16 hexadecimal digits.
    pub rules_fingerprint: String,
    /// [`FEATURE_VERSION`].
    pub feature_version: u32,
    /// [`ACTION_FEATURES`].
    pub action_features: usize,
    /// See [`NetConfig`].
    pub hidden: usize,
    /// See [`NetConfig`].
    pub blocks: usize,
    /// See [`NetConfig`].
    pub action_dim: usize,
    /// See [`NetConfig`].
    pub value_hidden: usize,
    /// Generation of the loop that trained it; 0 outside a loop.
    pub generation: u32,
    /// SHA-256 of the file of weights; empty while there is none.
    pub model_sha256: String,
}

impl Meta {
    /// The description of a network of this program for `game` whose weights are not written yet.
    pub fn new(game: &Game, config: NetConfig, generation: u32) -> Meta {
        Meta {
            format: META_FORMAT,
            rules: game.rules().name.clone(),
            rules_fingerprint: rules_fingerprint(game),
            feature_version: FEATURE_VERSION,
            action_features: ACTION_FEATURES,
            hidden: config.hidden,
            blocks: config.blocks,
            action_dim: config.action_dim,
            value_hidden: config.value_hidden,
            generation,
            model_sha256: String::new(),
        }
    }

    /// The description of the network whose file of weights has these bytes.
    #[must_use]
    pub fn of_model(self, model: &[u8]) -> Meta {
        Meta {
            model_sha256: sha256_hex(model),
            ..self
        }
    }

    /// Checks that the bytes of the file of weights are those that are described; `path`, that file, is named in the error.
    ///
    /// # Errors
    /// The hashes differ.
    pub fn check_model(&self, path: &Path, model: &[u8]) -> Result<(), NetError> {
        check_model(path, model, &self.model_sha256)
    }

    /// The shape.
    pub fn config(&self) -> NetConfig {
        NetConfig {
            hidden: self.hidden,
            blocks: self.blocks,
            action_dim: self.action_dim,
            value_hidden: self.value_hidden,
        }
    }

    /// Reads `meta.json` in a network's folder and checks all that does not depend on a rule set.
    ///
    /// # Errors
    /// The file cannot be read, is not such a description, or is one of another version.
    pub fn read(folder: &Path) -> Result<Meta, NetError> {
        let path = folder.join(META_FILE);
        let text = read_bytes(&path).map_err(|source| NetError::read(&path, source))?;
        if is_sparse_meta(&path, &text)? {
            let reason =
                "expected a dense network, found a sparse one of policy gradient, which `net` plays".to_owned();
            return Err(NetError::Meta { path, reason });
        }
        let meta: Meta = serde_json::from_slice(&text).map_err(|error| NetError::meta(&path, error))?;
        meta.check_versions(&path)?;
        Ok(meta)
    }

    /// Checks that the network is for `game`; `folder` is named in the error.
    ///
    /// # Errors
    /// The fingerprints differ.
    pub fn check_rules(&self, folder: &Path, game: &Game) -> Result<(), NetError> {
        check_rules(&folder.join(META_FILE), game, &self.rules, &self.rules_fingerprint)
    }

    fn check_versions(&self, path: &Path) -> Result<(), NetError> {
        let numbers = [
            (
                "feature_version",
                u64::from(FEATURE_VERSION),
                u64::from(self.feature_version),
            ),
            ("action_features", ACTION_FEATURES as u64, self.action_features as u64),
        ];
        for (field, expected, found) in numbers {
            if expected != found {
                let (expected, found) = (expected.to_string(), found.to_string());
                return Err(NetError::mismatch(path, field, expected, found));
            }
        }
        self.config().check().map_err(|reason| NetError::meta(path, reason))
    }
}

/// The fingerprint of the rules of a game's hands: 16 hexadecimal digits. A network plays matches of any length.
pub(super) fn rules_fingerprint(game: &Game) -> String {
    format!("{:016x}", game.hand_fingerprint())
}

/// Checks that a file of weights has the hash that the description states; `path` is the file's.
///
/// # Errors
/// The hashes differ.
pub(super) fn check_model(path: &Path, model: &[u8], stated: &str) -> Result<(), NetError> {
    let found = sha256_hex(model);
    if found == stated {
        return Ok(());
    }
    let expected = format!("`{stated}`, which {META_FILE} states");
    Err(NetError::mismatch(path, "sha256", expected, found))
}

/// Checks that a network made for the rule set of this name and fingerprint is one for `game`; `path` says so.
///
/// # Errors
/// The fingerprints differ.
pub(super) fn check_rules(path: &Path, game: &Game, rules: &str, fingerprint: &str) -> Result<(), NetError> {
    let expected = rules_fingerprint(game);
    if fingerprint == expected {
        return Ok(());
    }
    Err(NetError::mismatch(
        path,
        "rules_fingerprint",
        format!("{expected} (rule set `{}`)", game.rules().name),
        format!("{fingerprint} (rule set `{rules}`)"),
    ))
}
