//! Loads PyTorch's CUDA library into a program that was linked for the CPU.
//!
//! Invariant: [`load`] runs before any query of CUDA. libtorch looks for its CUDA library once and keeps the result: if
//! `tch::Cuda::is_available()` is called too early, there is no GPU until the process ends. Source:
//! `at::detail::getCUDAHooks` of PyTorch.

use std::path::{Path, PathBuf};
use std::process::Command;

use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_LAZY, RTLD_LOCAL, RTLD_NOW};

/// The linked PyTorch version and its commit. Builds of the same commit have the same binary interface.
const VERSION: &str = "2.11.0";
const COMMIT: &str = "70d99e998b4955e0049d13a98d77ae1b14db1f45";

/// The variable with the `torch` package folder that CUDA is loaded from. It is read before Python is asked.
const FOLDER_VARIABLE: &str = "SPARIGLIO_TORCH_CUDA";

/// Why no GPU is usable for training.
#[derive(Debug, thiserror::Error)]
pub enum CudaError {
    /// The machine has no NVIDIA driver.
    #[error("no NVIDIA driver: libcuda.so.1 can't be loaded")]
    NoDriver,
    /// No PyTorch was found.
    #[error("no PyTorch found: expected {VERSION} in the folder {FOLDER_VARIABLE} names, or importable by python3")]
    NoTorch,
    /// The PyTorch found is another build.
    #[error("{}: expected {expected}, found {found}", folder.display())]
    Mismatch {
        /// The `torch` package.
        folder: PathBuf,
        /// The build that the program needs.
        expected: String,
        /// The build according to `version.py`.
        found: String,
    },
    /// The dynamic linker failed.
    #[error("{}: {message}", library.display())]
    Load {
        /// The library.
        library: PathBuf,
        /// The linker's message.
        message: String,
    },
    /// The library was loaded, but finds no device.
    #[error("{}: loaded, but it sees no GPU that it can use", folder.display())]
    NoDevice {
        /// The `torch` package.
        folder: PathBuf,
    },
}

/// Loads the CUDA library of an installed PyTorch; after that, `tch::Device::Cuda(0)` works. Returns its `torch`
/// package.
///
/// # Errors
/// If no GPU is usable; says why.
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

/// The `torch` package to use: that of the environment variable if it is set, else python3's.
fn find() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os(FOLDER_VARIABLE) {
        return Some(PathBuf::from(folder));
    }
    // Finds the package without an import, because that takes seconds.
    let program =
        "import importlib.util as u; s = u.find_spec('torch'); print(s.submodule_search_locations[0] if s else '')";
    let output = Command::new("python3").args(["-c", program]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let text = text.trim();
    (output.status.success() && !text.is_empty()).then(|| PathBuf::from(text))
}

/// Refuses a PyTorch if its version or commit differs, or if it has no CUDA.
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
    let line = text
        .lines()
        .find(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with([' ', ':', '='])))?;
    Some(line.split_once('=')?.1.trim().trim_matches(['\'', '"']))
}

/// Opens a library and keeps it until the process ends.
#[allow(unsafe_code)]
fn open(library: &Path, flags: i32) -> Result<(), CudaError> {
    // SAFETY: the initialisers of NVIDIA's driver library and of PyTorch's CUDA library may run at any time in a
    // process. The second is of the build that this program is linked with (`check`), so both share one binary
    // interface.
    let opened = unsafe { Library::open(Some(library), flags) };
    let opened =
        opened.map_err(|error| CudaError::Load { library: library.to_path_buf(), message: error.to_string() })?;
    // Never unloaded, because libtorch keeps pointers into it.
    std::mem::forget(opened);
    Ok(())
}
