//! The learner's back end on libtorch (tch), on the processor or on a GPU. This is the only crate that uses libtorch.
//!
//! The first layer is a sum of rows (`embedding_bag`). The rest are matrix products with libtorch's automatic
//! differentiation. The gradient of a row of the first layer is also a sum, over the places that contain it: the same
//! operation with transposed lists, which needs no sorting. The loss, the optimiser and the checkpoint stay in
//! `spariglio-train`: a back end only turns weights, rows and slopes into gradients.
//!
//! Invariants: on the processor, every shard computes on one thread, so the bytes of a run do not depend on threads. On
//! a GPU, all shards are one batch.
//!
//! | file | noun |
//! |---|---|
//! | `backend` | the back end |
//! | `net` | a network as tensors |
//! | `cuda` | loads PyTorch's CUDA library on demand |

#![deny(unsafe_code)]

mod backend;
mod cuda;
mod net;

pub use backend::Torch;
pub use cuda::CudaError;
