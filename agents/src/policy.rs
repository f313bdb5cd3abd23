//! The sparse network: a policy over the actions of a view, a critic of worlds, and the agent that plays the policy.
//!
//! With the inputs of [`crate::inputs`], `relu` taken element by element and `row(i)` the weights of input `i`:
//!
//! ```text
//! h(a) = relu(bias + sum of row(i) over the inputs of the view and of action a)     [width]
//! logit(a) = r(a) + out . h(a)
//! V = out' . relu(bias' + sum of row'(i) over the inputs of the view and of the world) + c'
//! ```
//!
//! `r(a)` is the residual: `formula(a) / 0.25 points`, or 0. `V` is the expected margin in points for the side of the seat
//! to act. The shape is that of an efficiently updatable network (Nasu 2018): a decision costs as many additions of rows
//! as inputs are 1.
//!
//! Invariant: an evaluation is the same to the last bit on every processor: every output is one chain of additions in a
//! fixed order, and no step is fused.
//!
//! | file | noun |
//! |---|---|
//! | `sparse` | the weights, and their sums over inputs |
//! | `residual` | what the network adds to |
//! | `file` | a network's folder |
//! | `agent` | the agent that plays the policy |

mod agent;
mod file;
mod residual;
mod sparse;

pub use agent::PolicyAgent;
pub use file::{META_FORMAT, PolicyMeta, PolicyNet, is_sparse};
pub use residual::Residual;
pub use sparse::{Block, LANES, SparseNet, Task, WIDTHS, add, add_rows, dot, relu};
