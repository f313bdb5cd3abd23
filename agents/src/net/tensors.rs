//! The tensors of a network by name, as its file has them: `f32`, row by row.
//!
//! Invariant: the names and shapes are exactly those of [`expected_shapes`]; a file with one more, one
//! less, or another type is refused.

use std::collections::BTreeMap;
use std::path::Path;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use spariglio_engine::{MAX_SEATS, PointKind};

use super::config::NetConfig;
use super::error::NetError;
use crate::features::{ACTION_FEATURES, FEATURES};

/// Outputs of the points head: the kinds of points of every relative side, side by side.
pub const POINTS: usize = MAX_SEATS * PointKind::COUNT;

/// The tensors of a network of shape `config`: name and shape, in the order of the layers.
pub fn expected_shapes(config: NetConfig) -> Vec<(String, Vec<usize>)> {
    let NetConfig {
        hidden,
        blocks,
        action_dim,
        value_hidden,
    } = config;
    let mut shapes = Vec::new();
    linear(&mut shapes, "input", hidden, FEATURES);
    for i in 0..blocks {
        linear(&mut shapes, &format!("blocks.{i}.fc1"), hidden, hidden);
        linear(&mut shapes, &format!("blocks.{i}.fc2"), hidden, hidden);
    }
    linear(&mut shapes, "policy.query", action_dim, hidden);
    shapes.push(("policy.actions.weight".to_owned(), vec![ACTION_FEATURES, action_dim]));
    linear(&mut shapes, "policy.out", 1, action_dim);
    linear(&mut shapes, "value.fc1", value_hidden, hidden);
    linear(&mut shapes, "value.fc2", 1, value_hidden);
    linear(&mut shapes, "points", POINTS, hidden);
    shapes
}

fn linear(shapes: &mut Vec<(String, Vec<usize>)>, name: &str, outputs: usize, inputs: usize) {
    shapes.push((format!("{name}.weight"), vec![outputs, inputs]));
    shapes.push((format!("{name}.bias"), vec![outputs]));
}

/// All tensors of a network.
#[derive(Clone, PartialEq, Debug)]
pub struct Tensors {
    values: BTreeMap<String, Vec<f32>>,
}

impl Tensors {
    /// Random tensors: weights uniform with variance `2 / inputs` (He et al. 2015), small biases.
    pub fn random(config: NetConfig, seed: u64) -> Tensors {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut values = BTreeMap::new();
        for (name, shape) in expected_shapes(config) {
            let fan_in = shape.get(1).copied().unwrap_or(shape[0]);
            let bound = match name.as_str() {
                "policy.actions.weight" => 0.5,
                name if name.ends_with(".bias") => 0.1,
                // About a hundred inputs of the first layer are not 0.
                "input.weight" => 0.2,
                _ => (6.0 / fan_in as f32).sqrt(),
            };
            let tensor = (0..shape.iter().product())
                .map(|_| bound * symmetric(&mut rng))
                .collect();
            values.insert(name, tensor);
        }
        Tensors { values }
    }

    /// The tensors of a file, whose path is named in errors; checks every name, type and shape, and that all numbers are finite.
    ///
    /// # Errors
    /// The bytes are truncated, or a tensor is missing, unknown, of another shape or not finite.
    pub fn from_bytes(path: &Path, bytes: &[u8], config: NetConfig) -> Result<Tensors, NetError> {
        let file = SafeTensors::deserialize(bytes).map_err(|error| NetError::Format {
            path: path.to_owned(),
            reason: error.to_string(),
        })?;
        let mut values = BTreeMap::new();
        for (name, shape) in expected_shapes(config) {
            let tensor = check_tensor(path, &name, &shape, file.tensor(&name).ok().as_ref())?;
            values.insert(name, tensor);
        }
        match file.names().into_iter().find(|name| !values.contains_key(*name)) {
            None => Ok(Tensors { values }),
            Some(name) => Err(wrong(path, name, "no such tensor", "one more")),
        }
    }

    /// The bytes of a file with these tensors, which must be those of a network of shape `config`.
    pub fn to_safetensors(&self, config: NetConfig) -> Vec<u8> {
        let shapes = expected_shapes(config);
        let bytes: Vec<Vec<u8>> = shapes
            .iter()
            .map(|(name, _)| self.get(name).iter().flat_map(|value| value.to_le_bytes()).collect())
            .collect();
        let views = shapes.iter().zip(&bytes).map(|((name, shape), bytes)| {
            let view = TensorView::new(Dtype::F32, shape.clone(), bytes);
            (name.as_str(), view.expect("a tensor has the length of its shape"))
        });
        safetensors::serialize(views, None).expect("plain tensors can be written")
    }

    /// One tensor, row by row, to be changed.
    ///
    /// # Panics
    /// If there is no tensor of this name.
    pub fn get_mut(&mut self, name: &str) -> &mut [f32] {
        self.values.get_mut(name).expect("a tensor of the network")
    }

    /// One tensor, row by row.
    ///
    /// # Panics
    /// If there is no tensor of this name.
    pub fn get(&self, name: &str) -> &[f32] {
        &self.values[name]
    }
}

fn check_tensor(
    path: &Path,
    name: &str,
    shape: &[usize],
    tensor: Option<&TensorView<'_>>,
) -> Result<Vec<f32>, NetError> {
    let expected = format!("F32 of shape {shape:?}");
    let Some(tensor) = tensor else {
        return Err(wrong(path, name, &expected, "none"));
    };
    if tensor.dtype() != Dtype::F32 || tensor.shape() != shape {
        let found = format!("{:?} of shape {:?}", tensor.dtype(), tensor.shape());
        return Err(wrong(path, name, &expected, &found));
    }
    let (words, _) = tensor.data().as_chunks::<4>();
    let values: Vec<f32> = words.iter().map(|&word| f32::from_le_bytes(word)).collect();
    match values.iter().find(|value| !value.is_finite()) {
        None => Ok(values),
        Some(value) => Err(wrong(path, name, "finite numbers", &value.to_string())),
    }
}

fn wrong(path: &Path, tensor: &str, expected: &str, found: &str) -> NetError {
    NetError::Tensor {
        path: path.to_owned(),
        tensor: tensor.to_owned(),
        expected: expected.to_owned(),
        found: found.to_owned(),
    }
}

/// Uniform in -1 to 1, from the 24 high bits of a draw.
fn symmetric(rng: &mut impl Rng) -> f32 {
    (rng.next_u64() >> 40) as f32 / (1 << 23) as f32 - 1.0
}
