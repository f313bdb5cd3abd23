//! The sparse network: a policy over the actions of a view, and a critic of worlds.
//!
//! With the inputs of [`crate::net::inputs`], `relu` taken element by element and `row(i)` the weights of input `i`:
//!
//! ```text
//! h(a) = relu(bias + sum of row(i) over the inputs of the view and of action a)     [width]
//! h(a) = relu(h(a) + bias_k + W_k h(a))                                             for each residual block k
//! logit(a) = r(a) + out . h(a)
//! V = out' . h' + c'            h' as h, from the inputs of the view and of the world
//! ```
//!
//! `r(a)` is the residual: the score of its book player / 0.25 points, or 0. `V` is the expected margin in points for the side of the
//! seat to act. The network has the shape of an efficiently updatable network (Nasu 2018): the first layer adds one row
//! per input that is 1.
//!
//! Invariant: an evaluation is the same to the last bit on every processor. Every output is one chain of additions in a
//! fixed order. The first layer and the output use no fused multiply-adds; a residual block uses nothing else.
//!
//! | file | noun |
//! |---|---|
//! | `weights` | the weights |
//! | `forward`, `residual` | the outputs; the residual blocks |
//! | `file`, `tensor` | the files of a network; their tensors |
//! | `meta`, `description` | the description of a network; the same inside the file of weights |
//! | `deviation` | the standard deviation of margins |
//! | `halves` | numbers of 16 bits |
//! | `shipped` | the networks that ship with the program |
//! | `judge` | the evaluation of views and worlds |

mod description;
mod deviation;
mod file;
mod forward;
mod halves;
mod judge;
mod meta;
mod residual;
mod shipped;
mod tensor;
mod weights;

pub use description::bare;
pub use deviation::margin_deviation;
pub use file::PolicyNet;
pub(crate) use judge::SparseJudge;
pub use meta::{META_FORMAT, PolicyMeta};
pub use shipped::{SHIPPED, Shipped};
pub use weights::{MOST_BLOCKS, SparseNet, Task, WIDTHS};
