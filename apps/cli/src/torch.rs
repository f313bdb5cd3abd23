//! Learning with libtorch is done by a separate program, `spariglio-train` in the same folder, so that this one never
//! loads libtorch.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use spariglio_train::{Backend, Device, GradientConfig};

/// The program with libtorch.
const PROGRAM: &str = "spariglio-train";

/// Opens the back end on libtorch.
pub trait Torch {
    /// The back end on a device: [`Device::Cpu`] or [`Device::Cuda`].
    ///
    /// # Errors
    /// libtorch or the device is missing.
    fn open(&self, device: Device) -> Result<Box<dyn Backend>>;
}

/// Weights in the residual blocks from which a GPU learns faster than a processor (`docs/explanation/learning.md`, "Two
/// back ends").
const GPU_WEIGHTS: usize = 4 * 256 * 256;

/// The device of [`Device::Auto`] for these networks on this machine; any other device is returned unchanged.
pub(crate) fn resolved(device: Device, gradient: &GradientConfig) -> Device {
    if device != Device::Auto {
        return device;
    }
    let GradientConfig { width, critic_width, blocks, critic_blocks, .. } = gradient;
    if (blocks * width * width).max(critic_blocks * critic_width * critic_width) < GPU_WEIGHTS {
        return Device::Plain;
    }
    // Looks only for the driver's file; the program with libtorch finds out whether the GPU can be used.
    let has_driver = Path::new("/dev/nvidiactl").exists() || Path::new("/dev/dxg").exists();
    if has_driver && beside().is_ok() {
        Device::Cuda
    } else {
        Device::Plain
    }
}

/// libtorch in the program `spariglio-train`, which is started with the same arguments and replaces this one.
pub struct Apart {
    arguments: Vec<OsString>,
}

impl Apart {
    /// Takes the arguments of a command line, its program first.
    #[must_use]
    pub fn new(arguments: &[OsString]) -> Apart {
        Apart { arguments: arguments.iter().skip(1).cloned().collect() }
    }

    /// Runs the program; returns only if that fails.
    fn run(&self) -> Result<Box<dyn Backend>> {
        let program = beside()?;
        check_starts(&program)?;
        let mut command = Command::new(&program);
        command.args(&self.arguments);
        // The program replaces this process, so signals and the exit status are its own.
        #[cfg(unix)]
        return Err(std::os::unix::process::CommandExt::exec(&mut command)).context(program.display().to_string());
        #[cfg(not(unix))]
        std::process::exit(command.status()?.code().unwrap_or(2))
    }
}

impl Torch for Apart {
    fn open(&self, _: Device) -> Result<Box<dyn Backend>> {
        self.run()
    }
}

/// No libtorch: for programs built without it, such as the Python package's.
pub struct Absent;

impl Torch for Absent {
    fn open(&self, device: Device) -> Result<Box<dyn Backend>> {
        bail!(
            "device: expected plain, as this spariglio comes without libtorch, found {device}; in a checkout of Spariglio `make \
             setup` fetches libtorch, then `cargo build --release -p spariglio-cli --features train` builds a program with it"
        )
    }
}

/// The path of the program with libtorch, in this one's folder. Fails if it is not there.
fn beside() -> Result<PathBuf> {
    let own = std::env::current_exe()?;
    let program = own.with_file_name(format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX));
    if !program.is_file() {
        bail!(
            "this device needs libtorch and the program {}, which is not there; `make setup` fetches libtorch, then \
             `cargo build --release -p spariglio-cli --features train` builds it",
            program.display()
        );
    }
    Ok(program)
}

/// Fails with advice if the system cannot load the program, which is linked with libtorch.
fn check_starts(program: &Path) -> Result<()> {
    let tried = Command::new(program).arg("--version").output();
    let tried = tried.with_context(|| program.display().to_string())?;
    if !tried.status.success() {
        let errors = String::from_utf8_lossy(&tried.stderr);
        bail!(
            "{} does not start ({}); libtorch may have been removed: `make setup` fetches it, then \
             `cargo build --release -p spariglio-cli --features train` rebuilds the program",
            program.display(),
            errors.trim().lines().last().unwrap_or("it says nothing")
        );
    }
    Ok(())
}
