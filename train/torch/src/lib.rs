//! The learner's back end on libtorch (tch): on the processor, or on a GPU. The only crate that knows libtorch.
//!
//! The first layer is a sum of rows (`embedding_bag`), the rest are matrix products with libtorch's automatic differentiation. The
//! gradient of a row of the first layer is a sum too, over the places that it is in: the same operation with transposed lists,
//! which needs no sorting. The loss, the optimiser and the checkpoint stay in `spariglio-train`: a back end turns weights, rows and slopes into
//! gradients, and nothing else.
//!
//! Invariants: on the processor every shard computes on one thread of its own, so the bytes of a run do not depend on threads.
//! On a GPU all shards are one batch.
//!
//! | file | noun |
//! |---|---|
//! | `backend` | the back end |
//! | `net` | a network as tensors |
//! | `cuda` | PyTorch's CUDA library, loaded when it is asked for |

#![deny(unsafe_code)]

mod backend;
mod cuda;
mod net;

pub use backend::Torch;
pub use cuda::CudaError;
