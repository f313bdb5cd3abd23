//! A network's folder: `meta.json` describes the network, and `model.safetensors` has its weights as `f16`.
//!
//! Invariant: weights are used only if rule set, inputs, shape and hash are those stated in the meta file. A file with
//! one flipped bit is refused.

use std::path::Path;

use half::f16;
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use serde::{Deserialize, Serialize};
use spariglio_engine::Game;
use spariglio_files::bounded::read_bytes;
use spariglio_files::{json, sha256_hex};

use super::deviation::LEAST_DEVIATION;
use super::weights::{MOST_BLOCKS, SparseNet, WIDTHS};
use crate::net::choice::LearntRules;
use crate::net::config::{META_FILE, MODEL_FILE, check_model, rules_fingerprint};
use crate::net::error::NetError;
use crate::net::folder::network_folder;
use crate::net::inputs::{Encoder, INPUTS_VERSION, Residual};

/// Version of `meta.json` and of the names of the tensors.
pub const META_FORMAT: u32 = 2;

/// The largest output that a network may reach in theory. Sums of such numbers stay finite.
const MOST_OUTPUT: f64 = 1e30;

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
    /// The same as [`PolicyNet::margin_deviation`].
    pub margin_deviation: f32,
    /// Number of decisions that it learnt from.
    pub decisions: u64,
    /// Seed of its run.
    pub seed: u64,
    /// SHA-256 of the file of weights.
    pub model_sha256: String,
}

fn is_zero(blocks: &usize) -> bool {
    *blocks == 0
}

/// A policy and the critic that taught it.
#[derive(Clone, PartialEq, Debug)]
pub struct PolicyNet {
    /// The base that the policy adds its scores to.
    pub residual: Residual,
    /// The standard deviation of the margin of a hand, in points: the scale for logits, which are in units of points.
    /// See [`margin_deviation`](super::margin_deviation).
    pub margin_deviation: f32,
    /// The policy: one output, the logit of an action.
    pub policy: SparseNet,
    /// The critic of worlds. Its one output is the expected margin in points still to come for the side of the seat to
    /// act ([`Seen::scored`](crate::net::inputs::Seen::scored) is the rest).
    pub critic: SparseNet,
}

impl PolicyNet {
    /// Whether all weights stay finite as `f16`.
    #[must_use]
    pub fn fits_file(&self) -> bool {
        let blocks = [&self.policy, &self.critic].into_iter().flat_map(SparseNet::blocks);
        let mut weights = blocks.flat_map(|block| block.0);
        weights.all(|weight| f16::from_f32(weight).is_finite())
    }

    /// The files of a network's folder, each with its name. Their weights are rounded to `f16`.
    pub fn files(&self, game: &Game, decisions: u64, seed: u64) -> [(&'static str, Vec<u8>); 2] {
        let model = self.to_safetensors();
        let meta = PolicyMeta {
            format: META_FORMAT,
            rules: game.rules().name.clone(),
            rules_fingerprint: rules_fingerprint(game),
            inputs_version: INPUTS_VERSION,
            width: self.policy.width(),
            critic_width: self.critic.width(),
            blocks: self.policy.residual_blocks(),
            critic_blocks: self.critic.residual_blocks(),
            residual: self.residual,
            margin_deviation: self.margin_deviation,
            decisions,
            seed,
            model_sha256: sha256_hex(&model),
        };
        let mut text = serde_json::to_string_pretty(&meta).expect("plain data can be written");
        text.push('\n');
        [(MODEL_FILE, model), (META_FILE, text.into_bytes())]
    }

    /// Reads the network of a folder, or the best one of a run directory, and checks that it is for `game`.
    pub(in crate::net) fn of_folder(folder: &Path, game: &Game, rules: LearntRules) -> Result<PolicyNet, NetError> {
        let folder = network_folder(folder)?;
        let paths = [META_FILE, MODEL_FILE].map(|file| folder.join(file));
        let read = |path: &Path| read_bytes(path).map_err(|error| NetError::read(path, error));
        PolicyNet::from_bytes([&paths[0], &paths[1]], &read(&paths[0])?, &read(&paths[1])?, game, rules)
    }

    /// The network of two files; errors name their paths.
    pub(super) fn from_bytes(
        [meta_path, model_path]: [&Path; 2],
        meta: &[u8],
        model: &[u8],
        game: &Game,
        rules: LearntRules,
    ) -> Result<PolicyNet, NetError> {
        let meta = PolicyMeta::from_bytes(meta_path, meta)?;
        if rules == LearntRules::Own && !meta.is_for(game) {
            return Err(meta.other_game(meta_path, game));
        }
        if !meta.residual.fits(game) {
            let expected = format!("a policy of {}, which the look-ahead does not fit", game.rules().name);
            return Err(NetError::mismatch(meta_path, "residual", expected, meta.residual.to_string()));
        }
        check_model(model_path, model, &meta.model_sha256)?;
        let file = SafeTensors::deserialize(model)
            .map_err(|error| NetError::Format { path: model_path.to_owned(), reason: error.to_string() })?;
        let encoder = Encoder::new(game);
        let read = |name: &str, zeros: SparseNet| read_net(model_path, &file, name, zeros);
        Ok(PolicyNet {
            residual: meta.residual,
            margin_deviation: meta.margin_deviation,
            policy: read("policy", SparseNet::zeros(encoder.policy_len(), meta.width, meta.blocks))?,
            critic: read("critic", SparseNet::zeros(encoder.critic_len(), meta.critic_width, meta.critic_blocks))?,
        })
    }

    fn to_safetensors(&self) -> Vec<u8> {
        let tensors = [("policy", &self.policy), ("critic", &self.critic)].map(|(name, net)| {
            let numbers = net.blocks().iter().flat_map(|block| block.0);
            let bytes: Vec<u8> = numbers.flat_map(|number| f16::from_f32(number).to_le_bytes()).collect();
            (name, vec![net.rows(), net.width()], bytes)
        });
        let views = tensors.iter().map(|(name, shape, bytes)| {
            let view = TensorView::new(Dtype::F16, shape.clone(), bytes);
            (*name, view.expect("a tensor has the length of its shape"))
        });
        safetensors::serialize(views, None).expect("plain tensors can be written")
    }
}

impl PolicyMeta {
    /// Reads the description of the network of a folder, or of the best one of a run directory.
    pub(in crate::net) fn of_folder(folder: &Path) -> Result<PolicyMeta, NetError> {
        let path = network_folder(folder)?.join(META_FILE);
        let text = read_bytes(&path).map_err(|error| NetError::read(&path, error))?;
        PolicyMeta::from_bytes(&path, &text)
    }

