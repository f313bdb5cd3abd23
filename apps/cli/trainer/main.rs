//! `spariglio-train`: `spariglio` linked with libtorch. `spariglio` starts it only if a run computes with torch, so
//! that everything else runs without libtorch.

#![forbid(unsafe_code)]

use std::process::ExitCode;

use anyhow::{Context, Result};
use spariglio_cli::Torch;
use spariglio_train::{Backend, Device};

/// The back end of this program.
struct Here;

impl Torch for Here {
    fn open(&self, device: Device) -> Result<Box<dyn Backend>> {
        Ok(Box::new(match device {
            Device::Cuda => spariglio_torch::Torch::cuda()
                .context("device: expected a GPU that can be used (`plain` and `cpu` need none)")?,
            _ => spariglio_torch::Torch::cpu(),
        }))
    }
}

fn main() -> ExitCode {
    spariglio_cli::limits::survive_file_limit();
    ExitCode::from(spariglio_cli::main(std::env::args_os(), &Here))
}
