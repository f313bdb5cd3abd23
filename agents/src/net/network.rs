//! A network ready for its forward pass: every matrix turned, its outputs side by side.
//!
//! Invariant: widths of outputs are padded with zeros to whole lanes ([`LANES`]), so that kernels have
//! no tails; padding stays 0 through every layer.

use std::path::Path;
use std::sync::Arc;

use spariglio_engine::Game;

use super::config::{MODEL_FILE, Meta, NetConfig};
use super::error::NetError;
use super::folder::network_folder;
use super::probe::check_outputs;
use super::tensors::{POINTS, Tensors};
use super::vector::{Block, LANES};
use crate::bounded::read_bytes;
use crate::features::{ACTION_FEATURES, FEATURES, encode_rules, scales};

/// `y = W x + b` with the padded columns of `W` one after the other.
#[derive(Clone, Debug)]
pub(super) struct Linear {
    /// `[inputs][width / LANES]`.
    pub(super) weights: Vec<Block>,
    /// `[width]`.
    pub(super) bias: Vec<f32>,
    pub(super) inputs: usize,
    /// Outputs, padded to whole lanes.
    pub(super) width: usize,
}

impl Linear {
    /// From a matrix `[outputs, inputs]`.
    fn new(tensors: &Tensors, name: &str, outputs: usize, inputs: usize) -> Linear {
        let matrix = tensors.get(&format!("{name}.weight"));
        let width = padded(outputs);
        let mut weights = vec![0.0; inputs * width];
        for (output, row) in matrix.chunks_exact(inputs).enumerate() {
            for (input, &weight) in row.iter().enumerate() {
                weights[input * width + output] = weight;
            }
        }
        let mut bias = tensors.get(&format!("{name}.bias")).to_vec();
        bias.resize(width, 0.0);
        Linear {
            weights: in_blocks(&weights),
            bias,
            inputs,
            width,
        }
    }

    /// A layer with the outputs of this one, then those of `other`; both have the same inputs.
    fn beside(self, other: Linear) -> Linear {
        let rows = self.weights.chunks_exact(self.width / LANES);
        let others = other.weights.chunks_exact(other.width / LANES);
        Linear {
            weights: rows.zip(others).flat_map(|(a, b)| a.iter().chain(b)).copied().collect(),
            bias: [self.bias, other.bias].concat(),
            inputs: self.inputs,
            width: self.width + other.width,
        }
    }

    /// The column of an input.
    #[inline(always)]
    pub(super) fn column(&self, input: usize) -> &[Block] {
        let blocks = self.width / LANES;
        &self.weights[input * blocks..(input + 1) * blocks]
    }
}

/// A policy and value network.
#[derive(Clone, Debug)]
pub struct Network {
    config: NetConfig,
    /// The scales of the features are in its weights.
    pub(super) input: Linear,
    pub(super) blocks: Vec<(Linear, Linear)>,
    /// The query of the policy and the hidden layer of the value head, side by side.
    pub(super) heads: Linear,
    /// Outputs of `heads` that are the query's, padded to whole lanes.
    pub(super) query_width: usize,
    /// `[ACTION_FEATURES][query_width / LANES]`.
    pub(super) actions: Vec<Block>,
    /// `[query_width]`.
    pub(super) action_out: Vec<f32>,
    pub(super) action_bias: f32,
    /// `[heads.width - query_width]`.
    pub(super) value_out: Vec<f32>,
    pub(super) value_bias: f32,
    pub(super) points: Linear,
}

impl Network {
    /// Reads the network of a folder, or the best one of a run directory, and checks that it is for `game`.
    ///
    /// # Errors
    /// Names the file and the field, tensor or output that is not as expected.
    pub fn load(folder: &Path, game: &Game) -> Result<(Arc<Network>, Meta), NetError> {
        let folder = network_folder(folder)?;
        let meta = Meta::read(&folder)?;
        meta.check_rules(&folder, game)?;
        let path = folder.join(MODEL_FILE);
        let bytes = read_bytes(&path).map_err(|source| NetError::read(&path, source))?;
        meta.check_model(&path, &bytes)?;
        let tensors = Tensors::from_bytes(&path, &bytes, meta.config())?;
        let network = Arc::new(Network::new(meta.config(), &tensors));
        check_outputs(&path, &network, game)?;
        Ok((network, meta))
    }

    /// A network with random weights, for tests and measurements.
    pub fn random(config: NetConfig, seed: u64) -> Network {
        Network::new(config, &Tensors::random(config, seed))
    }

    /// A network of these tensors, which must be those of the shape `config`.
    pub fn new(config: NetConfig, tensors: &Tensors) -> Network {
        let NetConfig {
            hidden,
            blocks,
            action_dim,
            value_hidden,
        } = config;
        let layer = |name: &str, outputs, inputs| Linear::new(tensors, name, outputs, inputs);
        let block = |i: usize| {
            (
                layer(&format!("blocks.{i}.fc1"), hidden, hidden),
                layer(&format!("blocks.{i}.fc2"), hidden, hidden),
            )
        };
        let mut input = layer("input", hidden, FEATURES);
        scale_columns(&mut input);
        Network {
            config,
            input,
            blocks: (0..blocks).map(block).collect(),
            heads: layer("policy.query", action_dim, hidden).beside(layer("value.fc1", value_hidden, hidden)),
            query_width: padded(action_dim),
            actions: in_blocks(&padded_rows(tensors.get("policy.actions.weight"), ACTION_FEATURES)),
            action_out: padded_rows(tensors.get("policy.out.weight"), 1),
            action_bias: tensors.get("policy.out.bias")[0],
            value_out: padded_rows(tensors.get("value.fc2.weight"), 1),
            value_bias: tensors.get("value.fc2.bias")[0],
            points: layer("points", POINTS, hidden),
        }
    }

    /// The shape.
    pub fn config(&self) -> NetConfig {
        self.config
    }

    /// The bias of the first layer with the features of a game's rule set added: `[input.width]`.
    pub(super) fn bias_with_rules(&self, game: &Game) -> Vec<f32> {
        let mut row: Vec<(u16, u8)> = Vec::new();
        encode_rules(game, &mut row);
        row.sort_unstable();
        let mut bias = self.input.bias.clone();
        for (index, value) in row {
            let column = self.input.column(usize::from(index)).iter().flat_map(|block| block.0);
            for (sum, weight) in bias.iter_mut().zip(column) {
                *sum = weight.mul_add(f32::from(value), *sum);
            }
        }
        bias
    }
}

/// A width rounded up to whole lanes.
pub(super) fn padded(width: usize) -> usize {
    width.next_multiple_of(LANES)
}

/// A matrix with `rows` rows, each padded to whole lanes.
fn padded_rows(matrix: &[f32], rows: usize) -> Vec<f32> {
    let width = matrix.len() / rows;
    let mut out = vec![0.0; rows * padded(width)];
    for (to, from) in out.chunks_exact_mut(padded(width)).zip(matrix.chunks_exact(width)) {
        to[..width].copy_from_slice(from);
    }
    out
}

/// Numbers, a multiple of the lanes, in blocks.
fn in_blocks(values: &[f32]) -> Vec<Block> {
    let (blocks, _) = values.as_chunks::<LANES>();
    blocks.iter().map(|&block| Block(block)).collect()
}

fn scale_columns(input: &mut Linear) {
    for (column, scale) in input.weights.chunks_exact_mut(input.width / LANES).zip(scales()) {
        let weights = column.iter_mut().flat_map(|block| &mut block.0);
        weights.for_each(|weight| *weight *= scale);
    }
}
