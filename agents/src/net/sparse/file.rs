//! A network's folder: `meta.json` describes the network, and `model.safetensors` has its weights as `f16`, and the same
//! description as the entry `spariglio` of its metadata: it is a network alone too.
//!
//! Invariant: weights are used only if rule set, inputs, shape and hash are those stated in the meta file. A file with
//! one flipped bit is refused.

use std::ops::Range;
use std::path::Path;

use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use spariglio_engine::Game;
use spariglio_files::bounded::read_bytes;
use spariglio_files::hash::sha256_hex;

use super::description::{bare, described};
use super::deviation::margin_deviation;
use super::halves::{from_half, to_bytes, to_half};
use super::meta::{META_FORMAT, PolicyMeta};
use super::tensor::{check_outputs, fill};
use super::weights::SparseNet;
use crate::net::config::{LearntRules, META_FILE, MODEL_FILE, check_model, rules_fingerprint};
use crate::net::error::NetError;
use crate::net::folder::network_folder;
use crate::net::inputs::{Encoder, INPUTS_VERSION, Residual, deal_text, rules_len, rules_of};

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

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use spariglio_engine::{Deal, RuleSet};

    use super::*;
    use crate::Hand;
    use crate::net::sparse::weights::MOST_BLOCKS;
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
