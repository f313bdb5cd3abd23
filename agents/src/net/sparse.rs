//! The sparse network: a policy over the actions of a view, and a critic of worlds.
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
//! | `weights` | the weights, and their sums over inputs |
//! | `file` | a network's folder |
//! | `deviation` | how much margins spread |
//! | `shipped` | the networks that ship with the program |
//! | `bench` | its speed |
//! | `judge` | what a network says of a view and of a world |

mod bench;
mod deviation;
mod file;
mod judge;
mod shipped;
mod weights;

pub use bench::{bench_decisions, bench_inputs_ns};
pub use deviation::margin_deviation;
pub use file::{META_FORMAT, PolicyMeta, PolicyNet};
pub(crate) use judge::SparseJudge;
pub use shipped::{SHIPPED, Shipped};
pub use weights::{SparseNet, Task, WIDTHS};
