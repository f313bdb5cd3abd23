//! The lock of a run directory or a result. The kernel holds it, so it ends with the process even if that is killed.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use crate::whole::{FileError, make_folder, remove_temporaries_of};

/// A held lock.
#[derive(Debug)]
pub struct Lock {
    file: File,
    /// The lock file, if it is removed with the lock.
    beside: Option<PathBuf>,
}

impl Lock {
    /// Takes the lock whose file is `path`; the file stays when the lock is dropped.
    ///
    /// # Errors
    /// The file cannot be made, or another process holds the lock.
    pub fn take(path: &Path) -> Result<Lock, FileError> {
        loop {
            if let Some(lock) = hold(open(path)?, path)? {
                return Ok(lock);
            }
        }
    }

    /// Takes the lock of the file `path`, which need not exist: a hidden file beside it, removed when the lock is
    /// dropped. Removes the partial files of `path` that a killed process left.
    ///
    /// # Errors
    /// As [`Lock::take`], or if the folder cannot be made or a leftover cannot be removed.
    pub fn of_file(path: &Path) -> Result<Lock, FileError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            make_folder(folder)?;
        }
        let beside = path.with_file_name(format!(".{name}.lock"));
        let mut lock = Lock::take(&beside)?;
        lock.beside = Some(beside);
        remove_temporaries_of(path)?;
        Ok(lock)
    }
}

fn open(path: &Path) -> Result<File, FileError> {
    let file = File::options().create(true).truncate(false).write(true).open(path);
    file.map_err(|source| FileError::io(path, "open lock file", source))
}

/// Locks the open file of `path`; `None` if `path` names another file now: its holder removed it, others lock the new
/// one.
fn hold(file: File, path: &Path) -> Result<Option<Lock>, FileError> {
    match file.try_lock() {
        Ok(()) => Ok(is_at(&file, path).then_some(Lock { file, beside: None })),
        Err(TryLockError::WouldBlock) => Err(FileError::Locked { path: path.to_path_buf() }),
        Err(TryLockError::Error(source)) => Err(FileError::io(path, "lock", source)),
    }
}

/// Whether `path` still names an open file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let [opened, named] = [file.metadata(), fs::metadata(path)];
    matches!((opened, named), (Ok(opened), Ok(named)) if (opened.dev(), opened.ino()) == (named.dev(), named.ino()))
}

/// On other systems a lock file stays.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

impl Drop for Lock {
    fn drop(&mut self) {
        if cfg!(unix)
            && let Some(path) = &self.beside
        {
            // A lock file that stays does no harm.
            let _ = fs::remove_file(path);
        }
        // Closing the file is not enough: a child that another thread is starting keeps it open until it runs its
        // program. If unlocking fails, the lock ends when all have closed the file.
        let _ = self.file.unlock();
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

    /// A process that is about to become another program shares all open files with its parent.
    #[test]
    fn a_lock_comes_back_while_a_child_has_its_file_open() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("lock");
        let held = Lock::take(&path).expect("free");
        let _of_child = held.file.try_clone().expect("the same open file");
        drop(held);
        Lock::take(&path).expect("free again");
    }

    /// The lock file is removed with the lock. If a process opened it before, it locks a file that nobody else uses.
    #[cfg(unix)]
    #[test]
    fn a_lock_file_that_went_locks_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("out.json");
        let beside = folder.path().join(".out.json.lock");
        let held = Lock::of_file(&path).expect("free");
        let late = open(&beside).expect("opened");
        drop(held);
        assert!(hold(late, &beside).expect("free").is_none(), "the file has no name any more");
        let late = open(&beside).expect("made");
        let held = hold(late, &beside).expect("free").expect("the file of that name");
        assert!(Lock::of_file(&path).is_err());
        drop(held);
    }

    #[test]
    fn the_lock_of_a_file_leaves_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("out.json");
        fs::write(folder.path().join("out.json.17.tmp"), "half").expect("written");
        let held = Lock::of_file(&path).expect("free");
        assert!(Lock::of_file(&path).is_err());
        drop(held);
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
        Lock::of_file(&path).expect("free again");
    }
}
