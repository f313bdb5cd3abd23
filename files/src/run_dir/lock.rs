//! The lock of a run directory: held through the kernel, so that it ends with the process however that ends.

use std::fs::{File, TryLockError};
use std::path::Path;

use super::RunDirError;
use crate::whole::FileError;

/// A held lock.
#[derive(Debug)]
pub struct RunLock {
    _file: File,
}

impl RunLock {
    /// Takes the lock whose file is `path`; the file stays when the lock is dropped.
    ///
    /// # Errors
    /// The file cannot be made, or another process holds the lock.
    pub fn take(path: &Path) -> Result<RunLock, RunDirError> {
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path)
            .map_err(|source| FileError::io(path, "open lock file", source))?;
        match file.try_lock() {
            Ok(()) => Ok(RunLock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(RunDirError::Locked {
                path: path.to_path_buf(),
            }),
            Err(TryLockError::Error(source)) => Err(FileError::io(path, "lock", source).into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_held_once_and_comes_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("lock");
        let held = RunLock::take(&path).expect("free");
        let error = RunLock::take(&path).expect_err("held").to_string();
        assert!(error.contains("another process"), "{error}");
        drop(held);
        RunLock::take(&path).expect("free again");
    }
}
