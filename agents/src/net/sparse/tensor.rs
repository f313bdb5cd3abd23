//! The tensors of a file of weights, with errors that name file and tensor.

use std::path::Path;

use safetensors::tensor::{Dtype, SafeTensors};

use super::halves::from_half;
use super::weights::SparseNet;
use crate::net::error::NetError;

/// The largest output that a network may reach in theory. Sums of such numbers stay finite.
const MOST_OUTPUT: f64 = 1e30;

/// An error about a tensor.
pub(super) fn wrong(path: &Path, tensor: &str, expected: String, found: String) -> NetError {
    NetError::Tensor { path: path.to_owned(), tensor: tensor.to_owned(), expected, found }
}

/// Fills in the numbers of a tensor.
pub(super) fn fill(
    path: &Path,
    file: &SafeTensors<'_>,
    name: &str,
    shape: [usize; 2],
    numbers: &mut [f32],
) -> Result<(), NetError> {
    let expected = format!("F16 of shape {shape:?}");
    let Ok(tensor) = file.tensor(name) else {
        return Err(wrong(path, name, expected, "none".to_owned()));
    };
    if tensor.dtype() != Dtype::F16 || tensor.shape() != shape {
        let kind = format!("{:?} of shape {:?}", tensor.dtype(), tensor.shape());
        return Err(wrong(path, name, expected, kind));
    }
    let (halves, _) = tensor.data().as_chunks::<2>();
    for (number, &half) in numbers.iter_mut().zip(halves) {
        *number = from_half(u16::from_le_bytes(half));
        if !number.is_finite() {
            return Err(wrong(path, name, "finite numbers".to_owned(), number.to_string()));
        }
    }
    Ok(())
}

/// Refuses weights whose outputs could be infinite.
pub(super) fn check_outputs(path: &Path, name: &str, net: &SparseNet) -> Result<(), NetError> {
    let most = net.largest_output();
    if most > MOST_OUTPUT {
        let expected = format!("weights whose outputs stay below {MOST_OUTPUT:e}");
        return Err(wrong(path, name, expected, format!("outputs up to {most:e}")));
    }
    Ok(())
}
