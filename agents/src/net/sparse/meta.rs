//! The description of a network, `meta.json`, and whom it lets play.

use std::path::Path;

use serde::{Deserialize, Serialize};
use spariglio_engine::Game;
use spariglio_files::bounded::read_bytes;
use spariglio_files::json;

use super::deviation::LEAST_DEVIATION;
use super::tensor::{check_outputs, wrong};
use super::weights::{MOST_BLOCKS, SparseNet, WIDTHS};
use crate::net::config::{META_FILE, rules_fingerprint};
use crate::net::error::NetError;
use crate::net::folder::network_folder;
use crate::net::inputs::{INPUTS_VERSION, Residual, deal_text};

/// Version of `meta.json` and of the names of the tensors.
pub const META_FORMAT: u32 = 2;

/// The description of a network: the contents of `meta.json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PolicyMeta {
    /// [`META_FORMAT`].
    pub format: u32,
    /// Name of the rule set, for people.
    pub rules: String,
    /// Fingerprint of the rules of a hand, 16 hexadecimal digits.
    pub rules_fingerprint: String,
    /// [`INPUTS_VERSION`].
    pub inputs_version: u32,
    /// Width of the policy.
    pub width: usize,
    /// Width of the critic.
    pub critic_width: usize,
    /// Residual blocks of the policy.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub blocks: usize,
    /// Residual blocks of the critic.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub critic_blocks: usize,
    /// The base that the policy adds its scores to.
    pub residual: Residual,
    /// The deal ([`deal_text`]), present if the rules are inputs. The network plays every rule set with this deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deal: Option<String>,
    /// The same as [`PolicyNet::margin_deviation`](super::PolicyNet::margin_deviation).
    pub margin_deviation: f32,
    /// Number of decisions that it learnt from.
    pub decisions: u64,
    /// Seed of its run.
    pub seed: u64,
    /// SHA-256 of the file of weights as it would be without the description.
    pub model_sha256: String,
}

fn is_zero(blocks: &usize) -> bool {
    *blocks == 0
}

impl PolicyMeta {
    /// Reads the description of the network of a folder, or of the best one of a run directory.
    pub(in crate::net) fn of_folder(folder: &Path) -> Result<PolicyMeta, NetError> {
        let path = network_folder(folder)?.join(META_FILE);
        let text = read_bytes(&path).map_err(|error| NetError::read(&path, error))?;
        PolicyMeta::from_bytes(&path, &text)
    }

    /// The description in the file `path`.
    pub(super) fn from_bytes(path: &Path, text: &[u8]) -> Result<PolicyMeta, NetError> {
        check_format(path, text)?;
        let meta: PolicyMeta = json::read(text).map_err(|error| NetError::meta(path, error))?;
        meta.check(path)?;
        Ok(meta)
    }

    /// Whether the network learnt the rules of `game`.
    pub(in crate::net) fn is_for(&self, game: &Game) -> bool {
        self.rules_fingerprint == rules_fingerprint(game)
    }

    /// Whether the network learnt the rules of `game`, or reads them and learnt their deal.
    pub(in crate::net) fn plays(&self, game: &Game) -> bool {
        self.deal
            .as_ref()
            .map_or_else(|| self.is_for(game), |deal| *deal == deal_text(game))
    }

    /// Refuses the network in `path` if it learnt other rules than those of `game`, or reads rules and learnt another deal.
    pub(super) fn check_game(&self, path: &Path, game: &Game) -> Result<(), NetError> {
        if self.plays(game) {
            return Ok(());
        }
        let named = |fingerprint: &str, rules: &str| format!("{fingerprint} (rule set `{rules}`)");
        let (field, expected, found) = match &self.deal {
            Some(deal) => ("deal", deal_text(game), deal.clone()),
            None => (
                "rules_fingerprint",
                named(&rules_fingerprint(game), &game.rules().name),
                named(&self.rules_fingerprint, &self.rules),
            ),
        };
        let expected = format!("{expected} (`rules=other` plays it all the same if its inputs fit)");
        Err(NetError::mismatch(path, field, expected, found))
    }

    /// Refuses a network that no agent would play: a field out of its range, or weights of the policy and of the critic whose
    /// outputs could be infinite. A network that is not made yet has no weights. Errors name `path`.
    ///
    /// # Errors
    /// A field or the weights are refused.
    pub fn check_weights(&self, path: &Path, weights: [&[f32]; 2]) -> Result<(), NetError> {
        self.check(path)?;
        let shapes = [("policy", self.width, self.blocks), ("critic", self.critic_width, self.critic_blocks)];
        for ((name, width, blocks), weights) in shapes.into_iter().zip(weights) {
            let count = weights.len();
            let inputs = (count / width).saturating_sub(SparseNet::row_count(0, width, blocks));
            let mut net = SparseNet::zeros(inputs, width, blocks);
            if count == net.rows() * width {
                net.numbers_mut().copy_from_slice(weights);
            } else if count != 0 {
                return Err(wrong(path, name, format!("rows of {width} numbers"), format!("{count} numbers")));
            }
            check_outputs(path, name, &net)?;
        }
        Ok(())
    }

    fn check(&self, path: &Path) -> Result<(), NetError> {
        if self.inputs_version != INPUTS_VERSION {
            let (expected, found) = (INPUTS_VERSION.to_string(), self.inputs_version.to_string());
            return Err(NetError::mismatch(path, "inputs_version", expected, found));
        }
        if !(self.margin_deviation >= LEAST_DEVIATION && self.margin_deviation.is_finite()) {
            let (expected, found) = (format!("at least {LEAST_DEVIATION}"), self.margin_deviation.to_string());
            return Err(NetError::mismatch(path, "margin_deviation", expected, found));
        }
        for (field, width) in [("width", self.width), ("critic_width", self.critic_width)] {
            if !WIDTHS.contains(&width) {
                let expected = format!("one of {WIDTHS:?}");
                return Err(NetError::mismatch(path, field, expected, width.to_string()));
            }
        }
        for (field, blocks) in [("blocks", self.blocks), ("critic_blocks", self.critic_blocks)] {
            if blocks > MOST_BLOCKS {
                let expected = format!("at most {MOST_BLOCKS}");
                return Err(NetError::mismatch(path, field, expected, blocks.to_string()));
            }
        }
        Ok(())
    }
}

/// Checks the format of a description before its other fields are parsed: another format has other fields.
///
/// # Errors
/// It is not a network's description, or its format is another.
fn check_format(path: &Path, text: &[u8]) -> Result<(), NetError> {
    #[derive(Deserialize)]
    struct Format {
        format: u32,
    }
    let Format { format } = json::read(text).map_err(|error| NetError::meta(path, error))?;
    if format == META_FORMAT {
        return Ok(());
    }
    Err(NetError::mismatch(path, "format", META_FORMAT.to_string(), format.to_string()))
}
