//! The networks of a step.

use spariglio_agents::net::inputs::Residual;
use spariglio_agents::net::sparse::SparseNet;

/// The networks of a step.
#[derive(Copy, Clone, Debug)]
pub struct Nets<'a> {
    /// Judges actions.
    pub policy: &'a SparseNet,
    /// Judges worlds.
    pub critic: &'a SparseNet,
    /// The policy to which the network's logits are added.
    pub residual: Residual,
}