    /// The description in the file `path`.
    fn from_bytes(path: &Path, text: &[u8]) -> Result<PolicyMeta, NetError> {
        check_format(path, text)?;
        let meta: PolicyMeta = json::read(text).map_err(|error| NetError::meta(path, error))?;
        meta.check(path)?;
        Ok(meta)
    }

    /// Whether the network learnt the rules of `game`.
    pub(in crate::net) fn is_for(&self, game: &Game) -> bool {
        self.rules_fingerprint == rules_fingerprint(game)
    }

    /// The error that the network in `path` learnt other rules than those of `game`.
    fn other_game(&self, path: &Path, game: &Game) -> NetError {
        let named = |fingerprint: &str, rules: &str| format!("{fingerprint} (rule set `{rules}`)");
        NetError::mismatch(
            path,
            "rules_fingerprint",
            named(&rules_fingerprint(game), &game.rules().name)
                + " (`rules=other` plays it all the same if its inputs fit)",
            named(&self.rules_fingerprint, &self.rules),
        )
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

/// Fills in the weights of a network of zeros.
fn read_net(path: &Path, file: &SafeTensors<'_>, name: &str, mut net: SparseNet) -> Result<SparseNet, NetError> {
    let wrong = |expected: String, found: String| NetError::Tensor {
        path: path.to_owned(),
        tensor: name.to_owned(),
        expected,
        found,
    };
    let shape = [net.rows(), net.width()];
    let expected = format!("F16 of shape {shape:?}");
    let Ok(tensor) = file.tensor(name) else {
        return Err(wrong(expected, "none".to_owned()));
    };
    if tensor.dtype() != Dtype::F16 || tensor.shape() != shape {
        let found = format!("{:?} of shape {:?}", tensor.dtype(), tensor.shape());
        return Err(wrong(expected, found));
    }
    let (halves, _) = tensor.data().as_chunks::<2>();
    let numbers = net.blocks_mut().iter_mut().flat_map(|block| &mut block.0);
    for (number, &half) in numbers.zip(halves) {
        *number = f16::from_le_bytes(half).to_f32();
        if !number.is_finite() {
            return Err(wrong("finite numbers".to_owned(), number.to_string()));
        }
    }
    let most = net.largest_output();
    if most > MOST_OUTPUT {
        let expected = format!("weights whose outputs stay below {MOST_OUTPUT:e}");
        return Err(wrong(expected, format!("outputs up to {most:e}")));
    }
    Ok(net)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::net::vector::{Block, LANES};

    fn net(game: &Game) -> PolicyNet {
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let encoder = Encoder::new(game);
        PolicyNet {
            residual: Residual::None,
            margin_deviation: 3.0,
            policy: with_blocks(SparseNet::random(encoder.policy_len(), 32, 2, 0.5, &mut rng), &mut rng),
            critic: SparseNet::random(encoder.critic_len(), 64, 0, 0.5, &mut rng),
        }
    }

    fn with_blocks(mut net: SparseNet, rng: &mut Pcg64Mcg) -> SparseNet {
        net.randomise_blocks(0.2, rng);
        net
    }

    fn read(meta: &[u8], model: &[u8], game: &Game) -> Result<PolicyNet, String> {
        let paths = [META_FILE, MODEL_FILE].map(Path::new);
        let read = PolicyNet::from_bytes(paths, meta, model, game, LearntRules::Own);
        read.map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_written_is_read_back_rounded_once() {
        let game = Game::preset("scopone").expect("a preset");
        let [(_, model), (_, meta)] = net(&game).files(&game, 5, 1);
        let rounded = read(&meta, &model, &game).expect("read");
        assert_eq!(rounded.residual, Residual::None);
        let pairs = rounded.policy.blocks().iter().zip(net(&game).policy.blocks().to_vec());
        for (read, written) in pairs.flat_map(|(read, written)| read.0.into_iter().zip(written.0)) {
            assert!((read - written).abs() <= 3e-4, "{read}, {written}");
        }
        let [(_, again), _] = rounded.files(&game, 5, 1);
        assert!(again == model, "rounded once");
    }

    #[test]
    fn a_weight_that_f16_cannot_hold_does_not_fit_and_is_refused_by_name() {
        let game = Game::preset("mini_scopa").expect("a preset");
        let mut net = net(&game);
        assert!(net.fits_file());
        net.critic.blocks_mut()[3].0[5] = 1e5;
        assert!(!net.fits_file());
        let [(_, model), (_, meta)] = net.files(&game, 5, 1);
        let error = read(&meta, &model, &game).expect_err("not finite");
        assert!(error.contains("`critic`: expected finite numbers, found inf"), "{error}");
    }

    #[test]
    fn blocks_whose_outputs_may_overflow_are_refused() {
        let game = Game::preset("mini_scopa").expect("a preset");
        let encoder = Encoder::new(&game);
        let mut net = net(&game);
        net.policy = SparseNet::zeros(encoder.policy_len(), 32, MOST_BLOCKS);
        net.policy.blocks_mut().fill(Block([6e4; LANES]));
        let [(_, model), (_, meta)] = net.files(&game, 5, 1);
        let error = read(&meta, &model, &game).expect_err("too large");
        assert!(error.contains("`policy`: expected weights whose outputs stay below"), "{error}");
    }

    #[test]
    fn a_deviation_by_which_logits_cannot_be_divided_is_refused() {
        let game = Game::preset("mini_scopa").expect("a preset");
        for deviation in [0.0, 1e-38] {
            let net = PolicyNet { margin_deviation: deviation, ..net(&game) };
            let [(_, model), (_, meta)] = net.files(&game, 5, 1);
            let error = read(&meta, &model, &game).expect_err("too small");
            assert!(error.contains("margin_deviation"), "{error}");
        }
    }

    #[test]
    fn one_flipped_bit_is_refused() {
        let game = Game::preset("mini_scopa").expect("a preset");
        let [(_, model), (_, meta)] = net(&game).files(&game, 5, 1);
        for place in (0..model.len()).step_by(997).chain([model.len() - 1]) {
            let mut flipped = model.clone();
            flipped[place] ^= 1 << (place % 8);
            let error = read(&meta, &flipped, &game).expect_err("flipped");
            assert!(error.contains("model.safetensors") && error.contains("sha256"), "{error}");
        }
    }

    #[test]
    fn networks_for_something_else_are_refused_with_both_named() {
        let [game, other] = ["scopone", "scopa"].map(|name| Game::preset(name).expect("a preset"));
        let [(_, model), (_, meta)] = net(&game).files(&game, 5, 1);
        let error = read(&meta, &model, &other).expect_err("other rules");
        assert!(error.contains("`scopone`") && error.contains("`scopa`"), "{error}");
        let text = String::from_utf8(meta).expect("UTF-8");
        let version = format!("\"inputs_version\": {INPUTS_VERSION}");
        for (from, to, field) in [
            (version.as_str(), "\"inputs_version\": 0", "inputs_version"),
            ("\"width\": 32", "\"width\": 33", "width"),
            ("\"width\": 32", "\"width\": 64", "policy"),
            ("\"blocks\": 2", "\"blocks\": 1", "policy"),
            ("\"blocks\": 2", "\"blocks\": 17", "blocks"),
            ("\"format\": 2", "\"format\": 3", "format"),
        ] {
            let error = read(text.replacen(from, to, 1).as_bytes(), &model, &game).expect_err(field);
            assert!(error.contains(field), "{error}");
        }
    }
}
