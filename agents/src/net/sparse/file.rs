//! A network's folder: `meta.json` describes the network, and `model.safetensors` has its weights as `f16`, and the same
//! description as the entry `spariglio` of its metadata: it is a network alone too.
//!
//! Invariant: weights are used only if rule set, inputs, shape and hash are those stated in the meta file. A file with
//! one flipped bit is refused.

use std::ops::Range;
use std::path::Path;

use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use serde::{Deserialize, Serialize};
use spariglio_engine::Game;
use spariglio_files::bounded::read_bytes;
use spariglio_files::hash::sha256_hex;
use spariglio_files::json;

use super::description::{bare, described};
use super::deviation::{LEAST_DEVIATION, margin_deviation};
use super::halves::{from_half, to_bytes, to_half};
use super::weights::{MOST_BLOCKS, SparseNet, WIDTHS};
use crate::net::config::{LearntRules, META_FILE, MODEL_FILE, check_model, rules_fingerprint};
use crate::net::error::NetError;
use crate::net::folder::network_folder;
use crate::net::inputs::{Encoder, INPUTS_VERSION, Residual, deal_text, rules_len, rules_of};

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
    /// The deal ([`deal_text`]), present if the rules are inputs. The network plays every rule set with this deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deal: Option<String>,
    /// The same as [`PolicyNet::margin_deviation`].
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
        weights.all(|weight| from_half(to_half(weight)).is_finite())
    }

    /// The files of a network's folder, each with its name. Their weights are rounded to `f16`.
    pub fn files(&self, game: &Game, decisions: u64, seed: u64) -> [(&'static str, Vec<u8>); 2] {
        let encoder = Encoder::for_rules(game);
        let reads_rules = self.policy.inputs() == encoder.policy_len();
        let model = self.to_safetensors(if reads_rules { encoder.rules_inputs() } else { 0..0 });
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
            deal: reads_rules.then(|| deal_text(game)),
            margin_deviation: self.margin_deviation,
            decisions,
            seed,
            model_sha256: sha256_hex(&model),
        };
        let mut text = serde_json::to_string_pretty(&meta).expect("plain data can be written");
        text.push('\n');
        let model = described(&model, &text).expect("a file that was just made");
        [(MODEL_FILE, model), (META_FILE, text.into_bytes())]
    }

    /// Reads the network of a folder, or the best one of a run directory, and checks that it is for `game`. If the rules
    /// are its inputs, they become constants: the network read has the inputs of a network of these rules alone.
    pub(in crate::net) fn of_folder(folder: &Path, game: &Game, rules: LearntRules) -> Result<PolicyNet, NetError> {
        let folder = network_folder(folder)?;
        let paths = [META_FILE, MODEL_FILE].map(|file| folder.join(file));
        let read = |path: &Path| read_bytes(path).map_err(|error| NetError::read(path, error));
        PolicyNet::from_bytes([&paths[0], &paths[1]], &read(&paths[0])?, &read(&paths[1])?, game, rules)
    }

    /// The network of two files; errors name their paths.
    pub(super) fn from_bytes(
        [meta_path, model_path]: [&Path; 2],
        text: &[u8],
        model: &[u8],
        game: &Game,
        rules: LearntRules,
    ) -> Result<PolicyNet, NetError> {
        let meta = PolicyMeta::from_bytes(meta_path, text)?;
        let reads_rules = meta.deal.is_some();
        if rules == LearntRules::Own {
            meta.check_game(meta_path, game)?;
        }
        if !meta.residual.fits(game) {
            let expected = format!("a policy of {}, which the look-ahead does not fit", game.rules().name);
            return Err(NetError::mismatch(meta_path, "residual", expected, meta.residual.to_string()));
        }
        check_model(model_path, &bare(model, text), &meta.model_sha256)?;
        let file = SafeTensors::deserialize(model)
            .map_err(|error| NetError::Format { path: model_path.to_owned(), reason: error.to_string() })?;
        let encoder = Encoder::new(game);
        let read = |name: &str, mut net: SparseNet, mut lacking: Vec<Range<usize>>| {
            // A network that reads rules lacks the inputs of declared cards.
            lacking.retain(|places| reads_rules && !places.is_empty());
            net = lacking.iter().rev().fold(net, |net, places| net.without(places.clone()).0);
            let shape = [net.rows(), net.width()];
            fill(model_path, &file, name, shape, net.numbers_mut())?;
            if reads_rules {
                add_rules(model_path, &file, name, game, &mut net)?;
            }
            net = lacking.into_iter().fold(net, |net, places| net.with(places));
            check_outputs(model_path, name, &net)?;
            Ok(net)
        };
        let [view, action] = encoder.obliged_inputs();
        let policy = SparseNet::zeros(encoder.policy_len(), meta.width, meta.blocks);
        let critic = SparseNet::zeros(encoder.critic_len(), meta.critic_width, meta.critic_blocks);
        Ok(PolicyNet {
            residual: meta.residual,
            margin_deviation: if reads_rules && !meta.is_for(game) {
                margin_deviation(game)
            } else {
                meta.margin_deviation
            },
            policy: read("policy", policy, vec![view.clone(), action])?,
            critic: read("critic", critic, vec![view])?,
        })
    }

    /// The file of weights. The rows of rules have tensors of their own, so that all others have the places that they
    /// have in the network of one rule set.
    fn to_safetensors(&self, rules: Range<usize>) -> Vec<u8> {
        let mut tensors = Vec::new();
        for (name, net) in [("policy", &self.policy), ("critic", &self.critic)] {
            let (net, rows) = net.without(rules.clone());
            if !rules.is_empty() {
                tensors.push((rules_tensor(name), [rules.len(), net.width()], to_bytes(&rows)));
            }
            tensors.push((name.to_owned(), [net.rows(), net.width()], to_bytes(net.numbers())));
        }
        let views = tensors.iter().map(|(name, shape, bytes)| {
            let view = TensorView::new(Dtype::F16, shape.to_vec(), bytes);
            (name.as_str(), view.expect("a tensor has the length of its shape"))
        });
        safetensors::serialize(views, None).expect("plain tensors can be written")
    }
}

