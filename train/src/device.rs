//! Where training computes: the GPU when there is one that can be used, else the processor.

use std::sync::OnceLock;

use tch::Device;

use crate::config::DeviceChoice;
use crate::cuda;
use crate::error::TrainError;

/// The device for `choice`, and for [`DeviceChoice::Auto`] on the processor why it is not the GPU.
///
/// # Errors
/// A GPU was asked for and there is none that can be used.
pub(crate) fn open(choice: DeviceChoice) -> Result<(Device, Option<String>), TrainError> {
    if choice == DeviceChoice::Cpu {
        return Ok((Device::Cpu, None));
    }
    match (obstacle(), choice) {
        (None, _) => Ok((Device::Cuda(0), None)),
        (Some(reason), DeviceChoice::Cuda) => Err(TrainError::Device {
            expected: "cuda".to_owned(),
            found: reason.to_owned(),
        }),
        (Some(reason), _) => Ok((Device::Cpu, Some(reason.to_owned()))),
    }
}

/// Loads CUDA the first time; what stands in the way of the GPU, if anything.
fn obstacle() -> Option<&'static str> {
    static OBSTACLE: OnceLock<Option<String>> = OnceLock::new();
    let load = || cuda::load().err().map(|error| error.to_string());
    OBSTACLE.get_or_init(load).as_deref()
}
