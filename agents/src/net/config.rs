//! The shape of a network and the file that says what it is for (`meta.json`).
//!
//! Invariant: a network is used only with the rule set, the feature version and the shape that its
//! meta file states.

use std::path::Path;

use serde::{Deserialize, Serialize};
use spariglio_engine::Game;

use super::error::NetError;
use super::sparse::is_sparse_meta;
use crate::bounded::read_bytes;
use crate::features::{ACTION_FEATURES, FEATURE_VERSION};

/// Name of the file of tensors in a network's folder.
pub const MODEL_FILE: &str = "model.safetensors";
/// Name of the file that describes them.
pub const META_FILE: &str = "meta.json";
/// Version of `meta.json` and of the names of the tensors.
pub const META_FORMAT: u32 = 1;

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
}

impl Meta {
    /// The description of a network of this program for `game`.
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
        }
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
            ("format", u64::from(META_FORMAT), u64::from(self.format)),
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