/// The name of the tensor with the rows of rules of a network.
fn rules_tensor(net: &str) -> String {
    format!("{net}_rules")
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
    fn check_game(&self, path: &Path, game: &Game) -> Result<(), NetError> {
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

/// Adds the rows of the rules of `game` to the bias of a network.
fn add_rules(
    path: &Path,
    file: &SafeTensors<'_>,
    name: &str,
    game: &Game,
    net: &mut SparseNet,
) -> Result<(), NetError> {
    let width = net.width();
    let mut rows = vec![0.0; rules_len() * width];
    fill(path, file, &rules_tensor(name), [rules_len(), width], &mut rows)?;
    for place in rules_of(game.rules()) {
        let start = usize::from(place) * width;
        net.add_to_bias(&rows[start..start + width]);
    }
    Ok(())
}

fn wrong(path: &Path, tensor: &str, expected: String, found: String) -> NetError {
    NetError::Tensor { path: path.to_owned(), tensor: tensor.to_owned(), expected, found }
}

/// Fills in the numbers of a tensor.
fn fill(
    path: &Path,
    file: &SafeTensors<'_>,
    name: &str,
    shape: [usize; 2],
    numbers: &mut [f32],
) -> Result<(), NetError> {
    let expected = format!("F16 of shape {shape:?}");
    let Ok(tensor) = file.tensor(name) else {
        return Err(wrong(path, name, expected, "none".to_owned()));
    };
    if tensor.dtype() != Dtype::F16 || tensor.shape() != shape {
        let kind = format!("{:?} of shape {:?}", tensor.dtype(), tensor.shape());
        return Err(wrong(path, name, expected, kind));
    }
    let (halves, _) = tensor.data().as_chunks::<2>();
    for (number, &half) in numbers.iter_mut().zip(halves) {
        *number = from_half(u16::from_le_bytes(half));
        if !number.is_finite() {
            return Err(wrong(path, name, "finite numbers".to_owned(), number.to_string()));
        }
    }
    Ok(())
}

/// Refuses weights whose outputs could be infinite.
fn check_outputs(path: &Path, name: &str, net: &SparseNet) -> Result<(), NetError> {
    let most = net.largest_output();
    if most > MOST_OUTPUT {
        let expected = format!("weights whose outputs stay below {MOST_OUTPUT:e}");
        return Err(wrong(path, name, expected, format!("outputs up to {most:e}")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use spariglio_engine::{Deal, RuleSet};

    use super::*;
    use crate::Hand;
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

    /// The constant rows of rules join the bias: the outputs stay the same.
    #[test]
    fn a_network_that_reads_rules_is_read_as_one_of_a_rule_set() {
        let learnt = Game::preset("scopa").expect("a preset");
        let mut rng = Pcg64Mcg::seed_from_u64(2);
        let encoder = Encoder::for_rules(&learnt);
        let mut random = |inputs| {
            let mut net = SparseNet::random(inputs, 32, 0, 0.5, &mut rng);
            net.randomise_output(0.5, &mut rng);
            let rounded = |number: &mut f32| *number = from_half(to_half(*number));
            net.numbers_mut().iter_mut().for_each(rounded);
            net
        };
        let (policy, critic) = (random(encoder.policy_len()), random(encoder.critic_len()));
        let net = PolicyNet { residual: Residual::None, margin_deviation: 3.0, policy, critic };
        let [(_, model), (_, meta)] = net.files(&learnt, 5, 1);
        let mut values = Vec::new();
        let declaring = "base = \"scopa\"\n[declarations]\nhands = \"any_three\"";
        let declaring = Game::new(RuleSet::from_toml(declaring).expect("rules")).expect("a game");
        let presets = ["scopa", "re_bello", "scopa_di_quindici"].map(|name| Game::preset(name).expect("a preset"));
        for game in presets.into_iter().chain([declaring]) {
            let name = &game.rules().name;
            let read = read(&meta, &model, &game).expect("it reads all rules");
            let deal = Deal::random(&game, 0, &mut Pcg64Mcg::seed_from_u64(3));
            let hand = Hand::new(&game, &deal, false);
            let value = |encoder: &Encoder, net: &PolicyNet| {
                let mut inputs = Vec::new();
                let view = hand.view();
                encoder.view_and_world(&view, hand.state(), &encoder.refusals(&view), &mut inputs);
                net.critic.value(&inputs, &mut Vec::new())
            };
            let (own, whole) = (value(&Encoder::new(&game), &read), value(&Encoder::for_rules(&game), &net));
            assert!((own - whole).abs() < 1e-3, "{name}: {own}, {whole}");
            values.push(whole);
        }
        assert!(values[0] != values[1] && values[0] != values[2], "rules matter");
        let error = read(&meta, &model, &Game::preset("scopone").expect("a preset")).expect_err("other inputs");
        assert!(error.contains("`deal`") && error.contains("4 players in 2 sides"), "{error}");
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
            let other = text.replacen(from, to, 1);
            let error = read(other.as_bytes(), &model, &game).expect_err("another description than in the model");
            assert!(error.contains("sha256") || error.contains(field), "{error}");
            let model = described(&model, &other).expect("described");
            let error = read(other.as_bytes(), &model, &game).expect_err(field);
            assert!(error.contains(field), "{error}");
        }
    }
}
