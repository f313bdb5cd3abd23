//! The lock of a run directory or a result: held through the kernel, so that it ends with the process however that ends.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use crate::whole::{FileError, make_folder};

/// A held lock.
#[derive(Debug)]
pub struct Lock {
    _file: File,
    /// Its file, where that goes with the lock.
    beside: Option<PathBuf>,
}

impl Lock {
    /// Takes the lock whose file is `path`; the file stays when the lock is dropped.
    ///
    /// # Errors
    /// The file cannot be made, or another process holds the lock.
    pub fn take(path: &Path) -> Result<Lock, FileError> {
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path)
            .map_err(|source| FileError::io(path, "open lock file", source))?;
        match file.try_lock() {
            Ok(()) => Ok(Lock {
                _file: file,
                beside: None,
            }),
            Err(TryLockError::WouldBlock) => Err(FileError::Locked {
                path: path.to_path_buf(),
            }),
            Err(TryLockError::Error(source)) => Err(FileError::io(path, "lock", source)),
        }
    }

    /// Takes the lock of the file `path`, which need not be there: a hidden file beside it, which goes when the lock is
    /// dropped.
    ///
    /// # Errors
    /// As [`Lock::take`].
    pub fn of_file(path: &Path) -> Result<Lock, FileError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            make_folder(folder)?;
        }
        let beside = path.with_file_name(format!(".{name}.lock"));
        let mut lock = Lock::take(&beside)?;
        lock.beside = Some(beside);
        Ok(lock)
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if let Some(path) = &self.beside {
            // A lock file that stays does no harm.
            let _ = fs::remove_file(path);
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
        let held = Lock::take(&path).expect("free");
        let error = Lock::take(&path).expect_err("held").to_string();
        assert!(error.contains("another process"), "{error}");
        drop(held);
        Lock::take(&path).expect("free again");
    }

    #[test]
    fn the_lock_of_a_file_leaves_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("out.json");
        let held = Lock::of_file(&path).expect("free");
        assert!(Lock::of_file(&path).is_err());
        drop(held);
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
        Lock::of_file(&path).expect("free again");
    }
}
