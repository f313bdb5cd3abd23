//! The tensors of the network in one flat array: where each one lies.
//! Invariant: the tensors follow each other without gaps, in the order of `expected_shapes`, which is that of the
//! forward pass.

use spariglio_agents::net::{NetConfig, expected_shapes};

/// One tensor of the network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorSpec {
    /// Name in the safetensors file.
    pub name: String,
    /// Shape: `[outputs, inputs]` of a weight, `[outputs]` of a bias, `[ACTION_FEATURES, action_dim]` of the actions.
    pub shape: Vec<usize>,
    /// Position of its first value in the flat array.
    pub start: usize,
    /// Number of values.
    pub len: usize,
}

impl TensorSpec {
    /// Whether it is a bias: a vector, not decayed.
    #[must_use]
    pub fn is_bias(&self) -> bool {
        self.shape.len() == 1
    }
}

/// All tensors of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The tensors, in the order of the forward pass.
    pub tensors: Vec<TensorSpec>,
    /// Values in all.
    pub len: usize,
    /// Widths and depth of the network.
    pub net: NetConfig,
}

impl Layout {
    /// The tensors of a network of this shape.
    #[must_use]
    pub fn new(net: NetConfig) -> Self {
        let mut layout = Self {
            tensors: Vec::new(),
            len: 0,
            net,
        };
        for (name, shape) in expected_shapes(net) {
            let len = shape.iter().product();
            layout.tensors.push(TensorSpec {
                name,
                shape,
                start: layout.len,
                len,
            });
            layout.len += len;
        }
        layout
    }
}
