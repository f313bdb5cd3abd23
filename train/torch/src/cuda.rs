//! Loads PyTorch's CUDA library into a program that was linked for the CPU.
//!
//! Invariant: [`load`] runs before anything asks libtorch about CUDA. libtorch looks for its CUDA half once and keeps the answer: one early
//! `tch::Cuda::is_available()` means no GPU until the process ends. Source: `at::detail::getCUDAHooks` of PyTorch.

use std::path::{Path, PathBuf};
use std::process::Command;

use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_LAZY, RTLD_LOCAL, RTLD_NOW};

/// The PyTorch that the program is linked with, and the commit it was built from: the same commit has the same binary interface.
const VERSION: &str = "2.11.0";
const COMMIT: &str = "70d99e998b4955e0049d13a98d77ae1b14db1f45";

/// Names a `torch` package folder to load CUDA from, before any Python is asked.
const FOLDER_VARIABLE: &str = "SPARIGLIO_TORCH_CUDA";

/// Why there is no GPU to train on.
#[derive(Debug, thiserror::Error)]
pub enum CudaError {
    /// No NVIDIA driver on this machine.
    #[error("no NVIDIA driver: libcuda.so.1 can't be loaded")]
    NoDriver,
    /// Nobody knows a PyTorch.
    #[error("no PyTorch found: expected {VERSION} in the folder {FOLDER_VARIABLE} names, or importable by python3")]
    NoTorch,
    /// A PyTorch of another build.
    #[error("{}: expected {expected}, found {found}", folder.display())]
    Mismatch {
        /// The `torch` package.
        folder: PathBuf,
        /// What the program needs.
        expected: String,
        /// What `version.py` says.
        found: String,
    },
    /// The dynamic linker refused.
    #[error("{}: {message}", library.display())]
    Load {
        /// The library.
        library: PathBuf,
        /// The linker's words.
        message: String,
    },
    /// All loaded, and yet no device.
    #[error("{}: loaded, but it sees no GPU that it can use", folder.display())]
    NoDevice {
        /// The `torch` package.
        folder: PathBuf,
    },
}

/// Loads the CUDA half of an installed PyTorch; afterwards `tch::Device::Cuda(0)` works. Gives the `torch` package it came from.
///
/// # Errors
/// Says why there is no GPU to use.
pub fn load() -> Result<PathBuf, CudaError> {
    open(Path::new("libcuda.so.1"), RTLD_LAZY | RTLD_LOCAL).map_err(|_| CudaError::NoDriver)?;
    let folder = find().ok_or(CudaError::NoTorch)?;
    check(&folder)?;
    open(&folder.join("lib/libtorch_cuda.so"), RTLD_NOW | RTLD_GLOBAL)?;
    if tch::Cuda::is_available() {
        Ok(folder)
    } else {
        Err(CudaError::NoDevice { folder })
    }
}

/// The `torch` package to use: the one the environment names, else python3's.
fn find() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os(FOLDER_VARIABLE) {
        return Some(PathBuf::from(folder));
    }
    // Finds the package without importing it, which takes seconds.
    let program =
        "import importlib.util as u; s = u.find_spec('torch'); print(s.submodule_search_locations[0] if s else '')";
    let output = Command::new("python3").args(["-c", program]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let text = text.trim();
    (output.status.success() && !text.is_empty()).then(|| PathBuf::from(text))
}

/// Refuses a PyTorch of another version or commit, and one without CUDA.
fn check(folder: &Path) -> Result<(), CudaError> {
    let text = std::fs::read_to_string(folder.join("version.py")).unwrap_or_default();
    let version = constant(&text, "__version__").unwrap_or("no version.py");
    let commit = constant(&text, "git_version").unwrap_or("unknown");
    let fits = version.split('+').next() == Some(VERSION) && commit == COMMIT;
    if fits && folder.join("lib/libtorch_cuda.so").exists() {
        return Ok(());
    }
    Err(CudaError::Mismatch {
        folder: folder.to_path_buf(),
        expected: format!("PyTorch {VERSION} (commit {COMMIT}) with CUDA"),
        found: format!("{version} (commit {commit})"),
    })
}

/// The value of `NAME = 'value'` or `NAME: type = 'value'` in a Python file.
fn constant<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let line = text.lines().find(|line| {
        line.strip_prefix(name)
            .is_some_and(|rest| rest.starts_with([' ', ':', '=']))
    })?;
    Some(line.split_once('=')?.1.trim().trim_matches(['\'', '"']))
}

/// Opens a library and keeps it for the life of the process.
#[allow(unsafe_code)]
fn open(library: &Path, flags: i32) -> Result<(), CudaError> {
    // SAFETY: the initialisers of NVIDIA's driver library and of PyTorch's CUDA library are made to run at any moment of a process; the second
    // is of the build that this program is linked with (`check`), so both share one binary interface.
    let opened = unsafe { Library::open(Some(library), flags) };
    let opened = opened.map_err(|error| CudaError::Load {
        library: library.to_path_buf(),
        message: error.to_string(),
    })?;
    // Never unloaded: libtorch keeps pointers into it.
    std::mem::forget(opened);
    Ok(())
}
