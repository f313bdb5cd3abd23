//! The sparse network: a policy over the actions of a view, and a critic of worlds.
//!
//! With the inputs of [`crate::inputs`], `relu` taken element by element and `row(i)` the weights of input `i`:
//!
//! ```text
//! h(a) = relu(bias + sum of row(i) over the inputs of the view and of action a)     [width]
//! h(a) = relu(h(a) + bias_k + W_k h(a))                                             for each residual block k
//! logit(a) = r(a) + out . h(a)
//! V = out' . h' + c'            h' as h, from the inputs of the view and of the world
//! ```
//!
//! `r(a)` is the residual: `formula(a) / 0.25 points`, or 0. `V` is the expected margin in points for the side of the seat
//! to act. The shape is that of an efficiently updatable network (Nasu 2018): a decision costs as many additions of rows
//! as inputs are 1.
//!
//! Invariant: an evaluation is the same to the last bit on every processor: every output is one chain of additions in a
//! fixed order. No step of the first layer and of the output is fused, every step of a residual block is.
//!
//! | file | noun |
//! |---|---|
//! | `weights` | the weights, and the outputs |
//! | `residual` | the residual blocks |
//! | `file` | a network's folder |
//! | `deviation` | how much margins spread |
//! | `shipped` | the networks that ship with the program |
//! | `judge` | what a network says of a view and of a world |

mod deviation;
mod file;
mod judge;
mod residual;
mod shipped;
mod weights;

pub use deviation::margin_deviation;
pub use file::{META_FORMAT, PolicyMeta, PolicyNet};
pub(crate) use judge::SparseJudge;
pub use shipped::{SHIPPED, Shipped};
pub use weights::{MOST_BLOCKS, SparseNet, Task, WIDTHS};
